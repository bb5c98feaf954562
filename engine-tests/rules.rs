//! Counting and verdicts, case by case.

use crate::harness::{game, position, position_in, positions_file};
use makruk::notation::pgn::ending::Cause;
use makruk::position::{CountVerdict, Proof};
use makruk::rules::{Count, CountingRule, DrawFacts, DrawReason, Outcome, Variant};
use makruk::types::Color;

/// One case: the first position, the moves, and the expected state after them.
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
        let verdict = game.outcome().map_or("ongoing", |outcome| Cause::from(outcome).word());
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
        Case { id, rule: CountingRule::MAKRUK, fen, moves, expected }.check();
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
        ("M1M1M3", true),
        ("SR6", false),
        ("sr6", false),
    ];
    for (men, dead) in men {
        let rank = if men.is_empty() { "8" } else { men };
        let fen = format!("4k3/8/8/8/8/8/{rank}/6K1 w - - 0 1");
        for (variant, dead) in [(Variant::Makruk, dead), (Variant::Makpong, men.is_empty())] {
            let position = position_in(&fen, variant);
            assert_eq!(position.is_dead(), dead, "{variant} {fen}");
            assert_eq!(position.material().is_dead(variant), dead, "{variant} {fen}");
        }
    }
}

/// Men of either side help a ma, a bia and mets, but a bare khun never wins.
#[test]
fn a_bare_khun_cannot_win() {
    for (men, white, black) in [
        ("R7", true, false),
        ("sm6", false, true),
        ("Nn6", true, true),
        ("Nm6", true, true),
        ("NM6", true, false),
        ("Mm6", true, true),
        ("M1m5", false, false),
        ("Rm6", true, true),
        ("Rn6", true, true),
    ] {
        let material = position(&format!("4k3/8/8/8/8/8/{men}/6K1 w - - 0 1")).material();
        let can_win = Color::ALL.map(|color| material.can_win(Variant::Makruk, color));
        assert_eq!(can_win, [white, black], "{men}");
    }
}

/// The official values: ruea 5, ma 3, khon 2.6, met and bia ngai 1.7, bia 1.
#[test]
fn each_side_has_the_points_of_its_men() {
    let start = position(crate::harness::START).material();
    let side = 8 * 10 + 17 + 2 * 26 + 2 * 30 + 2 * 50;
    assert_eq!(Color::ALL.map(|color| start.thai_points(color)), [side, side]);
    let uneven = position("4k1s1/8/8/m7/8/3N4/4K3/8 w - - 0 1").material();
    assert_eq!(Color::ALL.map(|color| uneven.thai_points(color)), [30, 26 + 17]);
}

/// Without counting no count ends a game, also where one has run before.
#[test]
fn the_rule_none_drops_a_count_that_runs() {
    for (fen, left) in [
        ("8/8/4k3/8/8/4K3/3R4/8 b - 32 6 60", Some(13)),
        ("8/8/4k3/8/8/4K3/3R4/8 w - 32 33 60", Some(0)),
    ] {
        let counted = position(fen);
        assert_eq!(counted.moves_left(), left, "{fen}");
        let thai = counted.with_counting_rule(CountingRule::THAI);
        assert_eq!((thai.count(), thai.counting_rule()), (counted.count(), CountingRule::THAI));
        let none = counted.with_counting_rule(CountingRule::NONE);
        assert_eq!((none.count(), none.moves_left()), (Count::NONE, None), "{fen}");
        assert_eq!(makruk::game::Game::new(none).outcome(), None, "{fen}");
    }
}

/// The smallest limit of any man; by `thai-strict` that of the highest.
#[test]
fn the_limit_of_pieces_honour() {
    use makruk::rules::counting::pieces_honour;
    for (men, limit, strict) in [
        ("RRS5", 8, 8),
        ("RSSN4", 16, 16),
        ("SSNN4", 22, 22),
        ("SSM5", 22, 22),
        ("SNN5", 32, 44),
        ("SN6", 44, 44),
        ("SMMM4", 44, 44),
        ("NNM5", 32, 32),
        ("NM6", 64, 64),
        ("MMMM4", 64, 64),
    ] {
        let material = position(&format!("4k3/8/8/8/8/8/{men}/6K1 w - - 0 1")).material();
        let of = |rule| pieces_honour(rule, &material, Color::White);
        assert_eq!(
            (of(CountingRule::MAKRUK), of(CountingRule::THAI_STRICT)),
            (limit, strict),
            "{men}"
        );
        assert_eq!(of(CountingRule::THAI), limit, "{men}");
    }
}

/// Mate, stalemate, count, repetition, material: the first that applies decides.
#[test]
fn the_order_of_ends() {
    let all = DrawFacts { count_over: true, occurrences: 3, dead: true };
    let judge = |check, moves, facts: &DrawFacts| Outcome::of(Color::White, check, moves, facts);
    assert_eq!(judge(true, false, &all), Some(Outcome::Mate { winner: Color::Black }));
    assert_eq!(judge(false, false, &all), Some(Outcome::Draw(DrawReason::Stalemate)));
    assert_eq!(judge(true, true, &all), Some(Outcome::Draw(DrawReason::Count)));
    let all = DrawFacts { count_over: false, ..all };
    assert_eq!(judge(true, true, &all), Some(Outcome::Draw(DrawReason::Repetition)));
    let all = DrawFacts { occurrences: 2, ..all };
    assert_eq!(judge(true, true, &all), Some(Outcome::Draw(DrawReason::Material)));
    assert_eq!(judge(true, true, &DrawFacts { dead: false, ..all }), None);
}

/// The moves left to the stronger side, found by playing out the count: with men on both sides it
/// moves at odd plies, as long as the ply before its move is within the limit.
#[test]
fn moves_left_are_those_that_can_be_played() {
    let board = "4k1r1/8/8/8/8/8/8/R3K3 w";
    for limit in [1, 16, 31, 32, 128] {
        for ply in 0..limit + 3 {
            let playable = (ply..=limit).filter(|ply| ply % 2 == 1).count();
            let fen = format!("{board} - {limit} {ply} 60");
            let position = position_in(&fen, Variant::Makruk);
            assert_eq!(position.moves_left().map(usize::from), Some(playable), "{fen}");
        }
    }
    let none = position_in(&format!("{board} - 0 0 60"), Variant::Makruk);
    assert_eq!(none.moves_left(), None);
}

/// The ply of the count in a FEN may suggest the wrong side to move. The bare khun counts in any
/// case.
#[test]
fn a_count_of_the_wrong_parity_has_one_meaning() {
    for board in ["k7/8/1K6/8/8/8/8/7R w", "k7/8/1K6/8/8/8/8/7R b", "K7/8/1k6/8/8/8/8/7r b"] {
        for ply in 6..=33 {
            let position = |ply| position_in(&format!("{board} - 32 {ply} 60"), Variant::Makruk);
            // The ply that a game would have with this side to move.
            let strong_to_move = !position(ply).is_bare(position(ply).to_move());
            let sound = if strong_to_move { (ply - 1) | 1 } else { ply - ply % 2 };
            let (given, sound) = (position(ply), position(sound));
            let text = format!("{board} {ply}");
            assert_eq!(given.counter(), sound.counter(), "{text}");
            assert_eq!(given.moves_left(), sound.moves_left(), "{text}");
            assert_eq!(given.count_saves_bare_side(), sound.count_saves_bare_side(), "{text}");
        }
    }
    let one_left = position_in("k7/8/1K6/8/8/8/8/7R w - 32 32 60", Variant::Makruk);
    assert_eq!(one_left.moves_left(), Some(1));
}

/// A FEN may have a count although bia stand on the board. The bare khun that takes the last of them
/// with its last number begins another count.
#[test]
fn the_capture_of_the_last_bia_begins_another_count_in_time() {
    let last_number = position_in("R6k/6P1/8/8/8/8/8/K6R b - 16 16 50", Variant::Makruk);
    assert!(!last_number.count_saves_bare_side());
    let after =
        game("R6k/6P1/8/8/8/8/8/K6R b - 16 16 50", "h8g7", Variant::Makruk, Default::default());
    assert_eq!(after.position().count(), Count { limit: 16, ply: 7 });
    assert_eq!(after.outcome(), None);
    let without = position_in("R5k1/8/8/8/8/8/8/K6R b - 16 16 50", Variant::Makruk);
    assert!(without.count_saves_bare_side());
}

/// Under the rule `claimed` a count ends when the counting side bares the other side, and only
/// then: a quiet move against a counting khun does not end it, even if the ply of the FEN suggests
/// the wrong side.
#[test]
fn a_quiet_move_does_not_drop_the_count_of_a_bare_khun() {
    for ply in [10, 11] {
        let fen = format!("k7/8/1K6/8/8/8/8/7R w - 32 {ply} 60");
        let game = game(&fen, "h1h2", Variant::Makruk, CountingRule::CLAIMED);
        assert_eq!(game.position().count(), Count { limit: 32, ply: ply + 1 }, "{fen}");
    }
}

/// Every outcome has its word, its sentence and its winner.
#[test]
fn outcomes_say_who_won_and_why() {
    use DrawReason::{Material, Repetition, Stalemate};
    let mate = Outcome::Mate { winner: Color::Black };
    for (outcome, word, sentence, winner) in [
        (mate, "mate", "Black mates", Some(Color::Black)),
        (Outcome::Draw(Stalemate), "stalemate", "draw by stalemate", None),
        (Outcome::Draw(DrawReason::Count), "count-draw", "draw: the count ran out", None),
        (Outcome::Draw(Repetition), "repetition", "draw by repetition", None),
        (Outcome::Draw(Material), "material", "draw: neither side has the men to win", None),
    ] {
        assert_eq!((Cause::from(outcome).word(), outcome.winner()), (word, winner));
        assert_eq!(outcome.to_string(), sentence);
        if let Outcome::Draw(reason) = outcome {
            assert_eq!(reason.to_string(), sentence);
        }
    }
    assert_eq!(Variant::ALL.map(Variant::title), ["Makruk", "Makpong"]);
}

/// Regression: the sentence said that a mate in 2 came within the 1 move left.
#[test]
fn a_mate_after_the_count_is_one_under_another_count() {
    let verdict =
        |fen: &str| position(fen).count_verdict(Proof::Mate { winner: Color::White, moves: 2 });
    // Rxa7 bares the khun with the last number of board's honour.
    let last = verdict("7k/m7/8/8/8/8/1R6/R4K2 w - 128 127 60");
    assert_eq!(last, Some(CountVerdict::WonByConversion { moves: 1 }));
    let early = verdict("7k/m7/8/8/8/8/1R6/R4K2 w - 128 3 60");
    assert_eq!(early, Some(CountVerdict::Won { moves: 2, moves_left: 63 }));
}
