//! Keeps the training positions and shuffles them for each epoch.
//!
//! Each position is put into one of [`BINS`] bins at random. An epoch reads the bins in random order
//! and shuffles the positions of each, so that only one bin has to fit into memory: beyond a limit
//! the bins are kept in temporary files. The order does not depend on where they are kept.

use super::training_position::TrainingPosition;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Number of bins.
const BINS: usize = 64;
/// Size of the buffer of a file, in bytes.
const BUFFER: usize = 1 << 16;

/// Training positions in bins.
#[derive(Debug)]
pub struct ShuffleStore {
    len: usize,
    /// Largest size in memory, in bytes.
    memory: usize,
    /// Where temporary files are created.
    folder: PathBuf,
    chooser: StdRng,
    bins: Bins,
}

#[derive(Debug)]
enum Bins {
    Memory(Vec<Vec<TrainingPosition>>),
    Files(Vec<SpillFile>),
}

/// A bin in a temporary file without a name, which the system removes when the program ends.
#[derive(Debug)]
struct SpillFile {
    file: File,
    len: usize,
    pending: Vec<u8>,
}

impl SpillFile {
    fn push(&mut self, position: TrainingPosition) -> io::Result<()> {
        self.pending.extend_from_slice(&position.to_bytes());
        self.len += 1;
        if self.pending.len() >= BUFFER { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.write_all(&self.pending)?;
        self.pending.clear();
        Ok(())
    }

    fn read(&self, positions: &mut Vec<TrainingPosition>) -> io::Result<()> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(0))?;
        let mut bytes = vec![0; BUFFER];
        let mut left = self.len * TrainingPosition::LEN;
        while left != 0 {
            let part = &mut bytes[..left.min(BUFFER)];
            file.read_exact(part)?;
            positions.extend(part.as_chunks().0.iter().map(TrainingPosition::from_bytes));
            left -= part.len();
        }
        Ok(())
    }
}

impl ShuffleStore {
    /// An empty store, which keeps positions in files in `folder` once they exceed `memory` bytes.
    pub fn new(seed: u64, memory: usize, folder: &Path) -> Self {
        Self {
            len: 0,
            memory,
            folder: folder.into(),
            chooser: StdRng::seed_from_u64(seed),
            bins: Bins::Memory(vec![Vec::new(); BINS]),
        }
    }

    /// Number of positions.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no positions.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a position.
    ///
    /// # Errors
    /// A temporary file cannot be created or written.
    pub fn push(&mut self, position: TrainingPosition) -> io::Result<()> {
        if self.len * TrainingPosition::LEN >= self.memory {
            self.spill()?;
        }
        let bin = self.chooser.random_range(0..BINS);
        self.len += 1;
        match &mut self.bins {
            Bins::Memory(bins) => {
                bins[bin].push(position);
                Ok(())
            }
            Bins::Files(files) => files[bin].push(position),
        }
    }

    /// Moves the bins from memory to files, unless that was done before.
    fn spill(&mut self) -> io::Result<()> {
        let Bins::Memory(bins) = &mut self.bins else { return Ok(()) };
        let mut files = Vec::with_capacity(BINS);
        for bin in std::mem::take(bins) {
            let file = tempfile::tempfile_in(&self.folder)?;
            let mut file = SpillFile { file, len: 0, pending: Vec::with_capacity(2 * BUFFER) };
            for position in bin {
                file.push(position)?;
            }
            files.push(file);
        }
        self.bins = Bins::Files(files);
        Ok(())
    }

    /// Must be called after the last position was added.
    ///
    /// # Errors
    /// A temporary file cannot be written.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        match &mut self.bins {
            Bins::Memory(_) => Ok(()),
            Bins::Files(files) => files.iter_mut().try_for_each(SpillFile::flush),
        }
    }

    fn bin(&self, index: usize, positions: &mut Vec<TrainingPosition>) -> io::Result<()> {
        positions.clear();
        match &self.bins {
            Bins::Memory(bins) => {
                positions.extend_from_slice(&bins[index]);
                Ok(())
            }
            Bins::Files(files) => files[index].read(positions),
        }
    }
}

/// Iterates over the positions of a store in the order of an epoch.
#[derive(Debug)]
pub(super) struct EpochStream<'a> {
    store: &'a ShuffleStore,
    rng: StdRng,
    // Bins that are left, the next one last.
    bins: Vec<usize>,
    positions: Vec<TrainingPosition>,
    // Number of positions taken from the current bin.
    taken: usize,
}

impl<'a> EpochStream<'a> {
    pub(super) fn new(store: &'a ShuffleStore, seed: u64, epoch: u32) -> Self {
        // Different for all seeds and epochs.
        let mixed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (u64::from(epoch) + 1);
        let mut rng = StdRng::seed_from_u64(mixed);
        let mut bins: Vec<usize> = (0..BINS).collect();
        bins.shuffle(&mut rng);
        Self { store, rng, bins, positions: Vec::new(), taken: 0 }
    }

    /// Replaces the contents of `batch` by the next `number` positions, or fewer at the end.
    pub(super) fn take(
        &mut self,
        number: usize,
        batch: &mut Vec<TrainingPosition>,
    ) -> io::Result<()> {
        batch.clear();
        while batch.len() < number {
            if self.taken == self.positions.len() && !self.next_bin()? {
                break;
            }
            let part = self.taken..self.positions.len().min(self.taken + number - batch.len());
            self.taken = part.end;
            batch.extend_from_slice(&self.positions[part]);
        }
        Ok(())
    }

    fn next_bin(&mut self) -> io::Result<bool> {
        let Some(bin) = self.bins.pop() else { return Ok(false) };
        self.store.bin(bin, &mut self.positions)?;
        self.positions.shuffle(&mut self.rng);
        self.taken = 0;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions that differ only in their score.
    fn position(number: u16) -> TrainingPosition {
        let mut bytes = [0; TrainingPosition::LEN];
        bytes[24..26].copy_from_slice(&number.to_le_bytes());
        TrainingPosition::from_bytes(&bytes)
    }

    fn order(memory: usize, seed: u64, epoch: u32) -> Vec<u16> {
        let mut store = ShuffleStore::new(seed, memory, &std::env::temp_dir());
        for number in 0..10_000 {
            store.push(position(number)).expect("room");
        }
        store.finish().expect("room");
        assert_eq!(matches!(store.bins, Bins::Files(_)), memory < 320_000);
        let mut stream = EpochStream::new(&store, seed, epoch);
        let (mut order, mut taken) = (Vec::new(), Vec::new());
        loop {
            stream.take(999, &mut taken).expect("readable");
            if taken.is_empty() {
                return order;
            }
            order.extend(taken.iter().map(|position| {
                let bytes = position.to_bytes();
                u16::from_le_bytes([bytes[24], bytes[25]])
            }));
        }
    }

    #[test]
    fn the_order_depends_on_seed_and_epoch_but_not_on_memory() {
        let in_memory = order(1 << 30, 1, 0);
        for memory in [0, 100_000] {
            assert_eq!(order(memory, 1, 0), in_memory);
        }
        let mut sorted = in_memory.clone();
        sorted.sort_unstable();
        assert!(sorted.iter().copied().eq(0..10_000));
        assert_ne!(order(1 << 30, 1, 1), in_memory);
        assert_ne!(order(1 << 30, 2, 0), in_memory);
        // Hardly any neighbours stay neighbours: 4 of 10,000 are expected by chance.
        let near = in_memory.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) < 3).count();
        assert!(near < 50, "{near}");
    }
}
