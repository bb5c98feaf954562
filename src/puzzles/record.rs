//! Puzzles as lines of EPD. docs/puzzles.md describes the opcodes.

use super::difficulty::Difficulty;
use super::similar::canonical;
use super::solution::{Failing, Proof, Solution, Try};
use super::theme::Theme;
use super::{Kind, Puzzle};
use crate::notation::epd::{Epd, EpdError};
use crate::notation::{FenError, MoveError, fen, san};
use crate::position::Position;
use crate::rules::{CountingRule, DrawReason, Outcome, Variant};
use crate::types::Move;
use std::fmt::Write;
use std::str::FromStr;

/// Why a line is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The line is not EPD.
    #[error(transparent)]
    Epd(#[from] EpdError),
    /// The position is not legal.
    #[error("illegal FEN: {0}")]
    Fen(#[from] FenError),
    /// An opcode is missing.
    #[error("no opcode {0}")]
    Missing(&'static str),
    /// A move is not legal.
    #[error("{opcode}: {error}")]
    Move {
        /// The opcode.
        opcode: &'static str,
        /// What is wrong with the move.
        error: MoveError,
    },
    /// An operand has no meaning.
    #[error("{opcode} cannot be '{found}'")]
    Operand {
        /// The opcode.
        opcode: &'static str,
        /// The operand.
        found: String,
    },
}

/// A name that depends on the position alone, up to mirror images.
pub fn puzzle_id(puzzle: &Puzzle) -> String {
    id(puzzle.kind, &puzzle.position)
}

/// As [`puzzle_id`].
pub(super) fn id(kind: Kind, position: &Position) -> String {
    format!("{kind}-{:08x}", crc32fast::hash(canonical(position).as_bytes()))
}

/// Writes a puzzle as a line of EPD, without a line break.
pub fn format_epd(puzzle: &Puzzle) -> String {
    let Puzzle { position, kind, solution, themes, difficulty, source } = puzzle;
    let line = san_line(position, &solution.line);
    let mut text = fen::format_with_limit(position);
    // Writing to a string does not fail.
    let _ = write!(text, " bm {};", line.first().map_or("", String::as_str));
    if let Some(moves) = solution.mate_in {
        let _ = write!(text, " dm {moves};");
    }
    let _ = write!(text, " id \"{}\"; pv {}; kind {kind};", id(*kind, position), line.join(" "));
    if !themes.is_empty() {
        let names: Vec<_> = themes.iter().map(|theme| theme.name()).collect();
        let _ = write!(text, " themes {};", names.join(" "));
    }
    if let Some(Difficulty { level, elo }) = difficulty {
        let _ = write!(text, " level {level}; elo {elo};");
    }
    text.push_str(" tries");
    for one in &solution.tries {
        let mv = san::format(position, one.mv);
        let next = position.play_unchecked(one.mv);
        let reply = one.reply.map_or("-".to_owned(), |reply| san::format(&next, reply));
        let _ = write!(text, " \"{mv} {reply} {}\"", failing_text(one.failing));
    }
    let source = source.replace('"', "'");
    let _ = write!(text, "; proof \"{}\"; source \"{source}\";", solution.proof);
    text
}

fn san_line(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut at = *position;
    let name = |&mv| {
        let name = san::format(&at, mv);
        at = at.play_unchecked(mv);
        name
    };
    moves.iter().map(name).collect()
}

/// The words of a failing, as in the opcode `tries`.
pub(super) fn failing_text(failing: Failing) -> String {
    match failing {
        Failing::Ends(over) => over.word().to_owned(),
        Failing::NoMate => "no-mate".to_owned(),
        Failing::TooSlow { needed, left } => format!("too-slow {needed} {left}"),
        Failing::Draws => "draws".to_owned(),
        Failing::Loses => "loses".to_owned(),
        Failing::Expects(points) => format!("expects {points}"),
    }
}

fn read_failing(words: &[&str]) -> Option<Failing> {
    const DRAWS: [DrawReason; 4] =
        [DrawReason::Stalemate, DrawReason::Count, DrawReason::Repetition, DrawReason::Material];
    Some(match *words {
        ["no-mate"] => Failing::NoMate,
        ["too-slow", needed, left] => {
            Failing::TooSlow { needed: needed.parse().ok()?, left: left.parse().ok()? }
        }
        ["draws"] => Failing::Draws,
        ["loses"] => Failing::Loses,
        ["expects", points] => Failing::Expects(points.parse().ok()?),
        [word] => {
            let draws = DRAWS.into_iter().map(Outcome::Draw);
            Failing::Ends(draws.into_iter().find(|draw| draw.word() == word)?)
        }
        _ => return None,
    })
}

fn read_proof(text: &str) -> Option<Proof> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Some(match words[..] {
        ["mate", "search", positions] => Proof::MateSearch(positions.parse().ok()?),
        ["tables"] => Proof::Tables,
        ["searches", margin] => Proof::Searches(margin.parse().ok()?),
        _ => return None,
    })
}

/// Reads a puzzle from a line of EPD.
///
/// # Errors
/// The first thing that is missing or wrong.
pub fn read_epd(line: &str) -> Result<Puzzle, RecordError> {
    let epd = Epd::parse(line)?;
    let position = fen::parse(&epd.fen, Variant::Makruk, CountingRule::Makruk)?;
    let kind = read(&epd, "kind")?.ok_or(RecordError::Missing("kind"))?;
    let line = read_line(&epd, &position)?;
    let tries = epd.operands("tries").unwrap_or_default();
    let tries = tries.iter().map(|text| read_try(&position, text)).collect::<Result<_, _>>()?;
    let proof = text_of(&epd, "proof").ok_or(RecordError::Missing("proof"))?;
    let proof = read_proof(&proof)
        .ok_or_else(|| RecordError::Operand { opcode: "proof", found: proof.clone() })?;
    let themes = epd.operands("themes").unwrap_or_default();
    let theme = |name: &String| -> Result<Theme, RecordError> {
        name.parse().map_err(|_| RecordError::Operand { opcode: "themes", found: name.clone() })
    };
    let level: Option<u8> = read(&epd, "level")?;
    Ok(Puzzle {
        position,
        kind,
        solution: Solution { mate_in: read(&epd, "dm")?, line, tries, proof },
        themes: themes.iter().map(theme).collect::<Result<_, _>>()?,
        difficulty: level.map(Difficulty::of_level),
        source: text_of(&epd, "source").unwrap_or_default(),
    })
}

fn text_of(epd: &Epd, opcode: &str) -> Option<String> {
    epd.operands(opcode).map(|operands| operands.join(" "))
}

fn read<T: FromStr>(epd: &Epd, opcode: &'static str) -> Result<Option<T>, RecordError> {
    let Some(found) = text_of(epd, opcode) else { return Ok(None) };
    found.parse().map(Some).map_err(|_| RecordError::Operand { opcode, found })
}

/// The solution: the moves of `pv`, of which the first is that of `bm`.
fn read_line(epd: &Epd, position: &Position) -> Result<Vec<Move>, RecordError> {
    let parse = |position: &Position, opcode, text: &str| {
        san::parse(position, text).map_err(|error| RecordError::Move { opcode, error })
    };
    let best = text_of(epd, "bm").ok_or(RecordError::Missing("bm"))?;
    let best = parse(position, "bm", &best)?;
    let mut line = Vec::new();
    let mut at = *position;
    for text in epd.operands("pv").ok_or(RecordError::Missing("pv"))? {
        let mv = parse(&at, "pv", text)?;
        at = at.play_unchecked(mv);
        line.push(mv);
    }
    if line.first() != Some(&best) || line.len().is_multiple_of(2) {
        let found = text_of(epd, "pv").unwrap_or_default();
        return Err(RecordError::Operand { opcode: "pv", found });
    }
    Ok(line)
}

fn read_try(position: &Position, text: &str) -> Result<Try, RecordError> {
    let bad = || RecordError::Operand { opcode: "tries", found: text.to_owned() };
    let illegal = |error| RecordError::Move { opcode: "tries", error };
    let words: Vec<&str> = text.split_whitespace().collect();
    let [mv, reply, failing @ ..] = words.as_slice() else { return Err(bad()) };
    let mv = san::parse(position, mv).map_err(illegal)?;
    let reply = match *reply {
        "-" => None,
        reply => Some(san::parse(&position.play_unchecked(mv), reply).map_err(illegal)?),
    };
    Ok(Try { mv, reply, failing: read_failing(failing).ok_or_else(bad)? })
}
