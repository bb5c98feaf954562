//! Where the parts of the screen are.

use crate::terminal::squares::Size;
use ratatui::layout::Rect;

/// Largest width of the panel with moves, count and players.
const WIDEST_PANEL: u16 = 56;
/// Smallest width of the panel beside the smallest board, beside that of a usual window, and beside
/// a larger one, where nothing is shortened.
const LEAST_PANEL: u16 = 20;
const USUAL_PANEL: u16 = 24;
const AMPLE_PANEL: u16 = 40;
/// Columns between the board and the panel.
const GAP: u16 = 2;
/// Largest number of message lines.
const MOST_MESSAGES: u16 = 10;
/// Smallest number of message lines below a board of the usual size, and below a larger one.
const USUAL_MESSAGES: u16 = 2;
const AMPLE_MESSAGES: u16 = 4;

/// The areas of the screen.
pub(super) struct Places {
    pub size: Size,
    pub board: Rect,
    pub panel: Option<Rect>,
    /// Below the board, where there is no panel: a line for the clocks and one for the count.
    pub status: Rect,
    pub messages: Rect,
    pub input: Rect,
}

impl Places {
    /// The places in a window. Without a panel, `status` lines are needed for clocks and count.
    /// `None` if not even the smallest board fits.
    pub(super) fn new(area: Rect, status: u16) -> Option<Self> {
        let size = size(area)?;
        let panel = area.width.saturating_sub(size.width() + GAP);
        let has_panel = panel >= LEAST_PANEL;
        let width = area.width.min(size.width() + GAP + WIDEST_PANEL);
        let left = area.x + (area.width - width) / 2;
        let free = area.height - size.height() - 1;
        let status = if has_panel { 0 } else { status.min(free - 1) };
        let free = free - status;
        let lines = free.min(MOST_MESSAGES);
        // A line apart where there is room for it.
        let [above, below] = [4, 8].map(|enough| u16::from(free > enough));
        let lines = lines.min(free - above - below);
        let height = size.height() + status + above + lines + below + 1;
        let top = area.y + (area.height - height) / 2;
        let board = Rect::new(left, top, size.width(), size.height());
        let panel = panel.min(WIDEST_PANEL);
        let panel = Rect::new(left + size.width() + GAP, top, panel, size.height());
        let status = Rect::new(left, board.bottom(), width, status);
        let messages = Rect::new(left, status.bottom() + above, width, lines);
        let input = Rect::new(left, messages.bottom() + below, width, 1);
        Some(Self { size, board, panel: has_panel.then_some(panel), status, messages, input })
    }
}

/// The largest board with room for the rest.
fn size(area: Rect) -> Option<Size> {
    // The input line is one more.
    let fits = |size: Size, panel: u16, messages: u16| {
        area.width >= size.width() + panel && area.height > size.height() + messages
    };
    Size::ALL.into_iter().find(|&size| {
        if size > Size::USUAL {
            fits(size, GAP + AMPLE_PANEL, AMPLE_MESSAGES)
        } else if size == Size::USUAL {
            fits(size, GAP + USUAL_PANEL, USUAL_MESSAGES)
        } else {
            fits(size, 0, 1)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_has_a_place_in_every_window() {
        let windows = (1..230).flat_map(|width| (1..70).map(move |height| (width, height)));
        for (width, height) in windows {
            let area = Rect::new(0, 0, width, height);
            let Some(places) = Places::new(area, 2) else {
                assert!(width < 18 || height < 11, "{area}");
                continue;
            };
            let rows = [places.board, places.status, places.messages, places.input];
            for pair in rows.windows(2) {
                assert!(pair[0].bottom() <= pair[1].y, "{area}: {rows:?}");
            }
            let all = rows.into_iter().chain(places.panel);
            assert!(all.clone().all(|part| area.intersection(part) == part), "{area}: {rows:?}");
            assert!(places.messages.height > 0, "{area}");
            // Clocks and count are in the panel or below the board.
            assert!(places.panel.is_some() || places.status.height == 2 || height < 13, "{area}");
        }
    }

    #[test]
    fn the_board_grows_with_the_window() {
        let sizes = [(40, 14), (60, 20), (80, 24), (120, 30), (120, 40), (200, 50)];
        let sizes = sizes.map(|(width, height)| {
            let places = Places::new(Rect::new(0, 0, width, height), 2).expect("room");
            (places.board.width, places.panel.map(|panel| panel.width), places.messages.height)
        });
        assert_eq!(
            sizes,
            [
                (18, Some(20), 4),
                (18, Some(40), 8),
                (34, Some(44), 4),
                (50, Some(56), 4),
                (66, Some(52), 4),
                (82, Some(56), 7),
            ]
        );
    }
}
