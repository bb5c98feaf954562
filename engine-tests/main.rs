//! Integration tests, one file a topic.

mod analysis;
mod architecture;
mod arena;
mod book;
mod cli;
mod client;
mod clients;
mod data;
mod differential;
mod epd;
mod fuzz;
mod harness;
mod nets;
mod nnue;
mod notation;
mod openings;
mod perft;
mod pgn;
mod play;
mod rules;
mod search;
mod tablebase;
mod thai;
mod train;
mod tune;
mod uci;
