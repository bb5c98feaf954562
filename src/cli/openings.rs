//! `sakdi openings`.

use super::Failure;
use super::progress::progress_bar;
use super::shards;
use crate::analysis::game_pgn;
use crate::arena::engine::GameRules;
use crate::arena::openings::{OpeningOrder, OpeningsSettings};
use crate::arena::random_openings::{Balance, RandomOpeningSettings, random_openings};
use crate::data::{Block, OpeningSettings, game_openings};
use crate::notation::fen;
use crate::platform::sha256::{hash, hex};
use crate::position::Position;
use crate::rules::Variant;
use crate::types::score::{from_uci_centipawns, largest_of_uci_centipawns};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Nodes of the search that finds the score of an opening.
const NODES: u64 = 20_000;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Random plies from the start position
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=200))]
    plies: u16,
    /// Number of different openings
    #[arg(long, value_name = "N", default_value_t = 500)]
    count: u32,
    /// Another seed gives other openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Take the openings from games of `sakdi selfplay` instead
    #[arg(long, value_name = "SHARD", num_args = 1.., requires = "max_cp",
          conflicts_with_all = ["plies", "variant"])]
    from: Vec<PathBuf>,
    /// Largest number of openings from one game
    #[arg(long, value_name = "N", default_value_t = 1, requires = "from",
          value_parser = clap::value_parser!(u8).range(1..))]
    per_game: u8,
    /// Smallest lead of an opening of a game, by the scores of the game and by a search, in UCI
    /// centipawns
    #[arg(long, value_name = "CP", default_value_t = 0, requires = "from",
          value_parser = clap::value_parser!(u16))]
    min_cp: u16,
    /// Largest absolute score of an opening by a search, in UCI centipawns; others are discarded
    #[arg(long, value_name = "CP", value_parser = clap::value_parser!(u16))]
    max_cp: Option<u16>,
    /// Nodes of that search
    #[arg(long, value_name = "N", default_value_t = NODES, requires = "max_cp")]
    nodes: u64,
    /// makruk or makpong
    #[arg(long, default_value_t)]
    variant: Variant,
    /// Write the openings of a file of FEN, EPD or PGN as PGN instead: cutechess keeps the count only
    /// there
    #[arg(long, value_name = "FILE", conflicts_with_all = ["plies", "count", "seed", "from", "max_cp"])]
    to_pgn: Option<PathBuf>,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        if let Some(file) = &self.to_pgn {
            io::stdout().lock().write_all(pgn(file, self.variant)?.as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        let (head, openings) = if self.from.is_empty() { self.random() } else { self.of_games()? };
        let mut text = head;
        for position in &openings {
            text += &fen::format_with_limit(position);
            text.push('\n');
        }
        io::stdout().lock().write_all(text.as_bytes())?;
        let found = openings.len();
        error_line!("openings {found} sha256 {}", hex(&hash(text.as_bytes())));
        if found < self.count as usize {
            error_line!("sakdi: found only {found} of {} openings", self.count);
            return Ok(ExitCode::FAILURE);
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Makes openings by random moves. Returns the header lines of the file, and the openings.
    fn random(&self) -> (String, Vec<Position>) {
        let Self { variant, plies, count, seed, nodes, .. } = self;
        let max_score = self.max_cp.map(|max_cp| largest_of_uci_centipawns(max_cp.into()));
        let balance = max_score.map(|max_score| Balance { max_score, nodes: *nodes });
        let settings = RandomOpeningSettings {
            variant: *variant,
            plies: (*plies).into(),
            count: *count as usize,
            seed: *seed,
            balance,
        };
        let openings = self.with_progress(|progress| random_openings(&settings, progress));
        let limits = self.max_cp.map(|max_cp| format!(" --max-cp {max_cp} --nodes {nodes}"));
        let head = format!(
            "# Random openings for matches, no two alike. Made by\n\
             # sakdi openings --variant {variant} --plies {plies} --count {count} --seed {seed}{}\n",
            limits.unwrap_or_default()
        );
        (head, openings)
    }

    /// The lines at the head of the file, and openings from games.
    fn of_games(&self) -> Result<(String, Vec<Position>), Failure> {
        let Self { count, seed, nodes, min_cp, from, per_game, .. } = self;
        let max_cp = self.max_cp.unwrap_or(u16::MAX);
        if *min_cp > max_cp {
            return Err(Failure::bad_input("--min-cp is larger than --max-cp"));
        }
        let bytes = shards::read(from)?;
        let shards = from.iter().zip(&bytes);
        let games: Vec<Block<'_>> =
            shards.flat_map(|(path, shard)| shards::blocks(path, shard)).collect();
        let settings = OpeningSettings {
            count: *count as usize,
            seed: *seed,
            lead: from_uci_centipawns((*min_cp).into())..=largest_of_uci_centipawns(max_cp.into()),
            nodes: *nodes,
            per_game: (*per_game).into(),
        };
        let openings = self.with_progress(|progress| game_openings(&settings, &games, progress));
        let head = format!(
            "# Openings for matches from self-play games, no two alike. Made by\n\
             # sakdi openings --from SHARD --min-cp {min_cp} --max-cp {max_cp} --nodes {nodes} \
             --count {count} --per-game {per_game} --seed {seed}\n# from {} games.\n",
            games.len()
        );
        Ok((head, openings))
    }

    /// Calls `work` with a function that shows how many openings there are.
    fn with_progress<T>(&self, work: impl FnOnce(&dyn Fn(usize)) -> T) -> T {
        let bar = progress_bar(self.count.into(), "{wide_bar} {pos}/{len} openings, eta {eta}");
        let made = work(&|count| bar.set_position(count as u64));
        bar.finish_and_clear();
        made
    }
}

/// The openings of a file as games without a result.
fn pgn(file: &Path, variant: Variant) -> Result<String, Failure> {
    let rules = GameRules { variant, counting: Default::default() };
    let (file, order) = (file.to_owned(), OpeningOrder::Sequential);
    let settings = OpeningsSettings { file, order, plies: None, start: 1 };
    let openings = settings.load(rules, 0).map_err(Failure::bad_input)?;
    let mut text = String::new();
    for (number, opening) in (1..).zip(openings) {
        let game = opening.game(rules).map_err(Failure::bad_input)?;
        let event = format!("Opening {number}");
        let start = fen::format_with_limit(game.start());
        text += &game_pgn(&game, &[("Event", &event), ("SetUp", "1"), ("FEN", &start)], None);
        text.push('\n');
    }
    Ok(text)
}
