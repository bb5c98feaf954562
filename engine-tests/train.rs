//! Training: a net depends on data and settings only, runs can be interrupted and resumed, and bad
//! input is reported.

use crate::client::PROGRAM;
use crate::{harness, synthetic};
use sakdi_engine::eval::nnue::{Net, Provenance};
use sakdi_training::data::{SelfplaySettings, ShardWriter, selfplay};
use sakdi_training::train::{
    Data, Event, FloatFile, Loader, ResultShare, State, TrainSettings, Trainer,
};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

/// A shard of a few games, which all tests share.
fn shard() -> &'static [u8] {
    static SHARD: OnceLock<Vec<u8>> = OnceLock::new();
    SHARD.get_or_init(|| play(40))
}

/// Plays games with seeds from 0 on.
fn play(games: u64) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shard");
    let recipe = SelfplaySettings { nodes: 30, hash_mib: 1, ..SelfplaySettings::default() };
    let mut shard = ShardWriter::create(&path).expect("a shard");
    selfplay::run(&recipe, 0..games, 2, &mut shard, &AtomicBool::new(false), |_| ())
        .expect("written");
    std::fs::read(&path).expect("a file")
}

/// A folder with a shard in it.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("shard"), shard()).expect("written");
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        command.current_dir(&self.0).arg("train").args(arguments);
        command.stdin(Stdio::null()).env_remove("RUST_LOG");
        command
    }

    fn train(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the program starts")
    }

    /// Trains a little; returns standard output and standard error.
    #[track_caller]
    fn good(&self, arguments: &[&str]) -> (String, String) {
        let few = ["--epochs", "3", "--batch", "256", "--held-out", "0.2"];
        let output = self.train(&[arguments, &few].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (text(output.stdout), text(output.stderr))
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).expect("a file")
    }
}

#[test]
fn threads_and_memory_do_not_change_the_net() {
    let folder = Folder::new();
    let (said, complaints) = folder.good(&["shard", "--out", "one", "--threads", "1"]);
    assert_eq!(complaints.lines().count(), 1, "{complaints}");
    assert!(complaints.contains(" steps are too few"), "{complaints}");
    assert!(said.contains("\nsteps "), "{said}");
    for (name, more) in [("two", ["--threads", "2"]), ("files", ["--memory", "0"])] {
        assert_eq!(folder.good(&[&["shard", "--out", name][..], &more].concat()).0, said);
        assert_eq!(folder.bytes(name), folder.bytes("one"), "{name}");
    }
    folder.good(&["shard", "--out", "other", "--seed", "2"]);
    assert_ne!(folder.bytes("other"), folder.bytes("one"));

    let bytes = folder.bytes("one");
    let (_, Provenance { recipe, data }) = Net::read(&bytes).expect("a net");
    let hex = |bytes: &[u8]| -> String { bytes.iter().map(|b| format!("{b:02x}")).collect() };
    for line in [format!("recipe {}", hex(&recipe)), format!("data {}", hex(&data))] {
        assert!(said.contains(&format!("\n{line}\n")), "{line}: {said}");
    }
    let last = said.lines().last().expect("a line");
    let words: Vec<&str> = last.split(' ').collect();
    let [
        "trained",
        "positions",
        positions,
        "epochs",
        "3",
        "loss",
        loss,
        "held-out",
        held_out,
        "net",
        net,
    ] = words[..]
    else {
        panic!("{last}");
    };
    assert!(positions.parse::<u64>().is_ok_and(|positions| positions > 1_000), "{last}");
    assert!([loss, held_out].iter().all(|loss| loss.parse::<f64>().is_ok()), "{last}");
    assert_eq!(net, hex(&bytes[bytes.len() - 32..]));
}

/// With tables the labels of their positions are exact, so that the net and its provenance are others.
#[test]
fn tables_correct_the_labels_of_endings() {
    let folder = Folder::new();
    let start = harness::position("4k3/8/8/3m4/8/8/8/R3K3 w - 128 1 1");
    let endings = synthetic::shard_from(start, 20, synthetic::material);
    std::fs::write(folder.path("shard"), [shard(), &endings].concat()).expect("written");
    let args = ["tables", "build", "KRvKM", "KMvKR", "--dir", "tables"];
    let built = Command::new(PROGRAM).current_dir(&folder.0).args(args).output();
    assert!(built.expect("the program starts").status.success());
    let (plain, _) = folder.good(&["shard", "--out", "plain"]);
    assert!(!plain.contains("labels from tables"), "{plain}");
    let corrected = ["shard", "--out", "corrected", "--tables", "tables", "--json", "record"];
    let (said, _) = folder.good(&corrected);
    let line = said.lines().find_map(|line| line.strip_prefix("labels from tables: "));
    let number: u64 = line.and_then(|number| number.parse().ok()).expect("a number");
    assert!(number > 0, "{said}");
    let record = String::from_utf8(folder.bytes("record")).expect("text");
    assert!(record.contains(&format!("\"corrected\":{number},")), "{record}");
    let [plain, corrected] = ["plain", "corrected"].map(|name| folder.bytes(name));
    assert_ne!(plain, corrected);
    let data = |net: &[u8]| Net::read(net).expect("a net").1.data;
    assert_ne!(data(&plain), data(&corrected));
}

fn settings() -> TrainSettings {
    TrainSettings { epochs: 6, batch: 256, held_out: 0.2, ..TrainSettings::default() }
}

fn data(shard: &[u8], settings: &TrainSettings) -> Data {
    let mut loader = Loader::new(settings, usize::MAX, Path::new("."));
    assert!(loader.add_shard(shard).expect("read").is_empty());
    loader.finish().expect("read")
}

/// The net learns the value of each man from scores that are the material on the board.
#[test]
fn the_loss_falls() {
    let result_share = ResultShare { first: 0.0, last: 0.0 };
    let settings = TrainSettings { result_share, learning_rate: 0.003, ..settings() };
    let data = data(&synthetic::shard(400, synthetic::material), &settings);
    let trainer = Trainer::new(&data, &settings);
    let mut state = State::random(1);
    let untrained = trainer.held_out_loss(&state.weights).expect("games are held out");
    let mut losses = Vec::new();
    let over = trainer.run(&mut state, |_, event| {
        if let Event::Epoch { training, held_out, .. } = event {
            losses.push((training, held_out.expect("games are held out")));
        }
        ControlFlow::Continue(())
    });
    assert!(over.expect("a run"));
    let [first, .., last] = losses[..] else { panic!("{losses:?}") };
    assert!(last.0 < 0.1 * first.0 && last.1 < 0.2 * untrained, "{untrained} {losses:?}");
    let net = state.weights.quantize();
    let error = trainer.quantization_error(&state.weights, &net).expect("games are held out");
    assert!((error.net_loss - error.float_loss).abs() < 0.05 * untrained, "{error:?}");
    assert!(error.mean_difference < 20.0, "{error:?}");
}

/// A run that is interrupted at any step and resumed from a file gives the same net.
#[test]
fn an_interrupted_run_ends_the_same() {
    let settings = settings();
    let data = data(shard(), &settings);
    let trainer = Trainer::new(&data, &settings);
    let run = |state: &mut State, steps: u64| {
        let mut epochs = Vec::new();
        let over = trainer.run(state, |state, event| {
            if let Event::Epoch { .. } = event {
                epochs.push(event);
            }
            if state.progress.steps == steps {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        (over.expect("a run"), epochs)
    };
    let mut whole = State::random(1);
    let (over, told) = run(&mut whole, 0);
    assert!(over);
    let an_epoch = whole.progress.steps / 6;
    assert!(an_epoch > 3);
    for steps in [1, an_epoch + 2, 2 * an_epoch, 6 * an_epoch - 1] {
        let mut state = State::random(1);
        let (over, mut epochs) = run(&mut state, steps);
        assert!(!over && state.progress.steps == steps);
        let provenance = Provenance::default();
        let kept = FloatFile::read(&FloatFile::to_bytes(&provenance, &state, true));
        let mut state = kept.expect("a file").into_state().expect("a run");
        epochs.extend(run(&mut state, 0).1);
        assert_eq!((&state, &epochs), (&whole, &told), "{steps}");
    }
}

#[test]
fn damaged_shards_are_reported_and_skipped() {
    let folder = Folder::new();
    let mut bytes = folder.bytes("shard");
    bytes[100] ^= 1;
    std::fs::write(folder.path("spoilt"), &bytes).expect("written");
    std::fs::write(folder.path("text"), "no shard").expect("written");
    let (said, complaints) = folder.good(&["spoilt", "text", "--out", "net"]);
    assert!(said.starts_with("games 39 "), "{said}");
    assert!(said.contains("damaged shards 2, damaged ranges 2, unreadable records 0"), "{said}");
    assert!(complaints.contains("spoilt: a block whose checksum is wrong at byte 0"));
    assert!(complaints.contains("text: no block of training data at byte 0"), "{complaints}");
    // All games of the undamaged shard but one were read before.
    let (said, _) = folder.good(&["spoilt", "shard", "--out", "other"]);
    assert!(said.starts_with("games 40 ") && said.contains("repeated games: 39\n"), "{said}");
}

#[test]
fn runs_continue_from_checkpoints_float_files_and_nets() {
    let folder = Folder::new();
    let kept = ["shard", "--out", "net", "--checkpoint", "kept", "--float", "float"];
    let (said, _) = folder.good(&kept);
    let net = folder.bytes("net");
    // The run is complete: the net is only written again.
    std::fs::remove_file(folder.path("net")).expect("it is there");
    let (again, _) = folder.good(&[&kept[..], &["--resume"]].concat());
    assert_eq!(again.lines().last(), said.lines().last());
    assert_eq!(folder.bytes("net"), net);
    // Both outputs are there and the same; a file of another run stays.
    folder.good(&[&kept[..], &["--resume"]].concat());
    assert_eq!(folder.bytes("net"), net);
    std::fs::write(folder.path("other"), "kept").expect("written");
    let slip = ["shard", "--out", "other", "--checkpoint", "kept", "--resume"];
    let output = folder.train(&slip);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(folder.bytes("other"), b"kept");
    // A new run that starts from the weights of the old one and needs fewer steps.
    let loss = |said: &str| -> f64 {
        let words: Vec<&str> = said.lines().last().unwrap_or_default().split(' ').collect();
        words[6].parse().expect("a loss")
    };
    for from in ["float", "net"] {
        let out = format!("from-{from}");
        let (further, complaints) = folder.good(&["shard", "--out", &out, "--from", from]);
        assert_eq!(complaints, "");
        assert!(loss(&further) < loss(&said), "{further}");
        assert!(!further.contains("start random"), "{further}");
    }
    // A damaged net is named as one.
    let mut damaged = net;
    damaged[1_000] ^= 1;
    std::fs::write(folder.path("damaged"), damaged).expect("written");
    let output = folder.train(&["shard", "--out", "last", "--from", "damaged"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("damaged") && error.contains("checksum"), "{error}");
}

/// Weights that are not finite give no net, whatever file holds them.
#[test]
fn weights_that_are_no_numbers_are_refused() {
    let folder = Folder::new();
    for (name, bad) in [("nan", f32::NAN), ("infinite", f32::NEG_INFINITY)] {
        let state = State::new(sakdi_training::train::Params::filled(bad));
        let bytes = FloatFile::to_bytes(&Provenance::default(), &state, true);
        std::fs::write(folder.path(name), bytes).expect("written");
        for more in [&["--from", name][..], &["--checkpoint", name, "--resume"]] {
            let outputs = ["shard", "--epochs", "1", "--out", "net", "--float", "float"];
            let output = folder.train(&[&outputs[..], more].concat());
            let error = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{more:?}: {error}");
            assert_eq!(error, format!("sakdi: {name}: its weights are not all finite numbers\n"));
            assert!(!folder.path("net").exists() && !folder.path("float").exists());
        }
    }
}

/// Ctrl-C writes a checkpoint, from which the run can be resumed.
#[cfg(unix)]
#[test]
fn an_interrupt_writes_a_checkpoint() {
    use std::io::{BufRead, BufReader};
    let folder = Folder::new();
    for resumed in [false, true] {
        let endless = ["shard", "--out", "net", "--checkpoint", "kept", "--epochs", "1000000"];
        let arguments =
            if resumed { [&endless[..], &["--resume"]].concat() } else { endless.into() };
        let mut command = folder.command(&arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let said = |lines: &mut dyn Iterator<Item = std::io::Result<String>>, start: &str| {
            lines.map(|line| line.expect("text")).find(|line| line.starts_with(start))
        };
        if resumed {
            assert!(said(&mut lines, "going on after ").is_some());
        }
        assert!(said(&mut lines, "epoch ").is_some());
        crate::client::interrupt(&child);
        assert_eq!(
            lines.map_while(Result::ok).filter(|line| line.starts_with("trained")).count(),
            0
        );
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        let kept = FloatFile::read(&folder.bytes("kept")).expect("a checkpoint");
        assert!(kept.progress.is_some_and(|progress| progress.steps > 0));
    }
    assert!(!folder.path("net").exists());
}

#[test]
fn bad_input_is_reported_in_one_line() {
    let folder = Folder::new();
    std::fs::write(folder.path("empty"), "").expect("written");
    let few = ["shard", "--epochs", "1", "--checkpoint", "kept", "--float", "float"];
    assert_eq!(folder.train(&[&few[..], &["--out", "net"]].concat()).status.code(), Some(0));
    let shard = |more: &[&'static str]| [&["shard"][..], more].concat();
    let refusals: [(Vec<&str>, &str); 15] = [
        (vec!["none"], "cannot read none"),
        (vec!["empty"], "no position to learn from"),
        (shard(&["--epochs", "0"]), "at least one epoch"),
        (shard(&["--batch", "0"]), "one position in a batch"),
        (shard(&["--rate", "NaN"]), "rates are above 0"),
        (shard(&["--rate", "0.001", "--final-rate", "0.01"]), "not above the first"),
        (shard(&["--sigmoid-scale", "0"]), "scale of the sigmoid"),
        (shard(&["--sigmoid-offset=-5"]), "offset of the sigmoid"),
        (shard(&["--held-out", "0.9"]), "held out"),
        (shard(&["--from", "empty"]), "empty: no file of weights"),
        (shard(&["--float", "nowhere/float"]), "nowhere/float: No such file or directory"),
        (shard(&["--checkpoint", "kept"]), "kept already exists: give --resume to continue it"),
        (shard(&["--float", "float"]), "float already exists\n"),
        (shard(&["--checkpoint", "kept", "--resume"]), "other settings"),
        (shard(&["--checkpoint", "float", "--resume", "--epochs", "1"]), "weights alone"),
    ];
    for (arguments, expected) in refusals {
        let output = folder.train(&[&arguments[..], &["--out", "other"]].concat());
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(expected) && error.lines().count() == 1, "{arguments:?}: {error}");
        assert!(!folder.path("other").exists());
    }
    for output in ["--out", "--float", "--checkpoint"] {
        let out = if output == "--out" { &[][..] } else { &["--out", "other"] };
        let output = folder.train(&[&["shard", output, "./shard"], out].concat());
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{error}");
        let complaint = "./shard is read by this command, and cannot be written over";
        assert_eq!(error, format!("sakdi: {complaint}\n"));
        assert_eq!(folder.bytes("shard"), self::shard());
    }
    // An existing net is not overwritten.
    let net = folder.bytes("net");
    let output = folder.train(&["shard", "--epochs", "1", "--out", "net"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "sakdi: net already exists\n");
    assert_eq!(folder.bytes("net"), net);
    let output = folder.train(&["shard", "--out", "twice", "--float", "./twice"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("./twice is given twice"));
    // Errors of the command line parser.
    for share in ["2", "x", "0.1:"] {
        let output = folder.train(&["shard", "--out", "other", "--result-share", share]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(
            String::from_utf8_lossy(&output.stderr).contains("a share is a number from 0 to 1")
        );
    }
}
