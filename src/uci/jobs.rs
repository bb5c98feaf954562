//! Long jobs, which run concurrently with the loop: searches, perft, bench.

use super::count_report;
use super::options::Options;
use super::output::Output;
use super::search_output::Reporter;
use super::signals::{Listener, Signals};
use crate::bench::{self, Bench};
use crate::game::Game;
use crate::i18n::{Language, Localized, Phrase};
use crate::notation::{coordinate, fen};
use crate::perft::Perft;
use crate::search::{self, Engine, Limits, SearchObserver};
use std::fmt::Write;
use std::io;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Where jobs run.
#[derive(Clone)]
pub(super) enum JobPlace {
    /// Each on its own thread, concurrently with the loop.
    Thread,
    /// Within the loop, which continues after the job. During the job the listener returns the
    /// interrupts by the client.
    Loop(Listener),
}

/// A job in progress, or one that ended by itself.
pub(super) struct RunningJob {
    signals: Arc<Signals>,
    // Disconnected when the job is done; nothing is ever sent. `None` if the job is done already.
    done: Option<mpsc::Receiver<()>>,
    kind: JobKind,
}

/// How another command ends a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JobKind {
    /// A search ends at once, with its best move.
    Search,
    /// A perft or bench, whose result is useless unless complete: it gets some time to end. `stop`
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
        if let JobPlace::Loop(listener) = place {
            let signals = Arc::new(signals.with_listener(Arc::clone(listener)));
            job(&signals);
            return Ok(Self { signals, done: None, kind });
        }
        let signals = Arc::new(signals);
        let (at_work, done) = mpsc::channel::<()>();
        let shared = Arc::clone(&signals);
        thread::Builder::new().name("search".to_owned()).stack_size(search::STACK_BYTES).spawn(
            move || {
                job(&shared);
                drop(at_work);
            },
        )?;
        Ok(Self { signals, done: Some(done), kind })
    }

    pub(super) fn signals(&self) -> &Signals {
        &self.signals
    }

    /// Whether it is a perft or bench that has not ended, for which the next command waits.
    pub(super) fn is_measuring(&self) -> bool {
        self.kind == JobKind::Measurement && !self.ends_within(Duration::ZERO)
    }

    /// Waits until the job has ended.
    pub(super) fn finish(self) {
        // The longest time that the next command waits for a perft.
        const PATIENCE: Duration = Duration::from_secs(60);
        if self.kind == JobKind::Search || !self.ends_within(PATIENCE) {
            self.signals.stop();
        }
        let _hung_up = self.done.map(|done| done.recv());
    }

    /// Ends the job soon: the program is about to exit.
    pub(super) fn finish_soon(self) {
        // Many times the time that a stopped search needs to answer.
        const ANSWER: Duration = Duration::from_millis(500);
        // Scripts pipe `go perft` in without a command after it and expect the result.
        const PATIENCE: Duration = Duration::from_secs(1);
        if self.kind == JobKind::Search || !self.ends_within(PATIENCE) {
            self.signals.stop();
            self.ends_within(ANSWER);
        }
    }

    fn ends_within(&self, time: Duration) -> bool {
        let still_runs =
            |done: &mpsc::Receiver<()>| done.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
        !self.done.as_ref().is_some_and(still_runs)
    }
}

/// Runs a search and writes its answer.
pub(super) fn search(
    engine: &Mutex<Engine>,
    game: &Game,
    limits: &Limits,
    signals: &Signals,
    output: &Output,
    options: &Options,
) {
    let mut reporter = Reporter::new(game, signals, output);
    let (result, count) = {
        let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
        if options.show_wdl {
            reporter = reporter.with_chances(count_report::is_drawn(game, engine.tablebase()));
        }
        let result = engine.search(game, limits, &reporter);
        let tables = engine.tablebase();
        let root = game.position();
        let count = count_report::report(options.language, root, tables, limits, &result);
        (result, count)
    };
    reporter.answer(&result, limits, count.as_deref());
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
