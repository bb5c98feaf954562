//! The matches of a Thai format.

use super::super::thai_format::{self, ThaiFormat};

/// A match of a Thai format, finished or not.
#[derive(Clone, Debug)]
pub struct ThaiMatch {
    /// The format.
    pub format: ThaiFormat,
    /// The player that is White in the first game.
    pub first: usize,
    /// The other player.
    pub second: usize,
    /// The half-points of the first player in each game.
    pub results: Vec<u8>,
}

impl ThaiMatch {
    /// A match without games. `first` is White in the first game.
    pub(super) fn new(format: ThaiFormat, first: usize, second: usize) -> Self {
        Self { format, first, second, results: Vec::new() }
    }

    /// Adds a game by the half-points of White.
    pub(super) fn add(&mut self, white: usize, points: u8) {
        self.results.push(if white == self.first { points } else { 2 - points });
    }

    /// Whether the match is finished.
    pub fn is_over(&self) -> bool {
        thai_format::next_game(self.format, &self.results).is_none()
    }

    /// Half-points won minus half-points lost by a player; `None` if the player does not take part.
    pub fn lead(&self, player: usize) -> Option<i32> {
        let lead = thai_format::lead(&self.results);
        if player == self.first { Some(lead) } else { (player == self.second).then_some(-lead) }
    }
}
