//! What a player may type, in English and in Thai.

use crate::cli::terminal;
use crate::i18n::{self, Language, Phrase};
use std::io::{BufRead, Read};
use std::path::PathBuf;

/// Longest line that is taken, in bytes.
const LONGEST: u64 = 1_024;

/// Why a line is not taken for what it says. The game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum BadLine {
    /// It is not UTF-8: a terminal that deletes bytes leaves halves of Thai letters behind.
    NoText,
    /// It holds what arrow keys and their like send.
    Keys,
    TooLong,
}

impl BadLine {
    pub(in crate::cli) const fn phrase(self) -> Phrase {
        match self {
            Self::NoText => Phrase::PlayNoText,
            Self::Keys => Phrase::PlayKeys,
            Self::TooLong => Phrase::PlayTooLong,
        }
    }
}

/// What is typed, line by line, to the end of the input.
pub(in crate::cli) fn lines(
    mut input: impl BufRead,
) -> impl Iterator<Item = Result<String, BadLine>> {
    std::iter::from_fn(move || {
        let mut line = Vec::new();
        input.by_ref().take(LONGEST).read_until(b'\n', &mut line).ok().filter(|&read| read > 0)?;
        if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') {
            input.skip_until(b'\n').ok()?;
            return Some(Err(BadLine::TooLong));
        }
        let Ok(line) = String::from_utf8(line) else { return Some(Err(BadLine::NoText)) };
        let is_key = |letter: char| letter.is_control() && !letter.is_whitespace();
        Some(if line.contains(is_key) { Err(BadLine::Keys) } else { Ok(line) })
    })
}

/// A wish of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Move(String),
    Help,
    Board,
    Moves,
    Hint,
    Undo,
    /// Begin to count, or see how the count stands.
    Count,
    StopCount,
    Draw,
    Resign,
    /// Another level, as typed but in Arabic digits; or which it is now.
    Level(Option<String>),
    Fen,
    /// To this file.
    Save(PathBuf),
    /// From this file.
    Load(PathBuf),
    New,
    Review,
    Quit,
}

/// A command: its words in English and Thai, and what it is for.
pub(super) const COMMANDS: [([&str; 2], Phrase); 16] = [
    (["help", "ช่วย"], Phrase::HelpHelp),
    (["board", "กระดาน"], Phrase::HelpBoard),
    (["moves", "ตาเดิน"], Phrase::HelpMoves),
    (["hint", "ใบ้"], Phrase::HelpHint),
    (["undo", "ถอย"], Phrase::HelpUndo),
    (["count", "นับ"], Phrase::HelpCount),
    (["count stop", "เลิกนับ"], Phrase::HelpStopCount),
    (["draw", "เสมอ"], Phrase::HelpDraw),
    (["resign", "ยอมแพ้"], Phrase::HelpResign),
    (["level [N]", "ระดับ [เลข]"], Phrase::HelpLevel),
    (["fen", "ตำแหน่ง"], Phrase::HelpFen),
    (["save FILE", "บันทึก ไฟล์"], Phrase::HelpSave),
    (["load FILE", "เปิด ไฟล์"], Phrase::HelpLoad),
    (["new", "ใหม่"], Phrase::HelpNew),
    (["review", "วิเคราะห์"], Phrase::HelpReview),
    (["quit", "ออก"], Phrase::HelpQuit),
];

/// The commands and what they are for, in this many columns. `examples` are two moves.
pub(super) fn help(language: Language, examples: [&str; 2], columns: usize) -> String {
    const WORDS: usize = 22;
    let [bia, ma] = examples;
    let mut text = format!("  {}\n", language.say(Phrase::HelpMove, &[&bia, &ma]));
    for ([english, thai], purpose) in COMMANDS {
        let words = match language {
            Language::English => english.to_owned(),
            Language::Thai => format!("{thai} ({english})"),
        };
        let words = i18n::pad_right(&words, WORDS);
        let line = format!("  {words} {}", language.text(purpose));
        text += &terminal::wrap(&line, columns, 2 + WORDS + 1);
        text.push('\n');
    }
    text
}

/// Reads a line; `None` when it is blank.
pub(super) fn read(line: &str) -> Option<Wish> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let joined = words.join(" ").to_lowercase();
    let is = |word: &str, english, thai| word.eq_ignore_ascii_case(english) || word == thai;
    let is_level = |word: &str| is(word, "level", "ระดับ");
    Some(match joined.as_str() {
        "" => return None,
        "help" | "?" | "ช่วย" => Wish::Help,
        "board" | "d" | "กระดาน" => Wish::Board,
        "moves" | "ตาเดิน" => Wish::Moves,
        "hint" | "ใบ้" => Wish::Hint,
        "undo" | "ถอย" => Wish::Undo,
        "count" | "count start" | "count status" | "นับ" => Wish::Count,
        "count stop" | "เลิกนับ" => Wish::StopCount,
        "draw" | "เสมอ" => Wish::Draw,
        "resign" | "ยอมแพ้" => Wish::Resign,
        "fen" | "ตำแหน่ง" => Wish::Fen,
        "new" | "ใหม่" => Wish::New,
        "review" | "วิเคราะห์" => Wish::Review,
        "quit" | "exit" | "ออก" => Wish::Quit,
        _ => match words[..] {
            [word, _, ..] if is(word, "save", "บันทึก") => Wish::Save(path_after(line)),
            [word, _, ..] if is(word, "load", "เปิด") => Wish::Load(path_after(line)),
            [word] if is_level(word) => Wish::Level(None),
            [word, level] if is_level(word) => Wish::Level(Some(arabic(level))),
            _ => Wish::Move(line.trim().to_owned()),
        },
    })
}

/// The file named behind the first word of a line; its name may hold blanks.
fn path_after(line: &str) -> PathBuf {
    let (_, path) = line.trim().split_once(char::is_whitespace).unwrap_or_default();
    path.trim().into()
}

/// A text with Arabic digits for Thai ones.
fn arabic(text: &str) -> String {
    let digit = |letter| match letter {
        '๐'..='๙' => char::from(b'0' + (letter as u32 - '๐' as u32) as u8),
        _ => letter,
    };
    text.chars().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_lines_are_told_apart_and_end_nothing() {
        let long = "e".repeat(5_000);
        let typed = [
            b"d3d4\r\n\xe0\xb8\n\x1b[A\nhint\x7f\n".as_slice(),
            long.as_bytes(),
            "\nม-ง๒".as_bytes(),
        ]
        .concat();
        let read: Vec<_> = lines(typed.as_slice()).collect();
        let expected = [
            Ok("d3d4\r\n".to_owned()),
            Err(BadLine::NoText),
            Err(BadLine::Keys),
            Err(BadLine::Keys),
            Err(BadLine::TooLong),
            Ok("ม-ง๒".to_owned()),
        ];
        assert_eq!(read, expected);
    }

    #[test]
    fn every_command_is_read_in_both_languages() {
        for ([english, thai], _) in COMMANDS {
            // What may follow stands in brackets.
            let wishes = [english, thai]
                .map(|words| read(&words.split(" [").next()?.replace("ไฟล์", "FILE")));
            assert_eq!(wishes[0], wishes[1], "{english}");
            assert!(!matches!(wishes[0], Some(Wish::Move(_)) | None), "{english}");
        }
        assert_eq!(read("Level 3"), Some(Wish::Level(Some("3".to_owned()))));
        assert_eq!(read("ระดับ ๒๐"), Some(Wish::Level(Some("20".to_owned()))));
        assert_eq!(read(" Save My games.pgn "), Some(Wish::Save("My games.pgn".into())));
        assert_eq!(read("  "), None);
        assert_eq!(read(" Nd2 "), Some(Wish::Move("Nd2".to_owned())));
        assert_eq!(read("ม ข๑-ง๒"), Some(Wish::Move("ม ข๑-ง๒".to_owned())));
    }
}
