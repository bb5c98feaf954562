//! Variants and counting rules.

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

/// When counts start, how they advance, and when they end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CountingRule {
    /// As adjudicated by interfaces that are compatible with Fairy-Stockfish: automatic for both sides.
    #[default]
    Makruk,
    /// As played over the board: only the side that is not the stronger one counts board's honour.
    Thai,
    /// As `Thai`, but the limit of pieces' honour is that of the highest man.
    ThaiStrict,
    /// No counting.
    None,
    /// As `Thai`, but only while the weaker side claims it ([`super::counting::claim`]).
    Claimed,
}

// The format of training data numbers the rules in this order.
named_enum!(
    CountingRule, "counting rule":
    Makruk = "makruk",
    Thai = "thai",
    ThaiStrict = "thai-strict",
    None = "none",
    Claimed = "claimed",
);
