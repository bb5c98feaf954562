//! Iterative deepening: the same search deeper and deeper, each pass ordering the next.

use super::alpha_beta::Node;
use super::clock::CERTAIN;
use super::draws;
use super::history::CONTINUATIONS;
use super::node::Root;
use super::observer::{Bound, Report};
use super::params;
use super::picker::Picker;
use super::root::RootMove;
use super::stack::Line;
use super::table;
use super::tables::DECIDED_DEPTH;
use super::worker::Worker;
use crate::movegen;
use crate::position::Position;
use crate::types::score::{DRAW, INFINITE, MATE, MATE_BOUND, MAX_PLY, is_mate, mate_in};
use crate::types::{Move, Score};
use std::time::Duration;

/// Deepest iteration.
pub(super) const MAX_DEPTH: u32 = MAX_PLY as u32 - 8;
/// Before this a failed window is not worth a report.
const QUIET_TIME: Duration = Duration::from_secs(1);
/// Iterations that must agree on a repetition before it is answered early.
const SETTLED: usize = 5;
/// A window wider than this is opened altogether.
const WIDEST: Score = 600;

impl Worker<'_> {
    /// Searches deeper and deeper, from the last finished iteration to `deepest` or until a limit
    /// is met. The lines stand in `self.root`. Returns whether a deeper iteration may follow.
    pub(super) fn deepen(&mut self, position: &Position, deepest: u32) -> bool {
        let most = self.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let most = if self.decided { most.min(DECIDED_DEPTH) } else { most };
        let lines = self.limits.multi_pv.clamp(1, self.root.len());
        for depth in self.completed_depth + 1..=deepest.min(most) {
            if self.is_stopped() {
                return false;
            }
            self.root_depth = depth;
            self.root.begin_iteration();
            for line in 0..lines {
                if self.search_line(position, depth, line).is_none() {
                    return false;
                }
            }
            self.root.finish_iteration(lines);
            let best = self.root.line(0).mv;
            let score = self.root.line(0).score;
            self.fallen = self.last_score.map_or(0, |last| last - score);
            self.last_score = Some(score);
            self.settled = if self.last_best == Some(best) { self.settled + 1 } else { 0 };
            self.last_best = Some(best);
            self.completed_depth = depth;
            self.certain = self.is_first() && self.is_certain(position, lines);
            for line in 0..lines {
                self.report(position, depth, line, Bound::Exact);
            }
            if self.is_satisfied() {
                return false;
            }
        }
        deepest < most
    }

    /// Searches for the best line but `found` others, in a window around its last score.
    fn search_line(&mut self, position: &Position, depth: u32, found: usize) -> Option<()> {
        let last = self.root.line(found).last;
        let mut delta = params::aspiration_delta() + last.abs() / 32;
        let narrow = depth >= 4 && last.abs() < MATE_BOUND;
        let (mut alpha, mut beta) =
            if narrow { (last - delta, last + delta) } else { (-INFINITE, INFINITE) };
        // Scores above the window so far: a surprise is looked at less deeply first.
        let mut surprises = 0;
        loop {
            self.root.begin_line(found);
            self.selective_depth = 0;
            let reduced = (depth as i32 - surprises).max(1);
            let node = Node { position, alpha, beta, depth: reduced, ply: 0, cut: false };
            let score = self.search::<Root>(node);
            // Also what an unfinished search found best is worth keeping: it tried the old best
            // move first.
            self.root.sort();
            let Some(score) = score else {
                self.report_unfinished(position, depth, (alpha, beta));
                return None;
            };
            let bound = if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (score - delta).max(-INFINITE);
                surprises = 0;
                Bound::Upper
            } else if score >= beta {
                beta = (score + delta).min(INFINITE);
                surprises = (surprises + 1).min(3);
                Bound::Lower
            } else {
                return Some(());
            };
            if found == 0 && self.time.elapsed() >= QUIET_TIME {
                self.report(position, depth, found, bound);
            }
            delta *= 2;
            if delta > WIDEST || score.abs() >= MATE_BOUND {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Whether the answer is good enough, or the time better kept.
    fn is_satisfied(&self) -> bool {
        if !self.is_first() {
            return false;
        }
        let score = self.root.line(0).score;
        let mates = |moves: u32| score >= mate_in((2 * moves as usize).saturating_sub(1));
        if self.limits.mate.is_some_and(mates) {
            return true;
        }
        let nodes = self.all_nodes();
        if self.limits.soft_nodes.is_some_and(|limit| nodes >= limit) {
            return true;
        }
        !self.observer.is_pondering() && self.time.is_enough(self.effort())
    }

    /// Whether more thought would not change the answer: where only one move is legal, where a mate
    /// has been searched to its end, and where a game that is drawn by repetition goes on, for a
    /// client that does not know the rule, and the best is to repeat.
    fn is_certain(&self, position: &Position, lines: usize) -> bool {
        let best = self.root.line(0);
        let (score, depth) = (best.score, self.completed_depth);
        if lines > 1 {
            return false;
        }
        let repeats = || {
            let after = position.play_unchecked(best.mv);
            score == DRAW
                && self.settled >= SETTLED
                && self.path.is_repeated(position)
                && draws::decided_after(position, &after, &self.path) == Some(DRAW)
        };
        self.root.len() == 1 || is_mate(score) && MATE - score.abs() <= depth as Score || repeats()
    }

    /// How much of the usual time the move deserves, in hundredths: less when the search has long
    /// settled on it and spent most of its nodes there, more when its score has fallen.
    fn effort(&self) -> u32 {
        if self.certain {
            return CERTAIN;
        }
        const BY_STABILITY: [i64; 6] = [150, 125, 110, 100, 92, 85];
        let stability = BY_STABILITY[self.settled.min(BY_STABILITY.len() - 1)];
        let best = self.root.line(0);
        let share = (100 * best.nodes / self.nodes.max(1)) as i64;
        let fallen = i64::from(self.fallen / 4).clamp(0, 60);
        let effort = stability * (165 - share) / 100 * (100 + fallen) / 100;
        effort.clamp(30, 250) as u32
    }

    /// Reports the best line of an iteration that was stopped, if it is news: clients expect the
    /// answer to begin the last line they were told.
    fn report_unfinished(&self, position: &Position, depth: u32, (alpha, beta): (Score, Score)) {
        let best = self.root.line(0);
        if self.last_best == Some(best.mv) {
            return;
        }
        let bound = match best.score {
            // The others were still being searched: the best line is finished.
            _ if !self.root.is_first_line() => Bound::Exact,
            // It broke the window, and the wider one was not finished.
            score if score == -INFINITE || score >= beta => Bound::Lower,
            score if score <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        self.report(position, depth, 0, bound);
    }

    fn report(&self, position: &Position, depth: u32, line: usize, bound: Bound) {
        if !self.is_first() {
            return;
        }
        let root = self.root.line(line);
        self.observer.report(&Report {
            depth,
            selective_depth: self.selective_depth.max(root.pv.len()) as u32,
            multi_pv: line + 1,
            score: root.known_score(),
            bound,
            nodes: self.all_nodes(),
            time: self.time.elapsed(),
            hash_full: self.table.full(),
            table_hits: self.signals.table_hits(),
            pv: &self.completed_line(position, root),
        });
    }

    /// The line of a root move: to the mate where tables know it, and with a likely reply where it
    /// is a single move and the game goes on.
    pub(super) fn completed_line(&self, position: &Position, root: &RootMove) -> Line {
        let mut line = root.pv.clone();
        if is_mate(root.known_score()) {
            self.extend_by_tables(position, &mut line);
        }
        if let [mv] = line[..] {
            let after = position.play_unchecked(mv);
            line.extend(self.likely_reply(&after));
        }
        line
    }

    fn likely_reply(&self, position: &Position) -> Option<Move> {
        let entry = self.table.probe(table::key(position), 1);
        let known = entry.and_then(|entry| entry.mv);
        known.filter(|&mv| movegen::is_legal(position, mv)).or_else(|| {
            let context = [None; CONTINUATIONS.len()];
            let mut picker = Picker::new(None, [None; 2]);
            picker.next(position, self.histories, &context).map(|(mv, _)| mv)
        })
    }
}

/// What is reported where there is no move: mated or stalemated.
pub(super) fn terminal_score(position: &Position) -> Score {
    if position.in_check() { -mate_in(0) } else { DRAW }
}
