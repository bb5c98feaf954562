//! What a search tells its client: information lines and the answer.

use super::output::Output;
use super::signals::Signals;
use crate::movegen;
use crate::notation::coordinate;
use crate::position::Position;
use crate::search::{Bound, Limits, Report, SearchObserver, SearchResult};
use crate::types::score::{self, UciScore};
use crate::types::{Move, Score};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Writes what a search reports, and passes on what the loop signals.
pub(super) struct Reporter<'a> {
    root: &'a Position,
    signals: &'a Signals,
    output: &'a Output,
    show_wdl: bool,
    has_reported: AtomicBool,
}

impl<'a> Reporter<'a> {
    pub(super) const fn new(
        root: &'a Position,
        signals: &'a Signals,
        output: &'a Output,
        show_wdl: bool,
    ) -> Self {
        Self { root, signals, output, show_wdl, has_reported: AtomicBool::new(false) }
    }

    /// Writes the answer once it is due, after a `remark` for people. Clients read the score from
    /// the last information line, so there is always one before it.
    pub(super) fn answer(&self, result: &SearchResult, limits: &Limits, remark: Option<&str>) {
        if !self.has_reported.load(Relaxed) {
            let pv: Vec<Move> = result.best_move.into_iter().chain(result.ponder_move).collect();
            self.report(&Report {
                depth: result.depth,
                selective_depth: result.depth,
                multi_pv: 1,
                score: result.score,
                bound: Bound::Exact,
                nodes: result.nodes,
                time: limits.started.elapsed(),
                hash_full: 0,
                table_hits: 0,
                pv: &pv,
            });
        }
        self.signals.wait_until_due();
        if let Some(remark) = remark {
            self.output.info_string(remark);
        }
        self.output.line(best_move(self.root, result));
    }
}

impl SearchObserver for Reporter<'_> {
    fn should_stop(&self) -> bool {
        self.signals.should_stop()
    }

    fn is_pondering(&self) -> bool {
        self.signals.is_pondering()
    }

    fn report(&self, report: &Report<'_>) {
        self.output.line(information(self.root, report, self.show_wdl));
        self.has_reported.store(true, Relaxed);
    }
}

/// The line that answers `go`.
fn best_move(root: &Position, result: &SearchResult) -> String {
    let Some(best) = result.best_move else {
        return "bestmove (none)".to_owned();
    };
    let mut line = format!("bestmove {}", coordinate::format(root, best));
    let next = root.play_unchecked(best);
    if let Some(ponder) = result.ponder_move.filter(|&mv| movegen::is_legal(&next, mv)) {
        line += " ponder ";
        line += &coordinate::format(&next, ponder);
    }
    line
}

/// An information line, its fields in the order that every client knows. A finished game has no
/// line to tell, only a score.
fn information(root: &Position, report: &Report<'_>, show_wdl: bool) -> String {
    if report.pv.is_empty() {
        return format!("info depth {} score {}", report.depth, UciScore(report.score));
    }
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let wdl = if show_wdl { Wdl::of(report.score).to_string() } else { String::new() };
    let nps = (report.nodes as f64 / report.time.as_secs_f64().max(1e-6)) as u64;
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{wdl} nodes {} nps {nps} \
         hashfull {} tbhits {} time {} pv",
        report.depth,
        report.selective_depth,
        report.multi_pv,
        UciScore(report.score),
        report.nodes,
        report.hash_full,
        report.table_hits,
        report.time.as_millis(),
    );
    let mut position = *root;
    for &mv in report.pv {
        line += " ";
        line += &coordinate::format(&position, mv);
        position = position.play_unchecked(mv);
    }
    line
}

/// Chances to win, draw and lose, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wdl {
    win: u32,
    draw: u32,
    loss: u32,
}

impl Wdl {
    /// Logistic curves in the score: half the games are won at `HALF` centipawns, and `SPREAD`
    /// says how fast that changes around it. Round figures until they are fitted to games.
    fn of(score: Score) -> Self {
        const HALF: f64 = 250.0;
        const SPREAD: f64 = 80.0;
        if score::is_mate(score) {
            let win = if score > 0 { 1000 } else { 0 };
            return Self { win, draw: 0, loss: 1000 - win };
        }
        let chance = |score: Score| {
            (1000.0 / (1.0 + ((HALF - f64::from(score)) / SPREAD).exp())).round() as u32
        };
        let (win, loss) = (chance(score), chance(-score));
        // HALF > 0 keeps the two from reaching 1000 together.
        Self { win, draw: 1000 - win - loss, loss }
    }
}

impl std::fmt::Display for Wdl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, " wdl {} {} {}", self.win, self.draw, self.loss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_follow_the_score() {
        let mut before = 0;
        for score in (-score::MATE..=score::MATE).step_by(10) {
            let wdl = Wdl::of(score);
            assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000);
            assert!(wdl.win >= before, "at {score}");
            before = wdl.win;
        }
        assert_eq!(Wdl::of(score::mate_in(3)), Wdl { win: 1000, draw: 0, loss: 0 });
        assert_eq!(Wdl::of(score::mated_in(0)), Wdl { win: 0, draw: 0, loss: 1000 });
    }
}
