//! The count in words.

use super::{Language, Phrase};
use crate::position::Position;
use crate::rules::CountingRule;
use crate::rules::counting::{self, ClaimError};
use crate::types::Color;

/// The running count: "pieces' honour: Black has counted 9 of 16, White has 8 moves left". `None`
/// while no count runs.
pub fn count(language: Language, position: &Position) -> Option<String> {
    let (count, counter) = (position.count(), position.counter());
    let left = position.moves_left()?;
    let bare = position.is_bare(counter);
    let honour = language.text(if bare { Phrase::PiecesHonour } else { Phrase::BoardHonour });
    let (spoken, last) = (count.spoken(), count.last_number());
    let who = language.side(counter);
    if count.is_over() {
        return Some(language.say(Phrase::CountComplete, &[&honour, &who, &last]));
    }
    let (stronger, left) = (language.side(!counter), language.moves(left));
    Some(language.say(Phrase::CountRuns, &[&honour, &who, &spoken, &last, &stronger, &left]))
}

/// The running count; or that none runs, and under the rule `claimed` who may ask for one.
pub fn count_status(language: Language, position: &Position) -> String {
    let claimed = position.counting_rule() == CountingRule::Claimed;
    count(language, position).unwrap_or_else(|| {
        match counting::claimant(&position.material(), position.to_move()) {
            Ok(who) if claimed => language.say(Phrase::CountMayBegin, &[&language.side(who)]),
            _ => language.text(Phrase::NoCount).to_owned(),
        }
    })
}

/// Why no count can be asked for.
pub const fn claim_error(language: Language, error: ClaimError) -> &'static str {
    language.text(match error {
        ClaimError::Rule => Phrase::ClaimRule,
        ClaimError::Runs => Phrase::ClaimRuns,
        ClaimError::Bia => Phrase::ClaimBia,
        ClaimError::Bare => Phrase::ClaimBare,
    })
}

/// What is proven about a position under a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// `winner` mates before the count ends.
    Mate {
        /// The side that wins.
        winner: Color,
        /// Number of its moves.
        moves: u16,
    },
    /// `winner` reaches a capture or promotion that leads to mate before the new count ends.
    Conversion {
        /// The side that wins.
        winner: Color,
        /// Number of its moves.
        moves: u16,
    },
    /// `strong` can force mate, but the count ends before.
    TooLate {
        /// The side that could mate.
        strong: Color,
        /// Number of its moves.
        moves: u16,
    },
    /// `strong` cannot force mate.
    Draw {
        /// The side that tries to mate.
        strong: Color,
    },
}

/// The verdict on a running count: "won in 9, count allows 12", "draw: mate in 14 comes 2 moves
/// late". `None` while no count runs, and when it is complete.
pub fn verdict(language: Language, position: &Position, proof: Proof) -> Option<String> {
    let left = position.moves_left().filter(|_| !position.count().is_over())?;
    let counter = position.counter();
    Some(match proof {
        Proof::Mate { winner, moves } if winner == counter => {
            language.say(Phrase::CounterWins, &[&language.side(winner), &language.moves(moves)])
        }
        Proof::Mate { moves, .. } => language.say(Phrase::WonInTime, &[&moves, &left]),
        Proof::Conversion { moves, .. } => {
            language.say(Phrase::WonByConversion, &[&language.moves(moves)])
        }
        Proof::TooLate { moves, .. } if moves > left => {
            language.say(Phrase::MateTooLate, &[&moves, &language.moves(moves - left)])
        }
        Proof::TooLate { strong, .. } | Proof::Draw { strong } => {
            language.say(Phrase::NoMate, &[&language.side(strong)])
        }
    })
}
