//! What `ffish` has beside the board, in its words: numbers of notations, FENs with the start of a claimed
//! count, codes of faults in a FEN, a verbose board.

use makruk::notation::dialect::Dialect;
use makruk::notation::{FenCounter, FenError, Notation, fen};
use makruk::position::{Honour, Position, SetupError};
use makruk::rules::{CountingRule, Variant};
use makruk::types::{Color, Move, Piece, Square};
use wasm_bindgen::prelude::*;

/// A notation of moves, as `ffish` numbers them or as this package names them.
#[derive(Clone, Copy)]
pub enum MoveFormat {
    /// One that this package names.
    Named(Notation),
    /// `LAN`: `Nb1-d2`.
    Long,
    /// `THAI_SAN` or `THAI_LAN`, in which `ffish` writes a promotion in Latin letters.
    Thai(Notation),
}

impl MoveFormat {
    /// That of a number in `ffish`; an error for the notations of other games.
    pub fn of_number(number: f64) -> Result<Self, String> {
        match number {
            0.0 | 1.0 => Ok(Self::Named(Notation::San)),
            2.0 => Ok(Self::Long),
            8.0 => Ok(Self::Thai(Notation::Thai)),
            9.0 => Ok(Self::Thai(Notation::ThaiLong)),
            _ => Err(format!("the notation {number} is none of Makruk")),
        }
    }

    /// The notation of this package that is nearest.
    pub const fn notation(self) -> Notation {
        match self {
            Self::Named(notation) | Self::Thai(notation) => notation,
            Self::Long => Notation::Coordinate,
        }
    }

    /// Writes a legal move.
    pub fn format(self, position: &Position, mv: Move) -> String {
        match self {
            Self::Named(notation) => notation.format(position, mv),
            Self::Long => Dialect::Lan.format(position, mv),
            Self::Thai(notation) => notation.format(position, mv).replace("=ง", "=M"),
        }
    }

    /// Writes a line of legal moves, with numbers as `ffish` sets them.
    pub fn line(self, position: &Position, moves: &[Move], numbered: bool) -> String {
        let mut position = *position;
        let mut words = Vec::with_capacity(moves.len());
        for (index, &mv) in moves.iter().enumerate() {
            let text = self.format(&position, mv);
            let number = position.fullmove_number();
            words.push(match position.to_move() {
                Color::White if numbered => format!("{number}. {text}"),
                Color::Black if numbered && index == 0 => format!("{number}...{text}"),
                _ => text,
            });
            position = position.play_unchecked(mv);
        }
        words.join(" ")
    }
}

/// The position in FEN, with board's honour counted from the ply `count_started` of the game on; below 0 it
/// has not begun, and 0 leaves it as the board counts it.
pub fn fen_counted_from(
    board: &sakdi_facade::Board,
    show_promoted: bool,
    count_started: i32,
) -> String {
    let fen = board.fen(show_promoted);
    let runs = board.count().is_some_and(|count| count.honour == Honour::Board);
    if count_started == 0 || !runs {
        return fen;
    }
    let since = 1 + i64::from(board.ply()) - i64::from(count_started);
    let counted = if count_started < 0 { 0 } else { since.max(0) };
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let counted = counted.to_string();
    if let Some(field) = fields.get_mut(4) {
        *field = &counted;
    }
    fields.join(" ")
}

/// The board as text with lines between the squares, the FEN and the squares of the men that give check.
pub fn verbose(position: &Position) -> String {
    let mut text = String::from("\n");
    let line = " +---+---+---+---+---+---+---+---+\n";
    for rank in (0..8).rev() {
        text.push_str(line);
        for file in 0..8 {
            let square = Square::new(file, rank);
            let man = position.piece_at(square).zip(position.color_at(square));
            let letter = man.map_or(' ', |(piece, color)| piece.fen_letter(color));
            text.push_str(&format!(" | {letter}"));
        }
        let home = if position.to_move() == Color::White { 0 } else { 7 };
        // As there: two spaces mark the home rank of the side that waits.
        let mark = match rank {
            0 | 7 if rank == home => " *",
            0 | 7 => "  ",
            _ => "",
        };
        text.push_str(&format!(" |{}{mark}\n", rank + 1));
    }
    text.push_str(line);
    text.push_str("   a   b   c   d   e   f   g   h\n\n");
    let checkers: Vec<String> = position.checkers().map(|square| square.to_string()).collect();
    text.push_str(&format!("Fen: {}\nCheckers: {}\n", fen::format(position), checkers.join(" ")));
    text
}

/// The name and the version of the program.
#[wasm_bindgen]
pub fn info() -> String {
    concat!("Sakdi ", env!("CARGO_PKG_VERSION")).to_owned()
}

/// Whether a FEN is valid: 1, or the code of `ffish` for what is wrong. What `ffish` accepts and this package
/// refuses, such as a side that is in check though the other is to move, is −100.
#[wasm_bindgen(js_name = fenCode)]
pub fn fen_code(text: &str, variant: &str) -> i32 {
    let Ok(variant) = variant.parse::<Variant>() else { return -100 };
    if text.trim().is_empty() {
        return 0;
    }
    match fen::parse(text, variant, CountingRule::MAKRUK) {
        Ok(_) => 1,
        Err(FenError::Setup(SetupError::OpponentInCheck { .. })) if khuns_touch(text) => -9,
        // There, letters are looked at before ranks and files.
        Err(FenError::Ranks { .. } | FenError::Files { .. }) if has_unknown_letter(text) => -10,
        Err(error) => code_of(&error),
    }
}

/// Whether the board of a FEN has a letter that stands for no man.
fn has_unknown_letter(text: &str) -> bool {
    let board = text.split_whitespace().next().unwrap_or_default();
    let is_known = |letter: char| {
        Piece::from_letter(letter.to_ascii_uppercase()).is_some()
            || letter.is_ascii_digit()
            || matches!(letter, '/' | '~')
    };
    !board.chars().all(is_known)
}

/// Whether the khuns of a FEN, which has one of each, stand side by side.
fn khuns_touch(text: &str) -> bool {
    let place = |khun: char| {
        let board = text.split_whitespace().next()?;
        let (rank, line) = board.split('/').enumerate().find(|(_, line)| line.contains(khun))?;
        let before = line.split(khun).next()?.chars().filter(|&letter| letter != '~');
        let file: u32 = before.map(|letter| letter.to_digit(10).unwrap_or(1)).sum();
        Some((file, rank as u32))
    };
    let touch = |((file, rank), (other_file, other_rank)): ((u32, u32), (u32, u32))| {
        file.abs_diff(other_file) <= 1 && rank.abs_diff(other_rank) <= 1
    };
    place('K').zip(place('k')).is_some_and(touch)
}

fn code_of(error: &FenError) -> i32 {
    let counter = |counter: &FenCounter| match counter {
        FenCounter::MoveNumber => -1,
        FenCounter::HalfmoveClock | FenCounter::CountPly => -2,
        FenCounter::CountLimit => -14,
    };
    match error {
        FenError::Empty => 0,
        FenError::Ranks { .. } | FenError::Files { .. } => -8,
        FenError::UnknownLetter { .. } | FenError::StrayMark { .. } => -10,
        FenError::UnknownSide { .. } => -6,
        FenError::UnknownCastling { .. } => -5,
        FenError::NegativeCounter { counter: which, .. }
        | FenError::CounterTooLarge { counter: which, .. }
        | FenError::UnreadableCounter { counter: which, .. } => counter(which),
        FenError::Setup(SetupError::Kings { .. }) => -3,
        FenError::NoFenInLink | FenError::TooManyFields { .. } | FenError::Setup(_) => -100,
    }
}
