//! Perft on several threads, with a hash table, progress reports and a stop flag.

use super::threads::{self, ThreadError};
use super::{PerftTable, perft};
use crate::movegen;
use crate::position::Position;
use crate::types::Move;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Depth of the subtrees that one task counts, in plies. They take some tens of microseconds: long
/// compared with the cost of a task, and short enough to stop quickly and to balance the threads.
const TASK_DEPTH: u32 = 3;

/// Largest depth of a perft, in plies. It limits the depth of recursion.
pub const MAX_DEPTH: u32 = 64;

/// A perft of one position.
pub struct Perft<'a> {
    position: &'a Position,
    depth: u32,
    table: Option<&'a PerftTable>,
    stop: Option<&'a (dyn Fn() -> bool + Sync)>,
    leaves: AtomicU64,
    // Share of the tree that is counted, in units of 1 / `WHOLE`.
    done: AtomicU64,
}

/// The leaves of a tree by its first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division {
    /// The legal moves and the leaves below each; none at depth 0.
    pub moves: Vec<(Move, u64)>,
    /// All leaves.
    pub leaves: u64,
}

/// Why a perft has no result.
#[derive(Debug, thiserror::Error)]
pub enum PerftError {
    /// The stop flag was set.
    #[error("perft was stopped")]
    Stopped,
    /// More plies than [`MAX_DEPTH`].
    #[error("perft of {0} plies: at most {MAX_DEPTH} are counted")]
    TooDeep(u32),
    /// More leaves than fit into 64 bits: a table makes very deep trees countable.
    #[error("perft of {0} plies: more than {most} leaves", most = u64::MAX - 1)]
    TooManyLeaves(u32),
    /// The threads cannot be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] ThreadError),
}

impl<'a> Perft<'a> {
    const WHOLE: u64 = 1 << 32;

    /// A perft of `position` to `depth` plies, without a table or a stop flag.
    pub const fn new(position: &'a Position, depth: u32) -> Self {
        Self {
            position,
            depth,
            table: None,
            stop: None,
            leaves: AtomicU64::new(0),
            done: AtomicU64::new(0),
        }
    }

    /// Uses `table` for subtrees.
    #[must_use]
    pub const fn with_table(mut self, table: Option<&'a PerftTable>) -> Self {
        self.table = table;
        self
    }

    /// Stops when `stop` returns true. It is called often, from all threads.
    #[must_use]
    pub const fn stopped_by(mut self, stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        self.stop = Some(stop);
        self
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop())
    }

    /// Number of leaves counted so far.
    pub fn leaves(&self) -> u64 {
        self.leaves.load(Relaxed)
    }

    /// Share of the tree counted so far, from 0 to 1.
    pub fn progress(&self) -> f64 {
        self.done.load(Relaxed) as f64 / Self::WHOLE as f64
    }

    /// Counts the leaves below each legal move on `threads` threads.
    ///
    /// # Errors
    /// The perft was stopped, the depth exceeds [`MAX_DEPTH`], the leaves are too many, or the threads
    /// cannot be started.
    pub fn divide(&self, threads: usize) -> Result<Division, PerftError> {
        if self.depth > MAX_DEPTH {
            return Err(PerftError::TooDeep(self.depth));
        }
        let Some(below) = self.depth.checked_sub(1) else {
            // The only leaf is the position itself.
            return Ok(Division { moves: Vec::new(), leaves: 1 });
        };
        let moves = movegen::legal_moves(self.position);
        let share = Self::WHOLE / moves.len().max(1) as u64;
        let count = |&mv: &Move| (mv, self.walk(&self.position.play_unchecked(mv), below, share));
        let moves = threads::with_threads(threads, || threads::map(&moves, count))?;
        if self.is_stopped() {
            return Err(PerftError::Stopped);
        }
        match sum(moves.iter().map(|&(_, leaves)| leaves)) {
            u64::MAX => Err(PerftError::TooManyLeaves(self.depth)),
            leaves => Ok(Division { moves, leaves }),
        }
    }

    /// Counts all leaves on `threads` threads.
    ///
    /// # Errors
    /// As [`Perft::divide`].
    pub fn count(&self, threads: usize) -> Result<u64, PerftError> {
        Ok(self.divide(threads)?.leaves)
    }

    /// Counts the leaves of a subtree. Each node divides its share of the tree equally among its
    /// children, which gives the progress.
    fn walk(&self, position: &Position, depth: u32, share: u64) -> u64 {
        if let Some(leaves) = self.table.and_then(|table| table.get(position, depth)) {
            self.finish(leaves, share);
            return leaves;
        }
        if self.is_stopped() {
            return 0;
        }
        let leaves = if depth <= TASK_DEPTH {
            let leaves = match self.table {
                Some(table) => perft_with_table(table, position, depth),
                None => perft(position, depth),
            };
            self.finish(leaves, share);
            leaves
        } else {
            let moves = movegen::legal_moves(position);
            let share = share / moves.len().max(1) as u64;
            let below = |&mv: &Move| self.walk(&position.play_unchecked(mv), depth - 1, share);
            sum(threads::map(&moves, below))
        };
        // After a stop the sum is incomplete.
        if let Some(table) = self.table.filter(|_| !self.is_stopped()) {
            table.put(position, depth, leaves);
        }
        leaves
    }

    fn finish(&self, leaves: u64, share: u64) {
        self.leaves.fetch_add(leaves, Relaxed);
        self.done.fetch_add(share, Relaxed);
    }
}

/// The sum of numbers of leaves, or `u64::MAX` if it is larger.
fn sum(leaves: impl IntoIterator<Item = u64>) -> u64 {
    leaves.into_iter().fold(0, u64::saturating_add)
}

/// As [`perft`], with a table for subtrees of two plies or more.
fn perft_with_table(table: &PerftTable, position: &Position, depth: u32) -> u64 {
    if depth < 2 {
        return perft(position, depth);
    }
    if let Some(leaves) = table.get(position, depth) {
        return leaves;
    }
    let mut leaves = 0;
    movegen::generate_into(position, movegen::GenType::All, |mv| {
        leaves += perft_with_table(table, &position.play_unchecked(mv), depth - 1);
    });
    table.put(position, depth, leaves);
    leaves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> Position {
        Position::start(Default::default(), Default::default())
    }

    #[test]
    fn progress_ends_at_one() {
        let position = start();
        let perft = Perft::new(&position, 5);
        assert_eq!(perft.progress(), 0.0);
        assert_eq!(perft.count(2).expect("a count"), 6_223_994);
        assert_eq!(perft.leaves(), 6_223_994);
        assert!((0.999..=1.0).contains(&perft.progress()), "{}", perft.progress());
    }

    #[test]
    fn a_stopped_perft_has_no_result_and_stores_nothing() {
        let position = start();
        let table = PerftTable::new(1).expect("a mebibyte");
        let stopped = Perft::new(&position, 5).with_table(Some(&table)).stopped_by(&|| true);
        assert!(matches!(stopped.count(2), Err(PerftError::Stopped)));
        let again = Perft::new(&position, 5).with_table(Some(&table));
        assert_eq!(again.count(1).expect("a count"), 6_223_994);
    }
}
