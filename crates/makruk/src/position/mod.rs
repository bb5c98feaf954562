//! Positions: the men, the side to move, the count and the rules. Making a move gives a new
//! position (copy-make).

mod checks;
mod count_status;
mod count_verdict;
mod placement;
mod play;
mod setup;
mod validate;
mod zobrist;

pub use checks::CheckSquares;
pub use count_status::{CountStatus, Honour};
pub use count_verdict::{CountVerdict, Proof};
pub use play::MoveDetails;
pub use setup::{Man, Setup, SetupError};
pub use validate::ValidateError;
pub use zobrist::KeysAfter;

use crate::rules::{ClaimError, Count, CountingRule, DrawFacts, Material, Variant, counting};
use crate::types::{Bitboard, Color, Piece, Square};
use placement::Placement;

/// A legal position. [`Position::play_unchecked`] updates hash, checkers and pins incrementally;
/// [`Position::validate`] compares them with values computed from scratch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    placement: Placement,
    checkers: Bitboard,
    pinned: Bitboard,
    count: Count,
    halfmove_clock: u16,
    fullmove_number: u16,
    to_move: Color,
    variant: Variant,
    counting_rule: CountingRule,
}

impl Position {
    /// The start position of Makruk and Makpong.
    pub fn start(variant: Variant, counting_rule: CountingRule) -> Self {
        const BACK_RANK: [Piece; 8] = [
            Piece::Rook,
            Piece::Knight,
            Piece::Khon,
            Piece::King,
            Piece::Met,
            Piece::Khon,
            Piece::Knight,
            Piece::Rook,
        ];
        let mut setup = Setup::empty();
        for (file, piece) in (0..8).zip(BACK_RANK) {
            // For both sides the khun is to the left of the met, so Black's rank is White's
            // rotated.
            setup.put(Square::new(file, 0), Man::new(Color::White, piece));
            setup.put(Square::new(7 - file, 7), Man::new(Color::Black, piece));
            setup.put(Square::new(file, 2), Man::new(Color::White, Piece::Pawn));
            setup.put(Square::new(file, 5), Man::new(Color::Black, Piece::Pawn));
        }
        setup
            .build(variant, counting_rule)
            .unwrap_or_else(|error| unreachable!("the start position is legal: {error}"))
    }

    /// The side to move.
    #[inline]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The variant.
    #[inline]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The counting rule.
    #[inline]
    pub const fn counting_rule(&self) -> CountingRule {
        self.counting_rule
    }

    /// The running count.
    #[inline]
    pub const fn count(&self) -> Count {
        self.count
    }

    /// The side that counts, while a count runs: the bare khun, regardless of the ply in a FEN, or
    /// with men on both sides the one that the parity of the ply names.
    #[inline]
    pub const fn counter(&self) -> Color {
        self.count.counter(self.to_move, [self.is_bare(Color::White), self.is_bare(Color::Black)])
    }

    /// Moves that the side which does not count has left to give mate; `None` while no count runs.
    #[inline]
    pub fn moves_left(&self) -> Option<u16> {
        self.moves_left_of(!self.counter())
    }

    /// Moves that `color` can still make before the count draws the game; `None` while no count
    /// runs.
    #[inline]
    pub fn moves_left_of(&self, color: Color) -> Option<u16> {
        self.count.moves_left_to(color == self.to_move)
    }

    /// Whether the side to move is a bare khun that counts and the other side has no move left to
    /// give mate: the game is drawn unless it is mated already. Never while bia remain, as in some
    /// FENs: the capture of the last one begins another count.
    #[inline]
    pub fn count_saves_bare_side(&self) -> bool {
        self.count.is_running()
            && self.is_bare(self.to_move)
            && self.counter() == self.to_move
            && self.moves_left() == Some(0)
            && !self.has_pawns()
    }

    /// Plies since the last capture or bia move.
    #[inline]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// Number of the next move, from 1. It increases after each move of Black.
    #[inline]
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Zobrist key of the men and the side to move, by which repetitions are found. It does not
    /// depend on the count, nor on which mets are bia ngai.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.placement.hash() ^ zobrist::to_move(self.to_move)
    }

    /// The change (XOR) of [`Position::key`] by a move that captures nothing. It is the same in
    /// both directions.
    pub fn quiet_move_key(color: Color, piece: Piece, from: Square, to: Square) -> u64 {
        zobrist::quiet_moves(0, color, piece, from).to(to)
    }

    /// Men of one kind and side.
    #[inline]
    pub fn men(&self, color: Color, piece: Piece) -> Bitboard {
        self.placement.color(color) & self.placement.piece(piece)
    }

    /// All men of one side.
    #[inline]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.placement.color(color)
    }

    /// All men of one kind, of both sides.
    #[inline]
    pub const fn piece(&self, piece: Piece) -> Bitboard {
        self.placement.piece(piece)
    }

    /// All men.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.placement.occupied()
    }

    /// Mets that are promoted bia (bia ngai).
    #[inline]
    pub const fn promoted(&self) -> Bitboard {
        self.placement.promoted()
    }

    /// The kind of man on a square; `None` when it is empty.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.placement.piece_at(square)
    }

    /// The side of the man on a square; `None` when it is empty.
    #[inline]
    pub fn color_at(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.color(color).contains(square))
    }

    /// The square of a side's khun.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.placement.king(color)
    }

    /// The men that give check to the side to move.
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The pinned men of the side to move.
    #[inline]
    pub const fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// Whether there is an unpromoted bia on the board.
    #[inline]
    pub const fn has_pawns(&self) -> bool {
        self.piece(Piece::Pawn).any()
    }

    /// Whether a side has only its khun.
    #[inline]
    pub const fn is_bare(&self, color: Color) -> bool {
        !self.color(color).many()
    }

    /// Whether at least one side has only its khun.
    #[inline]
    pub const fn has_bare_side(&self) -> bool {
        self.is_bare(Color::White) || self.is_bare(Color::Black)
    }

    /// The number of men of each kind.
    pub fn material(&self) -> Material {
        let mets = self.piece(Piece::Met);
        Material {
            counts: Color::ALL
                .map(|color| Piece::ALL.map(|piece| self.men(color, piece).len() as u8)),
            mets_on_both_colours: mets.is_on_both_colours(),
        }
    }

    /// Whether neither side has the material to win.
    #[inline]
    pub fn is_dead(&self) -> bool {
        // Counting all men is slow, and only a few endings can be dead.
        !self.has_strong_men() && self.material().is_dead(self.variant)
    }

    /// Whether there is a man that alone is enough to win: a ruea or a khon.
    #[inline]
    pub fn has_strong_men(&self) -> bool {
        (self.piece(Piece::Rook) | self.piece(Piece::Khon)).any()
    }

    /// The facts that can draw this position by rule, given how often it has occurred.
    #[inline]
    pub fn draw_facts(&self, occurrences: u32) -> DrawFacts {
        DrawFacts { count_over: self.count.is_over(), occurrences, dead: self.is_dead() }
    }

    /// The same position with another number of plies since the last capture or bia move.
    #[must_use]
    pub const fn with_halfmove_clock(mut self, plies: u16) -> Self {
        self.halfmove_clock = plies;
        self
    }

    /// The same position under another counting rule. The count stays, unless the new rule has
    /// none.
    #[must_use]
    pub fn with_counting_rule(mut self, rule: CountingRule) -> Self {
        self.counting_rule = rule;
        if rule == CountingRule::NONE {
            self.count = Count::NONE;
        }
        self
    }

    /// The same position with the count that the weaker side claims.
    ///
    /// # Errors
    /// Why no count can be claimed.
    pub fn with_claimed_count(mut self) -> Result<Self, ClaimError> {
        self.count =
            counting::claim(self.counting_rule, self.count, &self.material(), self.to_move)?;
        Ok(self)
    }

    /// The same position after the side that claimed the count has ended it.
    ///
    /// # Errors
    /// Counts are not claimed, or none runs.
    pub fn without_claimed_count(mut self) -> Result<Self, ClaimError> {
        self.count = counting::stop(self.counting_rule, self.count)?;
        Ok(self)
    }

    /// The same position with the last number of a claimed count not counted.
    ///
    /// # Errors
    /// Counts are not claimed, none runs, or no number was counted.
    pub fn without_last_number(mut self) -> Result<Self, ClaimError> {
        self.count = counting::skip(self.counting_rule, self.count)?;
        Ok(self)
    }
}
