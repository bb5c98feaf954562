//! `position`, checked by the output of `d`.

use crate::client::Client;
use crate::harness::START;

#[track_caller]
fn set_up(position: &str) -> Client {
    let mut client = Client::start();
    assert_eq!(client.ask(position), [] as [&str; 0], "{position}");
    client
}

#[test]
fn every_dialect_of_fen_is_understood() {
    let rook = "8/8/4k3/8/8/4K3/3R4/8 w";
    for (dialect, standard) in [
        ("w - - 0 1", "- - 0 1"),
        ("w - 0 0 1", "- - 0 1"),
        ("w - 44 38 182", "- 44 38 182"),
        ("w 0 1", "- - 0 1"),
        ("w 3 17", "- - 3 17"),
        ("w - -", "- - 0 1"),
        ("w -", "- - 0 1"),
        ("w", "- - 0 1"),
        ("w - 33 6 60", "- 33 6 60"),
        ("w - e6 0 1", "- - 0 1"),
    ] {
        let mut client = set_up(&format!("position fen 8/8/4k3/8/8/4K3/3R4/8 {dialect}"));
        assert_eq!(client.shown("Fen:"), format!("{rook} {standard}"), "{dialect}");
    }
}

#[test]
fn bia_ngai_and_counts_beside_bia_are_accepted() {
    let mut client = set_up("position fen 4k3/8/2m~5/8/5P2/8/3M~4/4K3 w - 128 3 60 moves f4f5");
    assert_eq!(client.shown("Fen:"), "4k3/8/2m5/5P2/8/8/3M4/4K3 b - 128 4 60");
    assert!(client.ask("d").iter().any(|line| line.contains("| M~|")));
}

#[test]
fn a_count_starts_after_the_first_move_of_a_fen_without_one() {
    let mut client = set_up("position fen 8/8/4k3/8/8/4K3/3R4/8 w - - 0 1");
    assert!(client.ask("d").contains(&"no count runs".to_owned()));
    client.send("position fen 8/8/4k3/8/8/4K3/3R4/8 w - - 0 1 moves d2d4");
    assert_eq!(client.shown("Fen:"), "8/8/4k3/8/3R4/4K3/8/8 b - 32 6 1");
}

#[test]
fn the_count_is_shown_in_words() {
    let mut client = set_up("position fen 8/8/4k3/8/8/4K3/3R4/8 b - 32 17 60 moves e6e5");
    let says = |client: &mut Client, sentence: &str| {
        let lines = client.ask("d");
        assert_eq!(lines.last().map(String::as_str), Some(sentence));
    };
    client.send("position fen 8/8/4k3/8/8/4K3/3R4/8 w - 32 17 60");
    says(&mut client, "pieces' honour: Black has counted 9 of 16, White has 8 moves left");
    client.send("position fen 8/8/4k3/8/8/4K3/3R4/8 w - 32 31 60");
    says(&mut client, "pieces' honour: Black has counted 16 of 16, White has 1 move left");
    client.send("position fen 8/8/4k3/8/8/4K3/3R4/8 w - 32 33 60");
    says(&mut client, "pieces' honour: Black has counted past 16, the count is complete");
    // The ply of a FEN may suggest the wrong side: the bare khun counts.
    client.send("position fen 8/8/8/8/2k5/8/8/K2R4 w - 32 32 60");
    says(&mut client, "pieces' honour: Black has counted 16 of 16, White has 1 move left");
    client.send("position fen 8/8/4k3/8/8/4K3/3R4/8 b - 32 7 60");
    says(&mut client, "pieces' honour: Black has counted 4 of 16, White has 13 moves left");
    client.send("position fen 4k3/8/2m5/8/5R2/8/3M4/4K3 w - 128 4 60");
    says(&mut client, "board's honour: White has counted 2 of 64, Black has 62 moves left");
}

#[test]
fn move_lists_may_be_empty_spaced_or_long() {
    let mut client = set_up("position startpos moves");
    assert_eq!(client.shown("Fen:"), START);
    client.send("position   startpos    moves  e3e4    d6d5 ");
    assert_eq!(client.shown("Fen:"), "rnsmksnr/8/ppp1pppp/3p4/4P3/PPPP1PPP/8/RNSKMSNR w - - 0 2");
    let shuffle = "b1d2 b8d7 d2b1 d7b8 ".repeat(200);
    client.send(&format!("position startpos moves {shuffle}"));
    assert_eq!(client.shown("Fen:"), "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 800 401");
    assert_eq!(client.shown("Result:"), "repetition");
}

#[test]
fn repetition_uses_the_whole_list_and_the_count_the_fen_alone() {
    let mut client = set_up(
        "position fen 8/8/4k3/8/8/4K3/3R4/8 b - 32 6 60 moves e6e5 d2d1 e5e6 d1d2 e6e5 d2d1 e5e6",
    );
    assert_eq!(client.shown("Result:"), "ongoing");
    assert_eq!(client.shown("Fen:"), "8/8/4k3/8/8/4K3/8/3R4 w - 32 13 64");
    client.send(
        "position fen 8/8/4k3/8/8/4K3/3R4/8 b - 32 6 60 moves e6e5 d2d1 e5e6 d1d2 e6e5 d2d1 e5e6 d1d2",
    );
    assert_eq!(client.shown("Result:"), "repetition");
}

#[test]
fn every_result_has_its_word_and_sentence() {
    let mut client = Client::start();
    for (fen, word, sentence) in [
        (START, "ongoing", "no count runs"),
        ("R3k3/8/4K3/8/8/8/8/8 b - 32 8 60", "mate", "White mates."),
        ("k7/1R6/2K5/8/8/8/8/8 b - 32 8 60", "stalemate", "Draw by stalemate."),
        ("8/8/4k3/8/8/4K3/3R4/8 w - 32 33 60", "count-draw", "Draw: the count ran out."),
        (
            "8/8/4k3/8/8/4K3/3N4/8 w - 128 8 60",
            "material",
            "Draw: neither side has the men to win.",
        ),
    ] {
        client.send(&format!("position fen {fen}"));
        let lines = client.ask("d");
        let at = lines.iter().position(|line| *line == format!("Result: {word}"));
        let at = at.unwrap_or_else(|| panic!("{fen}: {lines:#?}"));
        assert_eq!(lines[at + 1], sentence, "{fen}");
    }
}

#[test]
fn checkers_are_named() {
    let mut client = set_up("position fen 4k3/8/3N4/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(client.shown("Checkers:"), "d6");
    let key = client.shown("Key:");
    assert_eq!(key.len(), 16);
    client.send("position fen 4k3/8/3N4/8/8/8/8/4K3 b - 128 9 77");
    assert_eq!(client.shown("Key:"), key, "repetition knows no count");
}

#[test]
fn promotions_are_read_in_both_cases() {
    for mv in ["a5a6m", "a5a6M"] {
        let mut client = set_up(&format!("position fen 4k3/8/8/P7/8/8/8/4K3 w - - 0 1 moves {mv}"));
        assert_eq!(client.shown("Fen:"), "4k3/8/M7/8/8/8/8/4K3 b - 128 6 1", "{mv}");
    }
}

#[test]
fn an_illegal_position_is_named_and_changes_nothing() {
    let mut client = set_up("position startpos moves e3e4");
    let before = client.shown("Fen:");
    for (fen, fault) in [
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 khun"),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "White has 2 khun"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "Black is in check"),
        ("4k3 w - - 0 1", "the board has 1 rank, needs 8"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "7 ranks"),
        ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "9 ranks"),
        ("4k4/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8 has 9 files"),
        ("k/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8 has 1 file, needs 8"),
        ("4k2/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8 has 7 files"),
        ("4k3/8/8/3j4/8/8/8/4K3 w - - 0 1", "unknown letter 'j'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -5 1", "negative"),
        ("4k3/8/8/8/8/8/8/4K3 w - -64 0 1", "negative"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a bia of White on a8, its last rank"),
        ("rnsmksnr/rrr5/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", "35 men"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move"),
        ("", "empty"),
        ("pv bestmove", "rank"),
    ] {
        let lines = client.ask(&format!("position fen {fen}"));
        assert_eq!(lines.len(), 1, "{fen}: {lines:#?}");
        assert!(lines[0].starts_with("info string illegal FEN: "), "{fen}: {lines:#?}");
        assert!(lines[0].contains(fault), "{fen}: {lines:#?}");
        assert!(lines[0].ends_with("; the position stays"), "{fen}: {lines:#?}");
        assert_eq!(client.shown("Fen:"), before, "{fen}");
    }
    for command in ["position", "position moves e3e4", "position startpos e3e4", "position here"] {
        let lines = client.ask(command);
        assert_eq!(lines.len(), 1, "{command}: {lines:#?}");
        assert!(lines[0].starts_with("info string position: expected "), "{command}: {lines:#?}");
        assert_eq!(client.shown("Fen:"), before, "{command}");
    }
}

#[test]
fn a_move_list_is_followed_up_to_the_first_illegal_move() {
    let mut client = Client::start();
    for bad in ["e4e6", "e2e4", "d8d7", "zzzz", "e4e5m", "0000", "pv"] {
        let lines = client.ask(&format!("position startpos moves e3e4 d6d5 {bad} a3a4"));
        assert_eq!(lines.len(), 1, "{bad}: {lines:#?}");
        assert!(lines[0].starts_with("info string move 3 of the list: "), "{bad}: {lines:#?}");
        let after = "rnsmksnr/8/ppp1pppp/3p4/4P3/PPPP1PPP/8/RNSKMSNR w - - 0 2";
        assert_eq!(client.shown("Fen:"), after, "{bad}");
    }
}

/// Under other rules a list may end early; it is whole again under the first ones. In Makpong a khun in check
/// may not move.
#[test]
fn moves_come_back_with_the_rules_that_allow_them() {
    let mut client = Client::start();
    let moves = "e8d8 a1b1 d8c8 b1c1";
    client.ask(&format!("position fen 4k3/8/8/8/8/8/4R3/K7 b - - 0 1 moves {moves} zzzz"));
    let played = "2k5/8/8/8/8/8/4R3/2K5 b - 32 8 3";
    assert_eq!(client.shown("Fen:"), played);
    let lines = client.ask("setoption name UCI_Variant value makpong");
    assert!(lines[0].starts_with("info string move 1 of the list: "), "{lines:#?}");
    assert_eq!(client.ask("setoption name CountingRule value thai").len(), 0, "not refused again");
    client.ask("setoption name CountingRule value makruk");
    client.ask("setoption name UCI_Variant value makruk");
    assert_eq!(client.shown("Fen:"), played);
}
