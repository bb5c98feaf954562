//! Matches between UCI engines, with the rules of this crate as the arbiter.
//!
//! An engine is an untrusted child process ([`engine`]). The result of a game depends only on
//! [`crate::game::Game::outcome`] and on the engines' faults ([`game`]). A `tournament` plays the
//! games of a [`schedule`], [`match_pgn`] writes and reads them as PGN, `standings` adds them up, and
//! `elo`, `rating` and `sprt` measure the difference in strength.

pub(crate) mod adjudication;
pub mod clock;
pub(crate) mod elo;
pub mod engine;
mod engine_option;
pub mod game;
pub(crate) mod ledger;
mod likelihood;
pub(crate) mod log;
pub mod match_pgn;
pub mod openings;
mod os;
mod process;
mod program;
pub(crate) mod random_openings;
pub(crate) mod rating;
pub mod schedule;
pub(crate) mod settings;
pub(crate) mod sprt;
pub(crate) mod standings;
pub(crate) mod thai_format;
pub(crate) mod tournament;
pub mod uci_output;
pub(crate) mod work_part;

pub use crate::notation::pgn::ending;
