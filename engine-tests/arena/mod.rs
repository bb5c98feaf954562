//! Matches between engines.

#[cfg(unix)]
mod faults;
#[cfg(target_os = "linux")]
mod hostile;
mod ledger;
mod matches;
mod odd_openings;
mod parts;

use makruk::notation::pgn::{PgnGame, Reader};
use sakdi_matches::match_pgn::GameResult;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

const SELF: &str = "cmd=self name=Good nodes=500";

/// A folder for the engines and games of a test.
struct Arena {
    folder: TempDir,
}

impl Arena {
    fn new() -> Self {
        Self { folder: TempDir::new().expect("a temporary folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// An engine that is a shell script. It runs the command `on_go` when it is to move, and
    /// `on_ready` when a game begins.
    #[cfg(unix)]
    fn engine(&self, on_ready: &str, on_go: &str) -> String {
        let script = format!(
            "while read -r line; do case \"$line\" in\n\
             uci) echo 'id name Bad'; echo uciok;;\n\
             isready) echo readyok;;\n\
             ucinewgame) {on_ready};;\n\
             go*) {on_go};;\n\
             quit) exit 0;;\n\
             esac; done\n"
        );
        format!("{} name=Bad st=20", self.script("engine.sh", &script))
    }

    /// An engine that is this shell script.
    #[cfg(unix)]
    fn script(&self, name: &str, script: &str) -> String {
        let path = self.path(name);
        fs::write(&path, script).expect("a script");
        format!("cmd=/bin/sh arg={}", path.display())
    }

    fn start(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sakdi"));
        command.arg("match").args(args).current_dir(self.folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn play(&self, args: &[&str]) -> Output {
        self.start(args).output().expect("the program runs")
    }

    fn games(&self, name: &str) -> Vec<PgnGame> {
        games(&self.path(name))
    }
}

fn games(path: &Path) -> Vec<PgnGame> {
    let text = fs::read_to_string(path).expect("a PGN file");
    Reader::new(&text).map(|game| game.expect("readable PGN")).collect()
}

/// A game without its times.
fn essence(game: &PgnGame) -> (Option<String>, Vec<String>, GameResult) {
    let moves = game.moves.iter().map(|mv| mv.san.clone()).collect();
    let result = GameResult::read(game).expect("a game of a match");
    (game.tag("FEN").map(str::to_owned), moves, result)
}

fn essences(games: &[PgnGame]) -> Vec<(Option<String>, Vec<String>, GameResult)> {
    let mut all: Vec<_> = games.iter().map(essence).collect();
    all.sort_by_key(|(_, _, result)| result.round);
    all
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[track_caller]
fn result_line(output: &Output) -> String {
    result_line_after(output, 0)
}

/// The last line of a match that exits with this status.
fn result_line_after(output: &Output, status: i32) -> String {
    let said = || format!("{}{}", text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(status), "{}", said());
    let last = text(&output.stdout).lines().last().unwrap_or_default().to_owned();
    assert!(last.starts_with("result +"), "{last}");
    last
}

fn openings() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions/openings.epd");
    path.display().to_string()
}

const TWO: [&str; 6] = [
    "--engine",
    "cmd=self name=A nodes=150",
    "--engine",
    "cmd=self name=B nodes=100",
    "--seed",
    "5",
];

fn two<'a>(more: &[&'a str]) -> Vec<&'a str> {
    TWO.iter().chain(more).copied().collect()
}
