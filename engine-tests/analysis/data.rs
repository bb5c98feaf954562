//! Analyses as data: JSON and CSV.

use super::{COUNTS, Folder, LAST_MOVE, last_line};
use makruk::notation::pgn::Reader;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// A resumed run writes the same JSON and CSV as an uninterrupted one, whatever the earlier run left behind.
#[test]
fn resumed_data_are_those_of_one_run() {
    let folder = Folder::new();
    let first = "[Event \"First\"]\n[Round \"1\"]\n\n1. d4 d5 2. Nd2 e5 3. Ne2 Bc7 1-0\n\n";
    let first = first.replace("Bc7", "Ne7");
    let mates =
        "[FEN \"7k/8/6K1/8/8/8/8/R7 b - 32 8 60\"]\n\n60... Kg8 61. Rb1 Kh8 62. Rb8# 1-0\n\n";
    let over = format!("{LAST_MOVE}60. Ra7 Kg8 61. Ra8# *\n\n");
    fs::write(folder.path("in.pgn"), [first.as_str(), COUNTS, mates, &over].join("\n"))
        .expect("room");
    let run = |args: &[&str]| {
        let args = [&["in.pgn", "--nodes", "300", "--multipv", "2"][..], args].concat();
        let output = folder.run(&args);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        last_line(&output)
    };
    let text = |name: &str| fs::read_to_string(folder.path(name)).expect("a file");
    run(&["--out", "all.pgn", "--json", "all.json", "--csv", "all.csv"]);
    let whole = text("all.pgn");
    let ends: Vec<usize> =
        Reader::new(&whole).map(|game| game.expect("readable").span.end).collect();
    let lines: Vec<String> = text("all.json").lines().map(|line| format!("{line}\n")).collect();
    assert_eq!((ends.len(), lines.len()), (4, 4));
    // How many games are in the PGN, and in the JSON; and how many are analysed then.
    for (games, records, analysed) in [(2, 2, 2), (2, 0, 4), (3, 2, 2), (1, 3, 3), (4, 4, 0)] {
        fs::write(folder.path("out.pgn"), &whole[..ends[games - 1]]).expect("room");
        fs::write(folder.path("out.json"), lines[..records].concat()).expect("room");
        let said = run(&["--out", "out.pgn", "--resume", "--json", "out.json", "--csv", "out.csv"]);
        assert_eq!(said.split(' ').nth(1), Some(analysed.to_string().as_str()), "{said}");
        for kind in ["pgn", "json", "csv"] {
            assert_eq!(
                text(&format!("out.{kind}")),
                text(&format!("all.{kind}")),
                "{games} {kind}"
            );
        }
        // A table needs only the PGN.
        fs::write(folder.path("out.pgn"), &whole[..ends[games - 1]]).expect("room");
        let said = run(&["--out", "out.pgn", "--resume", "--csv", "out.csv"]);
        assert_eq!(said.split(' ').nth(3), Some(games.to_string().as_str()), "{said}");
        assert_eq!(text("out.csv"), text("all.csv"));
    }
    // A file of something else is not written over.
    fs::write(folder.path("out.json"), "{\"mine\": 1}\n").expect("room");
    let output = folder.run(&["in.pgn", "--out", "out.pgn", "--resume", "--json", "out.json"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(text("out.json"), "{\"mine\": 1}\n");
}

/// A resumed run writes JSON, CSV and the report anew, but only those with the same games.
#[test]
fn a_resumed_run_spares_other_files() {
    let folder = Folder::new();
    fs::write(folder.path("one.pgn"), "[White \"A\"]\n\n1. d4 d5 *\n").expect("room");
    fs::write(folder.path("two.pgn"), "[White \"B\"]\n\n1. e4 e5 *\n").expect("room");
    let run = |args: &str| {
        folder.run(&[&["--nodes", "50"][..], &args.split(' ').collect::<Vec<_>>()].concat())
    };
    assert!(run("one.pgn --json club.jsonl").status.success());
    let club = fs::read(folder.path("club.jsonl")).expect("a file");
    assert!(run("two.pgn --out two-out.pgn").status.success());
    for name in ["mine.html", "mine.csv"] {
        fs::write(folder.path(name), "mine\n").expect("room");
    }
    for (option, fault) in [
        (
            "--json club.jsonl",
            "club.jsonl holds games that are not in two-out.pgn and would be lost",
        ),
        ("--html mine.html", "mine.html already exists"),
        ("--csv mine.csv", "mine.csv already exists"),
    ] {
        let output = run(&format!("two.pgn --out two-out.pgn --resume {option}"));
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(fault), "{output:?}");
    }
    assert_eq!(fs::read(folder.path("club.jsonl")).expect("a file"), club);
    assert_eq!(fs::read(folder.path("mine.html")).expect("a file"), b"mine\n");
    for _ in 0..2 {
        let all =
            "two.pgn --out two-out.pgn --resume --json two.jsonl --html two.html --csv two.csv";
        let output = run(all);
        assert!(output.status.success(), "{output:?}");
    }
}

/// Games that a resumed run keeps have the limit of the run that searched them.
#[test]
fn kept_games_name_their_own_limit() {
    let folder = Folder::new();
    fs::write(folder.path("in.pgn"), "[White \"A\"]\n\n1. d4 d5 *\n\n").expect("room");
    let run = |nodes| {
        let args =
            ["in.pgn", "--nodes", nodes, "--out", "out.pgn", "--resume", "--html", "out.html"];
        let output = folder.run(&args);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        fs::read_to_string(folder.path("out.html")).expect("a page")
    };
    assert!(run("300").contains("300 nodes"));
    fs::write(
        folder.path("in.pgn"),
        "[White \"A\"]\n\n1. d4 d5 *\n\n[White \"B\"]\n\n1. e4 e5 *\n\n",
    )
    .expect("room");
    let page = run("200");
    assert!(page.contains("· 300 nodes a position, 200 nodes a position ·"), "{page}");
    assert_eq!(page.matches("300 nodes").count(), 2, "in the footer and in the first game");
    assert_eq!(page.matches("200 nodes").count(), 2, "in the footer and in the second game");
}

#[test]
fn a_table_holds_no_formulas() {
    let folder = Folder::new();
    for name in ["=1+1.pgn", "@a.pgn", "a.pgn"] {
        fs::write(folder.path(name), "1. d4 *\n").expect("room");
    }
    let output = folder.run(&["=1+1.pgn", "@a.pgn", "a.pgn", "--nodes", "50", "--csv", "out.csv"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = fs::read_to_string(folder.path("out.csv")).expect("a file");
    let begins = ["'=1+1.pgn,1,1,white,d4,d3d4,", "'@a.pgn,1,", "a.pgn,1,"];
    for (line, begin) in text.lines().skip(1).zip(begins) {
        assert!(line.starts_with(begin), "{text}");
    }
}

/// Games of several files and folders as text, JSON and CSV.
#[test]
fn games_of_folders_become_data() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("club/old")).expect("a folder");
    fs::write(folder.path("club/b.PGN"), COUNTS).expect("room");
    fs::write(folder.path("club/old/a.pgn"), format!("1. d4 d5 *\n\n{LAST_MOVE}1. Ra2 *\n"))
        .expect("room");
    fs::write(folder.path("club/notes.txt"), "no games").expect("room");
    fs::write(folder.path("last.pgn"), "1. c4 *\n").expect("room");
    let outputs = ["--json", "club/out.json", "--csv", "out.csv", "--out", "club/out.pgn"];
    let args = [&["club", "last.pgn", "--nodes", "300"][..], &outputs].concat();
    let output = folder.run(&args);
    assert_eq!(last_line(&output), "analysed 4 kept 0 skipped 0", "{output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let heads: Vec<_> = text.lines().filter_map(|line| line.split_once(", game ")).collect();
    let numbers = heads.iter().filter_map(|(_, rest)| rest.chars().next());
    assert_eq!(numbers.collect::<String>(), "1121", "{text}");
    assert!(heads[0].0.ends_with("b.PGN") && heads[3].0 == "last.pgn", "{text}");

    let json = fs::read_to_string(folder.path("club/out.json")).expect("a file");
    let games: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    let sources = games.iter().map(|game| (game["file"].as_str(), game["game"].as_u64()));
    let paths = |parts: &[&str]| parts.iter().collect::<PathBuf>().display().to_string();
    let (upper, old) = (paths(&["club", "b.PGN"]), paths(&["club", "old", "a.pgn"]));
    assert_eq!(
        sources.collect::<Vec<_>>(),
        [
            (Some(upper.as_str()), Some(1)),
            (Some(old.as_str()), Some(1)),
            (Some(old.as_str()), Some(2)),
            (Some("last.pgn"), Some(1)),
        ]
    );
    for game in &games {
        let moves = game["moves"].as_array().expect("moves");
        assert_eq!(game["positions"].as_array().expect("positions").len(), moves.len() + 1);
    }
    // A missed mate at the end of the count.
    let [mated, after] = [0, 1].map(|index| &games[2]["positions"][index]);
    assert_eq!(mated["score"], serde_json::json!({ "mate": 1 }));
    assert_eq!(mated["lines"][0]["san"], serde_json::json!(["Ra8#"]));
    assert_eq!(mated["expectation"], 1.0);
    let count = serde_json::json!({
        "honour": "pieces", "counter": "black", "counted": 16, "limit": 16, "moves_left": 1
    });
    assert_eq!(mated["count"], count);
    assert_eq!(after["score"], serde_json::json!({ "cp": 0 }));
    assert_eq!(games[2]["moves"][0]["judgement"], "??");
    assert_eq!(games[2]["accuracy"]["white"]["blunders"], 1);

    let mut table = csv::Reader::from_path(folder.path("out.csv")).expect("a table");
    let rows: Vec<BTreeMap<String, String>> =
        table.deserialize().map(|row| row.expect("a row")).collect();
    let moves: usize = games.iter().map(|game| game["moves"].as_array().map_or(0, Vec::len)).sum();
    assert_eq!(rows.len(), moves);
    let row = rows.iter().find(|row| row["uci"] == "a1a2").expect("the blunder");
    assert_eq!([&row["mate"], &row["cp"], &row["best"]], ["1", "", "a1a8"]);
    assert_eq!([&row["judgement"], &row["counted"], &row["limit"]], ["??", "16", "16"]);

    // On resuming, the output is not read as input, and the data contains all games.
    let output = folder.run(&[&args[..], &["--resume"]].concat());
    assert_eq!(last_line(&output), "analysed 0 kept 4 skipped 0", "{output:?}");
    let again = fs::read_to_string(folder.path("club/out.json")).expect("a file");
    assert_eq!(again.lines().count(), 4);
}
