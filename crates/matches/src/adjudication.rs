//! Adjudication: ends games early by the scores of their players, as cutechess-cli does. Matches and
//! self-play have the same rules.

use super::settings::{SettingError, settings};
use makruk::notation::pgn::ending::{Cause, GameEnding};
use makruk::position::Position;
use makruk::types::Color;
use sakdi_engine::{Score, score};
use std::fmt;
use std::num::NonZeroU32;

/// An engine loses when it reports a losing score for this many of its moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// Moves in a row that must agree.
    pub move_count: NonZeroU32,
    /// Positive, in the unit of the scores that are reported.
    pub score: Score,
    /// Whether the opponent must report a winning score for as many moves.
    pub two_sided: bool,
}

impl ResignRule {
    /// Reads `movecount=N score=CP [twosided=true]`.
    pub fn parse(text: &str) -> Result<Self, SettingError> {
        let (mut move_count, mut score, mut two_sided) = (None, None, false);
        for setting in settings(text)? {
            match setting.key.as_str() {
                "movecount" => move_count = Some(setting.parse("a number of moves from 1 on")?),
                "score" => score = Some(setting.parse("UCI centipawns")?),
                "twosided" => two_sided = setting.flag()?,
                _ => return Err(setting.unknown("movecount, score, twosided")),
            }
        }
        let move_count = move_count.ok_or(SettingError::Missing { key: "movecount" })?;
        let score: u16 = score.ok_or(SettingError::Missing { key: "score" })?;
        Ok(Self { move_count, score: score.into(), two_sided })
    }
}

impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { move_count, score, two_sided } = self;
        write!(f, "movecount={move_count} score={score}")?;
        if *two_sided { f.write_str(" twosided=true") } else { Ok(()) }
    }
}

/// A game is drawn when both engines report scores near 0 for many moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// Full moves that must be played first, opening moves included.
    pub move_number: u32,
    /// Full moves in a row with scores near 0.
    pub move_count: NonZeroU32,
    /// Positive, in the unit of the scores that are reported.
    pub score: Score,
    /// Whether the rule also applies without bia on the board, where the count ends the game.
    pub pawnless: bool,
}

impl DrawRule {
    /// Reads `movenumber=N movecount=N score=CP [pawnless=true]`.
    pub fn parse(text: &str) -> Result<Self, SettingError> {
        let (mut move_number, mut move_count, mut score, mut pawnless) = (None, None, None, false);
        for setting in settings(text)? {
            match setting.key.as_str() {
                "movenumber" => move_number = Some(setting.parse("a number of moves")?),
                "movecount" => move_count = Some(setting.parse("a number of moves from 1 on")?),
                "score" => score = Some(setting.parse("UCI centipawns")?),
                "pawnless" => pawnless = setting.flag()?,
                _ => return Err(setting.unknown("movenumber, movecount, score, pawnless")),
            }
        }
        let move_number = move_number.ok_or(SettingError::Missing { key: "movenumber" })?;
        let move_count = move_count.ok_or(SettingError::Missing { key: "movecount" })?;
        let score: u16 = score.ok_or(SettingError::Missing { key: "score" })?;
        Ok(Self { move_number, move_count, score: score.into(), pawnless })
    }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { move_number, move_count, score, pawnless } = self;
        write!(f, "movenumber={move_number} movecount={move_count} score={score}")?;
        if *pawnless { f.write_str(" pawnless=true") } else { Ok(()) }
    }
}

/// While a count runs, this takes the place of [`DrawRule`], and only a proven mate wins: the search
/// sees the end of a count before the game reaches it, and a large lead may still be drawn by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountDrawRule {
    /// Full moves in a row with scores near 0. The ply before the count begins may be one of them.
    pub move_count: NonZeroU32,
    /// Positive, in the unit of the scores that are reported.
    pub score: Score,
}

/// The rules of adjudication of a match. None of them applies by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AdjudicationRules {
    /// When an engine loses.
    pub resign: Option<ResignRule>,
    /// When a game is drawn.
    pub draw: Option<DrawRule>,
    /// What holds while a count runs instead.
    pub count: Option<CountDrawRule>,
}

/// Applies the rules to the scores of one game.
#[derive(Clone, Debug)]
pub struct ScoreAdjudicator {
    rules: AdjudicationRules,
    // Moves in a row with losing and with winning scores. [side]
    losing: [u32; 2],
    winning: [u32; 2],
    // Plies in a row with scores near 0.
    drawish: u32,
    // The same by the rule for counts.
    drawish_count: u32,
}

impl ScoreAdjudicator {
    /// An adjudicator by these rules, for one game.
    pub const fn new(rules: AdjudicationRules) -> Self {
        Self { rules, losing: [0; 2], winning: [0; 2], drawish: 0, drawish_count: 0 }
    }

    /// Records a score of `mover`, and returns the ending of the game if a rule applies. `plies` is
    /// the length of the game, and `position` has the men and the count.
    pub fn observe(
        &mut self,
        mover: Color,
        score: Option<Score>,
        plies: u32,
        position: &Position,
    ) -> Option<GameEnding> {
        let count_rule = self.rules.count.filter(|_| position.count().is_running());
        let drawn = self.draw(score, plies, position.has_pawns());
        let drawn_by_count = self.count_draw(score, count_rule.is_some());
        let cause = if count_rule.is_some() {
            drawn_by_count.then_some(Cause::Count)
        } else {
            drawn.then_some(Cause::DrawAdjudication)
        };
        let lost = self.loser(mover, score, count_rule.is_some());
        cause.map(GameEnding::draw).or_else(|| Some(GameEnding::loss(lost?, Cause::Resignation)))
    }

    /// Whether [`DrawRule`] applies.
    fn draw(&mut self, score: Option<Score>, plies: u32, has_pawns: bool) -> bool {
        self.rules.draw.is_some_and(|rule| {
            tally(&mut self.drawish, is_near_zero(score, rule.score));
            (has_pawns || rule.pawnless)
                && plies / 2 >= rule.move_number
                && self.drawish >= rule.move_count.get().saturating_mul(2)
        })
    }

    /// Whether [`CountDrawRule`] applies, if the count runs.
    fn count_draw(&mut self, score: Option<Score>, runs: bool) -> bool {
        self.rules.count.is_some_and(|rule| {
            // Plies without a count do not add up.
            if !runs {
                self.drawish_count = 0;
            }
            tally(&mut self.drawish_count, is_near_zero(score, rule.score));
            self.drawish_count >= rule.move_count.get().saturating_mul(2)
        })
    }

    /// The side that [`ResignRule`] says has lost.
    fn loser(&mut self, mover: Color, score: Option<Score>, only_mates: bool) -> Option<Color> {
        let rule = self.rules.resign?;
        let decisive = score.filter(|&score| !only_mates || score::is_mate(score));
        let side = mover.index();
        tally(&mut self.losing[side], decisive.is_some_and(|score| score <= -rule.score));
        tally(&mut self.winning[side], decisive.is_some_and(|score| score >= rule.score));
        let enough = rule.move_count.get();
        Color::ALL.into_iter().find(|&loser| {
            self.losing[loser.index()] >= enough
                && (!rule.two_sided || self.winning[(!loser).index()] >= enough)
        })
    }
}

fn is_near_zero(score: Option<Score>, most: Score) -> bool {
    score.is_some_and(|score| score.abs() <= most)
}

/// Counts how often in a row something was so.
fn tally(counter: &mut u32, met: bool) {
    *counter = if met { counter.saturating_add(1) } else { 0 };
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::notation::fen;
    use makruk::rules::{CountingRule, Variant};

    /// With bia, without, and with a count that runs.
    const BIA: &str = "4k3/8/p7/8/8/P7/8/R3K3 w - - 0 1";
    const NO_BIA: &str = "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    const COUNT: &str = "4k3/8/8/8/8/8/8/R3K3 w - 32 9 1";

    fn resign(words: &str) -> AdjudicationRules {
        let rule = ResignRule::parse(words).expect("a rule");
        AdjudicationRules { resign: Some(rule), ..AdjudicationRules::default() }
    }

    fn draw(words: &str) -> AdjudicationRules {
        let rule = DrawRule::parse(words).expect("a rule");
        AdjudicationRules { draw: Some(rule), ..AdjudicationRules::default() }
    }

    fn position(text: &str) -> Position {
        fen::parse(text, Variant::Makruk, CountingRule::MAKRUK).expect("a FEN")
    }

    /// Takes scores of both sides in turn, with the position of each. Returns the ply at which the
    /// game ended, and how.
    fn ends_on(
        rules: AdjudicationRules,
        scores: &[Score],
        position_at: impl Fn(usize) -> Position,
    ) -> Option<(usize, GameEnding)> {
        let mut adjudicator = ScoreAdjudicator::new(rules);
        let sides = Color::ALL.into_iter().cycle();
        scores.iter().zip(sides).enumerate().find_map(|(at, (&score, side))| {
            let ply = at as u32 + 1;
            let ending = adjudicator.observe(side, Some(score), ply, &position_at(at))?;
            Some((at + 1, ending))
        })
    }

    fn ends(rules: AdjudicationRules, scores: &[Score], text: &str) -> Option<(usize, GameEnding)> {
        ends_on(rules, scores, |_| position(text))
    }

    #[test]
    fn an_engine_resigns_after_enough_losing_scores() {
        let rules = resign("movecount=2 score=500");
        let lost = ends(rules, &[0, -600, 0, -100, 0, -500, 0, -700], BIA);
        assert_eq!(lost, Some((8, GameEnding::loss(Color::Black, Cause::Resignation))));
    }

    #[test]
    fn a_two_sided_rule_needs_both_scores() {
        let rules = resign("movecount=2 score=500 twosided=true");
        let scores = [100, -600, 100, -600, 600, -600, 600];
        assert_eq!(ends(rules, &scores, BIA).map(|(at, _)| at), Some(7));
    }

    #[test]
    fn a_draw_needs_moves_scores_near_zero_and_bia() {
        let words = "movenumber=4 movecount=2 score=10";
        let quiet = [0, 0, 0, 0, 5, -10, 0, 3];
        assert_eq!(ends(draw(words), &quiet, BIA).map(|(at, _)| at), Some(8));
        assert_eq!(ends(draw(words), &quiet, NO_BIA), None);
        let pawnless = format!("{words} pawnless=true");
        assert!(ends(draw(&pawnless), &quiet, NO_BIA).is_some());
        let wild = [0, 0, 0, 0, 0, 0, 50, 0];
        assert_eq!(ends(draw(words), &wild, BIA), None);
    }

    #[test]
    fn while_a_count_runs_only_mates_win_and_larger_scores_draw() {
        let two = NonZeroU32::new(2).expect("not 0");
        let rules = AdjudicationRules {
            draw: draw("movenumber=0 movecount=1 score=5 pawnless=true").draw,
            count: Some(CountDrawRule { move_count: two, score: 90 }),
            ..resign("movecount=2 score=500 twosided=true")
        };
        let won = [800, -800, 800, -800];
        assert_eq!(ends(rules, &won, BIA).map(|(at, _)| at), Some(4));
        assert_eq!(ends(rules, &won, COUNT), None);
        let mates = [6, -5, 5, -4].map(|moves: Score| moves.signum() * score::mate_in(9));
        assert!(ends(rules, &mates, COUNT).is_some());
        let level = [80, -80, 80, -80];
        let drawn = Some((4, GameEnding::draw(Cause::Count)));
        assert_eq!(ends(rules, &level, COUNT), drawn);
        assert_eq!(ends(rules, &[0; 4], COUNT), drawn, "the other rule needs a single move");
        assert_eq!(ends(rules, &level, NO_BIA), None);
        // One ply before the count is one of them, and no more.
        let from = |first: usize| move |at| position(if at < first { NO_BIA } else { COUNT });
        assert_eq!(ends_on(rules, &[80; 6], from(1)), drawn);
        assert_eq!(ends_on(rules, &[80; 6], from(2)).map(|(at, _)| at), Some(5));
    }

    #[test]
    fn a_huge_move_count_does_not_overflow() {
        let rules = draw("movenumber=0 movecount=4294967295 score=5");
        assert_eq!(ends(rules, &[0; 9], BIA), None);
    }

    #[test]
    fn incomplete_rules_are_refused() {
        assert!(ResignRule::parse("movecount=3").is_err());
        assert!(ResignRule::parse("movecount=3 score=-5").is_err());
        assert!(ResignRule::parse("movecount=0 score=5").is_err(), "everybody would resign");
        assert!(DrawRule::parse("movenumber=3 movecount=0 score=5").is_err());
        assert!(DrawRule::parse("movenumber=3 movecount=4").is_err());
        assert!(DrawRule::parse("movenumber=3 movecount=4 score=5 x=1").is_err());
    }
}
