//! Solves an ending by retrograde analysis, level by level from its mates.
//!
//! A level is a number of moves of the strong side. For one placement of the other men, all squares
//! of the weak khun are one [`Bitboard`] and processed at once. The squares without an escape are
//! the complement of the neighbours of all flight squares, and a move of the strong side maps a
//! whole set from one placement to another.
//!
//! The state of a placement is two sets of squares of the weak khun. `closed_strong`, with the
//! strong side to move, contains the squares that are illegal or already won; the weak khun can
//! still flee to all others. On the squares of the strong men it means something else: open while
//! the capture of that man still escapes. `closed_weak`, with the weak side to move, contains the
//! squares that are illegal, stalemate or already lost. Each level
//!
//! 1. takes back the strong side's moves from the positions lost on the level before,
//! 2. adds the positions that captures and promotions win by smaller endings,
//! 3. closes all of these squares, and
//! 4. finds the positions that lost their last flight by that.

mod conversions;
mod weak_side;

use super::ending::{Ending, MAX_MEN, Successor, Transition};
use super::geometry::Geometry;
use super::index::{Layout, flip_files};
use super::stats::Stats;
use super::value::{ILLEGAL, MAX_DISTANCE, NEVER};
use makruk::attacks;
use makruk::types::{Bitboard, Color};
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A solved ending: distances in moves of the strong side, or `NEVER`, or `ILLEGAL`.
#[derive(Debug)]
pub struct SolvedEnding {
    /// The men and how rows are numbered.
    pub layout: Layout,
    /// The strong side to move. `[row][weak khun's square]`
    pub strong: Vec<u8>,
    /// The weak side to move; empty unless requested.
    pub weak: Vec<u8>,
    /// Statistics of the ending.
    pub stats: Stats,
}

/// Why an ending could not be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// A win takes more moves than tables can hold.
    #[error("{ending}: a win takes more than {MAX_DISTANCE} moves, which tables cannot hold")]
    TooLong {
        /// The ending.
        ending: Ending,
    },
}

/// Solved endings, kept while others need them.
#[derive(Default)]
pub struct TableGenerator {
    solved: HashMap<Ending, Arc<SolvedEnding>>,
}

impl TableGenerator {
    /// Solves an ending and all that it leads to. After each level it calls `watch` with the share
    /// of decided positions, 0 to 1. What the endings in `later` need is kept.
    ///
    /// # Errors
    /// A win of one of them takes more moves than tables can hold.
    pub fn solve(
        &mut self,
        ending: Ending,
        later: &[Ending],
        watch: &(dyn Fn(Ending, f64) + Sync),
    ) -> Result<Arc<SolvedEnding>, GenerateError> {
        self.solve_with(ending, needs_weak(ending, later), watch)
    }

    /// The values with the weak side to move are kept if `keep_weak`. Only endings that lead to this
    /// one need them, which for the largest endings are those with a bia more.
    fn solve_with(
        &mut self,
        ending: Ending,
        keep_weak: bool,
        watch: &(dyn Fn(Ending, f64) + Sync),
    ) -> Result<Arc<SolvedEnding>, GenerateError> {
        if let Some(solved) = self.solved.get(&ending)
            && !(keep_weak && solved.weak.is_empty())
        {
            return Ok(Arc::clone(solved));
        }
        for successor in ending.successors() {
            self.solve_with(successor, true, watch)?;
        }
        let solved = Arc::new(Solver::new(ending, &self.solved, keep_weak).run(watch)?);
        self.solved.insert(ending, Arc::clone(&solved));
        Ok(solved)
    }

    /// Drops the largest endings but those that `next` may lead to.
    pub fn forget_for(&mut self, next: Ending) {
        let family = next.family();
        self.solved.retain(|ending, _| ending.men() < MAX_MEN || ending.family() == family);
    }
}

/// Whether the values with the weak side to move are needed: of small endings, and of those that one in
/// `later` leads to.
fn needs_weak(ending: Ending, later: &[Ending]) -> bool {
    ending.men() < MAX_MEN || later.iter().any(|later| later.successors().contains(&ending))
}

/// The values in a smaller ending that count as won on a level.
#[derive(Clone, Copy)]
enum ValueFilter {
    Exactly(u8),
    AtMost(u8),
}

impl ValueFilter {
    fn of(self, row: &[u8]) -> Bitboard {
        match self {
            Self::Exactly(level) => set_where(row, |value| value == level),
            Self::AtMost(level) => set_where(row, |value| value <= level),
        }
    }

    /// The values after a capture by the weak khun that count as won on `level`.
    fn on(transition: Transition, level: u8) -> Option<Self> {
        match transition {
            Transition::Draws => None,
            Transition::Continues => Some(Self::Exactly(level)),
            Transition::StartsCount { moves_left } => {
                (level == 0).then_some(Self::AtMost(moves_left))
            }
        }
    }
}

#[inline]
fn set_where(row: &[u8], test: impl Fn(u8) -> bool) -> Bitboard {
    let mut set = 0;
    for (square, &value) in row.iter().enumerate() {
        set |= u64::from(test(value)) << square;
    }
    Bitboard(set)
}

struct Solver<'a> {
    layout: Layout,
    smaller: &'a HashMap<Ending, Arc<SolvedEnding>>,
    geometry: Geometry,
    closed_strong: Vec<u64>,
    closed_weak: Vec<u64>,
    // The positions that this level adds; `new_strong` also has captures that no longer escape.
    new_strong: Vec<AtomicU64>,
    new_weak: Vec<u64>,
    // Until a position is won, the level on which a capture or promotion wins it, or `NEVER`.
    strong: Vec<u8>,
    weak: Vec<u8>,
    // The next level on which a row has such a position; empty in endings without.
    next_conversion: Vec<u8>,
    stats: Stats,
}

impl<'a> Solver<'a> {
    fn new(
        ending: Ending,
        smaller: &'a HashMap<Ending, Arc<SolvedEnding>>,
        keep_weak: bool,
    ) -> Self {
        let layout = Layout::new(ending);
        let rows = layout.placements();
        let mut solver = Self {
            geometry: Geometry::new(&layout),
            smaller,
            closed_strong: vec![!0; rows],
            closed_weak: vec![!0; rows],
            new_strong: (0..rows).map(|_| AtomicU64::new(0)).collect(),
            new_weak: vec![0; rows],
            strong: vec![ILLEGAL; rows * 64],
            weak: vec![ILLEGAL; if keep_weak { rows * 64 } else { 0 }],
            next_conversion: Vec::new(),
            stats: Stats::new(ending),
            layout,
        };
        solver.mark_legal();
        solver.find_strong_conversions();
        solver
    }

    /// Marks the legal positions.
    fn mark_legal(&mut self) {
        let Self { layout, geometry, .. } = self;
        let (strong_legal, weak_legal) =
            (&mut self.closed_strong, &mut self.closed_weak, self.strong.par_chunks_mut(64))
                .into_par_iter()
                .enumerate()
                .map(|(row, (closed_strong, closed_weak, values))| {
                    let placement = layout.placement(row);
                    let Some(legal) = geometry.legal(&placement) else { return (0, 0) };
                    *closed_strong = (!legal.flights).0;
                    *closed_weak = (!legal.weak_to_move).0;
                    fill(values, legal.strong_to_move, NEVER);
                    (u64::from(legal.strong_to_move.len()), u64::from(legal.weak_to_move.len()))
                })
                .reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
        self.stats.strong.legal = strong_legal;
        self.stats.weak.legal = weak_legal;
        if !self.weak.is_empty() {
            (self.weak.par_chunks_mut(64), &self.closed_weak)
                .into_par_iter()
                .for_each(|(values, &closed)| fill(values, !Bitboard(closed), NEVER));
        }
    }

    fn run(mut self, watch: &(dyn Fn(Ending, f64) + Sync)) -> Result<SolvedEnding, GenerateError> {
        let ending = self.layout.ending();
        self.close_stalemates();
        let last_successor_level = self.last_successor_level();
        let mut level = 0;
        loop {
            if level > 0 {
                self.unmove_all();
            }
            self.add_captures_by_weak(level);
            self.add_strong_conversions(level);
            let won = self.close(level);
            let lost = self.find_lost(level);
            self.stats.strong.add(level, won);
            self.stats.weak.add(level, lost);
            watch(ending, self.stats.strong.won_share());
            if lost == 0 && level >= last_successor_level {
                break;
            }
            if level == MAX_DISTANCE {
                return Err(GenerateError::TooLong { ending });
            }
            level += 1;
        }
        Ok(SolvedEnding {
            layout: self.layout,
            strong: self.strong,
            weak: self.weak,
            stats: self.stats,
        })
    }

    /// The last level on which smaller endings can still add won positions.
    fn last_successor_level(&self) -> u8 {
        let longest =
            |ending: Ending| self.smaller.get(&ending).map_or(0, |solved| solved.stats.longest());
        1 + self.layout.ending().successors().into_iter().map(longest).max().unwrap_or(0)
    }

    fn solved(&self, successor: &Successor) -> Option<&SolvedEnding> {
        self.smaller.get(&successor.ending?).map(Arc::as_ref)
    }

    /// Step 1: takes back the strong side's moves from every position that was lost on the level
    /// before.
    fn unmove_all(&self) {
        self.new_weak.par_iter().enumerate().with_min_len(1 << 10).for_each(|(row, &lost)| {
            if lost != 0 {
                self.unmove(row, Bitboard(lost));
            }
        });
    }

    fn unmove(&self, row: usize, lost: Bitboard) {
        let placement = self.layout.placement(row);
        let occupied = placement.occupied();
        for (man, &to) in placement.squares.iter().enumerate() {
            if self.layout.men()[man].color != Color::White {
                continue;
            }
            let piece = self.layout.men()[man].piece;
            for from in self.geometry.origins(piece, to, occupied) {
                // The weak khun was neither on the origin nor between origin and destination of a
                // ruea.
                let set = lost & !(from.bitboard() | self.geometry.passed_squares(piece, from, to));
                if set.any()
                    && let Some(before) = self.layout.row_with(row, &placement, man, from)
                {
                    self.mark_won(before, set);
                }
            }
        }
        let mut before = placement.clone();
        for from in attacks::king(placement.king) & !occupied {
            before.king = from;
            if let Some((row, image)) = self.layout.row_or_image(&before) {
                let set = lost & !from.bitboard();
                self.mark_won(row, if image { flip_files(set) } else { set });
            }
        }
    }

    /// Marks squares of the weak khun as won on this level.
    fn mark_won(&self, row: usize, set: Bitboard) {
        let new = set.0 & !self.closed_strong[row];
        if new != 0 {
            self.new_strong[row].fetch_or(new, Relaxed);
        }
    }

    /// Step 3. The number of positions that this level wins.
    fn close(&mut self, level: u8) -> u64 {
        let Self { layout, geometry, .. } = self;
        (&mut self.closed_strong, &self.new_strong, self.strong.par_chunks_mut(64))
            .into_par_iter()
            .enumerate()
            .map(|(row, (closed, new, values))| {
                let new = Bitboard(new.load(Relaxed) & !*closed);
                if new.is_empty() {
                    return 0;
                }
                *closed |= new.0;
                // On the squares of the men this means that a capture no longer escapes; it is no
                // position.
                let won = new & !geometry.occupied(&layout.placement(row));
                fill(values, won, level);
                u64::from(won.len())
            })
            .sum()
    }

    /// Step 4. The number of positions lost on this level.
    fn find_lost(&mut self, level: u8) -> u64 {
        let mut new_weak = std::mem::take(&mut self.new_weak);
        let this = &*self;
        let lost = new_weak
            .par_iter_mut()
            .enumerate()
            .with_min_len(1 << 10)
            .map(|(row, new)| {
                *new = this.lost(row, level).0;
                u64::from(Bitboard(*new).len())
            })
            .sum();
        self.new_weak = new_weak;
        (&mut self.closed_weak, &self.new_weak, &self.new_strong).into_par_iter().for_each(
            |(closed, lost, new)| {
                *closed |= lost;
                new.store(0, Relaxed);
            },
        );
        if !self.weak.is_empty() {
            (self.weak.par_chunks_mut(64), &self.new_weak)
                .into_par_iter()
                .for_each(|(values, &lost)| fill(values, Bitboard(lost), level));
        }
        lost
    }
}

/// Writes a value on a set of squares.
fn fill(values: &mut [u8], set: Bitboard, value: u8) {
    for square in set {
        values[square.index()] = value;
    }
}

#[cfg(test)]
mod tests;
