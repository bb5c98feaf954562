//! Puzzles that win material or the game: searches at two depths and from two seeds agree that one
//! move is better than all others by a margin.

use super::mate_search::Undecided;
use super::proof_error::ProofError;
use super::solution::{ProofMethod, Solution, Try, TryFailure, outcome};
use makruk::game::Game;
use makruk::movegen::legal_moves;
use makruk::position::Position;
use makruk::types::Move;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use sakdi_engine::Score;
use sakdi_engine::search::{
    Bound, Engine, Limits, SearchObserver, SearchReport, SearchResult, Wdl,
};
use std::sync::{Mutex, PoisonError};

/// What the solution has to reach, in hundredths of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// Expected points.
    pub gain: i32,
    /// By how much it is better than any other move.
    pub margin: i32,
}

impl Thresholds {
    /// Of new puzzles.
    pub const MINING: Self = Self { gain: 65, margin: 25 };
    /// Of puzzles that were mined. The reserve is for other nets and searches: of 68 advantages none
    /// lost more than 0.04 points of its margin from one net to the next, and the handcrafted
    /// evaluation, the most different one at hand, finds less than this margin in 2.
    pub const VERIFYING: Self = Self { gain: 55, margin: 15 };
}

/// Depths of the searches, in plies.
const DEPTHS: [u32; 2] = [8, 11];
/// Seeds of the searches. The first prepares nothing.
const SEEDS: [u64; 2] = [0, 1];
/// Most nodes of a search; one that needs more proves nothing.
const MOST_NODES: u64 = 4_000_000;
/// Nodes for each of the moves that a seed searches before.
const PREPARING_NODES: u64 = 500;
/// Most moves of the solver in a line.
const LONGEST_LINE: usize = 4;

/// A root move with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ScoredLine {
    /// From the side to move.
    pub score: Score,
    /// It begins with the move.
    pub moves: Vec<Move>,
}

/// The expected points of a score, in hundredths.
pub(super) fn hundredths(score: Score) -> i32 {
    (Wdl::of(score).expectation() * 100.0).round() as i32
}

/// Proves that one move is better than all others by the margin.
pub(super) fn prove(
    position: &Position,
    engine: &mut Engine,
    thresholds: Thresholds,
) -> Result<Solution, ProofError> {
    let found = best(position, engine, thresholds)?;
    let mut line = vec![found.mv];
    let mut next = position.play_unchecked(found.mv);
    let mut reply = found.reply;
    while line.len() < 2 * LONGEST_LINE - 1
        && let Some(answer) = reply
        && outcome(&next).is_none()
    {
        let after = next.play_unchecked(answer);
        if outcome(&after).is_some() {
            break;
        }
        let Ok(found) = best(&after, engine, thresholds) else { break };
        line.extend([answer, found.mv]);
        next = after.play_unchecked(found.mv);
        reply = found.reply;
    }
    let tries = tries(position, found.mv, engine);
    Ok(Solution {
        mate_in: None,
        line,
        lines: Vec::new(),
        tries,
        proof: ProofMethod::Searches(found.margin as u8),
    })
}

/// The best move by all searches.
struct Best {
    mv: Move,
    reply: Option<Move>,
    margin: i32,
}

fn best(
    position: &Position,
    engine: &mut Engine,
    thresholds: Thresholds,
) -> Result<Best, ProofError> {
    if legal_moves(position).len() < 2 {
        return Err(ProofError::NoChoice);
    }
    let mut found: Option<Best> = None;
    for depth in DEPTHS {
        for seed in SEEDS {
            engine.clear();
            prepare(position, engine, seed);
            let limits =
                Limits { depth: Some(depth), nodes: Some(MOST_NODES), ..Limits::default() };
            let (result, lines) = search(position, engine, limits, 2);
            if result.nodes >= MOST_NODES && result.depth < depth {
                return Err(Undecided(MOST_NODES).into());
            }
            let [first, second] = lines.as_slice() else { return Err(ProofError::NoChoice) };
            let (gain, other) = (hundredths(first.score), hundredths(second.score));
            if gain < thresholds.gain {
                return Err(ProofError::LittleGain { found: gain, needed: thresholds.gain });
            }
            if gain - other < thresholds.margin {
                return Err(ProofError::SmallMargin {
                    found: gain - other,
                    needed: thresholds.margin,
                });
            }
            let mv = first.moves[0];
            if let Some(before) = found.as_ref().filter(|before| before.mv != mv) {
                return Err(ProofError::Disagreement(vec![before.mv, mv]));
            }
            let least = found.as_ref().map_or(i32::MAX, |before| before.margin);
            let reply = first.moves.get(1).copied();
            found = Some(Best { mv, reply, margin: least.min(gain - other) });
        }
    }
    found.ok_or(ProofError::NoMove)
}

/// Fills the memory of the search by short searches of the moves in an order that the seed decides, so
/// that the search takes another way through the tree.
fn prepare(position: &Position, engine: &mut Engine, seed: u64) {
    if seed == 0 {
        return;
    }
    let mut moves = legal_moves(position);
    moves.shuffle(&mut SmallRng::seed_from_u64(seed));
    for mv in moves {
        let mut game = Game::new(*position);
        if game.play(mv).is_ok() && game.outcome().is_none() {
            let limits = Limits { nodes: Some(PREPARING_NODES), ..Limits::default() };
            engine.search(&game, &limits, &());
        }
    }
}

/// The result of a search, and the lines of the last iteration that found this number of them, best
/// first.
pub(super) fn search(
    position: &Position,
    engine: &mut Engine,
    limits: Limits,
    lines: usize,
) -> (SearchResult, Vec<ScoredLine>) {
    let collector = Collector { wanted: lines, ..Collector::default() };
    let limits = Limits { multi_pv: lines, ..limits };
    let result = engine.search(&Game::new(*position), &limits, &collector);
    let complete = collector.lines.into_inner().unwrap_or_else(PoisonError::into_inner).complete;
    (result, complete.into_iter().flatten().collect())
}

/// Keeps the lines of the last complete iteration.
#[derive(Default)]
struct Collector {
    wanted: usize,
    lines: Mutex<Lines>,
}

#[derive(Default)]
struct Lines {
    depth: u32,
    // [line]
    current: Vec<Option<ScoredLine>>,
    complete: Vec<Option<ScoredLine>>,
}

impl SearchObserver for Collector {
    fn report(&self, report: &SearchReport<'_>) {
        if report.bound != Bound::Exact || report.pv.is_empty() {
            return;
        }
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.depth != report.depth {
            lines.depth = report.depth;
            lines.current = vec![None; self.wanted];
        }
        let Some(place) = lines.current.get_mut(report.multi_pv - 1) else { return };
        *place = Some(ScoredLine { score: report.score, moves: report.pv.to_vec() });
        let firsts: Vec<_> = lines.current.iter().flatten().map(|line| line.moves[0]).collect();
        let are_different = firsts.iter().enumerate().all(|(at, mv)| !firsts[..at].contains(mv));
        if firsts.len() == self.wanted && are_different {
            lines.complete = lines.current.clone();
        }
    }
}

/// What the other moves are worth, by a search at the smaller depth.
fn tries(position: &Position, solution: Move, engine: &mut Engine) -> Vec<Try> {
    let mut tries = Vec::new();
    for mv in legal_moves(position).into_iter().filter(|&mv| mv != solution) {
        let next = position.play_unchecked(mv);
        if let Some(over) = outcome(&next) {
            tries.push(Try { mv, reply: None, failing: TryFailure::Ends(over) });
            continue;
        }
        engine.clear();
        let limits =
            Limits { depth: Some(DEPTHS[0]), nodes: Some(MOST_NODES), ..Limits::default() };
        let result = engine.search(&Game::new(next), &limits, &());
        let expects = (100 - hundredths(result.score)).clamp(0, 100) as u8;
        tries.push(Try { mv, reply: result.best_move, failing: TryFailure::Expects(expects) });
    }
    tries
}
