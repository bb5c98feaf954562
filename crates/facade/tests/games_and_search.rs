//! Games, analysis, tables and the engine, as a binding uses them.

use sakdi_analysis::{AnalysisObserver, Budget};
use sakdi_engine::search::Limits;
use sakdi_engine::tablebase::Tablebase;
use sakdi_facade::{Board, Engine, Error, Subject, analysis, games, tables};
use sakdi_i18n::Localized;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Duration;

const PGN: &str = "[Event \"A\"]\n\n1. e4 e5 2. Nd2 *\n\n[Event \"B\"]\n\n1. e4 Qd4 *\n";

#[test]
fn games_are_read_up_to_the_fault_and_after_it() {
    let read: Vec<_> = games::read(PGN, None).collect();
    assert_eq!(read[0].as_ref().expect("a game").game.moves().len(), 3);
    assert_eq!(read[1].as_ref().map(|_| ()).expect_err("no queens").line(), 7);
    let none = games::read_first("").expect_err("no games");
    assert_eq!(none.subject(), Subject::Pgn);
    assert_ne!(none.thai(), none.to_string());
}

struct Progress<'a>(&'a AtomicUsize);

impl AnalysisObserver for Progress<'_> {
    fn should_stop(&self) -> bool {
        false
    }

    fn searched(&self) {
        self.0.fetch_add(1, Relaxed);
    }
}

#[test]
fn an_analysis_is_read_back_from_its_pgn() {
    let (done, all) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let options = analysis::Options::new(Budget::Nodes(500));
    let begin = |positions| {
        all.store(positions, Relaxed);
        Progress(&done)
    };
    let text = PGN.split("[Event \"B\"]").next().expect("the first game");
    let analysed = analysis::analyse(text, &options, Tablebase::embedded(), begin);
    let analysed = analysed.expect("a game").expect("it was not stopped");
    assert_eq!([done, all].map(AtomicUsize::into_inner), [4, 4]);
    let again = analysis::read_analysed(&analysed.pgn(), options.style).expect("an analysis");
    assert_eq!((again.games.len(), again.budgets()), (1, analysed.budgets()));
    assert!(again.report().contains("\"pgn\""), "{}", again.report());
    let plain = analysis::read_analysed(text, options.style).expect_err("no analysis");
    assert!(matches!(plain, Error::NotAnalysed { line: 1 }), "{plain}");
}

#[test]
fn a_search_reports_lines_and_ends_when_told() {
    let engine = Engine::new(1, 1);
    let board = Board::start(Default::default(), Default::default());
    let lines = Mutex::new(Vec::new());
    let limits = Limits { nodes: Some(2_000), multi_pv: 2, ..Limits::default() };
    let result = engine.search(&board, None, &limits, &AtomicBool::new(false), |line| {
        lines.lock().expect("no panic").push(line);
        true
    });
    let lines = lines.into_inner().expect("no panic");
    let last = lines.iter().rfind(|line| line.multi_pv == 1).expect("a line");
    assert_eq!(result.best_move, last.moves.first().copied());
    assert!(lines.iter().any(|line| line.multi_pv == 2));
    // Without a limit, each of these ends it.
    let endless = Limits::default();
    engine.search(&board, None, &endless, &AtomicBool::new(true), |_| true);
    engine.search(&board, None, &endless, &AtomicBool::new(false), |line| line.depth < 3);
    let error = engine.set_net(Some(b"no net")).expect_err("not a net");
    assert_eq!(error.subject(), Subject::Net);
}

/// Whoever clears waits for the search that runs, and comes before those that begin later.
#[test]
fn an_engine_is_cleared_between_two_searches() {
    let engine = Engine::new(1, 1);
    let board = Board::start(Default::default(), Default::default());
    let stop = AtomicBool::new(false);
    let (begun, has_begun) = mpsc::channel();
    let moment = Duration::from_millis(1);
    thread::scope(|scope| {
        let first = scope.spawn(|| {
            engine.search(&board, None, &Limits::default(), &stop, |_| begun.send(()).is_ok())
        });
        has_begun.recv().expect("a line");
        assert!(!engine.clear(moment, &mut || false), "a search runs");
        let mut calls = 0;
        let mut goes_on = || {
            calls += 1;
            stop.store(calls >= 3, Relaxed);
            true
        };
        assert!(engine.clear(moment, &mut goes_on) && calls >= 3);
        assert!(first.join().expect("no panic").best_move.is_some());
    });
    let limits = Limits { nodes: Some(100), ..Limits::default() };
    let result = engine.search(&board, None, &limits, &AtomicBool::new(false), |_| true);
    assert!(result.best_move.is_some());
}

#[test]
fn bad_tables_add_nothing() {
    let mut held = Tablebase::empty();
    assert!(tables::add(&mut held, b"nothing").is_err());
    assert_eq!(held.tables().count(), 0);
}
