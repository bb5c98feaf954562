//! Matches between UCI engines, with the rules of this crate as the arbiter.
//!
//! An engine is an untrusted child process ([`engine`]). The result of a game depends only on
//! [`crate::game::Game::outcome`] and on the engines' faults ([`game`]). A `tournament` plays the
//! games of a [`schedule`], [`record`] writes and reads them as PGN, `standings` adds them up, and
//! `elo`, `rating` and `sprt` measure the difference in strength.

pub(crate) mod adjudication;
pub mod clock;
pub(crate) mod elo;
pub mod engine;
pub mod game;
pub(crate) mod ledger;
mod likelihood;
pub(crate) mod log;
pub mod openings;
mod os;
mod process;
pub(crate) mod random_openings;
pub(crate) mod rating;
pub mod record;
pub mod schedule;
pub(crate) mod settings;
pub(crate) mod sprt;
pub(crate) mod standings;
pub(crate) mod thai;
pub(crate) mod tournament;
pub mod uci_output;

pub use crate::notation::pgn::ending;
