//! The format of training data. A shard is a file of blocks, one for each game. A block is a header
//! of 32 bytes and a record of 32 bytes for each position. Blocks are independent, so shards can be
//! merged with `cat`. All numbers are little-endian.
//!
//! A header:
//!
//! | bytes | what |
//! |---|---|
//! | 0–3 | `SKDB` |
//! | 4 | version of the format, 1 |
//! | 5, 6 | variant and counting rule, as numbered in `Variant::ALL` and `CountingRule::ALL` |
//! | 7 | 0 |
//! | 8–15 | seed of the game |
//! | 16–19 | number of records |
//! | 20–23 | nodes searched for each move |
//! | 24–27 | checksum of the self-play settings: blocks with equal settings and seed are the same game |
//! | 28–31 | CRC-32 of bytes 0–27 and the records |
//!
//! A record:
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | occupied squares, bit 0 = a1 |
//! | 8–23 | the men on them from a1 on, four bits each, low half of a byte first: kind (bia 0, met 1, khon 2, ma 3, ruea 4, khun 5, bia ngai 6), and 8 for Black |
//! | 24–25 | score from White's side, in centipawns, or a mate as `types::score` encodes it |
//! | 26–27 | best move, as `Move::bits` encodes it |
//! | 28, 29 | count: limit and ply |
//! | 30 | bits 0–1: White lost (0), drew (1) or won (2) the game; bit 2: Black is to move |
//! | 31 | how the game ended, as numbered in `Termination::ALL` |

use crate::position::{Man, Position, Setup, SetupError};
use crate::rules::{Count, CountingRule, Variant};
use crate::types::{Bitboard, Color, Move, Piece, Score};
use std::ops::Range;

/// Length of a record, in bytes.
pub const RECORD_LEN: usize = 32;
/// Length of the header of a block, in bytes.
pub const HEADER_LEN: usize = 32;
/// Version of the format that is written and read.
pub const VERSION: u8 = 1;

const MAGIC: [u8; 4] = *b"SKDB";
const PROMOTED: u8 = 6;
const BLACK: u8 = 8;

/// The result of a game, from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WhiteResult {
    /// Black won.
    Loss,
    /// Drawn.
    Draw,
    /// White won.
    Win,
}

impl WhiteResult {
    /// All results, in the order of their numbers in the format.
    pub const ALL: [Self; 3] = [Self::Loss, Self::Draw, Self::Win];

    /// The result of a game won by `color`.
    pub const fn won_by(color: Color) -> Self {
        match color {
            Color::White => Self::Win,
            Color::Black => Self::Loss,
        }
    }

    /// White's points: 0, ½ or 1.
    pub const fn points(self) -> f32 {
        self as u8 as f32 / 2.0
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// Checkmate.
    Mate,
    /// Stalemate, a draw.
    Stalemate,
    /// A draw by the count, reached or foreseen by both sides' scores.
    Count,
    /// A draw by repetition.
    Repetition,
    /// A draw because neither side can mate.
    Material,
    /// Adjudicated as won, by both sides' scores.
    AdjudicatedWin,
    /// Adjudicated as drawn, by both sides' scores.
    AdjudicatedDraw,
    /// Adjudicated as drawn, at the limit on the length of games.
    TooLong,
}

impl Termination {
    /// All of them, in the order of their numbers in the format.
    pub const ALL: [Self; 8] = [
        Self::Mate,
        Self::Stalemate,
        Self::Count,
        Self::Repetition,
        Self::Material,
        Self::AdjudicatedWin,
        Self::AdjudicatedDraw,
        Self::TooLong,
    ];

    /// A short name for reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::Count => "count",
            Self::Repetition => "repetition",
            Self::Material => "material",
            Self::AdjudicatedWin => "judged won",
            Self::AdjudicatedDraw => "judged drawn",
            Self::TooLong => "too long",
        }
    }
}

/// A position of a game, with what search and game say about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The position, its count included.
    pub position: Position,
    /// Score of the search, from White's side, in centipawns or as a mate.
    pub score: Score,
    /// The best move of the search.
    pub best: Move,
    /// The result of the game.
    pub result: WhiteResult,
    /// How the game ended.
    pub termination: Termination,
}

/// Why a record cannot be decoded. Its checksum is right, so another program must have written it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// More than 32 men, or a code of no man.
    #[error("more than 32 men, or a man of unknown kind")]
    Man,
    /// The best move is not encoded as a move.
    #[error("no best move")]
    Move,
    /// The result or the termination is unknown.
    #[error("unknown result or ending")]
    Result,
    /// The position is not legal.
    #[error("an impossible position: {0}")]
    Position(#[from] SetupError),
}

/// Appends the record of a sample to `bytes`. Returns `false` and appends nothing when the count or
/// the score does not fit the format, which cannot happen in a game from the start position.
pub fn encode(sample: &Sample, bytes: &mut Vec<u8>) -> bool {
    let position = &sample.position;
    let count = position.count();
    let (Ok(limit), Ok(ply)) = (u8::try_from(count.limit), u8::try_from(count.ply)) else {
        return false;
    };
    let Ok(score) = i16::try_from(sample.score) else {
        return false;
    };
    let mut men = [0; 16];
    for (index, square) in position.occupied().enumerate() {
        let piece = position.piece_at(square).unwrap_or(Piece::King);
        let kind = if position.promoted().contains(square) { PROMOTED } else { piece as u8 };
        let black = if position.color(Color::Black).contains(square) { BLACK } else { 0 };
        men[index / 2] |= (kind | black) << (4 * (index % 2));
    }
    bytes.extend_from_slice(&position.occupied().0.to_le_bytes());
    bytes.extend_from_slice(&men);
    bytes.extend_from_slice(&score.to_le_bytes());
    bytes.extend_from_slice(&sample.best.bits().to_le_bytes());
    let to_move = position.to_move() as u8;
    bytes.extend_from_slice(&[
        limit,
        ply,
        sample.result as u8 | to_move << 2,
        sample.termination as u8,
    ]);
    true
}

fn decode(
    record: &[u8; RECORD_LEN],
    variant: Variant,
    rule: CountingRule,
) -> Result<Sample, RecordError> {
    let occupied = Bitboard(u64::from_le_bytes(field(record, 0)));
    if occupied.len() > 32 {
        return Err(RecordError::Man);
    }
    let mut setup = Setup::empty();
    for (index, square) in occupied.enumerate() {
        let code = record[8 + index / 2] >> (4 * (index % 2)) & 15;
        let color = if code & BLACK == 0 { Color::White } else { Color::Black };
        let man = match code & 7 {
            PROMOTED => Man { color, piece: Piece::Met, promoted: true },
            kind => Man::new(color, *Piece::ALL.get(usize::from(kind)).ok_or(RecordError::Man)?),
        };
        setup.put(square, man);
    }
    let flags = record[30];
    setup.to_move = if flags & 4 == 0 { Color::White } else { Color::Black };
    setup.count = Count { limit: record[28].into(), ply: record[29].into() };
    let result = WhiteResult::ALL.get(usize::from(flags & 3)).ok_or(RecordError::Result)?;
    let termination = Termination::ALL.get(usize::from(record[31])).ok_or(RecordError::Result)?;
    Ok(Sample {
        position: setup.build(variant, rule)?,
        score: i16::from_le_bytes(field(record, 24)).into(),
        best: Move::from_bits(u16::from_le_bytes(field(record, 26))).ok_or(RecordError::Move)?,
        result: *result,
        termination: *termination,
    })
}

/// `N` bytes from `at` on. Panics when `bytes` is shorter.
fn field<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut field = [0; N];
    field.copy_from_slice(&bytes[at..at + N]);
    field
}

/// The header of a block, without the fields that follow from its records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockHeader {
    /// The variant of the game.
    pub variant: Variant,
    /// The counting rule of the game.
    pub rule: CountingRule,
    /// Seed of the game.
    pub seed: u64,
    /// Nodes searched for each move.
    pub nodes: u32,
    /// Checksum of the self-play settings.
    pub settings: u32,
}

/// The block of a game, from its encoded records.
pub fn block(header: &BlockHeader, records: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER_LEN + records.len());
    bytes.extend_from_slice(&MAGIC);
    bytes.extend_from_slice(&[VERSION, header.variant as u8, header.rule as u8, 0]);
    bytes.extend_from_slice(&header.seed.to_le_bytes());
    bytes.extend_from_slice(&((records.len() / RECORD_LEN) as u32).to_le_bytes());
    bytes.extend_from_slice(&header.nodes.to_le_bytes());
    bytes.extend_from_slice(&header.settings.to_le_bytes());
    let checksum = checksum(&bytes, records);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    bytes.extend_from_slice(records);
    bytes
}

fn checksum(head: &[u8], records: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(head);
    hasher.update(records);
    hasher.finalize()
}

/// A valid block: one game.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// Its header.
    pub header: BlockHeader,
    records: &'a [u8],
}

impl<'a> Block<'a> {
    /// Number of records.
    pub const fn len(&self) -> usize {
        self.records.len() / RECORD_LEN
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// A checksum of the records: equal for copies of a game, and different for games with equal
    /// settings and seed that different engines played.
    pub fn records_checksum(&self) -> u32 {
        crc32fast::hash(self.records)
    }

    /// The positions of the game, in order.
    pub fn samples(&self) -> impl Iterator<Item = Result<Sample, RecordError>> + use<'a> {
        let BlockHeader { variant, rule, .. } = self.header;
        self.records.chunks_exact(RECORD_LEN).map(move |r| decode(&field(r, 0), variant, rule))
    }

    /// The block at the beginning of `bytes`, and its length in bytes.
    fn parse(bytes: &'a [u8]) -> Result<(Self, usize), BlockError> {
        if !MAGIC.starts_with(&bytes[..bytes.len().min(MAGIC.len())]) {
            return Err(BlockError::Magic);
        }
        if bytes.len() < HEADER_LEN {
            return Err(BlockError::Truncated);
        }
        let (head, rest) = bytes.split_at(HEADER_LEN);
        if head[4] != VERSION {
            return Err(BlockError::Version(head[4]));
        }
        let (variant, rule) = Variant::ALL
            .get(usize::from(head[5]))
            .zip(CountingRule::ALL.get(usize::from(head[6])))
            .ok_or(BlockError::Checksum)?;
        let len = u32::from_le_bytes(field(head, 16)) as usize;
        let records = len
            .checked_mul(RECORD_LEN)
            .and_then(|len| rest.get(..len))
            .ok_or(BlockError::Truncated)?;
        if checksum(&head[..28], records) != u32::from_le_bytes(field(head, 28)) {
            return Err(BlockError::Checksum);
        }
        let header = BlockHeader {
            variant: *variant,
            rule: *rule,
            seed: u64::from_le_bytes(field(head, 8)),
            nodes: u32::from_le_bytes(field(head, 20)),
            settings: u32::from_le_bytes(field(head, 24)),
        };
        Ok((Self { header, records }, HEADER_LEN + records.len()))
    }
}

/// Why bytes are not a valid block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    /// They do not begin with the magic number.
    #[error("no block of training data")]
    Magic,
    /// The version of the format is another.
    #[error("a block of version {0} of the format, this program reads {VERSION}")]
    Version(u8),
    /// The data ends before the block does.
    #[error("a block that breaks off")]
    Truncated,
    /// The checksum is wrong.
    #[error("a block whose checksum is wrong")]
    Checksum,
}

/// A damaged range of a shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{error} at byte {}, {} bytes skipped", bytes.start, bytes.len())]
pub struct Damage {
    /// Why no block begins at the start of the range.
    pub error: BlockError,
    /// The range, up to the next valid block.
    pub bytes: Range<usize>,
}

/// Iterates over the blocks of a shard in memory. Damage affects only the blocks it is in.
#[derive(Clone, Debug)]
pub struct Blocks<'a> {
    shard: &'a [u8],
    at: usize,
}

impl<'a> Blocks<'a> {
    /// The blocks of `shard`, the contents of a file.
    pub const fn new(shard: &'a [u8]) -> Self {
        Self { shard, at: 0 }
    }
}

impl<'a> Iterator for Blocks<'a> {
    type Item = Result<Block<'a>, Damage>;

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.at;
        let error = match Block::parse(self.shard.get(start..).filter(|rest| !rest.is_empty())?) {
            Ok((block, len)) => {
                self.at += len;
                return Some(Ok(block));
            }
            Err(error) => error,
        };
        let valid = |&at: &usize| Block::parse(&self.shard[at..]).is_ok();
        self.at = (start + 1..self.shard.len()).find(valid).unwrap_or(self.shard.len());
        Some(Err(Damage { error, bytes: start..self.at }))
    }
}
