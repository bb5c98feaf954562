//! Checks what the compiler cannot say of the dependencies. Between crates Cargo.toml guards their
//! direction; within a crate these tests do.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The crates whose lib.rs lists its modules in the order of their dependencies.
const LAYERED: &[&str] = &["makruk", "engine", "training"];

/// The folder of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folders with source files: each crate, and the program.
fn sources() -> Vec<PathBuf> {
    let crates = fs::read_dir(root().join("crates")).expect("a readable folder");
    let crates = crates.map(|entry| entry.expect("a readable entry").path().join("src"));
    let mut sources: Vec<_> = crates.chain([root().join("src")]).collect();
    sources.sort();
    assert!(sources.len() > 8, "{sources:?}");
    sources
}

/// The modules that a crate root lists, in its order.
fn listed_modules(root: &Path) -> Vec<String> {
    let text = fs::read_to_string(root).expect("a readable source file");
    let modules = text.lines().filter_map(|line| {
        let module = line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';')?;
        Some(module.trim_start_matches("r#").to_owned())
    });
    modules.collect()
}

/// Every module of a layered crate uses only those that lib.rs lists before it.
#[test]
fn modules_use_only_those_listed_before_them() {
    let mut faults = Vec::new();
    let mut arrows = 0;
    for name in LAYERED {
        let source = root().join("crates").join(name).join("src");
        let modules = listed_modules(&source.join("lib.rs"));
        assert!(modules.len() > 2, "{name}: {modules:?}");
        let place = |module: &str| modules.iter().position(|listed| listed == module);
        for path in rust_files(&source) {
            let module = module_path(&source, &path).swap_remove(0);
            let Some(own) = place(&module) else { continue };
            let code =
                without_comments(&fs::read_to_string(&path).expect("a readable source file"));
            for used in paths_from(&code, "crate").iter().filter_map(|path| path.get(1)) {
                match place(used) {
                    Some(other) if other > own => {
                        faults.push(format!("{}: {module} uses {used}", path.display()));
                    }
                    Some(other) => arrows += usize::from(other < own),
                    // A macro of the crate.
                    None => {}
                }
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    // Checks the parser itself.
    assert!(arrows > 100, "{arrows} arrows");
}

/// The table of CONTRIBUTING.md lists every crate after those that it depends on.
#[test]
fn the_table_of_crates_is_in_the_order_of_their_dependencies() {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("a readable page");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    let listed: Vec<&str> = rows.flat_map(|row| row.split('`')).collect();
    let place = |folder: &str| listed.iter().position(|listed| *listed == folder);
    let crates = fs::read_dir(root().join("crates")).expect("a readable folder");
    for folder in crates.map(|entry| entry.expect("a readable entry").file_name()) {
        let name = folder.to_str().expect("text");
        let own = place(&format!("crates/{name}")).unwrap_or_else(|| panic!("{name} is missing"));
        let manifest = root().join("crates").join(name).join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).expect("a readable manifest");
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or_default();
        let dependencies = dependencies.split("\n[").next().unwrap_or_default();
        for dependency in dependencies.lines().filter_map(|line| line.split('.').next()) {
            let folder = match dependency.strip_prefix("sakdi-") {
                Some("ui") => "web/ui".to_owned(),
                Some(name) => format!("crates/{name}"),
                None => format!("crates/{dependency}"),
            };
            let is_above = place(&folder).is_none_or(|other| other <= own);
            assert!(is_above, "{name} depends on {dependency}, which the table lists later");
        }
    }
}

/// Files of a crate by their module path. A `mod.rs` and the files below it may use each other:
/// they are one module.
#[test]
fn no_files_import_each_other_in_a_cycle() {
    let cycles: Vec<String> = sources().iter().flat_map(|source| cycles_in(source)).collect();
    assert!(cycles.is_empty(), "\n{}", cycles.join("\n"));
}

/// What commands share is in modules of its own, so that a command can change without the others.
#[test]
fn no_command_imports_another() {
    let source = root().join("src");
    let main = fs::read_to_string(source.join("main.rs")).expect("a readable source file");
    let modules = listed_modules(&source.join("main.rs"));
    let list = main.split("enum Command {").nth(1).and_then(|rest| rest.split("\n}").next());
    let list = without_comments(list.expect("the list of commands"));
    let is_command = |module: &&String| {
        list.contains(&format!("({module}::Args"))
            || list.contains(&format!("#{module}::Args"))
            || list.contains(&format!("<{module}::Args"))
    };
    let commands: BTreeSet<&String> = modules.iter().filter(is_command).collect();
    assert!(commands.len() > 15, "{commands:?}");
    let mut faults = Vec::new();
    let mut arrows = 0;
    for path in rust_files(&source) {
        let module = module_path(&source, &path);
        // The list of commands is in main.rs.
        if module == ["main"] {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a readable source file");
        for used in imported_paths(&module, &without_comments(&text)) {
            let Some(used) = used.first().map(|name| name.trim_start_matches("r#")) else {
                continue;
            };
            arrows += 1;
            // What commands share must not use a command either.
            if used != module[0] && commands.iter().any(|command| *command == used) {
                faults.push(format!("{}: {} uses {used}", path.display(), module[0]));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    // Checks the parser itself.
    assert!(arrows > 100, "{arrows} arrows");
}

/// The cycles of imports among the files below a folder.
fn cycles_in(source: &Path) -> Vec<String> {
    let files: BTreeMap<Vec<String>, PathBuf> =
        rust_files(source).into_iter().map(|path| (module_path(source, &path), path)).collect();
    let mut imports: BTreeMap<&Vec<String>, BTreeSet<&Vec<String>>> = BTreeMap::new();
    for (module, path) in &files {
        let text = fs::read_to_string(path).expect("a readable source file");
        let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let used = imported_paths(module, &without_comments(text)).into_iter().filter_map(|path| {
            // The longest prefix of a path that names a file.
            (1..=path.len()).rev().find_map(|end| files.get_key_value(&path[..end]))
        });
        let used = used.map(|(used, _)| used);
        let apart = used.filter(|used| !used.starts_with(module) && !module.starts_with(used));
        imports.insert(module, apart.collect());
    }
    // A file without imports, or without importers, is in no cycle.
    loop {
        let before = imports.len();
        let used: BTreeSet<_> = imports.values().flatten().copied().collect();
        imports.retain(|module, imported| !imported.is_empty() && used.contains(module));
        let left: BTreeSet<_> = imports.keys().copied().collect();
        imports.values_mut().for_each(|imported| imported.retain(|module| left.contains(module)));
        if imports.len() == before {
            break;
        }
    }
    let arrow = |(module, used): (&Vec<String>, BTreeSet<&Vec<String>>)| {
        let used = used.into_iter().map(|used| used.join("::")).collect::<Vec<_>>();
        format!("{} imports {}", module.join("::"), used.join(", "))
    };
    imports.into_iter().map(arrow).collect()
}

/// The paths from the root of the crate that the file of `module` uses.
fn imported_paths(module: &[String], code: &str) -> Vec<Vec<String>> {
    let mut paths: Vec<_> =
        paths_from(code, "crate").into_iter().map(|path| path[1..].to_vec()).collect();
    for path in paths_from(code, "super") {
        let up = path.iter().take_while(|name| *name == "super").count();
        paths.push([&module[..module.len().saturating_sub(up)], &path[up..]].concat());
    }
    paths
}

/// The path of the module that a file holds: `search`, `node` for `crates/engine/src/search/node.rs`.
fn module_path(source: &Path, file: &Path) -> Vec<String> {
    let relative = file.strip_prefix(source).expect("a file under src").with_extension("");
    let mut names: Vec<_> =
        relative.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    names.pop_if(|name| name == "mod");
    names
}

/// Messages name files by `terminal_text::shown`, without the control characters of their names.
#[test]
fn names_of_files_are_shown_without_control_characters() {
    // Here it is home.
    const HOME: &str = "crates/makruk/src/notation/terminal_text.rs";
    for path in sources().iter().flat_map(|source| rust_files(source)) {
        let text = fs::read_to_string(&path).expect("a readable source file");
        let code = text.split("\nmod tests").next().unwrap_or_default();
        assert!(path == root().join(HOME) || !code.contains(".display()"), "{}", path.display());
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

/// The code of a file: documentation and comments may name modules above.
fn without_comments(text: &str) -> String {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    code.collect::<Vec<_>>().join("\n")
}

const fn is_name_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// All paths in the code that begin with `root`.
fn paths_from(code: &str, root: &str) -> Vec<Vec<String>> {
    let begins = |at: usize| !code[..at].ends_with(|c| is_name_letter(c) || c == ':');
    let root = format!("{root}::");
    let at = code.match_indices(&root).map(|(at, _)| at);
    at.filter(|&at| begins(at)).flat_map(|at| paths(&code[at..])).collect()
}

/// The path that begins here, or all paths of a group `a::{b::…, c, d::{…}}`.
fn paths(text: &str) -> Vec<Vec<String>> {
    if let Some(group) = text.strip_prefix('{') {
        return elements(group).into_iter().flat_map(paths).collect();
    }
    let name: String = text.chars().take_while(|&c| is_name_letter(c)).collect();
    let rest = text[name.len()..].strip_prefix("::").filter(|_| !name.is_empty());
    let rests = rest.map_or_else(|| vec![Vec::new()], paths);
    rests.into_iter().map(|rest| [vec![name.clone()], rest].concat()).collect()
}

/// The elements of a group, up to its closing brace.
fn elements(group: &str) -> Vec<&str> {
    let mut elements = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, letter) in group.char_indices() {
        match letter {
            ',' | '}' if depth == 0 => {
                elements.push(group[start..at].trim());
                start = at + 1;
            }
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if letter == '}' && start > at {
            break;
        }
    }
    elements.retain(|element| !element.is_empty());
    elements
}

#[test]
fn the_reader_finds_every_form_of_path() {
    let text = "use crate::{eval::{self, x}, search, rules::y};\nlet a = crate::types::b; // crate::cli\nmycrate::data;";
    let found = paths_from(&without_comments(text), "crate");
    let found: Vec<&str> = found.iter().map(|path| path[1].as_str()).collect();
    assert_eq!(found, ["eval", "eval", "search", "rules", "types"]);
    let module = ["search", "pruning", "by_node"].map(str::to_owned);
    let found = imported_paths(&module, "use super::super::{node::Node, see};");
    let found: Vec<String> = found.into_iter().map(|path| path.join("::")).collect();
    assert_eq!(found, ["search::node::Node", "search::see"]);
}
