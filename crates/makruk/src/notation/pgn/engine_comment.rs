//! Comments that match programs write about the moves of engines.

/// The comment for a move of the opening, in English and in Thai.
pub const BOOK_MOVE: [&str; 2] = ["book", "ตำรา"];

/// Whether a comment is an engine's score, depth and time, as match programs write them:
/// `+0.35/12 0.105s`. All other comments are by people.
pub fn is_engine_comment(comment: &str) -> bool {
    let thought = comment.split(',').next().unwrap_or_default();
    let words: Vec<&str> = thought.split_whitespace().collect();
    let is_time = |word: &str| word.strip_suffix('s').is_some_and(is_number);
    match words[..] {
        [word] => BOOK_MOVE.contains(&word) || is_time(word),
        [score, time] => {
            let (score, depth) = score.split_once('/').unwrap_or((score, "0"));
            let score = score.strip_prefix(['+', '-']).unwrap_or(score);
            let score = score.strip_prefix('M').unwrap_or(score);
            is_number(score) && is_number(depth) && is_time(time)
        }
        _ => false,
    }
}

/// Digits, with or without a decimal point.
fn is_number(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit()) && text.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_of_programs_differ_from_those_of_people() {
        for ours in [
            "+0.35/12 0.105s, count 9/16",
            "-M3/7 1.2s",
            "+M1/7 0.011s, count 5/16, White mates",
            "0.124s",
            "book",
            "0.00 3s, draw by adjudication",
        ] {
            assert!(is_engine_comment(ours), "{ours}");
        }
        for theirs in [
            "",
            "well played",
            "+0.35",
            "books",
            "3 moves",
            "a 1s",
            "lost, 0.1s",
            "3rd 1s",
            "inf 1s",
        ] {
            assert!(!is_engine_comment(theirs), "{theirs}");
        }
    }
}
