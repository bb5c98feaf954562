//! `sakdi match --merge`: adds up the parts of a match.

use super::super::report_output::ReportOutput;
use super::super::{Failure, read_bytes};
use super::args::Args;
use super::json::{self, MatchFacts};
use super::ledger::PlayersRecord;
use super::recorded::{self, OtherMatch, RecordedGame, bad};
use super::summary;
use crate::date::today;
use makruk::notation::terminal_text::shown;
use makruk::rules::{CountingRule, Variant};
use sakdi_matches::engine::GameRules;
use sakdi_matches::match_pgn::GameResult;
use sakdi_matches::schedule::{MatchFormat, is_first_player};
use sakdi_matches::standings::Standings;
use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Adds up PGN files and prints the results.
pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let sprt = args.sprt()?;
    let given = args.arbiter()?.adjudication_text();
    let json = args.reserve_outputs_of_merge()?;
    let (games, common) = read(args)?;
    let adjudication = common.adjudication.unwrap_or_else(|| given.clone());
    if !given.is_empty() && given != adjudication {
        let played = if adjudication.is_empty() { "none" } else { &adjudication };
        let what = format!("the games were played with another adjudication: {played}");
        return Err(Failure::bad_input(format!("--resign, --draw, --max-moves: {what}")));
    }
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
    let ledger = args.ledger(adjudication)?;
    if let Some(file) = &json {
        json::write(file, &standings, sprt.as_ref(), MatchFacts::default())?;
    }
    if let Some(ledger) = ledger {
        let of = |conditions: &HashMap<String, String>, player: usize| {
            let name = standings.names().get(player);
            name.and_then(|name| conditions.get(name)).cloned().unwrap_or_default()
        };
        let players = PlayersRecord {
            variant: common.variant.unwrap_or_default().to_string(),
            counting: common.counting.unwrap_or(args.rules().counting).to_string(),
            limits: [0, 1].map(|player| of(&common.limits, player)),
            options: [0, 1].map(|player| of(&common.options, player)),
        };
        let day = common.last_day.unwrap_or_else(today);
        ledger.append(&day, players, &standings, sprt)?;
    }
    // After the files: the output may be full.
    let mut out = ReportOutput::lock();
    for line in summary::results(&standings, sprt.as_ref(), args.language) {
        writeln!(out, "{line}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads the complete games of all files, sorted by round.
fn read(args: &Args) -> Result<(Vec<GameResult>, CommonConditions), Failure> {
    let mut games: Vec<(&Path, RecordedGame)> = Vec::new();
    let mut common = CommonConditions::default();
    // The file and the players of each round, to detect a part that was given twice.
    let mut rounds: HashMap<_, (&Path, [String; 2])> = HashMap::new();
    for path in &args.merge {
        let recorded = recorded::read(path, &read_bytes(path)?)?;
        if recorded.is_cut_off {
            error_line!("sakdi: warning: {}: its last game is cut off: not counted", shown(path));
        }
        for game in recorded.games {
            common.check(&game).map_err(|error| bad(path, &error))?;
            let result = &game.result;
            let round = result.round;
            let players = [result.white.clone(), result.black.clone()];
            if let Some((other, others)) = rounds.insert(round, (path, players.clone())) {
                if others != players {
                    return Err(bad(path, &OtherMatch::new(&game, "other players")));
                }
                let other = shown(other);
                return Err(bad(path, &format!("game {round} has been played in {other} already")));
            }
            games.push((path, game));
        }
    }
    if args.has_ledger() {
        check_openings(args, &games, &common)?;
    }
    let mut games: Vec<GameResult> = games.into_iter().map(|(_, game)| game.result).collect();
    games.sort_by_key(|game| game.round);
    Ok((games, common))
}

/// Checks that the games of two players begin with the openings that the ledger records, in their order.
fn check_openings(
    args: &Args,
    games: &[(&Path, RecordedGame)],
    common: &CommonConditions,
) -> Result<(), Failure> {
    let given = args.rules();
    let variant = common.variant.unwrap_or(given.variant);
    let rules = GameRules { variant, counting: common.counting.unwrap_or(given.counting) };
    let (openings, file) = args.load_openings(rules)?;
    for (path, game) in games {
        let index = game.result.round.encounter as usize - 1;
        if !game.begins_with(&openings[index % openings.len()], variant) {
            let what = match file {
                Some(_) => "not the opening that --openings and --seed give",
                None => "not the start position: --openings is missing",
            };
            return Err(bad(path, &OtherMatch::new(game, what)));
        }
    }
    Ok(())
}

/// Guesses the format of games whose PGN lacks it, as in files of earlier versions.
fn likely_format(games: &[GameResult]) -> MatchFormat {
    let in_pairs = games.iter().all(|game| game.round.game <= 2)
        && games.iter().any(|game| game.round.game == 2);
    if in_pairs { MatchFormat::Pair } else { MatchFormat::Single }
}

/// The players in the order of the match, as far as it can be derived from the games.
fn names(games: &[GameResult], format: MatchFormat) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for game in games {
        for name in [&game.white, &game.black] {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
    }
    if format == MatchFormat::Single && names.len() == 2 {
        let is_white = |game: &GameResult| (game.round.encounter, game.white == names[0]);
        let games: Vec<_> = games.iter().map(is_white).collect();
        if !is_first_player(&games) {
            names.reverse();
        }
    }
    names
}

/// The conditions that all games of a match share, as far as their PGN has them.
#[derive(Default)]
struct CommonConditions {
    /// The day of the last game.
    last_day: Option<String>,
    format: Option<MatchFormat>,
    variant: Option<Variant>,
    counting: Option<CountingRule>,
    adjudication: Option<String>,
    /// The limits of each player.
    limits: HashMap<String, String>,
    /// The UCI options of each player.
    options: HashMap<String, String>,
}

impl CommonConditions {
    /// Checks that a game has the same conditions as the games before it.
    fn check(&mut self, game: &RecordedGame) -> Result<(), OtherMatch> {
        let error = |what| OtherMatch::new(game, what);
        let RecordedGame { result, terms, .. } = game;
        if terms.format.is_some_and(|format| *self.format.get_or_insert(format) != format) {
            return Err(error("another format"));
        }
        // In a Thai format, games from the third on can be Makpong.
        let variant = terms.variant.filter(|_| result.round.game <= 2);
        if variant.is_some_and(|variant| *self.variant.get_or_insert(variant) != variant) {
            return Err(error("another variant"));
        }
        if terms.counting.is_some_and(|rule| *self.counting.get_or_insert(rule) != rule) {
            return Err(error("another counting rule"));
        }
        if let Some(text) = &terms.adjudication
            && self.adjudication.get_or_insert_with(|| text.clone()) != text
        {
            return Err(error("another adjudication"));
        }
        // Such days are in the order of their texts.
        self.last_day = self.last_day.take().max(terms.date.clone());
        let players = [&result.white, &result.black];
        if differs(&mut self.limits, players, &terms.limits) {
            return Err(error("other limits"));
        }
        if differs(&mut self.options, players, &terms.options) {
            return Err(error("other options"));
        }
        Ok(())
    }
}

/// Whether a condition of one of the two players differs from that in earlier games. Notes the
/// conditions of players without earlier games.
fn differs(
    known: &mut HashMap<String, String>,
    players: [&String; 2],
    found: &[Option<String>; 2],
) -> bool {
    players.into_iter().zip(found).any(|(player, found)| {
        let found = found.as_ref();
        found.is_some_and(|new| known.entry(player.clone()).or_insert_with(|| new.clone()) != new)
    })
}
