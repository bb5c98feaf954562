//! The main search: principal variation search over the legal moves of a node.

use super::node::NodeKind;
use super::observer::Bound;
use super::picker::{Class, Picker};
use super::pruning::Situation;
use super::singular::Singularity;
use super::skipping::Verdict;
use super::table::{self, Entry};
use super::tables::TbRange;
use super::worker::Worker;
use super::{cycle, draws, params};
use crate::movegen;
use crate::position::Position;
use crate::rules;
use crate::types::score::{DECIDED_BOUND, DRAW, INFINITE, MAX_PLY, is_decided, mate_in, mated_in};
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

/// A move about to be searched.
pub(super) struct Candidate {
    pub mv: Move,
    pub class: Class,
    pub quiet: bool,
    /// Moves searched before it.
    pub tried: usize,
    /// Plies it is searched deeper than usual.
    pub extension: i32,
}

/// What the move loop found.
pub(super) struct Best {
    pub score: Score,
    pub mv: Option<Move>,
    /// Quiet moves tried in vain.
    pub quiets: ArrayVec<Move, TRIED>,
    /// Captures and promotions tried in vain.
    pub tacticals: ArrayVec<Move, TRIED>,
}

impl Worker<'_> {
    /// The score of a node for the side to move; `None` when the search was stopped.
    pub(super) fn search<N: NodeKind>(&mut self, mut node: Node) -> Option<Score> {
        let Node { position, ply, .. } = node;
        if N::PV {
            self.stack.at_mut(ply).pv.clear();
        }
        let in_check = position.in_check();
        if node.depth <= 0 && !in_check {
            return self.quiescence::<N>(node);
        }
        node.depth = node.depth.max(1);
        self.count_node(ply)?;
        let mut tb = TbRange::OPEN;
        if !N::ROOT {
            if let Some(score) = self.decide(&mut node) {
                return Some(score);
            }
            tb = self.tb_range(position, ply);
            if let Some(score) = tb.narrow(&mut node.alpha, &mut node.beta) {
                return Some(score);
            }
        }
        let excluded = self.stack.at(ply).excluded;
        let key = table::key(position);
        let entry = self.table.probe(key, ply).filter(|_| excluded.is_none());
        if !N::PV
            && let Some(score) = entry.and_then(|entry| cutoff(&entry, &node))
        {
            if let Some(mv) = entry.and_then(|entry| entry.mv).filter(|_| score >= node.beta) {
                self.learn_from_table(&node, mv);
            }
            return Some(score);
        }
        let was_pv = N::PV || entry.is_some_and(|entry| entry.pv);
        let raw_eval = if in_check || excluded.is_some() {
            None
        } else {
            Some(self.raw_eval(&node, key, entry.as_ref(), was_pv))
        };
        // With a move left out the corrected one is known.
        if excluded.is_none() {
            self.stack.at_mut(ply).eval = raw_eval.map(|raw| self.corrected(position, raw));
        }
        let eval = self.stack.at(ply).eval;
        if let Some(eval) = eval.filter(|_| excluded.is_none()) {
            self.learn_gain(position, ply, eval);
        }
        let table_move = if N::ROOT && self.completed_depth > 0 {
            // Other threads and lines write their moves into the table, too.
            Some(self.root.best_candidate())
        } else {
            entry.and_then(|entry| entry.mv).filter(|&mv| movegen::is_legal(position, mv))
        };
        let situation = Situation {
            eval: eval.map(|eval| refined(eval, entry.as_ref())),
            improving: self.stack.is_improving(ply),
            was_pv,
            table_tactical: table_move.is_some_and(|mv| is_tactical(position, mv)),
        };
        // With a khun bare only a mate in time matters, and no guess may stand in for it.
        let prunable = !N::PV && excluded.is_none() && !position.has_bare_side();
        if prunable && let Some(eval) = situation.eval {
            if let Some(score) = self.prune_node(&node, eval, situation.improving)? {
                return Some(score);
            }
            if let Some(score) = self.probcut(&node, table_move, entry.as_ref(), raw_eval)? {
                return Some(score);
            }
        }
        // What no earlier search knows well is looked at less deeply first.
        if (N::PV || node.cut)
            && excluded.is_none()
            && table_move.is_none()
            && node.depth >= params::internal_reduction_depth()
        {
            node.depth -= 1;
        }
        let singular = match (table_move, entry) {
            (Some(mv), Some(entry)) if !N::ROOT => self.singularity::<N>(&node, mv, &entry)?,
            _ => Singularity::Extend(0),
        };
        let extension = match singular {
            Singularity::Cut(score) => return Some(score),
            Singularity::Extend(plies) => plies,
        };
        let mut best = self.search_moves::<N>(&node, &situation, table_move, extension)?;
        if best.score == -INFINITE {
            return Some(match excluded {
                Some(_) => node.alpha,
                // Only the root leaves moves out, and never all of them.
                None => match rules::without_moves(position.to_move(), in_check).winner() {
                    Some(_) => mated_in(ply),
                    None => DRAW,
                },
            });
        }
        best.score = best.score.clamp(tb.low, tb.high);
        if let Some(mv) = best.mv.filter(|_| best.score >= node.beta) {
            self.learn(&node, mv, &best);
            self.stack.at_mut(ply).cutoffs += 1;
        } else if best.mv.is_none() && excluded.is_none() {
            self.learn_unanswered(&node);
        }
        let bound = if best.score >= node.beta {
            Bound::Lower
        } else if N::PV && best.mv.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if excluded.is_none() && (!N::ROOT || self.root.is_first_line()) {
            let (mv, score, depth) = (best.mv, best.score, node.depth.min(255));
            let entry = Entry { mv, score, eval: raw_eval, depth, bound, pv: situation.was_pv };
            self.table.store(key, ply, entry);
            self.learn_correction(&node, eval, &best, bound);
        }
        Some(best.score)
    }

    /// The static evaluation of a node not in check, uncorrected.
    fn raw_eval(&mut self, node: &Node, key: u64, entry: Option<&Entry>, was_pv: bool) -> Score {
        if let Some(eval) = entry.and_then(|entry| entry.eval) {
            return eval;
        }
        let eval = self.evaluate(node.position, node.ply);
        if entry.is_none() {
            // The score says nothing: it is the evaluation that is not to be worked out again,
            // whatever cuts the node.
            let (score, bound) = (mated_in(0), Bound::Lower);
            let entry = Entry { mv: None, score, eval: Some(eval), depth: 0, bound, pv: was_pv };
            self.table.store(key, node.ply, entry);
        }
        eval
    }

    /// What needs no search: draws by rule, the deepest ply, and scores that no move can reach.
    /// Narrows the node's window.
    fn decide(&mut self, node: &mut Node) -> Option<Score> {
        let Node { position, ply, .. } = *node;
        if let Some(score) = draws::decided(position, &self.path, ply) {
            return Some(score);
        }
        if ply >= MAX_PLY {
            return Some(self.evaluate(position, ply));
        }
        // No score beyond a mate here and now, nor one that the rules exclude.
        node.alpha = node.alpha.max(mated_in(ply));
        node.beta = node.beta.min(mate_in(ply + 1));
        draws::clamp(position, &mut node.alpha, &mut node.beta);
        if node.alpha < DRAW && cycle::is_upcoming(position, &self.path) {
            node.alpha = DRAW;
        }
        (node.alpha >= node.beta).then_some(node.alpha)
    }

    /// Searches a child node, its parent being on the path.
    #[inline]
    pub(super) fn search_child<N: NodeKind>(
        &mut self,
        parent: &Position,
        child: Node,
    ) -> Option<Score> {
        self.path.push(parent);
        let score = self.search::<N>(child);
        self.path.pop();
        score
    }

    /// Searches the moves of a node until one is too good to be allowed.
    fn search_moves<N: NodeKind>(
        &mut self,
        node: &Node,
        situation: &Situation,
        table_move: Option<Move>,
        extension: i32,
    ) -> Option<Best> {
        let &Node { position, beta, ply, .. } = node;
        let mut alpha = node.alpha;
        let mut best = Best {
            score: -INFINITE,
            mv: None,
            quiets: ArrayVec::new(),
            tacticals: ArrayVec::new(),
        };
        let context = self.stack.context(ply);
        let excluded = self.stack.at(ply).excluded;
        self.stack.at_mut(ply + 1).killers = [None; 2];
        self.stack.at_mut(ply + 2).cutoffs = 0;
        let mut picker = Picker::new(table_move, self.stack.at(ply).killers);
        let mut tried = 0;
        while let Some((mv, class)) = picker.next(position, self.histories, &context) {
            if excluded == Some(mv) || N::ROOT && !self.root.is_candidate(mv) {
                continue;
            }
            let quiet = !is_tactical(position, mv);
            let extension = if class == Class::Table { extension } else { 0 };
            let candidate = Candidate { mv, class, quiet, tried, extension };
            if !N::ROOT && best.score > -DECIDED_BOUND {
                let window = Node { alpha, ..*node };
                match self.prune_move(&window, situation, &candidate) {
                    Verdict::Search => {}
                    Verdict::Skip => continue,
                    Verdict::SkipQuiets => {
                        picker.skip_quiets_but_mates();
                        continue;
                    }
                }
            }
            let nodes_before = self.nodes;
            self.table.prefetch(table::key_after(position, mv));
            let child = position.play_unchecked(mv);
            self.stack.at_mut(ply).play(position, mv, quiet);
            if N::PV {
                // Not every search of the child leaves a line: that of a sibling must not stay.
                self.stack.at_mut(ply + 1).pv.clear();
            }
            let score = self.search_move::<N>(node, &child, alpha, &candidate, situation)?;
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
}

/// Whether a legal move is a capture or promotion.
#[inline]
pub(super) fn is_tactical(position: &Position, mv: Move) -> bool {
    position.captured(mv).is_some() || position.promotes(mv)
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
        Some(entry) if !is_decided(entry.score) => match entry.bound {
            Bound::Exact => entry.score,
            Bound::Lower => eval.max(entry.score),
            Bound::Upper => eval.min(entry.score),
        },
        _ => eval,
    }
}
