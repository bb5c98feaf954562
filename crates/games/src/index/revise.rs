//! What becomes known of a game that the index has already.

use super::group::{DamagedIndex, Group, StoredGroup};
use super::posting::Posting;
use super::segment::{Segments, block_of, group_in, stored, with_list};
use crate::BaseError;
use rusqlite::{Connection, params};
use sakdi_explorer::{MoveTally, PositionKey, Results, Tally, Years};

/// What became known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct News {
    pub result: bool,
    pub year: bool,
}

impl News {
    /// What the tally of a position learns from a posting.
    fn of(self, posting: &Posting) -> Tally {
        let results = Results { games: 0, ..Results::of(posting.result) };
        Tally::new([MoveTally {
            mv: posting.mv,
            results: if self.result { results } else { Results::default() },
            years: Years::of(posting.year.filter(|_| self.year)),
        }])
    }
}

/// Adds the news of a game to the groups of its positions. Its postings are in one segment.
pub(crate) fn revise(
    connection: &Connection,
    game: u32,
    postings: &[Posting],
    news: News,
) -> Result<(), BaseError> {
    // Few games share their last position.
    let Some(last) = postings.iter().max_by_key(|posting| posting.place.ply) else {
        return Ok(());
    };
    for segment in Segments::new(connection)?.ids {
        if !holds(connection, segment, last.key, game)? {
            continue;
        }
        for posting in postings {
            let (first, block) =
                block_of(connection, segment, posting.key)?.ok_or(DamagedIndex::Order)?;
            let revised = revised(&block, first, posting.key, &news.of(posting))?;
            let update = "UPDATE blocks SET groups = ?3 WHERE segment = ?1 AND first_key = ?2";
            let mut statement = connection.prepare_cached(update)?;
            statement.execute(params![segment, stored(first), revised])?;
        }
        return Ok(());
    }
    Err(DamagedIndex::List.into())
}

/// Whether a segment has a game in the group of a key.
fn holds(
    connection: &Connection,
    segment: i64,
    key: PositionKey,
    game: u32,
) -> Result<bool, BaseError> {
    let Some((first, block)) = block_of(connection, segment, key)? else { return Ok(false) };
    let Some(found) = group_in(&block, first, key)? else { return Ok(false) };
    let group = with_list(connection, segment, found)?;
    Ok(group.places.iter().any(|place| place.game == game))
}

/// A block that begins with the key `first`, in which the group of `key` has learnt something.
fn revised(
    block: &[u8],
    first: PositionKey,
    key: PositionKey,
    learnt: &Tally,
) -> Result<Vec<u8>, DamagedIndex> {
    let mut before = first;
    let mut rest = block;
    while !rest.is_empty() {
        let begin = block.len() - rest.len();
        let mut found: StoredGroup = Group::read(&mut rest, before)?;
        if found.key == key {
            found.group.tally.add(learnt);
            let mut revised = block[..begin].to_vec();
            found.write(before, &mut revised);
            revised.extend_from_slice(rest);
            return Ok(revised);
        }
        before = found.key;
    }
    Err(DamagedIndex::Order)
}
