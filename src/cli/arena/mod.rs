//! `sakdi match`: matches between engines.

mod args;
mod merge;
mod resume;
mod run;

pub(super) use args::{Args, joined};
