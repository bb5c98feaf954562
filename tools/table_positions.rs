//! Prints positions of an ending with their distances in a table, as lines of `FEN DISTANCE` for
//! `tools/retrograde.c`; `-` is a position that White, the strong side, cannot win.
//!
//! ```sh
//! cargo run --release --example table_positions -- tables KSMMvK 10000 | ./retrograde KSMMvK
//! ```
//!
//! The directory may be empty. Without a number it prints every legal position, mirror images once;
//! with one, so many random positions of each side to move. The choice is the same in every run.

mod tables;

use makruk::notation::fen;
use makruk::types::{Color, Square};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sakdi_engine::tablebase::index::Placement;
use sakdi_engine::tablebase::table::Table;
use sakdi_engine::tablebase::{Ending, Tablebase, verify};
use std::io::{self, BufWriter, Write};

const USAGE: &str = "table_positions DIRECTORY ENDING [NUMBER]";

fn main() -> io::Result<()> {
    let tables = tables::from_argument(USAGE);
    let arguments: Vec<String> = std::env::args().skip(2).collect();
    let ending: Ending = arguments.first().and_then(|name| name.parse().ok()).expect(USAGE);
    let table = tables.table(ending).expect("a table of the ending");
    let mut out = BufWriter::new(io::stdout().lock());
    match arguments.get(1) {
        Some(number) => sample(&tables, table, number.parse().expect(USAGE), &mut out),
        None => all(&tables, table, &mut out),
    }?;
    out.flush()
}

fn all(tables: &Tablebase, table: &Table, out: &mut impl Write) -> io::Result<()> {
    for row in 0..table.layout().placements() {
        let placement = table.layout().placement(row);
        for square in Square::all() {
            for to_move in Color::ALL {
                print(tables, table, &placement, square, to_move, out)?;
            }
        }
    }
    Ok(())
}

fn sample(
    tables: &Tablebase,
    table: &Table,
    number: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut rng = SmallRng::seed_from_u64(1);
    for to_move in Color::ALL {
        let mut printed = 0;
        while printed < number {
            let placement =
                table.layout().placement(rng.random_range(0..table.layout().placements()));
            let square = Square::from_index(rng.random_range(0..64));
            printed += usize::from(print(tables, table, &placement, square, to_move, out)?);
        }
    }
    Ok(())
}

/// Prints a position, if it is legal. Returns whether it is.
fn print(
    tables: &Tablebase,
    table: &Table,
    placement: &Placement,
    weak_king: Square,
    to_move: Color,
    out: &mut impl Write,
) -> io::Result<bool> {
    let Some(position) = verify::position(table.layout(), placement, weak_king, to_move) else {
        return Ok(false);
    };
    let result = tables.probe_side(&position, Color::White).expect("a position of a table");
    let distance = result.distance.map_or("-".to_owned(), |distance| distance.to_string());
    writeln!(out, "{} {distance}", fen::format(&position))?;
    Ok(true)
}
