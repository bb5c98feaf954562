//! Threats to pieces: the squares on which a cheaper piece of the opponent attacks them.

use makruk::attacks;
use makruk::position::Position;
use makruk::types::{Bitboard, Piece};

/// For each piece of the side to move, the squares that a cheaper piece of the opponent attacks; none
/// for bia, which are the cheapest, and for the khun, which no piece may be left attacking. A ruea
/// threatens nothing in this sense.
#[derive(Clone, Copy)]
pub(super) struct Threats {
    // [piece]
    squares: [Bitboard; Piece::COUNT],
}

impl Threats {
    /// The threats in a position.
    #[inline]
    pub(super) fn of(position: &Position) -> Self {
        let them = !position.to_move();
        let men = |piece| position.men(them, piece);
        let by_pawns = attacks::pawn_set(them, men(Piece::Pawn));
        let by_mets = by_pawns | attacks::met_set(men(Piece::Met));
        let by_khons = by_mets | attacks::khon_set(them, men(Piece::Khon));
        let by_knights = by_khons | attacks::knight_set(men(Piece::Knight));
        let mut squares = [Bitboard::EMPTY; Piece::COUNT];
        squares[Piece::Met.index()] = by_pawns;
        squares[Piece::Khon.index()] = by_mets;
        squares[Piece::Knight.index()] = by_khons;
        squares[Piece::Rook.index()] = by_knights;
        Self { squares }
    }

    /// Whether a piece of the side to move is threatened in this position.
    #[inline]
    pub(super) fn exist(position: &Position) -> bool {
        let (threats, us) = (Self::of(position), position.to_move());
        let threatened = |piece: &Piece| (threats.to(*piece) & position.men(us, *piece)).any();
        [Piece::Met, Piece::Khon, Piece::Knight, Piece::Rook].iter().any(threatened)
    }

    /// The squares on which a piece of this kind is threatened.
    #[inline]
    pub(super) fn to(&self, piece: Piece) -> Bitboard {
        self.squares[piece.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use makruk::notation::fen;
    use makruk::types::Square;

    #[test]
    fn only_cheaper_pieces_threaten() {
        let text = "4k3/8/8/3n4/2p5/8/8/R2SK3 w - - 0 1";
        let position = fen::parse(text, Default::default(), Default::default()).expect("a FEN");
        let threats = Threats::of(&position);
        let squares = |names: &str| -> Bitboard {
            let named = names.split(' ').filter_map(|name| match *name.as_bytes() {
                [file, rank] => Square::from_chars(file, rank),
                _ => None,
            });
            named.fold(Bitboard::EMPTY, |set, square| set | square.bitboard())
        };
        let by_pawn = squares("b3 d3");
        for piece in [Piece::Met, Piece::Khon, Piece::Knight] {
            assert_eq!(threats.to(piece), by_pawn, "{piece:?}");
        }
        let by_knight = squares("c3 e3 b4 f4 b6 f6 c7 e7");
        assert_eq!(threats.to(Piece::Rook), by_pawn | by_knight);
        for piece in [Piece::Pawn, Piece::King] {
            assert_eq!(threats.to(piece), Bitboard::EMPTY, "{piece:?}");
        }
        let exist = |text: &str| {
            let position = fen::parse(text, Default::default(), Default::default());
            Threats::exist(&position.expect("a FEN"))
        };
        assert!(!exist(text));
        assert!(exist("4k3/8/8/3n4/2p5/1M6/8/R2SK3 w - - 0 1"));
        assert!(exist("4k3/8/8/3n4/1Rp5/8/8/3SK3 w - - 0 1"));
        assert!(!exist("4k3/8/8/3n4/1Rp5/8/8/3SK3 b - - 0 1"));
        // A ma that attacks a ma, or a bia a bia, is no threat.
        assert!(!exist("4k3/8/8/3n4/1Np5/3P4/8/3SK3 w - - 0 1"));
    }
}
