//! The neurons of the positions on a line of the search, each made from a near relation's.
//!
//! Nothing is told of moves. Each ply keeps the last position evaluated there with its neurons;
//! a new one starts from whichever kept position differs from it in the fewest squares, which is
//! its parent in most cases. So a position that is never evaluated costs nothing, and whatever
//! the search does (null moves, searches at the same ply, jumps) the sums are right.

use super::arch::{self, Perspective};
use super::net::{Net, Row};
use super::simd::{Simd, Switches};
use crate::position::Position;
use crate::types::score::MAX_PLY;
use crate::types::{Bitboard, Color, Piece, Score, Square};
use std::sync::Arc;

/// Squares that a move changes.
const BY_A_MOVE: u32 = 2;
/// Plies looked back for a near relation, when the parent is none.
const LOOK_BACK: usize = 4;

/// A net with the neurons of the line it is at work on.
#[derive(Clone, Debug)]
pub struct Accumulators {
    net: Arc<Net>,
    simd: Simd,
    // [ply]
    frames: Vec<Frame>,
    // [side][mirrored]: what a side starts from when its khun goes over to the other half
    halves: [[Half; 2]; 2],
}

/// A position with the neurons of both sides.
#[derive(Clone, Debug)]
struct Frame {
    position: Position,
    // [side]
    perspectives: [Perspective; 2],
    // [side]
    neurons: [Row; 2],
}

/// A position with the neurons of one side, mirrored or not.
#[derive(Clone, Debug)]
struct Half {
    position: Position,
    neurons: Row,
}

impl Accumulators {
    /// Ready for any position.
    pub fn new(net: Arc<Net>) -> Self {
        Self::with_simd(net, Simd::detect())
    }

    fn with_simd(net: Arc<Net>, simd: Simd) -> Self {
        let position = Position::start(Default::default(), Default::default());
        let perspectives = Color::ALL.map(|side| Perspective::of(side, &position));
        let from_scratch = |perspective: Perspective| {
            let mut neurons = Row::ZERO;
            let on = perspective.inputs(&position).map(|input| input as u16).collect();
            let switches = Switches { on, ..Switches::NONE };
            let weights = &net.feature_weights;
            simd.switch(Some(&net.feature_bias), &mut neurons, weights, &switches);
            neurons
        };
        let halves = perspectives.map(|perspective| {
            [perspective.mirrored(false), perspective.mirrored(true)]
                .map(|perspective| Half { position, neurons: from_scratch(perspective) })
        });
        let frame = Frame { position, perspectives, neurons: perspectives.map(from_scratch) };
        Self { frames: vec![frame; MAX_PLY + 1], halves, net, simd }
    }

    /// The net's value of a position at `ply` plies from the root, at most [`MAX_PLY`]: in
    /// centipawns from the side to move, the count left out of account.
    #[inline]
    pub fn value(&mut self, position: &Position, ply: usize) -> Score {
        self.update(position, ply);
        self.output(ply)
    }

    /// Computes the neurons of a position.
    pub fn update(&mut self, position: &Position, ply: usize) {
        let (source, changed) = self.nearest(position, ply);
        let (before, rest) = self.frames.split_at_mut(ply);
        let frame = &mut rest[0];
        let source = before.get(source);
        if source.is_none() && changed.is_empty() {
            // The side to move may be another.
            frame.position = *position;
            return;
        }
        let from = source.map_or(&frame.position, |frame| &frame.position);
        let known = source.map_or(frame.perspectives, |frame| frame.perspectives);
        let perspectives = Color::ALL.map(|side| Perspective::of(side, position));
        let switches = switches(from, position, changed, perspectives);
        for side in 0..2 {
            let (neurons, weights) = (&mut frame.neurons[side], &self.net.feature_weights);
            let perspective = perspectives[side];
            if known[side] == perspective {
                let start = source.map(|frame| &frame.neurons[side]);
                self.simd.switch(start, neurons, weights, &switches[side]);
            } else {
                let half = &mut self.halves[side][usize::from(perspective.is_mirrored())];
                half.update(position, perspective, self.simd, weights);
                neurons.clone_from(&half.neurons);
            }
        }
        frame.perspectives = perspectives;
        frame.position = *position;
    }

    /// The value of the position that [`Accumulators::update`] was last given for this ply.
    #[inline]
    pub fn output(&self, ply: usize) -> Score {
        let Frame { position, neurons, .. } = &self.frames[ply];
        let us = position.to_move();
        let bucket = arch::bucket(position.occupied().len());
        let both = [&neurons[us.index()], &neurons[(!us).index()]];
        let sum = self.simd.output(both, &self.net.output_weights[bucket]);
        arch::centipawns(sum, self.net.output_bias[bucket])
    }

    /// The ply whose kept position is nearest to this one, and the squares they differ in.
    #[inline]
    fn nearest(&self, position: &Position, ply: usize) -> (usize, Bitboard) {
        let parent = ply.saturating_sub(1);
        let mut best = (parent, differences(&self.frames[parent].position, position));
        if best.1.len() > BY_A_MOVE {
            for other in ply.saturating_sub(LOOK_BACK)..=ply {
                let changed = differences(&self.frames[other].position, position);
                if changed.len() < best.1.len() {
                    best = (other, changed);
                }
            }
        }
        best
    }
}

impl Half {
    fn update(
        &mut self,
        position: &Position,
        perspective: Perspective,
        simd: Simd,
        weights: &[Row; arch::INPUTS],
    ) {
        let changed = differences(&self.position, position);
        let [switches] = switches(&self.position, position, changed, [perspective]);
        simd.switch(None, &mut self.neurons, weights, &switches);
        self.position = *position;
    }
}

/// The squares that two positions have different men on.
#[inline]
fn differences(from: &Position, to: &Position) -> Bitboard {
    let sides = from.color(Color::White) ^ to.color(Color::White);
    Piece::ALL.iter().fold(sides, |set, &piece| set | from.piece(piece) ^ to.piece(piece))
}

/// What happens on the `changed` squares between two positions, in each of some perspectives.
#[inline]
fn switches<const N: usize>(
    from: &Position,
    to: &Position,
    changed: Bitboard,
    perspectives: [Perspective; N],
) -> [Switches; N] {
    let mut switches = [const { Switches::NONE }; N];
    for square in changed {
        if let Some((color, piece)) = man(from, square) {
            for (index, perspective) in perspectives.iter().enumerate() {
                switches[index].off.push(perspective.input(color, piece, square) as u16);
            }
        }
        if let Some((color, piece)) = man(to, square) {
            for (index, perspective) in perspectives.iter().enumerate() {
                switches[index].on.push(perspective.input(color, piece, square) as u16);
            }
        }
    }
    switches
}

#[inline]
fn man(position: &Position, square: Square) -> Option<(Color, Piece)> {
    let black = position.color(Color::Black).contains(square);
    let color = if black { Color::Black } else { Color::White };
    position.piece_at(square).map(|piece| (color, piece))
}
