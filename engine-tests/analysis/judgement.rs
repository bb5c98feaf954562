//! What a move costs, what is said of a game, and what is read back.

use super::{
    COUNTS, Folder, LAST_MOVE, Until, analyse, analyst, last_line, long_game, played, read,
};
use crate::harness::position;
use makruk::notation::Notation;
use sakdi_analysis::{self, Analysis, Annotations, Judgement, Value};
use sakdi_i18n::{Language, Localized};
use std::fs;
use std::sync::atomic::AtomicUsize;

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
    use sakdi_engine::score::{mate_in, mated_in};
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

/// A claim before the own move begins with the number of that move, and a claim after it, too.
#[test]
fn a_claimed_count_begins_with_the_number_that_is_spoken_first() {
    let folder = Folder::new();
    let fen = "[FEN \"8/8/4k3/8/8/4K3/3R4/8 b - - 0 60\"]\n\n";
    for moves in
        ["60... Ke5 61. Rd1 {[%count start]} Ke6 *", "60... Ke5 {[%count start]} 61. Rd1 Ke6 *"]
    {
        fs::write(folder.path("in.pgn"), format!("{fen}{moves}\n")).expect("room");
        let output = folder.run(&["in.pgn", "--nodes", "50"]);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains("Black, bare, counts from 4 to 16"), "{moves}: {said}");
    }
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
