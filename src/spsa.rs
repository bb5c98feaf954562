//! `sakdi spsa`.

use super::output_file::{IfExists, OutputFile, OutputFiles, holds_something};
use super::progress::{INTERRUPTED, RateMeter, stop_on_interrupt};
use super::settings_words::joined;
use super::{Failure, read_bytes};
use makruk::notation::terminal_text::shown;
use sakdi_engine::search::{Engine, TUNABLES, Tunable};
use sakdi_i18n::Language;
use sakdi_matches::adjudication::{AdjudicationRules, DrawRule, ResignRule};
use sakdi_matches::clock::{EngineLimits, TimeLimit};
use sakdi_matches::game::{Arbiter, GameRecord};
use sakdi_matches::openings::{Opening, OpeningsSettings};
use sakdi_matches::tournament::TournamentError;
use sakdi_platform::rounded;
use sakdi_training::tune::spsa::{self, Gains, GameCounts, Games, GamesError, Parameter, Run};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Whether this program was built with constants to tune.
const TUNABLE: bool = cfg!(feature = "tuning");

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A constant to tune, with its initial value if that is not the default; all constants when
    /// missing
    #[arg(long, value_name = "NAME[=START]")]
    param: Vec<ParameterArg>,
    /// Openings in EPD, FEN lines or PGN: FILE [order=sequential|random] [plies=N] [start=N];
    /// random by default
    #[arg(long, value_name = "FILE", num_args = 1.., required = TUNABLE)]
    openings: Vec<String>,
    /// Nodes for every move; the run is then the same each time, whatever --concurrency is
    #[arg(long, value_name = "N", default_value_t = 2_000, conflicts_with = "movetime",
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Milliseconds for every move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Transposition table of each engine, in MiB
    #[arg(long, value_name = "MIB", default_value_t = Engine::DEFAULT_HASH as u32,
          value_parser = clap::value_parser!(u32).range(1..=Engine::MAX_HASH as i64))]
    hash: u32,
    /// Number of steps; a run that is resumed keeps its gains
    #[arg(long, value_name = "N", default_value_t = 1_000,
          value_parser = clap::value_parser!(u32).range(1..))]
    iterations: u32,
    /// Pairs of games for each step, with the same opening and colours swapped
    #[arg(long, value_name = "N", default_value_t = 8,
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pairs: u32,
    /// Learning rate: by how many of its steps a won game changes a constant in the last iteration
    #[arg(long, default_value_t = 0.005)]
    rate: f64,
    /// Games at a time [default: number of logical processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Seed of the perturbations and of the order of openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// File for the state of the run, written after each iteration
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Resume the run in the file, if it exists
    #[arg(long, requires = "state")]
    resume: bool,
    /// Adjudicate losses: movecount=N score=CP [twosided=true]
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..,
          default_values = ["movecount=4", "score=330"])]
    resign: Vec<String>,
    /// Adjudicate draws: movenumber=N movecount=N score=CP [pawnless=true]
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    draw: Vec<String>,
    /// Full moves after which a game is drawn
    #[arg(long, value_name = "N", default_value_t = 250,
          value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: u32,
}

/// The value of `--param`.
#[derive(Clone, Debug)]
struct ParameterArg {
    name: String,
    start: Option<i32>,
}

impl FromStr for ParameterArg {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, start) = match text.split_once('=') {
            Some((name, start)) => (name, Some(start.parse()?)),
            None => (text, None),
        };
        Ok(Self { name: name.to_owned(), start })
    }
}

/// How long an engine without a clock may think about a move.
const STALL: Duration = Duration::from_secs(60);

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        if !TUNABLE {
            return Err(Failure::bad_input(
                "this build has no tunable options: cargo build --release --features tuning \
                 makes one that has",
            ));
        }
        if !(self.rate.is_finite() && self.rate > 0.0) {
            return Err(Failure::bad_input("--rate is a number above 0"));
        }
        let games = self.games()?;
        let gains = Gains { horizon: self.iterations, learning_rate: self.rate };
        let run = Run::new(self.parameters()?, gains, self.seed);
        let settings = self.settings(&games.openings);
        // Before the work, not after it.
        let mut files = OutputFiles::new([], Language::English);
        let state = files.reserve_if_given(self.state.as_ref(), IfExists::unless(self.resume))?;
        let (mut run, mut counts) = begin(state.as_ref(), run, &settings)?;
        let stop = Arc::new(AtomicBool::new(false));
        stop_on_interrupt(&stop)?;
        let outcome = self.approximate(
            &games,
            |run, counts| keep(state.as_ref(), &settings, run, counts),
            &mut run,
            &mut counts,
            &stop,
        );
        // Results are printed even if the run was stopped.
        report(&mut io::stdout().lock(), &run, &counts)?;
        outcome?;
        if run.done() < self.iterations {
            let advice =
                if self.state.is_some() { "continue with --resume" } else { "no state was saved" };
            error_line!("sakdi: interrupted, {advice}");
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The constants to tune, in the order of the table.
    fn parameters(&self) -> Result<Vec<Parameter>, Failure> {
        let bad = |name: &str, what: &str| Failure::bad_input(format!("--param {name}: {what}"));
        for wanted in &self.param {
            let name = wanted.name.as_str();
            let Some(tunable) = TUNABLES.iter().find(|tunable| tunable.name == name) else {
                let names: Vec<&str> = TUNABLES.iter().map(|tunable| tunable.name).collect();
                let what = format!("there is no such constant, but {}", names.join(", "));
                return Err(bad(name, &what));
            };
            let Tunable { min, max, .. } = tunable;
            if wanted.start.is_some_and(|start| !(*min..=*max).contains(&start)) {
                return Err(bad(name, &format!("it goes from {min} to {max}")));
            }
            if self.param.iter().filter(|other| other.name == name).count() > 1 {
                return Err(bad(name, "it is given twice"));
            }
        }
        let parameter = |tunable: &Tunable| {
            let wanted = self.param.iter().find(|wanted| wanted.name == tunable.name);
            let start = wanted.and_then(|wanted| wanted.start).unwrap_or(tunable.default);
            (wanted.is_some() || self.param.is_empty())
                .then_some(Parameter { tunable: *tunable, start })
        };
        Ok(TUNABLES.iter().filter_map(parameter).collect())
    }

    fn games(&self) -> Result<Games, Failure> {
        // The user's order comes later and has priority.
        let words = format!("order=random {}", joined(&self.openings));
        let openings = OpeningsSettings::parse(&words)
            .map_err(|error| Failure::bad_input(format!("--openings: {error}")))?;
        let resign = ResignRule::parse(&joined(&self.resign))
            .map_err(|error| Failure::bad_input(format!("--resign: {error}")))?;
        let draw = (!self.draw.is_empty()).then(|| DrawRule::parse(&joined(&self.draw)));
        let draw =
            draw.transpose().map_err(|error| Failure::bad_input(format!("--draw: {error}")))?;
        let limits = match self.movetime {
            Some(time) => {
                let time = TimeLimit::PerMove(Duration::from_millis(time));
                EngineLimits { time, ..EngineLimits::default() }
            }
            None => EngineLimits { nodes: Some(self.nodes), ..EngineLimits::default() },
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Games {
            openings: openings.load(Games::RULES, self.seed).map_err(Failure::bad_input)?,
            limits,
            hash_mib: self.hash,
            pairs: self.pairs,
            arbiter: Arbiter {
                counting: Games::RULES.counting,
                adjudication: AdjudicationRules { resign: Some(resign), draw, count: None },
                max_moves: self.max_moves,
                stall: STALL,
            },
            concurrency: self.concurrency.map_or(cores, usize::from),
        })
    }

    /// Everything that results depend on except the parameters, the seed and the gains.
    fn settings(&self, openings: &[Arc<Opening>]) -> Vec<String> {
        let limit = match self.movetime {
            Some(time) => format!("movetime {time}"),
            None => format!("nodes {}", self.nodes),
        };
        let mut hasher = crc32fast::Hasher::new();
        for opening in openings {
            hasher.update(format!("{} {:?}\n", opening.fen, opening.moves).as_bytes());
        }
        let mut settings = vec![
            format!("pairs {}", self.pairs),
            limit,
            format!("hash {}", self.hash),
            format!("resign {}", joined(&self.resign)),
            format!("max-moves {}", self.max_moves),
            format!("openings {:08x}", hasher.finalize()),
        ];
        if !self.draw.is_empty() {
            settings.push(format!("draw {}", joined(&self.draw)));
        }
        settings
    }

    /// Does the remaining steps, until the run is stopped. `keep` is called after each of them.
    fn approximate(
        &self,
        games: &Games,
        keep: impl Fn(&Run, &GameCounts) -> Result<(), Failure>,
        run: &mut Run,
        counts: &mut GameCounts,
        stop: &AtomicBool,
    ) -> Result<(), Failure> {
        let mut display = Display::new(self.iterations, self.pairs, run);
        while run.done() < self.iterations && !stop.load(Ordering::Relaxed) {
            display.iteration(run, counts);
            let trial = run.trial();
            let played = games
                .play(run.done(), run.parameters(), &trial, stop, |record| display.game(record))
                .map_err(|error| match error {
                    GamesError::Tournament(
                        TournamentError::System(_) | TournamentError::Program { .. },
                    ) => Failure::Io(io::Error::other(error)),
                    _ => Failure::bad_input(error),
                })?;
            let Some(played) = played else { break };
            run.apply(&trial, played.result());
            counts.add(&played);
            keep(run, counts)?;
        }
        display.meter.bar().finish_and_clear();
        Ok(())
    }
}

/// The state at the beginning of the run, or where it continues.
fn begin(
    state: Option<&OutputFile>,
    run: Run,
    settings: &[String],
) -> Result<(Run, GameCounts), Failure> {
    let Some(path) = state.map(OutputFile::path).filter(|path| holds_something(path)) else {
        let counts = GameCounts::default();
        keep(state, settings, &run, &counts)?;
        return Ok((run, counts));
    };
    let bytes = read_bytes(path)?;
    let text = String::from_utf8_lossy(&bytes);
    spsa::from_text(&text, settings, run)
        .map_err(|error| Failure::bad_input(format!("{}: {error}", shown(path))))
}

/// Writes the state of the run, if it has a file.
fn keep(
    state: Option<&OutputFile>,
    settings: &[String],
    run: &Run,
    counts: &GameCounts,
) -> Result<(), Failure> {
    let Some(file) = state else { return Ok(()) };
    file.write(spsa::to_text(settings, run, counts).as_bytes())
}

/// Constants whose changes are shown during the run.
const SHOWN: usize = 3;

/// Progress of the run.
struct Display {
    meter: RateMeter,
    iterations: u32,
    /// The state of the run, one line each.
    state: Vec<String>,
}

impl Display {
    fn new(iterations: u32, pairs: u32, run: &Run) -> Self {
        let games_each = 2 * u64::from(pairs);
        let done = games_each * u64::from(run.done());
        let total = games_each * u64::from(iterations);
        let meter = RateMeter::new(total, done, "{bar:40} {pos}/{len} games, {msg}");
        meter.bar().set_message("the first in progress");
        Self { meter, iterations, state: Vec::new() }
    }

    /// An iteration begins.
    fn iteration(&mut self, run: &Run, counts: &GameCounts) {
        let (number, iterations) = (run.done() + 1, self.iterations);
        self.state = vec![format!("iteration {number} of {iterations}, {}", results(counts))];
        if run.done() > 0 {
            self.state.extend(moved_most(run));
        }
    }

    /// A game is finished.
    fn game(&mut self, record: &GameRecord) {
        let Self { meter, state, .. } = self;
        meter.bar().inc(1);
        if record.ending.cause.is_fault() {
            let fault = record.ending.to_string();
            meter.bar().suspend(|| error_line!("sakdi: a game is ignored: {fault}"));
        }
        let (a_minute, left) = (60.0 * meter.per_second(), meter.time_left());
        let pace = format!("{a_minute:.0} a minute, {left} left");
        let (done, all) = (meter.done(), meter.bar().length().unwrap_or_default());
        meter.show(format!("{pace}\n{}", state.join("\n")), || {
            format!("{done}/{all} games, {pace}, {}", state.join(", "))
        });
    }
}

fn results(counts: &GameCounts) -> String {
    let GameCounts { wins, draws, losses, faults } = counts;
    let faults = if *faults > 0 { format!(" faults {faults}") } else { String::new() };
    format!("+{wins} ={draws} -{losses}{faults}")
}

/// The constants that are farthest from their first values, in their own steps.
fn moved_most(run: &Run) -> Vec<String> {
    let mut moves: Vec<_> = run
        .parameters()
        .iter()
        .zip(run.values())
        .map(|(parameter, &value)| {
            let steps = (value - f64::from(parameter.start)) / f64::from(parameter.tunable.step);
            (steps.abs(), parameter, value)
        })
        .collect();
    moves.sort_by(|a, b| b.0.total_cmp(&a.0));
    let words = moves.iter().take(SHOWN);
    words
        .map(|(_, p, value)| format!("{} {} → {:.2}", p.tunable.name, p.start, rounded(*value, 2)))
        .collect()
}

/// Prints the constants that were found, as lines for the source.
fn report(out: &mut impl Write, run: &Run, counts: &GameCounts) -> io::Result<()> {
    let (iterations, games) = (run.done(), counts.games());
    writeln!(out, "{iterations} iterations, {games} games: {}", results(counts))?;
    let lines = || run.parameters().iter().zip(run.values());
    let width = lines().map(|(parameter, _)| parameter.tunable.name.len()).max().unwrap_or(0);
    writeln!(out, "{:width$} {:>8} {:>8} {:>10}", "name", "default", "start", "now")?;
    for (Parameter { tunable: Tunable { name, default, .. }, start }, value) in lines() {
        writeln!(out, "{name:width$} {default:>8} {start:>8} {:>10.2}", rounded(*value, 2))?;
    }
    writeln!(out, "\nfor crates/engine/src/search/params.rs:")?;
    for (Parameter { tunable: Tunable { name, min, max, step, .. }, .. }, value) in lines() {
        writeln!(out, "    {name} = {:.0}, {min}, {max}, {step};", rounded(*value, 0))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_can_be_pasted() {
        let tunable = Tunable { name: "margin", default: 60, min: 0, max: 150, step: 10 };
        let gains = Gains { horizon: 10, learning_rate: 0.1 };
        let mut run = Run::new(vec![Parameter { tunable, start: 70 }], gains, 1);
        let trial = run.trial();
        run.apply(&trial, if trial.plus[0] > trial.minus[0] { 16.0 } else { -16.0 });
        let value = run.values()[0];
        assert!(value > 70.0);
        let counts = GameCounts { wins: 3, draws: 2, losses: 1, faults: 1 };
        let mut out = Vec::new();
        report(&mut out, &run, &counts).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.starts_with("1 iterations, 7 games: +3 =2 -1 faults 1\nname "), "{text}");
        assert!(text.contains(&format!("60       70 {value:>10.2}\n")), "{text}");
        assert!(text.ends_with(&format!("\n    margin = {value:.0}, 0, 150, 10;\n")), "{text}");
    }

    #[test]
    fn a_constant_may_have_a_first_value() {
        let arg: ParameterArg = "lmr_base=-3".parse().unwrap();
        assert_eq!((arg.name.as_str(), arg.start), ("lmr_base", Some(-3)));
        assert_eq!("lmr_base".parse::<ParameterArg>().unwrap().start, None);
        assert!("lmr_base=x".parse::<ParameterArg>().is_err());
    }
}
