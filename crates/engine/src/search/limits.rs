//! The limits of a search.

use crate::Score;
use makruk::movegen::{self, MoveList};
use makruk::position::Position;
use makruk::types::Move;
use sakdi_platform::Instant;
use std::time::Duration;

/// The limits and options of a search. The default is a search without end.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Time of the request, from which all durations count.
    pub started: Instant,
    /// Depth of iterative deepening, in plies.
    pub depth: Option<u32>,
    /// Nodes after which the search ends at once, but not within the first iteration, unless that takes
    /// 100,000. Several threads exceed the number by up to 1,024 each.
    pub nodes: Option<u64>,
    /// Nodes after which no new iteration begins.
    pub soft_nodes: Option<u64>,
    /// The search ends when a mate in at most this number of moves is found.
    pub mate: Option<u32>,
    /// Time for this move, used completely unless less is left on the clock.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// The root moves to search; all if empty.
    pub search_moves: Vec<Move>,
    /// Number of best lines to report, at least 1.
    pub multi_pv: usize,
    /// Time lost between the engine's answer and the client's clock; taken off the clock, not off
    /// `move_time`.
    pub move_overhead: Duration,
    /// How much less a draw is worth to the side to move at the root than an equal position, unless
    /// a khun is bare there; pieces on the board are worth more in proportion. In the unit of
    /// [`Score`]. Negative values seek draws and exchanges.
    pub contempt: Score,
    /// Depth left from which on the search reads endgame tables in files. Nodes nearer to the leaves
    /// use only the parts of them that are unpacked already.
    pub tb_probe_depth: i32,
    /// Searches with the handcrafted evaluation in place of the net, without endgame tables, and
    /// with the answer of the first thread: as the playing levels were measured.
    pub handcrafted: bool,
}

impl Limits {
    /// The depth from which on tables in files are read, where nothing else is wanted:
    /// docs/lab/endgames.md has the measurements.
    pub const DEFAULT_TB_PROBE_DEPTH: i32 = 2;
    /// The greatest depth that makes a difference.
    pub const MAX_TB_PROBE_DEPTH: i32 = 100;

    /// The legal moves among those to search, or all legal moves if there are none.
    pub fn allowed_moves(&self, position: &Position) -> MoveList {
        let mut moves = movegen::legal_moves(position);
        if moves.iter().any(|mv| self.search_moves.contains(mv)) {
            moves.retain(|mv| self.search_moves.contains(mv));
        }
        moves
    }
}

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left; zero if it is negative for the client.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves to the next time control; `None` if the time is for the whole game.
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
            contempt: 0,
            tb_probe_depth: Self::DEFAULT_TB_PROBE_DEPTH,
            handcrafted: false,
        }
    }
}
