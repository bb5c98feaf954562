//! Variants.

use crate::types::named_enum;

/// The variant that is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Makruk, Thai chess.
    #[default]
    Makruk,
    /// The tie-break game: a side in check may not move its khun away.
    Makpong,
}

named_enum!(Variant, "variant": Makruk = "makruk", Makpong = "makpong");

impl Variant {
    /// The name as a title: in the PGN tag `Variant`, and at the beginning of a sentence.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Makruk => "Makruk",
            Self::Makpong => "Makpong",
        }
    }
}
