//! The main search: principal variation search over the legal moves of a node.

use super::history::Footprint;
use super::node::{NodeKind, NonPv};
use super::observer::Bound;
use super::picker::{Class, Picker};
use super::pruning::Situation;
use super::singular::Singularity;
use super::skipping::Verdict;
use super::table::{self, Entry};
use super::worker::Worker;
use super::{cycle, draws, params};
use crate::movegen;
use crate::position::Position;
use crate::rules;
use crate::types::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, is_mate, mate_in, mated_in};
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
        if !N::ROOT
            && let Some(score) = self.decide(&mut node)
        {
            return Some(score);
        }
        let excluded = self.stack.at(ply).excluded;
        let key = table::key(position);
        let entry = self.table.probe(key, ply).filter(|_| excluded.is_none());
        if !N::PV
            && let Some(score) = entry.and_then(|entry| cutoff(&entry, &node))
        {
            return Some(score);
        }
        let raw_eval = match entry.and_then(|entry| entry.eval) {
            _ if in_check => None,
            Some(eval) => Some(eval),
            None => Some(self.evaluate(position, ply)),
        };
        let eval = raw_eval.map(|raw| self.corrected(position, raw));
        self.stack.at_mut(ply).eval = eval;
        let situation = Situation {
            eval: eval.map(|eval| refined(eval, entry.as_ref())),
            improving: self.stack.is_improving(ply),
        };
        let table_move =
            entry.and_then(|entry| entry.mv).filter(|&mv| movegen::is_legal(position, mv));
        // With a khun bare only a mate in time matters, and no guess may stand in for it.
        let prunable = !N::PV && excluded.is_none() && !position.has_bare_side();
        if prunable && let Some(eval) = situation.eval {
            if let Some(score) = self.prune_node(&node, eval, situation.improving)? {
                return Some(score);
            }
            if let Some(score) = self.probcut(&node, table_move, raw_eval)? {
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
        let best = self.search_moves::<N>(&node, &situation, table_move, extension)?;
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
        if excluded.is_none() && (!N::ROOT || self.root.is_first_line()) {
            let (mv, score, depth) = (best.mv, best.score, node.depth.min(255));
            let entry = Entry { mv, score, eval: raw_eval, depth, bound, pv: N::PV };
            self.table.store(key, ply, entry);
            self.learn_correction(&node, eval, &best, bound);
        }
        Some(best.score)
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
        if node.alpha >= node.beta {
            return Some(node.alpha);
        }
        self.table_score(position, ply)
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
        let mut picker = Picker::new(table_move, self.stack.at(ply).killers);
        let mut tried = 0;
        while let Some((mv, class)) = picker.next(position, self.histories, &context) {
            if excluded == Some(mv) || N::ROOT && !self.root.is_candidate(mv) {
                continue;
            }
            let quiet = !is_tactical(position, mv);
            let extension = if class == Class::Table { extension } else { 0 };
            let candidate = Candidate { mv, class, quiet, tried, extension };
            if !N::ROOT && best.score > -MATE_BOUND {
                let window = Node { alpha, ..*node };
                match self.prune_move(&window, situation, &candidate) {
                    Verdict::Search => {}
                    Verdict::Skip => continue,
                    Verdict::SkipQuiets => {
                        picker.skip_quiets();
                        continue;
                    }
                }
            }
            let nodes_before = self.nodes;
            self.table.prefetch(table::key_after(position, mv));
            let child = position.play_unchecked(mv);
            self.stack.at_mut(ply).footprint = Some(Footprint::of(position, mv));
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

    /// Searches one move: late ones first reduced and with a null window, again as far as it
    /// takes.
    fn search_move<N: NodeKind>(
        &mut self,
        node: &Node,
        child: &Position,
        alpha: Score,
        candidate: &Candidate,
        situation: &Situation,
    ) -> Option<Score> {
        let &Node { position, beta, depth, ply, .. } = node;
        let null_window = Node {
            position: child,
            alpha: -alpha - 1,
            beta: -alpha,
            depth: depth - 1 + candidate.extension,
            ply: ply + 1,
            cut: true,
        };
        let full_window = Node { alpha: -beta, beta: -alpha, cut: false, ..null_window };
        if candidate.tried == 0 {
            return if N::PV {
                self.search_child::<N::Child>(position, full_window).map(|score| -score)
            } else {
                let first = Node { cut: !node.cut, ..full_window };
                self.search_child::<NonPv>(position, first).map(|score| -score)
            };
        }
        let reduction = self.reduction::<N>(node, child, candidate, situation);
        let reduced = Node { depth: null_window.depth - reduction, ..null_window };
        let mut score = -self.search_child::<NonPv>(position, reduced)?;
        if score > alpha && reduction > 0 {
            let again = Node { cut: !node.cut, ..null_window };
            score = -self.search_child::<NonPv>(position, again)?;
        }
        if N::PV && score > alpha && score < beta {
            score = -self.search_child::<N::Child>(position, full_window)?;
        }
        Some(score)
    }

    /// How many plies less a late move is searched.
    fn reduction<N: NodeKind>(
        &self,
        node: &Node,
        child: &Position,
        candidate: &Candidate,
        situation: &Situation,
    ) -> i32 {
        let first_reduced = 1 + 2 * usize::from(N::PV);
        if node.depth < 3 || candidate.tried < first_reduced || !candidate.quiet {
            return 0;
        }
        let mut hundredths = self.reductions.at(node.depth, candidate.tried);
        let context = self.stack.context(node.ply);
        let history = self.histories.quiet(node.position, candidate.mv, &context);
        hundredths -= 100 * history / params::lmr_history();
        hundredths -= 100 * i32::from(N::PV);
        hundredths -= 100 * i32::from(candidate.class == Class::Killer);
        hundredths -= 100 * i32::from(child.in_check() || node.position.in_check());
        hundredths += 100 * i32::from(!situation.improving);
        hundredths += 100 * i32::from(node.cut);
        (hundredths / 100).clamp(0, node.depth - 2)
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
        Some(entry) if !is_mate(entry.score) => match entry.bound {
            Bound::Exact => entry.score,
            Bound::Lower => eval.max(entry.score),
            Bound::Upper => eval.min(entry.score),
        },
        _ => eval,
    }
}
