//! Draws the screen: the board, the panel beside it, messages, and the input line.

use super::layout::Places;
use super::page::{PageExtent, TextPage};
use super::view::{Lengths, View};
use super::{panel, sara_am};
use crate::terminal::palette::Palette;
use crate::terminal::{self, squares};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Paragraph, Wrap};

/// The contents of the screen.
pub(super) struct Scene<'a> {
    pub view: &'a View,
    pub messages: &'a [Message],
    /// The prompt before the input line.
    pub prompt: &'a str,
    pub typed: &'a str,
    /// Column of the cursor in the input line.
    pub cursor: usize,
    /// The placeholder of an empty input line.
    pub placeholder: &'a Lengths,
    /// A text in place of everything.
    pub page: Option<&'a TextPage>,
    pub page_help: &'a str,
    pub too_small: &'a str,
}

/// A message.
#[derive(Debug)]
pub(super) struct Message {
    pub text: String,
    /// Whether it belongs to the last action.
    pub is_new: bool,
}

/// What a scene shows of texts that may be too long for it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shown {
    /// This part of its page.
    Page(PageExtent),
    /// Messages in this place, which is empty if the window is too small.
    Messages(Rect),
}

/// Draws a scene.
pub(super) fn draw(frame: &mut Frame<'_>, scene: &Scene<'_>, palette: &Palette) -> Shown {
    let area = frame.area();
    if let Some(page) = scene.page {
        return Shown::Page(page.draw(frame, scene.page_help));
    }
    let Some(places) = Places::new(area, panel::status_lines(scene.view)) else {
        let note = Paragraph::new(scene.too_small).wrap(Wrap { trim: true });
        frame.render_widget(note, area);
        return Shown::Messages(Rect::default());
    };
    let board = &scene.view.board;
    squares::draw(board, places.size, palette, places.board, frame.buffer_mut());
    match places.panel {
        Some(area) => panel::draw(scene.view, palette, area, frame.buffer_mut()),
        None => panel::draw_status(scene.view, palette, places.status, frame.buffer_mut()),
    }
    let lines = draw_messages(scene.messages, places.messages, frame.buffer_mut());
    // The input line follows the messages, and stays at the bottom once they fill their space.
    let unused = places.messages.height - lines;
    draw_input(frame, scene, Rect { y: places.input.y - unused, ..places.input });
    sara_am::split(frame.buffer_mut());
    Shown::Messages(places.messages)
}

/// A message in lines of this width.
pub(super) fn wrapped(message: &str, width: u16) -> String {
    terminal::wrap_within(message, width.into(), 2)
}

/// The last messages that fit, the newest last. Returns the number of their lines.
fn draw_messages(messages: &[Message], area: Rect, buffer: &mut Buffer) -> u16 {
    let mut lines = Vec::new();
    for message in messages.iter().rev() {
        let style =
            if message.is_new { Style::new() } else { Style::new().add_modifier(Modifier::DIM) };
        let wrapped = wrapped(&message.text, area.width);
        let wrapped: Vec<_> = wrapped.lines().map(str::to_owned).collect();
        lines.extend(wrapped.into_iter().rev().map(|line| (line, style)));
        if lines.len() >= area.height.into() {
            break;
        }
    }
    lines.truncate(area.height.into());
    for (y, (line, style)) in (area.y..).zip(lines.iter().rev()) {
        buffer.set_stringn(area.x, y, line, area.width.into(), *style);
    }
    lines.len() as u16
}

/// Draws the prompt and the input line, or its end if it is too long.
fn draw_input(frame: &mut Frame<'_>, scene: &Scene<'_>, area: Rect) {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let buffer = frame.buffer_mut();
    let (x, _) = buffer.set_stringn(area.x, area.y, scene.prompt, area.width.into(), bold);
    let room = usize::from(area.right().saturating_sub(x));
    if scene.typed.is_empty() {
        let dim = Style::new().add_modifier(Modifier::DIM);
        let placeholder = scene.placeholder.fitting(room as u16);
        buffer.set_stringn(x, area.y, placeholder, room, dim);
    }
    let scroll = (scene.cursor + 1).saturating_sub(room);
    let text = Paragraph::new(scene.typed).scroll((0, scroll as u16));
    if !scene.typed.is_empty() {
        frame.render_widget(text, Rect::new(x, area.y, room as u16, 1));
    }
    let column = (scene.cursor - scroll.min(scene.cursor)) as u16;
    frame.set_cursor_position(Position::new((x + column).min(area.right() - 1), area.y));
}
