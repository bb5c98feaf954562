//! Moves in the order they are likely to matter, generated no sooner than needed.

use super::history::{Context, Histories};
use super::{mates, see};
use crate::movegen::{self, Kind, MAX_MOVES};
use crate::position::{CheckSquares, Position};
use crate::types::Move;
use arrayvec::ArrayVec;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TableMove,
    GenerateTactical,
    GoodTactical,
    Killers,
    GenerateQuiets,
    Quiets,
    BadTactical,
    Done,
}

/// What a move is, as far as the search treats moves differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Not yet looked at: the table's move.
    Table,
    /// A capture or promotion that loses nothing.
    GoodTactical,
    Killer,
    /// A quiet move that gives check.
    Check,
    Quiet,
    /// A capture or promotion that loses men.
    BadTactical,
}

/// Which quiet moves are still given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quiets {
    All,
    Mates,
    None,
}

/// Gives the legal moves of a position one by one.
pub(super) struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    killers: [Option<Move>; 2],
    next_killer: usize,
    // Scores apart from the moves, so that the best is found many at a time.
    moves: ArrayVec<Move, MAX_MOVES>,
    scores: ArrayVec<i32, MAX_MOVES>,
    bad: ArrayVec<Move, MAX_MOVES>,
    next_bad: usize,
    // Captures below this exchange value are put off.
    threshold: i32,
    quiets: Quiets,
    checks: Option<CheckSquares>,
}

/// What giving check without losing the man adds to the history of a quiet move.
const CHECK_BONUS: i32 = 8_000;

fn gives_check(position: &Position, checks: &CheckSquares, mv: Move) -> bool {
    position.piece_at(mv.from()).is_some_and(|piece| checks.gives_check(piece, mv))
}

impl Picker {
    /// All moves. `table_move` must be legal; killers need not be.
    pub(super) fn new(table_move: Option<Move>, killers: [Option<Move>; 2]) -> Self {
        Self {
            stage: Stage::TableMove,
            table_move,
            killers,
            next_killer: 0,
            moves: ArrayVec::new(),
            scores: ArrayVec::new(),
            bad: ArrayVec::new(),
            next_bad: 0,
            threshold: 0,
            quiets: Quiets::All,
            checks: None,
        }
    }

    /// Captures and promotions that win at least `threshold`, after a `table_move` of any kind.
    pub(super) fn tactical(table_move: Option<Move>, threshold: i32) -> Self {
        let mut picker = Self::new(table_move, [None; 2]);
        picker.threshold = threshold;
        picker.quiets = Quiets::None;
        picker
    }

    /// Gives no more quiet moves.
    pub(super) fn skip_quiets(&mut self) {
        self.quiets = Quiets::None;
    }

    /// Gives no more quiet moves but those that mate.
    pub(super) fn skip_quiets_but_mates(&mut self) {
        self.quiets = Quiets::Mates;
    }

    /// The next move and its class.
    pub(super) fn next(
        &mut self,
        position: &Position,
        histories: &Histories,
        context: &Context,
    ) -> Option<(Move, Class)> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GenerateTactical;
                    if let Some(mv) = self.table_move {
                        return Some((mv, Class::Table));
                    }
                }
                Stage::GenerateTactical => {
                    self.generate(position, Kind::Tactical, |mv| {
                        16 * see::gain(position, mv) + histories.tactical(position, mv) / 4
                    });
                    self.stage = Stage::GoodTactical;
                }
                Stage::GoodTactical => match self.take_best() {
                    Some(mv) if see::wins_at_least(position, mv, self.threshold) => {
                        return Some((mv, Class::GoodTactical));
                    }
                    Some(mv) => self.bad.push(mv),
                    None => self.stage = Stage::Killers,
                },
                Stage::Killers => match self.take_killer(position) {
                    Some(mv) => return Some((mv, Class::Killer)),
                    None => self.stage = Stage::GenerateQuiets,
                },
                Stage::GenerateQuiets => {
                    if self.quiets != Quiets::None {
                        let checks = position.check_squares();
                        self.generate(position, Kind::Quiet, |mv| {
                            let check = gives_check(position, &checks, mv)
                                && see::wins_at_least(position, mv, 0);
                            histories.quiet(position, mv, context) + CHECK_BONUS * i32::from(check)
                        });
                        self.checks = Some(checks);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.take_best() {
                    Some(mv) if self.quiets != Quiets::None => {
                        let check = |checks| gives_check(position, checks, mv);
                        let checks = self.checks.as_ref().is_some_and(check);
                        let class = if checks { Class::Check } else { Class::Quiet };
                        if self.quiets == Quiets::Mates && !(checks && mates::mates(position, mv)) {
                            continue;
                        }
                        if !self.killers[..self.next_killer].contains(&Some(mv)) {
                            return Some((mv, class));
                        }
                    }
                    _ => self.stage = Stage::BadTactical,
                },
                Stage::BadTactical => {
                    let bad = self.bad.get(self.next_bad).copied();
                    self.next_bad += 1;
                    match bad {
                        Some(mv) => return Some((mv, Class::BadTactical)),
                        None => self.stage = Stage::Done,
                    }
                }
                Stage::Done => return None,
            }
        }
    }

    fn generate(&mut self, position: &Position, kind: Kind, score: impl Fn(Move) -> i32) {
        self.moves.clear();
        self.scores.clear();
        movegen::generate_into(position, kind, |mv| {
            if Some(mv) != self.table_move {
                self.moves.push(mv);
                self.scores.push(score(mv));
            }
        });
    }

    /// Takes the best move left; the earlier one of equals, so that runs repeat.
    fn take_best(&mut self) -> Option<Move> {
        let highest = self.scores.iter().copied().fold(i32::MIN, i32::max);
        let best = self.scores.iter().position(|&score| score == highest)?;
        self.scores.swap_remove(best);
        Some(self.moves.swap_remove(best))
    }

    fn take_killer(&mut self, position: &Position) -> Option<Move> {
        while self.quiets == Quiets::All && self.next_killer < self.killers.len() {
            let killer = self.killers[self.next_killer];
            self.next_killer += 1;
            let legal_quiet = |&mv: &Move| {
                Some(mv) != self.table_move
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
