//! Which game is played, and how it is counted.

use crate::types::named_enum;

/// The game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    #[default]
    Makruk,
    /// The tie-break game: a side in check may not move its khun away.
    Makpong,
}

named_enum!(Variant, "variant": Makruk = "makruk", Makpong = "makpong");

/// How counts start, stop and run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CountingRule {
    /// What Fairy-Stockfish-compatible interfaces adjudicate: automatic for either side.
    #[default]
    Makruk,
    /// The over-the-board rule: only the side that is not the stronger counts board's honour.
    Thai,
    /// As `Thai`, with the limit of pieces' honour taken from the highest man.
    ThaiStrict,
    /// No counting.
    None,
    /// As `Thai`, while the weaker side has asked for it ([`super::counting::claim`]).
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
