//! Analysis of games: the cost of moves, the events of the count, resuming.

use crate::client::PROGRAM;
use crate::harness::position;
use makruk::game::Game;
use makruk::notation::Notation;
use makruk::notation::pgn::{PgnGame, Reader};
use makruk::rules::{CountingRule, Variant};
use sakdi_analysis::{
    self, Analysis, AnalysisObserver, AnalysisSettings, Analyst, Annotations, Budget, Judgement,
    Value,
};
use sakdi_i18n::{Language, Localized};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Counts the searched positions, and stops after a number of them.
struct Until {
    positions: usize,
    searched: AtomicUsize,
}

impl AnalysisObserver for Until {
    fn should_stop(&self) -> bool {
        self.searched.load(Relaxed) >= self.positions
    }

    fn searched(&self) {
        self.searched.fetch_add(1, Relaxed);
    }
}

fn analyst(nodes: u64, multi_pv: usize, threads: usize) -> Analyst {
    Analyst::new(AnalysisSettings { budget: Budget::Nodes(nodes), multi_pv, threads, hash_mib: 1 })
}

fn analyse(game: &Game, multi_pv: usize, threads: usize) -> Analysis {
    let watch = Until { positions: usize::MAX, searched: AtomicUsize::new(0) };
    let analysis = analyst(400, multi_pv, threads).analyse(game, &watch);
    assert_eq!(watch.searched.into_inner(), game.moves().len() + 1);
    analysis.expect("an analysis that nobody stopped")
}

fn read(text: &str) -> PgnGame {
    Reader::new(text).next().expect("a game").expect("a readable one")
}

fn played(pgn: &PgnGame) -> Game {
    let start = pgn.start(Variant::Makruk, CountingRule::MAKRUK).expect("a start");
    let mut game = Game::new(start);
    for mv in pgn.resolve(&start).expect("legal moves") {
        game.play(mv).expect("a legal move");
    }
    game
}

/// Mate with the last move that the count leaves.
const LAST_MOVE: &str = "[FEN \"7k/8/6K1/8/8/8/8/R7 w - 32 31 60\"]\n\n";

#[test]
fn a_mate_let_go_at_the_end_of_the_count_is_a_blunder() {
    let game = played(&read(&format!("{LAST_MOVE}60. Ra7 Kg8 *")));
    let analysis = analyse(&game, 1, 1);
    let judged = analysis.judged();
    assert_eq!(judged[0].judgement, Some(Judgement::Blunder));
    assert_eq!(judged[0].loss, 0.5);
    let better = judged[0].better.expect("a better line");
    assert_eq!(
        sakdi_analysis::line_text(game.start(), &better.moves, 9, Notation::San),
        "60. Ra8#"
    );
    assert_eq!((judged[1].loss, judged[1].judgement), (0.0, None));
    assert!(matches!(analysis.values[2], Value::Over(_)));
    let events: Vec<_> = analysis
        .count_events()
        .into_iter()
        .map(|event| (event.ply, event.say(Language::English)))
        .collect();
    assert_eq!(events.len(), 2, "{events:#?}");
    let (first, last) = (&events[0], &events[1]);
    assert_eq!(first.0, 0);
    assert_eq!(
        first.1,
        "Pieces' honour runs: Black has counted 16 of 16. White has 1 move to mate, and needs 1."
    );
    assert_eq!(last.0, 2);
    assert_eq!(last.1, "The count is complete: Black has counted past 16, a draw.");
    let [white, black] = analysis.summaries();
    assert_eq!((white.moves, white.judged, black.moves), (1, [0, 0, 1], 1));
}

#[test]
fn a_mate_in_time_costs_nothing() {
    let game = played(&read(&format!("{LAST_MOVE}60. Ra8# 1-0")));
    let analysis = analyse(&game, 1, 1);
    assert_eq!(analysis.judged()[0].judgement, None);
    let events = analysis.count_events();
    assert_eq!(
        events.last().map(|event| event.say(Language::English)).as_deref(),
        Some("Mate at 16 of 16, with 0 moves to spare.")
    );
}

/// A khun and a ma cannot mate a bare khun.
#[test]
fn no_count_begins_in_a_game_that_is_over() {
    let game = played(&read("[FEN \"8/8/4k3/8/3m4/4K3/8/N7 w - - 0 60\"]\n\n60. Kxd4 *"));
    let analysis = analyse(&game, 1, 1);
    assert!(matches!(analysis.values[1], Value::Over(_)));
    let events = analysis.count_events();
    assert!(events.iter().all(|event| event.ply == 0), "{events:?}");
}

/// A won ending that passes through both counts.
const COUNTS: &str = "[White \"Anan\"]\n[Black \"Bun \\\"B\\\" \"]\n[Annotator \"A. Friend\"]\n\
    [FEN \"8/4k3/3p4/3S4/4K3/8/1n6/R7 w - - 0 40\"]\n\n\
    {hello} 40. Sxd6+ $1 {well done} (40. Ke5 {no} ; or so\n) Ke6 41. Ra6 Nc4 42. Sc7+ Kd7 1-0\n";

#[test]
fn an_analysis_can_be_read_back() {
    for multi_pv in [1, 3] {
        let pgn = read(COUNTS);
        let analysis = analyse(&played(&pgn), multi_pv, 2);
        let text = sakdi_analysis::annotate(&Annotations {
            pgn: &pgn,
            analysis: &analysis,
            budget: "400 nodes",
            language: Language::English,
        });
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        assert!(text.contains("[Annotator \"Sakdi"), "{text}");
        let flat = text.replace('\n', " ");
        assert!(flat.contains("{well done}") && flat.contains("(40. Ke5 {no} {or so})"), "{text}");
        assert!(flat.contains("Board's honour begins"), "{text}");
        let written = read(&text);
        let back = sakdi_analysis::read_back(&written);
        let back = back.expect("an analysis");
        assert_eq!(back.game.moves(), analysis.game.moves());
        for (before, after) in analysis.values.iter().zip(&back.values) {
            assert_eq!(before.score(), after.score(), "{text}");
        }
        let prices = |analysis: &Analysis| {
            analysis.judged().iter().map(|judged| judged.loss).collect::<Vec<_>>()
        };
        assert_eq!(prices(&analysis), prices(&back), "{text}");
        // A second analysis replaces the comments of the first.
        let again = sakdi_analysis::annotate(&Annotations {
            pgn: &written,
            analysis: &analysis,
            budget: "",
            language: Language::English,
        });
        assert_eq!(read(&again).moves, written.moves);
    }
    assert!(sakdi_analysis::read_back(&read(COUNTS)).is_none());
}

/// Few variations are written, so that the game stays readable.
#[test]
fn lines_stand_only_where_they_are_worth_reading() {
    let pgn = read(&long_game());
    let analysis = analyse(&played(&pgn), 2, 1);
    let text = sakdi_analysis::annotate(&Annotations {
        pgn: &pgn,
        analysis: &analysis,
        budget: "400 nodes",
        language: Language::English,
    });
    let written = read(&text);
    let (mut with, mut without) = (0, 0);
    let mut comments = &written.comments;
    for (judged, mv) in analysis.judged().iter().zip(&written.moves) {
        assert!(judged.worth_a_line || judged.judgement.is_none());
        assert_eq!(judged.worth_a_line, !mv.variations.is_empty(), "{judged:?} {mv:?}");
        let names_best = comments[0].contains("[%best ");
        assert_eq!(names_best, judged.better.is_some() && !judged.worth_a_line, "{judged:?}");
        with += usize::from(judged.worth_a_line);
        without += usize::from(names_best);
        comments = &mv.comments;
    }
    assert!(with > 20 && without > 20, "{with} {without}");
    // The summaries are the same after writing and reading the analysis.
    let back = sakdi_analysis::read_back(&written);
    assert_eq!(back.expect("an analysis").summaries(), analysis.summaries());
}

#[test]
fn threads_change_nothing_but_time() {
    let game = played(&read(COUNTS));
    let values = [1, 3].map(|threads| analyse(&game, 2, threads).values);
    assert_eq!(values[0], values[1]);
}

#[test]
fn an_analysis_can_be_stopped() {
    let watch = Until { positions: 2, searched: AtomicUsize::new(0) };
    assert!(analyst(400, 1, 1).analyse(&played(&read(COUNTS)), &watch).is_none());
}

#[test]
fn scores_are_told_from_whites_side() {
    use makruk::types::Color::{Black, White};
    use makruk::types::score::{mate_in, mated_in};
    use sakdi_uci::score::from_uci_centipawns;
    for (score, side, text) in [
        (from_uci_centipawns(35), White, "+0.35"),
        (from_uci_centipawns(35), Black, "-0.35"),
        (0, Black, "0.00"),
        (mate_in(1), White, "#1"),
        (mate_in(3), Black, "#-2"),
        (mated_in(4), White, "#-2"),
    ] {
        assert_eq!(sakdi_analysis::score_text(score, side), text);
    }
    let start = position("4k3/8/8/8/8/8/8/4K2R w");
    assert_eq!(sakdi_analysis::line_text(&start, &[], 3, Notation::San), "");
}

/// A folder for one test's files.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, args: &[&str]) -> Output {
        Command::new(PROGRAM)
            .arg("analyse")
            .args(args)
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .env_remove("RUST_LOG")
            .output()
            .expect("the program runs")
    }
}

fn last_line(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_owned()
}

fn games(path: &Path) -> usize {
    let text = fs::read_to_string(path).expect("a file");
    Reader::new(&text).filter(Result::is_ok).count()
}

#[test]
fn a_bad_game_is_named_and_the_rest_analysed_and_continued() {
    let folder = Folder::new();
    let bad = "[Event \"Bad\"]\n[White \"C\"]\n[Black \"D\"]\n\n1. d4 d5\n2. Qd3 *\n\n";
    let first = "[Event \"First\"]\n\n1. d4 d5 2. Nd2 *\n\n";
    fs::write(folder.path("in.pgn"), [first, bad, COUNTS].join("\n")).expect("room");
    let args = ["in.pgn", "--nodes", "200", "--out", "out.pgn", "--threads", "2"];
    let output = folder.run(&args);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        stderr,
        "sakdi: in.pgn, game 2 (C – D): line 11: move 2. 'Qd3': cannot read the move 'Qd3'; skipped\n"
    );
    assert_eq!(last_line(&output), "analysed 2 kept 0 skipped 1");
    assert_eq!(games(&folder.path("out.pgn")), 2);

    let whole = fs::read_to_string(folder.path("out.pgn")).expect("a file");
    let half = Reader::new(&whole).next().expect("a game").expect("readable").span.end;
    fs::write(folder.path("out.pgn"), &whole[..half]).expect("room");
    let output = folder.run(&[&args[..], &["--resume"]].concat());
    assert_eq!(last_line(&output), "analysed 1 kept 1 skipped 1");
    assert_eq!(fs::read_to_string(folder.path("out.pgn")).expect("a file"), whole);
    let output = folder.run(&[&args[..], &["--resume"]].concat());
    assert_eq!(last_line(&output), "analysed 0 kept 2 skipped 1");
    assert_eq!(fs::read_to_string(folder.path("out.pgn")).expect("a file"), whole);
    // No incomplete file is left.
    assert_eq!(fs::read_dir(folder.0.path()).expect("a folder").count(), 2);
}

/// JSON and CSV equal those of an uninterrupted run, in whatever state an earlier run left its files.
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

/// A result that the board refutes is reported with its game, in the summary and in the data.
#[test]
fn results_that_contradict_the_board_are_reported() {
    let folder = Folder::new();
    let mate = "[FEN \"7k/8/6K1/8/8/8/8/R7 w - 32 9 60\"]\n";
    let games = [
        format!("{mate}[Result \"0-1\"]\n\n60. Ra8# 0-1\n"),
        format!("{mate}[Result \"1-0\"]\n\n60. Ra8# 1-0\n"),
        format!("{LAST_MOVE}60. Ra7 Kg8 1-0\n"),
        "[Result \"0-1\"]\n\n1. d4 1-0\n".to_owned(),
    ];
    fs::write(folder.path("in.pgn"), games.join("\n")).expect("room");
    let args = ["in.pgn", "--nodes", "50", "--json", "out.json", "--html", "out.html"];
    let output = folder.run(&args);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    for said in [
        "  the result 0-1 contradicts the board: White mates after 60. Ra8#\n",
        "  the result 1-0 contradicts the board: draw: the count ran out after 60... Kg8\n",
        "  the tag Result says 0-1, and the end of the moves 1-0\n",
    ] {
        assert_eq!(text.matches(said).count(), 1, "{said}: {text}");
    }
    assert_eq!(last_line(&output), "analysed 4 kept 0 skipped 0 contradictory 3");
    let json = fs::read_to_string(folder.path("out.json")).expect("a file");
    let games: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    let results = games.iter().map(|game| game["result"].as_str());
    assert_eq!(results.collect::<Vec<_>>(), ["0-1", "1-0", "1-0", "1-0"].map(Some));
    let contradictions = games.iter().map(|game| game["contradiction"].clone());
    let found = contradictions.collect::<Vec<_>>();
    let expected = [
        serde_json::json!({
            "stated": "0-1", "tag": null, "board": "1-0", "over": "mate", "ply": 1
        }),
        serde_json::Value::Null,
        serde_json::json!({
            "stated": "1-0", "tag": null, "board": "1/2-1/2", "over": "count-draw", "ply": 2
        }),
        serde_json::json!({
            "stated": "1-0", "tag": "0-1", "board": null, "over": null, "ply": null
        }),
    ];
    assert_eq!(found, expected);
    let page = fs::read_to_string(folder.path("out.html")).expect("a file");
    assert_eq!(page.matches("contradicts the board: White mates after 60. Ra8#").count(), 1);
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

/// Whose view a score is, and that the line is the better one.
#[test]
fn the_text_says_what_its_numbers_mean() {
    let folder = Folder::new();
    let games = format!("{LAST_MOVE}60. Ra7 Kg8 *\n\n").repeat(2);
    fs::write(folder.path("in.pgn"), games).expect("room");
    let said = |args: &[&str]| {
        let output = folder.run(&[&["--nodes", "50"], args].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let text = said(&["in.pgn"]);
    assert_eq!(text.matches("  Scores are White's, in pawns: ").count(), 1, "{text}");
    assert_eq!(text.matches("loses 50 %; better: 60. Ra8#\n").count(), 2, "{text}");
    let text = said(&["--fen", "7k/8/6K1/8/8/8/8/R7 w - 32 31 60"]);
    assert!(
        text.contains("wdl: White's chances to win, draw and lose, in thousandths.\n"),
        "{text}"
    );
    let text = said(&["in.pgn", "--language", "th"]);
    assert_eq!(text.matches("  ค่าประเมินคิดจากฝ่ายขาว ").count(), 1, "{text}");
    assert_eq!(text.matches("ลดลง 50 % ควรเดิน: ").count(), 2, "{text}");
}

#[test]
fn games_are_read_from_standard_input_and_searched_for_a_time() {
    let mut child = Command::new(PROGRAM)
        .args(["analyse", "-", "--movetime", "200"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let began = Instant::now();
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"[White \"C\"]\n[Black \"D\"]\n\n1. d4 d5 *\n").expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    // Three positions, each for the whole time.
    assert!(began.elapsed() >= Duration::from_millis(600), "{:?}", began.elapsed());
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.starts_with("game 1: C – D, *"), "{said}");
    assert_eq!(last_line(&output), "analysed 1 kept 0 skipped 0");
}

#[test]
fn bytes_that_are_no_text_are_warned_of() {
    let folder = Folder::new();
    let spoilt = ["[White \"สมชาย\"]\n[Black \"".as_bytes(), b"\xe0\xb8", b"\"]\n\n1. d4 *\n"];
    fs::write(folder.path("in.pgn"), spoilt.concat()).expect("room");
    let output = folder.run(&["in.pgn", "--nodes", "10"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let warning = "sakdi: in.pgn, line 2: bytes that are no text were replaced\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), warning);
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("game 1: สมชาย – \u{fffd}, "));
}

#[test]
fn what_cannot_be_used_is_named() {
    let folder = Folder::new();
    fs::write(folder.path("none.pgn"), "\n% nothing\n").expect("room");
    for name in ["in.pgn", "other.pgn"] {
        fs::write(folder.path(name), "1. d4 *\n").expect("room");
    }
    for (args, fault) in [
        (&["missing.pgn"][..], "cannot read missing.pgn"),
        (&["none.pgn"], "no games in it"),
        (&["--fen", "8/8 w"], "illegal FEN"),
        (&["in.pgn", "--out", "other.pgn", "--resume"], "line 1: a game without its analysis"),
        (&["in.pgn", "--out", "no/such.pgn"], "no/such.pgn: No such file or directory\n"),
        (&["in.pgn", "--html", "no/such.html"], "no/such.html: No such file or directory\n"),
        (&["in.pgn", "--out", "."], ".: Is a directory\n"),
    ] {
        let output = folder.run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains(fault) && stderr.lines().count() == 1, "{args:?}: {stderr}");
        assert!(output.stdout.is_empty(), "{args:?}: nothing is searched first");
    }
}

#[test]
fn games_are_not_lost_by_their_analysis() {
    let folder = Folder::new();
    let bad = "1. Qd3 *\n";
    fs::write(folder.path("in.pgn"), COUNTS).expect("room");
    fs::write(folder.path("old.pgn"), COUNTS).expect("room");
    fs::write(folder.path("bad.pgn"), bad).expect("room");
    for (args, fault) in [
        (["--out", "in.pgn"], "in.pgn is read by this command, and cannot be written over\n"),
        (["--out", "./in.pgn"], "./in.pgn is read by this command, and cannot be written over\n"),
        (["--html", "in.pgn"], "in.pgn is read by this command, and cannot be written over\n"),
        (["--out", "old.pgn"], "old.pgn already exists: give --resume to continue it\n"),
        (["--html", "old.pgn"], "old.pgn already exists\n"),
    ] {
        let output = folder.run(&[&["in.pgn", "--nodes", "10"][..], &args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("sakdi: {fault}"));
    }
    for name in ["in.pgn", "old.pgn"] {
        assert_eq!(fs::read_to_string(folder.path(name)).expect("a file"), COUNTS);
    }
    let output = folder.run(&["in.pgn", "--nodes", "10", "--out", "same", "--html", "./same"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    // Without games no file is written.
    let output = folder.run(&["bad.pgn", "--out", "new.pgn", "--html", "new.html"]);
    assert_eq!(last_line(&output), "analysed 0 kept 0 skipped 1");
    assert!(!folder.path("new.pgn").exists() && !folder.path("new.html").exists());
    // An empty file may be overwritten.
    fs::write(folder.path("new.pgn"), "").expect("room");
    let output = folder.run(&["in.pgn", "--nodes", "10", "--out", "new.pgn"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(games(&folder.path("new.pgn")), 1);
}

#[test]
fn a_position_alone_is_analysed_too() {
    let folder = Folder::new();
    let fen = "7k/8/6K1/8/8/8/8/R7 w - 32 31 60";
    let output = folder.run(&["--fen", fen, "--nodes", "500", "--multipv", "2"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(text.starts_with("position, makruk, White to move\n  Pieces' honour runs: "), "{text}");
    assert!(text.contains("White has 1 move to mate, and needs 1.\n"), "{text}");
    assert!(text.contains("\n  #1 depth "), "{text}");
    assert!(text.contains("60. Ra8#\n"), "{text}");
    assert!(!text.contains("stops"), "{text}");
    let output = folder.run(&["--fen", "k6R/8/1K6/8/8/8/8/8 b - - 0 60", "--nodes", "500"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("\n  White mates\n"), "{text}");
    // Score and chances are both White's, also with Black to move.
    let output = folder.run(&["--fen", "r7/8/8/8/8/2k5/8/2K5 b - - 0 60", "--nodes", "500"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("\n  #-1 depth "), "{text}");
    assert!(text.contains(" wdl 0 0 1000 60... Ra1#\n"), "{text}");
    // The count ends before any mate.
    let output = folder.run(&["--fen", "7k/8/8/8/8/8/1K6/R7 w - 32 31 60", "--nodes", "500"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains(" wdl 0 1000 0 60. "), "{text}");
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

#[test]
fn a_folder_without_games_is_named() {
    let folder = Folder::new();
    fs::create_dir(folder.path("empty")).expect("a folder");
    let output = folder.run(&["empty"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "sakdi: empty: no games in it\n");
}

#[test]
fn the_text_agrees_with_the_marks() {
    let folder = Folder::new();
    fs::write(folder.path("in.pgn"), long_game()).expect("room");
    let output = folder.run(&["in.pgn", "--nodes", "50", "--threads", "2"]);
    let text = String::from_utf8_lossy(&output.stdout);
    let mut judged = 0;
    for line in text.lines() {
        assert_eq!(line.trim_end(), line);
        let Some((before, after)) = line.split_once(", loses ") else { continue };
        let (percent, _) = after.split_once(" %; better: ").expect("a share");
        let percent: u32 = percent.parse().expect("a number");
        let played = before.split_whitespace().next().unwrap_or_default();
        let least = if played.ends_with("??") {
            20..=100
        } else if played.ends_with("?!") {
            5..=9
        } else {
            10..=19
        };
        assert!(least.contains(&percent), "{line}");
        judged += 1;
    }
    assert!(judged > 20, "{text}");
}

/// A seeded game of more than a hundred moves, played by simple rules.
fn long_game() -> String {
    let mut game = Game::new(position(crate::harness::START));
    let mut text = String::from("[White \"<b>A & B</b></script>\"]\n[Black \"สมชาย\"]\n\n");
    let mut seed = 12_345_u64;
    while game.moves().len() < 220 && game.outcome().is_none() {
        let moves = makruk::movegen::legal_moves(game.position());
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = moves[(seed >> 33) as usize % moves.len()];
        text += &makruk::notation::coordinate::format(game.position(), mv);
        text += " ";
        game.play(mv).expect("a legal move");
    }
    assert!(game.moves().len() >= 200, "{} moves", game.moves().len());
    text + "*\n"
}

#[test]
fn a_report_is_one_small_file_that_asks_for_nothing() {
    let folder = Folder::new();
    fs::write(folder.path("in.pgn"), long_game()).expect("room");
    let args =
        ["in.pgn", "--nodes", "50", "--multipv", "3", "--threads", "2", "--html", "out.html"];
    let output = folder.run(&args);
    assert!(output.status.success(), "{output:?}");
    let page = fs::read_to_string(folder.path("out.html")).expect("a file");
    assert!(page.len() < 500_000, "{} bytes", page.len());
    let outside = page.replace("http://www.w3.org/2000/svg", "");
    for word in ["http://", "https://", "src=", "@import", "url(", "{{"] {
        assert!(!outside.contains(word), "{word}");
    }
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(page.contains("<title>&lt;b&gt;A &amp; B&lt;/b&gt;&lt;/script&gt; – สมชาย</title>"));
    for man in ["khun (K)", "met (M)", "khon (S)", "ma (N)", "ruea (R)", "bia", "bia ngai (M)"] {
        assert!(page.contains(&format!("</svg>{man}</li>")), "{man}");
    }
    assert!(page.contains("Scores are White's"));
}

#[test]
fn a_report_tells_how_games_ended_and_nothing_twice() {
    let folder = Folder::new();
    let matched = "[White \"A\"]\n[Black \"B\"]\n[Ending \"time-forfeit\"]\n\n\
                   1. d4 {+0.00/6 0.001s, count 15/16} d5 {[%clk 0:01:00] well played} {[%eval 0.2]} 1-0 {on the clock}\n\n";
    fs::write(folder.path("in.pgn"), format!("{matched}{LAST_MOVE}60. Ra7 Kg8 *")).expect("room");
    let output = folder.run(&["in.pgn", "--nodes", "50", "--html", "out.html"]);
    assert!(output.status.success(), "{output:?}");
    let page = fs::read_to_string(folder.path("out.html")).expect("a file");
    for text in [
        "\"result\":\"1-0\",\"ended\":\"1-0 · Black loses on time\"",
        "\"ended\":\"½-½ · Draw: the count ran out\"",
        "\"r\":[\"well played\",\"on the clock\"]",
    ] {
        assert!(page.contains(text), "{text}");
    }
    // The PGN to copy is the annotated game.
    let (shown, copied) = page.split_once("\"pgn\":\"").expect("a PGN");
    let (copied, rest) = copied.split_once("\",\"moves\"").expect("moves");
    assert!(copied.contains("count 15/16"));
    for word in ["count 15/16", "count-draw"] {
        assert!(!shown.contains(word) && !rest.replace("Ending \\\"count-draw", "").contains(word));
    }
}

/// Runs a script in `engine-tests`, which reports what it skips.
/// People play on where a count would have been complete. The place is marked, in every output, and the
/// moves after it are judged.
#[test]
fn a_game_is_judged_to_its_last_move() {
    let folder = Folder::new();
    let game =
        "[FEN \"k7/8/1K6/8/8/8/8/7R w - 32 29 60\"]\n\n60. Rg1 Kb8 61. Rh1 Ka8 62. Rh8# 1-0\n";
    fs::write(folder.path("in.pgn"), game).expect("room");
    let files = ["--out", "out.pgn", "--json", "out.json", "--html", "out.html"];
    let args = [&["in.pgn", "--nodes", "200"], &files[..]].concat();
    let output = folder.run(&args);
    let mark =
        "Here the count would have been complete: Black would have counted past 16; play goes on";
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text.matches(mark).count(), 1, "{text}");
    assert_eq!(last_line(&output), "analysed 1 kept 0 skipped 0");
    for file in ["out.pgn", "out.json", "out.html"] {
        let text = fs::read_to_string(folder.path(file)).expect("a file").replace('\n', " ");
        assert!(text.contains(mark), "{file}: {text}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.path("out.json")).expect("a file"))
            .expect("JSON");
    assert_eq!(json["counting"], "thai");
    assert_eq!(json["positions"][4]["over"], serde_json::Value::Null);
    assert_eq!(json["positions"][5]["over"], "mate");
    // The annotated game is read back and kept.
    let again = folder.run(&["in.pgn", "--nodes", "200", "--out", "out.pgn", "--resume"]);
    assert_eq!(last_line(&again), "analysed 0 kept 1 skipped 0");
}

/// Counts that a PGN says were claimed run from there, and only from there.
#[test]
fn claimed_counts_of_a_game_are_analysed() {
    let folder = Folder::new();
    let fen = "[FEN \"8/8/4k3/8/8/4K3/3R4/8 b - - 0 60\"]\n\n";
    let game = format!("{fen}60... Ke5 61. Rd1 {{[%count start 4]}} Ke6 62. Rd2 *\n");
    fs::write(folder.path("in.pgn"), &game).expect("room");
    for (options, counts) in [
        (&[][..], ["null", "null", "3", "4", "4"]),
        (&["--counting", "claimed"], ["null", "null", "3", "4", "4"]),
        (&["--counting", "nobody"], ["null", "null", "null", "null", "null"]),
    ] {
        let files = ["in.pgn", "--nodes", "50", "--out", "out.pgn", "--json", "out.json"];
        let output = folder.run(&[&files, options].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let json = fs::read_to_string(folder.path("out.json")).expect("a file");
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let found = json["positions"].as_array().expect("positions").iter();
        let found: Vec<String> =
            found.map(|position| position["count"]["counted"].to_string()).collect();
        assert_eq!(found, counts, "{options:?}");
        let written = fs::read_to_string(folder.path("out.pgn")).expect("a file");
        assert!(written.replace('\n', " ").contains("{[%count start 4]}"), "{written}");
        fs::remove_file(folder.path("out.pgn")).expect("a file");
        fs::remove_file(folder.path("out.json")).expect("a file");
    }
}

#[test]
fn a_report_can_be_clicked_through() {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: python3 is not installed");
        return;
    }
    let folder = Folder::new();
    fs::write(folder.path("in.pgn"), COUNTS).expect("room");
    for language in ["en", "th"] {
        let page = format!("{language}.html");
        let options = ["in.pgn", "--nodes", "200", "--language", language, "--html", &page];
        let output = folder.run(&options);
        assert!(output.status.success(), "{output:?}");
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/engine-tests/report_browser.py");
        let output = Command::new("python3").arg(script).arg(folder.path(&page)).output();
        let output = output.expect("a script that runs");
        assert!(output.status.success(), "{output:?}");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said == "clicked 6 moves\n" || said.starts_with("skipped: "), "{said}");
        print!("{said}");
    }
}
