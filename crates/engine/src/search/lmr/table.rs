//! The table of late move reductions.

use crate::search::params;

/// Late move reductions before adjustment.
#[derive(Debug)]
pub(in crate::search) struct Reductions {
    // [depth][moves tried], in hundredths of a ply
    hundredths: Box<[[i16; 64]; 64]>,
}

impl Reductions {
    /// The reductions by the constants `lmr_base` and `lmr_divisor`.
    pub(in crate::search) fn new() -> Self {
        let mut hundredths = Box::new([[0; 64]; 64]);
        for (depth, row) in hundredths.iter_mut().enumerate().skip(1) {
            for (tried, cell) in row.iter_mut().enumerate().skip(1) {
                let product = (depth as f64).ln() * (tried as f64).ln();
                let scaled = product * 10_000.0 / f64::from(params::lmr_divisor());
                *cell = (f64::from(params::lmr_base()) + scaled) as i16;
            }
        }
        Self { hundredths }
    }

    /// The reduction of the move after `tried` others, in hundredths of a ply.
    #[inline]
    pub(in crate::search) fn at(&self, depth: i32, tried: usize) -> i32 {
        i32::from(self.hundredths[depth.clamp(0, 63) as usize][tried.min(63)])
    }
}
