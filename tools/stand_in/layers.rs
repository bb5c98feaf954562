//! The layers behind the first: 1,024 → 16 → 32 → 1, with a clipped ReLU before each.

use rand::Rng;
use rand::rngs::SmallRng;
use sakdi_training::adam::AdamStep;

/// Outputs of the first layer for each perspective.
pub const HIDDEN: usize = 512;
/// Those of both.
pub const BOTH: usize = 2 * HIDDEN;
/// Outputs of the second and of the third layer.
pub const SECOND: usize = 16;
pub const THIRD: usize = 32;

/// Largest absolute weight: the file has 8 bits for it, in 64ths.
const LIMIT: f32 = 127.0 / 64.0;
/// The same for the weights of the output, in 75ths.
const OUTPUT_LIMIT: f32 = 127.0 * 127.0 / (super::file::OUTPUT_UNITS * 16.0);

/// The weights of a stack, or their gradients.
#[derive(Clone)]
pub struct Stack {
    // [input][output]
    pub second: Box<[[f32; SECOND]; BOTH]>,
    pub second_bias: [f32; SECOND],
    // [input][output]
    pub third: [[f32; THIRD]; SECOND],
    pub third_bias: [f32; THIRD],
    pub output: [f32; THIRD],
    pub output_bias: f32,
}

/// What the layers have computed of a position.
struct Activations {
    second: [f32; SECOND],
    third: [f32; THIRD],
}

impl Stack {
    pub fn zero() -> Self {
        Self {
            second: vec![[0.0; SECOND]; BOTH]
                .try_into()
                .unwrap_or_else(|_| unreachable!("as many rows")),
            second_bias: [0.0; SECOND],
            third: [[0.0; THIRD]; SECOND],
            third_bias: [0.0; THIRD],
            output: [0.0; THIRD],
            output_bias: 0.0,
        }
    }

    pub fn random(rng: &mut SmallRng) -> Self {
        let mut stack = Self::zero();
        let mut random = |limit: f32| rng.random_range(-limit..limit);
        stack.second.as_flattened_mut().iter_mut().for_each(|weight| *weight = random(0.06));
        stack.third.as_flattened_mut().iter_mut().for_each(|weight| *weight = random(0.25));
        stack.output.iter_mut().for_each(|weight| *weight = random(0.18));
        stack.second_bias = [0.2; SECOND];
        stack.third_bias = [0.2; THIRD];
        stack
    }

    /// The output for clipped outputs of the first layer.
    pub fn output(&self, first: &[f32; BOTH]) -> f32 {
        self.forward(first).1
    }

    fn forward(&self, first: &[f32; BOTH]) -> (Activations, f32) {
        let mut second = self.second_bias;
        for (&value, weights) in first.iter().zip(&*self.second).filter(|(value, _)| **value != 0.0)
        {
            second.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += value * weight);
        }
        let second = second.map(clip);
        let mut third = self.third_bias;
        for (value, weights) in second.iter().zip(&self.third) {
            third.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += value * weight);
        }
        let third = third.map(clip);
        let sum: f32 = third.iter().zip(&self.output).map(|(value, weight)| value * weight).sum();
        (Activations { second, third }, self.output_bias + sum)
    }

    /// Runs a position forward, and backward with the slope of the loss that `slope` gives for the output.
    /// Adds to the gradients, and returns that slope. `first` becomes the slopes at the outputs of the first layer.
    pub fn backward(
        &self,
        first: &mut [f32; BOTH],
        gradients: &mut Self,
        slope: impl FnOnce(f32) -> f32,
    ) -> f32 {
        let (activations, output) = self.forward(first);
        let slope = slope(output);
        gradients.output_bias += slope;
        let mut third = [0.0; THIRD];
        for (index, &value) in activations.third.iter().enumerate() {
            gradients.output[index] += slope * value;
            third[index] = if is_open(value) { slope * self.output[index] } else { 0.0 };
            gradients.third_bias[index] += third[index];
        }
        let mut second = [0.0; SECOND];
        for (index, &value) in activations.second.iter().enumerate() {
            let rows = gradients.third[index].iter_mut().zip(&self.third[index]).zip(&third);
            let mut sum = 0.0;
            for ((gradient, weight), slope) in rows {
                *gradient += value * slope;
                sum += weight * slope;
            }
            second[index] = if is_open(value) { sum } else { 0.0 };
            gradients.second_bias[index] += second[index];
        }
        let rows = gradients.second.iter_mut().zip(&*self.second);
        for (value, (gradients, weights)) in
            first.iter_mut().zip(rows).filter(|(value, _)| **value != 0.0)
        {
            let mut sum = 0.0;
            for ((gradient, weight), slope) in gradients.iter_mut().zip(weights).zip(&second) {
                *gradient += *value * slope;
                sum += weight * slope;
            }
            *value = if is_open(*value) { sum } else { 0.0 };
        }
        slope
    }

    /// Adds other gradients.
    pub fn add(&mut self, other: &Self) {
        for (sums, values) in self.parts_mut().into_iter().zip(other.parts()) {
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
    }

    fn parts(&self) -> [&[f32]; 6] {
        let Self { second, second_bias, third, third_bias, output, output_bias } = self;
        let output_bias = std::slice::from_ref(output_bias);
        [second.as_flattened(), second_bias, third.as_flattened(), third_bias, output, output_bias]
    }

    fn parts_mut(&mut self) -> [&mut [f32]; 6] {
        let Self { second, second_bias, third, third_bias, output, output_bias } = self;
        let output_bias = std::slice::from_mut(output_bias);
        [
            second.as_flattened_mut(),
            second_bias,
            third.as_flattened_mut(),
            third_bias,
            output,
            output_bias,
        ]
    }

    /// One step of the optimizer, by gradients that are divided by `samples`.
    pub fn train(
        &mut self,
        moments: &mut [Self; 2],
        gradients: &Self,
        samples: f32,
        step: AdamStep,
    ) {
        let limits = [LIMIT, f32::MAX, LIMIT, f32::MAX, OUTPUT_LIMIT, f32::MAX];
        let [first, second] = moments;
        let parts = self.parts_mut().into_iter().zip(gradients.parts()).zip(limits);
        for (((values, gradients), limit), (first, second)) in
            parts.zip(first.parts_mut().into_iter().zip(second.parts_mut()))
        {
            let moments = first.iter_mut().zip(second);
            for ((value, gradient), (first, second)) in
                values.iter_mut().zip(gradients).zip(moments)
            {
                *value =
                    step.moved(*value, [first, second], gradient / samples).clamp(-limit, limit);
            }
        }
    }
}

/// The clipped ReLU.
#[inline]
pub fn clip(value: f32) -> f32 {
    value.clamp(0.0, 1.0)
}

/// Whether a clipped value changes with what was clipped.
#[inline]
fn is_open(value: f32) -> bool {
    value > 0.0 && value < 1.0
}
