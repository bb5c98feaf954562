//! Shards of self-play as columns of numbers, to train nets with other programs.

use makruk::types::{Color, Square};
use sakdi_engine::eval::nnue::arch::{INPUTS, MAX_ACTIVE_INPUTS, Perspective, bucket};
use sakdi_training::data::{Blocks, Filter, RecordError, Sample};

/// The columns of the positions of a shard. Each is an array of little-endian numbers, with one row for
/// each position.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// `u8 [64]`: the man on each square from a1; 0 for none, 1 to 6 for White's bia, met, khon, ma,
    /// ruea, khun, and 7 to 12 for Black's. A bia ngai is a met.
    pub men: Vec<u8>,
    /// `i16 [64]`: the inputs of the net that are on, as the side to move sees the board; then
    /// [`INPUTS`] in the places that are left.
    pub own: Vec<u8>,
    /// `i16 [64]`: the same as the other side sees it.
    pub other: Vec<u8>,
    /// `u8`: the set of output weights.
    pub bucket: Vec<u8>,
    /// `i16`: the score of the search from White's side, in centipawns of the evaluation or as a mate.
    pub score: Vec<u8>,
    /// `i8`: the result of the game, 1 if White won, 0 for a draw, −1 if Black won.
    pub result: Vec<u8>,
    /// `u16`: the best move: from in bits 0–5, to in bits 6–11.
    pub best: Vec<u8>,
    /// `u32`: the number of the game in the shard, from 0.
    pub game: Vec<u8>,
    /// `i16`: moves left of the count; −1 while none runs.
    pub moves_left: Vec<u8>,
    /// `u8`: 1 if White is to move.
    pub turn: Vec<u8>,
    /// Number of damaged ranges, which are left out.
    pub damaged: usize,
}

/// The positions of a shard, the contents of a file. `filtered` leaves out those that the
/// default [`Filter`] rejects: in check, noisy, decided, or saved by the count.
///
/// # Errors
/// A game whose checksum is right cannot be decoded.
pub fn columns(shard: &[u8], filtered: bool) -> Result<Columns, RecordError> {
    let filter = Filter::default();
    let mut columns = Columns::default();
    let mut number = 0_u32;
    for block in Blocks::new(shard) {
        let Ok(block) = block else {
            columns.damaged += 1;
            continue;
        };
        for sample in block.samples() {
            let sample = sample?;
            if !filtered || filter.reject(&sample).is_none() {
                columns.push(&sample, number);
            }
        }
        number += 1;
    }
    Ok(columns)
}

impl Columns {
    fn push(&mut self, sample: &Sample, game: u32) {
        let position = &sample.position;
        let mover = position.to_move();
        self.men.extend(Square::all().map(|square| {
            let man = position.piece_at(square).zip(position.color_at(square));
            man.map_or(0, |(piece, color)| 1 + piece.index() as u8 + 6 * color.index() as u8)
        }));
        for (column, side) in [(&mut self.own, mover), (&mut self.other, !mover)] {
            let inputs = Perspective::of(side, position).inputs(position);
            let row = inputs.chain(std::iter::repeat(INPUTS)).take(MAX_ACTIVE_INPUTS);
            column.extend(row.flat_map(|input| (input as i16).to_le_bytes()));
        }
        let (men, left) = (position.occupied().len(), position.moves_left());
        self.bucket.push(bucket(position.variant(), men, left) as u8);
        // Scores are at most the mate score, which fits.
        self.score.extend((sample.score as i16).to_le_bytes());
        self.result.extend((sample.result as i8 - 1).to_le_bytes());
        self.best.extend(sample.best.bits().to_le_bytes());
        self.game.extend(game.to_le_bytes());
        self.moves_left.extend(left.map_or(-1, |left| left as i16).to_le_bytes());
        self.turn.push(u8::from(mover == Color::White));
    }
}
