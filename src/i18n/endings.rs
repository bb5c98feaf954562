//! Thai texts of the ends of games.

use super::files::by_system;
use super::{Language, Localized};
use crate::notation::pgn::ending::{Cause, FaultDetail, GameEnding, MissingProgram};
use crate::rules::{DrawReason, Outcome};

impl Localized for Outcome {
    fn thai(&self) -> String {
        match *self {
            Self::Mate { winner } => format!("{}รุกจน", Language::Thai.side(winner)),
            Self::Draw(reason) => reason.thai(),
        }
    }
}

impl Localized for DrawReason {
    fn thai(&self) -> String {
        let reason = match self {
            Self::Stalemate => "เสมอเพราะอับ",
            Self::Count => "เสมอเพราะนับครบศักดิ์",
            Self::Repetition => "เสมอเพราะรูปหมากซ้ำครบสามครั้ง",
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
        let ending = match self.cause {
            Cause::Mate => format!("{side}รุกจน"),
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
        };
        match &self.detail {
            Some(detail) => format!("{ending}: {}", detail.thai()),
            None => ending,
        }
    }
}

impl Localized for FaultDetail {
    fn thai(&self) -> String {
        match self {
            Self::Reply(text) => text.clone(),
            Self::Seconds(time) => format!("{time} วินาที"),
            Self::NoReply { word, seconds } => {
                format!("ไม่ได้ส่ง '{word}' ภายใน {seconds} วินาที")
            }
            Self::Exit(reason) => by_system(reason),
            Self::Missing(missing) => missing.thai(),
            Self::NotStarted(reason) => reason.thai(),
            Self::NotReading => "ไม่อ่านข้อมูลเข้า".to_owned(),
            Self::OutputClosed => "ปิดข้อมูลออกแล้ว".to_owned(),
            Self::BeforeReady(cause, detail) => {
                let early = match cause {
                    Cause::Stall => "ไม่พร้อมภายในเวลา",
                    Cause::Disconnect => "ขาดการติดต่อก่อนพร้อม",
                    Cause::Flood => "ส่งข้อความมากเกินไปก่อนพร้อม",
                    _ => "จบการทำงานก่อนพร้อม",
                };
                match detail {
                    Some(detail) => format!("{early}, {}", detail.thai()),
                    None => early.to_owned(),
                }
            }
        }
    }
}

impl Localized for MissingProgram {
    fn thai(&self) -> String {
        let missing = match self {
            Self::File => "ไม่มีไฟล์นี้",
            Self::Anywhere => "ไม่พบทั้งในโฟลเดอร์นี้และใน PATH",
            Self::NotOnPath => "ไม่พบใน PATH ถ้าหมายถึงไฟล์ในโฟลเดอร์นี้ ให้พิมพ์ ./ นำหน้าชื่อไฟล์",
            Self::Interpreter => "ไม่พบโปรแกรมที่ใช้รันไฟล์นี้",
        };
        missing.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Color;

    #[test]
    fn endings_have_sentences() {
        let mate = GameEnding::from(Outcome::Mate { winner: Color::Black });
        assert_eq!(mate.say(Language::English), "Black mates");
        assert_eq!((mate.say(Language::Thai).as_str(), mate.result()), ("ฝ่ายดำรุกจน", "0-1"));
        let detail = Some(FaultDetail::Reply("e2e5".into()));
        let illegal = GameEnding::loss(Color::Black, Cause::IllegalMove, detail);
        assert_eq!(illegal.say(Language::English), "Black makes an illegal move: e2e5");
        assert_eq!(illegal.say(Language::Thai), "ฝ่ายดำเดินผิดกติกา: e2e5");
        assert_eq!(illegal.result(), "1-0");
        let early = FaultDetail::BeforeReady(
            Cause::Crash,
            Some(Box::new(FaultDetail::Exit("signal: 9".into()))),
        );
        let failed = GameEnding::loss(Color::White, Cause::NoStart, Some(early));
        assert_eq!(
            failed.say(Language::English),
            "White does not start: it ended before it was ready, signal: 9"
        );
        let missing = FaultDetail::NoReply { word: "uciok", seconds: 10 };
        let early = Some(FaultDetail::BeforeReady(Cause::Stall, Some(Box::new(missing))));
        let failed = GameEnding::loss(Color::White, Cause::NoStart, early);
        assert_eq!(
            failed.say(Language::English),
            "White does not start: it was not ready in time, no 'uciok' within 10 s"
        );
    }

    #[test]
    fn a_missing_program_is_named_in_thai() {
        let missing = Some(FaultDetail::Missing(MissingProgram::Anywhere));
        let failed = GameEnding::loss(Color::White, Cause::NoStart, missing);
        assert_eq!(
            Language::ALL.map(|language| failed.say(language)),
            [
                "White does not start: it was found neither as a file nor on PATH",
                "โปรแกรมของฝ่ายขาวเริ่มไม่ได้: ไม่พบทั้งในโฟลเดอร์นี้และใน PATH"
            ]
        );
    }

    #[test]
    fn every_cause_has_a_thai_sentence() {
        for cause in Cause::ALL {
            let ending = if cause.is_draw() {
                GameEnding::draw(cause)
            } else {
                GameEnding::loss(Color::White, cause, None)
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
