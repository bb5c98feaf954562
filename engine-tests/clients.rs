//! The interfaces that people use, those that are installed; clients/run.py says which are not.

use crate::client::PROGRAM;
use std::process::Command;

#[test]
fn every_installed_client_plays_a_game() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/engine-tests/clients/run.py");
    let Ok(output) = Command::new("python3").args([script, PROGRAM]).output() else {
        println!("skipped: python3 is not installed");
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout);
    print!("{said}");
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.lines().last().is_some_and(|last| last.starts_with("clients: ")), "{said}");
}
