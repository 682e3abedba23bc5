//! The inputs: bit patterns, extremes, small integers, and magnitudes in between.

use super::signature::{Parameter, Signature};
use ulpwise_base::SplitMix64;

/// Numbers at which floating-point code changes its ways.
const EXTREMES: [f64; 24] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    f64::MAX,
    f64::MIN,
    f64::MIN_POSITIVE,
    -f64::MIN_POSITIVE,
    5e-324,
    f64::EPSILON,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    1e150,
    1e-150,
    1e308,
    1e-308,
    709.78,
    -745.2,
    4503599627370496.0,
    std::f64::consts::PI,
];

const INTS: [i32; 10] = [0, 1, -1, 2, 3, 10, 50, 170, i32::MAX, i32::MIN];

/// Makes inputs, the same ones for the same seed.
pub(in crate::bench) struct Inputs {
    random: SplitMix64,
}

impl Inputs {
    pub(in crate::bench) fn new(seed: u64) -> Self {
        Self { random: SplitMix64::new(seed) }
    }

    /// The values of the parameters, in order; out-parameters have none. Every fourth input is of
    /// one kind: plain numbers, magnitudes, extremes, bit patterns.
    pub(in crate::bench) fn for_signature(&mut self, signature: &Signature, number: usize) -> Vec<u64> {
        let values = signature.parameters.iter().filter_map(|parameter| match parameter {
            Parameter::Double => Some(self.double(number).to_bits()),
            Parameter::Int => Some(u64::from(self.int(number).cast_unsigned())),
            Parameter::Unsigned => Some(u64::from(self.int(number).unsigned_abs())),
            Parameter::Mode => Some(self.random.below(3)),
            Parameter::Out(_) => None,
        });
        values.collect()
    }

    /// Values at which most functions compute something: between 0.05 and 20 for a single number,
    /// below 1 for several.
    pub(in crate::bench) fn ordinary(&mut self, signature: &Signature) -> Vec<u64> {
        let doubles =
            signature.parameters.iter().filter(|parameter| **parameter == Parameter::Double).count();
        let values = signature.parameters.iter().filter_map(|parameter| match parameter {
            Parameter::Double => {
                let fraction = self.random.below(1 << 30) as f64 / f64::from(1 << 30);
                Some(if doubles == 1 { 0.05 + 19.95 * fraction } else { 0.1 + 0.8 * fraction }.to_bits())
            }
            Parameter::Int | Parameter::Unsigned => Some(1 + self.random.below(5)),
            Parameter::Mode => Some(0),
            Parameter::Out(_) => None,
        });
        values.collect()
    }

    fn double(&mut self, number: usize) -> f64 {
        match number % 4 {
            0 => self.plain(),
            1 => self.magnitude(),
            // Extremes meet plain numbers too, so that one of several arguments is extreme.
            2 if self.random.below(3) == 0 => self.plain(),
            2 => *self.random.choose(&EXTREMES),
            _ => f64::from_bits(self.random.next_u64()),
        }
    }

    /// A small integer or a number between -50 and 50.
    fn plain(&mut self) -> f64 {
        let integer = self.random.below(101) as f64 - 50.0;
        if self.random.below(2) == 0 {
            integer
        } else {
            integer + self.random.below(1 << 20) as f64 / f64::from(1 << 20)
        }
    }

    /// A number whose exponent, not the number, is evenly spread, with a random sign.
    fn magnitude(&mut self) -> f64 {
        let exponent = self.random.below(200) as i32 - 100;
        let sign = if self.random.below(2) == 0 { 1.0 } else { -1.0 };
        sign * (1.0 + self.random.below(1 << 30) as f64 / f64::from(1 << 30)) * 2f64.powi(exponent)
    }

    fn int(&mut self, number: usize) -> i32 {
        match number % 4 {
            0 | 1 => self.random.below(30) as i32 - 3,
            2 => *self.random.choose(&INTS),
            _ => self.random.below(2000) as i32 - 200,
        }
    }
}
