//! The results of `sakdi games` as data. docs/output.schema.json describes the objects.

use crate::json_output::{CountRecord, MoveRecord, ScoreRecord, rounded, side};
use makruk::notation::fen;
use makruk::position::{Honour, Position};
use sakdi_analysis::record::SummaryRecord;
use sakdi_engine::Score;
use sakdi_explorer::{MoveTally, Results, Tally, Years};
use sakdi_games::{BaseSummary, FoundGame, FoundGames, MistakeKind, Phase, PlayerReport};
use serde::Serialize;
use std::collections::BTreeMap;

/// What was added.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct AddedRecord {
    pub added: u64,
    /// Games that were there, and of which more is known now.
    pub completed: u64,
    /// Games that were there already.
    pub known: u64,
    pub skipped: u64,
    /// Games in the parts of the files that an interrupted run has read. Those that it skipped are among
    /// them.
    pub earlier: u64,
}

#[derive(Debug, Serialize)]
pub(super) struct ListRecord {
    games_in_base: u64,
    players: u64,
    years: Option<(u16, u16)>,
    white_wins: u64,
    draws: u64,
    black_wins: u64,
    games: Vec<ListedGame>,
}

impl ListRecord {
    pub(super) fn new(summary: &BaseSummary, games: &FoundGames) -> Self {
        Self {
            games_in_base: summary.games,
            players: summary.players,
            years: summary.years,
            white_wins: summary.white_wins,
            draws: summary.draws,
            black_wins: summary.black_wins,
            games: games.games.iter().map(ListedGame::new).collect(),
        }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct FoundRecord {
    total: u64,
    games: Vec<ListedGame>,
}

impl FoundRecord {
    pub(super) fn new(games: &FoundGames) -> Self {
        Self { total: games.total, games: games.games.iter().map(ListedGame::new).collect() }
    }
}

#[derive(Debug, Serialize)]
struct ListedGame {
    /// Its number in the base, from 1.
    id: u32,
    white: Option<String>,
    black: Option<String>,
    white_rating: Option<u16>,
    black_rating: Option<u16>,
    /// As the tag `Date`, of the common era.
    date: String,
    event: Option<String>,
    variant: &'static str,
    result: Option<String>,
    /// A word of the tag `Ending`.
    ending: Option<&'static str>,
    last_count: Option<LastCountRecord>,
    white_formation: Option<String>,
    black_formation: Option<String>,
    plies: u32,
    /// Number of moves made when the position or the men came first.
    found_at: Option<u16>,
}

#[derive(Debug, Serialize)]
struct LastCountRecord {
    counter: &'static str,
    honour: &'static str,
    number: u16,
}

impl ListedGame {
    fn new(game: &FoundGame) -> Self {
        let known = |name: &String| (name != "?").then(|| name.clone());
        let [white, black] = &game.players;
        let [white_rating, black_rating] = game.ratings;
        let [white_formation, black_formation] = game.formations.clone();
        Self {
            id: game.id,
            white: known(white),
            black: known(black),
            white_rating,
            black_rating,
            date: game.date.to_string(),
            event: game.event.clone(),
            variant: game.variant.name(),
            result: game.result.clone(),
            ending: game.ending.map(|ending| ending.word()),
            last_count: game.count.map(|count| LastCountRecord {
                counter: side(count.side),
                honour: match count.honour {
                    Honour::Board => "board",
                    Honour::Pieces => "pieces",
                },
                number: count.number,
            }),
            white_formation,
            black_formation,
            plies: game.plies,
            found_at: game.found_at,
        }
    }
}

/// Results for one side.
#[derive(Debug, Serialize)]
struct ResultsRecord {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Points as a share of the games with a result, from 0 to 1.
    score: Option<f64>,
}

impl From<Results> for ResultsRecord {
    fn from(results: Results) -> Self {
        let Results { games, wins, draws, losses } = results;
        Self { games, wins, draws, losses, score: results.score().map(rounded) }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct ExploreRecord {
    fen: String,
    count: Option<CountRecord>,
    /// For the side to move.
    results: ResultsRecord,
    years: Option<(u16, u16)>,
    moves: Vec<ExploredMove>,
}

#[derive(Debug, Serialize)]
struct ExploredMove {
    /// None for games that end here.
    #[serde(rename = "move")]
    mv: Option<MoveRecord>,
    /// For the side that moves.
    results: ResultsRecord,
    years: Option<(u16, u16)>,
    /// Of the engine, for the side that moves.
    engine: Option<ScoreRecord>,
}

impl ExploreRecord {
    /// `scores` are those of the engine, move by move; empty if it was not asked.
    pub(super) fn new(position: &Position, tally: &Tally, scores: &[Option<Score>]) -> Self {
        let explored = |(index, games): (usize, &MoveTally)| ExploredMove {
            mv: games.mv.map(|mv| MoveRecord::new(position, mv)),
            results: games.results.into(),
            years: games.years.range(),
            engine: scores.get(index).copied().flatten().map(ScoreRecord::new),
        };
        Self {
            fen: fen::format(position),
            count: CountRecord::new(position),
            results: tally.results().into(),
            years: Years::range(tally.years()),
            moves: tally.moves().iter().enumerate().map(explored).collect(),
        }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct ReportRecord {
    player: String,
    white: ResultsRecord,
    black: ResultsRecord,
    years: Option<(u16, u16)>,
    /// By the English name of the formation; `other` for games without a named one.
    openings: BTreeMap<String, ResultsRecord>,
    counts: CountsRecord,
    /// Number of games by the word of the tag `Ending`.
    endings: BTreeMap<&'static str, u64>,
    analysed: u64,
    /// `opening`, `middlegame`, `ending`.
    phases: BTreeMap<String, SummaryRecord>,
    /// Numbers of mistakes.
    mistakes_by_kind: BTreeMap<&'static str, u64>,
    /// The costliest first.
    mistakes: Vec<MistakeRecord>,
}

#[derive(Debug, Serialize)]
struct CountsRecord {
    /// Games in which the player counted.
    own: ResultsRecord,
    /// Drawn because that count was complete.
    completed: u64,
    /// Games in which the other side counted.
    against: ResultsRecord,
    /// Drawn because that count was complete.
    ran_out: u64,
}

#[derive(Debug, Serialize)]
struct MistakeRecord {
    game: u32,
    ply: usize,
    /// Points lost in expectation, from 0 to 1.
    loss: f64,
    kind: &'static str,
}

const fn kind_word(kind: MistakeKind) -> &'static str {
    match kind {
        MistakeKind::MissedMate => "missed-mate",
        MistakeKind::AllowedMate => "allowed-mate",
        MistakeKind::LostMan => "lost-man",
        MistakeKind::MissedCapture => "missed-capture",
        MistakeKind::InCount => "in-count",
        MistakeKind::Other => "other",
    }
}

impl ReportRecord {
    pub(super) fn new(player: &str, report: &PlayerReport) -> Self {
        let counts = &report.counts;
        let name = |name: &String| if name.is_empty() { "other" } else { name }.to_owned();
        let openings = report.openings.iter();
        let phases = Phase::ALL.into_iter().zip(report.phases);
        let kinds = MistakeKind::ALL.into_iter().zip(report.mistakes_by_kind());
        let mistakes = report.mistakes.iter().map(|mistake| MistakeRecord {
            game: mistake.game,
            ply: mistake.ply,
            loss: rounded(mistake.loss),
            kind: kind_word(mistake.kind),
        });
        Self {
            player: player.to_owned(),
            white: report.results[0].into(),
            black: report.results[1].into(),
            years: report.years.range(),
            openings: openings.map(|(opening, &results)| (name(opening), results.into())).collect(),
            counts: CountsRecord {
                own: counts.own.into(),
                completed: counts.completed,
                against: counts.against.into(),
                ran_out: counts.ran_out,
            },
            endings: report.endings.iter().map(|(ending, &games)| (ending.word(), games)).collect(),
            analysed: report.analysed,
            phases: phases
                .map(|(phase, summary)| (phase.to_string(), SummaryRecord::from(summary)))
                .collect(),
            mistakes_by_kind: kinds.map(|(kind, count)| (kind_word(kind), count)).collect(),
            mistakes: mistakes.collect(),
        }
    }
}
