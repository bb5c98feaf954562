//! Endgame tables in the program: `sakdi tables`, and the engine over UCI.

use super::{SOLVED, TABLES, ending};
use makruk::notation::san;
use makruk::types::Color;
use sakdi_engine::tablebase::generate::SolvedEnding;
use sakdi_engine::tablebase::table::{Access, Table};
use sakdi_engine::tablebase::{Tablebase, write};
use sakdi_platform::output_lock::OutputLock;
use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// What `sakdi tables` prints.
#[track_caller]
fn printed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_sakdi")).arg("tables").args(arguments).output();
    let output = output.expect("the program starts");
    assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn tables_are_verified_from_the_shell() {
    let sampled = printed(&["verify", "KRvK", "KNSvK", "--samples", "300"]);
    assert_eq!(sampled, "pass KRvK: 0 of 600 wrong\npass KNSvK: 0 of 600 wrong\n");
    let legal = SOLVED[0].stats.strong.legal + SOLVED[0].stats.weak.legal;
    let name = SOLVED[0].stats.ending.to_string();
    assert_eq!(printed(&["verify", &name]), format!("pass {name}: 0 of {legal} wrong\n"));
    let all = printed(&["verify", "--samples", "20", "--seed", "2"]);
    assert_eq!(all.lines().filter(|line| line.ends_with(": 0 of 40 wrong")).count(), 20, "{all}");
}

/// The page in the repository is that of all endings of three and four men, of which the program holds some.
#[test]
fn the_page_about_endings_is_the_one_that_the_program_writes() {
    let page = printed(&["page"]);
    let (head, endings) = page.split_once("\n## ").expect("endings");
    let kept = crate::harness::positions_file("endgames.md");
    assert!(kept.starts_with(head));
    let kept: Vec<&str> = kept.split("\n## ").map(str::trim_end).collect();
    let endings: Vec<&str> = endings.split("\n## ").map(str::trim_end).collect();
    assert_eq!((endings.len(), kept.len()), (20, 1 + 45));
    for ending in endings {
        assert!(kept.contains(&ending), "{ending}");
    }
}

#[test]
fn the_page_about_endings_is_that_of_their_tables() {
    let kept = crate::harness::positions_file("endgames.md");
    let page = sakdi_engine::tablebase::stats_page::page(&TABLES);
    let different = std::iter::zip(page.lines(), kept.lines()).find(|(page, kept)| page != kept);
    assert_eq!((different, page.lines().count()), (None, kept.lines().count()));
}

/// Each line of the page is won by White, to the mate or as far as the tables reach. The side that
/// loses has no better end by a mistake of the other.
#[test]
fn the_lines_of_the_page_are_wins() {
    let page = crate::harness::positions_file("endgames.md");
    let mut lines = 0;
    for section in page.split("\n## ").filter(|section| section.contains("Longest win")) {
        let name = section.lines().next().unwrap_or_default();
        let start = section.split('`').nth(1).expect("a FEN");
        let line = section.split("> ").nth(1).expect("a line");
        let mut position = crate::harness::position(start);
        for word in line.split_whitespace() {
            let word = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
            let word = word.trim_start_matches('.');
            position = position.play_unchecked(san::parse(&position, word).expect("a legal move"));
        }
        assert_eq!(position.to_move(), Color::Black, "{name}: {line}");
        assert!(
            line.trim_end().ends_with('#') || !position.is_bare(Color::Black),
            "{name}: {line}"
        );
        lines += 1;
    }
    assert!(lines > 30, "{lines}");
}

/// The rules end a game whether or not a table has the position: nobody can win, the count is over,
/// or no legal move is left.
#[test]
fn a_position_in_which_the_game_is_over_has_its_outcome() {
    let dead = "draw: neither side has the men to win\n";
    for (fen, outcome) in [
        ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", dead),
        ("8/8/4k3/8/8/4K3/3N4/8 b - - 0 1", dead),
        ("8/8/4k3/8/8/4K3/3P4/8 w - - 0 1", dead),
        ("8/8/4k3/2m3m1/8/4K3/1M1M1M2/8 w - - 0 1", dead),
        ("8/8/4k3/8/8/4K3/3R4/8 w - 32 33 60", "draw: the count ran out\n"),
        ("8/2r1n3/4k3/8/8/4K3/3R4/1S6 w - 128 129 90", "draw: the count ran out\n"),
        ("k7/8/K7/8/8/8/8/1R6 b - 32 10 60", "draw by stalemate\n"),
        ("R6k/8/6K1/8/8/8/8/8 b - 32 31 60", "White mates\n"),
        ("k6R/6R1/1K6/8/8/8/4mn2/8 b - 128 40 60", "White mates\n"),
    ] {
        assert_eq!(printed(&["probe", "--fen", fen]), outcome, "{fen}");
    }
    let thai = printed(&["probe", "--fen", "8/8/4k3/8/8/4K3/8/8 w", "--language", "th"]);
    assert_eq!(thai, "เสมอเพราะไม่มีฝ่ายใดมีหมากพอรุกจน\n");
    // The same after a move: the bare khun takes the ruea.
    let moves = printed(&["probe", "--fen", "8/8/8/4k3/3R4/8/8/K7 b - 32 10 50"]);
    let taken = moves.lines().find(|line| line.starts_with("Kxd4 "));
    assert_eq!(taken, Some(&*format!("Kxd4     {}", dead.trim_end())), "{moves}");
}

/// Several processes at once share the work, wait for each other, and leave one valid file for each table.
#[test]
fn builders_do_not_disturb_each_other() {
    let directory = tempfile::tempdir().expect("a directory");
    let build = || {
        Command::new(env!("CARGO_BIN_EXE_sakdi"))
            .args(["tables", "build", "--men", "3", "KMvKM", "--dir"])
            .arg(directory.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts")
    };
    let builders = [build(), build(), build()];
    let ends = |builder: Child| builder.wait_with_output().expect("the program ends");
    let mut built = Vec::new();
    for end in builders.map(ends) {
        assert!(end.status.success(), "{end:?}");
        let printed = String::from_utf8(end.stdout).expect("text");
        let names = printed.lines().map(|line| line.split(' ').next().unwrap_or_default());
        assert_eq!(names.collect::<HashSet<_>>().len(), 6, "each knows each table: {printed}");
        let solved = printed.lines().filter(|line| line.contains(" solved in "));
        built.extend(solved.filter_map(|line| Some(line.split_once(' ')?.0.to_owned())));
    }
    built.sort_unstable();
    assert_eq!(built, ["KMvK", "KMvKM", "KNvK", "KPvK", "KRvK", "KSvK"], "each once");
    let mut tables = Tablebase::empty();
    let (count, bad) = tables.add_directory(directory.path()).expect("a readable directory");
    assert_eq!((count, bad.len()), (6, 0));
    assert_eq!(fs::read_dir(directory.path()).expect("readable").count(), 6);
}

/// A process waits for a table that another one is building, and builds it itself if that one is stopped.
#[test]
fn a_builder_takes_over_from_one_that_was_stopped() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("KMvK.skt");
    let lock = OutputLock::new(&path).expect("a free table");
    let mut builder = Command::new(env!("CARGO_BIN_EXE_sakdi"))
        .args(["tables", "build", "KMvK", "KNvK", "--dir"])
        .arg(directory.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let errors = builder.stderr.take().expect("its errors");
    BufReader::new(errors).read_line(&mut line).expect("a line");
    assert_eq!(line, "sakdi: another run is building KMvK; waiting for it\n");
    assert!(!path.exists());
    drop(lock);
    let end = builder.wait_with_output().expect("the program ends");
    let printed = String::from_utf8(end.stdout).expect("text");
    let mut solved: Vec<_> = printed.lines().filter_map(|line| line.split(' ').next()).collect();
    solved.sort_unstable();
    assert_eq!((end.status.success(), &solved[..]), (true, &["KMvK", "KNvK"][..]), "{printed}");
    assert!(path.exists());
}

/// A file that is not a table of this ending stays; a damaged table is built anew.
#[test]
fn builders_replace_their_own_files_only() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name);
    let build = |names: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sakdi"));
        command.args(["tables", "build"]).args(names).arg("--dir").arg(directory.path());
        let output = command.output().expect("the program starts");
        (output.status.code(), String::from_utf8(output.stderr).expect("text"))
    };
    assert_eq!(build(&["KRvK"]).0, Some(0));
    let table = fs::read(path("KRvK.skt")).expect("a table");
    for (contents, complaint) in [
        (&b"KEEP"[..], "not a Sakdi table"),
        (b"SAK", "not a Sakdi table"),
        (&table, "it holds KRvK"),
    ] {
        fs::write(path("KSvK.skt"), contents).expect("room");
        // Before the other endings are solved.
        let (status, error) = build(&["KNvK", "KSvK"]);
        assert_eq!(status, Some(2), "{error}");
        assert!(error.contains(&format!("KSvK.skt: {complaint}")), "{error}");
        assert_eq!(fs::read(path("KSvK.skt")).expect("a file"), contents);
        assert!(!path("KNvK.skt").exists());
    }
    fs::remove_file(path("KSvK.skt")).expect("a file");
    fs::create_dir(path("KSvK.skt")).expect("room");
    assert_eq!(build(&["KNvK", "KSvK"]).0, Some(2), "a folder is no table");
    assert!(!path("KNvK.skt").exists());
    let mut damaged = table.clone();
    *damaged.last_mut().expect("bytes") ^= 1;
    for (contents, complaint) in [(&damaged[..], "building it anew"), (b"", "")] {
        fs::write(path("KRvK.skt"), contents).expect("room");
        let (status, error) = build(&["KRvK"]);
        assert_eq!(status, Some(0), "{error}");
        assert!(error.contains(complaint), "{error}");
        assert_eq!(fs::read(path("KRvK.skt")).expect("a table"), table);
    }
}

/// A table of which the repository has the checksum is compared with it.
#[test]
fn a_table_has_its_published_checksum() {
    let directory = tempfile::tempdir().expect("a directory");
    let dir = directory.path().to_str().expect("a name in Unicode");
    let built = printed(&["build", "KMvK", "KMvKM", "--dir", dir]);
    let ends = |line: &str| line.ends_with(".skt, with the published checksum");
    assert_eq!(built.lines().filter(|line| ends(line)).count(), 2, "{built}");
    let there = printed(&["build", "KMvKM", "--dir", dir]);
    assert!(there.starts_with("KMvKM is there already"), "{there}");
    // Valid, but another file: no entry is wrong, and a sample does not check the statistics.
    let solved = SOLVED.iter().find(|solved| solved.stats.ending == ending("KMvKM"));
    let solved = solved.expect("solved");
    let (layout, mut stats) = (solved.layout.clone(), solved.stats.clone());
    stats.strong.legal += 1;
    let (strong, weak) = (solved.strong.clone(), Vec::new());
    let other = SolvedEnding { layout, strong, weak, stats };
    write::to_directory(directory.path(), &other).expect("room on the disk");
    let mut command = Command::new(env!("CARGO_BIN_EXE_sakdi"));
    command.args(["tables", "verify", "KMvKM", "--samples", "50", "--dir", dir]);
    let output = command.output().expect("the program starts");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("text");
    let expected = "FAIL KMvKM: 0 of 100 wrong\n     the checksum is not the published one\n";
    assert_eq!(text, expected);
}

/// A table that is refused fails, whether it is named or not.
#[test]
fn a_damaged_table_is_not_verified() {
    let directory = tempfile::tempdir().expect("a directory");
    let dir = directory.path().to_str().expect("a name in Unicode");
    printed(&["build", "KMvK", "--dir", dir]);
    let path = write::path_of(directory.path(), ending("KMvK"));
    let mut bytes = std::fs::read(&path).expect("a file");
    let last = bytes.last_mut().expect("a byte");
    *last ^= 1;
    std::fs::write(&path, bytes).expect("room on the disk");
    for names in [&[][..], &["KMvK"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sakdi"));
        command.args(["tables", "verify", "--samples", "5", "--dir", dir]).args(names);
        let output = command.output().expect("the program starts");
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(text.starts_with(&format!("FAIL {}: ", path.display())), "{text}");
        assert_eq!(text.lines().count() > 1, names.is_empty(), "{text}");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_sakdi"));
    command.args(["tables", "verify", "KRvK", "--samples", "5", "--dir", dir]);
    let output = command.output().expect("the program starts");
    assert_eq!(output.status.code(), Some(0), "another table: {output:?}");
    let errors = String::from_utf8(output.stderr).expect("text");
    assert!(errors.contains(" refused: "), "{errors}");
}

/// Scores have the exact distance to mate, lines continue to the mate, and draws by the count score
/// 0.
#[test]
fn the_engine_reports_what_the_tables_know() {
    let mut client = crate::client::Client::start();
    let mut last_line = |fen: &str| {
        client.send(&format!("position fen {fen}"));
        let lines = crate::client::facts(client.go("go depth 5"));
        lines[lines.len() - 2].clone()
    };
    // The longest mate of khon and met, 57 moves, in a count that leaves 61 and one that leaves 44.
    let won = last_line("M7/7K/8/8/8/8/8/k1S5 w - 128 8 1");
    assert!(won.contains(" score mate 57 "), "{won}");
    assert!(!won.contains(" tbhits 0 "), "{won}");
    assert_eq!(won.split(" pv ").nth(1).map(|line| line.split(' ').count()), Some(113));
    let drawn = last_line("M7/7K/8/8/8/8/8/k1S5 w - 88 1 1");
    assert!(drawn.contains(" score cp 0 "), "{drawn}");
    client.send("setoption name UseTables value false");
    let off = {
        client.send("position fen M7/7K/8/8/8/8/8/k1S5 w - 88 1 1");
        let lines = crate::client::facts(client.go("go depth 5"));
        lines[lines.len() - 2].clone()
    };
    assert!(off.contains(" tbhits 0 "), "{off}");
}

#[test]
fn the_table_that_a_position_needs_is_named() {
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sakdi"));
        let output = command.args(arguments).output().expect("the program starts");
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).expect("text"))
    };
    let probe = |fen: &str| run(&["tables", "probe", "--fen", fen]);
    let (status, error) = probe("8/8/3k4/8/2S1M3/3S4/8/K7 w - 44 10 1");
    assert_eq!(status, Some(2));
    assert!(error.contains("no table of KSSMvK: `sakdi tables build KSSMvK` makes"), "{error}");
    let (_, error) = probe("8/8/3k4/2n5/8/2m5/K7/1S6 w - 128 1 1");
    assert!(error.contains("KSvKNM") && error.contains("KNMvKS"), "{error}");
    let (status, error) = probe("8/8/3k4/8/2S1M3/3S3m/8/K7 w - 128 10 1");
    assert_eq!(status, Some(2));
    assert!(error.contains("tables hold at most 5 men, and this position has 6"), "{error}");
    let puzzles = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions/five-men.epd");
    let text = fs::read_to_string(puzzles).expect("puzzles");
    let folder = tempfile::tempdir().expect("a directory");
    let one = folder.path().join("one.epd");
    let technique = text.lines().find(|line| line.contains("technique")).expect("a puzzle");
    fs::write(&one, technique).expect("room");
    let (status, faults) = run(&["puzzles", "verify", one.to_str().expect("a name")]);
    assert!(status == Some(1) && faults.contains(" (--tables lacks K"), "{faults}");
}

/// A block of a large table that is damaged is not used; the others are.
#[test]
fn a_damaged_part_of_a_table_is_not_used() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine-tests/data/KPPvKP.skt");
    let good = fs::read(&data).expect("a table");
    let folder = tempfile::tempdir().expect("a directory");
    let path = folder.path().join("KPPvKP.skt");
    let known = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("room");
        let table = Table::open(&path).expect("a good header");
        let rows = 0..table.layout().placements();
        rows.filter(|&row| table.row(row, Access::All).is_some()).count()
    };
    let all = known(&good);
    let mut damaged = good.clone();
    *damaged.last_mut().expect("bytes") ^= 1;
    let rest = known(&damaged);
    assert!(0 < rest && rest < all, "{rest} of {all}");
    damaged[40] ^= 1;
    fs::write(&path, &damaged).expect("room");
    let error = Table::open(&path).expect_err("a damaged header").to_string();
    assert_eq!(error, "damaged: the header does not match its checksum");
}

#[test]
fn a_directory_of_tables_is_used_and_its_bad_files_are_named() {
    let directory = tempfile::tempdir().expect("a directory");
    for name in ["KRvKR", "KPvKP"] {
        let solved = SOLVED.iter().find(|solved| solved.stats.ending == ending(name));
        write::to_directory(directory.path(), solved.expect("solved")).expect("room on the disk");
    }
    fs::write(directory.path().join("KSSSvK.skt"), "no table").expect("a file");
    let mut client = crate::client::Client::start();
    client.send(&format!("setoption name TablePath value {}", directory.path().display()));
    client.send("isready");
    let lines = client.lines_until(|line| line == "readyok");
    assert!(lines.iter().any(|line| line.ends_with("KSSSvK.skt refused: not a Sakdi table")));
    assert!(lines.iter().any(|line| line.starts_with("info string 2 tables in ")), "{lines:?}");
    client.send("position fen 8/8/4k3/8/2r5/4K3/3R4/8 w - 128 1 1");
    let lines = crate::client::facts(client.go("go depth 3"));
    assert!(!lines[lines.len() - 2].contains(" tbhits 0 "), "{lines:?}");
}
