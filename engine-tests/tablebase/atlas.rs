//! The atlas of endings in positions/endgames: its data against its schema, against published figures,
//! and, of endings with four men, against the tables.

use super::{TABLES, ending};
use crate::harness::{position, positions_file};
use crate::schema::Schema;
use makruk::notation::coordinate;
use makruk::position::Position;
use makruk::types::Color;
use sakdi_engine::tablebase::table::Table;
use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// Published, for the strong side to move: the percentage won, and the longest mate.
const PUBLISHED: &[&str] = &[
    "KMMMvK 63.1589 40",
    "KNMMvK 92.5684 45",
    "KNNMvK 96.9011 41",
    "KNSMvK 98.8910 57",
    "KRMMvK 99.9997 16",
    "KSMMvK 96.6749 55",
    "KSSMvK 99.9973 50",
];

fn entries() -> Vec<Value> {
    let entries = serde_json::from_str(&positions_file("endgames/endings.json"));
    entries.expect("a list in JSON")
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().expect("a text")
}

#[test]
fn the_data_of_the_atlas_conform_to_their_schema() {
    Schema::of_document("endings.schema.json").check(&Value::Array(entries()));
}

/// Each page of the atlas is whole: no gap is left, and each picture is there and shows the position that
/// it is said to show.
#[test]
fn pages_of_the_atlas_are_complete() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions/endgames");
    let (mut pages, mut pictures) = (0, HashSet::new());
    for entry in fs::read_dir(&folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let page = fs::read_to_string(&path).expect("a page");
        assert!(!page.contains('{') && !page.contains('}'), "{path:?}");
        for image in page.split("<img src=\"").skip(1) {
            let words: Vec<&str> = image.split('"').collect();
            let [name, " alt=", shown, ..] = words[..] else { panic!("{path:?}: {image}") };
            let picture = fs::read_to_string(folder.join(name)).expect("a picture");
            assert!(picture.contains(&format!("<title>{shown}</title>")), "{name}");
            pictures.insert(name.to_owned());
        }
        pages += 1;
    }
    let files = fs::read_dir(folder.join("images")).expect("a folder").count();
    assert_eq!((pages % 2, pictures.len()), (0, files));
}

#[test]
fn endings_of_five_men_have_the_published_figures() {
    let entries = entries();
    for row in PUBLISHED {
        let (name, _) = row.split_once(' ').expect("a name");
        let entry = entries.iter().find(|entry| entry["ending"] == name).expect("an entry");
        let side = &entry["strong_to_move"];
        let number = |name: &str| side[name].as_u64().expect("a number");
        let percent = 100.0 * number("won") as f64 / number("positions") as f64;
        let found = format!("{name} {percent:.4} {}", number("longest"));
        assert_eq!(found, *row);
    }
    // Mirror images once.
    let three_met = entries.iter().find(|entry| entry["ending"] == "KMMMvK").expect("an entry");
    assert_eq!(three_met["strong_to_move"]["positions"], 58_683_360);
}

#[test]
fn endings_of_four_men_have_the_figures_of_their_tables() {
    let mut compared = 0;
    for entry in entries() {
        let Some(table) = TABLES.table(ending(text(&entry, "ending"))) else { continue };
        let stats = Table::stats(table);
        for (side, name) in [(&stats.strong, "strong_to_move"), (&stats.weak, "weak_to_move")] {
            let found = [&entry[name]["positions"], &entry[name]["won"], &entry[name]["longest"]];
            assert_eq!(found, [side.legal, side.won(), u64::from(side.longest())], "{name}");
        }
        compared += 1;
    }
    assert!(compared > 10, "{compared}");
}

/// The position after a move in coordinates.
fn after(position: &Position, mv: &str) -> Position {
    let mv = coordinate::parse(position, mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
    position.play_unchecked(mv)
}

/// Each line is as long as it says, up to a mate where no conversion comes before.
#[test]
fn lines_of_the_atlas_are_legal_and_end_in_time() {
    let mut lines = 0;
    for entry in entries() {
        let is_bare = text(&entry, "ending").ends_with("vK");
        let has_count = !entry["count"].is_null();
        for win in [&entry["longest_win"], &entry["hardest_win"]] {
            if win.is_null() {
                continue;
            }
            let mut position = position(text(win, "fen"));
            let line: Vec<&str> = text(win, "line").split(' ').collect();
            for mv in &line {
                position = after(&position, mv);
            }
            if is_bare && has_count {
                let moves = win["moves"].as_u64().expect("a number") as usize;
                assert_eq!(line.len(), 2 * moves - 1, "{win}");
                assert!(position.in_check() && makruk::movegen::legal_moves(&position).is_empty());
            }
            lines += 1;
        }
    }
    assert!(lines > 60, "{lines}");
}

/// Where the tables of four men have what follows, the one move draws by the count as stated, and the
/// other wins.
#[test]
fn decisions_of_the_atlas_are_right() {
    let mut decided = 0;
    for entry in entries() {
        let example = &entry["last_man"]["example"];
        if example.is_null() {
            continue;
        }
        let before = position(text(example, "fen"));
        let draws = after(&before, text(example, "draws"));
        assert!(draws.is_bare(Color::Black) && !before.is_bare(Color::Black), "{example}");
        let Some(result) = TABLES.probe(&draws) else { continue };
        let found = (result.distance.map(u64::from), result.moves_left.map(u64::from));
        assert_eq!(found, (example["needs"].as_u64(), example["moves_left"].as_u64()));
        assert!(!result.won, "{example}");
        if let Some(result) = TABLES.probe(&after(&before, text(example, "wins"))) {
            assert_eq!(result.winner(), Some(Color::White), "{example}");
        }
        decided += 1;
    }
    assert!(decided > 0);
}
