//! Searches fixed positions to a fixed depth. The number of nodes is a signature of the search: it
//! changes whenever the search or the evaluation does. The time gives its speed.

use crate::eval::nnue::VectorUnit;
use crate::search::{Engine, Limits, SearchObserver, nodes_per_second};
use makruk::game::Game;
use makruk::notation::{FenError, fen};
use makruk::rules::{CountingRule, Variant};
use std::fmt;
use std::time::Duration;

/// Depth of the search in the standard bench, in plies.
pub const DEPTH: u32 = 12;

/// Size of the transposition table in MiB, on which the number of nodes depends.
const HASH_MIB: usize = 16;

const POSITIONS: &str = include_str!("bench.epd");

/// The positions of bench.epd, each as a game without moves. Lines with `makpong: ` before
/// the FEN are positions of Makpong.
///
/// # Errors
/// A line is not a legal position.
pub fn games() -> Result<Vec<Game>, FenError> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (variant, fen) = match line.strip_prefix("makpong: ") {
                Some(fen) => (Variant::Makpong, fen),
                None => (Variant::Makruk, line),
            };
            Ok(Game::new(fen::parse(fen, variant, CountingRule::MAKRUK)?))
        })
        .collect()
}

/// A bench in progress, with its totals so far.
#[derive(Debug)]
pub struct Bench {
    engine: Engine,
    depth: u32,
    nodes: u64,
    elapsed: Duration,
}

impl Bench {
    /// Prepares a bench to `depth` plies.
    pub fn new(depth: u32) -> Self {
        Self { engine: Engine::new(HASH_MIB), depth, nodes: 0, elapsed: Duration::ZERO }
    }

    /// Searches the position of `game` with an empty transposition table and histories. Returns the
    /// number of nodes.
    pub fn search(&mut self, game: &Game, observer: &dyn SearchObserver) -> u64 {
        self.engine.clear();
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        let result = self.engine.search(game, &limits, observer);
        // Measured from when the limits were made, so without the time for clearing.
        self.elapsed += limits.started.elapsed();
        self.nodes += result.nodes;
        result.nodes
    }

    /// Nodes per second over all searches.
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.elapsed)
    }
}

/// The last two lines of the output of a bench: the vector unit that evaluates the net, and
/// `123456 nodes 1234567 nps`.
impl fmt::Display for Bench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "vector unit {}", VectorUnit::active())?;
        write!(f, "{} nodes {} nps", self.nodes, self.nps())
    }
}
