//! Every constant of the search that can be tuned, in one table. Plain constants, unless the
//! `tuning` feature makes each a UCI option that can be set while the engine runs.

/// A tunable constant: its name, its value when nobody tunes it, and where to look for better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    pub name: &'static str,
    pub default: i32,
    pub min: i32,
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
    /// Half-width of the first aspiration window, in centipawns.
    aspiration_delta = 16, 5, 60, 4;

    /// Deepest node that reverse futility cuts.
    reverse_futility_depth = 7, 0, 12, 1;
    /// Reverse futility margin a ply, in centipawns.
    reverse_futility_margin = 75, 30, 160, 8;

    /// Deepest node that razoring cuts.
    razoring_depth = 3, 0, 8, 1;
    /// Razoring margin at depth 0, in centipawns …
    razoring_base = 220, 80, 500, 25;
    /// … and what a ply adds to it.
    razoring_margin = 180, 60, 400, 20;

    /// Null move reduction: plies at least …
    null_move_base = 3, 2, 5, 1;
    /// … one more for so many plies of depth …
    null_move_depth_divisor = 4, 2, 8, 1;
    /// … and one more for so many centipawns above beta, three at most.
    null_move_eval_divisor = 200, 100, 400, 20;
    /// Depth from which a null move cut-off of a pawnless node is verified.
    null_move_verification_depth = 10, 6, 99, 1;

    /// Least depth at which a node without a table move is searched a ply less.
    internal_reduction_depth = 4, 2, 99, 1;

    /// Depth from which a capture that beats beta by a margin in a shallow search cuts.
    probcut_depth = 5, 3, 99, 1;
    /// The margin, in centipawns.
    probcut_margin = 170, 60, 400, 20;

    /// Least depth at which the table move is tested for being the only good one.
    singular_depth = 6, 4, 99, 1;
    /// How far below the table's score the others must stay: centipawns in sixteenths a ply.
    singular_margin = 20, 4, 64, 4;
    /// How much further for two plies of extension, in centipawns.
    double_extension_margin = 18, 0, 60, 4;

    /// Late move pruning: quiet moves looked at, at depth 0.
    late_move_base = 4, 1, 12, 1;
    /// Deepest node with late move pruning.
    late_move_depth = 8, 0, 16, 1;

    /// Deepest (reduced) depth at which futility leaves out quiet moves.
    futility_depth = 8, 0, 14, 1;
    /// Futility margin at depth 0, in centipawns …
    futility_base = 90, 20, 250, 12;
    /// … and what a ply adds to it.
    futility_margin = 85, 30, 200, 10;

    /// Deepest (reduced) depth at which quiet moves with a bad history are left out.
    history_pruning_depth = 5, 0, 12, 1;
    /// How bad a history, a ply.
    history_pruning_margin = 4500, 1000, 12000, 500;

    /// Deepest (reduced) depth at which moves that lose men are left out.
    see_pruning_depth = 9, 0, 16, 1;
    /// Loss allowed to a quiet move, in centipawns a ply squared …
    see_quiet_margin = 22, 5, 80, 4;
    /// … and to a capture, in centipawns a ply.
    see_tactical_margin = 95, 30, 250, 10;

    /// Late move reduction for the first move of depth 1, in hundredths of a ply.
    lmr_base = 60, 0, 150, 10;
    /// Late move reduction: `ln(depth) * ln(moves) * 100 / divisor` plies.
    lmr_divisor = 230, 150, 350, 12;
    /// History worth a ply of reduction.
    lmr_history = 9000, 3000, 20000, 800;
    /// Hundredths of a ply less where an open window was searched before.
    lmr_was_pv = 100, 0, 200, 12;
    /// Hundredths of a ply more where the child's siblings often cut off.
    lmr_cutoffs = 100, 0, 200, 12;
    /// Hundredths of a ply more where the table's move is a capture or promotion.
    lmr_table_tactical = 100, 0, 200, 12;
    /// Reduction of captures that lose men, in hundredths of that of quiet moves.
    lmr_bad_tactical = 50, 0, 120, 10;
    /// History of the move that a node could not answer, in hundredths of that of a cut-off.
    history_unanswered = 50, 0, 200, 15;
    /// History of a quiet move by what the evaluation gained by it, in hundredths a centipawn.
    history_by_eval = 400, 0, 2000, 80;

    /// History bonus a ply of depth.
    history_bonus = 170, 50, 400, 20;
    /// Largest history bonus.
    history_bonus_max = 1700, 600, 4000, 200;

    /// Weight of the correction of the static evaluation; 0 turns it off.
    correction_weight = 100, 0, 250, 12;

    /// Margin of delta pruning in quiescence, in centipawns.
    delta_margin = 180, 60, 400, 20;

    /// Moves a game is expected to last when its time control does not say: Makruk games are long
    /// (about 240 plies between engines), and the increment or the opening saves the rest.
    clock_moves = 40, 10, 80, 5;
    /// Hundredths of a move's share of the clock after which no new iteration begins, on a move
    /// that deserves no more and no less than the usual effort.
    clock_soft_share = 60, 20, 120, 8;
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
