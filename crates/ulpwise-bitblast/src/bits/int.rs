//! Signed numbers with a known range: exponents, and what is computed from them.
//!
//! The width always follows from the range, so no result can overflow, and what the range excludes
//! costs nothing.

use super::{Bits, add_with_carry, compare, select};
use crate::aig::{Aig, Lit};

/// A two's-complement number between two bounds.
#[derive(Clone, Debug)]
pub(crate) struct Int {
    bits: Bits,
    low: i64,
    high: i64,
}

/// The least width that holds all numbers of a range.
fn width_for(low: i64, high: i64) -> usize {
    let magnitude_bits = |value: i64| 64 - (if value < 0 { !value } else { value }).leading_zeros();
    1 + magnitude_bits(low).max(magnitude_bits(high)) as usize
}

/// The least and the greatest unsigned number that the constant bits allow, as far as 62 bits
/// represent it.
pub(crate) fn constant_range(bits: &[Lit]) -> (i64, i64) {
    const MOST: i64 = (1 << 62) - 1;
    let mut range = (0i64, 0i64);
    for (position, bit) in bits.iter().enumerate() {
        let weight = 1i64.checked_shl(position as u32).filter(|weight| (1..MOST).contains(weight));
        match (bit.as_constant(), weight) {
            (Some(false), _) => {}
            (_, None) => return (0, i64::MAX),
            (Some(true), Some(weight)) => range = (range.0 + weight, range.1 + weight),
            (None, Some(weight)) => range.1 += weight,
        }
    }
    range
}

impl Int {
    /// The number with these two's-complement bits, which lies in the range; the bits are cut or
    /// extended to its width.
    fn new(mut bits: Bits, low: i64, high: i64) -> Int {
        debug_assert!(low <= high);
        let sign = bits.last().copied().unwrap_or(Lit::FALSE);
        bits.resize(width_for(low, high), sign);
        if let Some(top) = bits.last_mut() {
            if low >= 0 {
                *top = Lit::FALSE;
            } else if high < 0 {
                *top = Lit::TRUE;
            }
        }
        Int { bits, low, high }
    }

    /// A constant.
    pub(crate) fn constant(value: i64) -> Int {
        let width = width_for(value, value);
        let bits = (0..width).map(|position| Lit::constant(value >> position & 1 == 1)).collect();
        Int { bits, low: value, high: value }
    }

    /// The unsigned number with these bits, known to lie in the range.
    pub(crate) fn from_unsigned(bits: &[Lit], low: i64, high: i64) -> Int {
        let (least, greatest) = constant_range(bits);
        let mut bits = bits.to_vec();
        bits.push(Lit::FALSE);
        // Bits of garbage may contradict the range.
        let (tight_low, tight_high) = (low.max(least), high.min(greatest));
        let (low, high) = if tight_low <= tight_high { (tight_low, tight_high) } else { (low, high) };
        Int::new(bits, low, high)
    }

    /// The least value possible.
    pub(crate) fn low(&self) -> i64 {
        self.low
    }

    /// The greatest value possible.
    pub(crate) fn high(&self) -> i64 {
        self.high
    }

    /// The two's-complement bits in at least the width given.
    fn extended(&self, width: usize) -> Bits {
        let mut bits = self.bits.clone();
        let sign = bits.last().copied().unwrap_or(Lit::FALSE);
        bits.resize(width, sign);
        bits
    }

    /// The low bits of the two's complement.
    pub(crate) fn low_bits(&self, width: usize) -> Bits {
        self.extended(width.max(self.bits.len()))[..width].to_vec()
    }

    /// The bits of a number whose range has no negative one, as an unsigned number.
    pub(crate) fn unsigned_bits(&self) -> &[Lit] {
        assert!(self.low >= 0, "may be negative");
        &self.bits[..self.bits.len() - 1]
    }

    /// The sum with a carry.
    pub(crate) fn add_carry(&self, aig: &mut Aig, other: &Int, carry: Lit) -> Int {
        let most = i64::from(carry != Lit::FALSE);
        let least = i64::from(carry == Lit::TRUE);
        let (low, high) = (self.low + other.low + least, self.high + other.high + most);
        let width = width_for(low, high);
        let (first, second) = (self.low_bits(width), other.low_bits(width));
        Int::new(add_with_carry(aig, &first, &second, carry).0, low, high)
    }

    /// The sum.
    pub(crate) fn add(&self, aig: &mut Aig, other: &Int) -> Int {
        self.add_carry(aig, other, Lit::FALSE)
    }

    /// The sum with a constant.
    pub(crate) fn add_constant(&self, aig: &mut Aig, value: i64) -> Int {
        self.add(aig, &Int::constant(value))
    }

    /// The difference.
    pub(crate) fn subtract(&self, aig: &mut Aig, other: &Int) -> Int {
        let (low, high) = (self.low - other.high, self.high - other.low);
        let width = width_for(low, high);
        let first = self.low_bits(width);
        let second: Bits = other.low_bits(width).iter().map(|&bit| !bit).collect();
        Int::new(add_with_carry(aig, &first, &second, Lit::TRUE).0, low, high)
    }

    /// Whether it is below another number.
    pub(crate) fn less(&self, aig: &mut Aig, other: &Int) -> Lit {
        if self.high < other.low {
            return Lit::TRUE;
        }
        if self.low >= other.high {
            return Lit::FALSE;
        }
        let width = self.bits.len().max(other.bits.len());
        compare::signed_less(aig, &self.extended(width), &other.extended(width))
    }

    /// Whether it is below a constant.
    pub(crate) fn less_constant(&self, aig: &mut Aig, value: i64) -> Lit {
        self.less(aig, &Int::constant(value))
    }

    /// `then` if the condition holds, else `otherwise`.
    pub(crate) fn select(aig: &mut Aig, condition: Lit, then: &Int, otherwise: &Int) -> Int {
        match condition.as_constant() {
            Some(true) => return then.clone(),
            Some(false) => return otherwise.clone(),
            None => {}
        }
        let (low, high) = (then.low.min(otherwise.low), then.high.max(otherwise.high));
        let width = width_for(low, high);
        let bits = select(aig, condition, &then.low_bits(width), &otherwise.low_bits(width));
        Int::new(bits, low, high)
    }

    /// The number, known to the caller to lie within these bounds too.
    pub(crate) fn within(&self, low: i64, high: i64) -> Int {
        // Garbage may lie nowhere; a lower bound is kept to.
        let low = low.max(self.low);
        let high = high.min(self.high).max(low);
        let width = width_for(low, high);
        Int::new(self.low_bits(width), low, high)
    }

    /// The number, or the bound that it exceeds.
    pub(crate) fn clamp(&self, aig: &mut Aig, low: i64, high: i64) -> Int {
        let below = self.less_constant(aig, low);
        let above = Int::constant(high).less(aig, self);
        let inside = self.within(low.min(self.high), high.max(self.low));
        let raised = Int::select(aig, below, &Int::constant(low), &inside);
        Int::select(aig, above, &Int::constant(high), &raised).within(low, high)
    }

    /// Half the number, rounded down.
    pub(crate) fn half(&self) -> Int {
        Int::new(self.extended(self.bits.len() + 1)[1..].to_vec(), self.low >> 1, self.high >> 1)
    }

    /// Bits whose unsigned order is the order of numbers, for numbers of a range that holds this
    /// one's.
    pub(crate) fn order_bits(&self, low: i64, high: i64) -> Bits {
        let mut bits = self.extended(width_for(low.min(self.low), high.max(self.high)));
        if let Some(top) = bits.last_mut() {
            *top = !*top;
        }
        bits
    }
}
