//! Names of endings in words.

use makruk::types::{Color, Piece};
use sakdi_engine::tablebase::Ending;
use sakdi_i18n::Language;

/// The men of an ending in words: "khun, khon and two met against bare khun".
pub fn ending(ending: Ending, language: Language) -> String {
    let [strong, weak] = Color::ALL.map(|side| army(ending, side, language));
    match language {
        Language::English => format!("{strong} against {weak}"),
        Language::Thai => format!("{strong} ไล่ {weak}"),
    }
}

fn army(ending: Ending, side: Color, language: Language) -> String {
    let groups = ending.groups().filter(|&(of, ..)| of == side);
    let mut men: Vec<String> =
        groups.map(|(_, piece, count)| some(piece, count, language)).collect();
    let khun = language.man(Piece::King);
    match language {
        Language::Thai if men.is_empty() => format!("{khun}ตัวเดียว"),
        Language::Thai => format!("{khun} {}", men.join(" ")),
        Language::English => match men.pop() {
            None => format!("bare {khun}"),
            Some(last) if men.is_empty() => format!("{khun} and {last}"),
            Some(last) => format!("{khun}, {} and {last}", men.join(", ")),
        },
    }
}

fn some(piece: Piece, count: u8, language: Language) -> String {
    let name = language.man(piece);
    match (language, count) {
        (_, 1) => name.to_owned(),
        (Language::English, 2) => format!("two {name}"),
        (Language::English, _) => format!("three {name}"),
        (Language::Thai, _) if piece == Piece::Rook => format!("{name} {count} ลำ"),
        (Language::Thai, _) => format!("{name} {count} ตัว"),
    }
}
