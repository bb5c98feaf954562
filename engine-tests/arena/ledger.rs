//! Matches are recorded in a ledger once they are complete.

use super::{Arena, TWO, openings, result_line, text, two};
use std::fs;
use std::process::Command;

#[test]
fn a_finished_match_is_recorded() {
    let arena = Arena::new();
    let openings = openings();
    let record = ["--ledger", "ledger.jsonl", "--change", "fewer nodes"];
    let play = |more: &[&str]| {
        let args = ["--openings", &openings, "--max-moves", "20", "--seed", "7"];
        arena.play(&[&TWO[..4], &args, more].concat())
    };
    result_line(&play(&[&["--games", "4"][..], &record].concat()));
    let sprt = ["--games", "4", "--sprt", "elo0=0", "elo1=5"];
    result_line(&play(&[&sprt[..], &record].concat()));
    let ledger = fs::read_to_string(arena.path("ledger.jsonl")).expect("a ledger");
    let entries: Vec<serde_json::Value> =
        ledger.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let [first, second] = entries.as_slice() else { panic!("{ledger}") };
    for (field, value) in [
        ("change", "fewer nodes"),
        ("new", "A"),
        ("base", "B"),
        ("verdict", "untested"),
        ("adjudication", "max-moves 20"),
        ("variant", "makruk"),
    ] {
        assert_eq!(first[field], value, "{ledger}");
    }
    assert_eq!(first["limits"], serde_json::json!(["150 nodes", "100 nodes"]));
    assert_eq!((&first["seed"], &first["openings"]["file"]), (&7.into(), &"openings.epd".into()));
    assert_eq!(second["verdict"], "undecided");
    assert_eq!(second["sprt"]["elo1"], 5.0);
    let sum = |field: &str| -> u64 {
        first[field].as_array().expect("numbers").iter().filter_map(serde_json::Value::as_u64).sum()
    };
    assert_eq!((sum("games"), sum("pairs")), (4, 2));

    let mut show = Command::new(env!("CARGO_BIN_EXE_sakdi"));
    let shown = show.arg("ledger").arg(arena.path("ledger.jsonl")).output().expect("a table");
    assert!(shown.status.success(), "{}", text(&shown.stderr));
    assert_eq!(text(&shown.stdout).lines().count(), 4, "{}", text(&shown.stdout));

    // A match whose games were all played before is not recorded again.
    let once = ["--games", "2", "--pgn", "once.pgn", "--resume", "--ledger", "once.jsonl"];
    for _ in 0..2 {
        result_line(&play(&[&once[..], &["--change", "once"]].concat()));
        let ledger = fs::read_to_string(arena.path("once.jsonl")).expect("a ledger");
        assert_eq!(ledger.lines().count(), 1, "{ledger}");
    }

    // The parts of a match are one entry.
    for (part, name) in [("1/2", "1.pgn"), ("2/2", "2.pgn")] {
        result_line(&arena.play(&two(&["--games", "4", "--part", part, "--pgn", name])));
    }
    result_line(&arena.play(&[&["--merge", "1.pgn", "2.pgn"][..], &record].concat()));
    let ledger = fs::read_to_string(arena.path("ledger.jsonl")).expect("a ledger");
    let merged: serde_json::Value =
        serde_json::from_str(ledger.lines().nth(2).expect("a third line")).expect("JSON");
    assert_eq!(merged["limits"], serde_json::json!(["150 nodes", "100 nodes"]));
    assert_eq!(merged["options"], first["options"]);

    // A last line without its end is not joined to the next one.
    fs::write(arena.path("open.jsonl"), ledger.trim_end()).expect("room");
    let one = ["--openings", &openings, "--games", "2", "--ledger", "open.jsonl", "--change", "x"];
    result_line(&arena.play(&two(&one)));
    let open = fs::read_to_string(arena.path("open.jsonl")).expect("a ledger");
    assert_eq!(open.lines().count(), ledger.lines().count() + 1, "{open}");

    // A line that contradicts itself is found.
    fs::write(arena.path("bad.jsonl"), ledger.replacen("\"elo\":[", "\"elo\":[9", 1))
        .expect("room");
    let mut show = Command::new(env!("CARGO_BIN_EXE_sakdi"));
    let shown = show.arg("ledger").arg(arena.path("bad.jsonl")).output().expect("an error");
    assert_eq!(shown.status.code(), Some(2));
    assert!(text(&shown.stderr).contains("bad.jsonl, line 1: "), "{}", text(&shown.stderr));
}

/// What the arguments of `--merge` say of the games must be true.
#[test]
fn a_merge_records_what_its_games_say() {
    let arena = Arena::new();
    let openings = ["--openings", &openings(), "order=random"];
    let resign = ["--resign", "score=900", "movecount=3"];
    for (part, name) in [("1/2", "1.pgn"), ("2/2", "2.pgn")] {
        let part = ["--games", "8", "--part", part, "--pgn", name, "--max-moves", "6"];
        // One at a time: the first game of the file is the first one of the part.
        let one = ["--concurrency", "1"];
        result_line(&arena.play(&two(&[&openings[..], &resign, &part, &one].concat())));
    }
    // The second part was played on a later day.
    let games = fs::read_to_string(arena.path("2.pgn")).expect("games");
    let day =
        games.split("[Date \"").nth(1).and_then(|rest| rest.split('"').next()).expect("a day");
    fs::write(arena.path("2.pgn"), games.replace(day, "2099.12.31")).expect("room");
    let merge = |more: &[&str]| {
        let record = ["--ledger", "ledger.jsonl", "--change", "x", "--merge", "1.pgn", "2.pgn"];
        arena.play(&[&record[..], more].concat())
    };
    for (more, fault) in [
        (
            &[&openings[..], &["--seed", "5", "--max-moves", "7"]].concat()[..],
            "sakdi: --resign, --draw, --max-moves: the games were played with another \
             adjudication: resign movecount=3 score=900; max-moves 6\n",
        ),
        (
            &[&openings[..], &["--seed", "6"]].concat(),
            "sakdi: 1.pgn: game 1.1 (line 1) is not of this match: not the opening that --openings \
             and --seed give\n",
        ),
        (
            &[],
            "sakdi: 1.pgn: game 1.1 (line 1) is not of this match: not the start position: \
             --openings is missing\n",
        ),
        (&["--draw", "movecount=0"], "sakdi: --draw: "),
    ] {
        let output = merge(more);
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        assert!(text(&output.stderr).starts_with(fault), "{}", text(&output.stderr));
    }
    let same = ["--resign", "movecount=3", "score=900", "--max-moves", "6", "--seed", "5"];
    for more in [&[&openings[..], &["--seed", "5"]].concat(), &[&openings[..], &same].concat()] {
        result_line(&merge(more));
    }
    let ledger = fs::read_to_string(arena.path("ledger.jsonl")).expect("a ledger");
    assert_eq!(ledger.lines().count(), 2, "{ledger}");
    for line in ledger.lines() {
        let entry: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(entry["adjudication"], "resign movecount=3 score=900; max-moves 6");
        assert_eq!(entry["date"], "2099-12-31");
        assert_eq!(entry["openings"]["order"], "random");
        assert_eq!(entry["openings"]["start"], 1);
        assert_eq!(entry["faults"], serde_json::json!([0, 0]));
    }
}

/// A disk that is full, or a kill, leaves no part of an entry that keeps commands from the ledger.
#[cfg(unix)]
#[test]
fn an_entry_is_appended_completely_or_not_at_all() {
    let arena = Arena::new();
    let games = ["--games", "2", "--max-moves", "2", "--pgn", "x.pgn"];
    result_line(&arena.play(&two(&games)));
    let change = "long ".repeat(400);
    let merge = ["--merge", "x.pgn", "--ledger", "ledger.jsonl", "--change", &change];
    let read = || fs::read_to_string(arena.path("ledger.jsonl")).expect("a ledger");
    // A file cannot be longer than a part of the entry.
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" match \"$@\"";
    let mut limited = Command::new("/bin/sh");
    limited.args(["-c", script, env!("CARGO_BIN_EXE_sakdi")]).args(merge);
    let output = limited.current_dir(arena.path(".")).output().expect("sh runs");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(text(&output.stderr).contains("cannot write ledger.jsonl: "), "{output:?}");
    assert_eq!(read(), "");
    result_line(&arena.play(&merge));
    let line = read();
    assert_eq!(line.lines().count(), 1, "{line}");

    // An entry that was cut off, as earlier versions could leave it.
    let half = line.clone() + &line[..line.len() / 2];
    fs::write(arena.path("ledger.jsonl"), &half).expect("room");
    let mut show = Command::new(env!("CARGO_BIN_EXE_sakdi"));
    let shown = show.arg("ledger").arg(arena.path("ledger.jsonl")).output().expect("a table");
    assert!(shown.status.success(), "{shown:?}");
    assert_eq!(text(&shown.stdout).lines().count(), 3);
    assert!(text(&shown.stderr).contains("line 2: the entry is cut off"), "{shown:?}");
    assert_eq!(read(), half);
    let output = arena.play(&merge);
    result_line(&output);
    assert!(text(&output.stderr).contains("line 2: the entry is cut off"), "{output:?}");
    assert_eq!(read(), line.repeat(2));
}

#[test]
fn what_cannot_be_recorded_is_refused() {
    let arena = Arena::new();
    for (more, words) in [
        (&["--ledger", "a"][..], "--change"),
        (&["--change", "a"][..], "--ledger"),
        (&["--ledger", "a", "--change", "b", "--no-repeat"][..], "pairs of games"),
        (&["--ledger", "a", "--change", "b", "--part", "1/2"][..], "--part"),
        (&["--ledger", "no/such", "--change", "b"][..], "no/such"),
    ] {
        let output = arena.play(&two(more));
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        assert!(text(&output.stderr).contains(words), "{}", text(&output.stderr));
    }
}
