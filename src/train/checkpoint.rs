//! The file that keeps weights as real numbers: those of a finished net, to be trained further one
//! day, or those of a run with all it needs to go on. All numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | `SAKDIFLT` |
//! | 8–11 | version of the format, 1 |
//! | 12–23 | u32 each: inputs, neurons of a perspective, buckets |
//! | 24–55 | SHA-256 of the recipe |
//! | 56–87 | SHA-256 of the data |
//! | 88–91 | u32: 1 when the run can be gone on with, else 0 |
//! | then | f32: the weights in the order of a net's file |
//! | if so | f32: the first moments, and the second; steps taken (u64); sum of the losses of the epoch (f64), how many (u64), mean loss of the epoch before (f64) |
//! | last 32 | SHA-256 of all before |

use super::params::Params;
use super::trainer::{Progress, State};
use super::{Hash, hash};
use crate::eval::nnue::Provenance;
use crate::eval::nnue::arch::{BUCKETS, HIDDEN, INPUTS};

const MAGIC: &[u8; 8] = b"SAKDIFLT";
const VERSION: u32 = 1;
const ARCHITECTURE: [u32; 3] = [INPUTS as u32, HIDDEN as u32, BUCKETS as u32];
const HEADER_LEN: usize = 92;
const HASH_LEN: usize = size_of::<Hash>();
/// Steps and losses.
const PROGRESS_LEN: usize = 32;

/// A file of real numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatFile {
    pub provenance: Provenance,
    pub weights: Params,
    /// What a run needs to go on.
    pub progress: Option<Progress>,
}

/// Why bytes are no such file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FloatFileError {
    #[error("no file of weights as real numbers")]
    Magic,
    #[error("a version of the format that this program does not read")]
    Version,
    #[error("weights of another architecture")]
    Architecture,
    #[error("a file of {found} bytes, it should have {expected}")]
    Length { found: usize, expected: usize },
    #[error("a damaged file: its checksum is wrong")]
    Checksum,
}

impl FloatFile {
    /// The bytes of a file: with what the run needs to go on, or with the weights alone.
    pub fn to_bytes(provenance: &Provenance, state: &State, to_go_on: bool) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(len(to_go_on));
        bytes.extend_from_slice(MAGIC);
        let architecture = [VERSION].into_iter().chain(ARCHITECTURE);
        bytes.extend(architecture.flat_map(u32::to_le_bytes));
        bytes.extend_from_slice(&provenance.recipe);
        bytes.extend_from_slice(&provenance.data);
        bytes.extend_from_slice(&u32::from(to_go_on).to_le_bytes());
        bytes.extend(state.weights.numbers().flat_map(f32::to_le_bytes));
        if to_go_on {
            let Progress { moments, steps, loss, positions, last } = &state.progress;
            bytes.extend(moments.iter().flat_map(Params::numbers).flat_map(f32::to_le_bytes));
            bytes.extend_from_slice(&steps.to_le_bytes());
            bytes.extend_from_slice(&loss.to_le_bytes());
            bytes.extend_from_slice(&positions.to_le_bytes());
            bytes.extend_from_slice(&last.to_le_bytes());
        }
        let checksum = hash(&bytes);
        bytes.extend_from_slice(&checksum);
        bytes
    }

    /// The run to go on with, if it can be.
    pub fn into_state(self) -> Option<State> {
        Some(State { weights: self.weights, progress: self.progress? })
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// They are not one, or one for another program, or a damaged one.
    pub fn read(bytes: &[u8]) -> Result<Self, FloatFileError> {
        let mut reader = Reader(bytes);
        if reader.take() != *MAGIC {
            return Err(FloatFileError::Magic);
        }
        if reader.take() != VERSION.to_le_bytes() {
            return Err(FloatFileError::Version);
        }
        if ARCHITECTURE.iter().any(|number| reader.take() != number.to_le_bytes()) {
            return Err(FloatFileError::Architecture);
        }
        let provenance = Provenance { recipe: reader.take(), data: reader.take() };
        let to_go_on = reader.take() != [0; 4];
        let (found, expected) = (bytes.len(), len(to_go_on));
        if found != expected {
            return Err(FloatFileError::Length { found, expected });
        }
        let (covered, checksum) = bytes.split_at(found - HASH_LEN);
        if hash(covered) != *checksum {
            return Err(FloatFileError::Checksum);
        }
        let weights = reader.params();
        let progress = to_go_on.then(|| Progress {
            moments: [reader.params(), reader.params()],
            steps: u64::from_le_bytes(reader.take()),
            loss: f64::from_le_bytes(reader.take()),
            positions: u64::from_le_bytes(reader.take()),
            last: f64::from_le_bytes(reader.take()),
        });
        Ok(Self { provenance, weights, progress })
    }
}

const fn len(to_go_on: bool) -> usize {
    let params = Params::LEN * size_of::<f32>();
    HEADER_LEN + params + if to_go_on { 2 * params + PROGRESS_LEN } else { 0 } + HASH_LEN
}

/// Takes numbers off the front of bytes. There are zeros behind their end.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let mut taken = [0; N];
        let (there, rest) = self.0.split_at(N.min(self.0.len()));
        taken[..there.len()].copy_from_slice(there);
        self.0 = rest;
        taken
    }

    fn params(&mut self) -> Params {
        Params::from_numbers((0..Params::LEN).map(|_| f32::from_le_bytes(self.take())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_damage_is_told() {
        let provenance = Provenance { recipe: [3; 32], data: [4; 32] };
        let mut state = State::random(1);
        state.progress.moments[1] = Params::random(2);
        state.progress.steps = 7;
        state.progress.loss = 0.5;
        state.progress.positions = 9;
        state.progress.last = 0.25;
        for to_go_on in [false, true] {
            let good = FloatFile::to_bytes(&provenance, &state, to_go_on);
            let read = FloatFile::read(&good).expect("good bytes");
            assert_eq!((read.provenance, &read.weights), (provenance, &state.weights));
            assert_eq!(read.progress, to_go_on.then(|| state.progress.clone()));

            let spoilt = |at: usize| {
                let mut bytes = good.clone();
                bytes[at] ^= 0x40;
                FloatFile::read(&bytes)
            };
            assert_eq!(spoilt(0), Err(FloatFileError::Magic));
            assert_eq!(spoilt(8), Err(FloatFileError::Version));
            assert_eq!(spoilt(16), Err(FloatFileError::Architecture));
            assert_eq!(spoilt(30), Err(FloatFileError::Checksum));
            assert_eq!(spoilt(good.len() - 1), Err(FloatFileError::Checksum));
            let short = FloatFile::read(&good[..good.len() - 1]);
            assert!(matches!(short, Err(FloatFileError::Length { .. })), "{short:?}");
        }
        assert_eq!(FloatFile::read(&[]), Err(FloatFileError::Magic));
    }
}
