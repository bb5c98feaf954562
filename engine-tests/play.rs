//! `sakdi play` with piped input, which is the same as typed input.

use crate::client::{PROGRAM, wait};
use makruk::notation::pgn::Reader;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The output of the program for this input. The program must end by itself.
#[track_caller]
fn play(arguments: &[&str], input: &str) -> String {
    play_bytes(arguments, input.as_bytes())
}

#[track_caller]
fn play_bytes(arguments: &[&str], input: &[u8]) -> String {
    let mut child = Command::new(PROGRAM)
        .args(["play", "--time", "0.05", "--men", "ascii"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input).expect("it reads");
    let mut said = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut said).expect("text");
    let mut complaints = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut complaints).expect("text");
    assert!(wait(&mut child).success(), "{said}{complaints}");
    assert_eq!(complaints, "", "{said}");
    said
}

const MATE_IN_ONE: &str = "k7/8/1K6/8/8/8/8/7R w - 32 21 60";

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
    // After the take-back the board is that of the start position again.
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
fn black_sees_the_board_from_behind_and_the_engine_begins() {
    let said = play(&["--color", "black"], "");
    assert!(said.contains("White plays "), "{said}");
    assert!(said.contains("    h  g  f  e  d  c  b  a"), "{said}");
    assert!(said.ends_with("Black> \n"), "{said}");
}

#[test]
fn the_count_is_announced_and_a_hint_finds_the_mate() {
    let said = play(&["--fen", MATE_IN_ONE], "hint\nh1h7\nresign\n");
    assert!(said.contains("hint: Rh8# (#1)"), "{said}");
    assert!(
        said.contains("pieces' honour: Black has counted 11 of 16, White has 5 moves left"),
        "{said}"
    );
    assert!(said.ends_with("White resigns: Black wins\n"), "{said}");
}

#[test]
fn draws_are_offered() {
    // The engine declines a draw when it is a ruea up, and accepts one when it has only two weak
    // men against the player's ruea.
    let worse = play(&["--fen", "4k3/8/8/8/8/8/4r3/K3P3 w - - 0 40"], "draw\nquit\n");
    assert!(worse.contains("Black declines the draw"), "{worse}");
    let better = play(&["--fen", "4k3/8/8/8/4p3/8/R7/K7 w - - 0 40"], "draw\n");
    assert!(better.ends_with("draw by agreement\n"), "{better}");
    // In an even opening the engine declines a draw; a ruea down it accepts.
    let opening = play(&[], "draw\ne3e4\ndraw\nquit\n");
    assert_eq!(opening.matches("Black declines the draw\n").count(), 2, "{opening}");
    let lost = "1nsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 2";
    let lost = play(&["--fen", lost], "draw\n");
    assert!(lost.ends_with("draw by agreement\n"), "{lost}");
}

#[test]
fn counts_are_asked_for_over_the_board() {
    let claimed = &["--counting", "claimed", "--fen"][..];
    // The player's bare khun may count.
    let bare = [claimed, &["8/8/4k3/8/8/4K3/8/3r4 w - - 0 60"]].concat();
    let said = play(&bare, "count\ncount stop\ncount\nquit\n");
    let counting = "pieces' honour: White begins to count at 4 of 16, Black has 13 moves left";
    assert_eq!(said.matches(counting).count(), 2, "{said}");
    assert!(said.contains("no count runs, White may begin to count"), "{said}");
    // It is told so, as it is of a count.
    let told = "no count runs, White may begin to count: type count\nWhite> ";
    let said = play(&bare, "e3e4\nboard\nquit\n");
    assert_eq!(said.matches(told).count(), 3, "{said}");
    let said = play(&[&bare[..], &["--language", "th"]].concat(), "ออก\n");
    assert!(said.contains("ยังไม่มีการนับศักดิ์ ฝ่ายขาวขอนับได้: พิมพ์ นับ\n"), "{said}");
    // The engine's bare khun counts automatically, and the player may not count for it.
    let engine = [claimed, &["8/8/4k3/8/8/4K3/3R4/8 w - - 0 60"]].concat();
    let said = play(&engine, "count\nd2d1\nquit\n");
    assert!(said.contains("it is Black that may count"), "{said}");
    assert!(said.contains("Black begins to count"), "{said}");
    // Where counts run automatically none can be claimed.
    let said = play(&["--fen", "8/8/4k3/8/8/4K3/8/3r4 w - 32 6 60"], "count\nquit\n");
    assert!(said.contains(counting), "{said}");
    // A forgotten number.
    let forgotten = play(&bare, "count\ne3e4\nskip\nskip\nquit\n");
    assert_eq!(forgotten.matches(counting).count(), 2, "{forgotten}");
    assert!(forgotten.contains("White has counted 4 of 16"), "{forgotten}");
    assert!(forgotten.contains("its last move has counted no number"), "{forgotten}");
    let said = play(&["--counting", "claimed"], "count\nquit\n");
    assert!(said.contains("no count while bia are left on the board"), "{said}");
}

#[test]
fn a_whole_game_in_thai_has_no_english_in_it() {
    // Two ruea against a bare khun: the count runs, and the moves are those of the hints.
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

/// The program notices when the rules end the game.
#[test]
fn a_game_ends_by_itself() {
    let said = play(&["--fen", "k7/8/1K6/8/8/8/8/7R w - 32 31 60"], "Rg1\nKc6\n");
    assert!(said.ends_with("draw: the count ran out\nthe game is over\n"), "{said}");
    let said = play(&["--fen", "7k/8/8/8/8/8/5r2/7K w - - 0 60"], "Kh2\nquit\n");
    assert!(said.contains("illegal move h1h2"), "{said}");
}

/// Every move is saved at once, however the program ends.
#[test]
fn games_are_saved_move_by_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    let file = path.to_str().expect("a path in UTF-8");
    // A closed terminal looks like the end of input.
    play(&["--pgn", file, "--level", "3"], "e3e4\n");
    let text = std::fs::read_to_string(&path).expect("a file");
    assert!(text.contains("[White \"?\"]\n[Black \"Sakdi, level 3\"]\n[Result \"*\"]"), "{text}");
    assert!(text.contains("\n\n1. e4 ") && text.ends_with(" *\n\n"), "{text}");
    // The next games are appended, each with its result.
    let mate = ["--pgn", file, "--fen", MATE_IN_ONE];
    play(&mate, "h1h8\nundo\nh1h8\nnew\nresign\n");
    let text = std::fs::read_to_string(&path).expect("a file");
    let games: Vec<_> = Reader::new(&text).map(|game| game.expect("readable")).collect();
    let results: Vec<_> = games.iter().map(|game| game.tag("Result")).collect();
    // A game without moves is not saved.
    assert_eq!(results, [Some("*"), Some("1-0")]);
    assert!(text.ends_with("\n60. Rh8# {White mates} 1-0\n\n"), "{text}");
}

/// A finished game that is taken back is in the file already, and what is played instead is another.
#[test]
fn a_finished_game_stays_in_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    let file = path.to_str().expect("a path in UTF-8");
    let mate = ["--pgn", file, "--fen", MATE_IN_ONE];
    let games = |arguments: &[&str], input: &str| {
        let said = play(arguments, input);
        let text = std::fs::read_to_string(&path).expect("a file");
        std::fs::write(&path, "").expect("room");
        let games: Vec<_> = Reader::new(&text).map(|game| game.expect("readable")).collect();
        let results = games.iter().map(|game| game.tag("Result").expect("a tag").to_owned());
        (results.collect::<Vec<_>>().join(" "), said)
    };
    let (results, said) = games(&mate, "h1h8\nundo\nquit\n");
    assert_eq!(results, "1-0", "{said}");
    assert!(said.contains("taken back; the finished game stays in "), "{said}");
    for (input, expected) in [
        // Another move, and the same one.
        ("h1h8\nundo\nh1h7\nquit\n", "1-0 *"),
        ("h1h8\nundo\nh1h7\nundo\nquit\n", "1-0"),
        ("h1h8\nundo\nh1h8\nquit\n", "1-0"),
        ("h1h8\nundo\nh1h7\nresign\nundo\nquit\n", "1-0 0-1"),
        // A take-back within a game changes that game.
        ("h1h7\nundo\nh1h8\nquit\n", "1-0"),
    ] {
        let (results, said) = games(&mate, input);
        assert_eq!(results, expected, "{input}: {said}");
    }
    let (results, _) = games(&["--pgn", file, "--level", "0"], "e3e4\nresign\nundo\nquit\n");
    assert_eq!(results, "0-1");
    // So does one that is loaded.
    let other = folder.path().join("other.pgn");
    std::fs::write(&other, "1. e4 e5 1-0\n").expect("room");
    let load = format!("load {}\n", other.display());
    let (results, said) = games(&["--pgn", file], &(load.clone() + "undo\nquit\n"));
    assert_eq!(results, "", "{said}");
    let (results, _) = games(&["--pgn", file], &(load + "d3d4\nquit\n"));
    assert_eq!(results, "*");
    assert_eq!(std::fs::read_to_string(&other).expect("a file"), "1. e4 e5 1-0\n");
}

#[test]
fn a_loaded_game_that_was_over_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.pgn");
    let load = |fen: &str, moves: &str, language: &str| {
        let text =
            if fen.is_empty() { moves.to_owned() } else { format!("[FEN \"{fen}\"]\n\n{moves}") };
        std::fs::write(&path, text).expect("room");
        let word = if language == "th" { "เปิด" } else { "load" };
        let said = play(&["--language", language], &format!("{word} {}\n", path.display()));
        let (_, said) = said.rsplit_once("h\n").or(said.rsplit_once("ญ\n")).expect("a board");
        // Long lines are wrapped.
        said.trim_start().replace("\n  ", " ")
    };
    let fen = "k7/8/1K6/8/8/8/8/7R w - 32 29 60";
    let count = "60. Rg1 Kb8 61. Rh1 Ka8 62. Rh8# 1-0";
    assert_eq!(
        load(fen, count, "en"),
        "\
         before 62. Rh8# the game would have been over, but nobody claimed it and play went on: draw: the count ran out\n\
         White mates\n"
    );
    assert_eq!(
        load(fen, count, "th"),
        "ก่อนตา 62. ร-ญ๘# เกมจบได้แล้ว แต่ไม่มีฝ่ายใดขอ จึงเล่นต่อ: เสมอเพราะนับครบศักดิ์\n\
         ฝ่ายขาวรุกจน ฝ่ายขาวชนะ\n"
    );
    let circle = "60. Rg1 Kb8 61. Rh1 Ka8 62. Rg1 Kb8 63. Rh1 Ka8 64. Rg1 Kb8";
    let said = load("k7/8/1K6/8/8/8/8/7R w - - 0 60", &format!("{circle} 1/2-1/2"), "en");
    let over = "before 64. Rg1 the game would have been over, but nobody claimed it and play went on: \
                draw by the third occurrence of the position\n";
    assert!(said.contains(over), "{said}");
    let said = load("", "1. e4 e5 0-1", "en");
    let ended = "the file gives the result 0-1; the game goes on from its last position\n";
    assert!(said.starts_with(ended), "{said}");
    let said = load(MATE_IN_ONE, "60. Rh8# 0-1", "en");
    let other = "the file gives the result 0-1, but on the board it is another: White mates\n";
    assert!(said.contains(other) && said.ends_with("\nWhite mates\n"), "{said}");
    // The board and the file agree, or the file has no result.
    for (fen, moves) in [
        (MATE_IN_ONE, "60. Rh8# 1-0"),
        (MATE_IN_ONE, "60. Rh8# *"),
        (MATE_IN_ONE, "60. Rh7 *"),
        ("", "1. e4 e5 *"),
    ] {
        let said = load(fen, moves, "en");
        assert!(
            !said.contains("the file gives") && !said.contains("would have been over"),
            "{said}"
        );
    }
}

#[test]
fn a_file_that_is_not_named_is_asked_for() {
    let said = play(&[], "save\nload\nquit\n");
    assert!(said.contains("> save needs the name of a file, such as: save game.pgn\n"), "{said}");
    assert!(said.contains("> load needs the name of a file, such as: load game.pgn\n"), "{said}");
    let said = play(&["--language", "th"], "บันทึก\nเปิด\nออก\n");
    assert!(said.contains("> ต้องบอกชื่อไฟล์ เช่น บันทึก game.pgn\n"), "{said}");
    assert!(said.contains("> ต้องบอกชื่อไฟล์ เช่น เปิด game.pgn\n"), "{said}");
    // Where the games are saved anyway.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().canonicalize().expect("a folder").join("games.pgn");
    let file = path.to_str().expect("a path in UTF-8");
    let said = play(&["--pgn", file], "save\nquit\n");
    assert!(said.contains(&format!("> saved in {file}\n")), "{said}");
}

#[test]
fn a_game_is_saved_loaded_and_reviewed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("my game.pgn");
    let file = path.display().to_string();
    let said = play(&["--level", "0"], &format!("e3e4\nsave {file}\nfen\n"));
    assert!(said.contains(&format!("saved in {file}\n")), "{said}");
    // After the prompt.
    let is_fen = |line: &&str| line.contains(" w - - ") && line.ends_with(" 2");
    let fen = said.lines().find(is_fen).expect("a FEN");
    let fen = fen.trim_start_matches("White> ");
    let said = play(&[], &format!("load {file}\nfen\nundo\nfen\nreview\n"));
    assert!(said.contains(fen), "{said}");
    assert!(said.contains("taken back\n") && said.contains(" w - - 0 1\n"), "{said}");
    for review in ["review", "R", "พ"] {
        let said = play(&["--fen", LET_GO], &format!("a1a2\n{review}\n"));
        assert!(said.contains("60.Ra2??"), "{said}");
    }
    let said = play(&["--fen", LET_GO], "a1a2\nreview\n");
    assert!(said.contains("60.Ra2??"), "{said}");
    assert!(said.contains("White: 0 ?!, 0 ?, 1 ??, "), "{said}");
    for (line, complaint) in
        [("load nowhere.pgn", "nowhere.pgn: No such file"), ("save /", "cannot save in /: ")]
    {
        let said = play(&[], &format!("{line}\n"));
        assert!(said.contains(complaint), "{said}");
    }
    let empty = folder.path().join("empty.pgn").display().to_string();
    std::fs::write(&empty, "").expect("room");
    let said = play(&[], &format!("load {empty}\n"));
    assert!(said.contains(&format!("> {empty}: no games in it\n")), "{said}");
    let said = play(&["--language", "th"], &format!("เปิด {file}\nตำแหน่ง\n"));
    assert!(said.contains(fen), "{said}");
}

/// Mate with the last move of the count.
const LET_GO: &str = "7k/8/6K1/8/8/8/8/R7 w - 32 31 60";

#[test]
fn the_engine_plays_from_a_book() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a path in UTF-8").to_owned();
    let games = "[Event \"a\"]\n\n1. a4 h5 2. h4 1-0\n\n[Event \"b\"]\n\n1. a4 h5 2. h4 b5 1-0\n";
    std::fs::write(path("games.pgn"), games).expect("room");
    let built = Command::new(PROGRAM)
        .args(["book", "build", &path("games.pgn"), "--out", &path("own.book")])
        .output()
        .expect("it starts");
    assert!(built.status.success(), "{built:?}");
    let said = play(&["--book", &path("own.book"), "--color", "black"], "h6h5\nquit\n");
    assert!(said.contains("White plays a4\n") && said.contains("White plays h4\n"), "{said}");
}

#[test]
fn what_the_engine_plays_by_can_be_chosen() {
    let said = play(&["--threads", "2", "--hash", "1", "--color", "black"], "quit\n");
    assert!(said.contains("White plays "), "{said}");
    for (option, file) in [("--net", "/dev/null"), ("--book", "nowhere"), ("--pgn", "/dev/null")] {
        let output =
            Command::new(PROGRAM).args(["play", option, file]).output().expect("it starts");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(file), "{output:?}");
    }
}

#[test]
fn clocks_are_told_and_a_fallen_flag_ends_the_game() {
    let said = play(&["--tc", "5+3"], "e3e4\nquit\n");
    assert!(said.contains("\nclocks: White 5:00, Black 5:00\nWhite> "), "{said}");
    assert!(said.contains("\nclocks: White 5:03, Black 5:03\nWhite> "), "{said}");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    let mut child = Command::new(PROGRAM)
        .args(["play", "--language", "th", "--st", "2", "--level", "0", "--pgn"])
        .arg(&path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut until_clocks = || {
        let mut line = || lines.next().expect("a line").expect("text");
        while line() != "นาฬิกา: ฝ่ายขาว 0:02.0 ฝ่ายดำ 0:02.0"
        {
        }
    };
    until_clocks();
    input.write_all("จ๓จ๔\n".as_bytes()).expect("it reads");
    // It is White's turn again, whose time is used up however long this takes.
    until_clocks();
    std::thread::sleep(Duration::from_millis(2_200));
    input.write_all("ง๓ง๔\n".as_bytes()).expect("it reads");
    drop(input);
    let said: String = lines.map(|line| line.expect("text") + "\n").collect();
    assert!(wait(&mut child).success(), "{said}");
    assert!(said.ends_with("ฝ่ายขาวหมดเวลา ฝ่ายดำชนะ\n"), "{said}");
    let text = std::fs::read_to_string(&path).expect("a file");
    assert!(text.contains("[TimeControl \"2/move\"]"), "{text}");
    assert!(text.ends_with("{ฝ่ายขาวหมดเวลา} 0-1\n\n"), "{text}");
    for bad in [["--tc", "5+"], ["--tc", "0"], ["--st", "0"], ["--st", "-1"]] {
        let output = Command::new(PROGRAM).arg("play").args(bad).output().expect("it starts");
        assert_eq!(output.status.code(), Some(2), "{bad:?}");
    }
}
