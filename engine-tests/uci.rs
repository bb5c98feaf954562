//! The UCI protocol as real clients use it, against the program behind pipes.

mod effects;
mod handshake;
mod levels;
mod lifetime;
mod output;
mod parser;
mod position;
mod searching;
mod sentences;
mod thai;
mod without_threads;
