//! The count in words.

use super::{Language, Localized, Phrase};
use crate::position::{CountStatus, Honour, Position};
use crate::rules::ClaimError;
use crate::types::Color;

impl Localized for Honour {
    fn thai(&self) -> String {
        let name = match self {
            Self::Board => "ศักดิ์กระดาน",
            Self::Pieces => "ศักดิ์หมาก",
        };
        name.to_owned()
    }
}

impl Localized for CountStatus {
    fn thai(&self) -> String {
        let side = |color| Language::Thai.side(color);
        match *self {
            Self::None => "ยังไม่มีการนับศักดิ์".to_owned(),
            Self::Claimable(color) => format!("ยังไม่มีการนับศักดิ์ {}ขอนับได้", side(color)),
            Self::Running { honour, counter, spoken, last, moves_left } => {
                let (honour, who, other) = (honour.thai(), side(counter), side(!counter));
                format!("{honour}: {who}นับถึง {spoken} จาก {last} {other}เหลือ {moves_left} ตา")
            }
            Self::Complete { honour, counter, last } => {
                format!("{}: {}นับเกิน {last} แล้ว นับครบศักดิ์", honour.thai(), side(counter))
            }
        }
    }
}

impl Localized for ClaimError {
    fn thai(&self) -> String {
        let reason = match self {
            Self::Rule => "ขอนับได้เฉพาะเมื่อใช้กติกานับแบบ claimed",
            Self::Runs => "กำลังนับศักดิ์อยู่แล้ว",
            Self::Bia => "ยังมีเบี้ยคว่ำบนกระดาน นับศักดิ์ไม่ได้",
            Self::Bare => "เหลือขุนทั้งสองฝ่าย ไม่ต้องนับ",
        };
        reason.to_owned()
    }
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
