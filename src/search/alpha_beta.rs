//! The main search: principal variation search over the legal moves of a node.

use super::history::Footprint;
use super::node::{NodeKind, NonPv};
use super::observer::Bound;
use super::picker::{Class, Picker};
use super::pruning::{self, Situation};
use super::table::{self, Entry};
use super::worker::Worker;
use super::{cycle, draws, params, see};
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
struct Candidate {
    mv: Move,
    class: Class,
    quiet: bool,
    /// Moves searched before it.
    tried: usize,
    /// Plies it is searched deeper than usual.
    extension: i32,
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
            None => Some(self.evaluate(position)),
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
    fn decide(&self, node: &mut Node) -> Option<Score> {
        let Node { position, ply, .. } = *node;
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
        if node.alpha < DRAW && cycle::is_upcoming(position, &self.path) {
            node.alpha = DRAW;
        }
        (node.alpha >= node.beta).then_some(node.alpha)
    }

    /// The static evaluation, corrected by what searches found in positions alike.
    #[inline]
    pub(super) fn corrected(&self, position: &Position, raw: Score) -> Score {
        // A corrected score must not undo what the count or a bare khun says.
        if raw == DRAW {
            return raw;
        }
        let (mut low, mut high) = (-MATE_BOUND + 1, MATE_BOUND - 1);
        draws::clamp(position, &mut low, &mut high);
        (raw + self.histories.corrections.of(position)).clamp(low, high)
    }

    fn learn_correction(&mut self, node: &Node, eval: Option<Score>, best: &Best, bound: Bound) {
        let Some(eval) = eval else { return };
        let quiet = best.mv.is_none_or(|mv| !is_tactical(node.position, mv));
        let informative = match bound {
            Bound::Exact => true,
            Bound::Lower => best.score > eval,
            Bound::Upper => best.score < eval,
        };
        if quiet && informative && !is_mate(best.score) && !node.position.count().is_running() {
            let error = best.score - eval;
            self.histories.corrections.learn(node.position, node.depth, error);
        }
    }

    /// Cuts that need no move of this node: razoring, reverse futility and the null move.
    fn prune_node(&mut self, node: &Node, eval: Score, improving: bool) -> Option<Option<Score>> {
        let &Node { alpha, beta, depth, .. } = node;
        if pruning::razoring(eval, alpha, depth) {
            let score = self.quiescence::<NonPv>(*node)?;
            if score <= alpha {
                return Some(Some(score));
            }
        }
        if pruning::reverse_futility(eval, beta, depth, improving) {
            return Some(Some((eval + beta) / 2));
        }
        self.null_move(node, eval)
    }

    /// Whether passing is already too good.
    fn null_move(&mut self, node: &Node, eval: Score) -> Option<Option<Score>> {
        let &Node { position, beta, depth, ply, .. } = node;
        let allowed = ply >= self.no_null_until
            && ply > 0
            && self.stack.at(ply - 1).footprint.is_some()
            && eval >= beta
            && beta > -MATE_BOUND
            && depth >= 3
            && pruning::may_pass(position);
        if !allowed {
            return Some(None);
        }
        let reduced = depth - pruning::null_move_reduction(depth, eval, beta);
        let child = position.play_null();
        self.stack.at_mut(ply).footprint = None;
        let score = -self.search_child::<NonPv>(
            position,
            Node {
                position: &child,
                alpha: -beta,
                beta: -beta + 1,
                depth: reduced,
                ply: ply + 1,
                cut: !node.cut,
            },
        )?;
        if score < beta {
            return Some(None);
        }
        // A mate found by passing is none.
        let score = if score >= MATE_BOUND { beta } else { score };
        if !pruning::needs_verification(position, depth) || self.no_null_until > 0 {
            return Some(Some(score));
        }
        self.no_null_until = ply + 1 + (reduced.max(0) as usize) * 3 / 4;
        let verified =
            self.search::<NonPv>(Node { alpha: beta - 1, depth: reduced, cut: false, ..*node });
        self.no_null_until = 0;
        Some((verified? >= beta).then_some(score))
    }

    /// Whether a capture beats beta by so much in a shallow search that a deep one would too.
    fn probcut(
        &mut self,
        node: &Node,
        table_move: Option<Move>,
        raw_eval: Option<Score>,
    ) -> Option<Option<Score>> {
        let &Node { position, beta, depth, ply, .. } = node;
        let target = beta + params::probcut_margin();
        let eval = self.stack.at(ply).eval.unwrap_or(DRAW);
        if depth < params::probcut_depth() || is_mate(beta) || is_mate(target) {
            return Some(None);
        }
        let table_move = table_move.filter(|&mv| is_tactical(position, mv));
        let mut picker = Picker::tactical(table_move, target - eval);
        let context = self.stack.context(ply);
        while let Some((mv, class)) = picker.next(position, self.histories, &context) {
            if class == Class::BadTactical {
                break;
            }
            let child = position.play_unchecked(mv);
            self.table.prefetch(table::key(&child));
            self.stack.at_mut(ply).footprint = Some(Footprint::of(position, mv));
            let shallow = Node {
                position: &child,
                alpha: -target,
                beta: -target + 1,
                depth: 0,
                ply: ply + 1,
                cut: !node.cut,
            };
            let mut score = -self.search_child::<NonPv>(position, shallow)?;
            let reduced = Node { depth: depth - 4, ..shallow };
            if score >= target && reduced.depth > 0 {
                score = -self.search_child::<NonPv>(position, reduced)?;
            }
            if score >= target {
                let entry = Entry {
                    mv: Some(mv),
                    score,
                    eval: raw_eval,
                    depth: depth - 3,
                    bound: Bound::Lower,
                    pv: false,
                };
                self.table.store(table::key(position), ply, entry);
                return Some(Some(score));
            }
        }
        Some(None)
    }

    /// Whether the table's move stands alone: then it is searched deeper. When others do as well
    /// the node may be cut instead.
    fn singularity<N: NodeKind>(
        &mut self,
        node: &Node,
        table_move: Move,
        entry: &Entry,
    ) -> Option<Singularity> {
        let &Node { position, depth, ply, beta, .. } = node;
        let known = depth >= params::singular_depth()
            && entry.depth >= depth - 3
            && entry.bound != Bound::Upper
            && !is_mate(entry.score)
            && ply < 2 * self.root_depth as usize;
        if !known {
            return Some(Singularity::Extend(i32::from(
                position.in_check() && ply < 2 * self.root_depth as usize,
            )));
        }
        let target = entry.score - params::singular_margin() * depth / 16;
        self.stack.at_mut(ply).excluded = Some(table_move);
        let score = self.search::<NonPv>(Node {
            position,
            alpha: target - 1,
            beta: target,
            depth: (depth - 1) / 2,
            ply,
            cut: node.cut,
        });
        self.stack.at_mut(ply).excluded = None;
        let score = score?;
        Some(if score < target {
            let double = !N::PV && score < target - params::double_extension_margin();
            Singularity::Extend(1 + i32::from(double))
        } else if target >= beta {
            Singularity::Cut(target)
        } else if entry.score >= beta {
            Singularity::Extend(-2)
        } else {
            Singularity::Extend(-i32::from(node.cut))
        })
    }

    /// Searches a child node, its parent being on the path.
    #[inline]
    fn search_child<N: NodeKind>(&mut self, parent: &Position, child: Node) -> Option<Score> {
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
            let child = position.play_unchecked(mv);
            self.table.prefetch(table::key(&child));
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

    /// Whether a move is worth searching at all, some other having saved the node from mate.
    fn prune_move(&self, node: &Node, situation: &Situation, candidate: &Candidate) -> Verdict {
        let &Node { position, alpha, depth, ply, .. } = node;
        let &Candidate { mv, quiet, tried, .. } = candidate;
        if draws::changes_count(position, mv) || position.has_bare_side() {
            return Verdict::Search;
        }
        if !quiet {
            let loss = -params::see_tactical_margin() * depth;
            let bad = candidate.class == Class::BadTactical
                && depth <= params::see_pruning_depth()
                && !see::wins_at_least(position, mv, loss);
            return if bad { Verdict::Skip } else { Verdict::Search };
        }
        if matches!(candidate.class, Class::Table | Class::Check) {
            return Verdict::Search;
        }
        if pruning::late_move(depth, tried, situation.improving) {
            return Verdict::SkipQuiets;
        }
        let reduced = (depth - self.reductions.at(depth, tried) / 100).max(1);
        if pruning::futility(situation.eval, alpha, reduced) {
            return Verdict::SkipQuiets;
        }
        let context = self.stack.context(ply);
        let history = self.histories.quiet(position, mv, &context);
        if reduced <= params::history_pruning_depth()
            && history < -params::history_pruning_margin() * reduced
        {
            return Verdict::Skip;
        }
        let loss = -params::see_quiet_margin() * reduced * reduced;
        if reduced <= params::see_pruning_depth() && !see::wins_at_least(position, mv, loss) {
            return Verdict::Skip;
        }
        Verdict::Search
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

    /// Learns from a move that cut off, and from those that did not.
    fn learn(&mut self, node: &Node, mv: Move, best: &Best) {
        let &Node { position, depth, ply, .. } = node;
        let bonus = (params::history_bonus() * depth).min(params::history_bonus_max());
        let context = self.stack.context(ply);
        if is_tactical(position, mv) {
            self.histories.learn_tactical(position, mv, bonus);
        } else {
            let killers = &mut self.stack.at_mut(ply).killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.histories.learn_quiet(position, mv, &context, bonus);
            for &other in &best.quiets {
                self.histories.learn_quiet(position, other, &context, -bonus);
            }
        }
        for &other in &best.tacticals {
            self.histories.learn_tactical(position, other, -bonus);
        }
    }
}

/// What looking for moves as good as the table's came to.
enum Singularity {
    /// Another move is good enough to cut, too.
    Cut(Score),
    /// Search the table's move so many plies deeper.
    Extend(i32),
}

/// Whether to search a move.
enum Verdict {
    Search,
    Skip,
    /// Nor any quiet move after it.
    SkipQuiets,
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
