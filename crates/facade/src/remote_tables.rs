//! Endgame tables on a server, of which a program fetches the parts that its positions need.
//!
//! This crate opens no connection. [`RemoteTables::wanted`] tells which parts a position needs, the
//! program fetches them as it can and hands them over, and asks again until nothing is wanted. Then the
//! tables know the position and its moves.

use crate::Error;
use makruk::movegen;
use makruk::position::Position;
use sakdi_engine::tablebase::file::{FileError, FilePart, longest_header};
use sakdi_engine::tablebase::range_reader::RangeReader;
use sakdi_engine::tablebase::table::Table;
use sakdi_engine::tablebase::{Ending, Tablebase};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Most bytes of blocks that are kept, packed.
const MOST_KEPT: u64 = 64 << 20;

/// A part of a table's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablePart {
    /// The ending of the table.
    pub ending: Ending,
    /// Its bytes in the file. Those of the beginning of a file may reach past its end.
    pub range: Range<u64>,
}

/// The parts of tables that were fetched.
#[derive(Debug, Default)]
pub struct RemoteTables {
    files: BTreeMap<Ending, RemoteFile>,
}

/// What is known of a file.
#[derive(Debug)]
enum RemoteFile {
    /// The server does not have it.
    Missing,
    /// What was known of it proved wrong.
    Forgotten,
    Known(Arc<Parts>),
}

/// The parts of one file.
#[derive(Debug)]
struct Parts {
    length: u64,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// By their first bytes in the file.
    parts: BTreeMap<u64, Vec<u8>>,
    wanted: BTreeSet<(u64, u64)>,
    is_damaged: bool,
}

impl Parts {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A reader of the parts of one file.
struct PartsReader(Arc<Parts>);

impl RangeReader for PartsReader {
    fn length(&self) -> u64 {
        self.0.length
    }

    fn read(&self, range: Range<u64>) -> io::Result<Vec<u8>> {
        let mut state = self.0.state();
        let part = state.parts.range(..=range.start).next_back();
        let found = part.and_then(|(&start, bytes)| {
            bytes.get((range.start - start) as usize..(range.end - start) as usize)
        });
        if let Some(bytes) = found {
            return Ok(bytes.to_vec());
        }
        state.wanted.insert((range.start, range.end));
        Err(io::Error::new(io::ErrorKind::WouldBlock, "not fetched yet"))
    }

    fn refuse(&self, range: Range<u64>) {
        let mut state = self.0.state();
        state.parts.remove(&range.start);
        state.is_damaged = true;
    }
}

impl RemoteTables {
    /// The parts that `tables` lack to know a position and the positions after its moves. Puts the tables
    /// that can be read into `tables`; when nothing is wanted, they know what the server knows.
    ///
    /// # Errors
    /// A part that was handed over belongs to no table of its ending, or is damaged. What is known of
    /// that table is forgotten.
    pub fn wanted(
        &mut self,
        tables: &mut Tablebase,
        position: &Position,
    ) -> Result<Vec<TablePart>, Error> {
        let mut wanted = Vec::new();
        for ending in Tablebase::endings_needed(position) {
            match self.files.get(&ending) {
                Some(RemoteFile::Known(parts)) => {
                    let reader = Box::new(PartsReader(Arc::clone(parts)));
                    match Table::from_ranges(ending, reader) {
                        // A table does not try again to read a block that it could not.
                        Ok(table) => tables.add(Arc::new(table)),
                        Err(error) => {
                            self.files.insert(ending, RemoteFile::Forgotten);
                            return Err(error.into());
                        }
                    }
                }
                Some(RemoteFile::Missing) => {}
                // One of other remote tables may lack what is needed here.
                None if tables.table(ending).is_some_and(|table| !table.is_remote()) => {}
                None | Some(RemoteFile::Forgotten) => {
                    wanted.push(TablePart { ending, range: 0..longest_header(ending) as u64 })
                }
            }
        }
        if wanted.is_empty() {
            self.look_up(tables, position)?;
            for (&ending, file) in &self.files {
                let RemoteFile::Known(parts) = file else { continue };
                let ranges = std::mem::take(&mut parts.state().wanted);
                let part = |(start, end)| TablePart { ending, range: start..end };
                wanted.extend(ranges.into_iter().map(part));
            }
        }
        Ok(wanted)
    }

    /// Has the tables look up whatever probes of the position and its moves will.
    fn look_up(&mut self, tables: &Tablebase, position: &Position) -> Result<(), Error> {
        // Tables hold only positions with the strong side to move. For one of the weak side, the
        // positions after its moves are looked up.
        let plies = if position.is_bare(position.to_move()) { 1 } else { 2 };
        probe_all(tables, position, plies);
        let mut is_damaged = false;
        for file in self.files.values_mut() {
            if matches!(file, RemoteFile::Known(parts) if parts.state().is_damaged) {
                *file = RemoteFile::Forgotten;
                is_damaged = true;
            }
        }
        if is_damaged {
            return Err(FileError::Checksum { part: FilePart::Table }.into());
        }
        Ok(())
    }

    /// Hands over a part of a file that has `length` bytes. Returns whether it belongs to the same file as
    /// the parts before it; if not, these are forgotten, and the caller asks again.
    pub fn give(&mut self, ending: Ending, from: u64, bytes: Vec<u8>, length: u64) -> bool {
        self.make_room();
        let parts = match self.files.get(&ending) {
            Some(RemoteFile::Known(parts)) if parts.length == length => Arc::clone(parts),
            Some(RemoteFile::Known(_)) => {
                self.files.insert(ending, RemoteFile::Forgotten);
                return false;
            }
            Some(RemoteFile::Missing | RemoteFile::Forgotten) | None => {
                let parts = Arc::new(Parts { length, state: Mutex::default() });
                self.files.insert(ending, RemoteFile::Known(Arc::clone(&parts)));
                parts
            }
        };
        parts.state().parts.insert(from, bytes);
        true
    }

    /// Notes that the server does not have the table of an ending.
    pub fn lacks(&mut self, ending: Ending) {
        self.files.insert(ending, RemoteFile::Missing);
    }

    /// Forgets all blocks, but no header, where there are too many of them.
    fn make_room(&mut self) {
        let all = || {
            self.files.values().filter_map(|file| match file {
                RemoteFile::Known(parts) => Some(parts),
                RemoteFile::Missing | RemoteFile::Forgotten => None,
            })
        };
        let size = |parts: &Arc<Parts>| -> u64 {
            parts.state().parts.values().map(|part| part.len() as u64).sum()
        };
        if all().map(size).sum::<u64>() > MOST_KEPT {
            all().for_each(|parts| parts.state().parts.retain(|&from, _| from == 0));
        }
    }
}

/// Probes a position and those up to so many moves later.
fn probe_all(tables: &Tablebase, position: &Position, plies: u32) {
    // What is not known yet is noted by the readers.
    let _known_later = tables.probe(position);
    if plies > 0 {
        for mv in movegen::legal_moves(position) {
            probe_all(tables, &position.play_unchecked(mv), plies - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::notation::fen;
    use makruk::rules::{CountingRule, Variant};
    use std::fs;
    use std::path::Path;

    /// The bytes of a table of the tests, if it is one of theirs.
    fn file(ending: Ending) -> Option<Vec<u8>> {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../engine-tests/data");
        fs::read(data.join(format!("{ending}.skt"))).ok()
    }

    fn position(text: &str) -> Position {
        fen::parse(text, Variant::Makruk, CountingRule::MAKRUK).expect("a position")
    }

    /// Hands over what is wanted until nothing is. Returns the numbers of parts of each round.
    fn fetch(
        remote: &mut RemoteTables,
        tables: &mut Tablebase,
        position: &Position,
        change: impl Fn(&mut Vec<u8>),
    ) -> Result<Vec<usize>, Error> {
        let mut rounds = Vec::new();
        loop {
            let wanted = remote.wanted(tables, position)?;
            if wanted.is_empty() {
                return Ok(rounds);
            }
            rounds.push(wanted.len());
            for TablePart { ending, range } in wanted {
                let Some(bytes) = file(ending) else {
                    remote.lacks(ending);
                    continue;
                };
                let end = (range.end as usize).min(bytes.len());
                let mut part = bytes[range.start as usize..end].to_vec();
                if range.start > 0 {
                    change(&mut part);
                }
                assert!(remote.give(ending, range.start, part, bytes.len() as u64));
            }
        }
    }

    const POSITION: &str = "k7/2K5/7p/8/8/1P2P3/8/8 w - - 0 1";

    #[test]
    fn tables_from_parts_know_what_whole_tables_know() {
        let mut whole = Tablebase::embedded();
        for name in ["KPPvKP", "KPvKPP"] {
            let bytes = file(name.parse().expect("an ending")).expect("a table");
            whole.add(Arc::new(Table::from_bytes(bytes).expect("a table")));
        }
        let mut remote = RemoteTables::default();
        let mut tables = Tablebase::embedded();
        let mut position = position(POSITION);
        // Through the moves of a game, of which each needs few parts or none.
        for ply in 0..6 {
            let rounds = fetch(&mut remote, &mut tables, &position, |_| {}).expect("whole files");
            assert!(rounds.len() <= 2, "{rounds:?}");
            assert!(ply > 0 || !rounds.is_empty());
            let known = tables.probe(&position);
            assert!(known.is_some(), "ply {ply}");
            assert_eq!(known, whole.probe(&position), "ply {ply}");
            assert_eq!(tables.probe_moves(&position), whole.probe_moves(&position), "ply {ply}");
            assert!(remote.wanted(&mut tables, &position).expect("whole files").is_empty());
            let moves = movegen::legal_moves(&position);
            position = position.play_unchecked(moves[0]);
        }
    }

    #[test]
    fn damage_is_refused_and_then_mended() {
        let mut remote = RemoteTables::default();
        let mut tables = Tablebase::embedded();
        let position = position(POSITION);
        let flip = |part: &mut Vec<u8>| *part.last_mut().expect("bytes") ^= 1;
        let error = fetch(&mut remote, &mut tables, &position, flip).expect_err("a wrong checksum");
        assert!(error.to_string().starts_with("damaged: "), "{error}");
        assert_eq!(tables.probe(&position), None);
        fetch(&mut remote, &mut tables, &position, |_| {}).expect("whole files");
        assert!(tables.probe(&position).is_some());
        // Another server.
        let mut other = RemoteTables::default();
        let rounds = fetch(&mut other, &mut tables, &position, |_| {}).expect("whole files");
        assert_eq!(rounds.len(), 2);
    }

    #[test]
    fn another_file_is_noticed() {
        let mut remote = RemoteTables::default();
        let mut tables = Tablebase::empty();
        let position = position(POSITION);
        let ending: Ending = "KPPvKP".parse().expect("an ending");
        let bytes = file(ending).expect("a table");
        assert!(remote.give(ending, 0, bytes.clone(), bytes.len() as u64));
        assert!(!remote.give(ending, 4096, vec![0; 8], bytes.len() as u64 + 1));
        let wanted = remote.wanted(&mut tables, &position).expect("nothing to refuse");
        assert!(wanted.iter().any(|part| part.ending == ending && part.range.start == 0));
        // Something that is no table.
        assert!(remote.give(ending, 0, b"<!DOCTYPE html>".to_vec(), 15));
        let error = remote.wanted(&mut tables, &position).expect_err("no table");
        assert_eq!(error.to_string(), "not a Sakdi table");
    }
}
