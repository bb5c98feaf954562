//! Events of the count in a game, as values and as sentences.

use makruk::position::Honour;
use makruk::types::Color;
use sakdi_engine::Score;
use sakdi_i18n::{Language, Localized, Phrase};
use std::fmt::{self, Display};

/// An event of the count, or a draw that was passed over. Its `Display` is one or two English sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountEvent {
    /// Moves made before it: 0 is the beginning of the game.
    pub ply: usize,
    /// The kind of event.
    pub kind: CountEventKind,
    /// The moves left, if the count continues.
    pub outlook: Option<CountOutlook>,
}

/// The kinds of events of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountEventKind {
    /// The count runs already at the beginning of the game.
    Runs {
        /// What is counted.
        honour: Honour,
        /// The side that counts.
        counter: Color,
        /// The last number counted.
        spoken: u16,
        /// The number that the count ends with.
        last: u16,
    },
    /// A side with men left begins to count.
    Begins {
        /// What is counted.
        honour: Honour,
        /// The side that counts.
        counter: Color,
        /// The number that the count ends with.
        last: u16,
    },
    /// A bare khun begins to count.
    BeginsBare {
        /// What is counted.
        honour: Honour,
        /// The side that counts.
        counter: Color,
        /// The first number that it counts.
        first: u16,
        /// The number that the count ends with.
        last: u16,
    },
    /// The side that counts has not counted its last move.
    Skipped {
        /// The next number that it counts.
        next: u16,
    },
    /// No count runs any more.
    Dropped,
    /// The side that counts mates.
    CounterMates {
        /// The last number counted.
        spoken: u16,
        /// The number that the count ends with.
        last: u16,
    },
    /// The side that does not count mates.
    Mate {
        /// The last number counted.
        spoken: u16,
        /// The number that the count ends with.
        last: u16,
        /// Moves left at the mate.
        spare: u16,
    },
    /// The count ends and draws the game.
    Complete {
        /// The side that counted.
        counter: Color,
        /// The number that the count ended with.
        last: u16,
    },
    /// The count would have ended here and drawn the game, but play goes on.
    PassedOver {
        /// The side that counted.
        counter: Color,
        /// The number that the count would have ended with.
        last: u16,
    },
    /// The position occurred for the third time, but nobody claimed the draw and play goes on.
    RepetitionPassedOver,
    /// The game stops while the count runs.
    Stops {
        /// The last number counted.
        spoken: u16,
        /// The number that the count ends with.
        last: u16,
    },
}

/// The moves left to the side that has to mate, and whether they are enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountOutlook {
    /// The side that has to mate.
    pub side: Color,
    /// Its moves left until the count ends.
    pub moves_left: u16,
    /// The moves that it needs.
    pub needed: MovesNeeded,
}

/// The moves needed to mate, as far as known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovesNeeded {
    /// Mate in this number of moves.
    Moves(Score),
    /// More than the moves left, or mate cannot be forced at all.
    NotInTime,
    /// The search did not find out.
    Unknown,
}

impl CountEvent {
    fn text(&self, language: Language) -> String {
        let happens = self.kind.text(language);
        match self.outlook {
            Some(outlook) => format!("{happens} {}", outlook.text(language)),
            None => happens,
        }
    }
}

impl fmt::Display for CountEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}

impl Localized for CountEvent {
    fn thai(&self) -> String {
        self.text(Language::Thai)
    }
}

impl CountEventKind {
    fn text(self, language: Language) -> String {
        let say = |phrase, gaps: &[&dyn Display]| language.sentence(&language.say(phrase, gaps));
        let side = |color| language.side(color);
        match self {
            Self::Runs { honour, counter, spoken, last } => {
                let honour = honour.say(language);
                say(Phrase::EventRuns, &[&honour, &side(counter), &spoken, &last])
            }
            Self::Begins { honour, counter, last } => {
                say(Phrase::EventBegins, &[&honour.say(language), &side(counter), &last])
            }
            Self::BeginsBare { honour, counter, first, last } => {
                let honour = honour.say(language);
                say(Phrase::EventBeginsBare, &[&honour, &side(counter), &first, &last])
            }
            Self::Skipped { next } => say(Phrase::EventSkipped, &[&next]),
            Self::Dropped => say(Phrase::EventDropped, &[]),
            Self::CounterMates { spoken, last } => {
                say(Phrase::EventCounterMates, &[&spoken, &last])
            }
            Self::Mate { spoken, last, spare } => {
                say(Phrase::EventMate, &[&spoken, &last, &language.moves(spare)])
            }
            Self::Complete { counter, last } => {
                say(Phrase::EventComplete, &[&side(counter), &last])
            }
            Self::PassedOver { counter, last } => {
                say(Phrase::EventPassedOver, &[&side(counter), &last])
            }
            Self::RepetitionPassedOver => say(Phrase::EventRepetitionPassedOver, &[]),
            Self::Stops { spoken, last } => say(Phrase::EventStops, &[&spoken, &last]),
        }
    }
}

impl CountOutlook {
    fn text(self, language: Language) -> String {
        let say = |phrase, gaps: &[&dyn Display]| language.sentence(&language.say(phrase, gaps));
        let (side, moves) = (language.side(self.side), language.moves(self.moves_left));
        match self.needed {
            MovesNeeded::Moves(mate) => say(Phrase::EventNeeds, &[&side, &moves, &mate]),
            MovesNeeded::NotInTime => say(Phrase::EventNotInTime, &[&side, &moves]),
            MovesNeeded::Unknown => say(Phrase::EventLeft, &[&side, &moves]),
        }
    }
}

impl CountEventKind {
    /// Whether the count continues after the event.
    pub(super) const fn continues(self) -> bool {
        match self {
            Self::Runs { .. }
            | Self::Begins { .. }
            | Self::BeginsBare { .. }
            | Self::Skipped { .. }
            | Self::Stops { .. } => true,
            Self::Dropped
            | Self::CounterMates { .. }
            | Self::Mate { .. }
            | Self::Complete { .. }
            | Self::PassedOver { .. }
            | Self::RepetitionPassedOver => false,
        }
    }
}
