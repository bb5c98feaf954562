//! Thai for the base of games.

use crate::{BaseDamage, BaseError, MistakeKind, PatternError, Phase};
use makruk::notation::terminal_text::{escaped, shown};
use sakdi_i18n::Localized;
use std::fmt;

impl Localized for BaseError {
    fn thai(&self) -> String {
        match self {
            Self::Missing(path) => format!("ไม่มีฐานข้อมูลเกม {}", shown(path)),
            Self::NotABase => "ไฟล์นี้ไม่ใช่ฐานข้อมูลเกม".to_owned(),
            Self::Version { found, known } => {
                format!("ฐานข้อมูลเกมเป็นรุ่น {found} แต่โปรแกรมนี้อ่านรุ่น {known}")
            }
            Self::Locked => "โปรแกรมอื่นกำลังใช้ฐานข้อมูลเกมอยู่".to_owned(),
            Self::Full => "ดิสก์เต็ม ฐานข้อมูลเกมยังเหมือนเดิม".to_owned(),
            Self::ReadOnly => "เขียนฐานข้อมูลเกมไม่ได้".to_owned(),
            Self::CannotOpen => "เปิดฐานข้อมูลเกมไม่ได้: เป็นโฟลเดอร์ หรือไม่มีโฟลเดอร์ของไฟล์นี้".to_owned(),
            Self::Record(game) => format!("ฐานข้อมูลเกมเสียหาย: อ่านเกมที่ {game} ไม่ได้"),
            Self::TooManyGames => "ฐานข้อมูลเกมเต็มจำนวนแล้ว".to_owned(),
            Self::Index(_) | Self::Damaged(_) => "ฐานข้อมูลเกมเสียหาย".to_owned(),
            Self::Sqlite(error) => format!("ฐานข้อมูลเกม: '{}'", escaped(&error.to_string())),
        }
    }
}

impl Localized for BaseDamage {
    fn thai(&self) -> String {
        match self {
            Self::File(text) => format!("ไฟล์เสียหาย: '{}'", escaped(text)),
            Self::Record(game) => format!("อ่านเกมที่ {game} ไม่ได้"),
            Self::NoRecord(game) => format!("เกมที่ {game} ไม่มีบันทึกตาเดิน"),
            Self::Positions { game, indexed, played } => {
                format!("เกมที่ {game} มี {played} รูปหมาก แต่ดัชนีมี {indexed}")
            }
        }
    }
}

impl Localized for PatternError {
    fn thai(&self) -> String {
        format!("'{}' ไม่ใช่ชุดตัวหมาก ตัวอย่าง: 'KRvKS' หรือ 'KR+vK' โดย + คือมีมากกว่านี้ได้", self.text())
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Opening => "opening",
            Self::Middlegame => "middlegame",
            Self::Ending => "ending",
        })
    }
}

impl Localized for Phase {
    fn thai(&self) -> String {
        let name = match self {
            Self::Opening => "ต้นกระดาน",
            Self::Middlegame => "กลางกระดาน",
            Self::Ending => "ปลายกระดาน",
        };
        name.to_owned()
    }
}

impl fmt::Display for MistakeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MissedMate => "missed a mate",
            Self::AllowedMate => "allowed a mate",
            Self::LostMan => "left a man to be taken",
            Self::MissedCapture => "missed a capture",
            Self::InCount => "went wrong during a count",
            Self::Other => "other",
        })
    }
}

impl Localized for MistakeKind {
    fn thai(&self) -> String {
        let name = match self {
            Self::MissedMate => "พลาดโอกาสรุกจน",
            Self::AllowedMate => "เปิดทางให้ถูกรุกจน",
            Self::LostMan => "ปล่อยให้ถูกกินหมาก",
            Self::MissedCapture => "พลาดโอกาสกินหมาก",
            Self::InCount => "เดินพลาดระหว่างนับศักดิ์",
            Self::Other => "อื่น ๆ",
        };
        name.to_owned()
    }
}
