//! Contempt: how a search for a move of a game avoids draws, by rule and by exchanges. The other
//! side is thought to play worse, and has more occasions for mistakes the more pieces are left.

use super::limits::Limits;
use super::params;
use crate::Score;
use crate::eval::{self, FULL_PHASE};
use crate::score::DRAW;
use makruk::position::Position;
use makruk::types::Color;

/// The contempt of the side to move at the root of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contempt {
    /// That of White: minus that of Black.
    white: Score,
}

impl Contempt {
    /// The contempt that `limits` ask for in a search of this root.
    pub(super) fn new(limits: &Limits, root: &Position) -> Self {
        let white = match root.to_move() {
            _ if root.has_bare_side() => 0,
            Color::White => limits.contempt,
            Color::Black => -limits.contempt,
        };
        Self { white }
    }

    /// A number that other contempts do not have.
    pub(super) const fn id(self) -> i32 {
        self.white
    }

    #[inline]
    const fn of(self, color: Color) -> Score {
        match color {
            Color::White => self.white,
            Color::Black => -self.white,
        }
    }

    /// The score of a draw for a side.
    #[inline]
    pub(super) const fn draw_score(self, color: Color) -> Score {
        DRAW - self.of(color)
    }

    /// What the pieces of both sides add to the evaluation of a position, for the side to move.
    #[inline]
    pub(super) fn value_of_pieces(self, position: &Position) -> Score {
        if self.white == 0 || position.has_bare_side() {
            return 0;
        }
        let most = self.of(position.to_move()) * params::contempt_pieces();
        most * eval::phase(position) / (100 * FULL_PHASE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::notation::fen;

    fn position(text: &str) -> Position {
        fen::parse(text, Default::default(), Default::default()).expect("a FEN")
    }

    fn contempt(root: &Position) -> Contempt {
        Contempt::new(&Limits { contempt: 10, ..Limits::default() }, root)
    }

    #[test]
    fn both_sides_see_the_contempt_of_the_root() {
        let white = position("4k3/4r3/8/4p3/4P3/8/4R3/4K3 w - - 0 1");
        let black = position("4k3/4r3/8/4p3/4P3/8/4R3/4K3 b - - 0 1");
        let of_white = contempt(&white);
        assert_eq!(of_white.draw_score(Color::White), -10);
        assert_eq!(of_white.draw_score(Color::Black), 10);
        assert!(of_white.value_of_pieces(&white) > 0);
        assert_eq!(of_white.value_of_pieces(&black), -of_white.value_of_pieces(&white));
        assert_eq!(contempt(&black).value_of_pieces(&black), of_white.value_of_pieces(&white));
        assert_ne!(contempt(&black).id(), of_white.id());
    }

    #[test]
    fn pieces_count_by_their_kind_and_bia_do_not() {
        let start = Position::start(Default::default(), Default::default());
        let contempt = contempt(&start);
        let value = |text| contempt.value_of_pieces(&position(text));
        let rooks = value("4k3/4r3/8/4p3/4P3/8/4R3/4K3 w - - 0 1");
        let met = value("4k3/4m3/8/4p3/4P3/8/4R3/4K3 w - - 0 1");
        assert!(contempt.value_of_pieces(&start) > rooks && rooks > met, "{rooks} {met}");
        assert_eq!(value("4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1"), 0);
    }

    #[test]
    fn there_is_none_against_a_bare_khun() {
        let bare = position("4k3/8/8/8/4P3/8/4R3/4K3 w - - 0 1");
        assert_eq!(contempt(&bare).draw_score(Color::White), DRAW);
        let start = Position::start(Default::default(), Default::default());
        assert_eq!(contempt(&start).value_of_pieces(&bare), 0);
    }
}
