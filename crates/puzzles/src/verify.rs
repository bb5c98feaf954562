//! Verifying a puzzle: its proof is made anew, and what it records is compared.

use super::mate_search::MateSearch;
use super::proof_error::ProofError;
use super::record::{line_operands, lines_operands, theme_operands};
use super::solution::{Solution, TryFailure};
use super::theme::themes;
use super::{Kind, Provers, Puzzle, prove};
use makruk::movegen::legal_moves;
use makruk::notation::san;
use makruk::types::Move;
use std::collections::HashSet;

/// What is wrong with a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// The position is no puzzle of its kind.
    #[error(transparent)]
    Unproved(#[from] ProofError),
    /// An opcode differs from the result of the proof.
    #[error("{opcode} is {recorded}, and the proof says {proved}")]
    Differs {
        /// The opcode.
        opcode: &'static str,
        /// Its value in the file.
        recorded: String,
        /// Its value according to the proof.
        proved: String,
    },
    /// The tries are not all the other moves, each with the reason that the proof finds.
    #[error("the try {0} is missing, is none, or fails for another reason")]
    Try(String),
    /// The reply to a try does not refute it.
    #[error("the reply to the try {0} does not refute it")]
    Refutation(String),
}

/// Proves a puzzle anew. Of an advantage only the first move and the tries are compared, because
/// its lines and figures change with the search.
///
/// # Errors
/// The first fault.
pub fn verify(puzzle: &Puzzle, provers: &mut Provers) -> Result<(), VerifyError> {
    let Puzzle { position, kind, solution, .. } = puzzle;
    let proved = prove(*kind, position, provers)?;
    // The values are compared and named as they stand in a file.
    let compare = |opcode, recorded: String, proved: String| {
        let [recorded, proved] = [recorded, proved]
            .map(|operands| if operands.is_empty() { "none".to_owned() } else { operands });
        if recorded == proved {
            Ok(())
        } else {
            Err(VerifyError::Differs { opcode, recorded, proved })
        }
    };
    let searched = *kind == Kind::Advantage;
    let length = if searched { 1 } else { usize::MAX };
    let line = |moves: &[Move]| line_operands(position, &moves[..moves.len().min(length)]);
    compare("pv", line(&solution.line), line(&proved.line))?;
    let lines = |solution: &Solution| lines_operands(position, &solution.lines);
    compare("lines", lines(solution), lines(&proved))?;
    let mate_in = |solution: &Solution| solution.mate_in.map_or(String::new(), |n| n.to_string());
    compare("dm", mate_in(solution), mate_in(&proved))?;
    let compared = |failing| if searched { None } else { Some(failing) };
    let expected: HashSet<(Move, Option<TryFailure>)> =
        proved.tries.iter().map(|one| (one.mv, compared(one.failing))).collect();
    let recorded: HashSet<_> =
        solution.tries.iter().map(|one| (one.mv, compared(one.failing))).collect();
    let wrong = expected.symmetric_difference(&recorded).map(|(mv, _)| mv);
    if let Some(mv) = wrong.min_by_key(|mv| mv.bits()) {
        return Err(VerifyError::Try(san::format(position, *mv)));
    }
    if recorded.len() + 1 != legal_moves(position).len() {
        return Err(VerifyError::Try("that is missing".to_owned()));
    }
    if let (Kind::Mate, Some(moves)) = (kind, solution.mate_in) {
        check_refutations(puzzle, moves, provers.mate_limit)?;
    }
    if !searched {
        let found = themes(*kind, position, &proved);
        compare("themes", theme_operands(&puzzle.themes), theme_operands(&found))?;
    }
    Ok(())
}

/// Checks that the recorded reply to each try escapes a mate within the moves of the solution.
fn check_refutations(puzzle: &Puzzle, moves: u8, limit: u64) -> Result<(), VerifyError> {
    let mut search = MateSearch::new(limit);
    for one in &puzzle.solution.tries {
        let Some(reply) = one.reply else { continue };
        let next = puzzle.position.play_unchecked(one.mv).play_unchecked(reply);
        if search.mates_within(&next, moves - 1).map_err(ProofError::from)? {
            return Err(VerifyError::Refutation(san::format(&puzzle.position, one.mv)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::notation::fen;
    use sakdi_engine::tablebase::Tablebase;
    use std::sync::Arc;

    /// Kf7 mates in two. After the try Kf8 only Kh7 escapes the mate: a4 allows Rh2.
    #[test]
    fn a_reply_that_does_not_refute_a_try_is_a_fault() {
        let position = fen::parse(
            "4K2k/8/4N3/pS6/8/8/2R5/8 w - - 0 1",
            Default::default(),
            Default::default(),
        );
        let position = position.expect("a FEN");
        let mut provers = Provers::verifying(Arc::new(Tablebase::empty()));
        let solution = prove(Kind::Mate, &position, &mut provers).expect("a mate");
        assert_eq!(san::format(&position, solution.line[0]), "Kf7");
        let themes = themes(Kind::Mate, &position, &solution);
        let source = String::new();
        let mut puzzle =
            Puzzle { position, kind: Kind::Mate, solution, themes, difficulty: None, source };
        assert_eq!(verify(&puzzle, &mut provers), Ok(()));

        let kf8 = san::parse(&position, "Kf8").expect("a move");
        let after = position.play_unchecked(kf8);
        let [escape, bia] = ["Kh7", "a4"].map(|mv| san::parse(&after, mv).expect("a move"));
        let one = puzzle.solution.tries.iter_mut().find(|one| one.mv == kf8).expect("a try");
        assert_eq!(one.reply, Some(escape));
        one.reply = Some(bia);
        assert_eq!(verify(&puzzle, &mut provers), Err(VerifyError::Refutation("Kf8".to_owned())));
    }
}
