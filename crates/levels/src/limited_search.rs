//! A search at a level: few nodes, the handcrafted evaluation, no endgame tables, and a move that is
//! chosen at random among the best ones.

use crate::{LimitedSearch, Player};
use makruk::game::Game;
use sakdi_engine::search::{Bound, Limits, SearchObserver, SearchReport, SearchResult};

impl Player {
    /// Searches at this strength and tells the observer the result.
    pub(crate) fn search_limited(
        &mut self,
        strength: LimitedSearch,
        game: &Game,
        limits: &Limits,
        observer: &dyn SearchObserver,
    ) -> SearchResult {
        let result = self.search_and_choose(strength, game, limits, observer);
        observer.finish(&result);
        result
    }

    /// Searches and chooses a move. The handcrafted evaluation keeps the ladder as it was measured with
    /// every net.
    fn search_and_choose(
        &mut self,
        strength: LimitedSearch,
        game: &Game,
        limits: &Limits,
        observer: &dyn SearchObserver,
    ) -> SearchResult {
        let requested_lines = limits.multi_pv;
        let most_nodes = strength.nodes * strength.lines as u64;
        let limits = Limits {
            nodes: Some(limits.nodes.map_or(most_nodes, |nodes| nodes.min(most_nodes))),
            multi_pv: requested_lines.max(strength.lines),
            handcrafted: true,
            ..limits.clone()
        };
        let first_lines = FirstLines { observer, lines: requested_lines };
        let (result, mut lines) = self.engine.search_lines(game, &limits, &first_lines);
        if strength.lines == 1 {
            return result;
        }
        lines.truncate(strength.lines);
        let scores: Vec<_> = lines.iter().map(|line| line.score).collect();
        let Some(chosen) = lines.get(strength.choose(&scores, &mut self.rng)) else {
            return result;
        };
        if Some(chosen.pv[0]) == result.best_move {
            return result;
        }
        observer.report(&SearchReport {
            depth: result.depth,
            selective_depth: chosen.pv.len() as u32,
            multi_pv: 1,
            score: chosen.score,
            bound: Bound::Exact,
            nodes: result.nodes,
            time: limits.started.elapsed(),
            hash_full: self.engine.hash_full(),
            tb_hits: 0,
            pv: &chosen.pv,
        });
        SearchResult {
            best_move: chosen.pv.first().copied(),
            ponder_move: chosen.pv.get(1).copied(),
            score: chosen.score,
            reported_score: chosen.score,
            ..result
        }
    }
}

/// An observer that receives the reports of the requested number of lines, and not the result.
struct FirstLines<'a> {
    observer: &'a dyn SearchObserver,
    lines: usize,
}

impl SearchObserver for FirstLines<'_> {
    fn should_stop(&self) -> bool {
        self.observer.should_stop()
    }

    fn is_pondering(&self) -> bool {
        self.observer.is_pondering()
    }

    fn takes_reports(&self) -> bool {
        self.observer.takes_reports()
    }

    fn report(&self, report: &SearchReport<'_>) {
        if report.multi_pv <= self.lines {
            self.observer.report(report);
        }
    }
}
