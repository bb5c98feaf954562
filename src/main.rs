//! The program: a UCI engine, and its tools for the shell. Each command has its own module, with its
//! arguments; this file has their list, their errors and exit statuses.

#![deny(clippy::print_stderr)]

/// Writes a line to standard error. Unlike `eprintln!` it does not panic when nobody reads that, or the
/// disk is full: the work of a command is worth more than a remark about it. What the line quotes from
/// outside cannot control the terminal.
macro_rules! error_line {
    ($($argument:tt)*) => {{
        let text = format!($($argument)*);
        let text = makruk::notation::terminal_text::escaped_lines(&text) + "\n";
        let _ = std::io::Write::write_all(&mut std::io::stderr().lock(), text.as_bytes());
    }};
}

mod analyse;
mod analysis_text;
mod bench;
mod board;
mod book;
mod command_line;
mod convert;
mod counting_rule;
mod date;
#[cfg(test)]
mod docs_tests;
mod epd;
mod game_files;
mod games;
mod genfens;
mod json_output;
mod ledger;
mod ledger_file;
mod loss;
mod r#match;
mod openings;
mod output_file;
mod perft;
mod play;
mod progress;
mod puzzles;
mod report_output;
mod search_args;
mod selfplay;
mod settings_words;
mod shard_files;
mod shards;
mod shell_files;
mod signals;
mod spsa;
mod table_folder;
mod tables;
mod terminal;
mod text_file;
mod train;
mod tune;
mod typed_lines;

use clap::{Parser, Subcommand};
use makruk::notation::fen;
use makruk::notation::terminal_text::shown;
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use sakdi_engine::eval::nnue::{Net, VectorUnit};
use sakdi_i18n::{Language, Localized, Phrase};
use sakdi_platform::files;
use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, LazyLock};

static DESCRIPTION: LazyLock<String> = LazyLock::new(sakdi_uci::describe_build);

/// Sakdi, a Makruk (Thai chess) engine that knows how to count. Without a command it speaks UCI.
#[derive(Debug, Parser)]
#[command(name = "sakdi", version, long_version = DESCRIPTION.as_str())]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Speak UCI on standard input and output, as without a command
    Uci,
    /// Play against the engine in the terminal, in English or Thai
    Play(play::Args),
    /// Count the leaves of the tree of legal moves
    Perft(perft::Args),
    /// Search fixed positions: a signature of the search, and its speed
    Bench(bench::Args),
    /// Analyse games: the cost of each move and the count, as text, PGN and a page
    Analyse(analyse::Args),
    /// Write games in the notation of another site, program or rule book
    Convert(convert::Args),
    /// A game database: add games, find them by position, material, player or count, and explore them
    Games(games::Args),
    /// Show a position as text, or draw it as a picture for documents
    Board(board::Args),
    /// Solve a suite of positions whose answers are known
    Epd(epd::Args),
    /// Puzzles with a proof: mine them from games, verify them, solve them
    Puzzles(puzzles::Args),
    /// Let UCI engines play each other, with Sakdi as the arbiter
    Match(Box<r#match::Args>),
    /// Show the ledger of tested changes as a table, and check it
    Ledger(ledger::Args),
    /// Opening books: make one from games, or show its moves
    Book(book::Args),
    /// Make random openings for matches
    Openings(openings::Args),
    /// Play games of the engine against itself, as training data
    Selfplay(selfplay::Args),
    /// Join files of selfplay, or search their positions deeper
    Shards(shards::Args),
    /// Fit the weights of the evaluation to the games of selfplay
    Tune(tune::Args),
    /// Tune the constants of the search by games of the engine against itself, in a build with
    /// --features tuning
    Spsa(Box<spsa::Args>),
    /// Train the net of the evaluation on the games of selfplay
    Train(Box<train::Args>),
    /// Measure the loss of a net, by men and by count
    Loss(loss::Args),
    /// Endgame tables that are exact in distance and count
    Tables(tables::Args),
    /// Print the completions of commands and options for a shell
    Completions(shell_files::CompletionsArgs),
    /// Write manual pages to a folder
    Man(shell_files::ManArgs),
}

/// How a command failed.
#[derive(Debug, thiserror::Error)]
enum Failure {
    /// The user's input is invalid: exit status 2.
    #[error("{0}")]
    BadInput(Box<dyn Error + Send + Sync>),
    /// The input is valid: exit status 1, or 0 if only the reader closed the output.
    #[error("{}", Language::English.io_error(.0))]
    Io(#[from] io::Error),
}

impl Failure {
    /// The failure of a command whose exit status tells the result of a check: it is not that of a
    /// passed check when the reader of the output went away before.
    fn of_check(self) -> Self {
        match self {
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                Self::Io(io::Error::other("the output was closed before the end"))
            }
            failure => failure,
        }
    }

    fn bad_input(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::BadInput(error.into())
    }

    /// An input file cannot be read.
    fn cannot_read(path: &Path, error: &io::Error, language: Language) -> Self {
        Self::bad_input(of_file(Phrase::CannotRead, path, error, language))
    }

    /// An output file cannot be written, as a check before the work shows.
    fn cannot_write(path: &Path, error: &io::Error, language: Language) -> Self {
        Self::bad_input(of_file(Phrase::CannotWrite, path, error, language))
    }

    /// An output file could not be written after the work.
    fn not_written(path: &Path, error: &io::Error, language: Language) -> Self {
        Self::Io(io::Error::other(of_file(Phrase::CannotWrite, path, error, language)))
    }
}

/// The start position, or that of a FEN.
fn position_of(
    fen: Option<&str>,
    variant: Variant,
    counting: CountingRule,
    language: Language,
) -> Result<Position, Failure> {
    let Some(text) = fen else { return Ok(Position::start(variant, counting)) };
    fen::parse(text, variant, counting).map_err(|error| {
        Failure::bad_input(language.say(Phrase::IllegalFen, &[&error.say(language)]))
    })
}

/// The net of a file.
fn open_net(path: &Path, language: Language) -> Result<Arc<Net>, Failure> {
    let (net, _) = Net::open(path)
        .map_err(|error| Failure::bad_input(format!("{}: {}", shown(path), error.say(language))))?;
    Ok(Arc::new(net))
}

/// The contents of an input file.
fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    files::read(path).map_err(|error| Failure::cannot_read(path, &error, Language::English))
}

/// The error of the system for a file.
fn of_file(phrase: Phrase, path: &Path, error: &io::Error, language: Language) -> String {
    language.say(phrase, &[&shown(path), &language.io_error(error)])
}

fn main() -> ExitCode {
    // Nothing is logged unless RUST_LOG is set: clients may take stderr for trouble.
    let silent = env_logger::Env::default().default_filter_or("off");
    env_logger::Builder::from_env(silent).init();
    run()
}

/// Runs the program with the arguments of the process. The exit status is 0 after success, 1 after a
/// failed check or an error of the system, 2 after invalid input, and 130 after an interrupt.
fn run() -> ExitCode {
    // Checked first, because an unavailable vector unit would otherwise be reported late or never.
    if let Err(error) = VectorUnit::from_environment() {
        return fail(&Failure::bad_input(error));
    }
    let outcome = match genfens_request() {
        Some(words) => genfens::run(&words),
        None => run_command(),
    };
    match outcome {
        Ok(code) => code,
        // The reader closed the output.
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => fail(&failure),
    }
}

/// The words after `genfens`, if the first argument is that request of OpenBench.
fn genfens_request() -> Option<String> {
    let first = std::env::args_os().nth(1)?;
    first.to_str()?.strip_prefix("genfens ").map(str::to_owned)
}

/// Runs the command that the arguments of the process name.
fn run_command() -> Result<ExitCode, Failure> {
    match command_line::parse().command.unwrap_or(Command::Uci) {
        Command::Uci => {
            speak_uci();
            Ok(ExitCode::SUCCESS)
        }
        Command::Play(args) => args.run(),
        Command::Perft(args) => args.run(),
        Command::Bench(args) => args.run(),
        Command::Analyse(args) => args.run(),
        Command::Convert(args) => args.run(),
        Command::Games(args) => args.run(),
        Command::Board(args) => args.run(),
        Command::Epd(args) => args.run().map_err(Failure::of_check),
        Command::Puzzles(args) => args.run(),
        Command::Match(args) => args.run(),
        Command::Ledger(args) => args.run(),
        Command::Book(args) => args.run(),
        Command::Openings(args) => args.run(),
        Command::Selfplay(args) => args.run(),
        Command::Shards(args) => args.run(),
        Command::Loss(args) => args.run(),
        Command::Tune(args) => args.run(),
        Command::Spsa(args) => args.run(),
        Command::Train(args) => args.run(),
        Command::Tables(args) => args.run(),
        Command::Completions(args) => args.run(),
        Command::Man(args) => args.run(),
    }
}

fn fail(failure: &Failure) -> ExitCode {
    error_line!("sakdi: {failure}");
    ExitCode::from(if matches!(failure, Failure::BadInput(_)) { 2 } else { 1 })
}

/// Speaks UCI on standard input and output until `quit` or the end of input.
fn speak_uci() {
    if io::stdin().is_terminal() {
        let version = env!("CARGO_PKG_VERSION");
        let greeting = "try 'help', 'go movetime 1000', 'quit'; 'sakdi play' plays a game";
        // The session notices if the output cannot be written to.
        let _ = writeln!(io::stdout(), "Sakdi {version}: {greeting}");
    }
    sakdi_uci::serve(io::stdin().lock(), io::stdout());
}
