//! What was played in the positions of many games, and with which results.
//!
//! [`NormalPosition`] is a position up to mirror images: Makruk is the same game with the files reversed, and
//! with the sides exchanged. [`Tally`] counts the games that went through one, move by move.
//! [`ExplorerFile`] is a file of tallies, which programs without a database read.

#![deny(missing_docs)]

mod file;
mod normal_position;
mod tally;
mod varint;

pub use file::{ExplorerFile, FileError, FileWriter, VERSION as FILE_VERSION, WriteError};
pub use normal_position::{NormalPosition, PositionKey};
pub use tally::{MoveTally, MoverResult, Results, Tally, TallyError, Years};
pub use varint::{Truncated, push as push_varint, take as take_varint};
