//! The commands in Thai: their texts for people contain no English sentence.

use crate::client::PROGRAM;
use crate::harness::{english_words, is_thai};
use makruk::notation::pgn::{PgnGame, Reader};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).args(["--language", "th"]).current_dir(folder);
    command.stdin(Stdio::null()).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

/// Asserts that the text has no English except these names.
#[track_caller]
fn check(told: &str, names: &[&str]) {
    for word in english_words(told) {
        assert!(names.contains(&word.as_str()), "'{word}' in {told}");
    }
}

/// Every comment of the games, and each game's Annotator; the number of comments with words.
#[track_caller]
fn check_games(games: &str) -> usize {
    let games: Vec<PgnGame> = Reader::new(games).map(|game| game.expect("a game")).collect();
    let mut in_words = 0;
    for game in &games {
        check(game.tag("Annotator").unwrap_or_default(), &["Sakdi"]);
        let moves = game.moves.iter();
        // A variation is moves, with its comment after the first.
        let lines = moves.clone().flat_map(|played| &played.variations);
        let lines = lines.filter_map(|line| Some(line.split_once('{')?.1.split_once('}')?.0));
        let comments = moves.flat_map(|played| &played.comments).chain(&game.comments);
        for comment in comments.map(String::as_str).chain(lines) {
            // Commands such as `[%eval]` are for programs.
            let mut said = comment;
            while let Some((command, rest)) = said.split_once(']') {
                assert!(command.trim_start().starts_with("[%"), "{comment}");
                said = rest;
            }
            check(said, &[]);
            in_words += usize::from(is_thai(said));
        }
    }
    in_words
}

/// Games that pass through both counts, end by the count, by a mate in time, and on time; and one
/// that cannot be read.
const GAMES: &str = "[White \"อนันต์\"]\n[Black \"บุญ\"]\n\
    [FEN \"8/4k3/3p4/3S4/4K3/8/1n6/R7 w - - 0 40\"]\n\n\
    {สวัสดี} 40. Sxd6+ Ke6 41. Ra6 Nc4 42. Sc7+ Kd7 1-0\n\n\
    [FEN \"7k/8/6K1/8/8/8/8/R7 w - 32 31 60\"]\n\n60. Ra7 Kg8 *\n\n\
    [FEN \"7k/8/6K1/8/8/8/8/R7 w - 32 31 60\"]\n\n60. Ra8# 1-0\n\n\
    [Ending \"time-forfeit\"]\n\n1. d4 {+0.00/6 0.001s, นับ 15/16} d5 1-0\n\n\
    [Ending \"broken\"]\n\n1. Qd3 *\n\n";

#[test]
fn an_analysis_is_thai_throughout() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("in.pgn"), GAMES).expect("room");
    let arguments = ["analyse", "in.pgn", "--nodes", "200", "--multipv", "2"];
    let files = ["--out", "out.pgn", "--html", "out.html"];
    let output = run(folder.path(), &[&arguments[..], &files].concat());
    let (said, faults) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{said}{faults}");
    check(&said, &[]);
    check(&faults, &["sakdi", "in", "pgn"]);
    for sentence in [
        "เกมที่ 1: อนันต์ – บุญ, 1-0, หมากรุกไทย, 3 ตา\n",
        "กำลังนับศักดิ์หมาก: ฝ่ายดำนับถึง 16 จาก 16 ฝ่ายขาวต้องรุกจนภายใน 1 ตา รุกจนได้ใน 1 ตา\n",
        "60.ร-ก๗??",
        "โอกาสได้แต้มลดลง 50 % ควรเดิน: 60.ร-ก๘#\n",
        "นับครบศักดิ์: ฝ่ายดำนับเกิน 16 แล้ว เสมอ\n",
        "รุกจนเมื่อนับถึง 16 จาก 16 เหลืออีก 0 ตา\n",
        "\nวิเคราะห์ 4 เกม ของเดิม 0 ข้าม 1\n",
    ] {
        assert!(said.replace(". ", ".").contains(sentence), "{sentence}: {said}");
    }

    let written = fs::read_to_string(folder.path().join("out.pgn")).expect("a file");
    assert!(check_games(&written) > 10, "{written}");
    // Whatever the language of its comments, the file can be continued.
    let output = run(folder.path(), &[&arguments[..], &files, &["--resume"]].concat());
    assert!(text(&output.stdout).ends_with("วิเคราะห์ 0 เกม ของเดิม 4 ข้าม 1\n"), "{output:?}");

    let page = fs::read_to_string(folder.path().join("out.html")).expect("a file");
    check_page(&page);
    assert!(page.contains("ฝ่ายขาวหมดเวลา") || page.contains("ฝ่ายดำหมดเวลา"), "{page}");
}

/// The visible texts of a page: its text, its labels, and the texts in its data.
#[track_caller]
fn check_page(page: &str) {
    let (head, data) = page.split_once("id=\"data\">").expect("data");
    let (data, _) = data.split_once("</script>").expect("an end");
    let (_, body) = head.split_once("</style>").expect("a style");
    let names = ["Sakdi", "Home", "End"];
    for part in body.split('<').skip(1) {
        let (tag, shown) = part.split_once('>').unwrap_or((part, ""));
        check(shown, &names);
        for label in ["title=\"", "aria-label=\""] {
            let said = tag.split(label).nth(1).and_then(|rest| rest.split('"').next());
            check(said.unwrap_or_default(), &names);
        }
    }
    let data = data.replace("\\\"", "");
    let mut parts = data.split('"').peekable();
    let (mut thai, mut name) = (0, "");
    while let (Some(_), Some(literal)) = (parts.next(), parts.next()) {
        let is_name = parts.peek().is_some_and(|next| next.starts_with(':'));
        if is_name {
            name = literal;
        }
        // These fields are for programs and are not shown.
        if ["variant", "rule", "pgn"].contains(&name) {
            continue;
        }
        let is_move =
            literal.len() <= 5 && literal.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
        let is_board = literal.split('/').count() == 8;
        if !(is_name || is_move || is_board) {
            check(literal, &["FEN", "PGN"]);
            thai += usize::from(is_thai(literal));
        }
    }
    assert!(thai > 40, "{thai} Thai texts: {data}");
}

#[test]
fn a_match_is_told_in_thai_and_can_be_continued() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let engines = ["--engine", "cmd=self", "name=ก", "--engine", "cmd=self", "name=ข"];
    let limits = ["--each", "nodes=200", "--max-moves", "4", "--pgn", "out.pgn"];
    let play = |more: &[&str]| run(path, &[&["match"][..], &engines, &limits, more].concat());
    let output = play(&["--games", "2"]);
    let said = text(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    let games: Vec<&str> = said.lines().filter(|line| line.starts_with("เกม ")).collect();
    assert_eq!(games.len(), 2, "{said}");
    for game in games {
        assert!(game.ends_with(" 1/2-1/2 (เสมอเพราะครบจำนวนตาที่กำหนด, รวม 8 ครึ่งตา)"), "{game}");
        check(game, &[]);
    }
    let written = fs::read_to_string(path.join("out.pgn")).expect("a file");
    assert!(check_games(&written) >= 2, "{written}");
    let output = play(&["--games", "4", "--resume"]);
    assert!(output.status.success(), "{output:?}");
    let written = fs::read_to_string(path.join("out.pgn")).expect("a file");
    assert_eq!(Reader::new(&written).filter(Result::is_ok).count(), 4, "{written}");
}

#[test]
fn a_thai_final_is_told_in_thai_to_its_results() {
    let folder = tempfile::tempdir().expect("a folder");
    let engines = ["--engine", "cmd=self", "name=ก", "--engine", "cmd=self", "name=ข"];
    let more = ["--each", "nodes=50", "--format", "final", "--max-moves", "2", "--pgn", "x.pgn"];
    let output = run(folder.path(), &[&["match"][..], &engines, &more].concat());
    let said = text(&output.stdout);
    let (for_people, for_programs) = said.trim_end().rsplit_once('\n').expect("several lines");
    check(for_people, &[]);
    assert!(for_programs.starts_with("result +0 =7 -0 score 3.5/7 elo 0.0 ["), "{said}");
    for sentence in [
        "\nรอบชิงชนะเลิศ ก พบ ข: ½ ½ ½ ½ ½ ½ ½ (เสมอกัน)\n",
        "\nก พบ ข: +0 =7 -0 ได้ 3.5/7 แต้ม เสมอ 100.0 %\n",
        "\nเหตุที่เกมจบ: ครบจำนวนตา 7\n",
        "คู่ที่ชนะ",
    ] {
        assert!(said.contains(sentence), "{sentence}: {said}");
    }
    let merged = text(&run(folder.path(), &["match", "--merge", "x.pgn"]).stdout);
    assert!(said.ends_with(&merged), "{said}\n{merged}");
}

#[test]
fn tables_are_described_in_thai() {
    let folder = tempfile::tempdir().expect("a folder");
    let stats = text(&run(folder.path(), &["tables", "stats", "KRvK"]).stdout);
    assert_eq!(stats.lines().count(), 3, "{stats}");
    check(&stats, &["KRvK"]);
    for fen in [
        "7k/8/6K1/8/8/8/8/R7 w - 32 31 60",
        "R6k/8/6K1/8/8/8/8/8 b - 32 31 60",
        "8/8/4k3/8/8/4K3/3R4/8 w - 32 29 60",
    ] {
        let said = text(&run(folder.path(), &["tables", "probe", "--fen", fen]).stdout);
        assert!(said.lines().all(is_thai) && !said.is_empty(), "{said}");
        check(&said, &[]);
    }
    let wrong = run(folder.path(), &["tables", "probe", "--fen", "8/8 w"]);
    assert_eq!(wrong.status.code(), Some(2), "{wrong:?}");
    let complaint = text(&wrong.stderr);
    assert!(is_thai(&complaint), "{complaint}");
    check(&complaint, &["sakdi", "FEN"]);
}
