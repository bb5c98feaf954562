//! The ideas of a puzzle. Each has a rule that depends on the position and the solution alone. Its
//! Thai is in `thai.rs`, its texts for the page in web/site/texts-*-puzzles.js, and docs/puzzles.md and
//! docs/puzzles.schema.json list it.

use super::Kind;
use super::solution::{Solution, TryFailure};
use makruk::attacks;
use makruk::movegen::{has_legal_move, is_stalemate, legal_moves};
use makruk::position::Position;
use makruk::rules::{DrawReason, Outcome};
use makruk::types::{Bitboard, Move, Piece, named_enum};
use sakdi_engine::search::see;

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
    /// A move opens a line: another man gives check, and the one that moved does not.
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
        TryFailure::TooSlow { .. } | TryFailure::Ends(Outcome::Draw(DrawReason::Count)) => true,
        TryFailure::Draws => draws,
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
    let stalemate = TryFailure::Ends(Outcome::Draw(DrawReason::Stalemate));
    solution.tries.iter().any(|one| one.failing == stalemate)
}

/// Whether some move of the stronger side, to move, would stalemate.
fn may_be_stalemated(position: &Position) -> bool {
    legal_moves(position).into_iter().any(|mv| is_stalemate(&position.play_unchecked(mv)))
}

/// The kind of the one man that gives mate at the end of the line.
fn mated_by(steps: &[Step]) -> Option<Piece> {
    let last = steps.last()?;
    let checkers = last.after.checkers();
    let is_mate = checkers.any() && !has_legal_move(&last.after);
    let square = checkers.first().filter(|_| is_mate && !checkers.many())?;
    last.after.piece_at(square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::{ProofMethod, Try};
    use makruk::notation::{fen, san};

    /// The themes of a line, and of tries with what is wrong with them.
    fn found(kind: Kind, text: &str, line: &str, tries: &[(&str, TryFailure)]) -> Vec<Theme> {
        let position = fen::parse(text, Default::default(), Default::default()).expect("a FEN");
        let mut at = position;
        let read = |text: &str| {
            let mv = san::parse(&at, text).expect("a move");
            at = at.play_unchecked(mv);
            mv
        };
        let line = line.split(' ').map(read).collect();
        let tries = tries.iter().map(|&(text, failing)| Try {
            mv: san::parse(&position, text).expect("a move"),
            reply: None,
            failing,
        });
        let tries = tries.collect();
        let solution =
            Solution { mate_in: None, line, lines: Vec::new(), tries, proof: ProofMethod::Tables };
        themes(kind, &position, &solution)
    }

    #[test]
    fn the_count_and_who_is_bared() {
        use Theme::{Baring, Count, DoNotBare, KeepTheBia, LastBia, Promotion, QuietMove};
        let few = "8/8/4k3/4s3/1K6/2r5/8/8 w - 128 9 74";
        let kind = Kind::WinInTime;
        assert_eq!(found(kind, few, "Kb5", &[]), [Count, QuietMove]);
        let late = TryFailure::TooSlow { needed: 9, left: 2 };
        assert_eq!(found(Kind::Mate, few, "Kb5", &[("Kxc3", late)]), [Count, QuietMove]);
        let bare = "8/8/4k3/8/1K6/2r5/8/7R w - 128 9 74";
        assert_eq!(found(kind, bare, "Kxc3", &[]), [Count, Baring]);
        assert_eq!(found(kind, bare, "Rh2", &[("Kxc3", late)]), [Count, DoNotBare, QuietMove]);
        assert_eq!(found(kind, bare, "Rh2", &[("Kxc3", TryFailure::Loses)]), [Count, QuietMove]);
        let bia = "8/8/4k3/P7/2K5/2s5/8/7R w - 0 9 74";
        assert_eq!(found(kind, bia, "a6=M", &[]), [LastBia, Promotion]);
        assert_eq!(
            found(kind, bia, "Rh2", &[("a6=M", TryFailure::Draws)]),
            [KeepTheBia, QuietMove]
        );
        assert_eq!(found(Kind::Mate, bia, "Rh2", &[("a6=M", TryFailure::NoMate)]), [QuietMove]);
    }

    #[test]
    fn blows_with_one_move() {
        use Theme::{DiscoveredCheck, DoubleCheck, Fork, Sacrifice};
        let kind = Kind::Advantage;
        let fork = "4R3/8/2n5/3k4/6r1/3S4/1KN4P/8 w - 0 16 71";
        assert_eq!(found(kind, fork, "Ne3+ Kd6 Nxg4", &[]), [Fork]);
        // The next move takes another man.
        let other = "4R3/8/2n5/3k4/6r1/3S1p2/1KN4P/8 w - 0 16 71";
        assert_eq!(found(kind, other, "Ne3+ Kd6 Nxg4", &[]), [Fork]);
        assert_eq!(found(kind, fork, "Ne3+ Kd6 Kc3", &[]), []);
        let discovered = "4k3/8/8/4N3/8/p7/P7/4R2K w - 0 1 1";
        assert_eq!(found(kind, discovered, "Nc4+", &[]), [DiscoveredCheck]);
        assert_eq!(found(kind, discovered, "Nd7+", &[]), [DiscoveredCheck, Sacrifice]);
        let both = "4k3/8/8/4N3/8/p7/P7/4R2K w - 0 1 1";
        assert!(!found(kind, both, "Nf7+", &[]).contains(&DoubleCheck));
        let double = "8/4k3/8/4N3/8/p7/P7/4R2K w - 0 1 1";
        assert!(found(kind, double, "Nc6+", &[]).contains(&DoubleCheck));
    }

    #[test]
    fn mates_and_stalemates() {
        use Theme::{BiaMate, Count, MaMate, QuietMove, Stalemate, StalemateTrap};
        let stalemate = TryFailure::Ends(Outcome::Draw(DrawReason::Stalemate));
        let trap = "7k/8/6K1/8/8/8/8/1R6 w - 32 31 60";
        assert_eq!(found(Kind::Mate, trap, "Rb8#", &[("Rb7", stalemate)]), [Count, StalemateTrap]);
        assert_eq!(found(Kind::Mate, trap, "Rb8#", &[("Rb7", TryFailure::NoMate)]), [Count]);
        let save = "6k1/8/7K/8/8/8/8/1R6 b - 32 30 60";
        assert_eq!(found(Kind::SaveByTheCount, save, "Kh8", &[]), [Count, QuietMove, Stalemate]);
        let bia = "5M2/8/p7/3k4/8/K1s5/3m4/1r6 b - 0 11 71";
        assert_eq!(found(Kind::Mate, bia, "Ra1+ Kb3 a5 Me7 a4#", &[]), [BiaMate]);
        let ma = "k7/P1K5/2N5/1M6/8/8/8/8 w - 0 9 79";
        assert!(!found(Kind::Mate, ma, "Nb4", &[]).contains(&MaMate));
        let ma = "8/8/2k4p/2ssn2P/2p5/1mm1K1N1/5r2/8 b - 0 4 60";
        assert_eq!(found(Kind::Mate, ma, "Ng4#", &[]), [MaMate]);
    }
}
