//! Integration tests, one file a topic.

mod architecture;
mod arena;
mod cli;
mod client;
mod data;
mod differential;
mod fuzz;
mod harness;
mod nets;
mod nnue;
mod notation;
mod openings;
mod perft;
mod rules;
mod search;
mod tablebase;
mod thai;
mod train;
mod tune;
mod uci;
