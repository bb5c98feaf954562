//! The staged move picker: gives the likely best moves first and generates moves when needed.

mod listing;
mod quiet_moves;
mod scored_moves;
mod tactical_moves;

use self::listing::Listing;
use self::quiet_moves::QuietMoves;
use self::scored_moves::{ScoredMove, ScoredMoves};
pub(super) use self::tactical_moves::MIN_GAIN;
use self::tactical_moves::TacticalMoves;
use super::history::{Histories, PreviousMoves};
use super::see;
use super::threats::Threats;
use super::transposition::{self, TranspositionTable};
use crate::Score;
use arrayvec::ArrayVec;
use makruk::movegen::{self, MAX_MOVES};
use makruk::position::{CheckSquares, Position};
use makruk::types::Move;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TtMove,
    GenerateTactical,
    GoodTactical,
    Killers,
    GenerateQuiets,
    Quiets,
    BadTactical,
    Done,
}

/// The class of a move: pruning and reductions treat classes differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveClass {
    /// The move of the transposition table, of any kind.
    TtMove,
    /// A capture or promotion that loses nothing by static exchange evaluation.
    GoodTactical,
    Killer,
    /// A quiet move that gives check.
    Check,
    Quiet,
    /// A capture or promotion that loses material by static exchange evaluation.
    BadTactical,
}

/// A move with what the picker knows of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PickedMove {
    pub mv: Move,
    pub class: MoveClass,
    /// The history of a quiet move: of a killer or a check when it is picked, of others when they
    /// are scored, then with what the score adds for threats. 0 for the TT move, captures and
    /// promotions, and after `skip_quiets_but_mates`.
    pub history: i32,
}

/// Which quiet moves the picker still gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quiets {
    All,
    Mates,
    None,
}

/// Gives the legal moves of a position one by one.
pub(super) struct MovePicker {
    stage: Stage,
    tt_move: Option<Move>,
    killers: [Option<Move>; 2],
    next_killer: usize,
    moves: ScoredMoves,
    bad: ArrayVec<Move, MAX_MOVES>,
    next_bad: usize,
    // Captures and promotions below this exchange value come last.
    threshold: Score,
    // Captures and promotions that gain less are left out.
    least_gain: Score,
    // The highest gain of those that were left out.
    left_out: Score,
    quiets: Quiets,
    // Computed when they are needed.
    checks: Option<CheckSquares>,
}

impl MovePicker {
    /// Gives all moves. `tt_move` must be legal, killers need not be.
    pub(super) fn new(tt_move: Option<Move>, killers: [Option<Move>; 2]) -> Self {
        Self {
            stage: Stage::TtMove,
            tt_move,
            killers,
            next_killer: 0,
            moves: ScoredMoves::new(),
            bad: ArrayVec::new(),
            next_bad: 0,
            threshold: 0,
            least_gain: MIN_GAIN,
            left_out: MIN_GAIN,
            quiets: Quiets::All,
            checks: None,
        }
    }

    /// Gives `tt_move`, of any kind, and the captures and promotions that gain at least `least_gain`
    /// centipawns at first: those that win at least `threshold` after the exchange as
    /// [`MoveClass::GoodTactical`].
    pub(super) fn tactical(tt_move: Option<Move>, threshold: Score, least_gain: Score) -> Self {
        let mut picker = Self::new(tt_move, [None; 2]);
        picker.threshold = threshold;
        picker.least_gain = least_gain;
        picker.quiets = Quiets::None;
        picker
    }

    /// The highest gain, in centipawns, of the captures and promotions that it left out, if any.
    #[inline]
    pub(super) fn highest_left_out(&self) -> Option<Score> {
        (self.left_out > MIN_GAIN).then_some(self.left_out)
    }

    /// Gives no more quiet moves.
    pub(super) fn skip_quiets(&mut self) {
        self.quiets = Quiets::None;
    }

    /// The squares on which the side to move would give check.
    #[inline]
    fn check_squares(&mut self, position: &Position) -> &CheckSquares {
        self.checks.get_or_insert_with(|| position.check_squares())
    }

    /// Whether a move that it gave mates.
    pub(super) fn mates(&mut self, position: &Position, picked: &PickedMove) -> bool {
        let gives_check = match picked.class {
            MoveClass::Check => true,
            MoveClass::Quiet => false,
            _ => position.gives_check(self.check_squares(position), picked.mv),
        };
        gives_check && movegen::is_checkmate(&position.play_unchecked(picked.mv))
    }

    /// Gives no more quiet moves but those that mate.
    pub(super) fn skip_quiets_but_mates(&mut self) {
        self.quiets = Quiets::Mates;
    }

    /// The next move.
    pub(super) fn next(
        &mut self,
        position: &Position,
        histories: &Histories,
        previous: &PreviousMoves,
        tt: &TranspositionTable,
    ) -> Option<PickedMove> {
        let found = |mv, class| Some(PickedMove { mv, class, history: 0 });
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::GenerateTactical;
                    if let Some(mv) = self.tt_move {
                        return found(mv, MoveClass::TtMove);
                    }
                }
                Stage::GenerateTactical => {
                    self.generate_tactical(position, histories, tt);
                    self.stage = Stage::GoodTactical;
                }
                Stage::GoodTactical => match self.moves.take_best() {
                    Some(ScoredMove { mv, .. })
                        if see::wins_at_least(position, mv, self.threshold) =>
                    {
                        return found(mv, MoveClass::GoodTactical);
                    }
                    Some(ScoredMove { mv, .. }) => self.bad.push(mv),
                    None => self.stage = Stage::Killers,
                },
                Stage::Killers => match self.take_killer(position, histories, previous) {
                    Some(picked) => return Some(picked),
                    None => self.stage = Stage::GenerateQuiets,
                },
                Stage::GenerateQuiets => {
                    if self.quiets != Quiets::None {
                        self.generate_quiets(position, histories, previous, tt);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.take_quiet(position, histories, previous) {
                    Some(picked) => return Some(picked),
                    None => self.stage = Stage::BadTactical,
                },
                Stage::BadTactical => {
                    let bad = self.bad.get(self.next_bad).copied();
                    self.next_bad += 1;
                    match bad {
                        Some(mv) => return found(mv, MoveClass::BadTactical),
                        None => self.stage = Stage::Done,
                    }
                }
                Stage::Done => return None,
            }
        }
    }

    // Inlined, this and other functions would make `next` slow at every other stage: what they read
    // would be read at each call.
    #[inline(never)]
    fn generate_tactical(
        &mut self,
        position: &Position,
        histories: &Histories,
        tt: &TranspositionTable,
    ) {
        let histories = histories.tacticals(position.to_move());
        let (least_gain, left_out) = (self.least_gain, MIN_GAIN);
        let list = self.list(position, tt);
        let mut tactical_moves = TacticalMoves { list, histories, least_gain, left_out };
        movegen::generate_tacticals(position, &mut tactical_moves);
        self.left_out = tactical_moves.left_out;
        self.moves.complete();
    }

    #[inline(never)]
    fn generate_quiets(
        &mut self,
        position: &Position,
        histories: &Histories,
        previous: &PreviousMoves,
        tt: &TranspositionTable,
    ) {
        let histories = histories.quiets(position.to_move(), previous);
        let checks = *self.check_squares(position);
        let checks_only = self.quiets == Quiets::Mates;
        let threats = Threats::of(position);
        let list = self.list(position, tt);
        let mut quiet_moves = QuietMoves { list, histories, checks: &checks, threats, checks_only };
        movegen::generate_quiets(position, &mut quiet_moves);
        self.moves.complete();
    }

    /// An empty list for all moves of `position` but the TT move.
    fn list<'a>(&'a mut self, position: &'a Position, tt: &'a TranspositionTable) -> Listing<'a> {
        self.moves.clear();
        let entries = tt.prefetcher(transposition::count_key_after(position));
        Listing { position, entries, without: self.tt_move, moves: &mut self.moves }
    }

    #[inline]
    fn take_quiet(
        &mut self,
        position: &Position,
        histories: &Histories,
        previous: &PreviousMoves,
    ) -> Option<PickedMove> {
        match self.quiets {
            Quiets::All => loop {
                let ScoredMove { mv, score, checks } = self.moves.take_best()?;
                if self.is_given_killer(mv) {
                    continue;
                }
                return Some(if checks {
                    // The score holds more than the history.
                    Self::with_history(mv, MoveClass::Check, position, histories, previous)
                } else {
                    PickedMove { mv, class: MoveClass::Quiet, history: score }
                });
            },
            Quiets::Mates => self.take_mate(position),
            Quiets::None => None,
        }
    }

    #[inline(never)]
    fn take_mate(&mut self, position: &Position) -> Option<PickedMove> {
        // Few moves give check: their order does not matter.
        while let Some(mv) = self.moves.take_last_check() {
            if !self.is_given_killer(mv) && movegen::is_checkmate(&position.play_unchecked(mv)) {
                return Some(PickedMove { mv, class: MoveClass::Check, history: 0 });
            }
        }
        None
    }

    /// Whether it has given a move as a killer.
    #[inline]
    fn is_given_killer(&self, mv: Move) -> bool {
        self.killers.iter().take(self.next_killer).any(|&killer| killer == Some(mv))
    }

    /// A quiet move whose score does not tell its history.
    #[inline(never)]
    fn with_history(
        mv: Move,
        class: MoveClass,
        position: &Position,
        histories: &Histories,
        previous: &PreviousMoves,
    ) -> PickedMove {
        PickedMove { mv, class, history: histories.quiet(position, mv, previous) }
    }

    #[inline(never)]
    fn take_killer(
        &mut self,
        position: &Position,
        histories: &Histories,
        previous: &PreviousMoves,
    ) -> Option<PickedMove> {
        while self.quiets == Quiets::All && self.next_killer < self.killers.len() {
            let killer = self.killers[self.next_killer];
            self.next_killer += 1;
            let legal_quiet = |&mv: &Move| {
                Some(mv) != self.tt_move
                    && position.captured(mv).is_none()
                    && movegen::is_legal(position, mv)
                    && !position.promotes(mv)
            };
            if let Some(mv) = killer.filter(legal_quiet) {
                let class = MoveClass::Killer;
                return Some(Self::with_history(mv, class, position, histories, previous));
            }
        }
        None
    }
}
