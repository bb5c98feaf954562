//! Tunes the constants of the search by games of the engine against itself: simultaneous
//! perturbation stochastic approximation (SPSA).
//!
//! All parameters are moved at once, each up or down by chance; the engine with them plays the
//! engine with the opposite moves, and the result shifts every parameter to the side that won.
//! That many parameters cost no more games than one.
//!
//! Source: J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic
//! optimization", IEEE Transactions on Aerospace and Electronic Systems 34 (1998), 817–823, for
//! the method, the exponents and the stability constant. Practice of the field (Stockfish's
//! fishtest, OpenBench): gains are given by what they are at the end of the run, values are rounded
//! by chance, and pairs of games share an opening with colours swapped.

mod games;
mod run;
mod state;

pub use games::{Games, GamesError, Tally};
pub use run::{Gains, Parameter, Run, Trial};
pub use state::{StateError, from_text, to_text};
