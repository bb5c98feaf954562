//! Writes tables, completely or not at all.

use super::ending::Ending;
use super::file::{EXTENSION, Header, MAGIC, PREFIX, Shape, VERSION};
use super::generate::SolvedEnding;
use super::value::ILLEGAL;
use rayon::prelude::*;
use sakdi_platform::atomic_file;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The zstd level. Level 19 would save 5 % of the space and double the time, which is most of a
/// build.
const LEVEL: i32 = 16;

impl Header {
    /// The header of a table that has no file.
    pub(super) fn of(solved: &SolvedEnding) -> Self {
        Self {
            layout: solved.layout.clone(),
            stats: solved.stats.clone(),
            shape: Shape::of(&solved.layout),
            blocks: Vec::new(),
            checksum: 0,
        }
    }
}

/// The bytes of a table's file. The same table gives the same bytes.
///
/// # Errors
/// When zstd has no memory.
pub fn encode(solved: &SolvedEnding) -> io::Result<Vec<u8>> {
    let shape = Shape::of(&solved.layout);
    let blocks = (0..shape.blocks())
        .into_par_iter()
        .map(|block| pack(&laid_out(&shape, block, solved), shape.blocks() > 1))
        .collect::<io::Result<Vec<_>>>()?;
    let payload = blocks.concat();
    let mut bytes = Vec::with_capacity(payload.len() + (1 << 16));
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend([0; 4]);
    let name = solved.layout.ending().to_string();
    bytes.push(name.len() as u8);
    bytes.extend(name.as_bytes());
    bytes.extend((shape.unit_rows as u32).to_le_bytes());
    bytes.extend((shape.units_per_block as u32).to_le_bytes());
    for side in [&solved.stats.strong, &solved.stats.weak] {
        bytes.extend(side.legal.to_le_bytes());
        bytes.extend((side.won_in.len() as u16).to_le_bytes());
        bytes.extend(side.won_in.iter().flat_map(|count| count.to_le_bytes()));
    }
    bytes.extend((blocks.len() as u32).to_le_bytes());
    for block in &blocks {
        let length = (block.len() as u32).to_le_bytes();
        debug_assert!(length[shape.length_bytes()..].iter().all(|&byte| byte == 0));
        bytes.extend(&length[..shape.length_bytes()]);
    }
    bytes.extend(crc32fast::hash(&payload).to_le_bytes());
    let length = bytes.len() as u32 + 4;
    bytes[PREFIX - 4..PREFIX].copy_from_slice(&length.to_le_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes.extend(payload);
    Ok(bytes)
}

/// Packs a block. One of several gets a checksum of its own, so that it can be checked without the
/// others; the header has that of a block that is alone.
fn pack(block: &[u8], is_one_of_several: bool) -> io::Result<Vec<u8>> {
    let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
    compressor.include_checksum(is_one_of_several)?;
    compressor.compress(block)
}

/// The bytes of a block before compression: by unit, then by square, then by row.
pub(super) fn laid_out(shape: &Shape, block: usize, solved: &SolvedEnding) -> Box<[u8]> {
    let rows = shape.rows_of(block);
    let mut bytes = Vec::with_capacity(shape.block_bytes(block));
    let mut last = 0;
    for unit in solved.strong[rows.start * 64..rows.end * 64].chunks(shape.unit_rows * 64) {
        for square in 0..64 {
            for &value in unit.iter().skip(square).step_by(64) {
                if value != ILLEGAL {
                    last = value;
                }
                bytes.push(last);
            }
        }
    }
    bytes.into()
}

/// The path of the table of an ending in a directory.
pub fn path_of(directory: &Path, ending: Ending) -> PathBuf {
    directory.join(format!("{ending}.{EXTENSION}"))
}

/// Writes a table into a directory, which is created if necessary. Returns the path of the file and
/// its size in bytes.
///
/// # Errors
/// Errors of the system. The table appears completely or not at all.
pub fn to_directory(directory: &Path, solved: &SolvedEnding) -> io::Result<(PathBuf, usize)> {
    let path = path_of(directory, solved.layout.ending());
    let bytes = encode(solved)?;
    fs::create_dir_all(directory)?;
    atomic_file::write(&path, &bytes)?;
    Ok((path, bytes.len()))
}
