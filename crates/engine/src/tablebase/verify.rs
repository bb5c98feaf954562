//! Checks a table against the rules: every entry must follow from those after its legal moves, by
//! the move generator and the counting rules of games. It shares no code with the table generator.

use super::ending::Ending;
use super::index::{Layout, Placement};
use super::table::Table;
use super::{Stats, Tablebase};
use makruk::movegen;
use makruk::position::{Man, Position, Setup};
use makruk::rules::counting::CountStart;
use makruk::rules::{Count, CountingRule, Variant};
use makruk::types::{Color, Piece, Square};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rayon::prelude::*;

/// How much of a table to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Every position.
    All,
    /// Random positions of each side to move.
    Sample {
        /// Number of positions.
        positions: u64,
        /// Seed of the choice.
        seed: u64,
    },
}

/// The result of a check.
#[derive(Clone, Debug)]
pub struct VerifyReport {
    /// Number of positions checked.
    pub positions: u64,
    /// The first wrong entries, at most [`MAX_LISTED`] of them.
    pub wrong_entries: Vec<WrongEntry>,
    /// Number of wrong entries.
    pub wrong: u64,
    /// Whether the statistics of the table are right; checked only with [`Extent::All`].
    pub stats_agree: bool,
}

/// A wrong entry.
#[derive(Clone, Copy, Debug)]
pub struct WrongEntry {
    /// The position.
    pub position: Position,
    /// The distance in the table.
    pub found: Option<u8>,
    /// The distance that follows from the moves.
    pub expected: Option<u8>,
}

/// Why a table cannot be checked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// There is no table of the ending.
    #[error("there is no table {0}")]
    Missing(Ending),
}

/// Largest number of wrong entries in a report.
pub const MAX_LISTED: usize = 10;

impl VerifyReport {
    fn empty() -> Self {
        Self { positions: 0, wrong_entries: Vec::new(), wrong: 0, stats_agree: true }
    }

    fn merged(mut self, other: Self) -> Self {
        self.positions += other.positions;
        self.wrong += other.wrong;
        self.wrong_entries.extend(other.wrong_entries);
        self.wrong_entries.truncate(MAX_LISTED);
        self
    }

    /// Whether nothing is wrong.
    pub fn is_clean(&self) -> bool {
        self.wrong == 0 && self.stats_agree
    }
}

/// Checks the table of an ending. Calls `watch` with the number of positions checked.
///
/// # Errors
/// When there is no such table, or none of an ending it leads to.
pub fn verify(
    tables: &Tablebase,
    ending: Ending,
    extent: Extent,
    watch: &(dyn Fn(u64) + Sync),
) -> Result<VerifyReport, VerifyError> {
    let table = tables.table(ending).ok_or(VerifyError::Missing(ending))?;
    for successor in ending.successors() {
        tables.table(successor).ok_or(VerifyError::Missing(successor))?;
    }
    let check = Check { tables, table, watch };
    Ok(match extent {
        Extent::All => check.all(),
        Extent::Sample { positions, seed } => check.sample(positions, seed),
    })
}

struct Check<'a> {
    tables: &'a Tablebase,
    table: &'a Table,
    watch: &'a (dyn Fn(u64) + Sync),
}

impl Check<'_> {
    fn all(&self) -> VerifyReport {
        let layout = self.table.layout();
        let (mut report, stats) = (0..layout.placements())
            .into_par_iter()
            .fold(
                || (VerifyReport::empty(), Stats::new(layout.ending())),
                |(mut report, mut stats), row| {
                    let before = report.positions;
                    let placement = layout.placement(row);
                    for square in Square::all() {
                        for to_move in Color::ALL {
                            self.entry(&placement, square, to_move, &mut report, &mut stats);
                        }
                    }
                    (self.watch)(report.positions - before);
                    (report, stats)
                },
            )
            .reduce(
                || (VerifyReport::empty(), Stats::new(layout.ending())),
                |(report, mut stats), (other, others)| {
                    stats.merge(&others);
                    (report.merged(other), stats)
                },
            );
        report.stats_agree = stats == *self.table.stats();
        report
    }

    fn sample(&self, positions: u64, seed: u64) -> VerifyReport {
        let layout = self.table.layout();
        // Many random placements are illegal, for example with adjacent khuns.
        let attempts = 100 * positions;
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut report = VerifyReport::empty();
        for to_move in Color::ALL {
            let mut stats = Stats::new(layout.ending());
            let wanted = report.positions + positions;
            for _ in 0..attempts {
                let placement = layout.placement(rng.random_range(0..layout.placements()));
                let square = Square::from_index(rng.random_range(0..64));
                let before = report.positions;
                self.entry(&placement, square, to_move, &mut report, &mut stats);
                (self.watch)(report.positions - before);
                if report.positions == wanted {
                    break;
                }
            }
        }
        report
    }

    /// Checks one entry, if it is a legal position.
    fn entry(
        &self,
        placement: &Placement,
        weak_king: Square,
        to_move: Color,
        report: &mut VerifyReport,
        stats: &mut Stats,
    ) {
        let Some(position) = position(self.table.layout(), placement, weak_king, to_move) else {
            return;
        };
        let found = self.distance(&position);
        let expected = self.expected(&position);
        report.positions += 1;
        if found != expected {
            report.wrong += 1;
            if report.wrong_entries.len() < MAX_LISTED {
                let [found, expected] = [found, expected].map(Option::flatten);
                report.wrong_entries.push(WrongEntry { position, found, expected });
            }
        }
        let side = if to_move == Color::White { &mut stats.strong } else { &mut stats.weak };
        side.legal += 1;
        if let Some(distance) = expected.flatten() {
            side.add(distance, 1);
        }
    }

    /// The distance by the tables; the outer `None` if the position is not in them.
    fn distance(&self, position: &Position) -> Option<Option<u8>> {
        Some(self.tables.probe_side(position, Color::White)?.distance)
    }

    /// The distance by the moves: for White, the strong side, one more than the shortest distance
    /// after a move; for Black the longest.
    fn expected(&self, position: &Position) -> Option<Option<u8>> {
        let moves = movegen::legal_moves(position);
        let strong_to_move = position.to_move() == Color::White;
        if moves.is_empty() {
            return Some((!strong_to_move && position.in_check()).then_some(0));
        }
        if position.is_dead() {
            return Some(None);
        }
        let mut best = if strong_to_move { None } else { Some(0) };
        for mv in moves {
            let after = position.play_unchecked(mv);
            let distance = self.distance_after(position, &after)?;
            best = match (best, distance) {
                (best, None) if strong_to_move => best,
                (best, Some(distance)) if strong_to_move => {
                    Some(best.map_or(distance + 1, |best: u8| best.min(distance + 1)))
                }
                (Some(best), Some(distance)) => Some(best.max(distance)),
                (_, _) => None,
            };
        }
        Some(best)
    }

    /// The distance that remains after a move: none when the move starts a count in which White
    /// wins.
    fn distance_after(&self, before: &Position, after: &Position) -> Option<Option<u8>> {
        if after.is_bare(Color::White) {
            return Some(None);
        }
        let result = self.tables.probe_side(after, Color::White)?;
        let bares = !before.is_bare(Color::Black) && after.is_bare(Color::Black);
        let starts = after.count().is_running() && (bares || !before.count().is_running());
        let mated = result.distance == Some(0) && after.to_move() == Color::Black;
        Some(if starts && !mated { result.won.then_some(0) } else { result.distance })
    }
}

/// The position of an entry, with White as the strong side and a count that has just started;
/// `None` if the position is illegal.
pub fn position(
    layout: &Layout,
    placement: &Placement,
    weak_king: Square,
    to_move: Color,
) -> Option<Position> {
    let ending = layout.ending();
    let mut occupied = placement.occupied();
    if occupied.len() as usize != placement.squares.len() + 1 || occupied.contains(weak_king) {
        return None;
    }
    occupied |= weak_king.bitboard();
    debug_assert_eq!(occupied.len(), u32::from(ending.men()));
    let mut setup = Setup::empty();
    setup.put(placement.king, Man::new(Color::White, Piece::King));
    setup.put(weak_king, Man::new(Color::Black, Piece::King));
    for (man, &square) in std::iter::zip(layout.men(), &placement.squares) {
        setup.put(square, *man);
    }
    setup.to_move = to_move;
    if !ending.has_pawns() {
        let CountStart { last, counted } = ending.count_start();
        // Black counts, so at its turn the ply is even.
        let ply = 2 * counted + u16::from(to_move == Color::White);
        setup.count = Count { limit: 2 * last, ply };
    }
    setup.build(Variant::Makruk, CountingRule::MAKRUK).ok()
}

#[cfg(test)]
mod tests;
