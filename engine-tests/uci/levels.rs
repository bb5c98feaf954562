//! Levels of strength.

use crate::client::{Client, best_move, facts};
use crate::harness::position;
use makruk::game::Game;
use makruk::notation::coordinate;
use sakdi_engine::search::{Engine, Limits};
use sakdi_levels::{FULL_SKILL, MAX_ELO, MIN_ELO, MIN_SKILL, Player, Strength};
use std::collections::BTreeSet;

#[test]
fn a_level_answers_with_a_legal_move_and_a_line_that_begins_with_it() {
    let fen = "r1smksn1/3n3r/1pppppp1/p7/1P2P3/P1PP1PSP/1S6/RN1KM1NR w - - 0 7";
    let mut client = Client::start();
    for level in [MIN_SKILL, -1, 0, 4, 9, FULL_SKILL - 1] {
        client.send(&format!("setoption name Skill Level value {level}"));
        client.send("ucinewgame");
        client.send(&format!("position fen {fen}"));
        for _ in 0..5 {
            let lines = facts(client.go("go movetime 900000"));
            let best = best_move(&lines);
            assert!(coordinate::parse(&position(fen), best).is_ok(), "{best}");
            let last = &lines[lines.len() - 2];
            assert!(last.contains(" multipv 1 "), "{last}");
            assert!(last.split(" pv ").nth(1).is_some_and(|pv| pv.starts_with(best)), "{last}");
        }
    }
}

#[test]
fn low_levels_vary_and_full_strength_does_not() {
    let mut client = Client::start();
    // Different moves of this number of games, until there are three of them.
    let moves = |client: &mut Client, games: usize| {
        let mut moves = BTreeSet::new();
        for _ in 0..games {
            client.send("ucinewgame");
            moves.insert(best_move(&client.go("go depth 4")).to_owned());
            if moves.len() == 3 {
                break;
            }
        }
        moves.len()
    };
    assert_eq!(moves(&mut client, 12), 1);
    client.send("setoption name Skill Level value 1");
    assert_eq!(moves(&mut client, 1000), 3);
    // `UCI_Elo` replaces the level while `UCI_LimitStrength` is on.
    client.send("setoption name UCI_LimitStrength value true");
    client.send(&format!("setoption name UCI_Elo value {MAX_ELO}"));
    assert_eq!(moves(&mut client, 12), 1);
    client.send(&format!("setoption name UCI_Elo value {MIN_ELO}"));
    assert_eq!(moves(&mut client, 1000), 3);
}

/// A position with a mate in one among many other good moves.
#[test]
fn middle_levels_see_a_mate_in_one() {
    let fen = "3k4/R7/3K4/8/4p3/2p3p1/8/6R1 w - - 0 60";
    let game = Game::new(position(fen));
    let mate = coordinate::parse(game.position(), "a7a8").expect("legal");
    let mates = |level: i8| {
        let mut player = Player::new(Engine::new(1));
        player.set_seed(1);
        let strength = Strength::of_skill(level);
        let mut found =
            || player.search(strength, &game, &Limits::default(), &()).best_move == Some(mate);
        (0..20).filter(|_| found()).count()
    };
    assert!(mates(FULL_SKILL / 2) >= 18);
    assert!(mates(0) < 20);
}
