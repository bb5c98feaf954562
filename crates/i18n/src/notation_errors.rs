//! What is wrong with positions, moves and games as text, in Thai. A rank is แถวนอน, a file แถวตั้ง.

use super::{Language, Localized, Phrase};
use makruk::notation::epd::{EpdContentError, EpdError};
use makruk::notation::{Dialect, FenCounter, FenError, MoveError, Origin, PgnError, thai};
use makruk::position::SetupError;
use makruk::rules::{CountingRule, Variant};
use makruk::types::{Move, Piece};

const THAI: Language = Language::Thai;

/// The values that are possible, in Thai.
fn quoted_choices<const N: usize>(names: [&str; N]) -> String {
    THAI.choices(&names.map(|name| format!("'{name}'")).each_ref().map(String::as_str))
}

impl Localized for FenCounter {
    fn thai(&self) -> String {
        let name = match self {
            Self::CountLimit => "จำนวนที่ให้นับ",
            Self::CountPly => "จำนวนที่นับแล้ว",
            Self::HalfmoveClock => "จำนวนครึ่งตาเดิน",
            Self::MoveNumber => "เลขตาเดิน",
        };
        name.to_owned()
    }
}

impl Localized for FenError {
    fn thai(&self) -> String {
        match self {
            Self::Empty => "ไม่มีข้อความ".to_owned(),
            Self::Ranks { found } => format!("กระดานมี {found} แถวนอน ต้องมี 8"),
            Self::Files { rank, found } => format!("แถวนอนที่ {rank} มี {found} ช่อง ต้องมี 8"),
            Self::UnknownLetter { letter, rank } => {
                format!("ไม่รู้จักตัวอักษร '{}' ในแถวนอนที่ {rank}", letter.escape_debug())
            }
            Self::NoFenInLink => "ลิงก์นี้ไม่มีรูปหมาก: ต้องมี 'fen=' ตามด้วยรูปหมาก".to_owned(),
            Self::StrayMark { mark, rank } => {
                format!("'{mark}' ในแถวนอนที่ {rank} ต้องตามหลังเม็ดที่เป็นเบี้ยหงาย")
            }
            Self::UnknownSide { found } => {
                format!("ไม่รู้จักฝ่ายที่จะเดิน '{found}': ต้องเป็น 'w' หรือ 'b'")
            }
            Self::UnknownCastling { found } => {
                format!("ส่วนเข้าป้อมต้องเป็น '-' แต่พบ '{found}'")
            }
            Self::NegativeCounter { counter, found } => {
                format!("{}ติดลบ: '{found}'", counter.thai())
            }
            Self::CounterTooLarge { counter, found } => {
                format!("{} '{found}' มากเกินไป ได้ไม่เกิน {}", counter.thai(), counter.largest())
            }
            Self::UnreadableCounter { counter, found } => {
                format!("อ่าน{} '{found}' ไม่ได้", counter.thai())
            }
            Self::TooManyFields { found } => format!("มี '{found}' เกินมาหลังส่วนสุดท้าย"),
            Self::Setup(error) => error.thai(),
        }
    }
}

impl Localized for SetupError {
    fn thai(&self) -> String {
        match *self {
            Self::Kings { color, found } => {
                format!("{}มีขุน {found} ตัว ต้องมีตัวเดียว", THAI.side(color))
            }
            Self::TooManyMen { found } => {
                format!("บนกระดานมีหมาก {found} ตัว มีได้ไม่เกิน 32 ตัว")
            }
            Self::PawnOnLastRank { color, square } => {
                let (side, square) = (THAI.side(color), thai::square(square));
                format!("เบี้ยของ{side}อยู่ที่ {square} ซึ่งเป็นแถวสุดท้าย")
            }
            Self::OpponentInCheck { color } => {
                format!("{}ถูกรุกอยู่ แต่เป็นตาเดินของ{}", THAI.side(color), THAI.side(!color))
            }
        }
    }
}

impl Localized for MoveError {
    fn thai(&self) -> String {
        let square = thai::square;
        let written = |mv: Move| format!("{}-{}", square(mv.from()), square(mv.to()));
        let man = |piece: Piece| THAI.man(piece);
        match *self {
            Self::Unreadable { ref found } => format!("อ่านตาเดิน '{found}' ไม่ได้"),
            Self::EmptySquare { square: empty } => format!("ไม่มีหมากที่ {}", square(empty)),
            Self::OpponentsMan { square: from } => {
                format!("หมากที่ {} เป็นของอีกฝ่าย", square(from))
            }
            Self::OwnMan { mv, color } => {
                let (side, to) = (THAI.side(color), square(mv.to()));
                format!("เดิน {} ไม่ได้: หมากของ{side}อยู่ที่ {to}", written(mv))
            }
            Self::OutOfReach { mv, piece } => {
                let (from, to) = (square(mv.from()), square(mv.to()));
                format!("เดิน {} ไม่ได้: {}ที่ {from} ไปไม่ถึง {to}", written(mv), man(piece))
            }
            Self::LeavesKhunInCheck { mv, color } => {
                format!("เดิน {} ไม่ได้: ขุนของ{}จะถูกรุก", written(mv), THAI.side(color))
            }
            Self::KhunMayNotFlee { mv } => {
                format!("เดิน {} ไม่ได้: หมากป้องห้ามขุนเดินหนีรุก", written(mv))
            }
            Self::WrongPromotion { mv, letter } => {
                let letter = letter.escape_debug();
                format!("หงาย {} เป็น '{letter}' ไม่ได้: เบี้ยต้องเป็นเบี้ยหงาย", written(mv))
            }
            Self::PromotesNothing { mv } => format!("{} ไม่ได้หงายเบี้ย", written(mv)),
            Self::CapturesNothing { mv } => format!("{} ไม่ได้กินหมาก", written(mv)),
            Self::Ambiguous { ref found, ref candidates } => {
                let from: Vec<String> = candidates.iter().map(|&from| square(from)).collect();
                format!("'{found}' กำกวม: หมากที่ {} ไปได้", from.join(" และ "))
            }
            Self::NobodyCan { piece, to } => {
                format!("ไม่มี{}ที่ไป {} ได้", piece.map_or("หมาก", man), square(to))
            }
            Self::NobodyFromThere { piece, origin, to } => {
                let place = match origin {
                    Origin::File(file) => format!("ในแถวตั้ง {}", thai::file(file)),
                    Origin::Rank(rank) => format!("ในแถวนอน {}", thai::rank(rank)),
                    Origin::Square(from) => format!("ที่ {}", square(from)),
                };
                let man = piece.map_or("หมาก", man);
                format!("ไม่มี{man}{place} ซึ่งไป {} ได้", square(to))
            }
        }
    }
}

impl Localized for EpdContentError {
    fn thai(&self) -> String {
        match self {
            Self::Epd(EpdError::OpenQuotation { found }) => {
                format!("เครื่องหมายคำพูดใน '{found}' ไม่มีตัวปิด")
            }
            Self::Epd(EpdError::BadOpcode { found }) => format!("'{found}' ไม่ใช่รหัสของ EPD"),
            Self::Fen(error) => THAI.say(Phrase::IllegalFen, &[&error.thai()]),
            Self::Missing(opcode) => format!("ไม่มีรหัส '{opcode}'"),
            Self::Move { opcode, error } => format!("รหัส '{opcode}': {}", error.thai()),
            Self::Operand { opcode, found } => format!("รหัส '{opcode}' เป็น '{found}' ไม่ได้"),
        }
    }
}

impl Localized for PgnError {
    fn thai(&self) -> String {
        let what = match self {
            Self::OpenTag { .. } => "แท็กไม่มีตัวปิด".to_owned(),
            Self::BadTag { found, .. } => format!("อ่านแท็ก '{found}' ไม่ได้"),
            Self::OpenComment { .. } => "หมายเหตุที่เริ่มตรงนี้ไม่มีตัวปิด".to_owned(),
            Self::OpenVariation { .. } => "แนวเดินที่เริ่มตรงนี้ไม่มีตัวปิด".to_owned(),
            Self::StrayParenthesis { .. } => "มี ')' แต่ไม่มีแนวเดิน".to_owned(),
            Self::StrayBrace { .. } => "มี '}' แต่ไม่มีหมายเหตุ".to_owned(),
            Self::Variant { error, .. } => {
                let known = quoted_choices(Variant::ALL.map(Variant::name));
                format!("ไม่รู้จักชนิดหมากรุก '{}': ต้องเป็น {known}", error.name())
            }
            Self::CountingRule { error, .. } => {
                let known = quoted_choices(CountingRule::ALL.map(CountingRule::name));
                format!("ไม่รู้จักกติกาการนับ '{}': ต้องเป็น {known}", error.name())
            }
            Self::Fen { error, .. } => error.thai(),
            Self::Move { number, san, error, .. } => {
                format!("ตา {number} '{san}': {}", error.thai())
            }
            Self::Dialects { number, san, readings: [(one, first), (other, second)], .. } => {
                let written =
                    |mv: &Move| format!("{}-{}", thai::square(mv.from()), thai::square(mv.to()));
                let (first, second) = (written(first), written(second));
                format!(
                    "ตา {number} '{san}' คือ {first} ตามแบบ '{one}' แต่คือ {second} ตามแบบ '{other}': \
                     ต้องระบุแบบด้วยแท็กหรือตัวเลือก 'Dialect'"
                )
            }
            Self::UnknownDialect { error, .. } => {
                let known = quoted_choices(Dialect::ALL.map(Dialect::name));
                format!("ไม่รู้จักแบบการจดตาเดิน '{}': ต้องเป็น {known}", error.name())
            }
        };
        format!("บรรทัด {}: {what}", self.line())
    }
}
