//! Files of floating-point weights: those of a finished net, from which another run can start, or a
//! checkpoint from which a run can be resumed. All numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | `SAKDIFLT` |
//! | 8–11 | version of the format, 1 |
//! | 12–23 | u32 each: inputs, neurons per perspective, buckets |
//! | 24–55 | SHA-256 of the recipe |
//! | 56–87 | SHA-256 of the data |
//! | 88–91 | u32: 1 for a checkpoint, else 0 |
//! | then | f32: the weights in the order of a net's file |
//! | in a checkpoint | f32: the first moments, the second moments; steps taken (u64); sum of the losses of the epoch (f64), their number (u64), mean loss of the epoch before (f64) |
//! | last 32 | SHA-256 of all bytes before |

use super::params::{Params, Shape};
use super::trainer::{Progress, State};
use sakdi_engine::eval::nnue::Provenance;
use sakdi_engine::eval::nnue::arch::{BUCKETS, HIDDEN, INPUTS};
use sakdi_platform::sha256::{Hash, hash};
use std::fmt;

const MAGIC: &[u8; 8] = b"SAKDIFLT";
const VERSION: u32 = 1;
const ARCHITECTURE: [u32; 3] = [INPUTS as u32, HIDDEN as u32, BUCKETS as u32];
const HEADER_LEN: usize = 92;
const HASH_LEN: usize = size_of::<Hash>();
/// Length of steps and losses, in bytes.
const PROGRESS_LEN: usize = 32;

/// The contents of a file of floating-point weights.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatFile {
    /// Hashes of the recipe and the data of the run.
    pub provenance: Provenance,
    /// The weights.
    pub weights: Params,
    /// The rest of the state of the run, in a checkpoint.
    pub progress: Option<Progress>,
}

/// Why bytes are not a file of floating-point weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FloatFileError {
    /// The magic number is missing.
    #[error("no file of weights as real numbers")]
    Magic,
    /// The version of the format is another.
    #[error("a version of the format that this program does not read")]
    Version,
    /// The net has another shape.
    #[error("weights of another architecture")]
    Architecture,
    /// The length is wrong.
    #[error("a file of {found} bytes, it should have {expected}")]
    Length {
        /// Length of the file in bytes.
        found: usize,
        /// Length it should have, in bytes.
        expected: usize,
    },
    /// The checksum is wrong.
    #[error("a damaged file: its checksum is wrong")]
    Checksum,
    /// A weight, or another number of the run, is infinite or not a number.
    #[error("its {0} are not all finite numbers")]
    NotFinite(FloatPart),
}

/// A part of a file of floating-point weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatPart {
    /// The weights.
    Weights,
    /// The moments of the optimizer, and the losses.
    Progress,
}

impl fmt::Display for FloatPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Weights => "weights",
            Self::Progress => "moments and losses",
        })
    }
}

impl FloatFile {
    /// The bytes of a file: a checkpoint, or the weights only.
    pub fn to_bytes(provenance: &Provenance, state: &State, checkpoint: bool) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(len(Params::LEN, checkpoint));
        bytes.extend_from_slice(MAGIC);
        let architecture = [VERSION].into_iter().chain(ARCHITECTURE);
        bytes.extend(architecture.flat_map(u32::to_le_bytes));
        bytes.extend_from_slice(&provenance.recipe);
        bytes.extend_from_slice(&provenance.data);
        bytes.extend_from_slice(&u32::from(checkpoint).to_le_bytes());
        bytes.extend(state.weights.numbers().flat_map(f32::to_le_bytes));
        if checkpoint {
            let Progress { moments, steps, epoch_loss, epoch_positions, last_epoch_loss } =
                &state.progress;
            bytes.extend(moments.iter().flat_map(Params::numbers).flat_map(f32::to_le_bytes));
            bytes.extend_from_slice(&steps.to_le_bytes());
            bytes.extend_from_slice(&epoch_loss.to_le_bytes());
            bytes.extend_from_slice(&epoch_positions.to_le_bytes());
            bytes.extend_from_slice(&last_epoch_loss.to_le_bytes());
        }
        let checksum = hash(&bytes);
        bytes.extend_from_slice(&checksum);
        bytes
    }

    /// The state of the run; `None` when the file is not a checkpoint.
    pub fn into_state(self) -> Option<State> {
        Some(State { weights: self.weights, progress: self.progress? })
    }

    /// Parses the bytes of a file.
    ///
    /// # Errors
    /// The bytes are no such file, have another version or architecture, are damaged, or hold numbers
    /// that are not finite.
    pub fn read(bytes: &[u8]) -> Result<Self, FloatFileError> {
        let (architecture, mut reader) = Reader::new(bytes)?;
        if architecture != ARCHITECTURE {
            return Err(FloatFileError::Architecture);
        }
        let (provenance, checkpoint) = reader.header(bytes, Params::LEN)?;
        let weights = reader.params();
        let progress = checkpoint.then(|| Progress {
            moments: [reader.params(), reader.params()],
            steps: u64::from_le_bytes(reader.take()),
            epoch_loss: f64::from_le_bytes(reader.take()),
            epoch_positions: u64::from_le_bytes(reader.take()),
            last_epoch_loss: f64::from_le_bytes(reader.take()),
        });
        if !weights.is_finite() {
            return Err(FloatFileError::NotFinite(FloatPart::Weights));
        }
        if progress.as_ref().is_some_and(|progress| !progress.is_finite()) {
            return Err(FloatFileError::NotFinite(FloatPart::Progress));
        }
        Ok(Self { provenance, weights, progress })
    }

    /// Parses only the weights of a file. Those of a smaller net, with fewer neurons or sets of output
    /// weights or without attacked men, are extended; new weights depend on the seed.
    ///
    /// # Errors
    /// As those of [`FloatFile::read`].
    pub fn read_weights(bytes: &[u8], seed: u64) -> Result<Params, FloatFileError> {
        let (architecture, mut reader) = Reader::new(bytes)?;
        if architecture == ARCHITECTURE {
            return Ok(Self::read(bytes)?.weights);
        }
        let [inputs, hidden, buckets] = architecture.map(|number| number as usize);
        let shape = Shape { inputs, hidden, buckets };
        if !shape.can_be_extended() {
            return Err(FloatFileError::Architecture);
        }
        reader.header(bytes, shape.len())?;
        let numbers: Vec<f32> = reader.numbers(shape.len()).collect();
        if numbers.iter().any(|number| !number.is_finite()) {
            return Err(FloatFileError::NotFinite(FloatPart::Weights));
        }
        Ok(Params::extended(shape, numbers.into_iter(), seed))
    }
}

/// Length of a file with this number of weights.
const fn len(weights: usize, checkpoint: bool) -> usize {
    let weights = weights * size_of::<f32>();
    HEADER_LEN + weights + if checkpoint { 2 * weights + PROGRESS_LEN } else { 0 } + HASH_LEN
}

/// Reads bytes from front to back, and zeros after the end.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// The architecture, and a reader of what follows it.
    fn new(bytes: &'a [u8]) -> Result<([u32; 3], Self), FloatFileError> {
        let mut reader = Self(bytes);
        if reader.take() != *MAGIC {
            return Err(FloatFileError::Magic);
        }
        if reader.take() != VERSION.to_le_bytes() {
            return Err(FloatFileError::Version);
        }
        Ok((std::array::from_fn(|_| u32::from_le_bytes(reader.take())), reader))
    }

    /// The rest of the header, and whether the file is a checkpoint, after checks of the length and
    /// the checksum of all the bytes.
    fn header(
        &mut self,
        bytes: &[u8],
        weights: usize,
    ) -> Result<(Provenance, bool), FloatFileError> {
        let provenance = Provenance { recipe: self.take(), data: self.take() };
        let checkpoint = self.take() != [0; 4];
        let (found, expected) = (bytes.len(), len(weights, checkpoint));
        if found != expected {
            return Err(FloatFileError::Length { found, expected });
        }
        let (covered, checksum) = bytes.split_at(found - HASH_LEN);
        if hash(covered) != *checksum {
            return Err(FloatFileError::Checksum);
        }
        Ok((provenance, checkpoint))
    }

    fn take<const N: usize>(&mut self) -> [u8; N] {
        let mut taken = [0; N];
        let (front, rest) = self.0.split_at(N.min(self.0.len()));
        taken[..front.len()].copy_from_slice(front);
        self.0 = rest;
        taken
    }

    fn numbers(&mut self, count: usize) -> impl Iterator<Item = f32> {
        (0..count).map(|_| f32::from_le_bytes(self.take()))
    }

    fn params(&mut self) -> Params {
        Params::from_numbers(self.numbers(Params::LEN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_not_finite_are_refused() {
        let provenance = Provenance::default();
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let refusal = |state: &State| {
                let bytes = FloatFile::to_bytes(&provenance, state, true);
                let weights = FloatFile::read_weights(&bytes, 1).map(drop);
                assert_eq!(weights, FloatFile::read(&bytes).map(drop));
                weights
            };
            let mut state = State::random(1);
            state.weights.output_bias[3] = bad;
            assert_eq!(refusal(&state), Err(FloatFileError::NotFinite(FloatPart::Weights)));
            let mut state = State::random(1);
            state.progress.moments[1].output_bias[0] = bad;
            assert_eq!(refusal(&state), Err(FloatFileError::NotFinite(FloatPart::Progress)));
            let mut state = State::random(1);
            state.progress.epoch_loss = bad.into();
            assert_eq!(refusal(&state), Err(FloatFileError::NotFinite(FloatPart::Progress)));
            // A net of another size.
            let shape = Shape { inputs: INPUTS, hidden: HIDDEN / 2, buckets: 1 };
            let mut bytes = MAGIC.to_vec();
            let head = [shape.inputs, shape.hidden, shape.buckets].map(|number| number as u32);
            bytes.extend([VERSION].into_iter().chain(head).flat_map(u32::to_le_bytes));
            bytes.extend([0; 2 * HASH_LEN + 4]);
            bytes.extend((1..shape.len()).flat_map(|_| 0.5_f32.to_le_bytes()));
            bytes.extend(bad.to_le_bytes());
            bytes.extend(hash(&bytes));
            let small = FloatFile::read_weights(&bytes, 1).map(drop);
            assert_eq!(small, Err(FloatFileError::NotFinite(FloatPart::Weights)));
        }
    }

    #[test]
    fn files_are_read_back_and_damage_is_detected() {
        let provenance = Provenance { recipe: [3; 32], data: [4; 32] };
        let mut state = State::random(1);
        state.progress.moments[1] = Params::random(2);
        state.progress.steps = 7;
        state.progress.epoch_loss = 0.5;
        state.progress.epoch_positions = 9;
        state.progress.last_epoch_loss = 0.25;
        for checkpoint in [false, true] {
            let good = FloatFile::to_bytes(&provenance, &state, checkpoint);
            let read = FloatFile::read(&good).expect("good bytes");
            assert_eq!((read.provenance, &read.weights), (provenance, &state.weights));
            assert_eq!(read.progress, checkpoint.then(|| state.progress.clone()));

            let damaged = |at: usize| {
                let mut bytes = good.clone();
                bytes[at] ^= 0x40;
                FloatFile::read(&bytes)
            };
            assert_eq!(damaged(0), Err(FloatFileError::Magic));
            assert_eq!(damaged(8), Err(FloatFileError::Version));
            assert_eq!(damaged(16), Err(FloatFileError::Architecture));
            assert_eq!(damaged(30), Err(FloatFileError::Checksum));
            assert_eq!(damaged(good.len() - 1), Err(FloatFileError::Checksum));
            let short = FloatFile::read(&good[..good.len() - 1]);
            assert!(matches!(short, Err(FloatFileError::Length { .. })), "{short:?}");
        }
        assert_eq!(FloatFile::read(&[]), Err(FloatFileError::Magic));
    }
}
