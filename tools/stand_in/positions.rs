//! The inputs of positions in a net of the kind HalfKAv2: for the khun of each side, where it and every man stand.

use arrayvec::ArrayVec;
use makruk::types::{Color, Piece, Square};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rayon::prelude::*;
use sakdi_training::data::{Block, Blocks, Filter};
use sakdi_training::train::TrainingPosition;
use std::fs;
use std::io;
use std::path::PathBuf;

/// Most men on a board.
const MAX_MEN: usize = 32;
/// Squares of each kind of man of both sides. The khuns share one: where the own khun stands is known.
pub const MEN_INPUTS: usize = (2 * Piece::COUNT - 1) * 64;
/// Inputs of a perspective: [`MEN_INPUTS`] for each square of its khun.
pub const INPUTS: usize = 64 * MEN_INPUTS;
/// Stacks of layers, one for every four men.
pub const STACKS: usize = MAX_MEN / 4;

/// One game in this many measures the loss only.
const HELD_OUT: u32 = 50;

/// The active inputs of a position.
pub struct Inputs {
    /// In the perspective of the side to move and of the other side.
    pub active: [ArrayVec<u16, MAX_MEN>; 2],
    /// The stack of layers that evaluates the position.
    pub stack: usize,
}

impl Inputs {
    /// Of the men of a position.
    pub fn of(to_move: Color, men: impl Iterator<Item = (Color, Piece, Square)> + Clone) -> Self {
        let active = [to_move, !to_move].map(|side| {
            let mut kings =
                men.clone().filter(|&(color, piece, _)| (color, piece) == (side, Piece::King));
            let king = kings.next().map_or(Square::from_index(0), |(_, _, square)| square);
            men.clone()
                .map(|(color, piece, square)| input(side, king, color, piece, square))
                .collect()
        });
        Self { active, stack: (men.count() - 1) / 4 }
    }

    /// Of a position that the net is trained on.
    pub fn of_training(position: &TrainingPosition) -> Self {
        Self::of(position.to_move(), position.men())
    }
}

/// The input of a man in the perspective of a side whose khun stands on `king`.
fn input(side: Color, king: Square, color: Color, piece: Piece, square: Square) -> u16 {
    // Black's perspective turns the ranks around, not the files.
    let turned = if side == Color::White { 0 } else { 56 };
    let kind = match piece {
        Piece::Pawn => 0,
        Piece::Knight => 1,
        Piece::Rook => 2,
        Piece::Met => 3,
        Piece::Khon => 4,
        Piece::King => 5,
    };
    let other = piece != Piece::King && color != side;
    let plane = 2 * kind + usize::from(other);
    ((king.index() ^ turned) * MEN_INPUTS + plane * 64 + (square.index() ^ turned)) as u16
}

/// The quiet positions of shards: those to train on, and those of other games to measure the loss on.
///
/// # Errors
/// A shard cannot be read.
pub fn read(shards: &[PathBuf]) -> io::Result<[Vec<TrainingPosition>; 2]> {
    let mut positions = [Vec::new(), Vec::new()];
    for path in shards {
        let bytes = fs::read(path)?;
        let mut games: Vec<Block<'_>> = Blocks::new(&bytes).flatten().collect();
        // Games played at once are written in any order.
        games.sort_by_key(|game| game.header.seed);
        let read: Vec<_> = games.par_iter().map(positions_of).collect();
        for (game, mut read) in games.iter().zip(read) {
            let held_out = SmallRng::seed_from_u64(game.header.seed).random_ratio(1, HELD_OUT);
            positions[usize::from(held_out)].append(&mut read);
        }
    }
    Ok(positions)
}

fn positions_of(game: &Block<'_>) -> Vec<TrainingPosition> {
    let filter = Filter::default();
    game.samples()
        .flatten()
        .filter_map(|sample| TrainingPosition::quiet(&sample, &filter).ok())
        .collect()
}
