//! The Makruk engine: evaluation, exact endgame tables, alpha-beta search and opening books.
//!
//! Modules are listed in the order of their dependencies: each uses only those above it.
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `embedded-tables` | no | endgame tables of khun and one or two men against a bare khun, 7 MB |
//! | `tuning` | no | constants of the search that can be set |
//!
//! # Search
//!
//! The search never prints. It reports each line to an observer, which can also stop it.
//!
//! ```
//! use makruk::game::Game;
//! use makruk::position::Position;
//! use sakdi_engine::search::{Engine, Limits, SearchReport, SearchObserver};
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
//! use makruk::notation::fen;
//! use makruk::rules::{CountingRule, Variant};
//! use makruk::types::Color;
//! use sakdi_engine::tablebase::Tablebase;
//!
//! let tables = Tablebase::embedded();
//! let fen = "7k/8/6K1/8/8/8/8/R7 w - 32 9 60";
//! let position = fen::parse(fen, Variant::Makruk, CountingRule::MAKRUK)?;
//! let result = tables.probe(&position).expect("khun and ruea against khun");
//! assert_eq!(result.winner(), Some(Color::White));
//! assert_eq!(result.distance, Some(1));
//! assert_eq!(result.moves_left, Some(12));
//! # Ok::<(), makruk::notation::FenError>(())
//! ```

#![deny(missing_docs)]

pub mod score;

pub mod book;

pub mod eval;

pub mod tablebase;

pub mod search;

pub mod bench;

pub use score::Score;
