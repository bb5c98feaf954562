//! Tablebase probing: scores of nodes inside the tree, and ranking of the root moves when the root
//! is in the endgame tables.
//!
//! Inside the tree all draws are equal, also those by the count. At the root they are ranked: the
//! strong side keeps as near to mate as it can, the bare khun as far from it as it can.

use super::draws;
use super::limits::Limits;
use super::repetition::Path;
use super::root_moves::RootMoves;
use super::stack::Line;
use super::worker::Worker;
use crate::Score;
use crate::eval;
use crate::score::{CONVERTS, INFINITE, mate_in, mated_in};
use crate::tablebase::table::Access;
use crate::tablebase::{Metric, ProbeResult, Tablebase};
use makruk::movegen::{self, MoveList};
use makruk::position::Position;
use makruk::types::{Color, Move};

/// Depth to which the root is searched when the tables know the exact score of each of its moves.
pub(super) const EXACT_DEPTH: u32 = 4;

/// The possible scores of a node by the tables. It is a single score if they know the distance to
/// mate. If they know only the distance to a conversion, mate may come sooner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TbRange {
    pub low: Score,
    pub high: Score,
}

impl TbRange {
    /// The range of a node that is not in the tables.
    pub(super) const OPEN: Self = Self { low: -INFINITE, high: INFINITE };

    const fn exact(score: Score) -> Self {
        Self { low: score, high: score }
    }

    /// Narrows a window to the range. Returns the score of the node when no search is needed.
    pub(super) fn narrow(self, alpha: &mut Score, beta: &mut Score) -> Option<Score> {
        if self.low >= *beta || self.low == self.high {
            return Some(self.low);
        }
        if self.high <= *alpha {
            return Some(self.high);
        }
        *alpha = (*alpha).max(self.low);
        *beta = (*beta).min(self.high);
        None
    }

    /// The score for a node that is not searched further; `None` for one that is not in the tables.
    pub(super) const fn known(self) -> Option<Score> {
        if self.low > -INFINITE {
            Some(self.low)
        } else if self.high < INFINITE {
            Some(self.high)
        } else {
            None
        }
    }
}

impl Worker<'_> {
    /// The possible scores of a node by the tables. `depth` is the depth left, 0 in quiescence.
    #[inline]
    pub(super) fn tb_range(&mut self, position: &Position, ply: usize, depth: i32) -> TbRange {
        let Some(tablebase) = self.shared.tablebase else { return TbRange::OPEN };
        let reads = depth >= self.shared.limits.tb_probe_depth;
        let access = if reads { Access::All } else { Access::Unpacked };
        let Some(probed) = tablebase.probe_with(position, access) else { return TbRange::OPEN };
        self.stats.tb_hits += 1;
        // It may have been read from a disk, or unpacked.
        self.is_poll_due |= reads;
        tb_range(&probed, position.to_move(), self.draw_score(position), ply)
    }

    /// Extends a line by the best moves of the tables, up to mate.
    pub(super) fn extend_by_tablebase(&self, root: &Position, line: &mut Line) {
        let Some(tablebase) = self.shared.tablebase else { return };
        let mut position = *root;
        for &mv in line.iter() {
            position = position.play_unchecked(mv);
        }
        let is_won_by_mate = |position: &Position| {
            tablebase.probe(position).is_some_and(|v| v.won && v.metric == Metric::Mate)
        };
        while !line.is_full() && is_won_by_mate(&position) {
            let moves = movegen::legal_moves(&position);
            let best = best_moves(tablebase, &position, &moves, &Path::default());
            let Some(&mv) = best.as_ref().and_then(|best| best.moves.first()) else { return };
            line.push(mv);
            position = position.play_unchecked(mv);
        }
    }
}

/// The score range of a position in the tables, from the side to move. `draw` is the score of a draw.
fn tb_range(probed: &ProbeResult, to_move: Color, draw: Score, ply: usize) -> TbRange {
    let Some(winner) = probed.winner() else { return TbRange::exact(draw) };
    let wins = winner == to_move;
    // The winner's moves and the replies between them.
    let plies =
        (2 * usize::from(probed.distance.unwrap_or_default())).saturating_sub(usize::from(wins));
    let converts = CONVERTS - (ply + plies) as Score;
    match probed.metric {
        Metric::Mate if wins => TbRange::exact(mate_in(ply + plies)),
        Metric::Mate => TbRange::exact(mated_in(ply + plies)),
        Metric::Conversion if wins => TbRange { low: converts, high: INFINITE },
        Metric::Conversion => TbRange { low: -INFINITE, high: -converts },
    }
}

/// How good a root move is by the tables: greater is better. Outcome, order by distance, static
/// evaluation.
type Rank = (TbOutcome, i32, i32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum TbOutcome {
    /// The opponent mates.
    IsMated,
    /// The opponent converts, and may mate before.
    Loss,
    Draw,
    /// Converts, and may mate before.
    Win,
    /// Mates.
    Mates,
}

/// The moves that a search considers at the root: the moves that the limits allow, or only the best of
/// them where the endgame tables decide. `None` without a legal move.
pub(super) fn root_moves(
    tablebase: Option<&Tablebase>,
    position: &Position,
    limits: &Limits,
    path: &Path,
) -> Option<RootMoves> {
    let moves = limits.allowed_moves(position);
    if moves.is_empty() {
        return None;
    }
    // With several lines the client wants to see the other moves, too.
    let best = tablebase
        .filter(|_| limits.multi_pv <= 1)
        .and_then(|tablebase| best_moves(tablebase, position, &moves, path));
    Some(match best {
        Some(best) => RootMoves::new(best.moves, best.exact),
        None => RootMoves::new(moves, false),
    })
}

/// The root moves that may be best by the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TbBestMoves {
    pub moves: MoveList,
    /// Whether the tables know the exact score of each, so that a search cannot find a better one.
    pub exact: bool,
}

/// The best moves by the tables, and those that may be even better because they are not in the
/// tables or their distance to mate is unknown. `None` when the tables do not decide: they must
/// know a winning move, or every move.
pub(super) fn best_moves(
    tablebase: &Tablebase,
    position: &Position,
    moves: &[Move],
    path: &Path,
) -> Option<TbBestMoves> {
    // A cheap test first: a capture removes one piece.
    if position.occupied().len() > tablebase.max_men() + 1 {
        return None;
    }
    let ranks: Vec<Option<Rank>> =
        moves.iter().map(|&mv| rank(tablebase, position, mv, path)).collect();
    let &best = ranks.iter().flatten().max()?;
    if best.0 < TbOutcome::Win && ranks.contains(&None) {
        return None;
    }
    let may_be_better = |rank: &Option<Rank>| may_beat(rank.as_ref(), &best);
    let kept = |rank: &Option<Rank>| *rank == Some(best) || may_be_better(rank);
    let chosen = std::iter::zip(moves, &ranks).filter(|(_, rank)| kept(rank));
    Some(TbBestMoves {
        moves: chosen.map(|(&mv, _)| mv).collect(),
        exact: !ranks.iter().any(may_be_better),
    })
}

/// Whether a search may find that a move is better than the best rank.
fn may_beat(rank: Option<&Rank>, best: &Rank) -> bool {
    let sooner_than = match *best {
        (TbOutcome::Mates, order, _) => order,
        _ => -NEVER,
    };
    match rank {
        None => sooner_than < 0,
        // No mate comes before the conversion.
        Some(&(TbOutcome::Win, order, _)) => order > sooner_than,
        Some((TbOutcome::Loss | TbOutcome::IsMated, ..)) => best.0 == TbOutcome::Loss,
        Some(_) => false,
    }
}

fn rank(tablebase: &Tablebase, position: &Position, mv: Move, path: &Path) -> Option<Rank> {
    let us = position.to_move();
    let after = position.play_unchecked(mv);
    // Equal moves are ordered by the handcrafted evaluation.
    let value = -eval::evaluate(&after);
    if draws::is_drawn_after(position, &after, path) {
        return Some((TbOutcome::Draw, if position.is_bare(us) { NEVER } else { -NEVER }, value));
    }
    let probed = tablebase.probe(&after)?;
    let distance = probed.distance.map_or(NEVER, i32::from);
    let rank = match (probed.winner(), probed.metric) {
        // Also a capture that mates, whatever the goal of what is left.
        (Some(_), _) if !movegen::has_legal_move(&after) => (TbOutcome::Mates, 0, 0),
        (Some(winner), Metric::Mate) if winner == us => (TbOutcome::Mates, -distance, 0),
        (Some(winner), Metric::Conversion) if winner == us => (TbOutcome::Win, -distance, 0),
        (Some(_), Metric::Mate) => (TbOutcome::IsMated, distance, value),
        (Some(_), Metric::Conversion) => (TbOutcome::Loss, distance, value),
        (None, _) if probed.strong == us => (TbOutcome::Draw, -distance, value),
        (None, _) => (TbOutcome::Draw, distance, value),
    };
    Some(rank)
}

/// Greater than any distance.
const NEVER: i32 = 1_000;

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::notation::{coordinate, fen};
    use makruk::types::Square;

    fn best(text: &str) -> (Vec<String>, bool) {
        let position = fen::parse(text, Default::default(), Default::default()).expect("a FEN");
        let moves = movegen::legal_moves(&position);
        let path = Path::default();
        let best = best_moves(&Tablebase::embedded(), &position, &moves, &path);
        let best = best.expect("a position in the tables");
        let moves = best.moves.into_iter().map(|mv| coordinate::format(&position, mv));
        (moves.collect(), best.exact)
    }

    #[test]
    fn mate_comes_before_all_else() {
        assert_eq!(best("k7/8/1K6/8/8/8/8/7R w - 32 7 1"), (vec!["h1h8".to_owned()], true));
        // With a bia on the board the tables count to its promotion.
        assert_eq!(best("k7/8/1K6/8/8/P7/8/7R w - - 0 1"), (vec!["h1h8".to_owned()], true));
    }

    #[test]
    fn moves_that_may_mate_sooner_stay_in_question() {
        // Taking the ma wins by the tables; they do not hold the moves that leave it, and one mates.
        let (moves, exact) = best("5R2/1R6/8/5n2/8/k1K5/8/8 w - - 0 1");
        assert!(moves.contains(&"f8f5".to_owned()) && moves.contains(&"f8a8".to_owned()));
        assert!(!exact);
        // All moves are in the tables, but the bia is taken sooner than mate is given.
        let (moves, exact) = best("8/3r4/8/8/8/7k/p7/6K1 b - - 0 1");
        assert!(moves.len() > 1 && !exact, "{moves:?}");
    }

    /// A bia is about to be taken or to promote; the moves that keep the met alive are not in the tables.
    #[test]
    fn a_winning_conversion_decides_where_other_moves_are_unknown() {
        let (moves, exact) = best("8/3r4/8/3M4/p7/4k3/8/6K1 b - - 0 1");
        assert!(moves.contains(&"d7d5".to_owned()) && !exact, "{moves:?}");
    }

    #[test]
    fn a_draw_is_better_than_a_loss() {
        for text in ["8/8/8/4k3/4R3/P7/8/K7 b - - 0 60", "8/8/8/4k3/4R3/8/2K5/7R b - 16 0 60"] {
            assert_eq!(best(text), (vec!["e5e4".to_owned()], true), "{text}");
        }
    }

    /// Wherever the khun stands, as long as all its moves lose.
    #[test]
    fn a_lost_khun_holds_out_as_long_as_it_can() {
        let tables = Tablebase::embedded();
        let mut choices = 0;
        for square in Square::all() {
            let mut rows = ["8", "8", "8", "8", "8", "2K5", "8", "7R"].map(str::to_owned);
            let row = &mut rows[7 - square.index() / 8];
            if row != "8" {
                continue;
            }
            let (left, right) = (square.index() % 8, 7 - square.index() % 8);
            *row = format!("{left}k{right}").replace('0', "");
            let text = format!("{} b - 32 2 60", rows.join("/"));
            let Ok(position) = fen::parse(&text, Default::default(), Default::default()) else {
                continue;
            };
            let moves = movegen::legal_moves(&position);
            let distance = |mv: &Move| {
                let probed = tables.probe(&position.play_unchecked(*mv));
                probed.filter(|probed| probed.won).and_then(|probed| probed.distance)
            };
            if moves.is_empty() || moves.iter().any(|mv| distance(mv).is_none()) {
                continue;
            }
            let longest = moves.iter().map(distance).max();
            let best = best_moves(&tables, &position, &moves, &Path::default()).expect("all known");
            assert!(best.moves.iter().all(|mv| Some(distance(mv)) == longest), "{text}");
            choices += u32::from(best.moves.len() < moves.len());
        }
        assert!(choices > 10, "{choices}");
    }

    /// A search may find more than the tables know: a sooner mate by a move that they do not hold or that
    /// converts, or a better defence where they know only that the game is lost.
    #[test]
    fn moves_in_doubt_are_those_that_may_beat_the_best() {
        use TbOutcome::{Draw, IsMated, Loss, Mates, Win};
        let may = |outcome, order, best, best_order| {
            may_beat(Some(&(outcome, order, 0)), &(best, best_order, 0))
        };
        for (best, order, may) in
            [(Mates, -5, true), (Mates, 0, false), (Win, -3, true), (Draw, 0, true)]
        {
            assert_eq!(may_beat(None, &(best, order, 0)), may, "{best:?} {order}");
        }
        assert!(may(Win, -3, Mates, -5), "converts before that mate");
        assert!(!may(Win, -5, Mates, -5) && !may(Win, -7, Mates, -5));
        assert!(may(Win, -7, Win, -3) && may(Win, -3, Win, -3));
        assert!(may(Loss, 4, Loss, 9) && may(IsMated, 4, Loss, 9));
        assert!(!may(IsMated, 4, IsMated, 9) && !may(Loss, 4, Draw, 0));
        assert!(!may(Draw, 4, Draw, 9) && !may(Mates, -7, Mates, -5));
    }

    #[test]
    fn a_range_narrows_a_window_or_decides_it() {
        let narrowed = |range: TbRange, mut alpha, mut beta| {
            let score = range.narrow(&mut alpha, &mut beta);
            (score, alpha, beta)
        };
        let wins = TbRange { low: 100, high: INFINITE };
        assert_eq!(narrowed(wins, -50, 100).0, Some(100));
        assert_eq!(narrowed(wins, 50, 150), (None, 100, 150));
        assert_eq!(narrowed(wins, 120, 150), (None, 120, 150));
        let loses = TbRange { low: -INFINITE, high: -100 };
        assert_eq!(narrowed(loses, -100, 50).0, Some(-100));
        assert_eq!(narrowed(loses, -150, -50), (None, -150, -100));
        assert_eq!(narrowed(TbRange::exact(30), -300, 300).0, Some(30));
        assert_eq!(narrowed(TbRange::OPEN, -300, 300), (None, -300, 300));
        let known = [wins, loses, TbRange::exact(30), TbRange::OPEN].map(TbRange::known);
        assert_eq!(known, [Some(100), Some(-100), Some(30), None]);
    }

    /// Mate may come before the conversion, so that its distance bounds the score on one side only.
    #[test]
    fn a_conversion_bounds_the_score() {
        let probed = ProbeResult {
            strong: Color::White,
            distance: Some(3),
            metric: Metric::Conversion,
            moves_left: None,
            won: true,
        };
        let range = |to_move| tb_range(&probed, to_move, 0, 4);
        let wins = TbRange { low: CONVERTS - 9, high: INFINITE };
        assert_eq!(range(Color::White), wins, "three moves and two replies");
        let loses = TbRange { low: -INFINITE, high: 10 - CONVERTS };
        assert_eq!(range(Color::Black), loses, "three moves and three replies");
    }

    #[test]
    fn scores_tell_the_true_distance() {
        let position = "7K/8/8/8/8/8/2k5/1R6 w - 128 1 1";
        let position = fen::parse(position, Default::default(), Default::default());
        let position = position.expect("a FEN");
        let probed = Tablebase::embedded().probe(&position).expect("in the tables");
        assert_eq!(tb_range(&probed, Color::White, 0, 3), TbRange::exact(mate_in(3 + 31)));
        assert_eq!(tb_range(&probed, Color::Black, 0, 0), TbRange::exact(mated_in(32)));
    }
}
