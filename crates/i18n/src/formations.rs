//! The names of opening formations in Thai, in both languages, and found by either.

use super::{Language, Localized};
use makruk::formations::{self, Family, Formation, Variation};
use makruk::types::Color;

impl Localized for Family {
    fn thai(&self) -> String {
        let name = match self {
            Self::Tied => "ม้าผูก",
            Self::Dragon => "ม้ามังกร",
            Self::Paired => "ม้าเทียม",
            Self::ReleasedRight => "ม้าอุปการขวา",
            Self::ReleasedLeft => "ม้าอุปการซ้าย",
        };
        name.to_owned()
    }
}

impl Localized for Variation {
    fn thai(&self) -> String {
        let name = match self {
            Self::RadiantSky => "บรรเจิดฟ้า",
            Self::WorldFamed => "บันลือโลก",
            Self::DoubleCommander => "ขุนพลคู่",
            Self::Commander => "ขุนพล",
            Self::KhonSuchat => "โคนสุชาติ",
            Self::KhonBeforeMet => "โคนนำเม็ด",
            Self::SpreadMa => "ม้าถ่างแดก",
            Self::MixedKhon => "โคนผสม",
            Self::KhonNaiPhon => "โคนนายผล",
        };
        name.to_owned()
    }
}

/// "ม้าผูก ขุนพล".
impl Localized for Formation {
    fn thai(&self) -> String {
        let family = self.family.thai();
        match self.variation {
            Some(variation) => format!("{family} {}", variation.thai()),
            None => family,
        }
    }
}

/// Finds a formation by its name in either language, with or without blanks and commas.
///
/// ```
/// use makruk::formations::Family;
/// let found = sakdi_i18n::find_formation("ม้า ผูก").map(|formation| formation.family);
/// assert_eq!(found, Some(Family::Tied));
/// assert_eq!(sakdi_i18n::find_formation("Tied Knights").map(|one| one.family), found);
/// ```
pub fn find_formation(name: &str) -> Option<Formation> {
    let plain = |name: &str| -> String {
        let kept = name.chars().filter(|letter| !letter.is_whitespace() && *letter != ',');
        kept.flat_map(char::to_lowercase).collect()
    };
    let wanted = plain(name);
    Formation::all().find(|one| [one.name(), one.thai()].iter().any(|name| plain(name) == wanted))
}

/// The formations by both their names: "ม้าผูก ขุนพล (tied knights, commander) v ม้าเทียม (paired
/// knights)", or "ม้าผูก (tied knights) by White" when the other side has none; `None` when
/// neither has.
pub fn formations_in_both_languages(formations: [Option<Formation>; 2]) -> Option<String> {
    formations::joined(formations.map(|one| one.map(|one| format!("{} ({one})", one.thai()))))
}

/// The formations of White and Black: "ม้าผูก ขุนพล ต่อ ม้าเทียม"; of one side when the other has
/// none that has a name, and `None` when neither has.
pub fn formation_names(formations: [Option<Formation>; 2], language: Language) -> Option<String> {
    if language == Language::English {
        return formations::in_english(formations);
    }
    let by = |name, color| Some(format!("{name} ของ{}", language.side(color)));
    match formations.map(|one| one.as_ref().map(Localized::thai)) {
        [Some(white), Some(black)] => Some(format!("{white} ต่อ {black}")),
        [Some(name), None] => by(name, Color::White),
        [None, Some(name)] => by(name, Color::Black),
        [None, None] => None,
    }
}
