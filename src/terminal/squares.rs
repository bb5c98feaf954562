//! The board in colours.

use super::board::{Style as Men, square_name};
use super::palette::Palette;
use makruk::notation::Notation;
use makruk::position::Position;
use makruk::types::{Color, Move, Piece, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color as Paint, Modifier, Style};

/// A board as a player sees it.
#[derive(Debug)]
pub(crate) struct BoardView {
    /// The ranks from top to bottom, the files from left to right.
    squares: [[SquareView; 8]; 8],
    /// Labels of the ranks from top to bottom, and of the files from left to right.
    ranks: [String; 8],
    files: [String; 8],
}

/// A square of the board.
#[derive(Clone, Copy, Debug)]
struct SquareView {
    man: Option<(char, Color)>,
    is_light: bool,
    is_last_move: bool,
    is_check: bool,
}

impl BoardView {
    /// The board from the side of `near`, with the last move marked.
    pub(crate) fn new(
        position: &Position,
        last: Option<Move>,
        near: Color,
        men: Men,
        notation: Notation,
    ) -> Self {
        let check = position.in_check().then(|| position.to_move());
        let order: [u8; 8] = match near {
            Color::White => [0, 1, 2, 3, 4, 5, 6, 7],
            Color::Black => [7, 6, 5, 4, 3, 2, 1, 0],
        };
        let square = |row: usize, column: usize| Square::new(order[column], order[7 - row]);
        let view = |square: Square| {
            let man = position.piece_at(square).zip(position.color_at(square));
            let is_ngai = position.promoted().contains(square);
            SquareView {
                man: man.map(|(piece, color)| (sign(piece, color, is_ngai, men), color)),
                is_light: (square.file() + square.rank()) % 2 == 1,
                is_last_move: last.is_some_and(|mv| mv.from() == square || mv.to() == square),
                is_check: check.is_some_and(|color| man == Some((Piece::King, color))),
            }
        };
        let name = |square: Square| square_name(square, notation);
        Self {
            squares: std::array::from_fn(|row| {
                std::array::from_fn(|column| view(square(row, column)))
            }),
            ranks: std::array::from_fn(|row| name(square(row, 0)).chars().skip(1).collect()),
            files: std::array::from_fn(|column| name(square(7, column)).chars().take(1).collect()),
        }
    }
}

/// The sign of a man. Both sides have the filled ones, because the colour tells them apart: an
/// outline drawn in white looks black inside.
pub(crate) const fn sign(piece: Piece, color: Color, is_ngai: bool, men: Men) -> char {
    match (men, piece) {
        (Men::Ascii, _) => piece.fen_letter(color),
        (Men::Unicode, Piece::Pawn) => '♟',
        (Men::Unicode, Piece::Met) if is_ngai => '⛂',
        (Men::Unicode, Piece::Met) => '♛',
        (Men::Unicode, Piece::Khon) => '♝',
        (Men::Unicode, Piece::Knight) => '♞',
        (Men::Unicode, Piece::Rook) => '♜',
        (Men::Unicode, Piece::King) => '♚',
    }
}

/// The size of the squares: so many lines, and twice as many columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Size(u16);

/// Columns for the labels of the ranks.
const MARGIN: u16 = 2;

impl Size {
    pub(crate) const SMALLEST: Self = Self(1);
    /// That of a window of 80 columns and 24 lines.
    pub(crate) const USUAL: Self = Self(2);
    /// All sizes, the largest first.
    pub(crate) const ALL: [Self; 5] = [Self(5), Self(4), Self(3), Self::USUAL, Self::SMALLEST];

    const fn lines(self) -> u16 {
        self.0
    }

    const fn columns(self) -> u16 {
        2 * self.0
    }

    /// Whether the squares begin and end with half a line, so that the sign is in their middle.
    const fn has_halves(self) -> bool {
        self.0.is_multiple_of(2)
    }

    /// Size of the board with the labels of files and ranks.
    pub(crate) const fn width(self) -> u16 {
        MARGIN + 8 * self.columns()
    }

    /// Of the whole board with the names of files. Half lines at both ends make one more.
    pub(crate) const fn height(self) -> u16 {
        8 * self.lines() + self.has_halves() as u16 + 1
    }

    /// The line of a row of squares that shows the men.
    const fn line(self, row: u16) -> u16 {
        self.lines() * row + self.lines() / 2
    }

    /// The column of a square that shows the man.
    const fn column(self) -> u16 {
        (self.columns() - 1) / 2
    }
}

/// Draws the board with its top left corner at that of `area`.
pub(crate) fn draw(
    board: &BoardView,
    size: Size,
    palette: &Palette,
    area: Rect,
    buffer: &mut Buffer,
) {
    let dim = Style::new().add_modifier(Modifier::DIM);
    let (left, top) = (area.x + MARGIN, area.y);
    for (row, squares) in (0..).zip(&board.squares) {
        let line = top + size.line(row);
        buffer.set_string(area.x, line, &board.ranks[usize::from(row)], dim);
        for (column, square) in (0..).zip(squares) {
            let x = left + column * size.columns();
            let y = top + row * size.lines();
            let back = background(square, palette);
            let style = Style::new().bg(back);
            let blank = " ".repeat(size.columns().into());
            for y in y + u16::from(size.has_halves())..y + size.lines() {
                buffer.set_string(x, y, &blank, style);
            }
            if let Some((sign, color)) = square.man {
                let style = style.fg(palette.men[color.index()]);
                // Terminals that draw it wider have room to the right.
                buffer.set_string(x + size.column(), line, sign.to_string(), style);
            }
            if size.has_halves() {
                let above = row.checked_sub(1).map(|row| &board.squares[usize::from(row)]);
                let above = above.map(|row| background(&row[usize::from(column)], palette));
                halves(buffer, (x, y), size.columns(), above, Some(back));
                if row == 7 {
                    halves(buffer, (x, y + size.lines()), size.columns(), Some(back), None);
                }
            }
        }
    }
    let line = top + size.height() - 1;
    for (column, file) in (0..).zip(&board.files) {
        let x = left + column * size.columns() + size.column();
        buffer.set_string(x, line, file, dim);
    }
}

/// Cells with one colour in their upper and one in their lower half; `None` leaves the terminal's.
fn halves(
    buffer: &mut Buffer,
    (x, y): (u16, u16),
    columns: u16,
    upper: Option<Paint>,
    lower: Option<Paint>,
) {
    let (half, style) = match (upper, lower) {
        (Some(upper), Some(lower)) => ("▀", Style::new().fg(upper).bg(lower)),
        (Some(upper), None) => ("▀", Style::new().fg(upper)),
        (None, Some(lower)) => ("▄", Style::new().fg(lower)),
        (None, None) => return,
    };
    buffer.set_string(x, y, half.repeat(columns.into()), style);
}

const fn background(square: &SquareView, palette: &Palette) -> Paint {
    let light = square.is_light as usize;
    if square.is_check {
        palette.check
    } else if square.is_last_move {
        palette.last_move[light]
    } else {
        palette.wood[light]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every square of every size has its colour, and its man in the middle.
    #[test]
    fn squares_are_even_and_the_men_in_their_middle() {
        let start = Position::start(Default::default(), Default::default());
        let board = BoardView::new(&start, None, Color::White, Men::Ascii, Notation::San);
        let palette = Palette::of_terminal();
        for size in Size::ALL {
            let area = Rect::new(0, 0, size.width(), size.height());
            let mut buffer = Buffer::empty(area);
            draw(&board, size, &palette, area, &mut buffer);
            let cell = |row: u16, column: u16| {
                &buffer[(MARGIN + column * size.columns() + size.column(), size.line(row))]
            };
            assert_eq!((cell(0, 0).symbol(), cell(7, 3).symbol()), ("r", "K"), "{size:?}");
            assert_eq!(cell(7, 0).bg, palette.wood[0], "{size:?}");
            assert_eq!(cell(7, 1).bg, palette.wood[1], "{size:?}");
            let bottom = size.height() - 1;
            assert_eq!(buffer[(MARGIN + size.column(), bottom)].symbol(), "a");
            // Half lines give each square the same height.
            let half_lines = |column: u16| {
                let x = MARGIN + column * size.columns();
                let cells = (0..bottom).flat_map(|y| {
                    let cell = &buffer[(x, y)];
                    match cell.symbol() {
                        "▀" => [cell.fg, cell.bg],
                        "▄" => [Paint::Reset, cell.fg],
                        _ => [cell.bg, cell.bg],
                    }
                });
                cells.filter(|&paint| paint == palette.wood[0]).count()
            };
            assert_eq!(half_lines(0), usize::from(4 * 2 * size.lines()), "{size:?}");
        }
    }
}
