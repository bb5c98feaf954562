//! Puzzles: mining them from games, their files, and proving them anew.

use crate::client::PROGRAM;
use crate::schema::Schema;
use std::fs;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A game with a mate in two that is missed, one that cannot be read, and one that ends with a bare
/// khun whose count is nearly complete.
const GAMES: &str = r#"[Event "a missed mate"]
[White "A"]
[Black "B"]
[FEN "3k4/2R3M1/8/1N2S3/2p1p3/2P1S3/2K5/8 w - 0 8 48"]

48. Kd2 Ke8 *

[Event "unreadable"]

1. Qd4 *

[Event "a count"]
[Round "7"]
[FEN "k7/8/2S5/K7/2M5/8/8/8 w - 88 73 135"]

135. Ka6 Kb8 *
"#;

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).expect("room");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).expect("a file")
    }

    fn run(&self, args: &str) -> Output {
        Command::new(PROGRAM)
            .args(args.split(' '))
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .env_remove("RUST_LOG")
            .output()
            .expect("the program runs")
    }
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn puzzle_lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with('#')).collect()
}

const MINE: &str = "puzzles mine games.pgn --out out.epd --nodes 5000";

#[test]
fn games_are_mined_and_what_cannot_be_read_is_named() {
    let folder = Folder::new();
    folder.write("games.pgn", GAMES);
    let output = folder.run(&format!("{MINE} --pgn out.pgn --json out.json"));
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(stderr(&output).contains("games.pgn, game 2: "), "{output:?}");
    let last = "mined 2 games, kept 0, skipped 1: 2 puzzles";
    assert_eq!(stdout(&output).lines().last(), Some(last));
    let epd = folder.read("out.epd");
    let [mate, count] = puzzle_lines(&epd)[..] else { panic!("two puzzles: {epd}") };
    assert!(mate.starts_with("3k4/2R3M1/8/1N2S3/2p1p3/2P1S3/2K5/8 w - 0 8 48 bm Se6; dm 2;"));
    assert!(mate.contains("; pv Se6 Ke8 Rc8#; kind mate; themes quiet-move; level "), "{mate}");
    assert!(mate.contains("\"A – B, a missed mate, games.pgn game 1\";"), "{mate}");
    assert!(count.contains(" bm Kb6; dm 2; id \"win-in-time-"), "{count}");
    assert!(count.contains("pv Kb6; kind win-in-time; themes count quiet-move;"));
    assert!(count.contains("\"Ka4 Kb8 too-slow 18 7\"") && count.contains("proof \"tables\""));
    assert!(count.ends_with("source \"a count, round 7, games.pgn game 3\";"), "{count}");

    // Every program that reads EPD can solve them, and every one that reads PGN can show them.
    let solved = folder.run("epd out.epd --nodes 100000");
    assert_eq!(solved.status.code(), Some(0), "{solved:?}");
    let pgn = folder.read("out.pgn");
    assert!(pgn.contains("\n48. Se6 (48. Kb1 Ke8 {no-mate}) (48. Kc1"), "{pgn}");
    let analysed = folder.run("analyse out.pgn --nodes 50");
    assert_eq!(analysed.status.code(), Some(0), "{analysed:?}");

    let json: serde_json::Value = serde_json::from_str(&folder.read("out.json")).expect("JSON");
    assert_eq!(json[0]["solution"][2]["uci"], "c7c8");
    assert_eq!(json[1]["count"]["moves_left"], 8);
    assert_eq!(json[1]["tries"][0]["reason"], "too-slow");
    Schema::of_document("puzzles.schema.json").check(&json);
}

#[test]
fn nothing_is_written_over_and_a_run_is_continued() {
    let folder = Folder::new();
    folder.write("games.pgn", GAMES);
    assert_eq!(folder.run(&format!("{MINE} --count 1")).status.code(), Some(1));
    let first = folder.read("out.epd");
    assert_eq!(puzzle_lines(&first).len(), 1);
    let again = folder.run(MINE);
    assert_eq!(again.status.code(), Some(2));
    assert!(stderr(&again).contains("out.epd"), "{again:?}");
    assert_eq!(folder.read("out.epd"), first);

    let other = folder.run("puzzles mine games.pgn --out out.epd --nodes 5001 --resume");
    assert_eq!(other.status.code(), Some(2), "{other:?}");
    assert!(stderr(&other).contains("other settings"), "{other:?}");

    let resumed = folder.run(&format!("{MINE} --resume --threads 2"));
    assert!(stdout(&resumed).ends_with("mined 1 games, kept 1, skipped 1: 2 puzzles\n"));
    let resumed = folder.read("out.epd");
    assert!(resumed.starts_with(&first));
    let whole = Folder::new();
    whole.write("games.pgn", GAMES);
    whole.run(MINE);
    assert_eq!(whole.read("out.epd"), resumed);
    // A checkpoint without its puzzles is not taken for a fresh start.
    fs::remove_file(folder.0.path().join("out.epd")).expect("a file");
    for command in [MINE.to_owned(), format!("{MINE} --resume")] {
        let alone = folder.run(&command);
        assert_eq!(alone.status.code(), Some(2), "{alone:?}");
        assert!(stderr(&alone).contains("delete it"), "{alone:?}");
    }
}

/// Only the outputs of the run that is continued are replaced.
#[test]
fn a_first_run_with_resume_spares_other_files() {
    let folder = Folder::new();
    folder.write("games.pgn", GAMES);
    folder.write("league.pgn", "[Event \"mine\"]\n\n*\n");
    let run = folder.run(&format!("{MINE} --resume --pgn league.pgn"));
    assert_eq!(run.status.code(), Some(2), "{run:?}");
    assert_eq!(folder.read("league.pgn"), "[Event \"mine\"]\n\n*\n");
    for _ in 0..2 {
        let run = folder.run(&format!("{MINE} --resume --pgn new.pgn --json new.json"));
        assert_eq!(run.status.code(), Some(1), "{run:?}");
    }
    // Nor does a later run replace what is not of its kind.
    folder.write("league.json", "[1]\n");
    for other in ["--pgn league.pgn", "--json league.json"] {
        let run = folder.run(&format!("{MINE} --resume {other}"));
        assert_eq!(run.status.code(), Some(2), "{run:?}");
        assert!(stderr(&run).ends_with(" already exists\n"), "{run:?}");
    }
    assert_eq!(folder.read("league.pgn"), "[Event \"mine\"]\n\n*\n");
}

#[test]
fn puzzles_are_proved_anew_and_faults_are_named() {
    let folder = Folder::new();
    folder.write("games.pgn", GAMES);
    folder.run(MINE);
    let epd = folder.read("out.epd");
    let good = folder.run("puzzles verify out.epd");
    assert_eq!(good.status.code(), Some(0), "{good:?}");
    assert_eq!(stdout(&good), "proved 2 of 2\n");

    let [mate, count] = puzzle_lines(&epd)[..] else { panic!("two puzzles") };
    for (line, fault) in [
        (
            mate.replace("bm Se6", "bm Kd2").replace("pv Se6 Ke8 Rc8#", "pv Kd2"),
            "pv is Kd2, and the proof says Se6 Ke8 Rc8#",
        ),
        (mate.replace("dm 2", "dm 3"), "dm is 3, and the proof says 2"),
        (
            mate.replace("themes quiet-move", "themes fork"),
            "themes is fork, and the proof says quiet-move",
        ),
        (mate.replace(" \"Kb1 Ke8 no-mate\"", ""), "the try Kb1 "),
        (mate.replace("\"Kb1 Ke8 no-mate\"", "\"Kb1 Ke8 stalemate\""), "the try Kb1 "),
        (mate.replace("kind mate", "kind save-by-the-count"), "no count of a bare khun runs"),
        (mate.replace("2P1S3", "2P1S2R"), "and the proof says Rh8#"),
        (count.replace("88 73", "88 87"), "no move reaches the goal"),
        (count.replace("88 73", "88 21"), "move 1 of the solution is not the only one"),
        (count.replace("too-slow 18 7", "too-slow 18 6"), "the try Ka"),
    ] {
        folder.write("bad.epd", &format!("{count}\n# remark\n{line}\n"));
        let output = folder.run("puzzles verify bad.epd --threads 2");
        assert_eq!(output.status.code(), Some(1), "{line}");
        let text = stdout(&output);
        assert!(text.contains("line 3, ") && text.contains(fault), "{fault}: {text}");
        assert!(text.ends_with("proved 1 of 2\n"), "{text}");
    }
    folder.write("twice.epd", &format!("{mate}\n{mate}\n"));
    let twice = stdout(&folder.run("puzzles verify twice.epd"));
    assert!(twice.contains("line 2, ") && twice.ends_with("proved 1 of 2\n"), "{twice}");
}

#[test]
fn lines_that_are_no_puzzles_are_bad_input() {
    let folder = Folder::new();
    let board = "7k/8/6K1/8/8/8/8/R7 w - 32 31 60";
    for (text, fault) in [
        (String::new(), "no puzzles in it"),
        ("8/8 w bm Ra8;".to_owned(), "line 1: illegal FEN"),
        (format!("{board} bm Ra8#;"), "line 1: no opcode kind"),
        (format!("{board} bm Ra8#; kind rook;"), "line 1: kind cannot be 'rook'"),
        (format!("{board} bm Ra8#; kind mate;"), "line 1: no opcode pv"),
        (format!("{board} bm Ra8#; kind mate; pv Ra7;"), "line 1: pv cannot be 'Ra7'"),
        (format!("{board} bm Ra9; kind mate; pv Ra9;"), "line 1: bm: cannot read the move"),
        (format!("{board} bm Ra8; kind mate; pv Ra8; tries \"x\";"), "line 1: tries cannot be"),
        (format!("{board} bm Ra8; kind mate; pv Ra8; tries;"), "line 1: no opcode proof"),
    ] {
        folder.write("bad.epd", &text);
        let output = folder.run("puzzles verify bad.epd");
        assert_eq!(output.status.code(), Some(2), "{text}");
        let message = stderr(&output);
        assert!(message.contains(fault) && message.lines().count() == 1, "{text}: {message}");
    }
}

/// What `puzzles solve` says to `input`.
fn solve(folder: &Folder, args: &str, input: &str) -> String {
    use std::io::Write;
    let mut child = Command::new(PROGRAM)
        .args(["puzzles", "solve", "out.epd", "--men", "ascii"])
        .args(args.split_whitespace())
        .current_dir(folder.0.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("an end");
    assert!(output.status.success(), "{output:?}");
    stdout(&output)
}

#[test]
fn a_number_beyond_the_last_puzzle_is_refused() {
    let folder = Folder::new();
    folder.write("games.pgn", GAMES);
    folder.run(MINE);
    for (from, kinds, fault) in [
        ("3", "mate,win-in-time", "--from 3: the number of such puzzles is 2"),
        ("2", "mate", "--from 2: the number of such puzzles is 1"),
        ("1", "technique", "no puzzle is of that kind and difficulty"),
    ] {
        let output = folder.run(&format!("puzzles solve out.epd --from {from} --kinds {kinds}"));
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert_eq!(stderr(&output), format!("sakdi: {fault}\n"));
    }
    folder.write("empty.epd", "# nothing\n");
    let output = folder.run("puzzles solve empty.epd");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(stderr(&output), "sakdi: empty.epd: no puzzles in it\n");
}

#[test]
fn puzzles_are_solved_in_the_terminal() {
    let folder = Folder::new();
    folder.write("games.pgn", GAMES);
    folder.run(MINE);
    let said = solve(&folder, "", "Kb1\nhint\nhint\nSe6\nfoo\nRa7\nRc8\nscore\nKb6\n");
    let mut rest = said.as_str();
    for expected in [
        "puzzle 1 of 2: White mates in 2 moves\nlevel ",
        "type a move such as K",
        ", or help\n",
        "White> Kb1 is wrong: it does not mate in time; Black replies Ke8\n",
        "White> hint: quiet-move\n",
        "White> hint: the khon on e5 moves\n",
        "White> right; Black replies Ke8\n",
        "White> cannot read the move 'foo'\n",
        "White> Ra7 is not the move\n",
        "White> solved\npuzzle 2 of 2: White wins before the count ends\n",
        "pieces' honour: Black has counted ",
        "White> solved 1 of 1, 0 of them at the first try and without help\n",
        "White> solved\nsolved 2 of 2, 1 of them at the first try and without help\n",
    ] {
        let at = rest.find(expected).unwrap_or_else(|| panic!("{expected} in {rest}"));
        rest = &rest[at + expected.len()..];
    }
    assert_eq!(rest, "");
    // The list of commands is printed once.
    assert_eq!(said.matches("or help").count(), 1, "{said}");
    // A puzzle without a theme is hinted at by its man.
    let plain = folder.read("out.epd").replace("themes quiet-move; ", "");
    folder.write("out.epd", &plain);
    let hinted = solve(&folder, "", "hint\n");
    assert!(hinted.contains("White> hint: the khon on e5 moves\n"), "{hinted}");
    // Left alone, or with the solution shown, none is solved.
    let said = solve(&folder, "--from 2", "solution\n");
    assert!(said.contains("solution: Kb6\nsolved 0 of 1, 0 of"), "{said}");
    let said = solve(&folder, "--kinds win-in-time", "");
    assert!(said.starts_with("puzzle 1 of 1: ") && said.contains("solved 0 of 0, 0 of"), "{said}");
    let none = folder.run("puzzles solve out.epd --kinds technique");
    assert_eq!(none.status.code(), Some(2));
}

#[test]
fn puzzles_are_solved_in_thai() {
    let folder = Folder::new();
    folder.write("games.pgn", GAMES);
    folder.run(MINE);
    let said = solve(&folder, "--language th", "โคน-จ๖\nร-ค๘\nช่วย\nใบ้\nใบ้\nขก๔\nข-ข๖\nคะแนน\n");
    assert!(said.starts_with("ข้อ 1 จาก 2: "), "{said}");
    for expected in [
        "ข้อ 2 จาก 2: ฝ่ายขาวต้องชนะก่อนนับครบศักดิ์\n",
        "ใบ้: การนับศักดิ์, ตาที่ไม่กินไม่รุก\n",
        "ใบ้: ขุนที่ ก๕ เดิน\n",
        "ถูกต้อง ฝ่ายดำตอบ ",
        "แก้ได้แล้ว\n",
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    let letters = said.replace(|c: char| "RNSMKPrnsmkp.[]~".contains(c), "");
    let english = crate::harness::english_words(&letters);
    assert!(english.is_empty(), "{english:?}: {said}");
}

/// A mate with three other defences of the same length.
const SEVERAL_DEFENCES: &str = concat!(
    "5R2/8/2smnk2/3n1p1P/3P1mpK/2r5/8/6S1 b - 0 3 70 bm Nxf8; dm 2; id \"mate-89068cfe\"; ",
    "pv Nxf8 h6=M Rh3#; kind mate; level 2; elo 720; ",
    "lines \"Nxf8 Sf2 Mg5#\" \"Nxf8 Sg2 Mg5#\" \"Nxf8 Sh2 Mg5#\"; ",
    "tries \"Ke7 Rxf5 no-mate\" \"Kg7 Rxf5 no-mate\"; proof \"mate search 198\"; source \"a game\";"
);

#[test]
fn every_longest_defence_is_a_line_and_a_variation() {
    use sakdi_engine::tablebase::Tablebase;
    use sakdi_puzzles::{Provers, format_epd, puzzle_pgn, read_epd, verify};
    use std::sync::Arc;
    let mut puzzle = read_epd(SEVERAL_DEFENCES).expect("a puzzle");
    assert_eq!(format_epd(&puzzle), SEVERAL_DEFENCES);
    let words = puzzle_pgn(&puzzle).split_whitespace().collect::<Vec<_>>().join(" ");
    let solution = "70... Nxf8 (70... Ke7 71. Rxf5 {no-mate}) (70... Kg7 71. Rxf5 {no-mate}) \
                    71. h6=M (71. Sf2 Mg5#) (71. Sg2 Mg5#) (71. Sh2 Mg5#) 71... Rh3# *";
    assert!(words.ends_with(solution), "{words}");
    let mut provers = Provers::verifying(Arc::new(Tablebase::embedded()));
    assert_eq!(verify(&puzzle, &mut provers), Ok(()));
    puzzle.solution.lines.pop();
    let fault = verify(&puzzle, &mut provers).expect_err("a line is missing");
    assert!(fault.to_string().starts_with("lines is "), "{fault}");
}

/// An advantage that mining finds is verified with less.
#[test]
fn advantages_are_mined_with_a_reserve() {
    use sakdi_puzzles::Thresholds;
    let (mining, verifying) = (Thresholds::MINING, Thresholds::VERIFYING);
    assert!(mining.margin >= verifying.margin + 10 && mining.gain >= verifying.gain + 10);
}

#[test]
fn puzzles_are_graded_anew_from_easy_to_hard() {
    let folder = Folder::new();
    folder.write("games.pgn", GAMES);
    folder.run(MINE);
    let mined = folder.read("out.epd");
    let [mate, count] = puzzle_lines(&mined)[..] else { panic!("two puzzles") };
    let level = |line: &str| -> i8 {
        let (_, rest) = line.split_once("; level ").expect("a level");
        rest.split(';').next().and_then(|level| level.parse().ok()).expect("a number")
    };
    let plain = |line: &str| {
        let (before, rest) = line.split_once("; level ").expect("a level");
        let (_, after) = rest.split_once("; tries").expect("tries");
        format!("{before}; tries{after}")
    };
    // The hard one first, both without a level.
    let (easy, hard) = if level(mate) <= level(count) { (mate, count) } else { (count, mate) };
    folder.write("plain.epd", &format!("# a remark\n{}\n{}\n", plain(hard), plain(easy)));
    let graded = folder.run("puzzles grade plain.epd --out graded.epd --threads 2");
    assert_eq!(graded.status.code(), Some(0), "{graded:?}");
    let said = "graded 2 puzzles, kept 0; 0 solved by no level\n";
    assert_eq!(stdout(&graded), said);
    let whole = folder.read("graded.epd");
    assert_eq!(whole, format!("# a remark\n{easy}\n{hard}\n"), "as mining measured them");

    // Nothing is written over; a file that holds a part is continued, another one is not.
    let again = folder.run("puzzles grade plain.epd --out graded.epd");
    assert_eq!(again.status.code(), Some(2), "{again:?}");
    let onto_itself = folder.run("puzzles grade plain.epd --out plain.epd --resume");
    assert_eq!(onto_itself.status.code(), Some(2), "{onto_itself:?}");
    folder.write("graded.epd", &format!("{hard}\n"));
    let resumed = folder.run("puzzles grade plain.epd --out graded.epd --resume");
    assert!(stdout(&resumed).starts_with("graded 1 puzzles, kept 1; "), "{resumed:?}");
    assert_eq!(folder.read("graded.epd"), whole);
    folder.write("one.epd", mate);
    let other = folder.run("puzzles grade one.epd --out graded.epd --resume");
    assert_eq!(other.status.code(), Some(2), "{other:?}");
    assert!(stderr(&other).contains("the puzzle is not in one.epd"), "{other:?}");
    assert_eq!(folder.read("graded.epd"), whole);
    let empty = folder.run("puzzles grade games.pgn --out other.epd");
    assert_eq!(empty.status.code(), Some(2), "{empty:?}");
}

/// Full strength solves the puzzles of the test, whatever their band.
#[test]
fn levels_are_rated_by_the_puzzles_they_solve() {
    let folder = Folder::new();
    folder.write("games.pgn", GAMES);
    folder.run(MINE);
    let rate = |more: &str| {
        let output = folder.run(&format!("puzzles rate out.epd --levels 0,20 --tries 5{more}"));
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        stdout(&output)
    };
    let table = rate("");
    let mut rows = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    assert_eq!(rows.next().expect("a head"), ["band", "puzzles", "level", "0", "level", "20"]);
    let (mut bands, mut puzzles) = (Vec::new(), 0);
    for row in rows {
        let share = |text: &str| text.parse::<f64>().expect("a share");
        bands.push(row[0]);
        puzzles += row[1].parse::<u32>().expect("a number");
        match row[1..] {
            ["0", lowest, full] => assert_eq!([lowest, full], ["-", "-"], "{table}"),
            [_, lowest, "%", full, "%"] => {
                assert!(share(full) == 100.0 && share(lowest) < 100.0, "{table}");
            }
            _ => panic!("{table}"),
        }
    }
    assert_eq!((bands, puzzles), (vec!["easy", "medium", "hard", "expert"], 2));
    assert_eq!(rate(" --threads 2"), table);
    assert_eq!(folder.run("puzzles rate out.epd --levels 21").status.code(), Some(2));
}

/// A seed makes other choices in every puzzle: the lowest level does not overlook the mates of two
/// puzzles with the same seeds.
#[test]
fn the_choices_of_a_level_in_two_puzzles_are_independent() {
    use sakdi_engine::search::Engine;
    use sakdi_levels::Player;
    use sakdi_puzzles::{read_epd, solves};
    let puzzle = |line| read_epd(line).expect("a puzzle");
    let one =
        puzzle("7k/8/6K1/8/8/8/8/R7 w - 0 0 60 bm Ra8#; pv Ra8#; kind mate; proof \"tables\";");
    let two =
        puzzle("k7/8/1K6/8/8/8/8/7R w - 0 0 60 bm Rh8#; pv Rh8#; kind mate; proof \"tables\";");
    let mut player = Player::new(Engine::new(1));
    let mut solved = |puzzle| -> Vec<bool> {
        (0..60).map(|seed| solves(puzzle, &mut player, 0, seed)).collect()
    };
    let (one, two) = (solved(&one), solved(&two));
    let differing = one.iter().zip(&two).filter(|(one, two)| one != two).count();
    assert!((10..50).contains(&differing), "{one:?} {two:?}");
}

/// The puzzles of five men are read, go from easy to hard, and are not among the others. Their tables are not
/// part of the program: `sakdi puzzles verify positions/five-men.epd --tables DIR` proves them.
#[test]
fn puzzles_of_five_men_are_graded_and_lines_are_legal() {
    use makruk::notation::san;
    use sakdi_puzzles::{Collection, read_epd};
    let mut collection = Collection::default();
    let read = |name: &str| -> Vec<_> {
        let text = crate::harness::positions_file(name);
        let lines = puzzle_lines(&text);
        lines.iter().map(|line| read_epd(line).expect("a puzzle")).collect()
    };
    assert!(read("puzzles.epd").iter().all(|puzzle| collection.add(puzzle)));
    let five = read("five-men.epd");
    assert!(five.iter().all(|puzzle| collection.add(puzzle)), "two are alike");
    let levels: Vec<i8> =
        five.iter().map(|puzzle| puzzle.difficulty.expect("a level solves it").level).collect();
    assert!(levels.is_sorted() && five.len() > 100);
    let text = crate::harness::positions_file("five-men.epd");
    for line in puzzle_lines(&text) {
        let mut position = crate::harness::position(line.split(" bm ").next().expect("a FEN"));
        assert_eq!(position.occupied().len(), 5, "{line}");
        let (_, solution) = line.split_once("; pv ").expect("a solution");
        for mv in solution.split(';').next().unwrap_or_default().split(' ') {
            let mv = san::parse(&position, mv).unwrap_or_else(|error| panic!("{line}: {error}"));
            position = position.play_unchecked(mv);
        }
    }
}

/// The collection is complete and goes from easy to hard, and every tenth puzzle of it is proved
/// anew. `sakdi puzzles verify positions/puzzles.epd` proves all.
#[test]
fn the_collection_is_graded_and_a_sample_is_proved_anew() {
    use sakdi_puzzles::{Collection, Kind, read_epd};
    let text = crate::harness::positions_file("puzzles.epd");
    let lines = puzzle_lines(&text);
    let puzzles: Vec<_> = lines
        .iter()
        .map(|line| read_epd(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect();
    let levels: Vec<i8> =
        puzzles.iter().map(|puzzle| puzzle.difficulty.expect("a level solves it").level).collect();
    assert!(levels.is_sorted() && levels[0] == 0 && levels[levels.len() - 1] > 11);
    let mut collection = Collection::default();
    assert!(puzzles.iter().all(|puzzle| collection.add(puzzle) && !puzzle.source.is_empty()));
    for kind in [Kind::Mate, Kind::WinInTime, Kind::SaveByTheCount, Kind::Advantage] {
        assert!(puzzles.iter().any(|puzzle| puzzle.kind == kind), "{kind}");
    }
    // Advantages take seconds each.
    let exact = lines.iter().zip(&puzzles).filter(|(_, puzzle)| puzzle.kind != Kind::Advantage);
    let sample: Vec<&str> = exact.map(|(line, _)| *line).step_by(10).collect();
    assert!(sample.len() >= 10);
    let folder = Folder::new();
    folder.write("sample.epd", &sample.join("\n"));
    let verified = folder.run("puzzles verify sample.epd --threads 4");
    assert_eq!(verified.status.code(), Some(0), "{}", stdout(&verified));
}
