//! Files to look things up in.

use std::fs::File;
use std::io;
use std::path::Path;

/// The bytes of a file that is only read.
#[cfg(feature = "cli")]
#[derive(Debug)]
pub struct Bytes(memmap2::Mmap);

/// The bytes of a file that is only read.
#[cfg(not(feature = "cli"))]
#[derive(Debug)]
pub struct Bytes(Vec<u8>);

impl Bytes {
    /// The bytes of a file; `None` when it is no regular file.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn open(path: &Path) -> io::Result<Option<Self>> {
        let file = File::open(path)?;
        if !file.metadata()?.is_file() {
            return Ok(None);
        }
        Ok(Some(Self(read(file)?)))
    }
}

#[cfg(feature = "cli")]
fn read(file: File) -> io::Result<memmap2::Mmap> {
    // SAFETY: the map is only read, and only as bytes. Files that are looked up in are never
    // changed in place: they are written under another name and moved, so a new file does not
    // touch an old map.
    unsafe { memmap2::Mmap::map(&file) }
}

#[cfg(not(feature = "cli"))]
fn read(mut file: File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::Read::read_to_end(&mut file, &mut bytes)?;
    Ok(bytes)
}

impl std::ops::Deref for Bytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.0
    }
}
