//! Fixed positions searched to a fixed depth: the node count is the search's signature, the time
//! its speed.

use crate::game::Game;
use crate::notation::{FenError, fen};
use crate::rules::{CountingRule, Variant};
use crate::search::{Engine, Limits, SearchObserver};
use std::fmt;
use std::time::Duration;

/// Depth of a bench, in plies.
pub const DEPTH: u32 = 12;

/// Size of the transposition table of a bench, in MiB: part of the signature.
const HASH_MIB: usize = 16;

const POSITIONS: &str = include_str!("../positions/bench.epd");

/// The games of positions/bench.epd: `makpong: ` before a FEN makes it one of Makpong.
///
/// # Errors
/// A line that is no legal position.
pub fn games() -> Result<Vec<Game>, FenError> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (variant, fen) = match line.strip_prefix("makpong: ") {
                Some(fen) => (Variant::Makpong, fen),
                None => (Variant::Makruk, line),
            };
            Ok(Game::new(fen::parse(fen, variant, CountingRule::Makruk)?))
        })
        .collect()
}

/// A bench in progress: what it came to so far.
#[derive(Debug)]
pub struct Bench {
    engine: Engine,
    depth: u32,
    nodes: u64,
    elapsed: Duration,
}

impl Bench {
    /// A bench to `depth` plies, with nothing searched yet.
    pub fn new(depth: u32) -> Self {
        Self { engine: Engine::new(HASH_MIB), depth, nodes: 0, elapsed: Duration::ZERO }
    }

    /// Searches a game's position with an empty memory; returns the nodes it took.
    pub fn search(&mut self, game: &Game, observer: &dyn SearchObserver) -> u64 {
        self.engine.clear();
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        let result = self.engine.search(game, &limits, observer);
        // From the request on: emptying the table is no part of the search.
        self.elapsed += limits.started.elapsed();
        self.nodes += result.nodes;
        result.nodes
    }

    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)) as u64
    }
}

/// The line that ends a bench.
impl fmt::Display for Bench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, self.nps())
    }
}
