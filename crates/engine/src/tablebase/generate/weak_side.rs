//! The weak side's moves: stalemates, captures, and the flights of its khun and its other man.

use super::{Solver, ValueFilter};
use crate::tablebase::ending::Transition;
use crate::tablebase::geometry::king_set;
use crate::tablebase::index::Placement;
use crate::tablebase::value::NEVER;
use makruk::types::{Bitboard, Square};
use rayon::prelude::*;
use std::sync::atomic::Ordering::Relaxed;

impl Solver<'_> {
    /// Weak khuns that cannot move and are not in check are never lost.
    pub(super) fn close_stalemates(&mut self) {
        let stuck: Vec<u64> = (0..self.layout.placements())
            .into_par_iter()
            .map(|row| {
                let open = !Bitboard(self.closed_weak[row]);
                if open.is_empty() {
                    return 0;
                }
                let placement = self.layout.placement(row);
                let checked = self.geometry.attacked(&placement);
                let stuck = open & !checked & !king_set(!Bitboard(self.closed_strong[row]));
                if stuck.is_empty() {
                    return 0;
                }
                (stuck & !self.flights_of_weak_man(row, &placement, None)).0
            })
            .collect();
        for (closed, stuck) in std::iter::zip(&mut self.closed_weak, stuck) {
            *closed |= stuck;
        }
    }

    /// Step 2, the bare khun's captures: on the level of the position after it, or at once when
    /// it converts, a capture stops being an escape.
    pub(super) fn add_captures_by_weak(&self, level: u8) {
        let ending = self.layout.ending();
        if !ending.is_bare() {
            // The capture leaves the strong side without men.
            return;
        }
        for (_, piece, _) in ending.groups() {
            let successor = ending.weak_takes(piece);
            let (Some(solved), Some(filter)) =
                (self.solved(&successor), ValueFilter::on(successor.transition, level, 0))
            else {
                continue;
            };
            if level > solved.stats.longest() {
                continue;
            }
            // The captured man's index among the others.
            let at = self.layout.men().iter().position(|man| man.piece == piece).unwrap_or(0);
            solved.strong.par_chunks(64).enumerate().for_each(|(row, values)| {
                let set = filter.of(values);
                if set.any() {
                    let after = solved.layout.placement(row);
                    for square in set & !after.occupied() {
                        let mut before = after.clone();
                        before.squares.insert(at, square);
                        if let Some(row) = self.layout.row(&before) {
                            self.mark_won(row, square.bitboard());
                        }
                    }
                }
            });
        }
    }

    /// The weak khun's squares of one placement that have lost their last flight.
    pub(super) fn lost(&self, row: usize, level: u8) -> Bitboard {
        let bare = self.layout.ending().is_bare();
        // Against a bare khun only a change in the same row can remove a flight square.
        if bare && level > 0 && self.new_strong[row].load(Relaxed) == 0 {
            return Bitboard::EMPTY;
        }
        let open = !Bitboard(self.closed_weak[row]);
        let lost = open & !king_set(!Bitboard(self.closed_strong[row]));
        if bare || lost.is_empty() {
            return lost;
        }
        lost & !self.flights_of_weak_man(row, &self.layout.placement(row), Some(level))
    }

    /// The weak khun's squares for which a move of the weak side's other man escapes on `level`,
    /// or is legal at all when that is `None`.
    fn flights_of_weak_man(
        &self,
        row: usize,
        placement: &Placement,
        level: Option<u8>,
    ) -> Bitboard {
        let mut flights = Bitboard::EMPTY;
        let Some(man) = self.layout.weak_man() else { return flights };
        self.geometry.weak_man_moves(&self.layout, placement, man, &mut |mv| {
            let set = if mv.takes {
                // The strong side is left without men; its khun cannot give check.
                Bitboard::ALL
            } else if mv.promotes {
                self.flights_by_promotion(placement, man, mv.to, level)
            } else {
                let after = self.layout.row_with(row, placement, man, mv.to);
                after.map_or(Bitboard::EMPTY, |after| !Bitboard(self.closed_strong[after]))
            };
            flights |= set & !mv.barred;
        });
        flights
    }

    fn flights_by_promotion(
        &self,
        placement: &Placement,
        man: usize,
        to: Square,
        level: Option<u8>,
    ) -> Bitboard {
        let successor = self.layout.ending().weak_promotes();
        let Some(solved) = self.solved(&successor) else { return Bitboard::EMPTY };
        let mut after = placement.clone();
        after.squares[man] = to;
        let Some(row) = solved.layout.row(&after) else { return Bitboard::EMPTY };
        let values = &solved.strong[row * 64..][..64];
        let legal = ValueFilter::AtMost(NEVER).of(values);
        let lost = match (level, successor.transition) {
            (None, _) | (_, Transition::Draws) => Bitboard::EMPTY,
            (Some(level), Transition::Continues) => ValueFilter::AtMost(level).of(values),
            (_, Transition::StartsCount { moves_left }) => {
                ValueFilter::AtMost(moves_left).of(values)
            }
        };
        legal & !lost
    }
}
