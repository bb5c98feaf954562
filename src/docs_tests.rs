//! Checks that the documents name every option of every command, that their commands can be typed,
//! and that the links of the Thai documents lead somewhere.

use super::command_line;
use clap::Command;
use makruk::notation::terminal_text::shown;
use sakdi_i18n::Language;
use std::fs;
use std::path::{Path, PathBuf};

/// The documents in English for people who use the program, in which every option is named.
fn english_documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let documents = fs::read_dir(root.join("docs")).expect("a folder");
    let documents = documents.map(|entry| entry.expect("an entry").path());
    let documents = documents.filter(|path| path.extension().is_some_and(|end| end == "md"));
    documents.chain([root.join("README.md")]).collect()
}

/// The sections of the documents in English: from one heading to the next.
fn sections() -> Vec<String> {
    let mut sections = Vec::new();
    for path in english_documents() {
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
    undocumented(&command_line::command(Language::English), "sakdi", &sections(), &mut missing);
    assert!(missing.is_empty(), "no section of docs/ or README.md names:\n{}", missing.join("\n"));
}

/// The documents in Thai.
fn thai_documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut documents = vec![root.join("README.th.md")];
    for entry in fs::read_dir(root.join("docs/th")).expect("a folder") {
        documents.push(entry.expect("an entry").path());
    }
    documents
}

/// The words of a line as a shell splits it, up to a comment or the next command.
fn shell_words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in line.chars() {
        match letter {
            '"' | '\'' if quote.is_none_or(|quote| quote == letter) => {
                quote = if quote.is_none() { Some(letter) } else { None };
                word.get_or_insert_default();
            }
            '#' | '|' | '>' | '<' | '&' if word.is_none() && quote.is_none() => break,
            ' ' if quote.is_none() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

/// The blocks of commands in a document, with a command on each line.
fn shell_lines(text: &str) -> Vec<String> {
    let blocks =
        text.split("```").skip(1).step_by(2).filter_map(|block| block.strip_prefix("sh\n"));
    blocks
        .flat_map(|block| block.replace("\\\n", " ").lines().map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

/// Why the program refuses a command line.
fn refused(line: &str, language: Language) -> Option<clap::Error> {
    let parsed = command_line::command(language).try_get_matches_from(shell_words(line));
    parsed.err().filter(clap::Error::use_stderr)
}

#[test]
fn the_commands_of_thai_documents_can_be_typed() {
    let mut found = 0;
    for path in thai_documents() {
        let text = fs::read_to_string(&path).expect("a document");
        let in_text = text.split('`').skip(1).step_by(2).map(str::to_owned);
        let lines = shell_lines(&text).into_iter().chain(in_text);
        for line in lines.filter(|line| line.starts_with("sakdi ")) {
            if let Some(error) = refused(&line, Language::Thai) {
                // In the text, a command may be named without its arguments.
                let is_named = line.split(' ').count() <= 3 && !line.contains("--");
                assert!(is_named, "{}: {line}: {error}", shown(&path));
            }
            found += 1;
        }
    }
    assert!(found > 30, "{found} commands");
}

#[test]
fn the_commands_of_english_documents_can_be_typed() {
    let mut found = 0;
    let contributing = Path::new(env!("CARGO_MANIFEST_DIR")).join("CONTRIBUTING.md");
    for path in english_documents().into_iter().chain([contributing]) {
        let text = fs::read_to_string(&path).expect("a document");
        // A variable of the shell, or an ellipsis, stands for arguments that are not known here.
        let is_whole = |line: &String| line.starts_with("sakdi ") && !line.contains(['$', '…']);
        for line in shell_lines(&text).into_iter().filter(is_whole) {
            if let Some(error) = refused(&line, Language::English) {
                panic!("{}: {line}: {error}", shown(&path));
            }
            found += 1;
        }
    }
    assert!(found > 60, "{found} commands");
}

/// The address of a heading, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let is_kept = |letter: &char| {
        letter.is_alphanumeric() || is_thai_mark(*letter) || "-_ ".contains(*letter)
    };
    text.chars().filter(is_kept).collect::<String>().replace(' ', "-")
}

fn is_thai_mark(letter: char) -> bool {
    ('\u{e30}'..='\u{e4e}').contains(&letter)
}

#[test]
fn the_links_of_thai_documents_lead_somewhere() {
    let mut found = 0;
    for path in thai_documents() {
        let text = fs::read_to_string(&path).expect("a document");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with("http") {
                continue;
            }
            let (file, section) = link.split_once('#').unwrap_or((link, ""));
            let folder = path.parent().expect("a folder");
            let target = if file.is_empty() { path.clone() } else { folder.join(file) };
            assert!(target.exists(), "{}: no file {link}", shown(&path));
            if !section.is_empty() {
                let text = fs::read_to_string(&target).expect("a document");
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                let is_there = headings.any(|heading| anchor(heading) == section);
                assert!(is_there, "{}: no section {link}", shown(&path));
            }
            found += 1;
        }
    }
    assert!(found > 20, "{found} links");
}
