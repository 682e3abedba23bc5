//! All values of small sorts, and interpretations made of them.

use super::toy::fraction;
use std::hash::{DefaultHasher, Hash, Hasher};
use ulpwise_expr::{
    ArrayValue, BitVector, Interpretation, LibmFunction, Op, Sort, Term, UnspecifiedCase, Value,
};
use ulpwise_float::{Float, Rounding};

/// All values of a sort; of Real a grid around zero.
///
/// A rule about reals states an identity or an inequality of polynomials of degree one in each
/// variable, which a grid of this size decides.
pub(crate) fn all_values(sort: Sort) -> Vec<Value> {
    match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::RoundingMode => Rounding::ALL.into_iter().map(Value::Rounding).collect(),
        Sort::BitVec(width) => {
            (0..1 << width).map(|bits| Value::BitVec(BitVector::from_u64(width, bits))).collect()
        }
        Sort::Float(format) => {
            let data = (0..1u128 << format.width()).map(|bits| Float::from_bits(format, bits));
            let is_canonical = |datum: &Float| !datum.is_nan() || *datum == Float::quiet_nan(format, false);
            data.filter(is_canonical).map(Value::float).collect()
        }
        Sort::Array { index, element } => all_arrays(index, element),
        Sort::Real => {
            let grid = [(-3, 1), (-1, 1), (-1, 2), (0, 1), (1, 3), (1, 1), (2, 1)];
            grid.into_iter()
                .map(|(numerator, denominator)| Value::Real(fraction(numerator, denominator)))
                .collect()
        }
    }
}

fn all_arrays(index: u32, element: u32) -> Vec<Value> {
    let mut arrays = vec![ArrayValue::constant(index, BitVector::zero(element))];
    for at in 0..1u64 << index {
        let at = BitVector::from_u64(index, at);
        let with_each = |array: &ArrayValue| -> Vec<ArrayValue> {
            let elements = (0..1u64 << element).map(|bits| BitVector::from_u64(element, bits));
            elements.map(|bits| array.store(&at, &bits)).collect()
        };
        arrays = arrays.iter().flat_map(with_each).collect();
    }
    arrays.into_iter().map(Value::Array).collect()
}

/// Values of a few variables, and a choice of what is unspecified.
pub(crate) struct Assignment<'a> {
    pub(crate) variables: &'a [Term],
    pub(crate) values: Vec<&'a Value>,
    /// `None`: the defaults. Else each unspecified case gets a value that depends on it and on the
    /// seed.
    pub(crate) seed: Option<u64>,
}

impl Interpretation for Assignment<'_> {
    fn variable(&self, variable: Term) -> Option<Value> {
        let position = self.variables.iter().position(|&other| other == variable)?;
        Some(self.values[position].clone())
    }

    fn unspecified(&self, case: &UnspecifiedCase) -> Option<Value> {
        let mut hasher = DefaultHasher::new();
        (self.seed?, case).hash(&mut hasher);
        let choice = hasher.finish();
        Some(match case.op {
            Op::FpMin | Op::FpMax => case.arguments[(choice % 2) as usize].clone(),
            Op::FpToUnsigned { width } | Op::FpToSigned { width } => {
                Value::BitVec(BitVector::from_u64(width, choice))
            }
            _ => Value::Real(fraction((choice % 7) as i64 - 3, 2)),
        })
    }

    fn libm(&self, _: LibmFunction, _: Rounding, arguments: &[Float]) -> Option<Float> {
        arguments.first().map(|argument| argument.negate())
    }
}
