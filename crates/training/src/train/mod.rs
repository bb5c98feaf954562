//! Trains the net of [`sakdi_engine::eval::nnue`] on self-play games. The net's value of a quiet position,
//! turned into expected points by a logistic curve, is fitted to the score of the search and to the
//! result of the game. Training runs on the CPU in 32-bit floating point; docs/training.md
//! describes how to use it.
//!
//! The net depends only on the data, the settings and the seed. The number of threads, the memory
//! limit, and interrupting and resuming a run change nothing.

mod backprop;
mod checkpoint;
mod labels;
mod load;
mod loss_table;
mod params;
mod params_step;
mod points_curve;
mod quantization;
mod settings;
mod shuffle;
mod trainer;
mod training_position;

pub use checkpoint::{FloatFile, FloatFileError, FloatPart};
pub use load::{Data, LoadStatistics, Loader};
pub use loss_table::{LossGroup, LossSums, LossTable, loss_table};
pub use params::Params;
pub use points_curve::PointsCurve;
pub use quantization::QuantizationError;
pub use settings::{LrSchedule, Recipe, ResultShare, TrainSettings};
pub use shuffle::ShuffleStore;
pub use trainer::{Event, Progress, State, Trainer};
pub use training_position::TrainingPosition;
