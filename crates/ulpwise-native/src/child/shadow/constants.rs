//! Constants that are not the numbers that they are rounded to.
//!
//! A program that says `1.0 / 3` or `0.1` has a float nearby, and its exact result is that of the float.
//! What it means is known only as far as the result does not depend on the difference. So a call is
//! made once more in which such constants lie elsewhere within half a unit of their last digit.
//!
//! A constant is recognised when it is used: a value without a shadow value of its own is an input,
//! or a conversion of an integer, or a constant. One with few digits is taken as it is, and so is one
//! whose magnitude is that of an input.

use super::ShadowValue;
use super::numbers::Numbers;
use ulpwise_ir::FloatFormat;

/// What has so many zero bits at its end is meant exactly: no decimal of a few digits, nor a third,
/// has them by chance.
const EXACT_ZEROS: (u32, u32) = (16, 8);

/// The call under way.
#[derive(Default)]
pub(super) struct MovedConstants {
    /// Whether constants are moved.
    on: bool,
    /// The magnitudes of the inputs, as bits of doubles, in order.
    inputs: Vec<u64>,
}

impl MovedConstants {
    /// The next call begins; with its inputs, constants are moved.
    pub(super) fn begin(&mut self, words: Option<&[u64]>) {
        self.on = words.is_some();
        self.inputs.clear();
        for &word in words.unwrap_or_default() {
            let halves = [word as u32, (word >> 32) as u32].map(|half| f64::from(f32::from_bits(half)));
            let values = [f64::from_bits(word), halves[0], halves[1]];
            self.inputs.extend(values.map(|value| value.abs().to_bits()));
        }
        self.inputs.sort_unstable();
    }

    pub(super) fn are_moved(&self) -> bool {
        self.on
    }

    /// An operand of an operation in some format, moved if it is a constant that looks rounded.
    pub(super) fn moved(
        &self,
        numbers: &mut Numbers,
        operand: ShadowValue,
        format: FloatFormat,
    ) -> ShadowValue {
        let is_own = operand.low.to_bits() == 0;
        let Some(distance) = distance(operand.high, format).filter(|_| is_own) else { return operand };
        if self.inputs.binary_search(&operand.high.abs().to_bits()).is_ok() {
            return operand;
        }
        numbers.sum(operand.high, distance).unwrap_or(operand)
    }
}

/// How far a number is moved that looks rounded to a format: the same way each time, and constants
/// of the same magnitude by different parts of a unit, for a quotient of both must not stay as it is.
fn distance(value: f64, format: FloatFormat) -> Option<f64> {
    let bits = value.to_bits();
    let zeros = (bits & ((1 << 52) - 1)).trailing_zeros();
    let dropped = match format {
        FloatFormat::F64 if zeros < EXACT_ZEROS.0 => 0,
        FloatFormat::F32 if (29..29 + EXACT_ZEROS.1).contains(&zeros) => 29,
        _ => return None,
    };
    if !value.is_normal() {
        return None;
    }
    let next = f64::from_bits(bits + (1 << dropped));
    let unit = if next.is_finite() { next - value } else { return None };
    // Between a quarter of a unit and half of one, by chance that is the same each time.
    let chance = (bits.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32;
    Some(unit * (0.25 + 0.25 * f64::from(chance) / f64::from(u32::MAX)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_looks_rounded_is_moved() {
        for exact in [0.0, 1.0, 0.5, 27.0, 1e10, 123_456_789.0, f64::INFINITY, f64::NAN, f64::MAX] {
            assert_eq!(distance(exact, FloatFormat::F64), None, "{exact}");
        }
        for rounded in [0.1, 1.0 / 3.0, std::f64::consts::PI, -1e-300, 2.5e100] {
            let by = distance(rounded, FloatFormat::F64).unwrap();
            assert!(rounded + by == rounded || by.abs() < rounded.abs() * f64::EPSILON, "{rounded}: {by}");
            assert!(by.abs() > rounded.abs() * f64::EPSILON / 8.0, "{rounded}: {by}");
        }
        assert!(distance(f64::from(0.1_f32), FloatFormat::F32).is_some());
        // A float's constant in the arithmetic of doubles is meant as it is.
        assert_eq!(distance(f64::from(0.1_f32), FloatFormat::F64), None);
    }
}
