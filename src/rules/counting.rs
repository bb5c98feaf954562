//! Counting (การนับศักดิ์): the two honours, when they start, how far they go, how they step.
//!
//! The count is kept as interfaces see it, in plies: a limit (twice the number to be spoken) and
//! the plies counted. The number spoken last is `(ply + 1) / 2`. In play the side that counts is
//! to move exactly when the ply is even; a FEN may break that, so [`Count::counter`] looks at the
//! men, too.

use super::{CountingRule, Tally};
use crate::types::{Color, Piece};

/// Number to be spoken in board's honour (ศักดิ์กระดาน).
pub const BOARD_HONOUR: u16 = 64;

/// A running count, or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Count {
    /// Twice the number that must be spoken; 0 when no count runs.
    pub limit: u16,
    /// Plies counted. Meaningless, and kept at 0, while no count runs.
    pub ply: u16,
}

impl Count {
    /// No count.
    pub const NONE: Self = Self { limit: 0, ply: 0 };

    /// Whether a count runs.
    #[inline]
    pub const fn is_running(self) -> bool {
        self.limit != 0
    }

    /// Whether the count has run out: drawn, unless the side to move is checkmated.
    #[inline]
    pub const fn is_over(self) -> bool {
        self.ply > self.limit
    }

    /// The number spoken last.
    #[inline]
    pub const fn spoken(self) -> u16 {
        self.ply.div_ceil(2)
    }

    /// The number after which the stronger side has one more move.
    #[inline]
    pub const fn last_number(self) -> u16 {
        self.limit / 2
    }

    /// The side that counts: the one that alone is bare, whatever the ply says, and else the one
    /// that the ply names. Call [`crate::position::Position::counter`], which knows who is bare.
    #[inline]
    pub(crate) const fn counter(self, to_move: Color, is_bare: [bool; 2]) -> Color {
        match is_bare {
            [true, false] => Color::White,
            [false, true] => Color::Black,
            _ if self.ply.is_multiple_of(2) => to_move,
            _ => to_move.opponent(),
        }
    }

    /// Moves a side can still make before the count draws the game. Its k-th move is made at the
    /// ply `p + 2(k − 1)` when it is to move and one ply later when it is not, and a game whose ply
    /// has passed the limit is over. Holds for either side, whichever counts. `None` while no count
    /// runs. Call [`crate::position::Position::moves_left_of`].
    #[inline]
    pub(crate) const fn moves_left_to(self, is_to_move: bool) -> Option<u16> {
        if !self.is_running() {
            return None;
        }
        let first = self.ply as u32 + !is_to_move as u32;
        let room = (self.limit as u32 + 2).saturating_sub(first) / 2;
        Some(room as u16)
    }
}

/// What a move did, as far as counting cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveFacts {
    /// The side that moved.
    pub mover: Color,
    /// The kind of man it took.
    pub captured: Option<Piece>,
    /// Whether a bia became a bia ngai.
    pub promoted: bool,
}

/// The number to be spoken in pieces' honour (ศักดิ์หมาก) against the men of `stronger`: the
/// smallest that any of them allows, or under `thai-strict` that of the highest man.
pub fn pieces_honour(rule: CountingRule, men: &Tally, stronger: Color) -> u16 {
    let of = |piece| men.of(stronger, piece);
    match (of(Piece::Rook), of(Piece::Khon), of(Piece::Knight)) {
        (2.., _, _) => 8,
        (1, _, _) => 16,
        (0, 2.., _) => 22,
        (0, 1, _) if rule == CountingRule::ThaiStrict => 44,
        (0, _, 2..) => 32,
        (0, 1, _) => 44,
        (0, 0, _) => 64,
    }
}

/// The count after a move. `men` gives the men after it and is asked for only when the count may
/// depend on them: never while `pawns_remain` and no count runs.
#[inline]
pub fn step(
    rule: CountingRule,
    before: Count,
    facts: MoveFacts,
    pawns_remain: bool,
    men: impl FnOnce() -> Tally,
) -> Count {
    // By far the commonest case in play and in perft.
    if !before.is_running() && pawns_remain {
        return Count::NONE;
    }
    step_slowly(rule, before, facts, &men())
}

fn step_slowly(rule: CountingRule, before: Count, facts: MoveFacts, men: &Tally) -> Count {
    let asked = rule != CountingRule::Claimed || before.is_running();
    if rule == CountingRule::None || !asked {
        return Count::NONE;
    }
    let mut count = before;
    if count.is_running() {
        count.ply = count.ply.saturating_add(1);
    }
    if men.has_pawns() {
        return count;
    }
    let mover = facts.mover;
    let to_move = !mover;
    match (men.is_bare(mover), men.is_bare(to_move)) {
        (true, true) => count,
        // The bare khun took the last bia: its own capture stands for the number "men".
        (true, false) if facts.captured == Some(Piece::Pawn) => {
            pieces_honour_from(rule, men, to_move, 2 * u16::from(men.men()) - 1)
        }
        (true, false) => count,
        // The counter bared its opponent, who has not asked for a count.
        (false, true)
            if rule == CountingRule::Claimed
                && before.counter(mover, is_bare_before(facts, men)) == mover =>
        {
            Count::NONE
        }
        (false, true) => {
            let changed = facts.captured.is_some() || facts.promoted;
            if changed || !count.is_running() {
                pieces_honour_from(rule, men, mover, 2 * u16::from(men.men()))
            } else {
                count
            }
        }
        (false, false) => board_honour_step(rule, count, men, to_move),
    }
}

/// Whether each side was bare before a move that left `men`. `[color]`
fn is_bare_before(facts: MoveFacts, men: &Tally) -> [bool; 2] {
    Color::ALL.map(|color| {
        let lost_a_man = color != facts.mover && facts.captured.is_some();
        men.is_bare(color) && !lost_a_man
    })
}

fn pieces_honour_from(rule: CountingRule, men: &Tally, stronger: Color, ply: u16) -> Count {
    Count { limit: 2 * pieces_honour(rule, men, stronger), ply }
}

/// Board's honour after a move, both sides having men and no bia being left.
fn board_honour_step(rule: CountingRule, count: Count, men: &Tally, to_move: Color) -> Count {
    let start = Count { limit: 2 * BOARD_HONOUR, ply: 0 };
    if rule == CountingRule::Makruk {
        return if count.is_running() { count } else { start };
    }
    // Over the board only the side that is not the stronger counts; when it becomes the stronger
    // its count is dropped and the other may begin.
    let leads = |color: Color| men.thai_points(color) > men.thai_points(!color);
    if count.is_running() && !leads(count.counter(to_move, [false; 2])) {
        count
    } else if leads(to_move) || rule == CountingRule::Claimed {
        Count::NONE
    } else {
        start
    }
}

/// Why no count can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClaimError {
    #[error("the count is asked for only under the counting rule claimed")]
    Rule,
    #[error("a count runs already")]
    Runs,
    #[error("no count while bia are left on the board")]
    Bia,
    #[error("two bare khun: there is nothing to count")]
    Bare,
}

/// The side that may count: the bare khun, or with men on both sides the one that has not the more
/// points; between equals the side to move.
///
/// # Errors
/// Says why nobody may.
pub fn claimant(men: &Tally, to_move: Color) -> Result<Color, ClaimError> {
    if men.has_pawns() {
        return Err(ClaimError::Bia);
    }
    let other = !to_move;
    match (men.is_bare(to_move), men.is_bare(other)) {
        (true, true) => Err(ClaimError::Bare),
        (true, false) => Ok(to_move),
        (false, true) => Ok(other),
        (false, false) => {
            let leads = men.thai_points(to_move) > men.thai_points(other);
            Ok(if leads { other } else { to_move })
        }
    }
}

/// The count that begins when the weaker side asks for one. On its own turn it will speak the
/// first number with the move it is about to make, on the other's it has spoken it with the last.
///
/// # Errors
/// Says why there can be no count.
pub fn claim(
    rule: CountingRule,
    count: Count,
    men: &Tally,
    to_move: Color,
) -> Result<Count, ClaimError> {
    if rule != CountingRule::Claimed {
        return Err(ClaimError::Rule);
    }
    if count.is_running() {
        return Err(ClaimError::Runs);
    }
    let counter = claimant(men, to_move)?;
    let (number, spoken) = if men.is_bare(counter) {
        (pieces_honour(rule, men, !counter), u16::from(men.men()))
    } else {
        (BOARD_HONOUR, 0)
    };
    Ok(Count { limit: 2 * number, ply: 2 * spoken + u16::from(counter != to_move) })
}
