//! Counting (การนับศักดิ์): when board's honour and pieces' honour start, how they advance, and when
//! they end.
//!
//! A count is kept in plies, as in a FEN: a limit (twice the number to be counted) and the plies
//! counted so far. The number counted last is `(ply + 1) / 2`. During a game the side that counts is
//! to move exactly when the ply is even. A FEN may violate this, so `Count::counter` also takes the
//! men into account.

use super::{CountLimit, CountingRule, Material, WhoCounts};
use crate::types::{Color, Piece};

/// The limit of board's honour (ศักดิ์กระดาน), in numbers counted.
pub const BOARD_HONOUR: u16 = 64;

/// A running count, or no count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Count {
    /// Twice the number to be counted; 0 when no count runs.
    pub limit: u16,
    /// Plies counted so far; 0 when no count runs.
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

    /// Whether the count has passed its limit: the game is drawn, unless the side to move is mated.
    #[inline]
    pub const fn is_over(self) -> bool {
        self.ply > self.limit
    }

    /// The number counted last. The move that completes the count has no number of its own.
    #[inline]
    pub const fn spoken(self) -> u16 {
        let (number, last) = (self.ply.div_ceil(2), self.last());
        if number < last { number } else { last }
    }

    /// The last number to be counted. The stronger side has one more move after it.
    #[inline]
    pub const fn last(self) -> u16 {
        self.limit.div_ceil(2)
    }

    /// The side that counts. If exactly one side has only its khun, it is this side, whatever the ply.
    /// Otherwise the ply decides. [`crate::position::Position::counter`] calls this with the sides that
    /// are bare.
    #[inline]
    pub(crate) const fn counter(self, to_move: Color, is_bare: [bool; 2]) -> Color {
        match is_bare {
            [true, false] => Color::White,
            [false, true] => Color::Black,
            _ if self.ply.is_multiple_of(2) => to_move,
            _ => to_move.opponent(),
        }
    }

    /// Number of moves that a side can still make before the count draws the game; `None` when no
    /// count runs. Its k-th move is made at the ply `p + 2(k − 1)` if it is to move, and one ply later if
    /// it is not; the game is over once the ply has passed the limit. This is true for both sides,
    /// whichever counts. [`crate::position::Position::moves_left_of`] calls this.
    #[inline]
    pub const fn moves_left_to(self, is_to_move: bool) -> Option<u16> {
        if !self.is_running() {
            return None;
        }
        let first = self.ply as u32 + !is_to_move as u32;
        let room = (self.limit as u32 + 2).saturating_sub(first) / 2;
        Some(room as u16)
    }
}

/// The facts about a move that counting depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveFacts {
    /// The side that moved.
    pub mover: Color,
    /// The kind of man that it captured, if any.
    pub captured: Option<Piece>,
    /// Whether it promoted a bia.
    pub promoted: bool,
}

impl MoveFacts {
    /// Whether the men are others than before the move.
    const fn changes_men(self) -> bool {
        self.captured.is_some() || self.promoted
    }
}

/// The limit of pieces' honour (ศักดิ์หมาก) against the men of `stronger`, in numbers counted. It is
/// the smallest limit that any of them sets, or the limit of the highest man ([`CountLimit`]). The endgame
/// tables, docs/rules.md, web/ and tools/retrograde.c have the same numbers.
pub fn pieces_honour(rule: CountingRule, men: &Material, stronger: Color) -> u16 {
    let of = |piece| men.of(stronger, piece);
    match (of(Piece::Rook), of(Piece::Khon), of(Piece::Knight)) {
        (2.., _, _) => 8,
        (1, _, _) => 16,
        (0, 2.., _) => 22,
        (0, 1, _) if rule.limit() == CountLimit::Highest => 44,
        (0, _, 2..) => 32,
        (0, 1, _) => 44,
        (0, 0, _) => 64,
    }
}

/// The numbers of a count that begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountStart {
    /// The last number to be counted.
    pub last: u16,
    /// The number that counts as counted already.
    pub counted: u16,
}

impl CountStart {
    /// The count that `counter` begins with these men on the board: pieces' honour from the number of
    /// men on, if it has only its khun, or else board's honour from 0 on.
    pub fn of(rule: CountingRule, men: &Material, counter: Color) -> Self {
        if men.is_bare(counter) {
            Self { last: pieces_honour(rule, men, !counter), counted: men.men().into() }
        } else {
            Self { last: BOARD_HONOUR, counted: 0 }
        }
    }

    /// Moves left to the other side when it has just let the count begin, so that `counter` is to move.
    pub const fn moves_left(self) -> u16 {
        self.last.saturating_sub(self.counted)
    }

    /// The count this many plies after the ply with the number `counted`.
    const fn after(self, plies: i16) -> Count {
        Count { limit: 2 * self.last, ply: (2 * self.counted).saturating_add_signed(plies) }
    }
}

/// The count after a move. `men` returns the men after the move. It is called only if the count can
/// depend on them, so never while `pawns_remain` and no count runs.
#[inline]
pub(crate) fn step(
    rule: CountingRule,
    before: Count,
    facts: MoveFacts,
    pawns_remain: bool,
    men: impl FnOnce() -> Material,
) -> Count {
    // By far the most frequent case in games and in perft.
    if !before.is_running() && pawns_remain {
        return Count::NONE;
    }
    match rule.who() {
        WhoCounts::Nobody => return Count::NONE,
        WhoCounts::Claim if !before.is_running() => return Count::NONE,
        // The count goes on until a capture or a promotion.
        WhoCounts::Position if before.is_running() && !facts.changes_men() => {
            return Count { ply: before.ply.saturating_add(1), ..before };
        }
        _ => {}
    }
    step_by_men(rule, before, facts, &men())
}

/// [`step`] where the count can depend on the men after the move.
fn step_by_men(rule: CountingRule, before: Count, facts: MoveFacts, men: &Material) -> Count {
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
        // The bare khun captured the last bia: this move counts as the number of men.
        (true, false) if facts.captured == Some(Piece::Pawn) => {
            CountStart::of(rule, men, mover).after(-1)
        }
        (true, false) => count,
        // The counter captured the last man of its opponent, who has not claimed a count.
        (false, true)
            if rule.who() == WhoCounts::Claim
                && before.counter(mover, is_bare_before(facts, men)) == mover =>
        {
            Count::NONE
        }
        (false, true) => {
            if facts.changes_men() || !count.is_running() {
                CountStart::of(rule, men, to_move).after(0)
            } else {
                count
            }
        }
        (false, false) => board_honour_step(rule, count, men, to_move),
    }
}

/// Whether each side was bare before a move after which `men` are left.
// [color]
fn is_bare_before(facts: MoveFacts, men: &Material) -> [bool; 2] {
    Color::ALL.map(|color| {
        let lost_a_man = color != facts.mover && facts.captured.is_some();
        men.is_bare(color) && !lost_a_man
    })
}

/// Board's honour after a move, when both sides have men and no bia are left.
fn board_honour_step(rule: CountingRule, count: Count, men: &Material, to_move: Color) -> Count {
    let start = CountStart::of(rule, men, to_move).after(0);
    if rule.who() == WhoCounts::Position {
        return if count.is_running() { count } else { start };
    }
    // Over the board only the side that is not the stronger one counts. When it becomes the stronger
    // one, its count ends and the other side may begin.
    let leads = |color: Color| men.thai_points(color) > men.thai_points(!color);
    if count.is_running() && !leads(count.counter(to_move, [false; 2])) {
        count
    } else if leads(to_move) || rule.who() == WhoCounts::Claim {
        Count::NONE
    } else {
        start
    }
}

/// Why no count can be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClaimError {
    /// Counts begin without a claim, or there are none.
    #[error("a count is claimed only where the counting rule is claim")]
    Rule,
    /// A count is running.
    #[error("a count runs already")]
    Runs,
    /// There are bia on the board.
    #[error("no count while bia are left on the board")]
    Bia,
    /// Both sides have only their khun.
    #[error("two bare khun: there is nothing to count")]
    Bare,
    /// No count runs that could be stopped, or whose number could be left out.
    #[error("no count runs")]
    Idle,
    /// The side that counts has counted no number with its last move.
    #[error("the counting side's last move counted no number")]
    NoNumber,
}

/// The side that may claim a count: the side with only its khun, or the side with fewer points
/// ([`Material::thai_points`]); the side to move if the points are equal.
///
/// # Errors
/// Why neither side may.
pub fn claimant(men: &Material, to_move: Color) -> Result<Color, ClaimError> {
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

/// The count that starts when the weaker side claims it. If that side is to move, its next move counts
/// the first number; otherwise its last move has counted it.
///
/// # Errors
/// Why no count can start.
pub fn claim(
    rule: CountingRule,
    count: Count,
    men: &Material,
    to_move: Color,
) -> Result<Count, ClaimError> {
    if rule.who() != WhoCounts::Claim {
        return Err(ClaimError::Rule);
    }
    if count.is_running() {
        return Err(ClaimError::Runs);
    }
    let counter = claimant(men, to_move)?;
    Ok(CountStart::of(rule, men, counter).after(i16::from(counter != to_move)))
}

/// No count, after the side that claimed the count has ended it.
///
/// # Errors
/// Counts are not claimed, or none runs.
pub fn stop(rule: CountingRule, count: Count) -> Result<Count, ClaimError> {
    running(rule, count).map(|_| Count::NONE)
}

/// The count without the number of the counting side's last move, which that side forgot to count: the
/// number before it stands.
///
/// # Errors
/// Counts are not claimed, none runs, or no number was counted.
pub fn skip(rule: CountingRule, count: Count) -> Result<Count, ClaimError> {
    let Count { limit, ply } = running(rule, count)?;
    Ok(Count { limit, ply: ply.checked_sub(2).ok_or(ClaimError::NoNumber)? })
}

/// A count that was claimed.
fn running(rule: CountingRule, count: Count) -> Result<Count, ClaimError> {
    if rule.who() != WhoCounts::Claim {
        return Err(ClaimError::Rule);
    }
    if count.is_running() { Ok(count) } else { Err(ClaimError::Idle) }
}
