//! Opening books, from games to moves on the board.

use crate::client::{Client, PROGRAM, best_move};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// White wins with the tied knights and draws with the paired knights. No two games have the same
/// moves.
const GAMES: &str = "\
[Event \"a\"]\n\n1. f4 c5 2. Nf3 Ne7 3. Nbd2 Nd7 1-0\n\n\
[Event \"b\"]\n\n1. f4 c5 2. Nf3 Ne7 3. Nbd2 Nd7 4. a4 1-0\n\n\
[Event \"c\"]\n\n1. Nd2 e5 2. Ne2 Ne7 3. a4 a5 1/2-1/2\n\n\
[Event \"d\"]\n\n1. Nd2 e5 2. Ne2 Ne7 3. a4 a5 4. h4 1/2-1/2\n\n\
[Event \"e\"]\n\n1. h4 h5 2. a4 *\n";

fn sakdi(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).output().expect("the program starts")
}

#[track_caller]
fn said(arguments: &[&str]) -> String {
    let output = sakdi(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path")
}

#[test]
fn a_book_is_built_shown_and_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let (games, book) = (folder.path().join("games.pgn"), folder.path().join("own.book"));
    fs::write(&games, GAMES).expect("room");
    let (games, book) = (text(&games), text(&book));
    assert_eq!(
        said(&["book", "build", games, "--out", book]),
        "9 moves from 4 of 5 games; left out: 1 without a result\n"
    );
    assert_eq!(
        said(&["book", "show", book]),
        "f4            4  66.7 %\nNd2           2  33.3 %\n2 moves here, 9 in the book\n"
    );
    let after = "rnsmksnr/8/pppppppp/8/5P2/PPPPP1PP/8/RNSKMSNR b - - 0 1";
    assert!(said(&["book", "show", book, "--fen", after]).starts_with("0 moves here"));

    let mut client = Client::start();
    client.send(&format!("setoption name BookFile value {book}"));
    client.send("position startpos");
    let plain = client.go("go depth 1");
    assert!(!plain[0].contains(" nodes 0 "), "OwnBook is off: {plain:#?}");
    client.send("setoption name OwnBook value true");
    let mut played: Vec<String> = Vec::new();
    for _ in 0..40 {
        let lines = client.go("go depth 1");
        assert!(lines[0].starts_with("info depth 1 ") && lines[0].contains(" pv "), "{lines:#?}");
        played.push(best_move(&lines).to_owned());
    }
    played.sort();
    played.dedup();
    assert_eq!(played, ["b1d2", "f3f4"]);
    client.send("setoption name UCI_ShowWDL value true");
    let info = &client.go("go depth 1")[0];
    assert!(info.contains(" wdl ") && info.contains(" nodes 0 "), "{info}");
    // An analysis needs a search.
    client.send("go infinite");
    client.send("stop");
    let lines = client.lines_until(crate::client::is_answer);
    assert!(lines.iter().any(|line| line.contains(" nodes ") && !line.contains(" nodes 0 ")));
}

#[test]
fn a_formation_can_be_asked_for_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games.pgn");
    fs::write(&games, GAMES).expect("room");
    let games = text(&games);
    let books = ["one.book", "two.book", "none.book"].map(|name| folder.path().join(name));
    let [one, two, none] = books.each_ref().map(|book| text(book));
    for (name, book) in [("tied knights", one), ("ม้าผูก", two)] {
        let built = said(&["book", "build", games, "--out", book, "--formation", name]);
        assert_eq!(
            built,
            "3 moves from 2 of 5 games; left out: 1 without a result, 2 without the formation\n"
        );
        assert!(said(&["book", "show", book]).starts_with("f4            4 100.0 %\n1 move here"));
    }
    // An existing book is not overwritten.
    let refused = sakdi(&["book", "build", games, "--out", one]);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    assert!(String::from_utf8_lossy(&refused.stderr).ends_with("one.book already exists\n"));
    let unknown = sakdi(&["book", "build", games, "--out", none, "--formation", "Sicilian"]);
    assert_eq!(unknown.status.code(), Some(2));
    let complaint = String::from_utf8(unknown.stderr).expect("text");
    assert!(complaint.contains("no formation is called 'Sicilian'; there are: tied knights"));
}

#[test]
fn games_are_not_written_over_by_their_book() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games.pgn");
    fs::write(&games, GAMES).expect("room");
    let same = folder.path().join(".").join("games.pgn");
    let refused = sakdi(&["book", "build", text(&games), "--out", text(&same)]);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    let complaint = String::from_utf8(refused.stderr).expect("text");
    assert!(
        complaint.ends_with("games.pgn is read by this command, and cannot be written over\n"),
        "{complaint}"
    );
    assert_eq!(fs::read_to_string(&games).expect("a file"), GAMES);
}

#[test]
fn games_that_are_the_same_move_for_move_count_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let [games, once, twice] =
        ["games.pgn", "once.book", "twice.book"].map(|name| folder.path().join(name));
    fs::write(&games, GAMES).expect("room");
    let (games, once, twice) = (text(&games), text(&once), text(&twice));
    said(&["book", "build", games, "--out", once]);
    let built = said(&["book", "build", games, games, "--out", twice]);
    assert_eq!(
        built,
        "9 moves from 4 of 10 games; left out: 2 without a result, 4 copies of earlier ones\n"
    );
    assert_eq!(fs::read(once).expect("a book"), fs::read(twice).expect("a book"));
}

#[test]
fn an_empty_book_is_not_written_and_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let [games, book] = ["games.pgn", "own.book"].map(|name| folder.path().join(name));
    let makpong = "[Variant \"makpong\"]\n\n1. f4 c5 1-0\n\n";
    for (pgn, why) in [
        ("% nothing\n".to_owned(), "no game can be used: 0 of 0 games"),
        (
            format!("{makpong}[Event \"b\"]\n\n1. f4 *\n\n[Event \"c\"]\n\n1-0\n"),
            "no game can be used: 0 of 3 games; left out: 1 of Makpong, 1 without a result, 1 \
             without moves",
        ),
        (
            "1. f4 c5 1-0\n".to_owned(),
            "no move was played in 2 games (--min-games), the most frequent in 1: 1 of 1 game",
        ),
        (
            // Both sides lost with the moves that were played twice.
            "1. f4 c5 0-1\n\n1. f4 d5 0-1\n".to_owned(),
            "no move that was made often enough has scored: 2 of 2 games",
        ),
    ] {
        fs::write(&games, pgn).expect("room");
        let output = sakdi(&["book", "build", text(&games), "--out", text(&book)]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(complaint.ends_with(&format!("own.book not written: {why}\n")), "{complaint}");
        assert!(!book.exists());
    }
}

#[test]
fn a_bad_game_is_named_and_the_rest_make_the_book() {
    let folder = tempfile::tempdir().expect("a folder");
    let [games, book] = ["games.pgn", "own.book"].map(|name| folder.path().join(name));
    fs::write(&games, format!("[Event \"bad\"]\n\n1. Qd4 1-0\n\n{GAMES}")).expect("room");
    let output = sakdi(&["book", "build", text(&games), "--out", text(&book)]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(complaint.contains("games.pgn, game 1: line 3: move 1. 'Qd4': "), "{complaint}");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(said, "9 moves from 4 of 6 games; left out: 1 unreadable, 1 without a result\n");
    assert!(book.exists());
}

#[test]
fn games_may_begin_anywhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let [games, book] = ["games.pgn", "own.book"].map(|name| folder.path().join(name));
    let fen = "rnsmksnr/8/1ppppppp/p7/P7/1PPPPPPP/8/RNSKMSNR w - 0 2";
    let tags = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n");
    let pgn = format!("{tags}1. b4 axb4 1-0\n\n{tags}1. b4 b5 1-0\n\n{tags}1. Nd2 1/2-1/2\n");
    fs::write(&games, pgn).expect("room");
    assert_eq!(
        said(&["book", "build", text(&games), "--out", text(&book)]),
        "1 move from 3 of 3 games\n"
    );
    let shown = said(&["book", "show", text(&book), "--fen", fen]);
    assert!(shown.starts_with("b4 "), "{shown}");
}

#[test]
fn a_bad_book_is_named_on_one_line_and_the_engine_plays_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let bad = folder.path().join("bad.book");
    fs::write(&bad, "a text that is no book at all").expect("room");
    let mut client = Client::start();
    client.send("setoption name OwnBook value true");
    for (path, fault) in
        [(text(&bad), "not a Sakdi opening book"), ("/no/such/book", "No such file")]
    {
        let lines = client.ask(&format!("setoption name BookFile value {path}"));
        assert_eq!(lines.len(), 1, "{lines:#?}");
        assert!(lines[0].starts_with(&format!("info string BookFile {path}: ")), "{lines:#?}");
        assert!(lines[0].contains(fault), "{lines:#?}");
        assert_ne!(best_move(&client.go("go depth 2")), "(none)");
        assert_eq!(sakdi(&["book", "show", path]).status.code(), Some(2));
    }
    assert_eq!(client.ask("setoption name BookFile value <empty>"), [] as [&str; 0]);
}
