//! Games in another dialect.

use super::{MAX_DEPTH, PgnError, PgnGame, PgnWriter, Reader, own_mark};
use crate::notation::dialect::{Dialect, Evidence, detect};
use crate::position::Position;
use crate::rules::{CountingRule, Variant};
use crate::types::Move;

/// The game with its moves in the dialect `to`, as PGN that ends with an empty line. Tags, comments, NAGs and
/// variations stay, and so does the result, which is written as in that dialect. A variation that cannot be read
/// becomes a comment in parentheses, because in the new dialect its words could mean other moves.
///
/// Where the text alone would not show its dialect, the tag `Dialect` names it; where `variant` is not that
/// of the tags, the tag `Variant` names it.
///
/// # Errors
/// The start position or a move cannot be read.
///
/// ```
/// use makruk::notation::Dialect;
/// use makruk::notation::pgn::{Reader, convert};
/// let game = Reader::new("1. f4 (1. Bb1-d2?? {no khon}) Ne7 {a ma} *").next().expect("a game")?;
/// let text = convert(&game, Default::default(), Dialect::OfficialThaiShort)?;
/// assert_eq!(text, "\n1. บฉ4 {(1. Bb1-d2?? {no khon))} 1... มจ7 {a ma} *\n\n");
/// # Ok::<(), makruk::notation::PgnError>(())
/// ```
pub fn convert(game: &PgnGame, variant: Variant, to: Dialect) -> Result<String, PgnError> {
    let start = game.start(variant, CountingRule::NONE)?;
    let read = game.read_moves(&start)?;
    let mut pgn = PgnWriter::new();
    for (name, value) in game.copied_tags() {
        pgn.tag(name, if name == "Result" { result_in(to, value) } else { value });
    }
    if let Some(variant) = game.variant_tag(&start)? {
        pgn.tag("Variant", variant);
    }
    if let Some(dialect) = game.dialect_tag(&start, &read.moves, to)? {
        pgn.tag("Dialect", &dialect.to_string());
    }
    let conversion = Conversion { from: read.dialect, to, depth: 0 };
    push_moves(&mut pgn, game, &start, &read.moves, conversion);
    pgn.result(result_in(to, game.stated_result().unwrap_or("*")));
    push_comments(&mut pgn, &game.closing_comments);
    Ok(pgn.finish())
}

/// From which dialect to which, and within how many variations.
#[derive(Clone, Copy)]
struct Conversion {
    from: Dialect,
    to: Dialect,
    depth: usize,
}

/// A result of the standard as games in the dialect `to` have it.
fn result_in(to: Dialect, result: &str) -> &str {
    let is_official = matches!(
        to,
        Dialect::OfficialThai
            | Dialect::OfficialThaiDots
            | Dialect::OfficialThaiShort
            | Dialect::OfficialEnglish
            | Dialect::OfficialEnglishShort
    );
    match result {
        "1/2-1/2" if is_official => "0.5-0.5",
        _ => result,
    }
}

/// Adds a variation of a game whose moves were read in the dialect `from` to a copy with moves in
/// [`Dialect::Makruk`]: the text between its parentheses, from the position before its first move. With the
/// letters of the moves beside it, it stays as it is.
pub fn push_kept_variation(pgn: &mut PgnWriter, text: &str, position: &Position, from: Dialect) {
    match from {
        Dialect::Makruk | Dialect::Lan | Dialect::Uci => pgn.variation(text),
        _ => {
            let conversion = Conversion { from, to: Dialect::Makruk, depth: 0 };
            push_variation(pgn, text, position, conversion);
        }
    }
}

/// Adds a variation in another dialect. As [`convert`] has it, one that cannot be read becomes a comment.
/// The mark of an analysis stays valid.
fn push_variation(pgn: &mut PgnWriter, text: &str, position: &Position, conversion: Conversion) {
    let own = own_mark::around_mark(text).filter(|_| own_mark::is_own(text));
    let converted = match own {
        // The mark holds a checksum of the text around it.
        Some((before, after)) => variation(&[before, after].concat(), position, conversion)
            .map(|converted| own_mark::signed(&converted)),
        None => variation(text, position, conversion),
    };
    match converted {
        Some(converted) => pgn.variation(&converted),
        None => pgn.comment(&format!("({text})")),
    }
}

/// A variation in another dialect; `None` if it cannot be read.
fn variation(text: &str, position: &Position, conversion: Conversion) -> Option<String> {
    let conversion = Conversion { depth: conversion.depth + 1, ..conversion };
    if conversion.depth > MAX_DEPTH {
        return None;
    }
    let mut reader = Reader::new(text);
    let mut line = reader.next()?.ok()?;
    if reader.next().is_some() || !line.tags.is_empty() {
        return None;
    }
    line.dialect = Some(conversion.from);
    let moves = line.resolve(position).ok()?;
    let mut written = PgnWriter::new();
    push_moves(&mut written, &line, position, &moves, conversion);
    if let Some(result) = line.result {
        written.result(result);
    }
    push_comments(&mut written, &line.closing_comments);
    Some(written.movetext())
}

/// Adds the moves of a game or variation with their NAGs, comments and variations, from one dialect in
/// another.
fn push_moves(
    pgn: &mut PgnWriter,
    line: &PgnGame,
    start: &Position,
    moves: &[Move],
    conversion: Conversion,
) {
    push_comments(pgn, &line.comments);
    let mut position = *start;
    for (written, &mv) in line.moves.iter().zip(moves) {
        pgn.mv(&position, &conversion.to.format(&position, mv));
        pgn.nags(written.nags.iter().copied());
        push_comments(pgn, &written.comments);
        for text in &written.variations {
            push_variation(pgn, text, &position, conversion);
        }
        position = position.play_unchecked(mv);
    }
}

fn push_comments(pgn: &mut PgnWriter, comments: &[String]) {
    for text in comments {
        pgn.comment(text);
    }
}

impl PgnGame {
    /// The value of the tag `Variant` that a copy of this game from `start` needs; `None` where its own
    /// tags say the same.
    ///
    /// # Errors
    /// The game's own tag names an unknown variant.
    pub fn variant_tag(&self, start: &Position) -> Result<Option<&'static str>, PgnError> {
        let variant = start.variant();
        Ok((self.variant()?.unwrap_or_default() != variant).then(|| variant.title()))
    }

    /// The value of the tag `Dialect` that a copy of this game needs whose moves are written in the dialect
    /// `to`; `None` where they are read right without it.
    ///
    /// # Errors
    /// The game's own tag names an unknown dialect.
    pub fn dialect_tag(
        &self,
        start: &Position,
        moves: &[Move],
        to: Dialect,
    ) -> Result<Option<Dialect>, PgnError> {
        let mut position = *start;
        let words = moves.iter().map(|&mv| {
            let word = to.format(&position, mv);
            position = position.play_unchecked(mv);
            word
        });
        let words: Vec<String> = words.collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let evidence = Evidence { named: None, ..self.evidence()? };
        let is_clear = detect(start, &words, evidence).is_ok_and(|read| read.moves == moves);
        Ok((!is_clear).then_some(to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hostile_depth_is_no_more_than_a_comment() {
        let depth = 20_000;
        let text = format!("1. e4 {}{} *", "(1. d4 ".repeat(depth), ")".repeat(depth));
        let game = Reader::new(&text).next().expect("a game").expect("a readable one");
        let converted = convert(&game, Variant::Makruk, Dialect::OfficialThaiShort);
        let converted = converted.expect("a legal move");
        // Deeper ones are kept as text.
        assert_eq!(converted.matches("(1. บง4").count(), MAX_DEPTH);
        assert!(converted.contains("(1. d4"));
    }
}
