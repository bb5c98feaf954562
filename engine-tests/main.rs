//! Integration tests, one file a topic.

mod architecture;
mod fuzz;
mod harness;
mod notation;
mod perft;
mod rules;
