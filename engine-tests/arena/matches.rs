//! Whole matches: display, formats, tests, and arguments that are refused.

use super::{Arena, TWO, openings, result_line, text};
use makruk::rules::Variant;
use sakdi_matches::schedule::MatchFormat;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// A terminal shows a line per game above the live display.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_a_line_per_game() {
    let arena = Arena::new();
    let program = env!("CARGO_BIN_EXE_sakdi");
    let engines = TWO.map(|word| format!("'{word}'")).join(" ");
    let command = format!("{program} match {engines} --games 2 --max-moves 2");
    let output = Command::new("script").args(["-qec", &command, "/dev/null"]).output();
    let Ok(output) = output else {
        eprintln!("left out: 'script', which makes a terminal, is not installed");
        return;
    };
    let said = text(&output.stdout);
    assert!(
        said.contains("game 1.1: A v B 1/2-1/2 (draw by the limit on moves, 4 plies)"),
        "{said}"
    );
    assert!(said.contains("game 1.2: B v A 1/2-1/2"), "{said}");
    drop(arena);
}

/// Each pair of players has its own games: one opening is enough for one round.
#[test]
fn repeated_openings_cause_a_warning() {
    let arena = Arena::new();
    let play = |rounds| {
        let third = ["--engine", "cmd=self name=C nodes=1", "--max-moves", "1"];
        let args = [&TWO[..], &third, &["--rounds", rounds]].concat();
        text(&arena.play(&args).stderr)
    };
    assert_eq!(play("1"), "");
    let warning = "every game begins from the start position, and without a clock they repeat";
    assert!(play("2").contains(warning), "{}", play("2"));
}

/// Engines without a clock repeat their games: the same engine twice gives nothing but pairs that end
/// 1-1.
#[test]
fn an_engine_against_itself_causes_a_warning() {
    let arena = Arena::new();
    let openings = openings();
    let play = |second| {
        let args = ["--openings", &openings, "--games", "4", "--max-moves", "30", "--engine"];
        arena.play(&[&args[..], &["cmd=self name=A nodes=40", "--engine", second]].concat())
    };
    let output = play("cmd=self name=B nodes=40");
    let pairs = "pairs by points 0 to 2: 0 0 2 0 0\n";
    assert!(text(&output.stdout).contains(pairs), "{}", text(&output.stdout));
    let warning =
        "sakdi: warning: A and B are the same engine with the same limits: without a clock ";
    assert!(text(&output.stderr).contains(warning), "{}", text(&output.stderr));
    assert_eq!(text(&play("cmd=self name=B nodes=41").stderr), "");
}

/// A match with a file that the engine cannot use would measure something else.
#[test]
fn a_file_that_the_engine_cannot_use_ends_the_match() {
    let arena = Arena::new();
    for option in ["EvalFile=typo.net", "BookFile=typo.book", "TablePath=nowhere"] {
        let first = format!("cmd=self name=A nodes=1 option.{option}");
        let args = ["--engine", &first, "--engine", "cmd=self name=B nodes=1", "--max-moves", "1"];
        let output = arena.play(&args);
        assert_eq!(output.status.code(), Some(2), "{option}");
        let (name, file) = option.split_once('=').expect("a value");
        let said = text(&output.stderr);
        assert!(said.starts_with(&format!("sakdi: A: {name} {file}: ")), "{said}");
    }
}

#[test]
fn options_that_an_engine_does_not_accept_cause_warnings() {
    let arena = Arena::new();
    let first = "cmd=self name=A nodes=1 option.Hash=0 option.Foo=1 option.Threads=1";
    let args = ["--engine", first, "--engine", "cmd=self name=B nodes=1", "--max-moves", "1"];
    let said = text(&arena.play(&args).stderr);
    for warning in [
        "sakdi: warning: A does not accept Hash=0: option name Hash type spin default 16 min 1 ",
        "sakdi: warning: A offers no option Foo\n",
    ] {
        assert!(said.contains(warning), "{said}");
    }
    assert_eq!(said.matches("warning").count(), 2, "{said}");
}

/// Games at fixed nodes repeat with their opening: the match ends when the openings are used up.
#[test]
fn at_fixed_nodes_no_opening_recurs() {
    let arena = Arena::new();
    let all = fs::read_to_string(openings()).expect("openings");
    let three: Vec<&str> = all.lines().filter(|line| !line.starts_with('#')).take(3).collect();
    fs::write(arena.path("three.epd"), three.join("\n")).expect("room");
    let play = |more: &[&str]| {
        let args = ["--openings", "three.epd", "order=random", "--games", "10"];
        arena.play(&super::two(&[&args[..], &["--max-moves", "2"], more].concat()))
    };
    let output = play(&["--pgn", "x.pgn"]);
    assert!(result_line(&output).contains("/6 elo"), "{}", text(&output.stdout));
    let warning = "the openings are used up after 6 of 10 games";
    assert!(text(&output.stderr).contains(warning), "{}", text(&output.stderr));
    let games = arena.games("x.pgn");
    let fens: std::collections::BTreeSet<_> = games.iter().map(|game| game.tag("FEN")).collect();
    assert_eq!((games.len(), fens.len()), (6, 3));
    let part = play(&["--part", "2/2"]);
    assert!(result_line(&part).contains("/2 elo"), "{}", text(&part.stdout));
    // With a clock games differ.
    let clock = play(&["--each", "st=0.01"]);
    assert!(result_line(&clock).contains("/10 elo"), "{}", text(&clock.stdout));
    assert!(text(&clock.stderr).contains("some recur"), "{}", text(&clock.stderr));
}

/// A pipe gets a report every tenth game, three players have ratings, and the results are data.
#[test]
fn results_of_three_players_are_reported_rated_and_written_as_data() {
    let arena = Arena::new();
    let openings = openings();
    let third = ["--engine", "cmd=self name=C nodes=2000", "--openings", &openings];
    let args = [&TWO[..], &third, &["--games", "12", "--pgn", "3.pgn"]].concat();
    let output = arena.play(&[&args[..], &["--json", "3.json"]].concat());
    let said = text(&output.stdout);
    assert!(output.status.success(), "{said}{}", text(&output.stderr));
    assert!(said.contains("\n  10 of 12 games, ") && said.contains(" games a minute\n"), "{said}");
    assert!(said.contains("  faults  ") && said.contains("rating  "), "{said}");
    let read = |name: &str| -> Value {
        let text = fs::read_to_string(arena.path(name)).expect("a file");
        serde_json::from_str(&text).expect("JSON")
    };
    let record = read("3.json");
    assert_eq!([&record["games"], &record["planned_games"]], [12, 12]);
    let players = record["players"].as_array().expect("players");
    assert_eq!(players.iter().map(|player| &player["games"]).collect::<Vec<_>>(), [8, 8, 8]);
    let points = players.iter().filter_map(|player| player["points"].as_f64());
    assert_eq!(points.sum::<f64>(), 12.0, "{record}");
    assert_eq!(record["difference"], Value::Null);
    // A file stays, and the games of the match give the same results again.
    let again = arena.play(&[&args[..], &["--json", "3.json"]].concat());
    assert_eq!(again.status.code(), Some(2), "{}", text(&again.stdout));
    let merged = arena.play(&["--merge", "3.pgn", "--json", "merged.json"]);
    assert!(merged.status.success(), "{}", text(&merged.stderr));
    let merged = read("merged.json");
    assert_eq!(merged["crosstable"], record["crosstable"]);
    assert_eq!([&merged["planned_games"], &merged["seconds"]], [&Value::Null; 2]);
}

#[test]
fn a_test_stops_the_match() {
    let arena = Arena::new();
    let openings = openings();
    let output = arena.play(&[
        "--engine",
        "cmd=self name=Strong nodes=2000",
        "--engine",
        "cmd=self name=Weak depth=1",
        "--openings",
        &openings,
        "--games",
        "400",
        "--sprt",
        "elo0=0",
        "elo1=200",
    ]);
    let line = result_line(&output);
    assert!(text(&output.stdout).contains("H1 accepted"), "{}", text(&output.stdout));
    assert!(!line.contains("/400 "), "{line}");
}

#[test]
fn a_thai_match_is_played_until_it_is_decided() {
    let arena = Arena::new();
    let output = arena.play(&[
        "--engine",
        "cmd=self name=A",
        "--engine",
        "cmd=self name=B",
        "--each",
        "nodes=100",
        "--format",
        "final",
        "--pgn",
        "x.pgn",
    ]);
    result_line(&output);
    let games = arena.games("x.pgn");
    let out = text(&output.stdout);
    assert!(out.contains("final A v B: "), "{out}");
    assert!((2..=7).contains(&games.len()), "{} games", games.len());
    let format = MatchFormat::from_word("final").expect("a format");
    let next = |results: &[u8]| format.next_game(Variant::Makruk, results);
    let mut points = Vec::new();
    for (index, game) in games.iter().enumerate() {
        let is_white = index % 2 == 0;
        assert_eq!(game.tag("White"), Some(if is_white { "A" } else { "B" }));
        assert_eq!(game.variant(), Ok(next(&points)), "game {index}");
        points.push(match game.stated_result() {
            Some("1/2-1/2") => 1,
            result => 2 * u8::from((result == Some("1-0")) == is_white),
        });
    }
    assert_eq!(next(&points), None, "{points:?}");
}

/// The game is over once both engines have seen often enough that a side is lost.
#[test]
fn a_lost_game_is_resigned() {
    let arena = Arena::new();
    let fen = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/2S1KS2 w - 0 0 1";
    fs::write(arena.path("lost.epd"), fen).expect("room");
    let resign = ["--resign", "movecount=2", "score=500", "twosided=true", "--pgn", "x.pgn"];
    let args = [&["--openings", "lost.epd", "--games", "2"][..], &resign].concat();
    let output = arena.play(&super::two(&args));
    assert!(text(&output.stdout).contains("resignation 2"), "{}", text(&output.stdout));
    for game in arena.games("x.pgn") {
        assert_eq!(game.tag("Ending"), Some("resignation"));
        assert_eq!((game.result, game.moves.len()), (Some("0-1"), 4), "{game:?}");
    }
}

#[test]
fn bad_arguments_are_refused() {
    let arena = Arena::new();
    let good = "cmd=self nodes=10";
    fs::write(arena.path("old"), "games").expect("room");
    for (args, words) in [
        (vec!["--engine", good], "two engines"),
        (vec!["--engine", good, "--engine", "cmd=self"], "has no limit"),
        (
            vec!["--engine", good, "--engine", "cmd=./nowhere nodes=1"],
            "engine './nowhere' does not start: there is no such file\n",
        ),
        (
            vec!["--engine", good, "--engine", "cmd=no-such-engine nodes=1"],
            "engine 'no-such-engine' does not start: it was found neither as a file nor on PATH\n",
        ),
        (
            vec!["--engine", good, "--engine", "cmd=old nodes=1"],
            "engine 'old' does not start: it is not on PATH; write ./ before the name of a file",
        ),
        // Other systems have another word for the status.
        #[cfg(unix)]
        (
            vec!["--engine", good, "--engine", "cmd=true name=A nodes=1"],
            "engine A ('true') does not start: it ended before it was ready, exit status: 0\n",
        ),
        (
            vec!["--engine", good, "--engine", "cmd=self nodes=1 option.uci_variant=makpong"],
            "the match sets UCI_Variant for all engines, by --variant\n",
        ),
        (
            vec!["--engine", good, "--engine", good, "--change", "x", "--ledger", "old"],
            "old, line 1: ",
        ),
        (
            vec!["--engine", good, "--engine", "cmd=self nodes=1 dir=old"],
            "dir: there is no directory old\n",
        ),
        (
            vec!["--engine", good, "--engine", "cmd=self nodes=1 stderr=no/such"],
            "stderr: there can be no file no/such\n",
        ),
        (
            vec!["--engine", good, "--engine", good, "--log", "no/such"],
            "no/such: No such file or directory\n",
        ),
        (
            vec!["--engine", good, "--engine", good, "--pgn", "old", "--log", "./old"],
            "./old is given twice, as two different outputs\n",
        ),
        (
            vec!["--engine", good, "--engine", good, "--pgn", "new", "--json", "new"],
            "new is given twice, as two different outputs\n",
        ),
        (
            vec![
                "--engine", good, "--engine", good, "--json", "new", "--change", "x", "--ledger",
                "new",
            ],
            "new is given twice, as two different outputs\n",
        ),
        (vec!["--engine", good, "--engine", good, "--openings", "none.epd"], "none.epd"),
        (vec!["--engine", good, "--engine", good, "--sprt", "elo0=5", "elo1=0"], "--sprt"),
        (
            vec!["--engine", good, "--engine", good, "--sprt", "elo0=0", "elo1=8000"],
            "--sprt: a bound of 8000 Elo is out of range: at most 2000 either way\n",
        ),
        (vec!["--engine", good, "--engine", good, "--resign", "score=5"], "movecount"),
        (
            vec!["--engine", good, "--engine", good, "--resign", "movecount=0", "score=5"],
            "movecount: '0': expected a number of moves from 1 on",
        ),
        (vec!["--engine", good, "--engine", "cmd=self nodes=0"], "nodes: '0'"),
        (
            vec!["--engine", good, "--engine", good, "--each", "nodes=0"],
            "--each: bad value of nodes: '0'",
        ),
        (vec!["--merge", "none.pgn"], "none.pgn"),
    ] {
        let output = arena.play(&args);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(words), "{args:?}: {error}");
    }
}

#[test]
fn the_committed_openings_are_500_different_games() {
    use makruk::rules::{CountingRule, Variant};
    use sakdi_matches::openings::OpeningsSettings;
    use std::collections::HashSet;
    let settings = OpeningsSettings::parse(&format!("file='{}'", openings())).expect("a file");
    let rules = sakdi_matches::engine::GameRules {
        variant: Variant::Makruk,
        counting: CountingRule::MAKRUK,
    };
    let openings = settings.load(rules, 0).expect("openings");
    let key = |fen: &str| {
        makruk::notation::fen::parse(fen, rules.variant, rules.counting).map(|p| p.key())
    };
    let keys: HashSet<_> = openings.iter().map(|opening| key(&opening.fen).ok()).collect();
    assert_eq!((openings.len(), keys.len()), (500, 500));
}

/// The commands of the READMEs, with an opponent that is there and less time.
#[test]
fn the_commands_of_the_readmes_run_without_a_warning() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["README.md", "README.th.md"] {
        let readme = fs::read_to_string(root.join(name)).expect("a file");
        let is_match = |line: &&str| line.starts_with("sakdi match ");
        let command = readme.lines().find(is_match).expect("a command of a match");
        let command = command.split(" #").next().unwrap_or_default().trim();
        let words = command.split(' ').skip(2).map(|word| match word {
            "cmd=fairy-stockfish" => "cmd=self name=Other depth=2".to_owned(),
            word if word.starts_with("st=") => "nodes=5".to_owned(),
            word => word.replace("positions/", &format!("{}/positions/", root.display())),
        });
        let words: Vec<String> = words.chain(["--max-moves".into(), "1".into()]).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = Arena::new().play(&words);
        assert!(output.status.success(), "{name}: {output:?}");
        // The clock of the command was replaced.
        let without_clock = "sakdi: warning: the games of an encounter have one opening: without a clock the \
                             third game repeats the first\n";
        let expected = if command.contains("--format") { without_clock } else { "" };
        assert_eq!(text(&output.stderr), expected, "{name}: {command}");
    }
}

/// The reader of a pipe may end early, as `head` does.
#[test]
fn a_closed_output_loses_no_file() {
    let arena = Arena::new();
    let openings = openings();
    let play = |args: &[&str]| {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let status = arena.start(args).stdout(writer).stderr(Stdio::null()).status();
        assert!(status.expect("the program runs").success(), "{args:?}");
    };
    let record = ["--ledger", "ledger.jsonl", "--change", "none"];
    let args = ["--openings", &openings, "--games", "2", "--max-moves", "2", "--pgn", "two.pgn"];
    play(&[&TWO[..], &args, &record, &["--json", "two.json"]].concat());
    let merge = ["--merge", "two.pgn", "--json", "merged.json"];
    play(&[&merge[..], &args[..2], &record].concat());
    assert_eq!(arena.games("two.pgn").len(), 2);
    for (name, lines) in [("two.json", 1), ("merged.json", 1), ("ledger.jsonl", 2)] {
        let text = fs::read_to_string(arena.path(name)).expect("a file");
        assert!(text.lines().count() >= lines, "{name}: {text}");
    }
}
