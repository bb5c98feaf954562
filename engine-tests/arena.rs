//! Matches: what engines do wrong ends as its own reason, and a match can be repeated, broken off,
//! continued, split and added up.

use sakdi::arena::record::GameResult;
use sakdi::notation::pgn::{PgnGame, Reader};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const SELF: &str = "cmd=self name=Good nodes=500";

/// A folder for one test's engines and games.
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

    /// An engine that speaks UCI until it is to move, and then does what `on_go` says in the
    /// language of the shell; likewise `on_ready` when a game begins.
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
        let path = self.path("engine.sh");
        fs::write(&path, script).expect("a script");
        format!("cmd=/bin/sh arg={} name=Bad st=20", path.display())
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

/// What a game is but for its times.
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
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    let last = text(&output.stdout).lines().last().unwrap_or_default().to_owned();
    assert!(last.starts_with("result +"), "{last}");
    last
}

fn openings() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions/openings.epd");
    path.display().to_string()
}

/// Has an engine with a fault play two games, and expects it to lose both by it.
#[cfg(unix)]
#[track_caller]
fn expect_fault(on_ready: &str, on_go: &str, cause: &str, words: &str) {
    expect_fault_within("20", on_ready, on_go, cause, words);
}

/// The same with so many seconds for a move. They are few only where they have to run out: the
/// machine may be busy.
#[cfg(unix)]
#[track_caller]
fn expect_fault_within(time: &str, on_ready: &str, on_go: &str, cause: &str, words: &str) {
    let arena = Arena::new();
    let bad = format!("{} st={time} timemargin=0", arena.engine(on_ready, on_go));
    let began = Instant::now();
    let output =
        arena.play(&["--engine", SELF, "--engine", &bad, "--games", "2", "--pgn", "x.pgn"]);
    let line = result_line(&output);
    assert!(line.starts_with("result +2 =0 -0 score 2/2 elo inf"), "{line}");
    assert!(line.ends_with("faults 2"), "{line}");
    assert!(began.elapsed() < Duration::from_secs(120), "took {:?}", began.elapsed());
    for game in arena.games("x.pgn") {
        assert_eq!(game.tag("Ending"), Some(cause));
        let last = game.moves.last().map_or(&game.comments, |mv| &mv.comments);
        let comment = last.join(" ");
        assert!(comment.contains(words), "{comment}");
    }
}

#[cfg(unix)]
mod faults {
    use super::*;

    #[test]
    fn a_crash_is_told_with_its_status() {
        expect_fault(":", "exit 3", "crash", "crashes: exit status: 3");
    }

    #[test]
    fn a_killed_engine_has_crashed() {
        expect_fault(":", "kill -9 $$", "crash", "crashes: signal: 9");
    }

    #[test]
    fn a_hanging_engine_stalls_and_leaves_nobody_behind() {
        // The sleeper is a child of the script: it has to go with it.
        let marker = "31.4159";
        expect_fault_within("0.2", ":", &format!("sleep {marker}"), "stall", "stalls");
        let running = Command::new("ps").args(["-eo", "args"]).output();
        if let Ok(processes) = running {
            let left =
                text(&processes.stdout).lines().any(|line| line == format!("sleep {marker}"));
            assert!(!left, "the engine's child still runs");
        }
    }

    #[test]
    fn a_late_answer_loses_on_time() {
        expect_fault_within(
            "0.2",
            ":",
            "sleep 0.5; echo bestmove e3e4",
            "time-forfeit",
            "loses on time: ",
        );
    }

    #[test]
    fn an_illegal_move_is_named() {
        expect_fault(":", "echo bestmove e3e5", "illegal-move", "illegal move: e3e5");
    }

    #[test]
    fn an_unreadable_move_is_named() {
        expect_fault(":", "echo 'bestmove x}{y'", "unreadable-move", "no readable move: xy");
    }

    #[test]
    fn no_move_at_all_is_no_readable_move() {
        expect_fault(":", "echo bestmove", "unreadable-move", "no readable move");
    }

    #[test]
    fn garbage_instead_of_an_answer_stalls() {
        expect_fault_within("0.2", ":", "head -c 100000 /dev/urandom", "stall", "stalls");
    }

    #[test]
    fn a_flood_of_lines_is_stopped() {
        expect_fault(":", "yes info string flood", "flood", "floods its output");
    }

    #[test]
    fn a_flood_without_lines_is_stopped() {
        expect_fault(":", "cat /dev/zero", "flood", "floods its output");
    }

    #[test]
    fn closed_output_is_a_disconnection() {
        expect_fault(":", "exec >&-; sleep 20", "disconnect", "disconnects: it closed its output");
    }

    #[test]
    fn closed_input_is_a_disconnection() {
        let on_ready = "read -r line; exec <&-; echo readyok; sleep 20";
        expect_fault(on_ready, ":", "disconnect", "disconnects: it does not read its input");
    }

    #[test]
    fn an_engine_that_no_longer_starts_loses() {
        // The first two starts are the introduction and the first game.
        let start = "n=$(cat n 2>/dev/null); echo x$n > n; [ \"$n\" = x ] && rm \"$0\"; exit 1";
        let arena = Arena::new();
        let bad = arena.engine(":", start);
        let output = arena.play(&[
            "--engine",
            SELF,
            "--engine",
            &bad,
            "--games",
            "4",
            "--pgn",
            "x.pgn",
            "--concurrency",
            "1",
        ]);
        assert!(result_line(&output).ends_with("faults 4"));
        let endings: Vec<_> =
            arena.games("x.pgn").iter().map(|game| game.tag("Ending").map(str::to_owned)).collect();
        let ending = |word: &str| Some(word.to_owned());
        assert_eq!(
            endings,
            [ending("crash"), ending("crash"), ending("no-start"), ending("no-start")]
        );
    }

    #[test]
    fn a_fault_does_not_spread_to_other_games() {
        let arena = Arena::new();
        let bad = arena.engine(":", "exit 1");
        let third = "cmd=self name=Third nodes=50";
        let output = arena.play(&[
            "--engine",
            "cmd=self name=Good nodes=50",
            "--engine",
            &bad,
            "--engine",
            third,
            "--rounds",
            "1",
            "--pgn",
            "x.pgn",
        ]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let games = arena.games("x.pgn");
        assert_eq!(games.len(), 6);
        for game in &games {
            let bad_plays = [game.tag("White"), game.tag("Black")].contains(&Some("Bad"));
            assert_eq!(game.tag("Ending") == Some("crash"), bad_plays);
        }
    }

    #[test]
    fn a_chatterbox_plays_on() {
        // Talking out of turn, and in no language, is no fault.
        let arena = Arena::new();
        let bad = arena.engine("echo bestmove a1a1; echo 'info depth x score cp'", "echo; exit 0");
        let output =
            arena.play(&["--engine", SELF, "--engine", &bad, "--games", "2", "--pgn", "x.pgn"]);
        assert!(result_line(&output).ends_with("faults 2"));
        let games = arena.games("x.pgn");
        assert!(games.iter().all(|game| game.tag("Ending") == Some("crash")), "{games:?}");
    }

    #[test]
    fn a_program_that_is_no_engine_is_reported_soon() {
        let arena = Arena::new();
        let began = Instant::now();
        let output = arena.play(&["--engine", SELF, "--engine", "cmd=sleep arg=60 nodes=1"]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let error = text(&output.stderr);
        let told =
            "engine 'sleep' does not start: it was not ready in time, no 'uciok' within 10 s\n";
        assert!(error.ends_with(told), "{error}");
        assert!(began.elapsed() < Duration::from_secs(30), "took {:?}", began.elapsed());
    }

    /// An engine that heeds neither the end of its input nor that of its output.
    const DEAF: &str = "echo $$ > pid; exec sleep 300";

    /// The process with the id in this file, once it is there.
    fn wait_for_pid(path: &Path) -> String {
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            match fs::read_to_string(path) {
                Ok(pid) if pid.ends_with('\n') => return pid.trim().to_owned(),
                _ => assert!(Instant::now() < deadline, "the engine does not think"),
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn is_alive(pid: &str) -> bool {
        let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        // `pid (name) state`: a zombie has ended.
        state.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_killed_match_leaves_no_engine_behind() {
        let arena = Arena::new();
        let bad = arena.engine(":", DEAF);
        let engines = ["--engine", &bad, "--engine", SELF, "--games", "2"];
        let mut child = arena.start(&engines).spawn().expect("the program runs");
        let pid = wait_for_pid(&arena.path("pid"));
        assert!(is_alive(&pid));
        child.kill().expect("a running match");
        child.wait().expect("a match that ends");
        let deadline = Instant::now() + Duration::from_secs(20);
        while is_alive(&pid) {
            assert!(Instant::now() < deadline, "engine {pid} lives on");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// A build during a match replaces the program; `cmd=self` stays what it was.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_replaced_program_plays_on() {
        let arena = Arena::new();
        let program = arena.path("sakdi");
        fs::copy(env!("CARGO_BIN_EXE_sakdi"), &program).expect("room");
        // Its engine is started anew after each game.
        let bad =
            arena.engine(":", "echo go > going; until [ -e gone ]; do sleep 0.02; done; exit 1");
        let mut command = Command::new(&program);
        command.args(["match", "--engine", SELF, "--engine", "cmd=self name=C nodes=1"]);
        command.args(["--engine", &bad, "--tournament", "gauntlet", "--max-moves", "2"]);
        command.args(["--concurrency", "1", "--rounds", "2"]).current_dir(arena.folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().expect("the program runs");
        let deadline = Instant::now() + Duration::from_secs(60);
        while !arena.path("going").exists() {
            assert!(Instant::now() < deadline, "the engine does not think");
            std::thread::sleep(Duration::from_millis(20));
        }
        fs::remove_file(&program).expect("a program that runs can be deleted");
        fs::write(&program, "another build").expect("room");
        fs::write(arena.path("gone"), "").expect("room");
        let output = child.wait_with_output().expect("the match ends");
        let said = text(&output.stdout);
        assert!(output.status.success() && !said.contains("does not start"), "{said}");
        assert!(said.contains("crash 4"), "{said}");
    }

    #[test]
    fn an_interrupt_ends_a_match_in_order() {
        let arena = Arena::new();
        let engine = "cmd=self st=0.2";
        let openings = openings();
        let child = arena
            .start(&[
                "--engine",
                engine,
                "--engine",
                engine,
                "--games",
                "100",
                "--pgn",
                "x.pgn",
                "--openings",
                &openings,
                "--draw",
                "movenumber=1",
                "movecount=1",
                "score=9999",
                "--concurrency",
                "1",
            ])
            .spawn()
            .expect("the program runs");
        let deadline = Instant::now() + Duration::from_secs(60);
        while fs::read_to_string(arena.path("x.pgn")).unwrap_or_default().is_empty() {
            assert!(Instant::now() < deadline, "no game has ended");
            std::thread::sleep(Duration::from_millis(20));
        }
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.expect("kill runs").success());
        let output = child.wait_with_output().expect("the match ends");
        let line = result_line(&output);
        let games = arena.games("x.pgn");
        assert!(!games.is_empty() && games.len() < 100);
        assert!(line.contains(&format!("/{} elo", games.len())), "{line}");
        assert!(games.iter().all(|game| game.result.is_some()));
    }
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

#[test]
fn a_match_repeats_itself() {
    let arena = Arena::new();
    let openings = openings();
    for name in ["one.pgn", "two.pgn"] {
        let args = ["--openings", &openings, "order=random", "--games", "7", "--concurrency", "1"];
        let line = result_line(&arena.play(&two(&[&args[..], &["--pgn", name]].concat())));
        assert!(line.contains("/8 elo"), "rounded up to pairs: {line}");
    }
    let one = arena.games("one.pgn");
    assert_eq!(essences(&one), essences(&arena.games("two.pgn")));
    // Both games of a pair begin alike, with colours swapped; pairs differ.
    let fens: Vec<_> = one.iter().map(|game| game.tag("FEN")).collect();
    assert_eq!((fens[0], fens[2]), (fens[1], fens[3]));
    assert_ne!(fens[0], fens[2]);
    assert_eq!((one[0].tag("White"), one[1].tag("White")), (Some("A"), Some("B")));
}

#[test]
fn openings_may_begin_with_a_mark() {
    let arena = Arena::new();
    let fen = "rnsmksnr/8/1ppppppp/p7/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
    fs::write(arena.path("marked.epd"), format!("\u{feff}{fen}\n")).expect("room");
    let args = ["--openings", "marked.epd", "--max-moves", "2", "--pgn", "x.pgn"];
    result_line(&arena.play(&two(&args)));
    assert_eq!(arena.games("x.pgn")[0].tag("FEN"), Some(fen));
}

#[test]
fn what_is_broken_off_is_continued() {
    let arena = Arena::new();
    let openings = openings();
    let args = two(&["--openings", &openings, "--games", "6", "--pgn", "x.pgn"]);
    let whole = result_line(&arena.play(&args));
    let games = arena.games("x.pgn");
    let refused = arena.play(&args);
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stdout));

    // As a power cut would leave it: in the middle of the fourth game.
    let path = arena.path("x.pgn");
    let pgn = fs::read_to_string(&path).expect("a PGN file");
    let cut = (games[3].span.start + games[3].span.end) / 2;
    fs::write(&path, &pgn[..cut]).expect("a shorter file");
    let resume = two(&["--openings", &openings, "--games", "6", "--pgn", "x.pgn", "--resume"]);
    assert_eq!(result_line(&arena.play(&resume)), whole);
    assert_eq!(essences(&arena.games("x.pgn")), essences(&games));

    // A finished match has nothing left to play; another match is not continued.
    assert_eq!(result_line(&arena.play(&resume)), whole);
    let other = two(&["--games", "6", "--pgn", "x.pgn", "--resume"]);
    let output = arena.play(&other);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("another opening"), "{}", text(&output.stderr));
}

#[test]
fn games_of_another_match_are_neither_continued_nor_added() {
    let arena = Arena::new();
    let [a, b] = ["cmd=self name=A nodes=40", "cmd=self name=B nodes=30"];
    let limits = ["--max-moves", "4"];
    let play = |engines: [&str; 2], more: &[&str]| {
        let engines = ["--engine", engines[0], "--engine", engines[1]];
        arena.play(&[&engines[..], &limits, more].concat())
    };
    result_line(&play([a, b], &["--games", "2", "--pgn", "x.pgn"]));
    let path = arena.path("x.pgn");
    let begun = fs::read_to_string(&path).expect("a PGN file") + "[Event \"broken off";
    fs::write(&path, &begun).expect("room");
    let deeper = "cmd=self name=B nodes=31";
    let resume = ["--games", "4", "--pgn", "x.pgn", "--resume"];
    for (engines, more, fault) in [
        (
            [a, b],
            &["--variant", "makpong"][..],
            "game 1.1 (line 1) is not of this match: another variant",
        ),
        ([a, deeper], &[], "game 1.1 (line 1) is not of this match: other limits"),
        (
            [a, "cmd=self name=C nodes=30"],
            &[],
            "game 1.1 (line 1) is not of this match: other players",
        ),
    ] {
        let output = play(engines, &[&resume[..], more].concat());
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        assert_eq!(text(&output.stderr).lines().last(), Some(&*format!("sakdi: x.pgn: {fault}")));
        assert_eq!(fs::read_to_string(&path).expect("a PGN file"), begun, "it stays");
    }
    // More games of the same match may be played.
    assert!(result_line(&play([a, b], &resume)).contains("/4 elo"));

    let shard = ["--games", "4", "--shard", "2/2"];
    for (engines, more, name, fault) in [
        ([a, b], &["--variant", "makpong"][..], "variant.pgn", "another variant"),
        ([a, deeper], &[], "limits.pgn", "other limits"),
    ] {
        result_line(&play(engines, &[&shard[..], more, &["--pgn", name]].concat()));
        fs::write(&path, &begun[..begun.len() - "[Event \"broken off".len()]).expect("room");
        let output = arena.play(&["--merge", "x.pgn", name]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        let fault = format!("sakdi: {name}: game 2.1 (line 1) is not of this match: {fault}\n");
        assert_eq!(text(&output.stderr), fault);
    }

    // Nor is a file cut off that never was of a match.
    fs::write(arena.path("notes"), "not a game\n").expect("room");
    let output = play([a, b], &["--pgn", "notes", "--resume"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr)
            .ends_with("notes: there is something in it that is no game of a match\n")
    );
    assert_eq!(fs::read_to_string(arena.path("notes")).expect("a file"), "not a game\n");
}

#[test]
fn shards_add_up_to_the_match() {
    let arena = Arena::new();
    let openings = openings();
    let args = two(&["--openings", &openings, "--games", "8"]);
    let play = |more: &[&str]| arena.play(&[&args[..], more].concat());
    let whole = result_line(&play(&["--pgn", "all.pgn"]));
    // At the same time, as on two machines.
    let shards = [["--shard", "1/2", "--pgn", "1.pgn"], ["--shard", "2/2", "--pgn", "2.pgn"]]
        .map(|shard| arena.start(&[&args[..], &shard].concat()).spawn().expect("a shard"));
    for shard in shards {
        result_line(&shard.wait_with_output().expect("a shard ends"));
    }
    let merged = arena.play(&["--merge", "1.pgn", "2.pgn", "--sprt", "elo0=0", "elo1=10"]);
    assert_eq!(result_line(&merged), whole);
    assert!(text(&merged.stdout).contains("LLR "));
    let both = [arena.games("1.pgn"), arena.games("2.pgn")].concat();
    assert_eq!(essences(&both), essences(&arena.games("all.pgn")));

    let twice = arena.play(&["--merge", "1.pgn", "1.pgn"]);
    assert_eq!(twice.status.code(), Some(2), "a shard counted twice");
}

/// A shard whose machine failed has a game that is cut off: what is whole counts.
#[test]
fn a_shard_that_is_cut_off_is_added_up() {
    let arena = Arena::new();
    let args = two(&["--games", "6", "--max-moves", "3", "--pgn", "x.pgn"]);
    result_line(&arena.play(&args));
    let pgn = fs::read_to_string(arena.path("x.pgn")).expect("a PGN file");
    let last = arena.games("x.pgn").pop().expect("a game").span;
    for cut in [last.start + 3, last.start + 60, (last.start + last.end) / 2, last.end - 4] {
        fs::write(arena.path("cut.pgn"), &pgn.as_bytes()[..cut]).expect("room");
        let merged = arena.play(&["--merge", "cut.pgn"]);
        let line = result_line(&merged);
        assert!(line.contains("score 2.5/5 "), "{cut}: {line}");
        let warning = "cut.pgn: its last game is cut off: not counted\n";
        assert!(text(&merged.stderr).ends_with(warning), "{cut}: {}", text(&merged.stderr));
    }
    fs::write(arena.path("cut.pgn"), &pgn[..last.start]).expect("room");
    assert_eq!(text(&arena.play(&["--merge", "cut.pgn"]).stderr), "");
    fs::write(arena.path("cut.pgn"), pgn + "notes\n").expect("room");
    assert_eq!(arena.play(&["--merge", "cut.pgn"]).status.code(), Some(2));
}

/// In single games colours alternate: the shard of all even rounds has the second player as White.
#[test]
fn a_shard_of_single_games_keeps_the_order_of_the_players() {
    let arena = Arena::new();
    let args = ["--no-repeat", "--games", "4", "--shard", "2/2", "--max-moves", "2"];
    let line = result_line(&arena.play(&two(&[&args[..], &["--pgn", "x.pgn"]].concat())));
    assert!(arena.games("x.pgn").iter().all(|game| game.tag("White") == Some("B")));
    let merged = arena.play(&["--merge", "x.pgn"]);
    assert_eq!(result_line(&merged), line);
    assert!(text(&merged.stdout).contains("\nA v B: "), "{}", text(&merged.stdout));
    // The other half, when the first of its pair is all there is, is no shard of single games.
    let pair = ["--games", "4", "--shard", "2/2", "--max-moves", "2", "--pgn", "pair.pgn"];
    result_line(&arena.play(&two(&pair)));
    let pgn = fs::read_to_string(arena.path("pair.pgn")).expect("a PGN file");
    let first = arena.games("pair.pgn")[0].span.end;
    fs::write(arena.path("pair.pgn"), &pgn[..first]).expect("room");
    let merged = arena.play(&["--merge", "pair.pgn"]);
    assert!(text(&merged.stdout).contains("\nA v B: "), "{}", text(&merged.stdout));
    let mixed = arena.play(&["--merge", "pair.pgn", "x.pgn"]);
    assert!(text(&mixed.stderr).contains("another format"), "{}", text(&mixed.stderr));
}

/// On a terminal games are told line by line above the picture of the match.
#[cfg(unix)]
#[test]
fn games_are_told_on_a_terminal_too() {
    let arena = Arena::new();
    let program = env!("CARGO_BIN_EXE_sakdi");
    let engines = TWO.map(|word| format!("'{word}'")).join(" ");
    let command = format!("{program} match {engines} --games 2 --max-moves 2");
    let output = Command::new("script").args(["-qec", &command, "/dev/null"]).output();
    let Ok(output) = output else {
        eprintln!("left out: 'script', which makes a terminal, is not installed");
        return;
    };
    let said = text(&output.stdout);
    assert!(
        said.contains("game 1.1: A v B 1/2-1/2 (draw by the limit on moves, 4 plies)"),
        "{said}"
    );
    assert!(said.contains("game 1.2: B v A 1/2-1/2"), "{said}");
    drop(arena);
}

#[test]
fn a_test_stops_by_itself() {
    let arena = Arena::new();
    let openings = openings();
    let output = arena.play(&[
        "--engine",
        "cmd=self name=Strong nodes=2000",
        "--engine",
        "cmd=self name=Weak depth=1",
        "--openings",
        &openings,
        "--games",
        "400",
        "--sprt",
        "elo0=0",
        "elo1=200",
    ]);
    let line = result_line(&output);
    assert!(text(&output.stdout).contains("H1 accepted"), "{}", text(&output.stdout));
    assert!(!line.contains("/400 "), "{line}");
}

#[test]
fn a_thai_match_goes_on_until_it_is_decided() {
    let arena = Arena::new();
    let output = arena.play(&[
        "--engine",
        "cmd=self name=A",
        "--engine",
        "cmd=self name=B",
        "--each",
        "nodes=100",
        "--format",
        "final",
        "--pgn",
        "x.pgn",
    ]);
    result_line(&output);
    let games = arena.games("x.pgn");
    let out = text(&output.stdout);
    assert!(out.contains("final A v B: "), "{out}");
    assert!((2..=7).contains(&games.len()), "{} games", games.len());
    for (index, game) in games.iter().enumerate() {
        assert_eq!(game.tag("White"), Some(if index % 2 == 0 { "A" } else { "B" }));
        let makpong = game.tag("Variant") == Some("Makpong");
        assert_eq!(makpong, index >= 4 || makpong && index >= 3, "game {index}");
    }
}

#[test]
fn what_cannot_be_played_is_refused() {
    let arena = Arena::new();
    let good = "cmd=self nodes=10";
    fs::write(arena.path("old"), "games").expect("room");
    for (args, words) in [
        (vec!["--engine", good], "two engines"),
        (vec!["--engine", good, "--engine", "cmd=self"], "has no limit"),
        (
            vec!["--engine", good, "--engine", "cmd=./nowhere nodes=1"],
            "engine './nowhere' does not start: No such file or directory\n",
        ),
        (
            vec!["--engine", good, "--engine", "cmd=true name=A nodes=1"],
            "engine A ('true') does not start: it ended before it was ready, exit status: 0\n",
        ),
        (
            vec!["--engine", good, "--engine", good, "--log", "no/such"],
            "no/such: No such file or directory\n",
        ),
        (
            vec!["--engine", good, "--engine", good, "--pgn", "old", "--log", "./old"],
            "./old is read by this command, and cannot be written over\n",
        ),
        (vec!["--engine", good, "--engine", good, "--openings", "none.epd"], "none.epd"),
        (vec!["--engine", good, "--engine", good, "--sprt", "elo0=5", "elo1=0"], "--sprt"),
        (
            vec!["--engine", good, "--engine", good, "--sprt", "elo0=0", "elo1=8000"],
            "--sprt: a bound of 8000 Elo is out of range: at most 2000 either way\n",
        ),
        (vec!["--engine", good, "--engine", good, "--resign", "score=5"], "movecount"),
        (vec!["--merge", "none.pgn"], "none.pgn"),
    ] {
        let output = arena.play(&args);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(words), "{args:?}: {error}");
    }
}

#[test]
fn the_committed_openings_are_500_different_games() {
    use sakdi::arena::openings::OpeningsSettings;
    use sakdi::rules::{CountingRule, Variant};
    use std::collections::HashSet;
    let settings = OpeningsSettings::parse(&format!("file='{}'", openings())).expect("a file");
    let rules =
        sakdi::arena::engine::Rules { variant: Variant::Makruk, counting: CountingRule::Makruk };
    let openings = settings.load(rules, 0).expect("openings");
    let key = |fen: &str| {
        sakdi::notation::fen::parse(fen, rules.variant, rules.counting).map(|p| p.key())
    };
    let keys: HashSet<_> = openings.iter().map(|opening| key(&opening.fen).ok()).collect();
    assert_eq!((openings.len(), keys.len()), (500, 500));
}
