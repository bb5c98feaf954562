//! Measures how long probes of tables take, from the local disk.
//!
//! ```sh
//! cargo run --release --example probe_times -- tables KMMMvK KSSMvK KNSMvK
//! ```
//!
//! Follows games of random moves from random positions of each ending, and probes each position with all
//! its moves, as a search does: the first time when no block of the tables is unpacked, then again. The
//! games are the same in every run.

mod tables;

use makruk::movegen;
use makruk::position::Position;
use makruk::types::{Color, Square};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sakdi_engine::tablebase::table::Table;
use sakdi_engine::tablebase::{Ending, Tablebase, verify};
use std::hint::black_box;
use std::time::{Duration, Instant};

const USAGE: &str = "probe_times TABLES ENDING...";
const GAMES: usize = 200;
const PLIES: usize = 20;

fn main() {
    let tables = tables::from_argument(USAGE);
    println!("ending\tround\tprobes\tmedian\t95 %\t99 %\tlongest\tmean (microseconds)");
    for name in std::env::args().skip(2) {
        let ending: Ending = name.parse().expect(USAGE);
        let positions = positions(tables.table(ending).expect("a table of the ending"));
        for round in ["first", "second"] {
            let mut times: Vec<Duration> =
                positions.iter().map(|position| timed(&tables, position)).collect();
            times.sort_unstable();
            let micros = |time: Duration| format!("{:.2}", 1e6 * time.as_secs_f64());
            let at = |share: f64| micros(times[((times.len() - 1) as f64 * share) as usize]);
            let mean = micros(times.iter().sum::<Duration>() / times.len() as u32);
            println!(
                "{name}\t{round}\t{}\t{}\t{}\t{}\t{}\t{mean}",
                times.len(),
                at(0.5),
                at(0.95),
                at(0.99),
                at(1.0)
            );
        }
    }
}

fn timed(tables: &Tablebase, position: &Position) -> Duration {
    let start = Instant::now();
    black_box(tables.probe(black_box(position)));
    start.elapsed()
}

/// The positions of the games and after each move that they have, while they stay in the ending.
fn positions(table: &Table) -> Vec<Position> {
    let layout = table.layout();
    let mut rng = SmallRng::seed_from_u64(1);
    let mut all = Vec::new();
    for _ in 0..GAMES {
        let start = loop {
            let placement = layout.placement(rng.random_range(0..layout.placements()));
            let weak_king = Square::from_index(rng.random_range(0..64));
            let position = verify::position(layout, &placement, weak_king, Color::White);
            if let Some(position) = position {
                break position;
            }
        };
        let mut position = start;
        for _ in 0..PLIES {
            all.push(position);
            let moves = movegen::legal_moves(&position);
            let quiet: Vec<_> =
                moves.into_iter().filter(|&mv| position.captured(mv).is_none()).collect();
            all.extend(quiet.iter().map(|&mv| position.play_unchecked(mv)));
            if quiet.is_empty() {
                break;
            }
            position = position.play_unchecked(quiet[rng.random_range(0..quiet.len())]);
        }
    }
    all
}
