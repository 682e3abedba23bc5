//! Powers of ten too large to be computed exactly, enclosed from both sides.
//!
//! In formats with more than 15 exponent bits a power of ten may have hundreds of millions of bits.
//! An enclosure with a little more than the precision decides nearly every question; where it does
//! not, the caller asks for a tighter one (Ziv's strategy). Decisions are taken from the bounds
//! alone, so none is ever a guess.

use crate::Natural;
use dashu_int::ops::BitTest;

/// A positive number between `low * 2^exponent` and `high * 2^exponent`, bounds included.
#[derive(Clone, Debug)]
pub(super) struct Enclosure {
    pub(super) low: Natural,
    pub(super) high: Natural,
    pub(super) exponent: i64,
}

impl Enclosure {
    /// Exactly this number.
    pub(super) fn exactly(value: &Natural, exponent: i64) -> Enclosure {
        Enclosure { low: value.clone(), high: value.clone(), exponent }
    }

    /// Ten to the power `power`, with about `bits` bits of relative accuracy.
    fn power_of_ten(power: u64, bits: usize) -> Enclosure {
        // 10^n = 5^n * 2^n. Each squaring doubles the relative error; the extra bits pay for that.
        let guard = 2 * (64 - power.leading_zeros()) as usize + 8;
        let five = Enclosure::exactly(&Natural::from(5u8), 0);
        let mut result = Enclosure::exactly(&Natural::ONE, 0);
        for position in (0..64 - power.leading_zeros()).rev() {
            result = result.times(&result).shortened(bits + guard);
            if power >> position & 1 == 1 {
                result = result.times(&five).shortened(bits + guard);
            }
        }
        result.exponent += power as i64;
        result
    }

    /// This number times ten to the power `power`, with about `bits` bits of relative accuracy.
    pub(super) fn scaled_by_power_of_ten(&self, power: i64, bits: usize) -> Enclosure {
        let scale = Enclosure::power_of_ten(power.unsigned_abs(), bits);
        if power >= 0 { self.times(&scale) } else { self.over(&scale, bits) }
    }

    fn times(&self, other: &Enclosure) -> Enclosure {
        Enclosure {
            low: &self.low * &other.low,
            high: &self.high * &other.high,
            exponent: self.exponent + other.exponent,
        }
    }

    /// The quotient, with about `bits` bits of relative accuracy besides what the operands lack.
    fn over(&self, divisor: &Enclosure, bits: usize) -> Enclosure {
        let shift = (bits + divisor.high.bit_len()).saturating_sub(self.low.bit_len()) + 1;
        Enclosure {
            low: (&self.low << shift) / &divisor.high,
            high: (&self.high << shift) / &divisor.low + Natural::ONE,
            exponent: self.exponent - divisor.exponent - shift as i64,
        }
    }

    /// The same number with bounds of at most about `bits` bits.
    fn shortened(self, bits: usize) -> Enclosure {
        let drop = self.high.bit_len().saturating_sub(bits);
        if drop == 0 {
            return self;
        }
        let exponent = self.exponent + drop as i64;
        Enclosure { low: self.low >> drop, high: (self.high >> drop) + Natural::ONE, exponent }
    }

    /// The integer part of the number times 2^`shift`, if the bounds agree on it and exclude that
    /// the product is an integer itself.
    pub(super) fn floor_scaled(&self, shift: i64) -> Option<Natural> {
        let total = self.exponent + shift;
        if total >= 0 {
            return None;
        }
        let drop = total.unsigned_abs() as usize;
        let floor = &self.low >> drop;
        let decided = floor == &self.high >> drop && (&floor << drop) != self.low;
        decided.then_some(floor)
    }
}
