//! Reports of a search thread to the observer.

use super::draws;
use super::history::CONTINUATION_PLIES;
use super::observer::{Bound, SearchReport};
use super::picker::MovePicker;
use super::root_moves::{RootMove, ScoredLine};
use super::stack::Line;
use super::transposition;
use super::worker::{ScoreOrigin, Worker};
use crate::Score;
use crate::score::{DRAW, is_decided, is_mate};
use makruk::movegen;
use makruk::position::Position;
use makruk::types::Move;

impl Worker<'_> {
    /// Reports a line if this is the first thread.
    pub(super) fn report(&self, position: &Position, depth: u32, line: usize, bound: Bound) {
        if self.is_first() {
            self.report_line(position, depth, line, self.root_moves.line(line).line(), bound);
        }
    }

    /// Reports the result of the thread, with the counters of the whole search. Clients expect that
    /// the answer is the first move of the last reported line. The lines after the best one (MultiPV) come before
    /// it: the lines reported last may begin with the move that is best now.
    pub(super) fn report_result(&self, position: &Position) {
        let stopped = self.iteration.stopped;
        let ScoreOrigin { depth, bound } = stopped.unwrap_or_else(|| self.iteration.finished());
        for (line, (is_finished, other)) in
            (1..).zip(self.root_moves.other_lines(self.number_of_lines()))
        {
            let depth = if is_finished { depth } else { self.iteration.completed_depth };
            self.report_line(position, depth, line, other, Bound::Exact);
        }
        self.report_line(position, depth, 0, self.root_moves.line(0).line(), bound);
    }

    /// Number of lines that are searched (MultiPV).
    pub(super) fn number_of_lines(&self) -> usize {
        self.shared.limits.multi_pv.clamp(1, self.root_moves.len())
    }

    fn report_line(
        &self,
        position: &Position,
        depth: u32,
        line: usize,
        found: ScoredLine<'_>,
        bound: Bound,
    ) {
        if !self.shared.observer.takes_reports() {
            return;
        }
        self.shared.observer.report(&SearchReport {
            depth,
            selective_depth: self.stats.selective_depth.max(found.pv.len()) as u32,
            multi_pv: line + 1,
            score: self.reported_score(position, found.score),
            bound,
            nodes: self.all_nodes(),
            time: self.time.elapsed(),
            hash_full: self.shared.tt.hashfull(),
            tb_hits: self.all_tb_hits(),
            pv: &self.completed_line(position, found),
        });
    }

    /// A score for the client, without what contempt adds for the pieces at the root:
    /// equal positions are to look equal. Clients recognize a draw by the score 0.
    pub(super) fn reported_score(&self, position: &Position, score: Score) -> Score {
        match score {
            score if score == self.draw_score(position) => DRAW,
            score if is_decided(score) => score,
            score => score - self.shared.contempt.value_of_pieces(position),
        }
    }

    /// Whether a root move ends the game in a draw.
    pub(super) fn draws_at_once(&self, position: &Position, root: &RootMove) -> bool {
        let child = position.play_unchecked(root.mv);
        let is_drawn =
            || movegen::is_stalemate(&child) || draws::is_drawn_after(position, &child, &self.path);
        root.known_score() == self.draw_score(position) && is_drawn()
    }

    /// A line of the root, extended to mate by the tables if possible; one of a single move is extended by a
    /// likely reply.
    pub(super) fn completed_line(&self, position: &Position, found: ScoredLine<'_>) -> Line {
        let mut line = found.pv.clone();
        if is_mate(found.score) {
            self.extend_by_tablebase(position, &mut line);
        }
        if let [mv] = line[..] {
            let after = position.play_unchecked(mv);
            line.extend(self.likely_reply(&after));
        }
        line
    }

    /// The best move by the transposition table, or by the histories.
    fn likely_reply(&self, position: &Position) -> Option<Move> {
        let entry = self.shared.tt.probe(transposition::key(position), 1);
        let known = entry.and_then(|entry| entry.mv);
        known.filter(|&mv| movegen::is_legal(position, mv)).or_else(|| {
            let previous = [None; CONTINUATION_PLIES.len()];
            let mut picker = MovePicker::new(None, [None; 2]);
            picker
                .next(position, self.memory.histories, &previous, self.shared.tt)
                .map(|picked| picked.mv)
        })
    }
}
