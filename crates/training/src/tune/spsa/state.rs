//! The file that keeps the state of a run, as lines of text:
//!
//! ```text
//! sakdi spsa state 1                              version of the format
//! seed 1                                          settings, one per line
//! pairs 8
//! …
//! parameter lmr_base 60 0 150 10 60               default, min, max, step, start
//! …
//! horizon 1000 rate 0.005                         the gains
//! iterations 120                                  done so far
//! games 500 900 520 0                             won, drawn, lost, ended by a fault
//! value lmr_base 63.250712                        present value
//! …
//! checksum 1f2e3d4c                               CRC-32 of all lines before
//! ```
//!
//! Everything above the gains must be equal to the settings of the run that is resumed. The gains are
//! taken from the file, so that a run can be continued beyond the iterations planned.

use super::games::GameCounts;
use super::run::{Gains, Parameter, Run};
use sakdi_engine::search::Tunable;
use std::fmt::Write;
use std::str::FromStr;

const NAME: &str = "sakdi spsa state ";
const VERSION: &str = "1";

/// Why a text is not a state of this run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// The first line is not that of a state.
    #[error("no state of a run of sakdi spsa")]
    Magic,
    /// The version of the format is another.
    #[error("a version of the format that this program does not read")]
    Version,
    /// The checksum is wrong, or a line cannot be parsed.
    #[error("a damaged state")]
    Damaged,
    /// A setting differs.
    #[error("the state is of a run with other settings: {kept}, not {given}")]
    OtherSettings {
        /// The line in the state.
        kept: String,
        /// The line of this run.
        given: String,
    },
    /// A parameter differs.
    #[error("the state is of other parameters: it has {kept}, this run {given}")]
    OtherParameters {
        /// The parameter in the state.
        kept: String,
        /// The parameter of this run.
        given: String,
    },
}

/// The text of a run with these settings (each a name and a value) and these results of games.
pub fn to_text(settings: &[String], run: &Run, counts: &GameCounts) -> String {
    let mut text = head(settings, run).join("\n");
    let Gains { horizon, learning_rate } = run.gains;
    let GameCounts { wins, draws, losses, faults } = counts;
    let _ = write!(
        text,
        "\nhorizon {horizon} rate {learning_rate:?}\niterations {}\ngames {wins} {draws} {losses} {faults}\n",
        run.done
    );
    for (parameter, value) in run.parameters.iter().zip(&run.values) {
        // `{:?}` writes the shortest text that parses to the same number.
        let _ = writeln!(text, "value {} {value:?}", parameter.tunable.name);
    }
    let checksum = crc32fast::hash(text.as_bytes());
    let _ = writeln!(text, "checksum {checksum:08x}");
    text
}

/// Parses a text of [`to_text`]. `run` is the same run before its first iteration.
///
/// # Errors
/// The text is not a state, is damaged, or is of a run with other settings.
pub fn from_text(
    text: &str,
    settings: &[String],
    run: Run,
) -> Result<(Run, GameCounts), StateError> {
    let (covered, checksum) = text
        .strip_suffix('\n')
        .and_then(|text| text.rsplit_once("\nchecksum "))
        .unwrap_or((text, ""));
    let mut lines = covered.lines();
    match text.strip_prefix(NAME).and_then(|rest| rest.lines().next()) {
        None => return Err(StateError::Magic),
        Some(version) if version != VERSION => return Err(StateError::Version),
        Some(_) => {}
    }
    let sum = crc32fast::hash(&text.as_bytes()[..(covered.len() + 1).min(text.len())]);
    if format!("{sum:08x}") != checksum {
        return Err(StateError::Damaged);
    }
    for given in head(settings, &run) {
        let kept = lines.next().unwrap_or_default().to_owned();
        if kept != given {
            return Err(other(kept, given));
        }
    }
    let rest: Vec<&str> = lines.collect();
    if let Some(kept) = rest.first().filter(|line| line.starts_with(PARAMETER)) {
        return Err(other((*kept).to_owned(), String::new()));
    }
    read_progress(&rest, run).ok_or(StateError::Damaged)
}

const PARAMETER: &str = "parameter ";

/// The lines that stay the same during a run.
fn head(settings: &[String], run: &Run) -> Vec<String> {
    let mut lines = vec![format!("{NAME}{VERSION}"), format!("seed {}", run.seed)];
    lines.extend_from_slice(settings);
    lines.extend(run.parameters.iter().map(|Parameter { tunable, start }| {
        let Tunable { name, default, min, max, step } = tunable;
        format!("{PARAMETER}{name} {default} {min} {max} {step} {start}")
    }));
    lines
}

fn other(kept: String, given: String) -> StateError {
    let parameter = |line: &str| line.strip_prefix(PARAMETER).map(str::to_owned);
    match (parameter(&kept), parameter(&given)) {
        (None, None) => StateError::OtherSettings { kept, given },
        (kept, given) => {
            let none = || "no more".to_owned();
            let (kept, given) = (kept.unwrap_or_else(none), given.unwrap_or_else(none));
            StateError::OtherParameters { kept, given }
        }
    }
}

/// Parses the lines after the head; `None` when they are damaged.
fn read_progress(lines: &[&str], mut run: Run) -> Option<(Run, GameCounts)> {
    let (&[gains, iterations, games], values) = lines.split_first_chunk()?;
    let (horizon, rate) = gains.strip_prefix("horizon ")?.split_once(" rate ")?;
    run.gains = Gains { horizon: number(horizon)?, learning_rate: number(rate)? };
    run.done = number(iterations.strip_prefix("iterations ")?)?;
    let games: Vec<&str> = games.strip_prefix("games ")?.split(' ').collect();
    let &[wins, draws, losses, faults] = games.as_slice() else { return None };
    let counts = GameCounts {
        wins: number(wins)?,
        draws: number(draws)?,
        losses: number(losses)?,
        faults: number(faults)?,
    };
    if values.len() != run.parameters.len() {
        return None;
    }
    for ((line, parameter), value) in values.iter().zip(&run.parameters).zip(&mut run.values) {
        let (name, text) = line.strip_prefix("value ")?.split_once(' ')?;
        let Tunable { name: expected, min, max, .. } = parameter.tunable;
        *value = number(text)?;
        if name != expected || !(f64::from(min)..=f64::from(max)).contains(value) {
            return None;
        }
    }
    Some((run, counts))
}

fn number<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sakdi_engine::search::TUNABLES;

    fn run(count: usize) -> Run {
        let parameters = TUNABLES[..count].iter();
        let parameters = parameters.map(|&tunable| Parameter { tunable, start: tunable.default });
        Run::new(parameters.collect(), Gains { horizon: 100, learning_rate: 0.005 }, 7)
    }

    fn settings() -> Vec<String> {
        ["pairs 8", "limits 2000 nodes"].map(str::to_owned).into()
    }

    fn kept() -> (Run, GameCounts, String) {
        let mut run = run(3);
        for result in [3.0, -1.0, 7.0] {
            let trial = run.trial();
            run.apply(&trial, result);
        }
        let counts = GameCounts { wins: 20, draws: 17, losses: 11, faults: 0 };
        let text = to_text(&settings(), &run, &counts);
        (run, counts, text)
    }

    #[test]
    fn a_run_is_resumed_where_it_stopped() {
        let (mut before, counts, text) = kept();
        let (mut after, read) = from_text(&text, &settings(), run(3)).unwrap();
        assert_eq!((&after, read), (&before, counts));
        for run in [&mut before, &mut after] {
            let trial = run.trial();
            run.apply(&trial, 2.0);
        }
        assert_eq!(before, after);
    }

    #[test]
    fn the_gains_are_those_of_the_file() {
        let (before, _, text) = kept();
        let mut longer = run(3);
        longer.gains.horizon = 500;
        assert_eq!(from_text(&text, &settings(), longer).unwrap().0, before);
    }

    #[test]
    fn a_damaged_state_is_refused() {
        let (_, _, text) = kept();
        let read = |text: &str| from_text(text, &settings(), run(3)).map(|_| ()).unwrap_err();
        assert_eq!(read(""), StateError::Magic);
        assert_eq!(read("something else\n"), StateError::Magic);
        assert_eq!(read(&text.replacen("state 1", "state 2", 1)), StateError::Version);
        assert_eq!(read(&text.replace("games 20", "games 21")), StateError::Damaged);
        for end in NAME.len() + 2..text.len() {
            assert_eq!(read(&text[..end]), StateError::Damaged, "cut at {end}");
        }
        // A valid checksum, but invalid values.
        let (covered, _) = text.rsplit_once("checksum").unwrap();
        for (word, nonsense) in [
            ("value aspiration_delta 1", "value aspiration_delta 1e9"),
            ("iterations 3", "iterations -3"),
            ("games 20 ", "games "),
        ] {
            let damaged = covered.replace(word, nonsense);
            assert_ne!(damaged, covered);
            let sum = crc32fast::hash(damaged.as_bytes());
            let signed = format!("{damaged}checksum {sum:08x}\n");
            assert_eq!(read(&signed), StateError::Damaged, "{nonsense}");
        }
    }

    #[test]
    fn the_state_of_another_run_is_refused() {
        let (_, _, text) = kept();
        let other = |count| from_text(&text, &settings(), run(count)).unwrap_err().to_string();
        let fourth = TUNABLES[3].name;
        let more = format!("the state is of other parameters: it has no more, this run {fourth}");
        assert!(other(4).starts_with(&more), "{}", other(4));
        assert!(other(2).ends_with("this run no more"), "{}", other(2));
        let mut settings = settings();
        settings[1] = "limits 500 nodes".into();
        let error = from_text(&text, &settings, run(3)).unwrap_err();
        let (kept, given) = ("limits 2000 nodes".into(), "limits 500 nodes".into());
        assert_eq!(error, StateError::OtherSettings { kept, given });
        let mut seeded = run(3);
        seeded.seed = 8;
        let error = from_text(&text, &self::settings(), seeded).unwrap_err();
        assert!(matches!(error, StateError::OtherSettings { .. }), "{error}");
    }
}
