//! Games of a match as PGN. They are read back to resume a match or to merge its parts.

use super::clock::EngineLimits;
use super::ending::MatchEnding;
use super::game::{GameRecord, PlayedMove};
use super::schedule::{MatchFormat, Round};
use super::uci_output::SearchInfo;
use makruk::formations;
use makruk::notation::pgn::ending::{Cause, GameEnding};
use makruk::notation::pgn::{BOOK_MOVE, PgnGame, PgnMove, PgnWriter, start_tags};
use makruk::notation::{fen, san};
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use makruk::types::{Color, Move};
use std::fmt::{self, Write};

/// The contents of a PGN that are not part of the game itself.
#[derive(Clone, Copy, Debug)]
pub struct PgnHeader<'a> {
    /// Name of the match.
    pub event: &'a str,
    /// Format of the match.
    pub format: MatchFormat,
    /// The date of the match: `2026.11.20`.
    pub date: &'a str,
    /// Name of White.
    pub white: &'a str,
    /// Name of Black.
    pub black: &'a str,
    /// The limits of White and Black.
    pub limits: [&'a EngineLimits; 2],
    /// The UCI options of White and Black, as `EngineSettings::options_text` writes them.
    pub options: [&'a str; 2],
    /// What ends games early, as `Arbiter::adjudication_text` writes it.
    pub adjudication: &'a str,
}

/// A remark in the comments of a game. Its `Display` is English.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark<'a> {
    /// The move is one of the opening.
    BookMove,
    /// How far the count is after the move.
    Count {
        /// The last number counted.
        spoken: u16,
        /// The number that the count ends with.
        last: u16,
    },
    /// How the game ended.
    Ending(&'a MatchEnding),
}

impl fmt::Display for Remark<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BookMove => f.write_str("book"),
            Self::Count { spoken, last } => write!(f, "count {spoken}/{last}"),
            Self::Ending(ending) => write!(f, "{ending}"),
        }
    }
}

/// Writes a remark in a language.
pub type RemarkWriter<'a> = &'a dyn Fn(Remark<'_>) -> String;

/// The value of an empty tag: the standard's dash.
const NOTHING: &str = "-";

/// The text, or a dash if it is empty.
const fn or_dash(text: &str) -> &str {
    if text.is_empty() { NOTHING } else { text }
}

/// Writes a game as PGN, followed by an empty line, with its remarks in the words of `say`. These tags are not in the standard: `Variant`, which
/// other programs use too, `CountingRule`, `Format` ([`MatchFormat::word`]), `Ending` ([`Cause::word`]), `WhiteOptions` and `BlackOptions`,
/// and `Adjudication`.
pub fn to_pgn(record: &GameRecord, header: &PgnHeader<'_>, say: RemarkWriter<'_>) -> String {
    let mut pgn = PgnWriter::new();
    let result = record.ending.result();
    let mut tag = |name: &str, value: &str| pgn.tag(name, value);
    tag("Event", header.event);
    tag("Site", "?");
    tag("Date", header.date);
    tag("Round", &record.plan.round.to_string());
    tag("White", header.white);
    tag("Black", header.black);
    tag("Result", result);
    tag("Format", header.format.word());
    for (name, value) in start_tags(&record.start, fen::format) {
        tag(name, &value);
    }
    let moves: Vec<Move> = record.moves.iter().map(|played| played.mv).collect();
    let formations = formations::classify(&record.start, &moves);
    if let Some(opening) = sakdi_i18n::formations_in_both_languages(formations) {
        tag("Opening", &opening);
    }
    tag("PlyCount", &record.moves.len().to_string());
    let [white, black] = header.options.map(or_dash);
    tag("WhiteOptions", white);
    tag("BlackOptions", black);
    tag("Adjudication", or_dash(header.adjudication));
    let [white, black] = header.limits.map(EngineLimits::to_string);
    if white == black {
        tag("TimeControl", &white);
    } else {
        tag("WhiteTimeControl", &white);
        tag("BlackTimeControl", &black);
    }
    tag("Termination", record.ending.cause.termination());
    tag("Ending", record.ending.cause.word());
    push_moves(&mut pgn, record, say);
    pgn.result(result);
    pgn.finish()
}

fn push_moves(pgn: &mut PgnWriter, record: &GameRecord, say: RemarkWriter<'_>) {
    let ending = say(Remark::Ending(&record.ending));
    let mut position = record.start;
    for (index, played) in record.moves.iter().enumerate() {
        pgn.mv(&position, &san::format(&position, played.mv));
        position = position.play_unchecked(played.mv);
        let mut comment = move_comment(played, &position, say);
        if index + 1 == record.moves.len() {
            let _ = write!(comment, ", {ending}");
        }
        pgn.comment(&comment);
    }
    if record.moves.is_empty() {
        pgn.comment(&ending);
    }
}

/// The comment of a move: `+0.35/12 0.105s, count 9/16` has the score in pawns, the depth, the time, and
/// the count after the move. Without a score it starts with the time.
fn move_comment(played: &PlayedMove, after: &Position, say: RemarkWriter<'_>) -> String {
    let mut comment = match &played.data {
        None => say(Remark::BookMove),
        Some(data) => {
            let mut comment = score(&data.info).map_or_else(String::new, |score| {
                let depth = data.info.depth.map(|depth| format!("/{depth}"));
                format!("{score}{} ", depth.unwrap_or_default())
            });
            let _ = write!(comment, "{:.3}s", data.time.as_secs_f64());
            comment
        }
    };
    let count = after.count();
    if count.is_running() {
        let count = Remark::Count { spoken: count.spoken(), last: count.last() };
        let _ = write!(comment, ", {}", say(count));
    }
    comment
}

fn score(info: &SearchInfo) -> Option<String> {
    match (info.mate, info.score) {
        (Some(mate), _) => {
            Some(format!("{}M{}", if mate > 0 { '+' } else { '-' }, mate.unsigned_abs()))
        }
        (None, score) => score.map(|score| format!("{:+.2}", f64::from(score) / 100.0)),
    }
}

/// The result of a game: what the standings of a match need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Number of the game in the match.
    pub round: Round,
    /// Name of White.
    pub white: String,
    /// Name of Black.
    pub black: String,
    /// `None` for a draw.
    pub winner: Option<Color>,
    /// Why the game ended.
    pub cause: Cause,
}

impl GameResult {
    /// The result of a finished game between the players of these names.
    pub fn new(record: &GameRecord, white: &str, black: &str) -> Self {
        let GameEnding { cause, winner } = record.ending.ending;
        let (white, black) = (white.into(), black.into());
        Self { round: record.plan.round, white, black, winner, cause }
    }

    /// The half-points of White: 0, 1 or 2.
    pub const fn white_points(&self) -> u8 {
        match self.winner {
            Some(Color::White) => 2,
            Some(Color::Black) => 0,
            None => 1,
        }
    }

    /// Reads a game written by [`to_pgn`].
    ///
    /// # Errors
    /// A tag is missing, as in games of other programs, or the game is unfinished.
    pub fn read(game: &PgnGame) -> Result<Self, ForeignGame> {
        let missing = |what| ForeignGame { line: game.line, what };
        let tag = |name, what| game.tag(name).ok_or(missing(what));
        let round = tag("Round", "Round tag")?;
        let ending = tag("Ending", "Ending tag")?;
        let winner = match game.result.ok_or(missing("result"))? {
            "1-0" => Some(Color::White),
            "0-1" => Some(Color::Black),
            "1/2-1/2" => None,
            _ => return Err(missing("result")),
        };
        Ok(Self {
            round: Round::parse(round).ok_or(missing("Round tag such as 12.1"))?,
            white: tag("White", "White tag")?.into(),
            black: tag("Black", "Black tag")?.into(),
            winner,
            cause: Cause::from_word(ending).ok_or(missing("known word in the Ending tag"))?,
        })
    }
}

/// The conditions of a game, as far as its PGN has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameConditions {
    /// The day of the game, if the file has it: `2026.11.22`.
    pub date: Option<String>,
    /// `None` in files of versions that did not write it.
    pub format: Option<MatchFormat>,
    /// The variant, if the file has it.
    pub variant: Option<Variant>,
    /// The counting rule, if the file has it.
    pub counting: Option<CountingRule>,
    /// The limits of White and Black, as [`EngineLimits`] writes them.
    pub limits: [Option<String>; 2],
    /// The UCI options of White and Black, if the file has them; empty without any.
    pub options: [Option<String>; 2],
    /// What ended games early, as `Arbiter::adjudication_text` writes it, if the file has it.
    pub adjudication: Option<String>,
    /// The first position; `None` for the start position.
    pub fen: Option<String>,
    /// The moves of the opening, in SAN.
    pub opening: Vec<String>,
}

impl GameConditions {
    /// Reads a game written by [`to_pgn`].
    pub fn read(game: &PgnGame) -> Self {
        let limits = |own| game.tag(own).or(game.tag("TimeControl")).map(str::to_owned);
        let or_empty = |text: &str| if text == NOTHING { "" } else { text }.to_owned();
        let options = |own| game.tag(own).map(or_empty);
        let opening = game.moves.iter().take_while(|played| is_book_move(played));
        Self {
            date: game.tag("Date").filter(|date| is_whole_date(date)).map(str::to_owned),
            format: game.tag("Format").and_then(MatchFormat::from_word),
            variant: game.tag("Variant").and_then(|name| name.parse().ok()),
            counting: game.tag("CountingRule").and_then(|name| name.parse().ok()),
            limits: ["WhiteTimeControl", "BlackTimeControl"].map(limits),
            options: ["WhiteOptions", "BlackOptions"].map(options),
            adjudication: game.tag("Adjudication").map(or_empty),
            fen: game.tag("FEN").map(str::to_owned),
            opening: opening.map(|played| played.san.clone()).collect(),
        }
    }
}

/// Whether a date has its year, month and day.
fn is_whole_date(date: &str) -> bool {
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let lengths = date.split('.').map(str::len);
    lengths.eq([4, 2, 2]) && date.split('.').all(is_number)
}

/// Whether the comment of a move marks it as a move of the opening.
fn is_book_move(played: &PgnMove) -> bool {
    let first = played.comments.first().and_then(|comment| comment.split(',').next());
    first.is_some_and(|word| BOOK_MOVE.contains(&word))
}

/// The error for a game that was not written by a match of this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: the game has no {what}")]
pub struct ForeignGame {
    line: usize,
    what: &'static str,
}

#[cfg(test)]
mod tests {
    use super::super::game::MoveData;
    use super::super::openings::Opening;
    use super::super::schedule::GamePlan;
    use super::*;
    use makruk::notation::{coordinate, pgn};
    use std::sync::Arc;
    use std::time::Duration;

    const ENGLISH: RemarkWriter<'_> = &|remark| remark.to_string();

    fn record() -> GameRecord {
        let fen = "7k/8/6K1/8/8/8/8/R7 w - 32 9 60";
        let start = fen::parse(fen, Variant::Makruk, CountingRule::MAKRUK).unwrap();
        let info = SearchInfo { score: Some(99_999), mate: Some(1), depth: Some(7) };
        let data = MoveData { info, time: Duration::from_micros(10_500) };
        let mv = coordinate::parse(&start, "a1a8").unwrap();
        let opening = Arc::new(Opening { fen: fen.into(), moves: Vec::new() });
        let round = Round { encounter: 3, game: 2 };
        let plan = GamePlan { round, white: 1, black: 0, variant: Variant::Makruk, opening };
        let ending = MatchEnding::loss(Color::Black, Cause::Mate, None);
        let moves = vec![PlayedMove { mv, data: Some(data) }];
        GameRecord { plan, start, moves, ending, duration: Duration::ZERO }
    }

    #[test]
    fn a_game_round_trips() {
        let record = record();
        let limits = EngineLimits { nodes: Some(2000), ..EngineLimits::default() };
        let header = PgnHeader {
            event: "A \"match\"",
            format: MatchFormat::Pair,
            date: "2026.11.20",
            white: "New",
            black: "Old",
            limits: [&limits; 2],
            options: ["Hash=1", ""],
            adjudication: "max-moves 9",
        };
        let text = to_pgn(&record, &header, ENGLISH);
        assert!(text.contains("60. Ra8# {+M1/7 0.011s, count 5/16, White mates} 1-0\n"), "{text}");
        assert!(text.contains("[Adjudication \"max-moves 9\"]\n[TimeControl \"2000 nodes\"]"));
        assert!(text.contains("[TimeControl \"2000 nodes\"]\n[Termination \"normal\"]"), "{text}");
        let game = pgn::Reader::new(&text).next().unwrap().unwrap();
        assert_eq!(game.span, 0..text.len());
        assert_eq!(game.tag("Event"), Some("A \"match\""));
        assert_eq!(game.tag("FEN"), Some(record.plan.opening.fen.as_str()));
        assert_eq!(GameResult::read(&game), Ok(GameResult::new(&record, "New", "Old")));
        let (format, variant) = (Some(MatchFormat::Pair), Some(Variant::Makruk));
        let nodes = Some("2000 nodes".to_owned());
        let limits_read = [nodes.clone(), nodes.clone()];
        let (fen, opening) = (Some(record.plan.opening.fen.clone()), Vec::new());
        let (counting, options) =
            (Some(CountingRule::MAKRUK), ["Hash=1", ""].map(|o| Some(o.into())));
        let terms = GameConditions {
            date: Some("2026.11.20".into()),
            format,
            variant,
            counting,
            limits: limits_read,
            options,
            adjudication: Some("max-moves 9".into()),
            fen,
            opening,
        };
        assert_eq!(GameConditions::read(&game), terms);
        let other = EngineLimits { nodes: Some(10), ..EngineLimits::default() };
        let text = to_pgn(&record, &PgnHeader { limits: [&limits, &other], ..header }, ENGLISH);
        let terms = GameConditions::read(&pgn::Reader::new(&text).next().unwrap().unwrap());
        assert_eq!(terms.limits, [nodes, Some("10 nodes".into())]);
    }

    #[test]
    fn a_move_without_a_score_has_its_time() {
        let mut record = record();
        let data = MoveData { info: SearchInfo::default(), time: Duration::from_millis(124) };
        record.moves[0].data = Some(data);
        let after = record.start.play_unchecked(record.moves[0].mv);
        assert_eq!(move_comment(&record.moves[0], &after, ENGLISH), "0.124s, count 5/16");
        record.moves[0].data = None;
        assert_eq!(move_comment(&record.moves[0], &after, ENGLISH), "book, count 5/16");
    }

    #[test]
    fn games_of_other_programs_are_refused() {
        let read = |text| {
            GameResult::read(&pgn::Reader::new(text).next().unwrap().unwrap()).unwrap_err().what
        };
        assert_eq!(read("[Event \"x\"]\n\n1. d4 *"), "Round tag");
        assert_eq!(read("[Round \"1.1\"]\n[Ending \"mate\"]\n\n1. d4"), "result");
        assert_eq!(read("[Round \"0\"]\n[Ending \"mate\"]\n\n1-0"), "Round tag such as 12.1");
    }
}
