//! The protocol as real clients speak it, against the program behind pipes.

mod handshake;
mod levels;
mod lifetime;
mod output;
mod people;
mod position;
mod reader;
mod searching;
mod thai;
mod without_threads;
