//! Thai texts of errors in files, and of perft.

use super::Localized;
use makruk::notation::terminal_text::shown;
use makruk::perft::{self, PerftError};
use sakdi_engine::book::BookError;
use sakdi_engine::eval::nnue::{Net, NetError, OpenError};
use sakdi_engine::tablebase::directory::BadTable;
use sakdi_engine::tablebase::file::{self, FileError, FilePart};
use sakdi_explorer::FileError as ExplorerFileError;
use sakdi_platform::files::IoReason;

/// The operating system's message, which is not translated.
pub fn by_system(reason: &str) -> String {
    format!("ระบบแจ้งว่า ({reason})")
}

impl Localized for IoReason {
    fn thai(&self) -> String {
        let reason = match self {
            Self::Missing => "ไม่พบไฟล์หรือโฟลเดอร์นี้",
            Self::Forbidden => "ไม่มีสิทธิ์เข้าถึง",
            Self::IsDirectory => "เป็นโฟลเดอร์",
            Self::NotADirectory => "ไม่ใช่โฟลเดอร์",
            Self::NotRegular => "ไม่ใช่ไฟล์ธรรมดา",
            Self::InUse => "โปรแกรมอื่นกำลังใช้ไฟล์นี้อยู่",
            Self::OutOfMemory => "หน่วยความจำไม่พอ",
            Self::Full => "ดิสก์เต็ม",
            Self::Other(reason) => return by_system(reason),
        };
        reason.to_owned()
    }
}

impl Localized for PerftError {
    fn thai(&self) -> String {
        match self {
            Self::Stopped => "หยุดคำสั่ง 'perft' แล้ว".to_owned(),
            Self::TooDeep(depth) => {
                let most = perft::MAX_DEPTH;
                format!("'perft' {depth} ครึ่งตา: นับได้ไม่เกิน {most} ครึ่งตา")
            }
            Self::TooManyLeaves(depth) => {
                let most = u64::MAX - 1;
                format!("'perft' {depth} ครึ่งตา: จำนวนเกิน {most}")
            }
            Self::Threads(error) => format!("เริ่มเธรดไม่ได้: {}", by_system(&error.to_string())),
        }
    }
}

impl Localized for BookError {
    fn thai(&self) -> String {
        let reason = match self {
            Self::Io(error) => return IoReason::from(error).thai(),
            Self::NoBook => "ไม่ใช่ตำราเปิดหมากของโปรแกรมนี้",
            Self::OtherKeys => "ตำราเปิดหมากของรุ่นอื่น",
            Self::Damaged => "ตำราเปิดหมากเสียหาย",
        };
        reason.to_owned()
    }
}

impl Localized for NetError {
    fn thai(&self) -> String {
        match self {
            Self::Magic => "ไม่ใช่โครงข่ายประสาทของโปรแกรมนี้".to_owned(),
            Self::Version(found) => {
                let version = Net::VERSION;
                format!("โครงข่ายประสาทรูปแบบรุ่น {found} โปรแกรมนี้อ่านรุ่น {version}")
            }
            Self::Architecture { found } => {
                let needed = Net::ARCHITECTURE;
                format!("โครงสร้างโครงข่ายประสาทเป็น {found:?} โปรแกรมนี้ต้องการ {needed:?}")
            }
            Self::Length { found } => {
                format!("โครงข่ายประสาทมี {found} ไบต์ ต้องมี {}", Net::FILE_LEN)
            }
            Self::Checksum => "โครงข่ายประสาทเสียหาย: ผลรวมตรวจสอบไม่ตรง".to_owned(),
        }
    }
}

impl Localized for OpenError {
    fn thai(&self) -> String {
        match self {
            Self::Io(error) => IoReason::from(error).thai(),
            Self::Net(error) => error.thai(),
        }
    }
}

impl Localized for FilePart {
    fn thai(&self) -> String {
        let part = match self {
            Self::Header => "ส่วนหัว",
            Self::Table => "ตาราง",
        };
        part.to_owned()
    }
}

impl Localized for FileError {
    fn thai(&self) -> String {
        match self {
            Self::Io(error) => IoReason::from(error).thai(),
            Self::Foreign => "ไม่ใช่ตารางของโปรแกรมนี้".to_owned(),
            Self::Version { found } => {
                format!("ตารางรูปแบบ {found} แต่โปรแกรมนี้อ่านรูปแบบ {}", file::VERSION)
            }
            Self::Length { found, expected } => {
                format!("สั้นหรือยาวเกินไป: มี {found} ไบต์ ต้องมี {expected}")
            }
            Self::Checksum { part } => {
                format!("เสียหาย: ผลรวมตรวจสอบของ{}ไม่ตรง", part.thai())
            }
            Self::Inconsistent => "เสียหาย: ส่วนหัวขัดแย้งกันเอง".to_owned(),
            Self::Misnamed { found, expected } => format!("เก็บ {found} ไม่ใช่ {expected}"),
        }
    }
}

impl Localized for ExplorerFileError {
    fn thai(&self) -> String {
        match self {
            Self::Magic => "ไม่ใช่ไฟล์สถิติตาเดิน".to_owned(),
            Self::Version(found) => {
                format!(
                    "ไฟล์สถิติตาเดินเป็นรูปแบบ {found} แต่โปรแกรมนี้อ่านรูปแบบ {}",
                    sakdi_explorer::FILE_VERSION
                )
            }
            Self::Damaged | Self::Tally(_) => "ไฟล์สถิติตาเดินเสียหาย".to_owned(),
        }
    }
}

impl Localized for BadTable {
    fn thai(&self) -> String {
        format!("ไม่ใช้ตาราง {}: {}", shown(&self.path), self.error.thai())
    }
}
