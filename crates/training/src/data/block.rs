//! The format of training data. A shard is a file of blocks, one for each game. Blocks are independent,
//! so shards can be merged with `cat`. All numbers are little-endian.
//!
//! A header:
//!
//! | bytes | what |
//! |---|---|
//! | 0–3 | `SKDB` |
//! | 4 | version of the format: 2 |
//! | 5, 6 | variant and counting rule, as numbered in `VARIANTS` and `RULES` |
//! | 7 | 0 |
//! | 8–15 | seed of the game |
//! | 16–19 | number of positions |
//! | 20–23 | nodes searched for each move |
//! | 24–27 | checksum of the self-play settings: blocks with equal settings and seed are the same game |
//! | 28–31 | length of the body that follows the header, in bytes |
//! | 32–35 | CRC-32 of bytes 0–31 and the body |
//!
//! The body holds the position at the start of the game, and a move and a score for each position
//! (`compact.rs`): 2 to 3 bytes a position.

use super::compact::{self, Replay};
use super::sample::{Sample, field};
use makruk::rules::{CountLimit, CountingRule, Variant, WhoCounts};
use std::ops::Range;

/// Version of the format.
pub const VERSION: u8 = 2;

/// The variants by their numbers.
const VARIANTS: [Variant; 2] = [Variant::Makruk, Variant::Makpong];
/// The counting rules by their numbers.
const RULES: [CountingRule; CountingRule::ALL.len()] = [
    CountingRule::MAKRUK,
    CountingRule::THAI,
    CountingRule::THAI_STRICT,
    CountingRule::NONE,
    CountingRule::CLAIMED,
    CountingRule::new(WhoCounts::Position, CountLimit::Highest),
    CountingRule::new(WhoCounts::Claim, CountLimit::Highest),
];

const MAGIC: [u8; 4] = *b"SKDB";
/// Length of a header, in bytes.
const HEADER_LEN: usize = 36;

/// The header of a block, without the fields that follow from its body.
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

/// Encodes a game as a block. `None` when a position does not follow from the one before by its best move,
/// the samples differ in result or cause, or a count or score does not fit the format: none of
/// that can happen in a game from the start position.
pub fn encode(header: &BlockHeader, samples: &[Sample]) -> Option<Vec<u8>> {
    let body = compact::encode(samples)?;
    let variant = VARIANTS.iter().position(|&variant| variant == header.variant)?;
    let rule = RULES.iter().position(|&rule| rule == header.rule)?;
    let (variant, rule) = (u8::try_from(variant).ok()?, u8::try_from(rule).ok()?);
    let mut bytes = Vec::with_capacity(HEADER_LEN + body.len());
    bytes.extend_from_slice(&MAGIC);
    bytes.extend_from_slice(&[VERSION, variant, rule, 0]);
    bytes.extend_from_slice(&header.seed.to_le_bytes());
    bytes.extend_from_slice(&u32::try_from(samples.len()).ok()?.to_le_bytes());
    bytes.extend_from_slice(&header.nodes.to_le_bytes());
    bytes.extend_from_slice(&header.settings.to_le_bytes());
    bytes.extend_from_slice(&u32::try_from(body.len()).ok()?.to_le_bytes());
    let checksum = checksum(&bytes, &body);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    bytes.extend_from_slice(&body);
    Some(bytes)
}

fn checksum(head: &[u8], body: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(head);
    hasher.update(body);
    hasher.finalize()
}

/// A valid block: one game.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// Its header.
    pub header: BlockHeader,
    len: usize,
    bytes: &'a [u8],
    body: &'a [u8],
}

impl<'a> Block<'a> {
    /// Number of positions.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The whole block, as it is in the shard.
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// A checksum of the body: equal for copies of a game, and different for games with equal settings
    /// and seed that different engines played.
    pub fn body_checksum(&self) -> u32 {
        crc32fast::hash(self.body)
    }

    /// The positions of the game, in order.
    pub fn samples(&self) -> Replay<'a> {
        let BlockHeader { variant, rule, .. } = self.header;
        Replay::new(self.body, self.len, variant, rule)
    }

    /// The block at the beginning of `bytes`.
    fn parse(bytes: &'a [u8]) -> Result<Self, BlockError> {
        if !MAGIC.starts_with(&bytes[..bytes.len().min(MAGIC.len())]) {
            return Err(BlockError::Magic);
        }
        if bytes.len() < HEADER_LEN {
            return Err(BlockError::Truncated);
        }
        let version = bytes[4];
        let len = u32::from_le_bytes(field(bytes, 16)) as usize;
        if version != VERSION {
            return Err(BlockError::Version(version));
        }
        let body_len = u32::from_le_bytes(field(bytes, 28)) as usize;
        let end = HEADER_LEN.checked_add(body_len).ok_or(BlockError::Truncated)?;
        let block = bytes.get(..end).ok_or(BlockError::Truncated)?;
        let (head, body) = block.split_at(HEADER_LEN);
        let (head, expected) = head.split_at(HEADER_LEN - size_of::<u32>());
        if checksum(head, body) != u32::from_le_bytes(field(expected, 0)) {
            return Err(BlockError::Checksum);
        }
        // Readers reserve memory for as many positions as the header says.
        if !compact::may_hold(body_len, len) {
            return Err(BlockError::Checksum);
        }
        let (variant, rule) = VARIANTS
            .get(usize::from(head[5]))
            .zip(RULES.get(usize::from(head[6])))
            .ok_or(BlockError::Checksum)?;
        let header = BlockHeader {
            variant: *variant,
            rule: *rule,
            seed: u64::from_le_bytes(field(head, 8)),
            nodes: u32::from_le_bytes(field(head, 20)),
            settings: u32::from_le_bytes(field(head, 24)),
        };
        Ok(Self { header, len, bytes: block, body })
    }
}

/// Why bytes are not a valid block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    /// They do not begin with the magic number.
    #[error("no block of training data")]
    Magic,
    /// The version of the format is another.
    #[error("a block of version {0} of the format, this program reads version {VERSION}")]
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
            Ok(block) => {
                self.at += block.bytes.len();
                return Some(Ok(block));
            }
            Err(error) => error,
        };
        let valid = |&at: &usize| Block::parse(&self.shard[at..]).is_ok();
        self.at = (start + 1..self.shard.len()).find(valid).unwrap_or(self.shard.len());
        Some(Err(Damage { error, bytes: start..self.at }))
    }
}
