//! Analysis of games.

mod data;
mod input;
mod judgement;
mod report;

use crate::client::PROGRAM;
use crate::harness::{START, position};
use makruk::game::Game;
use makruk::notation::pgn::{PgnGame, Reader};
use makruk::rules::{CountingRule, Variant};
use sakdi_analysis::{Analysis, AnalysisObserver, AnalysisSettings, Analyst, Budget};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use tempfile::TempDir;

/// Counts the searched positions, and stops after a number of them.
struct Until {
    positions: usize,
    searched: AtomicUsize,
}

impl AnalysisObserver for Until {
    fn should_stop(&self) -> bool {
        self.searched.load(Relaxed) >= self.positions
    }

    fn searched(&self) {
        self.searched.fetch_add(1, Relaxed);
    }
}

fn analyst(nodes: u64, multi_pv: usize, threads: usize) -> Analyst {
    Analyst::new(AnalysisSettings { budget: Budget::Nodes(nodes), multi_pv, threads, hash_mib: 1 })
}

fn analyse(game: &Game, multi_pv: usize, threads: usize) -> Analysis {
    let watch = Until { positions: usize::MAX, searched: AtomicUsize::new(0) };
    let analysis = analyst(400, multi_pv, threads).analyse(game, &watch);
    assert_eq!(watch.searched.into_inner(), game.moves().len() + 1);
    analysis.expect("an analysis that nobody stopped")
}

fn read(text: &str) -> PgnGame {
    Reader::new(text).next().expect("a game").expect("a readable one")
}

fn played(pgn: &PgnGame) -> Game {
    let start = pgn.start(Variant::Makruk, CountingRule::MAKRUK).expect("a start");
    let mut game = Game::new(start);
    for mv in pgn.resolve(&start).expect("legal moves") {
        game.play(mv).expect("a legal move");
    }
    game
}

/// Mate with the last move that the count leaves.
const LAST_MOVE: &str = "[FEN \"7k/8/6K1/8/8/8/8/R7 w - 32 31 60\"]\n\n";

/// A won ending that passes through both counts.
const COUNTS: &str = "[White \"Anan\"]\n[Black \"Bun \\\"B\\\" \"]\n[Annotator \"A. Friend\"]\n\
    [FEN \"8/4k3/3p4/3S4/4K3/8/1n6/R7 w - - 0 40\"]\n\n\
    {hello} 40. Sxd6+ $1 {well done} (40. Ke5 {no} ; or so\n) Ke6 41. Ra6 Nc4 42. Sc7+ Kd7 1-0\n";

/// A folder for one test's files.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, args: &[&str]) -> Output {
        Command::new(PROGRAM)
            .arg("analyse")
            .args(args)
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .env_remove("RUST_LOG")
            .output()
            .expect("the program runs")
    }
}

fn last_line(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_owned()
}

fn games(path: &Path) -> usize {
    let text = fs::read_to_string(path).expect("a file");
    Reader::new(&text).filter(Result::is_ok).count()
}

/// A seeded game of more than a hundred moves, played by simple rules.
fn long_game() -> String {
    let mut game = Game::new(position(START));
    let mut text = String::from("[White \"<b>A & B</b></script>\"]\n[Black \"สมชาย\"]\n\n");
    let mut seed = 12_345_u64;
    while game.moves().len() < 220 && game.outcome().is_none() {
        let moves = makruk::movegen::legal_moves(game.position());
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = moves[(seed >> 33) as usize % moves.len()];
        text += &makruk::notation::coordinate::format(game.position(), mv);
        text += " ";
        game.play(mv).expect("a legal move");
    }
    assert!(game.moves().len() >= 200, "{} moves", game.moves().len());
    text + "*\n"
}
