//! A game: a start position, the moves made, from which repetitions follow, and the claims of counts.
//! It collects the facts for adjudication, and takes moves back.

mod claims;

pub use claims::{Claim, ClaimKind, ClaimLog};

use crate::movegen;
use crate::position::{Honour, Position};
use crate::rules::{ClaimError, Count, CountingRule, DrawReason, Outcome};
use crate::types::Move;

/// A game in progress or over. Moves may be added after its end, because some clients play on.
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    position: Position,
    moves: Vec<Move>,
    // Keys of the positions before the present one, oldest first; 0 where a repetition was passed over.
    keys: Vec<u64>,
    // The count before each move, and what was counted.
    counts: Vec<(Count, Honour)>,
    claims: ClaimLog,
    passed: Vec<PassedDraw>,
}

/// A draw by rule after which people played on, because nobody claimed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassedDraw {
    /// Number of moves before it.
    pub ply: usize,
    /// The rule: the count or the repetition.
    pub reason: DrawReason,
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
        Self {
            start,
            position: start,
            moves: Vec::new(),
            keys: Vec::new(),
            counts: Vec::new(),
            claims: ClaimLog::new(),
            passed: Vec::new(),
        }
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

    /// Repetition keys of the positions before the present one, oldest first. The key of a position that
    /// recurred is 0 if that repetition was passed over ([`Self::play_on`]).
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The claims of the weaker side.
    pub const fn claims(&self) -> &ClaimLog {
        &self.claims
    }

    /// The draws that were passed over.
    pub fn passed_draws(&self) -> &[PassedDraw] {
        &self.passed
    }

    /// Makes a move, if it is legal.
    ///
    /// # Errors
    /// The move is illegal; nothing changes.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !movegen::is_legal(&self.position, mv) {
            return Err(IllegalMove { mv });
        }
        self.make(mv);
        Ok(())
    }

    fn make(&mut self, mv: Move) {
        self.keys.push(self.position.key());
        self.counts.push((self.position.count(), self.position.honour()));
        self.moves.push(mv);
        self.position = self.position.play_unchecked(mv);
    }

    /// Takes the last move back, with the claims after it. Returns it; `None` if there is none. Claims
    /// that were made before the move stay.
    ///
    /// ```
    /// use makruk::{game::Game, movegen::legal_moves, position::Position};
    /// let mut game = Game::new(Position::start(Default::default(), Default::default()));
    /// let mv = legal_moves(game.position())[0];
    /// game.play(mv)?;
    /// assert_eq!(game.take_back(), Some(mv));
    /// assert_eq!(game.position(), game.start());
    /// assert_eq!(game.take_back(), None);
    /// # Ok::<(), makruk::game::IllegalMove>(())
    /// ```
    pub fn take_back(&mut self) -> Option<Move> {
        let last = self.moves.last().copied()?;
        *self = self.at(self.moves.len() - 1);
        Some(last)
    }

    /// The game after its first `ply` moves, with the claims up to then; the whole game if it has fewer.
    #[must_use]
    pub fn at(&self, ply: usize) -> Self {
        self.replayed(self.start, ply, |game| self.pass_again(game))
    }

    /// The positions of the game, the first before any move.
    pub fn positions(&self) -> Vec<Position> {
        let mut positions = Vec::with_capacity(self.moves.len() + 1);
        self.replayed(self.start, self.moves.len(), |game| {
            self.pass_again(game);
            positions.push(game.position);
        });
        positions
    }

    /// The same moves and claims with what a record lacks: the plies since the last capture or bia move before
    /// the first position, and the numbers of moves after which draws were passed over.
    #[must_use]
    pub fn restored(&self, halfmove_clock: u16, passed: &[usize]) -> Self {
        let start = self.start.with_halfmove_clock(halfmove_clock);
        self.replayed(start, self.moves.len(), |game| {
            let made = game.moves.len();
            for _ in passed.iter().filter(|&&ply| ply == made) {
                game.play_on();
            }
        })
    }

    /// A game that begins at `start` with the first `ply` moves of this one and its claims. `visit` is called
    /// before each move and at the end.
    fn replayed(&self, start: Position, ply: usize, mut visit: impl FnMut(&mut Self)) -> Self {
        let mut game = Self::new(start);
        for &mv in &self.moves[..ply.min(self.moves.len())] {
            game.repeat_claims(&self.claims);
            visit(&mut game);
            game.make(mv);
        }
        game.repeat_claims(&self.claims);
        visit(&mut game);
        game
    }

    /// Passes over the draws that this game passes over after as many moves.
    fn pass_again(&self, game: &mut Self) {
        let made = game.moves.len();
        let first = self.passed.partition_point(|passed| passed.ply < made);
        for _ in self.passed[first..].iter().take_while(|passed| passed.ply == made) {
            game.play_on();
        }
    }

    /// Forgets which claims were made, so that they are not repeated. A count that runs goes on.
    pub fn forget_claims(&mut self) {
        self.claims = ClaimLog::new();
    }

    /// Makes a claim, and records it: the weaker side begins to count, counts no longer, or forgot to
    /// count its last move.
    ///
    /// # Errors
    /// Why it cannot be made; nothing changes. Only under [`crate::rules::WhoCounts::Claim`] are there
    /// claims.
    pub fn claim(&mut self, kind: ClaimKind) -> Result<(), ClaimError> {
        self.position = match kind {
            ClaimKind::Start => self.position.with_claimed_count()?,
            ClaimKind::Stop => self.position.without_claimed_count()?,
            ClaimKind::Skip => self.without_last_number()?,
        };
        self.claims.push(Claim { ply: self.moves.len(), kind });
        Ok(())
    }

    /// Begins the count that the weaker side claims.
    ///
    /// # Errors
    /// Why there can be no count.
    pub fn claim_count(&mut self) -> Result<(), ClaimError> {
        self.claim(ClaimKind::Start)
    }

    /// Ends a claimed count. Does nothing if none runs.
    pub fn stop_count(&mut self) {
        let _none_runs = self.claim(ClaimKind::Stop);
    }

    /// The present position with the number of the counting side's last move not counted.
    fn without_last_number(&self) -> Result<Position, ClaimError> {
        let skipped = self.position.without_last_number()?;
        // The side that counts made its last move one or two plies ago.
        let plies = 1 + usize::from(self.position.counter() == self.position.to_move());
        let before = self.counts.len().checked_sub(plies).and_then(|ply| self.counts.get(ply));
        // Not in a count that has begun since, and not a second time.
        let was_counted = before.is_some_and(|&(count, honour)| {
            count.is_running()
                && honour == self.position.honour()
                && usize::from(self.position.count().ply) == usize::from(count.ply) + plies
        });
        if was_counted { Ok(skipped) } else { Err(ClaimError::NoNumber) }
    }

    /// Repeats the claims that were made after as many moves in another game that begins like this one.
    /// Claims that cannot be made here, as under another rule, are left out.
    pub fn repeat_claims(&mut self, claims: &ClaimLog) {
        for kind in claims.at(self.moves.len()) {
            let _refused = self.claim(kind);
        }
    }

    /// Passes over a draw by the count or by repetition, as people do when nobody claims it. After a count
    /// nobody counts any more. After a repetition the position counts as new. Returns the rule; `None` if
    /// neither draws the game.
    pub fn play_on(&mut self) -> Option<DrawReason> {
        let Some(Outcome::Draw(reason)) = self.outcome() else { return None };
        match reason {
            DrawReason::Count => {
                self.position = self.position.with_counting_rule(CountingRule::NONE);
            }
            DrawReason::Repetition => {
                let key = self.position.key();
                let reversible = usize::from(self.position.halfmove_clock());
                let earlier = self.keys.iter_mut().rev().take(reversible);
                earlier.filter(|earlier| **earlier == key).for_each(|earlier| *earlier = 0);
            }
            DrawReason::Stalemate | DrawReason::Material => return None,
        }
        self.passed.push(PassedDraw { ply: self.moves.len(), reason });
        Some(reason)
    }

    /// The game as people have played it: draws by the count and by repetition after which moves follow
    /// are passed over ([`Self::passed_draws`]).
    #[must_use]
    pub fn played_on(&self) -> Self {
        self.replayed(self.start, self.moves.len(), |game| {
            let is_followed = game.moves.len() < self.moves.len();
            while is_followed && game.play_on().is_some() {}
        })
    }

    /// How often the present position has occurred, including now: the third time is a draw. Positions before the last
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
        Outcome::of(
            self.position.to_move(),
            self.position.in_check(),
            movegen::has_legal_move(&self.position),
            &self.position.draw_facts(self.occurrences()),
        )
    }
}
