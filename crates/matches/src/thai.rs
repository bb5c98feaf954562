//! Thai texts of the games and results of matches.

use crate::ending::{FaultDetail, MatchEnding, MissingProgram};
use crate::match_pgn::Remark;
use crate::thai_format::ThaiFormat;
use makruk::notation::pgn::ending::Cause;
use sakdi_i18n::{Localized, by_system};

impl Localized for Remark<'_> {
    fn thai(&self) -> String {
        match self {
            Self::BookMove => "ตำรา".to_owned(),
            Self::Count { spoken, last } => format!("นับ {spoken}/{last}"),
            Self::Ending(ending) => ending.thai(),
        }
    }
}

impl Localized for ThaiFormat {
    fn thai(&self) -> String {
        let name = match self {
            Self::FirstRound => "รอบแรก",
            Self::Final => "รอบชิงชนะเลิศ",
        };
        name.to_owned()
    }
}

impl Localized for MatchEnding {
    fn thai(&self) -> String {
        let ending = self.ending.thai();
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
    use makruk::notation::pgn::BOOK_MOVE;
    use makruk::types::Color;
    use sakdi_i18n::Language;

    /// Games are read back in either language.
    #[test]
    fn a_move_of_the_opening_is_known_by_its_remark() {
        assert_eq!(Language::ALL.map(|language| Remark::BookMove.say(language)), BOOK_MOVE);
    }

    #[test]
    fn faults_have_sentences() {
        let detail = Some(FaultDetail::Reply("e2e5".into()));
        let illegal = MatchEnding::loss(Color::Black, Cause::IllegalMove, detail);
        assert_eq!(illegal.say(Language::English), "Black makes an illegal move: e2e5");
        assert_eq!(illegal.say(Language::Thai), "ฝ่ายดำเดินผิดกติกา: e2e5");
        assert_eq!(illegal.result(), "1-0");
        let early = FaultDetail::BeforeReady(
            Cause::Crash,
            Some(Box::new(FaultDetail::Exit("signal: 9".into()))),
        );
        let failed = MatchEnding::loss(Color::White, Cause::NoStart, Some(early));
        assert_eq!(
            failed.say(Language::English),
            "White does not start: it ended before it was ready, signal: 9"
        );
        let missing = FaultDetail::NoReply { word: "uciok", seconds: 10 };
        let early = Some(FaultDetail::BeforeReady(Cause::Stall, Some(Box::new(missing))));
        let failed = MatchEnding::loss(Color::White, Cause::NoStart, early);
        assert_eq!(
            failed.say(Language::English),
            "White does not start: it was not ready in time, no 'uciok' within 10 s"
        );
    }

    #[test]
    fn a_missing_program_is_named_in_thai() {
        let missing = Some(FaultDetail::Missing(MissingProgram::Anywhere));
        let failed = MatchEnding::loss(Color::White, Cause::NoStart, missing);
        assert_eq!(
            Language::ALL.map(|language| failed.say(language)),
            [
                "White does not start: it was found neither as a file nor on PATH",
                "โปรแกรมของฝ่ายขาวเริ่มไม่ได้: ไม่พบทั้งในโฟลเดอร์นี้และใน PATH"
            ]
        );
    }
}
