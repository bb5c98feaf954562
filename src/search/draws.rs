//! Draws by rule, as a search meets them. The rules themselves are `crate::rules`'.

use crate::movegen;
use crate::position::Position;
use crate::rules::{self, Outcome};
use crate::types::score::{DRAW, MATE, is_mate, mated_in};
use crate::types::{Color, Move, Piece, Score};

/// Keys of the positions before the present one: the game's, then those of the line searched.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    keys: Vec<u64>,
    // Where the game's end and the line's begin.
    root: usize,
}

impl Path {
    /// A path at the root, after a game's positions.
    pub(super) fn new(keys: &[u64]) -> Self {
        Self { keys: keys.to_vec(), root: keys.len() }
    }

    #[inline]
    pub(super) fn push(&mut self, position: &Position) {
        self.keys.push(position.key());
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.keys.pop();
    }

    /// Plies back to the oldest position that can still recur.
    #[inline]
    pub(super) fn reversible(&self, position: &Position) -> usize {
        usize::from(position.halfmove_clock()).min(self.keys.len())
    }

    /// Key of the position so many plies back, at most [`Path::reversible`].
    #[inline]
    pub(super) fn key_back(&self, back: usize) -> u64 {
        self.keys[self.keys.len() - back]
    }

    /// Whether one more occurrence of the position so many plies back is a draw for the search:
    /// the line itself has had it, or the game twice.
    pub(super) fn counts_as_draw(&self, back: usize) -> bool {
        let index = self.keys.len() - back;
        index >= self.root || self.keys[..index].contains(&self.keys[index])
    }

    /// How often the rules should think a position has occurred. One that the line itself has
    /// repeated counts as a third occurrence: what could be done once can be done again.
    #[inline]
    fn occurrences(&self, position: &Position) -> u32 {
        let reversible = self.reversible(position);
        if reversible < 4 {
            return 1;
        }
        let key = position.key();
        let first = self.keys.len() - reversible;
        let mut occurrences = 1;
        // Two plies back the same side was to move, but nothing can have come back yet.
        let mut index = self.keys.len().wrapping_sub(4);
        while index < self.keys.len() && index >= first {
            if self.keys[index] == key {
                if index >= self.root {
                    return 3;
                }
                occurrences += 1;
            }
            index = index.wrapping_sub(2);
        }
        occurrences
    }
}

/// The score of a node that the rules decide whatever moves there are: drawn, or mated where the
/// draw would come too late. `None` while the game goes on.
#[inline]
pub(super) fn decided(position: &Position, path: &Path, ply: usize) -> Option<Score> {
    let mut facts = position.draw_facts(path.occurrences(position));
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
