//! Every vector unit of the processor gives the same results, and the program reports which one it
//! uses.

use crate::client::{Client, PROGRAM};
use sakdi_engine::eval::nnue::VectorUnit;
use std::process::{Command, Output};

fn run(unit: &str, arguments: &[&str]) -> Output {
    Command::new(PROGRAM)
        .args(arguments)
        .env(VectorUnit::VARIABLE, unit)
        .output()
        .expect("the program starts")
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("text")
}

#[test]
fn the_bench_signature_is_the_same_with_every_unit() {
    let bench = |unit: VectorUnit| {
        let output = text(run(unit.name(), &["bench", "7"]).stdout);
        let lines: Vec<&str> = output.lines().collect();
        let [.., named, last] = &lines[..] else { panic!("{output}") };
        assert_eq!(*named, format!("vector unit {unit}"));
        last.split(' ').next().expect("a number of nodes").to_owned()
    };
    let expected = bench(VectorUnit::SCALAR);
    for unit in VectorUnit::available() {
        assert_eq!(bench(unit), expected, "{unit}");
    }
}

#[test]
fn a_unit_that_is_not_to_be_had_is_refused() {
    let output = run("mmx", &["bench", "1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let error = text(output.stderr);
    assert!(error.starts_with("sakdi: SAKDI_VECTOR_UNIT: \"mmx\" is none of scalar"), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
}

/// Scripts pass on a variable that may be unset.
#[test]
fn an_empty_name_is_none() {
    let output = run("", &["--version"]);
    let fastest = format!("vector unit {}", VectorUnit::active());
    assert_eq!(text(output.stdout).lines().last(), Some(&*fastest));
}

#[test]
fn the_program_says_what_it_is() {
    let lines = [
        sakdi_version::VERSION.to_owned(),
        format!("commit {}", sakdi_version::COMMIT),
        format!("target {}", sakdi_version::TARGET),
        "vector unit scalar".to_owned(),
    ];
    let output = text(run("scalar", &["--version"]).stdout);
    assert_eq!(output, format!("sakdi {}\n", lines.join("\n")));
    // Without the environment variable the program uses the best unit.
    let mut client = Client::start();
    let reported = client.ask("compiler");
    assert_eq!(reported[..3], lines[..3]);
    assert_eq!(reported[3], format!("vector unit {}", VectorUnit::active()));
    assert_eq!(text(run("scalar", &["-V"]).stdout), format!("sakdi {}\n", sakdi_version::VERSION));
}
