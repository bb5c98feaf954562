//! A UCI session: the options, the game, and the running job.

use super::command::{Command, CountRequest, Go, PositionText};
use super::describe_build;
use super::display;
use super::error::CommandError;
use super::jobs::{self, JobKind, JobPlace, RunningJob};
use super::options::{self, Options};
use super::output::Output;
use super::score::from_uci_centipawns;
use super::search_output;
use super::signals::{Interrupt, SearchEnd, Signals};
use makruk::game::{ClaimKind, ClaimLog, Game};
use makruk::movegen;
use makruk::notation::{coordinate, fen};
use makruk::position::Position;
use makruk::types::Move;
use sakdi_engine::Score;
use sakdi_engine::book::Book;
use sakdi_engine::eval::Evaluator;
use sakdi_engine::eval::nnue::{self, Net};
use sakdi_engine::search::{Clock, Engine, Limits};
use sakdi_engine::tablebase::Tablebase;
use sakdi_i18n::{Language, Localized, Phrase, TextStyle};
use sakdi_levels::Player;
use sakdi_platform::Instant;
use std::collections::VecDeque;
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

/// What a line was parsed to: nothing if it is blank.
pub(super) type ParsedLine = Result<Option<Command>, CommandError>;

/// One client's session.
pub struct Session {
    pub(super) output: Output,
    pub(super) options: Options,
    /// The source of `game`, to set it up again when the rules change.
    pub(super) position: PositionText,
    /// The number of the first move of `position` that is illegal under the present rules. It is not reported
    /// again when an option changes.
    refused: Option<usize>,
    pub(super) game: Game,
    /// The net; kept also while `Use NNUE` is off.
    pub(super) net: Arc<Net>,
    // Locked by a search while it runs.
    player: Arc<Mutex<Player>>,
    pub(super) running: Option<RunningJob>,
    // Commands for which a running perft or bench has to end first, and those after them.
    pub(super) waiting: VecDeque<ParsedLine>,
    place: JobPlace,
    /// Tables in addition to those of `TablePath`.
    pub(super) builtin_tables: Tablebase,
    pub(super) book: Option<Book>,
}

impl Session {
    /// A session that answers on `output`, with the start position of Makruk set up. Searches run
    /// on threads of their own, which share the session. The process ends when `output` returns an error,
    /// because nobody can receive an answer then: an embedding program's `output` must not.
    pub fn new(output: impl Write + Send + 'static) -> Arc<Mutex<Self>> {
        Arc::new_cyclic(|session: &Weak<Mutex<Self>>| {
            let session = Weak::clone(session);
            let at_end = move || {
                if let Some(session) = session.upgrade() {
                    session.lock().unwrap_or_else(PoisonError::into_inner).go_on();
                }
            };
            Mutex::new(Self::with_jobs_at(JobPlace::Thread(Arc::new(at_end)), output))
        })
    }

    /// A session whose searches run within [`Self::handle`], for platforms without threads. During
    /// a search it polls `listener` for interrupts by the client. Handle lines that arrive
    /// meanwhile after the search; for those that end a search (`position`, `go`, `setoption`, …)
    /// the listener also has to return [`Interrupt::Stop`]. An error of `output` ends the process, as in
    /// [`Self::new`].
    pub fn without_threads(
        output: impl Write + Send + 'static,
        listener: impl Fn() -> Option<Interrupt> + Send + Sync + 'static,
    ) -> Self {
        Self::with_jobs_at(JobPlace::Loop(Arc::new(listener)), output)
    }

    fn with_jobs_at(place: JobPlace, output: impl Write + Send + 'static) -> Self {
        let options = Options::default();
        let start = Position::start(options.variant, options.counting_rule);
        Self {
            output: Output::new(output),
            net: nnue::default_net(),
            player: Arc::new(Mutex::new(Player::new(Engine::new(options.hash)))),
            options,
            position: PositionText::default(),
            refused: None,
            game: Game::new(start),
            running: None,
            waiting: VecDeque::new(),
            place,
            builtin_tables: Tablebase::embedded(),
            book: None,
        }
    }

    /// Uses these endgame tables instead of the built-in ones.
    pub fn set_builtin_tables(&mut self, tables: Tablebase) {
        self.builtin_tables = tables;
        self.set_tables();
    }

    /// Evaluates by this net instead of the built-in one.
    pub fn set_builtin_net(&mut self, net: Net) {
        self.net = Arc::new(net);
        self.use_net();
    }

    /// Number of threads of a search.
    pub const fn threads(&self) -> usize {
        self.options.threads
    }

    /// Whether a search, perft or bench is running.
    pub fn is_busy(&self) -> bool {
        self.running.as_ref().is_some_and(|job| !job.signals().ends_within(Duration::ZERO))
    }

    /// Executes a command, or reports why a line is none.
    pub(super) fn execute(&mut self, command: ParsedLine) {
        match command {
            Ok(Some(command)) => self.execute_command(command),
            Ok(None) => {}
            Err(error) => self.output.info_string(error.say(self.options.language)),
        }
    }

    fn execute_command(&mut self, command: Command) {
        match command {
            Command::Uci => self.identify(),
            Command::IsReady => self.output.line("readyok"),
            Command::NewGame => {
                self.game.forget_claims();
                self.idle_player().engine.clear();
            }
            Command::SetOption(option) => self.set_option(&option),
            Command::Position(position) => {
                self.finish();
                self.refused = None;
                self.set_position(position);
            }
            Command::Go(go) => self.go(&go),
            Command::Perft(depth) => self.perft(depth),
            Command::Bench(depth) => {
                let (output, language) = (self.output.clone(), self.options.language);
                self.start(
                    Signals::new(SearchEnd::Limits, false),
                    JobKind::Measurement,
                    move |signals| {
                        jobs::bench(depth, signals, &output, language);
                    },
                );
            }
            Command::Stop => {
                if let Some(running) = &self.running {
                    running.signals().stop();
                    if !running.is_measurement() {
                        running.signals().answer_soon();
                    }
                }
            }
            Command::PonderHit => {
                if let Some(running) = &self.running {
                    running.signals().ponder_hit();
                }
            }
            Command::Display => {
                self.output.text(&display::describe(&self.game, self.style()));
            }
            Command::Eval => {
                let net = (&*self.net, self.options.use_nnue);
                let text = display::explain(self.game.position(), net, self.style());
                self.output.text(&text);
            }
            Command::Compiler => self.output.line(describe_build()),
            Command::Help => self.help(),
            Command::Count(request) => {
                if request != CountRequest::Status {
                    self.finish();
                }
                self.count(request);
            }
            Command::Quit | Command::Ignored => {}
        }
    }

    /// Language and notation of sentences.
    const fn style(&self) -> TextStyle {
        TextStyle { language: self.options.language, notation: self.options.notation }
    }

    /// Begins or ends a claimed count, or reports its state.
    fn count(&mut self, request: CountRequest) {
        let language = self.options.language;
        let outcome = match request {
            CountRequest::Start => self.game.claim(ClaimKind::Start),
            CountRequest::Stop => {
                self.game.stop_count();
                Ok(())
            }
            CountRequest::Skip => self.game.claim(ClaimKind::Skip),
            CountRequest::Status => Ok(()),
        };
        match outcome {
            Ok(()) => {
                self.output.info_string(self.game.position().count_status().say(language));
            }
            Err(error) => self.output.info_string(error.say(language)),
        }
    }

    /// Lists the commands. Clients take no notice of these lines.
    fn help(&self) {
        for phrase in [
            Phrase::UciHelpPosition,
            Phrase::UciHelpGo,
            Phrase::UciHelpShow,
            Phrase::UciHelpOptions,
            Phrase::UciHelpCount,
            Phrase::UciHelpMeasure,
            Phrase::UciHelpQuit,
        ] {
            self.output.info_string(self.options.language.text(phrase));
        }
    }

    fn identify(&self) {
        let mut text = concat!(
            "id name Sakdi ",
            env!("CARGO_PKG_VERSION"),
            "\nid author the Sakdi developers\n"
        )
        .to_owned();
        for option in options::announcements() {
            text += &option;
            text += "\n";
        }
        self.output.text(&(text + "uciok\n"));
    }

    /// A move from the book, if the book is in use and has one.
    fn book_move(&self, go: &Go) -> Option<Move> {
        let thinks = self.is_analysis(go) || go.ponder || !go.search_moves.is_empty();
        if thinks || !self.options.own_book {
            return None;
        }
        self.book.as_ref()?.choose(self.game.position(), &mut sakdi_platform::random::generator())
    }

    /// The answer to `go` by a move from the book, with its static evaluation as the score.
    fn book_answer(&self, mv: Move) -> String {
        let Options { use_nnue, show_wdl, .. } = self.options;
        let next = self.game.position().play_unchecked(mv);
        let net = use_nnue.then(|| self.net.clone());
        let score = -Evaluator::new(net).evaluate(&next, 0);
        search_output::book_answer(&self.game, mv, score, show_wdl)
    }

    /// Sets up a position and plays the moves up to the first illegal one. An illegal position
    /// changes nothing.
    pub(super) fn set_position(&mut self, text: PositionText) {
        let Options { variant, counting_rule, language, .. } = self.options;
        let start = match &text.fen {
            None => Position::start(variant, counting_rule),
            Some(fen) => match fen::parse(fen, variant, counting_rule) {
                Ok(position) => position,
                Err(error) => {
                    let remark = language.say(Phrase::FenRefused, &[&error.say(language)]);
                    return self.output.info_string(remark);
                }
            },
        };
        // The command repeats the moves of the game, but not its claims.
        let mut claims = ClaimLog::new();
        if let Some(moves) = text.common_moves(&self.position) {
            claims = self.game.claims().clone();
            claims.keep_up_to(moves);
        }
        self.game = Game::new(start);
        self.game.repeat_claims(&claims);
        let mut refused = None;
        for (number, mv) in (1..).zip(&text.moves) {
            if let Err(error) = play(&mut self.game, mv, language) {
                if self.refused != Some(number) {
                    let remark = language.say(Phrase::IllegalInList, &[&number, &error]);
                    self.output.info_string(remark);
                }
                refused = Some(number);
                break;
            }
            self.game.repeat_claims(&claims);
        }
        self.refused = refused;
        self.position = text;
    }

    fn go(&mut self, go: &Go) {
        let started = Instant::now();
        self.finish();
        if let Some(error) = &go.fault {
            self.output.info_string(error.say(self.options.language));
        }
        if let Some(mv) = self.book_move(go) {
            return self.output.text(&self.book_answer(mv));
        }
        let limits = self.limits(go, started);
        let game = self.game.clone();
        let player = Arc::clone(&self.player);
        let output = self.output.clone();
        let options = self.options.clone();
        let end = match go {
            Go { infinite: true, .. } => SearchEnd::Never,
            _ if go.is_endless() => SearchEnd::PonderHit,
            _ => SearchEnd::Limits,
        };
        let signals = Signals::new(end, go.ponder);
        self.start(signals, JobKind::Search, move |signals| {
            jobs::search(&player, &game, &limits, signals, &output, &options);
        });
    }

    fn limits(&self, go: &Go, started: Instant) -> Limits {
        let us = self.game.position().to_move().index();
        let mut limits = Limits {
            started,
            depth: go.depth,
            nodes: go.nodes,
            mate: go.mate,
            search_moves: self.search_moves(go),
            multi_pv: self.options.multi_pv,
            move_overhead: self.options.move_overhead,
            tb_probe_depth: self.options.table_probe_depth,
            contempt: self.contempt(go),
            ..Limits::default()
        };
        if !go.infinite {
            limits.move_time = go.move_time;
            // If a client sends only the opponent's time, ours is used up.
            let timed = go.time.iter().any(Option::is_some);
            limits.clock = timed.then(|| Clock {
                remaining: go.time[us].unwrap_or_default(),
                increment: go.increment[us],
                moves_to_go: go.moves_to_go,
            });
        }
        limits
    }

    /// The contempt of a search for a move of a game; 0 for an analysis, which is to tell the truth
    /// about draws, at levels, and after a draw.
    fn contempt(&self, go: &Go) -> Score {
        let options = &self.options;
        let is_drawn = self.game.outcome().is_some_and(|outcome| outcome.winner().is_none());
        if self.is_analysis(go) || is_drawn || options.strength().is_some() {
            return 0;
        }
        from_uci_centipawns(options.contempt)
    }

    /// Whether a search is not for a move of a game.
    fn is_analysis(&self, go: &Go) -> bool {
        let &Options { analyse_mode, multi_pv, .. } = &self.options;
        let is_unlimited = go.is_endless() && !go.ponder;
        is_unlimited || go.mate.is_some() || analyse_mode || multi_pv > 1
    }

    /// The requested root moves that are legal; empty means all moves.
    fn search_moves(&self, go: &Go) -> Vec<Move> {
        let read = |mv: &String| match coordinate::parse(self.game.position(), mv) {
            Ok(mv) => Some(mv),
            Err(error) => {
                let reason = error.say(self.options.language);
                self.output.info_string(format_args!("searchmoves: {reason}"));
                None
            }
        };
        go.search_moves.iter().filter_map(read).collect()
    }

    fn perft(&mut self, depth: u32) {
        let game = self.game.clone();
        let Options { threads, language, .. } = self.options;
        let output = self.output.clone();
        self.start(Signals::new(SearchEnd::Limits, false), JobKind::Measurement, move |signals| {
            jobs::perft(&game, depth, threads, signals, &output, language);
        });
    }

    fn start(
        &mut self,
        signals: Signals,
        kind: JobKind,
        job: impl FnOnce(&Signals) + Send + 'static,
    ) {
        self.finish();
        match RunningJob::start(&self.place, signals, kind, job) {
            Ok(running) => self.running = Some(running),
            Err(error) => {
                let language = self.options.language;
                let reason = language.io_error(&error);
                self.output.info_string(language.say(Phrase::NoThreads, &[&reason]));
                if kind == JobKind::Search {
                    // The client waits for an answer.
                    let position = self.game.position();
                    let best = movegen::legal_moves(position).first().copied();
                    self.output.line(search_output::best_move_line(position, best, None));
                }
            }
        }
    }

    /// Ends a search, which then answers.
    pub(super) fn finish(&mut self) {
        if let Some(running) = self.running.take() {
            running.finish();
        }
    }

    /// Ends a search, waits until all its threads have ended, and locks the engine.
    pub(super) fn idle_player(&mut self) -> MutexGuard<'_, Player> {
        self.finish();
        self.player.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Plays a move in coordinates. The error is a sentence.
fn play(game: &mut Game, text: &str, language: Language) -> Result<(), String> {
    let mv = coordinate::parse(game.position(), text).map_err(|error| error.say(language))?;
    // The parsed move is legal.
    game.play(mv).map_err(|_| language.say(Phrase::MoveUnreadable, &[&text]))
}
