//! Chances to win, draw and lose by a score.

use crate::{Score, score};
use std::fmt;

/// Chances to win, draw and lose, in thousandths, of the side that a score is seen from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// Chance to win.
    pub win: u32,
    /// Chance to draw.
    pub draw: u32,
    /// Chance to lose.
    pub loss: u32,
}

impl Wdl {
    /// A certain draw.
    pub const DRAWN: Self = Self { win: 0, draw: 1000, loss: 0 };

    /// Two logistic curves in the score, one for winning and its mirror image for losing; the rest
    /// is drawn. Half the games are won at [`score::NORMALIZE_TO_PAWN_VALUE`], and `SPREAD` says how fast that
    /// changes around it.
    ///
    /// Both constants are maximum likelihood estimates from 49,232 scores up to move 120 of 300 games
    /// by net 6, with 5,000 nodes a move against 6,000, from positions/uneven.epd: `tools/fit_wdl.py
    /// --last-move 120` fits them to the PGN of a match. Scores after move 120 predict less: many are
    /// from endings that the count draws and stay high to the end. Games from even positions are
    /// drawn in nine of ten cases, whatever the score was on the way.
    pub fn of(score: Score) -> Self {
        const HALF: f64 = score::NORMALIZE_TO_PAWN_VALUE as f64;
        const SPREAD: f64 = 182.0;
        if score::is_mate(score) {
            let win = if score > 0 { 1000 } else { 0 };
            return Self { win, draw: 0, loss: 1000 - win };
        }
        let chance = |score: Score| {
            (1000.0 / (1.0 + ((HALF - f64::from(score)) / SPREAD).exp())).round() as u32
        };
        let (win, loss) = (chance(score), chance(-score));
        // Their sum is at most 1000 because HALF > 0.
        Self { win, draw: 1000 - win - loss, loss }
    }

    /// The expected points of the game, from 0 to 1.
    pub fn expectation(self) -> f64 {
        f64::from(2 * self.win + self.draw) / 2000.0
    }
}

/// Writes `wdl 120 800 80`, as in UCI.
impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "wdl {} {} {}", self.win, self.draw, self.loss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_follow_the_score() {
        let mut before = 0;
        for score in (-score::MATE..=score::MATE).step_by(10) {
            let wdl = Wdl::of(score);
            assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000);
            assert!(wdl.win >= before, "at {score}");
            assert_eq!(wdl.expectation() + Wdl::of(-score).expectation(), 1.0);
            before = wdl.win;
        }
        assert_eq!(Wdl::of(score::mate_in(3)), Wdl { win: 1000, draw: 0, loss: 0 });
        assert_eq!(Wdl::of(score::mated_in(0)), Wdl { win: 0, draw: 0, loss: 1000 });
    }
}
