//! `sakdi play`: a person against the engine, in the terminal or from a script.

pub(super) mod clock;
mod ending;
mod game_loop;
pub(super) mod input;
mod interface;
mod pgn_file;
mod record;
pub(super) mod screen;
mod session;

use super::counting_rule::CountingArgs;
use super::progress::stop_on_interrupt_after;
use super::table_folder::load_tables;
use super::terminal::board::Style;
use super::{Failure, open_net, position_of, terminal, typed_lines};
use clap::ValueEnum;
use clock::Clocks;
use game_loop::GameLoop;
use interface::PlainInterface;
use makruk::notation::Notation;
use makruk::notation::terminal_text::shown;
use makruk::rules::Variant;
use makruk::types::Color;
use pgn_file::PgnFile;
use rand::Rng;
use record::RecordedGames;
use sakdi_engine::book::Book;
use sakdi_engine::search::{self, Engine};
use sakdi_i18n::{Language, Localized, Phrase};
use sakdi_levels::{FULL_SKILL, MIN_SKILL, Player};
use sakdi_matches::clock::{TimeControl, TimeLimit};
use screen::Screen;
use session::{PlaySettings, Session};
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Your side
    #[arg(long, default_value = "white")]
    color: Side,
    /// Level: -2 and -1 are for beginners, 20 is full strength
    #[arg(long, value_name = "N", default_value_t = 8, allow_negative_numbers = true,
          value_parser = clap::value_parser!(i8).range(MIN_SKILL as i64..=FULL_SKILL as i64))]
    level: i8,
    /// Longest time for a move of the engine, in seconds [default: 1; with --tc or --st, by the clock]
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
    /// Play with clocks: minutes for each side, and seconds added after each move, such as 5+3
    #[arg(long, value_name = "MINUTES+SECONDS", value_parser = clock::game_time)]
    tc: Option<TimeControl>,
    /// Play with a clock for each move, of so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = clock::move_time, conflicts_with = "tc")]
    st: Option<Duration>,
    /// Language: en or th
    #[arg(long, default_value_t)]
    language: Language,
    /// Notation of the moves shown: coordinate, san, thai, thai-long, official-thai or
    /// official-thai-short. Moves may be typed in any [default: san, or thai in Thai]
    #[arg(long)]
    notation: Option<Notation>,
    /// makruk or makpong
    #[arg(long, default_value_t)]
    variant: Variant,
    #[command(flatten)]
    counting: CountingArgs,
    /// Where to begin, instead of the start position
    #[arg(long)]
    fen: Option<String>,
    /// Add the games to this PGN file; every move is saved at once
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Opening book that the engine plays from, in the format of `sakdi book`
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Net of the evaluation, instead of the one built in
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Folder of built endgame tables, in addition to the built-in ones
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Threads of the search
    #[arg(long, default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=Engine::MAX_THREADS as i64))]
    threads: u16,
    /// Transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = Engine::DEFAULT_HASH as u32,
          value_parser = clap::value_parser!(u32).range(1..=Engine::MAX_HASH as i64))]
    hash: u32,
    /// Play in plain lines, as in a pipe, also on a terminal with colours
    #[arg(long)]
    plain: bool,
    /// How to draw the men
    #[arg(long, default_value = "unicode")]
    men: Style,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Side {
    White,
    Black,
    Random,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let start =
            position_of(self.fen.as_deref(), self.variant, self.counting.rule(), self.language)?;
        let time = self.time.map(|time| {
            Duration::try_from_secs_f64(time).map_err(|_| {
                let given = format!("--time {time}");
                Failure::bad_input(self.language.say(Phrase::PlayNoTime, &[&given]))
            })
        });
        let time = time.transpose()?;
        let language = self.language;
        let engine = self.engine()?;
        let saved = self.pgn.as_ref().map(|path| {
            PgnFile::open(path).map_err(|error| {
                let gaps: [&dyn Display; 2] = [&shown(path), &error.say(language)];
                Failure::bad_input(language.say(Phrase::CannotWrite, &gaps))
            })
        });
        let book = self.book.as_ref().map(|path| {
            Book::open(path).map_err(|error| {
                Failure::bad_input(format!("{}: {}", shown(path), error.say(language)))
            })
        });
        let (saved, book) = (saved.transpose()?, book.transpose()?);
        let settings = PlaySettings {
            start,
            human: match self.color {
                Side::White => Color::White,
                Side::Black => Color::Black,
                Side::Random if sakdi_platform::random::generator().random() => Color::White,
                Side::Random => Color::Black,
            },
            level: self.level,
            time,
            language,
            notation: self.notation.unwrap_or(self.language.notation()),
            style: self.men,
        };
        let time = match (self.tc, self.st) {
            (Some(control), _) => Some(TimeLimit::Clock(control)),
            (None, time) => time.map(TimeLimit::PerMove),
        };
        let session = Session::new(settings, time.map(Clocks::new));
        let mut game_loop =
            GameLoop::new(session, Player::new(engine), book, RecordedGames::new(saved));
        if self.plain || !terminal::has_colors() {
            on_engine_stack(move || play_in_lines(&mut game_loop))??;
        } else {
            let pgn = on_engine_stack(move || play_on_screen(game_loop))??;
            // The text on the screen disappears with it, so the games are printed.
            // The terminal may be gone.
            let _ = write!(io::stdout(), "{pgn}");
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The engine with the memory, threads, net and tables of the arguments.
    fn engine(&self) -> Result<Engine, Failure> {
        let mut engine = Engine::new(self.hash as usize);
        engine.set_threads(self.threads.into());
        let tables = load_tables(self.tables.as_deref(), self.language)?;
        engine.set_tablebase(Some(Arc::new(tables)));
        if let Some(path) = &self.net {
            engine.set_net(Some(open_net(path, self.language)?));
        }
        Ok(engine)
    }
}

/// Runs work that searches on a thread with a large enough stack.
fn on_engine_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> io::Result<T> {
    let thread = thread::Builder::new().stack_size(search::STACK_BYTES).spawn(work)?;
    Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
}

fn play_in_lines(game_loop: &mut GameLoop) -> io::Result<()> {
    let columns = terminal::columns();
    let mut interface = PlainInterface {
        input: &mut typed_lines::lines(io::stdin().lock()),
        out: &mut io::stdout(),
        columns: columns.unwrap_or(terminal::COLUMNS),
        is_interactive: columns.is_some() && io::stdin().is_terminal(),
    };
    game_loop.play(&mut interface)
}

/// Plays on the screen. Returns the games that are in no file, as PGN.
fn play_on_screen(mut game_loop: GameLoop) -> Result<String, Failure> {
    let signal = Arc::new(AtomicBool::new(false));
    stop_on_interrupt_after(&signal, screen::restore)?;
    let mut screen = Screen::open(game_loop.language(), game_loop.examples(), signal)?;
    game_loop.play(&mut screen)?;
    Ok(game_loop.unsaved())
}
