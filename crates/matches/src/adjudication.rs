//! Adjudication: ends games early by the engines' own scores, as cutechess-cli does.

use super::ending::MatchEnding;
use super::settings::{SettingError, settings};
use makruk::notation::pgn::ending::Cause;
use makruk::types::{Color, Score};
use std::num::NonZeroU32;

/// An engine loses when it reports a losing score for this many of its moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// Moves in a row that must agree.
    pub move_count: NonZeroU32,
    /// UCI centipawns, positive.
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

/// A game is drawn when both engines report scores near 0 for many moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// Full moves that must be played first, opening moves included.
    pub move_number: u32,
    /// Full moves in a row with scores near 0.
    pub move_count: NonZeroU32,
    /// UCI centipawns, positive.
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

/// Applies the rules to the scores of one game.
#[derive(Clone, Debug)]
pub struct ScoreAdjudicator {
    resign: Option<ResignRule>,
    draw: Option<DrawRule>,
    // Moves in a row with losing and with winning scores. [side]
    losing: [u32; 2],
    winning: [u32; 2],
    // Plies in a row with scores near 0.
    drawish: u32,
}

impl ScoreAdjudicator {
    /// An adjudicator by these rules, for one game.
    pub const fn new(resign: Option<ResignRule>, draw: Option<DrawRule>) -> Self {
        Self { resign, draw, losing: [0; 2], winning: [0; 2], drawish: 0 }
    }

    /// Records a move and returns the ending of the game if a rule applies. `score` is that of
    /// the mover in centipawns, `plies` the length of the game, `pawns` whether bia are left.
    pub fn after_move(
        &mut self,
        mover: Color,
        score: Option<Score>,
        plies: u32,
        pawns: bool,
    ) -> Option<MatchEnding> {
        let side = mover.index();
        let tally = |counter: &mut u32, met: bool| *counter = if met { *counter + 1 } else { 0 };
        if let Some(rule) = self.draw {
            tally(&mut self.drawish, score.is_some_and(|score| score.abs() <= rule.score));
            if (pawns || rule.pawnless)
                && plies / 2 >= rule.move_number
                && self.drawish >= rule.move_count.get().saturating_mul(2)
            {
                return Some(MatchEnding::draw(Cause::DrawAdjudication));
            }
        }
        if let Some(rule) = self.resign {
            tally(&mut self.losing[side], score.is_some_and(|score| score <= -rule.score));
            tally(&mut self.winning[side], score.is_some_and(|score| score >= rule.score));
            let enough = rule.move_count.get();
            let lost = |loser: &Color| {
                self.losing[loser.index()] >= enough
                    && (!rule.two_sided || self.winning[(!*loser).index()] >= enough)
            };
            return Color::ALL
                .into_iter()
                .find(lost)
                .map(|loser| MatchEnding::loss(loser, Cause::Resignation, None));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays scores of both sides in turn. Returns the ply at which the game ended, and how.
    fn ends(
        adjudicator: &mut ScoreAdjudicator,
        scores: &[Score],
        pawns: bool,
    ) -> Option<(usize, MatchEnding)> {
        let sides = Color::ALL.into_iter().cycle();
        scores.iter().zip(sides).enumerate().find_map(|(at, (&score, side))| {
            let ending = adjudicator.after_move(side, Some(score), at as u32 + 1, pawns)?;
            Some((at + 1, ending))
        })
    }

    #[test]
    fn an_engine_resigns_after_enough_losing_scores() {
        let rule = ResignRule::parse("movecount=2 score=500").unwrap();
        let mut adjudicator = ScoreAdjudicator::new(Some(rule), None);
        let lost = ends(&mut adjudicator, &[0, -600, 0, -100, 0, -500, 0, -700], true);
        assert_eq!(lost, Some((8, MatchEnding::loss(Color::Black, Cause::Resignation, None))));
    }

    #[test]
    fn a_two_sided_rule_needs_both_scores() {
        let rule = ResignRule::parse("movecount=2 score=500 twosided=true").unwrap();
        let scores = [100, -600, 100, -600, 600, -600, 600];
        let lost = ends(&mut ScoreAdjudicator::new(Some(rule), None), &scores, true);
        assert_eq!(lost.map(|(at, _)| at), Some(7));
    }

    #[test]
    fn a_draw_needs_moves_scores_near_zero_and_bia() {
        let draw = |words: &str| ScoreAdjudicator::new(None, Some(DrawRule::parse(words).unwrap()));
        let words = "movenumber=4 movecount=2 score=10";
        let quiet = [0, 0, 0, 0, 5, -10, 0, 3];
        assert_eq!(ends(&mut draw(words), &quiet, true).map(|(at, _)| at), Some(8));
        assert_eq!(ends(&mut draw(words), &quiet, false), None);
        let pawnless = format!("{words} pawnless=true");
        assert!(ends(&mut draw(&pawnless), &quiet, false).is_some());
        let wild = [0, 0, 0, 0, 0, 0, 50, 0];
        assert_eq!(ends(&mut draw(words), &wild, true), None);
    }

    #[test]
    fn a_huge_move_count_does_not_overflow() {
        let rule = DrawRule::parse("movenumber=0 movecount=4294967295 score=5").unwrap();
        assert_eq!(ends(&mut ScoreAdjudicator::new(None, Some(rule)), &[0; 9], true), None);
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
