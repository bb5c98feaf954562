//! Counts that are claimed: who may claim one, where it begins, and where there is none.

use crate::harness::game;
use makruk::game::{Claim, ClaimKind, Game, PassedDraw};
use makruk::notation::pgn::Reader;
use makruk::position::CountStatus;
use makruk::rules::{ClaimError, Count, CountingRule, DrawReason, Outcome, Variant, WhoCounts};
use makruk::types::Color::{self, Black, White};

fn claimed(fen: &str, moves: &str) -> Game {
    game(fen, moves, Variant::Makruk, CountingRule::CLAIMED)
}

/// The weaker side claims, whoever is to move; at equal points the side to move. It counts its next
/// move as the first, or its last one if the other side is to move.
#[test]
fn the_weaker_side_claims_and_at_equal_points_the_side_to_move() {
    // Men, limit in plies, men spoken before, and the claimant with White and with Black to move.
    for (men, limit, spoken, claimants) in [
        ("4k1n1/8/8/8/8/3R4/4K3/8", 128, 0, [Black, Black]),
        ("4k2r/8/8/8/8/3N4/4K3/8", 128, 0, [White, White]),
        ("4k1s1/8/8/8/8/3N4/4K3/8", 128, 0, [Black, Black]),
        ("4k1m1/8/8/8/8/3S4/4K3/8", 128, 0, [Black, Black]),
        ("4k2r/8/8/8/8/3R4/4K3/8", 128, 0, [White, Black]),
        ("4kns1/8/8/8/8/3N4/2S1K3/8", 128, 0, [White, Black]),
        ("4k3/8/8/8/8/3R4/4K3/8", 32, 3, [Black, Black]),
        ("4k3/3r4/3s4/8/8/8/4K3/8", 32, 4, [White, White]),
        ("4k3/8/8/8/8/2NN4/4K3/8", 64, 4, [Black, Black]),
    ] {
        for (to_move, claimant) in [White, Black].into_iter().zip(claimants) {
            let letter = if to_move == White { 'w' } else { 'b' };
            let mut game = claimed(&format!("{men} {letter} - - 0 40"), "");
            let text = format!("{men} {letter}");
            let status = game.position().count_status();
            assert_eq!(status, CountStatus::Claimable(claimant), "{text}");
            assert_eq!(game.claim_count(), Ok(()), "{text}");
            let ply = 2 * spoken + u16::from(claimant != to_move);
            assert_eq!(game.position().count(), Count { limit, ply }, "{text}");
            assert_eq!(game.position().counter(), claimant, "{text}");
        }
    }
}

/// What the claimant counts are its own moves.
#[test]
fn a_claimed_count_goes_on_with_the_moves_of_the_claimant() {
    let mut game = claimed("4k2r/8/8/8/8/3R4/4K3/8 b - - 0 40", "");
    game.claim_count().expect("equal points");
    for (mv, spoken) in [("h8h7", 1), ("d3d4", 1), ("h7h6", 2)] {
        let position = game.position();
        let mv = makruk::notation::coordinate::parse(position, mv).expect("a move");
        game.play(mv).expect("a legal move");
        assert_eq!((game.position().count().spoken(), game.position().counter()), (spoken, Black));
    }
}

#[test]
fn where_no_count_can_begin_the_reason_is_given() {
    let claim = |fen: &str, rule| game(fen, "", Variant::Makruk, rule).claim_count();
    let ruea = "8/8/4k3/8/8/4K3/3R4/8";
    let fresh = format!("{ruea} w - - 0 1");
    for rule in CountingRule::ALL {
        let expected = if rule.who() == WhoCounts::Claim { Ok(()) } else { Err(ClaimError::Rule) };
        assert_eq!(claim(&fresh, rule), expected, "{rule}");
    }
    for (fen, error, sentence) in [
        (&*format!("{ruea} w - 32 7 60"), ClaimError::Runs, "a count runs already"),
        (
            "8/8/4k3/8/3p4/4K3/3R4/8 w - - 0 1",
            ClaimError::Bia,
            "no count while bia are left on the board",
        ),
        (
            "8/8/4k3/8/8/4K3/8/8 b - - 0 1",
            ClaimError::Bare,
            "two bare khun: there is nothing to count",
        ),
    ] {
        assert_eq!(claim(fen, CountingRule::CLAIMED), Err(error), "{fen}");
        assert_eq!(error.to_string(), sentence);
    }
    let two_khun = claimed("8/8/4k3/8/8/4K3/8/8 b - - 0 1", "");
    assert_eq!(two_khun.position().count_status(), CountStatus::None);
}

/// The side that claimed a count may end it; counts of other rules are nobody's to end.
#[test]
fn only_a_claimed_count_is_dropped() {
    let fen = "8/8/4k3/8/8/4K3/3R4/8 w - 32 7 60";
    for rule in [CountingRule::MAKRUK, CountingRule::THAI, CountingRule::CLAIMED] {
        let mut game = game(fen, "", Variant::Makruk, rule);
        game.stop_count();
        let dropped = rule == CountingRule::CLAIMED;
        assert_eq!(game.position().count().is_running(), !dropped, "{rule}");
    }
}

/// A count ends when the counter captures the last man of its opponent, who has claimed none; a
/// count of the bare khun goes on whatever is captured.
#[test]
fn the_capture_of_the_last_man_by_the_counter_ends_its_count() {
    let counts = |fen: &str, mv: &str, counter: Color| {
        assert_eq!(claimed(fen, "").position().counter(), counter, "{fen}");
        claimed(fen, mv).position().count()
    };
    // Black counts, and captures the last man.
    let by_counter = counts("4k3/8/4r3/8/4R3/8/8/3K4 b - 128 10 60", "e6e4", Black);
    assert_eq!(by_counter, Count::NONE);
    // Black counts, and loses its last man: pieces' honour goes on at once.
    let of_counter = counts("4k3/8/4r3/8/4R3/8/8/3K4 w - 128 11 60", "e4e6", Black);
    assert_eq!(of_counter, Count { limit: 32, ply: 6 });
    // White is bare and counts, and a man of its own cannot be captured by it.
    let bare = counts("4k3/8/7r/7r/8/8/3K4/8 b - 16 9 60", "h6h7", White);
    assert_eq!(bare, Count { limit: 16, ply: 10 });
}

/// The side that counts forgets its last number: the one before stands. It can forget each move once,
/// and none that was made before the count.
#[test]
fn a_forgotten_number_lets_the_one_before_stand() {
    let rook = "8/8/4k3/8/8/4K3/3R4/8 b - - 0 60";
    let mut game = claimed(rook, "");
    assert_eq!(game.claim(ClaimKind::Skip), Err(ClaimError::Idle));
    game.claim_count().expect("a bare khun");
    assert_eq!(game.claim(ClaimKind::Skip), Err(ClaimError::NoNumber));
    let spoken = |game: &Game| game.position().count().spoken();
    let play = |game: &mut Game, mv: &str| {
        let mv = makruk::notation::coordinate::parse(game.position(), mv).expect("a move");
        game.play(mv).expect("a legal move");
    };
    play(&mut game, "e6e5");
    assert_eq!(spoken(&game), 4);
    assert_eq!(game.claim(ClaimKind::Skip), Ok(()));
    assert_eq!(spoken(&game), 3);
    assert_eq!(game.claim(ClaimKind::Skip), Err(ClaimError::NoNumber));
    play(&mut game, "d2d1");
    assert_eq!(game.claim(ClaimKind::Skip), Err(ClaimError::NoNumber));
    play(&mut game, "e5e6");
    play(&mut game, "d1d2");
    // Two plies after it, too.
    assert_eq!(spoken(&game), 4);
    assert_eq!(game.claim(ClaimKind::Skip), Ok(()));
    assert_eq!((spoken(&game), game.position().counter()), (3, Black));
    // Baring the khun begins another count, whose numbers are not those of the one before.
    let mut game = claimed("4k3/8/4r3/8/4R3/8/8/3K4 b - - 0 60", "");
    game.claim_count().expect("equal points");
    play(&mut game, "e8d8");
    play(&mut game, "e4e6");
    assert_eq!((spoken(&game), game.position().counter()), (3, Black));
    assert_eq!(game.claim(ClaimKind::Skip), Err(ClaimError::NoNumber));
    for rule in [CountingRule::MAKRUK, CountingRule::THAI, CountingRule::NONE] {
        let mut game = crate::harness::game(rook, "e6e5", Variant::Makruk, rule);
        assert_eq!(game.claim(ClaimKind::Skip), Err(ClaimError::Rule), "{rule}");
    }
}

/// Taking moves back restores the position before them with its count, and keeps the claims before.
#[test]
fn moves_are_taken_back_with_the_claims_after_them() {
    let mut game = claimed("8/8/4k3/8/8/4K3/3R4/8 b - - 0 60", "e6e5 d2d1");
    let mut before = vec![*game.position()];
    game.claim_count().expect("a bare khun");
    for (mv, kind) in [
        ("e5e6", None),
        ("d1d2", Some(ClaimKind::Skip)),
        ("e6e5", Some(ClaimKind::Stop)),
        ("d2d1", Some(ClaimKind::Start)),
    ] {
        before.push(*game.position());
        let mv = makruk::notation::coordinate::parse(game.position(), mv).expect("a move");
        game.play(mv).expect("a legal move");
        if let Some(kind) = kind {
            game.claim(kind).expect("a claim that is granted");
        }
    }
    assert_eq!(game.claims().iter().count(), 4);
    while before.len() > 1 {
        game.take_back().expect("a move");
        assert_eq!(Some(*game.position()), before.pop());
    }
    let first = Claim { ply: 2, kind: ClaimKind::Start };
    assert_eq!(game.claims().iter().collect::<Vec<_>>(), [first]);
    game.take_back().expect("a move");
    assert!(game.claims().is_empty());
}

/// A game as PGN has its claims in comments, and they are read back.
#[test]
fn claims_survive_in_pgn() {
    let mut game = claimed("8/8/4k3/8/8/4K3/3R4/8 b - - 0 60", "");
    game.claim_count().expect("a bare khun");
    for mv in ["e6e5", "d2d1"] {
        let mv = makruk::notation::coordinate::parse(game.position(), mv).expect("a move");
        game.play(mv).expect("a legal move");
    }
    game.claim(ClaimKind::Skip).expect("a number");
    game.claim(ClaimKind::Stop).expect("a count");
    let pgn = sakdi_analysis::game_pgn(&game, &[], None);
    let moves = "{[%count start 4]} 60... Ke5 61. Rd1 {[%count skip] [%count stop]} *\n\n";
    assert!(pgn.ends_with(moves), "{pgn}");
    assert!(pgn.contains("[CountingRule \"claimed\"]"), "{pgn}");
    let untagged = pgn.replace("[CountingRule \"claimed\"]\n", "");
    for text in [pgn, untagged] {
        let read = Reader::new(&text).next().expect("a game").expect("PGN");
        let read = sakdi_analysis::game_of(&read, Variant::Makruk, None).expect("legal moves");
        assert_eq!(read.claims(), game.claims());
        assert_eq!(read.positions(), game.positions());
    }
}

/// People play on after a count or a third repetition that nobody claims.
#[test]
fn a_draw_that_moves_follow_is_passed_over() {
    let rule = CountingRule::FOR_PEOPLE;
    let fen = "k7/8/1K6/8/8/8/8/7R w - 32 29 60";
    let whole = game(fen, "h1g1 a8b8 g1h1 b8a8 h1h8", Variant::Makruk, rule);
    assert!(whole.passed_draws().is_empty());
    let played = whole.played_on();
    let count = PassedDraw { ply: 4, reason: DrawReason::Count };
    assert_eq!(played.passed_draws(), [count]);
    assert_eq!(whole.at(4).outcome(), Some(Outcome::Draw(DrawReason::Count)));
    assert_eq!(played.at(4).outcome(), None);
    assert_eq!(played.outcome(), Some(Outcome::Mate { winner: White }));
    // At the end of the moves a draw stands.
    let drawn = game(fen, "h1g1 a8b8 g1h1 b8a8", Variant::Makruk, rule).played_on();
    assert_eq!(drawn.outcome(), Some(Outcome::Draw(DrawReason::Count)));
    let circle = "h1g1 a8b8 g1h1 b8a8 h1g1 a8b8 g1h1 b8a8 h1g1";
    let repeated = game("k7/8/1K6/8/8/8/8/7R w - - 0 60", circle, Variant::Makruk, rule);
    let repetition = PassedDraw { ply: 8, reason: DrawReason::Repetition };
    assert_eq!(repeated.played_on().passed_draws(), [repetition]);
    // The other positions have been there as often as before.
    let third = Outcome::Draw(DrawReason::Repetition);
    assert_eq!(repeated.played_on().outcome(), Some(third));
    // What was passed over stays so when moves are taken back.
    let mut played = repeated.played_on();
    played.take_back().expect("a move");
    assert_eq!(played.outcome(), None);
}
