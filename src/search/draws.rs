//! Draws by rule in the search. The rules themselves are in `crate::rules`.

use crate::movegen;
use crate::position::Position;
use crate::rules::{self, Outcome};
use crate::types::score::{DRAW, MATE, is_mate, mated_in};
use crate::types::{Color, Move, Piece, Score};

/// The earlier positions that repetition depends on: those of the current line, and those of the
/// game before it that one more occurrence draws.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    // Keys of the positions before the current one, from the root on.
    line: Vec<u64>,
    // Sorted keys of positions that occurred twice in the game and can still recur. Those that
    // occurred once are left out: a game may have thousands of plies.
    twice: Vec<u64>,
}

impl Path {
    /// The path at the root, given the keys of the earlier positions of the game, oldest first.
    pub(super) fn new(root: &Position, game: &[u64]) -> Self {
        let recurrable = usize::from(root.halfmove_clock()).min(game.len());
        let mut keys = game[game.len() - recurrable..].to_vec();
        keys.sort_unstable();
        let groups = keys.chunk_by(u64::eq);
        let twice = groups.filter(|group| group.len() >= 2).map(|group| group[0]).collect();
        Self { line: Vec::new(), twice }
    }

    #[inline]
    pub(super) fn push(&mut self, position: &Position) {
        self.line.push(position.key());
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.line.pop();
    }

    /// Keys of earlier positions that can recur: of the line, the latest first, and of the game.
    #[inline]
    fn recurrable(&self, position: &Position) -> (impl Iterator<Item = u64>, &[u64]) {
        let reversible = usize::from(position.halfmove_clock());
        let line = self.line.iter().rev().take(reversible).copied();
        let game = if reversible < self.line.len() { &[][..] } else { &self.twice };
        (line, game)
    }

    /// Whether the position is a draw by repetition: the third occurrence in the game, or the second
    /// in the line, as the sides can repeat it once more.
    #[inline]
    pub(super) fn is_repeated(&self, position: &Position) -> bool {
        let key = position.key();
        let (line, game) = self.recurrable(position);
        // A position can recur after four plies at the earliest.
        line.skip(3).step_by(2).any(|earlier| earlier == key) || game.binary_search(&key).is_ok()
    }

    /// Keys of the positions that are draws by repetition after the next move.
    #[inline]
    pub(super) fn drawing_keys(&self, position: &Position) -> impl Iterator<Item = u64> {
        let (line, game) = self.recurrable(position);
        // The position before the last move cannot recur after the next one.
        line.skip(2).step_by(2).chain(game.iter().copied())
    }
}

/// The score of a node where the game is drawn by rule, or where mate comes before the draw. `None`
/// while the game continues.
#[inline]
pub(super) fn score_by_rule(position: &Position, path: &Path, ply: usize) -> Option<Score> {
    let mut facts = position.draw_facts(if path.is_repeated(position) { 3 } else { 1 });
    // The bare khun is to move and has counted the last number: only a mate on the board wins.
    facts.count_over |= position.count_saves_bare_side();
    facts.draw()?;
    let in_check = position.in_check();
    // Mate comes before a draw by rule, and is possible only in check.
    let has_legal_move = !in_check || movegen::has_legal_move(position);
    match rules::adjudicate(position.to_move(), in_check, has_legal_move, &facts)? {
        Outcome::Mate { .. } => Some(mated_in(ply)),
        Outcome::Draw(_) => Some(DRAW),
    }
}

/// [`score_by_rule`] for a child of the root.
pub(super) fn score_by_rule_after(root: &Position, child: &Position, path: &Path) -> Option<Score> {
    let mut path = path.clone();
    path.push(root);
    score_by_rule(child, &path, 1)
}

/// Limits a window to the scores that the rules allow: a bare khun cannot win.
#[inline]
pub(super) fn clamp(position: &Position, alpha: &mut Score, beta: &mut Score) {
    let us: Color = position.to_move();
    if position.is_bare(us) {
        *beta = (*beta).min(DRAW);
    }
    if position.is_bare(!us) {
        *alpha = (*alpha).max(DRAW);
    }
}

/// Whether a score from elsewhere is valid here: while a count runs a mate must come within the
/// moves left.
#[inline]
pub(super) fn is_within_count(position: &Position, score: Score, ply: usize) -> bool {
    let winner = if score > 0 { position.to_move() } else { !position.to_move() };
    let Some(left) = position.moves_left_of(winner) else {
        return true;
    };
    let moves = (MATE - score.abs() - ply as Score + 1) / 2;
    !is_mate(score) || moves <= Score::from(left)
}

/// Whether a legal move decides which count applies: it bares the opponent's khun, or it captures
/// or promotes the last bia. Such moves are never pruned.
#[inline]
pub(super) fn changes_count(position: &Position, mv: Move) -> bool {
    let last_pawn = !position.piece(Piece::Pawn).many();
    let captured = position.captured(mv);
    let bares = captured.is_some() && position.color(!position.to_move()).len() == 2;
    bares || last_pawn && (captured == Some(Piece::Pawn) || position.promotes(mv))
}
