//! Aspiration windows: the root is searched in a window around the last score, and again in a wider
//! one while it fails high or low.

use super::node::{Node, Root};
use super::observer::Bound;
use super::params;
use super::worker::{Stopped, Worker};
use crate::score::{INFINITE, MATE_BOUND};
use makruk::position::Position;
use std::time::Duration;

/// Results outside the window are not reported before this.
const FIRST_BOUND_REPORT: Duration = Duration::from_secs(1);

impl Worker<'_> {
    /// Searches for the line at `pv_index`: the best root move except those of better lines. Its
    /// score and line are in `self.root_moves` afterwards.
    pub(super) fn search_line(
        &mut self,
        position: &Position,
        depth: u32,
        pv_index: usize,
    ) -> Result<(), Stopped> {
        let last = self.root_moves.line(pv_index).previous_score();
        let mut delta = params::aspiration_delta()
            + last.map_or(0, |last| last.abs() / params::aspiration_score_divisor());
        let narrow = depth as i32 >= params::aspiration_depth();
        let (mut alpha, mut beta) = match last {
            Some(last) if narrow && last.abs() < MATE_BOUND => (last - delta, last + delta),
            _ => (-INFINITE, INFINITE),
        };
        // Fail highs in a row: each search again is one ply shallower, down to `least`, because its
        // result counts as one of the full depth.
        let mut fail_highs = 0;
        let least = (depth as i32 * params::aspiration_least_depth() / 100).max(1);
        let mut last_bound = Bound::Exact;
        loop {
            self.root_moves.begin_line(pv_index);
            self.stats.selective_depth = 0;
            let reduced = (depth as i32 - fail_highs).max(least);
            let (parent, ply, cut_node) = (position, 0, false);
            let node = Node { position, parent, alpha, beta, depth: reduced, ply, cut_node };
            let score = self.alpha_beta::<Root>(node);
            // Also after a stopped search: the previous best move was searched first, so a move that
            // now ranks above it has beaten it.
            self.root_moves.sort();
            let score = score.inspect_err(|Stopped| {
                self.finish_stopped(depth, (alpha, beta), last_bound);
            })?;
            last_bound = if score <= alpha {
                self.root_moves.fail_low(score);
                beta = (alpha + beta) / 2;
                alpha = (score - delta).max(-INFINITE);
                fail_highs = 0;
                Bound::Upper
            } else if score >= beta {
                beta = (score + delta).min(INFINITE);
                fail_highs = (fail_highs + 1).min(params::aspiration_fail_high_plies());
                Bound::Lower
            } else {
                return Ok(());
            };
            if pv_index == 0 && self.time.elapsed() >= FIRST_BOUND_REPORT {
                self.report(position, depth, pv_index, last_bound);
            }
            delta = delta * params::aspiration_growth() / 100;
            if delta > params::aspiration_delta_max() || score.abs() >= MATE_BOUND {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }
}
