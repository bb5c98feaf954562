//! The evaluation as data: what tuning needs to know, and no more.

use super::against_bare;
use super::handcrafted;
use super::horizon;
use super::phase;
use super::terms::{self, Listener};
use super::weights::WEIGHTS;
use crate::position::Position;
use crate::types::Color;
use std::ops::Range;

/// What the value of a position is made of. With the weights `w` of the terms it is, from White's
/// side, [`Trace::offset`] and [`Trace::scale`] times the sum of each coefficient times its weight
/// at the phase.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// Terms by number, and how often they apply, White's count less Black's. None is 0.
    pub coefficients: Vec<(u16, i16)>,
    /// Share of the middlegame weight, 0 to 1; the rest is the endgame's.
    pub middlegame: f32,
    /// What the count and the like leave of the sum, 0 to 1; 0 where a khun is bare.
    pub scale: f32,
    /// What no weight has a part in, in centipawns.
    pub offset: f32,
}

/// The weights of a term: middlegame and endgame, in centipawns.
pub type Pair = [i16; 2];

struct Counts(Vec<i16>);

impl Listener for Counts {
    fn add(&mut self, color: Color, term: usize, times: i32) {
        // No term applies a hundred times in a position.
        let times = times as i16;
        self.0[term] += match color {
            Color::White => times,
            Color::Black => -times,
        };
    }
}

/// Takes the value of a position apart.
pub fn trace(position: &Position) -> Trace {
    // Large, so that whole numbers serve as fractions.
    const PROBE: i32 = 10_000;
    let mut counts = Counts(vec![0; terms::COUNT]);
    handcrafted::visit(position, &mut counts);
    // How much is left may depend on who is ahead.
    let ahead = if handcrafted::value(position) < 0 { -PROBE } else { PROBE };
    let (scale, offset) = match against_bare(position) {
        Some(value) => (0.0, value as f32),
        None => (horizon::fade(position, ahead) as f32 / ahead as f32, 0.0),
    };
    Trace {
        coefficients: (0..).zip(counts.0).filter(|&(_, count)| count != 0).collect(),
        middlegame: phase::phase(position) as f32 / phase::FULL as f32,
        scale,
        offset,
    }
}

/// The weights built into the program, in the order of the terms.
pub fn built_in_weights() -> Vec<Pair> {
    let pair = |weight: &terms::Weight| [weight.middlegame() as i16, weight.endgame() as i16];
    WEIGHTS.iter().map(pair).collect()
}

/// The terms by idea: name and numbers.
pub fn term_groups() -> impl Iterator<Item = (&'static str, Range<usize>)> {
    terms::GROUPS.iter().map(|group| (group.name, group.start..group.start + group.len))
}
