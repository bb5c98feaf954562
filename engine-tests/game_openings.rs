//! Openings for matches from self-play games.

use crate::client::PROGRAM;
use makruk::notation::fen;
use makruk::rules::{CountingRule, Variant};
use sakdi_engine::search::{Engine, Limits};
use sakdi_uci::score::to_uci_centipawns;
use std::path::Path;
use std::process::{Command, Output};

fn sakdi(folder: &Path, arguments: &[&str], threads: &str) -> Output {
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder).args(arguments).env("RAYON_NUM_THREADS", threads);
    command.output().expect("the program starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("text")
}

/// The last line of standard error is the checksum of the file.
fn checksum(output: &Output) -> &str {
    text(&output.stderr).lines().find(|line| line.starts_with("openings ")).expect("a checksum")
}

#[test]
fn openings_from_games_depend_on_games_and_seed_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = ["selfplay", "--out", "a.skd", "--games", "24", "--nodes", "60", "--threads", "2"];
    assert!(sakdi(folder.path(), &games, "1").status.success());
    let make = |seed: &str, per_game: &str, threads: &str| {
        let arguments = ["openings", "--from", "a.skd", "--min-cp", "12", "--max-cp", "70"];
        let more = ["--nodes", "300", "--count", "40", "--seed", seed, "--per-game", per_game];
        sakdi(folder.path(), &[&arguments[..], &more].concat(), threads)
    };
    let one = make("1", "2", "1");
    // There are not as many.
    assert_eq!(one.status.code(), Some(1), "{}", text(&one.stderr));
    let other = make("1", "2", "3");
    assert_eq!((text(&one.stdout), checksum(&one)), (text(&other.stdout), checksum(&other)));
    assert_ne!(text(&make("2", "2", "2").stdout), text(&one.stdout));
    let lines = |output: &Output| {
        let lines = text(&output.stdout).lines().filter(|line| !line.starts_with('#'));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let (two_each, one_each) = (lines(&one), lines(&make("1", "1", "2")));
    assert!(one_each.len() < two_each.len(), "{} of {}", one_each.len(), two_each.len());
    assert!((5..=24).contains(&one_each.len()), "{} openings", one_each.len());

    // A run that was interrupted continues at any opening.
    let whole = text(&one.stdout);
    let ends: Vec<usize> = whole.match_indices('\n').map(|(at, _)| at + 1).collect();
    for length in [ends[2], ends[3], ends[ends.len() / 2], whole.len()] {
        let path = folder.path().join("part");
        std::fs::write(&path, &whole[..length]).expect("room");
        let arguments = ["openings", "--from", "a.skd", "--min-cp", "12", "--max-cp", "70"];
        let more =
            ["--nodes", "300", "--count", "40", "--per-game", "2", "--out", "part", "--resume"];
        let output = sakdi(folder.path(), &[&arguments[..], &more].concat(), "2");
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        assert_eq!(std::fs::read_to_string(&path).expect("openings"), whole, "{length}");
    }

    let mut engine = Engine::new(4);
    for line in &one_each {
        let position = fen::parse(line, Variant::Makruk, CountingRule::MAKRUK).expect("a FEN");
        engine.clear();
        let limits = Limits { nodes: Some(300), ..Limits::default() };
        let game = makruk::game::Game::new(position);
        let score = engine.search(&game, &limits, &()).score;
        let lead = to_uci_centipawns(score.abs());
        assert!((12..=70).contains(&lead), "{line}: {score}");
    }
}

#[test]
fn bad_leads_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let refused = |arguments: &[&str], words: &str| {
        let output = sakdi(folder.path(), &[&["openings"], arguments].concat(), "1");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(words), "{}", text(&output.stderr));
    };
    let from = ["--from", "none.skd"];
    refused(&from, "--max-cp");
    refused(&[&from[..], &["--max-cp", "9"]].concat(), "none.skd");
    refused(&[&from[..], &["--max-cp", "9", "--min-cp", "10"]].concat(), "larger than --max-cp");
    refused(&["--min-cp", "10"], "--from");
}

/// cutechess takes the first four fields of a line as the whole position, and lines with `#` too.
#[test]
fn openings_become_pgn_with_their_counts() {
    let folder = tempfile::tempdir().expect("a folder");
    let lines = "# two\n8/8/4k3/4p3/8/4K3/3R4/8 b - 0 3 60\n8/8/4k3/8/8/4K3/3R4/8 b - 32 9 60\n";
    std::fs::write(folder.path().join("two.epd"), lines).expect("room");
    let output = sakdi(folder.path(), &["openings", "--to-pgn", "two.epd"], "1");
    assert!(output.status.success(), "{output:?}");
    let pgn = text(&output.stdout);
    let begin = "[Event \"Opening 1\"]\n[SetUp \"1\"]\n\
        [FEN \"8/8/4k3/4p3/8/4K3/3R4/8 b - 0 3 60\"]\n[Variant \"Makruk\"]\n";
    assert!(pgn.starts_with(begin) && pgn.ends_with("\n\n*\n\n"), "{pgn}");
    std::fs::write(folder.path().join("two.pgn"), pgn).expect("room");
    let again = sakdi(folder.path(), &["openings", "--to-pgn", "two.pgn"], "1");
    assert_eq!(text(&again.stdout), pgn);
    assert!(pgn.contains("b - 32 9 60"), "{pgn}");
    for (file, more) in
        [("none.epd", &[][..]), ("two.epd", &["--resume"]), ("two.epd", &["--per-game", "3"])]
    {
        let output =
            sakdi(folder.path(), &[&["openings", "--to-pgn", file][..], more].concat(), "1");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
    }
}
