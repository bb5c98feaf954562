//! Games in files: saved, loaded, continued.

use super::{LET_GO, MATE_IN_ONE, play};
use makruk::notation::pgn::Reader;

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
                draw by repetition\n";
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
