//! The net in whole numbers, and its file (`.nnue`).

use super::layers::{BOTH, HIDDEN, SECOND, Stack, THIRD};
use super::net::Net;
use super::positions::{INPUTS, Inputs, STACKS};

/// Value, in units of Fairy-Stockfish, of an output of 1.
pub const OUTPUT_UNITS: f32 = 600.0;
/// What stands for 1: in outputs of layers, in weights, and in the output of the net.
const ONE: f32 = 127.0;
const WEIGHT: f32 = 64.0;
const UNITS: f32 = 16.0;
const OUTPUT: f32 = OUTPUT_UNITS * UNITS;

const VERSION: u32 = 0x7AF3_2F20;
/// Marks the kind of inputs, HalfKAv2.
const FEATURES: u32 = 0x5F23_4CB8;

/// A net in whole numbers.
pub struct Quantized {
    biases: [i16; HIDDEN],
    // [input][output]
    weights: Vec<[i16; HIDDEN]>,
    // [input][stack]
    material: Vec<[i32; STACKS]>,
    stacks: Vec<QuantizedStack>,
}

struct QuantizedStack {
    second_bias: [i32; SECOND],
    // [output][input], like the others
    second: Box<[[i8; BOTH]; SECOND]>,
    third_bias: [i32; THIRD],
    third: [[i8; SECOND]; THIRD],
    output_bias: i32,
    output: [i8; THIRD],
}

impl Quantized {
    pub fn new(net: &Net) -> Self {
        let small = |value: f32| (value * ONE).round() as i16;
        let weights = (0..INPUTS).map(|input| net.first(input).map(small)).collect();
        let units = |value: f32| (value * OUTPUT).round() as i32;
        let material = (0..INPUTS).map(|input| net.material.weights(input).map(units)).collect();
        let stacks = net.stacks.iter().map(QuantizedStack::new).collect();
        Self { biases: net.first_biases().map(small), weights, material, stacks }
    }

    /// The value of a position, in units of Fairy-Stockfish.
    pub fn value(&self, inputs: &Inputs) -> f32 {
        let Inputs { active, stack } = inputs;
        let mut first = [0; BOTH];
        for (half, inputs) in first.chunks_exact_mut(HIDDEN).zip(active) {
            half.copy_from_slice(&self.biases.map(i32::from));
            for &input in inputs {
                let row = &self.weights[usize::from(input)];
                half.iter_mut().zip(row).for_each(|(sum, &weight)| *sum += i32::from(weight));
            }
        }
        let first = first.map(|sum| sum.clamp(0, ONE as i32));
        let material = active.each_ref().map(|inputs| {
            inputs.iter().map(|&input| self.material[usize::from(input)][*stack]).sum::<i32>()
        });
        let layers = &self.stacks[*stack];
        let second = layer(&layers.second_bias, &layers.second, &first);
        let third = layer(&layers.third_bias, &layers.third, &second);
        let output = layers.output_bias + product(&layers.output, &third);
        ((output + (material[0] - material[1]) / 2) as f32) / UNITS
    }

    /// The contents of the file.
    pub fn bytes(&self) -> Vec<u8> {
        let layers = hash_of_layers();
        let first = FEATURES ^ BOTH as u32;
        let name = b"stand-in for the Makruk net, by tools/train_stand_in.rs";
        let mut bytes = Vec::new();
        let words = |bytes: &mut Vec<u8>, words: &[u32]| {
            bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        };
        words(&mut bytes, &[VERSION, layers ^ first, name.len() as u32]);
        bytes.extend(name);
        words(&mut bytes, &[first]);
        let weights = self.biases.iter().chain(self.weights.as_flattened());
        bytes.extend(weights.flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(self.material.as_flattened().iter().flat_map(|weight| weight.to_le_bytes()));
        for stack in &self.stacks {
            words(&mut bytes, &[layers]);
            stack.write(&mut bytes);
        }
        bytes
    }
}

impl QuantizedStack {
    fn new(stack: &Stack) -> Self {
        let bias = |value: f32| (value * ONE * WEIGHT).round() as i32;
        let weight = |value: f32| (value * WEIGHT).round() as i8;
        let row = |output: usize| std::array::from_fn(|input| weight(stack.second[input][output]));
        let second: Vec<[i8; BOTH]> = (0..SECOND).map(row).collect();
        Self {
            second_bias: stack.second_bias.map(bias),
            second: second.try_into().unwrap_or_else(|_| unreachable!("as many rows")),
            third_bias: stack.third_bias.map(bias),
            third: std::array::from_fn(|output| stack.third.map(|row| weight(row[output]))),
            output_bias: (stack.output_bias * OUTPUT).round() as i32,
            output: stack.output.map(|value| (value * OUTPUT / ONE).round() as i8),
        }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        let biases = |bytes: &mut Vec<u8>, biases: &[i32]| {
            bytes.extend(biases.iter().flat_map(|bias| bias.to_le_bytes()));
        };
        let weights = |bytes: &mut Vec<u8>, weights: &[i8]| {
            bytes.extend(weights.iter().map(|&weight| weight as u8));
        };
        biases(bytes, &self.second_bias);
        weights(bytes, self.second.as_flattened());
        biases(bytes, &self.third_bias);
        for row in &self.third {
            weights(bytes, row);
            // Rows have a multiple of 32 bytes.
            weights(bytes, &[0; THIRD - SECOND]);
        }
        biases(bytes, &[self.output_bias]);
        weights(bytes, &self.output);
    }
}

/// The outputs of a layer, after a clipped ReLU.
fn layer<const I: usize, const O: usize>(
    biases: &[i32; O],
    weights: &[[i8; I]; O],
    inputs: &[i32; I],
) -> [i32; O] {
    let sum = |output: usize| biases[output] + product(&weights[output], inputs);
    std::array::from_fn(|output| (sum(output) / WEIGHT as i32).clamp(0, ONE as i32))
}

fn product(weights: &[i8], inputs: &[i32]) -> i32 {
    weights.iter().zip(inputs).map(|(&weight, input)| i32::from(weight) * input).sum()
}

/// The number that the file gives for the shape of a stack.
fn hash_of_layers() -> u32 {
    let mut hash = 0xEC42_E90D ^ BOTH as u32;
    for outputs in [SECOND, THIRD, 1] {
        let mut next = 0xCC03_DAE4_u32.wrapping_add(outputs as u32);
        next ^= hash >> 1;
        next ^= hash << 31;
        if outputs != 1 {
            next = next.wrapping_add(0x538D_24C7);
        }
        hash = next;
    }
    hash
}
