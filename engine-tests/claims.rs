//! Counts that are claimed: who may claim one, where it begins, and where there is none.

use crate::harness::game;
use makruk::game::Game;
use makruk::position::CountStatus;
use makruk::rules::{ClaimError, Count, CountingRule, Variant};
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
        let expected = if rule == CountingRule::CLAIMED { Ok(()) } else { Err(ClaimError::Rule) };
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
        game.drop_count();
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
