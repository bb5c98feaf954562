//! Time management: how much time a move gets.

use super::limits::{Clock, Limits};
use super::params;
use crate::platform::Instant;
use crate::types::Score;
use std::time::Duration;

/// The time limits of a search, set at its start.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeManager {
    started: Instant,
    /// No new iteration begins after this time, scaled by the effort of the move.
    soft: Option<Duration>,
    /// The search ends after this time.
    hard: Option<Duration>,
}

impl TimeManager {
    /// The time limits that follow from the limits of a search.
    pub(super) fn new(limits: &Limits) -> Self {
        let (soft, hard) = match (limits.move_time, limits.clock) {
            // Exactly the requested time, without a reserve.
            (Some(time), _) => (None, Some(time)),
            (None, Some(clock)) => {
                let (soft, hard) = time_budget(clock, limits.move_overhead);
                (Some(soft), Some(hard))
            }
            (None, None) => (None, None),
        };
        Self { started: limits.started, soft, hard }
    }

    /// Time since the search was requested.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the hard limit is reached. On a clock that is early when the answer is `certain`.
    pub(super) fn is_hard_limit_reached(&self, certain: bool) -> bool {
        let most = |hard| match self.soft {
            Some(soft) if certain => soft * params::effort_certain() as u32 / 100,
            _ => hard,
        };
        self.hard.is_some_and(|hard| self.elapsed() >= most(hard))
    }

    /// Whether the soft limit is reached. `effort` is the share of the usual time that the move
    /// gets, in hundredths.
    pub(super) fn is_soft_limit_reached(&self, effort: u32) -> bool {
        self.soft.is_some_and(|soft| self.elapsed() >= soft * effort / 100)
    }
}

/// What the share of time for a move depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct EffortFactors {
    /// Number of iterations since the best move changed.
    pub best_move_stability: usize,
    /// Nodes spent on the best move, and on all moves.
    pub best_move_nodes: u64,
    pub nodes: u64,
    /// How much the score fell in the last iteration, in centipawns.
    pub score_drop: Score,
}

/// The share of the usual time that a move gets, in hundredths: less when the best move is stable
/// and took most nodes, more when the score dropped.
pub(super) fn effort(factors: &EffortFactors) -> u32 {
    // [iterations since the best move changed]
    let by_stability = [
        params::effort_stability_0(),
        params::effort_stability_1(),
        params::effort_stability_2(),
        params::effort_stability_3(),
        params::effort_stability_4(),
        params::effort_stability_5(),
    ];
    let stability =
        i64::from(by_stability[factors.best_move_stability.min(by_stability.len() - 1)]);
    let nodes_share = (100 * factors.best_move_nodes / factors.nodes.max(1)) as i64;
    let by_nodes = i64::from(params::effort_nodes_base()) - nodes_share;
    let drop = factors.score_drop / params::effort_drop_divisor();
    let drop = i64::from(drop.clamp(0, params::effort_drop_max()));
    let effort = stability * by_nodes / 100 * (100 + drop) / 100;
    effort.clamp(params::effort_min().into(), params::effort_max().into()) as u32
}

/// The soft and the hard limit for a move on a clock.
fn time_budget(clock: Clock, overhead: Duration) -> (Duration, Duration) {
    // Kept for what a loaded machine may take between the decision and the answer.
    let reserve = Duration::from_millis(params::clock_reserve() as u64);
    let reserve = overhead + reserve.min(clock.remaining / 2);
    let available = clock.remaining.saturating_sub(reserve);
    let expected = params::clock_moves() as u32;
    let moves = clock.moves_to_go.unwrap_or(expected).clamp(1, expected);
    // A part of the increment is saved, so that the time left does not fall to the increment.
    let share = available / moves + percent(clock.increment, params::clock_increment_share());
    // Nearly all of the time is used only on the last move of a time control.
    let most = if moves == 1 {
        percent(available, params::clock_last_move_share())
    } else {
        available / params::clock_max_divisor() as u32
    };
    let soft = percent(share, params::clock_soft_share()).min(most);
    let hard = percent(share, params::clock_hard_share()).min(most);
    (soft, hard)
}

fn percent(time: Duration, share: i32) -> Duration {
    time * share as u32 / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With an increment, a game in which every move takes the hard limit leaves the reserve on the
    /// clock. Without one every move takes a share of the time left, so that it never runs out.
    #[test]
    fn the_reserve_is_kept() {
        for increment in [20, 100, 1_000].map(Duration::from_millis) {
            let reserve = Duration::from_millis(params::clock_reserve() as u64);
            let mut remaining = Duration::from_secs(10);
            for _ in 0..1_000 {
                let clock = Clock { remaining, increment, moves_to_go: None };
                remaining -= time_budget(clock, Duration::from_millis(10)).1;
                assert!(remaining >= reserve / 2, "{remaining:?}, {increment:?} a move");
                remaining += increment;
            }
        }
    }

    #[test]
    fn no_clock_is_ever_overspent() {
        for remaining in [0, 1, 10, 100, 1_000, 60_000] {
            for increment in [0, 10, 1_000, 100_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let clock = Clock {
                        remaining: Duration::from_millis(remaining),
                        increment: Duration::from_millis(increment),
                        moves_to_go,
                    };
                    let (soft, hard) = time_budget(clock, Duration::from_millis(10));
                    assert!(soft <= hard, "{clock:?}");
                    assert!(hard <= clock.remaining.mul_f64(0.9), "{clock:?}");
                }
            }
        }
    }
}
