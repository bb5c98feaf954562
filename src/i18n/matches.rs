//! Thai texts of the games and results of matches.

use super::Localized;
use crate::arena::match_pgn::Remark;
use crate::arena::thai_format::ThaiFormat;

impl Localized for Remark<'_> {
    fn thai(&self) -> String {
        match self {
            Self::BookMove => "ตำรา".to_owned(),
            Self::Count { spoken, last } => format!("นับ {spoken}/{last}"),
            Self::Ending(ending) => ending.thai(),
        }
    }
}

impl Localized for ThaiFormat {
    fn thai(&self) -> String {
        let name = match self {
            Self::FirstRound => "รอบแรก",
            Self::Final => "รอบชิงชนะเลิศ",
        };
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Language;
    use crate::notation::pgn::BOOK_MOVE;

    /// Games are read back in either language.
    #[test]
    fn a_move_of_the_opening_is_known_by_its_remark() {
        assert_eq!(Language::ALL.map(|language| Remark::BookMove.say(language)), BOOK_MOVE);
    }
}
