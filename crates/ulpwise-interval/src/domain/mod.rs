//! Domains: sets of values of one sort, as coarse as propagation can afford.
//!
//! What holds: every operation that cannot be exact errs towards more values; `intersect` never
//! adds a value to the domain that it narrows. An empty domain is a value like others
//! ([`Domain::is_empty`]), and it is final.
//!
//! Floats and bit-vectors of more than 128 bits, floats of more than 24 exponent bits, arrays and
//! reals are [`OpaqueDomain`]s: one value, or any.

mod bit_vector;
#[cfg(test)]
mod bit_vector_tests;
mod boolean;
mod float;
mod float_text;
mod opaque;
pub mod ordinal;
mod ranges;
mod rounding;

pub use bit_vector::BitVecDomain;
pub(crate) use bit_vector::{bit_mask, max_signed, min_signed};
pub use boolean::BoolDomain;
pub use float::{FloatDomain, NanState};
pub use opaque::OpaqueDomain;
pub use ranges::{MAX_RANGES, OrdinalRange, Ranges};
pub use rounding::RoundingDomain;

use std::fmt;
use ulpwise_expr::{Sort, Value};

/// What a narrowing did to a domain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Change {
    /// Nothing: it was inside already.
    Same,
    /// It lost values and has some left.
    Narrowed,
    /// It has none left.
    Empty,
}

impl Change {
    /// The change that two narrowings of one domain, in sequence, make together.
    pub fn then(self, next: Change) -> Change {
        self.max(next)
    }
}

/// A set of values of one sort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Domain {
    /// Of truth values.
    Bool(BoolDomain),
    /// Of bit-vectors of up to 128 bits.
    BitVec(BitVecDomain),
    /// Of floats whose encoding has up to 128 bits and their exponent up to 24.
    Float(FloatDomain),
    /// Of rounding modes.
    Rounding(RoundingDomain),
    /// Of everything else: one value or all.
    Opaque(OpaqueDomain),
}

/// Evaluates an expression with the inner domain bound to a name.
macro_rules! with_inner {
    ($domain:expr, $inner:ident => $result:expr) => {
        match $domain {
            Domain::Bool($inner) => $result,
            Domain::BitVec($inner) => $result,
            Domain::Float($inner) => $result,
            Domain::Rounding($inner) => $result,
            Domain::Opaque($inner) => $result,
        }
    };
}

impl Domain {
    /// All values of the sort.
    pub fn full(sort: Sort) -> Domain {
        match sort {
            Sort::Bool => BoolDomain::FULL.into(),
            Sort::BitVec(width) if width <= BitVecDomain::MAX_WIDTH => BitVecDomain::full(width).into(),
            Sort::Float(format) if ordinal::is_modelled(format) => FloatDomain::full(format).into(),
            Sort::RoundingMode => RoundingDomain::FULL.into(),
            _ => OpaqueDomain::full(sort).into(),
        }
    }

    /// One value.
    pub fn singleton(value: &Value) -> Domain {
        match value {
            Value::Bool(value) => BoolDomain::singleton(*value).into(),
            Value::BitVec(value) if value.width() <= BitVecDomain::MAX_WIDTH => {
                BitVecDomain::singleton(value).into()
            }
            Value::Float(value) if ordinal::is_modelled(value.format()) => {
                FloatDomain::singleton(*value).into()
            }
            Value::Rounding(value) => RoundingDomain::singleton(*value).into(),
            _ => OpaqueDomain::singleton(value.clone()).into(),
        }
    }

    /// The sort of the values.
    pub fn sort(&self) -> Sort {
        match self {
            Domain::Bool(_) => Sort::Bool,
            Domain::BitVec(domain) => Sort::BitVec(domain.width()),
            Domain::Float(domain) => Sort::Float(domain.format()),
            Domain::Rounding(_) => Sort::RoundingMode,
            Domain::Opaque(domain) => domain.sort(),
        }
    }

    /// Whether no value is left.
    pub fn is_empty(&self) -> bool {
        with_inner!(self, inner => inner.is_empty())
    }

    /// Whether the value is in it; false for a value of another sort.
    pub fn contains(&self, value: &Value) -> bool {
        match (self, value) {
            (Domain::Bool(domain), Value::Bool(value)) => domain.contains(*value),
            (Domain::BitVec(domain), Value::BitVec(value)) => domain.contains(value),
            (Domain::Float(domain), Value::Float(value)) => domain.contains(*value),
            (Domain::Rounding(domain), Value::Rounding(value)) => domain.contains(*value),
            (Domain::Opaque(domain), value) => domain.contains(value),
            _ => false,
        }
    }

    /// The one value that is left, if it is one.
    pub fn singleton_value(&self) -> Option<Value> {
        match self {
            Domain::Bool(domain) => domain.singleton_value().map(Value::Bool),
            Domain::BitVec(domain) => domain.singleton_value().map(Value::BitVec),
            Domain::Float(domain) => domain.singleton_value().map(Value::float),
            Domain::Rounding(domain) => domain.singleton_value().map(Value::Rounding),
            Domain::Opaque(domain) => domain.singleton_value().cloned(),
        }
    }

    /// Whether exactly one value is left.
    pub fn is_singleton(&self) -> bool {
        match self {
            Domain::Bool(domain) => domain.singleton_value().is_some(),
            Domain::BitVec(domain) => domain.is_singleton(),
            Domain::Float(domain) => domain.is_singleton(),
            Domain::Rounding(domain) => domain.singleton_value().is_some(),
            Domain::Opaque(domain) => domain.singleton_value().is_some(),
        }
    }

    /// An upper bound on the number of values; the largest number where there are more.
    pub fn cardinality(&self) -> u128 {
        with_inner!(self, inner => inner.cardinality())
    }

    /// Keeps the values that are in `other` too (or more than these, never values that were not
    /// there).
    ///
    /// # Panics
    /// If the sorts differ.
    pub fn intersect(&mut self, other: &Domain) -> Change {
        match (self, other) {
            (Domain::Bool(domain), Domain::Bool(other)) => domain.intersect(*other),
            (Domain::BitVec(domain), Domain::BitVec(other)) => domain.intersect(other),
            (Domain::Float(domain), Domain::Float(other)) => domain.intersect(other),
            (Domain::Rounding(domain), Domain::Rounding(other)) => domain.intersect(*other),
            (Domain::Opaque(domain), Domain::Opaque(other)) => domain.intersect(other),
            (domain, other) => panic!("{} and {} are different sorts", domain.sort(), other.sort()),
        }
    }

    /// The values of either (or more).
    ///
    /// # Panics
    /// If the sorts differ.
    pub fn union(&self, other: &Domain) -> Domain {
        match (self, other) {
            (Domain::Bool(domain), Domain::Bool(other)) => domain.union(*other).into(),
            (Domain::BitVec(domain), Domain::BitVec(other)) => domain.union(other).into(),
            (Domain::Float(domain), Domain::Float(other)) => domain.union(other).into(),
            (Domain::Rounding(domain), Domain::Rounding(other)) => domain.union(*other).into(),
            (Domain::Opaque(domain), Domain::Opaque(other)) => domain.union(other).into(),
            (domain, other) => panic!("{} and {} are different sorts", domain.sort(), other.sort()),
        }
    }

    /// Removes one value, where the domain can express that.
    pub fn remove(&mut self, value: &Value) -> Change {
        match (self, value) {
            (Domain::Bool(domain), Value::Bool(value)) => domain.intersect(BoolDomain::singleton(!*value)),
            (Domain::BitVec(domain), Value::BitVec(value)) => domain.remove(value),
            (Domain::Float(domain), Value::Float(value)) => domain.remove(*value),
            (Domain::Rounding(domain), Value::Rounding(value)) => domain.remove(*value),
            (Domain::Opaque(domain), value) => domain.remove(value),
            (domain, value) => panic!("{} and {} are different sorts", domain.sort(), value.sort()),
        }
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_inner!(self, inner => fmt::Display::fmt(inner, f))
    }
}

macro_rules! from_inner {
    ($($variant:ident($inner:ty),)*) => {
        $(impl From<$inner> for Domain {
            fn from(inner: $inner) -> Domain {
                Domain::$variant(inner)
            }
        })*
    };
}

from_inner! {
    Bool(BoolDomain),
    BitVec(BitVecDomain),
    Float(FloatDomain),
    Rounding(RoundingDomain),
    Opaque(OpaqueDomain),
}
