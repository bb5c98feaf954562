//! The input of a player, in English and in Thai.

use crate::terminal;
use sakdi_i18n::{Language, Phrase};
use std::io::{BufRead, Read};
use std::path::PathBuf;

/// Longest accepted line, in bytes.
const LONGEST: u64 = 1_024;

/// Why a line is rejected. The game continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BadLine {
    /// It is not UTF-8: terminals that delete by bytes leave halves of Thai letters.
    NoText,
    /// It contains escape sequences of arrow keys or other special keys.
    Keys,
    TooLong,
}

impl BadLine {
    pub(crate) const fn phrase(self) -> Phrase {
        match self {
            Self::NoText => Phrase::PlayNoText,
            Self::Keys => Phrase::PlayKeys,
            Self::TooLong => Phrase::PlayTooLong,
        }
    }
}

/// Reads lines to the end of the input.
pub(crate) fn lines(mut input: impl BufRead) -> impl Iterator<Item = Result<String, BadLine>> {
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

/// A command of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayerCommand {
    Move(String),
    Help,
    Board,
    Moves,
    Hint,
    Undo,
    /// Claim the count, or show its state.
    Count,
    StopCount,
    /// The player forgot to count the last move.
    SkipNumber,
    Draw,
    Resign,
    /// Set the level, given as typed but in Arabic digits; or show it.
    Level(Option<String>),
    Fen,
    /// Save the game to this file, or say where it is saved.
    Save(Option<PathBuf>),
    /// Load a game from this file.
    Load(Option<PathBuf>),
    New,
    Review,
    Quit,
}

/// A command: its names in English and Thai, and its description.
pub(super) const COMMANDS: [([&str; 2], Phrase); 17] = [
    (["help", "ช่วย"], Phrase::HelpHelp),
    (["board", "กระดาน"], Phrase::HelpBoard),
    (["moves", "ตาเดิน"], Phrase::HelpMoves),
    (["hint", "ใบ้"], Phrase::HelpHint),
    (["undo", "ถอย"], Phrase::HelpUndo),
    (["count", "นับ"], Phrase::HelpCount),
    (["count stop", "เลิกนับ"], Phrase::HelpStopCount),
    (["skip", "ข้าม"], Phrase::HelpSkip),
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

/// The list of commands with their descriptions, in this many columns. `examples` are two moves.
pub(super) fn help(language: Language, examples: [&str; 2], columns: usize) -> String {
    const WORDS: usize = 22;
    /// From this width on, a command and its description fit side by side.
    const WIDE: usize = 56;
    let [bia, ma] = examples;
    let mut text = format!("  {}\n", language.say(Phrase::HelpMove, &[&bia, &ma]));
    for ([english, thai], purpose) in COMMANDS {
        let words = match language {
            Language::English => english.to_owned(),
            Language::Thai => format!("{thai} ({english})"),
        };
        let purpose = language.text(purpose);
        if columns < WIDE {
            text +=
                &format!("  {words}\n{}\n", terminal::wrap(&format!("    {purpose}"), columns, 4));
            continue;
        }
        let words = sakdi_i18n::pad_right(&words, WORDS);
        text += &terminal::wrap(&format!("  {words} {purpose}"), columns, 2 + WORDS + 1);
        text.push('\n');
    }
    text
}

/// Parses a line; `None` if it is blank.
pub(super) fn read(line: &str) -> Option<PlayerCommand> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let joined = words.join(" ").to_lowercase();
    let is = |word: &str, english, thai| word.eq_ignore_ascii_case(english) || word == thai;
    let is_level = |word: &str| is(word, "level", "ระดับ");
    Some(match joined.as_str() {
        "" => return None,
        "help" | "?" | "ช่วย" => PlayerCommand::Help,
        "board" | "d" | "กระดาน" => PlayerCommand::Board,
        "moves" | "ตาเดิน" => PlayerCommand::Moves,
        "hint" | "ใบ้" | "แนะนำ" => PlayerCommand::Hint,
        "undo" | "ถอย" => PlayerCommand::Undo,
        "count" | "count start" | "count status" | "นับ" => PlayerCommand::Count,
        "count stop" | "เลิกนับ" => PlayerCommand::StopCount,
        "skip" | "count skip" | "ข้าม" => PlayerCommand::SkipNumber,
        "draw" | "เสมอ" => PlayerCommand::Draw,
        "resign" | "ยอมแพ้" => PlayerCommand::Resign,
        "fen" | "ตำแหน่ง" => PlayerCommand::Fen,
        "new" | "ใหม่" => PlayerCommand::New,
        "review" | "r" | "วิเคราะห์" | "พ" => PlayerCommand::Review,
        "quit" | "exit" | "ออก" => PlayerCommand::Quit,
        _ => match words[..] {
            [word, ..] if is(word, "save", "บันทึก") => {
                PlayerCommand::Save(path_after(line))
            }
            [word, ..] if is(word, "load", "เปิด") => PlayerCommand::Load(path_after(line)),
            [word] if is_level(word) => PlayerCommand::Level(None),
            [word, level] if is_level(word) => PlayerCommand::Level(Some(arabic(level))),
            _ => PlayerCommand::Move(line.trim().to_owned()),
        },
    })
}

/// The file name after the first word of a line, if there is one. It may contain spaces.
fn path_after(line: &str) -> Option<PathBuf> {
    let (_, path) = line.trim().split_once(char::is_whitespace)?;
    Some(path.trim().into())
}

/// Replaces Thai digits by Arabic ones.
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
    fn help_fits_in_narrow_windows() {
        for (language, columns) in Language::ALL
            .into_iter()
            .flat_map(|language| [36, 56, 80].map(|columns| (language, columns)))
        {
            let text = help(language, ["e3e4", "Nd2"], columns);
            let widest = text.lines().skip(1).map(sakdi_i18n::width).max();
            assert!(widest.is_some_and(|widest| widest <= columns), "{columns}: {text}");
        }
    }

    #[test]
    fn every_command_is_read_in_both_languages() {
        for ([english, thai], _) in COMMANDS {
            // Optional arguments are in brackets.
            let commands = [english, thai]
                .map(|words| read(&words.split(" [").next()?.replace("ไฟล์", "FILE")));
            assert_eq!(commands[0], commands[1], "{english}");
            assert!(!matches!(commands[0], Some(PlayerCommand::Move(_)) | None), "{english}");
        }
        assert_eq!(read("Level 3"), Some(PlayerCommand::Level(Some("3".to_owned()))));
        assert_eq!(read("ระดับ ๒๐"), Some(PlayerCommand::Level(Some("20".to_owned()))));
        let named = Some("My games.pgn".into());
        assert_eq!(read(" Save My games.pgn "), Some(PlayerCommand::Save(named)));
        for (line, command) in [
            ("save ", PlayerCommand::Save(None)),
            ("บันทึก", PlayerCommand::Save(None)),
            ("Load", PlayerCommand::Load(None)),
            ("เปิด", PlayerCommand::Load(None)),
            // A word of the program's own answers.
            ("แนะนำ", PlayerCommand::Hint),
        ] {
            assert_eq!(read(line), Some(command), "{line}");
        }
        assert_eq!(read("  "), None);
        assert_eq!(read(" Nd2 "), Some(PlayerCommand::Move("Nd2".to_owned())));
        assert_eq!(read("ม ข๑-ง๒"), Some(PlayerCommand::Move("ม ข๑-ง๒".to_owned())));
    }
}
