//! `sakdi games`: a base of games, filled, searched, interrupted.

use crate::client::{PATIENCE, PROGRAM};
use crate::harness::lines_of;
use sakdi_games::{Access, GameBase};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn records() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("positions/records")
}

fn command(folder: &TempDir, args: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.arg("games").args(args).current_dir(folder).stdin(Stdio::null());
    command
}

fn run(folder: &TempDir, args: &[&str]) -> Output {
    command(folder, args).output().expect("the program runs")
}

/// What a command that succeeds prints.
#[track_caller]
fn said(folder: &TempDir, args: &[&str]) -> String {
    let output = run(folder, args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

fn data(folder: &TempDir, args: &[&str]) -> Value {
    let text = said(folder, &[args, &["--json", "-"]].concat());
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn games_of_all_dialects_are_added_once_and_written_in_any() {
    let folder = TempDir::new().expect("a temporary folder");
    let canonical = fs::read_to_string(records().join("canonical.uci")).expect("a file");
    let canonical: Vec<&str> = canonical.lines().filter(|line| !line.starts_with('#')).collect();
    let mut added = 0;
    for entry in fs::read_dir(records()).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|end| end == "uci") {
            continue;
        }
        let record = data(&folder, &["add", path.to_str().expect("text")]);
        added += record["added"].as_u64().expect("a number");
        assert_eq!(record["skipped"], 0, "{}", path.display());
    }
    assert_eq!(added, 5);
    assert_eq!(said(&folder, &["check"]), "5 games, no fault\n");
    for to in [
        "makruk",
        "playok",
        "schemingmind",
        "official-thai-short",
        "official-english",
        "lan",
        "uci",
    ] {
        said(&folder, &["export", "--to", to, "--out", "out.pgn"]);
        let text = fs::read_to_string(folder.path().join("out.pgn")).expect("a file");
        let mut written = lines_of(&text);
        written.sort();
        let mut expected = canonical.clone();
        expected.sort_unstable();
        assert_eq!(written, expected, "{to}");
        fs::remove_file(folder.path().join("out.pgn")).expect("a file");
    }
}

/// Two games of a club.
const CLUB: &str = "[Event \"Club\"]\n[White \"สมชาย\"]\n[Black \"สมหญิง\"]\n[Date \"2569.07.28\"]\n[Result \"1-0\"]\n\n\
    1. e4 {[%clk 0:09:59]} d5 (1... e5 $6) 2. exd5 exd5 1-0\n\n\
    [Event \"Club\"]\n[White \"สมหญิง\"]\n[Black \"สมชาย\"]\n[Date \"2568.01.02\"]\n[Variant \"Makruk\"]\n\
    [FEN \"7k/8/6K1/8/8/8/8/R7 w - - 0 60\"]\n\n60. Rb1 {[%count start 3]} Kg8 61. Rb8# 1-0\n";

fn club() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join("club.pgn"), CLUB).expect("room");
    assert_eq!(
        said(&folder, &["add", "club.pgn"]),
        "added 2 games, completed 0, already there 0, skipped 0\n"
    );
    folder
}

/// A game has the counts by board's honour that a count by pieces' honour follows.
#[test]
fn every_count_of_a_game_is_found() {
    let folder = TempDir::new().expect("a temporary folder");
    let game = "[White \"A\"]\n[Black \"B\"]\n[Variant \"Makruk\"]\n\
        [FEN \"7k/8/4K3/8/R5m1/8/8/8 w - 128 41 60\"]\n\n60. Rxg4 Kh7 61. Kf6 Kh6 *\n";
    fs::write(folder.path().join("game.pgn"), game).expect("room");
    said(&folder, &["add", "game.pgn"]);
    let found = |args: &[&str]| data(&folder, &[&["find"], args].concat())["total"].clone();
    for (args, total) in [
        (&["--honour", "board", "--counted", "20"][..], 1),
        (&["--honour", "board", "--counted", "22"], 0),
        (&["--honour", "pieces", "--counted", "3"], 1),
        (&["--honour", "pieces", "--counted", "20"], 0),
        (&["--counted", "20"], 1),
        (&["--counted", "64"], 0),
    ] {
        assert_eq!(found(args), total, "{args:?}");
    }
}

#[test]
fn games_are_found_explored_and_reported() {
    let folder = club();
    assert_eq!(
        said(&folder, &["add", "club.pgn"]),
        "added 0 games, completed 0, already there 2, skipped 0\n"
    );
    let total = |args: &[&str]| data(&folder, &[&["find"], args].concat())["total"].clone();
    assert_eq!(total(&["--moves", "e4", "d5"]), 1);
    // The same with the sides exchanged and the files reversed: Black's e6e5 is White's d3d4.
    assert_eq!(total(&["--fen", "rnskmsnr/8/pppp1ppp/4p3/8/PPPPPPPP/8/RNSMKSNR w - - 0 1"]), 1);
    assert_eq!(total(&["--material", "RvK"]), 1);
    assert_eq!(total(&["--player", "สมชาย", "--side", "black", "--result", "1-0"]), 1);
    assert_eq!(total(&["--player", "สมชาย", "--side", "black", "--result", "๑-๐"]), 1);
    assert_eq!(total(&["--since", "2569"]), 1);
    assert_eq!(total(&["--until", "2025"]), 1);
    assert_eq!(total(&["--ending", "mate", "--honour", "pieces", "--counted", "1"]), 1);
    assert_eq!(total(&["--formation", "ม้าผูก"]), 0);
    assert_eq!(total(&["--event", "club"]), 2);
    let explored = data(&folder, &["explore", "--moves", "e4"]);
    assert_eq!(explored["moves"][0]["move"]["san"], "d5");
    assert_eq!(explored["moves"][0]["results"]["losses"], 1);
    assert_eq!(explored["moves"][0]["years"], serde_json::json!([2026, 2026]));
    let explored = |args: &[&str]| data(&folder, &[&["explore"], args].concat())["results"].clone();
    assert_eq!(explored(&["--player", "สมชาย", "--side", "white"])["wins"], 1);
    assert_eq!(explored(&["--player", "สมชาย", "--side", "black"])["games"], 0);
    assert_eq!(explored(&["--until", "2568"])["games"], 0);
    let report = ["report", "สมชาย", "--nodes", "100"];
    let first = data(&folder, &report);
    assert_eq!([&first["white"]["wins"], &first["black"]["losses"]], [1, 1]);
    assert_eq!([&first["counts"]["own"]["losses"], &first["analysed"]], [1, 2]);
    assert_eq!(first, data(&folder, &report), "the second one uses the analyses of the first");
    said(&folder, &["explorer", "--min-games", "1", "--out", "explorer.bin"]);
    let file = fs::read(folder.path().join("explorer.bin")).expect("a file");
    // The first game has five positions, the second one four.
    assert_eq!(sakdi_explorer::ExplorerFile::new(file).expect("whole").len(), 5 + 4 - 2);
    let exported = said(&folder, &["export", "--event", "Club", "--out", "-"]);
    for kept in ["{[%clk 0:09:59]}", "(1... e5 $6)", "{[%count start 3]}", "[Date \"2569.07.28\"]"]
    {
        assert!(exported.contains(kept), "{kept}: {exported}");
    }
}

#[test]
fn any_number_of_games_can_be_skipped() {
    let folder = club();
    for skip in ["1000", "9223372036854775808", "18446744073709551615"] {
        let found = data(&folder, &["list", "--skip", skip]);
        assert_eq!(found["white_wins"], 2, "{skip}: {found}");
        assert_eq!(found["games"], serde_json::json!([]), "{skip}: {found}");
    }
}

#[test]
fn everything_is_said_in_thai() {
    let folder = club();
    for args in [
        &["list"][..],
        &["find", "--material", "RvK"],
        &["find", "--skip", "1"],
        &["explore", "--judge", "--nodes", "50"],
        &["report", "สมชาย", "--nodes", "50"],
        &["check"],
        &["add", "club.pgn"],
        &["export", "--out", "all.pgn"],
        &["explorer", "--out", "explorer.bin"],
    ] {
        let text = said(&folder, &[args, &["--language", "th"]].concat());
        // An option has one name, in quotes.
        let text = text.replace("Club", "").replace("'--skip 2'", "");
        let latin: String = text.chars().filter(char::is_ascii_alphabetic).collect();
        assert_eq!(latin, "", "{args:?}: {text}");
    }
    let missing = run(&folder, &["list", "--base", "none", "--language", "th"]);
    assert_eq!(missing.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&missing.stderr), "sakdi: ไม่มีฐานข้อมูลเกม none\n");
}

#[test]
fn what_cannot_be_read_is_named() {
    let folder = club();
    let broken = [
        &b"[White \"A\"]\n\n1. e4 Ke4 *\n\n[White \"B\"]\n\n1. e4 e5 *\n\n"[..],
        // Damaged UTF-8 beside Thai words, and half a game.
        "[White \"สม\"]\n\n1. d4 d5 2. Nd2 {".as_bytes(),
        b"\xe0\xb8",
    ];
    fs::write(folder.path().join("broken.pgn"), broken.concat()).expect("room");
    fs::write(folder.path().join("empty.pgn"), "").expect("room");
    fs::write(folder.path().join("zeros.pgn"), [0; 1000]).expect("room");
    let output = run(&folder, &["add", "broken.pgn", "empty.pgn", "zeros.pgn"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    for part in [
        "broken.pgn, game 1 (A – ?): line 3: move 1... 'Ke4'",
        "broken.pgn, game 3: line 11: the comment that begins here has no end",
        "empty.pgn: no games in it",
        "zeros.pgn: no games in it",
    ] {
        assert!(errors.contains(part), "{part}: {errors}");
    }
    assert_eq!(
        output.stdout, b"added 1 game, completed 0, already there 0, skipped 4\n",
        "{output:?}"
    );
    for (args, status, error) in [
        (
            &["list", "--base", "none.sqlite"][..],
            2,
            "sakdi: there is no game database none.sqlite\n",
        ),
        (
            &["add", "club.pgn", "--base", "none/x.sqlite"],
            2,
            "sakdi: none/x.sqlite: the game database cannot be opened: it is a folder, or its folder is \
             missing\n",
        ),
        (&["list", "--base", "club.pgn"], 2, "sakdi: club.pgn: not a game database\n"),
        (&["add", "none.pgn"], 2, "sakdi: cannot read none.pgn: No such file or directory\n"),
        (&["report", "Somebody"], 2, "sakdi: no player has 'Somebody' in the name\n"),
        (&["report", "สม"], 2, "sakdi: 'สม' may be สมชาย (2), สมหญิง (2)\n"),
    ] {
        let output = run(&folder, args);
        assert_eq!(output.status.code(), Some(status), "{args:?}: {output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), error, "{args:?}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("club.pgn")).expect("a file"), CLUB);
    for args in [
        &["find", "--fen", "8/8"][..],
        &["find", "--moves", "Ke4"],
        &["find", "--material", "KQvK"],
        &["find", "--formation", "Sicilian"],
        &["find", "--ending", "boredom"],
        &["find", "--since", "yesterday"],
    ] {
        assert_eq!(run(&folder, args).status.code(), Some(2), "{args:?}");
    }
}

/// A file of a folder that cannot be read is skipped.
#[cfg(unix)]
#[test]
fn a_dangling_link_in_a_folder_is_skipped() {
    let folder = club();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).expect("room");
    fs::write(inner.join("good.pgn"), CLUB).expect("room");
    std::os::unix::fs::symlink("nowhere", inner.join("bad.pgn")).expect("a link");
    for args in [&["add", "inner"][..], &["add", "inner", "club.pgn"]] {
        let output = run(&folder, args);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains("bad.pgn: No such file or directory; skipped\n"), "{errors}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("skipped 1\n"), "{output:?}");
    }
}

/// While one run adds games, another one is refused, and a report keeps no analysis.
#[test]
fn a_base_that_is_locked_is_named() {
    let folder = club();
    let path = folder.path().join("games.sqlite");
    let mut base = GameBase::open(&path, Access::Write).expect("a base");
    let adder = base.adder().expect("nobody else writes");
    let start = |args: &[&str]| {
        let mut command = command(&folder, args);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a process")
    };
    let [add, report] = [start(&["add", "club.pgn"]), start(&["report", "สมชาย", "--nodes", "50"])];
    let [add, report] = [add, report].map(|child| child.wait_with_output().expect("an end"));
    let fault = "another process is using the game database";
    assert_eq!(add.status.code(), Some(2), "{add:?}");
    assert_eq!(String::from_utf8_lossy(&add.stderr), format!("sakdi: games.sqlite: {fault}\n"));
    assert_eq!(report.status.code(), Some(0), "{report:?}");
    let warning = format!("sakdi: the analyses are not kept: {fault}\n");
    assert_eq!(String::from_utf8_lossy(&report.stderr), warning, "once for all games");
    drop(adder);
}

/// What was read before a file that is missing is kept.
#[test]
fn a_missing_file_loses_no_games_of_others() {
    let folder = club();
    let added = run(&folder, &["add", "club.pgn", "missing.pgn"]);
    assert_eq!(added.status.code(), Some(2), "{added:?}");
    assert!(String::from_utf8_lossy(&added.stderr).contains("missing.pgn"), "{added:?}");
    let found = data(&folder, &["list"]);
    assert!(found["white_wins"].as_u64() > Some(0), "{found}");
}

/// Games that differ, each with a comment that fills a tenth of a megabyte.
fn long_games(count: usize) -> String {
    let comment = "a word of the comment ".repeat(5_000);
    let game = |number| format!("[White \"Player {number}\"]\n\n1. e4 {{{comment}}} e5 1-0\n\n");
    (0..count).map(game).collect()
}

/// Waits until another process has added games.
fn wait_for_games(path: &Path, child: &mut Child) {
    let start = Instant::now();
    while GameBase::open(path, Access::Read)
        .and_then(|base| base.summary())
        .map_or(0, |all| all.games)
        == 0
    {
        assert_eq!(child.try_wait().expect("a process"), None, "it ended");
        assert!(start.elapsed() < PATIENCE, "no games yet");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// `add` counts apart what an interrupted run has read and what was in the base before.
#[test]
fn a_continued_run_tells_what_was_read_before() {
    let folder = club();
    let path = folder.path().join("more.pgn");
    let bad = "[Event \"bad\"]\n\n1. Ke4 *\n\n";
    let read = format!("{CLUB}\n{bad}");
    fs::write(&path, format!("{read}[Event \"new\"]\n\n1. d4 *\n\n{CLUB}")).expect("room");
    let found = fs::metadata(&path).expect("a file");
    let modified = found.modified().expect("a time").duration_since(std::time::UNIX_EPOCH);
    let source = sakdi_games::Source {
        name: path.canonicalize().expect("a file").to_str().expect("text").to_owned(),
        bytes: found.len(),
        modified: modified.expect("after 1970").as_nanos() as i64,
    };
    let bytes = read.len() as u64;
    let progress = sakdi_games::SourceProgress { bytes, games: 3, lines: 18, skipped: 1 };
    let mut base =
        GameBase::open(&folder.path().join("games.sqlite"), Access::Write).expect("a base");
    let mut adder = base.adder().expect("a base");
    adder.note_progress(&source, progress).expect("room");
    adder.finish().expect("room");
    let numbers = |record: &Value| {
        ["added", "known", "skipped", "earlier"]
            .map(|name| record[name].as_u64().expect("a number"))
    };
    assert_eq!(numbers(&data(&folder, &["add", "more.pgn"])), [1, 2, 0, 3]);
    // The whole file has been read by now.
    let again = run(&folder, &["add", "more.pgn"]);
    assert_eq!(again.status.code(), Some(1), "{again:?}");
    let text = "added 0 games, completed 0, already there 5, skipped 1\n";
    assert_eq!(String::from_utf8_lossy(&again.stdout), text);
}

/// What a run skips, another with the right dialect adds.
#[test]
fn a_skipped_game_is_added_when_its_dialect_is_told() {
    let folder = TempDir::new().expect("a temporary folder");
    let fen = "4k3/8/8/8/3PM~3/8/8/4K3 w - - 0 1";
    let games = format!("[FEN \"{fen}\"]\n\n1. Pd5 *\n\n[White \"B\"]\n\n1. e4 e5 *\n");
    fs::write(folder.path().join("two.pgn"), games).expect("room");
    for _ in 0..2 {
        let output = run(&folder, &["add", "two.pgn"]);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(errors.contains("e4d5 in playok: the tag or option Dialect"), "{errors}");
        assert_eq!(output.status.code(), Some(1));
    }
    let text = said(&folder, &["add", "two.pgn", "--dialect", "playok"]);
    assert_eq!(text, "added 1 game, completed 0, already there 1, skipped 0\n");
    assert!(said(&folder, &["export", "--to", "lan", "--out", "-"]).contains("Me4-d5"));
}

/// Killed in the midst of a batch, after others: the base is whole, nobody else could add games meanwhile, and
/// the same games again complete it.
#[test]
fn a_killed_run_leaves_a_whole_base() {
    const COUNT: usize = 200;
    let folder = TempDir::new().expect("a temporary folder");
    let text = long_games(COUNT);
    fs::write(folder.path().join("all.pgn"), &text).expect("room");
    let mut child = command(&folder, &["add", "-"]);
    let mut child = child.stdin(Stdio::piped()).spawn().expect("the program runs");
    // It waits for more, since its input stays open.
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(&text.as_bytes()[..text.len() - 1000]).expect("it reads");
    let path = folder.path().join("games.sqlite");
    wait_for_games(&path, &mut child);
    let other = run(&folder, &["add", "all.pgn", "--language", "th"]);
    assert_eq!(other.status.code(), Some(2), "{other:?}");
    let error = String::from_utf8_lossy(&other.stderr).into_owned();
    assert_eq!(error, "sakdi: games.sqlite: โปรแกรมอื่นกำลังใช้ฐานข้อมูลเกมอยู่\n");
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let (games, faults) =
        GameBase::open(&path, Access::Read).and_then(|base| base.check()).expect("a base");
    assert!((1..COUNT as u32).contains(&games) && faults.is_empty(), "{games}: {faults:?}");
    let rest = data(&folder, &["add", "all.pgn"]);
    assert_eq!([&rest["added"], &rest["known"]], [COUNT as u64 - u64::from(games), games.into()]);
    assert_eq!(said(&folder, &["check"]), format!("{COUNT} games, no fault\n"));
}
