//! Sakdi: a Makruk (Thai chess) engine that knows how to count.
//!
//! Modules are listed in the order of their dependencies: each uses only those above it. Errors,
//! outcomes and counts are typed values whose `Display` is plain English; [`i18n`] has their Thai.
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `cli` | yes | the program: command line, matches, self-play, training; endgame tables are built; memory maps, threads of perft, zstd in C |
//! | `embedded-tables` | yes | endgame tables of khun and two men against a bare khun, 7 MB |
//! | `tuning` | no | every constant of the search as a UCI option |
//!
//! Without any it is the engine alone, in Rust throughout, also for `wasm32-unknown-unknown`.
//!
//! # Positions, moves and games
//!
//! ```
//! use sakdi::game::Game;
//! use sakdi::movegen::legal_moves;
//! use sakdi::notation::{coordinate, san};
//! use sakdi::position::Position;
//! use sakdi::rules::{CountingRule, Variant};
//!
//! let mut game = Game::new(Position::start(Variant::Makruk, CountingRule::Makruk));
//! assert_eq!(legal_moves(game.position()).len(), 23);
//!
//! let mv = san::parse(game.position(), "e4")?;
//! assert_eq!(coordinate::format(game.position(), mv), "e3e4");
//! game.play(mv)?;
//! assert_eq!(game.outcome(), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The count
//!
//! ```
//! use sakdi::game::Game;
//! use sakdi::notation::{fen, san};
//! use sakdi::rules::{CountingRule, Outcome, Variant};
//! use sakdi::types::Color;
//!
//! // The fields after the dash: the limit of the count in plies, its ply, the move number.
//! let fen = "7k/8/6K1/8/8/8/8/R7 w - 32 9 60";
//! let mut game = Game::new(fen::parse(fen, Variant::Makruk, CountingRule::Makruk)?);
//! assert_eq!(
//!     game.position().count_status().to_string(),
//!     "pieces' honour: Black has counted 5 of 16, White has 12 moves left"
//! );
//! game.play(san::parse(game.position(), "Ra8#")?)?;
//! assert_eq!(game.outcome(), Some(Outcome::Mate { winner: Color::White }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Search
//!
//! The search never prints. It reports each line to an observer, which can also stop it.
//!
//! ```
//! use sakdi::game::Game;
//! use sakdi::position::Position;
//! use sakdi::search::{Engine, Limits, SearchReport, SearchObserver};
//! use std::sync::Mutex;
//!
//! #[derive(Default)]
//! struct Depths(Mutex<Vec<u32>>);
//!
//! impl SearchObserver for Depths {
//!     fn report(&self, report: &SearchReport<'_>) {
//!         self.0.lock().expect("no panic").push(report.depth);
//!     }
//! }
//!
//! let game = Game::new(Position::start(Default::default(), Default::default()));
//! let mut engine = Engine::new(16); // MiB of the transposition table
//! let depths = Depths::default();
//! let result = engine.search(&game, &Limits { depth: Some(4), ..Limits::default() }, &depths);
//! assert!(result.best_move.is_some());
//! assert_eq!(depths.0.lock().expect("no panic").last(), Some(&4));
//! ```
//!
//! # Endgame tables
//!
#![cfg_attr(feature = "embedded-tables", doc = "```")]
#![cfg_attr(not(feature = "embedded-tables"), doc = "```ignore")]
//! use sakdi::notation::fen;
//! use sakdi::rules::{CountingRule, Variant};
//! use sakdi::tablebase::Tablebase;
//! use sakdi::types::Color;
//!
//! let tables = Tablebase::embedded();
//! let fen = "7k/8/6K1/8/8/8/8/R7 w - 32 9 60";
//! let position = fen::parse(fen, Variant::Makruk, CountingRule::Makruk)?;
//! let result = tables.probe(&position).expect("khun and ruea against khun");
//! assert_eq!(result.winner(), Some(Color::White));
//! assert_eq!(result.distance, Some(1));
//! assert_eq!(result.moves_left, Some(12));
//! # Ok::<(), sakdi::notation::FenError>(())
//! ```

#![deny(missing_docs)]

// Tests share a file with the integration tests, which know the library by its name.
#[cfg(test)]
extern crate self as sakdi;

pub mod types;

mod platform;

mod attacks;

pub mod rules;

pub mod position;

pub mod movegen;

pub mod perft;

pub mod book;

pub mod game;

pub mod notation;

pub mod formations;

pub mod eval;

pub mod tablebase;

pub mod search;

#[cfg(feature = "cli")]
pub mod arena;

pub mod bench;

#[cfg(feature = "cli")]
pub mod data;

pub mod version;

pub mod puzzles;

#[cfg(feature = "cli")]
pub mod tune;

#[cfg(feature = "cli")]
pub mod train;

pub mod i18n;

pub mod uci;

pub mod analysis;

#[cfg(feature = "cli")]
pub mod cli;
