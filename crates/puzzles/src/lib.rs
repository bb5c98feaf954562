//! Puzzles with a proof: positions in which one move alone reaches the goal, mined from games.
//!
//! Each [`Kind`] has its own proof: an exhaustive search for mates, the endgame tables for what the
//! count decides, and searches at two depths for winning an advantage. [`prove`] finds the solution
//! of a position, and that its moves are unique, or says which condition fails. Mining and verifying
//! both call it: to verify a file is to prove every puzzle again.

#![deny(missing_docs)]

mod advantage;
mod by_count;
mod by_table;
mod difficulty;
mod mate;
mod mate_search;
mod mine;
mod pgn;
mod proof_error;
mod record;
mod similar;
mod solution;
mod thai;
mod theme;
mod verify;

pub use advantage::Thresholds;
pub use difficulty::{Band, Difficulty, solves};
pub use mate_search::{Defence, MOST_MOVES, MateSearch, Undecided};
pub use mine::{MineSettings, Miner};
pub use pgn::{MARK as PGN_MARK, puzzle_pgn, tries_text};
pub use proof_error::ProofError;
pub use record::{format_epd, puzzle_id, read_epd};
pub use similar::{Collection, canonical};
pub use solution::{ProofMethod, Solution, Try, TryFailure};
pub use theme::{Theme, themes};
pub use verify::{VerifyError, verify};

use makruk::position::Position;
use makruk::types::named_enum;
use sakdi_engine::search::Engine;
use sakdi_engine::tablebase::Tablebase;
use sakdi_levels::Player;
use std::sync::Arc;

/// What the solver has to achieve, and so how it is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Mate in at most [`MOST_MOVES`] moves.
    Mate,
    /// Mate, or convert, before the count ends; other moves that would mate are too slow.
    WinInTime,
    /// Reach the end of the count with the weaker side.
    SaveByTheCount,
    /// Find the only winning move of an ending.
    Technique,
    /// Win material or the game.
    Advantage,
}

named_enum!(
    Kind, "kind of puzzle":
    Mate = "mate",
    WinInTime = "win-in-time",
    SaveByTheCount = "save-by-the-count",
    Technique = "technique",
    Advantage = "advantage",
);

/// A puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// The position to solve, with its count.
    pub position: Position,
    /// The goal.
    pub kind: Kind,
    /// The moves to find, and why others fail.
    pub solution: Solution,
    /// The ideas in it.
    pub themes: Vec<Theme>,
    /// How strong a player has to be; `None` if it was not measured, or no level solves it.
    pub difficulty: Option<Difficulty>,
    /// The game that it comes from, in words.
    pub source: String,
}

/// What proofs need: tables, an engine and limits.
#[derive(Debug)]
pub struct Provers {
    /// Endgame tables.
    pub tables: Arc<Tablebase>,
    /// For advantages and difficulties. The endgame tables of its engine are those above.
    pub player: Player,
    /// Positions that a proof of a mate may visit.
    pub mate_limit: u64,
    /// What advantages have to reach.
    pub thresholds: Thresholds,
}

impl Provers {
    /// Default limit of the positions that a proof of a mate visits.
    pub const MATE_LIMIT: u64 = 3_000_000;

    /// Provers of new puzzles, with these tables.
    pub fn mining(tables: Arc<Tablebase>) -> Self {
        let mut engine = Engine::new(Engine::DEFAULT_HASH);
        engine.set_tablebase(Some(Arc::clone(&tables)));
        Self {
            tables,
            player: Player::new(engine),
            mate_limit: Self::MATE_LIMIT,
            thresholds: Thresholds::MINING,
        }
    }

    /// Provers of puzzles that were mined, with these tables.
    pub fn verifying(tables: Arc<Tablebase>) -> Self {
        Self { thresholds: Thresholds::VERIFYING, ..Self::mining(tables) }
    }
}

/// Proves that a position is a puzzle of a kind.
///
/// # Errors
/// The condition that fails.
pub fn prove(
    kind: Kind,
    position: &Position,
    provers: &mut Provers,
) -> Result<Solution, ProofError> {
    match kind {
        Kind::Mate => mate::prove(position, &mut MateSearch::new(provers.mate_limit)),
        Kind::WinInTime => match by_table::win(position, &provers.tables) {
            Err(ProofError::NotInTables) => {
                by_count::win(position, &mut MateSearch::new(provers.mate_limit))
            }
            proved => proved.and_then(|win| win.in_time().ok_or(ProofError::CountDecidesNothing)),
        },
        Kind::SaveByTheCount => match by_table::save(position, &provers.tables) {
            Err(ProofError::NotInTables) => {
                by_count::save(position, &mut MateSearch::new(provers.mate_limit))
            }
            proved => proved,
        },
        Kind::Technique => {
            let win = by_table::win(position, &provers.tables)?;
            win.technique().ok_or(ProofError::CountDecides)
        }
        Kind::Advantage => {
            advantage::prove(position, &mut provers.player.engine, provers.thresholds)
        }
    }
}
