//! Integration tests, one file a topic.

mod harness;
mod notation;
mod perft;
