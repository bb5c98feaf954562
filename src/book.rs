//! `sakdi book`: makes opening books from games, and shows their moves.

use super::game_files::DialectArgs;
use super::json_output::{JsonArgs, MoveRecord, rounded};
use super::output_file::{IfExists, OutputFiles};
use super::report_output::text_output;
use super::{Failure, position_of, text_file};
use clap::Subcommand;
use makruk::formations::{self, Formation};
use makruk::notation::terminal_text::shown;
use makruk::notation::{PgnError, fen, pgn, san};
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use makruk::types::{Color, Move};
use sakdi_engine::book::{Book, BookError, BookMove, Builder};
use sakdi_i18n::{Language, Localized, Phrase};
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make a book from games, such as those of `sakdi match --pgn`
    Build(Build),
    /// Show the moves of a book in a position
    Show(Show),
}

#[derive(Debug, clap::Args)]
struct Build {
    /// PGN files; games of Makruk that have a result are used, wherever they begin. Games that
    /// are the same move for move count once
    #[arg(required = true, value_name = "PGN")]
    games: Vec<PathBuf>,
    #[command(flatten)]
    dialect: DialectArgs,
    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Plies of each game to take
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u16).range(1..))]
    plies: u16,
    /// Smallest number of times that a move was played
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    min_games: u32,
    /// Take only the moves of sides that set up this formation, by its English or Thai name; may be
    /// given several times
    #[arg(long, value_name = "NAME")]
    formation: Vec<String>,
}

#[derive(Debug, clap::Args)]
struct Show {
    /// The book to look into
    #[arg(value_name = "FILE")]
    book: PathBuf,
    /// Position to look up, instead of the start position
    #[arg(long)]
    fen: Option<String>,
    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Debug, Serialize)]
struct BookRecord {
    fen: String,
    moves: Vec<WeightRecord>,
    /// Number of moves in all positions.
    book_moves: usize,
}

#[derive(Debug, Serialize)]
struct WeightRecord {
    #[serde(flatten)]
    mv: MoveRecord,
    weight: u16,
    /// How often the move is chosen, from 0 to 1.
    share: f64,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        match self.command {
            Command::Build(build) => build.run(),
            Command::Show(show) => show.run(),
        }
    }
}

/// Why a game adds nothing to a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum LeftOut {
    Unreadable,
    Makpong,
    NoResult,
    NoMoves,
    NoFormation,
    Copy,
}

impl LeftOut {
    /// The sentence for this number of games.
    fn sentence(self, games: usize) -> String {
        let what = match self {
            Self::Unreadable => "unreadable",
            Self::Makpong => "of Makpong",
            Self::NoResult => "without a result",
            Self::NoMoves => "without moves",
            Self::NoFormation => "without the formation",
            Self::Copy if games == 1 => "a copy of an earlier one",
            Self::Copy => "copies of earlier ones",
        };
        format!("{games} {what}")
    }
}

/// What `book build` gathers.
#[derive(Default)]
struct Gathered {
    builder: Builder,
    /// First position and moves of every game so far.
    seen: HashSet<(String, Vec<Move>)>,
    used: usize,
    left_out: BTreeMap<LeftOut, usize>,
}

impl Gathered {
    fn count(&mut self, taken: Result<(), LeftOut>) {
        match taken {
            Ok(()) => self.used += 1,
            Err(why) => *self.left_out.entry(why).or_default() += 1,
        }
    }

    fn unreadable(&self) -> usize {
        self.left_out.get(&LeftOut::Unreadable).copied().unwrap_or_default()
    }

    /// `4 of 5 games; left out: 1 without a result`
    fn games(&self) -> String {
        let all = self.used + self.left_out.values().sum::<usize>();
        let games = format!("{} of {all} game{}", self.used, if all == 1 { "" } else { "s" });
        let left_out: Vec<String> = self.left_out.iter().map(|(why, &n)| why.sentence(n)).collect();
        match left_out.as_slice() {
            [] => games,
            _ => format!("{games}; left out: {}", left_out.join(", ")),
        }
    }
}

impl Build {
    fn run(self) -> Result<ExitCode, Failure> {
        let wanted = self.formation.iter().map(|name| find(name));
        let wanted = wanted.collect::<Result<Vec<Formation>, Failure>>()?;
        let mut files = OutputFiles::new(&self.games, Language::English);
        let output = files.reserve(&self.out, IfExists::Refused)?;
        let mut gathered = Gathered::default();
        for path in &self.games {
            let text = text_file::read(path, Language::English)?;
            for (number, game) in (1..).zip(pgn::Reader::new(&text)) {
                let game = game.map(|game| self.dialect.apply(game));
                let taken = game.and_then(|game| self.take(&game, &wanted, &mut gathered));
                gathered.count(taken.unwrap_or_else(|error| {
                    let gaps: [&dyn Display; 3] = [&shown(path), &number, &error];
                    error_line!("sakdi: {}", Language::English.say(Phrase::GameSkipped, &gaps));
                    Err(LeftOut::Unreadable)
                }));
            }
        }
        let book = gathered.builder.build(self.min_games);
        let games = gathered.games();
        if book.is_empty() {
            error_line!("sakdi: {} not written: {}", shown(&self.out), self.why_empty(&gathered));
            return Ok(ExitCode::FAILURE);
        }
        let mut bytes = Vec::new();
        book.write(&mut bytes)?;
        output.write(&bytes)?;
        let plural = if book.len() == 1 { "" } else { "s" };
        writeln!(io::stdout(), "{} move{plural} from {games}", book.len())?;
        Ok(ExitCode::from(u8::from(gathered.unreadable() > 0)))
    }

    /// Why no move has got into the book.
    fn why_empty(&self, gathered: &Gathered) -> String {
        let games = gathered.games();
        if gathered.used == 0 {
            return format!("no game can be used: {games}");
        }
        let most = gathered.builder.most_often();
        if most < self.min_games {
            let least = self.min_games;
            return format!(
                "no move was played in {least} games (--min-games), the most frequent in {most}: {games}"
            );
        }
        format!("no move that was made often enough has scored: {games}")
    }

    /// Adds the moves of a game, unless it is unusable or a copy.
    fn take(
        &self,
        game: &pgn::PgnGame,
        wanted: &[Formation],
        gathered: &mut Gathered,
    ) -> Result<Result<(), LeftOut>, PgnError> {
        let start = game.start(Variant::Makruk, CountingRule::MAKRUK)?;
        if start.variant() != Variant::Makruk {
            return Ok(Err(LeftOut::Makpong));
        }
        // [side]: half points
        let points = match game.stated_result() {
            Some("1-0") => [2, 0],
            Some("0-1") => [0, 2],
            Some("1/2-1/2") => [1, 1],
            _ => return Ok(Err(LeftOut::NoResult)),
        };
        let moves = game.resolve(&start)?;
        if moves.is_empty() {
            return Ok(Err(LeftOut::NoMoves));
        }
        let sides = sides_that_build(wanted, &start, &moves);
        if !sides.contains(&true) {
            return Ok(Err(LeftOut::NoFormation));
        }
        let mut position = start;
        // Equal engines at fixed nodes repeat themselves: that a game was played twice says no more
        // than the game.
        if !gathered.seen.insert((fen::format(&start), moves.clone())) {
            return Ok(Err(LeftOut::Copy));
        }
        for &mv in moves.iter().take(self.plies.into()) {
            let mover = position.to_move();
            if sides[mover.index()] {
                gathered.builder.note(&position, mv, points[mover.index()]);
            }
            position = position.play_unchecked(mv);
        }
        Ok(Ok(()))
    }
}

/// `[side]`: whether its moves lead to one of the requested formations.
fn sides_that_build(wanted: &[Formation], start: &Position, moves: &[Move]) -> [bool; 2] {
    if wanted.is_empty() {
        return [true; 2];
    }
    let found = formations::classify(start, moves);
    Color::ALL.map(|color| {
        found[color.index()].is_some_and(|found| wanted.iter().any(|&wanted| found.is(wanted)))
    })
}

fn find(name: &str) -> Result<Formation, Failure> {
    sakdi_i18n::find_formation(name).ok_or_else(|| {
        let mut names: Vec<String> =
            Formation::all().map(|one| format!("{} ({})", one.name(), one.thai())).collect();
        names.dedup();
        let names = names.join("; ");
        Failure::bad_input(format!("no formation is called '{name}'; there are: {names}"))
    })
}

impl Show {
    fn run(self) -> Result<ExitCode, Failure> {
        let mut files = OutputFiles::new([&self.book], Language::English);
        let json = self.json.reserve(&mut files)?;
        let book = Book::open(&self.book).map_err(|error| match error {
            BookError::Io(error) => Failure::cannot_read(&self.book, &error, Language::English),
            other => Failure::bad_input(format!("{}: {other}", shown(&self.book))),
        })?;
        let (variant, counting) = (Variant::Makruk, CountingRule::MAKRUK);
        let position = position_of(self.fen.as_deref(), variant, counting, Language::English)?;
        let moves = book.moves(&position);
        let sum: u32 = moves.iter().map(|one| u32::from(one.weight)).sum();
        let mut out = text_output();
        for BookMove { mv, weight } in &moves {
            let share = 100.0 * f64::from(*weight) / f64::from(sum);
            writeln!(out, "{:8} {weight:>6} {share:>5.1} %", san::format(&position, *mv))?;
        }
        let plural = if moves.len() == 1 { "" } else { "s" };
        writeln!(out, "{} move{plural} here, {} in the book", moves.len(), book.len())?;
        let record = |&BookMove { mv, weight }: &BookMove| WeightRecord {
            mv: MoveRecord::new(&position, mv),
            weight,
            share: rounded(f64::from(weight) / f64::from(sum)),
        };
        json.write(|| BookRecord {
            fen: fen::format(&position),
            moves: moves.iter().map(record).collect(),
            book_moves: book.len(),
        })?;
        Ok(ExitCode::SUCCESS)
    }
}
