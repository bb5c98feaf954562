//! Integration tests, one file for each topic.

mod analysis;
mod annotations;
mod architecture;
mod arena;
mod bench;
mod board;
mod book;
mod building;
mod claims;
mod cli;
mod client;
mod clients;
mod club_player;
mod convert;
mod data;
mod differential;
mod epd;
mod files;
mod formations;
mod fuzz;
mod game_openings;
mod games;
mod harness;
mod json;
mod mates;
mod mop_up;
mod nets;
mod nnue;
mod notation;
mod openbench;
mod outputs;
mod perft;
mod pgn;
mod play;
mod play_load;
mod play_screen;
mod position;
mod puzzles;
mod reference;
mod rules;
mod schema;
mod search;
mod several_machines;
mod shell_files;
mod spsa;
mod synthetic;
mod tablebase;
mod terminal_text;
mod thai;
mod thai_mode;
mod train;
mod tune;
mod uci;
mod vector_units;

/// Programs speak the language of their locale; the tests expect English wherever they run.
#[ctor::ctor]
fn speak_english() {
    // SAFETY: no thread has started yet.
    unsafe { std::env::set_var("LC_ALL", "C") };
}

/// Most tests wait for programs that they start, so two of them run for each core.
#[ctor::ctor]
fn use_the_cores_while_tests_wait() {
    const VARIABLE: &str = "RUST_TEST_THREADS";
    if std::env::var_os(VARIABLE).is_none() {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        // SAFETY: no thread has started yet.
        unsafe { std::env::set_var(VARIABLE, (2 * cores).to_string()) };
    }
}
