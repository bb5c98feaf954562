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
        self.output(position, ply)
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
        let weights = &self.net.feature_weights;
        let perspectives = Color::ALL.map(|side| Perspective::of(side, position));
        let moved = source.is_some_and(|source| {
            source.perspectives == perspectives
                && frame.follow(source, position, changed, self.simd, weights)
        });
        if !moved {
            let from = source.map_or(&frame.position, |frame| &frame.position);
            let known = source.map_or(frame.perspectives, |frame| frame.perspectives);
            let switches = switches(from, position, changed, perspectives);
            for side in 0..2 {
                let neurons = &mut frame.neurons[side];
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
        }
        frame.perspectives = perspectives;
        frame.position = *position;
    }

    /// The value of `position`, which [`Accumulators::update`] was last given for this ply.
    #[inline]
    pub fn output(&self, position: &Position, ply: usize) -> Score {
        let neurons = &self.frames[ply].neurons;
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

impl Frame {
    /// Computes the neurons after what is like a move in the frame `source`, seen by both sides
    /// as they see `position`. Returns whether it is like a move: nothing is done if not.
    #[inline]
    fn follow(
        &mut self,
        source: &Self,
        position: &Position,
        changed: Bitboard,
        simd: Simd,
        weights: &[Row; arch::INPUTS],
    ) -> bool {
        let Some(step) = Step::between(&source.position, position, changed) else {
            return false;
        };
        for side in 0..2 {
            let row = |man: Man| &weights[man.input(source.perspectives[side])];
            let (from, to) = (&source.neurons[side], &mut self.neurons[side]);
            let (off, on) = (row(step.off), row(step.on));
            match step.taken {
                None => simd.replace(from, to, [off], on),
                Some(taken) => simd.replace(from, to, [off, row(taken)], on),
            }
        }
        true
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

/// A man on its square.
#[derive(Clone, Copy)]
struct Man {
    color: Color,
    piece: Piece,
    square: Square,
}

impl Man {
    #[inline]
    fn on(position: &Position, square: Square) -> Option<Self> {
        let black = position.color(Color::Black).contains(square);
        let color = if black { Color::Black } else { Color::White };
        position.piece_at(square).map(|piece| Self { color, piece, square })
    }

    #[inline]
    fn input(self, perspective: Perspective) -> usize {
        perspective.input(self.color, self.piece, self.square)
    }
}

/// What a move does: a man goes off, it or what it promotes to comes on, and another may be taken.
struct Step {
    off: Man,
    taken: Option<Man>,
    on: Man,
}

impl Step {
    /// What leads from a position to another, if that is like a move.
    #[inline]
    fn between(from: &Position, to: &Position, changed: Bitboard) -> Option<Self> {
        let (mut off, on) = (changed & from.occupied(), changed & to.occupied());
        if off.is_empty() || off.len() > 2 || on.len() != 1 {
            return None;
        }
        let mut gone = || off.next().and_then(|square| Man::on(from, square));
        Some(Self { off: gone()?, taken: gone(), on: Man::on(to, on.first()?)? })
    }
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
        if let Some(man) = Man::on(from, square) {
            for (index, &perspective) in perspectives.iter().enumerate() {
                switches[index].off.push(man.input(perspective) as u16);
            }
        }
        if let Some(man) = Man::on(to, square) {
            for (index, &perspective) in perspectives.iter().enumerate() {
                switches[index].on.push(man.input(perspective) as u16);
            }
        }
    }
    switches
}
