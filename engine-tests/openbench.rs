//! What OpenBench asks of an engine beside UCI: openings by `genfens`.

use crate::client::PROGRAM;
use makruk::notation::fen;
use makruk::rules::{CountingRule, Variant};
use std::collections::HashSet;
use std::fs;
use std::process::{Command, Output};

fn request(words: &str) -> Output {
    Command::new(PROGRAM).args([words, "quit"]).output().expect("the program starts")
}

/// The openings of a request that succeeds.
#[track_caller]
fn openings(words: &str, variant: Variant) -> Vec<String> {
    let output = request(words);
    assert!(output.status.success(), "{words}: {output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    let opening = |line: &str| {
        let text = line.strip_prefix("info string genfens ").expect("an opening");
        assert_eq!(text.split(' ').count(), 6, "the client takes six fields: {text}");
        fen::parse(text, variant, CountingRule::default()).expect("a legal position");
        text.to_owned()
    };
    text.lines().map(opening).collect()
}

#[test]
fn openings_depend_on_all_bits_of_the_seed() {
    let of = |words: &str| openings(words, Variant::Makruk);
    let one = of("genfens 40 seed 7 book None");
    assert_eq!(one.iter().collect::<HashSet<_>>().len(), 40);
    assert_eq!(one, of("genfens 40 seed 7 book None"));
    // The client puts the workload into the upper half.
    assert_ne!(one, of("genfens 40 seed 4294967303 book None"));
    assert!(one.iter().all(|fen| fen.ends_with(" 5")), "eight plies: {one:?}");
    let longer = of("genfens 3 seed 7 book None plies 10");
    assert!(longer.iter().all(|fen| fen.ends_with(" 6")), "{longer:?}");
    openings("genfens 3 seed 7 book None variant makpong", Variant::Makpong);
}

#[test]
fn a_book_is_used_in_an_order_by_the_seed() {
    let folder = tempfile::tempdir().expect("a folder");
    let book = folder.path().join("book.epd");
    let lines = openings("genfens 5 seed 1 book None", Variant::Makruk);
    fs::write(&book, lines.join("\n") + "\n").expect("room");
    let of = |seed: u64| {
        let words = format!("genfens 10 seed {seed} book {}", book.display());
        openings(&words, Variant::Makruk)
    };
    let (first, second) = (of(1), of(2));
    assert_eq!(first.iter().collect::<HashSet<_>>(), lines.iter().collect());
    assert_ne!(first, second);
    assert_eq!(first[..5], first[5..], "a short book begins again");
}

#[test]
fn a_wrong_request_is_refused() {
    let output = request("genfens 5 seed x book None");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("seed"), "{output:?}");
    assert!(output.stdout.is_empty());
    assert_eq!(request("genfens 5 seed 1 book none.epd").status.code(), Some(2));
}
