//! When a search has to end.

use super::levels::Strength;
use crate::platform::Instant;
use crate::types::Move;
use std::time::Duration;

/// What a search is asked for. The default is a search without end.
#[derive(Clone, Debug)]
pub struct Limits {
    /// When the request came: what every duration is measured from.
    pub started: Instant,
    /// Depth of iterative deepening, in plies.
    pub depth: Option<u32>,
    /// Nodes after which to stop at once.
    pub nodes: Option<u64>,
    /// Nodes after which no new iteration begins.
    pub soft_nodes: Option<u64>,
    /// Stop when a mate in this many moves, or fewer, is found.
    pub mate: Option<u32>,
    /// Exact time for this move.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Only these root moves; all when empty.
    pub search_moves: Vec<Move>,
    /// Number of best lines to report, at least 1.
    pub multi_pv: usize,
    /// Time lost between the engine's answer and the client's clock; not taken off `move_time`.
    pub move_overhead: Duration,
    /// A level to play at; full strength when there is none.
    pub strength: Option<Strength>,
}

/// A game clock, of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left; zero when the client says a negative one.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves to the next time control; `None` when the time is for the whole game.
    pub moves_to_go: Option<u32>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            started: Instant::now(),
            depth: None,
            nodes: None,
            soft_nodes: None,
            mate: None,
            move_time: None,
            clock: None,
            search_moves: Vec::new(),
            multi_pv: 1,
            move_overhead: Duration::ZERO,
            strength: None,
        }
    }
}
