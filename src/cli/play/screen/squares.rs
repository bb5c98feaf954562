//! The board in colours.

use super::palette::Palette;
use super::view::{SquareView, View};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

/// The size of the squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    /// Two columns and one line.
    Small,
    /// Four columns and two lines.
    Large,
}

/// Columns for the labels of the ranks.
const MARGIN: u16 = 2;

impl Size {
    const fn columns(self) -> u16 {
        match self {
            Self::Small => 2,
            Self::Large => 4,
        }
    }

    /// Size of the board with the labels of files and ranks.
    pub(super) const fn width(self) -> u16 {
        MARGIN + 8 * self.columns()
    }

    /// Of the whole board with the names of files and ranks. Large squares have their sign in a
    /// line of its own, and half a line above and below it: one line more than 16.
    pub(super) const fn height(self) -> u16 {
        match self {
            Self::Small => 8 + 1,
            Self::Large => 17 + 1,
        }
    }

    /// The line of a row of squares that shows the men.
    const fn line(self, row: u16) -> u16 {
        match self {
            Self::Small => row,
            Self::Large => 2 * row + 1,
        }
    }
}

/// Draws the board with its top left corner at that of `area`.
pub(super) fn draw(view: &View, size: Size, palette: &Palette, area: Rect, buffer: &mut Buffer) {
    let dim = Style::new().add_modifier(Modifier::DIM);
    let (left, top) = (area.x + MARGIN, area.y);
    for (row, squares) in (0..).zip(&view.squares) {
        let line = top + size.line(row);
        buffer.set_string(area.x, line, &view.ranks[usize::from(row)], dim);
        for (column, square) in (0..).zip(squares) {
            let x = left + column * size.columns();
            let back = background(square, palette);
            let style = Style::new().bg(back);
            buffer.set_string(x, line, " ".repeat(size.columns().into()), style);
            if let Some((sign, color)) = square.man {
                let style = style.fg(palette.men[color.index()]);
                // Terminals that draw it wider have room to the right.
                let at = x + (size.columns() - 1) / 2;
                buffer.set_string(at, line, sign.to_string(), style);
            }
            if size == Size::Large {
                let above = row.checked_sub(1).map(|row| &view.squares[usize::from(row)]);
                let above = above.map(|row| background(&row[usize::from(column)], palette));
                halves(buffer, (x, line - 1), size.columns(), above, Some(back));
                if row == 7 {
                    halves(buffer, (x, line + 1), size.columns(), Some(back), None);
                }
            }
        }
    }
    let line = top + size.height() - 1;
    for (column, file) in (0..).zip(&view.files) {
        let x = left + column * size.columns() + (size.columns() - 1) / 2;
        buffer.set_string(x, line, file, dim);
    }
}

/// Cells with one colour in their upper and one in their lower half; `None` leaves the terminal's.
fn halves(
    buffer: &mut Buffer,
    (x, y): (u16, u16),
    columns: u16,
    upper: Option<Color>,
    lower: Option<Color>,
) {
    let (half, style) = match (upper, lower) {
        (Some(upper), Some(lower)) => ("▀", Style::new().fg(upper).bg(lower)),
        (Some(upper), None) => ("▀", Style::new().fg(upper)),
        (None, Some(lower)) => ("▄", Style::new().fg(lower)),
        (None, None) => return,
    };
    buffer.set_string(x, y, half.repeat(columns.into()), style);
}

const fn background(square: &SquareView, palette: &Palette) -> Color {
    let light = square.is_light as usize;
    if square.is_check {
        palette.check
    } else if square.is_last_move {
        palette.last_move[light]
    } else {
        palette.wood[light]
    }
}
