//! What the bindings for other languages share: a board with history, claims and take-back, games
//! from PGN, the engine, analysis, endgame tables and files of played moves. The bindings only convert types.
//!
//! ```
//! use sakdi_facade::Board;
//! let mut board = Board::start(Default::default(), Default::default());
//! board.play_text("e3e4")?;
//! assert_eq!(board.pop().map(|mv| mv.to().to_string()), Some("e4".to_owned()));
//! assert_eq!(board.game().moves().len(), 0);
//! # Ok::<(), sakdi_facade::Error>(())
//! ```

#![deny(missing_docs)]

pub mod analysis;
mod board;
mod engine;
mod error;
mod explorer;
pub mod games;
pub mod remote_tables;
#[cfg(feature = "training")]
pub mod shards;
pub mod tables;

pub use board::{Board, CountState, TableMove, reason};
pub use engine::{Engine, FoundLine};
pub use error::{CountError, Error, Subject};
pub use explorer::{Explorer, PlayedMove};
