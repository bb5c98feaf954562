//! A Thai club player's evening, in Thai: a game with a claimed count is played and saved, continued,
//! analysed, converted to the notation of the Thai rules, kept in a base and found again by its position.

use crate::client::PROGRAM;
use makruk::game::ClaimKind;
use makruk::notation::pgn::Reader;
use makruk::rules::Variant;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Where White has a ruea against a bare khun, and Black is to move.
const ENDING: &str = "8/8/4k3/8/8/4K3/3R4/8 b - - 0 60";

/// What the program prints in a Thai locale for this input. It must succeed and print no error.
#[track_caller]
fn said(folder: &TempDir, args: &[&str], input: &str) -> String {
    let mut child = Command::new(PROGRAM)
        .args(args)
        .current_dir(folder)
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env("LANG", "th_TH.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Commands that read no input may have ended.
    let _closed = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// No letter of English, but in these words: names of files and what has one name in every language.
#[track_caller]
fn assert_thai(text: &str, names: &[&str]) {
    let rest = names.iter().fold(text.to_owned(), |text, name| text.replace(name, ""));
    let latin: String = rest.chars().filter(char::is_ascii_alphabetic).collect();
    assert_eq!(latin, "", "{text}");
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).expect("a file")
}

/// The claims of the only game of a text: the number of moves before each, and what was said.
fn claims(text: &str) -> Vec<(usize, ClaimKind)> {
    let pgn = Reader::new(text).next().expect("a game").expect("PGN");
    let game = sakdi_analysis::game_of(&pgn, Variant::Makruk, None).expect("legal moves");
    game.claims().iter().map(|claim| (claim.ply, claim.kind)).collect()
}

#[test]
fn a_game_with_a_claimed_count_goes_the_whole_way_in_thai() {
    let folder = TempDir::new().expect("a temporary folder");
    let play = ["play", "--color", "black", "--level", "0", "--time", "0.01", "--men", "ascii"];
    let with = |more: &[&'static str]| [&play[..], more].concat();

    // Played: the count is claimed, a number is forgotten, and the game is broken off.
    let start = with(&["--counting", "claim", "--fen", ENDING]);
    let text = said(&folder, &start, "นับ\nข-จ๕\nข้าม\nบันทึก แรก.pgn\nออก\n");
    // Pictures of the men are letters here.
    let board = |line: &&str| !line.contains(" . ");
    assert_thai(&text.lines().filter(board).collect::<Vec<_>>().join("\n"), &["แรก.pgn"]);
    for sentence in ["ฝ่ายดำเริ่มนับที่ 4 ไปถึง 16", "ฝ่ายดำเดิน ข-จ๕", "บันทึกไว้ที่ แรก.pgn แล้ว"]
    {
        assert!(text.contains(sentence), "{sentence}: {text}");
    }
    let first = read(&folder, "แรก.pgn");
    assert_eq!(claims(&first), [(0, ClaimKind::Start), (2, ClaimKind::Skip)], "{first}");

    // Continued, with the comment of a friend.
    fs::write(folder.path().join("แรก.pgn"), first.replace(" Ke5", " Ke5 {ถอยไม่ได้แล้ว}"))
        .expect("room");
    said(&folder, &play, "เปิด แรก.pgn\nยอมแพ้\nบันทึก เกม.pgn\nออก\n");
    let game = read(&folder, "เกม.pgn");
    assert_eq!(claims(&game), claims(&first), "{game}");
    for kept in ["{ถอยไม่ได้แล้ว}", "{ฝ่ายดำยอมแพ้} 1-0", "[White \"ศักดิ์ ระดับ 0\"]"]
    {
        assert!(game.contains(kept), "{kept}: {game}");
    }

    // Analysed, as text, as PGN and as a page.
    let analyse = ["analyse", "เกม.pgn", "--nodes", "300"];
    let outputs = ["--out", "วิเคราะห์.pgn", "--html", "หน้า.html", "--notation", "official-thai"];
    let text = said(&folder, &[&analyse[..], &outputs].concat(), "");
    assert_thai(&text, &[]);
    for sentence in ["นับจาก 4 ถึง 16", "ลืมนับหนึ่งตา เลขต่อไปคือ 4"]
    {
        assert!(text.contains(sentence), "{sentence}: {text}");
    }
    let analysed = read(&folder, "วิเคราะห์.pgn");
    assert_eq!(claims(&analysed), claims(&first), "{analysed}");
    let page = read(&folder, "หน้า.html");
    assert!(page.contains("ถอยไม่ได้แล้ว") && page.contains("\"s\":\"ขจ6-จ5\""), "{page}");
    let shown = page.split_once("\"about\":\"").expect("a game").1;
    assert_thai(shown.split_once("\",").expect("its end").0, &[]);

    // Converted.
    let convert = ["convert", "วิเคราะห์.pgn", "--to", "official-thai-short", "--out", "ทางการ.pgn"];
    assert_eq!(said(&folder, &convert, ""), "แปลง 1 เกม ข้าม 0 เกม\n");
    let official = read(&folder, "ทางการ.pgn");
    assert_eq!(claims(&official), claims(&first), "{official}");
    assert!(official.contains("60... ขจ5 "), "{official}");

    // Kept, once, and found by its position, also by the mirror image with the colours exchanged.
    let added = said(&folder, &["games", "add", "ทางการ.pgn", "เกม.pgn"], "");
    assert_eq!(added, "เพิ่ม 1 เกม เติมข้อมูลให้ครบขึ้น 0 เกม มีอยู่แล้ว 1 เกม ข้าม 0 เกม\n");
    for fen in ["8/8/8/4k3/8/4K3/3R4/8 w - - 0 1", "8/3r4/4k3/8/4K3/8/8/8 b - - 0 1"] {
        let found = said(&folder, &["games", "find", "--fen", fen], "");
        assert!(found.contains("พบ 1 เกม") && found.contains("พบหลังเดิน 1 ครึ่งตา"), "{found}");
        assert_thai(&found, &[]);
    }
    let report = said(&folder, &["games", "report", "ศักดิ์", "--nodes", "100"], "");
    assert_thai(&report, &[]);
    let exported = said(&folder, &["games", "export", "--to", "makruk", "--out", "-"], "");
    assert_eq!(claims(&exported), claims(&first), "{exported}");
    assert!(exported.contains("{ถอยไม่ได้แล้ว}"), "{exported}");
}
