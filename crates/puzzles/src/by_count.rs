//! Puzzles that the end of a bare khun's count decides, with more men than the tables hold. The
//! exhaustive search of mates reaches the end of such a count, which cannot start again.

use super::mate::{mating_moves, only_move};
use super::mate_search::{Defence, MOST_MOVES, MateSearch};
use super::proof_error::ProofError;
use super::solution::{ProofMethod, Solution, Try, TryFailure, lengthen, outcome};
use makruk::movegen::legal_moves;
use makruk::position::Position;
use makruk::rules::CountingRule;
use makruk::types::{Color, Move};

/// Most moves that the count may leave.
const MOST_LEFT: u8 = 5;
/// How many moves later a mate may come that is too slow.
const LATER: u8 = 3;

/// Proves that one move alone mates the bare khun before its count ends, and that others mate later.
pub(super) fn win(position: &Position, search: &mut MateSearch) -> Result<Solution, ProofError> {
    let strong = position.to_move();
    let left = moves_left(position, strong)?;
    if legal_moves(position).len() < 2 {
        return Err(ProofError::NoChoice);
    }
    let first = only_move(position, left, 1, search)?;
    let mut line = vec![first];
    let mut after = position.play_unchecked(first);
    let mut moves = left - 1;
    while let Some((reply, mv)) = continuation(&after, moves, line.len() / 2 + 2, search)? {
        line.extend([reply, mv]);
        after = after.play_unchecked(reply).play_unchecked(mv);
        moves -= 1;
    }
    let mut uncounted = MateSearch::new(search.limit());
    let free = position.with_counting_rule(CountingRule::NONE);
    let mut tries = Vec::new();
    for mv in legal_moves(position).into_iter().filter(|&mv| mv != first) {
        let child = position.play_unchecked(mv);
        let failing = match outcome(&child) {
            Some(over) => TryFailure::Ends(over),
            None => match later_mate(&free, mv, left, &mut uncounted)? {
                Some(needed) => TryFailure::TooSlow { needed, left: u16::from(left) - 1 },
                None => TryFailure::NoMate,
            },
        };
        let reply = match search.refutation(&child, left - 1)? {
            Defence::Reply(reply) => Some(reply),
            Defence::Mated | Defence::Over => None,
        };
        tries.push(Try { mv, reply, failing });
    }
    if !tries.iter().any(|one| matches!(one.failing, TryFailure::TooSlow { .. })) {
        return Err(ProofError::CountDecidesNothing);
    }
    let mate_in = search.shortest(position, left)?;
    Ok(Solution {
        mate_in,
        line,
        lines: Vec::new(),
        tries,
        proof: ProofMethod::MateSearch(search.visited()),
    })
}

/// Proves that one move alone of the bare khun escapes mate until its count ends, and that the khun
/// is mated after it where nobody counts.
pub(super) fn save(position: &Position, search: &mut MateSearch) -> Result<Solution, ProofError> {
    let weak = position.to_move();
    let left = moves_left(position, !weak)?;
    let moves = legal_moves(position);
    if moves.len() < 2 {
        return Err(ProofError::NoChoice);
    }
    let saving = saving_moves(position, search)?;
    let &[first] = saving.as_slice() else {
        return Err(match saving.is_empty() {
            true => ProofError::NoMove,
            false => ProofError::SeveralMoves { number: 1, moves: saving },
        });
    };
    let after = position.play_unchecked(first);
    if outcome(&after).is_some() || !is_mated_later(&after, left, search.limit())? {
        return Err(ProofError::CountDecidesNothing);
    }
    let mut tries = Vec::new();
    for mv in moves.into_iter().filter(|&mv| mv != first) {
        let child = position.play_unchecked(mv);
        let reply = mating_moves(&child, left, search)?.first().copied();
        tries.push(Try { mv, reply, failing: TryFailure::Loses });
    }
    let mut line = vec![first];
    lengthen(&mut line, position, |position| match saving_moves(position, search)?.as_slice() {
        &[only] if legal_moves(position).len() > 1 => Ok(Some(only)),
        _ => Ok::<_, ProofError>(None),
    })?;
    Ok(Solution {
        mate_in: None,
        line,
        lines: Vec::new(),
        tries,
        proof: ProofMethod::MateSearch(search.visited()),
    })
}

/// The moves that the count leaves `strong` against a bare khun; an error when they are too many.
fn moves_left(position: &Position, strong: Color) -> Result<u8, ProofError> {
    let bare = position.is_bare(!strong) && !position.is_bare(strong);
    let left = position.moves_left_of(strong).filter(|_| bare && position.counter() != strong);
    let left = left.and_then(|left| u8::try_from(left).ok());
    left.filter(|left| (1..=MOST_LEFT).contains(left)).ok_or(ProofError::CountOutOfReach)
}

/// The moves of a bare khun that escape mate until the count ends.
fn saving_moves(position: &Position, search: &mut MateSearch) -> Result<Vec<Move>, ProofError> {
    let strong = !position.to_move();
    let mut saving = Vec::new();
    for mv in legal_moves(position) {
        let child = position.play_unchecked(mv);
        let left = child.moves_left_of(strong).unwrap_or(0).min(MOST_LEFT.into()) as u8;
        if outcome(&child).is_some() || !search.mates_within(&child, left)? {
            saving.push(mv);
        }
    }
    Ok(saving)
}

/// The longest defence and the only move against it, while there is only one.
fn continuation(
    defender: &Position,
    moves: u8,
    number: usize,
    search: &mut MateSearch,
) -> Result<Option<(Move, Move)>, ProofError> {
    let mut longest: Option<(u8, Move)> = None;
    for reply in legal_moves(defender) {
        let needed = search.shortest(&defender.play_unchecked(reply), moves)?;
        let needed = needed.unwrap_or(0);
        if longest.is_none_or(|(most, _)| needed > most) {
            longest = Some((needed, reply));
        }
    }
    let Some((needed, reply)) = longest.filter(|(needed, _)| *needed > 0) else { return Ok(None) };
    let attacker = defender.play_unchecked(reply);
    match only_move(&attacker, moves, number, search) {
        Ok(mv) => Ok(Some((reply, mv))),
        // The last move may be any that mates, if no other wins in time.
        Err(ProofError::SeveralMoves { moves: winning, .. }) if needed == 1 => {
            let mating = mating_moves(&attacker, 1, search)?;
            let first = mating.first().filter(|_| mating.len() == winning.len());
            Ok(first.map(|&mv| (reply, mv)))
        }
        Err(ProofError::SeveralMoves { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The number of moves to mate after `mv` without the count, if they are a few more than the `left`
/// moves that the count allows.
fn later_mate(
    free: &Position,
    mv: Move,
    left: u8,
    search: &mut MateSearch,
) -> Result<Option<u16>, ProofError> {
    for moves in left + 1..=(left + LATER).min(MOST_MOVES) {
        if search.is_mated_after(free, mv, moves)? {
            return Ok(Some(u16::from(moves) - 1));
        }
    }
    Ok(None)
}

/// Whether the strong side, to move, mates a little later than the count allows.
fn is_mated_later(after: &Position, left: u8, limit: u64) -> Result<bool, ProofError> {
    let free = after.with_counting_rule(CountingRule::NONE);
    let most = (left + LATER).min(MOST_MOVES);
    Ok(MateSearch::new(limit).mates_within(&free, most)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::notation::{Notation, fen};

    fn line(
        text: &str,
        prove: impl Fn(&Position, &mut MateSearch) -> Result<Solution, ProofError>,
    ) -> Result<String, ProofError> {
        let position = fen::parse(text, Default::default(), Default::default()).expect("a FEN");
        let solution = prove(&position, &mut MateSearch::new(1_000_000))?;
        assert_eq!(solution.tries.len() + 1, legal_moves(&position).len());
        Ok(Notation::San.line(&position, &solution.line))
    }

    #[test]
    fn the_last_move_of_the_count_mates() {
        let last = "8/r7/8/8/1m1m4/2mk2m1/8/2K5 b - 32 29 102";
        assert_eq!(line(last, win).as_deref(), Ok("Ra1#"));
        // With more moves left there are several ways to mate.
        let earlier = "8/r7/8/8/1m1m4/2mk2m1/8/2K5 b - 32 25 102";
        assert!(matches!(line(earlier, win), Err(ProofError::SeveralMoves { .. })));
        let far = "8/r7/8/8/1m1m4/2mk2m1/8/2K5 b - 32 13 102";
        assert_eq!(line(far, win), Err(ProofError::CountOutOfReach));
    }

    #[test]
    fn the_khun_lasts_as_long_as_the_count() {
        let near = "8/3r4/6K1/4k3/1m3m2/8/8/8 w - 32 28 151";
        assert_eq!(line(near, save).as_deref(), Ok("Kh5 Kf5 Kh6"));
        // Nobody else counts but a bare khun.
        assert_eq!(
            line("8/3r4/6K1/4k3/1m3m2/8/8/M7 w - 128 126 151", save),
            Err(ProofError::CountOutOfReach)
        );
    }
}
