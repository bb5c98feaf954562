//! Repetition: which earlier positions of the line and of the game can recur.

use makruk::position::Position;

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

    /// Keys of earlier positions that can recur: of the line, the earliest first, and of the game.
    #[inline]
    fn recurrable(&self, position: &Position) -> (&[u64], &[u64]) {
        let reversible = usize::from(position.halfmove_clock());
        match self.line.len().checked_sub(reversible) {
            Some(first) if first > 0 => (self.line.get(first..).unwrap_or_default(), &[]),
            _ => (&self.line, &self.twice),
        }
    }

    /// Whether the position is a draw by repetition: the third occurrence in the game, or the second
    /// in the line, as the sides can repeat it once more.
    #[inline]
    pub(super) fn is_repeated(&self, position: &Position) -> bool {
        // A position can recur after four plies at the earliest.
        if position.halfmove_clock() < 4 {
            return false;
        }
        let key = position.key();
        let (line, game) = self.recurrable(position);
        line.iter().rev().skip(3).step_by(2).any(|&earlier| earlier == key)
            || game.binary_search(&key).is_ok()
    }

    /// Keys of the positions that are draws by repetition after the next move.
    #[inline]
    pub(super) fn drawing_keys(&self, position: &Position) -> impl Iterator<Item = u64> {
        let (line, game) = self.recurrable(position);
        // The position before the last move cannot recur after the next one.
        line.iter().rev().skip(2).step_by(2).chain(game).copied()
    }
}
