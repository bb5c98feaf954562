//! All constants of the search that can be tuned. With the feature `tuning` each is a UCI option that
//! can be set while the engine runs, otherwise they are plain constants.

/// A tunable constant with its default value and the range in which to look for a better one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// Name in the source, and of the UCI option.
    pub name: &'static str,
    /// Value in play.
    pub default: i32,
    /// Smallest sensible value.
    pub min: i32,
    /// Largest sensible value.
    pub max: i32,
    /// A change that should make a measurable difference.
    pub step: i32,
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $default:expr, $min:expr, $max:expr, $step:expr;)*) => {
        /// Every tunable constant.
        pub const TUNABLES: &[Tunable] = &[$(Tunable {
            name: stringify!($name),
            default: $default,
            min: $min,
            max: $max,
            step: $step,
        }),*];

        #[cfg(not(feature = "tuning"))]
        mod values {
            $($(#[$doc])* #[inline] pub const fn $name() -> i32 { $default })*
        }

        #[cfg(feature = "tuning")]
        mod values {
            use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

            struct Values {
                $($name: AtomicI32,)*
            }

            static VALUES: Values = Values { $($name: AtomicI32::new($default),)* };

            $($(#[$doc])* #[inline] pub fn $name() -> i32 { VALUES.$name.load(Relaxed) })*

            /// Sets the constant of this name. Returns whether there is one and the value lies in
            /// its range.
            pub fn set(name: &str, value: i32) -> bool {
                $(if name == stringify!($name) {
                    let in_range = ($min..=$max).contains(&value);
                    if in_range {
                        VALUES.$name.store(value, Relaxed);
                    }
                    return in_range;
                })*
                false
            }
        }
    };
}

#[cfg(feature = "tuning")]
pub use values::set;
pub(super) use values::*;

// name = default, min, max, step
params! {
    /// How much more a position with the pieces of the start is worth than one without pieces, in
    /// hundredths of the contempt.
    contempt_pieces = 200, 0, 1000, 30;
    /// Half-width of the first aspiration window, in centipawns.
    aspiration_delta = 12, 5, 60, 4;
    /// The first window is wider by the last score divided by this.
    aspiration_score_divisor = 32, 8, 128, 8;
    /// Depth of the first iteration with an aspiration window.
    aspiration_depth = 4, 2, 12, 1;
    /// Growth of the half-width after each failed window, in hundredths.
    aspiration_growth = 200, 120, 400, 20;
    /// Half-width above which the window is opened completely, in centipawns.
    aspiration_delta_max = 600, 100, 2000, 100;
    /// Largest reduction of the root depth after fail highs, in plies.
    aspiration_fail_high_plies = 3, 0, 6, 1;
    /// Least root depth after fail highs, in hundredths of the depth of the iteration.
    aspiration_least_depth = 75, 0, 100, 10;

    /// Deepest node that reverse futility cuts.
    reverse_futility_depth = 7, 0, 12, 1;
    /// Reverse futility margin per ply, in centipawns.
    reverse_futility_margin = 75, 30, 160, 8;

    /// Deepest node that razoring cuts.
    razoring_depth = 3, 0, 8, 1;
    /// Razoring margin at depth 0, in centipawns.
    razoring_base = 220, 80, 500, 25;
    /// Growth of the razoring margin per ply, in centipawns.
    razoring_margin = 180, 60, 400, 20;

    /// Least depth of a null move.
    null_move_depth = 3, 1, 8, 1;
    /// Null move reduction: the constant part, in plies.
    null_move_base = 3, 2, 5, 1;
    /// Null move reduction: the depth divided by this is added.
    null_move_depth_divisor = 3, 2, 8, 1;
    /// Null move reduction: the centipawns above beta divided by this are added.
    null_move_eval_divisor = 200, 100, 400, 20;
    /// Null move reduction: at most this number of plies is added for the centipawns above beta.
    null_move_eval_max = 3, 0, 8, 1;
    /// Depth from which a null move cut-off of a node without bia is verified.
    null_move_verification_depth = 10, 6, 99, 1;
    /// Share of the reduced depth in which the verification makes no null move, in hundredths.
    null_move_verification_share = 75, 0, 100, 10;

    /// Least depth at which a node without a transposition table move is searched a ply less.
    internal_reduction_depth = 4, 2, 99, 1;

    /// Least depth of ProbCut.
    probcut_depth = 5, 3, 99, 1;
    /// By how much a capture must exceed beta, in centipawns.
    probcut_margin = 170, 60, 400, 20;
    /// By how many plies less the capture is searched.
    probcut_reduction = 4, 2, 8, 1;

    /// Least depth at which the transposition table move is tested for being singular.
    singular_depth = 6, 4, 99, 1;
    /// Plies by which the entry may be shallower than the node.
    singular_tt_depth_margin = 3, 1, 6, 1;
    /// How far below the entry's score the other moves must stay: centipawns in sixteenths per ply.
    singular_margin = 20, 4, 64, 4;
    /// Depth of the singular search, in hundredths of the moves' depth.
    singular_depth_share = 50, 25, 75, 5;
    /// How much lower they must be for an extension by two plies, in centipawns.
    double_extension_margin = 10, 0, 60, 4;
    /// Negative extension: plies by which a move is searched less if it is not singular and its
    /// entry reaches beta.
    negative_extension = 2, 0, 4, 1;
    /// Extensions end at this multiple of the root depth.
    extension_ply_limit = 3, 1, 4, 1;

    /// Late move pruning: number of moves searched at depth 0.
    late_move_base = 4, 1, 12, 1;
    /// Deepest node with late move pruning.
    late_move_depth = 8, 0, 16, 1;

    /// Largest reduced depth at which futility prunes quiet moves.
    futility_depth = 8, 0, 14, 1;
    /// Futility margin at depth 0, in centipawns.
    futility_base = 80, 20, 250, 12;
    /// Growth of the futility margin per ply, in centipawns.
    futility_margin = 72, 30, 200, 10;

    /// Largest reduced depth at which quiet moves with a bad history are pruned.
    history_pruning_depth = 5, 0, 12, 1;
    /// History pruning: quiet moves with a history below minus this number per ply are pruned.
    history_pruning_margin = 4500, 1000, 12000, 500;

    /// Largest (reduced) depth at which moves that lose material are pruned.
    see_pruning_depth = 9, 0, 16, 1;
    /// SEE pruning: loss allowed to a quiet move, in centipawns per ply squared.
    see_quiet_margin = 22, 5, 80, 4;
    /// SEE pruning: loss allowed to a capture, in centipawns per ply.
    see_tactical_margin = 95, 30, 250, 10;

    /// Least depth of a node with late move reductions.
    lmr_depth = 3, 2, 8, 1;
    /// Moves after the first one that a PV node does not reduce.
    lmr_pv_moves = 2, 0, 6, 1;
    /// Late move reduction: the part that does not depend on depth and moves, in hundredths of a ply.
    lmr_base = 60, 0, 150, 10;
    /// Late move reduction: `ln(depth) * ln(moves) * 100 / divisor` plies.
    lmr_divisor = 230, 150, 350, 12;
    /// History score that reduces by one ply less.
    lmr_history = 9000, 3000, 20000, 800;
    /// Hundredths of a ply less at PV nodes.
    lmr_pv = 100, 0, 200, 12;
    /// Hundredths of a ply less at nodes that were searched with an open window before.
    lmr_was_pv = 100, 0, 200, 12;
    /// Hundredths of a ply less in check and for moves that check.
    lmr_check = 100, 0, 200, 12;
    /// Hundredths of a ply less for killers.
    lmr_killer = 100, 0, 200, 12;
    /// Hundredths of a ply more where the static evaluation is not improving.
    lmr_not_improving = 100, 0, 200, 12;
    /// Hundredths of a ply more at expected cut nodes.
    lmr_cut_node = 100, 0, 200, 12;
    /// Hundredths of a ply more if many nodes of the next ply cut off since the parent was entered.
    lmr_cutoffs = 100, 0, 200, 12;
    /// Number of cut-offs above which `lmr_cutoffs` applies.
    lmr_many_cutoffs = 3, 0, 8, 1;
    /// Hundredths of a ply more where the transposition table move is a capture or promotion.
    lmr_tt_tactical = 100, 0, 200, 12;
    /// Reduction of captures that lose material, in hundredths of the reduction of quiet moves.
    lmr_bad_tactical = 50, 0, 120, 10;

    /// History bonus per ply of depth.
    history_bonus = 170, 50, 400, 20;
    /// Largest history bonus.
    history_bonus_max = 1700, 600, 4000, 200;
    /// History malus of the moves before a cut-off, in hundredths of the bonus.
    history_malus = 130, 0, 200, 15;
    /// History bonus of a quiet move after which all replies failed low, in hundredths of the bonus
    /// for a cut-off.
    history_fail_low = 50, 0, 200, 15;
    /// History malus of a quiet move that a reply refutes, in hundredths of the bonus of the reply.
    history_refuted = 60, 0, 200, 15;
    /// Most moves searched before a quiet move that gets this malus.
    history_refuted_moves = 2, 0, 64, 2;
    /// History bonus of a quiet move by the gain of the static evaluation, in hundredths per
    /// centipawn.
    history_by_eval = 250, 0, 2000, 80;
    /// Largest bonus or malus by the gain of the static evaluation.
    history_by_eval_max = 1200, 0, 4000, 150;

    /// Weight of the correction of the static evaluation in hundredths; 0 turns it off.
    correction_weight = 100, 0, 250, 12;
    /// Largest observed error, in centipawns.
    correction_max = 96, 16, 200, 12;
    /// Largest weight of an observation in the average, in 256ths; at low depths the weight is the
    /// depth plus one.
    correction_max_rate = 16, 4, 64, 4;

    /// Move ordering: weight of the material gained by a capture or promotion, per centipawn.
    picker_gain_weight = 16, 4, 64, 4;
    /// Move ordering: hundredths of the history of a capture or promotion.
    picker_history_share = 40, 0, 200, 12;
    /// Move ordering: added to the history of a quiet move that checks without loss.
    picker_check_bonus = 8000, 0, 20000, 1000;

    /// Move ordering: added to the history of a quiet move by which a piece leaves a square that a
    /// cheaper piece attacks.
    picker_escape_bonus = 4000, 0, 20000, 800;
    /// Move ordering: subtracted from the history of a quiet move to a square that a cheaper piece
    /// attacks.
    picker_threat_malus = 4000, 0, 20000, 800;

    /// Exchange value of a bia, in centipawns.
    see_pawn = 165, 50, 200, 8;
    /// Exchange value of a met.
    see_met = 280, 120, 400, 15;
    /// Exchange value of a khon.
    see_khon = 390, 200, 600, 20;
    /// Exchange value of a ma.
    see_knight = 480, 250, 700, 20;
    /// Exchange value of a ruea.
    see_rook = 820, 500, 1200, 35;

    /// Margin of delta pruning in quiescence, in centipawns.
    delta_margin = 180, 60, 400, 20;

    /// Transposition table: the worth of an entry, its depth, decreases by this for each search
    /// since it was stored.
    tt_age_weight = 8, 0, 32, 2;
    /// Transposition table: an entry of the same search is kept when it is deeper by more than this.
    tt_depth_margin = 4, 0, 12, 1;

    /// Vote of the threads on the best move: added to the centipawns of a thread above the worst one.
    vote_base = 12, 1, 100, 6;
    /// Vote of the threads: plies by which a thread that votes may be behind the deepest one.
    vote_depth_margin = 3, 0, 20, 1;

    /// Number of iterations that must agree on repeating a drawn position before the move is played
    /// early.
    repetition_stability = 5, 1, 12, 1;

    /// Number of moves to divide the clock by without `movestogo`: the constant part.
    clock_moves = 28, 4, 60, 3;
    /// Number of moves to divide the clock by, in hundredths for each man on the board.
    clock_moves_per_man = 30, 0, 250, 15;
    /// Moves added to the number to divide the clock by when the increment is small.
    clock_moves_without_increment = 30, 0, 120, 6;
    /// An increment below this is small, in milliseconds.
    clock_small_increment = 10, 0, 100, 3;
    /// Soft limit of a move, in hundredths of its share of the clock.
    clock_soft_share = 70, 20, 120, 8;
    /// Hard limit of a move, in hundredths of its share of the clock.
    clock_hard_share = 300, 100, 800, 25;
    /// Hundredths of the increment that belong to the share of a move.
    clock_increment_share = 60, 0, 100, 5;
    /// A move takes at most the time left divided by this.
    clock_max_divisor = 3, 2, 10, 1;
    /// The last move before a time control takes at most this share of the time left, in
    /// hundredths.
    clock_last_move_share = 90, 50, 95, 5;
    /// Time that is always kept in reserve, in milliseconds; half of the clock if that is less.
    clock_reserve = 200, 0, 1000, 50;

    /// Effort for an answer that a longer search would not change. Effort is the share of the usual
    /// time, in hundredths.
    effort_certain = 5, 1, 50, 2;
    /// Effort if the best move never changed.
    effort_stable = 85, 40, 150, 6;
    /// Growth of the effort by a change of the best move in the last iteration, in hundredths.
    effort_change = 65, 0, 200, 10;
    /// Share of an earlier change that still counts an iteration later, in hundredths.
    effort_changes_decay = 60, 0, 95, 6;
    /// The effort is multiplied by this minus the best move's share of the nodes, both in
    /// hundredths.
    effort_nodes_base = 165, 100, 250, 8;
    /// Growth of the effort, in hundredths of a per cent for each centipawn by which the score dropped
    /// in the last iteration.
    effort_iteration_drop = 25, 0, 150, 5;
    /// Growth of the effort, in hundredths of a per cent for each centipawn by which the score is below
    /// that of the move before.
    effort_move_drop = 40, 0, 150, 5;
    /// Largest growth of the effort by a drop of the score, in per cent.
    effort_drop_max = 80, 0, 200, 8;
    /// Least effort, in hundredths.
    effort_min = 30, 5, 100, 5;
    /// Largest effort, in hundredths.
    effort_max = 250, 100, 500, 20;
}

#[cfg(test)]
mod tests {
    use super::TUNABLES;

    #[test]
    fn every_default_lies_in_its_range() {
        for tunable in TUNABLES {
            assert!((tunable.min..=tunable.max).contains(&tunable.default), "{tunable:?}");
            assert!(tunable.step > 0, "{tunable:?}");
        }
    }
}
