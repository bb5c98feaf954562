//! A base of games in one file: SQLite for the games and their players, and an index of positions.
//!
//! [`GameBase`] opens a file. [`NewGame`] reads the facts of a game from its PGN, and [`Adder`] adds such
//! games, each once. [`Filter`] says which games to find: by position, material, player, opening, result or
//! count. [`GameBase::explore`] tells what was played in a position. The crate knows no files of PGN and
//! prints nothing.
//!
//! # The file
//!
//! `games` has a row for each game, `records` its moves and its PGN. The positions of all games are in
//! sorted segments, as log-structured merge trees keep them: [`Adder`] writes one for each batch, and joins
//! eight of one level to one of the next. So games are added in the order of the disk, and a position is
//! found with a few reads. Everything is written in transactions.

#![deny(missing_docs)]

mod adder;
mod base;
mod check;
mod completion;
mod dates;
mod error;
mod explore;
mod filter;
mod index;
mod material;
mod names;
mod new_game;
mod player_report;
mod players;
mod record;
mod saved_analysis;
mod thai;

pub use adder::{Added, Adder, Source, SourceProgress};
pub use base::{Access, BaseSummary, GameBase};
pub use check::BaseDamage;
pub use dates::GameDate;
pub use error::BaseError;
pub use explore::ExplorerError;
pub use filter::{CountFilter, Filter, FoundGame, FoundGames, PlayerSide};
pub use index::DamagedIndex;
pub use material::{MaterialPattern, PatternError};
pub use new_game::{CountFact, NewGame};
pub use player_report::{CountResults, ENDING_MEN, Mistake, MistakeKind, Phase, PlayerReport};
pub use players::Player;
