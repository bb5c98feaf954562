//! The editor of the input line, with a history of earlier lines.

use crossterm::event::{Event, KeyCode, KeyEvent};
use tui_input::Input;
use tui_input::backend::crossterm::EventHandler;

/// Longest line that can be typed, in bytes.
const LONGEST: usize = 1_000;

/// A line being edited. Keys move and delete by visible characters, so that a Thai letter and its
/// marks are one.
#[derive(Debug, Default)]
pub(super) struct Editor {
    input: Input,
    history: Vec<String>,
    /// Index of the history line that is shown; the length of the history for the new line.
    shown: usize,
    /// The new line, while an earlier one is shown.
    draft: String,
}

impl Editor {
    pub(super) fn text(&self) -> &str {
        self.input.value()
    }

    /// Column of the cursor within the text.
    pub(super) fn cursor(&self) -> usize {
        self.input.visual_cursor()
    }

    /// Replaces the text.
    pub(super) fn set(&mut self, text: String) {
        self.show(self.history.len(), text);
    }

    /// Handles a key. Returns the line on Enter.
    pub(super) fn key(&mut self, key: KeyEvent) -> Option<String> {
        match key.code {
            KeyCode::Enter => return Some(self.enter()),
            KeyCode::Esc => self.set(String::new()),
            KeyCode::Up if self.shown > 0 => self.recall(self.shown - 1),
            KeyCode::Down if self.shown < self.history.len() => self.recall(self.shown + 1),
            KeyCode::Char(_) if self.text().len() >= LONGEST => {}
            _ => {
                self.input.handle_event(&Event::Key(key));
            }
        }
        None
    }

    fn enter(&mut self) -> String {
        let line = self.text().to_owned();
        if !line.trim().is_empty() && self.history.last() != Some(&line) {
            self.history.push(line.clone());
        }
        self.set(String::new());
        line
    }

    /// Shows a line of the history, or the new line again.
    fn recall(&mut self, index: usize) {
        if self.shown == self.history.len() {
            self.draft = self.text().to_owned();
        }
        let line = self.history.get(index).unwrap_or(&self.draft).clone();
        self.show(index, line);
    }

    fn show(&mut self, index: usize, line: String) {
        self.shown = index;
        self.input = Input::new(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn type_text(editor: &mut Editor, text: &str) {
        for letter in text.chars() {
            assert_eq!(editor.key(KeyCode::Char(letter).into()), None);
        }
    }

    fn press(editor: &mut Editor, code: KeyCode) -> String {
        assert_eq!(editor.key(code.into()), None);
        editor.text().to_owned()
    }

    #[test]
    fn thai_is_deleted_by_what_a_reader_sees() {
        let mut editor = Editor::default();
        type_text(&mut editor, "เปิดที่นี่");
        assert_eq!(editor.cursor(), 5);
        assert_eq!(press(&mut editor, KeyCode::Backspace), "เปิดที่");
        assert_eq!(press(&mut editor, KeyCode::Left), "เปิดที่");
        assert_eq!(editor.cursor(), 3);
        assert_eq!(press(&mut editor, KeyCode::Delete), "เปิด");
        assert_eq!(press(&mut editor, KeyCode::Esc), "");
    }

    #[test]
    fn earlier_lines_are_recalled_and_the_draft_stays() {
        let mut editor = Editor::default();
        for line in ["e3e4", "e3e4", " ", "Nd2"] {
            type_text(&mut editor, line);
            assert_eq!(editor.key(KeyCode::Enter.into()).as_deref(), Some(line));
        }
        type_text(&mut editor, "hi");
        let up = |editor: &mut Editor| press(editor, KeyCode::Up);
        assert_eq!([up(&mut editor), up(&mut editor), up(&mut editor)], ["Nd2", "e3e4", "e3e4"]);
        let down = |editor: &mut Editor| press(editor, KeyCode::Down);
        assert_eq!([down(&mut editor), down(&mut editor), down(&mut editor)], ["Nd2", "hi", "hi"]);
        type_text(&mut editor, &"x".repeat(2 * LONGEST));
        assert_eq!(editor.text().len(), LONGEST);
    }
}
