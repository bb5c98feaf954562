//! Sakdi: a Makruk (Thai chess) engine that knows how to count.
//!
//! Modules are listed in the order of their dependencies: each uses only those above it.

pub mod types;

pub mod attacks;

pub mod rules;

pub mod position;

pub mod words;

pub mod movegen;

pub mod perft;

pub mod book;

pub mod game;

pub mod notation;

pub mod openings;

pub mod eval;

pub mod tablebase;

pub mod search;

pub mod arena;

pub mod bench;

pub mod data;

pub mod uci;

pub mod tune;

pub mod train;

pub mod analysis;

pub mod cli;
