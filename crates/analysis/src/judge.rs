//! Judges moves by their loss in expected score.

use super::{Analysis, Line, Value};
use makruk::types::Color;
use sakdi_engine::score::is_mate;
use sakdi_i18n::{Language, Phrase};
use std::fmt;

/// Expected points are rounded to multiples of 1 / `EXPECTATIONS`, which is half a thousandth.
const EXPECTATIONS: f64 = 2000.0;

/// The judgement of a bad move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Judgement {
    /// All judgements, the mildest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The judgement by the loss in expected score, where a game is worth one point. A move from a
    /// won to a drawn position loses half a point.
    pub fn of_loss(loss: f64) -> Option<Self> {
        Self::ALL.into_iter().rfind(|judgement| loss >= judgement.least_loss())
    }

    const fn least_loss(self) -> f64 {
        match self {
            Self::Inaccuracy => 0.05,
            Self::Mistake => 0.10,
            Self::Blunder => 0.20,
        }
    }

    /// The mark behind a move.
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The numeric annotation glyph (NAG) of PGN.
    pub const fn nag(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.mark())
    }
}

/// A move of the game, judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedMove<'a> {
    /// Points lost in expectation, from 0 to 1.
    pub loss: f64,
    /// The judgement; `None` if the loss is small.
    pub judgement: Option<Judgement>,
    /// The best line, if the game did not follow it.
    pub better: Option<&'a Line>,
    /// Whether that line is worth showing: the loss is large enough, or a mate was missed.
    pub worth_a_line: bool,
}

/// Loss in expected score from which the better line is worth showing.
const WORTH_A_LINE: f64 = 0.03;

impl JudgedMove<'_> {
    /// The loss in whole hundredths of a point, rounded down, so that it never reaches the
    /// threshold of a worse judgement.
    pub fn percent(&self) -> u32 {
        (self.loss * EXPECTATIONS).round() as u32 / (EXPECTATIONS as u32 / 100)
    }
}

/// Points lost in expectation by a move that counts as half accurate.
const HALF_ACCURATE: f64 = 0.10;

/// Summary of one side's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// Number of moves.
    pub moves: u32,
    /// Expected points lost by all moves together.
    pub loss: f64,
    /// Sum over all moves: 1 for the best move, less for one that loses points.
    pub accuracy_sum: f64,
    /// Moves of each [`Judgement`], in the order of [`Judgement::ALL`].
    pub judged: [u32; 3],
}

impl Summary {
    /// Adds a move of this side.
    pub fn add(&mut self, judged: &JudgedMove<'_>) {
        self.moves += 1;
        self.loss += judged.loss;
        self.accuracy_sum += 0.5_f64.powf(judged.loss / HALF_ACCURATE);
        if let Some(judgement) = judged.judgement {
            self.judged[judgement as usize] += 1;
        }
    }

    /// Points lost a move, in hundredths.
    pub fn average_loss(&self) -> f64 {
        100.0 * self.loss / f64::from(self.moves.max(1))
    }

    /// The mean accuracy of the moves, from 0 to 100; 100 without moves.
    pub fn accuracy(&self) -> f64 {
        if self.moves == 0 { 100.0 } else { 100.0 * self.accuracy_sum / f64::from(self.moves) }
    }

    /// `2 ?!, 1 ?, 0 ??, average loss 1.8 %`
    pub fn say(&self, language: Language) -> String {
        let judged = Judgement::ALL.into_iter().zip(self.judged);
        let judged = judged.map(|(judgement, count)| format!("{count} {judgement}, "));
        let loss = format!("{:.1}", self.average_loss());
        judged.collect::<String>() + &language.say(Phrase::AverageLoss, &[&loss])
    }
}

impl Analysis {
    /// Every move with its loss: the expected score before the move minus that after it. The best
    /// move by the search loses nothing.
    pub fn judged(&self) -> Vec<JudgedMove<'_>> {
        let pairs = self.values.windows(2).zip(self.game.moves());
        let passed = self.game.passed_draws();
        pairs
            .zip(1..)
            .map(|((pair, &played), ply)| {
                let best = pair[0].best();
                let better = best.filter(|line| line.moves.first() != Some(&played));
                // A move that made a draw which nobody claimed led to a draw, however people played on.
                let is_draw = passed.iter().any(|draw| draw.ply == ply);
                let after = if is_draw { 0.5 } else { pair[1].expectation() };
                // After the end of the game by the rules, moves lose nothing.
                let lost = better.map(|_| pair[0].expectation() + after - 1.0);
                // Rounding, because the error of the sum could cross a threshold.
                let steps = (lost.unwrap_or(0.0).max(0.0) * EXPECTATIONS).round();
                let loss = steps / EXPECTATIONS;
                let mates = |value: &Value, sign: i32| {
                    let score = sign * value.score();
                    is_mate(score) && score > 0
                };
                let misses_mate = mates(&pair[0], 1) && (is_draw || !mates(&pair[1], -1));
                let worth_a_line = better.is_some() && (loss >= WORTH_A_LINE || misses_mate);
                JudgedMove { loss, judgement: Judgement::of_loss(loss), better, worth_a_line }
            })
            .collect()
    }

    /// How each side played: White, Black.
    pub fn summaries(&self) -> [Summary; 2] {
        let mut summaries = [Summary::default(); 2];
        let mut mover = self.game.start().to_move();
        for judged in self.judged() {
            summaries[usize::from(mover == Color::Black)].add(&judged);
            mover = !mover;
        }
        summaries
    }
}

#[cfg(test)]
mod tests {
    use super::Judgement::{Blunder, Inaccuracy, Mistake};
    use super::*;
    use crate::{Evaluation, game_of};
    use makruk::movegen::legal_moves;
    use makruk::notation::pgn::Reader;
    use makruk::rules::Variant;
    use sakdi_engine::score::MATE;

    /// Nobody claims the draw by the count: the move that completes it costs nothing, although White mates
    /// later.
    #[test]
    fn a_draw_that_was_passed_over_is_a_draw_for_the_move_that_made_it() {
        let text = "[FEN \"8/3k4/8/8/3K4/8/8/R7 w - 32 31 60\"]\n\n60. Ra6 Kc7 61. Kd5 Kb7 1-0";
        let pgn = Reader::new(text).next().expect("a game").expect("PGN");
        let game = game_of(&pgn, Variant::Makruk, None).expect("legal moves").played_on();
        assert_eq!(game.passed_draws().len(), 1);
        let value = |(ply, score): (usize, i32)| {
            let best = legal_moves(game.at(ply).position())[0];
            let lines = vec![Line { score, moves: vec![best] }];
            Value::Open(Evaluation { depth: 1, lines })
        };
        let mate = MATE - 15;
        let scores = [0, 0, mate, -mate, mate];
        let values = scores.into_iter().enumerate().map(value).collect();
        let analysis = Analysis { game, values };
        let losses: Vec<f64> = analysis.judged().iter().map(|judged| judged.loss).collect();
        assert_eq!(losses, [0.0; 4]);
    }

    /// The thresholds of docs/analysis.md: 5, 10 and 20 hundredths of a point.
    #[test]
    fn a_move_is_judged_by_the_points_it_loses() {
        for (loss, judgement) in [
            (0.0, None),
            (0.0495, None),
            (0.05, Some(Inaccuracy)),
            (0.0995, Some(Inaccuracy)),
            (0.10, Some(Mistake)),
            (0.1995, Some(Mistake)),
            (0.20, Some(Blunder)),
            (1.0, Some(Blunder)),
        ] {
            assert_eq!(Judgement::of_loss(loss), judgement, "{loss}");
        }
    }
}
