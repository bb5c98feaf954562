//! Quiescence search: captures and promotions until the static evaluation can be trusted.

use super::node::{Node, NodeKind, is_tactical, refined_eval};
use super::observer::Bound;
use super::picker::{MIN_GAIN, MoveClass, MovePicker, PickedMove};
use super::transposition::{self, Entry};
use super::worker::{Stopped, Worker};
use super::{draws, params, see};
use crate::Score;
use crate::score::{INFINITE, MAX_PLY, is_loss, mated_in};
use makruk::movegen;
use makruk::position::Position;
use makruk::types::Move;

impl Worker<'_> {
    /// The score of a node after captures and promotions, or after all evasions in check.
    pub(super) fn quiescence<N: NodeKind>(&mut self, mut node: Node) -> Result<Score, Stopped> {
        let Node { position, ply, .. } = node;
        self.count_node(ply)?;
        if let Some(score) = self.score_by_rule(position, ply) {
            return Ok(score);
        }
        if ply >= MAX_PLY {
            return Ok(self.evaluate(node.parent, position, ply));
        }
        let draw = self.draw_score(position);
        draws::clamp(position, draw, &mut node.alpha, &mut node.beta);
        if node.alpha >= node.beta {
            return Ok(node.alpha);
        }
        if let Some(score) = self.tb_range(position, ply, 0).known() {
            return Ok(score);
        }
        let in_check = position.in_check();
        // Stalemate of a bare khun is common; otherwise it is too rare to test for.
        if !in_check && position.is_bare(position.to_move()) && !movegen::has_legal_move(position) {
            return Ok(draw);
        }
        node.depth = 0;
        let key = transposition::key(position);
        let entry = self.shared.tt.probe(key, ply);
        if !N::PV
            && let Some(score) = entry.and_then(|entry| node.tt_cutoff(&entry))
        {
            return Ok(score);
        }
        let mut raw_eval = None;
        let mut stand_pat = -INFINITE;
        if !in_check {
            let known = entry.and_then(|entry| entry.eval);
            let raw = known.unwrap_or_else(|| self.evaluate(node.parent, position, ply));
            raw_eval = Some(raw);
            stand_pat = refined_eval(self.corrected(position, raw), entry.as_ref());
            if stand_pat >= node.beta {
                if entry.is_none() {
                    let (mv, score, bound) = (None, stand_pat, Bound::Lower);
                    let entry = Entry { mv, score, eval: raw_eval, depth: 0, bound, pv: N::PV };
                    self.shared.tt.store(key, ply, entry);
                }
                return Ok(stand_pat);
            }
        }
        let tt_move = entry.and_then(|entry| entry.mv).filter(|&mv| {
            movegen::is_legal(position, mv) && (in_check || is_tactical(position, mv))
        });
        if let Some(mv) = tt_move {
            self.shared.tt.prefetch(transposition::key_after(position, mv));
        }
        let (best, best_move) = self.quiescence_moves::<N>(&node, stand_pat, tt_move)?;
        if best == -INFINITE {
            // Checkmate: in check and without a move.
            return Ok(mated_in(ply));
        }
        let bound = if best >= node.beta { Bound::Lower } else { Bound::Upper };
        let entry =
            Entry { mv: best_move, score: best, eval: raw_eval, depth: 0, bound, pv: N::PV };
        self.shared.tt.store(key, ply, entry);
        Ok(best)
    }

    /// The move loop: the best score and the move that raised alpha.
    fn quiescence_moves<N: NodeKind>(
        &mut self,
        node: &Node,
        stand_pat: Score,
        tt_move: Option<Move>,
    ) -> Result<(Score, Option<Move>), Stopped> {
        let &Node { position, beta, ply, .. } = node;
        let in_check = position.in_check();
        let mut alpha = node.alpha.max(stand_pat);
        let mut best = stand_pat;
        let mut best_move = None;
        // Only evasions are ordered by them.
        let previous = if in_check { self.stack.previous_moves(ply) } else { Default::default() };
        let highest = |gain: Score| stand_pat + gain + params::delta_margin();
        let mut picker = if in_check {
            MovePicker::new(tt_move, [None; 2])
        } else {
            MovePicker::tactical(tt_move, 0, least_gain(position, alpha - highest(0)))
        };
        while let Some(PickedMove { mv, class, .. }) =
            picker.next(position, self.memory.histories, &previous, self.shared.tt)
        {
            if !in_check {
                let is_bad = class == MoveClass::BadTactical;
                // Delta pruning of moves that gain too little since alpha rose.
                let highest = highest(see::gain(position.details(mv)));
                if (is_bad || highest <= alpha) && !draws::changes_count(position, mv) {
                    if !is_bad {
                        best = best.max(highest);
                    }
                    continue;
                }
            }
            // Once an evasion avoids a proven loss the quiet ones are skipped.
            if in_check && class == MoveClass::Quiet && !is_loss(best) {
                picker.skip_quiets();
                continue;
            }
            let mut child = *position;
            child.make_unchecked(mv);
            self.stack.at_mut(ply).play(position, mv);
            if N::PV {
                self.stack.at_mut(ply + 1).pv.clear();
            }
            self.path.push(position);
            let score = self.quiescence::<N::Child>(Node {
                position: &child,
                parent: position,
                alpha: -beta,
                beta: -alpha,
                ply: ply + 1,
                ..*node
            });
            self.path.pop();
            let score = -score?;
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.stack.extend_pv(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        if let Some(gain) = picker.highest_left_out() {
            best = best.max(highest(gain));
        }
        Ok((best, best_move))
    }
}

/// Delta pruning: the least gain of a move that raises alpha, where a gain of `missing` just fails to.
/// Moves that gain less are pruned before they are scored.
#[inline]
fn least_gain(position: &Position, missing: Score) -> Score {
    // Those that decide which count applies are never pruned.
    if draws::may_change_count(position) { MIN_GAIN } else { missing + 1 }
}
