//! The format of training data. A position is a record of 32 bytes, a game a block of records
//! behind a header of 32 bytes, a shard a file of blocks, one after another. Blocks stand alone:
//! shards are merged by `cat`, or by naming several. All numbers are little-endian.
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
//! | 20–23 | nodes a move was searched for |
//! | 24–27 | CRC-32 of the recipe: blocks of one recipe and seed are the same game |
//! | 28–31 | CRC-32 of bytes 0–27 and the records |
//!
//! A record:
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | occupied squares, bit 0 = a1 |
//! | 8–23 | the men on them from a1 on, four bits each, low half first: kind (bia 0, met 1, khon 2, ma 3, ruea 4, khun 5, bia ngai 6), and 8 for Black |
//! | 24–25 | score from White's side, in centipawns or as a mate is coded |
//! | 26–27 | best move, as `Move::bits` |
//! | 28, 29 | count: limit and ply |
//! | 30 | bits 0–1: the game was lost 0, drawn 1, won 2 by White; bit 2: Black is to move |
//! | 31 | how the game ended, as numbered in `Ending::ALL` |

use crate::position::{Man, Position, Setup, SetupError};
use crate::rules::{Count, CountingRule, Variant};
use crate::types::{Bitboard, Color, Move, Piece, Score};
use std::ops::Range;

/// Bytes of a record.
pub const RECORD_LEN: usize = 32;
/// Bytes before the records of a block.
pub const HEADER_LEN: usize = 32;
/// Version of the format.
pub const VERSION: u8 = 1;

const MAGIC: [u8; 4] = *b"SKDB";
const PROMOTED: u8 = 6;
const BLACK: u8 = 8;

/// What a game came to, from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wdl {
    Loss,
    Draw,
    Win,
}

impl Wdl {
    pub const ALL: [Self; 3] = [Self::Loss, Self::Draw, Self::Win];

    /// The result of a game won by `color`.
    pub const fn won_by(color: Color) -> Self {
        match color {
            Color::White => Self::Win,
            Color::Black => Self::Loss,
        }
    }

    /// Points: 0, ½ or 1.
    pub const fn points(self) -> f32 {
        self as u8 as f32 / 2.0
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    Mate,
    Stalemate,
    /// The count ran out, or was about to: the men left say little of the result.
    Count,
    Repetition,
    Material,
    /// Judged won by both sides' scores.
    JudgedWon,
    /// Judged drawn by both sides' scores.
    JudgedDrawn,
    /// Given up as drawn for its length.
    TooLong,
}

impl Ending {
    pub const ALL: [Self; 8] = [
        Self::Mate,
        Self::Stalemate,
        Self::Count,
        Self::Repetition,
        Self::Material,
        Self::JudgedWon,
        Self::JudgedDrawn,
        Self::TooLong,
    ];

    /// A word or two for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::Count => "count",
            Self::Repetition => "repetition",
            Self::Material => "material",
            Self::JudgedWon => "judged won",
            Self::JudgedDrawn => "judged drawn",
            Self::TooLong => "too long",
        }
    }
}

/// A position to learn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    pub position: Position,
    /// What the search said, from White's side.
    pub score: Score,
    /// The move it chose.
    pub best: Move,
    /// What the game came to.
    pub result: Wdl,
    /// How the game ended.
    pub ending: Ending,
}

/// Why 32 bytes are no record. Checksums guard against accidents, so another program wrote it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    #[error("more than 32 men, or a man of unknown kind")]
    Man,
    #[error("no best move")]
    Move,
    #[error("unknown result or ending")]
    Result,
    #[error("an impossible position: {0}")]
    Position(#[from] SetupError),
}

/// Writes a sample at the end of `bytes`. Returns whether it fits the format: the count and the
/// score of every game from the start position do.
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
    bytes.extend_from_slice(&[limit, ply, sample.result as u8 | to_move << 2, sample.ending as u8]);
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
    let result = Wdl::ALL.get(usize::from(flags & 3)).ok_or(RecordError::Result)?;
    let ending = Ending::ALL.get(usize::from(record[31])).ok_or(RecordError::Result)?;
    Ok(Sample {
        position: setup.build(variant, rule)?,
        score: i16::from_le_bytes(field(record, 24)).into(),
        best: Move::from_bits(u16::from_le_bytes(field(record, 26))).ok_or(RecordError::Move)?,
        result: *result,
        ending: *ending,
    })
}

/// `N` bytes from `at` on, which are there.
fn field<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut field = [0; N];
    field.copy_from_slice(&bytes[at..at + N]);
    field
}

/// What stands at the head of a block, but for what follows from its records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    pub variant: Variant,
    pub rule: CountingRule,
    /// Seed of the game.
    pub seed: u64,
    /// Nodes a move was searched for.
    pub nodes: u32,
    /// Checksum of the recipe.
    pub recipe: u32,
}

/// Writes a block of encoded records.
pub fn block(header: &Header, records: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER_LEN + records.len());
    bytes.extend_from_slice(&MAGIC);
    bytes.extend_from_slice(&[VERSION, header.variant as u8, header.rule as u8, 0]);
    bytes.extend_from_slice(&header.seed.to_le_bytes());
    bytes.extend_from_slice(&((records.len() / RECORD_LEN) as u32).to_le_bytes());
    bytes.extend_from_slice(&header.nodes.to_le_bytes());
    bytes.extend_from_slice(&header.recipe.to_le_bytes());
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

/// A whole block: one game.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    pub header: Header,
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

    /// A checksum of the records: equal for a game that is there twice, and not for games of one
    /// recipe and seed by different engines.
    pub fn records_checksum(&self) -> u32 {
        crc32fast::hash(self.records)
    }

    /// The positions of the game, in its order.
    pub fn samples(&self) -> impl Iterator<Item = Result<Sample, RecordError>> + use<'a> {
        let Header { variant, rule, .. } = self.header;
        self.records.chunks_exact(RECORD_LEN).map(move |r| decode(&field(r, 0), variant, rule))
    }

    /// The block that `bytes` begin with, and its length.
    fn parse(bytes: &'a [u8]) -> Result<(Self, usize), Fault> {
        if !MAGIC.starts_with(&bytes[..bytes.len().min(MAGIC.len())]) {
            return Err(Fault::NoBlock);
        }
        if bytes.len() < HEADER_LEN {
            return Err(Fault::Truncated);
        }
        let (head, rest) = bytes.split_at(HEADER_LEN);
        if head[4] != VERSION {
            return Err(Fault::Version(head[4]));
        }
        let (variant, rule) = Variant::ALL
            .get(usize::from(head[5]))
            .zip(CountingRule::ALL.get(usize::from(head[6])))
            .ok_or(Fault::Checksum)?;
        let len = u32::from_le_bytes(field(head, 16)) as usize;
        let records =
            len.checked_mul(RECORD_LEN).and_then(|len| rest.get(..len)).ok_or(Fault::Truncated)?;
        if checksum(&head[..28], records) != u32::from_le_bytes(field(head, 28)) {
            return Err(Fault::Checksum);
        }
        let header = Header {
            variant: *variant,
            rule: *rule,
            seed: u64::from_le_bytes(field(head, 8)),
            nodes: u32::from_le_bytes(field(head, 20)),
            recipe: u32::from_le_bytes(field(head, 24)),
        };
        Ok((Self { header, records }, HEADER_LEN + records.len()))
    }
}

/// What is wrong with a stretch of a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("no block of training data")]
    NoBlock,
    #[error("a block of version {0} of the format, this program reads {VERSION}")]
    Version(u8),
    #[error("a block that breaks off")]
    Truncated,
    #[error("a block whose checksum is wrong")]
    Checksum,
}

/// A stretch of a shard that is of no use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault} at byte {}, {} bytes skipped", bytes.start, bytes.len())]
pub struct Damage {
    /// What is wrong where the stretch begins.
    pub fault: Fault,
    /// The bytes up to the next whole block.
    pub bytes: Range<usize>,
}

/// The blocks of a shard held in memory. Damage costs the blocks it hits and no others.
#[derive(Clone, Debug)]
pub struct Blocks<'a> {
    shard: &'a [u8],
    at: usize,
}

impl<'a> Blocks<'a> {
    pub const fn new(shard: &'a [u8]) -> Self {
        Self { shard, at: 0 }
    }
}

impl<'a> Iterator for Blocks<'a> {
    type Item = Result<Block<'a>, Damage>;

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.at;
        let fault = match Block::parse(self.shard.get(start..).filter(|rest| !rest.is_empty())?) {
            Ok((block, len)) => {
                self.at += len;
                return Some(Ok(block));
            }
            Err(fault) => fault,
        };
        let whole = |&at: &usize| Block::parse(&self.shard[at..]).is_ok();
        self.at = (start + 1..self.shard.len()).find(whole).unwrap_or(self.shard.len());
        Some(Err(Damage { fault, bytes: start..self.at }))
    }
}
