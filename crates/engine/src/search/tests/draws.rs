//! Draws by rule: the end of a count, bare khuns, and mates within the count.

use super::{Memory, position};
use crate::Score;
use crate::eval;
use crate::score::{DRAW, mate_in, mated_in};
use crate::search::draws;
use crate::search::node::NonPv;
use crate::search::repetition::Path;
use makruk::movegen::{self, legal_moves};
use makruk::position::Position;
use makruk::rules::CountingRule;

/// The strong side makes its last move within the count: unless that mates, the game is drawn at once,
/// before the bare khun has moved.
#[test]
fn without_a_move_left_a_bare_khun_is_saved() {
    for (text, mates) in [
        ("8/8/8/3k4/8/2K5/8/7R w - 32 31 60", false),
        ("k7/8/1K6/8/8/8/8/7R w - 32 31 60", true),
        ("8/8/8/3k4/8/2K5/6S1/7R w - 32 31 60", false),
        ("8/8/8/3K4/8/2k5/6s1/7s b - 44 43 60", false),
    ] {
        let root = position(text);
        let (mating, others): (Vec<_>, Vec<_>) = legal_moves(&root)
            .into_iter()
            .map(|mv| root.play_unchecked(mv))
            .partition(movegen::is_checkmate);
        let drawn = |child: &Position| draws::is_drawn_after(&root, child, &Path::default());
        assert!(others.iter().all(drawn) && !mating.iter().any(drawn), "{text}");
        assert_eq!(!mating.is_empty(), mates, "{text}");
        // With a move left nothing is drawn yet.
        let earlier = position(&text.replace(" 31 ", " 29 ").replace(" 43 ", " 41 "));
        let is_drawn =
            |mv| draws::is_drawn_after(&earlier, &earlier.play_unchecked(mv), &Path::default());
        assert!(!legal_moves(&earlier).into_iter().any(is_drawn), "{text}");
    }
}

/// A bare khun does not win in any window, and nobody loses against it.
#[test]
fn a_bare_khun_cannot_win() {
    let bare = position("8/8/3k4/8/8/3K4/8/4N1N1 b - 64 9 50");
    let strong = position("8/8/3k4/8/8/3K4/8/4N1N1 w - 64 9 50");
    let neither = position("8/8/3k4/8/8/3KN3/6n1/8 w - 128 9 50");
    for (alpha, beta) in [(-900, 900), (DRAW, DRAW + 1), (DRAW - 1, DRAW), (50, 90), (-90, -50)] {
        let clamped = |position, draw| {
            let (mut low, mut high) = (alpha, beta);
            draws::clamp(position, draw, &mut low, &mut high);
            (low, high)
        };
        for draw in [-20, DRAW, 20] {
            assert_eq!(clamped(&bare, draw), (alpha, beta.min(draw)));
            assert_eq!(clamped(&strong, draw), (alpha.max(draw), beta));
            assert_eq!(clamped(&neither, draw), (alpha, beta));
        }
        let mut memory = Memory::new();
        let of_bare = memory.score::<NonPv>(&bare, Path::default(), (alpha, beta), 3);
        let of_strong = memory.score::<NonPv>(&strong, Path::default(), (alpha, beta), 3);
        assert!(of_bare <= alpha.max(DRAW) && of_strong >= beta.min(DRAW), "{alpha} {beta}");
    }
}

/// Whatever the men are worth: by the count, also where mate would come next, or because no men are left
/// that can mate.
#[test]
fn a_node_that_a_rule_draws_is_worth_a_draw() {
    for text in [
        "8/8/8/3k4/8/2K5/8/7R b - 32 32 60",
        "k7/8/1K6/8/8/8/8/7R w - 32 33 60",
        "k7/8/1K6/8/8/8/8/7R b - 32 32 60",
        "8/2r1n3/4k3/8/8/4K3/3R4/8 w - 128 129 90",
        "8/8/3k4/8/8/8/2KM4/8 w - - 0 60",
        "8/8/4k3/2m5/8/4K3/1M1M1M2/8 w - - 0 60",
    ] {
        let drawn = position(text);
        assert!(drawn.draw_facts(1).draw().is_some() || drawn.count_saves_bare_side(), "{text}");
        for contempt in [0, 10] {
            let mut memory = Memory::new();
            memory.limits.contempt = contempt;
            let score = memory.score::<NonPv>(&drawn, Path::default(), (-900, 900), 3);
            let draw = if drawn.has_bare_side() { DRAW } else { DRAW - contempt };
            assert_eq!(score, draw, "{text} {contempt}");
        }
    }
}

/// Without a count nothing else ends the game.
#[test]
fn a_node_without_men_that_can_mate_is_worth_a_draw() {
    let text = "8/8/4k3/2m5/8/4K3/1M1M1M2/8 w - - 0 60";
    let dead = position(text).with_counting_rule(CountingRule::NONE);
    let mut memory = Memory::new();
    for window in [(-900, 900), (-1, 0), (0, 1)] {
        assert_eq!(memory.score::<NonPv>(&dead, Path::default(), window, 3), DRAW, "{window:?}");
    }
    assert_ne!(eval::evaluate(&dead), DRAW, "the men are worth something");
}

/// The moves that each side can make before the count ends: of White, of Black.
fn moves_before_the_end(mut position: Position) -> [Score; 2] {
    let mut moves = [0; 2];
    while position.draw_facts(1).draw().is_none() {
        moves[position.to_move().index()] += 1;
        let quiet = legal_moves(&position).into_iter().find(|&mv| position.captured(mv).is_none());
        position = position.play_unchecked(quiet.expect("a quiet move"));
    }
    moves
}

/// A mate with the last move that the count leaves comes in time, and one a move later does not.
#[test]
fn a_mate_is_within_the_count_if_there_is_a_move_for_it() {
    for to_move in ["w", "b"] {
        for ply in (0..=128).step_by(7) {
            let root = position(&format!("8/2k3s1/8/8/8/8/1S3K2/8 {to_move} - 128 {ply} 70"));
            let moves = moves_before_the_end(root);
            let (us, them) = (root.to_move(), !root.to_move());
            for at in [0, 3] {
                let within = |score| draws::is_within_count(&root, score, at as usize);
                let wins = |moves: Score| mate_in((at + 2 * moves - 1) as usize);
                let loses = |moves: Score| mated_in((at + 2 * moves) as usize);
                let (ours, theirs) = (moves[us.index()], moves[them.index()]);
                assert!(ours == 0 || within(wins(ours)), "{to_move} {ply} {ours}");
                assert!(!within(wins(ours + 1)), "{to_move} {ply} {ours}");
                assert!(theirs == 0 || within(loses(theirs)), "{to_move} {ply} {theirs}");
                assert!(!within(loses(theirs + 1)), "{to_move} {ply} {theirs}");
                assert!(within(300) && within(-300));
            }
        }
    }
    // Without a count any mate is in time.
    let uncounted = position("8/2k3s1/8/8/8/P7/1S3K2/8 w - - 0 70");
    assert!(draws::is_within_count(&uncounted, mate_in(99), 0));
}
