//! How somebody plays: results, openings, counts, accuracy by phase, typical mistakes.

use crate::{BaseError, Filter, FoundGame, GameBase, PlayerSide};
use makruk::notation::pgn::ending::Cause;
use makruk::position::Position;
use makruk::types::{Color, Piece};
use sakdi_analysis::{Analysis, JudgedMove, Judgement, Summary};
use sakdi_engine::score::is_mate;
use sakdi_explorer::{MoverResult, Results, Years};
use std::collections::BTreeMap;

/// A part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// The first [`makruk::formations::MOVES`] moves of each side.
    Opening,
    /// What lies between.
    Middlegame,
    /// At most [`ENDING_MEN`] men remain besides khuns and bia, or a count runs.
    Ending,
}

/// Number of men of both sides, without khuns and bia, from which a game is an ending.
pub const ENDING_MEN: u32 = 6;

impl Phase {
    /// All phases in order.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middlegame, Self::Ending];

    /// The phase of a position after this many moves of both sides.
    pub fn of(position: &Position, ply: usize) -> Self {
        let others = position.piece(Piece::King) | position.piece(Piece::Pawn);
        let men = (position.occupied() & !others).len();
        if position.count().is_running() || men <= ENDING_MEN {
            Self::Ending
        } else if ply < 2 * makruk::formations::MOVES {
            Self::Opening
        } else {
            Self::Middlegame
        }
    }
}

/// What kind of mistake a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MistakeKind {
    /// There was a forced mate.
    MissedMate,
    /// The other side can force mate now.
    AllowedMate,
    /// The best reply takes a man.
    LostMan,
    /// The best move took a man.
    MissedCapture,
    /// A count ran.
    InCount,
    /// None of these.
    Other,
}

impl MistakeKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::MissedMate,
        Self::AllowedMate,
        Self::LostMan,
        Self::MissedCapture,
        Self::InCount,
        Self::Other,
    ];
}

/// Counts of a player's games, seen from the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CountResults {
    /// Games in which the player counted last.
    pub own: Results,
    /// Games in which the other side counted last.
    pub against: Results,
    /// Games that the player drew because the own count was complete.
    pub completed: u64,
    /// Games that the player could not win before the other side's count was complete.
    pub ran_out: u64,
}

/// A mistake in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mistake {
    /// Number of the game in the base.
    pub game: u32,
    /// Number of moves made before it.
    pub ply: usize,
    /// Points lost in expectation, from 0 to 1.
    pub loss: f64,
    /// Its kind.
    pub kind: MistakeKind,
}

/// How somebody plays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerReport {
    /// `[as White, as Black]`
    pub results: [Results; 2],
    /// When the games were played.
    pub years: Years,
    /// By the English name of the own formation; "" for games without a named one.
    pub openings: BTreeMap<String, Results>,
    /// The counts.
    pub counts: CountResults,
    /// How the games ended, as far as it is known.
    pub endings: BTreeMap<Cause, u64>,
    /// Number of games that were analysed.
    pub analysed: u64,
    /// Of the analysed games, in the order of [`Phase::ALL`].
    pub phases: [Summary; 3],
    /// Mistakes and blunders of the analysed games, the costliest first.
    pub mistakes: Vec<Mistake>,
}

impl PlayerReport {
    /// The report of the games that the filter finds, without their analyses, and these games, the latest
    /// first.
    ///
    /// # Errors
    /// The base cannot be read.
    pub fn of_games(
        base: &GameBase,
        name: &str,
        filter: &Filter,
    ) -> Result<(Self, Vec<(FoundGame, Color)>), BaseError> {
        let _snapshot = base.snapshot()?;
        let mut report = Self::default();
        let mut games = Vec::new();
        for side in Color::ALL {
            let filter = Filter {
                player: Some(name.to_owned()),
                side: PlayerSide::One(side),
                ..filter.clone()
            };
            let found = base.find(&filter, 0, usize::MAX >> 1)?.games;
            // Part of a name finds others, too.
            let own = found.into_iter().filter(|game| is_same(&game.players[side.index()], name));
            // A game of two people of one name counts once.
            let own = own.filter(|game| {
                side == Color::White || !is_same(&game.players[Color::White.index()], name)
            });
            for game in own {
                report.add_game(&game, side);
                games.push((game, side));
            }
        }
        games.sort_by_key(|(game, _)| std::cmp::Reverse(game.id));
        Ok((report, games))
    }

    fn add_game(&mut self, game: &FoundGame, side: Color) {
        let result = crate::new_game::result_for(side, game.result.as_deref());
        let results = Results::of(result);
        self.results[side.index()].add(results);
        self.years = self.years.and(Years::of(game.date.year));
        let opening = game.formations[side.index()].clone().unwrap_or_default();
        self.openings.entry(opening).or_default().add(results);
        if let Some(cause) = game.ending {
            *self.endings.entry(cause).or_default() += 1;
        }
        let Some(count) = game.count else { return };
        let is_complete = game.ending == Some(Cause::Count) && result == MoverResult::Draw;
        if count.side == side {
            self.counts.own.add(results);
            self.counts.completed += u64::from(is_complete);
        } else {
            self.counts.against.add(results);
            self.counts.ran_out += u64::from(is_complete);
        }
    }

    /// Adds the analysis of a game in which the player had this side.
    pub fn add_analysis(&mut self, game: u32, side: Color, analysis: &Analysis) {
        self.analysed += 1;
        let positions: Vec<Position> = analysis.positions().collect();
        for (ply, judged) in analysis.judged().iter().enumerate() {
            let before = &positions[ply];
            if before.to_move() != side {
                continue;
            }
            self.phases[Phase::of(before, ply) as usize].add(judged);
            if matches!(judged.judgement, Some(Judgement::Mistake | Judgement::Blunder)) {
                let kind = kind_of(analysis, &positions, ply, judged);
                self.mistakes.push(Mistake { game, ply, loss: judged.loss, kind });
            }
        }
        self.mistakes.sort_by(|one, other| other.loss.total_cmp(&one.loss));
    }

    /// Number of mistakes of each kind, in the order of [`MistakeKind::ALL`].
    pub fn mistakes_by_kind(&self) -> [u64; MistakeKind::ALL.len()] {
        let count = |kind| self.mistakes.iter().filter(|mistake| mistake.kind == kind).count();
        MistakeKind::ALL.map(|kind| count(kind) as u64)
    }
}

fn is_same(one: &str, other: &str) -> bool {
    crate::names::folded(one) == crate::names::folded(other)
}

/// What kind of mistake the move after this many moves is.
fn kind_of(
    analysis: &Analysis,
    positions: &[Position],
    ply: usize,
    judged: &JudgedMove<'_>,
) -> MistakeKind {
    let forces_mate = |ply: usize| {
        let score = analysis.values[ply].score();
        is_mate(score) && score > 0
    };
    let takes = |ply: usize, line: Option<&sakdi_analysis::Line>| {
        let mv = line.and_then(|line| line.moves.first());
        mv.is_some_and(|mv| positions[ply].occupied().contains(mv.to()))
    };
    if forces_mate(ply) {
        MistakeKind::MissedMate
    } else if forces_mate(ply + 1) {
        MistakeKind::AllowedMate
    } else if positions[ply].count().is_running() {
        MistakeKind::InCount
    } else if takes(ply + 1, analysis.values[ply + 1].best()) {
        MistakeKind::LostMan
    } else if takes(ply, judged.better) {
        MistakeKind::MissedCapture
    } else {
        MistakeKind::Other
    }
}
