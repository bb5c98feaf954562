//! Matches between UCI engines, with the rules of this crate as the arbiter.
//!
//! An engine is a child process that is trusted with nothing ([`engine`]); a game of two is judged
//! by [`crate::game::Game::outcome`] alone ([`game`]); a [`tournament`] plays a [`schedule`] of
//! them, [`standings`] adds up what comes out, [`elo`] and [`sprt`] say what it means, and
//! [`record`] keeps it.

pub mod adjudication;
pub mod answer;
pub mod clock;
pub mod display;
pub mod elo;
pub mod engine;
pub mod game;
mod likelihood;
pub mod log;
pub mod openings;
pub(crate) mod os;
mod process;
pub mod random_openings;
pub mod record;
pub mod schedule;
pub mod settings;
pub mod sprt;
pub mod standings;
pub mod thai;
pub mod tournament;

pub use crate::notation::pgn::ending;
