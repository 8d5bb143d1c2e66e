//! A small network that gives each move a weight from its features.

/// The units of the two hidden layers.
pub const HIDDEN: [usize; 2] = [64, 24];

use super::features::FEATURES;

/// The number of parameters.
pub const PARAMETERS: usize = (FEATURES + 1) * HIDDEN[0] + (HIDDEN[0] + 1) * HIDDEN[1] + HIDDEN[1];

/// The parameters of the layers in one row: for each input of a layer, the weights of its units, and after the inputs
/// the biases. The last layer has one unit and no bias: a softmax does not see one.
#[derive(Clone, Debug, PartialEq)]
pub struct Network(Vec<f32>);

/// What the units of the hidden layers say.
#[derive(Clone, Copy, Debug)]
pub struct Units {
    /// The units of the first layer.
    pub first: [f32; HIDDEN[0]],
    /// The units of the second layer.
    pub second: [f32; HIDDEN[1]],
}

/// The places of the layers in the row.
const SECOND: usize = (FEATURES + 1) * HIDDEN[0];
const LAST: usize = SECOND + (HIDDEN[0] + 1) * HIDDEN[1];

impl Network {
    /// Creates a network; `None` if there are not [`PARAMETERS`] finite numbers.
    pub fn new(parameters: Vec<f32>) -> Option<Self> {
        let is_good = parameters.len() == PARAMETERS && parameters.iter().all(|p| p.is_finite());
        is_good.then_some(Self(parameters))
    }

    /// Returns the parameters.
    pub fn parameters(&self) -> &[f32] {
        &self.0
    }

    /// Returns the weight of a move as a logarithm, and what led to it.
    pub fn weigh(&self, features: &[f32; FEATURES]) -> (f32, Units) {
        let units = Units {
            first: layer(&self.0[..SECOND], features),
            second: [0.0; HIDDEN[1]],
        };
        let units = Units {
            second: layer(&self.0[SECOND..LAST], &units.first),
            ..units
        };
        let last = &self.0[LAST..];
        let weight = units
            .second
            .iter()
            .zip(last)
            .map(|(unit, weight)| unit * weight)
            .sum();
        (weight, units)
    }

    /// Adds to `slope` the derivatives of a move's weight with respect to the parameters, times `by`.
    pub fn learn(&self, features: &[f32; FEATURES], units: &Units, by: f32, slope: &mut [f32]) {
        let mut second = [0.0; HIDDEN[1]];
        for (at, unit) in units.second.iter().enumerate() {
            slope[LAST + at] += by * unit;
            if *unit > 0.0 {
                second[at] = by * self.0[LAST + at];
            }
        }
        let mut first = [0.0; HIDDEN[0]];
        back(
            &self.0[SECOND..LAST],
            &units.first,
            &second,
            &mut slope[SECOND..LAST],
            Some(&mut first),
        );
        for (slope, unit) in first.iter_mut().zip(&units.first) {
            if *unit <= 0.0 {
                *slope = 0.0;
            }
        }
        back(
            &self.0[..SECOND],
            features,
            &first,
            &mut slope[..SECOND],
            None,
        );
    }
}

/// Returns what the units of a layer say: the sum of the weighted inputs, or 0 if it is negative.
fn layer<const N: usize>(weights: &[f32], inputs: &[f32]) -> [f32; N] {
    let (rows, _) = weights.as_chunks::<N>();
    let mut sums = rows[inputs.len()];
    for (row, &input) in rows.iter().zip(inputs) {
        if input != 0.0 {
            // The hottest loop of reviews. Without optimization, as in tests, an iterator makes them take twice as long.
            let mut at = 0;
            while at < N {
                sums[at] += input * row[at];
                at += 1;
            }
        }
    }
    sums.map(|sum| sum.max(0.0))
}

/// Takes the derivatives of a layer's units back to its weights and its inputs.
fn back<const N: usize>(
    weights: &[f32],
    inputs: &[f32],
    units: &[f32; N],
    slope: &mut [f32],
    mut before: Option<&mut [f32]>,
) {
    let (rows, _) = weights.as_chunks::<N>();
    let (slopes, _) = slope.as_chunks_mut::<N>();
    for (at, &input) in inputs.iter().chain(&[1.0]).enumerate() {
        if input != 0.0 {
            for (slope, unit) in slopes[at].iter_mut().zip(units) {
                *slope += input * unit;
            }
        }
        if let Some(before) = &mut before
            && let Some(before) = before.get_mut(at)
        {
            *before = rows[at]
                .iter()
                .zip(units)
                .map(|(weight, unit)| weight * unit)
                .sum();
        }
    }
}
