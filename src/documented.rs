//! Checks that the documents name every option of every command.

use super::Cli;
use clap::{Command, CommandFactory};
use std::fs;
use std::path::Path;

/// The sections of the documents for people who use the program: from one heading to the next.
fn sections() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let documents = fs::read_dir(root.join("docs")).expect("a folder");
    let documents = documents.map(|entry| entry.expect("an entry").path());
    let documents = documents.filter(|path| path.extension().is_some_and(|end| end == "md"));
    let mut sections = Vec::new();
    for path in documents.chain([root.join("README.md")]) {
        let text = fs::read_to_string(&path).expect("a document");
        sections.extend(text.split("\n#").map(str::to_owned));
    }
    sections
}

/// Whether a text has this word, which may begin with dashes.
fn has_word(text: &str, word: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    text.match_indices(word).any(|(at, _)| {
        !text[..at].ends_with(is_letter) && !text[at + word.len()..].starts_with(is_letter)
    })
}

/// Adds the options of a command that no section names together with the command.
fn undocumented(command: &Command, path: &str, sections: &[String], missing: &mut Vec<String>) {
    let name = command.get_name();
    for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
        let Some(option) = argument.get_long().map(|long| format!("--{long}")) else { continue };
        let is_there = |section: &String| has_word(section, name) && has_word(section, &option);
        if !sections.iter().any(is_there) {
            missing.push(format!("{path} {option}"));
        }
    }
    for inner in command.get_subcommands() {
        undocumented(inner, &format!("{path} {}", inner.get_name()), sections, missing);
    }
}

#[test]
fn every_option_is_documented() {
    let mut missing = Vec::new();
    undocumented(&Cli::command(), "sakdi", &sections(), &mut missing);
    assert!(missing.is_empty(), "no section of docs/ or README.md names:\n{}", missing.join("\n"));
}
