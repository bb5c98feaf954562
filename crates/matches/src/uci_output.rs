//! Parses what engines send during a search: `info` and `bestmove` lines.

use sakdi_engine::Score;
use std::time::Duration;

/// Score of a mate, in centipawns, so that mates can be compared with adjudication thresholds.
const MATE_SCORE: Score = 100_000;

/// The last score of a search, from the engine's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    /// Centipawns; a mate in n moves is 100,000 − n.
    pub score: Option<Score>,
    /// Moves to mate, negative when being mated.
    pub mate: Option<i32>,
    /// Depth in plies.
    pub depth: Option<u32>,
}

/// An engine's reply to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The move as the engine wrote it.
    pub best: String,
    /// The opponent's move that the engine expects.
    pub ponder: Option<String>,
    /// From `go` to `bestmove`.
    pub time: Duration,
    /// The last score of the search.
    pub info: SearchInfo,
}

/// Returns the rest of the line if its first word is `word`.
pub(super) fn after_word<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then_some(rest)
}

/// Parses an `info` line with the exact score of the first principal variation. Returns `None` for all
/// other lines, among them those whose score is only a bound. The text after `string` is for humans
/// and ignored.
pub(super) fn parse_info(line: &str) -> Option<SearchInfo> {
    let mut words = after_word(line, "info")?.split_whitespace();
    let (mut info, mut is_first_variation) = (SearchInfo::default(), true);
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = words.next().and_then(|depth| depth.parse().ok()),
            "multipv" => is_first_variation = words.next() == Some("1"),
            "cp" => {
                // Scores beyond a mate are no better than a mate.
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
            // The score of a search that failed low or high: the engine will search again.
            "lowerbound" | "upperbound" => return None,
            "pv" | "string" => break,
            _ => {}
        }
    }
    (is_first_variation && info.score.is_some()).then_some(info)
}

/// Parses the text after `bestmove`.
pub(super) fn parse_best_move(text: &str, time: Duration, info: SearchInfo) -> BestMove {
    let mut words = text.split_whitespace();
    let best = words.next().unwrap_or_default().to_owned();
    let ponder = match words.next() {
        Some("ponder") => words.next().map(str::to_owned),
        _ => None,
    };
    BestMove { best, ponder, time, info }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_is_that_of_the_first_variation() {
        assert!(parse_info("info depth 3 multipv 1 score cp 5 pv e3e4").is_some());
        assert_eq!(parse_info("info depth 3 multipv 2 score cp 5 pv e3e4"), None);
        assert_eq!(parse_info("info depth 3 currmove e3e4"), None);
        assert_eq!(parse_info("info string the score cp 5"), None);
        assert_eq!(parse_info("info depth 9 score cp -900 upperbound nodes 5 pv e3e4"), None);
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
    fn a_best_move_may_have_a_ponder_move() {
        let parse = |text| parse_best_move(text, Duration::ZERO, SearchInfo::default());
        assert_eq!(parse(" e3e4 ponder e6e5").ponder.as_deref(), Some("e6e5"));
        assert_eq!((parse("").best.as_str(), parse(" e3e4 ponder").ponder), ("", None));
    }
}
