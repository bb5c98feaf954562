//! Histories: scores of moves by their success so far in the search, for move ordering, pruning and
//! reductions. All scores are updated with gravity: they approach a bound and never exceed it.

use makruk::position::{MoveDetails, Position};
use makruk::types::{Color, Move, Piece, Square};
use std::io;
use zerocopy::{FromBytes, FromZeros};

/// Bound of every history score.
pub(super) const LIMIT: i32 = 16_384;

/// A history score, between −[`LIMIT`] and [`LIMIT`].
#[derive(Clone, Copy, Debug, Default, FromBytes)]
struct HistoryScore(i16);

impl HistoryScore {
    /// Adds a bonus, or a malus if negative, scaled down as the score approaches its limit: history
    /// gravity.
    #[inline]
    fn update(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        let old = i32::from(self.0);
        self.0 = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }
}

/// The color and kind of a moved piece and its destination: the index of continuation history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceTo(u16);

/// Scores of moves. [color][piece][to]
type PieceToScores = [[[HistoryScore; 64]; Piece::COUNT]; 2];

impl PieceTo {
    const COUNT: usize = 2 * Piece::COUNT * 64;

    /// Of a legal move of the position.
    #[inline]
    pub(super) fn of(position: &Position, mv: Move) -> Self {
        let piece = position.piece_at(mv.from()).unwrap_or(Piece::Pawn);
        let colored = position.to_move().index() * Piece::COUNT + piece.index();
        Self((colored * 64 + mv.to().index()) as u16)
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The histories of the quiet moves of one position.
pub(super) struct QuietHistories<'a> {
    // [from][to]
    main: &'a [[HistoryScore; 64]; 64],
    // [piece][to] after each of the previous moves
    continuation: [&'a [[HistoryScore; 64]; Piece::COUNT]; CONTINUATION_PLIES.len()],
}

impl<'a> QuietHistories<'a> {
    /// The histories of the quiet moves of a man.
    #[inline]
    pub(super) fn of_man(&self, piece: Piece, from: Square) -> ManHistories<'a> {
        ManHistories {
            main: &self.main[from.index()],
            continuation: self.continuation.map(|history| &history[piece.index()]),
        }
    }
}

/// The histories of the quiet moves of one man.
#[derive(Clone, Copy)]
pub(super) struct ManHistories<'a> {
    // [to]
    main: &'a [HistoryScore; 64],
    // [to] after each of the previous moves
    continuation: [&'a [HistoryScore; 64]; CONTINUATION_PLIES.len()],
}

impl ManHistories<'_> {
    /// The score of a quiet move: its main history and its continuation histories.
    #[inline]
    pub(super) fn score(&self, to: Square) -> i32 {
        let of = |history: &[HistoryScore; 64]| i32::from(history[to.index()].0);
        of(self.main) + self.continuation.map(of).into_iter().sum::<i32>()
    }
}

/// The histories of the captures and promotions of one side.
pub(super) struct TacticalHistories<'a> {
    // [piece][to][captured, or king for a promotion without capture]
    scores: &'a [[[HistoryScore; Piece::COUNT]; 64]; Piece::COUNT],
}

impl TacticalHistories<'_> {
    /// The score of a capture or promotion to a square.
    #[inline]
    pub(super) fn score(&self, details: MoveDetails, to: Square) -> i32 {
        let (piece, captured) = tactical_index(details);
        i32::from(self.scores[piece][to.index()][captured].0)
    }
}

/// Continuation histories: the distances in plies to the earlier moves that each history is indexed
/// by.
pub(super) const CONTINUATION_PLIES: [usize; 3] = [1, 2, 4];

/// The moves made [`CONTINUATION_PLIES`] plies before; `None` for null moves and before the root.
pub(super) type PreviousMoves = [Option<PieceTo>; CONTINUATION_PLIES.len()];

/// The histories of one thread.
#[derive(Debug)]
pub(super) struct Histories {
    // [color][from][to]
    quiet: Box<[[[HistoryScore; 64]; 64]; 2]>,
    // [color][piece][to][captured, or king for a promotion without capture]
    tactical: Box<[[[[HistoryScore; Piece::COUNT]; 64]; Piece::COUNT]; 2]>,
    // [earlier move][move]
    continuation: Vec<PieceToScores>,
}

impl Histories {
    /// Histories in which all scores are 0. The system provides their pages at first use, so that many
    /// of them cost little time, and each thread's memory is near it.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub(super) fn new() -> io::Result<Self> {
        let zeros = || {
            let quiet = FromZeros::new_box_zeroed()?;
            let tactical = FromZeros::new_box_zeroed()?;
            let continuation = FromZeros::new_vec_zeroed(PieceTo::COUNT)?;
            Ok(Self { quiet, tactical, continuation })
        };
        zeros().map_err(|_: zerocopy::AllocError| io::ErrorKind::OutOfMemory.into())
    }

    /// Makes all scores 0.
    pub(super) fn clear(&mut self) {
        self.quiet.zero();
        self.tactical.zero();
        self.continuation.as_mut_slice().zero();
    }

    /// The histories of the quiet moves of a side after these moves.
    #[inline]
    pub(super) fn quiets(&self, us: Color, previous: &PreviousMoves) -> QuietHistories<'_> {
        static NONE: [[HistoryScore; 64]; Piece::COUNT] = [[HistoryScore(0); 64]; Piece::COUNT];
        let us = us.index();
        let after = |earlier: PieceTo| &self.continuation[earlier.index()][us];
        let continuation = previous.map(|earlier| earlier.map_or(&NONE, after));
        QuietHistories { main: &self.quiet[us], continuation }
    }

    /// The score of a quiet move ([`ManHistories::score`]).
    #[inline]
    pub(super) fn quiet(&self, position: &Position, mv: Move, previous: &PreviousMoves) -> i32 {
        let piece = position.piece_at(mv.from()).unwrap_or(Piece::Pawn);
        self.quiets(position.to_move(), previous).of_man(piece, mv.from()).score(mv.to())
    }

    /// Updates the main and continuation histories of a quiet move of the position.
    pub(super) fn update_quiet(
        &mut self,
        position: &Position,
        mv: Move,
        previous: &PreviousMoves,
        bonus: i32,
    ) {
        let piece_to = PieceTo::of(position, mv);
        self.update_played_quiet(position.to_move(), mv, piece_to, previous, bonus);
    }

    /// Like [`Self::update_quiet`], for a quiet move that `us` has already made.
    pub(super) fn update_played_quiet(
        &mut self,
        us: Color,
        mv: Move,
        piece_to: PieceTo,
        previous: &PreviousMoves,
        bonus: i32,
    ) {
        self.update_main(us, mv, bonus);
        for earlier in previous.iter().flatten() {
            let scores = self.continuation[earlier.index()].as_flattened_mut().as_flattened_mut();
            scores[piece_to.index()].update(bonus);
        }
    }

    /// Updates the main history of a quiet move of `us`.
    pub(super) fn update_main(&mut self, us: Color, mv: Move, bonus: i32) {
        self.quiet[us.index()][mv.from().index()][mv.to().index()].update(bonus);
    }

    /// The histories of the captures and promotions of a side.
    #[inline]
    pub(super) fn tacticals(&self, us: Color) -> TacticalHistories<'_> {
        TacticalHistories { scores: &self.tactical[us.index()] }
    }

    /// Updates the history of a capture or promotion.
    pub(super) fn update_tactical(&mut self, position: &Position, mv: Move, bonus: i32) {
        let (us, (piece, captured)) = (position.to_move(), tactical_index(position.details(mv)));
        self.tactical[us.index()][piece][mv.to().index()][captured].update(bonus);
    }
}

/// The indices of a capture or promotion besides its destination.
#[inline]
fn tactical_index(details: MoveDetails) -> (usize, usize) {
    (details.moved.index(), details.captured.unwrap_or(Piece::King).index())
}
