//! `go`, `stop` and commands during a search.

use crate::client::{Client, Info, best_move, facts, is_answer};
use crate::harness::START;
use makruk::movegen;
use makruk::notation::coordinate;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// More than a command takes on a busy machine, and less than the minute for which commands wait for a
/// perft.
const SOON: Duration = Duration::from_secs(50);

/// The lines of a search that has reported something, for a time in which it would have answered if
/// it did so wrongly.
#[track_caller]
fn first_lines(client: &mut Client) -> Vec<String> {
    let mut lines = client.lines_until(|line| line.starts_with("info depth "));
    lines.extend(client.lines_meanwhile());
    lines
}

fn answers(lines: &[String]) -> usize {
    lines.iter().filter(|line| is_answer(line)).count()
}

#[test]
fn go_before_any_position_searches_the_start() {
    let mut client = Client::start();
    let lines = client.go("go depth 2");
    let start = crate::harness::position(START);
    assert!(coordinate::parse(&start, best_move(&lines)).is_ok(), "{lines:#?}");
}

/// With the last move of the count.
#[test]
fn nobody_ponders_after_the_end_of_the_game() {
    let mut client = Client::start();
    client.send("position fen 8/8/8/4k3/8/8/8/KR5R b - 16 16 60");
    let lines = client.go("go depth 3");
    let answer = lines.last().expect("an answer");
    assert!(answer.starts_with("bestmove ") && !answer.contains("ponder"), "{lines:#?}");
}

#[test]
fn limits_come_in_any_order_and_combination() {
    let mut client = Client::start();
    for command in [
        "go movetime 1",
        "go movetime 0",
        "go nodes 500",
        "go depth 3 movetime 5000 nodes 1000000",
        "go mate 1 nodes 2000",
        "go wtime 100 btime 100",
        "go btime 100 binc 10 winc 10 wtime 100 movestogo 1",
        "go wtime 0 btime 0 winc 0 binc 0 movestogo 0",
        "go btime 1000",
        "go wtime 99999999999999999999999 btime 1 depth 2",
        "go searchmoves e3e4 a3a4 depth 2",
        "go depth 2 searchmoves e3e4 a3a4",
        "go nodes 300 searchmoves e3e4 wtime 100 btime 100",
        "go movetime 100.0",
        "go wtime 1000.5 btime 1000.5 winc 0.0 binc 0.",
        "go wtime -0.5 btime 20.25",
        "go depth 2.0",
        "go movetime 100000000 wtime 100 btime 100",
        // A clock without its time.
        "go winc 100 binc 100",
        "go movestogo 5",
    ] {
        let lines = client.go(command);
        assert_eq!(answers(&lines), 1, "{command}");
        assert!(lines.iter().all(|line| !line.starts_with("info string")), "{command}: {lines:#?}");
    }
}

/// The client has made a mistake, and wants a move all the same.
#[test]
fn a_limit_that_is_too_small_is_named_once() {
    let mut client = Client::start();
    for (limits, word, found, least) in [
        ("depth 0", "depth", "0", 1),
        ("depth -3 nodes -1", "depth", "-3", 1),
        ("nodes 0", "nodes", "0", 1),
        ("mate 0 nodes 500", "mate", "0", 1),
        ("movetime -20", "movetime", "-20", 0),
        ("wtime -50 btime -50", "wtime", "-50", 0),
        ("wtime 100 btime -1.5", "btime", "-1.5", 0),
        ("wtime 100 winc -2", "winc", "-2", 0),
        ("movestogo -1 depth 2", "movestogo", "-1", 0),
    ] {
        let lines = client.go(&format!("go {limits}"));
        let remarks: Vec<&String> =
            lines.iter().filter(|line| line.starts_with("info string")).collect();
        let expected = format!("info string go: {word} cannot be {found}, {least} is used");
        assert_eq!(remarks, [&expected], "{limits}");
        assert_eq!(answers(&lines), 1, "{limits}");
    }
    assert_eq!(client.ask("bench 0"), ["info string bench: expected a depth, found '0'"]);
}

#[test]
fn searchmoves_bind_the_answer() {
    let mut client = Client::start();
    for mv in ["h3h4", "a3a4", "e1d2"] {
        assert_eq!(best_move(&client.go(&format!("go depth 3 searchmoves {mv}"))), mv);
    }
    // Illegal moves are reported; if no legal move is left, all moves are searched.
    let lines = client.go("go depth 2 searchmoves e3e5 h3h4");
    assert_eq!(lines.iter().filter(|line| line.starts_with("info string")).count(), 1);
    assert_eq!(best_move(&lines), "h3h4");
    client.send("setoption name MultiPV value 100");
    let lines = facts(client.go("go depth 1 searchmoves e3e5"));
    let firsts: BTreeSet<String> =
        lines[..lines.len() - 1].iter().map(|line| Info::parse(line).pv.swap_remove(0)).collect();
    assert_eq!(firsts.len(), 23, "{lines:#?}");
}

/// The best move in a position where `d7b8` repeats the start for the third time, by the last report
/// of a search to depth 6.
fn best_move_before_repetition(options: &[(&str, &str)], go: &str) -> String {
    let mut client = Client::start();
    for (name, value) in options {
        client.send(&format!("setoption name {name} value {value}"));
    }
    client.send("position startpos moves b1d2 b8d7 d2b1 d7b8 b1d2 b8d7 d2b1");
    client.send(&format!("go {go}"));
    let is_due = |line: &str| line.starts_with("info depth 6 ") && line.contains(" multipv 1 ");
    let report = client.lines_until(is_due).pop().expect("a report");
    client.send("stop");
    client.lines_until(is_answer);
    let pv = report.split_once(" pv ").expect("a line").1;
    pv.split(' ').next().expect("a move").to_owned()
}

#[test]
fn contempt_decides_in_games_whether_to_repeat() {
    for go in ["depth 6", "movetime 900000", "nodes 9000000", "wtime 9000000 btime 9000000"] {
        assert_eq!(best_move_before_repetition(&[("Contempt", "-100")], go), "d7b8", "{go}");
        assert_ne!(best_move_before_repetition(&[("Contempt", "100")], go), "d7b8", "{go}");
    }
}

#[test]
fn with_contempt_an_equal_position_still_looks_equal() {
    // The pieces add 200 centipawns.
    for contempt in ["-100", "100"] {
        let mut client = Client::start();
        client.send(&format!("setoption name Contempt value {contempt}"));
        let lines = client.go("go depth 1");
        let (_, score) = lines[0].split_once(" score cp ").expect("a score");
        let score: i32 = score.split(' ').next().and_then(|it| it.parse().ok()).expect("a number");
        assert!(score.abs() < 50, "{contempt}: {lines:#?}");
    }
}

#[test]
fn contempt_does_not_change_analyses() {
    let depth_6 = "depth 6";
    for (option, go) in [
        (("UCI_AnalyseMode", "true"), depth_6),
        (("MultiPV", "2"), depth_6),
        (("Ponder", "false"), "infinite"),
        (("Ponder", "false"), "mate 9"),
        (("Ponder", "false"), ""),
    ] {
        let best = |contempt| best_move_before_repetition(&[option, ("Contempt", contempt)], go);
        assert_eq!(best("-100"), best("100"), "{option:?} {go}");
    }
}

#[test]
fn what_go_does_not_understand_is_named_and_passed_over() {
    let mut client = Client::start();
    for command in
        ["go depth 2 foo", "go foo depth 2", "go wtime abc depth 2", "go movetime depth 2"]
    {
        let lines = client.go(command);
        let remarks = lines.iter().filter(|line| line.starts_with("info string go: ")).count();
        assert_eq!(remarks, 1, "{command}: {lines:#?}");
    }
}

#[test]
fn a_limit_that_cannot_be_read_makes_no_endless_search() {
    let mut client = Client::start();
    for command in [
        "go wtime x",
        "go wtime x btime y winc z",
        "go wtime 1.2.3 btime",
        "go winc 1,5",
        "go movetime 1e3",
        "go movestogo .5",
        "go depth two",
        "go ponder movetime nan\nponderhit",
    ] {
        let lines = client.go(command);
        assert_eq!(answers(&lines), 1, "{command}");
        assert!(lines[0].starts_with("info string go: "), "{command}: {lines:#?}");
    }
    client.send("go infinite wtime x");
    assert_eq!(answers(&first_lines(&mut client)), 0);
    client.send("stop");
    client.lines_until(is_answer);
}

#[test]
fn an_endless_search_answers_only_when_stopped() {
    let mut client = Client::start();
    let mated = "position fen R3k3/8/4K3/8/8/8/8/8 b - 32 8 60";
    let one_move = "position fen k7/8/1K6/8/8/8/8/6R1 b - 32 8 60";
    for position in ["position startpos", mated, one_move] {
        for go in ["go", "go infinite", "go infinite depth 1", "go ponder depth 1"] {
            client.send(position);
            client.send(go);
            let early = first_lines(&mut client);
            assert_eq!(answers(&early), 0, "{position}, {go}: {early:#?}");
            client.send("stop");
            client.lines_until(is_answer);
            let late = client.ask("stop");
            assert_eq!(late, [] as [&str; 0], "{position}, {go}: once is enough");
        }
    }
}

/// On a board full of ruea captures go on without end: even the first iteration has to be stopped.
#[test]
fn a_search_ends_that_cannot_finish_its_first_iteration() {
    let mut client = Client::start();
    client.send("position fen k1r2r1R/rR2Rr1R/1rR1KR1r/R2r4/rrrR3R/r1R4R/rR6/1r1R1R1r w - - 0 1");
    for go in ["go nodes 5000", "go movetime 10"] {
        let lines = client.go(go);
        let answer = lines.last().expect("an answer");
        let mv = answer.split(' ').nth(1).expect("a move");
        let last = lines.iter().rev().find(|line| line.contains(" pv ")).expect("a line");
        assert!(last.contains(&format!(" pv {mv}")), "{go}: {lines:#?}");
    }
    // In a position of a game the first iteration is finished.
    client.send("position startpos");
    let lines = client.go("go nodes 1");
    assert!(lines.iter().any(|line| line.starts_with("info depth 1 ")), "{lines:#?}");
}

#[test]
fn a_ponder_hit_starts_the_clock() {
    let mut client = Client::start();
    for go in [
        "go ponder wtime 200 btime 200",
        "go ponder movetime 50",
        "go ponder depth 2",
        "go ponder nodes 100",
        // No time is left after the move.
        "go ponder",
    ] {
        client.send(go);
        let early = first_lines(&mut client);
        assert_eq!(answers(&early), 0, "{go}: {early:#?}");
        client.send("ponderhit");
        client.lines_until(is_answer);
        assert_eq!(client.ask("ponderhit"), [] as [&str; 0], "{go}");
    }
}

#[test]
fn a_ponder_hit_does_not_end_an_infinite_search() {
    let mut client = Client::start();
    client.send("go ponder infinite depth 1");
    let lines = client.ask("ponderhit");
    assert_eq!(answers(&lines), 0, "{lines:#?}");
    client.send("stop");
    client.lines_until(is_answer);
}

/// The first move of the answer is that of the last line, whichever thread it comes from.
#[test]
fn the_answer_of_several_threads_agrees_with_the_last_line() {
    let mut client = Client::start();
    client.send("setoption name Threads value 5");
    let positions = include_str!("../../crates/engine/src/bench.epd");
    let fens = positions.lines().filter(|line| !line.is_empty() && !line.starts_with(['#', 'm']));
    for (fen, go) in fens.zip(["go movetime 25", "go nodes 20000", "go depth 7"].iter().cycle()) {
        client.send(&format!("position fen {fen}"));
        let lines = client.go(go);
        let last = lines.iter().rev().find_map(|line| line.split_once(" pv "));
        let pv = last.unwrap_or_else(|| panic!("no line in {lines:#?}")).1;
        // Panics at an illegal move.
        crate::harness::play(crate::harness::position(fen), pv);
        assert_eq!(Some(best_move(&lines)), pv.split(' ').next(), "{fen}, {go}: {lines:#?}");
    }
}

#[test]
fn stop_while_idle_is_met_with_silence() {
    let mut client = Client::start();
    assert_eq!(client.ask("stop"), [] as [&str; 0]);
    client.go("go depth 1");
    assert_eq!(client.ask("stop\nponderhit\nstop"), [] as [&str; 0]);
}

#[test]
fn isready_is_answered_during_a_search() {
    let mut client = Client::start();
    client.send("go infinite");
    assert_eq!(answers(&client.lines_meanwhile()), 0);
    client.send("stop");
    client.lines_until(is_answer);
}

#[test]
fn commands_end_a_search_with_its_answer_and_then_act() {
    let mut client = Client::start();
    for endless in ["go infinite", "go ponder wtime 1000 btime 1000", "go movetime 100000"] {
        for (command, remarks) in [
            ("position fen 8/8/4k3/8/8/4K3/3R4/8 b - 32 6 60", 0),
            ("position fen nonsense", 1),
            ("setoption name Hash value 2", 0),
            ("setoption name UCI_Variant value makruk", 0),
            ("setoption name Nonsense value 2", 1),
            ("ucinewgame", 0),
            ("count start", 1),
            ("count stop", 1),
        ] {
            client.send("position startpos");
            client.send(endless);
            client.lines_until(|line| line.starts_with("info depth"));
            let lines = client.ask(command);
            assert_eq!(answers(&lines), 1, "{endless}, {command}: {lines:#?}");
            let after = lines.iter().skip_while(|line| !is_answer(line)).skip(1).count();
            assert_eq!(after, remarks, "{endless}, {command}: {lines:#?}");
        }
    }
    client.send("go infinite\ngo infinite\ngo depth 1");
    for _ in 0..3 {
        client.lines_until(is_answer);
    }
    assert_eq!(client.ask("stop"), [] as [&str; 0]);
}

#[test]
fn what_ended_the_search_takes_effect() {
    let mut client = Client::start();
    client.send("go infinite\nposition startpos moves e3e4");
    client.lines_until(is_answer);
    assert!(client.shown("Fen:").contains(" b "));
}

#[test]
fn a_search_for_a_mate_ends_with_a_mate_only() {
    let mut client = Client::start();
    for moves in [900u32, 1_100, 20_000, 1_073_741_825, u32::MAX] {
        let lines = client.go(&format!("go mate {moves} depth 4"));
        assert!(lines.iter().any(|line| line.starts_with("info depth 4 ")), "{moves}: {lines:#?}");
    }
    // A mate of the other side is not the one to find.
    client.send("position fen k7/2K5/8/8/8/3m4/4R3/8 b - 128 20 60");
    let lines = client.go("go mate 5 depth 8 searchmoves d3c4");
    assert!(lines.iter().any(|line| line.starts_with("info depth 8 ")), "{lines:#?}");
    assert!(lines.iter().any(|line| line.contains(" score mate -1 ")), "{lines:#?}");
    client.send("position fen 7k/8/6K1/8/8/8/8/R7 w - 32 21 60");
    let lines = client.go(&format!("go mate {}", u32::MAX));
    assert!(lines.iter().any(|line| line.contains(" score mate 1 ")), "{lines:#?}");
}

#[test]
fn a_perft_without_a_move_counts_the_position() {
    let mut client = Client::start();
    client.send("go perft 0");
    let lines = client.lines_until(|line| line.starts_with("Nodes searched"));
    assert_eq!(lines, ["", "Nodes searched: 1"]);
}

#[test]
fn go_perft_prints_what_fairy_stockfish_prints() {
    let mut client = Client::start();
    client.send("go perft 4");
    let mut lines = client.lines_until(|line| line.starts_with("Nodes searched"));
    assert_eq!(lines.pop().as_deref(), Some("Nodes searched: 273026"));
    assert_eq!(lines.pop().as_deref(), Some(""));
    assert_eq!(lines.len(), 23);
    let (moves, counts): (Vec<&str>, Vec<u64>) = lines
        .iter()
        .map(|line| line.split_once(": ").map(|(mv, n)| (mv, n.parse::<u64>().unwrap())).unwrap())
        .unzip();
    let start = crate::harness::position(START);
    let legal = movegen::legal_moves(&start);
    assert!(legal.iter().all(|&mv| moves.contains(&coordinate::format(&start, mv).as_str())));
    assert_eq!(counts.iter().sum::<u64>(), 273_026);
}

#[test]
fn perfts_in_a_row_are_all_counted_and_stop_ends_one() {
    let mut client = Client::start();
    client.send(
        "go perft 3\nposition startpos moves e3e4\ngo perft 2\nsetoption name Threads value 2",
    );
    client.send("go perft 4");
    for leaves in [12_012, 530, 279_058] {
        client.lines_until(|line| *line == format!("Nodes searched: {leaves}"));
        assert_eq!(client.line(), "");
    }
    client.send("go perft 12");
    assert_eq!(client.ask(""), [] as [&str; 0], "isready is answered meanwhile");
    client.send("stop");
    assert_eq!(client.line(), "info string perft was stopped");
}

/// Regression: `position` waited for the perft, and nothing else was read for up to a minute.
#[test]
fn stop_and_quit_are_read_behind_commands_that_wait_for_a_perft() {
    for work in ["go perft 12", "bench 60"] {
        let mut client = Client::start();
        let began = Instant::now();
        client.send(&format!("{work}\nposition startpos moves e3e4\nisready\ngo infinite\nstop"));
        let lines = client.lines_until(is_answer);
        assert!(lines[0].ends_with(" was stopped"), "{lines:#?}");
        assert_eq!(lines[1], "readyok", "{lines:#?}");
        assert!(client.shown("Fen:").contains(" b "));
        client.send(&format!("{work}\nposition startpos\nquit"));
        assert_eq!(client.wait().0.code(), Some(0));
        assert!(began.elapsed() < SOON, "{work}: {:?}", began.elapsed());
    }
    // The end of the input is that of the work, too, but not of what is done before.
    let mut client = Client::start();
    client.send("go perft 3\nposition startpos moves e3e4\ngo perft 2\nd\ngo perft 12");
    client.close_input();
    let lines = client.lines_until(|line| line == "info string perft was stopped");
    let at = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!((at("Nodes searched: 12012"), at("Nodes searched: 530")), (1, 1), "{lines:#?}");
    assert_eq!(at("Fen: rnsmksnr/8/pppppppp/8/4P3/PPPP1PPP/8/RNSKMSNR b "), 1, "{lines:#?}");
    assert_eq!(client.wait().0.code(), Some(0));
}

/// Behind a perft that itself had to wait.
#[test]
fn isready_is_answered_during_any_perft() {
    let mut client = Client::start();
    client.send("go perft 5\nposition startpos moves e3e4\ngo perft 12\nisready\nd");
    client.lines_until(|line| line == "readyok");
    assert!(client.shown("Fen:").contains(" b "));
    client.send("stop");
    client.lines_until(|line| line == "info string perft was stopped");
}

#[test]
fn the_time_of_a_search_begins_after_the_perft_before_it() {
    let mut client = Client::start();
    let began = Instant::now();
    client.send("go perft 6\ngo perft 6\ngo depth 1");
    for _ in 0..2 {
        client.lines_until(|line| line.starts_with("Nodes searched"));
    }
    let perft = began.elapsed().as_millis() as u64;
    let lines = client.lines_until(|line| line.starts_with("bestmove"));
    let times = lines.iter().filter_map(|line| line.split_once(" time ")?.1.split(' ').next());
    let times: Vec<u64> = times.map(|time| time.parse().expect("milliseconds")).collect();
    assert!(
        !times.is_empty() && times.iter().all(|time| 8 * time < 7 * perft),
        "{times:?} {perft}"
    );
}

#[test]
fn a_byte_order_mark_before_the_first_command_is_skipped() {
    let mut client = Client::start();
    client.send("\u{feff}uci");
    client.lines_until(|line| line == "uciok");
}

#[test]
fn a_perft_too_deep_for_any_stack_is_refused() {
    let mut client = Client::start();
    for depth in ["65", "1200", "4294967295"] {
        client.send(&format!("go perft {depth}"));
        let refusal = format!("info string perft of {depth} plies: at most 64 are counted");
        assert_eq!(client.line(), refusal);
    }
    // The greatest depth, in a position with long lines.
    client.send("setoption name Threads value 8");
    client.send("position fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1");
    client.send("go perft 64");
    assert_eq!(client.lines_meanwhile(), [] as [&str; 0]);
    client.send("stop");
    assert_eq!(client.line(), "info string perft was stopped");
}

#[test]
fn eval_explains_and_bench_counts() {
    let mut client = Client::start();
    let lines = client.ask("eval");
    assert!(lines.last().is_some_and(|line| line.starts_with("Evaluation: ")), "{lines:#?}");
    client.send("bench 1");
    let lines = client.lines_until(|line| line.ends_with(" nps"));
    let last: Vec<&str> = lines.last().unwrap().split(' ').collect();
    assert!(matches!(last.as_slice(), [_, "nodes", _, "nps"]), "{lines:#?}");
}
