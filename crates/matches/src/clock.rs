//! Time controls, other limits of a search, and the clocks of a game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The limits of an engine's searches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineLimits {
    /// Time for the game or for each move.
    pub time: TimeLimit,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Depth of each search, in plies.
    pub depth: Option<u32>,
    /// How far an engine may exceed its time without losing; see `TimeLimit::margin` for the
    /// default.
    pub margin: Option<Duration>,
}

impl EngineLimits {
    /// Whether nothing limits a search.
    pub fn is_infinite(&self) -> bool {
        self.time == TimeLimit::None && self.nodes.is_none() && self.depth.is_none()
    }

    /// Whether time plays no part, so that an engine without randomness repeats its moves.
    pub fn is_timeless(&self) -> bool {
        self.time == TimeLimit::None
    }
}

/// How the time of an engine is limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeLimit {
    /// No limit.
    #[default]
    None,
    /// A clock for the whole game.
    Clock(TimeControl),
    /// A fixed time for each move.
    PerMove(Duration),
}

impl TimeLimit {
    /// The default time margin. It is 0 with a clock, because an engine sees its clock and can
    /// plan a reserve. With a fixed time per move it is 100 ms, because engines use that time up
    /// and stop right after it.
    const fn margin(self) -> Duration {
        match self {
            Self::PerMove(_) => Duration::from_millis(100),
            Self::None | Self::Clock(_) => Duration::ZERO,
        }
    }
}

/// The settings of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Number of moves that the base time is for; `None` for the whole game.
    pub moves: Option<u32>,
    /// Time at the start, and again after every `moves` moves.
    pub base: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

impl TimeControl {
    pub(super) const EXPECTED: &str =
        "[MOVES/]SECONDS[+INCREMENT], [MOVES/]MINUTES:SECONDS[+INCREMENT] or inf";
}

/// The error for a text that is not a time control.
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
        // The increment comes after the first move, which has no time then.
        if base.is_zero() {
            return Err(TimeControlError);
        }
        Ok(Self { moves, base, increment })
    }
}

/// Writes the value of PGN's TimeControl tag: `40/60+0.5`.
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

/// Writes the value of PGN's TimeControl tag. The standard has no form for a fixed time per move
/// (`20/move` here), nodes or depth.
impl fmt::Display for EngineLimits {
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

/// Parses seconds such as `0.05`, up to a year.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    const YEAR: f64 = 365.0 * 24.0 * 3600.0;
    let value: f64 = text.parse().ok()?;
    (0.0..=YEAR).contains(&value).then(|| Duration::from_secs_f64(value))
}

/// The clock of one player during a game.
#[derive(Clone, Debug)]
pub struct GameClock {
    limit: TimeLimit,
    margin: Duration,
    remaining: Duration,
    moves_to_go: Option<u32>,
}

impl GameClock {
    /// The clock at the start of a game.
    pub fn new(limits: &EngineLimits) -> Self {
        let (remaining, moves_to_go) = match limits.time {
            TimeLimit::None => (Duration::MAX, None),
            TimeLimit::Clock(control) => (control.base, control.moves),
            TimeLimit::PerMove(time) => (time, None),
        };
        let margin = limits.margin.unwrap_or_else(|| limits.time.margin());
        Self { limit: limits.time, margin, remaining, moves_to_go }
    }

    /// The time for the next move, after which the player loses; `None` without a time limit.
    pub fn allowance(&self) -> Option<Duration> {
        (self.limit != TimeLimit::None).then(|| self.remaining + self.margin)
    }

    /// Deducts the time of a move. Returns whether it was within the allowance.
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

    /// Whether this is a clock for the whole game.
    pub const fn is_game_clock(&self) -> bool {
        matches!(self.limit, TimeLimit::Clock(_))
    }

    /// The parameters of `go` for this clock: ` wtime 5000 winc 50`; empty without a game clock.
    /// `letter` is `w` or `b`.
    pub fn go_clock(&self, letter: char) -> String {
        match self.limit {
            TimeLimit::None | TimeLimit::PerMove(_) => String::new(),
            TimeLimit::Clock(control) => {
                // Some engines read a time of 0 as "no clock".
                let remaining = self.remaining.as_millis().max(1);
                let increment = control.increment.as_millis();
                format!(" {letter}time {remaining} {letter}inc {increment}")
            }
        }
    }

    /// The parameter of `go` for a fixed time per move: ` movetime 20000`; empty otherwise.
    pub fn go_movetime(&self) -> String {
        match self.limit {
            TimeLimit::PerMove(time) => format!(" movetime {}", time.as_millis().max(1)),
            TimeLimit::None | TimeLimit::Clock(_) => String::new(),
        }
    }

    /// Number of moves to the next time control.
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

    fn clock(control: &str) -> GameClock {
        let time = TimeLimit::Clock(control.parse().unwrap());
        GameClock::new(&EngineLimits { time, ..EngineLimits::default() })
    }

    #[test]
    fn time_controls_round_trip() {
        for text in ["5+0.05", "40/60", "40/60+0.5", "0.1"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        assert_eq!("1:30+1".parse::<TimeControl>().unwrap().base, ms(90_000));
        for text in ["", "0", "0+1", "-5", "5+", "5+-1", "0/5", "x/5", "1:x", "nan", "1e99"] {
            assert_eq!(text.parse::<TimeControl>(), Err(TimeControlError), "{text}");
        }
    }

    #[test]
    fn a_time_is_at_most_a_year() {
        let year = 365 * 24 * 3_600;
        let control: TimeControl = year.to_string().parse().unwrap();
        assert_eq!(control.base, Duration::from_secs(year));
        assert_eq!((year + 1).to_string().parse::<TimeControl>(), Err(TimeControlError));
    }

    #[test]
    fn a_search_without_any_limit_is_infinite() {
        let none = EngineLimits::default();
        assert!(none.is_infinite());
        let time = TimeLimit::PerMove(ms(20));
        assert!(!EngineLimits { time, ..none.clone() }.is_infinite());
        assert!(!EngineLimits { nodes: Some(500), ..none.clone() }.is_infinite());
        assert!(!EngineLimits { depth: Some(5), ..none }.is_infinite());
    }

    #[test]
    fn each_limit_has_its_own_parameter_of_go() {
        let on_clock = clock("5+0.05");
        assert!(on_clock.is_game_clock());
        assert_eq!(on_clock.go_movetime(), "");
        let time = TimeLimit::PerMove(ms(20_000));
        for (time, movetime) in [(time, " movetime 20000"), (TimeLimit::None, "")] {
            let limited = GameClock::new(&EngineLimits { time, ..EngineLimits::default() });
            assert!(!limited.is_game_clock());
            assert_eq!(
                (limited.go_clock('w').as_str(), limited.go_movetime().as_str()),
                ("", movetime)
            );
        }
    }

    #[test]
    fn a_clock_runs_down_and_is_refilled() {
        let mut clock = clock("2/1+0.1");
        assert_eq!(clock.go_clock('w'), " wtime 1000 winc 100");
        assert!(clock.spend(ms(400)));
        assert_eq!(
            (clock.go_clock('b').as_str(), clock.moves_to_go()),
            (" btime 700 binc 100", Some(1))
        );
        assert!(clock.spend(ms(700)), "exactly the time left is not a loss");
        assert_eq!((clock.remaining, clock.moves_to_go()), (ms(1100), Some(2)));
        assert!(!clock.spend(ms(1101)));
    }

    #[test]
    fn a_time_per_move_does_not_run_down() {
        let limits = EngineLimits {
            time: TimeLimit::PerMove(ms(20)),
            margin: Some(ms(5)),
            ..EngineLimits::default()
        };
        let mut clock = GameClock::new(&limits);
        for _ in 0..3 {
            assert!(clock.spend(ms(25)));
        }
        assert!(!clock.spend(ms(26)));
        assert_eq!(GameClock::new(&EngineLimits::default()).allowance(), None);
    }

    /// Engines use up a fixed time per move, but can see a clock.
    #[test]
    fn only_a_time_per_move_has_a_margin_by_default() {
        let time = TimeLimit::PerMove(ms(1000));
        let mut per_move = GameClock::new(&EngineLimits { time, ..EngineLimits::default() });
        assert_eq!(per_move.allowance(), Some(ms(1100)));
        assert!(per_move.spend(ms(1100)));
        assert!(!per_move.spend(ms(1101)));
        let mut clock = clock("1");
        assert_eq!(clock.allowance(), Some(ms(1000)));
        assert!(!clock.spend(ms(1001)));
    }
}
