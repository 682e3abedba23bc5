//! Constants in two parts: a float, and a second one that carries the digits which the first lacks.
//!
//! Argument reduction subtracts `n` times both. What the pair stands for is neither of them, nor
//! their sum, but the number that the author had in mind. Recognised is how they are used: both
//! times the same number, or one added after the other.

use crate::places::{Place, Root, places};
use std::collections::BTreeMap;
use ulpwise_ir::{Body, Constant, FloatBinaryOp, FloatFormat, Inst, Module, Slot, SlotType, Type};

/// How many bits a part has at least: shorter ones are whole numbers and powers of two.
const LEAST_BITS: i32 = 10;
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
        let extent = Self { first, last: unit + significand.trailing_zeros().cast_signed() };
        (first - extent.last + 1 >= LEAST_BITS).then_some(extent)
    }

    /// Whether another number has the digits after those of this one.
    fn is_continued_by(self, low: Self) -> bool {
        low.first <= self.last && low.first >= self.last - MOST_GAP
    }
}

/// Whether a function uses a constant in two parts.
pub(super) fn has_split_constant(module: &Module, body: &Body) -> bool {
    let known = extents(module, body);
    let is_pair = |one: Slot, other: Slot| {
        let both = known.get(&one).zip(known.get(&other));
        both.is_some_and(|(one, other)| one.is_continued_by(*other) || other.is_continued_by(*one))
    };
    // Products with a constant, by the other factor; through a conversion or a change of sign that is
    // another slot, and so its origin is what counts.
    let origins = origins(body);
    let origin = |slot: Slot| origins.get(&slot).copied().unwrap_or(slot);
    let mut factors: Vec<(Slot, Slot)> = Vec::new();
    let mut added: BTreeMap<Slot, Vec<Slot>> = BTreeMap::new();
    for inst in &body.insts {
        match *inst {
            Inst::Float { op: FloatBinaryOp::Mul, a, b, .. } | Inst::FloatFma { a, b, .. } => {
                factors.extend([(a, origin(b)), (b, origin(a))]);
            }
            Inst::Float { op: FloatBinaryOp::Add | FloatBinaryOp::Sub, dst, a, b, .. } => {
                added.insert(dst, vec![a, b]);
            }
            _ => {}
        }
    }
    let times_same = factors
        .iter()
        .enumerate()
        .any(|(at, one)| factors[at + 1..].iter().any(|other| one.1 == other.1 && is_pair(one.0, other.0)));
    let one_after_the_other = added.values().any(|outer| {
        let [a, b] = outer[..] else { return false };
        [(a, b), (b, a)].into_iter().any(|(constant, sum)| {
            added.get(&sum).is_some_and(|inner| inner.iter().any(|&inner| is_pair(constant, inner)))
        })
    });
    times_same || one_after_the_other
}

/// What slots are converted or negated from.
fn origins(body: &Body) -> BTreeMap<Slot, Slot> {
    let mut origins: BTreeMap<Slot, Slot> = BTreeMap::new();
    for inst in &body.insts {
        if let Inst::FloatSign { dst, a, .. }
        | Inst::FloatConvert { dst, a, .. }
        | Inst::IntToFloat { dst, a, .. }
        | Inst::IntCast { dst, a, .. } = *inst
        {
            let first = origins.get(&a).copied().unwrap_or(a);
            origins.insert(dst, first);
        }
    }
    origins
}

/// The constants among the slots of a function, and what is read from constant variables at places
/// that are known.
fn extents(module: &Module, body: &Body) -> BTreeMap<Slot, Extent> {
    let mut extents = BTreeMap::new();
    for &(slot, constant) in &body.constants {
        let Constant::Bits(bits) = constant else { continue };
        let SlotType::Value(Type::Float(format)) = body.slots[slot] else { continue };
        let value = number(format, &bits.to_le_bytes());
        extents.extend(value.and_then(Extent::new).map(|extent| (slot, extent)));
    }
    let places = places(body);
    for inst in &body.insts {
        let Inst::Load { ty: Type::Float(format), dst, address, .. } = *inst else { continue };
        let Some(&Place { root: Root::Variable(variable), offset, stride: 0 }) = places.get(&address) else {
            continue;
        };
        let variable = &module.globals[variable];
        let bytes = variable.initializer.as_deref().filter(|_| variable.constant);
        let bytes = bytes.and_then(|bytes| bytes.get(usize::try_from(offset).ok()?..));
        let value = bytes.and_then(|bytes| number(format, bytes));
        extents.extend(value.and_then(Extent::new).map(|extent| (dst, extent)));
    }
    extents
}

/// The number that bytes begin with.
fn number(format: FloatFormat, bytes: &[u8]) -> Option<f64> {
    match format {
        FloatFormat::F64 => bytes.first_chunk().map(|bytes| f64::from_le_bytes(*bytes)),
        FloatFormat::F32 => bytes.first_chunk().map(|bytes| f32::from_le_bytes(*bytes).into()),
        _ => None,
    }
}
