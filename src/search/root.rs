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
            RootMove { mv, score: -INFINITE, last: -INFINITE, latest: -INFINITE, pv, nodes: 0 }
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

    /// Sorts the lines of a finished iteration.
    pub(super) fn sort_found(&mut self, lines: usize) {
        self.moves[..lines].sort_by_key(|root| std::cmp::Reverse(root.score));
    }
}
