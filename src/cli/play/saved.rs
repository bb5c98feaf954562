//! Games as PGN files: what is played is on the disk after every move.

use crate::cli::date::today;
use crate::game::Game;
use crate::notation::pgn::{push_tag, push_wrapped};
use crate::notation::{fen, san};
use crate::openings;
use crate::platform::files;
use crate::position::Position;
use crate::types::Color;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ending {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// Why, in English.
    pub reason: String,
}

impl Ending {
    pub(super) fn won_by(winner: Color, reason: String) -> Self {
        let result = match winner {
            Color::White => "1-0",
            Color::Black => "0-1",
        };
        Self { result, reason }
    }

    pub(super) const fn drawn(reason: String) -> Self {
        Self { result: "1/2-1/2", reason }
    }
}

/// A file of games, the last of which is being played.
#[derive(Debug)]
pub(super) struct SavedGames {
    file: File,
    /// Where the game in progress begins.
    start: u64,
}

impl SavedGames {
    /// Opens a file, to add a game behind those in it; it is made if need be.
    ///
    /// # Errors
    /// What the system says; also for what is no regular file.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let mut file = files::open_to_change(path)?;
        let mut end = Vec::new();
        let length = file.seek(SeekFrom::End(0))?;
        file.seek(SeekFrom::Start(length.saturating_sub(2)))?;
        file.read_to_end(&mut end)?;
        // An empty line stands between games.
        let gap = match end.as_slice() {
            [] | b"\n\n" => "",
            [.., b'\n'] => "\n",
            _ => "\n\n",
        };
        file.write_all(gap.as_bytes())?;
        Ok(Self { file, start: length + gap.len() as u64 })
    }

    /// Writes the game in progress in the place of what was known of it.
    pub(super) fn write(&mut self, pgn: &str) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.start))?;
        self.file.write_all(pgn.as_bytes())?;
        self.file.set_len(self.start + pgn.len() as u64)?;
        self.file.sync_data()
    }

    /// Leaves the game as it is; the next one follows it.
    pub(super) fn begin_another(&mut self) -> io::Result<()> {
        self.start = self.file.seek(SeekFrom::End(0))?;
        Ok(())
    }
}

/// A game as PGN, with an empty line behind it. `players` are White and Black.
pub(super) fn to_pgn(game: &Game, players: [&str; 2], ending: Option<&Ending>) -> String {
    let start = game.start();
    let (variant, rule) = (start.variant(), start.counting_rule());
    let result = ending.map_or("*", |ending| ending.result);
    let mut pgn = String::new();
    let mut tag = |name: &str, value: &str| push_tag(&mut pgn, name, value);
    tag("Event", "Casual game");
    tag("Site", "?");
    tag("Date", &today());
    tag("Round", "-");
    tag("White", players[0]);
    tag("Black", players[1]);
    tag("Result", result);
    tag("Variant", variant.title());
    if *start != Position::start(variant, rule) {
        tag("SetUp", "1");
        tag("FEN", &fen::format(start));
    }
    let formations = openings::classify(start, game.moves());
    if let Some(opening) = openings::in_both_languages(formations) {
        tag("Opening", &opening);
    }
    tag("PlyCount", &game.moves().len().to_string());
    pgn.push('\n');
    push_wrapped(&mut pgn, &movetext(game, ending, result));
    pgn.push('\n');
    pgn
}

fn movetext(game: &Game, ending: Option<&Ending>, result: &str) -> String {
    let mut text = String::new();
    let mut position = *game.start();
    for (index, &mv) in game.moves().iter().enumerate() {
        let number = position.fullmove_number();
        // Writing to a string does not fail.
        let _ = match position.to_move() {
            Color::White => write!(text, "{number}. "),
            Color::Black if index == 0 => write!(text, "{number}... "),
            Color::Black => Ok(()),
        };
        text.push_str(&san::format(&position, mv));
        text.push(' ');
        position = position.play_unchecked(mv);
    }
    if let Some(ending) = ending {
        let _ = write!(text, "{{{}}} ", ending.reason);
    }
    text + result
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn games_follow_each_other_and_a_shorter_text_replaces_a_longer_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pgn");
        fs::write(&path, "1. d4 *").expect("room");
        let mut saved = SavedGames::open(&path).expect("a file");
        saved.write("a longer text\n\n").expect("room");
        saved.write("short\n\n").expect("room");
        saved.begin_another().expect("a file");
        saved.write("next\n\n").expect("room");
        drop(saved);
        let mut saved = SavedGames::open(&path).expect("a file");
        saved.write("last\n\n").expect("room");
        let text = fs::read_to_string(&path).expect("text");
        assert_eq!(text, "1. d4 *\n\nshort\n\nnext\n\nlast\n\n");
    }

    #[test]
    fn a_game_is_told_with_its_end() {
        let start =
            fen::parse("7k/8/6K1/8/8/8/8/R7 w - 32 21 60", Default::default(), Default::default());
        let mut game = Game::new(start.expect("a FEN"));
        let mv = crate::notation::coordinate::parse(game.position(), "a1a8").expect("a move");
        game.play(mv).expect("legal");
        let ending = Ending::won_by(Color::White, "White mates".to_owned());
        let pgn = to_pgn(&game, ["A", "B"], Some(&ending));
        assert!(pgn.contains("[Result \"1-0\"]\n") && pgn.contains("[SetUp \"1\"]\n"), "{pgn}");
        assert!(pgn.ends_with("\n\n60. Ra8# {White mates} 1-0\n\n"), "{pgn}");
    }
}
