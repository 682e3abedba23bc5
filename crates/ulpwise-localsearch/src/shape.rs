//! How values lie in slots: every value of up to 128 bits is the number that its bits are.

use ulpwise_expr::{BitVector, Sort, Value};
use ulpwise_float::order::{canonical_nan, is_nan, mask};
use ulpwise_float::{Float, Format, Natural, Rounding};

/// The bits of a value. A truth value is 0 or 1, a rounding mode its index in [`Rounding::ALL`]; a
/// NaN is the canonical one.
pub(crate) type Slot = u128;

/// What the bits of a slot mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ValueShape {
    Bool,
    Rounding,
    BitVec(u32),
    Float(Format),
}

impl ValueShape {
    /// The shape of values of a sort; `None` if a slot cannot hold them.
    pub(crate) fn for_sort(sort: Sort) -> Option<ValueShape> {
        match sort {
            Sort::Bool => Some(ValueShape::Bool),
            Sort::RoundingMode => Some(ValueShape::Rounding),
            Sort::BitVec(width) if width <= 128 => Some(ValueShape::BitVec(width)),
            Sort::Float(format) if format.width() <= 128 => Some(ValueShape::Float(format)),
            _ => None,
        }
    }

    /// How many bits there are; of rounding modes it does not matter.
    pub(crate) fn width(self) -> u32 {
        match self {
            ValueShape::Bool => 1,
            ValueShape::Rounding => 3,
            ValueShape::BitVec(width) => width,
            ValueShape::Float(format) => format.width(),
        }
    }

    /// The value in a slot.
    pub(crate) fn value(self, slot: Slot) -> Value {
        match self {
            ValueShape::Bool => Value::Bool(slot != 0),
            ValueShape::Rounding => Value::Rounding(Rounding::ALL[slot as usize]),
            ValueShape::BitVec(width) => Value::BitVec(BitVector::new(width, Natural::from(slot))),
            ValueShape::Float(format) => Value::float(Float::from_bits(format, slot)),
        }
    }

    /// Bits that the caller made up, as a value that exists: a NaN becomes the canonical one.
    pub(crate) fn normalised(self, slot: Slot) -> Slot {
        match self {
            ValueShape::Bool => slot & 1,
            ValueShape::Rounding => slot % Rounding::ALL.len() as u128,
            ValueShape::BitVec(width) => slot & mask(width),
            ValueShape::Float(format) => {
                let slot = slot & mask(format.width());
                if is_nan(format, slot) { canonical_nan(format) } else { slot }
            }
        }
    }
}

/// The slot of a value; `None` for sorts that have none.
pub(crate) fn slot_of(value: &Value) -> Option<Slot> {
    match value {
        Value::Bool(value) => Some(u128::from(*value)),
        Value::Rounding(mode) => Some(rounding_slot(*mode)),
        Value::BitVec(value) if value.width() <= 128 => {
            let words = value.unsigned().as_words();
            let word = |position: usize| words.get(position).map_or(0, |&word| u128::from(word));
            Some(word(0) | word(1) << 64)
        }
        Value::Float(value) if value.format().width() <= 128 => Some(value.to_bits()),
        _ => None,
    }
}

pub(crate) fn rounding_slot(mode: Rounding) -> Slot {
    Rounding::ALL.iter().position(|known| *known == mode).unwrap_or(0) as u128
}

/// The bits of a bit-vector as a signed number.
#[inline]
pub(crate) fn signed(width: u32, slot: Slot) -> i128 {
    let unused = 128 - width;
    (slot << unused) as i128 >> unused
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_survive_their_slots() {
        for value in [
            Value::Bool(true),
            Value::Rounding(Rounding::TowardZero),
            Value::BitVec(BitVector::ones(128)),
            Value::BitVec(BitVector::from_u64(5, 19)),
            Value::float(Float::from_f64(-0.1)),
            Value::float(Float::quiet_nan(Format::F32, false)),
        ] {
            let shape = ValueShape::for_sort(value.sort()).unwrap();
            assert_eq!(shape.value(slot_of(&value).unwrap()), value);
        }
    }
}
