//! Columns of the first layer: those of some of its outputs, with what the optimizer keeps of them.

use super::positions::{INPUTS, Inputs, MEN_INPUTS};
use sakdi_training::adam::AdamStep;

/// Largest absolute weight: 32 of them, in 127ths, fit into 16 bits.
const LIMIT: f32 = 8.0;
/// The weights for single squares of the khun learn with this share of the learning rate. Most of them occur too rarely
/// to be learnt: with the full rate the held-out loss of a million positions is 8 % higher.
const OWN_RATE: f32 = 0.2;
/// Added to the size of a gradient, which may be 0.
pub const EPSILON: f32 = 1e-8;

/// `N` outputs of the first layer. A weight is the sum of one that the squares of the own khun share, and of one
/// for each of them: what is learnt of a man holds wherever the khun stands, until more is known.
pub struct Columns<const N: usize> {
    own: Weights<N>,
    shared: Weights<N>,
    bias: Weights<N>,
    /// The sums of both.
    sums: Vec<[f32; N]>,
    // The outputs for material have no bias: it would cancel out.
    has_bias: bool,
}

/// Rows of weights with their gradients and the moments of these.
struct Weights<const N: usize> {
    values: Vec<[f32; N]>,
    gradients: Vec<[f32; N]>,
    moments: [Vec<[f32; N]>; 2],
}

impl<const N: usize> Weights<N> {
    fn new(values: Vec<[f32; N]>) -> Self {
        let zeros = || vec![[0.0; N]; values.len()];
        Self { gradients: zeros(), moments: [zeros(), zeros()], values }
    }

    /// Moves a row by its gradient, which becomes 0.
    fn step(&mut self, row: usize, step: AdamStep, scale: f32) {
        let [first, second] = &mut self.moments;
        let (first, second) = (&mut first[row], &mut second[row]);
        let gradients = std::mem::replace(&mut self.gradients[row], [0.0; N]);
        for (column, value) in self.values[row].iter_mut().enumerate() {
            let moments = [&mut first[column], &mut second[column]];
            *value = step.moved(*value, moments, gradients[column] * scale).clamp(-LIMIT, LIMIT);
        }
    }
}

impl<const N: usize> Columns<N> {
    /// Columns with these shared weights and biases. Without a bias, the material outputs, it stays 0.
    pub fn new(shared: Vec<[f32; N]>, bias: Option<f32>) -> Self {
        let mut columns = Self {
            own: Weights::new(vec![[0.0; N]; INPUTS]),
            shared: Weights::new(shared),
            bias: Weights::new(vec![[bias.unwrap_or(0.0); N]]),
            sums: vec![[0.0; N]; INPUTS],
            has_bias: bias.is_some(),
        };
        columns.add();
        columns
    }

    /// The outputs of a perspective.
    #[inline]
    pub fn outputs(&self, inputs: &[u16]) -> [f32; N] {
        let mut outputs = self.bias.values[0];
        for &input in inputs {
            let row = &self.sums[usize::from(input)];
            outputs.iter_mut().zip(row).for_each(|(output, weight)| *output += weight);
        }
        outputs
    }

    /// Weights of an input.
    pub fn weights(&self, input: usize) -> &[f32; N] {
        &self.sums[input]
    }

    /// The biases.
    pub fn biases(&self) -> &[f32; N] {
        &self.bias.values[0]
    }

    /// One step of the optimizer for a batch. `slopes` gives the slopes of the loss at the outputs for the position with
    /// an index, in both perspectives. The step has a number, from 1 on, and a learning rate.
    pub fn train<'a>(
        &mut self,
        batch: &[Inputs],
        slopes: impl Fn(usize) -> [&'a [f32; N]; 2],
        (number, rate): (u64, f32),
    ) {
        let mut touched = vec![false; INPUTS];
        for (index, inputs) in batch.iter().enumerate() {
            for (inputs, slopes) in inputs.active.iter().zip(slopes(index)) {
                for &input in inputs {
                    touched[usize::from(input)] = true;
                    add(&mut self.own.gradients[usize::from(input)], slopes);
                }
                add(&mut self.bias.gradients[0], slopes);
            }
        }
        let scale = 1.0 / batch.len() as f32;
        let own_step = AdamStep::new(number, rate * OWN_RATE, 0.0, EPSILON);
        let step = AdamStep::new(number, rate, 0.0, EPSILON);
        for input in (0..INPUTS).filter(|&input| touched[input]) {
            let gradients = self.own.gradients[input];
            add(&mut self.shared.gradients[input % MEN_INPUTS], &gradients);
            self.own.step(input, own_step, scale);
        }
        for row in 0..MEN_INPUTS {
            self.shared.step(row, step, scale);
        }
        if self.has_bias {
            self.bias.step(0, step, scale);
        }
        self.add();
    }

    fn add(&mut self) {
        let shared = self.shared.values.iter().cycle();
        for ((sum, own), shared) in self.sums.iter_mut().zip(&self.own.values).zip(shared) {
            *sum = *own;
            add(sum, shared);
        }
    }
}

#[inline]
fn add<const N: usize>(sum: &mut [f32; N], values: &[f32; N]) {
    sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
}
