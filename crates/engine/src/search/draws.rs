//! Draws by rule in the search. The rules themselves are in `makruk::rules`.

use super::repetition::Path;
use super::worker::Worker;
use crate::Score;
use crate::score::{CONVERTS, MATE, is_decided, is_mate, mated_in};
use makruk::movegen;
use makruk::position::Position;
use makruk::rules::Outcome;
use makruk::types::{Color, Move, Piece};

impl Worker<'_> {
    /// The score of a node where the game is drawn by rule, or where mate comes before the draw.
    /// `None` while the game continues.
    #[inline]
    pub(super) fn score_by_rule(&self, position: &Position, ply: usize) -> Option<Score> {
        if may_be_over(position, &self.path) { self.score_where_over(position, ply) } else { None }
    }

    /// As [`Self::score_by_rule`], apart from it because it is rarely needed.
    #[cold]
    fn score_where_over(&self, position: &Position, ply: usize) -> Option<Score> {
        Some(match outcome_by_rule(position, &self.path)? {
            Outcome::Mate { .. } => mated_in(ply),
            Outcome::Draw(_) => self.draw_score(position),
        })
    }
}

/// Whether a rule may draw the game: a count runs, the position is repeated, or only kinds of men remain
/// that may be too weak.
#[inline]
fn may_be_over(position: &Position, path: &Path) -> bool {
    position.count().is_running() || !position.has_strong_men() || path.is_repeated(position)
}

/// The outcome of a node where the game is drawn by rule, or where mate comes before the draw.
fn outcome_by_rule(position: &Position, path: &Path) -> Option<Outcome> {
    let mut facts = position.draw_facts(if path.is_repeated(position) { 3 } else { 1 });
    // The bare khun is to move and has counted the last number: only a mate on the board wins.
    facts.count_over |= position.count_saves_bare_side();
    facts.draw()?;
    let in_check = position.in_check();
    // Mate comes before a draw by rule, and is possible only in check.
    let has_legal_move = !in_check || movegen::has_legal_move(position);
    Outcome::of(position.to_move(), in_check, has_legal_move, &facts)
}

/// Whether a child of the root is drawn by rule. `path` is the root's.
pub(super) fn is_drawn_after(root: &Position, child: &Position, path: &Path) -> bool {
    let mut path = path.clone();
    path.push(root);
    matches!(outcome_by_rule(child, &path), Some(Outcome::Draw(_)))
}

/// Limits a window to the scores that the rules allow: a bare khun cannot win. `draw` is the score
/// of a draw.
#[inline]
pub(super) fn clamp(position: &Position, draw: Score, alpha: &mut Score, beta: &mut Score) {
    let us: Color = position.to_move();
    if position.is_bare(us) {
        *beta = (*beta).min(draw);
    }
    if position.is_bare(!us) {
        *alpha = (*alpha).max(draw);
    }
}

/// Whether a score from another ply of the count is valid here: a mate, or a conversion by the tables,
/// must come within the moves left. Also refuses valid scores if a capture before the mate begins
/// another count.
#[inline]
pub(super) fn is_within_count(position: &Position, score: Score, ply: usize) -> bool {
    let winner = if score > 0 { position.to_move() } else { !position.to_move() };
    let Some(left) = position.moves_left_of(winner) else {
        return true;
    };
    let at_once = if is_mate(score) { MATE } else { CONVERTS };
    let moves = (at_once - score.abs() - ply as Score + 1) / 2;
    !is_decided(score) || moves <= Score::from(left)
}

/// Whether some captures or promotions may decide which count applies.
#[inline]
pub(super) fn may_change_count(position: &Position) -> bool {
    let pawns = position.piece(Piece::Pawn).len();
    (1..=2).contains(&pawns) || position.color(!position.to_move()).len() == 2
}

/// Whether a legal move decides which count applies: it bares the opponent's khun, or no bia remain
/// after it, because it captures or promotes the last ones. Such moves are never pruned.
#[inline]
pub(super) fn changes_count(position: &Position, mv: Move) -> bool {
    if !may_change_count(position) {
        return false;
    }
    let captured = position.captured(mv);
    let bares = captured.is_some() && position.color(!position.to_move()).len() == 2;
    let gone = u32::from(captured == Some(Piece::Pawn)) + u32::from(position.promotes(mv));
    bares || gone > 0 && gone == position.piece(Piece::Pawn).len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::notation::{coordinate, fen};

    #[test]
    fn moves_that_leave_no_bia_or_a_bare_khun_change_the_count() {
        for (text, mv, changes) in [
            ("4k3/8/4p3/3P4/8/8/4m3/3RK3 w - - 0 1", "d5e6m", true),
            ("4k3/8/4p3/3P4/8/8/4m3/3RK3 w - - 0 1", "d5d6m", false),
            ("4k3/8/8/3P4/8/8/4m3/3RK3 w - - 0 1", "d5d6m", true),
            ("4k3/8/4p3/3P4/8/8/4m3/3RK3 w - - 0 1", "e1e2", false),
            ("6k1/8/4p3/3R4/4R3/8/4m3/4K3 w - - 0 1", "e4e6", true),
            ("6k1/8/8/8/4R3/8/4m3/4K3 w - - 0 1", "e1e2", true),
            ("4k3/8/p3p3/3P4/8/8/4m3/3RK3 w - - 0 1", "d5e6m", false),
            ("6k1/8/8/8/4R3/8/4m3/R3K3 w - - 0 1", "e1e2", true),
            ("6k1/8/8/8/4R3/8/4m3/4K3 w - - 0 1", "e4d4", false),
        ] {
            let position = fen::parse(text, Default::default(), Default::default()).expect("a FEN");
            let mv = coordinate::parse(&position, mv).expect("a move");
            assert_eq!(changes_count(&position, mv), changes, "{text} {mv:?}");
        }
    }
}
