//! Fits the weights of the handcrafted evaluation to the engine's own games (Österlund's Texel
//! method, by gradient): the value of a quiet position, made an expected score by a logistic
//! curve, should agree with what the game came to and with what a search said. [`spsa`] tunes the
//! constants of the search.

mod dataset;
mod emit;
mod gradient;
pub mod spsa;

pub use dataset::{Dataset, LoadStatistics, Split, Target};
pub use emit::{EmitError, emit};
pub use gradient::{Epoch, Fit, Settings, fit, fit_scale, loss};
