//! Puzzles as PGN: the solution as moves, the tries and the other longest defences as variations.

use super::Puzzle;
use super::record::{failing_text, id, theme_operands};
use super::solution::{Solution, Try};
use makruk::notation::pgn::{PgnWriter, numbered_line, start_tags};
use makruk::notation::{Notation, fen, san};
use makruk::position::Position;
use makruk::types::Move;

/// What stands near the beginning of every such game.
pub const MARK: &str = "\n[Proof \"";

/// Writes a puzzle as a game that begins in its position, followed by an empty line. The result is
/// `*`: the game goes on.
pub fn puzzle_pgn(puzzle: &Puzzle) -> String {
    let Puzzle { position, kind, solution, themes, difficulty, source } = puzzle;
    let mut pgn = PgnWriter::new();
    pgn.tag("Event", &id(*kind, position));
    pgn.tag("Site", source);
    for name in ["Date", "Round", "White", "Black"] {
        pgn.tag(name, if name == "Date" { "????.??.??" } else { "?" });
    }
    pgn.tag("Result", "*");
    for (name, value) in start_tags(position, fen::format) {
        pgn.tag(name, &value);
    }
    pgn.tag("Kind", kind.name());
    pgn.tag("Themes", &theme_operands(themes));
    if let Some(difficulty) = difficulty {
        pgn.tag("Level", &difficulty.level.to_string());
        pgn.tag("Elo", &difficulty.elo.to_string());
    }
    pgn.tag("Proof", &solution.proof.to_string());
    push_solution(&mut pgn, puzzle);
    pgn.result("*");
    pgn.finish()
}

/// Adds the solution with its variations: the tries after the first move, and each other line where it
/// leaves the solution.
fn push_solution(pgn: &mut PgnWriter, puzzle: &Puzzle) {
    let Solution { line, lines, .. } = &puzzle.solution;
    let mut at = puzzle.position;
    for (index, &mv) in line.iter().enumerate() {
        pgn.mv(&at, &san::format(&at, mv));
        let variations = match index {
            0 => tries_text(puzzle),
            _ => {
                let leaves = |other: &&Vec<Move>| {
                    other.get(..index) == Some(&line[..index]) && other.get(index) != Some(&mv)
                };
                let leaving = lines.iter().filter(leaves);
                leaving.map(|other| numbered_line(&at, &other[index..], Notation::San)).collect()
            }
        };
        for variation in variations {
            pgn.variation(&variation);
        }
        at = at.play_unchecked(mv);
    }
}

/// The tries of a puzzle, each with its refutation and the reason.
pub fn tries_text(puzzle: &Puzzle) -> Vec<String> {
    puzzle.solution.tries.iter().map(|one| try_text(&puzzle.position, one)).collect()
}

fn try_text(position: &Position, one: &Try) -> String {
    let line: Vec<Move> = std::iter::once(one.mv).chain(one.reply).collect();
    format!("{} {{{}}}", numbered_line(position, &line, Notation::San), failing_text(one.failing))
}
