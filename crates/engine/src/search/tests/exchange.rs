//! Static exchange evaluation against a plain exchange on a board of squares.

use super::{position, random};
use crate::Score;
use crate::search::see;
use makruk::attacks;
use makruk::movegen::legal_moves;
use makruk::notation::{coordinate, fen};
use makruk::position::Position;
use makruk::types::{Bitboard, Color, Move, Piece, Square};
use rand::SeedableRng;
use rand::rngs::SmallRng;

/// The men on a board.
#[derive(Clone)]
struct Board([Option<(Color, Piece)>; 64]);

impl Board {
    fn of(position: &Position) -> Self {
        let mut men = [None; 64];
        for square in position.occupied() {
            men[square.index()] = position.color_at(square).zip(position.piece_at(square));
        }
        Self(men)
    }

    /// The cheapest man of a side that attacks a square, and where it stands.
    fn cheapest(&self, side: Color, to: Square) -> Option<(Piece, Square)> {
        let mut occupied = Bitboard::EMPTY;
        for square in Square::all().filter(|square| self.0[square.index()].is_some()) {
            occupied |= square.bitboard();
        }
        let attackers = Square::all().filter_map(|from| {
            let (color, piece) = self.0[from.index()]?;
            let attacks = attacks::attacks(piece, color, from, occupied).contains(to);
            (color == side && attacks).then_some((piece, from))
        });
        // A khun is worth nothing, and captures last.
        attackers.min_by_key(|&(piece, _)| match piece {
            Piece::King => Score::MAX,
            piece => see::value(piece),
        })
    }

    /// Moves a man, and makes a bia a met if it `promotes`. Returns the gain.
    fn capture(&mut self, from: Square, to: Square, promotes: bool) -> Score {
        let (color, piece) = self.0[from.index()].take().expect("a man");
        let becomes = if promotes { Piece::Met } else { piece };
        let captured = self.0[to.index()].replace((color, becomes));
        captured.map_or(0, |(_, piece)| see::value(piece)) + see::value(becomes) - see::value(piece)
    }

    /// The gain of a side that may capture on a square.
    fn best_exchange(&self, side: Color, to: Square) -> Score {
        let Some((piece, from)) = self.cheapest(side, to) else { return 0 };
        let mut after = self.clone();
        let gain = after.capture(from, to, false);
        if piece == Piece::King && after.cheapest(!side, to).is_some() {
            return 0;
        }
        (gain - after.best_exchange(!side, to)).max(0)
    }
}

/// The result of a move and the best exchange after it.
fn exchange(position: &Position, mv: Move) -> Score {
    let mut board = Board::of(position);
    let gain = board.capture(mv.from(), mv.to(), position.promotes(mv));
    gain - board.best_exchange(!position.to_move(), mv.to())
}

#[test]
fn exchanges_win_what_a_plain_exchange_wins() {
    let mut rng = SmallRng::seed_from_u64(5);
    let mut exchanges = 0;
    for number in 0..1_500 {
        let position = random::position_after(&mut rng, 20 + number % 120);
        for mv in legal_moves(&position) {
            let result = exchange(&position, mv);
            exchanges += u32::from(result != see::gain(position.details(mv)));
            let text = fen::format(&position);
            for threshold in [result - 1, result, result + 1, 0, -200] {
                let wins = see::wins_at_least(&position, mv, threshold);
                assert_eq!(wins, result >= threshold, "{mv:?} {result} {threshold} {text}");
            }
        }
    }
    assert!(exchanges > 5_000, "{exchanges}");
}

#[test]
fn ruea_behind_others_take_part() {
    let (bia, ruea) = (see::value(Piece::Pawn), see::value(Piece::Rook));
    for (text, mv, result) in [
        // One ruea behind the other, against a ruea that defends a bia.
        ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", bia),
        ("3rk3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", bia - ruea),
        // Two against two.
        ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", bia - ruea),
    ] {
        let position = position(text);
        let mv = coordinate::parse(&position, mv).expect("a move");
        assert_eq!(exchange(&position, mv), result, "{text}");
        for threshold in [result - 60, result, result + 1] {
            let wins = see::wins_at_least(&position, mv, threshold);
            assert_eq!(wins, threshold <= result, "{text} {threshold}");
        }
    }
}
