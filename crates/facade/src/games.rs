//! Games from PGN.

use crate::{Error, Subject};
use makruk::game::Game;
use makruk::notation::pgn::{self, GameTree, Parts, PgnGame, Reader, decode};
use makruk::notation::{Dialect, PgnError};
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use sakdi_analysis::game_of;
use std::collections::VecDeque;
use std::io::{self, Read};

/// A game as it is written, and as it was played.
#[derive(Clone, Debug)]
pub struct ReadGame {
    /// Tags, moves as text, comments, variations.
    pub pgn: PgnGame,
    /// The main line.
    pub game: Game,
}

impl ReadGame {
    /// The game with its variations, under the rule that it was read by.
    pub fn tree(&self) -> GameTree {
        let start = self.game.start();
        // The main line was read before, so it is whole.
        GameTree::read_from(&self.pgn, *start).0
    }

    /// The dialect of the moves.
    pub fn dialect(&self) -> Dialect {
        // The game was read in it before.
        self.pgn.read_moves(self.game.start()).map_or(Dialect::Makruk, |read| read.dialect)
    }

    /// The same game under another counting rule.
    ///
    /// # Errors
    /// Its first position is illegal under the rule.
    pub fn with_rule(&self, rule: CountingRule) -> Result<Self, Error> {
        Ok(resolve(self.pgn.clone(), self.game.start().variant(), Some(rule))?)
    }

    /// The game as PGN with its moves in the dialect of this name.
    ///
    /// # Errors
    /// There is no such dialect.
    pub fn in_dialect(&self, name: &str) -> Result<String, Error> {
        let unknown = |error| Error::Name { subject: Subject::Notation, error };
        let dialect: Dialect = name.parse().map_err(unknown)?;
        Ok(pgn::convert(&self.pgn, self.game.start().variant(), dialect)?)
    }
}

/// The games of a text. Counts run by `rule`, or without it by the rule that each game names; else the
/// weaker side counts. The reader continues after a game that cannot be read.
pub fn read(
    text: &str,
    rule: Option<CountingRule>,
) -> impl Iterator<Item = Result<ReadGame, PgnError>> {
    Reader::new(text).map(move |pgn| resolve(pgn?, Variant::Makruk, rule))
}

fn resolve(
    pgn: PgnGame,
    variant: Variant,
    rule: Option<CountingRule>,
) -> Result<ReadGame, PgnError> {
    let game = game_of(&pgn, variant, rule)?;
    Ok(ReadGame { pgn, game })
}

/// How to read games that do not say it themselves.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// The variant.
    pub variant: Variant,
    /// The counting rule, also of games that name another.
    pub rule: Option<CountingRule>,
    /// The dialect of the moves; `None` to find it.
    pub dialect: Option<Dialect>,
}

/// The games of a file of any size and encoding: an iterator. After a game that cannot be read it goes
/// on with the next; after a file that cannot be read it ends.
#[derive(Debug)]
pub struct FileGames<R> {
    parts: Parts<R>,
    options: ReadOptions,
    /// Lines of the parts before.
    lines: usize,
    ready: VecDeque<Result<PgnGame, PgnError>>,
}

impl<R: Read> FileGames<R> {
    /// The games of what `reader` reads.
    pub const fn new(reader: R, options: ReadOptions) -> Self {
        Self { parts: Parts::new(reader, 0), options, lines: 0, ready: VecDeque::new() }
    }
}

impl<R: Read> Iterator for FileGames<R> {
    type Item = io::Result<Result<ReadGame, PgnError>>;

    fn next(&mut self) -> Option<Self::Item> {
        let ReadOptions { variant, rule, dialect } = self.options;
        while self.ready.is_empty() {
            let part = match self.parts.next()? {
                Ok(part) => part,
                Err(error) => return Some(Err(error)),
            };
            let decoded = decode(&part.bytes);
            let reader = Reader::new(&decoded.text).from_line(self.lines + 1).in_dialect(dialect);
            self.ready.extend(reader);
            self.lines += decoded.text.matches('\n').count();
        }
        let game = self.ready.pop_front()?;
        Some(Ok(game.and_then(|pgn| resolve(pgn, variant, rule))))
    }
}

/// The first game of a text.
///
/// # Errors
/// There is none, or it cannot be read.
pub fn read_first(text: &str) -> Result<ReadGame, Error> {
    Ok(read(text, None).next().ok_or(Error::NoGames)??)
}

/// The games of a text with their variations, each as far as it can be read, and why it could not be read
/// further.
pub fn read_trees(text: &str) -> impl Iterator<Item = (GameTree, Option<PgnError>)> {
    Reader::new(text).map(|pgn| match pgn {
        Ok(pgn) => GameTree::read(&pgn, Variant::Makruk),
        Err(error) => {
            let start = Position::start(Variant::Makruk, CountingRule::FOR_PEOPLE);
            (GameTree::new(start), Some(error))
        }
    })
}
