//! Marks the comments and variations that an analysis wrote, so that the next one replaces them and
//! nothing else.
//!
//! The mark `[%sakdi 1f3c5a7b]` holds the CRC-32 of the text around it. A text that was changed, or
//! joined with another, no longer matches the checksum of its mark, so it is kept.

/// The beginning of the mark, after the first command of the text.
const MARK: &str = " [%sakdi ";

/// The text with its mark.
pub fn signed(text: &str) -> String {
    let at = text.find(']').map_or(text.len(), |end| end + 1);
    let (before, after) = text.split_at(at);
    format!("{before}{MARK}{}]{after}", checksum(text))
}

/// Whether an analysis wrote this text, as it is.
pub fn is_own(text: &str) -> bool {
    split(text).is_some_and(|(before, sum, after)| sum == checksum(&(before.to_owned() + after)))
}

/// The parts of a text before and after its mark. The text may have been edited since.
pub fn around_mark(text: &str) -> Option<(&str, &str)> {
    split(text).map(|(before, _, after)| (before, after))
}

/// The text without its commands, such as `[%eval 0.17]` and `[%clk 0:02:59]`, which are for programs.
pub fn without_commands(text: &str) -> String {
    let mut parts = text.split("[%");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    plain.extend(parts.map(|part| part.split_once(']').map_or(part, |(_, after)| after)));
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What is before the mark, its checksum, and what is after it.
fn split(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once(MARK)?;
    let (sum, after) = rest.split_once(']')?;
    Some((before, sum, after))
}

fn checksum(text: &str) -> String {
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_unchanged_text_is_own() {
        for text in ["[%eval 0.17,9]", "[%eval 0.17,9] Loses 7 %.", "1. e4 {[%eval 0.1,2]} d5"] {
            let own = signed(text);
            assert!(is_own(&own) && !is_own(text), "{own}");
            let command = text.find(']').expect("a command");
            assert_eq!(around_mark(&own), Some(text.split_at(command + 1)));
            for changed in [format!("{own} mine"), format!("mine {own}"), own.replace("0.1", "0.2")]
            {
                assert!(!is_own(&changed) && around_mark(&changed).is_some(), "{changed}");
            }
        }
        for theirs in ["", "[%eval 0.17]", "[%eval 0.17,20] [%clk 0:02:59]", "[%sakdi x]"] {
            assert!(!is_own(theirs) && around_mark(theirs).is_none(), "{theirs}");
        }
    }

    #[test]
    fn commands_are_not_shown() {
        for (text, shown) in [
            ("[%eval 0.17] [%clk 0:02:59] mine", "mine"),
            ("well [%csl Ge4] played", "well played"),
            ("[%clk 0:02:59]", ""),
            ("[x] 5 % [%open", "[x] 5 % open"),
        ] {
            assert_eq!(without_commands(text), shown);
        }
    }
}
