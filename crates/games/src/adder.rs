//! Adds games.

use crate::base::GameBase;
use crate::dates::GameDate;
use crate::index::{News, Posting, revise, sort_into_segment};
use crate::names::folded;
use crate::{BaseError, NewGame};
use makruk::position::Honour;
use makruk::types::Color;
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use std::collections::HashMap;

/// Level of compression of records: they are small.
const COMPRESSION: i32 = 3;
/// Number of names that are remembered, so that they are not looked up for every game.
const REMEMBERED: usize = 100_000;

/// A file that games come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its full path.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// When it was changed, in nanoseconds since 1970.
    pub modified: i64,
}

/// How far a file has been read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SourceProgress {
    /// Bytes whose games are in the base.
    pub bytes: u64,
    /// Games in them.
    pub games: u64,
    /// Lines in them.
    pub lines: u64,
    /// Those of the games that could not be read.
    pub skipped: u64,
}

/// What became of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// It is in the base now.
    New,
    /// It was there, and knows more now.
    Completed,
    /// It was there already.
    Known,
}

/// A record of the base.
#[derive(Clone, Copy, Debug)]
struct KnownRecord {
    id: u32,
    has_result: bool,
    has_year: bool,
}

/// Adds games to a base, batch by batch: each is a transaction.
#[derive(Debug)]
pub struct Adder<'a> {
    base: &'a GameBase,
    transaction: Option<Transaction<'a>>,
    postings: Vec<Posting>,
    players: HashMap<String, i64>,
    last_game: u32,
}

impl GameBase {
    /// Begins to add games. Other processes can add none meanwhile, except between two batches.
    ///
    /// # Errors
    /// Another process adds games, or the base cannot be written.
    pub fn adder(&mut self) -> Result<Adder<'_>, BaseError> {
        let transaction = Some(self.begin()?);
        let last_game = self.last_game()?;
        let (postings, players) = (Vec::new(), HashMap::new());
        Ok(Adder { base: self, transaction, postings, players, last_game })
    }

    /// How far this file has been read; from its beginning if it is another file than then.
    ///
    /// # Errors
    /// The base cannot be read.
    pub fn progress(&self, source: &Source) -> Result<SourceProgress, BaseError> {
        let select = "SELECT bytes_done, games_done, lines_done, games_skipped FROM sources
                      WHERE name = ?1 AND bytes = ?2 AND modified = ?3";
        let parameters = params![source.name, source.bytes, source.modified];
        let progress = self.connection.query_row(select, parameters, |row| {
            Ok(SourceProgress {
                bytes: row.get(0)?,
                games: row.get(1)?,
                lines: row.get(2)?,
                skipped: row.get(3)?,
            })
        });
        Ok(progress.optional()?.unwrap_or_default())
    }
}

impl Adder<'_> {
    const fn connection(&self) -> &Connection {
        &self.base.connection
    }

    /// Adds a game, or completes its record if it is there. Games are the same if their moves are, and what is
    /// known of their players, dates and results does not differ. A record that several games could have is a
    /// game of its own, unless one of them knows all that it says.
    ///
    /// # Errors
    /// The base cannot be read or written; games of earlier batches stay.
    pub fn add(&mut self, game: NewGame) -> Result<Added, BaseError> {
        let moves_key = game.moves_key();
        let there = self.records_of(&game, moves_key)?;
        let mut completed = None;
        for record in &there {
            match self.base.completed(record.id, &game)? {
                // Claims of counts can leave a game without the result that the rules would give it.
                Some(better) if better.result.is_some() || !record.has_result => {
                    completed = Some(better);
                }
                _ => return Ok(Added::Known),
            }
        }
        if let (&[record], Some(better)) = (&there[..], completed) {
            self.complete(record, moves_key, &better)?;
            return Ok(Added::Completed);
        }
        let id = self.last_game.checked_add(1).ok_or(BaseError::TooManyGames)?;
        self.write_game("INSERT", id, moves_key, &game)?;
        self.write_record("INSERT", id, &game)?;
        let materials = "INSERT OR IGNORE INTO materials (signature) VALUES (?1)";
        let mut statement = self.connection().prepare_cached(materials)?;
        for signature in &game.materials {
            statement.execute([signature])?;
        }
        drop(statement);
        self.last_game = id;
        self.postings.extend(game.postings.into_iter().map(|mut posting| {
            posting.place.game = id;
            posting
        }));
        Ok(Added::New)
    }

    /// The records that can be of this game.
    fn records_of(&self, game: &NewGame, moves_key: i64) -> Result<Vec<KnownRecord>, BaseError> {
        // Thousands of games may have the same moves: those that were never played. Their players tell them
        // apart, except where one is unknown.
        const UNKNOWN: &str = "?";
        let names = game.players.each_ref().map(|name| folded(name));
        let same = |column: &str, name: &String, at: usize| {
            let ids = format!("(SELECT id FROM players WHERE folded IN (?{at}, '{UNKNOWN}'))");
            if name == UNKNOWN { format!("?{at} NOTNULL") } else { format!("{column} IN {ids}") }
        };
        let select = format!(
            "SELECT id, year, month, day, result FROM games
                      WHERE moves_key = ?1 AND {} AND {} ORDER BY id",
            same("white", &names[0], 2),
            same("black", &names[1], 3)
        );
        let mut statement = self.connection().prepare_cached(&select)?;
        let mut rows = statement.query(params![moves_key, names[0], names[1]])?;
        let mut records = Vec::new();
        while let Some(row) = rows.next()? {
            let date = GameDate { year: row.get(1)?, month: row.get(2)?, day: row.get(3)? };
            let result: Option<String> = row.get(4)?;
            let same_result =
                result.as_deref().zip(game.result).is_none_or(|(one, other)| one == other);
            if date.agrees(game.date) && same_result {
                let (has_result, has_year) = (result.is_some(), date.year.is_some());
                records.push(KnownRecord { id: row.get(0)?, has_result, has_year });
            }
        }
        Ok(records)
    }

    /// Replaces a record by a better one of the same game.
    fn complete(
        &mut self,
        there: KnownRecord,
        moves_key: i64,
        better: &NewGame,
    ) -> Result<(), BaseError> {
        self.write_game("REPLACE", there.id, moves_key, better)?;
        self.write_record("REPLACE", there.id, better)?;
        let learns_result = !there.has_result && better.result.is_some();
        let learns_year = !there.has_year && better.date.year.is_some();
        if !learns_result && !learns_year {
            return Ok(());
        }
        // The postings of this batch are sorted by game. Both records of a game have the same ones.
        let begin = self.postings.partition_point(|posting| posting.place.game < there.id);
        let pending = &mut self.postings[begin..];
        if pending.first().is_some_and(|posting| posting.place.game == there.id) {
            for (posting, better) in pending.iter_mut().zip(&better.postings) {
                (posting.result, posting.year) = (better.result, better.year);
            }
            return Ok(());
        }
        let news = News { result: learns_result, year: learns_year };
        revise(self.connection(), there.id, &better.postings, news)
    }

    /// Writes what is known of a game. `verb` is `INSERT` for a new one, whose number nobody may have taken.
    fn write_game(
        &mut self,
        verb: &str,
        id: u32,
        moves_key: i64,
        game: &NewGame,
    ) -> Result<(), BaseError> {
        let [white, black] = [self.player(&game.players[0])?, self.player(&game.players[1])?];
        let [white_formation, black_formation] =
            game.formations.map(|one| one.map(|one| one.name()));
        let [white_rating, black_rating] = game.ratings;
        let [board_counted, pieces_counted] = game.counted;
        let insert = format!(
            "{verb} INTO games (id, moves_key, white, black, white_rating, black_rating, year, month,
                      day, event, variant, result, ending, count_side, count_honour, count_number,
                      board_counted, pieces_counted, white_formation, black_formation, plies)
                      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16,
                      ?17, ?18, ?19, ?20, ?21)"
        );
        let mut statement = self.connection().prepare_cached(&insert)?;
        statement.execute(params![
            id,
            moves_key,
            white,
            black,
            white_rating,
            black_rating,
            game.date.year,
            game.date.month,
            game.date.day,
            game.event,
            game.game.start().variant().name(),
            game.result,
            game.ending.map(|cause| cause.word()),
            game.count.map(|count| side_word(count.side)),
            game.count.map(|count| honour_word(count.honour)),
            game.count.map(|count| count.number),
            board_counted,
            pieces_counted,
            white_formation,
            black_formation,
            game.game.moves().len(),
        ])?;
        Ok(())
    }

    fn write_record(&self, verb: &str, id: u32, game: &NewGame) -> Result<(), BaseError> {
        let moves = game.game.moves().iter().flat_map(|mv| mv.bits().to_le_bytes());
        let moves: Vec<u8> = moves.collect();
        let pgn = zstd::bulk::compress(game.pgn.as_bytes(), COMPRESSION)
            .unwrap_or_else(|error| unreachable!("memory can be compressed: {error}"));
        let insert = format!("{verb} INTO records (game, moves, pgn) VALUES (?1, ?2, ?3)");
        self.connection().prepare_cached(&insert)?.execute(params![id, moves, pgn])?;
        Ok(())
    }

    /// The number of a player, who is added if necessary.
    fn player(&mut self, name: &str) -> Result<i64, BaseError> {
        let folded = folded(name);
        if let Some(&id) = self.players.get(&folded) {
            return Ok(id);
        }
        let select = "SELECT id FROM players WHERE folded = ?1";
        let known = self.connection().prepare_cached(select)?;
        let known = { known }.query_row([&folded], |row| row.get(0)).optional()?;
        let id = match known {
            Some(id) => id,
            None => {
                let insert = "INSERT INTO players (name, folded) VALUES (?1, ?2)";
                self.connection().prepare_cached(insert)?.execute([name, &folded])?;
                self.connection().last_insert_rowid()
            }
        };
        if self.players.len() >= REMEMBERED {
            self.players.clear();
        }
        self.players.insert(folded, id);
        Ok(id)
    }

    /// Notes how far a file has been read. It is written together with the games.
    ///
    /// # Errors
    /// The base cannot be written.
    pub fn note_progress(
        &mut self,
        source: &Source,
        progress: SourceProgress,
    ) -> Result<(), BaseError> {
        let insert =
            "INSERT OR REPLACE INTO sources (name, bytes, modified, bytes_done, games_done,
                      lines_done, games_skipped) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        self.connection().prepare_cached(insert)?.execute(params![
            source.name,
            source.bytes,
            source.modified,
            progress.bytes,
            progress.games,
            progress.lines,
            progress.skipped
        ])?;
        Ok(())
    }

    /// Writes the games since the last batch, and begins the next one. Until then their positions are kept in
    /// memory, about 3 KB a game; small batches make more segments to join.
    ///
    /// # Errors
    /// The base cannot be written, or another process begins to add games; those of earlier batches stay.
    pub fn write_batch(&mut self) -> Result<(), BaseError> {
        self.write()?;
        self.begin_batch()
    }

    fn begin_batch(&mut self) -> Result<(), BaseError> {
        self.transaction = Some(self.base.begin()?);
        // Since the last batch another process may have added some.
        self.last_game = self.base.last_game()?;
        Ok(())
    }

    /// Writes the last games.
    ///
    /// # Errors
    /// The base cannot be written; games of earlier batches stay.
    pub fn finish(mut self) -> Result<(), BaseError> {
        self.write()
    }

    fn write(&mut self) -> Result<(), BaseError> {
        sort_into_segment(&self.base.connection, &mut self.postings)?;
        if let Some(transaction) = self.transaction.take() {
            transaction.commit()?;
        }
        Ok(())
    }
}

pub(crate) const fn side_word(side: Color) -> &'static str {
    match side {
        Color::White => "white",
        Color::Black => "black",
    }
}

pub(crate) const fn honour_word(honour: Honour) -> &'static str {
    match honour {
        Honour::Board => "board",
        Honour::Pieces => "pieces",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Access;
    use makruk::notation::pgn::Reader;
    use makruk::rules::Variant;
    use tempfile::TempDir;

    fn game(white: &str, moves: &str) -> NewGame {
        let text = format!("[White \"{white}\"]\n[Black \"Prey\"]\n\n{moves}");
        let game = Reader::new(&text).next().expect("a game").expect("PGN");
        NewGame::read(&game, Variant::Makruk).expect("legal moves")
    }

    #[test]
    fn another_process_may_add_games_between_two_batches() {
        let folder = TempDir::new().expect("a temporary folder");
        let path = folder.path().join("games.sqlite");
        let [mut one, mut other] =
            [(); 2].map(|()| GameBase::open(&path, Access::Write).expect("a base"));
        let mut adder = one.adder().expect("nobody else writes");
        assert_eq!(adder.add(game("Som", "1. e4 1-0")).expect("a base"), Added::New);
        adder.write().expect("a base");
        let mut between = other.adder().expect("nobody writes now");
        assert_eq!(between.add(game("Kwan", "1. d4 0-1")).expect("a base"), Added::New);
        between.finish().expect("a base");
        adder.begin_batch().expect("nobody else writes");
        assert_eq!(adder.add(game("Mali", "1. c4 1-0")).expect("a base"), Added::New);
        adder.finish().expect("a base");
        let base = GameBase::open(&path, Access::Read).expect("a base");
        assert_eq!(base.summary().expect("a base").games, 3);
        assert_eq!(base.check().expect("a base"), (3, vec![]));
    }

    #[test]
    fn a_name_has_one_form_however_it_is_typed() {
        assert_eq!(folded("  Som  Chai "), "som chai");
        assert_eq!(folded("ศรีค\u{e4d}\u{e32}"), folded("ศรีค\u{e33}"));
    }
}
