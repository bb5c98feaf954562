//! The strong side's captures and promotions, which win by smaller endings.
//!
//! Each position's are generated once. The first level on which one of them wins is kept in the
//! place of the position's value, until it is won there or earlier.

use super::{Solver, ValueFilter};
use crate::tablebase::ending::Transition;
use crate::tablebase::value::{ILLEGAL, NEVER};
use rayon::prelude::*;

impl Solver<'_> {
    /// Finds on which level each position is won by a capture or a promotion.
    pub(super) fn find_strong_conversions(&mut self) {
        let ending = self.layout.ending();
        if ending.is_bare() && !ending.has_pawns() {
            return;
        }
        let mut strong = std::mem::take(&mut self.strong);
        let this = &*self;
        self.next_conversion = strong
            .par_chunks_mut(64)
            .enumerate()
            .with_min_len(1 << 10)
            .map(|(row, levels)| this.conversions_of_row(row, levels))
            .collect();
        self.strong = strong;
    }

    /// Writes the levels of one row, and returns the first of them.
    fn conversions_of_row(&self, row: usize, levels: &mut [u8]) -> u8 {
        if self.closed_strong[row] == !0 {
            return NEVER;
        }
        let mut first = NEVER;
        let placement = self.layout.placement(row);
        self.geometry.strong_conversions(&self.layout, &placement, &mut |conversion| {
            let successor = conversion.successor;
            let Some(solved) = self.solved(&successor) else { return };
            let Some((after, image)) = solved.layout.row_or_image(&conversion.after) else {
                return;
            };
            let values = &solved.weak[after * 64..][..64];
            // Mirrored, a square has another file.
            let mirror = if image { 7 } else { 0 };
            for (square, level) in levels.iter_mut().enumerate() {
                let won_on = match successor.transition {
                    Transition::Draws => NEVER,
                    Transition::Continues => values[square ^ mirror].saturating_add(1).min(NEVER),
                    Transition::StartsCount { moves_left } => {
                        if values[square ^ mirror] <= moves_left { 1 } else { NEVER }
                    }
                };
                let is_barred = conversion.barred.0 >> square & 1 != 0;
                if won_on < *level && *level != ILLEGAL && !is_barred {
                    *level = won_on;
                    first = first.min(won_on);
                }
            }
        });
        first
    }

    /// Step 2, the strong side's captures and promotions.
    pub(super) fn add_strong_conversions(&mut self, level: u8) {
        let mut next = std::mem::take(&mut self.next_conversion);
        let this = &*self;
        next.par_iter_mut().enumerate().with_min_len(1 << 10).for_each(|(row, next)| {
            if *next != level {
                return;
            }
            let levels = &this.strong[row * 64..][..64];
            this.mark_won(row, ValueFilter::Exactly(level).of(levels));
            // Those of won positions are their values, which are at most the level.
            let later = levels.iter().filter(|&&later| later > level);
            *next = later.min().copied().unwrap_or(NEVER);
        });
        self.next_conversion = next;
    }
}
