//! Scores of single nodes in all kinds of windows, against a plain search where that knows the
//! outcome.

use super::plain_search::{Proof, prove};
use super::{Memory, endings, position};
use crate::Score;
use crate::score::{DRAW, INFINITE, is_mate, mate_in, mated_in};
use crate::search::node::{NonPv, Pv};
use crate::search::repetition::Path;
use crate::search::{Bound, transposition};
use makruk::game::Game;
use makruk::notation::fen;
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// A position, the depth to which to search it, and what is proven about its score.
type Case = (Position, i32, Proof);

/// Positions whose count ends within a few plies, which are searched beyond its end.
fn with_a_count_that_ends_soon() -> impl Iterator<Item = Case> {
    (0..150).map(|seed| {
        let mut rng = SmallRng::seed_from_u64(seed);
        let position = endings::with_a_count_that_ends_soon(&mut rng);
        // With reductions, too, the search reaches the end.
        (position, 14, prove(&Game::new(position), 7))
    })
}

/// Endings of all kinds.
fn random_endings() -> impl Iterator<Item = Case> {
    (0..300).map(|seed| {
        let mut rng = SmallRng::seed_from_u64(seed);
        let variant = Variant::ALL[rng.random_range(0..Variant::ALL.len())];
        let rule = CountingRule::ALL[rng.random_range(0..CountingRule::ALL.len())];
        let position = endings::random(&mut rng, variant, rule);
        (position, 5, prove(&Game::new(position), 4))
    })
}

/// Whether a score from a search in a window contradicts the true one: outside the window it is a
/// bound.
fn contradicts(score: Score, (alpha, beta): (Score, Score), truth: Proof) -> bool {
    let is_lower = score > alpha;
    let is_upper = score < beta;
    is_lower && score > truth.high || is_upper && score < truth.low
}

/// In whatever order windows of the same node follow each other, a mate is one, and what the count saves
/// from a bare khun is a draw. Pruning may overlook a mate.
#[test]
fn no_window_contradicts_a_plain_search() {
    let mut rng = SmallRng::seed_from_u64(1);
    let mut memory = Memory::new();
    let (mut draws, mut mates) = (0, 0);
    for (position, depth, truth) in with_a_count_that_ends_soon().chain(random_endings()) {
        memory.clear();
        let is_saved = position.has_bare_side() && truth.exact() == Some(DRAW);
        for _ in 0..6 {
            let bounds = [-INFINITE, mated_in(6), -300, -1, DRAW, 300, mate_in(7), mate_in(3)];
            let alpha = bounds[rng.random_range(0..bounds.len())];
            let beta = bounds[rng.random_range(0..bounds.len())];
            let is_null = beta <= alpha;
            let window = (alpha, if is_null { alpha + 1 } else { beta });
            let score = if is_null {
                memory.score::<NonPv>(&position, Path::default(), window, depth)
            } else {
                memory.score::<Pv>(&position, Path::default(), window, depth)
            };
            draws += u32::from(is_saved);
            mates += u32::from(is_mate(score));
            let wrong = (is_saved || is_mate(score)) && contradicts(score, window, truth);
            let (variant, rule) = (position.variant().name(), position.counting_rule().name());
            let text = fen::format(&position);
            assert!(!wrong, "{variant} {rule} {text}: {score} in {window:?}, {truth:?}");
        }
    }
    assert!(draws > 150 && mates > 150, "{draws} {mates}");
}

/// What a search in a window knows of a position afterwards: a score below the window is at most
/// that, even on the principal variation.
#[test]
fn a_window_below_or_above_the_score_leaves_a_bound() {
    for text in [
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
        "6r1/R2s1k2/4R2p/3n1P2/3p1P2/2Mn3m/5S2/S2K4 b - - 0 33",
    ] {
        let position = position(text);
        let known = |window, depth| {
            let mut memory = Memory::new();
            memory.score::<Pv>(&position, Path::default(), window, depth);
            memory.tt.probe(transposition::key(&position), 0).map(|entry| entry.bound)
        };
        for depth in [1, 2, 4] {
            assert_eq!(known((3_000, 4_000), depth), Some(Bound::Upper), "{text} {depth}");
            assert_eq!(known((-4_000, -3_000), depth), Some(Bound::Lower), "{text} {depth}");
            assert_eq!(known((-INFINITE, INFINITE), depth), Some(Bound::Exact), "{text}");
        }
    }
}
