//! Tables of all endings with men on both sides: pairs of men in rows, single men in columns.

use super::survey::Entry;
use makruk::types::{Color, Piece};
use sakdi_engine::tablebase::Ending;
use std::fmt::Write;

/// The columns.
const SINGLE: [Piece; 5] = [Piece::Rook, Piece::Knight, Piece::Khon, Piece::Met, Piece::Pawn];

/// A table of the endings in which the pair is of this side. A cell has the percentage that the stronger
/// side wins with the other side to move, and the moves of the longest win; `–` that it never wins. A cell is
/// empty where there is no table.
pub fn matrix(entries: &[Entry], pair: Color) -> String {
    let mut pairs: Vec<[Piece; 2]> = Vec::new();
    for (index, &first) in SINGLE.iter().enumerate() {
        pairs.extend(SINGLE[index..].iter().map(|&second| [first, second]));
    }
    let letters = |men: &[Piece]| men.iter().map(|man| man.letter()).collect();
    let mut table = String::from("| |");
    for single in SINGLE {
        let name = match pair {
            Color::White => format!("vK{}", single.letter()),
            Color::Black => format!("K{}v", single.letter()),
        };
        // Writing to a text cannot fail.
        let _ = write!(table, " {name} |");
    }
    table.push_str("\n|---|---|---|---|---|---|\n");
    for men in pairs {
        let pair_letters: String = letters(&men);
        let _ = write!(table, "| K{pair_letters} |");
        for single in SINGLE {
            let single: String = letters(&[single]);
            let name = match pair {
                Color::White => format!("K{pair_letters}vK{single}"),
                Color::Black => format!("K{single}vK{pair_letters}"),
            };
            let ending = name.parse::<Ending>().ok();
            let entry = entries.iter().find(|entry| Some(entry.ending) == ending);
            let _ = write!(table, " {} |", entry.map_or_else(String::new, cell));
        }
        table.push('\n');
    }
    table
}

fn cell(entry: &Entry) -> String {
    let (weak, strong) = (&entry.weak_to_move, &entry.strong_to_move);
    match strong.longest {
        0 => "–".to_owned(),
        longest => format!("{:.2} ({longest})", weak.percent(weak.won - weak.too_late)),
    }
}
