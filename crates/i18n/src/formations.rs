//! Opening formations in one language.

use super::Language;
use makruk::formations::{self, Formation};
use makruk::types::Color;

/// The formations of White and Black: "ม้าผูก ขุนพล ต่อ ม้าเทียม"; of one side when the other has
/// none that has a name, and `None` when neither has.
pub fn formation_names(formations: [Option<Formation>; 2], language: Language) -> Option<String> {
    if language == Language::English {
        return formations::in_english(formations);
    }
    let by = |name, color| Some(format!("{name} ของ{}", language.side(color)));
    match formations.map(|one| one.map(Formation::thai_name)) {
        [Some(white), Some(black)] => Some(format!("{white} ต่อ {black}")),
        [Some(name), None] => by(name, Color::White),
        [None, Some(name)] => by(name, Color::Black),
        [None, None] => None,
    }
}
