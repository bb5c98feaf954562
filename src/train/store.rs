//! Where the positions to learn from are kept, and the order they come in.
//!
//! Each position goes to one of [`BINS`] bins, by its number and the seed. Every epoch takes the
//! bins in an order of its own, and the positions of each bin in an order of their own, so that
//! memory for one bin is all it needs: what does not fit is kept in files. Files or not, the order
//! is the same.

use super::lesson::Lesson;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Number of bins.
const BINS: usize = 64;
/// Bytes a file is written in.
const WRITTEN: usize = 1 << 16;

/// Positions to learn from, in bins.
#[derive(Debug)]
pub struct Store {
    len: usize,
    /// Bytes to keep in memory.
    memory: usize,
    /// Where to put files that nobody is meant to see.
    folder: PathBuf,
    chooser: StdRng,
    shelf: Shelf,
}

#[derive(Debug)]
enum Shelf {
    Memory(Vec<Vec<Lesson>>),
    Files(Vec<Spill>),
}

/// A bin in a file without a name, gone when the run is.
#[derive(Debug)]
struct Spill {
    file: File,
    len: usize,
    pending: Vec<u8>,
}

impl Spill {
    fn push(&mut self, lesson: Lesson) -> io::Result<()> {
        self.pending.extend_from_slice(&lesson.to_bytes());
        self.len += 1;
        if self.pending.len() >= WRITTEN { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.write_all(&self.pending)?;
        self.pending.clear();
        Ok(())
    }

    fn read(&self, lessons: &mut Vec<Lesson>) -> io::Result<()> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(0))?;
        let mut bytes = vec![0; WRITTEN];
        let mut left = self.len * Lesson::LEN;
        while left != 0 {
            let part = &mut bytes[..left.min(WRITTEN)];
            file.read_exact(part)?;
            lessons.extend(part.as_chunks().0.iter().map(Lesson::from_bytes));
            left -= part.len();
        }
        Ok(())
    }
}

impl Store {
    /// An empty store. Files are put into `folder` when there is more than `memory` bytes.
    pub fn new(seed: u64, memory: usize, folder: &Path) -> Self {
        Self {
            len: 0,
            memory,
            folder: folder.into(),
            chooser: StdRng::seed_from_u64(seed),
            shelf: Shelf::Memory(vec![Vec::new(); BINS]),
        }
    }

    /// Number of positions.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a position.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn push(&mut self, lesson: Lesson) -> io::Result<()> {
        if self.len * Lesson::LEN >= self.memory {
            self.spill()?;
        }
        let bin = self.chooser.random_range(0..BINS);
        self.len += 1;
        match &mut self.shelf {
            Shelf::Memory(bins) => {
                bins[bin].push(lesson);
                Ok(())
            }
            Shelf::Files(spills) => spills[bin].push(lesson),
        }
    }

    /// Moves what is in memory into files, if it is not there yet.
    fn spill(&mut self) -> io::Result<()> {
        let Shelf::Memory(bins) = &mut self.shelf else { return Ok(()) };
        let mut spills = Vec::with_capacity(BINS);
        for bin in std::mem::take(bins) {
            let file = tempfile::tempfile_in(&self.folder)?;
            let mut spill = Spill { file, len: 0, pending: Vec::with_capacity(2 * WRITTEN) };
            for lesson in bin {
                spill.push(lesson)?;
            }
            spills.push(spill);
        }
        self.shelf = Shelf::Files(spills);
        Ok(())
    }

    /// Ends the adding.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        match &mut self.shelf {
            Shelf::Memory(_) => Ok(()),
            Shelf::Files(spills) => spills.iter_mut().try_for_each(Spill::flush),
        }
    }

    fn bin(&self, index: usize, lessons: &mut Vec<Lesson>) -> io::Result<()> {
        lessons.clear();
        match &self.shelf {
            Shelf::Memory(bins) => {
                lessons.extend_from_slice(&bins[index]);
                Ok(())
            }
            Shelf::Files(spills) => spills[index].read(lessons),
        }
    }
}

/// The positions of a store in the order of an epoch.
#[derive(Debug)]
pub(super) struct Stream<'a> {
    store: &'a Store,
    rng: StdRng,
    // Bins to come, the next one last.
    bins: Vec<usize>,
    lessons: Vec<Lesson>,
    at: usize,
}

impl<'a> Stream<'a> {
    pub(super) fn new(store: &'a Store, seed: u64, epoch: u32) -> Self {
        // Any numbers do that differ for seeds and for epochs.
        let mixed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (u64::from(epoch) + 1);
        let mut rng = StdRng::seed_from_u64(mixed);
        let mut bins: Vec<usize> = (0..BINS).collect();
        bins.shuffle(&mut rng);
        Self { store, rng, bins, lessons: Vec::new(), at: 0 }
    }

    /// Takes the next positions, fewer only at the end.
    pub(super) fn take(&mut self, number: usize, taken: &mut Vec<Lesson>) -> io::Result<()> {
        taken.clear();
        while taken.len() < number {
            if self.at == self.lessons.len() && !self.next_bin()? {
                break;
            }
            let part = self.at..self.lessons.len().min(self.at + number - taken.len());
            self.at = part.end;
            taken.extend_from_slice(&self.lessons[part]);
        }
        Ok(())
    }

    fn next_bin(&mut self) -> io::Result<bool> {
        let Some(bin) = self.bins.pop() else { return Ok(false) };
        self.store.bin(bin, &mut self.lessons)?;
        self.lessons.shuffle(&mut self.rng);
        self.at = 0;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lessons that differ in nothing but a number.
    fn lesson(number: u16) -> Lesson {
        let mut bytes = [0; Lesson::LEN];
        bytes[24..26].copy_from_slice(&number.to_le_bytes());
        Lesson::from_bytes(&bytes)
    }

    fn order(memory: usize, seed: u64, epoch: u32) -> Vec<u16> {
        let mut store = Store::new(seed, memory, &std::env::temp_dir());
        for number in 0..10_000 {
            store.push(lesson(number)).expect("room");
        }
        store.finish().expect("room");
        assert_eq!(matches!(store.shelf, Shelf::Files(_)), memory < 320_000);
        let mut stream = Stream::new(&store, seed, epoch);
        let (mut order, mut taken) = (Vec::new(), Vec::new());
        loop {
            stream.take(999, &mut taken).expect("readable");
            if taken.is_empty() {
                return order;
            }
            order.extend(taken.iter().map(|lesson| {
                let bytes = lesson.to_bytes();
                u16::from_le_bytes([bytes[24], bytes[25]])
            }));
        }
    }

    #[test]
    fn an_order_depends_on_seed_and_epoch_and_not_on_memory() {
        let in_memory = order(1 << 30, 1, 0);
        for memory in [0, 100_000] {
            assert_eq!(order(memory, 1, 0), in_memory);
        }
        let mut sorted = in_memory.clone();
        sorted.sort_unstable();
        assert!(sorted.iter().copied().eq(0..10_000));
        assert_ne!(order(1 << 30, 1, 1), in_memory);
        assert_ne!(order(1 << 30, 2, 0), in_memory);
        // Neighbours are strangers: 4 of 10,000 are expected to follow one of the next few games.
        let near = in_memory.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) < 3).count();
        assert!(near < 50, "{near}");
    }
}
