//! Matches are reproducible and can be resumed, split into parts and merged.

use super::{Arena, essences, openings, result_line, text, two};
use std::fs;

#[test]
fn a_match_is_reproducible() {
    let arena = Arena::new();
    let openings = openings();
    for name in ["one.pgn", "two.pgn"] {
        let args = ["--openings", &openings, "order=random", "--games", "7", "--concurrency", "1"];
        let line = result_line(&arena.play(&two(&[&args[..], &["--pgn", name]].concat())));
        assert!(line.contains("/8 elo"), "rounded up to pairs: {line}");
    }
    let one = arena.games("one.pgn");
    assert_eq!(essences(&one), essences(&arena.games("two.pgn")));
    // Both games of a pair have the same opening with colours swapped; the pairs differ.
    let fens: Vec<_> = one.iter().map(|game| game.tag("FEN")).collect();
    assert_eq!((fens[0], fens[2]), (fens[1], fens[3]));
    assert_ne!(fens[0], fens[2]);
    assert_eq!((one[0].tag("White"), one[1].tag("White")), (Some("A"), Some("B")));
}

#[test]
fn a_match_that_was_cut_off_is_resumed() {
    let arena = Arena::new();
    let openings = openings();
    let args = two(&["--openings", &openings, "--games", "6", "--pgn", "x.pgn"]);
    let whole = result_line(&arena.play(&args));
    let games = arena.games("x.pgn");
    let refused = arena.play(&args);
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stdout));

    // Cut off in the middle of the fourth game, as after a power failure.
    let path = arena.path("x.pgn");
    let pgn = fs::read_to_string(&path).expect("a PGN file");
    let cut = (games[3].span.start + games[3].span.end) / 2;
    fs::write(&path, &pgn[..cut]).expect("a shorter file");
    let resume = two(&["--openings", &openings, "--games", "6", "--pgn", "x.pgn", "--resume"]);
    assert_eq!(result_line(&arena.play(&resume)), whole);
    assert_eq!(essences(&arena.games("x.pgn")), essences(&games));

    // A finished match has no games left; another match is refused.
    assert_eq!(result_line(&arena.play(&resume)), whole);
    let other = two(&["--games", "6", "--pgn", "x.pgn", "--resume"]);
    let output = arena.play(&other);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("another opening"), "{}", text(&output.stderr));
}

/// Without games to continue, the other files are not of this match.
#[test]
fn a_match_without_games_to_resume_writes_over_nothing() {
    let arena = Arena::new();
    let args = two(&["--games", "2", "--max-moves", "3", "--pgn", "x.pgn", "--resume"]);
    for name in ["x.json", "x.log"] {
        fs::write(arena.path(name), "mine").expect("room");
        let option = if name == "x.json" { "--json" } else { "--log" };
        let output = arena.play(&[&args[..], &[option, name]].concat());
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(text(&output.stderr).contains(name), "{}", text(&output.stderr));
        assert_eq!(fs::read_to_string(arena.path(name)).expect("a file"), "mine");
    }
    let first = [&args[..], &["--json", "new.json"]].concat();
    result_line(&arena.play(&first));
    result_line(&arena.play(&first));
}

/// A log that an earlier run has begun is continued, although the match has no game yet.
#[test]
fn a_match_that_was_cut_off_before_its_first_game_is_resumed() {
    let arena = Arena::new();
    let files = ["--pgn", "x.pgn", "--json", "x.json", "--log", "x.log", "--resume"];
    let args = two(&[&["--games", "2", "--max-moves", "3"], &files[..]].concat());
    let begun = "0 < A#1: uci\n";
    fs::write(arena.path("x.log"), begun).expect("room");
    fs::write(arena.path("x.pgn"), "").expect("room");
    result_line(&arena.play(&args));
    let log = fs::read_to_string(arena.path("x.log")).expect("a log");
    assert!(log.starts_with(begun) && log.len() > begun.len(), "{log}");
}

#[test]
fn games_of_another_match_are_refused() {
    let arena = Arena::new();
    let [a, b] = ["cmd=self name=A nodes=40", "cmd=self name=B nodes=30"];
    let limits = ["--max-moves", "4"];
    let play = |engines: [&str; 2], more: &[&str]| {
        let engines = ["--engine", engines[0], "--engine", engines[1]];
        arena.play(&[&engines[..], &limits, more].concat())
    };
    result_line(&play([a, b], &["--games", "2", "--pgn", "x.pgn"]));
    let path = arena.path("x.pgn");
    let begun = fs::read_to_string(&path).expect("a PGN file") + "[Event \"broken off";
    fs::write(&path, &begun).expect("room");
    let [deeper, hashed] = ["nodes=31", "nodes=30 option.Hash=2"]
        .map(|settings| format!("cmd=self name=B {settings}"));
    let [deeper, hashed] = [&*deeper, &*hashed];
    let resume = ["--games", "4", "--pgn", "x.pgn", "--resume"];
    for (engines, more, fault) in [
        (
            [a, b],
            &["--variant", "makpong"][..],
            "game 1.1 (line 1) is not of this match: another variant",
        ),
        ([a, deeper], &[], "game 1.1 (line 1) is not of this match: other limits"),
        ([a, hashed], &[], "game 1.1 (line 1) is not of this match: other options"),
        (
            [a, b],
            &["--counting", "thai"],
            "game 1.1 (line 1) is not of this match: another counting rule",
        ),
        (
            [a, b],
            &["--resign", "movecount=4 score=330"],
            "game 1.1 (line 1) is not of this match: another adjudication",
        ),
        (
            [a, "cmd=self name=C nodes=30"],
            &[],
            "game 1.1 (line 1) is not of this match: other players",
        ),
    ] {
        let output = play(engines, &[&resume[..], more].concat());
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        assert_eq!(text(&output.stderr).lines().last(), Some(&*format!("sakdi: x.pgn: {fault}")));
        assert_eq!(fs::read_to_string(&path).expect("a PGN file"), begun, "it stays");
    }
    // More games of the same match may be played.
    assert!(result_line(&play([a, b], &resume)).contains("/4 elo"));

    let part = ["--games", "4", "--part", "2/2"];
    for (engines, more, name, fault) in [
        ([a, b], &["--variant", "makpong"][..], "variant.pgn", "another variant"),
        ([a, deeper], &[], "limits.pgn", "other limits"),
        ([a, hashed], &[], "options.pgn", "other options"),
        ([a, b], &["--counting", "thai"], "counting.pgn", "another counting rule"),
        (
            [a, b],
            &["--draw", "movenumber=60 movecount=8 score=9"],
            "draws.pgn",
            "another adjudication",
        ),
    ] {
        result_line(&play(engines, &[&part[..], more, &["--pgn", name]].concat()));
        fs::write(&path, &begun[..begun.len() - "[Event \"broken off".len()]).expect("room");
        let output = arena.play(&["--merge", "x.pgn", name]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        let fault = format!("sakdi: {name}: game 2.1 (line 1) is not of this match: {fault}\n");
        assert_eq!(text(&output.stderr), fault);
    }

    let others = [a, "cmd=self name=C nodes=30"];
    result_line(&play(others, &["--games", "2", "--pgn", "players.pgn"]));
    let output = arena.play(&["--merge", "x.pgn", "players.pgn"]);
    let fault = "sakdi: players.pgn: game 1.1 (line 1) is not of this match: other players\n";
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stderr), fault);

    // A file that was not written by a match is not truncated.
    fs::write(arena.path("notes"), "not a game\n").expect("room");
    let output = play([a, b], &["--pgn", "notes", "--resume"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).ends_with("notes: it holds something that is not a game of a match\n")
    );
    assert_eq!(fs::read_to_string(arena.path("notes")).expect("a file"), "not a game\n");
}

#[test]
fn the_parts_add_up_to_the_match() {
    let arena = Arena::new();
    let openings = openings();
    let args = two(&["--openings", &openings, "--games", "8"]);
    let play = |more: &[&str]| arena.play(&[&args[..], more].concat());
    let whole = result_line(&play(&["--pgn", "all.pgn"]));
    // Both parts run at the same time, as on two machines.
    let parts = [["--part", "1/2", "--pgn", "1.pgn"], ["--part", "2/2", "--pgn", "2.pgn"]]
        .map(|part| arena.start(&[&args[..], &part].concat()).spawn().expect("a part"));
    for part in parts {
        result_line(&part.wait_with_output().expect("a part ends"));
    }
    let merged = arena.play(&["--merge", "1.pgn", "2.pgn", "--sprt", "elo0=0", "elo1=10"]);
    assert_eq!(result_line(&merged), whole);
    assert!(text(&merged.stdout).contains("LLR "));
    let both = [arena.games("1.pgn"), arena.games("2.pgn")].concat();
    assert_eq!(essences(&both), essences(&arena.games("all.pgn")));

    let twice = arena.play(&["--merge", "1.pgn", "1.pgn"]);
    assert_eq!(twice.status.code(), Some(2), "a part counted twice");
}

/// The last game of a part is cut off if its machine failed; the complete games count.
#[test]
fn a_part_that_was_cut_off_is_merged() {
    let arena = Arena::new();
    let args = two(&["--games", "6", "--max-moves", "3", "--pgn", "x.pgn"]);
    result_line(&arena.play(&args));
    let pgn = fs::read_to_string(arena.path("x.pgn")).expect("a PGN file");
    let last = arena.games("x.pgn").pop().expect("a game").span;
    for cut in [last.start + 3, last.start + 60, (last.start + last.end) / 2, last.end - 4] {
        fs::write(arena.path("cut.pgn"), &pgn.as_bytes()[..cut]).expect("room");
        let merged = arena.play(&["--merge", "cut.pgn"]);
        let line = result_line(&merged);
        assert!(line.contains("score 2.5/5 "), "{cut}: {line}");
        let warning = "cut.pgn: its last game is cut off: not counted\n";
        assert!(text(&merged.stderr).ends_with(warning), "{cut}: {}", text(&merged.stderr));
    }
    fs::write(arena.path("cut.pgn"), &pgn[..last.start]).expect("room");
    assert_eq!(text(&arena.play(&["--merge", "cut.pgn"]).stderr), "");
    fs::write(arena.path("cut.pgn"), pgn + "notes\n").expect("room");
    assert_eq!(arena.play(&["--merge", "cut.pgn"]).status.code(), Some(2));
}

/// Colours of single games alternate in each part: in the second one the second player is White first.
#[test]
fn a_part_of_single_games_keeps_the_order_of_the_players() {
    let arena = Arena::new();
    let args =
        ["--no-repeat", "--games", "4", "--part", "2/2", "--max-moves", "2", "--concurrency", "1"];
    let line = result_line(&arena.play(&two(&[&args[..], &["--pgn", "x.pgn"]].concat())));
    let games = arena.games("x.pgn");
    let white: Vec<_> = games.iter().map(|game| game.tag("White")).collect();
    assert_eq!(white, [Some("B"), Some("A")]);
    let merged = arena.play(&["--merge", "x.pgn"]);
    assert_eq!(result_line(&merged), line);
    assert!(text(&merged.stdout).contains("\nA v B: "), "{}", text(&merged.stdout));
    // The first game of a pair alone is not a single game.
    let pair = ["--games", "4", "--part", "2/2", "--max-moves", "2", "--pgn", "pair.pgn"];
    result_line(&arena.play(&two(&pair)));
    let pgn = fs::read_to_string(arena.path("pair.pgn")).expect("a PGN file");
    let first = arena.games("pair.pgn")[0].span.end;
    fs::write(arena.path("pair.pgn"), &pgn[..first]).expect("room");
    let merged = arena.play(&["--merge", "pair.pgn"]);
    assert!(text(&merged.stdout).contains("\nA v B: "), "{}", text(&merged.stdout));
    let mixed = arena.play(&["--merge", "pair.pgn", "x.pgn"]);
    assert!(text(&mixed.stderr).contains("another format"), "{}", text(&mixed.stderr));
}
