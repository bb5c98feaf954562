//! The handcrafted evaluation as coefficients of its weights, for tuning.

use super::count_scaling;
use super::handcrafted;
use super::mop_up_value;
use super::phase;
use super::terms::{self, Sink, TermGroup};
use super::weights::WEIGHTS;
use makruk::position::Position;
use makruk::types::Color;
use std::ops::Range;

/// The coefficients of a position. Its value from White's side is `offset + scale · Σ count ·
/// (middlegame · w_mg + (1 − middlegame) · w_eg)`, summed over the coefficients.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// Number of each term that applies, and how often: White's count minus Black's, never 0.
    pub coefficients: Vec<(u16, i16)>,
    /// Share of the middlegame weights, from 0 to 1.
    pub middlegame: f32,
    /// Factor of count scaling, from 0 to 1; 0 where a side has only its khun.
    pub scale: f32,
    /// The part that depends on no weight, in centipawns.
    pub offset: f32,
}

/// The weights of a term, in centipawns.
// [middlegame, endgame]
pub type TaperedWeight = [i16; 2];

struct Counts(Vec<i16>);

impl Sink for Counts {
    fn add(&mut self, color: Color, term: usize, times: i32) {
        // Cannot overflow: no term applies a hundred times in a position.
        let times = times as i16;
        self.0[term] += match color {
            Color::White => times,
            Color::Black => -times,
        };
    }
}

/// The coefficients of a position.
pub fn trace(position: &Position) -> Trace {
    // The factor is measured on a large value, since scaling rounds to integers.
    const PROBE: i32 = 10_000;
    let mut counts = Counts(vec![0; terms::COUNT]);
    handcrafted::visit(position, &mut counts);
    // The factor depends on which side is ahead.
    let ahead = if handcrafted::value(position) < 0 { -PROBE } else { PROBE };
    let (scale, offset) = match mop_up_value(position) {
        Some(value) => (0.0, value as f32),
        None => (count_scaling::scale_handcrafted(position, ahead) as f32 / ahead as f32, 0.0),
    };
    Trace {
        coefficients: (0..).zip(counts.0).filter(|&(_, count)| count != 0).collect(),
        middlegame: phase::phase(position) as f32 / phase::FULL as f32,
        scale,
        offset,
    }
}

/// The weights that the program was built with, in the order of the terms.
pub fn built_in_weights() -> Vec<TaperedWeight> {
    let pair = |weight: &terms::Weight| [weight.middlegame() as i16, weight.endgame() as i16];
    WEIGHTS.iter().map(pair).collect()
}

/// The groups of terms, and the numbers of the terms.
pub fn term_groups() -> impl Iterator<Item = (TermGroup, Range<usize>)> {
    terms::GROUPS.iter().map(|group| (group.id, group.start..group.start + group.len))
}
