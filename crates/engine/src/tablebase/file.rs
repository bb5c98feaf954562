//! Tables as files.
//!
//! ```text
//! magic            8 bytes   SAKDITBL
//! version          u16
//! header length    u32       from the magic to the checksum of the header, both included
//! name             u8 + that many letters
//! rows per unit    u32
//! units per block  u32
//! statistics       twice, the strong side to move first: legal u64, n u16, then n times u64
//! blocks           u32, then that many times the length of a block: u32 of a single one, else u16
//! checksum         u32       CRC-32 of the blocks
//! checksum         u32       CRC-32 of the header up to here
//! blocks                     each a zstd frame, with a checksum if there are several
//! ```
//!
//! All numbers are little-endian. Only values with the strong side to move are kept; those
//! with the weak side to move follow from them in one move. A *unit* is a run of rows, written by
//! columns: the values of all its rows for one square of the weak khun, then those for the next. This
//! packs a third better than row by row; a *block* is what is unpacked at a time. Units
//! of 4,096 rows would save a sixth of the space, and take fifteen times as long to unpack.
//! Illegal positions repeat the preceding value, which compresses to almost nothing.

use super::ending::{Ending, MAX_MEN};
use super::index::Layout;
use super::stats::{SideStats, Stats};
use super::value::MAX_DISTANCE;
use sakdi_platform::files::IoReason;
use std::fmt;
use std::io;
use std::ops::Range;

/// The extension of a table's file name.
pub const EXTENSION: &str = "skt";

/// The format this program writes, and the only one it reads.
pub const VERSION: u16 = 2;

pub(super) const MAGIC: &[u8; 8] = b"SAKDITBL";
/// Magic number, version and header length, which identify the format.
pub(super) const PREFIX: usize = 14;
/// Most rows of a unit in a table of one block, which has the places of two men.
const UNIT_ROWS: usize = 4096;
/// Rows of a block in a table of several: 16 KiB, unpacked in some twenty microseconds.
const BLOCK_ROWS: usize = 256;

/// Why a file cannot be used as a table.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file cannot be read.
    #[error("{}", IoReason::from(.0))]
    Io(#[from] io::Error),
    /// The file is not a table.
    #[error("not a Sakdi table")]
    Foreign,
    /// The version of the format is another.
    #[error("table format {found}, but this program reads format {VERSION}")]
    Version {
        /// The version of the file.
        found: u16,
    },
    /// The length is wrong.
    #[error("cut short or too long: {found} bytes instead of {expected}")]
    Length {
        /// Length of the file, in bytes.
        found: usize,
        /// Length by its header, in bytes.
        expected: usize,
    },
    /// A checksum is wrong.
    #[error("damaged: the {part} does not match its checksum")]
    Checksum {
        /// The part with the wrong checksum.
        part: FilePart,
    },
    /// The header contradicts itself.
    #[error("damaged: its header contradicts itself")]
    Inconsistent,
    /// The file has the name of another ending.
    #[error("it holds {found}, not {expected}")]
    Misnamed {
        /// The ending in the file.
        found: Ending,
        /// The ending by its name.
        expected: String,
    },
}

/// The parts of a file that have a checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilePart {
    /// Everything before the blocks.
    Header,
    /// The blocks.
    Table,
}

impl fmt::Display for FilePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Header => "header",
            Self::Table => "table",
        })
    }
}

/// How the rows of a table are divided into units and blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    rows: usize,
    pub(super) unit_rows: usize,
    pub(super) units_per_block: usize,
}

/// Where the values of a row are: one every `stride` bytes from `start` on, in one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowPlace {
    /// Number of the block.
    pub block: usize,
    /// Index of the first value, in bytes.
    pub start: usize,
    /// Distance of the values, in bytes.
    pub stride: usize,
}

impl Shape {
    /// The shape a table is written in. Up to four men are one block, unpacked whole in some ten
    /// milliseconds; of larger tables only parts are ever needed.
    pub(super) fn of(layout: &Layout) -> Self {
        let rows = layout.placements();
        if layout.ending().men() == MAX_MEN {
            return Self { rows, unit_rows: BLOCK_ROWS, units_per_block: 1 };
        }
        let unit_rows = layout.rows_per_king().min(UNIT_ROWS);
        Self { rows, unit_rows, units_per_block: rows.div_ceil(unit_rows) }
    }

    /// Number of blocks.
    pub fn blocks(&self) -> usize {
        self.rows.div_ceil(self.block_rows())
    }

    fn block_rows(&self) -> usize {
        self.unit_rows * self.units_per_block
    }

    pub(super) fn rows_of(&self, block: usize) -> Range<usize> {
        let start = block * self.block_rows();
        start..(start + self.block_rows()).min(self.rows)
    }

    /// Size of the length of a block in the header, in bytes.
    pub(super) fn length_bytes(&self) -> usize {
        if self.blocks() == 1 { 4 } else { 2 }
    }

    /// Unpacked size of a block, in bytes.
    pub fn block_bytes(&self, block: usize) -> usize {
        self.rows_of(block).len() * 64
    }

    /// Where a row is.
    #[inline]
    pub fn place(&self, row: usize) -> RowPlace {
        // Most tables are one block, and a division costs as much as all the rest.
        let one = self.rows <= self.block_rows();
        let block = if one { 0 } else { row / self.block_rows() };
        let rows = self.rows_of(block);
        let within = row - rows.start;
        let unit_start = within as u32 / self.unit_rows as u32 * self.unit_rows as u32;
        let unit_start = unit_start as usize;
        let stride = self.unit_rows.min(rows.len() - unit_start);
        RowPlace { block, start: unit_start * 64 + within - unit_start, stride }
    }
}

/// The header of a table.
#[derive(Debug)]
pub struct Header {
    /// The men and how rows are numbered.
    pub layout: Layout,
    /// Statistics of the ending.
    pub stats: Stats,
    /// How rows are divided into blocks.
    pub shape: Shape,
    /// The range of each block in the file, in bytes.
    pub blocks: Vec<Range<usize>>,
    pub(super) checksum: u32,
}

/// The length of the table that `bytes` begin with, whatever follows it.
///
/// # Errors
/// Bytes that begin with no table.
pub fn length(bytes: &[u8]) -> Result<usize, FileError> {
    let (header, length) = read_header(bytes)?;
    Ok(header.blocks.last().map_or(length, |block| block.end))
}

/// Reads the header of a table and checks it, the length of the file, and when asked to also the
/// checksum of the blocks.
///
/// # Errors
/// What is wrong with the bytes.
pub fn decode_header(bytes: &[u8], check_blocks: bool) -> Result<Header, FileError> {
    let (header, length) = read_header(bytes)?;
    let expected = header.blocks.last().map_or(length, |block| block.end);
    if bytes.len() != expected {
        return Err(FileError::Length { found: bytes.len(), expected });
    }
    if check_blocks && crc32fast::hash(&bytes[length..]) != header.checksum {
        return Err(FileError::Checksum { part: FilePart::Table });
    }
    Ok(header)
}

/// The most bytes that the header of a table of this ending can have.
pub fn longest_header(ending: Ending) -> usize {
    const NAME: usize = 2 * MAX_MEN as usize;
    const SIDE: usize = 8 + 2 + 8 * (MAX_DISTANCE as usize + 1);
    let shape = Shape::of(&Layout::new(ending));
    PREFIX + 1 + NAME + 4 + 4 + 2 * SIDE + 4 + shape.length_bytes() * shape.blocks() + 4 + 4
}

/// The length of the header of a table, by its first bytes.
///
/// # Errors
/// Bytes that begin no table of this format.
pub(super) fn header_length(bytes: &[u8]) -> Result<usize, FileError> {
    if !bytes.starts_with(&MAGIC[..bytes.len().min(MAGIC.len())]) {
        return Err(FileError::Foreign);
    }
    let short = FileError::Length { found: bytes.len(), expected: PREFIX };
    let prefix = bytes.first_chunk::<PREFIX>().ok_or(short)?;
    let version = u16::from_le_bytes([prefix[8], prefix[9]]);
    if version != VERSION {
        return Err(FileError::Version { found: version });
    }
    Ok(u32::from_le_bytes([prefix[10], prefix[11], prefix[12], prefix[13]]) as usize)
}

/// Parses the header of a table. Returns its length as well.
pub(super) fn read_header(bytes: &[u8]) -> Result<(Header, usize), FileError> {
    let length = header_length(bytes)?;
    let short = FileError::Length { found: bytes.len(), expected: length };
    let header = bytes.get(..length).ok_or(short)?;
    let Some((body, checksum)) = header.split_last_chunk::<4>() else {
        return Err(FileError::Inconsistent);
    };
    if crc32fast::hash(body) != u32::from_le_bytes(*checksum) {
        return Err(FileError::Checksum { part: FilePart::Header });
    }
    let fields = Fields(&body[PREFIX.min(body.len())..]);
    let header = fields.header(length).ok_or(FileError::Inconsistent)?;
    Ok((header, length))
}

/// Fields of a header not yet read.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (field, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*field)
    }

    fn u16(&mut self) -> Option<usize> {
        Some(usize::from(u16::from_le_bytes(self.take()?)))
    }

    fn u32(&mut self) -> Option<usize> {
        usize::try_from(u32::from_le_bytes(self.take()?)).ok()
    }

    fn u64(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take()?))
    }

    /// The rest of the header after the prefix, if it is consistent; the blocks begin at `length`.
    fn header(mut self, length: usize) -> Option<Header> {
        let name_length = usize::from(u8::from_le_bytes(self.take()?));
        let (name, rest) = self.0.split_at_checked(name_length)?;
        self.0 = rest;
        let layout = Layout::new(std::str::from_utf8(name).ok()?.parse().ok()?);
        let shape = Shape {
            rows: layout.placements(),
            unit_rows: self.u32()?,
            units_per_block: self.u32()?,
        };
        let stats = Stats { ending: layout.ending(), strong: self.side()?, weak: self.side()? };
        let count = self.u32()?;
        // Each ending has exactly one shape. With any other, offsets could be out of range.
        if shape != Shape::of(&layout) || count != shape.blocks() {
            return None;
        }
        let mut blocks = Vec::with_capacity(count);
        let mut start = length;
        for _ in 0..count {
            let length = if count == 1 { self.u32()? } else { self.u16()? };
            let end = start.checked_add(length)?;
            blocks.push(start..end);
            start = end;
        }
        let checksum = u32::from_le_bytes(self.take()?);
        self.0.is_empty().then_some(Header { layout, stats, shape, blocks, checksum })
    }

    fn side(&mut self) -> Option<SideStats> {
        let legal = self.u64()?;
        let distances = u16::from_le_bytes(self.take()?);
        let won_in = (0..distances).map(|_| self.u64()).collect::<Option<_>>()?;
        Some(SideStats { legal, won_in })
    }
}

#[cfg(test)]
mod tests;
