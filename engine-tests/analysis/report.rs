//! The text and the HTML report.

use super::{COUNTS, Folder, LAST_MOVE, long_game};
use std::fs;
use std::process::Command;

/// Whose view a score is, and that the line is the better one.
#[test]
fn the_text_says_what_its_numbers_mean() {
    let folder = Folder::new();
    let games = format!("{LAST_MOVE}60. Ra7 Kg8 *\n\n").repeat(2);
    fs::write(folder.path("in.pgn"), games).expect("room");
    let said = |args: &[&str]| {
        let output = folder.run(&[&["--nodes", "50"], args].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let text = said(&["in.pgn"]);
    assert_eq!(text.matches("  Scores are White's, in pawns: ").count(), 1, "{text}");
    assert_eq!(text.matches("loses 50 %; better: 60. Ra8#\n").count(), 2, "{text}");
    let text = said(&["--fen", "7k/8/6K1/8/8/8/8/R7 w - 32 31 60"]);
    assert!(
        text.contains("wdl: White's chances to win, draw and lose, in thousandths.\n"),
        "{text}"
    );
    let text = said(&["in.pgn", "--language", "th"]);
    assert_eq!(text.matches("  ค่าประเมินคิดจากฝ่ายขาว ").count(), 1, "{text}");
    assert_eq!(text.matches("ลดลง 50 % ควรเดิน: ").count(), 2, "{text}");
}

#[test]
fn the_text_agrees_with_the_marks() {
    let folder = Folder::new();
    fs::write(folder.path("in.pgn"), long_game()).expect("room");
    let output = folder.run(&["in.pgn", "--nodes", "50", "--threads", "2"]);
    let text = String::from_utf8_lossy(&output.stdout);
    let mut judged = 0;
    for line in text.lines() {
        assert_eq!(line.trim_end(), line);
        let Some((before, after)) = line.split_once(", loses ") else { continue };
        let (percent, _) = after.split_once(" %; better: ").expect("a share");
        let percent: u32 = percent.parse().expect("a number");
        let played = before.split_whitespace().next().unwrap_or_default();
        let least = if played.ends_with("??") {
            20..=100
        } else if played.ends_with("?!") {
            5..=9
        } else {
            10..=19
        };
        assert!(least.contains(&percent), "{line}");
        judged += 1;
    }
    assert!(judged > 20, "{text}");
}

#[test]
fn a_report_is_one_small_file_that_asks_for_nothing() {
    let folder = Folder::new();
    fs::write(folder.path("in.pgn"), long_game()).expect("room");
    let args =
        ["in.pgn", "--nodes", "50", "--multipv", "3", "--threads", "2", "--html", "out.html"];
    let output = folder.run(&args);
    assert!(output.status.success(), "{output:?}");
    let page = fs::read_to_string(folder.path("out.html")).expect("a file");
    assert!(page.len() < 500_000, "{} bytes", page.len());
    let outside = page.replace("http://www.w3.org/2000/svg", "");
    for word in ["http://", "https://", "src=", "@import", "url(", "{{"] {
        assert!(!outside.contains(word), "{word}");
    }
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(page.contains("<title>&lt;b&gt;A &amp; B&lt;/b&gt;&lt;/script&gt; – สมชาย</title>"));
    for man in ["khun (K)", "met (M)", "khon (S)", "ma (N)", "ruea (R)", "bia", "bia ngai (M)"] {
        assert!(page.contains(&format!("</svg>{man}</li>")), "{man}");
    }
    assert!(page.contains("Scores are White's"));
}

#[test]
fn a_report_tells_how_games_ended_and_nothing_twice() {
    let folder = Folder::new();
    let matched = "[White \"A\"]\n[Black \"B\"]\n[Ending \"time-forfeit\"]\n\n\
                   1. d4 {+0.00/6 0.001s, count 15/16} d5 {[%clk 0:01:00] well played} {[%eval 0.2]} 1-0 {on the clock}\n\n";
    fs::write(folder.path("in.pgn"), format!("{matched}{LAST_MOVE}60. Ra7 Kg8 *")).expect("room");
    let output = folder.run(&["in.pgn", "--nodes", "50", "--html", "out.html"]);
    assert!(output.status.success(), "{output:?}");
    let page = fs::read_to_string(folder.path("out.html")).expect("a file");
    for text in [
        "\"result\":\"1-0\",\"ended\":\"1-0 · Black loses on time\"",
        "\"ended\":\"½-½ · Draw: the count ran out\"",
        "\"r\":[\"well played\",\"on the clock\"]",
    ] {
        assert!(page.contains(text), "{text}");
    }
    // The PGN to copy is the annotated game.
    let (shown, copied) = page.split_once("\"pgn\":\"").expect("a PGN");
    let (copied, rest) = copied.split_once("\",\"moves\"").expect("moves");
    assert!(copied.contains("count 15/16"));
    for word in ["count 15/16", "count-draw"] {
        assert!(!shown.contains(word) && !rest.replace("Ending \\\"count-draw", "").contains(word));
    }
}

/// Runs a script in `engine-tests`, which reports what it skips.
#[test]
fn a_report_can_be_clicked_through() {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: python3 is not installed");
        return;
    }
    let folder = Folder::new();
    fs::write(folder.path("in.pgn"), COUNTS).expect("room");
    for language in ["en", "th"] {
        let page = format!("{language}.html");
        let options = ["in.pgn", "--nodes", "200", "--language", language, "--html", &page];
        let output = folder.run(&options);
        assert!(output.status.success(), "{output:?}");
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/engine-tests/report_browser.py");
        let output = Command::new("python3").arg(script).arg(folder.path(&page)).output();
        let output = output.expect("a script that runs");
        assert!(output.status.success(), "{output:?}");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said == "clicked 6 moves\n" || said.starts_with("skipped: "), "{said}");
        print!("{said}");
    }
}
