//! Tuning: traces agree with the evaluation, weights are written to their file only, and the result
//! depends on the data only.

use crate::client::PROGRAM;
use crate::synthetic;
use sakdi_engine::bench;
use sakdi_engine::eval::{self, TaperedWeight, Trace};
use sakdi_training::data::Filter;
use sakdi_training::tune::{self, Split, TuneSettings, WeightsFileError};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn value(trace: &Trace, weights: &[TaperedWeight]) -> f32 {
    let sum: f32 = trace
        .coefficients
        .iter()
        .map(|&(term, count)| {
            let [middlegame, endgame] = weights[usize::from(term)].map(f32::from);
            f32::from(count) * (middlegame * trace.middlegame + endgame * (1.0 - trace.middlegame))
        })
        .sum();
    sum * trace.scale + trace.offset
}

#[test]
fn a_trace_gives_the_value_of_the_evaluation() {
    let weights = eval::built_in_weights();
    for game in bench::games().expect("legal positions") {
        let position = game.position();
        let found = value(&eval::trace(position), &weights);
        let expected = eval::explain(position).white as f32;
        // Rounding errors of the value and of the scale.
        assert!((found - expected).abs() <= 2.5, "{found} {expected} {position:?}");
    }
}

#[test]
fn the_groups_cover_all_terms_in_order() {
    let mut next = 0;
    for (name, range) in eval::term_groups() {
        assert_eq!(range.start, next, "{name}");
        next = range.end;
    }
    assert_eq!(next, eval::built_in_weights().len());
}

const FILE: &str =
    "// numbers\nstatic WEIGHTS: [W; 2] = [\n    // bia\n    w(1, -2), // keep\n    w(3, 4),\n];\n";
const PRESENT: &[TaperedWeight] = &[[1, -2], [3, 4]];

#[test]
fn the_layout_of_the_weights_file_is_kept() {
    let tuned = tune::replace_weights(FILE, PRESENT, &[[-10, 20], [3, 5]]).expect("fits");
    assert_eq!(tuned, FILE.replace("w(1, -2)", "w(-10, 20)").replace("w(3, 4)", "w(3, 5)"));
}

#[test]
fn a_file_of_other_weights_is_rejected() {
    let unchanged = |text: &str| tune::replace_weights(text, PRESENT, PRESENT);
    assert!(matches!(
        unchanged(&FILE.replace("-2", "-3")),
        Err(WeightsFileError::Stale { number: 1 })
    ));
    assert!(matches!(
        unchanged(&FILE.replace("3, 4", "3")),
        Err(WeightsFileError::Unreadable { number: 2 })
    ));
    let more = FILE.replace("];", "    w(5, 6),\n];");
    assert!(matches!(unchanged(&more), Err(WeightsFileError::Length { found: 3, expected: 2 })));
    assert!(matches!(unchanged(""), Err(WeightsFileError::Length { found: 0, expected: 2 })));
}

fn sakdi(arguments: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).stdin(Stdio::null()).env_remove("RUST_LOG");
    command.output().expect("the program starts")
}

fn weights_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/engine/src/eval/weights.rs")
}

/// Tunes on a shard; returns standard output, standard error and the file written.
fn tuned(folder: &Path, shard: &str, threads: &str) -> (String, String, String) {
    let (weights, out) = (weights_file(), folder.join(format!("weights-{threads}.rs")));
    let (weights, written) = (weights.to_str().expect("a path"), out.to_str().expect("a path"));
    let arguments = ["tune", shard, "--weights", weights, "--out", written, "--threads", threads];
    let output = sakdi(&[&arguments[..], &["--epochs", "3", "--prior", "5"]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let file = std::fs::read_to_string(&out).expect("a file");
    // The last line names the file.
    let said = text(output.stdout).replace(written, "FILE");
    (said, text(output.stderr), file)
}

/// The text without its numbers.
fn layout(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_ascii_digit() && *letter != '-').collect()
}

#[test]
fn tuning_does_not_depend_on_threads_and_skips_damage() {
    let folder = tempfile::tempdir().expect("a folder");
    let shard = folder.path().join("shard");
    let path = shard.to_str().expect("a path");
    let played = sakdi(&["selfplay", "--out", path, "--games", "24", "--nodes", "30"]);
    assert_eq!(played.status.code(), Some(0), "{played:?}");

    let one = tuned(folder.path(), path, "1");
    let two = tuned(folder.path(), path, "2");
    assert_eq!(one, two);
    let (said, complaints, written) = one;
    assert!(complaints.is_empty(), "{complaints}");
    let present = std::fs::read_to_string(weights_file()).expect("a file");
    assert_eq!(layout(&written), layout(&present));
    assert!(said.contains("\nepoch 3 training "), "{said}");
    assert!(said.contains("\nepochs 3 patience 6 batch 16384 seed 1\n"), "{said}");
    assert!(!said.contains("TuneSettings"), "{said}");

    // Games that are there twice count once.
    let mut bytes = std::fs::read(&shard).expect("a file");
    std::fs::write(&shard, bytes.repeat(2)).expect("written");
    std::fs::remove_file(folder.path().join("weights-1.rs")).expect("it is there");
    let (repeated, _, same) = tuned(folder.path(), path, "1");
    assert!(repeated.contains("\nrepeated games: 24\n"), "{repeated}");
    assert_eq!((repeated.replace("repeated games: 24\n", ""), same), (said, written));

    bytes[100] ^= 1;
    std::fs::write(&shard, &bytes).expect("written");
    std::fs::remove_file(folder.path().join("weights-1.rs")).expect("it is there");
    let (said, complaints, _) = tuned(folder.path(), path, "1");
    assert!(said.starts_with("games 23 "), "{said}");
    assert!(complaints.contains("checksum is wrong at byte 0"), "{complaints}");
}

/// Starts from weights divided by four, and fits them to scores of the handcrafted evaluation.
#[test]
fn wrong_weights_are_corrected() {
    let mut split = Split::default();
    let shard = synthetic::shard(81, |position| eval::explain(position).white);
    split.add_shard(&shard, &Filter::default());
    // The seeds 0, 20, 40, 60 and 80.
    assert!(!split.held_out.is_empty() && split.held_out.len() < split.training.len() / 4);
    let wrong: Vec<TaperedWeight> =
        eval::built_in_weights().iter().map(|pair| pair.map(|weight| weight / 4)).collect();
    let settings = TuneSettings {
        result_share: 0.0,
        epochs: 10,
        batch: 256,
        learning_rate: 10.0,
        prior: 1.0,
        ..TuneSettings::default()
    };
    let fit = tune::fit(&split.training, &split.held_out, &wrong, &settings, |_| ());
    assert!(fit.held_out[1] < 0.1 * fit.held_out[0], "{:?}", fit.held_out);
    assert_eq!(fit.held_out[1], tune::loss(&split.held_out, &fit.weights, &settings));
}

#[test]
fn bad_input_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let empty = folder.path().join("empty");
    std::fs::write(&empty, "").expect("written");
    let (copy, new) = (folder.path().join("weights.rs"), folder.path().join("new.rs"));
    std::fs::copy(weights_file(), &copy).expect("copied");
    let [empty, file, new] = [&empty, &copy, &new].map(|path| path.to_str().expect("a path"));
    let to = |out| ["--weights", file, "--out", out];
    let refusals: [(&[&str], &str); 6] = [
        (&[&[empty][..], &to(new)].concat(), "too few games"),
        (&[empty, "--weights", empty, "--out", new], "has 0 weights"),
        (&[&["none"][..], &to(new)].concat(), "cannot read none"),
        (&[&[empty, "--result-share", "2"][..], &to(new)].concat(), "--result-share"),
        // Input files are not overwritten, and no file is written without a path.
        (&[&[empty][..], &to(file)].concat(), "weights.rs is read by this command"),
        (&[empty, "--weights", file], "--out <FILE>"),
    ];
    let before = std::fs::read(&copy).expect("a file");
    for (arguments, expected) in refusals {
        let output = sakdi(&[&["tune"], arguments].concat());
        assert_eq!(std::fs::read(&copy).expect("a file"), before);
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}
