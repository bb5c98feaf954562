//! A position as the trainer keeps it, and what of a game it is taught.

use crate::data::{Filter, Refused, Sample};
use crate::eval;
use crate::eval::nnue::arch::{self, Perspective};
use crate::position::{Man, Position, Setup};
use crate::rules::{CountingRule, Variant};
use crate::tablebase::Tablebase;
use crate::types::{Bitboard, Color, Piece, Square};
use arrayvec::ArrayVec;

/// Most men on a board.
const MOST_MEN: usize = 32;
const BLACK: u8 = 8;
/// In the place of a result: it is not taught.
const NO_RESULT: u8 = 3;

/// Why a position teaches the net nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unfit {
    /// The side to move is in check: static evaluation is never asked.
    InCheck,
    /// The best move takes or promotes: the material is about to change.
    Noisy,
    /// The score is a mate, or beyond every doubt.
    Decided,
    /// The count is about to run out: the search saw its end, the net cannot.
    Counted,
    /// A khun is bare: the net is never asked.
    Bare,
    /// The tables know it: the net is never asked.
    InTables,
}

impl Unfit {
    /// A word or two for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::InCheck => Refused::InCheck.name(),
            Self::Noisy => Refused::Noisy.name(),
            Self::Decided => Refused::Decided.name(),
            Self::Counted => "count nearly over",
            Self::Bare => "bare khun",
            Self::InTables => "in the tables",
        }
    }
}

/// Moves left to a count below which its end is within reach of the search.
const FEWEST_LEFT: u16 = 10;

/// A position to learn from, in 32 bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lesson {
    occupied: u64,
    // Four bits a man from a1 on, low half first: its kind, and `BLACK`.
    men: u128,
    // What the search said, in centipawns from the side to move.
    score: i16,
    // Half points the side to move made, or `NO_RESULT`.
    result: u8,
    black_to_move: bool,
    // What the evaluation leaves of the net's output under the count, from 0 to 1.
    share: f32,
}

/// The inputs that are on, and the output weights that are used.
#[derive(Clone, Debug, Default)]
pub(super) struct Active {
    /// In pairs: of a man in the perspective of the side to move, and of the other.
    pub(super) inputs: ArrayVec<[u16; 2], MOST_MEN>,
    pub(super) bucket: usize,
}

impl Lesson {
    /// Bytes of a lesson.
    pub(super) const LEN: usize = 32;

    /// What a position of a game teaches.
    ///
    /// The net knows nothing of the count: the evaluation fades its output by the moves left, and
    /// so does the trainer. While a count runs, the result of the game says as much of the count
    /// as of the men, and a choice by results (leaving out what the count drew, but not what was
    /// won in time) would teach that such endings are won. So only the search's score is taught
    /// there, of every game alike. Before the count starts the result is taught even when the
    /// count drew the game in the end: that a lead without bia is hard to win is the truth.
    ///
    /// # Errors
    /// Why it is left out.
    pub fn of(sample: &Sample, filter: &Filter, tables: &Tablebase) -> Result<Self, Unfit> {
        let position = &sample.position;
        match filter.unquiet(sample) {
            Some(Refused::InCheck) => return Err(Unfit::InCheck),
            Some(Refused::Noisy) => return Err(Unfit::Noisy),
            Some(Refused::Decided) => return Err(Unfit::Decided),
            Some(Refused::Counted) => return Err(Unfit::Counted),
            None => {}
        }
        let moves_left = position.count().moves_left();
        if moves_left.is_some_and(|left| left < FEWEST_LEFT) {
            return Err(Unfit::Counted);
        }
        if position.occupied().len() <= tables.most_men() && tables.probe(position).is_some() {
            return Err(Unfit::InTables);
        }
        if position.has_bare_side() {
            return Err(Unfit::Bare);
        }
        let mut men = 0;
        for (index, square) in position.occupied().enumerate() {
            let piece = position.piece_at(square).unwrap_or(Piece::King) as u8;
            let black = if position.color(Color::Black).contains(square) { BLACK } else { 0 };
            men |= u128::from(piece | black) << (4 * index);
        }
        let black_to_move = position.to_move() == Color::Black;
        let half_points = sample.result as u8;
        let sides = if black_to_move {
            (-sample.score, 2 - half_points)
        } else {
            (sample.score, half_points)
        };
        Ok(Self {
            occupied: position.occupied().0,
            men,
            score: i16::try_from(sides.0).map_err(|_| Unfit::Decided)?,
            result: if moves_left.is_some() { NO_RESULT } else { sides.1 },
            black_to_move,
            share: eval::count_scale(position),
        })
    }

    /// What the evaluation leaves of the net's output under the count, from 0 to 1.
    pub(super) const fn share(&self) -> f32 {
        self.share
    }

    /// The score the side to move is expected to make: the result of the game as far as
    /// `result_share` has it, and the rest by the search, on a logistic curve of `scale`
    /// centipawns.
    pub(super) fn target(&self, result_share: f32, scale: f32) -> f32 {
        let by_search = super::logistic(f32::from(self.score) / scale);
        if self.result == NO_RESULT {
            return by_search;
        }
        let result = f32::from(self.result) / 2.0;
        result_share * result + (1.0 - result_share) * by_search
    }

    /// What the net sees.
    pub(super) fn activate(&self, active: &mut Active) {
        let mut kings = [Square::from_index(0); 2];
        for (color, piece, square) in self.men() {
            if piece == Piece::King {
                kings[color.index()] = square;
            }
        }
        let to_move = if self.black_to_move { Color::Black } else { Color::White };
        let own = Perspective::new(to_move, kings[to_move.index()]);
        let other = Perspective::new(!to_move, kings[(!to_move).index()]);
        active.inputs.clear();
        active.inputs.extend(self.men().map(|(color, piece, square)| {
            [own, other].map(|perspective| perspective.input(color, piece, square) as u16)
        }));
        active.bucket = arch::bucket(self.occupied.count_ones());
    }

    /// The position, the count left out of account.
    pub(super) fn position(&self) -> Option<Position> {
        let mut setup = Setup::empty();
        for (color, piece, square) in self.men() {
            setup.put(square, Man::new(color, piece));
        }
        setup.to_move = if self.black_to_move { Color::Black } else { Color::White };
        setup.build(Variant::Makruk, CountingRule::Makruk).ok()
    }

    fn men(&self) -> impl Iterator<Item = (Color, Piece, Square)> {
        let mut men = self.men;
        Bitboard(self.occupied).take(MOST_MEN).map(move |square| {
            let code = men as u8;
            men >>= 4;
            let color = if code & BLACK == 0 { Color::White } else { Color::Black };
            (color, Piece::ALL[usize::from(code & 7) % Piece::COUNT], square)
        })
    }

    /// As it is kept in files that last no longer than a run.
    pub(super) fn to_bytes(self) -> [u8; Self::LEN] {
        let mut bytes = [0; Self::LEN];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.men.to_le_bytes());
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = self.result;
        bytes[27] = self.black_to_move.into();
        bytes[28..].copy_from_slice(&self.share.to_le_bytes());
        bytes
    }

    /// The lesson that [`Lesson::to_bytes`] gave.
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
            share: f32::from_le_bytes(field(bytes, 28)),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::data::{Ending, Wdl};
    use crate::notation::{coordinate, fen};

    // A quiet move and a score from White's side each.
    const SAMPLES: [(&str, &str, i32); 6] = [
        ("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", "b1d2", 20),
        ("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/3N4/R1SKMSNR b - - 0 1", "b8d7", -35),
        ("r1smk1nr/3ns3/p1pppppp/1p6/2P5/PP1PPPPP/3NS3/R1SKM1NR w - - 0 5", "c1c2", 110),
        ("4k3/3ms3/p1p1p3/1p1n4/2P1N3/PP2P3/2KSM3/8 b - - 0 30", "e8f7", -240),
        ("8/2k5/3s4/2p5/4P3/3SK3/8/R7 w - - 0 50", "a1a5", 700),
        ("8/2k5/3s4/8/8/3SK3/8/R7 w - 128 20 60", "a1a5", 90),
    ];

    fn sample((text, best, score): (&str, &str, i32), result: Wdl) -> Sample {
        let position = fen::parse(text, Variant::Makruk, CountingRule::Makruk).expect("a FEN");
        let best = coordinate::parse(&position, best).expect("a move");
        Sample { position, score, best, result, ending: Ending::Count }
    }

    fn lesson(sample: &Sample) -> Result<Lesson, Unfit> {
        Lesson::of(sample, &Filter::default(), &Tablebase::embedded())
    }

    /// Lessons of every kind.
    pub(in super::super) fn lessons() -> Vec<Lesson> {
        let results = Wdl::ALL.into_iter().cycle();
        let samples = std::iter::zip(SAMPLES, results).map(|(text, result)| sample(text, result));
        samples.map(|sample| lesson(&sample).expect("fit")).collect()
    }

    #[test]
    fn the_net_sees_what_stands_on_the_board() {
        for (text, lesson) in std::iter::zip(SAMPLES, lessons()) {
            let position = sample(text, Wdl::Draw).position;
            let mut active = Active::default();
            lesson.activate(&mut active);
            assert_eq!(active.bucket, arch::bucket(position.occupied().len()));
            let us = position.to_move();
            for (index, side) in [us, !us].into_iter().enumerate() {
                let mut expected: Vec<usize> =
                    Perspective::of(side, &position).inputs(&position).collect();
                let mut found: Vec<usize> =
                    active.inputs.iter().map(|pair| pair[index].into()).collect();
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected, "{side} in {text:?}");
            }
            let board = lesson.position().expect("a position");
            assert_eq!(board.color(Color::White), position.color(Color::White));
            assert_eq!(board.to_move(), us);
            assert_eq!(Lesson::from_bytes(&lesson.to_bytes()), lesson);
        }
    }

    #[test]
    fn targets_are_of_the_side_to_move() {
        let target = |index: usize, result, share| {
            let lesson = lesson(&sample(SAMPLES[index], result)).expect("fit");
            lesson.target(share, 400.0)
        };
        assert_eq!(target(0, Wdl::Win, 1.0), 1.0);
        assert_eq!(target(1, Wdl::Win, 1.0), 0.0);
        assert_eq!(target(1, Wdl::Draw, 1.0), 0.5);
        assert!((target(3, Wdl::Win, 0.0) - super::super::logistic(0.6)).abs() < 1e-6);
        assert!((target(3, Wdl::Win, 0.5) - super::super::logistic(0.6) / 2.0).abs() < 1e-6);
    }

    /// While a count runs the result is not taught and the value fades; late it is left out.
    #[test]
    fn a_count_is_heeded() {
        let text = SAMPLES[5];
        for result in Wdl::ALL {
            let lesson = lesson(&sample(text, result)).expect("fit");
            assert!((lesson.target(1.0, 400.0) - super::super::logistic(0.225)).abs() < 1e-6);
            // 54 moves are left.
            assert!((lesson.share() - 54.0 / 64.0).abs() < 1e-6, "{}", lesson.share());
        }
        let late = (&*text.0.replace(" 20 ", " 110 "), text.1, text.2);
        assert_eq!(lesson(&sample(late, Wdl::Draw)), Err(Unfit::Counted));
        assert_eq!(lesson(&sample(SAMPLES[0], Wdl::Draw)).map(|lesson| lesson.share()), Ok(1.0));
    }

    #[test]
    fn what_the_net_is_never_asked_is_left_out() {
        let unfit = |text, best, score| lesson(&sample((text, best, score), Wdl::Win)).err();
        let tables = "8/8/4k3/8/8/4K3/3R4/8 w - 32 9 60";
        assert_eq!(unfit(tables, "d2d3", 50), Some(Unfit::InTables));
        let five_men = "8/8/4k3/8/8/4K3/3SMM2/8 w - 88 11 60";
        assert_eq!(unfit(five_men, "d2d3", 50), Some(Unfit::Bare));
        let (text, best, _) = SAMPLES[4];
        assert_eq!(unfit(text, best, 31_950), Some(Unfit::Decided));
        assert_eq!(unfit(text, best, 3_000), Some(Unfit::Decided));
        assert_eq!(unfit(text, best, -700), None);
        let takes = "8/2k5/3s4/2p5/3P4/3SK3/8/R7 w - - 0 50";
        assert_eq!(unfit(takes, "d4c5", 50), Some(Unfit::Noisy));
        let check = "8/2k5/3s4/8/4P3/3SK3/8/2R5 b - - 0 50";
        assert_eq!(unfit(check, "c7b6", 50), Some(Unfit::InCheck));
    }
}
