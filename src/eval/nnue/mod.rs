//! The learned evaluation: an efficiently updatable neural network (NNUE; Yu Nasu, 2018) from
//! where the men stand to centipawns.

pub mod arch;
mod net;

pub use net::{Net, NetError, Provenance, Row};
