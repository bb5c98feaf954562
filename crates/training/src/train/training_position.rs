//! Positions in the form that the trainer keeps them, with what they are trained on.

use super::points_curve::PointsCurve;
use crate::data::{Filter, RejectReason, Sample, WhiteResult};
use arrayvec::ArrayVec;
use makruk::attacks;
use makruk::position::{Man, Position, Setup};
use makruk::rules::counting::BOARD_HONOUR;
use makruk::rules::{Count, CountingRule, Variant};
use makruk::types::{Bitboard, Color, Piece, Square};
use sakdi_engine::Score;
use sakdi_engine::eval;
use sakdi_engine::eval::nnue::arch::{
    self, AttackedMen, MAX_ACTIVE_INPUTS, ManFeature, Perspective,
};
use sakdi_engine::tablebase::Tablebase;

/// Most men on a board.
const MAX_MEN: usize = arch::MAX_MEN as usize;
const BLACK: u8 = 8;
/// The moves left when no count runs.
const NO_COUNT: u16 = u16::MAX;
/// Positions with fewer moves left of the count are not used: the search saw the end of the count.
const MIN_MOVES_LEFT: u16 = 10;

/// A position with its score and the result of its game, in 32 bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingPosition {
    occupied: u64,
    // Four bits for each man from a1 on, lowest bits first: its kind, and `BLACK`.
    men: u128,
    // Score of the search, in centipawns from the side to move.
    score: i16,
    // Half points of the side to move.
    result: u8,
    black_to_move: bool,
    // Moves left of the count, or `NO_COUNT`.
    moves_left: u16,
    variant: Variant,
}

/// The active inputs of the net in a position, and the bucket of output weights it uses.
#[derive(Clone, Debug, Default)]
pub(super) struct ActiveFeatures {
    /// For each man, and again for each attacked man, its input in the perspective of the side to move
    /// and of the other side.
    pub(super) inputs: ArrayVec<[u16; 2], MAX_ACTIVE_INPUTS>,
    /// Number of the bucket.
    pub(super) bucket: usize,
}

impl TrainingPosition {
    /// Length of [`TrainingPosition::to_bytes`].
    pub(super) const LEN: usize = 32;

    /// The training position of a sample.
    ///
    /// The evaluation scales the net's output by the moves left of the count
    /// ([`eval::count_scale`]), and so does the trainer. Positions before a count are trained on the
    /// result even when the count drew the game later: an advantage without bia really is hard to
    /// win.
    ///
    /// # Errors
    /// The reason why the position is not used.
    pub fn of(sample: &Sample, filter: &Filter, tables: &Tablebase) -> Result<Self, RejectReason> {
        let position = &sample.position;
        let quiet = Self::quiet(sample, filter)?;
        let moves_left = position.moves_left();
        if moves_left.is_some_and(|left| left < MIN_MOVES_LEFT) {
            return Err(RejectReason::CountNearlyOver);
        }
        if position.occupied().len() <= tables.max_men() && tables.probe(position).is_some() {
            return Err(RejectReason::InTables);
        }
        if position.has_bare_side() {
            return Err(RejectReason::BareKhun);
        }
        Ok(quiet)
    }

    /// The training position of a sample, whether or not the net of Sakdi would evaluate it.
    ///
    /// # Errors
    /// The reason why no static evaluation can be fitted to its score.
    pub fn quiet(sample: &Sample, filter: &Filter) -> Result<Self, RejectReason> {
        if let Some(reason) = filter.reject_unquiet(sample) {
            return Err(reason);
        }
        let position = &sample.position;
        let mut men = 0;
        for (index, square) in position.occupied().enumerate() {
            let piece = position.piece_at(square).unwrap_or(Piece::King) as u8;
            let black = if position.color(Color::Black).contains(square) { BLACK } else { 0 };
            men |= u128::from(piece | black) << (4 * index);
        }
        let black_to_move = position.to_move() == Color::Black;
        let half_points = sample.result as u8;
        let (score, half_points) = if black_to_move {
            (-sample.score, 2 - half_points)
        } else {
            (sample.score, half_points)
        };
        Ok(Self {
            occupied: position.occupied().0,
            men,
            score: i16::try_from(score).map_err(|_| RejectReason::Decided)?,
            result: half_points,
            black_to_move,
            moves_left: position.moves_left().unwrap_or(NO_COUNT),
            variant: position.variant(),
        })
    }

    /// The same position with another score, from White's side.
    pub(super) fn with_white_score(mut self, score: Score) -> Self {
        let own = if self.black_to_move { -score } else { score };
        self.score = i16::try_from(own).unwrap_or(self.score);
        self
    }

    /// The same position with another score and result, from White's side.
    pub(super) fn with_white_label(mut self, result: WhiteResult, score: Score) -> Self {
        let half_points = result as u8;
        self.result = if self.black_to_move { 2 - half_points } else { half_points };
        self.with_white_score(score)
    }

    /// Moves left of the count; `None` while none runs.
    fn moves_left(&self) -> Option<u16> {
        (self.moves_left != NO_COUNT).then_some(self.moves_left)
    }

    /// The factor, from 0 to 1, by which the evaluation scales the net's output under the count.
    pub(super) fn count_scale(&self) -> f32 {
        eval::count_scale(self.moves_left())
    }

    /// The expected points of the side to move, from 0 to 1, that the net is trained to predict:
    /// `result_share` parts of the result of the game, and the rest from the score of the search by
    /// `curve`.
    pub fn target(&self, result_share: f32, curve: PointsCurve) -> f32 {
        let from_score = curve.points(f32::from(self.score));
        let result = f32::from(self.result) / 2.0;
        result_share * result + (1.0 - result_share) * from_score
    }

    /// Writes the active inputs of the position to `active`.
    pub(super) fn activate(&self, active: &mut ActiveFeatures) {
        let mut kings = [Square::from_index(0); 2];
        for (color, piece, square) in self.men() {
            if piece == Piece::King {
                kings[color.index()] = square;
            }
        }
        let to_move = self.to_move();
        let own = Perspective::new(to_move, kings[to_move.index()]);
        let other = Perspective::new(!to_move, kings[(!to_move).index()]);
        let attacked = self.attacked_men();
        active.inputs.clear();
        for (color, piece, square) in self.men() {
            let man = ManFeature::new(color, piece, square);
            active.inputs.push([own, other].map(|side| side.man_input(man) as u16));
            if let Some(man) = attacked.feature(man, square) {
                active.inputs.push([own, other].map(|side| side.attacked_input(man) as u16));
            }
        }
        active.bucket = arch::bucket(self.variant, self.occupied.count_ones(), self.moves_left());
    }

    fn attacked_men(&self) -> AttackedMen {
        let occupied = Bitboard(self.occupied);
        let [mut men, mut attacks] = [[Bitboard::EMPTY; 2]; 2];
        for (color, piece, square) in self.men() {
            men[color.index()] |= square.bitboard();
            attacks[color.index()] |= attacks::attacks(piece, color, square, occupied);
        }
        AttackedMen::new(men, attacks)
    }

    /// The position, with a count of as many moves left; `None` where the bytes it was read from
    /// were damaged.
    pub(super) fn position(&self) -> Option<Position> {
        let mut setup = Setup::empty();
        setup.count = self.moves_left().map_or(Count::NONE, count_with);
        for (color, piece, square) in self.men() {
            setup.put(square, Man::new(color, piece));
        }
        setup.to_move = self.to_move();
        setup.build(self.variant, CountingRule::MAKRUK).ok()
    }

    /// The side to move.
    pub fn to_move(&self) -> Color {
        if self.black_to_move { Color::Black } else { Color::White }
    }

    /// The men, by their squares.
    pub fn men(&self) -> impl Iterator<Item = (Color, Piece, Square)> + Clone {
        let mut men = self.men;
        Bitboard(self.occupied).take(MAX_MEN).map(move |square| {
            let code = men as u8;
            men >>= 4;
            let color = if code & BLACK == 0 { Color::White } else { Color::Black };
            (color, Piece::ALL[usize::from(code & 7) % Piece::COUNT], square)
        })
    }

    /// The bytes that temporary files hold, in no stable format.
    pub(super) fn to_bytes(self) -> [u8; Self::LEN] {
        let mut bytes = [0; Self::LEN];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.men.to_le_bytes());
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = self.result;
        bytes[27] = self.black_to_move.into();
        bytes[28..30].copy_from_slice(&self.moves_left.to_le_bytes());
        bytes[30] = self.variant as u8;
        bytes
    }

    /// Reverses [`TrainingPosition::to_bytes`].
    pub(super) fn from_bytes(bytes: &[u8; Self::LEN]) -> Self {
        fn field<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
            let mut field = [0; N];
            field.copy_from_slice(&bytes[at..at + N]);
            field
        }
        Self {
            occupied: u64::from_le_bytes(field(bytes, 0)),
            men: u128::from_le_bytes(field(bytes, 8)),
            score: i16::from_le_bytes(field(bytes, 24)),
            result: bytes[26],
            black_to_move: bytes[27] != 0,
            moves_left: u16::from_le_bytes(field(bytes, 28)),
            variant: Variant::ALL[usize::from(bytes[30]) % Variant::ALL.len()],
        }
    }
}

/// Board's honour with this number of moves left, at most all.
fn count_with(moves_left: u16) -> Count {
    let limit = 2 * BOARD_HONOUR;
    Count { limit, ply: limit.saturating_sub(2 * moves_left) }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::data::WhiteResult;
    use makruk::notation::pgn::ending::Cause;
    use makruk::notation::{coordinate, fen};

    // A quiet move and a score from White's side each.
    const SAMPLES: [(&str, &str, i32); 6] = [
        ("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", "b1d2", 20),
        ("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/3N4/R1SKMSNR b - - 0 1", "b8d7", -35),
        ("r1smk1nr/3ns3/p1pppppp/1p6/2P5/PP1PPPPP/3NS3/R1SKM1NR w - - 0 5", "c1c2", 110),
        ("4k3/3ms3/p1p1p3/1p1n4/2P1N3/PP2P3/2KSM3/8 b - - 0 30", "e8f7", -240),
        ("8/2k5/3s4/2p5/4P3/3SK3/8/R7 w - - 0 50", "a1a5", 700),
        ("8/2k5/3s4/8/8/3SK3/8/R7 w - 128 20 60", "a1a5", 90),
    ];

    fn sample(text: (&str, &str, i32), result: WhiteResult) -> Sample {
        sample_of(Variant::Makruk, text, result)
    }

    fn sample_of(
        variant: Variant,
        (text, best, score): (&str, &str, i32),
        result: WhiteResult,
    ) -> Sample {
        let position = fen::parse(text, variant, CountingRule::MAKRUK).expect("a FEN");
        let best = coordinate::parse(&position, best).expect("a move");
        Sample { position, score, best, result, cause: Cause::Count }
    }

    fn training_position(sample: &Sample) -> Result<TrainingPosition, RejectReason> {
        TrainingPosition::of(sample, &Filter::default(), &Tablebase::embedded())
    }

    /// The samples in each variant.
    fn samples() -> impl Iterator<Item = Sample> {
        let results = WhiteResult::ALL.into_iter().cycle();
        let texts =
            Variant::ALL.into_iter().flat_map(|variant| SAMPLES.map(|text| (variant, text)));
        std::iter::zip(texts, results)
            .map(|((variant, text), result)| sample_of(variant, text, result))
    }

    /// Training positions of every kind.
    pub(in super::super) fn positions() -> Vec<TrainingPosition> {
        samples().map(|sample| training_position(&sample).expect("used")).collect()
    }

    #[test]
    fn the_active_inputs_are_those_of_the_position() {
        for (sample, training) in std::iter::zip(samples(), positions()) {
            let position = sample.position;
            let mut active = ActiveFeatures::default();
            training.activate(&mut active);
            let moves_left = position.moves_left();
            let men = position.occupied().len();
            assert_eq!(active.bucket, arch::bucket(position.variant(), men, moves_left));
            let us = position.to_move();
            for (index, side) in [us, !us].into_iter().enumerate() {
                let mut expected: Vec<usize> =
                    Perspective::of(side, &position).inputs(&position).collect();
                let mut found: Vec<usize> =
                    active.inputs.iter().map(|pair| pair[index].into()).collect();
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected, "{side} in {position:?}");
            }
            let board = training.position().expect("a position");
            assert_eq!(board.color(Color::White), position.color(Color::White));
            assert_eq!((board.to_move(), board.moves_left()), (us, moves_left));
            assert_eq!(board.variant(), position.variant());
            assert_eq!(TrainingPosition::from_bytes(&training.to_bytes()), training);
        }
    }

    #[test]
    fn targets_are_from_the_side_to_move() {
        let target = |index: usize, result, share| {
            let position = training_position(&sample(SAMPLES[index], result)).expect("used");
            position.target(share, PointsCurve::DEFAULT)
        };
        assert_eq!(target(0, WhiteResult::Win, 1.0), 1.0);
        assert_eq!(target(1, WhiteResult::Win, 1.0), 0.0);
        assert_eq!(target(1, WhiteResult::Draw, 1.0), 0.5);
        assert!(
            (target(3, WhiteResult::Win, 0.0) - PointsCurve::DEFAULT.points(240.0)).abs() < 1e-6
        );
        assert!(
            (target(3, WhiteResult::Win, 0.5) - PointsCurve::DEFAULT.points(240.0) / 2.0).abs()
                < 1e-6
        );
    }

    /// Under a count the output is scaled; near its end the position is rejected.
    #[test]
    fn the_count_is_taken_into_account() {
        let text = SAMPLES[5];
        let position = training_position(&sample(text, WhiteResult::Draw)).expect("used");
        // 54 moves are left.
        assert!((position.count_scale() - 54.0 / 64.0).abs() < 1e-6, "{position:?}");
        let late = (&*text.0.replace(" 20 ", " 110 "), text.1, text.2);
        assert_eq!(
            training_position(&sample(late, WhiteResult::Draw)),
            Err(RejectReason::CountNearlyOver)
        );
        let quiet = training_position(&sample(SAMPLES[0], WhiteResult::Draw));
        assert_eq!(quiet.map(|position| position.count_scale()), Ok(1.0));
    }

    #[test]
    fn positions_that_the_net_does_not_evaluate_are_rejected() {
        let reason = |text, best, score| {
            training_position(&sample((text, best, score), WhiteResult::Win)).err()
        };
        let tables = "8/8/4k3/8/8/4K3/3R4/8 w - 32 9 60";
        assert_eq!(reason(tables, "d2d3", 50), Some(RejectReason::InTables));
        let five_men = "8/8/4k3/8/8/4K3/3SMM2/8 w - 88 11 60";
        assert_eq!(reason(five_men, "d2d3", 50), Some(RejectReason::BareKhun));
        let (text, best, _) = SAMPLES[4];
        assert_eq!(reason(text, best, 31_950), Some(RejectReason::Decided));
        assert_eq!(reason(text, best, 3_000), Some(RejectReason::Decided));
        assert_eq!(reason(text, best, -700), None);
        let takes = "8/2k5/3s4/2p5/3P4/3SK3/8/R7 w - - 0 50";
        assert_eq!(reason(takes, "d4c5", 50), Some(RejectReason::Noisy));
        let check = "8/2k5/3s4/8/4P3/3SK3/8/2R5 b - - 0 50";
        assert_eq!(reason(check, "c7b6", 50), Some(RejectReason::InCheck));
    }
}
