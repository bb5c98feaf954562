//! Work that is split over processes, as over several machines, gives what one process gives.

use crate::client::PROGRAM;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

fn start(folder: &Path, arguments: &str) -> Child {
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder).args(arguments.split(' '));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Runs all of them at the same time; returns what each printed.
#[track_caller]
fn run(folder: &Path, commands: &[&str]) -> Vec<String> {
    let children: Vec<Child> = commands.iter().map(|command| start(folder, command)).collect();
    let output = |child: Child| {
        let output = child.wait_with_output().expect("it ends");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{commands:?}: {error}");
        String::from_utf8(output.stdout).expect("text")
    };
    children.into_iter().map(output).collect()
}

#[test]
fn parts_of_selfplay_are_joined_by_cat() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let read = |name: &str| fs::read(folder.join(name)).expect("a file");
    run(
        folder,
        &[
            "selfplay --nodes 20 --seed 3 --games 5 --out all.skd",
            "selfplay --nodes 20 --seed 3 --games 5 --out 1.skd --part 1/2",
            "selfplay --nodes 20 --seed 3 --games 5 --out 2.skd --part 2/2",
        ],
    );
    assert!([read("1.skd"), read("2.skd")].concat() == read("all.skd"));
    // Merging also drops the games that are there twice.
    let merged = run(folder, &["shards merge 1.skd 2.skd all.skd --out merged.skd"]);
    assert!(merged[0].starts_with("games 5 positions "), "{merged:?}");
    assert!(merged[0].contains(" repeated 5\n"), "{merged:?}");
    assert!(read("merged.skd") == read("all.skd"));

    // Deeper scores of the same games, in parts and in one.
    let rescore = "shards rescore all.skd --count 40 --nodes 100 --threads 2 --out";
    run(
        folder,
        &[
            &format!("{rescore} deep.skd"),
            &format!("{rescore} d1.skd --part 1/2"),
            &format!("{rescore} d2.skd --part 2/2"),
        ],
    );
    let deep = read("deep.skd");
    assert!([read("d1.skd"), read("d2.skd")].concat() == deep);
    // A run that was killed is continued.
    fs::write(folder.join("cut.skd"), &deep[..deep.len() / 2]).expect("room");
    run(folder, &[&format!("{rescore} cut.skd --resume")]);
    assert!(read("cut.skd") == deep);
    let more = "shards rescore all.skd --count 1000000 --nodes 1 --threads 2 --out all-deep.skd";
    let short = start(folder, more).wait_with_output().expect("it ends");
    assert_eq!(short.status.code(), Some(1), "{short:?}");
    let error = String::from_utf8_lossy(&short.stderr);
    assert!(error.contains(" of 1000000 quiet positions"), "{error}");
    // But not with other games.
    run(folder, &["selfplay --nodes 20 --seed 9 --games 5 --out other.skd"]);
    let other = rescore.replace("all.skd", "other.skd");
    let refused = start(folder, &format!("{other} cut.skd --resume")).wait_with_output();
    let refused = refused.expect("it ends");
    let error = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{error}");
    assert!(error.contains("cut.skd: it holds positions of other games"), "{error}");
    assert!(read("cut.skd") == deep);
    // It measures a net, by men and by count.
    let table = run(folder, &["loss deep.skd"]).remove(0);
    let row = |name: &str| -> Option<u64> {
        let line = table.lines().find(|line| line.starts_with(name))?;
        line[name.len()..].split_whitespace().next()?.parse().ok()
    };
    let all = row("all ").expect("a row of all");
    assert!((10..=40).contains(&all), "{table}");
    let men = table.lines().filter_map(|line| line.strip_prefix("men ")?.split_whitespace().nth(1));
    assert_eq!(men.filter_map(|number| number.parse::<u64>().ok()).sum::<u64>(), all, "{table}");
}

/// Files of games are analysed apart, and the lines of their JSON joined.
#[test]
fn analyses_of_two_processes_are_joined() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let game = |moves: &str| format!("[Variant \"Makruk\"]\n[Result \"*\"]\n\n{moves} *\n\n");
    fs::write(folder.join("a.pgn"), game("1. d4 d5 2. Nd2 Nd7")).expect("room");
    fs::write(folder.join("b.pgn"), game("1. e4 e5 2. Ne2 Ne7")).expect("room");
    let analyse = "analyse --nodes 200";
    run(
        folder,
        &[
            &format!("{analyse} a.pgn b.pgn --json all.json"),
            &format!("{analyse} a.pgn --json a.json"),
            &format!("{analyse} b.pgn --json b.json"),
        ],
    );
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a file");
    assert_eq!(read("a.json").lines().count(), 1);
    assert_eq!(read("a.json") + &read("b.json"), read("all.json"));
}

/// Endings are built apart, into one folder.
#[test]
fn tables_of_two_processes_are_those_of_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    run(
        folder,
        &[
            "tables build KRvK KSMvK --dir one --threads 1",
            "tables build KRvK --dir two --threads 1",
            "tables build KSMvK --dir two --threads 1",
        ],
    );
    let files = |name: &str| -> BTreeMap<_, _> {
        let entries = fs::read_dir(folder.join(name)).expect("a folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        paths.map(|path| (path.file_name().map(ToOwned::to_owned), fs::read(path).ok())).collect()
    };
    assert_eq!(files("two").len(), 2);
    assert!(files("one") == files("two"));
}
