//! Analyses of games, kept so that a report does not search twice.

use crate::{BaseError, GameBase};
use makruk::game::Game;
use makruk::types::Move;
use rusqlite::{OptionalExtension, params};
use sakdi_analysis::{Analysis, Evaluation, Line, Value};
use sakdi_engine::Score;

/// Bytes of a position: its score, and the best move as [`Move::bits`]; the lowest first.
const POSITION: usize = 4;

impl GameBase {
    /// The analysis of a game with at least this many nodes a position, if the base has it: the score and
    /// the best move of each position.
    ///
    /// # Errors
    /// The base cannot be read.
    pub fn saved_analysis(&self, game: u32, nodes: u64) -> Result<Option<Analysis>, BaseError> {
        let select = "SELECT positions FROM analyses WHERE game = ?1 AND nodes >= ?2";
        let mut statement = self.connection.prepare_cached(select)?;
        let saved: Option<Vec<u8>> =
            statement.query_row(params![game, nodes], |row| row.get(0)).optional()?;
        let Some(saved) = saved else { return Ok(None) };
        let Some(played) = self.game(game)? else { return Ok(None) };
        restored(played, &saved).map(Some).ok_or(BaseError::Record(game))
    }

    /// Keeps the analysis of a game that was made with this many nodes a position.
    ///
    /// # Errors
    /// The base cannot be written.
    pub fn save_analysis(
        &mut self,
        game: u32,
        nodes: u64,
        analysis: &Analysis,
    ) -> Result<(), BaseError> {
        let insert = "INSERT OR REPLACE INTO analyses (game, nodes, positions) VALUES (?1, ?2, ?3)";
        let transaction = self.begin()?;
        transaction.execute(insert, params![game, nodes, written(analysis)])?;
        transaction.commit()?;
        Ok(())
    }
}

fn written(analysis: &Analysis) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(POSITION * analysis.values.len());
    for value in &analysis.values {
        let best = value.best().and_then(|line| line.moves.first());
        // Scores are at most `INFINITE`, which 16 bits hold.
        bytes.extend((value.score() as i16).to_le_bytes());
        bytes.extend(best.map_or(0, |mv| mv.bits()).to_le_bytes());
    }
    bytes
}

fn restored(game: Game, bytes: &[u8]) -> Option<Analysis> {
    if bytes.len() != POSITION * (game.moves().len() + 1) {
        return None;
    }
    let mut values = Vec::with_capacity(bytes.len() / POSITION);
    for (ply, position) in bytes.chunks_exact(POSITION).enumerate() {
        let &[a, b, c, d] = position else { return None };
        let score = Score::from(i16::from_le_bytes([a, b]));
        let moves = Move::from_bits(u16::from_le_bytes([c, d]));
        let lines = vec![Line { score, moves: moves.into_iter().collect() }];
        values.push(match (moves, game.at(ply).outcome()) {
            (None, Some(outcome)) => Value::Over(outcome),
            _ => Value::Open(Evaluation { depth: 0, lines }),
        });
    }
    Some(Analysis { game, values })
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::notation::fen;
    use sakdi_engine::score::mate_in;

    #[test]
    fn an_analysis_comes_back() {
        let start =
            fen::parse("7k/8/6K1/8/8/8/8/R7 w - - 0 60", Default::default(), Default::default());
        let mut game = Game::new(start.expect("a FEN"));
        let mv = makruk::notation::coordinate::parse(game.position(), "a1a8").expect("a move");
        game.play(mv).expect("legal");
        let lines = vec![Line { score: mate_in(1), moves: vec![mv] }];
        let outcome = game.outcome().expect("a mate");
        let values = vec![Value::Open(Evaluation { depth: 0, lines }), Value::Over(outcome)];
        let analysis = Analysis { game: game.clone(), values };
        let bytes = written(&analysis);
        let back = restored(game.clone(), &bytes).expect("whole");
        assert_eq!(back.values, analysis.values);
        assert!(restored(game, &bytes[1..]).is_none());
    }
}
