//! The optimizer: AdamW (Loshchilov and Hutter, "Decoupled weight decay regularization", 2019), and
//! without weight decay Adam (Kingma and Ba, 2015).

/// Decay rates of the first and the second moment.
const BETAS: [f32; 2] = [0.9, 0.999];

/// One step of the optimizer.
#[derive(Clone, Copy, Debug)]
pub struct AdamStep {
    learning_rate: f32,
    /// Factor of weight decay.
    decay: f32,
    /// Corrections of the moments for their bias towards 0.
    corrections: [f32; 2],
    /// Added to the size of the gradient, which may be 0.
    epsilon: f32,
}

impl AdamStep {
    /// The step with this number, from 1 on.
    pub fn new(number: u64, learning_rate: f32, weight_decay: f32, epsilon: f32) -> Self {
        let correction =
            |beta: f32| (1.0 / (1.0 - libm::pow(f64::from(beta), number as f64))) as f32;
        Self {
            learning_rate,
            decay: 1.0 - learning_rate * weight_decay,
            corrections: BETAS.map(correction),
            epsilon,
        }
    }

    /// The weight after the step; updates its moments.
    #[inline(always)]
    pub fn moved(&self, weight: f32, [first, second]: [&mut f32; 2], gradient: f32) -> f32 {
        *first = BETAS[0] * *first + (1.0 - BETAS[0]) * gradient;
        *second = BETAS[1] * *second + (1.0 - BETAS[1]) * gradient * gradient;
        let size = (*second * self.corrections[1]).sqrt() + self.epsilon;
        weight * self.decay - self.learning_rate * (*first * self.corrections[0]) / size
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first step moves a weight by the learning rate, whatever the gradient.
    #[test]
    fn the_first_step_has_the_size_of_the_learning_rate() {
        for gradient in [-3.0, 0.5, 1e-4] {
            let (mut first, mut second) = (0.0, 0.0);
            let step = AdamStep::new(1, 0.01, 0.0, 1e-10);
            let moved = step.moved(1.0, [&mut first, &mut second], gradient);
            assert!((moved - (1.0 - 0.01 * gradient.signum())).abs() < 1e-6, "{gradient}: {moved}");
        }
    }
}
