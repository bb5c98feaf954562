//! A plain search of the game tree: all legal moves by the rules of the library, and no more. It has no
//! table, no evaluation, no pruning and no order of moves, and knows repetition by looking back.

use makruk::game::Game;
use makruk::movegen::{has_legal_move, legal_moves};
use makruk::position::Position;
use makruk::rules::Outcome;
use sakdi_engine::Score;
use sakdi_engine::score::{DRAW, mate_in, mated_in};

/// What a search of a number of plies proves about a score, from the side to move: mates with their
/// distance from the root, draws, and that games that go on are neither lost nor won yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The score is at least this.
    pub low: Score,
    /// The score is at most this.
    pub high: Score,
}

impl Proof {
    /// The score, if it is known.
    pub fn exact(self) -> Option<Score> {
        (self.low == self.high).then_some(self.low)
    }
}

/// What a search of this number of plies proves.
pub fn prove(game: &Game, plies: usize) -> Proof {
    let mut search = Search { plies, keys: game.keys().to_vec() };
    let window = (mated_in(0), mate_in(0));
    let mut score = |hopeful| search.score(game.position(), 0, window, hopeful);
    Proof { low: score(false), high: score(true) }
}

struct Search {
    plies: usize,
    // Repetition keys of the positions before the current one, oldest first.
    keys: Vec<u64>,
}

impl Search {
    /// The score of a node. `hopeful` tells whether a game that goes on beyond the last ply ends well
    /// for the side to move.
    fn score(
        &mut self,
        position: &Position,
        ply: usize,
        (alpha, beta): (Score, Score),
        hopeful: bool,
    ) -> Score {
        match self.outcome(position) {
            Some(Outcome::Mate { .. }) => return mated_in(ply),
            Some(Outcome::Draw(_)) => return DRAW,
            None if ply == self.plies && hopeful => return mate_in(ply + 1),
            None if ply == self.plies => return mated_in(ply + 2),
            None => {}
        }
        // No score is better than a mate with this move, or worse than one with the next.
        let (mut alpha, beta) = (alpha.max(mated_in(ply + 2)), beta.min(mate_in(ply + 1)));
        let mut best = mated_in(ply);
        self.keys.push(position.key());
        for mv in legal_moves(position) {
            let child = position.play_unchecked(mv);
            best = best.max(-self.score(&child, ply + 1, (-beta, -alpha), !hopeful));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.keys.pop();
        best
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let earlier = self.keys.iter().rev().take(position.halfmove_clock().into());
        let occurrences = 1 + earlier.filter(|&&key| key == position.key()).count() as u32;
        let facts = position.draw_facts(occurrences);
        let has_legal_move = has_legal_move(position);
        Outcome::of(position.to_move(), position.in_check(), has_legal_move, &facts)
    }
}
