//! Sentences for people: languages, notations, and the count.

use crate::client::{Client, best_move};

/// A ruea against a bare khun.
const ROOK: &str = "8/8/4k3/8/8/4K3/3R4/8";

#[track_caller]
fn remark(client: &mut Client, position: &str) -> String {
    client.send(&format!("position fen {position}"));
    let lines = client.go("go depth 6");
    let before = &lines[lines.len() - 2];
    let remark = before.strip_prefix("info string ");
    remark.unwrap_or_else(|| panic!("{position}: {lines:#?}")).to_owned()
}

#[test]
fn a_search_ends_with_the_count_and_what_comes_of_it() {
    let mut client = Client::start();
    for (count, sentence) in [
        (
            "w - 32 9 60",
            "pieces' honour: Black has counted 5 of 16, White has 12 moves left; won in 9, count allows 12",
        ),
        (
            "w - 32 23 60",
            "pieces' honour: Black has counted 12 of 16, White has 5 moves left; draw: mate in 9 comes 4 moves late",
        ),
        (
            "w - 32 17 60",
            "pieces' honour: Black has counted 9 of 16, White has 8 moves left; draw: mate in 9 comes 1 move late",
        ),
        ("w - 32 33 60", "pieces' honour: Black has counted past 16, the count is complete"),
    ] {
        assert_eq!(remark(&mut client, &format!("{ROOK} {count}")), sentence);
    }
    // By the ply of this FEN, White would be the counting side.
    let remarked = remark(&mut client, "8/8/8/8/2k5/8/8/K2R4 w - 32 32 60");
    let black = "pieces' honour: Black has counted 16 of 16, White has 1 move left; draw: mate in ";
    assert!(remarked.starts_with(black), "{remarked}");
    // Proven by the search alone, because no embedded table has men on both sides.
    let found = remark(&mut client, "k7/7R/1K6/8/8/3m4/8/8 w - 128 20 60");
    assert_eq!(
        found,
        "board's honour: White has counted 10 of 64, Black has 54 moves left; White, who counts, wins in 1 move"
    );
    // No embedded table has five men, and the mate is farther than a short search sees.
    let late = remark(&mut client, "8/8/8/4k3/8/8/8/KSMM4 w - 88 71 60");
    let (count, verdict) = late.split_once("; ").expect("a verdict");
    assert_eq!(count, "pieces' honour: Black has counted 36 of 44, White has 9 moves left");
    assert!(verdict.starts_with("mate takes about "), "{verdict}");
    assert!(verdict.ends_with(" moves, count allows 9: probably too late"), "{verdict}");
    // Nothing is known, so no verdict is given.
    let open = remark(&mut client, "4k1n1/8/8/8/8/3R4/4K3/8 b - 128 0 40");
    assert_eq!(open, "board's honour: Black begins to count at 1 of 64, White has 64 moves left");
    // A search that leaves out the capture of the ruea proves nothing by losing.
    client.send("position fen k7/2K5/8/8/8/3m4/4R3/8 b - 128 20 60");
    let lines = client.go("go depth 4 searchmoves d3c4");
    let sentence = lines.iter().find(|line| line.starts_with("info string board's honour"));
    assert!(sentence.is_some_and(|sentence| !sentence.contains(';')), "{lines:#?}");
    assert!(lines.iter().any(|line| line.contains(" score mate -1 ")), "{lines:#?}");
    // No sentence without a count, and none after the game.
    client.send("position startpos");
    assert!(client.go("go depth 3").iter().all(|line| !line.starts_with("info string")));
    client.send("position fen R3k3/8/4K3/8/8/8/8/8 b - 32 8 60");
    assert!(client.go("go depth 3").iter().all(|line| !line.starts_with("info string")));
}

#[test]
fn when_the_count_has_run_out_the_engine_still_plays_for_mate() {
    let mut client = Client::start();
    client.send("position fen k7/8/1K6/8/8/8/8/7R w - 32 33 60");
    let lines = client.go("go depth 5");
    assert_eq!(best_move(&lines), "h1h8");
    assert!(lines.iter().any(|line| line.contains(" score cp 0 ")), "{lines:#?}");
    assert!(lines.iter().all(|line| !line.contains(" score mate")), "{lines:#?}");
    // The ruea is attacked. To a search that takes the count into account all moves are equal
    // draws.
    client.send("setoption name UseTables value false");
    client.send("position fen 8/8/8/4k3/3R4/8/7m/K7 w - 128 140 50");
    let kept = client.go("go depth 6");
    assert!(best_move(&kept).starts_with("d4"), "{kept:#?}");
}

#[test]
fn thai_mode_says_nothing_in_english() {
    let mut client = Client::start();
    client.send("setoption name Language value th");
    client.send("setoption name Notation value thai");
    let positions = [
        format!("{ROOK} w - 32 9 60"),
        format!("{ROOK} w - 32 33 60"),
        "R3k3/8/4K3/8/8/8/8/8 b - 32 8 60".to_owned(),
        "k7/1R6/2K5/8/8/8/8/8 b - 32 8 60".to_owned(),
        "8/8/4k3/8/8/4K3/3N4/8 w - - 8 60".to_owned(),
        "4k1n1/8/8/8/8/3R4/4K3/8 b - 128 0 40".to_owned(),
        crate::harness::START.to_owned(),
    ];
    for position in &positions {
        client.send(&format!("position fen {position}"));
        let mut lines = client.ask("d");
        lines.extend(client.ask("eval"));
        lines.extend(client.go("go depth 4").into_iter().filter(|l| l.starts_with("info string")));
        for line in &lines {
            // The keywords of the protocol, and the fields that programs read.
            let line = line.trim_start_matches("info string ");
            let technical = ["Fen: ", "Key: "].iter().any(|label| line.starts_with(label));
            let board = line.contains('|');
            let english = line.split(|c: char| !c.is_ascii_alphabetic()).any(|w| w.len() > 1);
            assert!(technical || board || !english, "{position}: {line}");
        }
    }
    client.send(&format!("position fen {ROOK} w - 32 9 60"));
    assert_eq!(
        client.ask("position startpos moves e3e5"),
        ["info string ตาเดินที่ 1 ในรายการ: เดิน จ๓-จ๕ ไม่ได้: เบี้ยที่ จ๓ ไปไม่ถึง จ๕"]
    );
    client.send(&format!("position fen {ROOK} w - 32 9 60"));
    assert_eq!(
        client.ask("d").last().map(String::as_str),
        Some("ศักดิ์หมาก: ฝ่ายดำนับถึง 5 จาก 16 ฝ่ายขาวเหลือ 12 ตา")
    );
    let evaluation = client.ask("eval");
    let files = "     ก       ข       ค       ง       จ       ฉ       ช       ญ";
    assert!(evaluation.contains(&files.to_owned()), "{evaluation:#?}");
    assert!(evaluation.iter().any(|line| line.ends_with("| ๘")), "{evaluation:#?}");
    client.send("position fen R3k3/8/4K3/8/8/8/8/8 b - 32 8 60");
    let lines = client.ask("d");
    assert!(lines.contains(&"หมากที่รุก: ก๘".to_owned()), "{lines:#?}");
    assert!(lines.contains(&"ผล: ฝ่ายขาวรุกจน ฝ่ายขาวชนะ".to_owned()), "{lines:#?}");
    assert!(lines.contains(&"   ก   ข   ค   ง   จ   ฉ   ช   ญ".to_owned()), "{lines:#?}");
    // Moves of the protocol do not change.
    client.send("position startpos");
    let lines = client.go("go depth 3");
    assert!(lines.iter().all(|line| line.is_ascii()), "{lines:#?}");
}

#[test]
fn a_remark_in_thai_fits_the_buffers_of_clients() {
    let mut client = Client::start();
    client.send("setoption name Language value th");
    for count in ["w - 32 9 60", "w - 32 23 60", "w - 32 33 60"] {
        client.send(&format!("position fen {ROOK} {count}"));
        let lines = client.go("go depth 6");
        let remarks = lines.iter().filter_map(|line| line.strip_prefix("info string "));
        let remarks: Vec<&str> = remarks.collect();
        assert!(!remarks.is_empty(), "{lines:#?}");
        for said in remarks {
            assert!(said.len() <= 220, "{} bytes: {said}", said.len());
            let ends = ["ตา", "ตา)", "ครบศักดิ์"];
            assert!(ends.iter().any(|end| said.ends_with(end)), "cut short: {said}");
        }
    }
}

#[test]
fn a_claimed_count_runs_from_the_claim_on() {
    let mut client = Client::start();
    client.send("setoption name CountingRule value claimed");
    client.send(&format!("position fen {ROOK} b - - 0 60"));
    assert_eq!(client.ask("count status"), ["info string no count runs, Black may begin to count"]);
    // Without a claim there is no count.
    client.send(&format!("position fen {ROOK} b - - 0 60 moves e6e5 d2d1"));
    assert!(client.shown("Fen:").ends_with(" b - - 2 61"));
    assert_eq!(
        client.ask("count start"),
        ["info string pieces' honour: Black begins to count at 4 of 16, White has 13 moves left"]
    );
    assert_eq!(client.ask("count start"), ["info string a count runs already"]);
    // The client sends the whole game again; the claim remains valid.
    client.send(&format!("position fen {ROOK} b - - 0 60 moves e6e5 d2d1 e5e6 d1d2"));
    assert!(client.shown("Fen:").ends_with(" b - 32 8 62"), "{}", client.shown("Fen:"));
    assert_eq!(client.ask("count stop"), ["info string no count runs, Black may begin to count"]);
    client.send(&format!("position fen {ROOK} b - - 0 60 moves e6e5 d2d1 e5e6 d1d2 e6e5 d2d1"));
    assert!(client.shown("Fen:").ends_with(" b - - 6 63"), "{}", client.shown("Fen:"));
    // Another game has no claim.
    client.send(&format!("position fen {ROOK} b - - 0 60 moves e6f5 d2d1"));
    assert!(client.shown("Fen:").ends_with(" b - - 2 61"));
}

#[test]
fn a_claim_ends_with_the_moves_taken_back() {
    let mut client = Client::start();
    client.send("setoption name CountingRule value claimed");
    let start = "position fen 8/2k5/8/3n4/8/1R1K4/8/3S4 w - - 0 1";
    let counts = |client: &mut Client, moves: &str| {
        client.send(&format!("{start} moves {moves}"));
        client.shown("Fen:").contains(" 128 ")
    };
    assert!(!counts(&mut client, "b3b4 c7c6 b4b3"));
    client.send("count start");
    assert!(counts(&mut client, "b3b4 c7c6 b4b3"));
    assert!(counts(&mut client, "b3b4 c7c6 b4b3 c6c7"));
    assert!(!counts(&mut client, "b3b4 c7c6"));
    for line in ["b3b4 c7c6 b4b5", "b3b4 c7c6 b4b3", "b3b4 c7c6 b4b3 c6c7"] {
        assert!(!counts(&mut client, line), "{line}");
    }
    // Claims before the moves that were taken back remain valid.
    client.send("count start");
    for line in ["b3b4 c7c6 b4b3 c6c7 b3b4 c7c6", "b3b4 c7c6 b4b3 c6c7 b3b5"] {
        assert!(counts(&mut client, line), "{line}");
    }
    assert!(!counts(&mut client, "b3b4"));
}

#[test]
fn a_count_is_claimed_only_where_one_can_start() {
    let mut client = Client::start();
    assert_eq!(
        client.ask("count start"),
        ["info string a count is claimed only where the counting rule is claim"]
    );
    client.send("setoption name CountingRule value claimed");
    assert_eq!(client.ask("count start"), ["info string no count while bia are left on the board"]);
    assert_eq!(
        client.ask("count backwards"),
        ["info string count: expected start, stop, skip or status, found 'backwards'"]
    );
    // White leads with a ruea against a ma and has just moved: Black counts its coming move as 1.
    client.send("position fen 4k1n1/8/8/8/8/3R4/4K3/8 b - - 0 40");
    client.send("count start");
    assert!(client.shown("Fen:").ends_with(" b - 128 0 40"));
    // The same with White to move: Black has counted 1 with its last move.
    client.send("position fen 4k1n1/8/8/8/8/3R4/4K3/8 w - - 0 40");
    client.send("count start");
    assert!(client.shown("Fen:").ends_with(" w - 128 1 40"));
    // White falls behind, and the count ends: Black has not claimed one.
    client.send("position fen 4k3/8/8/8/3n4/8/2R1S3/4K3 b - - 0 40 moves d4c2");
    client.send("count start");
    assert!(client.shown("Fen:").contains(" 128 "), "{}", client.shown("Fen:"));
}
