//! Puzzles of endings by the tables, which are exact in distance and count.

use super::proof_error::ProofError;
use super::solution::{LONGEST_LINE, ProofMethod, Solution, Try, TryFailure, lengthen, outcome};
use makruk::movegen::legal_moves;
use makruk::position::Position;
use makruk::rules::Outcome;
use makruk::types::{Color, Move};
use sakdi_engine::tablebase::{Metric, ProbeResult, Tablebase};

/// Fewest legal moves of a puzzle of technique.
const MANY_MOVES: usize = 6;
/// Fewest moves to the goal of a puzzle of technique: shorter ones are mates.
const FAR: u8 = 4;

/// What the tables and the rules say of a position after a move.
#[derive(Clone, Copy, Debug)]
enum After {
    Over(Outcome),
    Known(ProbeResult),
}

impl After {
    fn winner(self) -> Option<Color> {
        match self {
            Self::Over(over) => over.winner(),
            Self::Known(result) => result.winner(),
        }
    }

    /// The moves that `side` needs and those that the count leaves it, when it would win in time
    /// without the count.
    fn too_slow(self, tables: &Tablebase, position: &Position, side: Color) -> Option<(u16, u16)> {
        let Self::Known(result) = self else { return None };
        let own =
            if result.strong == side { Some(result) } else { tables.probe_side(position, side) };
        let own = own.filter(|own| !own.won)?;
        Some((own.distance?.into(), own.moves_left?))
    }
}

/// A move and what comes of it.
#[derive(Clone, Copy, Debug)]
struct Judged {
    mv: Move,
    next: Position,
    after: After,
}

/// All legal moves; an error unless the tables and the rules know every one.
fn judge(tables: &Tablebase, position: &Position) -> Result<Vec<Judged>, ProofError> {
    let judged = |mv| {
        let next = position.play_unchecked(mv);
        let after = match outcome(&next) {
            Some(over) => After::Over(over),
            None => After::Known(tables.probe(&next)?),
        };
        Some(Judged { mv, next, after })
    };
    tables.probe(position).ok_or(ProofError::NotInTables)?;
    let all: Option<Vec<_>> = legal_moves(position).into_iter().map(judged).collect();
    all.ok_or(ProofError::NotInTables)
}

/// A position with one winning move.
pub(super) struct OnlyWin {
    solution: Solution,
    choices: usize,
    distance: u8,
}

impl OnlyWin {
    fn has_slow_try(&self) -> bool {
        let mut tries = self.solution.tries.iter();
        tries.any(|one| matches!(one.failing, TryFailure::TooSlow { .. }))
    }

    /// As a puzzle of the count: some other move would win, but too late.
    pub(super) fn in_time(self) -> Option<Solution> {
        self.has_slow_try().then_some(self.solution)
    }

    /// As a puzzle of technique: no other move would win without the count either.
    pub(super) fn technique(self) -> Option<Solution> {
        let hard = self.choices >= MANY_MOVES && self.distance >= FAR;
        (hard && !self.has_slow_try()).then_some(self.solution)
    }
}

/// Proves that one move alone wins.
pub(super) fn win(position: &Position, tables: &Tablebase) -> Result<OnlyWin, ProofError> {
    let us = position.to_move();
    let judged = judge(tables, position)?;
    if judged.len() < 2 {
        return Err(ProofError::NoChoice);
    }
    let first = only(&judged, 1, |one| one.after.winner() == Some(us))?;
    let result = tables.probe_side(position, us).ok_or(ProofError::NotInTables)?;
    let distance = result.distance.ok_or(ProofError::NoMove)?;
    let mut line = vec![first.mv];
    let mut position_after = first.next;
    while line.len() < 2 * LONGEST_LINE - 1 {
        let Some((reply, answer)) = winning_continuation(tables, &position_after, us)? else {
            break;
        };
        line.extend([reply, answer]);
        position_after = position_after.play_unchecked(reply).play_unchecked(answer);
    }
    let tries = judged.iter().filter(|one| one.mv != first.mv);
    let tries = tries.map(|one| {
        let failing = match (one.after, one.after.too_slow(tables, &one.next, us)) {
            (After::Over(over), _) => TryFailure::Ends(over),
            (_, Some((needed, left))) => TryFailure::TooSlow { needed, left },
            (known, None) if known.winner() == Some(!us) => TryFailure::Loses,
            _ => TryFailure::Draws,
        };
        Ok(Try { mv: one.mv, reply: refutation(tables, &one.next, us)?, failing })
    });
    let tries = tries.collect::<Result<Vec<_>, ProofError>>()?;
    let mate_in = (result.metric == Metric::Mate).then_some(distance);
    let solution = Solution { mate_in, line, lines: Vec::new(), tries, proof: ProofMethod::Tables };
    Ok(OnlyWin { solution, choices: judged.len(), distance })
}

/// Proves that one move alone saves the weaker side, and that it saves it by the count.
pub(super) fn save(position: &Position, tables: &Tablebase) -> Result<Solution, ProofError> {
    let us = position.to_move();
    let judged = judge(tables, position)?;
    if judged.len() < 2 {
        return Err(ProofError::NoChoice);
    }
    if judged.iter().any(|one| one.after.winner() == Some(us)) {
        return Err(ProofError::CountDecidesNothing);
    }
    let first = only(&judged, 1, |one| one.after.winner().is_none())?;
    if first.after.too_slow(tables, &first.next, !us).is_none() {
        return Err(ProofError::CountDecidesNothing);
    }
    let mut line = vec![first.mv];
    lengthen(&mut line, position, |position| {
        let judged = judge(tables, position)?;
        let answer = only(&judged, 0, |one| one.after.winner() != Some(!us));
        Ok::<_, ProofError>(answer.ok().filter(|_| judged.len() > 1).map(|one| one.mv))
    })?;
    let tries = judged.iter().filter(|one| one.mv != first.mv);
    let tries = tries.map(|one| {
        let reply = refutation(tables, &one.next, us)?;
        Ok(Try { mv: one.mv, reply, failing: TryFailure::Loses })
    });
    let tries = tries.collect::<Result<Vec<_>, ProofError>>()?;
    Ok(Solution { mate_in: None, line, lines: Vec::new(), tries, proof: ProofMethod::Tables })
}

/// The only move that reaches the goal.
fn only(
    judged: &[Judged],
    number: usize,
    reaches: impl Fn(&Judged) -> bool,
) -> Result<Judged, ProofError> {
    let reaching: Vec<_> = judged.iter().filter(|one| reaches(one)).collect();
    match reaching[..] {
        [only] => Ok(*only),
        [] => Err(ProofError::NoMove),
        _ => Err(ProofError::SeveralMoves {
            number,
            moves: reaching.iter().map(|one| one.mv).collect(),
        }),
    }
}

/// The reply that holds out longest and the only move that still wins against it; any of several, if
/// all of them mate at once. `None` where there are others, or the game is over.
fn winning_continuation(
    tables: &Tablebase,
    defender: &Position,
    us: Color,
) -> Result<Option<(Move, Move)>, ProofError> {
    if outcome(defender).is_some() {
        return Ok(None);
    }
    let replies = judge(tables, defender)?;
    let distance = |one: &Judged| match one.after {
        After::Known(result) if result.strong == us => result.distance.unwrap_or(u8::MAX),
        _ => 0,
    };
    // The first of the longest, so that the line is always the same.
    let longest = replies.iter().rev().max_by_key(|one| distance(one));
    let Some(longest) = longest.filter(|one| outcome(&one.next).is_none()) else { return Ok(None) };
    let answers = judge(tables, &longest.next)?;
    let wins = |one: &&Judged| one.after.winner() == Some(us);
    let mates = |one: &Judged| matches!(one.after, After::Over(Outcome::Mate { .. }));
    let mut winning = answers.iter().filter(wins);
    let first = winning.next();
    let first = first.filter(|&first| winning.all(|other| mates(first) && mates(other)));
    Ok(first.map(|one| (longest.mv, one.mv)))
}

/// The best reply to a try of `us`: one that wins, or else one that keeps `us` from winning and is
/// farthest from losing.
fn refutation(tables: &Tablebase, next: &Position, us: Color) -> Result<Option<Move>, ProofError> {
    if outcome(next).is_some() {
        return Ok(None);
    }
    let replies = judge(tables, next)?;
    let rank = |one: &Judged| match (one.after.winner(), one.after) {
        (Some(winner), After::Over(_)) if winner != us => (3, 0),
        (Some(winner), After::Known(known)) if winner != us => {
            (2, u16::MAX - u16::from(known.distance.unwrap_or(0)))
        }
        (None, after) => {
            let slow = after.too_slow(tables, &one.next, us);
            (1, slow.map_or(u16::MAX, |(needed, left)| needed.saturating_sub(left)))
        }
        _ => (0, 0),
    };
    Ok(replies.iter().rev().max_by_key(|one| rank(one)).map(|one| one.mv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::notation::{fen, san};

    fn position(text: &str) -> Position {
        fen::parse(text, Default::default(), Default::default()).expect("a FEN")
    }

    fn line(position: &Position, solution: &Solution) -> String {
        makruk::notation::Notation::San.line(position, &solution.line)
    }

    fn failing(position: &Position, solution: &Solution, text: &str) -> TryFailure {
        let mv = san::parse(position, text).expect("a move");
        solution.tries.iter().find(|one| one.mv == mv).expect("a try").failing
    }

    #[test]
    fn one_move_is_in_time_and_the_others_are_too_slow() {
        let tables = Tablebase::embedded();
        let start = position("k7/8/2S5/K7/2M5/8/8/8 w - 88 73 135");
        let solution = win(&start, &tables).expect("a win").in_time().expect("others too slow");
        assert_eq!((line(&start, &solution).as_str(), solution.mate_in), ("Kb6", Some(2)));
        let slow = TryFailure::TooSlow { needed: 18, left: 7 };
        assert_eq!(failing(&start, &solution, "Ka4"), slow);
        assert!(win(&start, &tables).expect("a win").technique().is_none());
        // Earlier in the count other moves are fast enough, too; later none is.
        let early = position("k7/8/2S5/K7/2M5/8/8/8 w - 88 21 135");
        assert!(matches!(win(&early, &tables).map(drop), Err(ProofError::SeveralMoves { .. })));
        let late = position("k7/8/2S5/K7/2M5/8/8/8 w - 88 87 135");
        assert_eq!(win(&late, &tables).map(drop), Err(ProofError::NoMove));
    }

    #[test]
    fn one_move_lasts_to_the_end_of_the_count() {
        let tables = Tablebase::embedded();
        let start = position("8/k7/2S5/2K5/4M3/8/8/8 b - 88 60 128");
        let solution = save(&start, &tables).expect("a saving move");
        assert_eq!(line(&start, &solution), "Ka6 Md3 Ka5 Mc4 Ka4");
        assert_eq!(failing(&start, &solution, "Kb8"), TryFailure::Loses);
        let early = position("8/k7/2S5/2K5/4M3/8/8/8 b - 88 20 128");
        assert_eq!(save(&early, &tables), Err(ProofError::NoMove));
        // The khon cannot force mate: nothing for the count to do.
        let unlosable = position("8/k7/2S5/2K5/8/8/8/8 b - 88 60 128");
        assert!(save(&unlosable, &tables).is_err());
    }

    #[test]
    fn technique_needs_no_count() {
        let tables = Tablebase::embedded();
        let start = position("3k4/8/8/1M1KN3/8/8/8/8 w - 128 79 100");
        let win_of = |start: &Position| win(start, &tables).expect("a win");
        let solution = win_of(&start).technique().expect("one move wins");
        assert_eq!(line(&start, &solution), "Ke6 Kc7 Nd7");
        assert_eq!(failing(&start, &solution, "Kc6"), TryFailure::Draws);
        assert!(win_of(&start).in_time().is_none());
    }

    #[test]
    fn what_the_tables_do_not_hold_is_not_decided_by_them() {
        let tables = Tablebase::embedded();
        let many = position("2k5/7R/8/1R1N4/2p1r3/P7/3K4/8 w - 0 13 59");
        assert_eq!(win(&many, &tables).map(drop), Err(ProofError::NotInTables));
        assert_eq!(save(&many, &tables), Err(ProofError::NotInTables));
    }
}
