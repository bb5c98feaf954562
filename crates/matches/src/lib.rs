//! Matches between UCI engines, with the rules of this crate as the arbiter.
//!
//! An engine is an untrusted child process ([`engine`]). The result of a game depends only on
//! [`makruk::game::Game::outcome`] and on the engines' faults ([`game`]). A `tournament` plays the
//! games of a [`schedule`], [`match_pgn`] writes and reads them as PGN, `standings` adds them up, and
//! `elo`, `rating` and `sprt` measure the difference in strength.

#![deny(missing_docs)]

pub mod adjudication;
pub mod clock;
pub mod elo;
pub mod ending;
pub mod engine;
mod engine_option;
pub mod game;
pub mod ledger;
mod likelihood;
pub mod log;
pub mod match_pgn;
pub mod openings;
mod os;
mod process;
mod program;
pub mod random_openings;
pub mod rating;
pub mod schedule;
pub mod settings;
pub mod sprt;
pub mod standings;
pub mod thai_format;
pub mod tournament;
pub mod uci_output;
pub mod work_part;

mod thai;
