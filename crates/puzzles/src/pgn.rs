//! Puzzles as PGN: the solution as moves, the tries and the other longest defences as variations.

use super::Puzzle;
use super::record::{failing_text, id};
use super::solution::{Solution, Try};
use makruk::notation::pgn::{MoveNumber, numbered_line, push_tag, push_wrapped, start_tags};
use makruk::notation::{Notation, fen, san};
use makruk::position::Position;
use makruk::types::Move;

/// Writes a puzzle as a game that begins in its position, followed by an empty line. The result is
/// `*`: the game goes on.
pub fn puzzle_pgn(puzzle: &Puzzle) -> String {
    let Puzzle { position, kind, solution, themes, difficulty, source } = puzzle;
    let mut pgn = String::new();
    push_tag(&mut pgn, "Event", &id(*kind, position));
    push_tag(&mut pgn, "Site", source);
    for name in ["Date", "Round", "White", "Black"] {
        push_tag(&mut pgn, name, if name == "Date" { "????.??.??" } else { "?" });
    }
    push_tag(&mut pgn, "Result", "*");
    for (name, value) in start_tags(position, fen::format) {
        push_tag(&mut pgn, name, &value);
    }
    push_tag(&mut pgn, "Kind", kind.name());
    let names: Vec<_> = themes.iter().map(|theme| theme.name()).collect();
    push_tag(&mut pgn, "Themes", &names.join(" "));
    if let Some(difficulty) = difficulty {
        push_tag(&mut pgn, "Level", &difficulty.level.to_string());
        push_tag(&mut pgn, "Elo", &difficulty.elo.to_string());
    }
    push_tag(&mut pgn, "Proof", &solution.proof.to_string());
    pgn.push('\n');
    let mut words = solution_words(puzzle);
    words.push("*".to_owned());
    push_wrapped(&mut pgn, &words.join(" "));
    pgn.push('\n');
    pgn
}

/// The solution with its variations: the tries after the first move, and each other line where it
/// leaves the solution.
fn solution_words(puzzle: &Puzzle) -> Vec<String> {
    let Solution { line, lines, .. } = &puzzle.solution;
    let mut at = puzzle.position;
    let mut words = Vec::new();
    let mut needs_number = true;
    for (index, &mv) in line.iter().enumerate() {
        words.extend(MoveNumber::in_line(&at, needs_number).map(|number| number.to_string()));
        words.push(san::format(&at, mv));
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
        needs_number = !variations.is_empty();
        words.extend(variations.into_iter().map(|variation| format!("({variation})")));
        at = at.play_unchecked(mv);
    }
    words
}

/// The tries of a puzzle, each with its refutation and the reason.
pub fn tries_text(puzzle: &Puzzle) -> Vec<String> {
    puzzle.solution.tries.iter().map(|one| try_text(&puzzle.position, one)).collect()
}

fn try_text(position: &Position, one: &Try) -> String {
    let line: Vec<Move> = std::iter::once(one.mv).chain(one.reply).collect();
    format!("{} {{{}}}", numbered_line(position, &line, Notation::San), failing_text(one.failing))
}
