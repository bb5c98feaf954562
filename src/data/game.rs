//! One game of the engine against itself.

use super::format::{self, Ending, Header, Sample, Wdl};
use crate::game::Game;
use crate::movegen;
use crate::position::Position;
use crate::rules::{CountingRule, Outcome, Reason, Variant};
use crate::search::{Engine, Limits};
use crate::types::{Color, Score, score};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// How games are played. With the same engine, a recipe and a seed give the same game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    pub variant: Variant,
    pub rule: CountingRule,
    /// Nodes after which the search of a move begins no new iteration.
    pub nodes: u32,
    /// Size of the transposition table, in MiB.
    pub hash_mib: usize,
    /// Fewest and most random plies a game begins with.
    pub random_plies: (u32, u32),
    /// Largest score, either way, that is left of them.
    pub balanced: Score,
    /// A score that wins, when both sides agree on it for [`Recipe::win_plies`] on end.
    pub win_score: Score,
    pub win_plies: u32,
    /// A score that draws, when both sides agree on it for [`Recipe::draw_plies`] on end, from
    /// the ply [`Recipe::draw_from`] on.
    pub draw_score: Score,
    pub draw_plies: u32,
    pub draw_from: usize,
    /// Plies after which a game is given up as drawn.
    pub longest: usize,
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            variant: Variant::Makruk,
            rule: CountingRule::Makruk,
            nodes: 5_000,
            hash_mib: 8,
            random_plies: (8, 12),
            balanced: 150,
            win_score: 1_000,
            win_plies: 6,
            draw_score: 15,
            draw_plies: 16,
            draw_from: 80,
            longest: 400,
        }
    }
}

/// Iterations end within this many times the nodes they should.
const HARD_NODES: u64 = 4;

impl Recipe {
    /// A checksum of the recipe, to tell the games of different ones apart.
    pub fn checksum(&self) -> u32 {
        crc32fast::hash(format!("{self:?}").as_bytes())
    }

    /// The game's block of training data.
    pub(super) fn play(&self, engine: &mut Engine, seed: u64) -> Played {
        // Nothing may be left of the game that happened to be played before.
        engine.clear();
        let mut rng = StdRng::seed_from_u64(seed);
        let mut game = loop {
            if let Some(game) = self.opening(engine, &mut rng) {
                break game;
            }
        };
        let mut judge = Judge { recipe: self, won: 0, drawn: 0 };
        let mut thoughts = Vec::new();
        let (result, ending) = loop {
            if let Some(outcome) = game.outcome() {
                break by_rule(outcome);
            }
            if game.moves().len() >= self.longest {
                break (Wdl::Draw, Ending::TooLong);
            }
            let found = engine.search(&game, &self.limits(), &());
            let position = *game.position();
            let score = from_white(&position, found.score);
            if let Some(verdict) = judge.hear(&game, score) {
                break verdict;
            }
            let Some(best) = found.best_move.filter(|&best| game.play(best).is_ok()) else {
                unreachable!("a game that goes on has a legal move, and the search finds one");
            };
            thoughts.push((position, score, best));
        };
        let mut records = Vec::with_capacity(thoughts.len() * format::RECORD_LEN);
        for (position, score, best) in thoughts {
            format::encode(&Sample { position, score, best, result, ending }, &mut records);
        }
        let header = Header {
            variant: self.variant,
            rule: self.rule,
            seed,
            nodes: self.nodes,
            recipe: self.checksum(),
        };
        let positions = records.len() / format::RECORD_LEN;
        Played { block: format::block(&header, &records), positions, result, ending }
    }

    /// Random moves from the start position; `None` when they decide too much.
    fn opening(&self, engine: &mut Engine, rng: &mut StdRng) -> Option<Game> {
        let mut game = Game::new(Position::start(self.variant, self.rule));
        let (fewest, most) = self.random_plies;
        for _ in 0..rng.random_range(fewest..=most) {
            let moves = movegen::legal_moves(game.position());
            let choice = *moves.get(rng.random_range(0..moves.len().max(1)))?;
            game.play(choice).ok()?;
        }
        if game.outcome().is_some() {
            return None;
        }
        let found = engine.search(&game, &self.limits(), &());
        (found.score.abs() <= self.balanced).then_some(game)
    }

    fn limits(&self) -> Limits {
        let soft = u64::from(self.nodes);
        Limits { soft_nodes: Some(soft), nodes: Some(HARD_NODES * soft), ..Limits::default() }
    }
}

/// A game played.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) block: Vec<u8>,
    pub(super) positions: usize,
    pub(super) result: Wdl,
    pub(super) ending: Ending,
}

fn from_white(position: &Position, score: Score) -> Score {
    match position.to_move() {
        Color::White => score,
        Color::Black => -score,
    }
}

fn by_rule(outcome: Outcome) -> (Wdl, Ending) {
    match outcome {
        Outcome::Mate { winner } => (Wdl::won_by(winner), Ending::Mate),
        Outcome::Draw(reason) => (
            Wdl::Draw,
            match reason {
                Reason::Stalemate => Ending::Stalemate,
                Reason::Count => Ending::Count,
                Reason::Repetition => Ending::Repetition,
                Reason::Material => Ending::Material,
            },
        ),
    }
}

/// Ends games that both sides agree on: scores of successive plies are those of either side.
struct Judge<'a> {
    recipe: &'a Recipe,
    // Successive plies at which White (above 0) or Black (below) won.
    won: i32,
    drawn: u32,
}

impl Judge<'_> {
    fn hear(&mut self, game: &Game, white: Score) -> Option<(Wdl, Ending)> {
        let recipe = self.recipe;
        let count_runs = game.position().count().is_running();
        // While a count runs a large score may come to nothing, but not a proven mate.
        let wins = score::is_mate(white) || white.abs() >= recipe.win_score && !count_runs;
        self.won = match white.signum() {
            1 if wins => self.won.max(0) + 1,
            -1 if wins => self.won.min(0) - 1,
            _ => 0,
        };
        self.drawn = if white.abs() <= recipe.draw_score { self.drawn + 1 } else { 0 };
        if self.won.unsigned_abs() >= recipe.win_plies {
            let winner = if self.won > 0 { Color::White } else { Color::Black };
            Some((Wdl::won_by(winner), Ending::JudgedWon))
        } else if self.drawn >= recipe.draw_plies && game.moves().len() >= recipe.draw_from {
            // The search sees the end of a count before the game does.
            Some((Wdl::Draw, if count_runs { Ending::Count } else { Ending::JudgedDrawn }))
        } else {
            None
        }
    }
}
