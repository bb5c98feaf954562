//! Writes the atlas of endings of five men, in English and Thai, and its data: positions/endgames/.
//!
//! ```sh
//! sakdi tables build --men 4 --dir tables
//! sakdi tables build --men 5 --dir tables     # an hour with two cores; fewer give a part of the atlas
//! cargo run --release --example endings_atlas -- tables positions/endgames
//! ```
//!
//! The figures are those of the tables; shares of decisions, colours of met and hard wins come from
//! random positions, which are the same in every run.

#[path = "endings_atlas/facts.rs"]
mod facts;
#[path = "endings_atlas/fortress.rs"]
mod fortress;
#[path = "endings_atlas/matrix.rs"]
mod matrix;
#[path = "endings_atlas/page.rs"]
mod page;
#[path = "endings_atlas/pictures.rs"]
mod pictures;
#[path = "endings_atlas/survey.rs"]
mod survey;
#[path = "tables.rs"]
mod tables;
#[path = "endings_atlas/texts.rs"]
mod texts;
#[path = "endings_atlas/words.rs"]
mod words;

use page::Part;
use rayon::prelude::*;
use sakdi_engine::tablebase::ending::MAX_MEN;
use sakdi_engine::tablebase::table::Table;
use sakdi_i18n::Language;
use sakdi_platform::atomic_file;
use std::cmp::Reverse;
use std::fs;
use std::io;
use std::path::PathBuf;
use survey::Entry;

const USAGE: &str = "endings_atlas TABLES DIRECTORY";

fn main() -> io::Result<()> {
    let tables = tables::from_argument(USAGE);
    let directory = PathBuf::from(std::env::args_os().nth(2).expect(USAGE));
    // Those of five men, and with a man on each side.
    let mut chosen: Vec<&Table> = tables
        .tables()
        .filter(|table| table.ending().men() == MAX_MEN || !table.ending().is_bare())
        .collect();
    chosen.sort_by_key(|table| {
        let ending = table.ending();
        (!ending.is_bare(), ending.has_pawns(), Reverse(ending.men()), Reverse(ending))
    });
    let survey = |table: &&Table| {
        let entry = survey::survey(&tables, table);
        eprintln!("{}", entry.ending);
        entry
    };
    let entries: Vec<Entry> = chosen.par_iter().map(survey).collect();
    fs::create_dir_all(&directory)?;
    let write = |name: &str, text: &str| atomic_file::write(&directory.join(name), text.as_bytes());
    let json = serde_json::to_string_pretty(&entries).map_err(io::Error::other)?;
    write("endings.json", &(json + "\n"))?;
    fs::create_dir_all(directory.join(pictures::FOLDER))?;
    let shown = entries.iter().filter(|&entry| page::is_shown(entry));
    for picture in shown.flat_map(pictures::of) {
        for language in Language::ALL {
            write(&picture.file(language), &picture.svg(language))?;
        }
    }
    for language in Language::ALL {
        write(&page::file_name("README", language), &page::overview(&entries, language))?;
        for part in Part::ALL {
            if entries.iter().any(|entry| Part::of(entry) == part) {
                let text = page::part(part, &entries, language);
                write(&page::file_name(part.file(), language), &text)?;
            }
        }
    }
    Ok(())
}
