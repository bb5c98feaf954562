//! One table, unpacked as far as it is needed.

use super::ending::Ending;
use super::file::{self, FileError, Header, RowPlace};
#[cfg(feature = "cli")]
use super::generate::Solved;
use super::index::Layout;
use super::stats::Stats;
#[cfg(feature = "cli")]
use super::write;
use crate::platform::{compression, files};
use crate::types::Square;
use std::path::Path;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// Tables of more blocks than this keep only so many unpacked: 128 MiB a table.
const SLOTS: usize = 512;

/// A table to look positions up in.
pub struct Table {
    header: Header,
    bytes: Bytes,
    blocks: Blocks,
}

enum Bytes {
    Static(&'static [u8]),
    File(files::Bytes),
    Owned(Box<[u8]>),
}

enum Blocks {
    /// Each is kept once it was needed.
    Kept(Vec<OnceLock<Option<Box<[u8]>>>>),
    /// Each has one slot, which it shares with others. `[block % SLOTS]`
    Shared(Vec<RwLock<Slot>>),
}

/// A block and its number.
type Slot = Option<(usize, Arc<[u8]>)>;

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
    pub fn embedded(bytes: &'static [u8]) -> Result<Self, FileError> {
        // The tests have checked every byte of it.
        Ok(Self::new(file::decode_header(bytes, false)?, Bytes::Static(bytes)))
    }

    /// The table in a file, which must bear the name of its ending. The whole file is read once
    /// and checked.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let bytes = files::Bytes::open(path)?.ok_or(FileError::Foreign)?;
        let header = file::decode_header(&bytes, true)?;
        let ending = header.layout.ending();
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        match name {
            Some(name) if name == ending.to_string() => Ok(Self::new(header, Bytes::File(bytes))),
            name => Err(FileError::Misnamed { found: ending, expected: name.unwrap_or_default() }),
        }
    }

    /// The table of a file's bytes, all of which are checked.
    ///
    /// # Errors
    /// Bytes that are no table, or a damaged one.
    pub fn from_bytes(bytes: impl Into<Box<[u8]>>) -> Result<Self, FileError> {
        let bytes = bytes.into();
        Ok(Self::new(file::decode_header(&bytes, true)?, Bytes::Owned(bytes)))
    }

    /// The table just solved, unpacked.
    #[cfg(feature = "cli")]
    pub fn solved(solved: &Solved) -> Self {
        let header = Header::of(solved);
        let unpacked = |block| OnceLock::from(Some(write::laid_out(&header.shape, block, solved)));
        let blocks = Blocks::Kept((0..header.shape.blocks()).map(unpacked).collect());
        Self { header, bytes: Bytes::Static(&[]), blocks }
    }

    fn new(header: Header, bytes: Bytes) -> Self {
        let count = header.blocks.len();
        let blocks = if count <= SLOTS {
            Blocks::Kept(std::iter::repeat_with(OnceLock::new).take(count).collect())
        } else {
            Blocks::Shared(std::iter::repeat_with(RwLock::default).take(SLOTS).collect())
        };
        Self { header, bytes, blocks }
    }

    pub fn ending(&self) -> Ending {
        self.header.layout.ending()
    }

    pub fn layout(&self) -> &Layout {
        &self.header.layout
    }

    pub fn stats(&self) -> &Stats {
        &self.header.stats
    }

    /// The table as its file has it; nothing when it has none.
    pub fn packed(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Static(bytes) => bytes,
            Bytes::File(bytes) => bytes,
            Bytes::Owned(bytes) => bytes,
        }
    }

    /// The values of a row; `None` when its block cannot be unpacked, which is logged.
    #[inline]
    pub fn row(&self, row: usize) -> Option<Row<'_>> {
        let place = self.header.shape.place(row);
        let block = match &self.blocks {
            Blocks::Kept(blocks) => {
                let block = blocks[place.block].get_or_init(|| self.unpack(place.block));
                Block::Kept(block.as_deref()?)
            }
            Blocks::Shared(slots) => Block::Shared(self.shared(slots, place.block)?),
        };
        Some(Row { block, place })
    }

    fn shared(&self, slots: &[RwLock<Slot>], block: usize) -> Option<Arc<[u8]>> {
        let slot = &slots[block % SLOTS];
        if let Some((held, bytes)) = &*slot.read().unwrap_or_else(PoisonError::into_inner)
            && *held == block
        {
            return Some(Arc::clone(bytes));
        }
        let bytes: Arc<[u8]> = self.unpack(block)?.into();
        let mut slot = slot.write().unwrap_or_else(PoisonError::into_inner);
        *slot = Some((block, Arc::clone(&bytes)));
        Some(bytes)
    }

    #[cold]
    fn unpack(&self, block: usize) -> Option<Box<[u8]>> {
        let size = self.header.shape.block_bytes(block);
        let packed = self.packed().get(self.header.blocks[block].clone())?;
        match compression::unpack(packed, size) {
            Ok(bytes) => Some(bytes.into()),
            Err(error) => {
                log::error!("table {}, block {block}: {error}", self.ending());
                None
            }
        }
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table({}, {} bytes)", self.ending(), self.packed().len())
    }
}
