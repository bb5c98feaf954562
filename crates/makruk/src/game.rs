//! A game: a start position and the moves made, from which repetitions follow. It collects the
//! facts for adjudication.

use crate::movegen;
use crate::position::Position;
use crate::rules::{self, ClaimError, Outcome};
use crate::types::Move;

/// A game in progress or over. Moves may be added after its end, because some clients play on.
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    position: Position,
    moves: Vec<Move>,
    // Keys of the positions before the present one, oldest first.
    keys: Vec<u64>,
}

/// A move that is not legal in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("illegal move {mv:?}")]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
}

impl Game {
    /// A game that begins at `start`, which counts as its first occurrence.
    pub const fn new(start: Position) -> Self {
        Self { start, position: start, moves: Vec::new(), keys: Vec::new() }
    }

    /// Where the game began.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The current position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The moves made so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Repetition keys of all positions before the present one, oldest first.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Makes a move, if it is legal.
    ///
    /// # Errors
    /// The move is illegal; nothing changes.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !movegen::is_legal(&self.position, mv) {
            return Err(IllegalMove { mv });
        }
        self.keys.push(self.position.key());
        self.moves.push(mv);
        self.position = self.position.play_unchecked(mv);
        Ok(())
    }

    /// Begins the count that the weaker side claims ([`crate::rules::WhoCounts::Claim`]).
    ///
    /// # Errors
    /// Why there can be no count.
    pub fn claim_count(&mut self) -> Result<(), ClaimError> {
        self.position = self.position.with_claimed_count()?;
        Ok(())
    }

    /// Ends a claimed count.
    pub fn drop_count(&mut self) {
        self.position = self.position.without_claimed_count();
    }

    /// How often the present position has occurred, including now. Positions before the last
    /// capture or bia move cannot recur.
    pub fn occurrences(&self) -> u32 {
        let reversible = usize::from(self.position.halfmove_clock());
        let key = self.position.key();
        let earlier = self.keys.iter().rev().take(reversible);
        1 + earlier.filter(|&&earlier| earlier == key).count() as u32
    }

    /// The result by the rules; `None` during the game.
    ///
    /// ```
    /// use makruk::{game::Game, position::Position};
    /// let game = Game::new(Position::start(Default::default(), Default::default()));
    /// assert_eq!(game.outcome(), None);
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        rules::adjudicate(
            self.position.to_move(),
            self.position.in_check(),
            movegen::has_legal_move(&self.position),
            &self.position.draw_facts(self.occurrences()),
        )
    }

    /// The first end by the rules, with the number of moves before it. Other moves may follow it.
    /// Counts run as in a game without claims.
    pub fn first_outcome(&self) -> Option<(usize, Outcome)> {
        let mut replayed = Self::new(self.start);
        let mut moves = self.moves.iter();
        loop {
            if let Some(outcome) = replayed.outcome() {
                return Some((replayed.moves.len(), outcome));
            }
            replayed.play(*moves.next()?).ok()?;
        }
    }
}
