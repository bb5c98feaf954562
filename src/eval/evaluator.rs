//! The evaluation that a search uses.

use super::nnue::{Accumulators, Net};
use super::{evaluate, heeding_count};
use crate::position::Position;
use crate::types::Score;
use std::sync::Arc;

/// Evaluates the positions of one thread's search: by a net, or by hand. Every score is in
/// centipawns, whichever it is, and the margins of the search are, too.
#[derive(Clone, Debug)]
pub struct Evaluator {
    learned: Option<Accumulators>,
}

impl Evaluator {
    /// An evaluator by this net; without one by the handcrafted evaluation.
    pub fn new(net: Option<Arc<Net>>) -> Self {
        Self { learned: net.map(Accumulators::new) }
    }

    /// The static value of a position at `ply` plies from the root, at most
    /// [`crate::types::score::MAX_PLY`], from the side to move. Which ply is said is a matter of
    /// speed alone: a position is evaluated from what is known of its neighbours on the line.
    #[inline]
    pub fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        match &mut self.learned {
            Some(net) if !position.has_bare_side() => {
                heeding_count(position, net.value(position, ply))
            }
            _ => evaluate(position),
        }
    }
}
