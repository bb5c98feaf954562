//! Puzzles as lines of EPD. docs/puzzles.md describes the opcodes.

use super::difficulty::Difficulty;
use super::similar::canonical;
use super::solution::{ProofMethod, Solution, Try, TryFailure};
use super::theme::Theme;
use super::{Kind, Puzzle};
use makruk::notation::epd::{Epd, EpdContentError};
use makruk::notation::pgn::ending::Cause;
use makruk::notation::terminal_text::is_unsafe;
use makruk::notation::{fen, san};
use makruk::position::Position;
use makruk::rules::{CountingRule, DrawReason, Outcome, Variant};
use makruk::types::Move;
use std::fmt::Write;

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
    let _ = write!(
        text,
        " id \"{}\"; pv {}; kind {kind};",
        id(*kind, position),
        line_operands(position, &solution.line)
    );
    if !themes.is_empty() {
        let _ = write!(text, " themes {};", theme_operands(themes));
    }
    if let Some(Difficulty { level, elo }) = difficulty {
        let _ = write!(text, " level {level}; elo {elo};");
    }
    if !solution.lines.is_empty() {
        let _ = write!(text, " lines {};", lines_operands(position, &solution.lines));
    }
    text.push_str(" tries");
    for one in &solution.tries {
        let mv = san::format(position, one.mv);
        let next = position.play_unchecked(one.mv);
        let reply = one.reply.map_or("-".to_owned(), |reply| san::format(&next, reply));
        let _ = write!(text, " \"{mv} {reply} {}\"", failing_text(one.failing));
    }
    let source = source.replace(|letter: char| letter == '"' || is_unsafe(letter), "'");
    let _ = write!(text, "; proof \"{}\"; source \"{source}\";", solution.proof);
    text
}

/// A line as operands of `pv`.
pub(super) fn line_operands(position: &Position, moves: &[Move]) -> String {
    san_line(position, moves).join(" ")
}

/// Lines as operands of `lines`.
pub(super) fn lines_operands(position: &Position, lines: &[Vec<Move>]) -> String {
    let quoted = lines.iter().map(|line| format!("\"{}\"", line_operands(position, line)));
    quoted.collect::<Vec<_>>().join(" ")
}

/// Themes as operands of `themes`.
pub(super) fn theme_operands(themes: &[Theme]) -> String {
    themes.iter().map(|theme| theme.name()).collect::<Vec<_>>().join(" ")
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
pub(super) fn failing_text(failing: TryFailure) -> String {
    match failing {
        TryFailure::Ends(over) => Cause::from(over).word().to_owned(),
        TryFailure::NoMate => "no-mate".to_owned(),
        TryFailure::TooSlow { needed, left } => format!("too-slow {needed} {left}"),
        TryFailure::Draws => "draws".to_owned(),
        TryFailure::Loses => "loses".to_owned(),
        TryFailure::Expects(points) => format!("expects {points}"),
    }
}

fn read_failing(words: &[&str]) -> Option<TryFailure> {
    const DRAWS: [DrawReason; 4] =
        [DrawReason::Stalemate, DrawReason::Count, DrawReason::Repetition, DrawReason::Material];
    Some(match *words {
        ["no-mate"] => TryFailure::NoMate,
        ["too-slow", needed, left] => {
            TryFailure::TooSlow { needed: needed.parse().ok()?, left: left.parse().ok()? }
        }
        ["draws"] => TryFailure::Draws,
        ["loses"] => TryFailure::Loses,
        ["expects", points] => TryFailure::Expects(points.parse().ok()?),
        [word] => {
            let draws = DRAWS.into_iter().map(Outcome::Draw);
            TryFailure::Ends(draws.into_iter().find(|draw| Cause::from(*draw).word() == word)?)
        }
        _ => return None,
    })
}

fn read_proof(text: &str) -> Option<ProofMethod> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Some(match words[..] {
        ["mate", "search", positions] => ProofMethod::MateSearch(positions.parse().ok()?),
        ["tables"] => ProofMethod::Tables,
        ["searches", margin] => ProofMethod::Searches(margin.parse().ok()?),
        _ => return None,
    })
}

/// Reads a puzzle from a line of EPD.
///
/// # Errors
/// The first thing that is missing or wrong.
pub fn read_epd(line: &str) -> Result<Puzzle, EpdContentError> {
    let epd = Epd::parse(line)?;
    let position = fen::parse(&epd.fen, Variant::Makruk, CountingRule::MAKRUK)?;
    let kind = epd.value("kind")?.ok_or(EpdContentError::Missing("kind"))?;
    let line = read_line(&epd, &position)?;
    let tries = epd.operands("tries").unwrap_or_default();
    let tries = tries.iter().map(|text| read_try(&position, text)).collect::<Result<_, _>>()?;
    let lines = epd.operands("lines").unwrap_or_default();
    let lines = lines.iter().map(|text| read_moves("lines", text.split_whitespace(), &position));
    let lines = lines.collect::<Result<_, _>>()?;
    let proof = epd.text("proof").ok_or(EpdContentError::Missing("proof"))?;
    let proof = read_proof(&proof)
        .ok_or_else(|| EpdContentError::Operand { opcode: "proof", found: proof.clone() })?;
    let themes = epd.operands("themes").unwrap_or_default();
    let theme = |name: &String| -> Result<Theme, EpdContentError> {
        name.parse().map_err(|_| EpdContentError::Operand { opcode: "themes", found: name.clone() })
    };
    let level: Option<i8> = epd.value("level")?;
    let difficulty = level.map(|level| {
        let out_of_range =
            || EpdContentError::Operand { opcode: "level", found: level.to_string() };
        Difficulty::of_level(level).ok_or_else(out_of_range)
    });
    Ok(Puzzle {
        position,
        kind,
        solution: Solution { mate_in: epd.value("dm")?, line, lines, tries, proof },
        themes: themes.iter().map(theme).collect::<Result<_, _>>()?,
        difficulty: difficulty.transpose()?,
        source: epd.text("source").unwrap_or_default(),
    })
}

/// The solution: the moves of `pv`, of which the first is that of `bm`.
fn read_line(epd: &Epd, position: &Position) -> Result<Vec<Move>, EpdContentError> {
    let best = epd.text("bm").ok_or(EpdContentError::Missing("bm"))?;
    let best = san::parse(position, &best)
        .map_err(|error| EpdContentError::Move { opcode: "bm", error })?;
    let words = epd.operands("pv").ok_or(EpdContentError::Missing("pv"))?;
    let line = read_moves("pv", words.iter().map(String::as_str), position)?;
    if line.first() != Some(&best) || line.len().is_multiple_of(2) {
        let found = epd.text("pv").unwrap_or_default();
        return Err(EpdContentError::Operand { opcode: "pv", found });
    }
    Ok(line)
}

/// Moves that follow one another.
fn read_moves<'a>(
    opcode: &'static str,
    words: impl Iterator<Item = &'a str>,
    start: &Position,
) -> Result<Vec<Move>, EpdContentError> {
    let mut position = *start;
    let read = |word| {
        let mv =
            san::parse(&position, word).map_err(|error| EpdContentError::Move { opcode, error })?;
        position = position.play_unchecked(mv);
        Ok(mv)
    };
    words.map(read).collect()
}

fn read_try(position: &Position, text: &str) -> Result<Try, EpdContentError> {
    let bad = || EpdContentError::Operand { opcode: "tries", found: text.to_owned() };
    let illegal = |error| EpdContentError::Move { opcode: "tries", error };
    let words: Vec<&str> = text.split_whitespace().collect();
    let [mv, reply, failing @ ..] = words.as_slice() else { return Err(bad()) };
    let mv = san::parse(position, mv).map_err(illegal)?;
    let reply = match *reply {
        "-" => None,
        reply => Some(san::parse(&position.play_unchecked(mv), reply).map_err(illegal)?),
    };
    Ok(Try { mv, reply, failing: read_failing(failing).ok_or_else(bad)? })
}
