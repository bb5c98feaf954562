//! The solution of a puzzle: the moves to find, and why the others fail.

use makruk::game::Game;
use makruk::movegen::legal_moves;
use makruk::position::Position;
use makruk::rules::Outcome;
use makruk::types::Move;
use std::fmt;

/// The moves to find, and why the others fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Moves to mate, where the proof knows them.
    pub mate_in: Option<u8>,
    /// The solver's moves and the replies between them; it begins and ends with the solver. Each of the
    /// solver's moves is the only one, but for a last one that mates.
    pub line: Vec<Move>,
    /// Of a mate, complete lines against the other longest defences, each of which leaves `line` at
    /// a reply.
    pub lines: Vec<Vec<Move>>,
    /// All other first moves.
    pub tries: Vec<Try>,
    /// How it was proved.
    pub proof: ProofMethod,
}

impl Solution {
    /// The solver's moves.
    pub fn solver_moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.line.iter().copied().step_by(2)
    }
}

/// Another first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Try {
    /// The move.
    pub mv: Move,
    /// The reply that refutes it; `None` where the game is over after the move.
    pub reply: Option<Move>,
    /// What is wrong with it.
    pub failing: TryFailure,
}

/// Why a move fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TryFailure {
    /// The game is over at once, and not won.
    Ends(Outcome),
    /// It does not mate within the moves of the solution.
    NoMate,
    /// It takes this number of moves to mate or to convert, more than the count leaves.
    TooSlow {
        /// Moves needed after the move.
        needed: u16,
        /// Moves that the count leaves then.
        left: u16,
    },
    /// The game is drawn with best play.
    Draws,
    /// The game is lost with best play.
    Loses,
    /// The expected points after it, in hundredths.
    Expects(u8),
}

impl fmt::Display for TryFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ends(over) => write!(f, "{over}"),
            Self::NoMate => f.write_str("it does not mate in time"),
            Self::TooSlow { needed, left } => {
                write!(f, "it then needs {needed} moves, and the count leaves {left}")
            }
            Self::Draws => f.write_str("it only draws"),
            Self::Loses => f.write_str("it loses"),
            Self::Expects(points) => write!(f, "it expects only {points} % of the points"),
        }
    }
}

/// How a puzzle was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofMethod {
    /// By an exhaustive search, which visited this number of positions.
    MateSearch(u64),
    /// By an endgame table.
    Tables,
    /// By searches whose least difference between the best and the second best move is this, in
    /// hundredths of a point.
    Searches(u8),
}

impl fmt::Display for ProofMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MateSearch(positions) => write!(f, "mate search {positions}"),
            Self::Tables => write!(f, "tables"),
            Self::Searches(margin) => write!(f, "searches {margin}"),
        }
    }
}

/// How the game ends in a position that occurs for the first time; `None` when it goes on.
pub(super) fn outcome(position: &Position) -> Option<Outcome> {
    Game::new(*position).outcome()
}

/// Most moves of the solver in a line.
pub(super) const LONGEST_LINE: usize = 8;

/// Lengthens a line that begins with a move of the solver by a reply and the solver's only answer, as
/// long as there is a reply with only one answer, and no position comes again.
pub(super) fn lengthen<E>(
    line: &mut Vec<Move>,
    start: &Position,
    mut only_answer: impl FnMut(&Position) -> Result<Option<Move>, E>,
) -> Result<(), E> {
    let mut seen = vec![start.key()];
    let mut position = *start;
    for &mv in &*line {
        position = position.play_unchecked(mv);
    }
    'longer: while line.len() < 2 * LONGEST_LINE - 1 && outcome(&position).is_none() {
        for reply in legal_moves(&position) {
            let next = position.play_unchecked(reply);
            if outcome(&next).is_some() || seen.contains(&next.key()) {
                continue;
            }
            if let Some(answer) = only_answer(&next)? {
                line.extend([reply, answer]);
                seen.push(next.key());
                position = next.play_unchecked(answer);
                continue 'longer;
            }
        }
        break;
    }
    Ok(())
}
