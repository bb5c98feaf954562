//! Time controls and clocks.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// What an engine may use for its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub time: TimeLimit,
    /// Nodes a move.
    pub nodes: Option<u64>,
    /// Plies of depth.
    pub depth: Option<u32>,
    /// Time that may be overdrawn without loss; by default as [`TimeLimit::margin`] says.
    pub margin: Option<Duration>,
}

impl Limits {
    /// Whether nothing would ever end a search.
    pub fn is_endless(&self) -> bool {
        self.time == TimeLimit::None && self.nodes.is_none() && self.depth.is_none()
    }
}

/// How time is limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeLimit {
    #[default]
    None,
    /// A clock for the game.
    Clock(TimeControl),
    /// A fixed time for each move.
    PerMove(Duration),
}

impl TimeLimit {
    /// What may be overdrawn unless the user says otherwise: nothing of a clock, which the engine
    /// sees and can save on; a tenth of a second of a fixed time a move, which engines take as
    /// the time to use and stop at rather than before.
    const fn margin(self) -> Duration {
        match self {
            Self::PerMove(_) => Duration::from_millis(100),
            Self::None | Self::Clock(_) => Duration::ZERO,
        }
    }
}

/// A clock's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Moves that the base time is for; the whole game without.
    pub moves: Option<u32>,
    pub base: Duration,
    pub increment: Duration,
}

impl TimeControl {
    pub(super) const EXPECTED: &str =
        "[MOVES/]SECONDS[+INCREMENT], [MOVES/]MINUTES:SECONDS[+INCREMENT] or inf";
}

/// A text that is no time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a time control: expected {}", TimeControl::EXPECTED)]
pub struct TimeControlError;

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                let moves = moves.parse().ok().filter(|&moves| moves > 0);
                (Some(moves.ok_or(TimeControlError)?), rest)
            }
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (minutes, base) = base.split_once(':').unwrap_or(("0", base));
        let minutes: u32 = minutes.parse().map_err(|_| TimeControlError)?;
        let base = seconds(base).ok_or(TimeControlError)?;
        let base = base.saturating_add(Duration::from_secs(60) * minutes);
        let increment = seconds(increment).ok_or(TimeControlError)?;
        if base.is_zero() && increment.is_zero() {
            return Err(TimeControlError);
        }
        Ok(Self { moves, base, increment })
    }
}

/// As PGN's TimeControl tag has it: `40/60+0.5`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// As PGN's TimeControl tag has it where that can: `20/move` is ours.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        match self.time {
            TimeLimit::None => {}
            TimeLimit::Clock(control) => parts.push(control.to_string()),
            TimeLimit::PerMove(time) => parts.push(format!("{}/move", time.as_secs_f64())),
        }
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        parts.extend(self.depth.map(|depth| format!("{depth} plies")));
        f.write_str(if parts.is_empty() { "-" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

/// Seconds such as `0.05`, up to a year.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    const YEAR: f64 = 365.0 * 24.0 * 3600.0;
    let value: f64 = text.parse().ok()?;
    (0.0..=YEAR).contains(&value).then(|| Duration::from_secs_f64(value))
}

/// One side's clock during a game.
#[derive(Clone, Debug)]
pub struct Clock {
    limit: TimeLimit,
    margin: Duration,
    remaining: Duration,
    moves_to_go: Option<u32>,
}

impl Clock {
    pub fn new(limits: &Limits) -> Self {
        let (remaining, moves_to_go) = match limits.time {
            TimeLimit::None => (Duration::MAX, None),
            TimeLimit::Clock(control) => (control.base, control.moves),
            TimeLimit::PerMove(time) => (time, None),
        };
        let margin = limits.margin.unwrap_or_else(|| limits.time.margin());
        Self { limit: limits.time, margin, remaining, moves_to_go }
    }

    /// When the side to move has lost on time; never without a clock.
    pub fn allowance(&self) -> Option<Duration> {
        (self.limit != TimeLimit::None).then(|| self.remaining + self.margin)
    }

    /// Takes the time of a move. Whether it was within the allowance.
    #[must_use]
    pub fn spend(&mut self, used: Duration) -> bool {
        if self.allowance().is_some_and(|allowance| used > allowance) {
            return false;
        }
        if let TimeLimit::Clock(control) = self.limit {
            self.remaining = self.remaining.saturating_sub(used) + control.increment;
            self.moves_to_go = self.moves_to_go.map(|moves| moves - 1);
            if self.moves_to_go == Some(0) {
                self.moves_to_go = control.moves;
                self.remaining += control.base;
            }
        }
        true
    }

    /// Whether this is a clock for the game.
    pub const fn is_running(&self) -> bool {
        matches!(self.limit, TimeLimit::Clock(_))
    }

    /// What `go` says about this clock: ` wtime 5000 winc 50`; nothing when it is none. `letter`
    /// is `w` or `b`.
    pub fn words(&self, letter: char) -> String {
        match self.limit {
            TimeLimit::None | TimeLimit::PerMove(_) => String::new(),
            TimeLimit::Clock(control) => {
                // Some engines take a zero as "no clock".
                let remaining = self.remaining.as_millis().max(1);
                let increment = control.increment.as_millis();
                format!(" {letter}time {remaining} {letter}inc {increment}")
            }
        }
    }

    /// What `go` says about a time for each move: ` movetime 20000`.
    pub fn limit_words(&self) -> String {
        match self.limit {
            TimeLimit::PerMove(time) => format!(" movetime {}", time.as_millis().max(1)),
            TimeLimit::None | TimeLimit::Clock(_) => String::new(),
        }
    }

    /// Moves to the next time control, that of the side to move.
    pub const fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn clock(control: &str) -> Clock {
        let time = TimeLimit::Clock(control.parse().unwrap());
        Clock::new(&Limits { time, ..Limits::default() })
    }

    #[test]
    fn time_controls_are_written_as_they_are_read() {
        for text in ["5+0.05", "40/60", "40/60+0.5", "0.1"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        assert_eq!("1:30+1".parse::<TimeControl>().unwrap().base, ms(90_000));
        for text in ["", "0", "-5", "5+", "5+-1", "0/5", "x/5", "1:x", "nan", "1e99"] {
            assert_eq!(text.parse::<TimeControl>(), Err(TimeControlError), "{text}");
        }
    }

    #[test]
    fn a_clock_runs_out_and_is_refilled() {
        let mut clock = clock("2/1+0.1");
        assert_eq!(clock.words('w'), " wtime 1000 winc 100");
        assert!(clock.spend(ms(400)));
        assert_eq!(
            (clock.words('b').as_str(), clock.moves_to_go()),
            (" btime 700 binc 100", Some(1))
        );
        assert!(clock.spend(ms(700)), "the last millisecond is still in time");
        assert_eq!((clock.remaining, clock.moves_to_go()), (ms(1100), Some(2)));
        assert!(!clock.spend(ms(1101)));
    }

    #[test]
    fn a_time_for_each_move_is_not_used_up() {
        let limits =
            Limits { time: TimeLimit::PerMove(ms(20)), margin: Some(ms(5)), ..Limits::default() };
        let mut clock = Clock::new(&limits);
        for _ in 0..3 {
            assert!(clock.spend(ms(25)));
        }
        assert!(!clock.spend(ms(26)));
        assert_eq!(Clock::new(&Limits::default()).allowance(), None);
    }
}
