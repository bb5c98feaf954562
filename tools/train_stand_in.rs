//! Trains a net for Fairy-Stockfish on games of `sakdi selfplay`: a stand-in for its Makruk net, which no package manager
//! brings. Both have the same shape: HalfKAv2, 45,056 → 512 × 2 → 16 → 32 → 1, and eight stacks of layers, one for every
//! four men. docs/lab/stand-in.md has the recipe and the matches of the net.
//!
//! ```sh
//! cargo run --release --example train_stand_in -- games.skd --out makruk-stand-in.nnue
//! ```

#[path = "stand_in/columns.rs"]
mod columns;
#[path = "stand_in/file.rs"]
mod file;
#[path = "stand_in/layers.rs"]
mod layers;
#[path = "stand_in/net.rs"]
mod net;
#[path = "stand_in/positions.rs"]
mod positions;

use clap::Parser;
use file::Quantized;
use makruk::notation::fen;
use makruk::rules::{CountingRule, Variant};
use makruk::types::Color;
use net::{Net, Target};
use positions::Inputs;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rayon::prelude::*;
use sakdi_platform::atomic_file;
use sakdi_training::train::{PointsCurve, TrainingPosition};
use std::f32::consts::PI;
use std::io;
use std::path::PathBuf;

/// Learning rate at the end, of that at the beginning.
const FINAL_RATE: f32 = 0.02;
/// Units of Fairy-Stockfish for a pawn that it prints.
const PAWN: f32 = 208.0;
const SHOWN: [&str; 4] = [
    "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
    "r1smk1nr/3ns3/p1pppppp/1p6/2P5/PP1PPPPP/3NS3/R1SKM1NR w - - 0 5",
    "4k3/3ms3/p1p1p3/1p1n4/2P1N3/PP2P3/2KSM3/8 b - - 0 30",
    "8/2k5/3s4/2p5/4P3/3SK3/8/R7 w - - 0 50",
];

#[derive(Parser)]
struct Args {
    /// Files that `sakdi selfplay` wrote
    #[arg(required = true, value_name = "SHARD")]
    shards: Vec<PathBuf>,
    /// The net to write, after each epoch; Fairy-Stockfish needs a name that begins with `makruk`
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Passes over the positions
    #[arg(long, default_value_t = 10)]
    epochs: usize,
    /// Positions in a step of the optimizer
    #[arg(long, default_value_t = 16_384)]
    batch: usize,
    /// Learning rate at the beginning; it falls like a cosine to a fiftieth
    #[arg(long, default_value_t = 0.001)]
    rate: f32,
    /// Share of the result in the target
    #[arg(long, default_value_t = 0.3)]
    result_share: f32,
    /// Units of Fairy-Stockfish for a centipawn of Sakdi's search
    #[arg(long, default_value_t = 1.0)]
    units: f32,
    /// Another seed begins with other weights and orders positions otherwise
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> io::Result<()> {
    let args = Args::parse();
    // Fitted to the scores and results of Sakdi's games: docs/training.md.
    let curve = PointsCurve { scale: 182.0, offset: 495.0 };
    let target = Target { curve, units: args.units, result_share: args.result_share };
    let [mut training, held_out] = positions::read(&args.shards)?;
    let steps = training.len().div_ceil(args.batch);
    println!("positions {} held out {} steps {steps} an epoch", training.len(), held_out.len());
    let mut net = Net::random(args.seed, args.units);
    let mut rng = SmallRng::seed_from_u64(args.seed);
    for epoch in 0..args.epochs {
        training.shuffle(&mut rng);
        let mut loss = 0.0;
        for (step, batch) in training.chunks(args.batch).enumerate() {
            let done = (epoch * steps + step) as f32 / (args.epochs * steps) as f32;
            let share = FINAL_RATE + (1.0 - FINAL_RATE) * (1.0 + (PI * done).cos()) / 2.0;
            loss += net.train(batch, target, args.rate * share);
        }
        let quantized = Quantized::new(&net);
        let exact = mean_loss(&held_out, target, |inputs| net.value(inputs));
        let rounded = mean_loss(&held_out, target, |inputs| quantized.value(inputs));
        let trained = loss / training.len() as f64;
        println!("epoch {} loss {trained:.6} held out {exact:.6} rounded {rounded:.6}", epoch + 1);
        atomic_file::write(&args.out, &quantized.bytes())?;
    }
    print_values(&Quantized::new(&net));
    Ok(())
}

/// Prints the values of some positions. `eval` of Fairy-Stockfish must print the same as its NNUE evaluation.
fn print_values(net: &Quantized) {
    for text in SHOWN {
        let position = fen::parse(text, Variant::Makruk, CountingRule::MAKRUK).expect("a FEN");
        let men = position.occupied().filter_map(|square| {
            let white = position.color(Color::White).contains(square);
            let color = if white { Color::White } else { Color::Black };
            Some((color, position.piece_at(square)?, square))
        });
        let value = net.value(&Inputs::of(position.to_move(), men)) / PAWN;
        let white = if position.to_move() == Color::White { value } else { -value };
        println!("{white:+.2} {text}");
    }
}

/// The mean loss of the values of positions.
fn mean_loss(
    positions: &[TrainingPosition],
    target: Target,
    value: impl Fn(&Inputs) -> f32 + Sync,
) -> f64 {
    let losses = positions.par_iter().map(|position| {
        let value = value(&Inputs::of_training(position));
        target.loss(value, position).0
    });
    let losses: Vec<f32> = losses.collect();
    losses.into_iter().map(f64::from).sum::<f64>() / positions.len().max(1) as f64
}
