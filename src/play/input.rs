//! The input of a player, in English and in Thai.

use crate::terminal;
use makruk::notation::with_arabic_digits;
use sakdi_i18n::{Language, Phrase};
use std::path::PathBuf;

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
    (["fen", "รูปหมาก"], Phrase::HelpFen),
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
        "fen" | "รูปหมาก" | "ตำแหน่ง" => PlayerCommand::Fen,
        "new" | "ใหม่" => PlayerCommand::New,
        "review" | "r" | "วิเคราะห์" | "พ" => PlayerCommand::Review,
        "quit" | "exit" | "ออก" => PlayerCommand::Quit,
        _ => match words[..] {
            [word, ..] if is(word, "save", "บันทึก") => {
                PlayerCommand::Save(path_after(line))
            }
            [word, ..] if is(word, "load", "เปิด") => PlayerCommand::Load(path_after(line)),
            [word] if is_level(word) => PlayerCommand::Level(None),
            [word, level] if is_level(word) => {
                PlayerCommand::Level(Some(with_arabic_digits(level)))
            }
            _ => PlayerCommand::Move(line.trim().to_owned()),
        },
    })
}

/// The file name after the first word of a line, if there is one. It may contain spaces.
fn path_after(line: &str) -> Option<PathBuf> {
    let (_, path) = line.trim().split_once(char::is_whitespace)?;
    Some(path.trim().into())
}

#[cfg(test)]
mod tests {
    use super::*;

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
