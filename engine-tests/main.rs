//! Integration tests, one file a topic.

mod architecture;
mod cli;
mod client;
mod differential;
mod fuzz;
mod harness;
mod notation;
mod perft;
mod rules;
mod uci;
