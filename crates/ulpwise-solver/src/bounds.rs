//! What is known about terms before an engine starts, and what one engine hands to the next.
//!
//! A bound says: in every model of the assertions, the term's value lies herein. It is a hint to
//! work less, never a part of the question: leaving all bounds out changes no answer.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use ulpwise_expr::{BitVector, Term, Value};
use ulpwise_float::Float;

/// Where the value of a term lies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// A truth value that is known.
    Bool(bool),
    /// A float.
    Float(FloatBound),
    /// A bit-vector as an unsigned number, from the first to the second, both included.
    BitVec(BitVector, BitVector),
}

/// Where a float lies: an interval of numbers, the NaN, or both. At least one of them is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FloatBound {
    /// The lowest and the highest number it may be, infinities included, -0 below +0; `None` if it
    /// can only be NaN.
    pub numbers: Option<(Float, Float)>,
    /// Whether it may be NaN.
    pub nan: bool,
}

impl FloatBound {
    /// Whether this datum lies within.
    pub fn admits(&self, datum: Float) -> bool {
        if datum.is_nan() {
            return self.nan;
        }
        self.numbers.is_some_and(|(low, high)| is_not_above(low, datum) && is_not_above(datum, high))
    }
}

/// Whether the first number is at most the second, -0 below +0.
fn is_not_above(first: Float, second: Float) -> bool {
    match first.compare(second) {
        Some(Ordering::Less) => true,
        Some(Ordering::Equal) => first.is_sign_negative() || !second.is_sign_negative(),
        _ => false,
    }
}

impl Bound {
    /// Whether this value lies within.
    pub fn admits(&self, value: &Value) -> bool {
        match (self, value) {
            (Bound::Bool(known), Value::Bool(value)) => known == value,
            (Bound::Float(bound), Value::Float(datum)) => bound.admits(*datum),
            (Bound::BitVec(low, high), Value::BitVec(value)) => {
                low.unsigned() <= value.unsigned() && value.unsigned() <= high.unsigned()
            }
            _ => false,
        }
    }
}

/// Bounds of terms of one store.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Bounds {
    bounds: BTreeMap<Term, Bound>,
}

impl Bounds {
    /// Nothing is known.
    pub fn new() -> Bounds {
        Bounds::default()
    }

    /// Notes a bound of a term, in place of the one it had.
    pub fn set(&mut self, term: Term, bound: Bound) {
        self.bounds.insert(term, bound);
    }

    /// The bound of a term.
    pub fn get(&self, term: Term) -> Option<&Bound> {
        self.bounds.get(&term)
    }

    /// The bound of a float term.
    pub fn float(&self, term: Term) -> Option<FloatBound> {
        match self.bounds.get(&term)? {
            Bound::Float(bound) => Some(*bound),
            _ => None,
        }
    }

    /// All bounds, in the order of their terms.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Term, &Bound)> {
        self.bounds.iter().map(|(&term, bound)| (term, bound))
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.bounds.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_float::Format;

    #[test]
    fn zeros_are_distinguished_and_nan_is_outside_of_every_interval() {
        let [minus, plus] = [-0.0, 0.0].map(Float::from_f64);
        let infinity = Float::infinity(Format::F64, false);
        let bound = FloatBound { numbers: Some((plus, infinity)), nan: false };
        assert!(bound.admits(plus) && bound.admits(infinity));
        assert!(!bound.admits(minus) && !bound.admits(Float::quiet_nan(Format::F64, false)));
        let only_nan = Bound::Float(FloatBound { numbers: None, nan: true });
        assert!(only_nan.admits(&Value::float(Float::quiet_nan(Format::F64, true))));
        assert!(!only_nan.admits(&Value::float(plus)) && !only_nan.admits(&Value::Bool(true)));
    }
}
