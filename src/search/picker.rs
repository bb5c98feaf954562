//! The staged move picker: gives the likely best moves first and generates moves when needed.

use super::history::{Histories, PreviousMoves};
use super::listing::Listing;
use super::quiet_moves::QuietMoves;
use super::scored_moves::{ScoredMove, ScoredMoves};
use super::see;
use super::tactical_moves::TacticalMoves;
use super::threats::Threats;
use super::transposition::{self, TranspositionTable};
use crate::movegen::{self, MAX_MOVES};
use crate::position::{CheckSquares, Position};
use crate::types::Move;
use arrayvec::ArrayVec;

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
    /// are scored. 0 for the TT move, captures and promotions, and after `skip_quiets_but_mates`.
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
    threshold: i32,
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
            quiets: Quiets::All,
            checks: None,
        }
    }

    /// Gives `tt_move`, of any kind, and captures and promotions: those that win at least
    /// `threshold` centipawns as [`MoveClass::GoodTactical`].
    pub(super) fn tactical(tt_move: Option<Move>, threshold: i32) -> Self {
        let mut picker = Self::new(tt_move, [None; 2]);
        picker.threshold = threshold;
        picker.quiets = Quiets::None;
        picker
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
                Stage::Killers => match self.take_killer(position) {
                    Some(mv) => {
                        let history = histories.quiet(position, mv, previous);
                        return Some(PickedMove { mv, class: MoveClass::Killer, history });
                    }
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

    // Inlined, the generation of moves would make `next` slow at every other stage.
    #[inline(never)]
    fn generate_tactical(
        &mut self,
        position: &Position,
        histories: &Histories,
        tt: &TranspositionTable,
    ) {
        let histories = histories.tacticals(position.to_move());
        let mut tactical_moves = TacticalMoves { list: self.list(position, tt), histories };
        movegen::generate_tacticals(position, &mut tactical_moves);
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
    }

    /// An empty list for the moves of `position` other than that of the transposition table.
    fn list<'a>(&'a mut self, position: &'a Position, tt: &'a TranspositionTable) -> Listing<'a> {
        self.moves.clear();
        Listing {
            position,
            tt,
            count_key: transposition::count_key_after(position),
            without: self.tt_move,
            moves: &mut self.moves,
        }
    }

    fn take_quiet(
        &mut self,
        position: &Position,
        histories: &Histories,
        previous: &PreviousMoves,
    ) -> Option<PickedMove> {
        let killers = &self.killers[..self.next_killer];
        match self.quiets {
            Quiets::All => loop {
                let ScoredMove { mv, score, checks } = self.moves.take_best()?;
                if killers.contains(&Some(mv)) {
                    continue;
                }
                return Some(if checks {
                    // The score holds more than the history.
                    let history = histories.quiet(position, mv, previous);
                    PickedMove { mv, class: MoveClass::Check, history }
                } else {
                    PickedMove { mv, class: MoveClass::Quiet, history: score }
                });
            },
            // Few moves give check: their order does not matter.
            Quiets::Mates => {
                let mates = |&mv: &Move| {
                    !killers.contains(&Some(mv))
                        && movegen::is_checkmate(&position.play_unchecked(mv))
                };
                let mv = std::iter::from_fn(|| self.moves.take_last_check()).find(mates)?;
                Some(PickedMove { mv, class: MoveClass::Check, history: 0 })
            }
            Quiets::None => None,
        }
    }

    fn take_killer(&mut self, position: &Position) -> Option<Move> {
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
                return Some(mv);
            }
        }
        None
    }
}
