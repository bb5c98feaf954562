//! The men on the board as text, and patterns of them.

use makruk::position::Position;
use makruk::types::{Color, Piece};
use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

/// Kinds in the order in which they are written, each with its largest number: `KRNSMP`.
const ORDER: [Piece; Piece::COUNT] =
    [Piece::King, Piece::Rook, Piece::Knight, Piece::Khon, Piece::Met, Piece::Pawn];

/// Numbers of men of both sides, in the order of [`ORDER`].
type Sides = [[u8; Piece::COUNT]; 2];

/// The men on the board whatever their colours: `KRSvKM`. The side with more of the first kind that differs
/// comes first.
pub(crate) fn signature(position: &Position) -> String {
    let count = |color| ORDER.map(|piece| position.men(color, piece).len() as u8);
    let mut sides = Color::ALL.map(count);
    sides.sort_by_key(|&side| Reverse((side.iter().sum::<u8>(), side)));
    text(&sides)
}

fn text(sides: &Sides) -> String {
    sides.map(|side| side_text(&side)).join("v")
}

fn side_text(side: &[u8; Piece::COUNT]) -> String {
    let men = ORDER.iter().zip(side);
    men.flat_map(|(piece, &count)| std::iter::repeat_n(piece.letter(), count.into())).collect()
}

/// Men of two sides, exactly or at least: `KRvKS`, `KR+vK`, `K+vK`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaterialPattern {
    sides: Sides,
    /// Whether a side may have more men than these.
    or_more: [bool; 2],
}

/// A text is no pattern of material.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a pattern of men: expected one such as KRvKS, or KR+vK where + means more men"
)]
pub struct PatternError(String);

impl PatternError {
    /// The text.
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl FromStr for MaterialPattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let error = || PatternError(text.to_owned());
        let (strong, weak) = text.split_once(['v', 'V']).ok_or_else(error)?;
        let mut pattern = Self { sides: Sides::default(), or_more: [false; 2] };
        for (index, side) in [strong, weak].into_iter().enumerate() {
            let men = side.strip_suffix('+').unwrap_or(side);
            pattern.or_more[index] = men.len() < side.len();
            for letter in men.chars() {
                let letter = letter.to_ascii_uppercase();
                let kind = ORDER.iter().position(|piece| piece.letter() == letter);
                let count = &mut pattern.sides[index][kind.ok_or_else(error)?];
                *count = count.checked_add(1).ok_or_else(error)?;
            }
            // The khun may be left out.
            let khuns = &mut pattern.sides[index][0];
            *khuns = (*khuns).max(1);
            if *khuns > 1 {
                return Err(error());
            }
        }
        Ok(pattern)
    }
}

impl fmt::Display for MaterialPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [strong, weak] = [0, 1].map(|index| {
            side_text(&self.sides[index]) + if self.or_more[index] { "+" } else { "" }
        });
        write!(f, "{strong}v{weak}")
    }
}

impl MaterialPattern {
    /// Whether men that are written so match, whichever side comes first.
    pub(crate) fn matches(&self, signature: &str) -> bool {
        let Ok(men) = signature.parse::<Self>() else { return false };
        let [first, second] = men.sides;
        let fits = |index: usize, side: [u8; Piece::COUNT]| {
            let wanted = self.sides[index];
            if self.or_more[index] {
                wanted.iter().zip(side).all(|(&wanted, count)| count >= wanted)
            } else {
                wanted == side
            }
        };
        fits(0, first) && fits(1, second) || fits(0, second) && fits(1, first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::notation::fen;

    #[test]
    fn patterns_match_men() {
        let matches = |pattern: &str, signature| {
            pattern.parse::<MaterialPattern>().expect("a pattern").matches(signature)
        };
        assert!(matches("KRvKS", "KRvKS") && matches("KSvKR", "KRvKS") && matches("RvS", "KRvKS"));
        assert!(!matches("KRvKS", "KRPvKS") && matches("KR+vKS", "KRPvKS"));
        assert!(matches("K+vK", "KRNSvK") && !matches("K+vK", "KRvKM"));
        assert!(matches("kpp+vk+", "KRPPPvKRP") && !matches("kpp+vkpp+", "KRPPPvKRP"));
        for wrong in ["", "K", "KvKvK", "KQvK", "KKvK", "K+RvK", "ก"] {
            assert!(wrong.parse::<MaterialPattern>().is_err(), "{wrong}");
        }
        assert_eq!(
            "r+vK".parse::<MaterialPattern>().map(|one| one.to_string()).as_deref(),
            Ok("KR+vK")
        );
    }

    #[test]
    fn a_signature_does_not_depend_on_the_colours() {
        let of = |text| {
            signature(&fen::parse(text, Default::default(), Default::default()).expect("a FEN"))
        };
        assert_eq!(of("4k3/8/1s6/8/8/8/1R2P3/3K4 w - - 0 1"), "KRPvKS");
        assert_eq!(of("4k3/1r2p3/8/8/8/6S1/8/3K4 w - - 0 1"), "KRPvKS");
    }
}
