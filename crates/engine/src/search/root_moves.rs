//! The root moves with their scores and lines.

use super::observer::Bound;
use super::stack::Line;
use crate::Score;
use crate::score::{DRAW, is_loss};
use makruk::types::Move;
use std::cmp::Reverse;

/// What the search of the current window has found of a root move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It has not been searched.
    Open,
    /// It did not raise alpha.
    NotBetter,
    /// It raised alpha, was the first move, or is the best of those that all failed low.
    Scored(Score),
}

/// What the last finished iteration found of a root move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Finding {
    /// It did not raise alpha in the last window, or no iteration is finished.
    NoScore,
    /// It raised alpha in the last window, but begins none of the lines.
    Passed(Score),
    /// It begins one of the lines, which has this score.
    Line(Score),
}

/// A move of the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    state: State,
    completed: Finding,
    /// The last score that raised alpha, in the current window or an earlier one.
    last_known: Option<Score>,
    /// The line that begins with the move.
    pub pv: Line,
    /// As it was after the last finished iteration, if it was one of the lines of that.
    completed_pv: Line,
    /// Nodes searched below the move in all iterations.
    pub nodes: u64,
}

/// The root moves, best first after an iteration.
#[derive(Clone, Debug)]
pub(super) struct RootMoves {
    moves: Vec<RootMove>,
    // The best move of the last finished iteration.
    completed: Option<RootMove>,
    // Index of the line that is searched: the moves before it begin better lines (MultiPV).
    pv_index: usize,
    /// Whether the endgame tables know the exact score of every root move.
    pub exact: bool,
}

/// A line of the root, as it is reported.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoredLine<'a> {
    pub score: Score,
    pub pv: &'a Line,
}

impl RootMove {
    /// The score in the current window.
    pub(super) const fn score(&self) -> Option<Score> {
        match self.state {
            State::Scored(score) => Some(score),
            State::Open | State::NotBetter => None,
        }
    }

    /// The score in the current window, or if there is none yet, in the window before.
    fn last_score(&self) -> Option<Score> {
        self.score().or(self.last_known)
    }

    /// The score in the current window, or if there is none yet, in the window before. That of a draw
    /// before any search of the move: nothing is known to be better or worse.
    pub(super) fn known_score(&self) -> Score {
        self.last_score().unwrap_or(DRAW)
    }

    /// Its line in the present iteration.
    pub(super) fn line(&self) -> ScoredLine<'_> {
        ScoredLine { score: self.known_score(), pv: &self.pv }
    }

    /// The score in the last window of the last finished iteration.
    pub(super) const fn previous_score(&self) -> Option<Score> {
        match self.completed {
            Finding::NoScore => None,
            Finding::Passed(score) | Finding::Line(score) => Some(score),
        }
    }

    /// The score of the line that began with the move in the last finished iteration.
    const fn line_score(&self) -> Option<Score> {
        match self.completed {
            Finding::Line(score) => Some(score),
            Finding::NoScore | Finding::Passed(_) => None,
        }
    }
}

impl RootMoves {
    /// Moves without scores. `exact` tells that the endgame tables know the exact score of each.
    pub(super) fn new(moves: impl IntoIterator<Item = Move>, exact: bool) -> Self {
        let new = |mv| RootMove {
            mv,
            state: State::Open,
            completed: Finding::NoScore,
            last_known: None,
            pv: std::iter::once(mv).collect(),
            completed_pv: Line::new(),
            nodes: 0,
        };
        Self { moves: moves.into_iter().map(new).collect(), completed: None, pv_index: 0, exact }
    }

    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The line at `index`, best first.
    pub(super) fn line(&self, index: usize) -> &RootMove {
        &self.moves[index]
    }

    /// The first move of the current line, by the last iteration or window.
    pub(super) fn best_candidate(&self) -> Move {
        self.moves[self.pv_index].mv
    }

    /// Begins an iteration.
    pub(super) fn begin_iteration(&mut self) {
        self.pv_index = 0;
    }

    /// Begins the search of the line at `pv_index`, or of the same line in another window.
    pub(super) fn begin_line(&mut self, pv_index: usize) {
        self.pv_index = pv_index;
        for root in &mut self.moves[pv_index..] {
            root.state = State::Open;
        }
    }

    /// Whether the search is for the best line.
    pub(super) fn is_first_line(&self) -> bool {
        self.pv_index == 0
    }

    /// Whether a move is searched for the current line.
    pub(super) fn is_candidate(&self, mv: Move) -> bool {
        self.moves[self.pv_index..].iter().any(|root| root.mv == mv)
    }

    /// Records the search of a move: its score and the line after it if it has an exact one.
    pub(super) fn record(&mut self, mv: Move, exact: Option<(Score, &Line)>, nodes: u64) {
        let Some(root) = self.moves.iter_mut().find(|root| root.mv == mv) else { return };
        root.nodes += nodes;
        root.state = State::NotBetter;
        if let Some((score, rest)) = exact {
            root.state = State::Scored(score);
            root.last_known = Some(score);
            root.pv.clear();
            let line = std::iter::once(mv).chain(rest.iter().copied());
            root.pv.extend(line.take(root.pv.capacity()));
        }
    }

    /// Sorts the moves from the current line on, best first; equals keep their order.
    pub(super) fn sort(&mut self) {
        self.moves[self.pv_index..].sort_by_key(|root| Reverse(root.score()));
    }

    /// Ends a window in which all moves failed low: the best of them scores at most `score`.
    pub(super) fn fail_low(&mut self, score: Score) {
        let best = &mut self.moves[self.pv_index];
        (best.state, best.last_known) = (State::Scored(score), Some(score));
    }

    /// Ends an iteration that was stopped within its first line. If the best of the moves searched so far
    /// loses, the others may not: puts one of them first, with the score of the last finished
    /// iteration, or if that is a loss, the best move of that iteration. Returns how the score relates
    /// to the true one of that iteration; `None` if nothing was changed.
    pub(super) fn retract_loss(&mut self) -> Option<Bound> {
        let is_lost = |score: Option<Score>| score.is_some_and(is_loss);
        let completed = self.completed.as_ref()?;
        if self.moves.len() == 1 || !is_lost(self.moves[0].score()) {
            return None;
        }
        let may_hold = |root: &RootMove| root.state == State::Open && !is_lost(root.line_score());
        let (index, replacement, bound) = if is_lost(completed.score()) {
            let index = self.moves.iter().position(|root| root.mv == completed.mv)?;
            (index, completed.clone(), Bound::Exact)
        } else {
            let index = self.moves.iter().position(may_hold)?;
            (index, RootMove { state: completed.state, ..self.moves[index].clone() }, Bound::Upper)
        };
        self.moves[index] = replacement;
        self.moves[..=index].rotate_right(1);
        Some(bound)
    }

    /// Ends an iteration with this number of lines, and sorts them. Returns the best move of the
    /// iteration before, if there was one.
    pub(super) fn finish_iteration(&mut self, lines: usize) -> Option<RootMove> {
        self.moves[..lines].sort_by_key(|root| Reverse(root.score()));
        for (index, root) in self.moves.iter_mut().enumerate() {
            root.completed = match root.state {
                State::Scored(score) if index < lines => {
                    root.completed_pv.clone_from(&root.pv);
                    Finding::Line(score)
                }
                State::Scored(score) => Finding::Passed(score),
                State::Open | State::NotBetter => Finding::NoScore,
            };
        }
        std::mem::replace(&mut self.completed, self.moves.first().cloned())
    }

    /// The lines after the best one, at most `lines - 1`, when an iteration was stopped. Those that it finished
    /// come first, with `true`. Those of the iteration before follow, with `false`.
    pub(super) fn other_lines(&self, lines: usize) -> Vec<(bool, ScoredLine<'_>)> {
        let finished = self.moves[..self.pv_index].iter().skip(1).map(|root| (true, root.line()));
        let before = self.moves[self.pv_index.max(1)..].iter().filter_map(|root| {
            let score = root.line_score()?;
            Some((false, ScoredLine { score, pv: &root.completed_pv }))
        });
        let mut before: Vec<_> = before.collect();
        before.sort_by_key(|(_, line)| Reverse(line.score));
        finished.chain(before).take(lines - 1).collect()
    }

    /// Lines with comparable scores, best first: those of the last finished iteration, or those
    /// found so far in the first.
    pub(super) fn comparable(&self) -> Vec<(Score, &RootMove)> {
        let of = |score: fn(&RootMove) -> Option<Score>| {
            let scored = self.moves.iter().filter_map(|root| Some((score(root)?, root)));
            scored.collect::<Vec<_>>()
        };
        let mut lines = of(RootMove::line_score);
        if lines.is_empty() {
            lines = of(RootMove::last_score);
        }
        lines.sort_by_key(|(score, _)| Reverse(*score));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::mated_in;
    use makruk::types::Square;

    fn mv(from: u8) -> Move {
        Move::new(Square::from_index(from), Square::from_index(from + 8)).expect("two squares")
    }

    fn scores(root: &RootMoves) -> Vec<(Move, Score)> {
        root.comparable().into_iter().map(|(score, root)| (root.mv, score)).collect()
    }

    #[test]
    fn an_unfinished_iteration_is_not_compared_with_a_finished_one() {
        let (a, b, c) = (mv(0), mv(1), mv(2));
        let mut root = RootMoves::new([a, b, c], false);
        let found =
            |root: &mut RootMoves, mv, score| root.record(mv, Some((score, &Line::new())), 1);
        root.begin_iteration();
        root.begin_line(0);
        found(&mut root, a, 10);
        found(&mut root, b, 20);
        root.sort();
        // The moves searched so far in the first iteration.
        assert_eq!(scores(&root), [(b, 20), (a, 10)]);
        root.begin_line(1);
        found(&mut root, a, 15);
        root.record(c, None, 1);
        root.sort();
        root.finish_iteration(2);
        assert_eq!(scores(&root), [(b, 20), (a, 15)]);
        // In the next iteration c is best and b bad; a has not been searched.
        root.begin_iteration();
        root.begin_line(0);
        found(&mut root, b, -50);
        found(&mut root, c, 5);
        root.sort();
        assert_eq!(root.line(0).mv, c);
        assert_eq!(scores(&root), [(b, 20), (a, 15)]);
    }

    /// Two iterations of the moves `a`, `b` and `c`. In the first `a` is best with the score `before`;
    /// in the second only `a` is searched, and loses.
    fn lost_at_first(before: Score) -> RootMoves {
        let mut root = RootMoves::new([mv(0), mv(1), mv(2)], false);
        for score in [before, mated_in(6)] {
            root.begin_iteration();
            root.begin_line(0);
            root.record(mv(0), Some((score, &Line::new())), 1);
            if score == before {
                root.record(mv(1), None, 1);
                root.record(mv(2), None, 1);
                root.sort();
                root.finish_iteration(1);
            }
        }
        root.sort();
        root
    }

    #[test]
    fn a_loss_is_retracted_while_other_moves_may_hold() {
        let mut root = lost_at_first(-30);
        assert_eq!(root.retract_loss(), Some(Bound::Upper));
        assert_eq!((root.line(0).mv, root.line(0).score()), (mv(1), Some(-30)));
        assert_eq!((root.line(1).mv, root.line(2).mv), (mv(0), mv(2)));
        let mut root = lost_at_first(-30);
        root.record(mv(1), None, 1);
        assert_eq!(root.retract_loss(), Some(Bound::Upper));
        assert_eq!((root.line(0).mv, root.line(0).score()), (mv(2), Some(-30)));
        // Another move failed high, and loses in the wider window.
        let mut root = lost_at_first(-30);
        root.record(mv(0), Some((-40, &Line::new())), 1);
        root.record(mv(2), Some((10, &Line::new())), 1);
        root.sort();
        root.begin_line(0);
        root.record(mv(2), Some((mated_in(6), &Line::new())), 1);
        root.sort();
        assert_eq!(root.retract_loss(), Some(Bound::Upper));
        assert_eq!((root.line(0).mv, root.line(0).score()), (mv(0), Some(-30)));
        // Nothing is retracted of a score that is no loss.
        let mut root = lost_at_first(-30);
        root.record(mv(1), Some((-90, &Line::new())), 1);
        root.sort();
        assert_eq!(root.retract_loss(), None);
        // The last finished iteration knows the length of the loss.
        let mut root = lost_at_first(mated_in(8));
        assert_eq!(root.retract_loss(), Some(Bound::Exact));
        assert_eq!((root.line(0).mv, root.line(0).score()), (mv(0), Some(mated_in(8))));
        // The only move of the root is its score.
        let mut root = RootMoves::new([mv(0)], false);
        root.begin_line(0);
        root.record(mv(0), Some((mated_in(2), &Line::new())), 1);
        assert_eq!(root.retract_loss(), None);
    }

    #[test]
    fn a_move_that_failed_high_keeps_its_score_in_the_wider_window() {
        let (a, b) = (mv(0), mv(1));
        let mut root = RootMoves::new([a, b], false);
        let found =
            |root: &mut RootMoves, mv, score| root.record(mv, Some((score, &Line::new())), 1);
        root.begin_iteration();
        root.begin_line(0);
        found(&mut root, a, 10);
        root.record(b, None, 1);
        root.sort();
        root.finish_iteration(1);
        // In the next iteration b fails high, and the search of the wider window is stopped before
        // it has a score.
        root.begin_iteration();
        root.begin_line(0);
        found(&mut root, b, 60);
        root.sort();
        root.begin_line(0);
        root.sort();
        assert_eq!((root.line(0).mv, root.line(0).known_score()), (b, 60));
    }
}
