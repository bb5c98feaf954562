//! Resumes a match from its PGN file.

use super::super::{Failure, read_bytes};
use super::plan::Plan;
use super::recorded::{self, OtherMatch, Recorded, RecordedGame, bad};
use makruk::notation::terminal_text::shown;
use sakdi_i18n::{Language, Phrase};
use sakdi_matches::match_pgn::GameResult;
use sakdi_matches::schedule::{GamePlan, MatchSchedule};
use sakdi_matches::tournament::PlayedGames;
use sakdi_platform::files;
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// The games of an earlier run, and the file for the next ones.
#[derive(Debug, Default)]
pub(super) struct Resumed {
    pub file: Option<File>,
    /// Sorted by round.
    pub games: Vec<GameResult>,
    pub played: PlayedGames,
}

/// Opens the PGN file of a match. Removes an incomplete last game.
///
/// # Errors
/// The file contains games and `resume` is false, or its games are not of this match.
pub(super) fn open(
    path: &Path,
    settings: &Plan,
    schedule: &MatchSchedule,
) -> Result<Resumed, Failure> {
    let opened = files::append(path);
    let mut file =
        opened.map_err(|error| Failure::cannot_write(path, &error, Language::English))?;
    // A device or a pipe cannot be read back.
    if !file.metadata().is_ok_and(|there| there.is_file()) {
        return Ok(Resumed { file: Some(file), ..Resumed::default() });
    }
    let bytes = read_bytes(path)?;
    if bytes.is_empty() {
        return Ok(Resumed { file: Some(file), ..Resumed::default() });
    }
    if !settings.resume {
        let exists = Language::English.say(Phrase::FileExistsResume, &[&shown(path)]);
        return Err(Failure::bad_input(exists));
    }
    let Recorded { games, end, .. } = recorded::read(path, &bytes)?;
    let (games, played) = check(games, settings, schedule).map_err(|error| bad(path, &error))?;
    let is_open = end > 0 && !bytes[..end].ends_with(b"\n\n");
    files::cut_off(path, end as u64)
        .and_then(|()| if is_open { file.write_all(b"\n\n") } else { Ok(()) })
        .map_err(|error| Failure::cannot_write(path, &error, Language::English))?;
    Ok(Resumed { file: Some(file), games, played })
}

/// Checks the games against the schedule. Returns them sorted by round, and their results by
/// encounter.
fn check(
    games: Vec<RecordedGame>,
    settings: &Plan,
    schedule: &MatchSchedule,
) -> Result<(Vec<GameResult>, PlayedGames), OtherMatch> {
    let mut in_order: BTreeMap<_, RecordedGame> = BTreeMap::new();
    for game in games {
        if let Some(game) = in_order.insert(game.result.round, game) {
            return Err(OtherMatch::new(&game, "there are two of that number"));
        }
    }
    let mut played: PlayedGames = HashMap::new();
    for game in in_order.values() {
        let error = |what| OtherMatch::new(game, what);
        let round = game.result.round;
        let encounter = schedule.encounter(round.encounter);
        let encounter = encounter.ok_or(error("there is no such round"))?;
        let before = played.entry(round.encounter).or_default();
        let plan = schedule.next_game(&encounter, before).filter(|plan| plan.round == round);
        let plan = plan.ok_or(error("it does not come next in its encounter"))?;
        compare(game, &plan, settings).map_err(error)?;
        let white_is_first = plan.white == encounter.first;
        let points = game.result.white_points();
        before.push(if white_is_first { points } else { 2 - points });
    }
    Ok((in_order.into_values().map(|game| game.result).collect(), played))
}

/// Checks a game against the schedule.
fn compare(game: &RecordedGame, plan: &GamePlan, settings: &Plan) -> Result<(), &'static str> {
    let RecordedGame { result, terms, .. } = game;
    let sides = [plan.white, plan.black].map(|side| &settings.players[side]);
    if sides.map(|player| &player.name) != [&result.white, &result.black] {
        return Err("other players");
    }
    if terms.format.is_some_and(|format| format != settings.format) {
        return Err("another format");
    }
    if terms.variant.is_some_and(|variant| variant != plan.variant) {
        return Err("another variant");
    }
    if terms.counting.is_some_and(|rule| rule != settings.rules().counting) {
        return Err("another counting rule");
    }
    let adjudication = settings.arbiter.adjudication_text();
    if terms.adjudication.as_ref().is_some_and(|text| *text != adjudication) {
        return Err("another adjudication");
    }
    for ((limits, options), player) in terms.limits.iter().zip(&terms.options).zip(sides) {
        let differs =
            |recorded: &Option<String>, text| recorded.as_ref().is_some_and(|r| *r != text);
        if differs(limits, player.limits.to_string()) {
            return Err("other limits");
        }
        if differs(options, player.options_text()) {
            return Err("other options");
        }
    }
    if game.begins_with(&plan.opening, plan.variant) { Ok(()) } else { Err("another opening") }
}
