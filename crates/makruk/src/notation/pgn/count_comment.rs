//! Claimed counts in comments: `[%count start 5]`, `[%count stop]` and `[%count skip]`, after the move,
//! or before the first one, at which they were said. docs/rules.md describes them.

use super::PgnGame;
use crate::game::{Claim, ClaimKind, ClaimLog};
use crate::position::Position;
use crate::rules::{Count, counting};

/// What each command of a comment begins with.
const COMMAND: &str = "[%count ";

/// The claims in a comment, in its order. A number after `start` is for readers: where a count begins
/// follows from the position.
pub(super) fn claims_in(comment: &str) -> impl Iterator<Item = ClaimKind> {
    comment.split(COMMAND).skip(1).filter_map(|text| {
        let (words, _) = text.split_once(']')?;
        match words.split_whitespace().next()? {
            "start" => Some(ClaimKind::Start),
            "stop" => Some(ClaimKind::Stop),
            "skip" => Some(ClaimKind::Skip),
            _ => None,
        }
    })
}

impl PgnGame {
    /// The claims of counts in the comments.
    pub fn claims(&self) -> ClaimLog {
        let after_moves = self.moves.iter().map(|mv| &mv.comments);
        let comments = std::iter::once(&self.comments).chain(after_moves).enumerate();
        let claims = comments.flat_map(|(ply, comments)| {
            let kinds = comments.iter().flat_map(|comment| claims_in(comment));
            kinds.map(move |kind| Claim { ply, kind })
        });
        // A result may stand between the last move and what was said after it.
        let last = self.moves.len();
        let closing = self.closing_comments.iter().flat_map(|comment| claims_in(comment));
        claims.chain(closing.map(|kind| Claim { ply: last, kind })).collect()
    }
}

/// Claims as the text of a comment; `None` without any. `position` is the one in which they are made.
pub fn count_comment(
    claims: impl Iterator<Item = ClaimKind>,
    position: &Position,
) -> Option<String> {
    let commands: Vec<String> = claims.map(|kind| command(kind, position)).collect();
    (!commands.is_empty()).then(|| commands.join(" "))
}

/// A claim in a position as the command of a comment.
pub(super) fn command(kind: ClaimKind, position: &Position) -> String {
    match kind {
        ClaimKind::Start => match first_number(position) {
            Some(first) => format!("{COMMAND}start {first}]"),
            None => format!("{COMMAND}start]"),
        },
        ClaimKind::Stop => format!("{COMMAND}stop]"),
        ClaimKind::Skip => format!("{COMMAND}skip]"),
    }
}

/// The first number of a count that is claimed in this position.
fn first_number(position: &Position) -> Option<u16> {
    let (rule, to_move) = (position.counting_rule(), position.to_move());
    let count = counting::claim(rule, Count::NONE, &position.material(), to_move).ok()?;
    // The claimant counts with its next move, or has counted with its last one.
    Some((count.ply / 2) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::Reader;

    #[test]
    fn claims_are_read_from_all_comments_and_nothing_else_is() {
        let text = "{[%count start 5] now} 1. d4 {a [%clk 0:01] b [%count  skip][%count stop]} d5 \
            {[%count rest] [%count] [%count start} 2. e4 * {[%count stop]}";
        let pgn = Reader::new(text).next().expect("a game").expect("PGN");
        let found: Vec<(usize, ClaimKind)> =
            pgn.claims().iter().map(|claim| (claim.ply, claim.kind)).collect();
        let expected = [
            (0, ClaimKind::Start),
            (1, ClaimKind::Skip),
            (1, ClaimKind::Stop),
            (3, ClaimKind::Stop),
        ];
        assert_eq!(found, expected);
    }

    /// A count of the men begins after their number, one of the board with 1.
    #[test]
    fn claims_are_written_with_the_number_that_is_said_first() {
        use crate::notation::fen;
        use crate::rules::{CountingRule, Variant};
        for (men, start) in [
            ("8/8/4k3/8/8/4K3/3R4/8 b - - 0 60", "[%count start 4]"),
            ("8/8/3Rk3/8/4M3/4K3/8/8 b - - 0 60", "[%count start 5]"),
            ("8/8/4k1m1/8/8/4K3/3R4/8 b - - 0 60", "[%count start 1]"),
            // There is nothing to count.
            ("8/8/4k3/4p3/8/4K3/3R4/8 b - - 0 60", "[%count start]"),
        ] {
            let position = fen::parse(men, Variant::Makruk, CountingRule::CLAIMED).expect(men);
            let comment = |claims: &[ClaimKind]| count_comment(claims.iter().copied(), &position);
            assert_eq!(comment(&[]), None);
            assert_eq!(comment(&[ClaimKind::Start]).as_deref(), Some(start), "{men}");
            let several = comment(&[ClaimKind::Skip, ClaimKind::Stop]);
            assert_eq!(several.as_deref(), Some("[%count skip] [%count stop]"));
        }
    }
}
