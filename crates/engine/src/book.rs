//! Opening books: moves to choose from by weight, for positions of Makruk.
//!
//! A book file is read as a whole. It has, in little-endian order: the eight bytes of `MAGIC`; the
//! key of the start position, because books of a program with other Zobrist keys are useless; the
//! number of entries (4 bytes); the entries in order of position and move; and the CRC-32 of
//! everything before it. An entry is the position's key (8 bytes), the move (2) and its weight (2).

use makruk::movegen::is_legal;
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use makruk::types::Move;
use rand::Rng;
use rand::distr::Distribution;
use rand::distr::weighted::WeightedIndex;
use sakdi_platform::files::{self, IoReason};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

const MAGIC: [u8; 8] = *b"SAKDIBK1";
const HEADER: usize = 8 + 8 + 4;
const ENTRY: usize = 8 + 2 + 2;
const CHECKSUM: usize = 4;

/// A book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    // Sorted by key, then by move.
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    key: u64,
    mv: Move,
    weight: u16,
}

/// Why a file cannot be used as a book.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("{}", IoReason::from(.0))]
    Io(#[from] io::Error),
    /// The file is not a book of this program.
    #[error("not a Sakdi opening book")]
    NoBook,
    /// The book was made with other keys of positions.
    #[error("an opening book of another version")]
    OtherKeys,
    /// The book is damaged.
    #[error("the opening book is damaged")]
    Damaged,
}

/// A move of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// Its weight: moves are chosen in proportion to it.
    pub weight: u16,
}

impl Book {
    /// Opens a book.
    ///
    /// # Errors
    /// [`BookError`] says what is wrong with the file.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        Self::read(&files::read(path)?)
    }

    fn read(bytes: &[u8]) -> Result<Self, BookError> {
        if bytes.len() < HEADER + CHECKSUM || bytes[..8] != MAGIC {
            return Err(BookError::NoBook);
        }
        let (body, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        if checksum != crc32fast::hash(body).to_le_bytes() {
            return Err(BookError::Damaged);
        }
        if number(&body[8..16]) != start_key() {
            return Err(BookError::OtherKeys);
        }
        let entries = &body[HEADER..];
        if number(&body[16..20]) * ENTRY as u64 != entries.len() as u64 {
            return Err(BookError::Damaged);
        }
        let entry = |bytes: &[u8]| {
            let mv = Move::from_bits(number(&bytes[8..10]) as u16)?;
            Some(Entry { key: number(&bytes[..8]), mv, weight: number(&bytes[10..]) as u16 })
        };
        let entries: Option<Vec<Entry>> = entries.chunks_exact(ENTRY).map(entry).collect();
        let entries = entries.filter(|entries| entries.is_sorted()).ok_or(BookError::Damaged)?;
        Ok(Self { entries })
    }

    /// Writes the book.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(HEADER + ENTRY * self.entries.len() + CHECKSUM);
        bytes.extend(MAGIC);
        bytes.extend(start_key().to_le_bytes());
        bytes.extend((self.entries.len() as u32).to_le_bytes());
        for entry in &self.entries {
            bytes.extend(entry.key.to_le_bytes());
            bytes.extend(entry.mv.bits().to_le_bytes());
            bytes.extend(entry.weight.to_le_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        out.write_all(&bytes)
    }

    /// Number of moves in the book, over all positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the book has no moves.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The moves for a position, by decreasing weight; none in Makpong.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        if position.variant() != Variant::Makruk {
            return Vec::new();
        }
        let key = position.key();
        let first = self.entries.partition_point(|entry| entry.key < key);
        let here = self.entries[first..].iter().take_while(|entry| entry.key == key);
        // Two positions may share a key.
        let legal = here.filter(|entry| is_legal(position, entry.mv));
        let mut moves: Vec<BookMove> =
            legal.map(|&Entry { mv, weight, .. }| BookMove { mv, weight }).collect();
        moves.sort_by_key(|one| std::cmp::Reverse(one.weight));
        moves
    }

    /// A random move for a position, with probability in proportion to its weight.
    pub fn choose(&self, position: &Position, rng: &mut impl Rng) -> Option<Move> {
        let moves = self.moves(position);
        // Wide enough for the sum of the weights.
        let weights = WeightedIndex::new(moves.iter().map(|one| u32::from(one.weight))).ok()?;
        Some(moves[weights.sample(rng)].mv)
    }
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// Identifies the Zobrist keys of this version of the program.
fn start_key() -> u64 {
    Position::start(Variant::Makruk, CountingRule::MAKRUK).key()
}

/// Collects the moves of games and their results.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    // [key, move]: how often it was made, and its half points
    made: BTreeMap<(u64, Move), (u32, u32)>,
}

impl Builder {
    /// Adds a move of a game, with the half points of the side that made it: 2 for a win, 1 for a
    /// draw.
    pub fn note(&mut self, position: &Position, mv: Move, half_points: u32) {
        let (times, points) = self.made.entry((position.key(), mv)).or_default();
        *times += 1;
        *points += half_points;
    }

    /// Number of times that the most frequent move was made.
    pub fn most_often(&self) -> u32 {
        self.made.values().map(|&(times, _)| times).max().unwrap_or_default()
    }

    /// The book of moves that were made at least `min_games` times and scored. Their weight is
    /// their score.
    pub fn build(&self, min_games: u32) -> Book {
        let kept =
            self.made.iter().filter(|(_, (times, points))| *times >= min_games && *points > 0);
        let most = kept.clone().map(|(_, &(_, points))| points).max().unwrap_or_default();
        // Points that fit are weights as they are.
        let scale = u64::from(most.max(u16::MAX.into()));
        let entry = |(&(key, mv), &(_, points)): (&(u64, Move), &(u32, u32))| {
            let weight = u64::from(points) * u64::from(u16::MAX) / scale;
            Entry { key, mv, weight: weight.clamp(1, u16::MAX.into()) as u16 }
        };
        Book { entries: kept.map(entry).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::types::Square;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    fn mv(from: (u8, u8), to: (u8, u8)) -> Move {
        Move::new(Square::new(from.0, from.1), Square::new(to.0, to.1)).expect("a move")
    }

    fn book() -> (Position, Book) {
        let start = Position::start(Variant::Makruk, CountingRule::MAKRUK);
        let mut builder = Builder::default();
        for half_points in [2, 2, 1, 1] {
            builder.note(&start, mv((4, 2), (4, 3)), half_points);
        }
        for half_points in [1, 1] {
            builder.note(&start, mv((3, 2), (3, 3)), half_points);
        }
        for half_points in [0, 0, 0] {
            builder.note(&start, mv((0, 2), (0, 3)), half_points);
        }
        builder.note(&start, mv((1, 0), (3, 1)), 2);
        (start, builder.build(2))
    }

    #[test]
    fn weights_may_add_up_to_more_than_one_of_them_holds() {
        let start = Position::start(Variant::Makruk, CountingRule::MAKRUK);
        let mut builder = Builder::default();
        for from in [3, 4] {
            for _ in 0..40_000 {
                builder.note(&start, mv((from, 2), (from, 3)), 2);
            }
        }
        let book = builder.build(1);
        assert!(book.choose(&start, &mut StdRng::seed_from_u64(1)).is_some());
    }

    fn bytes(book: &Book) -> Vec<u8> {
        let mut bytes = Vec::new();
        book.write(&mut bytes).expect("memory");
        bytes
    }

    #[test]
    fn moves_weigh_what_they_scored() {
        let (start, book) = book();
        let weights: Vec<u16> = book.moves(&start).iter().map(|one| one.weight).collect();
        assert_eq!(weights, [6, 2], "the lost and the lone move are left out");
        let mut rng = StdRng::seed_from_u64(1);
        let first = book.moves(&start)[0].mv;
        let chosen = (0..4_000).filter(|_| book.choose(&start, &mut rng) == Some(first)).count();
        assert!((2_850..3_150).contains(&chosen), "{chosen}");
        let makpong = Position::start(Variant::Makpong, CountingRule::MAKRUK);
        assert_eq!(book.choose(&makpong, &mut rng), None);
        assert_eq!(book.choose(&start.play_unchecked(first), &mut rng), None);
    }

    #[test]
    fn a_book_reads_as_it_was_written_and_damage_is_noticed() {
        let (_, book) = book();
        let good = bytes(&book);
        assert_eq!(Book::read(&good).expect("a book"), book);
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 1;
            assert!(Book::read(&bad).is_err(), "byte {at}");
            assert!(Book::read(&good[..at]).is_err(), "cut at {at}");
        }
        assert!(matches!(Book::read(b"a text"), Err(BookError::NoBook)));
        let mut other = good[..good.len() - CHECKSUM].to_vec();
        other[8] ^= 1;
        other.extend(crc32fast::hash(&other).to_le_bytes());
        assert!(matches!(Book::read(&other), Err(BookError::OtherKeys)));
    }
}
