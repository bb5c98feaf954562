//! The output of a search: `info` lines and `bestmove`.

use super::count_report;
use super::options::Options;
use super::output::{self, Output};
use super::score::UciScore;
use super::signals::Signals;
use makruk::game::Game;
use makruk::movegen;
use makruk::notation::coordinate;
use makruk::position::Position;
use makruk::types::Move;
use sakdi_engine::search::{
    Bound, Limits, SearchObserver, SearchReport, SearchResult, Wdl, nodes_per_second,
};
use sakdi_engine::tablebase::Tablebase;
use sakdi_engine::{Score, score};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// Writes the reports of a search and its answer, and passes the signals of the loop to it.
pub(super) struct Reporter<'a> {
    game: &'a Game,
    limits: &'a Limits,
    signals: &'a Signals,
    output: &'a Output,
    options: &'a Options,
    tables: Option<Arc<Tablebase>>,
    // Known only if the chances are shown.
    is_drawn: bool,
    has_reported: AtomicBool,
}

impl<'a> Reporter<'a> {
    /// For a search that uses these endgame tables.
    pub(super) fn new(
        game: &'a Game,
        limits: &'a Limits,
        signals: &'a Signals,
        output: &'a Output,
        options: &'a Options,
        tables: Option<&Arc<Tablebase>>,
    ) -> Self {
        let tables = tables.cloned();
        let is_drawn = options.show_wdl && count_report::is_drawn(game, tables.as_deref());
        let has_reported = AtomicBool::new(false);
        Self { game, limits, signals, output, options, tables, is_drawn, has_reported }
    }

    /// The lines that answer `go`, after a remark for people.
    fn answer(&self, best: Option<Move>, ponder: Option<Move>, remark: Option<&str>) -> String {
        let remark = remark.map_or_else(String::new, output::info_string);
        let ponder = ponder.filter(|_| best.is_some_and(|best| !ends_game(self.game, best)));
        remark + &best_move_line(self.game.position(), best, ponder) + "\n"
    }
}

impl SearchObserver for Reporter<'_> {
    fn should_stop(&self) -> bool {
        self.signals.should_stop()
    }

    fn is_pondering(&self) -> bool {
        self.signals.is_pondering()
    }

    fn report(&self, report: &SearchReport<'_>) {
        let chances = self.options.show_wdl.then(|| match report.score {
            score::DRAW if self.is_drawn => Wdl::DRAWN,
            score => Wdl::of(score),
        });
        // A level does not always play the best move.
        let answers = report.multi_pv == 1 && self.options.strength().is_none();
        let answer = answers
            .then(|| self.answer(report.pv.first().copied(), report.pv.get(1).copied(), None));
        self.signals.report(self.output, &info_line(self.game, report, chances), answer);
        self.has_reported.store(true, Relaxed);
    }

    /// Writes the answer once it is due. Clients read the score from the last `info` line, so there is
    /// always one before the answer.
    fn finish(&self, result: &SearchResult) {
        if !self.has_reported.load(Relaxed) {
            let pv: Vec<Move> = result.best_move.into_iter().chain(result.ponder_move).collect();
            self.report(&SearchReport {
                depth: result.depth,
                selective_depth: result.depth,
                multi_pv: 1,
                score: result.score,
                bound: Bound::Exact,
                nodes: result.nodes,
                time: self.limits.started.elapsed(),
                hash_full: 0,
                tb_hits: 0,
                pv: &pv,
            });
        }
        let (root, language) = (self.game.position(), self.options.language);
        let tables = self.tables.as_deref();
        let is_whole = self.limits.search_moves.is_empty() && self.options.strength().is_none();
        let count = count_report::report(language, root, tables, is_whole, result);
        let answer = self.answer(result.best_move, result.ponder_move, count.as_deref());
        self.signals.answer(self.output, answer);
    }
}

/// The answer from the book: an `info` line with the score of the move, and the chances if they are
/// shown, and the move.
pub(super) fn book_answer(game: &Game, mv: Move, score: Score, show_wdl: bool) -> String {
    let root = game.position();
    let next = root.play_unchecked(mv);
    let reply = movegen::legal_moves(&next).first().copied();
    let pv: Vec<Move> = std::iter::once(mv).chain(reply).collect();
    let report = SearchReport {
        depth: 1,
        selective_depth: pv.len() as u32,
        multi_pv: 1,
        score,
        bound: Bound::Exact,
        nodes: 0,
        time: Duration::ZERO,
        hash_full: 0,
        tb_hits: 0,
        pv: &pv,
    };
    let answer = coordinate::format(root, mv);
    let chances = show_wdl.then(|| Wdl::of(score));
    format!("{}\nbestmove {answer}\n", info_line(game, &report, chances))
}

/// Whether a game that goes on ends with this move.
fn ends_game(game: &Game, mv: Move) -> bool {
    let mut next = game.clone();
    game.outcome().is_none() && (next.play(mv).is_err() || next.outcome().is_some())
}

/// The line that answers `go`.
pub(super) fn best_move_line(root: &Position, best: Option<Move>, ponder: Option<Move>) -> String {
    let Some(best) = best else {
        return "bestmove (none)".to_owned();
    };
    let mut line = format!("bestmove {}", coordinate::format(root, best));
    let next = root.play_unchecked(best);
    if let Some(ponder) = ponder.filter(|&mv| movegen::is_legal(&next, mv)) {
        line += " ponder ";
        line += &coordinate::format(&next, ponder);
    }
    line
}

/// An `info` line, with its fields in the usual order; without a legal move it has only a score.
/// The variation stops where a move ends the game by the rules: from a single move with the score
/// of a draw, a client that does not know the rules sees that the game ends.
fn info_line(game: &Game, report: &SearchReport<'_>, chances: Option<Wdl>) -> String {
    if report.pv.is_empty() {
        return format!("info depth {} score {}", report.depth, UciScore(report.score));
    }
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let wdl = chances.map_or(String::new(), |chances| format!(" {chances}"));
    let nps = nodes_per_second(report.nodes, report.time);
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{wdl} nodes {} nps {nps} \
         hashfull {} tbhits {} time {} pv",
        report.depth,
        report.selective_depth,
        report.multi_pv,
        UciScore(report.score),
        report.nodes,
        report.hash_full,
        report.tb_hits,
        report.time.as_millis(),
    );
    let mut game = game.clone();
    for &mv in report.pv {
        line += " ";
        line += &coordinate::format(game.position(), mv);
        if game.play(mv).is_err() || game.outcome().is_some() {
            break;
        }
    }
    line
}
