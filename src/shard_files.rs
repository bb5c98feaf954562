//! Files of self-play games, which several commands read.

use crate::{Failure, read_bytes};
use makruk::notation::terminal_text::shown;
use sakdi_training::data::{Block, Blocks, ShardError};
use std::io;
use std::path::{Path, PathBuf};

/// The failure of a shard that cannot be opened for writing.
pub(crate) fn refused(error: ShardError) -> Failure {
    match error {
        ShardError::Io { .. } => Failure::Io(io::Error::other(error)),
        _ => Failure::bad_input(error),
    }
}

/// The contents of shards.
///
/// # Errors
/// A file cannot be read, or has something in it but no game.
pub(crate) fn read(paths: &[PathBuf]) -> Result<Vec<Vec<u8>>, Failure> {
    paths.iter().map(|path| read_one(path)).collect()
}

/// As [`read`], of one shard.
pub(crate) fn read_one(path: &Path) -> Result<Vec<u8>, Failure> {
    let bytes = read_bytes(path)?;
    if !bytes.is_empty() && Blocks::new(&bytes).all(|block| block.is_err()) {
        let what = "there is no self-play game in it";
        return Err(Failure::bad_input(format!("{}: {what}", shown(path))));
    }
    Ok(bytes)
}

/// The valid blocks of a shard; damage is reported on standard error.
pub(crate) fn blocks<'a>(path: &Path, shard: &'a [u8]) -> impl Iterator<Item = Block<'a>> {
    Blocks::new(shard).filter_map(move |block| {
        block.inspect_err(|damage| error_line!("sakdi: {}: {damage}", shown(path))).ok()
    })
}
