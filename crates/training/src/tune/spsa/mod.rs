//! Tunes the constants of the search by games of the engine against itself: simultaneous
//! perturbation stochastic approximation (SPSA).
//!
//! Each iteration changes all parameters at once, each up or down at random. The engine with these
//! values plays against the engine with the opposite changes, and the result moves every parameter
//! towards the values that won. Many parameters need no more games than one.
//!
//! Source: J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic
//! optimization", IEEE Transactions on Aerospace and Electronic Systems 34 (1998), 817–823, for
//! the method, the exponents and the stability constant. As in Stockfish's fishtest and OpenBench,
//! gains are given by their values at the end of the run, values are rounded at random, and the two
//! games of a pair share an opening with colours swapped.

mod games;
mod run;
mod state;

pub use games::{GameCounts, Games, GamesError};
pub use run::{Gains, Parameter, Run};
pub use state::{from_text, to_text};
