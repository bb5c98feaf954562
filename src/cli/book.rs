//! `sakdi book`: opening books from games, and a look into them.

use super::Failure;
use super::output_file::{self, Claims, Existing};
use crate::book::{Book, BookMove, Builder};
use crate::notation::{fen, pgn, san};
use crate::openings::{self, Formation};
use crate::position::Position;
use crate::rules::{CountingRule, Variant};
use crate::types::{Color, Move};
use crate::words::Language;
use clap::Subcommand;
use std::collections::HashSet;
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
    /// PGN files; only games of Makruk from the start position are used, and of those that are the
    /// same move for move only the first
    #[arg(required = true, value_name = "PGN")]
    games: Vec<PathBuf>,
    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Plies of each game to take
    #[arg(long, value_name = "N", default_value_t = 24)]
    plies: usize,
    /// How often a move must have been made
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
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        match self.command {
            Command::Build(build) => build.run(),
            Command::Show(show) => show.run(),
        }
    }
}

/// What `book build` gathers.
#[derive(Default)]
struct Gathered {
    builder: Builder,
    /// The moves of every game so far.
    seen: HashSet<Vec<Move>>,
    games: usize,
    used: usize,
    /// Games that are the same as an earlier one, move for move.
    copies: usize,
}

impl Build {
    fn run(self) -> Result<ExitCode, Failure> {
        let wanted = self.formation.iter().map(|name| find(name));
        let wanted = wanted.collect::<Result<Vec<Formation>, Failure>>()?;
        Claims::new(&self.games, Language::English).claim(&self.out, Existing::Refused)?;
        let mut gathered = Gathered::default();
        for path in &self.games {
            let bytes = std::fs::read(path).map_err(|error| Failure::bad_file(path, &error))?;
            let text = String::from_utf8_lossy(&bytes);
            for game in pgn::Reader::new(&text) {
                let game = game.map_err(|error| bad_file(path, &error))?;
                self.take(&game, &wanted, &mut gathered).map_err(|error| bad_file(path, &error))?;
            }
        }
        let book = gathered.builder.build(self.min_games);
        let mut bytes = Vec::new();
        book.write(&mut bytes)?;
        output_file::write(&self.out, &bytes, Language::English)?;
        let Gathered { games, used, copies, .. } = gathered;
        let dropped = match copies {
            0 => String::new(),
            1 => ", 1 dropped as a copy".to_owned(),
            _ => format!(", {copies} dropped as copies"),
        };
        writeln!(io::stdout(), "{} moves from {used} of {games} games{dropped}", book.len())?;
        Ok(ExitCode::SUCCESS)
    }

    /// Notes the moves of a game, unless it is of no use or was there before.
    fn take(
        &self,
        game: &pgn::PgnGame,
        wanted: &[Formation],
        gathered: &mut Gathered,
    ) -> Result<(), crate::notation::PgnError> {
        gathered.games += 1;
        // [side]: half points
        let points = match game.result {
            Some("1-0") => [2, 0],
            Some("0-1") => [0, 2],
            Some("1/2-1/2") => [1, 1],
            _ => return Ok(()),
        };
        let start = game.start(Variant::Makruk, CountingRule::Makruk)?;
        if start != Position::start(Variant::Makruk, CountingRule::Makruk) {
            return Ok(());
        }
        let moves = game.resolve(&start)?;
        let sides = sides_that_build(wanted, &start, &moves);
        if moves.is_empty() || !sides.contains(&true) {
            return Ok(());
        }
        // Equal engines at fixed nodes repeat themselves: that a game was played twice says no more
        // than the game.
        if gathered.seen.contains(&moves) {
            gathered.copies += 1;
            return Ok(());
        }
        gathered.used += 1;
        let mut position = start;
        for &mv in moves.iter().take(self.plies) {
            let mover = position.to_move();
            if sides[mover.index()] {
                gathered.builder.note(&position, mv, points[mover.index()]);
            }
            position = position.play_unchecked(mv);
        }
        gathered.seen.insert(moves);
        Ok(())
    }
}

/// `[side]`: whether its moves lead where they are wanted to.
fn sides_that_build(wanted: &[Formation], start: &Position, moves: &[Move]) -> [bool; 2] {
    if wanted.is_empty() {
        return [true; 2];
    }
    let found = openings::classify(start, moves);
    Color::ALL.map(|color| {
        found[color.index()].is_some_and(|found| wanted.iter().any(|&wanted| found.is(wanted)))
    })
}

fn find(name: &str) -> Result<Formation, Failure> {
    Formation::find(name).ok_or_else(|| {
        let mut names: Vec<String> = Formation::all()
            .map(|one| format!("{} ({})", one.name(Language::English), one.name(Language::Thai)))
            .collect();
        names.dedup();
        let names = names.join("; ");
        Failure::bad_input(format!("no formation is called '{name}'; there are: {names}"))
    })
}

fn bad_file(path: &std::path::Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::bad_input(format!("{}: {error}", path.display()))
}

impl Show {
    fn run(self) -> Result<ExitCode, Failure> {
        let book = Book::open(&self.book).map_err(|error| bad_file(&self.book, &error))?;
        let position = match &self.fen {
            None => Position::start(Variant::Makruk, CountingRule::Makruk),
            Some(text) => fen::parse(text, Variant::Makruk, CountingRule::Makruk)
                .map_err(|error| Failure::bad_input(format!("illegal FEN: {error}")))?,
        };
        let moves = book.moves(&position);
        let sum: u32 = moves.iter().map(|one| u32::from(one.weight)).sum();
        let mut out = io::stdout().lock();
        for BookMove { mv, weight } in &moves {
            let share = 100.0 * f64::from(*weight) / f64::from(sum);
            writeln!(out, "{:8} {weight:>6} {share:>5.1} %", san::format(&position, *mv))?;
        }
        let plural = if moves.len() == 1 { "" } else { "s" };
        writeln!(out, "{} move{plural} here, {} in the book", moves.len(), book.len())?;
        Ok(ExitCode::SUCCESS)
    }
}
