//! Thai texts of the ends of games.

use super::{Language, Localized};
use makruk::notation::pgn::ending::{Cause, GameEnding};
use makruk::rules::{DrawReason, Outcome};

impl Localized for Outcome {
    fn thai(&self) -> String {
        match *self {
            Self::Mate { winner } => {
                let winner = Language::Thai.side(winner);
                format!("{winner}รุกจน {winner}ชนะ")
            }
            Self::Draw(reason) => reason.thai(),
        }
    }
}

impl Localized for DrawReason {
    fn thai(&self) -> String {
        let reason = match self {
            Self::Stalemate => "เสมอเพราะอับ",
            Self::Count => "เสมอเพราะนับครบศักดิ์",
            Self::Repetition => "เสมอเพราะรูปหมากซ้ำ",
            Self::Material => "เสมอเพราะไม่มีฝ่ายใดมีหมากพอรุกจน",
        };
        reason.to_owned()
    }
}

/// A cause in one word or two, for lists.
impl Localized for Cause {
    fn thai(&self) -> String {
        let word = match self {
            Self::Mate => "รุกจน",
            Self::Stalemate => "อับ",
            Self::Count => "นับครบศักดิ์",
            Self::Repetition => "รูปหมากซ้ำ",
            Self::Material => "หมากไม่พอรุกจน",
            Self::Resignation => "ตัดสินให้แพ้",
            Self::DrawAdjudication => "ตัดสินให้เสมอ",
            Self::MoveLimit => "ครบจำนวนตา",
            Self::TimeForfeit => "หมดเวลา",
            Self::IllegalMove => "เดินผิดกติกา",
            Self::UnreadableMove => "อ่านตาเดินไม่ได้",
            Self::Stall => "ไม่ตอบ",
            Self::Crash => "โปรแกรมล่ม",
            Self::Disconnect => "ขาดการติดต่อ",
            Self::Flood => "ส่งข้อความมากเกินไป",
            Self::NoStart => "เริ่มไม่ได้",
        };
        word.to_owned()
    }
}

impl Localized for GameEnding {
    fn thai(&self) -> String {
        let side = self.subject().map_or("", |side| Language::Thai.side(side));
        match self.cause {
            Cause::Mate => format!("{side}รุกจน {side}ชนะ"),
            Cause::Resignation => format!("{side}ถูกตัดสินให้แพ้"),
            Cause::TimeForfeit => format!("{side}หมดเวลา"),
            Cause::IllegalMove => format!("{side}เดินผิดกติกา"),
            Cause::UnreadableMove => format!("{side}ตอบตาเดินที่อ่านไม่ได้"),
            Cause::Stall => format!("{side}ไม่ตอบ"),
            Cause::Crash => format!("โปรแกรมของ{side}ล่ม"),
            Cause::Disconnect => format!("โปรแกรมของ{side}ขาดการติดต่อ"),
            Cause::Flood => format!("โปรแกรมของ{side}ส่งข้อความมากเกินไป"),
            Cause::NoStart => format!("โปรแกรมของ{side}เริ่มไม่ได้"),
            Cause::Stalemate => DrawReason::Stalemate.thai(),
            Cause::Count => DrawReason::Count.thai(),
            Cause::Repetition => DrawReason::Repetition.thai(),
            Cause::Material => DrawReason::Material.thai(),
            Cause::DrawAdjudication => "ถูกตัดสินให้เสมอ".to_owned(),
            Cause::MoveLimit => "เสมอเพราะครบจำนวนตาที่กำหนด".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::types::Color;

    #[test]
    fn endings_have_sentences() {
        let mate = GameEnding::from(Outcome::Mate { winner: Color::Black });
        assert_eq!(mate.say(Language::English), "Black mates");
        assert_eq!(
            (mate.say(Language::Thai).as_str(), mate.result()),
            ("ฝ่ายดำรุกจน ฝ่ายดำชนะ", "0-1")
        );
    }

    #[test]
    fn every_cause_has_a_thai_sentence() {
        for cause in Cause::ALL {
            let ending = if cause.is_draw() {
                GameEnding::draw(cause)
            } else {
                GameEnding::loss(Color::White, cause)
            };
            for text in [ending.say(Language::Thai), cause.say(Language::Thai)] {
                assert!(!text.contains(|c: char| c.is_ascii_alphabetic()), "{cause:?}: {text}");
            }
        }
    }

    #[test]
    fn every_end_by_rule_has_a_sentence_of_its_own() {
        let ends = [
            Outcome::Mate { winner: Color::White },
            Outcome::Mate { winner: Color::Black },
            Outcome::Draw(DrawReason::Stalemate),
            Outcome::Draw(DrawReason::Count),
            Outcome::Draw(DrawReason::Repetition),
            Outcome::Draw(DrawReason::Material),
        ];
        for language in Language::ALL {
            let mut text: Vec<String> = ends.map(|end| end.say(language)).to_vec();
            text.sort();
            text.dedup();
            assert_eq!(text.len(), ends.len(), "{language}: {text:?}");
        }
    }
}
