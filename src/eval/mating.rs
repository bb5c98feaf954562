//! How near a bare khun is to mate: far too far, mostly, for the search to see, so that without
//! this the stronger side would wander while its bia keep the count from starting.

use crate::position::Position;
use crate::types::{Color, Piece, Score, Square};

/// Centipawns for each step of the bare khun away from the middle of the board.
const EDGE: Score = 30;
/// For each step that the other khun is nearer than the whole board.
const KING_NEAR: Score = 20;
/// For each step that another man is nearer than the whole board.
const MAN_NEAR: Score = 8;

/// What `stronger` has gained, in centipawns, on its way to mate the other side's bare khun.
pub(super) fn progress(position: &Position, stronger: Color) -> Score {
    let prey = position.king(!stronger);
    let near = |square: Square| 7 - Score::from(square.distance(prey));
    // A bia cannot give chase; it is worth what it keeps the count from doing.
    let hunters =
        position.color(stronger) & !position.piece(Piece::Pawn) & !position.piece(Piece::King);
    let men: Score = hunters.into_iter().map(near).sum();
    EDGE * from_middle(prey) + KING_NEAR * near(position.king(stronger)) + MAN_NEAR * men
}

/// Steps along files and ranks from the four squares in the middle of the board, 0–6.
fn from_middle(square: Square) -> Score {
    let outward = |line: u8| Score::from(if line < 4 { 3 - line } else { line - 4 });
    outward(square.file()) + outward(square.rank())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Man, Setup};

    /// White: khun d4 and a khon; Black: a bare khun.
    fn chase(khon: Square, prey: Square) -> Position {
        let mut setup = Setup::empty();
        setup.put(Square::new(3, 3), Man::new(Color::White, Piece::King));
        setup.put(khon, Man::new(Color::White, Piece::Khon));
        setup.put(prey, Man::new(Color::Black, Piece::King));
        setup.build(Default::default(), Default::default()).expect("a legal position")
    }

    #[test]
    fn the_edge_and_near_men_are_progress() {
        let far = chase(Square::new(0, 0), Square::new(4, 5));
        let edge = chase(Square::new(0, 0), Square::new(4, 7));
        let near = chase(Square::new(4, 3), Square::new(4, 5));
        assert!(progress(&edge, Color::White) > progress(&far, Color::White));
        assert!(progress(&near, Color::White) > progress(&far, Color::White));
    }
}
