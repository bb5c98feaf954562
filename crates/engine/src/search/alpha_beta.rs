//! The main search: principal variation search (PVS) over the legal moves of a node.

use super::node::{Candidate, Node, NodeKind, NodeResult, NodeState, is_tactical, refined_eval};
use super::observer::Bound;
use super::picker::{MoveClass, MovePicker, PickedMove};
use super::pruning::MovePruning;
use super::singular::SingularResult;
use super::stack::Frame;
use super::tb_probe::TbRange;
use super::transposition::{self, Entry};
use super::worker::{Stopped, Worker};
use super::{draws, params, upcoming_repetition};
use crate::Score;
use crate::score::{INFINITE, MAX_PLY, is_loss, mate_in, mated_in};
use makruk::movegen;
use makruk::rules::Outcome;
use makruk::types::Move;

impl Worker<'_> {
    /// The score of a node, from the side to move.
    #[inline]
    pub(super) fn alpha_beta<N: NodeKind>(&mut self, node: Node) -> Result<Score, Stopped> {
        if N::PV {
            self.stack.at_mut(node.ply).pv.clear();
        }
        if node.depth <= 0 && !node.position.in_check() {
            return self.quiescence::<N>(node);
        }
        self.main_search::<N>(node)
    }

    /// The score of a node of the main search.
    fn main_search<N: NodeKind>(&mut self, mut node: Node) -> Result<Score, Stopped> {
        let Node { position, ply, .. } = node;
        node.depth = node.depth.max(1);
        self.count_node(ply)?;
        let mut tb = TbRange::OPEN;
        if !N::ROOT {
            if let Some(score) = self.score_without_search(&mut node) {
                return Ok(score);
            }
            tb = self.tb_range(position, ply, node.depth);
            if let Some(score) = tb.narrow(&mut node.alpha, &mut node.beta) {
                return Ok(score);
            }
        }
        let excluded = self.stack.at(ply).excluded;
        let key = transposition::key(position);
        let entry = self.shared.tt.probe(key, ply).filter(|_| excluded.is_none());
        if !N::PV
            && let Some(score) = entry.and_then(|entry| node.tt_cutoff(&entry))
        {
            if let Some(mv) = entry.and_then(|entry| entry.mv).filter(|_| score >= node.beta) {
                self.update_on_tt_cutoff(&node, mv);
            }
            return Ok(score);
        }
        let was_pv = N::PV || entry.is_some_and(|entry| entry.pv);
        // In a singular search the corrected evaluation is already on the stack.
        let raw_eval = if excluded.is_some() {
            None
        } else {
            self.static_eval(&node, key, entry.as_ref(), was_pv)
        };
        let eval = self.stack.at(ply).eval;
        let tt_move = if N::ROOT && self.iteration.completed_depth > 0 {
            // Other threads overwrite the root's entry with their moves, and it has no entry of its
            // own for lines after the first.
            Some(self.root_moves.best_candidate())
        } else {
            entry.and_then(|entry| entry.mv).filter(|&mv| movegen::is_legal(position, mv))
        };
        if let Some(mv) = tt_move {
            self.shared.tt.prefetch(transposition::key_after(position, mv));
        }
        let state = NodeState {
            eval: eval.map(|eval| refined_eval(eval, entry.as_ref())),
            improving: self.stack.is_improving(ply),
            was_pv,
            tt_tactical: tt_move.is_some_and(|mv| is_tactical(position, mv)),
        };
        // Against a bare khun only a mate within the count wins, which no evaluation can predict.
        let prunable = !N::PV && excluded.is_none() && !position.has_bare_side();
        if prunable && let Some(eval) = state.eval {
            if let Some(score) = self.prune_node(&node, eval, &state)? {
                return Ok(score);
            }
            if let Some(score) = self.probcut(&node, tt_move, entry.as_ref(), raw_eval)? {
                return Ok(score);
            }
        }
        // Internal iterative reduction: without a move from the transposition table the order of
        // the moves is poor.
        if (N::PV || node.cut_node)
            && excluded.is_none()
            && tt_move.is_none()
            && node.depth >= params::internal_reduction_depth()
        {
            node.depth -= 1;
        }
        let singular = match (tt_move, entry) {
            (Some(mv), Some(entry)) if !N::ROOT => self.singular_search::<N>(&node, mv, &entry)?,
            _ => SingularResult::Extend(0),
        };
        let extension = match singular {
            SingularResult::Multicut(score) => return Ok(score),
            SingularResult::Extend(plies) => plies,
        };
        let mut best = NodeResult::new();
        self.search_moves::<N>(&node, &state, tt_move, extension, &mut best)?;
        if best.score == -INFINITE {
            // Only the root skips other moves than the excluded one, and never all of them.
            let is_over = excluded.is_none();
            return Ok(if is_over { self.score_without_moves(&node) } else { node.alpha });
        }
        best.score = best.score.clamp(tb.low, tb.high);
        self.finish_node::<N>(&node, key, raw_eval, was_pv, &best);
        Ok(best.score)
    }

    /// Updates the histories and the transposition table after the search of a node. `raw_eval` is its
    /// static evaluation before correction.
    #[inline]
    fn finish_node<N: NodeKind>(
        &mut self,
        node: &Node,
        key: u64,
        raw_eval: Option<Score>,
        was_pv: bool,
        best: &NodeResult,
    ) {
        let &Frame { excluded, eval, .. } = self.stack.at(node.ply);
        if let Some(mv) = best.mv.filter(|_| best.score >= node.beta) {
            self.update_on_fail_high(node, mv, best);
            self.stack.at_mut(node.ply).cutoffs += 1;
        } else if best.mv.is_none() && excluded.is_none() {
            self.update_on_fail_low(node);
        }
        let bound = if best.score >= node.beta {
            Bound::Lower
        } else if N::PV && best.mv.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        // With `searchmoves`, or without the first lines, the root's score is not that of the position.
        let is_whole = !N::ROOT
            || self.root_moves.is_first_line() && self.shared.limits.search_moves.is_empty();
        if excluded.is_none() && is_whole {
            let (mv, score, depth) = (best.mv, best.score, node.depth.min(255));
            let entry = Entry { mv, score, eval: raw_eval, depth, bound, pv: was_pv };
            self.shared.tt.store(key, node.ply, entry);
            self.update_correction(node, eval, best, bound);
        }
    }

    /// The score of a node that needs no search: a draw by rule, the deepest ply, or a window that no
    /// score can reach. Narrows the window of the node to the scores that are possible.
    fn score_without_search(&mut self, node: &mut Node) -> Option<Score> {
        let Node { position, ply, .. } = *node;
        if let Some(score) = self.score_by_rule(position, ply) {
            return Some(score);
        }
        if ply >= MAX_PLY {
            return Some(self.evaluate(node.parent, node.position, node.ply));
        }
        // Mate distance pruning; then the window keeps to possible scores: a bare khun cannot win.
        node.alpha = node.alpha.max(mated_in(ply));
        node.beta = node.beta.min(mate_in(ply + 1));
        let draw = self.draw_score(position);
        draws::clamp(position, draw, &mut node.alpha, &mut node.beta);
        if node.alpha < draw && upcoming_repetition::is_upcoming(position, &self.path) {
            node.alpha = draw;
        }
        (node.alpha >= node.beta).then_some(node.alpha)
    }

    /// Searches a child node with its parent added to the path.
    #[inline]
    pub(super) fn search_child<N: NodeKind>(&mut self, child: Node) -> Result<Score, Stopped> {
        self.path.push(child.parent);
        let score = self.alpha_beta::<N>(child);
        self.path.pop();
        score
    }

    /// The move loop: searches the moves of a node until one reaches beta. `best` is a new result.
    fn search_moves<N: NodeKind>(
        &mut self,
        node: &Node,
        state: &NodeState,
        tt_move: Option<Move>,
        extension: i32,
        best: &mut NodeResult,
    ) -> Result<(), Stopped> {
        let &Node { position, beta, ply, .. } = node;
        let mut alpha = node.alpha;
        let previous = self.stack.previous_moves(ply);
        let excluded = self.stack.at(ply).excluded;
        self.stack.at_mut(ply + 1).killers = [None; 2];
        self.stack.at_mut(ply + 2).cutoffs = 0;
        let mut picker = MovePicker::new(tt_move, self.stack.at(ply).killers);
        let mut tried = 0;
        while let Some(picked) =
            picker.next(position, self.memory.histories, &previous, self.shared.tt)
        {
            let PickedMove { mv, class, history } = picked;
            if excluded == Some(mv) || N::ROOT && !self.root_moves.is_candidate(mv) {
                continue;
            }
            let quiet = match class {
                MoveClass::TtMove => !state.tt_tactical,
                MoveClass::GoodTactical | MoveClass::BadTactical => false,
                MoveClass::Killer | MoveClass::Check | MoveClass::Quiet => true,
            };
            let extension = if class == MoveClass::TtMove { extension } else { 0 };
            let candidate = Candidate { mv, class, quiet, history, tried, extension };
            if !N::ROOT && !is_loss(best.score) {
                let window = Node { alpha, ..*node };
                match self.prune_move(&window, state, &candidate) {
                    MovePruning::Search => {}
                    _ if picker.mates(position, &picked) => {}
                    MovePruning::Skip => continue,
                    MovePruning::SkipQuiets => {
                        picker.skip_quiets_but_mates();
                        continue;
                    }
                }
            }
            let nodes_before = self.stats.nodes;
            let mut child = *position;
            child.make_unchecked(mv);
            if quiet {
                self.stack.at_mut(ply).play_quiet(position, mv, tried);
            } else {
                self.stack.at_mut(ply).play(position, mv);
            }
            if N::PV {
                // Not every search of the child writes its line: that of a sibling must not remain.
                self.stack.at_mut(ply + 1).pv.clear();
            }
            let score = self.search_move::<N>(node, &child, alpha, &candidate, state)?;
            tried += 1;
            if N::ROOT {
                let line = &self.stack.at(ply + 1).pv;
                let exact = tried == 1 || score > alpha;
                let nodes = self.stats.nodes - nodes_before;
                self.root_moves.record(mv, exact.then_some((score, line)), nodes);
            }
            if score > best.score {
                best.score = score;
                if score > alpha {
                    best.mv = Some(mv);
                    if N::PV {
                        self.stack.extend_pv(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            best.add_searched(mv, quiet);
        }
        Ok(())
    }

    /// The score of a node that has no legal move: mate, or what the rules say of stalemate.
    #[cold]
    fn score_without_moves(&self, node: &Node) -> Score {
        let &Node { position, ply, .. } = node;
        match Outcome::without_moves(position.to_move(), position.in_check()).winner() {
            Some(_) => mated_in(ply),
            None => self.draw_score(position),
        }
    }
}
