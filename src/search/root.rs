//! The moves of the root, and what the search has found of each.

use super::stack::Line;
use crate::types::score::INFINITE;
use crate::types::{Move, Score};

#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    /// Of the present iteration; −infinite when the move was not the best when tried.
    pub score: Score,
    /// Of the last finished iteration.
    pub last: Score,
    /// Of the last time that the move was best when tried, be it in a window since opened.
    latest: Score,
    /// As a line of the last finished iteration; −infinite when it was not among them.
    finished: Score,
    /// The line that begins with the move.
    pub pv: Line,
    /// Nodes spent on the move in all iterations.
    pub nodes: u64,
}

/// Root moves, best first once an iteration is over.
#[derive(Clone, Debug)]
pub(super) struct RootMoves {
    moves: Vec<RootMove>,
    // Lines of this iteration already found: their moves are left out.
    found: usize,
}

impl RootMove {
    /// What is known of the move: its score, or if a window opened since then was not finished, the
    /// one that opened it.
    pub(super) const fn known_score(&self) -> Score {
        if self.score == -INFINITE { self.latest } else { self.score }
    }
}

impl RootMoves {
    pub(super) fn new(moves: impl IntoIterator<Item = Move>) -> Self {
        let new = |mv| {
            let pv = std::iter::once(mv).collect();
            let none = -INFINITE;
            RootMove { mv, score: none, last: none, latest: none, finished: none, pv, nodes: 0 }
        };
        Self { moves: moves.into_iter().map(new).collect(), found: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The line numbered `index`, best first.
    pub(super) fn line(&self, index: usize) -> &RootMove {
        &self.moves[index]
    }

    /// The best move not yet found, by the last iteration or window.
    pub(super) fn best_candidate(&self) -> Move {
        self.moves[self.found].mv
    }

    /// Begins an iteration.
    pub(super) fn begin_iteration(&mut self) {
        self.found = 0;
        for root in &mut self.moves {
            root.last = root.score;
        }
    }

    /// Begins the search for the next best line, or for the same one with another window.
    pub(super) fn begin_line(&mut self, found: usize) {
        self.found = found;
        for root in &mut self.moves[found..] {
            root.score = -INFINITE;
        }
    }

    /// Whether the best line is being searched, not one of the others.
    pub(super) fn is_first_line(&self) -> bool {
        self.found == 0
    }

    /// Whether a move is still to be searched for the line at hand.
    pub(super) fn is_candidate(&self, mv: Move) -> bool {
        self.moves[self.found..].iter().any(|root| root.mv == mv)
    }

    /// Notes what was found of a move: its score and the line after it, unless it was merely no
    /// better than another.
    pub(super) fn record(&mut self, mv: Move, exact: Option<(Score, &Line)>, nodes: u64) {
        let Some(root) = self.moves.iter_mut().find(|root| root.mv == mv) else { return };
        root.nodes += nodes;
        root.score = -INFINITE;
        if let Some((score, rest)) = exact {
            root.score = score;
            root.latest = score;
            root.pv.clear();
            let line = std::iter::once(mv).chain(rest.iter().copied());
            root.pv.extend(line.take(root.pv.capacity()));
        }
    }

    /// Sorts the moves not yet found, best first; equals keep their order.
    pub(super) fn sort(&mut self) {
        self.moves[self.found..].sort_by_key(|root| std::cmp::Reverse(root.score));
    }

    /// Ends an iteration that found so many lines: sorts them.
    pub(super) fn finish_iteration(&mut self, lines: usize) {
        self.moves[..lines].sort_by_key(|root| std::cmp::Reverse(root.score));
        for (index, root) in self.moves.iter_mut().enumerate() {
            root.finished = if index < lines { root.score } else { -INFINITE };
        }
    }

    /// Lines with scores that can be compared, best first: those of the last finished iteration, or
    /// while there is none what the first one has found.
    pub(super) fn comparable(&self) -> Vec<(Score, &RootMove)> {
        let of = |score: fn(&RootMove) -> Score| {
            let scored = self.moves.iter().map(|root| (score(root), root));
            scored.filter(|(score, _)| *score > -INFINITE).collect::<Vec<_>>()
        };
        let mut lines = of(|root| root.finished);
        if lines.is_empty() {
            lines = of(RootMove::known_score);
        }
        lines.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Square;

    fn mv(from: u8) -> Move {
        Move::new(Square::from_index(from), Square::from_index(from + 8)).expect("two squares")
    }

    fn scores(root: &RootMoves) -> Vec<(Move, Score)> {
        root.comparable().into_iter().map(|(score, root)| (root.mv, score)).collect()
    }

    #[test]
    fn an_unfinished_iteration_is_not_compared_with_a_finished_one() {
        let (a, b, c) = (mv(0), mv(1), mv(2));
        let mut root = RootMoves::new([a, b, c]);
        let found =
            |root: &mut RootMoves, mv, score| root.record(mv, Some((score, &Line::new())), 1);
        root.begin_iteration();
        root.begin_line(0);
        found(&mut root, a, 10);
        found(&mut root, b, 20);
        root.sort();
        // Of the first iteration what there is.
        assert_eq!(scores(&root), [(b, 20), (a, 10)]);
        root.begin_line(1);
        found(&mut root, a, 15);
        root.record(c, None, 1);
        root.sort();
        root.finish_iteration(2);
        assert_eq!(scores(&root), [(b, 20), (a, 15)]);
        // The next one sees that c is best and b bad; a has not been looked at.
        root.begin_iteration();
        root.begin_line(0);
        found(&mut root, b, -50);
        found(&mut root, c, 5);
        root.sort();
        assert_eq!(root.line(0).mv, c);
        assert_eq!(scores(&root), [(b, 20), (a, 15)]);
    }

    #[test]
    fn a_move_that_broke_the_window_keeps_the_score_that_broke_it() {
        let (a, b) = (mv(0), mv(1));
        let mut root = RootMoves::new([a, b]);
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
