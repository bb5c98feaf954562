//! The body of a block: the start of a game, and its moves and scores. First the start, in 32 bytes:
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | occupied squares, bit 0 = a1 |
//! | 8–23 | the men on them from a1 on, four bits each, low half of a byte first: kind (bia 0, met 1, khon 2, ma 3, ruea 4, khun 5, bia ngai 6), and 8 for Black |
//! | 24, 25 | count: limit and ply |
//! | 26 | bits 0–1: White lost (0), drew (1) or won (2) the game; bit 2: Black is to move |
//! | 27 | how the game ended, as numbered in `CAUSES` |
//! | 28–29 | plies since the last capture or bia move |
//! | 30–31 | number of the move |
//!
//! Then for each position:
//!
//! * a byte: the best move, by its place among the legal moves in the order of `Move::bits`. It is
//!   also the move that leads to the next position;
//! * the score from White's side, in centipawns or as a mate (`sakdi_engine::score`), less that of the
//!   position before, or 0. The difference has its sign in the lowest bit, and is written in groups of
//!   seven bits, lowest first, with 128 added to all but the last.
//!
//! An empty game has an empty body.

use super::sample::{CAUSES, RecordError, Sample, WhiteResult, field, number_of};
use makruk::movegen;
use makruk::notation::pgn::ending::Cause;
use makruk::position::{Man, Position, Setup};
use makruk::rules::{Count, CountingRule, Variant};
use makruk::types::{Bitboard, Color, Move, Piece};
use sakdi_engine::Score;

/// Length of the starting position, with result and cause, in bytes.
const START_LEN: usize = 32;
/// The least number of bytes of a position: its move and its score.
const MIN_POSITION_LEN: usize = 2;

/// Whether a body of this length may hold so many positions.
pub(super) fn may_hold(body_len: usize, positions: usize) -> bool {
    positions <= body_len.saturating_sub(START_LEN) / MIN_POSITION_LEN
}

/// Length of its first field, the men on their squares, in bytes.
const MEN_LEN: usize = 24;
const PROMOTED: u8 = 6;
const BLACK: u8 = 8;
/// The bits of the result.
const RESULT: u8 = 3;
/// The bit that is set when Black is to move.
const BLACK_TO_MOVE: u8 = 4;

/// The body of a game; `None` when it does not fit the format.
pub(super) fn encode(samples: &[Sample]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(START_LEN + 3 * samples.len());
    let Some(first) = samples.first() else { return Some(bytes) };
    let start = &first.position;
    let count = start.count();
    bytes.extend_from_slice(&encode_men(start));
    bytes.push(u8::try_from(count.limit).ok()?);
    bytes.push(u8::try_from(count.ply).ok()?);
    let side = if start.to_move() == Color::Black { BLACK_TO_MOVE } else { 0 };
    let cause = u8::try_from(number_of(first.cause)?).ok()?;
    bytes.extend_from_slice(&[first.result as u8 | side, cause]);
    bytes.extend_from_slice(&start.halfmove_clock().to_le_bytes());
    bytes.extend_from_slice(&start.fullmove_number().to_le_bytes());
    let mut position = *start;
    let mut score = 0;
    for sample in samples {
        let is_next = sample.position.key() == position.key()
            && sample.position.count() == position.count()
            && sample.position.promoted() == position.promoted()
            && (sample.result, sample.cause) == (first.result, first.cause);
        if !is_next {
            return None;
        }
        let place = ordered_moves(&position).iter().position(|&mv| mv == sample.best)?;
        bytes.push(u8::try_from(place).ok()?);
        i16::try_from(sample.score).ok()?;
        encode_difference(sample.score - score, &mut bytes);
        score = sample.score;
        position = position.play_unchecked(sample.best);
    }
    Some(bytes)
}

/// The legal moves in an order that does not depend on how they are generated.
fn ordered_moves(position: &Position) -> movegen::MoveList {
    let mut moves = movegen::legal_moves(position);
    moves.sort_unstable_by_key(|mv: &Move| mv.bits());
    moves
}

fn encode_difference(difference: Score, bytes: &mut Vec<u8>) {
    let mut rest = (difference << 1 ^ difference >> 31).cast_unsigned();
    while rest >= 128 {
        bytes.push(rest as u8 | 128);
        rest >>= 7;
    }
    bytes.push(rest as u8);
}

/// Decodes a difference and removes it from `bytes`.
fn decode_difference(bytes: &mut &[u8]) -> Option<Score> {
    let mut bits = 0;
    // Differences of 16-bit numbers have three groups at most.
    for group in 0..3 {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        bits |= u32::from(byte & 127) << (7 * group);
        if byte < 128 {
            return Some((bits >> 1).cast_signed() ^ -(bits & 1).cast_signed());
        }
    }
    None
}

fn encode_men(position: &Position) -> [u8; MEN_LEN] {
    let mut bytes = [0; MEN_LEN];
    bytes[..8].copy_from_slice(&position.occupied().0.to_le_bytes());
    for (index, square) in position.occupied().enumerate() {
        let piece = position.piece_at(square).unwrap_or(Piece::King);
        let kind = if position.promoted().contains(square) { PROMOTED } else { piece as u8 };
        let black = if position.color(Color::Black).contains(square) { BLACK } else { 0 };
        bytes[8 + index / 2] |= (kind | black) << (4 * (index % 2));
    }
    bytes
}

/// The men on their squares, White to move.
fn decode_men(bytes: &[u8; MEN_LEN]) -> Result<Setup, RecordError> {
    let occupied = Bitboard(u64::from_le_bytes(field(bytes, 0)));
    if occupied.len() > 32 {
        return Err(RecordError::Man);
    }
    let mut setup = Setup::empty();
    for (index, square) in occupied.enumerate() {
        let code = bytes[8 + index / 2] >> (4 * (index % 2)) & 15;
        let color = if code & BLACK == 0 { Color::White } else { Color::Black };
        let man = match code & 7 {
            PROMOTED => Man { color, piece: Piece::Met, promoted: true },
            kind => Man::new(color, *Piece::ALL.get(usize::from(kind)).ok_or(RecordError::Man)?),
        };
        setup.put(square, man);
    }
    Ok(setup)
}

/// The game from its body: its next position, and what its samples share.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    // Moves and scores that are left.
    bytes: &'a [u8],
    left: usize,
    state: Result<ReplayState, RecordError>,
}

#[derive(Clone, Debug)]
struct ReplayState {
    position: Position,
    score: Score,
    result: WhiteResult,
    cause: Cause,
}

impl<'a> Replay<'a> {
    /// The game of `len` positions in `body`.
    pub(super) fn new(body: &'a [u8], len: usize, variant: Variant, rule: CountingRule) -> Self {
        let state = ReplayState::start(body, variant, rule);
        Self { bytes: body.get(START_LEN..).unwrap_or_default(), left: len, state }
    }
}

impl ReplayState {
    fn start(body: &[u8], variant: Variant, rule: CountingRule) -> Result<Self, RecordError> {
        let start: &[u8; START_LEN] = body.first_chunk().ok_or(RecordError::Truncated)?;
        let mut setup = decode_men(&field(start, 0))?;
        setup.count = Count { limit: start[24].into(), ply: start[25].into() };
        setup.to_move = if start[26] & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black };
        setup.halfmove_clock = u16::from_le_bytes(field(start, 28));
        setup.fullmove_number = u16::from_le_bytes(field(start, 30));
        let result = WhiteResult::ALL.get(usize::from(start[26] & RESULT));
        let cause = CAUSES.get(usize::from(start[27]));
        let (result, cause) = result.zip(cause).ok_or(RecordError::Result)?;
        let position = setup.build(variant, rule)?;
        Ok(Self { position, score: 0, result: *result, cause: *cause })
    }

    fn next(&mut self, bytes: &mut &[u8]) -> Result<Sample, RecordError> {
        let (&place, rest) = bytes.split_first().ok_or(RecordError::Truncated)?;
        *bytes = rest;
        let difference = decode_difference(bytes).ok_or(RecordError::Truncated)?;
        self.score += difference;
        i16::try_from(self.score).map_err(|_| RecordError::Truncated)?;
        let best =
            *ordered_moves(&self.position).get(usize::from(place)).ok_or(RecordError::Move)?;
        let Self { position, score, result, cause } = *self;
        self.position = position.play_unchecked(best);
        Ok(Sample { position, score, best, result, cause })
    }
}

impl Iterator for Replay<'_> {
    type Item = Result<Sample, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let sample = match &mut self.state {
            Ok(state) => state.next(&mut self.bytes),
            Err(error) => Err(error.clone()),
        };
        if sample.is_err() {
            // What follows depends on it.
            self.left = 0;
        }
        Some(sample)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_take_few_bytes() {
        for (difference, len) in
            [(0, 1), (63, 1), (-64, 1), (64, 2), (-8192, 2), (8192, 3), (65_535, 3), (-65_536, 3)]
        {
            let mut bytes = Vec::new();
            encode_difference(difference, &mut bytes);
            assert_eq!(bytes.len(), len, "{difference}");
            let mut rest = bytes.as_slice();
            assert_eq!((decode_difference(&mut rest), rest.len()), (Some(difference), 0));
        }
        assert_eq!(decode_difference(&mut [128, 128, 128, 0].as_slice()), None);
        assert_eq!(decode_difference(&mut [200].as_slice()), None);
    }
}
