//! The colours of a board on the terminal.

use ratatui::style::Color;
use std::env;

/// The colours of the board. Everything else uses the colours of the terminal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    /// `[dark, light]`
    pub wood: [Color; 2],
    /// Squares of the last move. `[dark, light]`
    pub last_move: [Color; 2],
    /// The square of a khun in check.
    pub check: Color,
    /// Men. `[color]`
    pub men: [Color; 2],
    /// Colours of the bar of the count: the counted part, the same when few moves are left, and the
    /// rest.
    pub counted: Color,
    pub urgent: Color,
    pub uncounted: Color,
}

impl Palette {
    /// The palette for this terminal: true colour or 256 colours.
    pub(crate) fn of_terminal() -> Self {
        let depth = env::var("COLORTERM").unwrap_or_default();
        if ["truecolor", "24bit"].contains(&depth.as_str()) { Self::ANY } else { Self::OF_256 }
    }

    const ANY: Self = Self {
        wood: [Color::Rgb(150, 110, 72), Color::Rgb(176, 136, 94)],
        last_move: [Color::Rgb(122, 128, 58), Color::Rgb(146, 150, 74)],
        check: Color::Rgb(186, 60, 48),
        men: [Color::Rgb(255, 250, 238), Color::Rgb(16, 12, 8)],
        counted: Color::Rgb(200, 150, 60),
        urgent: Color::Rgb(200, 70, 55),
        uncounted: Color::Rgb(110, 110, 110),
    };

    const OF_256: Self = Self {
        wood: [Color::Indexed(94), Color::Indexed(137)],
        last_move: [Color::Indexed(100), Color::Indexed(143)],
        check: Color::Indexed(160),
        men: [Color::Indexed(231), Color::Indexed(16)],
        counted: Color::Indexed(178),
        urgent: Color::Indexed(160),
        uncounted: Color::Indexed(242),
    };
}
