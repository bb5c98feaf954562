//! `sakdi tables stats`.

use super::build::solve;
use crate::Failure;
use crate::table_folder::load_tables;
use clap::ValueEnum;
use sakdi_engine::tablebase::SideStats;
use sakdi_engine::tablebase::ending::MAX_MEN;
use sakdi_engine::tablebase::generate::TableGenerator;
use sakdi_engine::tablebase::table::Table;
use sakdi_engine::tablebase::{Ending, Stats};
use sakdi_i18n::{Language, Phrase};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Endings such as KSSvK; every available table when missing
    names: Vec<Ending>,
    /// Folder of built tables, in addition to the built-in ones
    #[arg(long)]
    dir: Option<PathBuf>,
    /// Count a position and its mirror image as two; otherwise they are one
    #[arg(long)]
    mirrors: bool,
    /// text: a table to read; tsv or json: for programs. JSON also has the number of wins at each
    /// distance
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Language of the table to read: en or th
    #[arg(long, default_value_t)]
    language: Language,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    #[default]
    Text,
    Tsv,
    Json,
}

/// Columns for programs. `moves` and `too_late` are empty while bia stop the clock.
const COLUMNS: [&str; 9] = [
    "ending",
    "to_move",
    "limit",
    "moves",
    "positions",
    "won",
    "won_percent",
    "longest",
    "too_late",
];

/// One line: an ending with one side to move.
struct Row<'a> {
    ending: Ending,
    strong_to_move: bool,
    side: &'a SideStats,
    /// Moves of a count that begins in the position; none while bia stop the clock.
    moves: Option<u8>,
}

impl Args {
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let tables = load_tables(self.dir.as_deref(), Language::English)?;
        let mut all: Vec<Stats> = Vec::new();
        if self.names.is_empty() {
            all = tables.tables().map(|table| table.stats().clone()).collect();
            all.sort_by_key(|stats| (stats.ending.men(), stats.ending));
        }
        let mut generator = TableGenerator::default();
        for (number, &ending) in self.names.iter().enumerate() {
            all.push(match tables.table(ending) {
                Some(table) => Table::stats(table).clone(),
                None => {
                    if ending.men() == MAX_MEN {
                        error_line!("sakdi: no table of {ending}: it is solved now, in minutes");
                    }
                    generator.forget_for(ending);
                    let later = &self.names[number + 1..];
                    solve(&mut generator, ending, later)?.stats.clone()
                }
            });
        }
        if self.mirrors {
            all = all.iter().map(Stats::with_mirror_images).collect();
        }
        let rows: Vec<Row> = all.iter().flat_map(rows_of).collect();
        let text = match self.format {
            Format::Text => table(&rows, self.language),
            Format::Tsv => tsv(&rows),
            Format::Json => json(&rows),
        };
        io::stdout().lock().write_all(text.as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}

fn rows_of(stats: &Stats) -> [Row<'_>; 2] {
    let moves = stats.initial_moves();
    let row =
        |strong_to_move, side, moves| Row { ending: stats.ending, strong_to_move, side, moves };
    [
        row(true, &stats.strong, moves.map(|[strong, _]| strong)),
        row(false, &stats.weak, moves.map(|[_, weak]| weak)),
    ]
}

impl Row<'_> {
    fn limit(&self) -> Option<u16> {
        self.moves.map(|_| self.ending.limit())
    }

    fn too_late(&self) -> Option<u64> {
        self.moves.map(|moves| self.side.won_beyond(moves))
    }

    fn won_percent(&self) -> String {
        format!("{:.4}", 100.0 * self.side.won_share())
    }

    /// Empty when nothing is won.
    fn longest(&self) -> Option<u8> {
        (self.side.won() > 0).then(|| self.side.longest())
    }
}

/// A table of aligned columns below a header. The name of an ending appears once, above its two
/// sides.
fn table(rows: &[Row], language: Language) -> String {
    let text = |phrase| language.text(phrase).to_owned();
    let header = [
        Phrase::StatsEnding,
        Phrase::StatsToMove,
        Phrase::StatsLimit,
        Phrase::StatsMoves,
        Phrase::StatsPositions,
        Phrase::StatsWon,
        Phrase::StatsLongest,
        Phrase::StatsTooLate,
    ];
    let mut lines = vec![header.map(text)];
    for row in rows {
        let side = if row.strong_to_move { Phrase::StatsStrong } else { Phrase::StatsWeak };
        let ending = if row.strong_to_move { row.ending.to_string() } else { String::new() };
        lines.push([
            ending,
            text(side),
            or_dash(row.limit()),
            or_dash(row.moves),
            grouped(row.side.legal),
            row.won_percent(),
            or_dash(row.longest()),
            row.too_late().map_or_else(|| "-".to_owned(), grouped),
        ]);
    }
    let widths: [usize; 8] = std::array::from_fn(|column| {
        lines.iter().map(|line| sakdi_i18n::width(&line[column])).max().unwrap_or_default()
    });
    let mut out = String::new();
    for line in &lines {
        let cells = line.iter().zip(widths).enumerate().map(|(column, (cell, width))| {
            // Names to the left, numbers to the right.
            if column < 2 {
                sakdi_i18n::pad_right(cell, width)
            } else {
                sakdi_i18n::pad_left(cell, width)
            }
        });
        out += cells.collect::<Vec<_>>().join("  ").trim_end();
        out.push('\n');
    }
    out
}

fn or_dash(number: Option<impl ToString>) -> String {
    number.map_or_else(|| "-".to_owned(), |number| number.to_string())
}

/// A number with a comma after every three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The values of a row for programs, in the order of [`COLUMNS`]; `none` takes the place of missing
/// ones.
fn values(row: &Row, none: &str) -> [String; COLUMNS.len()] {
    let or_none = |number: Option<u64>| number.map_or_else(|| none.to_owned(), |n| n.to_string());
    [
        row.ending.to_string(),
        if row.strong_to_move { "strong" } else { "weak" }.to_owned(),
        or_none(row.limit().map(u64::from)),
        or_none(row.moves.map(u64::from)),
        row.side.legal.to_string(),
        row.side.won().to_string(),
        row.won_percent(),
        or_none(row.longest().map(u64::from)),
        or_none(row.too_late()),
    ]
}

fn tsv(rows: &[Row]) -> String {
    let lines = rows.iter().map(|row| values(row, "").join("\t"));
    std::iter::once(COLUMNS.join("\t")).chain(lines).map(|line| line + "\n").collect()
}

/// A list with an object for each row. `won_in[d]` is the number of positions won in d moves.
fn json(rows: &[Row]) -> String {
    let objects = rows.iter().map(|row| {
        let values = values(row, "null");
        let fields = COLUMNS.iter().zip(&values).enumerate().map(|(column, (name, value))| {
            // The first two are texts without characters to escape.
            if column < 2 {
                format!("\"{name}\": \"{value}\"")
            } else {
                format!("\"{name}\": {value}")
            }
        });
        let won_in: Vec<String> = row.side.won_in.iter().map(u64::to_string).collect();
        let fields = fields.collect::<Vec<_>>().join(", ");
        format!("  {{{fields}, \"won_in\": [{}]}}", won_in.join(", "))
    });
    format!("[\n{}\n]\n", objects.collect::<Vec<_>>().join(",\n"))
}
