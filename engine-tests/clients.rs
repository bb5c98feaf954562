//! Runs the chess programs that are installed; clients/run.py lists those that are not.

use crate::client::PROGRAM;
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn every_installed_client_plays_a_game() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/engine-tests/clients/run.py");
    let home = tempfile::tempdir().expect("a folder");
    let mut run = Command::new("python3");
    run.args([script, PROGRAM]).env("HOME", home.path());
    if let Some(user) = std::env::var_os("HOME") {
        // Keeps the packages that pip installed for this user available.
        run.env("PYTHONUSERBASE", Path::new(&user).join(".local"));
    }
    let Ok(output) = run.output() else {
        println!("skipped: python3 is not installed");
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout);
    print!("{said}");
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.lines().last().is_some_and(|last| last.starts_with("clients: ")), "{said}");
    let written = fs::read_dir(&home).expect("the home").count();
    assert_eq!(written, 0, "a client wrote to its user's home");
}
