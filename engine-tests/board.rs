//! `sakdi board`: positions as text and as pictures.

use crate::client::PROGRAM;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The pictures of the documents, and the arguments that draw them.
const PICTURES: &[(&str, &[&str])] = &[
    ("start.svg", &[]),
    ("khon.svg", &["--fen", KHON, "--arrow", "d4d5", "d4c5", "d4e5", "d4c3", "d4e3"]),
    ("met.svg", &["--fen", MET, "--arrow", "d4c5", "d4e5", "d4c3", "d4e3"]),
];

const KHON: &str = "4k3/8/8/8/3S4/8/8/K7 w - - 0 1";
const MET: &str = "4k3/8/8/8/3M4/8/8/K7 w - - 0 1";

/// The exit status, standard output and standard error of `sakdi board`.
fn board(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(PROGRAM).arg("board").args(arguments).output().expect("it starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Set `SAKDI_DRAW` to draw them again.
#[test]
fn the_pictures_of_the_documents_are_what_the_program_draws() {
    let folder = tempfile::tempdir().expect("a folder");
    let documents = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/images");
    for (name, arguments) in PICTURES {
        let path = folder.path().join(name);
        let svg = ["--svg", path.to_str().expect("a path in UTF-8")];
        assert_eq!(board(&[&svg, *arguments].concat()), (Some(0), String::new(), String::new()));
        let drawn = fs::read_to_string(&path).expect("a picture");
        if std::env::var_os("SAKDI_DRAW").is_some() {
            fs::write(documents.join(name), &drawn).expect("it is written");
        }
        let kept = fs::read_to_string(documents.join(name)).expect("a picture");
        assert!(drawn == kept, "{name} is stale: SAKDI_DRAW=1 cargo test --release board::");
    }
}

#[test]
fn moves_are_played_and_the_last_one_is_marked() {
    let (status, text, _) = board(&["--men", "ascii", "--moves", "e3e4", "d6d5", "e4d5"]);
    assert_eq!(status, Some(0));
    assert!(text.contains("[P]") && text.contains("[.]"), "{text}");
    // In every notation, as in `play`.
    for moves in [["e4", "d5", "exd5"], ["จ๓จ๔", "ง๕", "จxง๕"], ["E3 E4", "D6-D5", "e4xd5"]]
    {
        let written = board(&[&["--men", "ascii", "--moves"][..], &moves].concat());
        assert_eq!(written, (Some(0), text.clone(), String::new()), "{moves:?}");
    }
    let (_, thai, _) = board(&["--men", "ascii", "--language", "th", "--near", "black"]);
    assert!(thai.starts_with(" ๑  R "), "{thai}");
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    for (arguments, complaint) in [
        (&["--fen", "nonsense"][..], "sakdi: illegal FEN: "),
        (&["--moves", "e3e5"], "sakdi: "),
        (&["--svg", "/dev/null", "--arrow", "e3e3"], "error: invalid value 'e3e3'"),
        (&["--arrow", "e3e4"], "error: the following required arguments were not provided:"),
        (&["--svg", env!("CARGO_MANIFEST_PATH")], "sakdi: "),
    ] {
        let (status, text, complaints) = board(arguments);
        assert_eq!((status, text.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(complaints.starts_with(complaint), "{arguments:?}: {complaints}");
    }
}
