//! The vote of the threads on the best move after a search with several of them.

use super::params;
use crate::Score;
use crate::score::{DECIDED_BOUND, is_loss};
use makruk::types::Move;

/// The result of one thread.
#[derive(Clone, Copy, Debug)]
pub(super) struct ThreadResult {
    pub mv: Move,
    pub score: Score,
    /// Depth of the last finished iteration; 0 if there is none, so that the result does not count.
    pub depth: u32,
}

/// The index of the result that is the answer; of equal ones the first.
///
/// A proven win is chosen before all others, the shortest one first, and if all results are proven
/// losses, the longest one. Otherwise every thread votes for its move, and its vote weighs more the
/// deeper it searched and the better its score is. Threads far behind the deepest one do not vote.
pub(super) fn elect(results: &[ThreadResult]) -> usize {
    let deepest = results.iter().map(|result| result.depth).max().unwrap_or(0);
    let counted = |result: &&ThreadResult| result.depth > 0;
    let scores = || results.iter().filter(counted).map(|result| result.score);
    let best = scores().max().unwrap_or(0);
    if best.abs() >= DECIDED_BOUND {
        let is_best = |result: &ThreadResult| result.depth > 0 && result.score == best;
        return results.iter().position(is_best).unwrap_or(0);
    }
    // A thread that found all moves to lose does not vote while others know one that may not.
    let is_open = |score: Score| !is_loss(score);
    let worst = scores().filter(|score| is_open(*score)).min().unwrap_or(0);
    let weight = |result: &ThreadResult| {
        let &ThreadResult { score, depth, .. } = result;
        let votes = is_open(score) && depth + params::vote_depth_margin() as u32 >= deepest;
        if votes { i64::from(score - worst + params::vote_base()) * i64::from(depth) } else { 0 }
    };
    let votes_for =
        |mv: Move| -> i64 { results.iter().filter(|other| other.mv == mv).map(weight).sum() };
    // The best move by its votes, then its supporter by weight; of equal ones the first.
    let ranks = results.iter().map(|result| (votes_for(result.mv), weight(result)));
    let ranked = ranks.enumerate().rev().max_by_key(|(_, rank)| *rank);
    ranked.map_or(0, |(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::mate_in;
    use makruk::types::Square;

    /// The result of a thread for the `mv`-th of some moves.
    fn result(mv: u8, score: Score, depth: u32) -> ThreadResult {
        let square = |index| Square::from_index(index);
        let mv = Move::new(square(mv), square(mv + 8)).expect("two squares");
        ThreadResult { mv, score, depth }
    }

    fn elected(results: &[(u8, Score, u32)]) -> usize {
        let of = |&(mv, score, depth): &(u8, Score, u32)| result(mv, score, depth);
        elect(&results.iter().map(of).collect::<Vec<_>>())
    }

    #[test]
    fn most_threads_of_the_same_depth_and_score_win() {
        assert_eq!(elected(&[(0, 20, 10)]), 0);
        assert_eq!(elected(&[(0, 20, 10), (1, 20, 10)]), 0);
        assert_eq!(elected(&[(0, 20, 10), (1, 20, 10), (1, 20, 10)]), 1);
        assert_eq!(elected(&[(1, 20, 10), (0, 20, 10), (1, 20, 10)]), 0);
    }

    #[test]
    fn depth_and_score_weigh() {
        assert_eq!(elected(&[(0, 20, 10), (1, 20, 12)]), 1);
        assert_eq!(elected(&[(0, 20, 10), (1, 60, 10)]), 1);
        assert_eq!(elected(&[(0, 20, 11), (1, 15, 12), (0, 20, 12)]), 2);
    }

    #[test]
    fn threads_far_behind_do_not_vote() {
        assert_eq!(elected(&[(0, 20, 12), (1, 500, 2), (1, 500, 3)]), 0);
        assert_eq!(elected(&[(0, 20, 1), (1, 500, 0)]), 0);
    }

    #[test]
    fn the_shortest_proven_win_is_chosen() {
        let wins = [(0, 900, 20), (1, mate_in(9), 12), (2, mate_in(5), 6), (2, mate_in(5), 9)];
        assert_eq!(elected(&wins), 2);
        assert_eq!(elected(&[(0, 900, 20), (0, 900, 20), (1, DECIDED_BOUND, 3)]), 2);
    }

    #[test]
    fn the_longest_proven_loss_is_chosen_only_among_losses() {
        assert_eq!(elected(&[(0, -mate_in(4), 20), (1, -mate_in(8), 12)]), 1);
        assert_eq!(elected(&[(0, -mate_in(4), 12), (1, -800, 12)]), 1);
        // The scores of the others count as before.
        let votes = [(2, -mate_in(4), 12), (0, 10, 12), (1, 200, 12), (0, 10, 12)];
        assert_eq!(elected(&votes), 2);
    }

    #[test]
    fn a_thread_without_a_finished_iteration_is_never_chosen() {
        assert_eq!(elected(&[(0, 20, 1), (1, mate_in(1), 0)]), 0);
    }
}
