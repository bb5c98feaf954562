//! `sakdi play` on a terminal: what is seen on the screen, and what is left when it closes.

#![cfg(unix)]

use crate::client::{PATIENCE, PROGRAM, wait};
use makruk::notation::pgn::Reader;
use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
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
    /// A game on it.
    fn open(size: (u16, u16), arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        Self::run(size, &[&["play", "--time", "0.05"][..], arguments].concat(), environment)
    }

    fn run((columns, rows): (u16, u16), arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        let (pty, pts) = open().expect("a terminal");
        pty.resize(Size::new(rows, columns)).expect("a terminal has a size");
        let command = Command::new(PROGRAM)
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
        self.expect_that(text, |terminal| terminal.text().contains(text));
    }

    /// Waits until something is true of what is to be seen.
    #[track_caller]
    fn expect_that(&mut self, what: &str, is_seen: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        while !is_seen(self) {
            assert!(self.read() && start.elapsed() < PATIENCE, "{what}:\n{}", self.text());
        }
    }

    /// Waits for the end of the program. Returns what it wrote.
    fn end(mut self) -> String {
        while self.read() {}
        let status = wait(&mut self.child);
        assert!(status.success(), "{status}");
        String::from_utf8_lossy(&self.written).into_owned()
    }

    /// Number of cells in the widest line that have these colours.
    fn columns_of(&self, colors: [Color; 2]) -> usize {
        let screen = self.screen.screen();
        let (rows, columns) = screen.size();
        let has_color = |row, column| {
            screen.cell(row, column).is_some_and(|cell| colors.contains(&cell.bgcolor()))
        };
        let count = |row| (0..columns.get()).filter(|&column| has_color(row, column)).count();
        (0..rows.get()).map(count).max().unwrap_or_default()
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

/// In a window whose messages have no room for them, too.
#[test]
fn all_legal_moves_are_seen() {
    let mut terminal = Terminal::open((24, 13), &[], &[]);
    terminal.expect("White>");
    terminal.send("moves\r");
    terminal.expect("legal moves: Kc2");
    terminal.expect("Rh2");
    assert!(!terminal.text().contains("White>"), "{}", terminal.text());
    terminal.send("\x1b");
    terminal.expect("White>");
    terminal.send("quit\r");
    terminal.end();
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

/// Also while the cursor is hidden, which ratatui would show again.
#[test]
fn a_closed_terminal_is_no_fault() {
    for (line, size, text) in
        [("help\r", (80, 24), "offer a draw"), ("", (80, 5), "the window is too small")]
    {
        let mut terminal = Terminal::open((80, 24), &["--level", "0"], &[]);
        terminal.expect("You (White)");
        terminal.send(line);
        terminal.resize(size);
        terminal.expect(text);
        let Terminal { pty, mut child, .. } = terminal;
        drop(pty);
        let status = wait(&mut child);
        assert!(status.success(), "{text}: {status}");
    }
}

#[test]
fn what_is_typed_on_a_page_closes_it_and_is_done() {
    let mut terminal = Terminal::open((80, 24), &["--level", "0"], &[]);
    let help = |terminal: &mut Terminal| {
        terminal.expect("You (White)");
        terminal.send("help\r");
        terminal.expect("offer a draw");
    };
    help(&mut terminal);
    terminal.send("hint\r");
    terminal.expect("hint: ");
    help(&mut terminal);
    terminal.send("e3e4\r");
    terminal.expect("White plays e4");
    terminal.expect("Black plays ");
    // The page is long enough to be scrolled in this window.
    terminal.resize((80, 14));
    help(&mut terminal);
    terminal.send(" ");
    terminal.expect("leave the game");
    // As a pager does, which does not spoil what is typed next.
    terminal.send("q");
    terminal.expect("a move (e3e4, Nd2), or help");
    terminal.send("undo\r");
    terminal.expect("taken back");
    help(&mut terminal);
    terminal.send("quit\r");
    terminal.end();
}

/// The count has reached 11 of 16.
const COUNTED: &str = "7k/8/6K1/8/8/8/8/R7 w - 32 21 60";

#[test]
fn clocks_and_count_are_seen_whole_in_small_windows() {
    let english = ["--fen", COUNTED, "--tc", "90+3", "--level", "3"];
    let thai = [&english[..], &["--language", "th"]].concat();
    let seen: [(_, &[&str], &[&str]); 5] = [
        (
            (60, 20),
            &english,
            &[
                "Sakdi (Black), level 3 of 20",
                "1:30:00",
                "Pieces' honour: Black counts",
                "11 of 16",
                "White has 6 moves left",
                // To the last word.
                "or help.",
            ],
        ),
        (
            (40, 14),
            &english,
            &["Sakdi", "You", "1:30:00", "Black counts", "11 of 16", "6 moves left"],
        ),
        ((40, 14), &thai, &["ศักดิ์", "คุณ", "1:30:00", "ฝ่ายดำนับ", "11 จาก 16", "เหลือ 6 ตา"]),
        ((30, 14), &english, &["You 1:", "Sakdi 1:30:00", "Black counts 11 of 16"]),
        ((18, 13), &thai, &["1:", "11 จาก 16"]),
    ];
    for (size, arguments, texts) in seen {
        let mut terminal = Terminal::open(size, arguments, &[]);
        for text in texts {
            terminal.expect(text);
        }
        terminal.send("quit\r");
        terminal.end();
    }
    // A side that may count.
    let claimed = ["--fen", "8/8/4k3/8/8/4K3/8/3r4 w - - 0 60", "--counting", "claimed"];
    for (size, text) in [
        ((80, 24), "No count runs, White may begin to count"),
        ((40, 14), "White may count"),
        ((30, 14), "White may count"),
    ] {
        let mut terminal = Terminal::open(size, &claimed, &[]);
        terminal.expect(text);
        terminal.send("quit\r");
        terminal.end();
    }
}

#[test]
fn the_board_grows_with_the_window() {
    let mut terminal = Terminal::open((80, 24), &[], &[]);
    terminal.expect("You (White)");
    let wood = [terminal.square((0, 7)), terminal.square((1, 7))];
    assert_eq!(terminal.columns_of(wood), 32);
    for (size, columns) in [((120, 40), 64), ((200, 50), 80), ((40, 14), 16), ((100, 30), 48)] {
        terminal.resize(size);
        terminal.expect_that("the board", |terminal| terminal.columns_of(wood) == columns);
        terminal.expect("You");
    }
    terminal.send("quit\r");
    terminal.end();
}

/// Puzzles are solved line by line, with the board of the screen.
#[test]
fn puzzles_have_the_board_of_the_screen() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("puzzles.epd").display().to_string();
    let all = std::fs::read_to_string("positions/puzzles.epd").expect("puzzles");
    let puzzles: Vec<_> = all.lines().filter(|line| !line.starts_with('#')).take(2).collect();
    std::fs::write(&path, puzzles.join("\n") + "\n").expect("room");
    let solve = ["puzzles", "solve", &path];
    for (size, columns) in [((80, 20), 16), ((80, 26), 32), ((120, 50), 80)] {
        let mut terminal = Terminal::run(size, &solve, &[]);
        terminal.expect("or help");
        let screen = terminal.screen.screen();
        let (rows, width) = screen.size();
        let cells =
            (0..rows.get()).flat_map(|row| (0..width.get()).map(move |column| (row, column)));
        let mut colors: Vec<Color> = Vec::new();
        for (row, column) in cells {
            let color = screen.cell(row, column).expect("a cell").bgcolor();
            if color != Color::Default && !colors.contains(&color) {
                colors.push(color);
            }
        }
        assert_eq!(colors.len(), 2, "{}", terminal.text());
        assert_eq!(terminal.columns_of([colors[0], colors[1]]), columns);
        terminal.send("ข้าม\r");
        terminal.expect("puzzle 2 of 2");
        terminal.send("quit\r");
        terminal.end();
    }
    for (argument, environment) in [(&["--plain"][..], None), (&[], Some(("NO_COLOR", "1")))] {
        let environment: Vec<_> = environment.into_iter().collect();
        let mut terminal = Terminal::run((80, 24), &[&solve, argument].concat(), &environment);
        terminal.expect("or help");
        terminal.send("quit\r");
        assert!(!terminal.end().contains('\x1b'));
    }
}

#[test]
fn the_count_is_a_bar_and_one_key_reviews_the_game() {
    let mut terminal = Terminal::open((80, 24), &["--fen", COUNTED], &[]);
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
    // Another game begins like it, and then a third.
    terminal.send("undo\r");
    terminal.expect("taken back");
    terminal.send("a1a7\r");
    terminal.expect("Black plays");
    terminal.send("new\r");
    terminal.expect("11 of 16");
    terminal.send("quit\r");
    // Without a file the games are left on the terminal.
    let written = terminal.end().replace("\r\n", "\n");
    let written = &written[written.rfind("\x1b[?1049l").expect("the end of the screen")..];
    let mate = written.find("60. Ra8# {White mates} 1-0\n\n").expect(written);
    let second = written.find("60. Ra7 ").expect(written);
    assert!(mate < second && written.matches("[Event ").count() == 2, "{written}");
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
