//! Segments in the base: sorted runs of groups, written once, joined when there are many.

use super::group::{DamagedIndex, Group, StoredGroup, read_places};
use super::posting::{Posting, groups, join};
use crate::BaseError;
use rusqlite::{Connection, OptionalExtension, params};
use sakdi_explorer::PositionKey;
use std::collections::VecDeque;

/// Bytes from which a block is complete.
const BLOCK: usize = 4000;
/// Number of segments of one level that are joined to one of the next.
const JOINED: usize = 8;

/// The tables of the index.
pub(crate) const SCHEMA: &str = "
    CREATE TABLE segments (id INTEGER PRIMARY KEY, level INTEGER NOT NULL) STRICT;
    CREATE TABLE blocks (
        segment INTEGER NOT NULL REFERENCES segments,
        first_key INTEGER NOT NULL,
        groups BLOB NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX blocks_by_key ON blocks (segment, first_key);
    CREATE TABLE lists (
        segment INTEGER NOT NULL REFERENCES segments,
        key INTEGER NOT NULL,
        places BLOB NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX lists_by_key ON lists (segment, key);
";

/// A key as an integer of SQLite, which has a sign: in the same order.
pub(super) const fn stored(key: PositionKey) -> i64 {
    (key.0 ^ 1 << 63) as i64
}

/// Sorts postings and writes them as a segment of the lowest level; then joins segments where there are
/// many.
pub(crate) fn sort_into_segment(
    connection: &Connection,
    postings: &mut Vec<Posting>,
) -> Result<(), BaseError> {
    if postings.is_empty() {
        return Ok(());
    }
    postings.sort_unstable_by_key(|posting| (posting.key, posting.place));
    let mut writer = Writer::new(connection, 0)?;
    for (key, group) in groups(postings) {
        writer.push(key, &group)?;
    }
    writer.finish()?;
    postings.clear();
    join_full_levels(connection)
}

fn join_full_levels(connection: &Connection) -> Result<(), BaseError> {
    loop {
        let full = "SELECT level FROM segments GROUP BY level HAVING count(*) >= ?1 LIMIT 1";
        let level: Option<i64> =
            connection.query_row(full, [JOINED], |row| row.get(0)).optional()?;
        let Some(level) = level else { return Ok(()) };
        let mut statement =
            connection.prepare("SELECT id FROM segments WHERE level = ?1 ORDER BY id")?;
        let ids = statement.query_map([level], |row| row.get(0))?;
        let ids = ids.collect::<Result<Vec<i64>, _>>()?;
        // The oldest: games are numbered in the order in which they were added.
        join_segments(connection, &ids, level + 1)?;
    }
}

fn join_segments(connection: &Connection, ids: &[i64], level: i64) -> Result<(), BaseError> {
    let mut writer = Writer::new(connection, level)?;
    let mut cursor = Merged::new(connection, ids);
    while let Some((key, group)) = cursor.next_group()? {
        writer.push(key, &group)?;
    }
    writer.finish()?;
    for id in ids {
        for table in ["blocks", "lists"] {
            connection.execute(&format!("DELETE FROM {table} WHERE segment = ?1"), [id])?;
        }
        connection.execute("DELETE FROM segments WHERE id = ?1", [id])?;
    }
    Ok(())
}

/// The block of a segment in which this key is, if it is in any, and its first key.
pub(super) fn block_of(
    connection: &Connection,
    segment: i64,
    key: PositionKey,
) -> Result<Option<(PositionKey, Vec<u8>)>, BaseError> {
    let select = "SELECT first_key, groups FROM blocks WHERE segment = ?1 AND first_key <= ?2
                  ORDER BY first_key DESC LIMIT 1";
    let mut statement = connection.prepare_cached(select)?;
    let block = statement
        .query_row(params![segment, stored(key)], |row| Ok((loaded(row.get(0)?), row.get(1)?)));
    Ok(block.optional()?)
}

/// Writes the groups of a segment.
struct Writer<'a> {
    connection: &'a Connection,
    segment: i64,
    first: Option<PositionKey>,
    last: PositionKey,
    block: Vec<u8>,
}

impl<'a> Writer<'a> {
    fn new(connection: &'a Connection, level: i64) -> Result<Self, BaseError> {
        connection.execute("INSERT INTO segments (level) VALUES (?1)", [level])?;
        let segment = connection.last_insert_rowid();
        let last = PositionKey(0);
        Ok(Self { connection, segment, first: None, last, block: Vec::new() })
    }

    /// Adds a group. They come in the order of their keys.
    fn push(&mut self, key: PositionKey, group: &Group) -> Result<(), BaseError> {
        let before = match self.first {
            Some(_) => self.last,
            None => *self.first.insert(key),
        };
        if let Some(list) = group.write(key, before, &mut self.block) {
            let insert = "INSERT INTO lists (segment, key, places) VALUES (?1, ?2, ?3)";
            let mut statement = self.connection.prepare_cached(insert)?;
            statement.execute(params![self.segment, stored(key), list])?;
        }
        self.last = key;
        if self.block.len() >= BLOCK { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), BaseError> {
        if let Some(first) = self.first.take() {
            let insert = "INSERT INTO blocks (segment, first_key, groups) VALUES (?1, ?2, ?3)";
            let mut statement = self.connection.prepare_cached(insert)?;
            statement.execute(params![self.segment, stored(first), self.block])?;
            self.block.clear();
        }
        Ok(())
    }

    fn finish(mut self) -> Result<(), BaseError> {
        self.flush()
    }
}

/// The groups of a block.
fn groups_of(first: PositionKey, mut block: &[u8]) -> Result<VecDeque<StoredGroup>, DamagedIndex> {
    let mut groups = VecDeque::new();
    let mut before = first;
    while !block.is_empty() {
        let group = Group::read(&mut block, before)?;
        if group.key == before && !groups.is_empty() {
            return Err(DamagedIndex::Order);
        }
        before = group.key;
        groups.push_back(group);
    }
    Ok(groups)
}

/// The group of this key in a block that begins with the key `first`.
pub(super) fn group_in(
    mut block: &[u8],
    first: PositionKey,
    key: PositionKey,
) -> Result<Option<StoredGroup>, DamagedIndex> {
    let mut before = first;
    while !block.is_empty() {
        let group = Group::read(&mut block, before)?;
        if group.key >= key {
            return Ok((group.key == key).then_some(group));
        }
        before = group.key;
    }
    Ok(None)
}

const fn loaded(key: i64) -> PositionKey {
    PositionKey(key as u64 ^ 1 << 63)
}

/// Adds the list of games that is kept beside the block.
pub(super) fn with_list(
    connection: &Connection,
    segment: i64,
    mut stored_group: StoredGroup,
) -> Result<Group, BaseError> {
    if stored_group.is_listed_beside {
        let select = "SELECT places FROM lists WHERE segment = ?1 AND key = ?2";
        let mut statement = connection.prepare_cached(select)?;
        let list: Option<Vec<u8>> = statement
            .query_row(params![segment, stored(stored_group.key)], |row| row.get(0))
            .optional()?;
        let list = list.ok_or(DamagedIndex::List)?;
        stored_group.group.places = read_places(&mut list.as_slice(), stored_group.games)?;
    }
    Ok(stored_group.group)
}

/// Goes through the groups of one segment.
struct Cursor {
    segment: i64,
    groups: VecDeque<StoredGroup>,
    last_block: Option<i64>,
}

impl Cursor {
    const fn new(segment: i64) -> Self {
        Self { segment, groups: VecDeque::new(), last_block: None }
    }

    /// The key of the next group; `None` at the end.
    fn peek(&mut self, connection: &Connection) -> Result<Option<PositionKey>, BaseError> {
        if self.groups.is_empty() {
            let select =
                "SELECT first_key, groups FROM blocks WHERE segment = ?1 AND first_key > ?2
                          OR segment = ?1 AND first_key = ?2 AND ?3 ORDER BY first_key LIMIT 1";
            let mut statement = connection.prepare_cached(select)?;
            let from = self.last_block.unwrap_or(i64::MIN);
            let is_first = self.last_block.is_none();
            let block: Option<(i64, Vec<u8>)> = statement
                .query_row(params![self.segment, from, is_first], |row| {
                    Ok((row.get(0)?, row.get(1)?))
                })
                .optional()?;
            let Some((first, block)) = block else { return Ok(None) };
            self.groups = groups_of(loaded(first), &block)?;
            self.last_block = Some(first);
        }
        Ok(self.groups.front().map(|group| group.key))
    }
}

/// Goes through several segments at once.
struct Merged<'a> {
    connection: &'a Connection,
    cursors: Vec<Cursor>,
}

impl<'a> Merged<'a> {
    /// Of these segments, the one with the oldest games first.
    fn new(connection: &'a Connection, ids: &[i64]) -> Self {
        Self { connection, cursors: ids.iter().map(|&id| Cursor::new(id)).collect() }
    }

    /// The next group of all segments together.
    fn next_group(&mut self) -> Result<Option<(PositionKey, Group)>, BaseError> {
        let mut least = None;
        for cursor in &mut self.cursors {
            let key = cursor.peek(self.connection)?;
            least = least.into_iter().chain(key).min();
        }
        let Some(key) = least else { return Ok(None) };
        let mut groups = Vec::new();
        for cursor in &mut self.cursors {
            if cursor.groups.front().is_some_and(|group| group.key == key) {
                let group = cursor.groups.pop_front();
                groups.extend(
                    group
                        .map(|group| with_list(self.connection, cursor.segment, group))
                        .transpose()?,
                );
            }
        }
        Ok(Some((key, join(groups)?)))
    }
}

/// All segments of a base.
pub(crate) struct Segments<'a> {
    connection: &'a Connection,
    pub(super) ids: Vec<i64>,
}

impl<'a> Segments<'a> {
    pub(crate) fn new(connection: &'a Connection) -> Result<Self, BaseError> {
        // The larger ones hold the older games.
        let mut statement =
            connection.prepare_cached("SELECT id FROM segments ORDER BY level DESC, id")?;
        let ids = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(Self { connection, ids })
    }

    /// The groups of a key, those with older games first; with their lists of games if `with_places`.
    pub(crate) fn find(
        &self,
        key: PositionKey,
        with_places: bool,
    ) -> Result<Vec<Group>, BaseError> {
        let mut found = Vec::new();
        for &segment in &self.ids {
            let Some((first, block)) = block_of(self.connection, segment, key)? else { continue };
            let Some(group) = group_in(&block, first, key)? else { continue };
            found.push(match with_places {
                true => with_list(self.connection, segment, group)?,
                false => group.group,
            });
        }
        Ok(found)
    }

    /// Calls `visit` with every key in order, and its group.
    pub(crate) fn for_each<E: From<BaseError>>(
        &self,
        mut visit: impl FnMut(PositionKey, Group) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut merged = Merged::new(self.connection, &self.ids);
        while let Some((key, group)) = merged.next_group()? {
            visit(key, group)?;
        }
        Ok(())
    }
}
