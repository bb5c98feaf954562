//! The games of one position, and how they are written.

use super::Place;
use makruk::types::Move;
use sakdi_explorer::{
    MoveTally, MoverResult, PositionKey, Results, Tally, TallyError, Truncated, Years, push_varint,
    take_varint,
};

/// The games that went through a position, or had certain men on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Group {
    /// The games by move.
    pub tally: Tally,
    /// Where each of them is, in the order of their numbers.
    pub places: Vec<Place>,
}

/// The index cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DamagedIndex {
    /// A block ends too early.
    #[error("a block of the index is cut off")]
    Truncated(#[from] Truncated),
    /// A tally is damaged.
    #[error("in the index {0}")]
    Tally(#[from] TallyError),
    /// Keys or games are not in order.
    #[error("a block of the index is in disorder")]
    Order,
    /// A list of games is missing or incomplete.
    #[error("a list of games is incomplete")]
    List,
}

/// Number of games from which their list is kept beside the block.
const LISTED_BESIDE: usize = 48;

impl Group {
    pub(super) fn add(&mut self, later: Self) {
        self.tally.add(&later.tally);
        self.places.extend(later.places);
    }

    /// Whether the list of games is kept beside the block.
    const fn is_listed_beside(games: usize) -> bool {
        games >= LISTED_BESIDE
    }

    /// Adds the group to a block, after one with the key `before`. Returns the list that is to be kept beside
    /// the block.
    pub(super) fn write(
        &self,
        key: PositionKey,
        before: PositionKey,
        block: &mut Vec<u8>,
    ) -> Option<Vec<u8>> {
        self.write_tally(key, before, self.places.len(), block);
        let mut list = Vec::new();
        write_places(&self.places, &mut list);
        if Self::is_listed_beside(self.places.len()) {
            return Some(list);
        }
        block.append(&mut list);
        None
    }

    fn write_tally(
        &self,
        key: PositionKey,
        before: PositionKey,
        games: usize,
        block: &mut Vec<u8>,
    ) {
        push_varint(block, key.0 - before.0);
        push_varint(block, games as u64);
        match self.tally.moves() {
            [one] if games == 1 => write_one(one, block),
            _ => self.tally.write(block),
        }
    }

    /// Takes a group from a block, after one with the key `before`: its key, its number of games and the
    /// group, which lacks its games where these are beside the block.
    pub(super) fn read(
        block: &mut &[u8],
        before: PositionKey,
    ) -> Result<StoredGroup, DamagedIndex> {
        let step = take_varint(block)?;
        let key = before.0.checked_add(step).ok_or(DamagedIndex::Order)?;
        let games = usize::try_from(take_varint(block)?).map_err(|_| DamagedIndex::List)?;
        let tally = if games == 1 { read_one(block)? } else { Tally::read(block)? };
        let is_listed_beside = Self::is_listed_beside(games);
        let places = match is_listed_beside {
            true => Vec::new(),
            false => read_places(block, games)?,
        };
        let group = Self { tally, places };
        Ok(StoredGroup { key: PositionKey(key), games, group, is_listed_beside })
    }
}

/// A group as a block has it.
#[derive(Clone, Debug)]
pub(super) struct StoredGroup {
    pub key: PositionKey,
    /// Number of games.
    pub games: usize,
    pub group: Group,
    /// Whether the list of its games is beside the block.
    pub is_listed_beside: bool,
}

impl StoredGroup {
    /// Adds the group to a block as [`Group::write`] does; a list beside the block stays as it is.
    pub(super) fn write(&self, before: PositionKey, block: &mut Vec<u8>) {
        self.group.write_tally(self.key, before, self.games, block);
        if !self.is_listed_beside {
            write_places(&self.group.places, block);
        }
    }
}

/// Most positions have one game: its tally is short.
fn write_one(games: &MoveTally, block: &mut Vec<u8>) {
    let Results { wins, draws, losses, .. } = games.results;
    let result = if wins > 0 {
        MoverResult::Win
    } else if draws > 0 {
        MoverResult::Draw
    } else if losses > 0 {
        MoverResult::Loss
    } else {
        MoverResult::Unknown
    };
    let mv = u64::from(games.mv.map_or(0, Move::bits));
    push_varint(block, mv << 2 | result as u64);
    push_varint(block, games.years.range().map_or(0, |(year, _)| year.into()));
}

/// Reads what [`write_one`] writes.
fn read_one(block: &mut &[u8]) -> Result<Tally, DamagedIndex> {
    let (bits, year) = (take_varint(block)?, take_varint(block)?);
    let result = [MoverResult::Win, MoverResult::Draw, MoverResult::Loss, MoverResult::Unknown];
    let mv = match u16::try_from(bits >> 2).map_err(|_| TallyError::Move)? {
        0 => None,
        bits @ ..0x1000 => Some(Move::from_bits(bits).ok_or(TallyError::Move)?),
        _ => return Err(TallyError::Move.into()),
    };
    let year = u16::try_from(year).map_err(|_| TallyError::Year)?;
    let results = Results::of(result[bits as usize & 3]);
    let years = Years::of((year > 0).then_some(year));
    Ok(Tally::new([MoveTally { mv, results, years }]))
}

fn write_places(places: &[Place], bytes: &mut Vec<u8>) {
    let mut before = 0;
    for place in places {
        push_varint(bytes, (place.game - before).into());
        push_varint(bytes, place.ply.into());
        before = place.game;
    }
}

/// Takes the places of this many games from some bytes.
pub(super) fn read_places(bytes: &mut &[u8], games: usize) -> Result<Vec<Place>, DamagedIndex> {
    // Each takes two bytes at least.
    if games > bytes.len() / 2 {
        return Err(DamagedIndex::List);
    }
    let mut places: Vec<Place> = Vec::with_capacity(games);
    for _ in 0..games {
        let before = places.last().map_or(0, |place| place.game);
        let step = u32::try_from(take_varint(bytes)?).map_err(|_| DamagedIndex::List)?;
        let game = before.checked_add(step).ok_or(DamagedIndex::Order)?;
        let ply = u16::try_from(take_varint(bytes)?).map_err(|_| DamagedIndex::List)?;
        if step == 0 {
            return Err(DamagedIndex::Order);
        }
        places.push(Place { game, ply });
    }
    Ok(places)
}
