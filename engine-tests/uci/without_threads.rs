//! A session whose searches run within the loop, as in a browser.

use sakdi_uci::{Interrupt, Session};
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

/// The output of a session.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Written {
    fn take(&self) -> String {
        String::from_utf8(std::mem::take(&mut self.0.lock().unwrap())).unwrap()
    }
}

/// A session whose listener returns these interrupts, one for each poll, after a number of polls
/// without one.
fn session(said: &'static [Interrupt]) -> (Session, Written) {
    const SILENT: usize = 20;
    let written = Written::default();
    let asked = AtomicUsize::new(0);
    let listener = move || {
        let number = asked.fetch_add(1, SeqCst);
        number.checked_sub(SILENT).and_then(|at| said.get(at)).copied()
    };
    (Session::without_threads(written.clone(), listener), written)
}

/// The session continues after each line of these tests.
#[track_caller]
fn handle(session: &mut Session, line: &str) {
    assert!(session.handle(line).is_continue(), "{line}");
}

#[track_caller]
fn answers(text: &str) -> usize {
    text.lines().filter(|line| line.starts_with("bestmove ")).count()
}

#[test]
fn a_search_answers_before_the_next_line() {
    let (mut session, written) = session(&[]);
    handle(&mut session, "go depth 5");
    let text = written.take();
    assert!(text.contains("info depth 5"), "{text}");
    assert_eq!(answers(&text), 1, "{text}");
    handle(&mut session, "go perft 3");
    assert!(written.take().contains("Nodes searched: 12012"));
}

#[test]
fn the_listener_stops_an_endless_search() {
    for go in ["go infinite", "go", "go movetime 1000000", "go ponder wtime 1000 btime 1000"] {
        let (mut session, written) = session(&[Interrupt::Stop]);
        handle(&mut session, go);
        assert_eq!(answers(&written.take()), 1, "{go}");
        // The line itself is handled after the search.
        handle(&mut session, "stop");
        assert_eq!(written.take(), "", "{go}");
    }
}

#[test]
fn after_a_ponder_hit_the_limits_hold() {
    let (mut session, written) = session(&[Interrupt::PonderHit]);
    handle(&mut session, "go ponder movetime 20");
    assert_eq!(answers(&written.take()), 1);
    handle(&mut session, "ponderhit");
    assert_eq!(written.take(), "");
}

#[test]
fn a_search_that_ends_by_itself_answers_when_the_client_asks() {
    const MATED: &str = "position fen k7/8/1KR5/8/8/8/8/8 w - - 0 1";
    for (go, due) in
        [("go infinite", "stop"), ("go ponder depth 1", "ponderhit"), ("go infinite", "isready")]
    {
        let (mut session, written) = session(&[]);
        handle(&mut session, MATED);
        handle(&mut session, &format!("{go} searchmoves c6c8"));
        assert_eq!(answers(&written.take()), 0, "{go}");
        handle(&mut session, due);
        let text = written.take();
        let expected = usize::from(due != "isready");
        assert_eq!(answers(&text), expected, "{text}");
        handle(&mut session, MATED);
        assert_eq!(answers(&written.take()), 1 - expected);
    }
}
