//! The clocks of a game. Both sides have the same time.

use makruk::types::Color;
use sakdi_engine::search;
use sakdi_matches::clock::{EngineLimits, GameClock, TimeControl, TimeLimit};
use std::time::{Duration, Instant};

/// Largest time of a clock or for a move, in seconds.
const MOST: f64 = 24.0 * 3600.0;

/// Parses `5+3`: 5 minutes for the game, and 3 seconds more for each move.
pub(super) fn game_time(text: &str) -> Result<TimeControl, &'static str> {
    const EXPECTED: &str = "expected MINUTES or MINUTES+SECONDS, such as 5+3";
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let base = base.parse().ok().and_then(|minutes: f64| seconds(60.0 * minutes));
    let increment = increment.parse().ok().and_then(seconds);
    let (base, increment) = base.zip(increment).ok_or(EXPECTED)?;
    // Without time at the start the first move would lose on time.
    let base = if base.is_zero() { increment } else { base };
    if base.is_zero() { Err(EXPECTED) } else { Ok(TimeControl { moves: None, base, increment }) }
}

/// Parses the seconds for each move.
pub(super) fn move_time(text: &str) -> Result<Duration, &'static str> {
    let time = text.parse().ok().and_then(seconds).filter(|time| !time.is_zero());
    time.ok_or("expected a number of seconds, such as 20")
}

fn seconds(number: f64) -> Option<Duration> {
    (0.0..=MOST).contains(&number).then(|| Duration::from_secs_f64(number))
}

/// The clocks of both sides, of which one runs.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    limits: EngineLimits,
    // [color]
    sides: [GameClock; 2],
    turn: Turn,
}

/// The time that the side to move has used.
#[derive(Clone, Copy, Debug)]
enum Turn {
    Since(Instant),
    Stopped(Duration),
}

impl Clocks {
    /// The clocks at the start of a game, that of the side to move running.
    pub(super) fn new(time: TimeLimit) -> Self {
        // Players see the clock, so there is no margin.
        let margin = Some(Duration::ZERO);
        let limits = EngineLimits { time, margin, ..EngineLimits::default() };
        let sides = [GameClock::new(&limits), GameClock::new(&limits)];
        Self { limits, sides, turn: Turn::Since(Instant::now()) }
    }

    /// The clocks with their full time.
    pub(super) fn restarted(&self) -> Self {
        Self::new(self.limits.time)
    }

    /// The time control in the format of PGN.
    pub(super) fn control(&self) -> String {
        self.limits.to_string()
    }

    fn used(&self) -> Duration {
        match self.turn {
            Turn::Since(start) => start.elapsed(),
            Turn::Stopped(used) => used,
        }
    }

    /// Time that a side has left while `to_move` thinks.
    pub(super) fn left(&self, side: Color, to_move: Color) -> Duration {
        let left = self.sides[side.index()].allowance().unwrap_or_default();
        if side == to_move { left.saturating_sub(self.used()) } else { left }
    }

    /// Whether the side to move has used up its time.
    pub(super) fn has_fallen(&self, to_move: Color) -> bool {
        self.left(to_move, to_move).is_zero()
    }

    /// Switches the clocks after a move in time.
    pub(super) fn press(&mut self, mover: Color) {
        let used = self.used();
        let clock = &mut self.sides[mover.index()];
        let _in_time = clock.spend(used.min(clock.allowance().unwrap_or_default()));
        self.run();
    }

    /// Starts the clock of the side to move.
    pub(super) fn run(&mut self) {
        self.turn = Turn::Since(Instant::now());
    }

    /// Stops the clocks.
    pub(super) fn stop(&mut self) {
        self.turn = Turn::Stopped(self.used());
    }

    /// The limits of the engine's search: its clock, or a time for this move of at most `most`.
    pub(super) fn plan(
        &self,
        to_move: Color,
        most: Option<Duration>,
    ) -> (Option<search::Clock>, Option<Duration>) {
        /// Reserve for the time between the decision and the clock.
        const RESERVE: Duration = Duration::from_millis(100);
        let remaining = self.left(to_move, to_move);
        match (self.limits.time, most) {
            (TimeLimit::Clock(TimeControl { increment, .. }), None) => {
                (Some(search::Clock { remaining, increment, moves_to_go: None }), None)
            }
            (TimeLimit::Clock(_), Some(most)) => (None, Some(most.min(remaining / 4))),
            (TimeLimit::PerMove(_) | TimeLimit::None, most) => {
                let time = remaining.saturating_sub(RESERVE).max(remaining / 2);
                (None, Some(most.map_or(time, |most| most.min(time))))
            }
        }
    }
}

/// Formats a time: `4:59`, `1:00:00`, and with tenths below 10 seconds, `0:09.9`.
pub(super) fn clock_text(left: Duration) -> String {
    let tenths = left.as_millis().div_ceil(100);
    if tenths < 100 {
        return format!("0:{:02}.{}", tenths / 10, tenths % 10);
    }
    let seconds = left.as_millis().div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written() {
        let control = |text| game_time(text).map(|time| time.to_string());
        assert_eq!(control("5+3"), Ok("300+3".to_owned()));
        assert_eq!(control("0.5"), Ok("30".to_owned()));
        assert_eq!(control("0+3"), Ok("3+3".to_owned()));
        for bad in ["", "0", "0+0", "5+", "+3", "-5", "nan", "inf+1", "5+3+1", "1e9"] {
            assert!(game_time(bad).is_err(), "{bad}");
        }
        assert_eq!(move_time("20"), Ok(Duration::from_secs(20)));
        assert!(move_time("0").is_err() && move_time("x").is_err());
        let text = |millis| clock_text(Duration::from_millis(millis));
        let texts = [0, 1, 9_900, 9_901, 10_001, 299_000, 3_600_000].map(text);
        assert_eq!(texts, ["0:00.0", "0:00.1", "0:09.9", "0:10", "0:11", "4:59", "1:00:00"]);
    }

    #[test]
    fn the_side_to_move_spends_its_time_and_gets_its_increment() {
        let white = Color::White;
        let mut clocks = Clocks::new(TimeLimit::Clock(game_time("1+2").expect("a time")));
        assert_eq!(clocks.control(), "60+2");
        clocks.turn = Turn::Stopped(Duration::from_secs(10));
        assert_eq!(clocks.left(white, white), Duration::from_secs(50));
        let (clock, time) = clocks.plan(white, None);
        assert_eq!(
            (clock.map(|clock| clock.increment), time),
            (Some(Duration::from_secs(2)), None)
        );
        clocks.press(white);
        clocks.turn = Turn::Stopped(Duration::from_secs(61));
        assert_eq!(clocks.left(white, !white), Duration::from_secs(52));
        assert!(clocks.has_fallen(!white));
        let mut clocks = clocks.restarted();
        clocks.stop();
        assert!(!clocks.has_fallen(white));
        let clocks = Clocks::new(TimeLimit::PerMove(Duration::from_secs(20)));
        assert_eq!(clocks.control(), "20/move");
        let (clock, time) = clocks.plan(white, None);
        assert!(clock.is_none() && time.is_some_and(|time| time.as_secs() == 19), "{time:?}");
        let most = Some(Duration::from_secs(2));
        assert_eq!(clocks.plan(white, most), (None, most));
    }
}
