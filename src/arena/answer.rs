//! What engines answer: `info` and `bestmove` lines.

use crate::types::Score;
use std::time::Duration;

/// Scores of mates, for comparison with thresholds in centipawns.
const MATE_SCORE: Score = 100_000;

/// An engine's last word on the position, from its own side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Centipawns; a mate in n moves is 100,000 − n.
    pub score: Option<Score>,
    /// Moves to mate, negative when being mated.
    pub mate: Option<i32>,
    pub depth: Option<u32>,
}

/// An engine's answer to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move as it was written.
    pub best: String,
    /// The reply expected.
    pub ponder: Option<String>,
    /// From `go` to `bestmove`.
    pub time: Duration,
    pub info: Info,
}

/// What follows a line's first word, if that is `word`.
pub(super) fn after_word<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then_some(rest)
}

/// Reads a line with the score of the best line; `None` when it is no such line. What stands behind
/// `string` is for people.
pub(super) fn parse_info(line: &str) -> Option<Info> {
    let mut words = after_word(line, "info")?.split_whitespace();
    let (mut info, mut is_best_line) = (Info::default(), true);
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = words.next().and_then(|depth| depth.parse().ok()),
            "multipv" => is_best_line = words.next() == Some("1"),
            "cp" => {
                // Beyond the mates no score is worth telling apart.
                let score: Option<Score> = words.next().and_then(|score| score.parse().ok());
                info.score = score.map(|score| score.clamp(-MATE_SCORE, MATE_SCORE));
            }
            "mate" => {
                let moves: Option<i32> = words.next().and_then(|moves| moves.parse().ok());
                info.mate = moves;
                info.score = moves.map(|moves| {
                    let distance = moves.saturating_abs().min(MATE_SCORE / 2);
                    if moves > 0 { MATE_SCORE - distance } else { distance - MATE_SCORE }
                });
            }
            "pv" | "string" => break,
            _ => {}
        }
    }
    (is_best_line && info.score.is_some()).then_some(info)
}

/// What follows `bestmove`.
pub(super) fn parse_answer(text: &str, time: Duration, info: Info) -> Answer {
    let mut words = text.split_whitespace();
    let best = words.next().unwrap_or_default().to_owned();
    let ponder = match words.next() {
        Some("ponder") => words.next().map(str::to_owned),
        _ => None,
    };
    Answer { best, ponder, time, info }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_is_that_of_the_best_line() {
        assert!(parse_info("info depth 3 multipv 1 score cp 5 pv e3e4").is_some());
        assert_eq!(parse_info("info depth 3 multipv 2 score cp 5 pv e3e4"), None);
        assert_eq!(parse_info("info depth 3 currmove e3e4"), None);
        assert_eq!(parse_info("info string the score cp 5"), None);
        assert_eq!(parse_info("information score cp 5"), None);
        let info = parse_info("info\tdepth 12 seldepth 20 score cp -35 nodes 9 pv e3e4 score");
        let info = info.unwrap();
        assert_eq!((info.depth, info.score, info.mate), (Some(12), Some(-35), None));
        let info = parse_info("info depth 12 score mate -3 pv e3e4").unwrap();
        assert_eq!((info.score, info.mate), (Some(-99_997), Some(-3)));
        assert_eq!(parse_info("info depth x score cp 99999999999999"), None);
        let mated = parse_info("info score mate -2147483648").unwrap();
        assert!(mated.score.is_some_and(|score| score < 0));
    }

    #[test]
    fn answers_may_name_the_reply() {
        let answer = |text| parse_answer(text, Duration::ZERO, Info::default());
        assert_eq!(answer(" e3e4 ponder e6e5").ponder.as_deref(), Some("e6e5"));
        assert_eq!((answer("").best.as_str(), answer(" e3e4 ponder").ponder), ("", None));
    }
}
