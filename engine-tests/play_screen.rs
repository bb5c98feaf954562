//! `sakdi play` on a terminal: what is seen on the screen, and what is left when it closes.

#![cfg(unix)]

use crate::client::{PATIENCE, PROGRAM, wait};
use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use sakdi::notation::pgn::Reader;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::Child;
use std::time::Instant;
use vt100::{Color, Parser};

/// The program on a terminal of its own.
struct Terminal {
    pty: Pty,
    screen: Parser,
    /// All that the program wrote.
    written: Vec<u8>,
    child: Child,
}

impl Terminal {
    fn open((columns, rows): (u16, u16), arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        let (pty, pts) = open().expect("a terminal");
        pty.resize(Size::new(rows, columns)).expect("a terminal has a size");
        let command = Command::new(PROGRAM)
            .args(["play", "--time", "0.05"])
            .args(arguments)
            .env_remove("NO_COLOR")
            .env("TERM", "xterm-256color")
            .env("COLORTERM", "truecolor")
            .envs(environment.iter().copied());
        let child = command.spawn(pts).expect("the program starts");
        Self {
            pty,
            screen: Parser::new(cells(rows), cells(columns), 0),
            written: Vec::new(),
            child,
        }
    }

    fn resize(&mut self, (columns, rows): (u16, u16)) {
        self.screen.screen_mut().set_size(cells(rows), cells(columns));
        self.pty.resize(Size::new(rows, columns)).expect("a terminal has a size");
    }

    fn send(&self, text: &str) {
        (&self.pty).write_all(text.as_bytes()).expect("the terminal takes it");
    }

    /// Shows what the program writes within a short time. Returns whether it still has the terminal.
    fn read(&mut self) -> bool {
        let mut ready = [PollFd::new(&self.pty, PollFlags::IN)];
        let moment = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };
        if poll(&mut ready, Some(&moment)) == Ok(0) {
            return true;
        }
        let mut bytes = [0; 65_536];
        // An error is what a terminal says that no program has open.
        let Ok(length) = (&self.pty).read(&mut bytes) else { return false };
        self.screen.process(&bytes[..length]);
        self.written.extend_from_slice(&bytes[..length]);
        length > 0
    }

    fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// Waits until this is to be seen.
    #[track_caller]
    fn expect(&mut self, text: &str) {
        let start = Instant::now();
        while !self.text().contains(text) {
            assert!(self.read() && start.elapsed() < PATIENCE, "{text}:\n{}", self.text());
        }
    }

    /// Waits for the end of the program. Returns what it wrote.
    fn end(mut self) -> String {
        while self.read() {}
        let status = wait(&mut self.child);
        assert!(status.success(), "{status}");
        String::from_utf8_lossy(&self.written).into_owned()
    }

    /// The colour of the square that is `column` and `row` from the left and from the top.
    fn square(&self, (column, row): (u16, u16)) -> Color {
        let cell = self.screen.screen().cell(2 * row + 1, 4 * column + 3).expect("a cell");
        cell.bgcolor()
    }
}

fn cells(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).expect("a window has cells")
}

#[test]
fn a_game_is_played_on_a_screen_that_may_change_its_size() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    let file = path.display().to_string();
    let mut terminal = Terminal::open((80, 24), &["--pgn", &file, "--level", "3"], &[]);
    terminal.expect("You (White)");
    terminal.expect("Sakdi (Black), level 3 of 20");
    let (dark, light) = (terminal.square((0, 7)), terminal.square((1, 7)));
    assert!(dark != light && dark == terminal.square((1, 6)), "{dark:?} {light:?}");
    // What is typed can be mended.
    terminal.send("e3xe4\x1b[D\x1b[D\x7f\x1b[C\x1b[Cq\x7f\r");
    terminal.expect("1. e4");
    terminal.expect("Black plays ");
    terminal.resize((120, 40));
    terminal.send("help\r");
    terminal.expect("offer a draw");
    terminal.send("\x1b");
    terminal.expect("Sakdi (Black)");
    terminal.resize((60, 14));
    // An earlier line is typed again.
    terminal.send("undo\r");
    terminal.expect("taken back");
    terminal.send("\x1b[A\x1b[A\x1b[A\r");
    terminal.expect("White plays e4");
    terminal.resize((10, 5));
    terminal.expect("the window");
    terminal.resize((80, 24));
    terminal.expect("1. e4");
    terminal.send("\x03");
    let written = terminal.end();
    let (taken, given_back) = (written.find("\x1b[?1049h"), written.rfind("\x1b[?1049l"));
    assert!(taken.is_some() && taken < given_back, "{taken:?} {given_back:?}");
    let text = std::fs::read_to_string(&path).expect("a file");
    let games: Vec<_> = Reader::new(&text).map(|game| game.expect("readable")).collect();
    assert_eq!(games.len(), 1, "{text}");
    assert!(text.contains("\n\n1. e4 ") && text.ends_with(" *\n\n"), "{text}");
}

/// The terminal takes the program with it, and the game is on the disk.
#[test]
fn a_closed_terminal_leaves_the_whole_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    let file = path.display().to_string();
    let game = ["--pgn", &file, "--language", "th", "--level", "3"];
    let mut terminal = Terminal::open((80, 24), &game, &[]);
    terminal.expect("คุณ (ฝ่ายขาว)");
    terminal.send("จ๓จ๔\r");
    terminal.expect("ฝ่ายดำเดิน");
    terminal.send("ง๓ง๔\r");
    terminal.expect("ฝ่ายขาวเดิน ง๔");
    terminal.send("ที่นี่\x7f");
    terminal.expect("ที่");
    let Terminal { pty, mut child, .. } = terminal;
    drop(pty);
    let status = wait(&mut child);
    assert!(status.code().is_some(), "{status}");
    let text = std::fs::read_to_string(&path).expect("a file");
    let game = Reader::new(&text).next().expect("a game").expect("readable");
    assert!(game.moves.len() >= 3, "{text}");
    assert!(text.ends_with(" *\n\n"), "{text}");
}

#[test]
fn the_count_is_a_bar_and_one_key_reviews_the_game() {
    // The count has reached 11 of 16, and the khun is in check.
    let position = "7k/8/6K1/8/8/8/8/R7 w - 32 21 60";
    let mut terminal = Terminal::open((80, 24), &["--fen", position], &[]);
    terminal.expect("Pieces' honour: Black counts");
    terminal.expect("11 of 16");
    terminal.expect("White has 6 moves left");
    assert!(terminal.text().contains('█') && terminal.text().contains('░'), "{}", terminal.text());
    let plain = [(0, 0), (1, 0)].map(|square| terminal.square(square));
    terminal.send("a1a8\r");
    terminal.expect("White mates");
    terminal.expect("[R] review");
    let (khun, ruea) = (terminal.square((7, 0)), terminal.square((0, 0)));
    assert!(!plain.contains(&khun) && !plain.contains(&ruea) && khun != ruea);
    terminal.send("r");
    terminal.expect("accuracy: White 100 %, Black 100 %");
    terminal.send("q");
    terminal.expect("[R] review");
    terminal.send("quit\r");
    // Without a file the game is left on the terminal.
    let written = terminal.end();
    assert!(written.contains("60. Ra8# {White mates} 1-0"), "{written:?}");
}

/// No key is needed for the end.
#[test]
fn a_flag_falls_while_nothing_is_typed() {
    let mut terminal = Terminal::open((80, 24), &["--st", "1"], &[]);
    terminal.expect("White loses on time: Black wins");
    terminal.send("\x04");
    terminal.end();
}

/// The same bytes as in a pipe, and what the terminal echoes.
#[test]
fn without_colours_lines_are_written_as_in_a_pipe() {
    let arguments = ["--fen", "7k/8/6K1/8/8/8/8/R7 w - 32 21 60", "--men", "ascii"];
    let piped = std::process::Command::new(PROGRAM)
        .args(["play", "--time", "0.05"])
        .args(arguments)
        .stdin(std::process::Stdio::null())
        .output()
        .expect("the program starts");
    let piped = String::from_utf8(piped.stdout).expect("text");
    assert!(piped.ends_with("White> \n") && piped.contains(" 8  .  .  "), "{piped}");
    for environment in [("NO_COLOR", "1"), ("TERM", "dumb"), ("TERM", "")] {
        let mut terminal = Terminal::open((80, 24), &arguments, &[environment]);
        terminal.expect("White> ");
        terminal.send("quit\r");
        let written = terminal.end().replace("\r\n", "\n");
        assert_eq!(written, piped.replace("White> \n", "White> quit\n"), "{environment:?}");
    }
    let plain = [&arguments[..], &["--plain"]].concat();
    let mut terminal = Terminal::open((80, 24), &plain, &[]);
    terminal.expect("White> ");
    terminal.send("quit\r");
    assert!(!terminal.end().contains('\x1b'));
}
