//! The view of a game, independent of how it is drawn.

use crate::play::clock::{Clocks, clock_text};
use crate::play::session::{PlaySettings, Session};
use crate::terminal::squares::{BoardView, sign};
use makruk::position::{CountStatus, Position};
use makruk::types::{Color, Move, Piece};
use sakdi_i18n::{Language, Localized, Phrase};
use sakdi_levels::FULL_SKILL;
use std::time::Duration;

/// Below this a clock is shown in red.
const LOW: Duration = Duration::from_secs(20);

/// A text in several lengths, the longest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lengths(Vec<String>);

impl Lengths {
    /// The longest text that fits in this many columns; the shortest if none does.
    pub(super) fn fitting(&self, columns: u16) -> &str {
        let fits = |text: &&String| sakdi_i18n::width(text) <= columns.into();
        self.0.iter().find(fits).or(self.0.last()).map_or("", String::as_str)
    }

    /// Each length with the same text behind it, and that text alone.
    pub(super) fn followed_by(&self, end: &str) -> Self {
        let all = self.0.iter().map(|text| format!("{text} {end}"));
        Self(all.chain([end.to_owned()]).collect())
    }
}

impl<const N: usize> From<[String; N]> for Lengths {
    fn from(texts: [String; N]) -> Self {
        Self(texts.into())
    }
}

/// The view of a game.
#[derive(Debug)]
pub(super) struct View {
    pub board: BoardView,
    /// The players above and below the board.
    pub players: [PlayerView; 2],
    pub count: Option<CountView>,
    /// That a side may start to count.
    pub claim: Option<Lengths>,
    /// Number, White's move, Black's move.
    pub moves: Vec<[String; 3]>,
}

/// A player beside the board.
#[derive(Debug)]
pub(super) struct PlayerView {
    pub name: Lengths,
    pub color: Color,
    pub is_to_move: bool,
    /// Symbols of the men that this player has captured.
    pub captured: Lengths,
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
    /// What is counted, and by whom.
    pub honour: Lengths,
    /// The number reached, and the number that the count ends with.
    pub spoken: u16,
    pub last: u16,
    /// `11 of 16`; before the first number `from 4 to 16`.
    pub progress: String,
    /// The moves left.
    pub left: Lengths,
}

impl View {
    pub(super) fn new(session: &Session) -> Self {
        let PlaySettings { human, style, language, notation, .. } = session.settings;
        let position = session.position();
        let (last, captured) = last_and_captured(session);
        let player = |color: Color| player(session, color, &captured[color.index()]);
        let status = position.count_status();
        Self {
            board: BoardView::new(position, last, human, style, notation),
            players: [player(!human), player(human)],
            count: CountView::new(status, session),
            claim: claim(status, language),
            moves: moves(session),
        }
    }
}

/// That a side may start to count.
fn claim(status: CountStatus, language: Language) -> Option<Lengths> {
    let CountStatus::Claimable(side) = status else { return None };
    let short = language.say(Phrase::ScreenMayCount, &[&language.side(side)]);
    Some([sakdi_i18n::capitalised(&status.say(language)), short].into())
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
        let you = language.text(Phrase::ScreenYouShort).to_owned();
        Lengths::from([language.say(Phrase::ScreenYou, &[&side]), you])
    } else {
        Lengths::from([
            language.say(Phrase::ScreenEngine, &[&side, &level, &FULL_SKILL]),
            language.say(Phrase::ScreenEngineLevel, &[&level]),
            language.text(Phrase::ScreenEngineShort).to_owned(),
        ])
    };
    let clock = |clocks: &Clocks| {
        let left = clocks.left(color, to_move);
        ClockView { text: clock_text(left), is_low: left < LOW }
    };
    PlayerView {
        name,
        color,
        is_to_move: color == to_move && session.ending().is_none(),
        captured: [
            captured.iter().flat_map(|&sign| [sign, ' ']).collect(),
            captured.iter().collect::<String>(),
        ]
        .into(),
        clock: session.clocks().map(clock),
    }
}

impl CountView {
    fn new(status: CountStatus, session: &Session) -> Option<Self> {
        let language = session.settings.language;
        let left_to = |side, moves| {
            let moves = language.moves(moves);
            Lengths::from([
                language.say(Phrase::ScreenMovesLeft, &[&language.side(side), &moves]),
                language.say(Phrase::ScreenLeft, &[&moves]),
            ])
        };
        let mut first_number = None;
        let (honour, counter, spoken, last, left) = match status {
            CountStatus::None | CountStatus::Claimable(_) => return None,
            CountStatus::Begins { honour, counter, first, last, moves_left } => {
                first_number = Some(first);
                (honour, counter, first - 1, last, left_to(!counter, moves_left))
            }
            CountStatus::Running { honour, counter, spoken, last, moves_left } => {
                (honour, counter, spoken, last, left_to(!counter, moves_left))
            }
            CountStatus::Complete { honour, counter, last } => {
                let complete = [Phrase::ScreenCountComplete, Phrase::ScreenComplete];
                let complete = complete.map(|phrase| language.text(phrase).to_owned());
                (honour, counter, last, last, complete.into())
            }
        };
        let counts = language.say(Phrase::ScreenCounts, &[&language.side(counter)]);
        let honour = sakdi_i18n::capitalised(&honour.say(language));
        Some(Self {
            honour: [format!("{honour}: {counts}"), counts].into(),
            spoken: spoken.min(last),
            last,
            progress: match first_number {
                Some(first) => language.say(Phrase::ScreenCountsFrom, &[&first, &last]),
                None => language.say(Phrase::PageOf, &[&spoken, &last]),
            },
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
