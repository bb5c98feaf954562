//! The view of a game, independent of how it is drawn.

use crate::cli::play::board::{Style, square_name};
use crate::cli::play::clock::{Clocks, clock_text};
use crate::cli::play::session::{PlaySettings, Session};
use crate::i18n::{self, Localized, Phrase};
use crate::position::{CountStatus, Position};
use crate::search::levels::FULL_SKILL;
use crate::types::{Color, Move, Piece, Square};
use std::time::Duration;

/// Below this a clock is shown in red.
const LOW: Duration = Duration::from_secs(20);

/// The view of a game.
#[derive(Debug)]
pub(super) struct View {
    /// The ranks from top to bottom, the files from left to right.
    pub squares: [[SquareView; 8]; 8],
    /// Labels of the ranks from top to bottom, and of the files from left to right.
    pub ranks: [String; 8],
    pub files: [String; 8],
    /// The players above and below the board.
    pub players: [PlayerView; 2],
    pub count: Option<CountView>,
    /// A sentence about the side that may start to count.
    pub claim: Option<String>,
    /// Number, White's move, Black's move.
    pub moves: Vec<[String; 3]>,
}

/// A square of the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct SquareView {
    pub man: Option<(char, Color)>,
    pub is_light: bool,
    pub is_last_move: bool,
    pub is_check: bool,
}

/// A player beside the board.
#[derive(Debug)]
pub(super) struct PlayerView {
    pub name: String,
    pub color: Color,
    pub is_to_move: bool,
    /// Symbols of the men that this player has captured.
    pub captured: String,
    pub clock: Option<ClockView>,
}

/// The clock of a player.
#[derive(Debug)]
pub(super) struct ClockView {
    pub text: String,
    pub is_low: bool,
}

/// A count, running or complete.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CountView {
    /// What is counted.
    pub honour: String,
    /// The number reached, and the number that the count ends with.
    pub spoken: u16,
    pub last: u16,
    /// `11 of 16`.
    pub progress: String,
    /// A sentence about the moves left.
    pub left: String,
}

impl View {
    pub(super) fn new(session: &Session) -> Self {
        let PlaySettings { human, style, language, .. } = session.settings;
        let position = session.position();
        let (last, captured) = last_and_captured(session);
        let check = position.in_check().then(|| position.to_move());
        let order: [u8; 8] = match human {
            Color::White => [0, 1, 2, 3, 4, 5, 6, 7],
            Color::Black => [7, 6, 5, 4, 3, 2, 1, 0],
        };
        let square = |row: usize, column: usize| Square::new(order[column], order[7 - row]);
        let square_view = |square: Square| {
            let man = position.piece_at(square).zip(position.color_at(square));
            let is_ngai = position.promoted().contains(square);
            SquareView {
                man: man.map(|(piece, color)| (sign(piece, color, is_ngai, style), color)),
                is_light: (square.file() + square.rank()) % 2 == 1,
                is_last_move: last.is_some_and(|mv| mv.from() == square || mv.to() == square),
                is_check: check.is_some_and(|color| man == Some((Piece::King, color))),
            }
        };
        let name = |square: Square| square_name(square, session.settings.notation);
        let player = |color: Color| player(session, color, &captured[color.index()]);
        let status = position.count_status();
        let is_claim = matches!(status, CountStatus::Claimable(_));
        Self {
            squares: std::array::from_fn(|row| {
                std::array::from_fn(|column| square_view(square(row, column)))
            }),
            ranks: std::array::from_fn(|row| name(square(row, 0)).chars().skip(1).collect()),
            files: std::array::from_fn(|column| name(square(7, column)).chars().take(1).collect()),
            players: [player(!human), player(human)],
            count: CountView::new(status, session),
            claim: is_claim.then(|| i18n::capitalised(&status.say(language))),
            moves: moves(session),
        }
    }
}

/// The filled sign of a man for both sides, which their colours tell apart; or its letter.
fn sign(piece: Piece, color: Color, is_ngai: bool, style: Style) -> char {
    match (style, piece) {
        (Style::Ascii, piece) => piece.fen_letter(color),
        (Style::Unicode, Piece::Pawn) => '♟',
        (Style::Unicode, Piece::Met) if is_ngai => '⛂',
        (Style::Unicode, Piece::Met) => '♛',
        (Style::Unicode, Piece::Khon) => '♝',
        (Style::Unicode, Piece::Knight) => '♞',
        (Style::Unicode, Piece::Rook) => '♜',
        (Style::Unicode, Piece::King) => '♚',
    }
}

/// The last move, and the signs of the men that each side has captured, the best first.
/// `[color]`
fn last_and_captured(session: &Session) -> (Option<Move>, [Vec<char>; 2]) {
    let game = session.game();
    let mut position = *game.start();
    let mut captured: [Vec<(Piece, bool)>; 2] = Default::default();
    for &mv in game.moves() {
        if let Some(piece) = position.captured(mv) {
            let is_ngai = position.promoted().contains(mv.to());
            captured[position.to_move().index()].push((piece, is_ngai));
        }
        position = position.play_unchecked(mv);
    }
    let signs = |color: Color| {
        let mut men = std::mem::take(&mut captured[color.index()]);
        men.sort_by_key(|&(piece, is_ngai)| (std::cmp::Reverse(piece.index()), is_ngai));
        men.into_iter()
            .map(|(piece, ngai)| sign(piece, !color, ngai, session.settings.style))
            .collect()
    };
    (game.moves().last().copied(), [Color::White, Color::Black].map(signs))
}

fn player(session: &Session, color: Color, captured: &[char]) -> PlayerView {
    let PlaySettings { human, language, level, .. } = session.settings;
    let to_move = session.position().to_move();
    let side = language.side(color);
    let name = if color == human {
        language.say(Phrase::ScreenYou, &[&side])
    } else {
        language.say(Phrase::ScreenEngine, &[&side, &level, &FULL_SKILL])
    };
    let clock = |clocks: &Clocks| {
        let left = clocks.left(color, to_move);
        ClockView { text: clock_text(left), is_low: left < LOW }
    };
    PlayerView {
        name,
        color,
        is_to_move: color == to_move && session.ending().is_none(),
        captured: captured.iter().flat_map(|&sign| [sign, ' ']).collect(),
        clock: session.clocks().map(clock),
    }
}

impl CountView {
    fn new(status: CountStatus, session: &Session) -> Option<Self> {
        let language = session.settings.language;
        let (honour, counter, spoken, last, left) = match status {
            CountStatus::None | CountStatus::Claimable(_) => return None,
            CountStatus::Running { honour, counter, spoken, last, moves_left } => {
                let moves = language.moves(moves_left);
                let other = language.side(!counter);
                let left = language.say(Phrase::ScreenMovesLeft, &[&other, &moves]);
                (honour, counter, spoken, last, left)
            }
            CountStatus::Complete { honour, counter, last } => {
                (honour, counter, last, last, language.text(Phrase::ScreenCountComplete).to_owned())
            }
        };
        let counts = language.say(Phrase::ScreenCounts, &[&language.side(counter)]);
        Some(Self {
            honour: format!("{}: {counts}", i18n::capitalised(&honour.say(language))),
            spoken: spoken.min(last),
            last,
            progress: language.say(Phrase::PageOf, &[&spoken, &last]),
            left,
        })
    }
}

/// The moves with their numbers.
fn moves(session: &Session) -> Vec<[String; 3]> {
    let game = session.game();
    let notation = session.settings.notation;
    let mut position: Position = *game.start();
    let mut rows: Vec<[String; 3]> = Vec::new();
    for &mv in game.moves() {
        let text = notation.format(&position, mv);
        let number = format!("{}.", position.fullmove_number());
        match (position.to_move(), rows.last_mut()) {
            (Color::White, _) => rows.push([number, text, String::new()]),
            (Color::Black, Some(row)) => row[2] = text,
            (Color::Black, None) => rows.push([number, "…".to_owned(), text]),
        }
        position = position.play_unchecked(mv);
    }
    rows
}
