//! Integration tests, one file a topic.

mod architecture;
mod harness;
mod notation;
mod perft;
mod rules;
