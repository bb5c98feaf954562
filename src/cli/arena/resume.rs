//! Continuing a match from the PGN file of its beginning.

use super::super::Failure;
use crate::arena::record::{GameResult, Terms};
use crate::arena::schedule::{Round, Schedule};
use crate::arena::settings::EngineSettings;
use crate::arena::tournament::Played;
use crate::notation::fen;
use crate::notation::pgn::{PgnGame, Reader};
use crate::position::Position;
use crate::rules::CountingRule;
use crate::words::{Language, Phrase};
use std::collections::{BTreeMap, HashMap};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

/// What there is of a match already, and the file to write the rest to.
#[derive(Debug, Default)]
pub(super) struct Resumed {
    pub file: Option<File>,
    pub games: Vec<GameResult>,
    pub played: Played,
}

/// Opens a match's PGN file. One that has games in it is only continued when that is wanted, and
/// only if they are games of this match. What a break left of an unfinished game is cut off.
pub(super) fn open(
    path: &Path,
    resume: bool,
    schedule: &Schedule,
    players: &[EngineSettings],
) -> Result<Resumed, Failure> {
    let bad =
        |what: &dyn std::fmt::Display| Failure::bad_input(format!("{}: {what}", path.display()));
    let opened = OpenOptions::new().create(true).append(true).open(path);
    let mut file = opened.map_err(|error| Failure::bad_file(path, &error))?;
    let bytes = std::fs::read(path).map_err(|error| Failure::bad_file(path, &error))?;
    if bytes.is_empty() {
        return Ok(Resumed { file: Some(file), ..Resumed::default() });
    }
    if !resume {
        let exists = Language::English.say(Phrase::FileExistsResume, &[&path.display()]);
        return Err(Failure::bad_input(exists));
    }
    // A break may have cut a letter in two: then that is the end of what can be read.
    let text = match std::str::from_utf8(&bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
    };
    let (games, end) = complete_games(text);
    if bytes[end..].windows(7).filter(|window| window == b"[Event ").count() > 1 {
        return Err(bad(&"there are games in it after one that cannot be read"));
    }
    let rest = bytes[end..].trim_ascii_start();
    if !b"[Event ".starts_with(&rest[..rest.len().min(7)]) {
        return Err(bad(&"there is something in it that is no game of a match"));
    }
    let results = games
        .iter()
        .map(|game| GameResult::read(game).map_err(|error| bad(&error)))
        .collect::<Result<Vec<_>, _>>()?;
    let played = check(&games, &results, schedule, players).map_err(|error| bad(&error))?;
    file.set_len(end as u64)?;
    if end > 0 && !text[..end].ends_with("\n\n") {
        file.write_all(b"\n\n")?;
    }
    Ok(Resumed { file: Some(file), games: results, played })
}

/// The games before the first that is unreadable or unfinished, and where they end.
fn complete_games(text: &str) -> (Vec<PgnGame>, usize) {
    let games: Vec<PgnGame> =
        Reader::new(text).map_while(Result::ok).take_while(|game| game.result.is_some()).collect();
    let end = games.last().map_or(0, |game| game.span.end);
    (games, end)
}

/// Why a file's games are none of the match.
#[derive(Debug, thiserror::Error)]
#[error("game {round} (line {line}) is not of this match: {what}")]
pub(super) struct OtherMatch {
    pub round: Round,
    pub line: usize,
    pub what: &'static str,
}

/// Compares the games with the schedule, and lists their results by encounter.
fn check(
    games: &[PgnGame],
    results: &[GameResult],
    schedule: &Schedule,
    players: &[EngineSettings],
) -> Result<Played, OtherMatch> {
    let mut in_order: BTreeMap<_, _> = BTreeMap::new();
    for (game, result) in games.iter().zip(results) {
        let round = result.round;
        let error = |what| OtherMatch { round, line: game.line, what };
        if in_order.insert(round, (game, result)).is_some() {
            return Err(error("there are two of that number"));
        }
    }
    let mut played: Played = HashMap::new();
    for (round, (game, result)) in in_order {
        let error = |what| OtherMatch { round, line: game.line, what };
        let encounter = schedule.encounters.iter().find(|known| known.number == round.encounter);
        let encounter = encounter.ok_or(error("there is no such round"))?;
        let before = played.entry(round.encounter).or_default();
        let plan = schedule.next_game(encounter, before).filter(|plan| plan.round == round);
        let plan = plan.ok_or(error("it does not come next in its encounter"))?;
        let sides = [plan.white, plan.black].map(|side| &players[side]);
        if sides.map(|player| &player.name) != [&result.white, &result.black] {
            return Err(error("other players"));
        }
        let terms = Terms::read(game);
        if terms.variant.is_some_and(|variant| variant != plan.variant) {
            return Err(error("another variant"));
        }
        let is_other = |(told, player): (Option<String>, &EngineSettings)| {
            told.is_some_and(|told| told != player.limits.to_string())
        };
        if terms.limits.into_iter().zip(sides).any(is_other) {
            return Err(error("other limits"));
        }
        let start = Position::start(plan.variant, CountingRule::default());
        let standard = fen::format(&start);
        if game.tag("FEN").unwrap_or(&standard) != plan.opening.fen {
            return Err(error("another opening"));
        }
        let white_is_first = plan.white == encounter.first;
        let points = result.white_points();
        before.push(if white_is_first { points } else { 2 - points });
    }
    Ok(played)
}
