//! Trains the net of crates/engine/src/eval/mating_net.rs on games from endgame tables of up to five men, and prints
//! its root mean square error in moves on other games. docs/mating-net.md says how the tables are built.
//!
//!     cargo run --release --example train_mating_net -- tables crates/engine/src/eval/mating.net

#[path = "mating_games.rs"]
mod mating_games;
#[path = "tables.rs"]
mod tables;

use makruk::position::Position;
use makruk::types::Color;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use sakdi_engine::eval::mating_net::{HIDDEN, INPUTS, Inputs, MOVE, MatingNet, SCALE, inputs};
use sakdi_engine::tablebase::{Ending, Tablebase};
use zerocopy::IntoBytes;
use zerocopy::little_endian::I16;

const SEED: u64 = 21;
/// The endings without bia of a khun and three men, and those of fewer men that are often won: those in which mate takes
/// long, and the others.
#[rustfmt::skip]
const ENDINGS: [&[&str]; 2] = [
    &[
        "KMMMvK", "KNMMvK", "KSMMvK", "KNNMvK", "KNSMvK", "KSSMvK", "KNNNvK", "KNNSvK", "KNSSvK", "KSSSvK",
    ],
    &[
        "KRMMvK", "KRNMvK", "KRSMvK", "KRNNvK", "KRNSvK", "KRSSvK", "KRRMvK", "KRRNvK", "KRRSvK", "KRRRvK",
        "KSMvK", "KNSvK", "KSSvK", "KRMvK", "KRNvK", "KRSvK", "KRRvK", "KRvK",
    ],
];
/// Positions of each ending of both kinds to train on.
const TRAINING: [usize; 2] = [300_000, 60_000];
/// Positions of each ending to measure the error on.
const VALIDATION: usize = 5_000;
/// Share of random moves in the games.
const ERRORS: f64 = 0.15;
const EPOCHS: usize = 24;
const BATCH: usize = 2_048;
const LEARNING_RATE: f32 = 0.006;
/// Decay rates of the moments of the optimizer, which is Adam.
const BETAS: [f32; 2] = [0.9, 0.999];
/// Largest absolute weight: times [`SCALE`] it fits into an i16.
const WEIGHT_LIMIT: f32 = 60.0;
/// Rows of weights: those of the inputs, the biases of the hidden layer and the output weights.
const ROWS: usize = INPUTS + 2;
const BIAS: usize = INPUTS;
const OUTPUT: usize = INPUTS + 1;

/// A position and its moves to mate.
struct Sample {
    inputs: Inputs,
    moves: f32,
}

type Rows = Vec<[f32; HIDDEN]>;

/// The weights with the moments of their gradients.
struct Trainer {
    weights: Rows,
    output_bias: f32,
    gradients: Rows,
    moments: [Rows; 2],
    step: i32,
}

fn main() {
    let usage = "train_mating_net TABLES NET";
    let tables = tables::from_argument(usage);
    let file = std::env::args_os().nth(2).unwrap_or_else(|| panic!("usage: {usage}"));
    let mut rng = SmallRng::seed_from_u64(SEED);
    let mut training = Vec::new();
    let mut validation = Vec::new();
    for (endings, wanted) in ENDINGS.into_iter().zip(TRAINING) {
        for name in endings {
            training.extend(samples(&tables, name, wanted, &mut rng));
            validation.push((name, samples(&tables, name, VALIDATION, &mut rng)));
        }
    }
    let mut trainer = Trainer::new(&training, &mut rng);
    for epoch in 0..EPOCHS {
        training.shuffle(&mut rng);
        let rate = LEARNING_RATE * (EPOCHS - epoch) as f32 / EPOCHS as f32;
        for batch in training.chunks(BATCH) {
            trainer.train(batch, rate);
        }
        println!(
            "epoch {} error {:.3}",
            epoch + 1,
            error(&trainer.quantized(), &training[..50_000])
        );
    }
    for (name, samples) in &validation {
        println!("{name} error {:.3}", error(&trainer.quantized(), samples));
    }
    std::fs::write(file, trainer.quantized().as_bytes()).expect("a file to write");
}

/// At least `wanted` positions from games of an ending.
fn samples(tables: &Tablebase, name: &str, wanted: usize, rng: &mut SmallRng) -> Vec<Sample> {
    let ending: Ending = name.parse().expect("an ending");
    let mut samples = Vec::new();
    while samples.len() < wanted {
        let game = mating_games::mating_game(tables, ending, ERRORS, rng);
        samples.extend(game.iter().map(|(position, moves)| sample(position, *moves)));
    }
    samples
}

/// The sample of a position that White wins.
fn sample(position: &Position, moves: u8) -> Sample {
    let men = position.color(Color::White).into_iter();
    let men = men.map(|square| (position.piece_at(square).expect("a man"), square));
    let weak_king = position.king(Color::Black);
    let inputs = inputs(Color::White, position.to_move(), weak_king, men);
    Sample { inputs, moves: f32::from(moves) }
}

/// The root mean square error in moves.
fn error(net: &MatingNet, samples: &[Sample]) -> f32 {
    let errors = samples.iter().map(|sample| {
        let moves = net.moves(&sample.inputs) as f32 / MOVE as f32;
        (moves - sample.moves).powi(2)
    });
    (errors.sum::<f32>() / samples.len() as f32).sqrt()
}

impl Trainer {
    /// Random weights, and the mean of the moves to mate as the output bias.
    fn new(samples: &[Sample], rng: &mut SmallRng) -> Self {
        let mut random = |limit: f32| -> [f32; HIDDEN] {
            std::array::from_fn(|_| rand::Rng::random_range(rng, -limit..limit))
        };
        let mut weights: Rows = (0..INPUTS).map(|_| random(0.2)).collect();
        weights.extend([[0.0; HIDDEN], random(0.5)]);
        let total: f64 = samples.iter().map(|sample| f64::from(sample.moves)).sum();
        let zeros = || vec![[0.0; HIDDEN]; ROWS];
        Self {
            weights,
            output_bias: (total / samples.len() as f64) as f32,
            gradients: zeros(),
            moments: [zeros(), zeros()],
            step: 0,
        }
    }

    /// One step of the optimizer.
    fn train(&mut self, batch: &[Sample], rate: f32) {
        for sample in batch {
            self.backward(sample);
        }
        self.step += 1;
        let corrections = BETAS.map(|beta| 1.0 / (1.0 - beta.powi(self.step)));
        let [first, second] = &mut self.moments;
        let rows = self.weights.iter_mut().zip(&mut self.gradients).zip(first).zip(second);
        for (((weights, gradients), first), second) in rows {
            for value in 0..HIDDEN {
                let gradient = gradients[value] / batch.len() as f32;
                first[value] += (1.0 - BETAS[0]) * (gradient - first[value]);
                second[value] += (1.0 - BETAS[1]) * (gradient * gradient - second[value]);
                let direction = first[value] * corrections[0]
                    / ((second[value] * corrections[1]).sqrt() + 1e-8);
                weights[value] =
                    (weights[value] - rate * direction).clamp(-WEIGHT_LIMIT, WEIGHT_LIMIT);
            }
            *gradients = [0.0; HIDDEN];
        }
    }

    /// Adds the gradients of a sample's squared error, halved.
    fn backward(&mut self, sample: &Sample) {
        let mut hidden = self.weights[BIAS];
        for &input in &sample.inputs {
            let weights = &self.weights[usize::from(input)];
            hidden.iter_mut().zip(weights).for_each(|(value, weight)| *value += weight);
        }
        let output = &self.weights[OUTPUT];
        let products = hidden.iter().zip(output).map(|(value, weight)| value.max(0.0) * weight);
        let error = self.output_bias + products.sum::<f32>() - sample.moves;
        let mut slopes = [0.0; HIDDEN];
        for value in 0..HIDDEN {
            if hidden[value] > 0.0 {
                self.gradients[OUTPUT][value] += error * hidden[value];
                slopes[value] = error * output[value];
            }
        }
        for row in sample.inputs.iter().map(|&input| usize::from(input)).chain([BIAS]) {
            let gradients = &mut self.gradients[row];
            gradients.iter_mut().zip(slopes).for_each(|(gradient, slope)| *gradient += slope);
        }
    }

    fn quantized(&self) -> MatingNet {
        let rounded = |weight: f32, scale: i32| I16::new((weight * scale as f32).round() as i16);
        let row = |row: usize| self.weights[row].map(|weight| rounded(weight, SCALE));
        MatingNet {
            feature_weights: std::array::from_fn(row),
            feature_bias: row(BIAS),
            output_weights: row(OUTPUT),
            output_bias: rounded(self.output_bias, MOVE),
        }
    }
}
