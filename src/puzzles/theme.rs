//! The ideas of a puzzle. Each has a rule that depends on the position and the solution alone.

use super::Kind;
use super::solution::{Failing, Solution};
use crate::attacks;
use crate::movegen::{has_legal_move, legal_moves};
use crate::position::Position;
use crate::rules::{Outcome, Reason};
use crate::search::see;
use crate::types::{Bitboard, Move, Piece, named_enum};

/// An idea.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Theme {
    /// A count runs in the position.
    Count,
    /// The first move takes the last man of the other khun.
    Baring,
    /// A try takes the last man of the other khun, and wins no more: the count that begins is too short.
    DoNotBare,
    /// The first move takes or promotes the last bia, and so starts a count.
    LastBia,
    /// A try takes or promotes the last bia, and wins no more.
    KeepTheBia,
    /// A move of the solution promotes a bia.
    Promotion,
    /// A move attacks two men, and the next one takes one of them.
    Fork,
    /// A move opens a line, and another man gives check.
    DiscoveredCheck,
    /// Two men give check at once.
    DoubleCheck,
    /// The first move takes nothing, gives no check and promotes nothing.
    QuietMove,
    /// A move loses its man, or more than it takes, and wins nevertheless.
    Sacrifice,
    /// A try stalemates the other side.
    StalemateTrap,
    /// The weaker side saves itself where some move of the stronger one would stalemate it.
    Stalemate,
    /// A bia gives mate.
    BiaMate,
    /// A ma gives mate, and no other man gives check.
    MaMate,
}

named_enum!(
    Theme, "theme":
    Count = "count",
    Baring = "baring",
    DoNotBare = "do-not-bare",
    LastBia = "last-bia",
    KeepTheBia = "keep-the-bia",
    Promotion = "promotion",
    Fork = "fork",
    DiscoveredCheck = "discovered-check",
    DoubleCheck = "double-check",
    QuietMove = "quiet-move",
    Sacrifice = "sacrifice",
    StalemateTrap = "stalemate-trap",
    Stalemate = "stalemate",
    BiaMate = "bia-mate",
    MaMate = "ma-mate",
);

/// The themes of a puzzle, in the order of [`Theme::ALL`].
pub fn themes(kind: Kind, position: &Position, solution: &Solution) -> Vec<Theme> {
    let steps = steps(position, solution);
    let has = |theme| match theme {
        Theme::Count => position.count().is_running(),
        Theme::Baring => steps.first().is_some_and(|first| bares(&first.before, first.mv)),
        Theme::DoNotBare => too_late(kind, solution).any(|mv| bares(position, mv)),
        Theme::LastBia => steps.first().is_some_and(|first| ends_bia(&first.before, first.mv)),
        Theme::KeepTheBia => too_late(kind, solution).any(|mv| ends_bia(position, mv)),
        Theme::Promotion => steps.iter().any(|step| step.before.promotes(step.mv)),
        Theme::Fork => steps.windows(2).any(|pair| forks(&pair[0], &pair[1])),
        Theme::DiscoveredCheck => steps.iter().any(|step| {
            let checkers = step.after.checkers();
            checkers.any() && !checkers.contains(step.mv.to())
        }),
        Theme::DoubleCheck => steps.iter().any(|step| step.after.checkers().many()),
        Theme::QuietMove => steps.first().is_some_and(|first| {
            let Step { before, mv, after } = *first;
            before.captured(mv).is_none() && !before.promotes(mv) && !after.in_check()
        }),
        Theme::Sacrifice => steps.iter().any(sacrifices),
        Theme::StalemateTrap => kind != Kind::SaveByTheCount && stalemates(solution),
        Theme::Stalemate => {
            kind == Kind::SaveByTheCount
                && steps.last().is_some_and(|last| may_be_stalemated(&last.after))
        }
        Theme::BiaMate => mated_by(&steps) == Some(Piece::Pawn),
        Theme::MaMate => mated_by(&steps) == Some(Piece::Knight),
    };
    Theme::ALL.into_iter().filter(|&theme| has(theme)).collect()
}

/// A move of the solver.
#[derive(Clone, Copy)]
struct Step {
    before: Position,
    mv: Move,
    after: Position,
}

fn steps(position: &Position, solution: &Solution) -> Vec<Step> {
    let mut before = *position;
    let mut steps = Vec::new();
    for pair in solution.line.chunks(2) {
        let after = before.play_unchecked(pair[0]);
        steps.push(Step { before, mv: pair[0], after });
        before = pair.get(1).map_or(after, |&reply| after.play_unchecked(reply));
    }
    steps
}

/// The tries that the count, or the want of a win, makes a draw.
fn too_late(kind: Kind, solution: &Solution) -> impl Iterator<Item = Move> + '_ {
    let draws = matches!(kind, Kind::WinInTime | Kind::Technique);
    let is_late = move |failing| match failing {
        Failing::TooSlow { .. } | Failing::Ends(Outcome::Draw(Reason::Count)) => true,
        Failing::Draws => draws,
        _ => false,
    };
    let tries = solution.tries.iter().filter(move |one| is_late(one.failing));
    tries.map(|one| one.mv)
}

/// Whether a move leaves the other khun bare.
fn bares(position: &Position, mv: Move) -> bool {
    position.captured(mv).is_some() && position.play_unchecked(mv).is_bare(!position.to_move())
}

/// Whether a move takes or promotes the last bia on the board.
fn ends_bia(position: &Position, mv: Move) -> bool {
    position.has_pawns() && !position.play_unchecked(mv).has_pawns()
}

/// Whether the man that moved attacks two men worth the trouble, and then takes one of them.
fn forks(step: &Step, next: &Step) -> bool {
    let us = step.before.to_move();
    let Some(piece) = step.after.piece_at(step.mv.to()) else { return false };
    let occupied = step.after.occupied();
    let attacked = attacks::attacks(piece, us, step.mv.to(), occupied) & step.after.color(!us);
    let is_target = |square| match step.after.piece_at(square) {
        Some(Piece::King) => true,
        Some(other) => {
            let is_defended = step.after.attackers(!us, square, occupied).any();
            see::value(other) > see::value(piece) || !is_defended && other != Piece::Pawn
        }
        None => false,
    };
    let targets: Bitboard = attacked.filter(|&square| is_target(square)).collect();
    let takes = next.mv.from() == step.mv.to() && targets.contains(next.mv.to());
    targets.many() && takes
}

/// Whether the other side may take the man that moved and gain by it.
fn sacrifices(step: &Step) -> bool {
    let can_take = legal_moves(&step.after).into_iter().any(|reply| reply.to() == step.mv.to());
    can_take && !see::wins_at_least(&step.before, step.mv, 0)
}

fn stalemates(solution: &Solution) -> bool {
    let stalemate = Failing::Ends(Outcome::Draw(Reason::Stalemate));
    solution.tries.iter().any(|one| one.failing == stalemate)
}

/// Whether some move of the stronger side, to move, would stalemate.
fn may_be_stalemated(position: &Position) -> bool {
    legal_moves(position).into_iter().any(|mv| {
        let after = position.play_unchecked(mv);
        !after.in_check() && !has_legal_move(&after)
    })
}

/// The kind of the one man that gives mate at the end of the line.
fn mated_by(steps: &[Step]) -> Option<Piece> {
    let last = steps.last()?;
    let checkers = last.after.checkers();
    let is_mate = checkers.any() && !has_legal_move(&last.after);
    let square = checkers.first().filter(|_| is_mate && !checkers.many())?;
    last.after.piece_at(square)
}
