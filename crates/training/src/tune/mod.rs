//! Fits the weights of the handcrafted evaluation to self-play games (P. Österlund's Texel tuning,
//! by gradient descent). The value of a quiet position, turned into expected points by a logistic
//! curve, is fitted to the result of the game and to the score of the search. `spsa` tunes the
//! constants of the search. docs/tuning.md describes how to use both.

mod dataset;
mod gradient;
pub mod spsa;
mod weights_file;

pub use dataset::{Dataset, DatasetStatistics, Split, Target};
pub use gradient::{Epoch, Fit, TuneSettings, fit, fit_scale, loss};
pub use weights_file::{WeightsFileError, replace_weights};
