//! Prints positions of an ending with their distances in a table, as lines of `FEN DISTANCE` for
//! `tools/retrograde.c`; `-` is a position that White, the strong side, cannot win.
//!
//! ```sh
//! cargo run --release --example table_positions -- tables KSMMvK 10000 | ./retrograde KSMMvK
//! ```
//!
//! The directory may be empty. Without a number it prints every legal position, mirror images once;
//! with one, so many random positions of each side to move, and a tenth as many in which the count is
//! about to decide: the distance is what a fresh count leaves, or one more. The choice is the same in
//! every run.

mod tables;

use makruk::notation::fen;
use makruk::position::Position;
use makruk::types::{Color, Square};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
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
                let position = verify::position(table.layout(), &placement, square, to_move);
                if let Some(position) = position {
                    print(&position, distance(tables, &position), out)?;
                }
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
    let layout = table.layout();
    let mut rng = SmallRng::seed_from_u64(1);
    let moves_left = table.stats().initial_moves();
    for to_move in Color::ALL {
        let mut printed = 0;
        while printed < number {
            let placement = layout.placement(rng.random_range(0..layout.placements()));
            let square = Square::from_index(rng.random_range(0..64));
            let position = verify::position(layout, &placement, square, to_move);
            if let Some(position) = position {
                print(&position, distance(tables, &position), out)?;
                printed += 1;
            }
        }
        let Some(left) = moves_left.map(|moves| moves[to_move.index()]) else { continue };
        let mut near = 0;
        // Of an ending that is rarely won there are fewer near the limit, or none.
        for _ in 0..number {
            let placement = layout.placement(rng.random_range(0..layout.placements()));
            for square in Square::all() {
                let position = verify::position(layout, &placement, square, to_move);
                let Some(position) = position.filter(|_| near < number / 10) else { continue };
                let distance = distance(tables, &position);
                if distance.is_some_and(|distance| distance == left || distance == left + 1) {
                    print(&position, distance, out)?;
                    near += 1;
                }
            }
        }
    }
    Ok(())
}

fn distance(tables: &Tablebase, position: &Position) -> Option<u8> {
    tables.probe_side(position, Color::White).expect("a position of a table").distance
}

fn print(position: &Position, distance: Option<u8>, out: &mut impl Write) -> io::Result<()> {
    let distance = distance.map_or("-".to_owned(), |distance| distance.to_string());
    writeln!(out, "{} {distance}", fen::format(position))
}
