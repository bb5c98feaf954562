//! Draws by rule, as a search meets them. The rules themselves are `crate::rules`'.

use crate::movegen;
use crate::position::Position;
use crate::rules::{self, Outcome};
use crate::types::score::{DRAW, MATE, is_mate, mated_in};
use crate::types::{Color, Move, Piece, Score};

/// What repetition goes by: the positions of the line searched, and those of the game before it that
/// one more occurrence draws.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    // Keys of the positions before the present one, from the root on.
    line: Vec<u64>,
    // Keys of positions that the game has had twice and that can still recur, sorted. A single
    // earlier occurrence draws nothing, and games may go on for thousands of plies.
    twice: Vec<u64>,
}

impl Path {
    /// A path at the root, a position after a game's others, oldest first.
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

    /// Keys of earlier positions of the line that can recur, the latest first, and of the game's
    /// that draw when they do.
    #[inline]
    fn recurrable(&self, position: &Position) -> (impl Iterator<Item = u64>, &[u64]) {
        let reversible = usize::from(position.halfmove_clock());
        let line = self.line.iter().rev().take(reversible).copied();
        let game = if reversible < self.line.len() { &[][..] } else { &self.twice };
        (line, game)
    }

    /// Whether the present position is a draw by repetition: for the third time in the game, or for
    /// the second in the line. What could be done once can be done again.
    #[inline]
    pub(super) fn is_repeated(&self, position: &Position) -> bool {
        let key = position.key();
        let (line, game) = self.recurrable(position);
        // Two plies back the same side was to move, but nothing can have come back yet.
        line.skip(3).step_by(2).any(|earlier| earlier == key) || game.binary_search(&key).is_ok()
    }

    /// Keys of positions, with the other side to move, that would be a draw by repetition.
    #[inline]
    pub(super) fn drawing_keys(&self, position: &Position) -> impl Iterator<Item = u64> {
        let (line, game) = self.recurrable(position);
        // After one ply nothing can have come back.
        line.skip(2).step_by(2).chain(game.iter().copied())
    }
}

/// The score of a node that the rules decide whatever moves there are: drawn, or mated where the
/// draw would come too late. `None` while the game goes on.
#[inline]
pub(super) fn decided(position: &Position, path: &Path, ply: usize) -> Option<Score> {
    let mut facts = position.draw_facts(if path.is_repeated(position) { 3 } else { 1 });
    // The bare khun is to move and has spoken its last number: only a mate already on the board
    // wins.
    facts.count_over |= position.count_saves_bare_side();
    facts.draw()?;
    let in_check = position.in_check();
    // Only mate comes before a draw by rule, and it needs a check.
    let has_legal_move = !in_check || movegen::has_legal_move(position);
    match rules::adjudicate(position.to_move(), in_check, has_legal_move, &facts)? {
        Outcome::Mate { .. } => Some(mated_in(ply)),
        Outcome::Draw(_) => Some(DRAW),
    }
}

/// As [`decided`] for a child of the root, without making the move known to `path` for good.
pub(super) fn decided_after(root: &Position, child: &Position, path: &Path) -> Option<Score> {
    let mut path = path.clone();
    path.push(root);
    decided(child, &path, 1)
}

/// Bounds that the rules put on the score of a node: a bare khun cannot win.
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

/// Whether a mate score found elsewhere may be trusted here: while a count runs it must come
/// within the moves left.
#[inline]
pub(super) fn is_within_count(position: &Position, score: Score, ply: usize) -> bool {
    let winner = if score > 0 { position.to_move() } else { !position.to_move() };
    let Some(left) = position.moves_left_of(winner) else {
        return true;
    };
    let moves = (MATE - score.abs() - ply as Score + 1) / 2;
    !is_mate(score) || moves <= Score::from(left)
}

/// Whether a legal move decides which count will run: it bares the opponent, or takes or promotes
/// the last bia. Such moves are never left out.
#[inline]
pub(super) fn changes_count(position: &Position, mv: Move) -> bool {
    let last_pawn = !position.piece(Piece::Pawn).many();
    let captured = position.captured(mv);
    let bares = captured.is_some() && position.color(!position.to_move()).len() == 2;
    bares || last_pawn && (captured == Some(Piece::Pawn) || position.promotes(mv))
}
