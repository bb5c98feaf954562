//! A text of several lines in place of the board, such as help.

use super::sara_am;
use crate::terminal;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Frame;
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear, Padding, Paragraph, Wrap};

/// A text of several lines that is scrolled.
#[derive(Debug)]
pub(super) struct TextPage {
    pub text: String,
    /// The first line that is shown.
    pub first: usize,
}

/// The lines of a page in the present window.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PageExtent {
    /// Lines that fit.
    pub shown: usize,
    /// All lines.
    pub lines: usize,
}

impl PageExtent {
    /// The first line that is shown at the end of the page.
    pub(super) const fn last(self) -> usize {
        self.lines.saturating_sub(self.shown)
    }
}

/// What a key does to a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PageKey {
    Stays,
    Closes,
    /// It closes the page, and is typed in the input line.
    Types,
}

impl TextPage {
    /// Scrolls for a key, or says what else it does.
    pub(super) fn key(&mut self, key: KeyEvent, extent: PageExtent) -> PageKey {
        let last = extent.last();
        let most = extent.shown.saturating_sub(1);
        let is_text = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        self.first = match key.code {
            KeyCode::Up => self.first.saturating_sub(1),
            KeyCode::Down => last.min(self.first + 1),
            KeyCode::PageUp => self.first.saturating_sub(most),
            KeyCode::PageDown | KeyCode::Char(' ') => last.min(self.first + most),
            KeyCode::Home => 0,
            KeyCode::End => last,
            KeyCode::Esc | KeyCode::Enter => return PageKey::Closes,
            KeyCode::Char(_) if is_text => return PageKey::Types,
            _ => self.first,
        };
        PageKey::Stays
    }

    /// Draws it in a frame of its own. Returns its extent.
    pub(super) fn draw(&self, frame: &mut Frame<'_>, help: &str) -> PageExtent {
        let area = frame.area();
        let block = Block::bordered()
            .border_type(BorderType::Rounded)
            .padding(Padding::horizontal(1))
            .title_bottom(Line::from(format!(" {help} ")).right_aligned());
        let inner = block.inner(area);
        let width = usize::from(inner.width.max(1));
        let wrapped: Vec<String> =
            self.text.lines().map(|line| terminal::wrap(line, width, 0)).collect();
        let text = wrapped.join("\n");
        // A word that is wider than the window takes several lines.
        let lines = text.lines().map(|line| sakdi_i18n::width(line).div_ceil(width).max(1)).sum();
        let extent = PageExtent { shown: inner.height.into(), lines };
        let first = self.first.min(extent.last());
        let text = Paragraph::new(text)
            .wrap(Wrap { trim: false })
            .scroll((first.try_into().unwrap_or(u16::MAX), 0));
        frame.render_widget(Clear, area);
        frame.render_widget(text.block(block), area);
        sara_am::split(frame.buffer_mut());
        extent
    }
}
