//! Makes positions/long-counts.epd: problems whose count ends after 20 moves or more, with their
//! answers from endgame tables of five men, which are not part of the program.
//!
//!     sakdi tables build KMMMvK KNMMvK KSMMvK KNNMvK KNSMvK KSSMvK KNNNvK KNNSvK KNSSvK KSSSvK --dir tables
//!     cargo run --release --example make_long_counts -- tables > positions/long-counts.epd

#[path = "tables.rs"]
mod tables;

use makruk::movegen;
use makruk::notation::{fen, san};
use makruk::position::Position;
use makruk::types::{Color, Move, Square};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sakdi_engine::tablebase::{Ending, Tablebase, verify};

const SEED: u64 = 20;
/// All endings of a bare khun against three men other than ruea, which mate sooner.
const ENDINGS: [&str; 10] = [
    "KMMMvK", "KNMMvK", "KSMMvK", "KNNMvK", "KNSMvK", "KSSMvK", "KNNNvK", "KNNSvK", "KNSSvK",
    "KSSSvK",
];
/// Problems of each ending in which the win must be found, and in which the count must be reached.
const WINS: usize = 6;
const DEFENCES: usize = 4;
/// The shortest win, in moves.
const SHORTEST: u8 = 21;
/// The most moves that solve a problem, and the fewest that do not.
const MOST_SOLUTIONS: usize = 3;
const FEWEST_ERRORS: usize = 3;

fn main() {
    let tables = tables::from_argument("make_long_counts TABLES");
    println!(
        "# Long counts for `sakdi epd`: bm are the moves that win with no move to spare, or, with"
    );
    println!("# the bare khun to move, those that reach the end of the count.");
    println!("# Source: tools/make_long_counts.rs, from endgame tables of five men.");
    let mut rng = SmallRng::seed_from_u64(SEED);
    for name in ENDINGS {
        let ending: Ending = name.parse().expect("an ending");
        for (to_move, wanted) in [(Color::White, WINS), (Color::Black, DEFENCES)] {
            let mut number = 0;
            while number < wanted {
                let Some(problem) = problem(&tables, ending, to_move, &mut rng) else { continue };
                number += 1;
                println!("{}", line(&tables, &problem, name, number));
            }
        }
    }
}

/// A random position in which the side to move has a problem: White, who wins if it loses no move,
/// or the bare khun, which the count saves after its best moves alone.
fn problem(
    tables: &Tablebase,
    ending: Ending,
    to_move: Color,
    rng: &mut SmallRng,
) -> Option<Position> {
    let layout = tables.table(ending).unwrap_or_else(|| panic!("no table {ending}")).layout();
    let placement = layout.placement(rng.random_range(0..layout.placements()));
    let weak_king = Square::from_index(rng.random_range(0..64));
    let fresh = verify::position(layout, &placement, weak_king, to_move)?;
    let distance = tables.probe(&fresh)?.distance.filter(|&moves| moves >= SHORTEST)?;
    let left = u16::from(distance) - u16::from(to_move == Color::Black);
    let position = with_moves_left(tables, ending, &fresh, left)?;
    let solutions = solutions(tables, &position).len();
    let errors = movegen::legal_moves(&position).len() - solutions;
    let fit = (1..=MOST_SOLUTIONS).contains(&solutions) && errors >= FEWEST_ERRORS;
    fit.then_some(position)
}

/// The same position with a count that leaves White so many moves.
fn with_moves_left(
    tables: &Tablebase,
    ending: Ending,
    position: &Position,
    left: u16,
) -> Option<Position> {
    let limit = 2 * ending.limit();
    let text = fen::format(position);
    let mut fields = text.split(' ');
    let (board, side) = (fields.next()?, fields.next()?);
    (0..limit).find_map(|ply| {
        let text = format!("{board} {side} - {limit} {ply} 1");
        let counted = fen::parse(&text, position.variant(), position.counting_rule()).ok()?;
        let moves = tables.probe(&counted)?.moves_left?;
        (moves == left).then_some(counted)
    })
}

/// The moves that keep the result.
fn solutions(tables: &Tablebase, position: &Position) -> Vec<Move> {
    let wanted = (position.to_move() == Color::White).then_some(Color::White);
    let moves = tables.probe_moves(position).into_iter();
    let keeps = moves.filter(|(_, result)| {
        // A khun that captures down to dead material is in no table.
        result.map_or(wanted.is_none(), |result| result.winner() == wanted)
    });
    keeps.map(|(mv, _)| mv).collect()
}

fn line(tables: &Tablebase, position: &Position, ending: &str, number: usize) -> String {
    let best: Vec<_> =
        solutions(tables, position).into_iter().map(|mv| san::format(position, mv)).collect();
    let task = if position.to_move() == Color::White { "wins" } else { "is saved" };
    format!(
        "{} bm {}; id \"{ending} {task} to the move {number}\";",
        fen::format(position),
        best.join(" ")
    )
}
