//! Endgame tables in the search: exact scores inside the tree, and the choice of moves where the
//! root itself is in them.
//!
//! Inside the tree every draw is worth the same, also one by the count. At the root the draws are
//! told apart: the stronger side stays as near to mate as it can, the bare khun as far.

use super::draws::{self, Path};
use super::stack::Line;
use super::worker::Worker;
use crate::eval;
use crate::movegen::{self, MoveList};
use crate::position::Position;
use crate::tablebase::{Goal, Tablebase, Verdict};
use crate::types::score::{DRAW, mate_in, mated_in};
use crate::types::{Color, Move, Score};

/// Score of a win whose distance to mate is not known, less the plies to its conversion: above
/// any evaluation met in play, below every mate.
const CONVERTS: Score = 30_000;

/// Iterations where tables hold everything after the root: more would find nothing new.
pub(super) const DECIDED_DEPTH: u32 = 4;

impl Worker<'_> {
    /// The exact score of a position that is in a table.
    #[inline]
    pub(super) fn table_score(&self, position: &Position, ply: usize) -> Option<Score> {
        let verdict = self.tables?.probe(position)?;
        self.signals.count_table_hit();
        Some(score(&verdict, position.to_move(), ply))
    }

    /// Continues a line as the tables would play it.
    pub(super) fn extend_by_tables(&self, root: &Position, line: &mut Line) {
        let Some(tables) = self.tables else { return };
        let mut position = *root;
        for &mv in line.iter() {
            position = position.play_unchecked(mv);
        }
        let goes_on = |position: &Position| {
            tables.probe(position).is_some_and(|v| v.won && v.goal == Goal::Mate)
        };
        while !line.is_full() && goes_on(&position) {
            let moves = movegen::legal_moves(&position);
            let best = best_moves(tables, &position, &moves, &Path::new(&[]));
            let Some(&mv) = best.as_ref().and_then(|moves| moves.first()) else { return };
            line.push(mv);
            position = position.play_unchecked(mv);
        }
    }
}

/// A verdict as the search scores it, from the side to move.
fn score(verdict: &Verdict, to_move: Color, ply: usize) -> Score {
    let Some(winner) = verdict.winner() else { return DRAW };
    let wins = winner == to_move;
    // The winner's moves and the replies between them.
    let plies =
        (2 * usize::from(verdict.distance.unwrap_or_default())).saturating_sub(usize::from(wins));
    match verdict.goal {
        Goal::Mate if wins => mate_in(ply + plies),
        Goal::Mate => mated_in(ply + plies),
        Goal::Conversion => {
            let score = CONVERTS - (ply + plies) as Score;
            if wins { score } else { -score }
        }
    }
}

/// How good a move is by the tables: the better the greater.
type Rank = (Class, i32, i32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Loss,
    Draw,
    Win,
    Mates,
}

/// The best of the moves by the tables; `None` when they do not decide: they must know every move,
/// or one that wins.
pub(super) fn best_moves(
    tables: &Tablebase,
    position: &Position,
    moves: &[Move],
    path: &Path,
) -> Option<MoveList> {
    // Cheaper than to look at the moves, and no capture leads from more men into the tables here.
    if position.occupied().len() > tables.most_men() + 1 {
        return None;
    }
    let ranks: Vec<Option<Rank>> =
        moves.iter().map(|&mv| rank(tables, position, mv, path)).collect();
    let best = ranks.iter().flatten().max()?;
    if best.0 < Class::Win && ranks.contains(&None) {
        return None;
    }
    let chosen = std::iter::zip(moves, &ranks).filter(|(_, rank)| rank.as_ref() == Some(best));
    Some(chosen.map(|(&mv, _)| mv).collect())
}

fn rank(tables: &Tablebase, position: &Position, mv: Move, path: &Path) -> Option<Rank> {
    let us = position.to_move();
    let after = position.play_unchecked(mv);
    // Between equals the eye decides: no net is needed for that.
    let looks = -eval::evaluate(&after);
    if draws::decided_after(position, &after, path) == Some(DRAW) {
        return Some((Class::Draw, if position.is_bare(us) { NEVER } else { -NEVER }, looks));
    }
    let verdict = tables.probe(&after)?;
    let distance = verdict.distance.map(i32::from);
    let rank = match verdict.winner() {
        Some(_) if !movegen::has_legal_move(&after) => (Class::Mates, 0, 0),
        Some(winner) if winner == us => match verdict.goal {
            Goal::Mate => (Class::Win, 0, -distance.unwrap_or(NEVER)),
            // Not converted yet: behind every conversion that wins.
            Goal::Conversion => (Class::Win, -1 - distance.unwrap_or(NEVER), 0),
        },
        Some(_) => (Class::Loss, distance.unwrap_or(NEVER), looks),
        None if verdict.strong == us => (Class::Draw, -distance.unwrap_or(NEVER), looks),
        None => (Class::Draw, distance.unwrap_or(NEVER), looks),
    };
    Some(rank)
}

/// Further than any distance.
const NEVER: i32 = 1_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{coordinate, fen};

    fn best(text: &str) -> Vec<String> {
        let position = fen::parse(text, Default::default(), Default::default()).expect("a FEN");
        let moves = movegen::legal_moves(&position);
        let path = Path::new(&[]);
        let best = best_moves(&Tablebase::embedded(), &position, &moves, &path);
        let best = best.expect("a position in the tables");
        best.into_iter().map(|mv| coordinate::format(&position, mv)).collect()
    }

    #[test]
    fn mate_comes_before_all_else() {
        assert_eq!(best("k7/8/1K6/8/8/8/8/7R w - 32 7 1"), ["h1h8"]);
    }

    #[test]
    fn scores_tell_the_true_distance() {
        let position = "7K/8/8/8/8/8/2k5/1R6 w - 128 1 1";
        let position = fen::parse(position, Default::default(), Default::default());
        let position = position.expect("a FEN");
        let verdict = Tablebase::embedded().probe(&position).expect("in the tables");
        assert_eq!(score(&verdict, Color::White, 3), mate_in(3 + 31));
        assert_eq!(score(&verdict, Color::Black, 0), mated_in(32));
    }
}
