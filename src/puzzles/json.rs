//! Puzzles as JSON. docs/puzzles.schema.json is the schema.

use crate::json_output::{CountRecord, MoveRecord, side};
use makruk::notation::fen;
use makruk::notation::pgn::ending::Cause;
use makruk::types::Move;
use sakdi_puzzles::{Puzzle, TryFailure, puzzle_id};
use serde::Serialize;

#[derive(Debug, Serialize)]
struct Record<'a> {
    id: String,
    kind: &'static str,
    fen: String,
    side: &'static str,
    count: Option<CountRecord>,
    mate_in: Option<u8>,
    solution: Vec<MoveRecord>,
    lines: Vec<Vec<MoveRecord>>,
    tries: Vec<TryRecord>,
    themes: Vec<&'static str>,
    level: Option<i8>,
    elo: Option<u16>,
    band: Option<&'static str>,
    proof: String,
    source: &'a str,
}

#[derive(Debug, Serialize)]
struct TryRecord {
    #[serde(rename = "move")]
    mv: MoveRecord,
    reply: Option<MoveRecord>,
    reason: &'static str,
    needed: Option<u16>,
    left: Option<u16>,
    /// Expected points, from 0 to 1.
    expectation: Option<f64>,
}

fn record(puzzle: &Puzzle) -> Record<'_> {
    let Puzzle { position, kind, solution, themes, difficulty, source } = puzzle;
    let records = |line: &[Move]| -> Vec<MoveRecord> {
        let mut at = *position;
        let record = |&mv| {
            let record = MoveRecord::new(&at, mv);
            at = at.play_unchecked(mv);
            record
        };
        line.iter().map(record).collect()
    };
    let tries = solution.tries.iter().map(|one| {
        let after = position.play_unchecked(one.mv);
        let (reason, needed, left, expectation) = match one.failing {
            TryFailure::Ends(over) => (Cause::from(over).word(), None, None, None),
            TryFailure::NoMate => ("no-mate", None, None, None),
            TryFailure::TooSlow { needed, left } => ("too-slow", Some(needed), Some(left), None),
            TryFailure::Draws => ("draws", None, None, None),
            TryFailure::Loses => ("loses", None, None, None),
            TryFailure::Expects(points) => ("expects", None, None, Some(f64::from(points) / 100.0)),
        };
        let reply = one.reply.map(|reply| MoveRecord::new(&after, reply));
        TryRecord {
            mv: MoveRecord::new(position, one.mv),
            reply,
            reason,
            needed,
            left,
            expectation,
        }
    });
    Record {
        id: puzzle_id(puzzle),
        kind: kind.name(),
        fen: fen::format(position),
        side: side(position.to_move()),
        count: CountRecord::new(position),
        mate_in: solution.mate_in,
        solution: records(&solution.line),
        lines: solution.lines.iter().map(|line| records(line)).collect(),
        tries: tries.collect(),
        themes: themes.iter().map(|theme| theme.name()).collect(),
        level: difficulty.map(|difficulty| difficulty.level),
        elo: difficulty.map(|difficulty| difficulty.elo),
        band: difficulty.map(|difficulty| difficulty.band().name()),
        proof: solution.proof.to_string(),
        source,
    }
}

/// What stands near the beginning of every such document with puzzles.
pub(super) const MARK: &str = "\"kind\":\"";

/// Puzzles as a JSON array, one object a line.
pub(super) fn document<'a>(
    puzzles: impl IntoIterator<Item = &'a Puzzle>,
) -> serde_json::Result<String> {
    let objects = puzzles.into_iter().map(|puzzle| serde_json::to_string(&record(puzzle)));
    let objects: Vec<String> = objects.collect::<Result<_, _>>()?;
    Ok(format!("[\n{}\n]\n", objects.join(",\n")))
}
