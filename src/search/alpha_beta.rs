//! The main search: principal variation search over the legal moves of a node.

use super::draws;
use super::history::Footprint;
use super::node::{NodeKind, NonPv};
use super::observer::Bound;
use super::picker::{Class, Picker};
use super::table::{self, Entry};
use super::worker::Worker;
use super::{params, pruning};
use crate::movegen;
use crate::position::Position;
use crate::rules;
use crate::types::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, mate_in, mated_in};
use crate::types::{Move, Score};
use arrayvec::ArrayVec;

/// Moves tried before the one that cut off, remembered to be punished.
const TRIED: usize = 64;

/// A node to search: what its parent says of it.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    pub position: &'a Position,
    pub alpha: Score,
    pub beta: Score,
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
    /// Whether a score of at least beta is expected.
    pub cut: bool,
}

/// What the move loop found.
struct Best {
    score: Score,
    mv: Option<Move>,
    quiets: ArrayVec<Move, TRIED>,
    tacticals: ArrayVec<Move, TRIED>,
}

impl Worker<'_> {
    /// The score of a node for the side to move; `None` when the search was stopped.
    pub(super) fn search<N: NodeKind>(&mut self, mut node: Node) -> Option<Score> {
        let Node { position, ply, .. } = node;
        if N::PV {
            self.stack.at_mut(ply).pv.clear();
        }
        let in_check = position.in_check();
        if in_check && !N::ROOT {
            node.depth += 1;
        }
        if node.depth <= 0 {
            return self.quiescence::<N>(node);
        }
        self.count_node(ply)?;
        if !N::ROOT {
            if let Some(score) = draws::decided(position, &self.path, ply) {
                return Some(score);
            }
            if ply >= MAX_PLY {
                return Some(self.evaluate(position));
            }
            // No score beyond a mate here and now, nor one that the rules exclude.
            node.alpha = node.alpha.max(mated_in(ply));
            node.beta = node.beta.min(mate_in(ply + 1));
            draws::clamp(position, &mut node.alpha, &mut node.beta);
            if node.alpha >= node.beta {
                return Some(node.alpha);
            }
        }
        let key = table::key(position);
        let entry = self.table.probe(key, ply);
        if !N::PV
            && let Some(score) = entry.and_then(|entry| cutoff(&entry, &node))
        {
            return Some(score);
        }
        let eval = match entry.and_then(|entry| entry.eval) {
            _ if in_check => None,
            Some(eval) => Some(eval),
            None => Some(self.evaluate(position)),
        };
        self.stack.at_mut(ply).eval = eval;
        if !N::PV
            && let Some(eval) = eval
        {
            let eval = refined(eval, entry.as_ref());
            if let Some(score) = self.prune_node(&node, eval)? {
                return Some(score);
            }
        }
        let table_move =
            entry.and_then(|entry| entry.mv).filter(|&mv| movegen::is_legal(position, mv));
        let best = self.search_moves::<N>(&node, table_move)?;
        if best.score == -INFINITE {
            // Only the root leaves moves out, and never all of them.
            return Some(match rules::without_moves(position.to_move(), in_check).winner() {
                Some(_) => mated_in(ply),
                None => DRAW,
            });
        }
        if let Some(mv) = best.mv.filter(|_| best.score >= node.beta) {
            self.learn(&node, mv, &best);
        }
        let bound = if best.score >= node.beta {
            Bound::Lower
        } else if N::PV && best.mv.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if !N::ROOT || self.root.is_first_line() {
            let depth = node.depth.min(255);
            let entry = Entry { mv: best.mv, score: best.score, eval, depth, bound, pv: N::PV };
            self.table.store(key, ply, entry);
        }
        Some(best.score)
    }

    /// Cuts that need no move of this node: reverse futility and the null move.
    fn prune_node(&mut self, node: &Node, eval: Score) -> Option<Option<Score>> {
        let &Node { position, beta, depth, ply, .. } = node;
        let improving = self.stack.is_improving(ply);
        if pruning::reverse_futility(eval, beta, depth, improving) {
            return Some(Some((eval + beta) / 2));
        }
        let null_allowed = ply >= self.no_null_until
            && ply > 0
            && self.stack.at(ply - 1).footprint.is_some()
            && eval >= beta
            && beta > -MATE_BOUND
            && depth >= 3
            && pruning::may_pass(position);
        if !null_allowed {
            return Some(None);
        }
        let reduced = depth - pruning::null_move_reduction(depth, eval, beta);
        let child = position.play_null();
        self.stack.at_mut(ply).footprint = None;
        self.path.push(position);
        let score = self.search::<NonPv>(Node {
            position: &child,
            alpha: -beta,
            beta: -beta + 1,
            depth: reduced,
            ply: ply + 1,
            cut: !node.cut,
        });
        self.path.pop();
        let score = -score?;
        if score < beta {
            return Some(None);
        }
        // A mate found by passing twice is none.
        let score = if score >= MATE_BOUND { beta } else { score };
        if !pruning::needs_verification(position, depth) || self.no_null_until > 0 {
            return Some(Some(score));
        }
        self.no_null_until = ply + 1 + (reduced.max(0) as usize) * 3 / 4;
        let verified = self.search::<NonPv>(Node {
            position,
            alpha: beta - 1,
            beta,
            depth: reduced,
            ply,
            cut: false,
        });
        self.no_null_until = 0;
        Some((verified? >= beta).then_some(score))
    }

    /// Searches the moves of a node until one is too good to be allowed.
    fn search_moves<N: NodeKind>(&mut self, node: &Node, table_move: Option<Move>) -> Option<Best> {
        let &Node { position, beta, ply, .. } = node;
        let mut alpha = node.alpha;
        let mut best = Best {
            score: -INFINITE,
            mv: None,
            quiets: ArrayVec::new(),
            tacticals: ArrayVec::new(),
        };
        let context = self.stack.context(ply);
        self.stack.at_mut(ply + 1).killers = [None; 2];
        let mut picker = Picker::new(table_move, self.stack.at(ply).killers);
        let mut tried = 0;
        while let Some((mv, class)) = picker.next(position, self.histories, &context) {
            if N::ROOT && !self.root.is_candidate(mv) {
                continue;
            }
            let quiet = position.captured(mv).is_none() && !position.promotes(mv);
            let nodes_before = self.nodes;
            let child = position.play_unchecked(mv);
            self.stack.at_mut(ply).footprint = Some(Footprint::of(position, mv));
            if N::PV {
                // Not every search of the child leaves a line: that of a sibling must not stay.
                self.stack.at_mut(ply + 1).pv.clear();
            }
            self.path.push(position);
            let late = Late { mv, class, quiet, tried };
            let score = self.search_move::<N>(node, &child, alpha, late);
            self.path.pop();
            let score = score?;
            tried += 1;
            if N::ROOT {
                let line = &self.stack.at(ply + 1).pv;
                let exact = tried == 1 || score > alpha;
                self.root.record(mv, exact.then_some((score, line)), self.nodes - nodes_before);
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
            // What is tried in vain; a full list forgets the rest.
            let list = if quiet { &mut best.quiets } else { &mut best.tacticals };
            let _ = list.try_push(mv);
        }
        Some(best)
    }

    /// Searches one move: late ones first reduced and with a null window, again as far as it
    /// takes.
    fn search_move<N: NodeKind>(
        &mut self,
        node: &Node,
        child: &Position,
        alpha: Score,
        late: Late,
    ) -> Option<Score> {
        let &Node { beta, depth, ply, .. } = node;
        let null_window = Node {
            position: child,
            alpha: -alpha - 1,
            beta: -alpha,
            depth: depth - 1,
            ply: ply + 1,
            cut: true,
        };
        let full_window = Node { alpha: -beta, beta: -alpha, cut: false, ..null_window };
        if late.tried == 0 {
            let first = Node { cut: !N::PV && !node.cut, ..full_window };
            return if N::PV {
                self.search::<N::Child>(first).map(|score| -score)
            } else {
                self.search::<NonPv>(first).map(|score| -score)
            };
        }
        let reduction = self.reduction::<N>(node, child, &late);
        let reduced = Node { depth: depth - 1 - reduction, ..null_window };
        let mut score = -self.search::<NonPv>(reduced)?;
        if score > alpha && reduction > 0 {
            score = -self.search::<NonPv>(Node { cut: !node.cut, ..null_window })?;
        }
        if N::PV && score > alpha && score < beta {
            score = -self.search::<N::Child>(full_window)?;
        }
        Some(score)
    }

    /// How many plies less a late move is searched.
    fn reduction<N: NodeKind>(&self, node: &Node, child: &Position, late: &Late) -> i32 {
        if node.depth < 3 || late.tried < 1 + 2 * usize::from(N::PV) || !late.quiet {
            return 0;
        }
        let mut hundredths = self.reductions.at(node.depth, late.tried);
        let context = self.stack.context(node.ply);
        let history = self.histories.quiet(node.position, late.mv, &context);
        hundredths -= 100 * history / params::lmr_history();
        hundredths -= 100 * i32::from(N::PV);
        hundredths -= 100 * i32::from(late.class == Class::Killer);
        hundredths -= 100 * i32::from(child.in_check() || node.position.in_check());
        hundredths += 100 * i32::from(!self.stack.is_improving(node.ply));
        hundredths += 100 * i32::from(node.cut);
        (hundredths / 100).clamp(0, node.depth - 2)
    }

    /// Learns from a move that cut off, and from those that did not.
    fn learn(&mut self, node: &Node, mv: Move, best: &Best) {
        let &Node { position, depth, ply, .. } = node;
        let bonus = (params::history_bonus() * depth).min(params::history_bonus_max());
        let context = self.stack.context(ply);
        if position.captured(mv).is_none() && !position.promotes(mv) {
            let killers = &mut self.stack.at_mut(ply).killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.histories.learn_quiet(position, mv, &context, bonus);
            for &other in &best.quiets {
                self.histories.learn_quiet(position, other, &context, -bonus);
            }
        } else {
            self.histories.learn_tactical(position, mv, bonus);
        }
        for &other in &best.tacticals {
            self.histories.learn_tactical(position, other, -bonus);
        }
    }
}

/// A move about to be searched.
struct Late {
    mv: Move,
    class: Class,
    quiet: bool,
    /// Moves searched before it.
    tried: usize,
}

/// The score an earlier search leaves no doubt about.
pub(super) fn cutoff(entry: &Entry, node: &Node) -> Option<Score> {
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= node.beta,
        Bound::Upper => entry.score <= node.alpha,
    };
    let deep_enough = entry.depth >= node.depth.max(0);
    let trusted = draws::is_within_count(node.position, entry.score, node.ply);
    (decides && deep_enough && trusted).then_some(entry.score)
}

/// The static evaluation, or a bound from an earlier search where that says more.
pub(super) fn refined(eval: Score, entry: Option<&Entry>) -> Score {
    match entry {
        Some(entry) if entry.score.abs() < MATE_BOUND => match entry.bound {
            Bound::Exact => entry.score,
            Bound::Lower => eval.max(entry.score),
            Bound::Upper => eval.min(entry.score),
        },
        _ => eval,
    }
}
