//! The weights of a net, and the file that holds them. All numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | `SAKDINET` |
//! | 8–11 | version of the format, 2 |
//! | 12–35 | u32 each: inputs, neurons, buckets, QA, QB, scale |
//! | 36–67 | SHA-256 of the recipe it was trained by |
//! | 68–99 | SHA-256 of the data it was trained on |
//! | then | i16 [input][value]: weights of men |
//! | then | i8 [input][value]: weights of attacked men |
//! | then | i16 [value]: biases |
//! | then | i16 [bucket][side to move, other side][value]: output weights |
//! | then | i32 [bucket]: output biases |
//! | last 32 | SHA-256 of all before |

use super::arch::{ATTACKED_INPUTS, BUCKETS, HIDDEN, INPUTS, MAN_INPUTS, QA, QB, SCALE};
use sakdi_platform::files::{self, IoReason};
use sakdi_platform::sha256::hash;
use std::io::{self, Read};
use std::path::Path;
use zerocopy::{FromBytes, Immutable, IntoBytes};

const MAGIC: &[u8; 8] = b"SAKDINET";
/// Version of the format.
const VERSION: u32 = 2;
/// Inputs, neurons, buckets, QA, QB, scale.
const ARCHITECTURE: [u32; 6] =
    [INPUTS as u32, HIDDEN as u32, BUCKETS as u32, QA as u32, QB as u32, SCALE as u32];
const HEADER_LEN: usize = 100;
const HASH_LEN: usize = 32;

/// A number for each value of an accumulator.
#[derive(Clone, Debug, PartialEq, Eq, FromBytes, Immutable, IntoBytes)]
#[repr(C, align(64))]
pub struct Row(pub [i16; HIDDEN]);

impl Row {
    /// Zeros.
    pub const ZERO: Self = Self([0; HIDDEN]);
}

/// A small number for each value of an accumulator.
#[derive(Clone, Debug, PartialEq, Eq, FromBytes, Immutable, IntoBytes)]
#[repr(C, align(64))]
pub struct SmallRow(pub [i8; HIDDEN]);

impl SmallRow {
    /// Zeros.
    pub const ZERO: Self = Self([0; HIDDEN]);
}

/// A quantized net; [`super::arch`] describes its architecture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// Weights of men in the first layer.
    // [input]
    pub man_weights: Box<[Row; MAN_INPUTS]>,
    /// Weights of attacked men in the first layer.
    // [input]
    pub attacked_weights: Box<[SmallRow; ATTACKED_INPUTS]>,
    /// Biases of the first layer.
    pub feature_bias: Row,
    /// Weights of the output.
    // [bucket][side to move, other side]
    pub output_weights: [[Row; 2]; BUCKETS],
    /// Biases of the output.
    // [bucket]
    pub output_bias: [i32; BUCKETS],
}

/// SHA-256 hashes of the training settings and data of a net.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// Hash of the settings of the training run.
    pub recipe: [u8; HASH_LEN],
    /// Hash of the training data.
    pub data: [u8; HASH_LEN],
}

/// Why bytes are not a net for this program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// They are not a net of this program.
    #[error("not a Sakdi net")]
    Magic,
    /// The version of the format is another.
    #[error("a net of version {0} of the format, this program reads {VERSION}")]
    Version(u32),
    /// The net has another shape.
    #[error(
        "a net of another architecture (inputs, neurons, buckets, QA, QB, scale): {found:?}, \
         this program needs {ARCHITECTURE:?}"
    )]
    Architecture {
        /// The numbers of its shape, as in the header.
        found: [u32; 6],
    },
    /// The length is wrong.
    #[error("a net of {found} bytes, it should have {}", Net::FILE_LEN)]
    Length {
        /// Length in bytes.
        found: usize,
    },
    /// The checksum is wrong.
    #[error("a damaged net: its checksum is wrong")]
    Checksum,
}

/// Why a net cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file cannot be read.
    #[error("{}", IoReason::from(.0))]
    Io(#[from] io::Error),
    /// Its contents are not a net.
    #[error(transparent)]
    Net(#[from] NetError),
}

impl Net {
    /// Version of the format of files.
    pub const VERSION: u32 = VERSION;
    /// Inputs, neurons, buckets, QA, QB, scale.
    pub const ARCHITECTURE: [u32; 6] = ARCHITECTURE;
    /// Bytes of the weights and biases.
    pub const NUMBERS_LEN: usize = HIDDEN * (2 * (MAN_INPUTS + 1 + 2 * BUCKETS) + ATTACKED_INPUTS)
        + size_of::<[i32; BUCKETS]>();
    /// Bytes of a file.
    pub const FILE_LEN: usize = HEADER_LEN + Self::NUMBERS_LEN + HASH_LEN;

    /// A net of zeros, to be filled in.
    pub fn zero() -> Self {
        Self {
            man_weights: boxed(Row::ZERO),
            attacked_weights: boxed(SmallRow::ZERO),
            feature_bias: Row::ZERO,
            output_weights: [const { [Row::ZERO; 2] }; BUCKETS],
            output_bias: [0; BUCKETS],
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// A file that cannot be read or holds no net for this program.
    pub fn open(path: &Path) -> Result<(Self, Provenance), OpenError> {
        let mut bytes = Vec::with_capacity(Self::FILE_LEN);
        // Enough to report the length of a file that is too long, but not all of a huge one.
        files::open(path)?.take(16 * Self::FILE_LEN as u64).read_to_end(&mut bytes)?;
        Ok(Self::read(&bytes)?)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// The bytes are not a net, or the net is damaged or made for another program.
    pub fn read(bytes: &[u8]) -> Result<(Self, Provenance), NetError> {
        let mut reader = Reader(bytes);
        if reader.take() != Some(*MAGIC) {
            return Err(NetError::Magic);
        }
        let too_short = NetError::Length { found: bytes.len() };
        let version = reader.number().ok_or(too_short.clone())?;
        if version != VERSION {
            return Err(NetError::Version(version));
        }
        let mut found = [0; 6];
        for number in &mut found {
            *number = reader.number().ok_or(too_short.clone())?;
        }
        if found != ARCHITECTURE {
            return Err(NetError::Architecture { found });
        }
        if bytes.len() != Self::FILE_LEN {
            return Err(too_short);
        }
        let (covered, checksum) = bytes.split_at(Self::FILE_LEN - HASH_LEN);
        if hash(covered) != *checksum {
            return Err(NetError::Checksum);
        }
        reader.contents().ok_or(too_short)
    }

    /// The bytes of a file.
    pub fn to_bytes(&self, provenance: &Provenance) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::FILE_LEN);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend(ARCHITECTURE.into_iter().flat_map(u32::to_le_bytes));
        bytes.extend_from_slice(&provenance.recipe);
        bytes.extend_from_slice(&provenance.data);
        self.push_numbers(&mut bytes);
        let checksum = hash(&bytes);
        bytes.extend_from_slice(&checksum);
        bytes
    }

    /// The weights and biases as they are in a file, without what comes before and after them.
    pub fn numbers(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::NUMBERS_LEN);
        self.push_numbers(&mut bytes);
        bytes
    }

    /// Reverses [`Self::numbers`]; `None` if the length is not [`Self::NUMBERS_LEN`].
    pub fn from_numbers(bytes: &[u8]) -> Option<Self> {
        (bytes.len() == Self::NUMBERS_LEN).then(|| Reader(bytes).net())?
    }

    fn push_numbers(&self, bytes: &mut Vec<u8>) {
        let little_endian = |row: &Row| row.0.into_iter().flat_map(i16::to_le_bytes);
        bytes.extend(self.man_weights.iter().flat_map(little_endian));
        bytes.extend_from_slice(self.attacked_weights.as_bytes());
        let rows = [&self.feature_bias].into_iter().chain(self.output_weights.iter().flatten());
        bytes.extend(rows.flat_map(little_endian));
        bytes.extend(self.output_bias.iter().flat_map(|number| number.to_le_bytes()));
    }
}

/// Equal rows on the heap, made without a copy on the stack.
fn boxed<R: Clone, const ROWS: usize>(row: R) -> Box<[R; ROWS]> {
    let rows: Result<Box<[R; ROWS]>, _> = vec![row; ROWS].into_boxed_slice().try_into();
    rows.unwrap_or_else(|_| unreachable!("a vector of so many rows"))
}

/// Reads numbers from the front of a byte slice.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    fn number(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn row(&mut self, row: &mut Row) -> Option<()> {
        for number in &mut row.0 {
            *number = i16::from_le_bytes(self.take()?);
        }
        Some(())
    }

    /// What follows the architecture.
    fn contents(&mut self) -> Option<(Net, Provenance)> {
        let provenance = Provenance { recipe: self.take()?, data: self.take()? };
        Some((self.net()?, provenance))
    }

    /// Weights and biases.
    fn net(&mut self) -> Option<Net> {
        let mut net = Net::zero();
        for row in net.man_weights.iter_mut() {
            self.row(row)?;
        }
        for row in net.attacked_weights.iter_mut() {
            *row = SmallRow(self.take::<HIDDEN>()?.map(|byte| byte as i8));
        }
        self.row(&mut net.feature_bias)?;
        for row in net.output_weights.iter_mut().flatten() {
            self.row(row)?;
        }
        for bias in &mut net.output_bias {
            *bias = self.take().map(i32::from_le_bytes)?;
        }
        Some(net)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn net() -> (Net, Provenance) {
        let mut net = Net::zero();
        net.man_weights[767].0[HIDDEN - 1] = -300;
        net.attacked_weights[1_535].0[HIDDEN - 1] = -100;
        net.feature_bias.0[3] = 77;
        net.output_weights[7][1].0[0] = -127;
        net.output_bias = std::array::from_fn(|bucket| i32::MIN + bucket as i32);
        (net, Provenance { recipe: [1; 32], data: [2; 32] })
    }

    fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
        let covered = bytes.len() - HASH_LEN;
        let checksum = hash(&bytes[..covered]);
        bytes[covered..].copy_from_slice(&checksum);
        bytes
    }

    #[test]
    fn a_written_net_is_read_back() {
        let (net, provenance) = net();
        let bytes = net.to_bytes(&provenance);
        assert_eq!(bytes.len(), Net::FILE_LEN);
        let numbers = net.numbers();
        assert_eq!(Net::from_numbers(&numbers[1..]), None);
        assert_eq!(Net::from_numbers(&numbers).as_ref(), Some(&net));
        assert_eq!(Net::read(&bytes), Ok((net, provenance)));
    }

    #[test]
    fn bad_bytes_have_different_errors() {
        let (net, provenance) = net();
        let good = net.to_bytes(&provenance);
        let with = |at: usize, byte: u8| {
            let mut bytes = good.clone();
            bytes[at] = byte;
            bytes
        };
        assert_eq!(Net::read(&[]), Err(NetError::Magic));
        assert_eq!(Net::read(&with(0, b'X')), Err(NetError::Magic));
        assert_eq!(Net::read(&signed(with(8, 9))), Err(NetError::Version(9)));
        let mut found = ARCHITECTURE;
        found[1] += 1;
        assert_eq!(Net::read(&signed(with(16, 1))), Err(NetError::Architecture { found }));
        for found in [10, 20, 99, Net::FILE_LEN - 1] {
            assert_eq!(Net::read(&good[..found]), Err(NetError::Length { found }));
        }
        let longer: Vec<u8> = good.iter().copied().chain([0]).collect();
        assert_eq!(Net::read(&longer), Err(NetError::Length { found: Net::FILE_LEN + 1 }));
        for at in [40, 5_000, Net::FILE_LEN - 1] {
            assert_eq!(Net::read(&with(at, 0x5A)), Err(NetError::Checksum));
        }
    }
}
