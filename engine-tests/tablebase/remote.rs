//! `sakdi tables probe --url`: tables on a web server, of which the needed parts are fetched and kept.
//! The server is part of the test and takes 30 ms for each answer.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// How a server answers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    Ranges,
    /// Always the whole file, as servers do that know no ranges.
    WholeFiles,
    /// The right header and half of the bytes.
    CutShort,
    /// Ranges, with one bit of each block wrong.
    Damaged,
    Status(u16),
    /// The connection stays open without an answer.
    Silent,
}

/// A server of files on this machine.
struct Server {
    url: String,
    /// Requests so far, as `/path start-end`.
    requests: Arc<Mutex<Vec<String>>>,
    manner: Arc<Mutex<Manner>>,
}

type Files = Arc<Mutex<HashMap<String, Vec<u8>>>>;

impl Server {
    fn start(files: &Files) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let url = format!("http://{}/tables/", listener.local_addr().expect("an address"));
        let requests = Arc::default();
        let manner = Arc::new(Mutex::new(Manner::Ranges));
        let server = Self { url, requests: Arc::clone(&requests), manner: Arc::clone(&manner) };
        let files = Arc::clone(files);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (files, requests) = (Arc::clone(&files), Arc::clone(&requests));
                let manner = Arc::clone(&manner);
                thread::spawn(move || serve(&stream, &files, &requests, &manner));
            }
        });
        server
    }

    fn answers(&self, manner: Manner) {
        *self.manner.lock().expect("no panic") = manner;
    }

    /// The requests since the last call.
    fn requests(&self) -> Vec<String> {
        std::mem::take(&mut *self.requests.lock().expect("no panic"))
    }
}

/// Answers the requests of a connection.
fn serve(
    stream: &TcpStream,
    files: &Files,
    requests: &Mutex<Vec<String>>,
    manner: &Mutex<Manner>,
) -> Option<()> {
    let mut lines = BufReader::new(stream).lines();
    loop {
        let first = lines.next()?.ok()?;
        let path = first.split(' ').nth(1)?.to_owned();
        let mut range = None;
        loop {
            let line = lines.next()?.ok()?.to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(bytes) = line.strip_prefix("range: bytes=") {
                let (start, last) = bytes.split_once('-')?;
                range = Some((start.parse::<usize>().ok()?, last.parse::<usize>().ok()?));
            }
        }
        let (start, last) = range.expect("a range in every request");
        requests.lock().ok()?.push(format!("{path} {start}-{last}"));
        thread::sleep(Duration::from_millis(30));
        let file = files.lock().ok()?.get(&path).cloned();
        let manner = *manner.lock().ok()?;
        let mut out = stream;
        let Some(file) = file.filter(|_| !matches!(manner, Manner::Status(_))) else {
            let status = if let Manner::Status(status) = manner { status } else { 404 };
            write!(out, "HTTP/1.1 {status} No\r\nContent-Length: 0\r\n\r\n").ok()?;
            continue;
        };
        if manner == Manner::Silent {
            thread::sleep(Duration::from_secs(60));
            return None;
        }
        if manner == Manner::WholeFiles {
            write!(out, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", file.len()).ok()?;
            out.write_all(&file).ok()?;
            continue;
        }
        let end = (last + 1).min(file.len());
        let mut bytes = file[start.min(end)..end].to_vec();
        if manner == Manner::Damaged && start > 0 {
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
        }
        let (length, all, size) = (bytes.len(), file.len(), end - start);
        write!(out, "HTTP/1.1 206 Part\r\nContent-Length: {size}\r\n").ok()?;
        write!(out, "Content-Range: bytes {start}-{}/{all}\r\n\r\n", end - 1).ok()?;
        if manner == Manner::CutShort {
            bytes.truncate(length / 2);
        }
        out.write_all(&bytes).ok()?;
        if manner == Manner::CutShort {
            return None;
        }
    }
}

/// The tables of both sides' questions in an ending of five men, of several blocks.
const NAMES: [&str; 2] = ["KPPvKP", "KPvKPP"];

fn data() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("engine-tests/data")
}

fn files() -> Files {
    let file = |name| {
        let bytes = std::fs::read(data().join(format!("{name}.skt"))).expect("a table");
        (format!("/tables/{name}.skt"), bytes)
    };
    Arc::new(Mutex::new(NAMES.map(file).into()))
}

/// White wins, and nothing is captured or promoted within two plies.
const POSITION: &str = "k7/2K5/7p/8/8/1P2P3/8/8 w - - 0 1";

/// The exit status and what is printed on standard output and standard error.
fn probe(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sakdi"));
    command.args(["tables", "probe", "--fen", POSITION]).args(arguments);
    for proxy in ["ALL_PROXY", "HTTP_PROXY", "HTTPS_PROXY"] {
        command.env_remove(proxy).env_remove(proxy.to_ascii_lowercase());
    }
    let output = command.output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_few_blocks_are_fetched_once() {
    let folder = tempfile::tempdir().expect("a directory");
    let cache = folder.path().to_str().expect("a path");
    let local = probe(&["--dir", data().to_str().expect("a path")]);
    assert!(local.1.starts_with("White wins: mate or conversion in 9\n"), "{local:?}");
    let files = files();
    let server = Server::start(&files);
    let arguments = ["--url", &server.url, "--cache", cache];
    assert_eq!(probe(&arguments), local);
    let mut requests = server.requests();
    let of_header = |request: &&String| request.contains(" 0-");
    assert_eq!(requests.iter().filter(of_header).count(), NAMES.len(), "{requests:?}");
    assert!((NAMES.len() + 3..40).contains(&requests.len()), "{requests:?}");
    requests.sort();
    let all = requests.len();
    requests.dedup();
    assert_eq!(requests.len(), all, "nothing twice: {requests:?}");
    // Everything is kept: the server is not asked, nor needed.
    server.answers(Manner::Status(500));
    assert_eq!(probe(&arguments), local);
    assert_eq!(server.requests(), Vec::<String>::new());
}

/// A part that was damaged on the disk is fetched again.
#[test]
fn what_is_kept_is_checked() {
    let folder = tempfile::tempdir().expect("a directory");
    let cache = folder.path().to_str().expect("a path");
    let server = Server::start(&files());
    let arguments = ["--url", &server.url, "--cache", cache];
    let first = probe(&arguments);
    assert_eq!(first.0, Some(0), "{first:?}");
    server.requests();
    let of_address = only_entry(folder.path());
    let mut damaged = 0;
    for entry in std::fs::read_dir(of_address.join(NAMES[0])).expect("parts") {
        let path = entry.expect("a part").path();
        let mut bytes = std::fs::read(&path).expect("a part");
        bytes[0] ^= 1;
        std::fs::write(&path, bytes).expect("room on the disk");
        damaged += 1;
    }
    assert_eq!(probe(&arguments), first);
    assert_eq!(server.requests().len(), damaged);
}

fn only_entry(folder: &Path) -> std::path::PathBuf {
    let mut entries = std::fs::read_dir(folder).expect("a directory");
    entries.next().expect("an entry").expect("readable").path()
}

/// Whatever a server does, the program ends with an error that names the file and the reason.
#[test]
fn what_a_server_does_wrong_is_named() {
    let files = files();
    let server = Server::start(&files);
    let table = format!("{}KP", server.url);
    for (manner, reason) in [
        (Manner::Status(404), " is not there\n"),
        (Manner::Status(503), ": the server answers with status 503\n"),
        (Manner::WholeFiles, ": the server sends whole files only; tables need range requests\n"),
        (Manner::CutShort, "cannot be reached: "),
        (Manner::Silent, " does not answer within 1 s\n"),
    ] {
        server.answers(manner);
        let folder = tempfile::tempdir().expect("a directory");
        let cache = folder.path().to_str().expect("a path");
        let (status, out, error) =
            probe(&["--url", &server.url, "--cache", cache, "--timeout", "1"]);
        assert_eq!((status, &*out), (Some(1), ""), "{error}");
        assert!(error.starts_with(&format!("sakdi: {table}")), "{error}");
        assert!(error.contains(reason), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert_eq!(std::fs::read_dir(folder.path()).expect("a directory").count(), 0);
    }
    let nobody =
        TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("its number");
    let (status, _, error) = probe(&["--url", &format!("http://{nobody}")]);
    assert!(status == Some(1) && error.contains(" cannot be reached: "), "{error}");
    for address in ["ftp://a", "tables", "http://", "http://a b"] {
        let (status, _, error) = probe(&["--url", address]);
        assert!(status == Some(2) && error.contains("is not an address of tables"), "{error}");
    }
}

/// A damaged block is no wrong answer, and a table that is replaced on the server is noticed.
#[test]
fn a_damaged_or_replaced_table_is_refused() {
    let files = files();
    let server = Server::start(&files);
    let folder = tempfile::tempdir().expect("a directory");
    let cache = folder.path().to_str().expect("a path");
    let arguments = ["--url", &server.url, "--cache", cache];
    server.answers(Manner::Damaged);
    let (status, out, error) = probe(&arguments);
    assert!(status == Some(1) && !out.contains(" wins"), "{out}{error}");
    assert!(error.contains(".skt refused: damaged: the table does not match"), "{error}");
    // What was kept of it does no harm either.
    server.answers(Manner::Ranges);
    let (status, out, error) = probe(&arguments);
    assert_eq!((status, &*error), (Some(0), ""), "{out}");
    let of_address = only_entry(folder.path());
    for name in NAMES {
        for entry in std::fs::read_dir(of_address.join(name)).expect("parts") {
            let path = entry.expect("a part").path();
            if !path.ends_with("head") {
                std::fs::remove_file(path).expect("removed");
            }
        }
    }
    for file in files.lock().expect("no panic").values_mut() {
        file.push(0);
    }
    let (status, _, error) = probe(&arguments);
    assert!(status == Some(1) && error.contains(" has changed on the server"), "{error}");
    assert!(!of_address.join(NAMES[0]).exists() || !of_address.join(NAMES[1]).exists());
}
