//! Thai for puzzles: their themes, and why moves fail.

use crate::{Theme, TryFailure};
use sakdi_i18n::Localized;

impl Localized for Theme {
    fn thai(&self) -> String {
        let name = match self {
            Self::Count => "การนับศักดิ์",
            Self::Baring => "กินจนเหลือขุนตัวเดียว",
            Self::DoNotBare => "อย่าเพิ่งกินตัวสุดท้าย",
            Self::LastBia => "เบี้ยคว่ำตัวสุดท้าย",
            Self::KeepTheBia => "เก็บเบี้ยคว่ำไว้",
            Self::Promotion => "หงายเบี้ย",
            Self::Fork => "ขู่กินสองตัวพร้อมกัน",
            Self::DiscoveredCheck => "เปิดรุก",
            Self::DoubleCheck => "รุกพร้อมกันสองตัว",
            Self::QuietMove => "ตาที่ไม่กินไม่รุก",
            Self::Sacrifice => "สละหมาก",
            Self::StalemateTrap => "ระวังอับ",
            Self::Stalemate => "รอดเพราะอับ",
            Self::BiaMate => "เบี้ยรุกจน",
            Self::MaMate => "ม้ารุกจน",
        };
        name.to_owned()
    }
}

impl Localized for TryFailure {
    fn thai(&self) -> String {
        match self {
            Self::Ends(over) => over.thai(),
            Self::NoMate => "รุกจนไม่ทันตามจำนวนตา".to_owned(),
            Self::TooSlow { needed, left } => {
                format!("ต้องใช้อีก {needed} ตา แต่เหลือเพียง {left} ตา")
            }
            Self::Draws => "ได้แค่เสมอ".to_owned(),
            Self::Loses => "แพ้".to_owned(),
            Self::Expects(points) => format!("มีโอกาสได้แต้มเพียง {points} %"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::rules::{DrawReason, Outcome};

    #[test]
    fn themes_and_reasons_have_thai() {
        let is_thai = |text: &str| text.contains(|c: char| ('\u{e01}'..='\u{e5b}').contains(&c));
        let has_english = |text: &str| text.contains(|c: char| c.is_ascii_alphabetic());
        for theme in Theme::ALL {
            let thai = theme.thai();
            assert!(is_thai(&thai) && !has_english(&thai), "{theme}: {thai}");
        }
        let stalemate = TryFailure::Ends(Outcome::Draw(DrawReason::Stalemate));
        let slow = TryFailure::TooSlow { needed: 9, left: 7 };
        for failing in [
            stalemate,
            slow,
            TryFailure::NoMate,
            TryFailure::Draws,
            TryFailure::Loses,
            TryFailure::Expects(3),
        ] {
            let thai = failing.thai();
            assert!(is_thai(&thai) && !has_english(&thai), "{failing}: {thai}");
        }
    }
}
