//! Draws the screen: the board, the panel beside it, messages, and the input line.

use super::palette::Palette;
use super::squares::{self, Size};
use super::view::{CountView, PlayerView, View};
use crate::i18n;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Constraint, Layout, Position, Rect};
use ratatui::style::{Color as Paint, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Padding, Paragraph, Widget, Wrap};

/// Largest width of the panel with moves, count and players.
const WIDEST_PANEL: u16 = 56;
/// Smallest width of the panel.
const LEAST_PANEL: u16 = 24;
/// Columns between the board and the panel.
const GAP: u16 = 2;
/// Columns of a move number and two moves.
const MOVES_WIDTH: u16 = 22;
/// Largest number of message lines.
const MOST_MESSAGES: u16 = 10;
/// Below this number of moves left the count is shown as urgent.
const URGENT: u16 = 5;

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
    pub placeholder: &'a str,
    /// A text in interface of everything.
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

/// Draws a scene. Returns the extent of its page.
pub(super) fn draw(frame: &mut Frame<'_>, scene: &Scene<'_>, palette: &Palette) -> PageExtent {
    let area = frame.area();
    if let Some(page) = scene.page {
        return draw_page(frame, page, scene.page_help);
    }
    let Some(places) = Places::new(area) else {
        let note = Paragraph::new(scene.too_small).wrap(Wrap { trim: true });
        frame.render_widget(note, area);
        return PageExtent::default();
    };
    squares::draw(scene.view, places.size, palette, places.board, frame.buffer_mut());
    if let Some(panel) = places.panel {
        draw_panel(scene.view, palette, panel, frame.buffer_mut());
    }
    let lines = draw_messages(scene.messages, places.messages, frame.buffer_mut());
    // The input line follows the messages, and stays at the bottom once they fill their space.
    let unused = places.messages.height - lines;
    draw_input(frame, scene, Rect { y: places.input.y - unused, ..places.input });
    split_sara_am(frame.buffer_mut());
    PageExtent::default()
}

/// Gives the vowel ำ a cell of its own. Ratatui keeps it in one cell with its consonant, as a sign
/// of two columns, and takes the terminal to clear both when it overwrites the first; terminals see
/// two signs there.
fn split_sara_am(buffer: &mut Buffer) {
    const SARA_AM: char = '\u{e33}';
    for index in 1..buffer.content.len() {
        let before = &buffer.content[index - 1];
        let Some(consonant) = before.symbol().strip_suffix(SARA_AM) else { continue };
        if !consonant.is_empty() {
            let (consonant, style) = (consonant.to_owned(), before.style());
            buffer.content[index - 1].set_symbol(&consonant);
            buffer.content[index].set_char(SARA_AM).set_style(style);
        }
    }
}

/// The areas of the screen.
struct Places {
    size: Size,
    board: Rect,
    panel: Option<Rect>,
    messages: Rect,
    input: Rect,
}

impl Places {
    /// `None` if not even the small board fits.
    fn new(area: Rect) -> Option<Self> {
        let fits = |size: &Size, panel: u16| {
            // One message line and the input line.
            area.width >= size.width() + panel && area.height >= size.height() + 2
        };
        let needed = GAP + LEAST_PANEL;
        let size = [(Size::Large, needed), (Size::Small, needed), (Size::Small, 0)];
        let size = size.into_iter().find(|(size, panel)| fits(size, *panel))?.0;
        let width = area.width.min(size.width() + GAP + WIDEST_PANEL);
        let left = area.x + (area.width - width) / 2;
        let panel = width.saturating_sub(size.width() + GAP);
        let free = area.height - size.height() - 1;
        let lines = free.min(MOST_MESSAGES);
        // A line apart where there is room for it.
        let [above, below] = [4, 8].map(|enough| u16::from(free > enough));
        let lines = lines.min(free - above - below);
        let height = size.height() + above + lines + below + 1;
        let top = area.y + (area.height - height) / 2;
        let board = Rect::new(left, top, size.width(), size.height());
        let panel = (panel >= LEAST_PANEL)
            .then(|| Rect::new(left + size.width() + GAP, top, panel, size.height()));
        let messages = Rect::new(left, board.bottom() + above, width, lines);
        let input = Rect::new(left, messages.bottom() + below, width, 1);
        Some(Self { size, board, panel, messages, input })
    }
}

/// The players, the moves and the count.
fn draw_panel(view: &View, palette: &Palette, area: Rect, buffer: &mut Buffer) {
    // A line before and after, beside the large board.
    let apart = u16::from(area.height >= Size::Large.height());
    let count_lines = match (&view.count, &view.claim) {
        (Some(_), _) => 3 + 2 * apart,
        (None, Some(_)) => 1 + 2 * apart,
        (None, None) => apart,
    };
    let player = Constraint::Length(2);
    let [far, _, moves, count, near] = Layout::vertical([
        player,
        Constraint::Length(apart),
        Constraint::Fill(1),
        Constraint::Length(count_lines),
        player,
    ])
    .areas(area);
    draw_player(&view.players[0], palette, [far.y, far.y + 1], far, buffer);
    draw_player(&view.players[1], palette, [near.y + 1, near.y], near, buffer);
    draw_moves(&view.moves, moves, buffer);
    // Below the names, which have a mark before them.
    let count = Rect { x: count.x + 2, y: count.y + apart, width: count.width - 2, height: 3 };
    if let Some(view) = &view.count {
        draw_count(view, palette, count, buffer);
    } else if let Some(claim) = &view.claim {
        buffer.set_stringn(count.x, count.y, claim, count.width.into(), Style::new());
    }
}

/// A player's name and clock on the first of two lines, and what the player captured on the other.
fn draw_player(
    player: &PlayerView,
    palette: &Palette,
    [name, captured]: [u16; 2],
    area: Rect,
    buffer: &mut Buffer,
) {
    let style =
        if player.is_to_move { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
    let mark = if player.is_to_move { "▶ " } else { "  " };
    let clock = player.clock.as_ref().map(|clock| {
        let style = if clock.is_low { style.fg(palette.urgent) } else { style };
        Span::styled(clock.text.as_str(), style)
    });
    let line = Rect::new(area.x, name, area.width, 1);
    let text = Line::from(vec![Span::styled(mark, style), Span::styled(&player.name, style)]);
    text.render(line, buffer);
    if let Some(clock) = clock {
        Line::from(clock).alignment(Alignment::Right).render(line, buffer);
    }
    if !player.captured.is_empty() {
        let chip = Style::new().bg(palette.wood[0]).fg(palette.men[(!player.color).index()]);
        let text = format!(" {}", player.captured);
        buffer.set_stringn(area.x + 2, captured, text, usize::from(area.width - 2), chip);
    }
}

/// Draws the last moves that fit, in as many columns as fit.
fn draw_moves(moves: &[[String; 3]], area: Rect, buffer: &mut Buffer) {
    let columns = (area.width / MOVES_WIDTH).clamp(1, 3);
    let lines = usize::from(area.height);
    let room = lines * usize::from(columns);
    let shown = &moves[moves.len().saturating_sub(room)..];
    for (index, [number, white, black]) in shown.iter().enumerate() {
        let is_last = index + 1 == shown.len();
        let x = area.x + (index / lines) as u16 * (area.width / columns);
        let y = area.y + (index % lines) as u16;
        let plain = Style::new();
        let bold = plain.add_modifier(Modifier::BOLD);
        let style = |is_bold| if is_bold { bold } else { plain };
        let dim = plain.add_modifier(Modifier::DIM);
        buffer.set_string(x, y, i18n::pad_left(number, 4), dim);
        buffer.set_stringn(x + 5, y, white, 8, style(is_last && black.is_empty()));
        buffer.set_stringn(x + 14, y, black, 8, style(is_last));
    }
}

/// What is counted, a bar with the number reached and the limit, and the moves left.
fn draw_count(count: &CountView, palette: &Palette, area: Rect, buffer: &mut Buffer) {
    let line = |y: u16| Rect::new(area.x, area.y + y, area.width, 1);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    Line::styled(count.honour.as_str(), bold).render(line(0), buffer);
    let progress = format!(" {}", count.progress);
    let width = area.width.saturating_sub(i18n::width(&progress) as u16);
    let filled = (u32::from(width) * u32::from(count.spoken) / u32::from(count.last.max(1))) as u16;
    let left = count.last - count.spoken;
    let color = if left < URGENT { palette.urgent } else { palette.counted };
    let bar = |from: u16, columns: u16, sign: &str, color: Paint, buffer: &mut Buffer| {
        let text = sign.repeat(columns.into());
        buffer.set_string(area.x + from, area.y + 1, text, Style::new().fg(color));
    };
    bar(0, filled, "█", color, buffer);
    bar(filled, width - filled, "░", palette.uncounted, buffer);
    buffer.set_string(area.x + width, area.y + 1, progress, bold);
    let style = if left < URGENT { bold.fg(palette.urgent) } else { Style::new() };
    Line::styled(count.left.as_str(), style).render(line(2), buffer);
}

/// The last messages that fit, the newest last. Returns the number of their lines.
fn draw_messages(messages: &[Message], area: Rect, buffer: &mut Buffer) -> u16 {
    let mut lines = Vec::new();
    for message in messages.iter().rev() {
        let style =
            if message.is_new { Style::new() } else { Style::new().add_modifier(Modifier::DIM) };
        let wrapped = crate::cli::terminal::wrap(&message.text, area.width.into(), 2);
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
        buffer.set_stringn(x, area.y, scene.placeholder, room, dim);
    }
    let scroll = (scene.cursor + 1).saturating_sub(room);
    let text = Paragraph::new(scene.typed).scroll((0, scroll as u16));
    if !scene.typed.is_empty() {
        frame.render_widget(text, Rect::new(x, area.y, room as u16, 1));
    }
    let column = (scene.cursor - scroll.min(scene.cursor)) as u16;
    frame.set_cursor_position(Position::new((x + column).min(area.right() - 1), area.y));
}

/// A text in a frame of its own.
fn draw_page(frame: &mut Frame<'_>, page: &TextPage, help: &str) -> PageExtent {
    let area = frame.area();
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .padding(Padding::horizontal(1))
        .title_bottom(Line::from(format!(" {help} ")).right_aligned());
    let inner = block.inner(area);
    let width = usize::from(inner.width.max(1));
    let wrapped: Vec<String> =
        page.text.lines().map(|line| crate::cli::terminal::wrap(line, width, 0)).collect();
    let text = wrapped.join("\n");
    // A word that is wider than the window takes several lines.
    let lines = text.lines().map(|line| i18n::width(line).div_ceil(width).max(1)).sum();
    let extent = PageExtent { shown: inner.height.into(), lines };
    let first = page.first.min(extent.last());
    let text = Paragraph::new(text)
        .wrap(Wrap { trim: false })
        .scroll((first.try_into().unwrap_or(u16::MAX), 0));
    frame.render_widget(Clear, area);
    frame.render_widget(text.block(block), area);
    split_sara_am(frame.buffer_mut());
    extent
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_has_a_place_in_every_window() {
        for (width, height) in (1..200).flat_map(|width| (1..70).map(move |height| (width, height)))
        {
            let area = Rect::new(0, 0, width, height);
            let Some(places) = Places::new(area) else {
                assert!(width < 18 || height < 11, "{area}");
                continue;
            };
            let rows = [places.board, places.messages, places.input];
            for pair in rows.windows(2) {
                assert!(pair[0].bottom() <= pair[1].y, "{area}: {rows:?}");
            }
            let all = rows.into_iter().chain(places.panel);
            assert!(all.clone().all(|part| area.intersection(part) == part), "{area}: {rows:?}");
            assert!(places.messages.height > 0, "{area}");
        }
        let places = Places::new(Rect::new(0, 0, 80, 24)).expect("room");
        assert_eq!((places.size, places.messages.height), (Size::Large, 4));
        assert!(places.panel.is_some_and(|panel| panel.width == 44));
    }

    /// A terminal has a column for each cell, and so clears whatever is written over.
    #[test]
    fn a_thai_vowel_has_its_own_cell() {
        let area = Rect::new(0, 0, 6, 1);
        let mut buffer = Buffer::empty(area);
        buffer.set_string(0, 0, "ฝ่ายดำ", Style::new());
        split_sara_am(&mut buffer);
        let cells: Vec<_> = buffer.content.iter().map(|cell| cell.symbol()).collect();
        assert_eq!(cells, ["ฝ่", "า", "ย", "ด", "ำ", " "]);
    }
}
