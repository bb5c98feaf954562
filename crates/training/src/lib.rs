//! Training data by self-play, training of the net, and tuning of weights and constants.
//!
//! Modules are listed in the order of their dependencies: each uses only those above it.

#![deny(missing_docs)]

pub mod adam;

pub mod data;

pub mod tune;

pub mod train;
