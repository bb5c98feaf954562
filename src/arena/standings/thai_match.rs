//! The matches of a Thai format.

use super::super::thai::{self, ThaiFormat};
use crate::words::{Language, Phrase};

/// A match of a Thai format, finished or not.
#[derive(Clone, Debug)]
pub(super) struct ThaiMatch {
    format: ThaiFormat,
    first: usize,
    second: usize,
    /// The half-points of the first player in each game.
    results: Vec<u8>,
}

impl ThaiMatch {
    /// A match without games. `first` is White in the first game.
    pub fn new(format: ThaiFormat, first: usize, second: usize) -> Self {
        Self { format, first, second, results: Vec::new() }
    }

    /// Adds a game by the half-points of White.
    pub fn add(&mut self, white: usize, points: u8) {
        self.results.push(if white == self.first { points } else { 2 - points });
    }

    /// Whether the match is finished.
    pub fn is_over(&self) -> bool {
        thai::next_game(self.format, &self.results).is_none()
    }

    /// Half-points won minus half-points lost by a player; `None` if the player does not take part.
    pub fn lead(&self, player: usize) -> Option<i32> {
        let lead = thai::lead(&self.results);
        if player == self.first { Some(lead) } else { (player == self.second).then_some(-lead) }
    }

    /// The match in one line: `final A v B: 1 ½ ½ (won by A)`.
    pub fn say(&self, names: &[String], language: Language) -> String {
        let format = language.text(match self.format {
            ThaiFormat::FirstRound => Phrase::ThaiFirstRound,
            ThaiFormat::Final => Phrase::ThaiFinal,
        });
        let games: Vec<&str> = self
            .results
            .iter()
            .map(|&points| ["0", "½", "1"][usize::from(points).min(2)])
            .collect();
        let (first, second) = (&names[self.first], &names[self.second]);
        let winner = match thai::lead(&self.results) {
            _ if !self.is_over() => language.text(Phrase::ThaiUnfinished).to_owned(),
            0 => language.text(Phrase::ThaiShared).to_owned(),
            1.. => language.say(Phrase::ThaiWon, &[first]),
            _ => language.say(Phrase::ThaiWon, &[second]),
        };
        language.say(Phrase::ThaiMatch, &[&format, first, second, &games.join(" "), &winner])
    }
}
