//! The board in colours as lines of text, for commands that print line by line.

use super::board::Style as Men;
use super::has_colors;
use super::palette::Palette;
use super::squares::{self, BoardView, Size};
use crossterm::style::{Attribute, ContentStyle};
use makruk::notation::Notation;
use makruk::position::Position;
use makruk::types::{Color, Move};
use ratatui::backend::IntoCrossterm;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color as Paint, Modifier, Style};

/// Whether a terminal shows [`board_text`].
pub(crate) fn shows_board_text() -> bool {
    // A screen needs no codes there.
    #[cfg(windows)]
    if !crossterm::ansi_support::supports_ansi() {
        return false;
    }
    has_colors()
}

/// The board of the screen as lines of text with the codes of its colours, as large as the window
/// allows beside `rest` other lines. For commands that print line by line.
pub(crate) fn board_text(
    position: &Position,
    last: Option<Move>,
    near: Color,
    men: Men,
    notation: Notation,
    rest: u16,
) -> String {
    let (columns, lines) = crossterm::terminal::size().unwrap_or_default();
    let size = largest(columns, lines.saturating_sub(rest));
    let board = BoardView::new(position, last, near, men, notation);
    colored(&board, size, &Palette::of_terminal())
}

/// The largest board that fits alone.
fn largest(columns: u16, lines: u16) -> Size {
    let fits = |size: &Size| size.width() <= columns && size.height() <= lines;
    Size::ALL.into_iter().find(fits).unwrap_or(Size::SMALLEST)
}

/// The board as lines of text with the codes of its colours, for a terminal that scrolls.
fn colored(board: &BoardView, size: Size, palette: &Palette) -> String {
    let area = Rect::new(0, 0, size.width(), size.height());
    let mut buffer = Buffer::empty(area);
    squares::draw(board, size, palette, area, &mut buffer);
    let mut text = String::new();
    for line in buffer.content.chunks(area.width.into()) {
        for run in line.chunk_by(|one, next| one.style() == next.style()) {
            let signs: String = run.iter().map(|cell| cell.symbol()).collect();
            text += &in_style(run[0].style()).apply(signs).to_string();
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text
}

/// A style as the codes of a terminal have it.
fn in_style(style: Style) -> ContentStyle {
    // The terminal's own colours need no code.
    let paint = |color: Option<Paint>| {
        color.filter(|&color| color != Paint::Reset).map(IntoCrossterm::into_crossterm)
    };
    let mut codes = ContentStyle {
        foreground_color: paint(style.fg),
        background_color: paint(style.bg),
        ..ContentStyle::default()
    };
    if style.add_modifier.contains(Modifier::DIM) {
        codes.attributes.set(Attribute::Dim);
    }
    codes
}
