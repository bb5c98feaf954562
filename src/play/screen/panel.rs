//! Draws what stands beside the board: the players, the moves and the count; or below it, in a
//! narrow window.

use super::view::{CountView, PlayerView, View};
use crate::terminal::palette::Palette;
use crate::terminal::squares::Size;
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::style::{Color as Paint, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

/// Columns of a move number and the blank after it.
const NUMBER_WIDTH: u16 = 5;
/// Columns for a move where there is room.
const MOVE_WIDTH: u16 = 8;
/// Below this number of moves left the count is shown as urgent.
const URGENT: u16 = 5;
/// The mark of the player to move, and the room for it.
const TO_MOVE: &str = "▶ ";
const MARK_WIDTH: u16 = 2;

/// The players, the moves and the count.
pub(super) fn draw(view: &View, palette: &Palette, area: Rect, buffer: &mut Buffer) {
    // A line before and after, beside a board of the usual size.
    let apart = u16::from(area.height >= Size::USUAL.height());
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
    let count = Rect {
        x: count.x + MARK_WIDTH,
        y: count.y + apart,
        width: count.width - MARK_WIDTH,
        height: 3,
    };
    if let Some(view) = &view.count {
        draw_count(view, palette, count, buffer);
    } else if let Some(claim) = &view.claim {
        let claim = claim.fitting(count.width);
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
    let style = player_style(player);
    let clock = player.clock.as_ref().map_or("", |clock| clock.text.as_str());
    let clock_width = if clock.is_empty() { 0 } else { sakdi_i18n::width(clock) as u16 + 1 };
    let room = area.width.saturating_sub(MARK_WIDTH + clock_width);
    let mark = if player.is_to_move { TO_MOVE } else { "  " };
    let line = Rect::new(area.x, name, area.width, 1);
    let text = [Span::styled(mark, style), Span::styled(player.name.fitting(room), style)];
    Line::from(text.to_vec()).render(line, buffer);
    if let Some(clock) = clock_span(player, palette) {
        Line::from(clock).alignment(Alignment::Right).render(line, buffer);
    }
    let room = area.width - MARK_WIDTH;
    let men = player.captured.fitting(room - 1);
    if !men.is_empty() {
        let chip = Style::new().bg(palette.wood[0]).fg(palette.men[(!player.color).index()]);
        buffer.set_stringn(area.x + MARK_WIDTH, captured, format!(" {men}"), room.into(), chip);
    }
}

fn player_style(player: &PlayerView) -> Style {
    if player.is_to_move { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() }
}

fn clock_span<'a>(player: &'a PlayerView, palette: &Palette) -> Option<Span<'a>> {
    let clock = player.clock.as_ref()?;
    let style = player_style(player);
    let style = if clock.is_low { style.fg(palette.urgent) } else { style };
    Some(Span::styled(clock.text.as_str(), style))
}

/// Number of lines of [`draw_status`].
pub(super) fn status_lines(view: &View) -> u16 {
    let has_clocks = view.players.iter().any(|player| player.clock.is_some());
    u16::from(has_clocks) + u16::from(view.count.is_some() || view.claim.is_some())
}

/// The clocks in one line, the near player's first, and the count in another; as many as fit.
pub(super) fn draw_status(view: &View, palette: &Palette, area: Rect, buffer: &mut Buffer) {
    let mut rows = area.rows();
    if view.players.iter().any(|player| player.clock.is_some())
        && let Some(row) = rows.next()
    {
        for (player, side) in view.players.iter().zip([Alignment::Right, Alignment::Left]) {
            let mark = if player.is_to_move { TO_MOVE } else { "" };
            let clock = player.clock.as_ref().map_or("", |clock| clock.text.as_str());
            let room =
                (area.width / 2).saturating_sub(sakdi_i18n::width(clock) as u16 + MARK_WIDTH + 1);
            let name = Some(player.name.fitting(room))
                .filter(|name| sakdi_i18n::width(name) <= room.into());
            let name = name.map(|name| format!("{name} ")).unwrap_or_default();
            let mut spans = vec![Span::styled(format!("{mark}{name}"), player_style(player))];
            spans.extend(clock_span(player, palette));
            Line::from(spans).alignment(side).render(row, buffer);
        }
    }
    let count = view.count.as_ref().map(|count| count.honour.followed_by(&count.progress));
    if let Some(text) = count.as_ref().or(view.claim.as_ref())
        && let Some(row) = rows.next()
    {
        let is_urgent = view.count.as_ref().is_some_and(is_urgent);
        let style = if is_urgent { Style::new().fg(palette.urgent) } else { Style::new() };
        Line::styled(text.fitting(row.width), style).render(row, buffer);
    }
}

/// Draws the last moves that fit, in as many columns as fit. Where two moves are too wide for the
/// panel, each has a line of its own.
fn draw_moves(moves: &[[String; 3]], area: Rect, buffer: &mut Buffer) {
    let widths = moves.iter().flat_map(|[_, white, black]| [white, black]);
    let longest = widths.map(|text| sakdi_i18n::width(text)).max().unwrap_or_default() as u16;
    let pair = |width: u16| NUMBER_WIDTH + width + 1 + width;
    let is_paired = pair(longest) <= area.width;
    let width = if pair(MOVE_WIDTH) <= area.width { longest.max(MOVE_WIDTH) } else { longest };
    let width = if is_paired { width.min((area.width - NUMBER_WIDTH - 1) / 2) } else { longest };
    let rows: Vec<[&str; 3]> = moves
        .iter()
        .flat_map(|[number, white, black]| {
            let whole = [number.as_str(), white.as_str(), black.as_str()];
            let halves = [[number.as_str(), white.as_str(), ""], ["", black.as_str(), ""]];
            let halves = halves.into_iter().filter(|[_, text, _]| !text.is_empty());
            if is_paired { vec![whole] } else { halves.collect() }
        })
        .collect();
    let columns = (area.width / (pair(width) + 1)).clamp(1, 3);
    let lines = usize::from(area.height);
    let room = lines * usize::from(columns);
    let shown = &rows[rows.len().saturating_sub(room)..];
    for (index, &[number, white, black]) in shown.iter().enumerate() {
        let is_last = index + 1 == shown.len();
        let x = area.x + (index / lines) as u16 * (area.width / columns);
        let y = area.y + (index % lines) as u16;
        let plain = Style::new();
        let bold = plain.add_modifier(Modifier::BOLD);
        let style = |is_bold| if is_bold { bold } else { plain };
        let dim = plain.add_modifier(Modifier::DIM);
        let right = area.right();
        let mut put = |x: u16, text: &str, style: Style| {
            buffer.set_stringn(x, y, text, right.saturating_sub(x).into(), style);
        };
        put(x, &sakdi_i18n::pad_left(number, usize::from(NUMBER_WIDTH) - 1), dim);
        put(x + NUMBER_WIDTH, white, style(is_last && black.is_empty()));
        put(x + NUMBER_WIDTH + width + 1, black, style(is_last));
    }
}

fn is_urgent(count: &CountView) -> bool {
    count.last - count.spoken < URGENT
}

/// What is counted, a bar with the number reached and the limit, and the moves left.
fn draw_count(count: &CountView, palette: &Palette, area: Rect, buffer: &mut Buffer) {
    let line = |y: u16| Rect::new(area.x, area.y + y, area.width, 1);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    Line::styled(count.honour.fitting(area.width), bold).render(line(0), buffer);
    let progress = format!(" {}", count.progress);
    let width = area.width.saturating_sub(sakdi_i18n::width(&progress) as u16);
    let filled = (u32::from(width) * u32::from(count.spoken) / u32::from(count.last.max(1))) as u16;
    let color = if is_urgent(count) { palette.urgent } else { palette.counted };
    let bar = |from: u16, columns: u16, sign: &str, color: Paint, buffer: &mut Buffer| {
        let text = sign.repeat(columns.into());
        buffer.set_string(area.x + from, area.y + 1, text, Style::new().fg(color));
    };
    bar(0, filled, "█", color, buffer);
    bar(filled, width - filled, "░", palette.uncounted, buffer);
    buffer.set_string(area.x + width, area.y + 1, progress, bold);
    let style = if is_urgent(count) { bold.fg(palette.urgent) } else { Style::new() };
    Line::styled(count.left.fitting(area.width), style).render(line(2), buffer);
}
