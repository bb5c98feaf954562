//! Results as JSON: the output of each command is what docs/output.schema.json says, and with `--json -`
//! standard output has nothing else.

use crate::client::PROGRAM;
use crate::harness::START;
use crate::schema::Schema;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. f4 c5 2. Nf3 Ne7 1-0\n";

fn sakdi(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    command.output().expect("the program starts")
}

/// All of standard output, as data.
#[track_caller]
fn data(folder: &Path, arguments: &[&str], status: i32) -> Value {
    let output = sakdi(folder, &[arguments, &["--json", "-"]].concat());
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {text}"))
}

/// A folder with an input for each command.
fn inputs() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("room");
    write("game.pgn", GAME);
    let won = "4k3/8/R7/8/8/K7/8/8 w - 32 15 1";
    write("suite.epd", &format!("{won} bm Ra7; id \"one\";\n{won} am Ra7;\n"));
    write("perft.epd", &format!("{START};D1 23;D2 530\n{START};D2 529\n"));
    let puzzles = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions/puzzles.epd");
    let puzzles = fs::read_to_string(puzzles).expect("puzzles");
    let puzzle = puzzles.lines().find(|line| line.contains("kind mate")).expect("a mate");
    write("puzzles.epd", &format!("{puzzle}\n{puzzle}\n"));
    folder
}

#[test]
fn each_command_conforms_to_its_schema() {
    let folder = inputs();
    let schema = Schema::of_document("output.schema.json");
    let mut checked: BTreeSet<&str> = BTreeSet::new();
    let mut check = |name: &'static str, arguments: &[&str], status: i32| {
        let value = data(folder.path(), arguments, status);
        schema.check_definition(name, &value);
        for key in value.as_object().expect("an object").keys() {
            let mut without = value.clone();
            without.as_object_mut().expect("an object").remove(key);
            assert!(!schema.accepts(name, &without), "{name}: the check misses {key}");
        }
        checked.insert(name);
        value
    };

    let bench = check("bench", &["bench", "2"], 0);
    let nodes = bench["positions"].as_array().expect("a list").iter();
    let sum: u64 = nodes.map(|position| position["nodes"].as_u64().expect("a number")).sum();
    assert_eq!(bench["nodes"], sum);
    let board = check("board", &["board", "--moves", "e4", "e5"], 0);
    assert_eq!(board["legal_moves"].as_array().map(Vec::len), Some(22), "{board}");
    let board = check("board", &["board", "--fen", "k7/1R6/2K5/8/8/8/8/8 b - 16 9 1"], 0);
    assert_eq!(board["over"], "stalemate", "{board}");
    assert_eq!(board["count"]["limit"], 8, "{board}");
    let built = ["book", "build", "game.pgn", "--out", "own.book", "--min-games", "1"];
    assert!(sakdi(folder.path(), &built).status.success());
    let book = check("book-show", &["book", "show", "own.book"], 0);
    assert_eq!(book["moves"][0], json!({ "san": "f4", "uci": "f3f4", "weight": 2, "share": 1.0 }));
    let added = check("games-add", &["games", "add", "game.pgn"], 0);
    assert_eq!(
        added,
        json!({ "added": 1, "completed": 0, "known": 0, "skipped": 0, "earlier": 0 })
    );
    let list = check("games-list", &["games", "list"], 0);
    assert_eq!([&list["games"][0]["white"], &list["games"][0]["plies"]], [&json!("A"), &json!(4)]);
    let found = check("games-find", &["games", "find", "--moves", "f4", "c5"], 0);
    assert_eq!([&found["total"], &found["games"][0]["found_at"]], [1, 2]);
    let explored = check("games-explore", &["games", "explore", "--judge", "--nodes", "50"], 0);
    assert_eq!(explored["moves"][0]["move"]["uci"], "f3f4");
    assert!(explored["moves"][0]["engine"]["cp"].is_i64(), "{explored}");
    let report = check("games-report", &["games", "report", "a", "--nodes", "50"], 0);
    assert_eq!([&report["analysed"], &report["phases"]["opening"]["moves"]], [1, 2]);
    let suite = check("epd", &["epd", "suite.epd", "--nodes", "20000"], 1);
    assert_eq!([&suite["positions"], &suite["solved"]], [2, 1]);
    assert_eq!(suite["results"][0]["move"]["uci"], "a6a7");
    let perft = check("perft", &["perft", "2"], 0);
    assert_eq!([&perft["nodes"], &perft["moves"][0]["nodes"]], [529, 23]);
    let perft = check("perft-suite", &["perft", "--suite", "perft.epd"], 1);
    assert_eq!([&perft["passed"], &perft["failed"]], [1, 1]);
    assert_eq!(perft["positions"][0]["fault"], "depth 2 has 529 leaves, not 530");
    let nothing = ["perft", "--suite", "perft.epd", "--max-nodes", "3"];
    let skipped = check("perft-suite", &nothing, 1);
    assert_eq!([&skipped["passed"], &skipped["failed"], &skipped["skipped"]], [0, 0, 2]);
    let openings = check("openings", &["openings", "--count", "3"], 0);
    assert_eq!(openings["openings"].as_array().map(Vec::len), Some(3));
    let selfplay =
        check("selfplay", &["selfplay", "--out", "a.skd", "--games", "6", "--nodes", "60"], 0);
    assert_eq!(selfplay["games"], 6);
    let loss = check("loss", &["loss", "a.skd"], 0);
    assert_eq!(loss["shards"][0]["groups"][0]["group"], "all");
    let train = ["train", "a.skd", "--out", "n.net", "--epochs", "2", "--batch", "64"];
    let train = check("train", &[&train[..], &["--held-out", "0.4", "--threads", "1"]].concat(), 0);
    assert_eq!(train["data"]["positions"], selfplay["positions"]);
    assert_eq!(train["epochs"].as_array().map(Vec::len), Some(2));
    let fen = "8/8/8/4k3/8/8/3R4/3K4 w - - 0 1";
    let probe = check("tables-probe", &["tables", "probe", "--fen", fen], 0);
    assert_eq!(probe["table"]["strong"], "white");
    assert_eq!(probe["moves"].as_array().map(Vec::len), Some(17), "{probe}");
    let mated = "4k2R/8/4K3/8/8/8/8/8 b - - 0 1";
    let probe = check("tables-probe", &["tables", "probe", "--fen", mated], 0);
    assert_eq!([&probe["over"], &probe["winner"]], ["mate", "white"]);
    let verified = check("puzzles-verify", &["puzzles", "verify", "puzzles.epd"], 1);
    assert_eq!([&verified["proved"], &verified["faults"][0]["line"]], [1, 2]);
    let rated = check("puzzles-rate", &["puzzles", "rate", "puzzles.epd", "--levels", "2,14"], 0);
    assert_eq!(rated["bands"][0]["levels"][1]["level"], 14);

    let parts =
        ["side", "fen", "move", "count", "score", "table", "results", "found-game", "phase"];
    let commands: BTreeSet<&str> =
        schema.definitions().filter(|name| !parts.contains(name)).collect();
    assert_eq!(checked, commands);
}

/// Commands that write files, too.
#[test]
fn standard_output_has_nothing_but_data() {
    let folder = inputs();
    let analysis = data(folder.path(), &["analyse", "game.pgn", "--nodes", "50"], 0);
    assert_eq!(analysis["moves"].as_array().map(Vec::len), Some(4));
    let mine = ["puzzles", "mine", "game.pgn", "--out", "out.epd", "--nodes", "100"];
    assert_eq!(data(folder.path(), &mine, 0), json!([]));
    let players = ["--engine", "cmd=self name=A nodes=1", "--engine", "cmd=self name=B nodes=1"];
    let lasts = ["--games", "2", "--max-moves", "4"];
    let results = data(folder.path(), &[&["match"], &players[..], &lasts].concat(), 0);
    assert_eq!(results["games"], 2, "{results}");
}

#[test]
fn a_file_gets_the_data_and_standard_output_the_text() {
    let folder = inputs();
    let said = sakdi(folder.path(), &["perft", "1", "--json", "perft.json"]);
    assert!(String::from_utf8_lossy(&said.stdout).starts_with("nodes 23 "), "{said:?}");
    let text = fs::read_to_string(folder.path().join("perft.json")).expect("a file");
    let record: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(record["nodes"], 23);
    let again = sakdi(folder.path(), &["perft", "1", "--json", "perft.json"]);
    assert_eq!(again.status.code(), Some(2), "a file that exists stays: {again:?}");
    let input = sakdi(folder.path(), &["epd", "suite.epd", "--json", "suite.epd"]);
    assert_eq!(input.status.code(), Some(2), "an input stays: {input:?}");
}
