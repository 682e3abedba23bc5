//! Values: what terms evaluate to.
//!
//! Equality of values is identity as SMT-LIB's `=` has it. For that a float value that is a NaN is
//! always the canonical one: build float values with [`Value::float`].

mod array;
mod bit_vector;
mod bit_vector_ops;

pub use array::ArrayValue;
pub use bit_vector::BitVector;

use crate::sort::Sort;
use dashu_int::ops::BitTest;
use std::cmp::Ordering;
use std::fmt;
use ulpwise_float::{Float, Rational, Rounding};

/// A value of some sort.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// Of sort Bool.
    Bool(bool),
    /// Of a bit-vector sort.
    BitVec(BitVector),
    /// Of a float sort; a NaN is the canonical one.
    Float(Float),
    /// Of sort RoundingMode.
    Rounding(Rounding),
    /// Of an array sort.
    Array(ArrayValue),
    /// Of sort Real.
    Real(Rational),
}

impl Value {
    /// How many bits numerator and denominator of a real may have together for an operator to
    /// deliver it: enough for every number of IEEE binary256, and for the product of thirty
    /// quadruple-precision numbers.
    ///
    /// A builder leaves an application unfolded that exceeds the limit, and an evaluator says so
    /// ([`EvaluationError::TooLarge`](crate::EvaluationError::TooLarge)).
    pub const MAX_REAL_BITS: u64 = 1 << 19;

    /// Whether this is no real, or one within [`Value::MAX_REAL_BITS`].
    pub fn is_within_limit(&self) -> bool {
        self.real_bits() <= Value::MAX_REAL_BITS
    }

    /// How many bits numerator and denominator of a real have together; none if this is no real.
    pub(crate) fn real_bits(&self) -> u64 {
        let Value::Real(value) = self else { return 0 };
        (value.numerator().bit_len() + value.denominator().bit_len()) as u64
    }

    /// The float value of a datum: all NaNs become one.
    ///
    /// # Panics
    /// If the format stores its leading bit, because no sort has such a format.
    pub fn float(datum: Float) -> Value {
        let format = datum.format();
        assert!(!format.has_explicit_leading_bit(), "{format} is no format of a sort");
        Value::Float(if datum.is_nan() { Float::quiet_nan(format, false) } else { datum })
    }

    /// The sort.
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::BitVec(value) => Sort::BitVec(value.width()),
            Value::Float(value) => Sort::Float(value.format()),
            Value::Rounding(_) => Sort::RoundingMode,
            Value::Array(value) => Sort::Array { index: value.index_width(), element: value.element_width() },
            Value::Real(_) => Sort::Real,
        }
    }

    /// A value of the sort: false, zero, plus zero, to nearest even, or zero everywhere.
    pub fn default_of(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::BitVec(width) => Value::BitVec(BitVector::zero(width)),
            Sort::Float(format) => Value::Float(Float::zero(format, false)),
            Sort::RoundingMode => Value::Rounding(Rounding::NearestEven),
            Sort::Array { index, element } => {
                Value::Array(ArrayValue::constant(index, BitVector::zero(element)))
            }
            Sort::Real => Value::Real(Rational::ZERO),
        }
    }

    /// The truth value, if this is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The bit-vector, if this is one.
    pub fn as_bit_vector(&self) -> Option<&BitVector> {
        match self {
            Value::BitVec(value) => Some(value),
            _ => None,
        }
    }

    /// The float, if this is one.
    pub fn as_float(&self) -> Option<Float> {
        match self {
            Value::Float(value) => Some(*value),
            _ => None,
        }
    }

    /// The rounding mode, if this is one.
    pub fn as_rounding(&self) -> Option<Rounding> {
        match self {
            Value::Rounding(value) => Some(*value),
            _ => None,
        }
    }

    /// The array, if this is one.
    pub fn as_array(&self) -> Option<&ArrayValue> {
        match self {
            Value::Array(value) => Some(value),
            _ => None,
        }
    }

    /// The real number, if this is one.
    pub fn as_real(&self) -> Option<&Rational> {
        match self {
            Value::Real(value) => Some(value),
            _ => None,
        }
    }
}

/// An order without meaning, so that values can key ordered maps: by sort, then by encoding.
impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        match (self, other) {
            (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
            (Value::BitVec(a), Value::BitVec(b)) => a.cmp(b),
            (Value::Float(a), Value::Float(b)) => {
                a.format().cmp(&b.format()).then_with(|| a.limbs().cmp(b.limbs()))
            }
            (Value::Rounding(a), Value::Rounding(b)) => a.cmp(b),
            (Value::Array(a), Value::Array(b)) => a.cmp(b),
            (Value::Real(a), Value::Real(b)) => a.cmp(b),
            _ => self.sort().cmp(&other.sort()),
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::BitVec(value) => write!(f, "{value}"),
            Value::Float(value) => write!(f, "{value:?}"),
            Value::Rounding(value) => write!(f, "{value:?}"),
            Value::Array(value) => write!(f, "{value:?}"),
            Value::Real(value) => write!(f, "{value}"),
        }
    }
}
