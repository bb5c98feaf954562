//! What is typed and answered.

use super::{MATE_IN_ONE, play, play_bytes};
use crate::client::PROGRAM;
use std::process::Command;

#[test]
fn moves_are_taken_in_every_notation() {
    for text in [
        "h1h8",
        "H1H8",
        "h1 h8",
        "h1–h8",
        "Rh8",
        "Rh8#",
        "rh8",
        "RH8",
        "R h8",
        "ร-ญ๘",
        "ร ญ๑-ญ๘#",
        "รญ8",
        "เรือ-ญ๘",
        "เรือ ญ๘",
        "เรือ ญ๑-ญ๘",
    ] {
        let said = play(&["--fen", MATE_IN_ONE], &format!("{text}\n"));
        assert!(said.ends_with("\nWhite mates\n"), "{text}: {said}");
    }
    let said = play(&["--fen", MATE_IN_ONE, "--language", "th"], "ร-ญ๘\n");
    assert!(said.ends_with("\nฝ่ายขาวรุกจน ฝ่ายขาวชนะ\n"), "{said}");
}

#[test]
fn a_game_is_talked_through() {
    let said = play(
        &[],
        "Nz9\ne3e5\nhelp\nmoves\nlevel\nlevel 3\nlevel 30\nundo\ne3e4\nundo\nboard\nquit\n",
    );
    for sentence in [
        "You play White, level 8 of 20.",
        "cannot read the move 'Nz9'; help lists what can be typed\n",
        "illegal move e3e5: the bia on e3 does not reach e5\n",
        "offer a draw",
        "  level [N]              show the level",
        "> level 8 of 20\n",
        "legal moves: ",
        "level 3 of 20",
        "the level is a number from -2 to 20",
        "there is nothing to take back",
        "White plays e4",
        "Black plays ",
        "taken back",
    ] {
        assert!(said.contains(sentence), "{sentence}: {said}");
    }
    // The take-back leads to the start position.
    let start = " 3  P  P  P  P  P  P  P  P ";
    assert!(said.matches(start).count() >= 3, "{said}");
}

#[test]
fn the_levels_of_beginners_are_negative() {
    let said = play(&["--level", "-2"], "e3e4\nlevel -1\nlevel -3\nlevel -2\nquit\n");
    for sentence in [
        "You play White, level -2 of 20.",
        "Black plays ",
        "> level -1 of 20\n",
        "> the level is a number from -2 to 20\n",
        "> level -2 of 20\n",
    ] {
        assert!(said.contains(sentence), "{sentence}: {said}");
    }
}

/// Terminals delete by bytes, so half a Thai letter is easily typed.
#[test]
fn a_line_that_is_no_text_is_refused_and_the_game_goes_on() {
    let said = play_bytes(&[], b"d3d4\n\xe0\xb8\n\x1b[A\n\x1b[De3e4\nlevel\nquit\n");
    assert!(said.contains("White plays d4\n"), "{said}");
    assert!(said.contains("> that line is not text; please type it again\n"), "{said}");
    let keys = "> arrow keys and the like do nothing here; please type the line again\n";
    assert_eq!(said.matches(keys).count(), 2, "{said}");
    assert!(said.contains("> level 8 of 20\n"), "{said}");
    let said = play_bytes(&["--language", "th"], b"\xe0\xb8\nquit\n");
    assert!(said.contains("บรรทัดนี้ไม่ใช่ข้อความ โปรดพิมพ์ใหม่\n"), "{said}");
}

#[test]
fn eighty_columns_hold_every_line_of_help() {
    for language in ["en", "th"] {
        let said = play(&["--language", language, "--color", "black"], "help\nmoves\nquit\n");
        // The line end that a person types also ends the line of the prompt.
        let lines = said.split(['\n', '>']);
        let widest = lines.map(sakdi_i18n::width).max();
        assert!(widest.is_some_and(|columns| (60..=80).contains(&columns)), "{said}");
    }
}

#[test]
fn examples_are_moves_of_the_players_side() {
    for (color, language, examples) in [
        ("white", "en", "e3e4, Nd2"),
        ("black", "en", "e6e5, Nd7"),
        ("white", "th", "จ๓จ๔ หรือ ม-ง๒"),
        ("black", "th", "จ๖จ๕ หรือ ม-ง๗"),
    ] {
        let said = play(&["--color", color, "--language", language], "help\nquit\n");
        assert_eq!(said.matches(examples).count(), 2, "{said}");
    }
}

#[test]
fn a_whole_game_in_thai_has_no_english_in_it() {
    // Two ruea against a bare khun: a count runs.
    let input = "ช่วย\nตาเดิน\nใบ้\nผิด\nจ๓จ๕\nกระดาน\nนับ\nเลิกนับ\nระดับ\nระดับ 3\nระดับ ๕\nระดับ ๙๙\nถอย\nร-ก๘\nยอมแพ้\n";
    let said = play(&["--language", "th", "--fen", "8/8/4k3/8/8/4K3/8/R6R w - 16 9 60"], input);
    let board = |line: &&str| {
        let first = line.trim_start().chars().next();
        first.is_some_and(|first| ('๑'..='๘').contains(&first))
    };
    for line in said.lines().filter(|line| !board(line)) {
        // The English names of the commands are in brackets after the Thai ones.
        let line = match line.split_once('(') {
            Some((before, after)) => {
                format!("{before}{}", after.split_once(')').map_or("", |x| x.1))
            }
            None => line.to_owned(),
        };
        assert!(!line.contains(|c: char| c.is_ascii_alphabetic()), "{line}\n{said}");
    }
    for sentence in ["> ระดับ 3 จาก 20\n", "> ระดับ 5 จาก 20\n", "> ระดับเป็นเลข -2 ถึง 20\n"]
    {
        assert!(said.contains(sentence), "{sentence}: {said}");
    }
    assert!(said.contains("ฝ่ายขาวยอมแพ้ ฝ่ายดำชนะ"), "{said}");
}

#[test]
fn a_game_that_cannot_begin_is_refused_in_the_language_asked_for() {
    for (language, arguments, complaint) in [
        ("en", ["--fen", "8/8 w"], "sakdi: illegal FEN: the board has 2 ranks, needs 8\n"),
        ("th", ["--fen", "8/8 w"], "sakdi: FEN ผิด: กระดานมี 2 แถวนอน ต้องมี 8\n"),
        (
            "en",
            ["--time", "nan"],
            "sakdi: --time NaN: the time is a number of seconds, not below 0\n",
        ),
        ("th", ["--time", "nan"], "sakdi: --time NaN: เวลาต้องเป็นจำนวนวินาที ไม่ต่ำกว่า 0\n"),
    ] {
        let mut command = Command::new(PROGRAM);
        let output = command.args(["play", "--language", language]).args(arguments).output();
        let output = output.expect("the program starts");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(String::from_utf8_lossy(&output.stderr), complaint);
    }
}
