//! How long to think.

use super::limits::{Clock, Limits};
use super::params;
use crate::platform::Instant;
use std::time::Duration;

/// When to stop, as fixed at the start of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeManager {
    started: Instant,
    /// Begin no new iteration after this long.
    soft: Option<Duration>,
    /// Stop at once after this long.
    hard: Option<Duration>,
}

impl TimeManager {
    pub(super) fn new(limits: &Limits) -> Self {
        let (soft, hard) = match (limits.move_time, limits.clock) {
            // Exactly what was asked for; whoever needs a reserve asks for less.
            (Some(time), _) => (None, Some(time)),
            (None, Some(clock)) => {
                let (soft, hard) = shares(clock, limits.move_overhead);
                (Some(soft), Some(hard))
            }
            (None, None) => (None, None),
        };
        Self { started: limits.started, soft, hard }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether to stop at once; on a clock that is soon where the answer is `certain`.
    pub(super) fn is_over(&self, certain: bool) -> bool {
        let most = |hard| match self.soft {
            Some(soft) if certain => soft * CERTAIN / 100,
            _ => hard,
        };
        self.hard.is_some_and(|hard| self.elapsed() >= most(hard))
    }

    /// Whether the time is better kept than spent on another iteration, which would use `effort`
    /// hundredths of the usual time.
    pub(super) fn is_enough(&self, effort: u32) -> bool {
        self.soft.is_some_and(|soft| self.elapsed() >= soft * effort / 100)
    }
}

/// Hundredths of the usual time for an answer that more thought would not change.
pub(super) const CERTAIN: u32 = 5;
/// Never planned with: what a loaded machine may take between a decision and the answer. Half of a
/// clock that has less than twice as much.
const RESERVE: Duration = Duration::from_millis(200);

/// Soft and hard share of a clock.
fn shares(clock: Clock, overhead: Duration) -> (Duration, Duration) {
    let reserve = overhead + RESERVE.min(clock.remaining / 2);
    let available = clock.remaining.saturating_sub(reserve);
    let expected = params::clock_moves() as u32;
    let moves = clock.moves_to_go.unwrap_or(expected).clamp(1, expected);
    // Part of the increment is kept, so that the clock does not run down to it.
    let share = available / moves + clock.increment * 3 / 4;
    // All of it only on the last move of a time control.
    let most = if moves == 1 { available * 9 / 10 } else { available / 3 };
    let soft = (share * params::clock_soft_share() as u32 / 100).min(most);
    let hard = (share * 3).min(most);
    (soft, hard)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With an increment, moves that all take as long as they may leave the reserve on the clock.
    /// Without one every move takes a share of what is left, so that the clock never runs out.
    #[test]
    fn the_reserve_is_kept() {
        for increment in [20, 100, 1_000].map(Duration::from_millis) {
            let mut remaining = Duration::from_secs(10);
            for _ in 0..1_000 {
                let clock = Clock { remaining, increment, moves_to_go: None };
                remaining -= shares(clock, Duration::from_millis(10)).1;
                assert!(remaining >= RESERVE / 2, "{remaining:?}, {increment:?} a move");
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
                    let (soft, hard) = shares(clock, Duration::from_millis(10));
                    assert!(soft <= hard, "{clock:?}");
                    assert!(hard <= clock.remaining.mul_f64(0.9), "{clock:?}");
                }
            }
        }
    }
}
