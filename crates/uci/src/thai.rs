//! The Thai texts of errors in commands and options. Keywords of the protocol are in quotes or
//! before a colon.

use super::error::{CommandError, OptionError};
use sakdi_i18n::{Language, Localized};

impl Localized for CommandError {
    fn thai(&self) -> String {
        match self {
            Self::Unknown { found } => format!("ไม่รู้จักคำสั่ง '{found}'"),
            Self::PositionKind { found } => {
                format!("position: ต้องตามด้วย 'startpos' หรือ 'fen' แต่พบ '{found}'")
            }
            Self::PositionTail { found } => {
                format!("position: ต้องตามด้วย 'moves' แต่พบ '{found}'")
            }
            Self::OptionName => "setoption: ต้องเขียนว่า 'name <ชื่อ> [value <ค่า>]'".to_owned(),
            Self::GoWord { found } => format!("go: ไม่รู้จักคำ '{found}'"),
            Self::GoNumber { word, found } => {
                format!("go: {word} ต้องตามด้วยตัวเลข แต่พบ '{found}'")
            }
            Self::GoLimit { word, found, least } => {
                format!("go: {word} เป็น {found} ไม่ได้ ใช้ {least} แทน")
            }
            Self::CountRequest { found } => {
                format!("count: ต้องตามด้วย 'start', 'stop', 'skip' หรือ 'status' แต่พบ '{found}'")
            }
            Self::Depth { word, found } => format!("{word}: ต้องตามด้วยความลึก แต่พบ '{found}'"),
        }
    }
}

impl Localized for OptionError {
    fn thai(&self) -> String {
        match self {
            Self::Unknown { name } => format!("ไม่มีตัวเลือก '{name}'"),
            Self::NoValue { name } => format!("ตัวเลือก {name} ต้องมีค่า"),
            Self::Number { name, found, min, max } => {
                format!("ตัวเลือก {name}: '{found}' ไม่ใช่จำนวนเต็มจาก {min} ถึง {max}")
            }
            Self::Check { name, found } => {
                format!("ตัวเลือก {name}: '{found}' ไม่ใช่ทั้ง 'true' และ 'false'")
            }
            Self::Choice { name, found, choices } => {
                let choices = Language::Thai.choices(choices);
                format!("ตัวเลือก {name}: ไม่มีค่า '{found}': ต้องเป็น {choices}")
            }
        }
    }
}
