//! How sites, programs and rule books write the moves of a game.
//!
//! The same letter means different men: `N` is a ma, and in the English letters of the Thai rules a bia
//! ngai; `P` is a bia, and on PlayOK a bia ngai. So a dialect holds for a whole game. [`detect`] finds the
//! one in which every move is legal.

mod detect;
mod read;
mod write;

pub use detect::{DialectError, Evidence, ReadMoves, detect};
use read::has_exact_bia_ngai;

use super::error::MoveError;
use super::{coordinate, san, thai};
use crate::position::Position;
use crate::types::{Move, Piece, named_enum};

/// A way to write moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// `Nd2`, `f4`, `exd6=M`: SAN with the letters of programs, K M S N R.
    #[default]
    Makruk,
    /// `Nb1-d2`, `e5xd6=M`: the same letters with both squares, as pychess.org and XBoard write them.
    Lan,
    /// `b1d2`, `e5d6m`: as UCI.
    Uci,
    /// `Be2`, `a6=P`, `Pxb5`: PlayOK. Q is a met, B a khon, P a bia ngai.
    PlayOk,
    /// `Be2`, `a6`, `Qxb5`: SchemingMind. Q is a met or a bia ngai, B a khon.
    SchemingMind,
    /// `บฉ3-ฉ4`, `มจ6Xง8+`: the rules of the Thai federation of B.E. 2569, in full.
    OfficialThai,
    /// `บ.ฉ๓ - ฉ๔`: the same with dots, blanks and Thai digits.
    OfficialThaiDots,
    /// `บฉ4`, `มXง8+`: the same in the form for competitions, with the origin only where several men can
    /// make the move.
    OfficialThaiShort,
    /// `Bf3-f4`, `Me6Xd8+`: the English letters of the same rules: M is a ma, H a khon, D a met, B a bia,
    /// N a bia ngai.
    OfficialEnglish,
    /// `Bf4`, `MXd8+`: those letters in the form for competitions.
    OfficialEnglishShort,
    /// `ม-ง๒`, `จxง๖=ง`: Thai letters in the form of SAN.
    Thai,
    /// `ม ข๑-ง๒`: the same with both squares.
    ThaiLong,
}

named_enum!(
    Dialect, "dialect":
    Makruk = "makruk",
    Lan = "lan",
    Uci = "uci",
    PlayOk = "playok",
    SchemingMind = "schemingmind",
    OfficialThai = "official-thai",
    OfficialThaiDots = "official-thai-dots",
    OfficialThaiShort = "official-thai-short",
    OfficialEnglish = "official-english",
    OfficialEnglishShort = "official-english-short",
    Thai = "thai",
    ThaiLong = "thai-long",
);

impl Dialect {
    /// Writes a legal move.
    ///
    /// ```
    /// use makruk::notation::{Dialect, coordinate};
    /// let start = makruk::position::Position::start(Default::default(), Default::default());
    /// let ma = coordinate::parse(&start, "b1d2")?;
    /// assert_eq!(Dialect::OfficialThai.format(&start, ma), "มข1-ง2");
    /// assert_eq!(Dialect::OfficialEnglishShort.format(&start, ma), "Md2");
    /// assert_eq!(Dialect::Lan.format(&start, ma), "Nb1-d2");
    /// # Ok::<(), makruk::notation::MoveError>(())
    /// ```
    pub fn format(self, position: &Position, mv: Move) -> String {
        match self {
            Self::Makruk => san::format(position, mv),
            Self::Uci => coordinate::format(position, mv),
            Self::Thai => thai::format(position, mv, thai::Form::Short),
            Self::ThaiLong => thai::format(position, mv, thai::Form::Long),
            _ => write::format(self, position, mv),
        }
    }

    /// Parses a legal move by the letters of this dialect. Forms of the same letters are accepted for each
    /// other: official Thai notation in full where the short form is asked for, and so on. So are other signs
    /// of moves and captures, missing marks of check, and any letter of a promotion that sites write. A
    /// trailing `=` is an offer of a draw.
    ///
    /// # Errors
    /// [`MoveError`]: the text is invalid, it matches no legal move or more than one, or it says of a move
    /// that it promotes or captures, and it does not.
    pub fn parse(self, position: &Position, text: &str) -> Result<Move, MoveError> {
        read::parse(self.letters(), position, text, has_exact_bia_ngai(position))
    }

    /// The letters that it uses. Dialects with the same letters are read alike.
    const fn letters(self) -> Letters {
        match self {
            Self::Makruk | Self::Lan | Self::Uci => Letters::Program,
            Self::PlayOk => Letters::PlayOk,
            Self::SchemingMind => Letters::SchemingMind,
            Self::OfficialThai | Self::OfficialThaiDots | Self::OfficialThaiShort => {
                Letters::OfficialThai
            }
            Self::OfficialEnglish | Self::OfficialEnglishShort => Letters::OfficialEnglish,
            Self::Thai | Self::ThaiLong => Letters::Thai,
        }
    }
}

/// The letters of men that dialects have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Letters {
    /// K M S N R, as programs write them.
    Program,
    /// Thai letters in the form of SAN.
    Thai,
    PlayOk,
    SchemingMind,
    OfficialThai,
    OfficialEnglish,
}

impl Letters {
    /// Each man with its letter; longer letters before those that they begin with. A bia ngai is a met
    /// with `true`. A bia whose letter is empty is written without one.
    const fn men(self) -> &'static [(&'static str, Piece, bool)] {
        use Piece::{Khon, King, Knight, Met, Pawn, Rook};
        match self {
            Self::Program => &[
                ("K", King, false),
                ("M", Met, false),
                ("M", Met, true),
                ("S", Khon, false),
                ("N", Knight, false),
                ("R", Rook, false),
                ("", Pawn, false),
            ],
            Self::PlayOk => &[
                ("K", King, false),
                ("Q", Met, false),
                ("P", Met, true),
                ("B", Khon, false),
                ("N", Knight, false),
                ("R", Rook, false),
                ("", Pawn, false),
            ],
            Self::SchemingMind => &[
                ("K", King, false),
                ("Q", Met, false),
                ("Q", Met, true),
                ("B", Khon, false),
                ("N", Knight, false),
                ("R", Rook, false),
                ("", Pawn, false),
            ],
            Self::OfficialEnglish => &[
                ("K", King, false),
                ("D", Met, false),
                ("N", Met, true),
                ("H", Khon, false),
                ("M", Knight, false),
                ("R", Rook, false),
                ("B", Pawn, false),
            ],
            Self::OfficialThai | Self::Thai => &[
                ("ข", King, false),
                ("ม็", Met, false),
                ("ง", Met, true),
                ("ค", Khon, false),
                ("ม", Knight, false),
                ("ร", Rook, false),
                ("บ", Pawn, false),
            ],
        }
    }

    /// The letter of a man.
    fn letter(self, piece: Piece, bia_ngai: bool) -> &'static str {
        let mut men = self.men().iter();
        let found = men.find(|(_, kind, ngai)| *kind == piece && *ngai == bia_ngai);
        found.map_or("", |(letter, ..)| letter)
    }

    /// Whether met and bia ngai have letters of their own.
    fn tells_bia_ngai(self) -> bool {
        self.letter(Piece::Met, false) != self.letter(Piece::Met, true)
    }
}
