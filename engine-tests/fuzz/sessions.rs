//! Whole UCI sessions of random commands in random order, against the program behind pipes.
//!
//! A session must not crash or hang. Every `go` is answered once, with a legal move, and no
//! earlier than the client asks for it. For more sessions than the usual number:
//!
//!     SAKDI_SESSIONS=20000 cargo test --release random_sessions

use super::{STARTS, mangled, starts};
use crate::client::{Client, Info, PROGRAM, best_move, check_remark, is_answer};
use makruk::movegen::legal_moves;
use makruk::notation::{coordinate, fen};
use makruk::position::Position;
use makruk::rules::{CountingRule, Variant};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use sakdi_uci::Command::{Eval, Ignored, Uci};
use std::fmt::Display;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;
use tempfile::TempDir;

/// Number of sessions in a normal run.
const SESSIONS: u32 = 60;

/// An action of the client.
#[derive(Clone, Debug)]
enum Step {
    /// Sends a line that does not end a search.
    Say(Vec<u8>),
    /// Sends a line that ends a search.
    Interrupt(String),
    Variant(Variant),
    Rule(CountingRule),
    /// Sets up a FEN, or the start position, plays random legal moves and then sends more text.
    Position {
        fen: Option<String>,
        moves: Vec<Index>,
        tail: &'static str,
    },
    /// Starts a search that ends by itself.
    Go(String),
    /// Starts a search whose answer must wait for another command.
    GoEndless(String),
    /// `stop` or `ponderhit`.
    Release(&'static str),
    /// Waits for `readyok`.
    Ready,
    /// Waits for the answer of a search that ends by itself.
    Await,
}

/// How the client leaves, while a search may be running.
#[derive(Clone, Copy, Debug)]
struct Exit {
    search: Option<&'static str>,
    /// By `quit`, or by the end of the input.
    says_quit: bool,
}

fn texts(of: &[&'static str], step: fn(&'static str) -> Step) -> BoxedStrategy<Step> {
    select(of.to_vec()).prop_map(step).boxed()
}

fn steps() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => positions(),
        5 => searches(),
        2 => endless_searches(),
        2 => texts(&["stop", "ponderhit"], Step::Release),
        2 => Just(Step::Ready),
        3 => Just(Step::Await),
        1 => select(&Variant::ALL[..]).prop_map(Step::Variant),
        1 => select(&CountingRule::ALL[..]).prop_map(Step::Rule),
        4 => options(),
        1 => texts(INTERRUPTING, |text| Step::Interrupt(text.to_owned())),
        1 => texts(HARMLESS, |text| Step::Say(text.into())),
        1 => noise(),
    ]
}

const INTERRUPTING: &[&str] = &[
    "ucinewgame",
    "count start",
    "count stop",
    "count",
    "count status",
    "go perft 0",
    "go perft 1",
    "go perft 2",
    "go perft 3",
    "go perft 65",
    "bench 1",
    "setoption name Clear Hash",
];

const HARMLESS: &[&str] = &[
    "uci",
    "d",
    "eval",
    "",
    "   \t ",
    "debug on",
    "register later",
    "uci\r",
    "go perft",
    "go perft -1",
    "bench x",
    "count twice",
    "position",
    "position start",
    "position startpos move e3e4",
    "setoption",
    "setoption name",
    "setoption Hash value 3",
    "bestmove e3e4",
    "xyzzy \u{1f451} เบี้ย",
    "info string pv readyok",
];

/// Lines with any bytes that are no command, or one without effect.
fn noise() -> impl Strategy<Value = Step> {
    let text = mangled(select(HARMLESS).prop_map(str::to_owned)).prop_map(String::into_bytes);
    let noise = prop_oneof![text, vec(any::<u8>(), 0..60)];
    noise.prop_filter_map("a command of its own", |bytes| {
        let harmless = |line: &str| {
            matches!(sakdi_uci::parse(line), Ok(None | Some(Uci | Eval | Ignored)) | Err(_))
        };
        String::from_utf8_lossy(&bytes).split('\n').all(harmless).then_some(Step::Say(bytes))
    })
}

fn positions() -> impl Strategy<Value = Step> {
    // The dialects of the fields after the side to move.
    const FIELDS: &[&str] = &[
        "",
        " -",
        " - -",
        " - - 0 1",
        " - 0 0 1",
        " - 0 999",
        " - 44 38 182",
        " 0 1",
        " 128 3 60",
        " 31 6 5",
        " 16 16 50",
        " 16 17 50",
        " 16 40 50",
        " 2 1",
        " KQkq e3 0 1",
        "  -   -  7   30 ",
    ];
    let dialect = (starts(), select(FIELDS)).prop_map(|(start, fields)| {
        let placed: Vec<&str> = start.split(' ').take(2).collect();
        placed.join(" ") + fields
    });
    let fens = prop_oneof![
        2 => Just(None),
        2 => starts().prop_map(Some),
        2 => dialect.prop_map(Some),
        1 => mangled(starts()).prop_map(|text| Some(text.replace(['\n', '\0'], " "))),
    ];
    let moves = prop_oneof![3 => vec(any::<Index>(), 0..12), 1 => vec(any::<Index>(), 0..300)];
    let tails = select(&["", "", "", "", " ", "\r", " e3e5", " zz", " a5a6", " 0000"][..]);
    (fens, moves, tails).prop_map(|(fen, moves, tail)| Step::Position { fen, moves, tail })
}

fn searches() -> impl Strategy<Value = Step> {
    let limit = prop_oneof![
        (0..7u32).prop_map(|depth| format!("depth {depth}")),
        (0..4000u32).prop_map(|nodes| format!("nodes {nodes}")),
        (-5..30i32).prop_map(|time| format!("movetime {time}")),
        (-5..300i32, -5..300i32).prop_map(|(w, b)| format!("wtime {w} btime {b}")),
        (0..300u32).prop_map(|time| format!("btime {time}.5 movestogo 3 binc 2")),
        (0..4u32, 1..3000u32).prop_map(|(mate, nodes)| format!("mate {mate} nodes {nodes}")),
        Just("wtime x".to_owned()),
        Just("depth two".to_owned()),
    ];
    let more = select(&["", "", "", " searchmoves e3e4 d3d4 a1a2", " winc 5 binc 5", " foo"][..]);
    (limit, more).prop_map(|(limit, more)| Step::Go(format!("go {limit}{more}")))
}

fn endless_searches() -> BoxedStrategy<Step> {
    const ENDLESS: &[&str] = &[
        "go",
        "go infinite",
        "go infinite depth 2",
        "go infinite movetime 1",
        "go searchmoves e3e4 e6e5 e1e2",
        "go ponder",
        "go ponder depth 2",
        "go ponder nodes 100",
        "go ponder mate 1",
        "go ponder wtime 50 btime 50 winc 5 binc 5",
        "go ponder movetime 1",
    ];
    texts(ENDLESS, |text| Step::GoEndless(text.to_owned()))
}

/// Files for options: a book, and files that are no book.
static FILES: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("games.pgn"), "[Event \"a\"]\n\n1. f4 c5 2. Nd2 Nd7 1-0\n").expect("room");
    let built = Command::new(PROGRAM)
        .args(["book", "build", "games.pgn", "--out", "own.book", "--min-games", "1"])
        .current_dir(&folder)
        .output();
    let built = built.expect("the program starts");
    assert!(built.status.success(), "{built:?}");
    let book = fs::read(path("own.book")).expect("a book");
    fs::write(path("cut.book"), &book[..book.len() - 3]).expect("room");
    fs::write(path("noise"), (0..=255u8).cycle().take(5000).collect::<Vec<_>>()).expect("room");
    fs::write(path("empty"), "").expect("room");
    fs::create_dir(path("tables")).expect("room");
    #[cfg(unix)]
    {
        // Opening a pipe for reading blocks until another process opens it for writing.
        let made = Command::new("mkfifo").args([path("pipe"), path("tables/KNvKR.skt")]).status();
        assert!(made.is_ok_and(|status| status.success()), "mkfifo");
    }
    fs::write(path("tables/KRvKN.skt"), "no table").expect("room");
    folder
});

const FILE_NAMES: &[&str] = &[
    "own.book",
    "cut.book",
    "noise",
    "empty",
    "tables",
    #[cfg(unix)]
    "pipe",
    #[cfg(unix)]
    "/dev/zero",
    "missing",
    "",
];

fn options() -> impl Strategy<Value = Step> {
    fn set(name: &str, value: impl Display) -> Step {
        Step::Interrupt(format!("setoption name {name} value {value}"))
    }
    let files = (select(&["TablePath", "BookFile", "EvalFile"][..]), select(FILE_NAMES));
    let checks = select(
        &[
            "Use NNUE",
            "UseTables",
            "OwnBook",
            "UCI_LimitStrength",
            "UCI_ShowWDL",
            "Ponder",
            "UCI_AnalyseMode",
        ][..],
    );
    prop_oneof![
        select(&[-1, 0, 1, 2, 3, 16, 70_000][..]).prop_map(|mib| set("Hash", mib)),
        select(&[0, 1, 1, 2, 3, 8, 257][..]).prop_map(|threads| set("Threads", threads)),
        select(&[1, 1, 2, 5, 256, 257][..]).prop_map(|lines| set("MultiPV", lines)),
        (-1..22i32).prop_map(|level| set("Skill Level", level)),
        (400..3000i32).prop_map(|elo| set("UCI_Elo", elo)),
        select(&[0, 10, 100][..]).prop_map(|time| set("Move Overhead", time)),
        select(&["en", "th", "fr"][..]).prop_map(|language| set("Language", language)),
        select(&["coordinate", "san", "thai", "thai-long", "x"][..])
            .prop_map(|notation| set("Notation", notation)),
        (checks, select(&["true", "false", "maybe", ""][..])).prop_map(|(n, v)| set(n, v)),
        files.prop_map(|(name, file)| set(name, FILES.path().join(file).display())),
        select(&["<empty>", "<embedded>", ""][..]).prop_map(|net| set("EvalFile", net)),
        select(&["chess", "", "makruk makpong"][..]).prop_map(|name| set("UCI_Variant", name)),
        select(&["SyzygyPath", "UCI_Chess960", "pv"][..]).prop_map(|name| set(name, "bestmove")),
    ]
}

fn exits() -> impl Strategy<Value = Exit> {
    let searches = &[None, Some("go infinite"), Some("go ponder"), Some("go movetime 60000")][..];
    (select(searches), any::<bool>()).prop_map(|(search, says_quit)| Exit { search, says_quit })
}

/// A search that was started.
struct Search {
    variant: Variant,
    rule: CountingRule,
    /// Index of its position among those that the engine has shown.
    shown: usize,
}

/// The record of a session.
struct Session {
    client: Client,
    variant: Variant,
    rule: CountingRule,
    searches: Vec<Search>,
    /// Whether the last search ends by itself.
    ends: bool,
    /// Whether the last search must not answer yet.
    withheld: bool,
    lines: Vec<String>,
    shown: usize,
}

impl Session {
    fn start() -> Self {
        Self {
            client: Client::start(),
            variant: Variant::Makruk,
            rule: CountingRule::MAKRUK,
            searches: Vec::new(),
            ends: false,
            withheld: false,
            lines: Vec::new(),
            shown: 0,
        }
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Say(line) => {
                self.shown += usize::from(line == b"d");
                self.client.send_bytes(&[line, &b"\n"[..]].concat());
            }
            Step::Interrupt(line) => self.interrupt(line),
            Step::Variant(variant) => {
                self.variant = *variant;
                self.interrupt(&format!("setoption name UCI_Variant value {variant}"));
            }
            Step::Rule(rule) => {
                self.rule = *rule;
                self.interrupt(&format!("setoption name CountingRule value {rule}"));
            }
            Step::Position { fen, moves, tail } => {
                let moves = self.legal(fen.as_deref(), moves);
                let start =
                    fen.as_deref().map_or("startpos".to_owned(), |fen| format!("fen {fen}"));
                self.interrupt(&format!("position {start} moves {moves}{tail}"));
            }
            Step::Go(line) => self.go(line, false),
            Step::GoEndless(line) => self.go(line, true),
            Step::Release(line) => self.interrupt(line),
            Step::Ready => self.ready(),
            Step::Await => {
                while self.ends && self.answers() < self.searches.len() {
                    self.lines.extend(self.client.lines_until(is_answer));
                }
            }
        }
    }

    fn interrupt(&mut self, line: &str) {
        self.withheld = false;
        self.client.send(line);
    }

    fn go(&mut self, line: &str, endless: bool) {
        let (variant, rule) = (self.variant, self.rule);
        self.searches.push(Search { variant, rule, shown: self.shown });
        self.shown += 1;
        self.ends = !endless;
        self.withheld = endless;
        self.client.send(&format!("d\n{line}"));
    }

    fn ready(&mut self) {
        self.client.send("isready");
        self.lines.extend(self.client.lines_until(|line| line == "readyok"));
        if self.withheld {
            assert!(self.answers() < self.searches.len(), "an answer before it is due");
        }
    }

    fn answers(&self) -> usize {
        self.lines.iter().filter(|line| is_answer(line)).count()
    }

    /// Random legal moves of a game from the FEN; none where it is illegal.
    fn legal(&self, fen: Option<&str>, choices: &[Index]) -> String {
        let start = match fen {
            None => Ok(Position::start(self.variant, self.rule)),
            Some(text) => fen::parse(text, self.variant, self.rule),
        };
        let Ok(mut position) = start else { return "a3a4".to_owned() };
        let mut text = String::new();
        for choice in choices {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            let mv = moves[choice.index(moves.len())];
            text += &coordinate::format(&position, mv);
            text += " ";
            position = position.play_unchecked(mv);
        }
        text
    }

    /// Ends the running job, and checks all output.
    fn check(&mut self) {
        // Unlike `stop`, the engine handles this command only after its answer.
        self.interrupt("stop\nucinewgame");
        self.ready();
        let shown: Vec<&str> =
            self.lines.iter().filter_map(|line| line.strip_prefix("Fen: ")).collect();
        assert_eq!(shown.len(), self.shown, "positions shown");
        assert_eq!(self.answers(), self.searches.len(), "one answer for each search");
        let parts = self.lines.split_inclusive(|line| is_answer(line));
        for (search, lines) in self.searches.iter().zip(parts) {
            search.check(shown[search.shown], lines);
        }
        self.lines.iter().filter(|l| l.starts_with("info string ")).for_each(|l| check_remark(l));
    }

    fn leave(mut self, exit: Exit) {
        if let Some(search) = exit.search {
            self.client.send(search);
        }
        if exit.says_quit {
            self.client.send("quit");
        } else {
            self.client.close_input();
        }
        let (status, stderr) = self.client.wait();
        assert_eq!((status.code(), stderr.as_str()), (Some(0), ""));
    }
}

impl Search {
    /// Checks the lines that end with this search's answer.
    fn check(&self, shown: &str, lines: &[String]) {
        let root = fen::parse(shown, self.variant, self.rule);
        let root = root.unwrap_or_else(|error| panic!("{shown}: {error}"));
        let answer = lines.last().expect("an answer");
        let infos = lines
            .iter()
            .filter(|line| line.starts_with("info ") && !line.starts_with("info string "));
        let mut last = None;
        for line in infos {
            let info = Info::parse(line);
            check_line(&root, &info.pv, line);
            if info.numbers.get("multipv").is_none_or(|&number| number == 1) {
                last = Some(info);
            }
        }
        let last = last.unwrap_or_else(|| panic!("no information before {answer} in {shown}"));
        if legal_moves(&root).is_empty() {
            assert_eq!(answer, "bestmove (none)", "{shown}");
            assert_eq!(last.pv, [] as [&str; 0], "{shown}");
            return;
        }
        assert_eq!(last.pv.first().map(String::as_str), Some(best_move(lines)), "{shown}");
        let words: Vec<String> = answer.split(' ').map(str::to_owned).collect();
        match words.as_slice() {
            [_, best] => check_line(&root, std::slice::from_ref(best), answer),
            [_, best, word, reply] if word == "ponder" => {
                check_line(&root, &[best.clone(), reply.clone()], answer);
            }
            _ => panic!("{answer}"),
        }
    }
}

/// The moves have to be legal one after the other.
fn check_line(root: &Position, moves: &[String], line: &str) {
    let mut position = *root;
    for text in moves {
        let mv = coordinate::parse(&position, text).unwrap_or_else(|error| {
            panic!("{line}: {text} in {}: {error}", fen::format(&position))
        });
        assert_eq!(coordinate::format(&position, mv), *text, "{line}");
        position = position.play_unchecked(mv);
    }
}

fn sessions() -> u32 {
    let asked = std::env::var("SAKDI_SESSIONS").ok();
    asked.map_or(SESSIONS, |text| text.parse().expect("SAKDI_SESSIONS is a number"))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: sessions(),
        failure_persistence: None,
        max_shrink_iters: 500,
        ..Default::default()
    })]

    #[test]
    fn random_sessions_are_answered_to_the_end(steps in vec(steps(), 1..40), exit in exits()) {
        let mut session = Session::start();
        steps.iter().for_each(|step| session.step(step));
        session.check();
        session.leave(exit);
    }
}

#[test]
fn the_files_that_options_name_are_what_they_should_be() {
    let names = FILE_NAMES.iter().map(|name| FILES.path().join(name));
    let missing: Vec<PathBuf> = names.filter(|path| !path.exists()).collect();
    assert_eq!(missing, [FILES.path().join("missing")]);
    let mut client = Client::start();
    let book = FILES.path().join("own.book");
    let load = format!("setoption name BookFile value {}", book.display());
    assert_eq!(client.ask(&load), [] as [&str; 0]);
    client.send("setoption name OwnBook value true");
    let lines = client.go("go depth 1");
    assert!(lines[0].contains(" nodes 0 "), "a move of the book: {lines:#?}");
    assert!(
        STARTS.iter().all(|start| fen::parse(start, Variant::Makruk, CountingRule::MAKRUK).is_ok())
    );
}
