//! The story of the count: when it began, what became of it, and whether it was long enough.

use super::{Analysis, Value};
use crate::i18n::{Language, Phrase};
use crate::position::Position;
use crate::rules::{Outcome, Reason};
use crate::types::score::{DRAW, MATE, is_mate};
use crate::types::{Color, Score};
use std::fmt::Display;

/// Something that happened to the count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Moves made before it: 0 is the beginning of the game.
    pub ply: usize,
    /// One sentence or two.
    pub text: String,
}

impl Analysis {
    /// What happened to the count, in the order of the game; empty when none ever ran.
    pub fn story(&self, language: Language) -> Vec<Event> {
        let teller = Teller(language);
        let mut events = Vec::new();
        let mut before: Option<Position> = None;
        for (ply, (position, value)) in self.positions().zip(&self.values).enumerate() {
            let text = match before {
                None => teller.beginning(&position, value),
                Some(before) => teller.change(&before, &position, value),
            };
            let is_last = ply + 1 == self.values.len();
            // A position alone is no game that stops.
            let is_game = ply > 0 || matches!(value, Value::Over(_));
            let end = (is_last && is_game).then(|| teller.end(&position, value)).flatten();
            // The end says all there is to say.
            events.extend(end.or(text).map(|text| Event { ply, text }));
            before = Some(position);
        }
        events
    }
}

/// Who tells the story, in which language.
#[derive(Clone, Copy)]
struct Teller(Language);

impl Teller {
    /// A whole sentence.
    fn say(self, phrase: Phrase, gaps: &[&dyn Display]) -> String {
        self.0.sentence(&self.0.say(phrase, gaps))
    }

    fn honour(self, position: &Position) -> &'static str {
        let bare = position.is_bare(position.counter());
        self.0.text(if bare { Phrase::PiecesHonour } else { Phrase::BoardHonour })
    }

    fn beginning(self, position: &Position, value: &Value) -> Option<String> {
        let count = position.count();
        count.is_running().then(|| {
            let counter = self.0.side(position.counter());
            let (honour, spoken, last) =
                (self.honour(position), count.spoken(), count.last_number());
            self.say(Phrase::StoryRuns, &[&honour, &counter, &spoken, &last])
                + &self.outlook(position, value)
        })
    }

    fn change(self, before: &Position, after: &Position, value: &Value) -> Option<String> {
        let (old, new) = (before.count(), after.count());
        if !new.is_running() {
            return old.is_running().then(|| self.say(Phrase::StoryDropped, &[]));
        }
        let goes_on = old.is_running() && new.limit == old.limit && new.ply == old.ply + 1;
        if goes_on && self.honour(before) == self.honour(after) {
            return None;
        }
        let counter = after.counter();
        let (honour, who, last) = (self.honour(after), self.0.side(counter), new.last_number());
        let begins = if after.is_bare(counter) {
            let first = new.spoken() + 1;
            self.say(Phrase::StoryBeginsBare, &[&honour, &who, &first, &last])
        } else {
            self.say(Phrase::StoryBegins, &[&honour, &who, &last])
        };
        Some(begins + &self.outlook(after, value))
    }

    /// What is left, and whether it is enough: a sentence, with the blank before it.
    fn outlook(self, position: &Position, value: &Value) -> String {
        let Some(left) = position.moves_left() else { return String::new() };
        let counter = position.counter();
        let stronger = !counter;
        let (who, moves) = (self.0.side(stronger), self.0.moves(left));
        let score = value.score();
        let is_open = matches!(value, Value::Open(_));
        let needs = is_open.then(|| mate_in(score, position.to_move(), stronger)).flatten();
        let said = match needs {
            Some(mate) => self.say(Phrase::StoryNeeds, &[&who, &moves, &mate]),
            // Against a bare khun a level score means that time is short: men enough are left.
            None if is_open && score == DRAW && position.is_bare(counter) => {
                self.say(Phrase::StoryTooFew, &[&who, &moves])
            }
            None => self.say(Phrase::StoryLeft, &[&who, &moves]),
        };
        format!(" {said}")
    }

    fn end(self, position: &Position, value: &Value) -> Option<String> {
        let count = position.count();
        let left = position.moves_left()?;
        let (spoken, last) = (count.spoken(), count.last_number());
        let counter = position.counter();
        match value {
            Value::Over(Outcome::Mate { winner }) if *winner == counter => {
                Some(self.say(Phrase::StoryCounterMates, &[&spoken, &last]))
            }
            Value::Over(Outcome::Mate { .. }) => {
                // The count has passed to the mated side, which will not speak again.
                let spare = self.0.moves(left);
                Some(self.say(Phrase::StoryMate, &[&spoken, &last, &spare]))
            }
            Value::Over(Outcome::Draw(Reason::Count)) => {
                Some(self.say(Phrase::StoryComplete, &[&self.0.side(counter), &last]))
            }
            Value::Over(Outcome::Draw(_)) => None,
            Value::Open(_) => {
                let stops = self.say(Phrase::StoryStops, &[&spoken, &last]);
                Some(stops + &self.outlook(position, value))
            }
        }
    }
}

/// Moves in which a side mates, if the score says so.
pub(super) fn mate_in(score: Score, to_move: Color, side: Color) -> Option<Score> {
    let own = if to_move == side { score } else { -score };
    (is_mate(own) && own > 0).then(|| (MATE - own + 1) / 2)
}
