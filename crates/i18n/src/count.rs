//! Thai texts of the count.

use super::{Language, Localized};
use makruk::position::{CountStatus, CountVerdict, Honour};
use makruk::rules::ClaimError;

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
            Self::Begins { honour, counter, first, last, moves_left } => {
                let (honour, who, other) = (honour.thai(), side(counter), side(!counter));
                format!("{honour}: {who}เริ่มนับที่ {first} ไปถึง {last} {other}เหลือ {moves_left} ตา")
            }
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
            Self::Rule => "ขอนับได้เฉพาะเมื่อตั้งการนับเป็น 'claim' (ฝ่ายเป็นรองขอนับเอง)",
            Self::Runs => "กำลังนับศักดิ์อยู่แล้ว",
            Self::Bia => "ยังมีเบี้ยคว่ำบนกระดาน นับศักดิ์ไม่ได้",
            Self::Bare => "ทั้งสองฝ่ายเหลือแต่ขุน ไม่มีอะไรให้นับ",
            Self::Idle => "ยังไม่มีการนับศักดิ์",
            Self::NoNumber => "ตาล่าสุดของฝ่ายที่นับยังไม่ได้นับ",
        };
        reason.to_owned()
    }
}

impl Localized for CountVerdict {
    fn thai(&self) -> String {
        let side = |color| Language::Thai.side(color);
        match *self {
            Self::Won { moves, moves_left } => {
                format!("รุกจนได้ใน {moves} ตา ทันการนับ (เหลือ {moves_left} ตา)")
            }
            Self::WonByConversion { moves } => {
                format!("ชนะ: กินหมากหรือหงายเบี้ยภายใน {moves} ตา แล้วรุกจนทันการนับ")
            }
            Self::CounterWins { counter, moves } => {
                format!("{}เป็นฝ่ายนับแต่ชนะใน {moves} ตา", side(counter))
            }
            Self::TooLate { moves, late } => {
                format!("เสมอ: รุกจนได้ใน {moves} ตา ช้าไป {late} ตา")
            }
            Self::NoMate { strong } => format!("เสมอ: {}บังคับรุกจนไม่ได้", side(strong)),
            Self::Estimated { moves, moves_left } => {
                let late = if moves > moves_left {
                    " คงไม่ทันนับครบ"
                } else {
                    ""
                };
                format!("คาดว่าต้องเดินราว {moves} ตาจึงจะรุกจน (เหลือ {moves_left} ตา){late}")
            }
        }
    }
}
