//! `sakdi tables probe`.

use super::remote::RemoteArgs;
use crate::counting_rule::AutomaticCountingArgs;
use crate::json_output::{JsonArgs, MoveRecord, side};
use crate::output_file::OutputFiles;
use crate::report_output::text_output;
use crate::table_folder::load_tables;
use crate::{Failure, position_of};
use makruk::game::Game;
use makruk::movegen::legal_moves;
use makruk::notation::fen;
use makruk::notation::pgn::ending::Cause;
use makruk::position::Position;
use makruk::rules::{CountingRule, Outcome, Variant};
use makruk::types::{Color, Move};
use sakdi_engine::tablebase::ending::MAX_MEN;
use sakdi_engine::tablebase::{Ending, Metric, ProbeResult, Tablebase};
use sakdi_i18n::{Language, Localized, Phrase};
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The position
    #[arg(long)]
    fen: String,
    #[command(flatten)]
    counting: AutomaticCountingArgs,
    /// Folder of built tables, in addition to the built-in ones
    #[arg(long)]
    dir: Option<PathBuf>,
    #[command(flatten)]
    remote: RemoteArgs,
    /// Language of results and moves: en or th
    #[arg(long, default_value_t)]
    language: Language,
    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Debug, Serialize)]
struct ProbeRecord {
    fen: String,
    #[serde(flatten)]
    verdict: VerdictRecord,
    /// The best first; none when the game is over.
    moves: Vec<MoveVerdictRecord>,
}

#[derive(Debug, Serialize)]
struct MoveVerdictRecord {
    #[serde(flatten)]
    mv: MoveRecord,
    /// Of the position after it.
    #[serde(flatten)]
    verdict: VerdictRecord,
}

/// What is known of a position; all null where no table has it.
#[derive(Debug, Default, Serialize)]
struct VerdictRecord {
    /// How the rules have ended the game.
    over: Option<&'static str>,
    /// The side that wins; null also for a draw.
    winner: Option<&'static str>,
    table: Option<TableRecord>,
}

#[derive(Debug, Serialize)]
struct TableRecord {
    /// The side that may win.
    strong: &'static str,
    /// Whether it wins within the count.
    won: bool,
    /// What the distance counts the moves to: `mate` or `conversion`.
    metric: &'static str,
    /// Its moves with best play, ignoring the count; null when it cannot force it.
    distance: Option<u8>,
    /// Moves that the count leaves it; null without a count.
    moves_left: Option<u16>,
}

impl VerdictRecord {
    fn new(verdict: Option<Verdict>) -> Self {
        match verdict {
            None => Self::default(),
            Some(Verdict::Over(outcome)) => Self {
                over: Some(Cause::from(outcome).word()),
                winner: outcome.winner().map(side),
                table: None,
            },
            Some(Verdict::Table(result)) => Self {
                over: None,
                winner: result.winner().map(side),
                table: Some(TableRecord {
                    strong: side(result.strong),
                    won: result.won,
                    metric: match result.metric {
                        Metric::Mate => "mate",
                        Metric::Conversion => "conversion",
                    },
                    distance: result.distance,
                    moves_left: result.moves_left,
                }),
            },
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy)]
enum Verdict {
    /// The rules end the game.
    Over(Outcome),
    /// The game goes on, and a table has the position.
    Table(ProbeResult),
}

impl Verdict {
    /// The verdict on a position; `None` if the game goes on and no table has it.
    fn of(position: &Position, tables: &Tablebase) -> Option<Self> {
        match Game::new(*position).outcome() {
            Some(outcome) => Some(Self::Over(outcome)),
            None => tables.probe(position).map(Self::Table),
        }
    }

    /// The verdict as a line.
    fn say(self, language: Language) -> String {
        match self {
            Self::Over(outcome) => outcome.say(language),
            Self::Table(result) => say_result(result, language),
        }
    }
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let language = self.language;
        let json = self.json.reserve(&mut OutputFiles::new([], language))?;
        let server = self.remote.server(language).map_err(Failure::bad_input)?;
        let mut tables = load_tables(self.dir.as_deref(), language)?;
        let position =
            position_of(Some(&self.fen), Variant::Makruk, self.counting.rule(), language)?;
        if let Some(server) = &server {
            server.add_tables(&mut tables, &position);
        }
        let of_server = || server.as_ref().and_then(|server| server.first_error(language));
        let mut out = text_output();
        let Some(verdict) = Verdict::of(&position, &tables) else {
            return Err(match of_server() {
                Some(error) => Failure::Io(io::Error::other(error)),
                None => Failure::bad_input(why_unknown(&position, &tables, language)),
            });
        };
        writeln!(out, "{}", verdict.say(language))?;
        let legal = match verdict {
            Verdict::Over(_) => Vec::new(),
            Verdict::Table(_) => legal_moves(&position).into_iter().collect(),
        };
        let verdict_after = |&mv: &Move| (mv, Verdict::of(&position.play_unchecked(mv), &tables));
        let mut moves = match &server {
            Some(server) => server.at_once(&legal, verdict_after),
            None => legal.iter().map(verdict_after).collect(),
        };
        moves.sort_by_key(|(_, after)| order(position.to_move(), *after));
        for &(mv, after) in &moves {
            let mv = sakdi_i18n::pad_right(&language.notation().format(&position, mv), 8);
            let not_in_table = || language.text(Phrase::NotInTable).to_owned();
            let after = after.map_or_else(not_in_table, |verdict| verdict.say(language));
            writeln!(out, "{mv} {after}")?;
        }
        let record = |&(mv, after): &(Move, Option<Verdict>)| MoveVerdictRecord {
            mv: MoveRecord::new(&position, mv),
            verdict: VerdictRecord::new(after),
        };
        json.write(|| ProbeRecord {
            fen: fen::format(&position),
            verdict: VerdictRecord::new(Some(verdict)),
            moves: moves.iter().map(record).collect(),
        })?;
        // What is missing is marked above.
        of_server().map_or(Ok(ExitCode::SUCCESS), |error| Err(Failure::Io(io::Error::other(error))))
    }
}

/// Why no table has a position.
fn why_unknown(position: &Position, tables: &Tablebase, language: Language) -> String {
    let men = position.occupied().len();
    if men > u32::from(MAX_MEN) {
        return language.say(Phrase::TooManyMen, &[&MAX_MEN, &men]);
    }
    let missing: Vec<String> =
        tables.endings_missing(position).iter().map(Ending::to_string).collect();
    if missing.is_empty() {
        let by_uci = fen::parse(&fen::format(position), Variant::Makruk, CountingRule::MAKRUK);
        let has_tables = |position: Position| {
            tables.probe(&position).is_some() || !tables.endings_missing(&position).is_empty()
        };
        let is_by_rule = by_uci.is_ok_and(has_tables);
        let why = if is_by_rule { Phrase::NoTableUnderRule } else { Phrase::NoTable };
        return language.text(why).to_owned();
    }
    language.say(Phrase::NoTableOf, &[&missing.join(" ")])
}

/// The result in a table as a line.
fn say_result(result: ProbeResult, language: Language) -> String {
    let strong = language.side(result.strong);
    let goal = language.text(match result.metric {
        Metric::Mate => Phrase::GoalMate,
        Metric::Conversion => Phrase::GoalConversion,
    });
    let said = match (result.distance, result.moves_left) {
        (None, _) => language.say(Phrase::TableDraw, &[&strong, &goal]),
        (Some(distance), Some(left)) if !result.won => {
            return language.say(Phrase::TableTooLate, &[&goal, &strong, &distance, &left]);
        }
        // Without a count, no win is too late.
        (Some(distance), _) => language.say(Phrase::TableWins, &[&strong, &goal, &distance]),
    };
    match result.moves_left {
        Some(left) => language.say(Phrase::TableCount, &[&said, &strong, &left]),
        None => said,
    }
}

/// Sorts the best moves of `us` first: the quickest wins and the slowest losses.
fn order(us: Color, after: Option<Verdict>) -> (i32, i32) {
    let after = match after {
        None => return (3, 0),
        // Nobody mates with the other side's move.
        Some(Verdict::Over(Outcome::Mate { .. })) => return (0, 0),
        Some(Verdict::Over(Outcome::Draw(_))) => return (1, 0),
        Some(Verdict::Table(result)) => result,
    };
    let distance = after.distance.map_or(i32::from(u8::MAX), i32::from);
    let mine = after.strong == us;
    let rank = match after.won {
        true if mine => 0,
        true => 2,
        false => 1,
    };
    (rank, if mine { distance } else { -distance })
}
