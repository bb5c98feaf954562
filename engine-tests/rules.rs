//! Counting and verdicts, case by case.

use crate::harness::{game, position_in, positions_file};
use sakdi::rules::{self, Count, CountingRule, DrawFacts, Outcome, Reason, Variant};
use sakdi::types::Color;

/// One line: where the game starts, the moves, and what is to come of them.
struct Case<'a> {
    id: &'a str,
    rule: CountingRule,
    fen: &'a str,
    moves: &'a str,
    expected: (Count, &'a str),
}

impl Case<'_> {
    fn check(&self) {
        let game = game(self.fen, self.moves, Variant::Makruk, self.rule);
        let verdict = game.outcome().map_or("ongoing", Outcome::word);
        assert_eq!(
            (game.position().count(), verdict),
            self.expected,
            "case {} ({}): {} moves {}",
            self.id,
            self.rule,
            self.fen,
            self.moves
        );
    }
}

fn cases(file: &str) -> impl Iterator<Item = Vec<&str>> {
    file.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

fn expected<'a>(limit: &str, ply: &str, verdict: &'a str) -> (Count, &'a str) {
    let number = |text: &str| text.parse().expect("a number of plies");
    (Count { limit: number(limit), ply: number(ply) }, verdict)
}

#[test]
fn the_default_rule_counts_as_fairy_stockfish() {
    let file = positions_file("counting.tsv");
    let mut checked = 0;
    for fields in cases(&file) {
        let [id, fen, moves, limit, ply, verdict] = fields[..] else {
            panic!("not six fields: {fields:?}");
        };
        let expected = expected(limit, ply, verdict);
        Case { id, rule: CountingRule::Makruk, fen, moves, expected }.check();
        checked += 1;
    }
    assert!(checked >= 34, "only {checked} cases in the file");
}

#[test]
fn the_thai_rules_count_as_argued() {
    let file = positions_file("thai-counting.tsv");
    let mut checked = 0;
    for fields in cases(&file) {
        let [id, rule, fen, moves, limit, ply, verdict] = fields[..] else {
            panic!("not seven fields: {fields:?}");
        };
        let rule = rule.parse().expect("a counting rule");
        Case { id, rule, fen, moves, expected: expected(limit, ply, verdict) }.check();
        checked += 1;
    }
    assert!(checked >= 49, "only {checked} cases in the file");
}

/// Fairy-Stockfish's rule (`has_insufficient_material` of both sides), in Makruk.
#[test]
fn dead_material() {
    let men = [
        ("", true),
        ("M7", true),
        ("N7", true),
        ("P7", true),
        ("S7", false),
        ("R7", false),
        ("Nn6", false),
        ("Nm6", false),
        ("PN6", false),
        ("Pp6", false),
        // a2 and c2 are of one colour, b2 of the other.
        ("M1M5", true),
        ("M1m5", true),
        ("MM6", false),
        ("Mm6", false),
    ];
    for (men, dead) in men {
        let rank = if men.is_empty() { "8" } else { men };
        let fen = format!("4k3/8/8/8/8/8/{rank}/6K1 w - - 0 1");
        assert_eq!(position_in(&fen, Variant::Makruk).is_dead(), dead, "{fen}");
        let bare = men.is_empty();
        assert_eq!(position_in(&fen, Variant::Makpong).is_dead(), bare, "makpong {fen}");
    }
}

/// Mate, stalemate, count, repetition, material: each gives way to those before it.
#[test]
fn the_order_of_ends() {
    let all = DrawFacts { count_over: true, occurrences: 3, dead: true };
    let judge =
        |check, moves, facts: &DrawFacts| rules::adjudicate(Color::White, check, moves, facts);
    assert_eq!(judge(true, false, &all), Some(Outcome::Mate { winner: Color::Black }));
    assert_eq!(judge(false, false, &all), Some(Outcome::Draw(Reason::Stalemate)));
    assert_eq!(judge(true, true, &all), Some(Outcome::Draw(Reason::Count)));
    let all = DrawFacts { count_over: false, ..all };
    assert_eq!(judge(true, true, &all), Some(Outcome::Draw(Reason::Repetition)));
    let all = DrawFacts { occurrences: 2, ..all };
    assert_eq!(judge(true, true, &all), Some(Outcome::Draw(Reason::Material)));
    assert_eq!(judge(true, true, &DrawFacts { dead: false, ..all }), None);
}

/// The moves that the stronger side has left, by playing the count out: it moves at odd plies, as
/// long as the ply before its move is within the limit.
#[test]
fn moves_left_are_those_that_can_be_played() {
    for limit in [1, 16, 31, 32, 128] {
        for ply in 0..limit + 3 {
            let playable = (ply..=limit).filter(|ply| ply % 2 == 1).count();
            let count = Count { limit, ply };
            assert_eq!(count.moves_left().map(usize::from), Some(playable), "{count:?}");
        }
    }
    assert_eq!(Count::NONE.moves_left(), None);
}
