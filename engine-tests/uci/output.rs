//! Information lines and answers.

use crate::client::{Client, Info, best_move, check_remark, facts, is_answer};
use crate::harness::{START, english_words, is_thai, position};
use makruk::game::Game;
use makruk::movegen;
use makruk::notation::coordinate;
use std::collections::BTreeSet;

/// The principal variation must be legal, and have at least two moves unless the first one ends the
/// game.
#[track_caller]
fn check_pv(fen: &str, info: &Info) {
    let mut game = Game::new(position(fen));
    for text in &info.pv {
        let mv = coordinate::parse(game.position(), text)
            .unwrap_or_else(|error| panic!("{fen}: {:?}: {error}", info.pv));
        assert_eq!(coordinate::format(game.position(), mv), *text, "{fen}");
        game.play(mv).unwrap_or_else(|e| panic!("{fen}: {e}"));
    }
    if info.pv.len() == 1 && !info.bounded {
        assert!(game.outcome().is_some(), "{fen}: a lone {} though the game goes on", info.pv[0]);
    }
}

#[test]
fn information_lines_are_complete_and_lines_legal() {
    let mut client = Client::start();
    client.send("setoption name MultiPV value 3");
    for fen in [
        START,
        "r1smksn1/3n3r/1pppppp1/p7/1P2P3/P1PP1PSP/1S6/RN1KM1NR w - - 0 7",
        "8/8/4k3/8/8/4K3/3R4/8 b - 32 6 60",
        "8/8/4k3/8/8/4K3/3R4/8 w - 32 29 60",
        "4k3/8/8/P7/8/8/8/4K3 w - - 0 1",
        "8/8/4k3/8/8/4K3/3N4/8 w - 128 8 60",
        "3k4/8/3K4/8/8/8/8/7R w - 32 9 60",
    ] {
        client.send("ucinewgame");
        client.send(&format!("position fen {fen}"));
        let lines = facts(client.go("go depth 6"));
        for line in &lines[..lines.len() - 1] {
            let info = Info::parse(line);
            for name in
                ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time"]
            {
                assert!(info.numbers.contains_key(name), "{name} in {line}");
            }
            assert!(!info.pv.is_empty(), "{line}");
            assert!((1..=3).contains(&info.numbers["multipv"]), "{line}");
            check_pv(fen, &info);
        }
        let last_best = lines.iter().rev().skip(1).map(|line| Info::parse(line));
        let best = last_best.filter(|info| info.numbers["multipv"] == 1).map(|info| info.pv);
        let pv = best.into_iter().next().expect("an information line");
        assert_eq!(pv[0], best_move(&lines), "{fen}");
        // The last iteration reports every line, each with a first move of its own.
        let legal = movegen::legal_moves(&position(fen)).len().min(3);
        let last: Vec<Info> = lines[lines.len() - 1 - legal..lines.len() - 1]
            .iter()
            .map(|line| Info::parse(line))
            .collect();
        let numbers = last.iter().map(|info| info.numbers["multipv"]);
        assert!(numbers.eq(1..=legal as i64), "{fen}: {lines:#?}");
        assert!(last.iter().all(|info| info.numbers["depth"] == last[0].numbers["depth"]));
        let firsts: BTreeSet<&String> = last.iter().map(|info| &info.pv[0]).collect();
        assert_eq!(firsts.len(), legal, "{fen}: {lines:#?}");
        let answer: Vec<&str> = lines[lines.len() - 1].split(' ').collect();
        assert!(
            matches!(answer.as_slice(), ["bestmove", _] | ["bestmove", _, "ponder", _]),
            "{answer:?}"
        );
    }
}

#[test]
fn a_finished_game_has_a_score_and_no_move() {
    let mut client = Client::start();
    client.send("position fen R3k3/8/4K3/8/8/8/8/8 b - 32 8 60");
    assert_eq!(client.go("go depth 5"), ["info depth 0 score mate 0", "bestmove (none)"]);
    client.send("position fen k7/1R6/2K5/8/8/8/8/8 b - 32 8 60");
    assert_eq!(client.go("go movetime 10"), ["info depth 0 score cp 0", "bestmove (none)"]);
    client.send("setoption name UCI_Variant value makpong");
    client.send("position fen 4k3/8/8/8/4R3/8/8/4K3 b - - 0 1");
    assert_eq!(client.go("go depth 1"), ["info depth 0 score mate 0", "bestmove (none)"]);
}

/// Clients that know no counts or repetition play on.
#[test]
fn a_drawn_game_is_played_on() {
    let mut client = Client::start();
    for drawn in [
        "position fen 8/8/4k3/8/8/4K3/3R4/8 w - 32 40 60",
        "position fen 8/8/4k3/8/8/4K3/3N4/8 b - 128 8 60",
        "position startpos moves b1d2 b8d7 d2b1 d7b8 b1d2 b8d7 d2b1 d7b8",
    ] {
        client.send(drawn);
        let lines = client.go("go depth 4");
        assert_ne!(best_move(&lines), "(none)", "{drawn}");
        assert!(lines.len() >= 2, "{drawn}: {lines:#?}");
    }
}

#[test]
fn real_draws_score_nothing() {
    let mut client = Client::start();
    for drawn in [
        // The count is over after every move.
        "8/8/4k3/8/8/4K3/3R4/8 b - 32 32 60",
        // The ruea is captured, and the material left is dead.
        "8/8/8/4k3/3R4/8/8/K7 b - 32 10 50",
    ] {
        client.send(&format!("position fen {drawn}"));
        let lines = facts(client.go("go depth 4"));
        let info = Info::parse(&lines[lines.len() - 2]);
        assert_eq!(info.score, ("cp".to_owned(), 0), "{drawn}: {lines:#?}");
    }
}

/// variantfishtest takes a single move with `cp 0` for a draw, and plays on after anything else.
/// Clients show the nodes and the time of the last report, and expect the answer in it.
#[test]
fn the_last_report_of_a_stopped_search_has_the_final_counters() {
    for threads in [1, 3] {
        let mut client = Client::start();
        client.send(&format!("setoption name Threads value {threads}"));
        for nodes in (5_000..60_000).step_by(5_000) {
            client.send("ucinewgame");
            let lines = facts(client.go(&format!("go nodes {nodes}")));
            let last = Info::parse(&lines[lines.len() - 2]);
            assert!(last.numbers["nodes"] >= nodes, "{lines:#?}");
            assert_eq!(last.numbers["multipv"], 1, "{lines:#?}");
            assert_eq!(last.pv[0], best_move(&lines), "{lines:#?}");
        }
    }
    let mut client = Client::start();
    client.send("setoption name MultiPV value 3");
    let lines = facts(client.go("go movetime 300"));
    let last = Info::parse(&lines[lines.len() - 2]);
    assert!(last.numbers["time"] >= 300, "{lines:#?}");
    assert_eq!(last.pv[0], best_move(&lines), "{lines:#?}");
}

#[test]
fn a_variation_stops_where_the_game_ends() {
    let mut client = Client::start();
    let twice = "startpos moves b1d2 b8d7 d2b1 d7b8 b1d2 b8d7 d2b1";
    for (position, search_moves) in [
        // The third occurrence, the end of the count, dead men.
        (twice, " searchmoves d7b8"),
        ("fen 8/8/4k3/8/8/4K3/3R4/8 b - 32 32 60", ""),
        ("fen 8/8/4k3/8/8/4K3/8/8 w - - 0 60", ""),
    ] {
        client.send(&format!("position {position}"));
        for line in facts(client.go(&format!("go depth 4{search_moves}"))) {
            let drawn = |info: Info| info.pv.len() == 1 && info.score == ("cp".to_owned(), 0);
            assert!(is_answer(&line) || drawn(Info::parse(&line)), "{position}: {line}");
        }
    }
}

#[test]
fn stalemate_in_one_is_an_even_score() {
    let mut client = Client::start();
    client.send("position fen k7/8/1K1M4/p7/P7/8/8/2R5 w - - 0 60");
    let lines = facts(client.go("go depth 4 searchmoves d6c7"));
    let last = Info::parse(&lines[lines.len() - 2]);
    assert_eq!((last.pv.len(), last.score), (1, ("cp".to_owned(), 0)));
}

/// The tables know another move that wins in time.
#[test]
fn the_count_is_not_judged_by_moves_that_were_left_out() {
    let mut client = Client::start();
    client.send("position fen 3R4/8/8/6M1/8/K7/2k5/8 w - 32 18 1");
    for (search_moves, is_won) in [("", true), (" searchmoves g5f4", false)] {
        let lines = client.go(&format!("go depth 6{search_moves}"));
        let count = lines.iter().find(|line| line.contains("count")).expect("a count");
        assert_eq!(count.contains("won in 5"), is_won, "{lines:#?}");
    }
}

#[test]
fn even_the_shortest_search_says_something_first() {
    let mut client = Client::start();
    for go in ["go movetime 0", "go nodes 1", "go wtime -1 btime -1", "go infinite\nstop"] {
        let lines = client.go(go);
        assert!(lines.len() >= 2, "{go}: {lines:#?}");
        let info = Info::parse(&lines[lines.len() - 2]);
        assert_eq!(info.pv.first().map(String::as_str), Some(best_move(&lines)), "{go}");
    }
}

#[test]
fn promotions_are_always_written_out() {
    let mut client = Client::start();
    client.send("position fen 7k/8/8/P7/7p/8/8/K7 w - - 0 1");
    let lines = client.go("go depth 3 searchmoves a5a6");
    assert_eq!(best_move(&lines), "a5a6m");
    for line in &lines[..lines.len() - 1] {
        assert_eq!(Info::parse(line).pv.first().map(String::as_str), Some("a5a6m"), "{line}");
    }
}

#[test]
fn chances_are_shown_on_request() {
    let mut client = Client::start();
    assert!(client.go("go depth 2").iter().all(|line| !line.contains("wdl")));
    client.send("setoption name UCI_ShowWDL value true");
    let lines = client.go("go depth 2");
    assert!(lines.iter().filter(|line| !is_answer(line)).all(|line| line.contains(" wdl ")));
    lines[..lines.len() - 1].iter().for_each(|line| drop(Info::parse(line)));
}

#[test]
fn a_proven_draw_has_no_other_chances() {
    let mut client = Client::start();
    client.send("setoption name UCI_ShowWDL value true");
    for (drawn, position) in [
        // Dead material, after the end of the count, at its end, and too far from mate by the
        // tables.
        (true, "fen 8/8/4k3/8/8/4K3/3N4/8 w - 128 8 60"),
        (true, "fen 8/8/4k3/8/8/4K3/3R4/8 w - 32 33 60"),
        (true, "fen 8/8/4k3/8/8/4K3/3R4/8 b - 32 32 60"),
        (true, "fen 8/8/4k3/8/8/4K3/3R4/8 w - 32 23 60"),
        (false, "fen 8/8/4k3/8/8/4K3/3R4/8 w - 32 9 60"),
        (false, "startpos"),
    ] {
        client.send(&format!("position {position}"));
        let lines = facts(client.go("go depth 5"));
        let last = &lines[lines.len() - 2];
        assert_eq!(last.contains(" score cp 0 wdl 0 1000 0 "), drawn, "{position}: {last}");
    }
}

/// Regression: a file in `.tmpva2U3q` was reported as one in `.tmp-va2U3q`.
#[test]
fn a_path_is_written_as_it_is() {
    let mut client = Client::start();
    for path in ["/none/.tmpva2U3q/pv.net", "/none/pv/bestmove", "pvs.readyok-uciok"] {
        let lines = client.ask(&format!("setoption name EvalFile value {path}"));
        let start = format!("info string EvalFile {path}: ");
        assert!(lines.len() == 1 && lines[0].starts_with(&start), "{lines:#?}");
        check_remark(&lines[0]);
    }
}

#[test]
fn help_lists_the_commands_beside_a_search() {
    let mut client = Client::start();
    client.send("go infinite");
    let help = |client: &mut Client| -> Vec<String> {
        let is_remark = |line: &String| line.starts_with("info string ");
        client.ask("help").into_iter().filter(is_remark).collect()
    };
    let lines = help(&mut client);
    assert!((4..12).contains(&lines.len()), "{lines:#?}");
    lines.iter().for_each(|line| check_remark(line));
    let words = lines.join("\n");
    for command in ["position", "go ", "stop", "d", "eval", "uci", "setoption", "count", "bench"] {
        assert!(words.contains(&format!("'{command}")), "{command} in {lines:#?}");
    }
    client.send("setoption name Language value th");
    let thai = help(&mut client);
    assert_eq!(thai.len(), lines.len());
    for line in thai {
        check_remark(&line);
        let line = line.trim_start_matches("info string ");
        assert!(is_thai(line), "{line}");
        let english = english_words(line);
        assert!(english.iter().all(|word| word == "FEN"), "{english:?} in {line}");
    }
}

#[test]
fn remarks_hold_no_words_that_clients_look_for() {
    let mut client = Client::start();
    for command in [
        "bestmove e3e4",
        "position fen bestmove readyok uciok pv",
        "position startpos moves bestmove",
        "go depth 1 readyok",
        "go depth 1 searchmoves pv uciok",
        "setoption name bestmove pv readyok value uciok",
        "setoption name Hash value bestmove",
        "setoption name UCI_Variant value pv",
    ] {
        let lines = client.ask(command);
        let remarks: Vec<_> = lines.iter().filter(|l| l.starts_with("info string ")).collect();
        assert!(!remarks.is_empty(), "{command}: {lines:#?}");
        for remark in remarks {
            check_remark(remark);
        }
    }
}
