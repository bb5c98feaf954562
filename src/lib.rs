//! Sakdi: a Makruk (Thai chess) engine that knows how to count.
//!
//! Modules are listed in the order of their dependencies: each uses only those above it. Errors,
//! outcomes and counts are typed values whose `Display` is plain English; [`i18n`] has their Thai.
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `cli` | yes | the program: command line, matches, self-play, training; endgame tables are built; memory maps, threads of perft, zstd in C |
//! | `embedded-tables` | yes | endgame tables of khun and two men against a bare khun, 7 MB |
//! | `tuning` | no | every constant of the search as a UCI option |
//!
//! Without any it is the engine alone, in Rust throughout, also for `wasm32-unknown-unknown`.

pub mod types;

pub mod platform;

pub mod attacks;

pub mod rules;

pub mod position;

pub mod movegen;

pub mod perft;

pub mod book;

pub mod game;

pub mod notation;

pub mod openings;

pub mod eval;

pub mod tablebase;

pub mod search;

#[cfg(feature = "cli")]
pub mod arena;

pub mod bench;

#[cfg(feature = "cli")]
pub mod data;

pub mod version;

#[cfg(feature = "cli")]
pub mod tune;

#[cfg(feature = "cli")]
pub mod train;

pub mod i18n;

pub mod uci;

pub mod analysis;

#[cfg(feature = "cli")]
pub mod cli;
