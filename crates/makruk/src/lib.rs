//! Makruk, the chess of Thailand: its board, legal moves, counting rules and notations.
//!
//! [`position`] is a position with the count that belongs to it, [`movegen`] lists its legal moves,
//! and [`game`] is a position with its history, which knows how the game ended. [`notation`] reads
//! and writes FEN, SAN, coordinates, Thai notation, EPD and PGN. [`rules`] is the home of the
//! counting rules (การนับศักดิ์). Makpong, the tie-break game, is a [`rules::Variant`].
//!
//! Modules are listed in the order of their dependencies: each uses only those above it. Errors,
//! outcomes and counts are typed values whose `Display` is plain English.
//!
//! # Positions, moves and games
//!
//! ```
//! use makruk::game::Game;
//! use makruk::movegen::legal_moves;
//! use makruk::notation::{coordinate, san};
//! use makruk::position::Position;
//! use makruk::rules::{CountingRule, Variant};
//!
//! let mut game = Game::new(Position::start(Variant::Makruk, CountingRule::MAKRUK));
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
//! use makruk::game::Game;
//! use makruk::notation::{fen, san};
//! use makruk::rules::{CountingRule, Outcome, Variant};
//! use makruk::types::Color;
//!
//! // The fields after the dash: the limit of the count in plies, its ply, the move number.
//! let fen = "7k/8/6K1/8/8/8/8/R7 w - 32 9 60";
//! let mut game = Game::new(fen::parse(fen, Variant::Makruk, CountingRule::MAKRUK)?);
//! assert_eq!(
//!     game.position().count_status().to_string(),
//!     "pieces' honour: Black has counted 5 of 16, White has 12 moves left"
//! );
//! game.play(san::parse(game.position(), "Ra8#")?)?;
//! assert_eq!(game.outcome(), Some(Outcome::Mate { winner: Color::White }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]

pub mod types;

pub mod attacks;

pub mod rules;

pub mod position;

pub mod movegen;

pub mod perft;

pub mod game;

pub mod notation;

pub mod formations;

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct ReadmeExamples;
