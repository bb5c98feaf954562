//! The kinds of men.

use super::Color;

/// A kind of man. A promoted bia (bia ngai) moves like a met and has the kind `Met`. The position
/// records which mets are bia ngai, for notation only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Piece {
    /// Bia.
    Pawn,
    /// Met, and bia ngai.
    Met,
    /// Khon.
    Khon,
    /// Ma.
    Knight,
    /// Ruea, the only slider.
    Rook,
    /// Khun.
    King,
}

impl Piece {
    /// Number of kinds.
    pub const COUNT: usize = 6;

    /// All kinds, in the order of tables indexed by kind.
    pub const ALL: [Self; Self::COUNT] =
        [Self::Pawn, Self::Met, Self::Khon, Self::Knight, Self::Rook, Self::King];

    /// Index into tables: pawn 0 … king 5.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The capital letter of FEN and SAN.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Met => 'M',
            Self::Khon => 'S',
            Self::Knight => 'N',
            Self::Rook => 'R',
            Self::King => 'K',
        }
    }

    /// The Thai name, in Latin letters.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "bia",
            Self::Met => "met",
            Self::Khon => "khon",
            Self::Knight => "ma",
            Self::Rook => "ruea",
            Self::King => "khun",
        }
    }

    /// The kind that a capital letter of FEN or SAN means.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'P' => Self::Pawn,
            'M' => Self::Met,
            'S' => Self::Khon,
            'N' => Self::Knight,
            'R' => Self::Rook,
            'K' => Self::King,
            _ => return None,
        })
    }

    /// The FEN letter of a man: upper case for White, lower case for Black.
    pub const fn fen_letter(self, color: Color) -> char {
        match color {
            Color::White => self.letter(),
            Color::Black => self.letter().to_ascii_lowercase(),
        }
    }
}
