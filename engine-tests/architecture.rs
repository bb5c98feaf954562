//! Checks the direction of dependencies: every path to another module of the crate points down the
//! list.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules from the bottom up. Modules in one row are siblings and never use each other.
const LAYERS: &[&[&str]] = &[
    &["types", "platform"],
    &["attacks"],
    &["rules"],
    &["position"],
    &["movegen"],
    &["perft", "game", "notation", "book", "formations"],
    &["eval", "tablebase"],
    &["search"],
    &["bench", "arena", "data", "version", "puzzles"],
    &["tune", "train"],
    &["i18n"],
    &["uci", "analysis"],
    &["cli"],
    &["main"],
];

/// The modules that write sentences for people, and therefore know the language.
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
    // Checks the parser itself: these dependencies certainly exist.
    for (from, to) in [("position", "rules"), ("notation", "movegen"), ("main", "cli")] {
        assert!(arrows.contains(&(from.into(), to.into())), "{from} → {to} not found");
    }
}

/// The modules below speak in typed values whose text is English: none of them imports `i18n` or
/// takes a language in another way.
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
        let code = without_comments(&text);
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

/// Files of the crate by their module path. A `mod.rs` and the files below it may use each other:
/// they are one module.
#[test]
fn no_files_import_each_other_in_a_cycle() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files: BTreeMap<Vec<String>, PathBuf> =
        rust_files(&source).into_iter().map(|path| (module_path(&source, &path), path)).collect();
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
    assert!(imports.values().map(BTreeSet::len).sum::<usize>() > 300, "{imports:?}");
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
    let cycles: Vec<String> = imports.into_iter().map(arrow).collect();
    assert!(cycles.is_empty(), "\n{}", cycles.join("\n"));
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

/// The path of the module that a file holds: `search`, `node` for `src/search/node.rs`.
fn module_path(source: &Path, file: &Path) -> Vec<String> {
    let relative = file.strip_prefix(source).expect("a file under src").with_extension("");
    let mut names: Vec<_> =
        relative.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    names.pop_if(|name| name == "mod");
    names
}

/// The crate's documentation promises its modules in the order of their dependencies.
/// Messages name files by `terminal_text::shown`, without the control characters of their names.
#[test]
fn names_of_files_are_shown_without_control_characters() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    // The first is what the others use; JSON escapes what the second writes.
    const OTHERS: [&str; 2] = ["platform", "cli/analyse/json_csv.rs"];
    for path in rust_files(&source) {
        let text = fs::read_to_string(&path).expect("a readable source file");
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let is_other = OTHERS.iter().any(|other| path.starts_with(source.join(other)));
        assert!(is_other || !code.contains(".display()"), "{}", path.display());
    }
}

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

/// The top-level modules named by `crate::…`, in `use` or elsewhere; the binary names them
/// `sakdi::…`.
fn used_modules(text: &str) -> BTreeSet<String> {
    let code = without_comments(text);
    let roots = ["crate", "sakdi"].into_iter().flat_map(|root| paths_from(&code, root));
    roots.filter_map(|path| path.into_iter().nth(1)).collect()
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
    let text = "use crate::{eval::{self, x}, search, rules::y};\nlet a = crate::types::b; // crate::cli\nmycrate::data; use sakdi::uci;";
    let found: Vec<String> = used_modules(text).into_iter().collect();
    assert_eq!(found, ["eval", "rules", "search", "types", "uci"]);
    let module = ["search", "pruning", "by_node"].map(str::to_owned);
    let found = imported_paths(&module, "use super::super::{node::Node, see};");
    let found: Vec<String> = found.into_iter().map(|path| path.join("::")).collect();
    assert_eq!(found, ["search::node::Node", "search::see"]);
}
