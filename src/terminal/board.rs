//! The board as text, from the player's side, with the last move marked.

use clap::ValueEnum;
use makruk::notation::Notation;
use makruk::position::Position;
use makruk::types::{Color, Move, Piece, Square};

/// How the men are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Style {
    /// Chess symbols: queen for the met, bishop for the khon, draughtsman for a bia ngai
    Unicode,
    /// The letters of FEN, a bia ngai marked ~
    Ascii,
}

/// Draws the board with `near` at the foot.
pub(crate) fn draw(
    position: &Position,
    last: Option<Move>,
    near: Color,
    style: Style,
    notation: Notation,
) -> String {
    let ranks: Vec<u8> = match near {
        Color::White => (0..8).rev().collect(),
        Color::Black => (0..8).collect(),
    };
    let files: Vec<u8> = match near {
        Color::White => (0..8).collect(),
        Color::Black => (0..8).rev().collect(),
    };
    let name = |square| square_name(square, notation);
    let mut text = String::new();
    for &rank in &ranks {
        text.push(' ');
        text.extend(name(Square::new(0, rank)).chars().skip(1));
        text.push(' ');
        for &file in &files {
            let square = Square::new(file, rank);
            let moved = last.is_some_and(|mv| mv.from() == square || mv.to() == square);
            let (left, right) = if moved { ('[', ']') } else { (' ', ' ') };
            let (man, mark) = sign(position, square, style);
            text.push(left);
            text.push(man);
            text.push(if mark == ' ' { right } else { mark });
        }
        text.push('\n');
    }
    text.push_str("  ");
    for &file in &files {
        text.push_str("  ");
        text.extend(name(Square::new(file, 0)).chars().next());
    }
    text.push('\n');
    text
}

/// The name of a square in a notation.
pub(crate) fn square_name(square: Square, notation: Notation) -> String {
    notation.square(square)
}

/// The man on a square, followed by a mark.
fn sign(position: &Position, square: Square, style: Style) -> (char, char) {
    let Some((piece, color)) = position.piece_at(square).zip(position.color_at(square)) else {
        return ('.', ' ');
    };
    let ngai = position.promoted().contains(square);
    match style {
        Style::Ascii => (piece.fen_letter(color), if ngai { '~' } else { ' ' }),
        Style::Unicode => {
            // [white, black]
            let signs = match piece {
                Piece::Pawn => ['♙', '♟'],
                Piece::Met if ngai => ['⛀', '⛂'],
                Piece::Met => ['♕', '♛'],
                Piece::Khon => ['♗', '♝'],
                Piece::Knight => ['♘', '♞'],
                Piece::Rook => ['♖', '♜'],
                Piece::King => ['♔', '♚'],
            };
            (signs[color.index()], ' ')
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_player_sees_the_board_from_their_own_side() {
        let start = Position::start(Default::default(), Default::default());
        let draw = |near, notation| draw(&start, None, near, Style::Ascii, notation);
        let white = draw(Color::White, Notation::San);
        assert!(white.starts_with(" 8  r  n  s  m  k  s  n  r \n"), "{white}");
        assert!(white.ends_with("\n    a  b  c  d  e  f  g  h\n"), "{white}");
        let black = draw(Color::Black, Notation::Thai);
        assert!(black.starts_with(" ๑  R  N  S  M  K  S  N  R \n"), "{black}");
        assert!(black.ends_with("\n    ญ  ช  ฉ  จ  ง  ค  ข  ก\n"), "{black}");
    }

    #[test]
    fn the_last_move_and_bia_ngai_are_marked() {
        let position = "4k3/8/3M~4/8/3m~4/8/8/4K3 w - - 0 40";
        let position =
            makruk::notation::fen::parse(position, Default::default(), Default::default());
        let position = position.expect("a FEN");
        let last = Move::new(Square::new(4, 0), Square::new(4, 1));
        let unicode = draw(&position, last, Color::White, Style::Unicode, Notation::San);
        assert!(unicode.contains(" ⛀ ") && unicode.contains(" ⛂ "), "{unicode}");
        assert!(unicode.contains("[♔]") && unicode.contains("[.]"), "{unicode}");
        let ascii = draw(&position, None, Color::White, Style::Ascii, Notation::San);
        assert!(ascii.contains(" M~") && ascii.contains(" m~"), "{ascii}");
    }
}
