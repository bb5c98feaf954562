//! `sakdi match --merge`: the totals of a match that was played in shards.

use super::super::Failure;
use super::resume::OtherMatch;
use crate::arena::display;
use crate::arena::record::{GameResult, Terms};
use crate::arena::sprt::Sprt;
use crate::arena::standings::Standings;
use crate::notation::pgn::{PgnGame, Reader};
use crate::rules::Variant;
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Adds up PGN files and prints the totals.
pub(super) fn run(files: &[PathBuf], sprt: Option<&Sprt>) -> Result<ExitCode, Failure> {
    let mut games = Vec::new();
    let mut common = Common::default();
    // Where each round was found: a shard added twice would count double.
    let mut rounds: HashMap<_, &Path> = HashMap::new();
    for path in files {
        for game in read(path, &mut common)? {
            if let Some(other) = rounds.insert(game.round, path) {
                return Err(Failure::bad_input(format!(
                    "{}: game {} has been played in {} already",
                    path.display(),
                    game.round,
                    other.display(),
                )));
            }
            games.push(game);
        }
    }
    games.sort_by_key(|game| game.round);
    let mut names: Vec<String> = Vec::new();
    for name in games.iter().flat_map(|game| [&game.white, &game.black]) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    if names.len() < 2 {
        return Err(Failure::bad_input("--merge: there are no games in the files"));
    }
    if sprt.is_some() && names.len() != 2 {
        return Err(Failure::bad_input("--sprt: the games are not those of two engines"));
    }
    let in_pairs = games.iter().all(|game| game.round.game <= 2)
        && games.iter().any(|game| game.round.game == 2);
    let mut standings = Standings::new(names, in_pairs);
    for game in &games {
        standings.add(game);
    }
    print(&mut io::stdout().lock(), &standings, sprt)?;
    Ok(ExitCode::SUCCESS)
}

/// What the games of a match have in common, as far as their tags say.
#[derive(Default)]
struct Common {
    variant: Option<Variant>,
    /// By player.
    limits: HashMap<String, String>,
}

impl Common {
    /// Compares a game with those before it.
    fn check(&mut self, game: &PgnGame, result: &GameResult) -> Result<(), OtherMatch> {
        let error = |what| OtherMatch { round: result.round, line: game.line, what };
        let terms = Terms::read(game);
        // From the third game on a match as in Thai tournaments may have come to Makpong.
        let variant = terms.variant.filter(|_| result.round.game <= 2);
        if variant.is_some_and(|variant| *self.variant.get_or_insert(variant) != variant) {
            return Err(error("another variant"));
        }
        for (player, limits) in [&result.white, &result.black].into_iter().zip(terms.limits) {
            let Some(limits) = limits else { continue };
            if *self.limits.entry(player.clone()).or_insert_with(|| limits.clone()) != limits {
                return Err(error("other limits"));
            }
        }
        Ok(())
    }
}

/// The complete games of a file, which are to be of the same match as those before.
fn read(path: &Path, common: &mut Common) -> Result<Vec<GameResult>, Failure> {
    let bad =
        |error: &dyn std::fmt::Display| Failure::bad_input(format!("{}: {error}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| Failure::bad_file(path, &error))?;
    let text = String::from_utf8_lossy(&bytes);
    let games = Reader::new(&text).map(|game| {
        let game = game.map_err(|error| bad(&error))?;
        let result = GameResult::read(&game).map_err(|error| bad(&error))?;
        common.check(&game, &result).map_err(|error| bad(&error))?;
        Ok(result)
    });
    games.collect()
}

/// Prints the crosstable, the figures, and for two players the line for other programs.
pub(super) fn print(
    out: &mut impl Write,
    standings: &Standings,
    sprt: Option<&Sprt>,
) -> io::Result<()> {
    writeln!(out, "{standings}")?;
    for line in display::figures(standings, sprt) {
        writeln!(out, "{line}")?;
    }
    if standings.names().len() == 2 {
        writeln!(out, "{}", standings.result_line())?;
    }
    Ok(())
}
