//! Mining: the puzzles in the positions of a game.

use super::advantage::{self, ScoredLine, hundredths};
use super::difficulty::Difficulty;
use super::solution::outcome;
use super::{Kind, MOST_MOVES, Provers, Puzzle, prove, similar::Collection, themes};
use makruk::game::Game;
use makruk::movegen::legal_moves;
use makruk::position::Position;
use makruk::types::Square;
use sakdi_engine::score::moves_to_mate;
use sakdi_engine::search::Limits;
use sakdi_engine::tablebase::Tablebase;
use std::sync::Arc;

/// What to mine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MineSettings {
    /// The kinds of puzzles to look for.
    pub kinds: Vec<Kind>,
    /// Nodes of the search that looks for mates and advantages in a position.
    pub nodes: u64,
    /// Most puzzles of a kind from one game.
    pub most_of_a_kind: usize,
}

/// Mines games, one after the other.
#[derive(Debug)]
pub struct Miner {
    settings: MineSettings,
    provers: Provers,
}

impl Miner {
    /// A miner with these endgame tables.
    pub fn new(settings: MineSettings, tables: Arc<Tablebase>) -> Self {
        Self { settings, provers: Provers::mining(tables) }
    }

    /// The puzzles of a game, no two alike, in the order of their positions. `None` when `should_stop`
    /// ended it. The result depends on nothing but the game and the settings.
    pub fn mine(
        &mut self,
        game: &Game,
        source: &str,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<Vec<Puzzle>> {
        let mut found: Vec<Puzzle> = Vec::new();
        let mut collection = Collection::default();
        let mut position = *game.start();
        let mut taken_on = None;
        let after_last = game.moves().iter().map(Some).chain([None]);
        for played in after_last {
            if should_stop() {
                return None;
            }
            let wanted = |kind: &Kind| {
                let of_kind = found.iter().filter(|puzzle| puzzle.kind == *kind).count();
                of_kind < self.settings.most_of_a_kind
            };
            let kinds: Vec<Kind> = self.settings.kinds.iter().copied().filter(wanted).collect();
            if outcome(&position).is_none()
                && let Some(puzzle) = self.examine(&position, &kinds, taken_on, source)
                && collection.add(&puzzle)
            {
                found.push(self.finish(puzzle));
            }
            if let Some(&mv) = played {
                taken_on = position.captured(mv).map(|_| mv.to());
                position = position.play_unchecked(mv);
            }
        }
        Some(found)
    }

    /// The puzzle of a position, of the first kind that it has.
    fn examine(
        &mut self,
        position: &Position,
        kinds: &[Kind],
        taken_on: Option<Square>,
        source: &str,
    ) -> Option<Puzzle> {
        const BY_COUNT_OR_TABLE: [Kind; 3] =
            [Kind::WinInTime, Kind::SaveByTheCount, Kind::Technique];
        if kinds.is_empty() || legal_moves(position).len() < 2 {
            return None;
        }
        let puzzle = |kind, provers: &mut Provers| {
            let solution = prove(kind, position, provers).ok()?;
            let (position, source) = (*position, source.to_owned());
            Some(Puzzle { position, kind, solution, themes: Vec::new(), difficulty: None, source })
        };
        let decided = |kind: &&Kind| BY_COUNT_OR_TABLE.contains(kind);
        for &kind in kinds.iter().filter(decided) {
            if let Some(found) = puzzle(kind, &mut self.provers) {
                return Some(found);
            }
        }
        if !kinds.contains(&Kind::Mate) && !kinds.contains(&Kind::Advantage) {
            return None;
        }
        match self.promise(position, taken_on)? {
            kind if kinds.contains(&kind) => puzzle(kind, &mut self.provers),
            _ => None,
        }
    }

    /// The kind of puzzle that a short search promises.
    fn promise(&mut self, position: &Position, taken_on: Option<Square>) -> Option<Kind> {
        let engine = &mut self.provers.player.engine;
        engine.clear();
        let limits = Limits { nodes: Some(self.settings.nodes), ..Limits::default() };
        let (_, lines) = advantage::search(position, engine, limits, 2);
        let [first, second]: [ScoredLine; 2] = lines.try_into().ok()?;
        if let Some(moves) = moves_to_mate(first.score).filter(|&moves| moves > 0) {
            return (moves <= MOST_MOVES.into()).then_some(Kind::Mate);
        }
        // To take back needs no thought.
        let takes_back = Some(first.moves[0].to()) == taken_on;
        let leads =
            hundredths(first.score) - hundredths(second.score) >= self.provers.thresholds.margin;
        (leads && !takes_back).then_some(Kind::Advantage)
    }

    /// Adds what is derived from the solution.
    fn finish(&mut self, mut puzzle: Puzzle) -> Puzzle {
        puzzle.themes = themes(puzzle.kind, &puzzle.position, &puzzle.solution);
        puzzle.difficulty = Difficulty::measure(&puzzle, &mut self.provers.player);
        puzzle
    }
}
