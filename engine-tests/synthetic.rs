//! Synthetic self-play games for tests of training and tuning: random moves, with scores from a
//! given function. They do not depend on the engine or its net.

use makruk::game::Game;
use makruk::movegen::legal_moves;
use makruk::notation::pgn::ending::Cause;
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use makruk::types::{Color, Piece};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use sakdi_engine::Score;
use sakdi_training::data::block::{self, BlockHeader};
use sakdi_training::data::{Sample, WhiteResult};

/// Longest game, in plies.
const MAX_PLIES: usize = 120;

/// A shard of `games` games, with the seeds from 0 on. `score` gives centipawns from White's side.
pub fn shard(games: u64, score: impl Fn(&Position) -> Score) -> Vec<u8> {
    shard_from(Position::start(Variant::Makruk, CountingRule::MAKRUK), games, score)
}

/// As [`shard`], of games from another position.
pub fn shard_from(start: Position, games: u64, score: impl Fn(&Position) -> Score) -> Vec<u8> {
    (0..games).flat_map(|seed| block(start, seed, &score)).collect()
}

fn block(start: Position, seed: u64, score: &impl Fn(&Position) -> Score) -> Vec<u8> {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut game = Game::new(start);
    let mut samples = Vec::new();
    while game.moves().len() < MAX_PLIES && game.outcome().is_none() {
        let position = *game.position();
        let moves = legal_moves(&position);
        let best = moves[rng.random_range(0..moves.len())];
        let (score, cause) = (score(&position), Cause::MoveLimit);
        let sample = Sample { position, score, best, result: WhiteResult::Draw, cause };
        samples.push(sample);
        game.play(best).expect("a legal move");
    }
    let (variant, rule) = (Variant::Makruk, CountingRule::MAKRUK);
    let header = BlockHeader { variant, rule, seed, nodes: 0, settings: 0 };
    block::encode(&header, &samples).expect("moves of a game")
}

/// White's material minus Black's, in centipawns.
pub fn material(position: &Position) -> Score {
    // [piece]
    const VALUES: [Score; Piece::COUNT] = [100, 200, 300, 350, 500, 0];
    let side = |color| -> Score {
        let men = |piece: Piece| position.men(color, piece).len() as Score;
        Piece::ALL.into_iter().map(|piece| VALUES[piece.index()] * men(piece)).sum()
    };
    side(Color::White) - side(Color::Black)
}
