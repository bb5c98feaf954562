//! The tables of three men against a second solver, `tools/retrograde.c`, which shares nothing with
//! that of the program. Its head says how larger endings are compared.

use super::{SOLVED, TABLES};
use makruk::notation::fen;
use makruk::types::{Color, Square};
use sakdi_engine::tablebase::verify;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The second solver, compiled into a folder.
fn compiled(folder: &Path) -> std::path::PathBuf {
    let program = folder.join("retrograde");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/retrograde.c");
    let status = Command::new("cc").arg("-O2").arg("-o").arg(&program).arg(source).status();
    assert!(status.expect("a C compiler, which zstd needs, too").success());
    program
}

/// What the second solver says of positions of an ending, given as lines of FEN and distance.
fn compare(program: &Path, ending: &str, positions: &Path) -> Output {
    let positions = std::fs::File::open(positions).expect("positions");
    let output = Command::new(program).arg(ending).stdin(Stdio::from(positions)).output();
    output.expect("the second solver starts")
}

#[test]
fn a_second_solver_agrees_on_every_position_of_three_men() {
    let folder = tempfile::tempdir().expect("a directory");
    let program = compiled(folder.path());
    let path = folder.path().join("positions");
    let mut compared = 0;
    for solved in SOLVED.iter().filter(|solved| solved.stats.ending.men() == 3) {
        let mut lines = String::new();
        for row in 0..solved.layout.placements() {
            let placement = solved.layout.placement(row);
            for (square, to_move) in Square::all().flat_map(|at| Color::ALL.map(|side| (at, side)))
            {
                let position = verify::position(&solved.layout, &placement, square, to_move);
                let Some(position) = position else { continue };
                let distance = TABLES.probe_side(&position, Color::White).expect("known").distance;
                let distance = distance.map_or("-".to_owned(), |distance| distance.to_string());
                writeln!(lines, "{} {distance}", fen::format(&position)).expect("memory");
            }
        }
        std::fs::write(&path, &lines).expect("room on the disk");
        let ending = solved.stats.ending.to_string();
        let output = compare(&program, &ending, &path);
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{ending}: {said}");
        let expected = format!("compared\t{}\twrong\t0\n", lines.lines().count());
        assert!(said.ends_with(&expected), "{ending}: {said}");
        let strong = &solved.stats.strong;
        let numbers = format!("strong\t{}\t{}\t{}\n", strong.legal, strong.won(), strong.longest());
        assert!(said.starts_with(&numbers), "{ending}: {said}");
        compared += lines.lines().count();
    }
    assert!(compared > 700_000, "{compared}");
}

#[test]
fn the_second_solver_finds_a_wrong_distance() {
    let folder = tempfile::tempdir().expect("a directory");
    let program = compiled(folder.path());
    let path = folder.path().join("positions");
    for (lines, status) in [
        ("k7/2S5/K7/8/8/8/8/8 w - - 0 1 1\n", 1),
        ("k7/2M5/K7/8/8/8/8/8 w - - 0 1 -\n", 2),
        ("no position\n", 2),
    ] {
        std::fs::write(&path, lines).expect("room on the disk");
        let output = compare(&program, "KSvK", &path);
        assert_eq!(output.status.code(), Some(status), "{lines}");
    }
}
