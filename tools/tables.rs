//! The endgame tables that a tool is given.

use sakdi_engine::tablebase::Tablebase;

/// The tables that are part of the program and those in the directory that is the first argument.
pub fn from_argument(usage: &str) -> Tablebase {
    let Some(directory) = std::env::args_os().nth(1) else {
        eprintln!("usage: {usage}");
        std::process::exit(2);
    };
    let mut tables = Tablebase::embedded();
    tables.add_directory(directory.as_ref()).expect("a directory of endgame tables");
    tables
}
