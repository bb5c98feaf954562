//! A file of tallies by position, for programs without a database: `explorer.bin` of the page.
//!
//! Layout, numbers with the lowest byte first: the text `SAKDIEXP`; a byte with the version, 1; the number of
//! positions in 4 bytes; their keys in order, 8 bytes each; where the tally of each begins, counted from the
//! first one, 4 bytes each; the tallies. A tally is a number of moves, and for each the move (from in bits
//! 0 to 5, to in bits 6 to 11, 0 for games that end), games, wins, draws, losses, the first year (0 if
//! unknown) and the years from the first to the last; all as numbers of seven bits a byte. Positions, moves
//! and results are as the side to move sees them ([`NormalPosition`]).

use crate::{NormalPosition, PositionKey, Tally, TallyError};
use makruk::position::Position;

const MAGIC: &[u8; 8] = b"SAKDIEXP";
/// The version of the files.
pub const VERSION: u8 = 1;
const HEADER: usize = MAGIC.len() + 1 + 4;

/// Why bytes are no explorer file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// They begin otherwise.
    #[error("not an explorer file")]
    Magic,
    /// A later version.
    #[error("the explorer file is of version {0}, and this program reads version {VERSION}")]
    Version(u8),
    /// The file is cut off, or its keys or places are in disorder.
    #[error("the explorer file is damaged")]
    Damaged,
    /// A tally is damaged.
    #[error("the explorer file is damaged: {0}")]
    Tally(#[from] TallyError),
}

/// A file of tallies in memory.
#[derive(Clone, Debug)]
pub struct ExplorerFile {
    bytes: Vec<u8>,
    positions: usize,
}

impl ExplorerFile {
    /// The file with these bytes.
    ///
    /// # Errors
    /// They are no such file, or it is damaged.
    pub fn new(bytes: Vec<u8>) -> Result<Self, FileError> {
        let header = bytes.get(..HEADER).ok_or(FileError::Magic)?;
        if !header.starts_with(MAGIC) {
            return Err(FileError::Magic);
        }
        if header[MAGIC.len()] != VERSION {
            return Err(FileError::Version(header[MAGIC.len()]));
        }
        let mut count = [0; 4];
        count.copy_from_slice(&header[MAGIC.len() + 1..]);
        let positions = u32::from_le_bytes(count) as usize;
        let file = Self { bytes, positions };
        let is_whole = positions
            .checked_mul(12)
            .and_then(|length| length.checked_add(HEADER))
            .is_some_and(|length| length <= file.bytes.len());
        if !is_whole {
            return Err(FileError::Damaged);
        }
        let tallies = file.bytes.len() - file.tallies_at();
        let in_order =
            |at: usize| file.key(at - 1) < file.key(at) && file.place(at - 1) < file.place(at);
        let is_ordered = (1..positions).all(in_order);
        let ends_within = positions == 0 || file.place(positions - 1) < tallies;
        if is_ordered && ends_within { Ok(file) } else { Err(FileError::Damaged) }
    }

    /// Number of positions.
    pub const fn len(&self) -> usize {
        self.positions
    }

    /// Whether it has none.
    pub const fn is_empty(&self) -> bool {
        self.positions == 0
    }

    /// The tally of a position or a mirror image of it, with the moves of this one; `None` if it is not there.
    ///
    /// # Errors
    /// The tally is damaged.
    pub fn get(&self, position: &Position) -> Result<Option<Tally>, FileError> {
        let normal = NormalPosition::of(position);
        let wanted = normal.key();
        let (mut low, mut high) = (0, self.positions);
        while low < high {
            let middle = low.midpoint(high);
            if self.key(middle) < wanted { low = middle + 1 } else { high = middle }
        }
        if low == self.positions || self.key(low) != wanted {
            return Ok(None);
        }
        let from = self.tallies_at() + self.place(low);
        Ok(Some(Tally::read(&mut &self.bytes[from..])?.reflected(&normal)))
    }

    const fn tallies_at(&self) -> usize {
        HEADER + 12 * self.positions
    }

    fn key(&self, at: usize) -> PositionKey {
        let from = HEADER + 8 * at;
        let mut key = [0; 8];
        key.copy_from_slice(&self.bytes[from..from + 8]);
        PositionKey(u64::from_le_bytes(key))
    }

    /// Where the tally of this position begins, from the first one.
    fn place(&self, at: usize) -> usize {
        let from = HEADER + 8 * self.positions + 4 * at;
        let mut place = [0; 4];
        place.copy_from_slice(&self.bytes[from..from + 4]);
        u32::from_le_bytes(place) as usize
    }
}

/// Makes a file of tallies.
#[derive(Clone, Debug, Default)]
pub struct FileWriter {
    keys: Vec<u8>,
    places: Vec<u8>,
    tallies: Vec<u8>,
    last: Option<PositionKey>,
}

/// The positions do not come in order, or a file cannot hold all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// A position comes after one with a larger or the same key.
    #[error("the positions are not in the order of their keys")]
    Order,
    /// The tallies take more than 4 GiB.
    #[error("an explorer file holds at most 4 GiB")]
    TooLarge,
}

impl FileWriter {
    /// Adds a position. They come in the order of their keys.
    ///
    /// # Errors
    /// This one does not, or there is no room.
    pub fn push(&mut self, key: PositionKey, tally: &Tally) -> Result<(), WriteError> {
        if self.last.is_some_and(|last| last >= key) {
            return Err(WriteError::Order);
        }
        let place = u32::try_from(self.tallies.len()).map_err(|_| WriteError::TooLarge)?;
        self.last = Some(key);
        self.keys.extend(key.0.to_le_bytes());
        self.places.extend(place.to_le_bytes());
        tally.write(&mut self.tallies);
        Ok(())
    }

    /// Number of positions so far.
    pub const fn len(&self) -> usize {
        self.places.len() / 4
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The file.
    pub fn finish(self) -> Vec<u8> {
        // Each tally takes at least a byte and its offset fits into u32, so the number does, too.
        let count = (self.len() as u32).to_le_bytes();
        let parts = [MAGIC.as_slice(), &[VERSION], &count, &self.keys, &self.places, &self.tallies];
        parts.concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MoveTally, MoverResult, Results, Years};
    use makruk::movegen::legal_moves;

    /// A file of the start position and of those after each first move.
    fn sample() -> (Vec<Position>, Vec<u8>) {
        let start = Position::start(Default::default(), Default::default());
        let mut positions = vec![start];
        positions.extend(legal_moves(&start).iter().map(|&mv| start.play_unchecked(mv)));
        let mut keyed: Vec<_> = positions.iter().map(NormalPosition::of).collect();
        keyed.sort_by_key(NormalPosition::key);
        let mut writer = FileWriter::default();
        for normal in keyed {
            writer.push(normal.key(), &tally()).expect("in order");
        }
        assert_eq!(writer.push(PositionKey(0), &tally()), Err(WriteError::Order));
        (positions, writer.finish())
    }

    fn tally() -> Tally {
        let (results, years) = (Results::of(MoverResult::Draw), Years::of(Some(2026)));
        Tally::new([MoveTally { mv: None, results, years }])
    }

    #[test]
    fn positions_are_found() {
        let (positions, bytes) = sample();
        let file = ExplorerFile::new(bytes).expect("a file");
        assert_eq!(file.len(), positions.len());
        assert!(positions.iter().all(|position| file.get(position) == Ok(Some(tally()))));
        let later = positions[1].play_unchecked(legal_moves(&positions[1])[0]);
        assert_eq!(file.get(&later.play_unchecked(legal_moves(&later)[3])), Ok(None));
    }

    #[test]
    fn moves_are_those_of_the_position_asked_about() {
        let start = Position::start(Default::default(), Default::default());
        let first = legal_moves(&start)[0];
        let normal = NormalPosition::of(&start);
        let results = Results::of(MoverResult::Win);
        let games =
            MoveTally { mv: Some(normal.reflected(first)), results, years: Years::default() };
        let mut writer = FileWriter::default();
        writer.push(normal.key(), &Tally::new([games])).expect("in order");
        let file = ExplorerFile::new(writer.finish()).expect("a file");
        let tally = file.get(&start).expect("undamaged").expect("it is there");
        assert_eq!(tally.moves()[0].mv, Some(first));
        let mirrored = makruk::notation::fen::parse(
            "rnskmsnr/8/pppppppp/8/8/PPPPPPPP/8/RNSMKSNR w - - 0 1",
            Default::default(),
            Default::default(),
        )
        .expect("a FEN");
        let there = file.get(&mirrored).expect("undamaged").expect("it is there").moves()[0].mv;
        let files = first.from().flip_files();
        assert_eq!(there.map(|mv| mv.from()), Some(files));
    }

    #[test]
    fn damaged_files_are_refused() {
        let (_, bytes) = sample();
        assert_eq!(ExplorerFile::new(b"no".to_vec()).err(), Some(FileError::Magic));
        let mut newer = bytes.clone();
        newer[8] = 9;
        assert_eq!(ExplorerFile::new(newer).err(), Some(FileError::Version(9)));
        let mut many = bytes.clone();
        many[9..13].fill(0xff);
        assert_eq!(ExplorerFile::new(many).err(), Some(FileError::Damaged));
        let mut disorder = bytes.clone();
        disorder[HEADER..HEADER + 8].fill(0xff);
        assert_eq!(ExplorerFile::new(disorder).err(), Some(FileError::Damaged));
        for end in 0..bytes.len() {
            if let Ok(file) = ExplorerFile::new(bytes[..end].to_vec()) {
                let start = Position::start(Default::default(), Default::default());
                let _damaged_or_found = file.get(&start);
            }
        }
        let empty = ExplorerFile::new(FileWriter::default().finish()).expect("an empty file");
        assert!(empty.is_empty());
    }
}
