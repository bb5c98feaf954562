//! What can be wrong with the input of a binding.

use makruk::notation::{FenError, MoveError, PgnError};
use makruk::rules::ClaimError;
use makruk::types::UnknownName;
use sakdi_engine::eval::nnue::NetError;
use sakdi_engine::tablebase::file::FileError;
use sakdi_explorer::FileError as ExplorerFileError;
use sakdi_i18n::{Language, Localized, Phrase};

/// The kind of input that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A count, or a claim of one.
    Count,
    /// A file of played moves.
    Explorer,
    /// A position.
    Fen,
    /// The name of a language.
    Language,
    /// A move.
    Move,
    /// A net.
    Net,
    /// The name of a notation, or a game that reads differently in two of them.
    Notation,
    /// Games in PGN.
    Pgn,
    /// The name of a counting rule.
    Rule,
    /// A file of endgame tables.
    Table,
    /// The name of a variant.
    Variant,
}

impl Subject {
    /// The name of the kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Explorer => "explorer",
            Self::Fen => "fen",
            Self::Language => "language",
            Self::Move => "move",
            Self::Net => "net",
            Self::Notation => "notation",
            Self::Pgn => "pgn",
            Self::Rule => "countingRule",
            Self::Table => "table",
            Self::Variant => "variant",
        }
    }
}

/// Why a count cannot be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountError {
    /// Pieces' honour cannot run here.
    #[error("no khun is bare, or bia are left")]
    NoPiecesHonour,
    /// The numbers are no count.
    #[error("{counted} of {limit} is not a count")]
    Numbers {
        /// The last number counted.
        counted: u16,
        /// The limit.
        limit: u16,
    },
}

/// What is wrong with the input of a binding.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The side to move may claim no count.
    #[error(transparent)]
    Claim(#[from] ClaimError),
    /// A count that cannot be set.
    #[error(transparent)]
    Count(#[from] CountError),
    /// A file that holds no played moves.
    #[error(transparent)]
    Explorer(#[from] ExplorerFileError),
    /// A FEN that is none, or an illegal position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move that cannot be read or is illegal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A name that does not exist.
    #[error("{error}")]
    Name {
        /// What it should name.
        subject: Subject,
        /// The name, and those that exist.
        error: UnknownName,
    },
    /// A net that cannot be used.
    #[error(transparent)]
    Net(#[from] NetError),
    /// A text without games.
    #[error("{}", Language::English.say(Phrase::NoGames, &[&"PGN"]))]
    NoGames,
    /// A game without the analysis of every position.
    #[error("{}", Language::English.say(Phrase::NotAnalysed, &[line]))]
    NotAnalysed {
        /// Number of its first line, from 1.
        line: usize,
    },
    /// A text that is not PGN, or whose moves are not a game.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// A file that holds no endgame tables.
    #[error(transparent)]
    Table(#[from] FileError),
}

impl Error {
    /// What kind of input is wrong.
    pub const fn subject(&self) -> Subject {
        match self {
            Self::Claim(_) | Self::Count(_) => Subject::Count,
            Self::Explorer(_) => Subject::Explorer,
            Self::Fen(_) => Subject::Fen,
            Self::Move(_) => Subject::Move,
            Self::Name { subject, .. } => *subject,
            Self::Net(_) => Subject::Net,
            Self::Pgn(PgnError::Dialects { .. } | PgnError::UnknownDialect { .. }) => {
                Subject::Notation
            }
            Self::NoGames | Self::NotAnalysed { .. } | Self::Pgn(_) => Subject::Pgn,
            Self::Table(_) => Subject::Table,
        }
    }
}

/// Errors that only a mistake in the calling program can cause are in English in both languages.
impl Localized for Error {
    fn thai(&self) -> String {
        const THAI: Language = Language::Thai;
        match self {
            Self::Claim(error) => error.thai(),
            Self::Explorer(error) => error.thai(),
            Self::Fen(error) => error.thai(),
            Self::Move(error) => error.thai(),
            Self::Net(error) => error.thai(),
            Self::NoGames => THAI.say(Phrase::NoGames, &[&"PGN"]),
            Self::NotAnalysed { line } => THAI.say(Phrase::NotAnalysed, &[line]),
            Self::Pgn(error) => error.thai(),
            Self::Table(error) => error.thai(),
            Self::Count(_) | Self::Name { .. } => self.to_string(),
        }
    }
}
