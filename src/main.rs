//! The program: a UCI engine, and its tools for the shell.

use std::process::ExitCode;

fn main() -> ExitCode {
    // Nothing is logged unless RUST_LOG is set: clients may take stderr for trouble.
    let silent = env_logger::Env::default().default_filter_or("off");
    env_logger::Builder::from_env(silent).init();
    sakdi::cli::run()
}
