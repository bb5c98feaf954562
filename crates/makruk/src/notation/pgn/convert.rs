//! Games in another dialect.

use super::{MoveNumber, PgnError, PgnGame, Reader, push_tag, push_wrapped};
use crate::notation::dialect::{Dialect, Evidence, detect};
use crate::position::Position;
use crate::rules::{CountingRule, Variant};
use crate::types::Move;

/// The game with its moves in the dialect `to`, as PGN that ends with an empty line. Tags, comments, glyphs,
/// variations and the result stay. A variation that cannot be read becomes a comment in parentheses, because
/// in the new dialect its words could mean other moves.
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
    let mut text = String::new();
    for (name, value) in game.tags.iter().filter(|(name, _)| name != "Dialect") {
        push_tag(&mut text, name, value);
    }
    if game.variant()?.unwrap_or_default() != start.variant() {
        push_tag(&mut text, "Variant", start.variant().title());
    }
    if let Some(dialect) = game.dialect_tag(&start, &read.moves, to)? {
        push_tag(&mut text, "Dialect", &dialect.to_string());
    }
    text.push('\n');
    let writer = Writer { from: read.dialect, to };
    let mut words = writer.words(game, &start, &read.moves);
    words.insert(words.len() - game.closing_comments.len(), result(game, to).to_owned());
    push_wrapped(&mut text, &words.join(" "));
    text.push('\n');
    Ok(text)
}

/// The text of the result after the moves.
fn result(game: &PgnGame, to: Dialect) -> &'static str {
    let is_official = matches!(
        to,
        Dialect::OfficialThai
            | Dialect::OfficialThaiDots
            | Dialect::OfficialThaiShort
            | Dialect::OfficialEnglish
            | Dialect::OfficialEnglishShort
    );
    match game.stated_result() {
        Some("1/2-1/2") if is_official => "0.5-0.5",
        other => other.unwrap_or("*"),
    }
}

/// A variation of the text between its parentheses, from the position before its first move, in parentheses
/// and in the dialect `to`. As [`convert`] has it, one that cannot be read becomes a comment.
pub fn convert_variation(text: &str, position: &Position, from: Dialect, to: Dialect) -> String {
    Writer { from, to }.variation(text, position)
}

impl PgnGame {
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

/// Writes lines of moves that were read in one dialect in another.
#[derive(Clone, Copy)]
struct Writer {
    from: Dialect,
    to: Dialect,
}

impl Writer {
    /// The moves of a game or variation with their numbers, glyphs, comments and variations.
    fn words(self, line: &PgnGame, start: &Position, moves: &[Move]) -> Vec<String> {
        let mut words: Vec<String> = comments(&line.comments).collect();
        let mut position = *start;
        let mut is_new = true;
        for (written, &mv) in line.moves.iter().zip(moves) {
            words.extend(MoveNumber::in_line(&position, is_new).map(|number| number.to_string()));
            words.push(self.to.format(&position, mv));
            words.extend(written.glyphs.iter().map(|glyph| format!("${glyph}")));
            words.extend(comments(&written.comments));
            words.extend(written.variations.iter().map(|text| self.variation(text, &position)));
            is_new = !(written.comments.is_empty() && written.variations.is_empty());
            position = position.play_unchecked(mv);
        }
        words.extend(comments(&line.closing_comments));
        words
    }

    /// A variation from the position before its first move, in parentheses.
    fn variation(self, text: &str, position: &Position) -> String {
        let mut reader = Reader::new(text);
        if let (Some(Ok(mut line)), None) = (reader.next(), reader.next())
            && line.tags.is_empty()
        {
            line.dialect = Some(self.from);
            if let Ok(moves) = line.resolve(position) {
                let mut words = self.words(&line, position, &moves);
                if let Some(result) = line.result {
                    words.insert(words.len() - line.closing_comments.len(), result.to_owned());
                }
                return format!("({})", words.join(" "));
            }
        }
        comment(&format!("({text})"))
    }
}

fn comments(texts: &[String]) -> impl Iterator<Item = String> {
    texts.iter().map(|text| comment(text))
}

/// In braces, which a comment cannot hold.
fn comment(text: &str) -> String {
    format!("{{{}}}", text.replace('}', ")"))
}
