//! The weak side's moves: stalemates, captures, and the flights of its khun and its other men.

use super::{Solver, ValueFilter};
use crate::tablebase::ending::{PROMOTED, Transition};
use crate::tablebase::geometry::{WeakMove, king_set};
use crate::tablebase::index::{Mover, Placement};
use crate::tablebase::value::NEVER;
use makruk::types::{Bitboard, Color};
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
                (stuck & !self.flights_of_weak_men(row, &placement, stuck, None)).0
            })
            .collect();
        for (closed, stuck) in std::iter::zip(&mut self.closed_weak, stuck) {
            *closed |= stuck;
        }
    }

    /// Step 2, the weak khun's captures: on the level of the position after it, or at once when
    /// it converts, a capture stops being an escape.
    pub(super) fn add_captures_by_weak(&self, level: u8) {
        let ending = self.layout.ending();
        for (_, piece, _) in ending.groups().filter(|&(side, ..)| side == Color::White) {
            let successor = ending.weak_takes(piece, false);
            let (Some(solved), Some(filter)) =
                (self.solved(&successor), ValueFilter::on(successor.transition, level))
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
        lost & !self.flights_of_weak_men(row, &self.layout.placement(row), lost, Some(level))
    }

    /// Of the weak khun's squares in `asked`, those for which a move of another man of the weak side
    /// escapes on `level`, or is legal at all when that is `None`; perhaps others as well.
    fn flights_of_weak_men(
        &self,
        row: usize,
        placement: &Placement,
        asked: Bitboard,
        level: Option<u8>,
    ) -> Bitboard {
        let mut flights = Bitboard::EMPTY;
        for man in self.layout.weak_men() {
            self.geometry.weak_man_moves(placement, man, &mut |mv| {
                let barred = mv.barred | flights;
                if (asked & !barred).any() {
                    flights |= self.flights_by(row, placement, man, &mv, level) & !mv.barred;
                }
            });
        }
        flights
    }

    /// The weak khun's squares for which one move of another man escapes, barring the men between.
    fn flights_by(
        &self,
        row: usize,
        placement: &Placement,
        man: usize,
        mv: &WeakMove,
        level: Option<u8>,
    ) -> Bitboard {
        if mv.takes.is_none() && !mv.promotes {
            let after = self.layout.row_with(row, placement, man, mv.to);
            return after.map_or(Bitboard::EMPTY, |after| !Bitboard(self.closed_strong[after]));
        }
        let ending = self.layout.ending();
        let successor = match mv.takes {
            Some(taken) => ending.weak_takes(self.layout.men()[taken].piece, mv.promotes),
            None => ending.promotes(Color::Black),
        };
        if successor.ending.is_none() {
            // The strong side is left without men; its khun cannot give check.
            return Bitboard::ALL;
        }
        let becomes = if mv.promotes { PROMOTED } else { self.layout.men()[man].piece };
        let mover = Mover::Man { number: man, becomes };
        let after = self.layout.after_conversion(placement, mover, mv.to, mv.takes);
        let Some(solved) = self.solved(&successor) else { return Bitboard::EMPTY };
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
