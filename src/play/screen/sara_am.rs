//! The cells of the vowel ำ.

use ratatui::buffer::Buffer;

/// Gives the vowel ำ a cell of its own. Ratatui keeps it in one cell with its consonant, as a sign
/// of two columns, and takes the terminal to clear both when it overwrites the first; terminals see
/// two signs there.
pub(super) fn split(buffer: &mut Buffer) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    /// A terminal has a column for each cell, and so clears whatever is written over.
    #[test]
    fn a_thai_vowel_has_its_own_cell() {
        let area = Rect::new(0, 0, 6, 1);
        let mut buffer = Buffer::empty(area);
        buffer.set_string(0, 0, "ฝ่ายดำ", Style::new());
        split(&mut buffer);
        let cells: Vec<_> = buffer.content.iter().map(|cell| cell.symbol()).collect();
        assert_eq!(cells, ["ฝ่", "า", "ย", "ด", "ำ", " "]);
    }
}
