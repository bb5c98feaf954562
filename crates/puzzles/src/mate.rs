//! Puzzles of mate: one move alone mates in the least number of moves, and so does each later move
//! of the solver but the last, whichever of the longest defences it meets.

use super::mate_search::{Defence, MOST_MOVES, MateSearch};
use super::proof_error::ProofError;
use super::solution::{ProofMethod, Solution, Try, TryFailure, outcome};
use makruk::movegen::legal_moves;
use makruk::position::Position;
use makruk::rules::Count;
use makruk::types::Move;
use std::collections::HashSet;

/// Proves a puzzle of mate.
pub(super) fn prove(position: &Position, search: &mut MateSearch) -> Result<Solution, ProofError> {
    if legal_moves(position).len() < 2 {
        return Err(ProofError::NoChoice);
    }
    let moves = search.shortest(position, MOST_MOVES)?.ok_or(ProofError::NoMate(MOST_MOVES))?;
    let first = only_move(position, moves, 1, search)?;
    let mut line = vec![first];
    let after = position.play_unchecked(first);
    let mut seen = HashSet::new();
    check_defences(&after, moves - 1, 2, search, &mut seen)?;
    extend(&mut line, after, moves - 1, search)?;
    let lines = other_lines(position, &line, moves, search)?;
    let tries = tries(position, first, moves, search)?;
    let proof = ProofMethod::MateSearch(search.visited());
    Ok(Solution { mate_in: Some(moves), line, lines, tries, proof })
}

/// The moves that mate within `moves` moves.
pub(super) fn mating_moves(
    position: &Position,
    moves: u8,
    search: &mut MateSearch,
) -> Result<Vec<Move>, ProofError> {
    let mut found = Vec::new();
    for mv in legal_moves(position) {
        if search.is_mated_after(position, mv, moves)? {
            found.push(mv);
        }
    }
    Ok(found)
}

/// The only move that mates within `moves` moves.
pub(super) fn only_move(
    position: &Position,
    moves: u8,
    number: usize,
    search: &mut MateSearch,
) -> Result<Move, ProofError> {
    match *mating_moves(position, moves, search)? {
        [only] => Ok(only),
        [] => Err(ProofError::NoMate(moves)),
        ref several => Err(ProofError::SeveralMoves { number, moves: several.to_vec() }),
    }
}

/// The replies after which the shortest mate takes all `moves` moves.
fn longest_defences(
    defender: &Position,
    moves: u8,
    search: &mut MateSearch,
) -> Result<Vec<Move>, ProofError> {
    let mut longest = Vec::new();
    for reply in legal_moves(defender) {
        let after = defender.play_unchecked(reply);
        if moves == 1 || !search.mates_within(&after, moves - 1)? {
            longest.push(reply);
        }
    }
    Ok(longest)
}

/// Checks that after every longest defence there is one mating move, down to the last move, which
/// may be any that mates.
fn check_defences(
    defender: &Position,
    moves: u8,
    number: usize,
    search: &mut MateSearch,
    seen: &mut HashSet<(u64, Count)>,
) -> Result<(), ProofError> {
    if moves < 2 || !seen.insert((defender.key(), defender.count())) {
        return Ok(());
    }
    for reply in longest_defences(defender, moves, search)? {
        let attacker = defender.play_unchecked(reply);
        let mv = only_move(&attacker, moves, number, search)?;
        check_defences(&attacker.play_unchecked(mv), moves - 1, number + 1, search, seen)?;
    }
    Ok(())
}

/// Continues a line with the first longest defence each time, to mate.
pub(super) fn extend(
    line: &mut Vec<Move>,
    mut defender: Position,
    mut moves: u8,
    search: &mut MateSearch,
) -> Result<(), ProofError> {
    while moves > 0 {
        let reply = longest_defences(&defender, moves, search)?;
        let &reply = reply.first().ok_or(ProofError::NoMate(moves))?;
        defender = answer(line, &defender, reply, moves, search)?;
        moves -= 1;
    }
    Ok(())
}

/// Lengthens a line by a reply and the first move that mates within `moves` moves against it.
/// Returns the position after them.
fn answer(
    line: &mut Vec<Move>,
    defender: &Position,
    reply: Move,
    moves: u8,
    search: &mut MateSearch,
) -> Result<Position, ProofError> {
    let attacker = defender.play_unchecked(reply);
    let mating = mating_moves(&attacker, moves, search)?;
    let &mv = mating.first().ok_or(ProofError::NoMate(moves))?;
    line.extend([reply, mv]);
    Ok(attacker.play_unchecked(mv))
}

/// Complete lines to mate in `moves` moves, one for each longest defence that leaves `line`.
fn other_lines(
    position: &Position,
    line: &[Move],
    moves: u8,
    search: &mut MateSearch,
) -> Result<Vec<Vec<Move>>, ProofError> {
    let mut lines = Vec::new();
    let mut defender = position.play_unchecked(line[0]);
    for (pair, left) in line[1..].chunks(2).zip((1..moves).rev()) {
        let shown = 1 + 2 * usize::from(moves - 1 - left);
        for reply in longest_defences(&defender, left, search)? {
            if reply != pair[0] {
                let mut other = line[..shown].to_vec();
                let after = answer(&mut other, &defender, reply, left, search)?;
                extend(&mut other, after, left - 1, search)?;
                lines.push(other);
            }
        }
        defender = pair.iter().fold(defender, |position, &mv| position.play_unchecked(mv));
    }
    Ok(lines)
}

/// Why the other first moves do not mate within `moves` moves.
pub(super) fn tries(
    position: &Position,
    solution: Move,
    moves: u8,
    search: &mut MateSearch,
) -> Result<Vec<Try>, ProofError> {
    let mut tries = Vec::new();
    for mv in legal_moves(position).into_iter().filter(|&mv| mv != solution) {
        let after = position.play_unchecked(mv);
        let refuted = match outcome(&after) {
            Some(over) => Try { mv, reply: None, failing: TryFailure::Ends(over) },
            None => match search.refutation(&after, moves - 1)? {
                Defence::Reply(reply) => {
                    Try { mv, reply: Some(reply), failing: TryFailure::NoMate }
                }
                Defence::Mated | Defence::Over => continue,
            },
        };
        tries.push(refuted);
    }
    Ok(tries)
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::notation::{fen, san};

    fn proved(text: &str) -> Result<(u8, Vec<String>), ProofError> {
        let position = fen::parse(text, Default::default(), Default::default()).expect("a FEN");
        let solution = prove(&position, &mut MateSearch::new(1_000_000))?;
        assert_eq!(solution.tries.len() + 1, legal_moves(&position).len());
        let mut at = position;
        let names = solution.line.iter().map(|&mv| {
            let name = san::format(&at, mv);
            at = at.play_unchecked(mv);
            name
        });
        let names = names.collect();
        Ok((solution.mate_in.expect("a mate"), names))
    }

    #[test]
    fn the_only_mate_is_proved() {
        let mate = proved("7k/8/6K1/8/8/8/8/R7 w - 32 31 60");
        assert_eq!(mate, Ok((1, vec!["Ra8#".to_owned()])));
    }

    #[test]
    fn two_mates_are_no_puzzle() {
        let two = proved("7k/8/6K1/8/8/8/1R6/R7 w - 16 9 60");
        assert!(
            matches!(two, Err(ProofError::SeveralMoves { number: 1, ref moves }) if moves.len() == 2)
        );
    }

    /// Sf6 alone mates in three, but after a4 both Ka3 and Nxa4 mate in two.
    #[test]
    fn two_second_moves_are_no_puzzle() {
        let two = proved("6k1/8/8/p4S2/8/2N5/K6R/8 w - - 0 1");
        assert!(
            matches!(two, Err(ProofError::SeveralMoves { number: 2, ref moves }) if moves.len() == 2),
            "{two:?}"
        );
        let one = proved("2k5/8/2S5/N1p5/8/3R4/5K2/8 w - - 0 1");
        assert!(one.is_ok_and(|(moves, line)| moves == 3 && line[0] == "Nc4" && line[2] == "Ra3"));
    }

    /// The ruea mates in three, but the count leaves two moves.
    #[test]
    fn a_mate_after_the_end_of_the_count_is_none() {
        let late = "8/k7/8/2K5/8/8/8/7R w - 32 29 60";
        assert_eq!(proved(late), Err(ProofError::NoMate(MOST_MOVES)));
        let early = "8/k7/8/2K5/8/8/8/7R w - 32 27 60";
        assert!(!matches!(proved(early), Err(ProofError::NoMate(_))));
    }
}
