//! Seeded operands that crowd around the values where arithmetic goes wrong.
//!
//! Uniformly random bits almost never cancel, tie, overflow or become subnormal. So exponents are
//! drawn from the ends of the range, from around 1, near another operand's, or where a product or
//! quotient lands at an end; significands from runs of zeros and ones as well as from random bits.

use ulpwise_base::SplitMix64;
use ulpwise_float::{Float, Format};

/// A source of operands for one format.
pub struct Operands {
    format: Format,
    random: SplitMix64,
}

impl Operands {
    /// The source that `seed` starts.
    pub fn new(format: Format, seed: u64) -> Operands {
        Operands { format, random: SplitMix64::new(seed) }
    }

    /// Three operands that are often related to one another.
    pub fn triple(&mut self) -> [Float; 3] {
        let first = self.any();
        let second = self.related(first);
        let third = match self.random.below(4) {
            0 => self.any(),
            1 => self.related(first),
            _ => self.near_product(first, second),
        };
        [first, second, third]
    }

    /// A single operand.
    pub fn any(&mut self) -> Float {
        let field = self.exponent_field();
        self.with_exponent_field(field)
    }

    /// Random bits, for other uses.
    pub fn bits(&mut self) -> u64 {
        self.random.next_u64()
    }

    fn largest_field(&self) -> i64 {
        (1 << self.format.exponent_bits()) - 1
    }

    fn spread(&mut self, radius: i64) -> i64 {
        self.random.below(2 * radius as u64 + 1) as i64 - radius
    }

    fn exponent_field(&mut self) -> i64 {
        let precision = i64::from(self.format.significand_bits());
        let (bias, largest) = (self.format.bias(), self.largest_field());
        match self.random.below(8) {
            0 => self.random.below(3) as i64,
            1 => largest - self.random.below(3) as i64,
            2 => bias + self.spread(2),
            3 => bias + self.spread(precision + 3),
            4 => bias / 2 + self.spread(precision + 2),
            5 => bias + bias / 2 + self.spread(precision + 2),
            _ => self.random.below(largest as u64 + 1) as i64,
        }
    }

    /// An operand whose exponent makes a sum, a product or a quotient with `other` interesting.
    fn related(&mut self, other: Float) -> Float {
        let precision = i64::from(self.format.significand_bits());
        let (bias, field) = (self.format.bias(), i64::from(other.exponent_field()));
        let near = match self.random.below(8) {
            0 => return other.with_sign(self.random.below(2) == 1),
            1 => field + self.spread(1),
            2 => field + self.spread(precision + 3),
            // The product at the bottom and at the top of the range.
            3 => bias - field + self.spread(precision + 2),
            4 => self.largest_field() + bias - field + self.spread(3),
            // The quotient there.
            5 => field + bias - 1 + self.spread(precision + 2),
            6 => field - bias + self.spread(3),
            _ => return self.any(),
        };
        self.with_exponent_field(near)
    }

    /// An addend of the magnitude of a product.
    fn near_product(&mut self, first: Float, second: Float) -> Float {
        let precision = i64::from(self.format.significand_bits());
        let product =
            i64::from(first.exponent_field()) + i64::from(second.exponent_field()) - self.format.bias();
        let distance = if self.random.below(2) == 0 { 2 } else { 2 * precision + 3 };
        let near = product + self.spread(distance);
        self.with_exponent_field(near)
    }

    fn with_exponent_field(&mut self, field: i64) -> Float {
        let field = field.clamp(0, self.largest_field()) as u64;
        let stored = self.format.stored_significand_bits();
        let mut limbs = self.significand(stored);
        if self.format.has_explicit_leading_bit() && self.random.below(16) != 0 {
            // Mostly regular encodings; the others are unnormals, pseudo-denormals and the like.
            set_bits(&mut limbs, stored - 1, 1, u64::from(field != 0));
        }
        set_bits(&mut limbs, stored, self.format.exponent_bits(), field);
        set_bits(&mut limbs, stored + self.format.exponent_bits(), 1, self.random.next_u64() & 1);
        Float::from_limbs(self.format, &limbs)
    }

    /// Stored significand bits: random, or runs.
    fn significand(&mut self, stored: u32) -> [u64; 5] {
        let shape = self.random.below(8);
        let cut = self.random.below(u64::from(stored) + 1) as u32;
        let mut limbs: [u64; 5] = std::array::from_fn(|_| match shape {
            0 | 2 => 0,
            1 | 3 => u64::MAX,
            _ => self.random.next_u64(),
        });
        match shape {
            // Zeros or ones with a few random low bits, or with a run of the opposite at one end.
            0 | 1 => set_bits(&mut limbs, 0, 4, self.random.next_u64()),
            2 | 3 => fill(&mut limbs, 0, cut, shape == 2),
            4 => fill(&mut limbs, 0, cut, false),
            5 => fill(&mut limbs, 0, cut, true),
            _ => {}
        }
        fill(&mut limbs, stored, 320, false);
        limbs
    }
}

/// Replaces `count` bits, at most 64, from `start`.
fn set_bits(limbs: &mut [u64; 5], start: u32, count: u32, value: u64) {
    let mask = if count == 64 { u64::MAX } else { (1 << count) - 1 };
    let (limb, offset) = ((start / 64) as usize, start % 64);
    let (mask, value) = (u128::from(mask) << offset, u128::from(value & mask) << offset);
    limbs[limb] = limbs[limb] & !(mask as u64) | value as u64;
    if mask >> 64 != 0 {
        limbs[limb + 1] = limbs[limb + 1] & !((mask >> 64) as u64) | (value >> 64) as u64;
    }
}

/// Sets the bits from `start` up to but not including `end`.
fn fill(limbs: &mut [u64; 5], start: u32, end: u32, ones: bool) {
    let mut position = start;
    while position < end {
        let count = (64 - position % 64).min(end - position);
        set_bits(limbs, position, count, if ones { u64::MAX } else { 0 });
        position += count;
    }
}
