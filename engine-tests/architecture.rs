//! The direction of dependencies: every path to another module of the crate points down the list.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules from the ground up. Those of one row are siblings and never use each other.
const LAYERS: &[&[&str]] = &[
    &["types", "platform"],
    &["attacks"],
    &["rules"],
    &["position"],
    &["movegen"],
    &["perft", "game", "notation", "book", "openings"],
    &["eval", "tablebase"],
    &["search"],
    &["bench", "arena", "data", "version"],
    &["tune", "train"],
    &["i18n"],
    &["uci", "analysis"],
    &["cli"],
    &["main"],
];

/// The edge: what speaks to people, and so knows in which language.
const EDGE: &[&str] = &["uci", "analysis", "cli"];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

#[test]
fn no_module_uses_one_above_or_beside_it() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut faults = Vec::new();
    let mut arrows = BTreeSet::new();
    for path in rust_files(&source) {
        let module = module_of(&source, &path);
        if module == "lib" {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a readable source file");
        let Some(own) = layer(&module) else {
            faults.push(format!("{}: module '{module}' has no place in LAYERS", path.display()));
            continue;
        };
        for used in used_modules(&text) {
            match layer(&used) {
                None => faults.push(format!("{}: uses unknown '{used}'", path.display())),
                Some(other) if used != module && other >= own => {
                    faults.push(format!("{}: {module} uses {used}", path.display()));
                }
                Some(_) => {
                    arrows.insert((module.clone(), used));
                }
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    // The reader works: these arrows are there for all to see.
    for (from, to) in [("position", "rules"), ("notation", "movegen"), ("main", "cli")] {
        assert!(arrows.contains(&(from.into(), to.into())), "{from} → {to} not found");
    }
}

/// Below the edge all is typed values in plain English: nothing there imports the sentences in other
/// languages, or takes a language by another way.
#[test]
fn only_the_edge_knows_languages() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut faults = Vec::new();
    let mut edge = BTreeSet::new();
    for path in rust_files(&source) {
        let module = module_of(&source, &path);
        if module == "i18n" {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a readable source file");
        let code: String = text.lines().map(code_of).collect::<Vec<_>>().join("\n");
        let mut names = code.split(|letter: char| !is_name_letter(letter));
        let knows = used_modules(&text).contains("i18n")
            || names.any(|name| ["i18n", "Language", "Localized", "Phrase"].contains(&name));
        if knows && EDGE.contains(&module.as_str()) {
            edge.insert(module);
        } else if knows && module != "lib" {
            faults.push(format!("{}: knows languages", path.display()));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    assert_eq!(edge.len(), EDGE.len(), "the whole edge speaks to people: {edge:?}");
}

/// The crate's documentation promises its modules in the order of their dependencies.
#[test]
fn the_crate_lists_its_modules_from_the_ground_up() {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs");
    let text = fs::read_to_string(library).expect("a readable source file");
    let modules: Vec<&str> = text
        .lines()
        .filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'))
        .collect();
    assert!(modules.len() > 5, "the modules of the crate: {modules:?}");
    for pair in modules.windows(2) {
        assert!(layer(pair[0]) <= layer(pair[1]), "{} comes before {}", pair[0], pair[1]);
    }
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The top-level module a file belongs to.
fn module_of(source: &Path, file: &Path) -> String {
    let relative = file.strip_prefix(source).expect("a file under src");
    let first = relative.iter().next().expect("a name").to_string_lossy();
    first.trim_end_matches(".rs").to_owned()
}

/// The top-level modules named by `crate::…`, in `use` or elsewhere; `sakdi::…` is what the binary
/// says. Documentation and comments, which may look up, do not count.
fn used_modules(text: &str) -> BTreeSet<String> {
    let code = text.lines().map(code_of).collect::<Vec<_>>().join("\n");
    let mut used = BTreeSet::new();
    for root in ["crate::", "sakdi::"] {
        for (at, _) in code.match_indices(root) {
            if !code[..at].ends_with(is_name_letter) {
                used.extend(first_names(&code[at + root.len()..]));
            }
        }
    }
    used
}

/// A line without its comment.
fn code_of(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

const fn is_name_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// The first name of each path that begins here: one, or all those of `{a::…, b, c::{…}}`.
fn first_names(path: &str) -> Vec<String> {
    let name = |text: &str| text.chars().take_while(|&c| is_name_letter(c)).collect::<String>();
    let Some(group) = path.strip_prefix('{') else {
        return vec![name(path)];
    };
    let mut names = Vec::new();
    let mut depth = 0;
    let mut begins = true;
    for (at, letter) in group.char_indices() {
        match letter {
            '}' if depth == 0 => break,
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => begins = true,
            _ if begins && is_name_letter(letter) => {
                names.push(name(&group[at..]));
                begins = false;
            }
            _ => {}
        }
    }
    names
}

#[test]
fn the_reader_finds_every_form_of_path() {
    let text = "use crate::{eval::{self, x}, search, rules::y};\nlet a = crate::types::b; // crate::cli\nmycrate::data; use sakdi::uci;";
    let found: Vec<String> = used_modules(text).into_iter().collect();
    assert_eq!(found, ["eval", "rules", "search", "types", "uci"]);
}
