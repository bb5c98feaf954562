//! Every constant of the search that can be tuned, in one table.

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $default:expr, $min:expr, $max:expr, $step:expr;)*) => {
        $($(#[$doc])* #[inline] pub(super) const fn $name() -> i32 { $default })*

        #[cfg(test)]
        const RANGES: &[(&str, i32, i32, i32, i32)] =
            &[$((stringify!($name), $default, $min, $max, $step)),*];
    };
}

// name = default, min, max, step
params! {
    /// Half-width of the first aspiration window, in centipawns.
    aspiration_delta = 16, 5, 60, 4;
    /// Deepest node that reverse futility cuts.
    reverse_futility_depth = 7, 3, 12, 1;
    /// Reverse futility margin a ply, in centipawns.
    reverse_futility_margin = 75, 30, 160, 8;
    /// Null move reduction: plies at least …
    null_move_base = 3, 2, 5, 1;
    /// … one more for so many plies of depth …
    null_move_depth_divisor = 4, 2, 8, 1;
    /// … and one more for so many centipawns above beta, three at most.
    null_move_eval_divisor = 200, 100, 400, 20;
    /// Depth from which a null move cut-off of a pawnless node is verified.
    null_move_verification_depth = 10, 6, 16, 1;
    /// Late move reduction, in hundredths of a ply, for the first move of depth 1.
    lmr_base = 60, 0, 150, 10;
    /// Late move reduction: hundredths in `ln(depth) * ln(moves) * 100 / divisor`.
    lmr_divisor = 230, 150, 350, 12;
    /// History worth a ply of reduction.
    lmr_history = 9000, 3000, 20000, 800;
    /// History bonus a ply of depth.
    history_bonus = 170, 50, 400, 20;
    /// Largest history bonus.
    history_bonus_max = 1700, 600, 4000, 200;
    /// Margin of delta pruning in quiescence, in centipawns.
    delta_margin = 180, 60, 400, 20;
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_default_lies_in_its_range() {
        for &(name, default, min, max, step) in super::RANGES {
            assert!((min..=max).contains(&default) && step > 0, "{name}");
        }
    }
}
