//! `sakdi match --merge`: the totals of a match that was played in shards.

use super::super::Failure;
use super::args::Args;
use super::recorded::{self, OtherMatch, RecordedGame, bad};
use crate::arena::display;
use crate::arena::record::GameResult;
use crate::arena::schedule::Format;
use crate::arena::standings::Standings;
use crate::platform::files;
use crate::rules::Variant;
use crate::words::Language;
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Adds up PGN files and prints the totals.
pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let sprt = args.sprt()?;
    let (games, common) = read(&args.merge)?;
    let format = common.format.unwrap_or_else(|| likely_format(&games));
    let names = names(&games, format);
    if names.len() < 2 {
        return Err(Failure::bad_input("--merge: there are no games in the files"));
    }
    if sprt.is_some() && names.len() != 2 {
        return Err(Failure::bad_input("--sprt: the games are not those of two engines"));
    }
    let mut standings = Standings::new(names, format);
    for game in &games {
        standings.add(game);
    }
    let mut out = io::stdout().lock();
    for line in display::totals(&standings, sprt.as_ref(), args.language) {
        writeln!(out, "{line}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The complete games of all files, in the order of their rounds.
fn read(files: &[PathBuf]) -> Result<(Vec<GameResult>, Common), Failure> {
    let mut games = Vec::new();
    let mut common = Common::default();
    // Where each round was found: a shard added twice would count double.
    let mut rounds: HashMap<_, &Path> = HashMap::new();
    for path in files {
        let bytes = files::read(path)
            .map_err(|error| Failure::cannot_read(path, &error, Language::English))?;
        let recorded = recorded::read(path, &bytes)?;
        if recorded.is_cut_off {
            eprintln!("sakdi: warning: {}: its last game is cut off: not counted", path.display());
        }
        for game in recorded.games {
            common.check(&game).map_err(|error| bad(path, &error))?;
            let round = game.result.round;
            if let Some(other) = rounds.insert(round, path) {
                let other = other.display();
                return Err(bad(path, &format!("game {round} has been played in {other} already")));
            }
            games.push(game.result);
        }
    }
    games.sort_by_key(|game| game.round);
    Ok((games, common))
}

/// The format of games that do not name it, as those of earlier versions.
fn likely_format(games: &[GameResult]) -> Format {
    let in_pairs = games.iter().all(|game| game.round.game <= 2)
        && games.iter().any(|game| game.round.game == 2);
    if in_pairs { Format::Pair } else { Format::Single }
}

/// The players in the order that the match had them, as far as the games show it.
fn names(games: &[GameResult], format: Format) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for game in games {
        for name in [&game.white, &game.black] {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
    }
    // White of the first game comes first. Of two players' single games that holds for odd rounds
    // alone, and a shard may have even ones only.
    let is_even = |game: &GameResult| game.round.encounter.is_multiple_of(2);
    if format == Format::Single && names.len() == 2 && games.first().is_some_and(is_even) {
        names.reverse();
    }
    names
}

/// What the games of a match have in common, as far as their tags say.
#[derive(Default)]
struct Common {
    format: Option<Format>,
    variant: Option<Variant>,
    /// By player.
    limits: HashMap<String, String>,
}

impl Common {
    /// Compares a game with those before it.
    fn check(&mut self, game: &RecordedGame) -> Result<(), OtherMatch> {
        let error = |what| OtherMatch::new(game, what);
        let RecordedGame { result, terms, .. } = game;
        if terms.format.is_some_and(|format| *self.format.get_or_insert(format) != format) {
            return Err(error("another format"));
        }
        // From the third game on a match as in Thai tournaments may have come to Makpong.
        let variant = terms.variant.filter(|_| result.round.game <= 2);
        if variant.is_some_and(|variant| *self.variant.get_or_insert(variant) != variant) {
            return Err(error("another variant"));
        }
        for (player, limits) in [&result.white, &result.black].into_iter().zip(&terms.limits) {
            let Some(limits) = limits else { continue };
            if self.limits.entry(player.clone()).or_insert_with(|| limits.clone()) != limits {
                return Err(error("other limits"));
            }
        }
        Ok(())
    }
}
