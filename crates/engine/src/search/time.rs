//! Time management: how much time a move gets.

use super::limits::{Clock, Limits};
use super::params;
use crate::Score;
use makruk::position::Position;
use sakdi_platform::Instant;
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
    /// The time limits that follow from the limits of a search of this position.
    pub(super) fn new(limits: &Limits, root: &Position) -> Self {
        let (soft, hard) = match (limits.move_time, limits.clock) {
            // Exactly the requested time, without a reserve, unless less is left on the clock. Clients
            // that use no clock may send one that stands at 0.
            (Some(time), Some(clock)) if !clock.remaining.is_zero() => {
                (None, Some(time.min(available(clock, limits.move_overhead))))
            }
            (Some(time), _) => (None, Some(time)),
            (None, Some(clock)) => {
                let men = root.occupied().len();
                let (soft, hard) = time_budget(clock, limits.move_overhead, men);
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
    /// Changes of the best move from iteration to iteration.
    pub best_move_changes: BestMoveChanges,
    /// Nodes spent on the best move, and on all moves.
    pub best_move_nodes: u64,
    pub nodes: u64,
    /// How much the score fell in the last iteration, in centipawns.
    pub iteration_drop: Score,
    /// How much the score is below that of the last search of the same game, in centipawns.
    pub move_drop: Score,
}

/// The number of changes of the best move, in thousandths. Each counts less from iteration to
/// iteration.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BestMoveChanges(i32);

impl BestMoveChanges {
    /// Adds an iteration.
    pub(super) fn update(&mut self, changed: bool) {
        self.0 = self.0 * params::effort_changes_decay() / 100 + if changed { 1000 } else { 0 };
    }
}

/// The share of the usual time that a move gets, in hundredths: less when the best move is stable
/// and took most nodes, more when it changed often or the score dropped.
pub(super) fn effort(factors: &EffortFactors) -> u32 {
    let by_changes =
        params::effort_stable() + params::effort_change() * factors.best_move_changes.0 / 1000;
    let nodes_share = (100 * factors.best_move_nodes / factors.nodes.max(1)) as i64;
    let by_nodes = i64::from(params::effort_nodes_base()) - nodes_share;
    let drop = factors.iteration_drop.max(0) * params::effort_iteration_drop()
        + factors.move_drop.max(0) * params::effort_move_drop();
    let by_drop = 100 + i64::from((drop / 100).min(params::effort_drop_max()));
    let effort = i64::from(by_changes) * by_nodes / 100 * by_drop / 100;
    effort.clamp(params::effort_min().into(), params::effort_max().into()) as u32
}

/// The number of moves by which to divide the clock without `movestogo`: the fewer men, the fewer
/// moves are left. Makruk games have two to three times as many moves to go, but the time left
/// shrinks only in proportion, and most games are decided before their last moves. Without an
/// increment the time must last for those, too.
fn expected_moves(men: u32, increment: Duration) -> u32 {
    let is_small = increment < Duration::from_millis(params::clock_small_increment() as u64);
    let more = if is_small { params::clock_moves_without_increment() } else { 0 };
    (params::clock_moves() + men as i32 * params::clock_moves_per_man() / 100 + more) as u32
}

/// The time on a clock without what is kept for the delays between the decision and the answer, which on a
/// loaded machine are long.
fn available(clock: Clock, overhead: Duration) -> Duration {
    let reserve = Duration::from_millis(params::clock_reserve() as u64);
    clock.remaining.saturating_sub(overhead + reserve.min(clock.remaining / 2))
}

/// The soft and the hard limit for a move on a clock.
fn time_budget(clock: Clock, overhead: Duration, men: u32) -> (Duration, Duration) {
    let available = available(clock, overhead);
    let expected = expected_moves(men, clock.increment);
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

    const MEN: [u32; 5] = [2, 5, 9, 20, 32];

    /// A search that began 100 s ago.
    fn running(soft: Option<Duration>, hard: Option<Duration>) -> TimeManager {
        TimeManager { started: Instant::now() - Duration::from_secs(100), soft, hard }
    }

    #[test]
    fn a_search_ends_at_the_hard_limit_and_earlier_when_certain() {
        let time = |seconds| Some(Duration::from_secs(seconds));
        assert!(running(None, time(100)).is_hard_limit_reached(false));
        for certain in [false, true] {
            assert!(!running(None, time(1_000)).is_hard_limit_reached(certain));
            assert!(!running(None, None).is_hard_limit_reached(certain));
        }
        // The soft limit that ends a search with a certain answer after this time.
        let ends_after =
            |seconds| Some(Duration::from_secs(seconds) * 100 / params::effort_certain() as u32);
        assert!(running(ends_after(50), time(90_000)).is_hard_limit_reached(true));
        assert!(!running(ends_after(50), time(90_000)).is_hard_limit_reached(false));
        assert!(!running(ends_after(500), time(90_000)).is_hard_limit_reached(true));
    }

    #[test]
    fn a_time_for_the_move_does_not_exceed_the_clock() {
        let root = Position::start(Default::default(), Default::default());
        let hard = |move_time, remaining| {
            let clock = Clock { remaining, increment: Duration::ZERO, moves_to_go: None };
            let limits =
                Limits { move_time: Some(move_time), clock: Some(clock), ..Limits::default() };
            TimeManager::new(&limits, &root).hard.expect("a limit")
        };
        let seconds = Duration::from_secs;
        assert_eq!(hard(seconds(5), seconds(10)), seconds(5));
        assert!((seconds(9)..seconds(10)).contains(&hard(seconds(20), seconds(10))));
        assert_eq!(hard(seconds(5), Duration::ZERO), seconds(5));
    }

    #[test]
    fn no_iteration_begins_after_the_effort_of_the_move() {
        let reached = |soft, effort| {
            running(Some(Duration::from_secs(soft)), None).is_soft_limit_reached(effort)
        };
        assert!(reached(1_000, 5) && reached(50, 100));
        assert!(!reached(1_000, 100) && !reached(50, 1_000));
        assert!(!running(None, None).is_soft_limit_reached(1));
        assert!(running(None, None).elapsed() >= Duration::from_secs(100));
    }

    /// Also where all that is left is not more than the reserve.
    #[test]
    fn some_time_is_left_to_think() {
        let remaining = Duration::from_millis(params::clock_reserve() as u64);
        let clock = Clock { remaining, increment: Duration::ZERO, moves_to_go: Some(1) };
        assert!(time_budget(clock, Duration::ZERO, 20).1 > remaining / 4);
    }

    /// With an increment, at least half of the reserve stays on the clock even if every move takes the
    /// hard limit. Without one every move takes a share of the time left, so that it never runs out.
    #[test]
    fn the_reserve_is_kept() {
        for men in MEN {
            for increment in [20, 100, 1_000].map(Duration::from_millis) {
                let reserve = Duration::from_millis(params::clock_reserve() as u64);
                let mut remaining = Duration::from_secs(10);
                for _ in 0..1_000 {
                    let clock = Clock { remaining, increment, moves_to_go: None };
                    remaining -= time_budget(clock, Duration::from_millis(10), men).1;
                    assert!(remaining >= reserve / 2, "{remaining:?}, {increment:?} a move");
                    remaining += increment;
                }
            }
        }
    }

    #[test]
    fn no_clock_is_ever_overspent() {
        for remaining in [0, 1, 10, 100, 1_000, 60_000] {
            for increment in [0, 10, 1_000, 100_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                    for men in MEN {
                        let clock = Clock {
                            remaining: Duration::from_millis(remaining),
                            increment: Duration::from_millis(increment),
                            moves_to_go,
                        };
                        let overhead = Duration::from_millis(10);
                        let (soft, hard) = time_budget(clock, overhead, men);
                        assert!(soft <= hard, "{clock:?}");
                        assert!(hard <= clock.remaining.mul_f64(0.9), "{clock:?}");
                    }
                }
            }
        }
    }

    /// Regression: with 3 s for the whole game, engines lost on time after 100 moves.
    #[test]
    fn a_time_for_the_whole_game_lasts_for_a_long_game() {
        for seconds in [3, 60] {
            let mut remaining = Duration::from_secs(seconds);
            for mv in 0..150_u32 {
                let clock = Clock { remaining, increment: Duration::ZERO, moves_to_go: None };
                let men = 20_u32.saturating_sub(mv / 5).max(4);
                let soft = time_budget(clock, Duration::from_millis(10), men).0;
                // The last iteration ends later, and the answer takes its way.
                remaining -= percent(soft, 120) + Duration::from_millis(4);
            }
            assert!(remaining > Duration::from_millis(200), "{remaining:?} of {seconds} s");
        }
    }

    #[test]
    fn most_of_a_time_for_each_move_is_used() {
        let time = Duration::from_secs(20);
        let clock = Clock { remaining: time, increment: Duration::ZERO, moves_to_go: Some(1) };
        let (soft, hard) = time_budget(clock, Duration::from_millis(10), 20);
        assert!(soft > time / 2 && hard > time * 8 / 10 && hard < time * 19 / 20);
    }

    /// The increment comes back with every move, so more than half of it may be spent.
    #[test]
    fn an_increment_gives_more_time() {
        for men in MEN {
            let remaining = Duration::from_secs(60);
            let budget = |increment| {
                let clock = Clock { remaining, increment, moves_to_go: None };
                time_budget(clock, Duration::from_millis(10), men)
            };
            let (soft, hard) = budget(Duration::from_secs(1));
            let (soft_of_more, hard_of_more) = budget(Duration::from_secs(3));
            assert!(soft_of_more >= soft + Duration::from_millis(500), "{men} men");
            assert!(hard_of_more >= hard + Duration::from_millis(500), "{men} men");
        }
    }

    /// One move takes at most a tenth of the time left; with 20 moves to go a fifth, with 2 half.
    #[test]
    fn the_hard_limit_is_a_few_shares_of_the_clock() {
        let remaining = Duration::from_secs(60);
        for (moves_to_go, most) in [(None, 10), (Some(40), 10), (Some(20), 5), (Some(2), 2)] {
            for increment in [Duration::ZERO, Duration::from_millis(100)] {
                let clock = Clock { remaining, increment, moves_to_go };
                let hard = time_budget(clock, Duration::from_millis(10), 32).1;
                assert!(hard <= remaining / most, "{clock:?}: {hard:?}");
            }
        }
    }

    #[test]
    fn more_men_and_no_increment_leave_more_moves() {
        let increment = Duration::from_millis(100);
        assert!(expected_moves(5, increment) < expected_moves(32, increment));
        assert!(expected_moves(5, increment) < expected_moves(5, Duration::ZERO));
        let moves: Vec<u32> = (2..=32).map(|men| expected_moves(men, increment)).collect();
        assert!(moves.is_sorted() && moves[0] >= 10 && moves[30] <= 100, "{moves:?}");
    }

    #[test]
    fn instability_and_falling_scores_take_more_time() {
        let quiet = EffortFactors {
            best_move_changes: BestMoveChanges::default(),
            best_move_nodes: 60,
            nodes: 100,
            iteration_drop: 0,
            move_drop: 0,
        };
        let after = |changes: &[bool]| {
            let mut best_move_changes = BestMoveChanges::default();
            changes.iter().for_each(|changed| best_move_changes.update(*changed));
            effort(&EffortFactors { best_move_changes, ..quiet })
        };
        let stable = effort(&quiet);
        assert!(stable < after(&[true, false, false]));
        assert!(after(&[true, false, false]) < after(&[true, false]));
        assert!(after(&[true]) < after(&[true, true]));
        assert!(stable < effort(&EffortFactors { iteration_drop: 40, ..quiet }));
        assert!(stable < effort(&EffortFactors { move_drop: 40, ..quiet }));
        let dropped = |drop| effort(&EffortFactors { iteration_drop: drop, ..quiet });
        assert!(dropped(40) < dropped(80));
        let with_nodes = |nodes| effort(&EffortFactors { best_move_nodes: nodes, ..quiet });
        assert!(with_nodes(90) < with_nodes(60) && with_nodes(60) < with_nodes(30));
        let rising = EffortFactors { iteration_drop: -400, move_drop: -400, ..quiet };
        assert_eq!(effort(&rising), stable);
        let worst = EffortFactors { iteration_drop: 30_000, move_drop: 60_000, ..quiet };
        assert!(effort(&worst) <= params::effort_max() as u32);
    }
}
