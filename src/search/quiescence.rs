//! Quiescence: captures and promotions until the static evaluation can be trusted.

use super::alpha_beta::{Node, cutoff, is_tactical, refined};
use super::node::NodeKind;
use super::observer::Bound;
use super::picker::{Class, Picker};
use super::table::{self, Entry};
use super::worker::Worker;
use super::{draws, params, see};
use crate::movegen;
use crate::types::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, mated_in};
use crate::types::{Move, Score};

impl Worker<'_> {
    /// The score of a node once nothing hangs; every move is looked at when in check.
    pub(super) fn quiescence<N: NodeKind>(&mut self, mut node: Node) -> Option<Score> {
        let Node { position, ply, .. } = node;
        self.count_node(ply)?;
        if let Some(score) = draws::decided(position, &self.path, ply) {
            return Some(score);
        }
        if ply >= MAX_PLY {
            return Some(self.evaluate(position, ply));
        }
        draws::clamp(position, &mut node.alpha, &mut node.beta);
        if node.alpha >= node.beta {
            return Some(node.alpha);
        }
        if let Some(score) = self.tb_range(position, ply).known() {
            return Some(score);
        }
        let in_check = position.in_check();
        // Elsewhere too rare to look for; a bare khun is stalemated often.
        if !in_check && position.is_bare(position.to_move()) && !movegen::has_legal_move(position) {
            return Some(DRAW);
        }
        node.depth = 0;
        let key = table::key(position);
        let entry = self.table.probe(key, ply);
        if !N::PV
            && let Some(score) = entry.and_then(|entry| cutoff(&entry, &node))
        {
            return Some(score);
        }
        let mut raw_eval = None;
        let mut best = -INFINITE;
        if !in_check {
            let known = entry.and_then(|entry| entry.eval);
            let raw = known.unwrap_or_else(|| self.evaluate(position, ply));
            raw_eval = Some(raw);
            best = refined(self.corrected(position, raw), entry.as_ref());
            if best >= node.beta {
                if entry.is_none() {
                    let (mv, score, bound) = (None, best, Bound::Lower);
                    let entry = Entry { mv, score, eval: raw_eval, depth: 0, bound, pv: N::PV };
                    self.table.store(key, ply, entry);
                }
                return Some(best);
            }
        }
        let table_move = entry.and_then(|entry| entry.mv).filter(|&mv| {
            movegen::is_legal(position, mv) && (in_check || is_tactical(position, mv))
        });
        let (best, best_move) = self.quiescence_moves::<N>(&node, best, table_move)?;
        if best == -INFINITE {
            // In check, and no move.
            return Some(mated_in(ply));
        }
        let bound = if best >= node.beta { Bound::Lower } else { Bound::Upper };
        let entry =
            Entry { mv: best_move, score: best, eval: raw_eval, depth: 0, bound, pv: N::PV };
        self.table.store(key, ply, entry);
        Some(best)
    }

    fn quiescence_moves<N: NodeKind>(
        &mut self,
        node: &Node,
        standing: Score,
        table_move: Option<Move>,
    ) -> Option<(Score, Option<Move>)> {
        let &Node { position, beta, ply, .. } = node;
        let in_check = position.in_check();
        let mut alpha = node.alpha.max(standing);
        let mut best = standing;
        let mut best_move = None;
        let context = self.stack.context(ply);
        let mut picker = if in_check {
            Picker::new(table_move, [None; 2])
        } else {
            Picker::tactical(table_move, 0)
        };
        while let Some((mv, class)) = picker.next(position, self.histories, &context) {
            if !in_check && !draws::changes_count(position, mv) {
                if class == Class::BadTactical {
                    continue;
                }
                let highest = standing + see::gain(position, mv) + params::delta_margin();
                if highest <= alpha {
                    best = best.max(highest);
                    continue;
                }
            }
            // One way out of check that does not lose is enough of the quiet ones.
            if in_check && class == Class::Quiet && best > -MATE_BOUND {
                picker.skip_quiets();
                continue;
            }
            self.table.prefetch(table::key_after(position, mv));
            let child = position.play_unchecked(mv);
            self.stack.at_mut(ply).play(position, mv, false);
            if N::PV {
                self.stack.at_mut(ply + 1).pv.clear();
            }
            self.path.push(position);
            let score = self.quiescence::<N::Child>(Node {
                position: &child,
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
        Some((best, best_move))
    }
}
