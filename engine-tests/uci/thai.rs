//! Thai mode: no error message is in English.

use crate::client::Client;
use crate::harness::{START, english_words, is_thai};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const BARE: &str = "8/8/4k3/8/8/4K3/3R4/8";

/// A client in Thai mode.
struct Thai {
    client: Client,
    names: BTreeSet<String>,
}

impl Thai {
    fn start() -> Self {
        let mut client = Client::start();
        client.send("uci");
        let handshake = client.lines_until(|line| line == "uciok");
        client.send("setoption name Language value th");
        let mut names = BTreeSet::new();
        for option in handshake.iter().filter_map(|line| line.strip_prefix("option name ")) {
            let (name, form) = option.split_once(" type ").expect("a type");
            names.extend(name.split(' ').map(str::to_owned));
            let values = form.split(" var ").skip(1);
            names.extend(values.flat_map(|value| value.split('+')).map(str::to_owned));
        }
        let commands = "FEN position setoption go searchmoves perft depth movetime count bench";
        names.extend(commands.split(' ').map(str::to_owned));
        Self { client, names }
    }

    /// A remark must be Thai except for names and quoted text.
    #[track_caller]
    fn check(&self, remark: &str) {
        assert!(is_thai(remark), "{remark}");
        for word in english_words(remark) {
            assert!(self.names.contains(&word), "'{word}' in {remark}");
        }
    }

    /// The remarks on a command; there must be at least one.
    #[track_caller]
    fn remarks(&mut self, command: &str) -> Vec<String> {
        let searches = command.starts_with("go ") && !command.contains("perft");
        let lines = if searches { self.client.go(command) } else { self.client.ask(command) };
        let remarks = lines.iter().filter_map(|line| line.strip_prefix("info string "));
        let remarks: Vec<String> = remarks.map(str::to_owned).collect();
        assert!(!remarks.is_empty(), "{command}: {lines:#?}");
        remarks
    }

    /// All remarks on an invalid command are Thai and complete.
    #[track_caller]
    fn complains(&mut self, command: &str) {
        for remark in self.remarks(command) {
            self.check(&remark);
            assert!(remark.len() < 217, "{command}: cut short: {remark}");
        }
    }

    /// The same for an option with a path, which may contain any words.
    #[track_caller]
    fn complains_of(&mut self, option: &str, path: &Path) -> Vec<String> {
        let path = path.display().to_string();
        let remarks = self.remarks(&format!("setoption name {option} value {path}"));
        remarks.iter().for_each(|remark| self.check(&remark.replace(&path, "")));
        remarks
    }
}

#[test]
fn every_error_in_a_fen_is_in_thai() {
    let mut thai = Thai::start();
    for fen in [
        "",
        "4k3",
        "4k3/8/8/8/8/8/4K3 w",
        "k/8/8/8/8/8/8/4K3 w",
        "4k4/8/8/8/8/8/8/4K3 w",
        "4k3/8/8/3J4/8/8/8/4K3 w",
        "4k3/8/8/3R~4/8/8/8/4K3 w",
        "4k3/8/8/8/8/8/8/4K3 white",
        "4k3/8/8/8/8/8/8/4K3 w castling - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - limit 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - -64 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - 64 ply 1",
        "4k3/8/8/8/8/8/8/4K3 w - - clock 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 number",
        "4k3/8/8/8/8/8/8/4K3 w - - 65536 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 extra words",
        "8/8/8/8/8/8/8/4K3 w",
        "rnsmksnr/rrr5/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w",
        "P3k3/8/8/8/8/8/8/4K3 w",
        "4k3/4R3/8/8/8/8/8/4K3 w",
    ] {
        let command = format!("position fen {fen}");
        thai.complains(&command);
        let remarks = thai.remarks(&command);
        assert_eq!(remarks.len(), 1, "{remarks:#?}");
        assert!(remarks[0].starts_with("FEN ผิด: "), "{}", remarks[0]);
        assert!(remarks[0].ends_with("; คงรูปหมากเดิม"), "{}", remarks[0]);
        assert_eq!(thai.client.shown("Fen:"), START, "{fen}");
    }
    assert_eq!(
        thai.remarks("position fen P3k3/8/8/8/8/8/8/4K3 w"),
        ["FEN ผิด: เบี้ยของฝ่ายขาวอยู่ที่ ก๘ ซึ่งเป็นแถวสุดท้าย; คงรูปหมากเดิม"]
    );
}

#[test]
fn every_bad_command_and_option_is_refused_in_thai() {
    let mut thai = Thai::start();
    for command in [
        "open the door",
        "position",
        "position here",
        "position startpos e3e4",
        "setoption Hash 16",
        "go depth 1 quickly",
        "go nodes 1 depth one",
        "go nodes 1 movetime",
        "go depth 0",
        "go nodes 1 movetime -20",
        "go perft deep",
        "bench deep",
        "count backwards please",
        "setoption name Analysis Contempt value Off",
        "setoption name Hash",
        "setoption name Hash value much more",
        "setoption name Move Overhead value -1",
        "setoption name Ponder value may be",
        "setoption name UCI_Variant value chess",
        "setoption name CountingRule value by hand",
        "setoption name Language value english",
        "setoption name Notation value runes",
        "setoption name Use NNUE value false",
        "setoption name Use NNUE value true",
    ] {
        thai.complains(command);
    }
    assert_eq!(
        thai.remarks("setoption name CountingRule value thumb"),
        [
            "ตัวเลือก CountingRule: ไม่มีค่า 'thumb': ต้องเป็น makruk, thai, thai-strict, none, claimed, position+highest หรือ claim+highest"
        ]
    );
}

#[test]
fn moves_and_counts_that_cannot_be_are_refused_in_thai() {
    let mut thai = Thai::start();
    for moves in ["e2e4", "e6e5", "e3e5", "a1a3", "e3e4q", "e3e4m", "knight", "e3e4 d6d5 e1e3"] {
        thai.complains(&format!("position startpos moves {moves}"));
        thai.complains(&format!("go depth 1 searchmoves {moves} b2b7"));
    }
    assert_eq!(thai.remarks("go depth 1 searchmoves e2e4"), ["searchmoves: ไม่มีหมากที่ จ๒"]);
    let check = "position fen 4k3/8/8/8/4r3/8/8/4K3 w - - 0 1 moves";
    thai.complains(&format!("{check} e1e2"));
    thai.client.send("setoption name UCI_Variant value makpong");
    thai.complains(&format!("{check} e1d1"));
    thai.client.send("setoption name UCI_Variant value makruk");

    thai.complains("count start");
    thai.client.send("setoption name CountingRule value claimed");
    for position in ["startpos", "fen 4k3/8/8/8/8/8/8/4K3 w"] {
        thai.client.send(&format!("position {position}"));
        thai.complains("count start");
    }
    thai.client.send(&format!("position fen {BARE} b - - 0 60"));
    for command in ["count", "count start", "count start", "go depth 2", "count stop"] {
        thai.complains(command);
    }
}

#[test]
fn files_that_cannot_be_used_are_named_in_thai() {
    // The name holds a word of the protocol.
    let folder = tempfile::Builder::new().prefix(".tmpva").tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("room");
        path
    };
    let missing = folder.path().join("missing");
    let text = write("text", b"a text that is nothing else");
    let nets =
        [&b"SAKDINET"[..], b"SAKDINET\x09\0\0\0", &[b"SAKDINET\x01".as_slice(), &[0; 60]].concat()];
    let nets = [0, 1, 2].map(|number| write(&format!("{number}.net"), nets[number]));
    let book = write("damaged.book", &[b"SAKDIBK1".as_slice(), &[0; 60]].concat());
    let mut thai = Thai::start();
    let short = [missing.as_path(), folder.path(), &text];
    for path in short.into_iter().chain(nets.iter().map(AsRef::as_ref)) {
        let remarks = thai.complains_of("EvalFile", path);
        assert!(remarks[0].starts_with(&format!("EvalFile {}: ", path.display())), "{remarks:?}");
    }
    for path in short.into_iter().chain([book.as_path()]) {
        let remarks = thai.complains_of("BookFile", path);
        assert!(remarks[0].starts_with(&format!("BookFile {}: ", path.display())), "{remarks:?}");
    }
    for path in [&missing, &text] {
        let remarks = thai.complains_of("TablePath", path);
        assert!(remarks[0].starts_with(&format!("TablePath {}: ", path.display())), "{remarks:?}");
    }

    // A table damaged in every possible way.
    let embedded = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/tables/data/KRvK.skt");
    let table = fs::read(embedded).expect("a table");
    let with = |at: usize| {
        let mut bytes = table.clone();
        bytes[at] ^= 0x5A;
        bytes
    };
    let tables = folder.path().join("tables");
    fs::create_dir(&tables).expect("room");
    let damaged = [
        with(0),
        with(8),
        with(20),
        with(table.len() - 1),
        table[..table.len() - 1].to_vec(),
        table[..40].to_vec(),
        table.clone(),
    ];
    for (number, bytes) in damaged.iter().enumerate() {
        fs::write(tables.join(format!("{number}.skt")), bytes).expect("room");
    }
    fs::write(tables.join("KRvK.skt"), &table).expect("room");
    thai.names.extend(["skt", "KRvK"].map(str::to_owned));
    let remarks = thai.complains_of("TablePath", &tables);
    assert_eq!(remarks.len(), damaged.len() + 1, "{remarks:#?}");
    assert!(remarks[remarks.len() - 1].starts_with("ตารางหมากไล่ 1 ตาราง"), "{remarks:#?}");
}

#[test]
fn work_that_was_stopped_says_so_in_thai() {
    let mut thai = Thai::start();
    for work in ["go perft 12", "bench 40"] {
        thai.client.send(&format!("{work}\nstop"));
        let lines = thai.client.lines_until(|line| line.starts_with("info string "));
        thai.check(lines[lines.len() - 1].trim_start_matches("info string "));
    }
}
