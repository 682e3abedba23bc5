//! Constants in two parts: a float, and a second one that carries the digits which the first lacks.
//!
//! Argument reduction subtracts `n` times both. What the pair stands for is neither of them, nor
//! their sum, but the number that the author had in mind.

use ulpwise_ir::{Body, Constant, FloatFormat, SlotType, Type};

/// How many bits a part has at least: short numbers are coefficients.
const LEAST_BITS: u32 = 20;
/// How far below the last bit of the first part the second may begin.
const MOST_GAP: i32 = 20;

/// A finite number other than zero: the exponents of its first and last bit that is one.
#[derive(Clone, Copy)]
struct Extent {
    first: i32,
    last: i32,
}

impl Extent {
    fn new(value: f64) -> Option<Self> {
        if value == 0.0 || !value.is_finite() {
            return None;
        }
        let bits = value.abs().to_bits();
        let (fraction, biased) = (bits & ((1 << 52) - 1), (bits >> 52) as i32);
        let significand = if biased == 0 { fraction } else { fraction | 1 << 52 };
        let unit = biased.max(1) - 1075;
        let first = unit + 63 - significand.leading_zeros().cast_signed();
        Some(Self { first, last: unit + significand.trailing_zeros().cast_signed() })
    }

    fn is_long(self) -> bool {
        (self.first - self.last + 1).unsigned_abs() >= LEAST_BITS
    }
}

/// Whether one float among the constants of a function continues another.
pub(super) fn has_split_constant(body: &Body) -> bool {
    let extents = body.constants.iter().filter_map(|&(slot, constant)| {
        let Constant::Bits(bits) = constant else { return None };
        match body.slots[slot] {
            SlotType::Value(Type::Float(FloatFormat::F64)) => Extent::new(f64::from_bits(bits as u64)),
            SlotType::Value(Type::Float(FloatFormat::F32)) => Extent::new(f32::from_bits(bits as u32).into()),
            _ => None,
        }
    });
    let extents: Vec<Extent> = extents.filter(|extent| extent.is_long()).collect();
    extents
        .iter()
        .any(|high| extents.iter().any(|low| low.first < high.last + 1 && low.first >= high.last - MOST_GAP))
}
