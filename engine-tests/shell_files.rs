//! Completions and manual pages.

use crate::client::PROGRAM;
use std::fs;
use std::process::Command;

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output =
            Command::new(PROGRAM).args(["completions", shell]).output().expect("it starts");
        assert!(output.status.success(), "{shell}: {output:?}");
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(text.contains("concurrency") && text.contains("probe"), "{shell}");
    }
    let other = Command::new(PROGRAM).args(["completions", "csh"]).output().expect("it starts");
    assert_eq!(other.status.code(), Some(2));
}

#[test]
fn each_command_has_a_manual_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = || {
        let mut command = Command::new(PROGRAM);
        command.arg("man").arg(folder.path()).output().expect("it starts")
    };
    let output = write();
    assert!(output.status.success(), "{output:?}");
    let page = |name: &str| fs::read_to_string(folder.path().join(name)).expect(name);
    assert!(page("sakdi.1").contains(".TH sakdi 1"));
    assert!(page("sakdi-match.1").contains("concurrency"));
    assert!(page("sakdi-tables-probe.1").contains("\\-\\-fen"));
    assert!(!folder.path().join("sakdi-help.1").exists());
    assert_eq!(write().status.code(), Some(2), "what exists stays");
}
