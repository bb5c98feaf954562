//! One table, whose blocks are decompressed on demand.

use super::ending::Ending;
use super::file::{self, FileError, FilePart, Header, RowPlace};
#[cfg(not(target_family = "wasm"))]
use super::generate::SolvedEnding;
use super::index::Layout;
use super::range_reader::RangeReader;
use super::stats::Stats;
#[cfg(not(target_family = "wasm"))]
use super::write;
use makruk::types::Square;
use sakdi_platform::{compression, files};
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

/// Largest number of blocks that a table keeps unpacked: 128 MiB.
const SLOTS: usize = 8192;

/// A table to look positions up in.
pub struct Table {
    header: Header,
    packed: Packed,
    blocks: Blocks,
}

/// Which blocks of tables in files may be used. Tables that are part of the program are always used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Every block; one that has not been needed yet is read and unpacked.
    All,
    /// Only blocks that are unpacked already.
    Unpacked,
}

/// Where the packed blocks are.
enum Packed {
    Memory(Cow<'static, [u8]>),
    File(BlockFile),
    Ranges(Box<dyn RangeReader>),
}

/// The blocks of a file, read on demand. The file is not mapped into memory: a process that reads a
/// map is killed if another program truncates the file.
struct BlockFile(Mutex<File>);

impl BlockFile {
    /// The bytes that lie at `place`.
    fn read(&self, place: Range<usize>) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; place.len()];
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(place.start as u64))?;
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

enum Blocks {
    /// Every block that was needed is kept.
    Kept(Vec<OnceLock<Option<Box<[u8]>>>>),
    /// Blocks share slots. `[block % SLOTS]`
    Shared(Vec<RwLock<Slot>>),
}

/// A block's number, and the block if it could be unpacked.
type Slot = Option<(usize, Option<Arc<[u8]>>)>;

/// The values of one row.
pub struct Row<'a> {
    block: Block<'a>,
    place: RowPlace,
}

enum Block<'a> {
    Kept(&'a [u8]),
    Shared(Arc<[u8]>),
}

impl Row<'_> {
    /// The value with the weak khun on `square`; it means something only for legal positions with
    /// the strong side to move.
    #[inline]
    pub fn value(&self, square: Square) -> u8 {
        let index = self.place.start + square.index() * self.place.stride;
        match &self.block {
            Block::Kept(bytes) => bytes[index],
            Block::Shared(bytes) => bytes[index],
        }
    }
}

impl Table {
    /// A table that is part of the program.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn embedded(bytes: &'static [u8]) -> Result<Self, FileError> {
        // The tests check every byte of the embedded tables.
        Ok(Self::new(file::decode_header(bytes, false)?, Packed::Memory(bytes.into())))
    }

    /// The table in a file, which must have the name of its ending. The header is checked, and a table
    /// of one block as a whole; each block of a larger one is checked when it is read. The file stays
    /// open. If a block is damaged, or has changed, it is not used.
    ///
    /// # Errors
    /// Files that cannot be read, hold no table or a damaged one, or have the name of another ending.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let file = files::open(path)?;
        let found = usize::try_from(file.metadata()?.len()).unwrap_or(usize::MAX);
        let file = BlockFile(Mutex::new(file));
        let header = header_of(found, usize::MAX, &|place| file.read(place))?;
        let ending = header.layout.ending();
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        if name.as_ref().is_none_or(|name| *name != ending.to_string()) {
            let expected = name.unwrap_or_default();
            return Err(FileError::Misnamed { found: ending, expected });
        }
        if let [block] = &header.blocks[..]
            && crc32fast::hash(&file.read(block.clone())?) != header.checksum
        {
            return Err(FileError::Checksum { part: FilePart::Table });
        }
        Ok(Self::new(header, Packed::File(file)))
    }

    /// The table of a file's bytes, all of which are checked.
    ///
    /// # Errors
    /// Bytes that are no table, or a damaged one.
    pub fn from_bytes(bytes: impl Into<Vec<u8>>) -> Result<Self, FileError> {
        let bytes = bytes.into();
        Ok(Self::new(file::decode_header(&bytes, true)?, Packed::Memory(Cow::Owned(bytes))))
    }

    /// The table of an ending in a file of which only the header is read now, and each block when it
    /// is needed. Each block is checked when it is read.
    ///
    /// # Errors
    /// The header cannot be read, is damaged or that of another ending, or the file has another length.
    pub fn from_ranges(ending: Ending, reader: Box<dyn RangeReader>) -> Result<Self, FileError> {
        let found = usize::try_from(reader.length()).unwrap_or(usize::MAX);
        let read = |place: Range<usize>| reader.read(place.start as u64..place.end as u64);
        let header = header_of(found, file::longest_header(ending), &read)?;
        match header.layout.ending() {
            it if it == ending => Ok(Self::new(header, Packed::Ranges(reader))),
            found => Err(FileError::Misnamed { found, expected: ending.to_string() }),
        }
    }

    /// A table that was just solved, uncompressed.
    #[cfg(not(target_family = "wasm"))]
    pub fn solved(solved: &SolvedEnding) -> Self {
        let header = Header::of(solved);
        let unpacked = |block| OnceLock::from(Some(write::laid_out(&header.shape, block, solved)));
        let blocks = Blocks::Kept((0..header.shape.blocks()).map(unpacked).collect());
        Self { header, packed: Packed::Memory(Cow::default()), blocks }
    }

    fn new(header: Header, packed: Packed) -> Self {
        let count = header.blocks.len();
        let blocks = if count <= SLOTS {
            Blocks::Kept(std::iter::repeat_with(OnceLock::new).take(count).collect())
        } else {
            Blocks::Shared(std::iter::repeat_with(RwLock::default).take(SLOTS).collect())
        };
        Self { header, packed, blocks }
    }

    /// The ending of the table.
    pub fn ending(&self) -> Ending {
        self.header.layout.ending()
    }

    /// The men, and how rows are numbered.
    pub fn layout(&self) -> &Layout {
        &self.header.layout
    }

    /// Statistics of the ending.
    pub fn stats(&self) -> &Stats {
        &self.header.stats
    }

    /// The bytes of the table's file, if they are in memory; `None` for a table that is read from a
    /// file or was just solved.
    pub fn packed(&self) -> Option<&[u8]> {
        match &self.packed {
            Packed::Memory(bytes) => Some(&**bytes).filter(|bytes| !bytes.is_empty()),
            Packed::File(_) | Packed::Ranges(_) => None,
        }
    }

    /// Whether its blocks are read by a [`RangeReader`].
    pub const fn is_remote(&self) -> bool {
        matches!(self.packed, Packed::Ranges(_))
    }

    /// The values of a row; `None` when its block may not be unpacked, or cannot be, which is logged.
    #[inline]
    pub fn row(&self, row: usize, access: Access) -> Option<Row<'_>> {
        let place = self.header.shape.place(row);
        let block = match &self.blocks {
            Blocks::Kept(blocks) => {
                let kept = &blocks[place.block];
                let block = match kept.get() {
                    Some(block) => block,
                    None if self.may_unpack(access) => {
                        kept.get_or_init(|| self.unpack(place.block))
                    }
                    None => return None,
                };
                Block::Kept(block.as_deref()?)
            }
            Blocks::Shared(slots) => Block::Shared(self.shared(slots, place.block, access)?),
        };
        Some(Row { block, place })
    }

    fn may_unpack(&self, access: Access) -> bool {
        access == Access::All || matches!(self.packed, Packed::Memory(_))
    }

    fn shared(&self, slots: &[RwLock<Slot>], block: usize, access: Access) -> Option<Arc<[u8]>> {
        let slot = &slots[block % SLOTS];
        if let Some((held, bytes)) = &*slot.read().unwrap_or_else(PoisonError::into_inner)
            && *held == block
        {
            return bytes.clone();
        }
        if !self.may_unpack(access) {
            return None;
        }
        // Threads that need the same block wait for the first of them.
        let mut slot = slot.write().unwrap_or_else(PoisonError::into_inner);
        if let Some((held, bytes)) = &*slot
            && *held == block
        {
            return bytes.clone();
        }
        let bytes: Option<Arc<[u8]>> = self.unpack(block).map(Into::into);
        *slot = Some((block, bytes.clone()));
        bytes
    }

    #[cold]
    fn unpack(&self, block: usize) -> Option<Box<[u8]>> {
        let unpacked = self.try_unpack(block);
        if let Err(error) = &unpacked {
            log::error!("table {}, block {block}: {error}", self.ending());
        }
        unpacked.ok()
    }

    fn try_unpack(&self, block: usize) -> Result<Box<[u8]>, String> {
        let size = self.header.shape.block_bytes(block);
        let place = self.header.blocks[block].clone();
        let checked = |bytes: io::Result<Vec<u8>>| {
            let bytes = bytes.map_err(|error| error.to_string())?;
            self.check(&bytes).map(|()| Cow::Owned(bytes))
        };
        let packed = match &self.packed {
            Packed::Memory(bytes) => Cow::Borrowed(&bytes[place]),
            Packed::File(file) => checked(file.read(place))?,
            Packed::Ranges(reader) => {
                let range = place.start as u64..place.end as u64;
                let bytes = reader.read(range.clone()).map_err(|error| error.to_string())?;
                let unpacked = self.check(&bytes).and_then(|()| compression::unpack(&bytes, size));
                return unpacked.map(Into::into).inspect_err(|_| reader.refuse(range));
            }
        };
        Ok(compression::unpack(&packed, size)?.into())
    }

    /// Checks a block that was read. One that is alone has the checksum of the header, and of several each
    /// has its own, which is checked when it is unpacked.
    fn check(&self, block: &[u8]) -> Result<(), String> {
        let is_alone = self.header.blocks.len() == 1;
        let is_whole = if is_alone {
            crc32fast::hash(block) == self.header.checksum
        } else {
            compression::has_checksum(block)
        };
        if is_whole { Ok(()) } else { Err("a wrong checksum, or none".to_owned()) }
    }
}

/// The header of a table in a file of `found` bytes. One of more than `most` bytes is refused.
fn header_of(
    found: usize,
    most: usize,
    read: &dyn Fn(Range<usize>) -> io::Result<Vec<u8>>,
) -> Result<Header, FileError> {
    let length = file::header_length(&read(0..found.min(file::PREFIX))?)?;
    if length > most {
        return Err(FileError::Inconsistent);
    }
    let (header, _) = file::read_header(&read(0..found.min(length))?)?;
    let expected = header.blocks.last().map_or(length, |block| block.end);
    if found != expected {
        return Err(FileError::Length { found, expected });
    }
    Ok(header)
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table({})", self.ending())
    }
}

#[cfg(test)]
mod tests;
