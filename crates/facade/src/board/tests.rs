use super::*;
use makruk::notation::Notation;
use makruk::position::Honour;
use makruk::rules::{DrawReason, Outcome};
use makruk::types::Color;
use sakdi_engine::tablebase::Tablebase;
use sakdi_i18n::Localized;

fn board(fen: &str, rule: CountingRule) -> Board {
    Board::new(Some(fen.to_owned()), Variant::Makruk, rule).expect("a position")
}

/// A bare khun against ruea and khun, no count running.
const BARE: &str = "7k/8/6K1/8/8/8/8/R7 b - - 0 1";

#[test]
fn a_claim_is_taken_back_with_the_moves_before_it() {
    let mut board = board("7k/8/4K3/8/8/8/8/R7 b - - 0 1", CountingRule::CLAIMED);
    assert_eq!(board.claimant(), Some(Color::Black));
    assert!(board.push("h8g8") && board.push("a1a2"));
    board.claim_count().expect("the bare khun may claim");
    assert!(board.count().is_some() && board.claimant().is_none());
    assert!(board.push("g8h8") && board.push("a2a3"));
    let counted = board.count();
    // The claim was before these moves: it stays.
    assert_eq!([board.pop(), board.pop()].map(|mv| mv.is_some()), [true; 2]);
    assert!(board.count().is_some());
    assert!(board.push("g8h8") && board.push("a2a3"));
    assert_eq!(board.count(), counted);
    board.stop_count();
    assert_eq!(board.count(), None);
    for _ in 0..4 {
        assert!(board.pop().is_some());
    }
    assert_eq!((board.pop(), board.count()), (None, None));
    assert!(board.push("h8g8") && board.push("a1a2"));
    assert_eq!(board.count(), None);
}

#[test]
fn another_rule_counts_the_same_game_anew() {
    let fen = "7k/8/6K1/8/8/8/8/R7 w - 32 9 60";
    let mut board = board(fen, CountingRule::NONE);
    assert!(board.push("a1a2"));
    assert_eq!(board.count(), None);
    board.set_counting_rule(CountingRule::MAKRUK).expect("a legal position");
    let count = board.count().expect("the FEN has a count");
    assert_eq!((count.counter, count.honour, count.limit), (Color::Black, Honour::Pieces, 16));
    assert_eq!(board.history(Notation::Coordinate), ["a1a2"]);
}

#[test]
fn a_count_is_set_within_its_limits() {
    let mut board = board(BARE, CountingRule::MAKRUK);
    board.set_count(16, None).expect("16 of 16");
    let count = board.count().expect("a count");
    assert_eq!((count.spoken, count.limit, count.is_over), (16, 16, false));
    let mut late = self::board("7k/8/6K1/8/8/8/8/R7 b - - 0 60", CountingRule::MAKRUK);
    late.set_count(3, None).expect("3 of 16");
    assert_eq!(late.position().fullmove_number(), 60);
    for (counted, limit) in [(17, None), (1, Some(0)), (1, Some(65))] {
        let error = board.set_count(counted, limit).expect_err("no count");
        assert_eq!(error.to_string(), error.thai());
    }
    let error = Board::start(Variant::Makruk, CountingRule::MAKRUK).set_count(1, None);
    assert_eq!(error.expect_err("bia are left").to_string(), "no khun is bare, or bia are left");
}

#[test]
fn draws_by_the_count_end_a_game_when_claimed() {
    let mut board = board(BARE, CountingRule::MAKRUK);
    board.set_count(16, None).expect("16 of 16");
    assert!(board.push("h8g8") && board.push("a1a2"));
    assert_eq!(board.outcome(), Some(Outcome::Draw(DrawReason::Count)));
    assert_eq!(board.ended(false), None);
    assert_eq!(board.ended(true).map(reason), Some("count"));
}

#[test]
fn lines_are_read_only_while_they_are_legal() {
    let board = Board::start(Variant::Makruk, CountingRule::MAKRUK);
    let length = |moves: &str| board.parse_line(moves).map(|line| line.len());
    assert_eq!(length("e3e4 e6e5 b1d2"), Some(3));
    assert_eq!(length("e3e4 e3e4"), None);
    assert_eq!(length(""), Some(0));
}

#[test]
fn table_moves_name_the_end_of_the_game() {
    let board = board("7k/8/6K1/8/8/8/8/R7 w - - 0 1", CountingRule::MAKRUK);
    let moves = board.table_moves(&Tablebase::embedded());
    let mates = moves.iter().filter(|after| after.outcome.is_some()).count();
    assert_eq!(mates, 1);
    assert!(moves.iter().all(|after| after.result.is_some()));
}
