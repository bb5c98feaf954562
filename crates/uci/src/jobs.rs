//! Long jobs, which run concurrently with the loop: searches, perft, bench.

use super::options::Options;
use super::output::Output;
use super::search_output::Reporter;
use super::signals::{Listener, Signals};
use makruk::game::Game;
use makruk::notation::{coordinate, fen};
use makruk::perft::Perft;
use sakdi_engine::bench::{self, Bench};
use sakdi_engine::search::{self, Limits, SearchObserver};
use sakdi_i18n::{Language, Localized, Phrase};
use sakdi_levels::Player;
use std::fmt::Write;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Where jobs run.
#[derive(Clone)]
pub(super) enum JobPlace {
    /// Each on its own thread, concurrently with the loop. The function is called there at the end of
    /// a measurement.
    Thread(AtEnd),
    /// Within the loop, which continues after the job. During the job the listener returns the
    /// interrupts by the client.
    Loop(Listener),
}

pub(super) type AtEnd = Arc<dyn Fn() + Send + Sync>;

/// A job in progress, or one that ended by itself.
pub(super) struct RunningJob {
    signals: Arc<Signals>,
    kind: JobKind,
}

/// How another command ends a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JobKind {
    /// A search ends at once, with its best move.
    Search,
    /// A perft or bench, whose result is useless unless complete: other commands wait for it. `stop`
    /// ends it at once.
    Measurement,
}

impl RunningJob {
    /// Starts a job.
    pub(super) fn start(
        place: &JobPlace,
        signals: Signals,
        kind: JobKind,
        job: impl FnOnce(&Signals) + Send + 'static,
    ) -> io::Result<Self> {
        let at_end = match place {
            JobPlace::Loop(listener) => {
                let signals = Arc::new(signals.with_listener(Arc::clone(listener)));
                job(&signals);
                signals.end();
                return Ok(Self { signals, kind });
            }
            JobPlace::Thread(at_end) => Arc::clone(at_end),
        };
        let signals = Arc::new(signals);
        let shared = Arc::clone(&signals);
        thread::Builder::new().name("search".to_owned()).stack_size(search::STACK_BYTES).spawn(
            move || {
                job(&shared);
                shared.end();
                if kind == JobKind::Measurement {
                    at_end();
                }
            },
        )?;
        Ok(Self { signals, kind })
    }

    pub(super) fn signals(&self) -> &Arc<Signals> {
        &self.signals
    }

    /// Whether it is a perft or bench.
    pub(super) fn is_measurement(&self) -> bool {
        self.kind == JobKind::Measurement
    }

    /// Ends the job: a search answers.
    pub(super) fn finish(self) {
        self.signals.stop();
        self.signals.await_answer();
    }

    /// Ends the job soon: the program is about to exit.
    pub(super) fn finish_soon(self) {
        // Many times the time that a stopped search needs to answer, also on a busy machine.
        const ANSWER: Duration = Duration::from_secs(2);
        self.signals.stop();
        self.signals.answer_soon();
        self.signals.ends_within(ANSWER);
    }
}

/// Runs a search, which writes its answer.
pub(super) fn search(
    player: &Mutex<Player>,
    game: &Game,
    limits: &Limits,
    signals: &Signals,
    output: &Output,
    options: &Options,
) {
    let mut player = player.lock().unwrap_or_else(PoisonError::into_inner);
    let tables = player.engine.tablebase();
    let reporter = Reporter::new(game, limits, signals, output, options, tables);
    player.search(options.strength(), game, limits, &reporter);
}

/// `go perft`: leaves below each move, then all of them, in the format of Fairy-Stockfish.
pub(super) fn perft(
    game: &Game,
    depth: u32,
    threads: usize,
    signals: &Signals,
    output: &Output,
    language: Language,
) {
    let position = game.position();
    match Perft::new(position, depth).stopped_by(&|| signals.is_stopped()).divide(threads) {
        Ok(counts) => {
            let mut text = String::new();
            for &(mv, leaves) in &counts.moves {
                let _infallible = writeln!(text, "{}: {leaves}", coordinate::format(position, mv));
            }
            output.text(&format!("{text}\nNodes searched: {}\n\n", counts.leaves));
        }
        Err(error) => output.info_string(error.say(language)),
    }
}

/// `bench`, as the shell command.
pub(super) fn bench(depth: Option<u32>, signals: &Signals, output: &Output, language: Language) {
    let games = match bench::games() {
        Ok(games) => games,
        Err(error) => return output.info_string(error.say(language)),
    };
    let mut bench = Bench::new(depth.unwrap_or(bench::DEPTH));
    for (number, game) in (1..).zip(&games) {
        let nodes = bench.search(game, signals);
        if signals.should_stop() {
            return output.info_string(language.text(Phrase::BenchStopped));
        }
        output.line(format_args!(
            "{number}/{} {nodes} {}",
            games.len(),
            fen::format(game.position())
        ));
    }
    output.line(bench);
}
