//! The evaluation that a search uses.

use super::nnue::{AccumulatorStack, Net, Origin};
use super::{evaluate, scale_net_output};
use crate::Score;
use makruk::position::Position;
use std::collections::TryReserveError;
use std::sync::Arc;

/// Evaluates positions for one thread of the search, by a net or by the handcrafted terms. Both give
/// centipawns on one scale, on which the margins of the search rest.
#[derive(Clone, Debug)]
pub struct Evaluator {
    net: Option<AccumulatorStack>,
}

impl Evaluator {
    /// Evaluates by `net`, or by the handcrafted terms when there is none.
    pub fn new(net: Option<Arc<Net>>) -> Self {
        Self { net: net.map(AccumulatorStack::new) }
    }

    /// As [`Evaluator::new`].
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn try_new(net: Option<Arc<Net>>) -> Result<Self, TryReserveError> {
        Ok(Self { net: net.map(AccumulatorStack::try_new).transpose()? })
    }

    /// The static evaluation of a position, in centipawns from the side to move.
    ///
    /// `ply` is its distance from the root, at most [`crate::score::MAX_PLY`]. It affects
    /// speed only: the accumulator of a ply is updated from the one before it.
    #[inline]
    pub fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        self.evaluate_after(&Origin::unknown(position), position, ply)
    }

    /// As [`Evaluator::evaluate`], given how the position arose, which affects speed only.
    #[inline]
    pub fn evaluate_after(&mut self, origin: &Origin, position: &Position, ply: usize) -> Score {
        match &mut self.net {
            Some(net) if !position.has_bare_side() => {
                scale_net_output(position, net.value_after(origin, position, ply))
            }
            _ => evaluate(position),
        }
    }
}
