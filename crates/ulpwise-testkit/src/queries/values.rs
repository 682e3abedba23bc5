//! Values of a sort: all of them, or one that is likely to matter.

use crate::operands::Operands;
use ulpwise_base::SplitMix64;
use ulpwise_expr::{ArrayValue, BitVector, Sort, Value};
use ulpwise_float::{Float, Natural, Rational, Rounding};

/// The logarithm of the number of values, rounded up; `None` if there are too many to count.
pub fn value_count_bits(sort: Sort) -> Option<u32> {
    match sort {
        Sort::Bool => Some(1),
        Sort::RoundingMode => Some(3),
        Sort::BitVec(width) => Some(width),
        Sort::Float(format) => Some(format.width()),
        Sort::Array { index, element } => 1u32.checked_shl(index)?.checked_mul(element),
        Sort::Real => None,
    }
}

/// All values of a sort; `None` if there are more than 2 to the power 16.
pub fn all_values(sort: Sort) -> Option<Vec<Value>> {
    if value_count_bits(sort).is_none_or(|bits| bits > 16) {
        return None;
    }
    Some(match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::RoundingMode => Rounding::ALL.into_iter().map(Value::Rounding).collect(),
        Sort::BitVec(width) => bit_vectors(width).map(Value::BitVec).collect(),
        Sort::Float(format) => {
            let data = (0..1u128 << format.width()).map(|bits| Float::from_bits(format, bits));
            let is_canonical = |datum: &Float| !datum.is_nan() || *datum == Float::quiet_nan(format, false);
            data.filter(is_canonical).map(Value::float).collect()
        }
        Sort::Array { index, element } => all_arrays(index, element),
        Sort::Real => return None,
    })
}

fn bit_vectors(width: u32) -> impl Iterator<Item = BitVector> {
    (0..1u64 << width).map(move |bits| BitVector::from_u64(width, bits))
}

fn all_arrays(index: u32, element: u32) -> Vec<Value> {
    let mut arrays = vec![ArrayValue::constant(index, BitVector::zero(element))];
    for at in bit_vectors(index) {
        let with_each = |array: &ArrayValue| -> Vec<ArrayValue> {
            bit_vectors(element).map(|bits| array.store(&at, &bits)).collect()
        };
        arrays = arrays.iter().flat_map(with_each).collect();
    }
    arrays.into_iter().map(Value::Array).collect()
}

/// A value of a sort, more often one at an edge than chance would have it.
pub fn any_value(sort: Sort, random: &mut SplitMix64) -> Value {
    match sort {
        Sort::Bool => Value::Bool(random.below(2) == 1),
        Sort::RoundingMode => Value::Rounding(*random.choose(&Rounding::ALL)),
        Sort::BitVec(width) => Value::BitVec(any_bit_vector(width, random)),
        Sort::Float(format) => Value::float(match random.below(12) {
            0 => Float::zero(format, random.below(2) == 1),
            1 => Float::infinity(format, random.below(2) == 1),
            2 => Float::quiet_nan(format, false),
            3 => Float::one(format, random.below(2) == 1),
            4 => Float::min_subnormal(format, random.below(2) == 1),
            5 => Float::max_finite(format, random.below(2) == 1),
            _ => Operands::new(format, random.next_u64()).any(),
        }),
        Sort::Array { index, element } => {
            let mut array = ArrayValue::constant(index, any_bit_vector(element, random));
            for _ in 0..random.below(3) {
                array = array.store(&any_bit_vector(index, random), &any_bit_vector(element, random));
            }
            Value::Array(array)
        }
        Sort::Real => Value::Real(Rational::from(random.below(9) as i64 - 4) / Rational::from(2)),
    }
}

fn any_bit_vector(width: u32, random: &mut SplitMix64) -> BitVector {
    match random.below(8) {
        0 => BitVector::zero(width),
        1 => BitVector::one(width),
        2 => BitVector::ones(width),
        3 => BitVector::min_signed(width),
        4 => BitVector::from_u64(width, random.below(8)),
        _ => {
            let words: Vec<u64> = (0..width.div_ceil(64)).map(|_| random.next_u64()).collect();
            BitVector::new(width, Natural::from_words(&words))
        }
    }
}
