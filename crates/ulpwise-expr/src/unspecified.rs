//! What SMT-LIB leaves open, and how it is closed.
//!
//! Four operators have no fixed value for some arguments:
//!
//! | application | the default here |
//! |---|---|
//! | `fp.min`, `fp.max` of zeros with opposite signs | the second operand (as the x86-64 instructions deliver it) |
//! | `fp.to_sbv` of NaN, infinities and what does not fit | only the sign bit set (x86-64's "integer indefinite") |
//! | `fp.to_ubv` of NaN, infinities and what does not fit | all bits set (x86-64 with AVX-512) |
//! | `fp.to_real` of NaN and infinities, real division by zero | 0 |
//!
//! Unspecified does not mean random: each is a function, so the same application to the same
//! arguments (a rounding mode is one of them) delivers the same value wherever it stands, and which
//! function it is belongs to the model ([`Model::set_unspecified`](crate::Model::set_unspecified)).
//! A formula is satisfiable if *some* choice satisfies it. Therefore the builder never folds such
//! an application, no rewrite rule assumes a choice, and the default only enters when a model is
//! evaluated that does not choose.
//!
//! Everything else is total: `bvudiv` by zero is all ones, `bvurem` by zero the dividend, and
//! `fp.to_ieee_bv` of the NaN is its canonical encoding.

use crate::op::Op;
use crate::sort::Sort;
use crate::value::{BitVector, Value};
use ulpwise_float::Rational;

/// An application to arguments for which SMT-LIB does not say what it delivers.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct UnspecifiedCase {
    /// The operator.
    pub op: Op,
    /// The arguments.
    pub arguments: Vec<Value>,
}

impl UnspecifiedCase {
    /// The sort of the value.
    ///
    /// # Panics
    /// If the operator specifies everything.
    pub fn sort(&self) -> Sort {
        match self.op {
            Op::FpToUnsigned { width } | Op::FpToSigned { width } => Sort::BitVec(width),
            Op::FpToReal | Op::RealDiv => Sort::Real,
            Op::FpMin | Op::FpMax => self.arguments[1].sort(),
            op => panic!("{op} specifies everything"),
        }
    }

    /// The value a model has that does not choose one.
    ///
    /// # Panics
    /// If the operator specifies everything.
    pub fn default_value(&self) -> Value {
        match self.op {
            Op::FpToUnsigned { width } => Value::BitVec(BitVector::ones(width)),
            Op::FpToSigned { width } => Value::BitVec(BitVector::min_signed(width)),
            Op::FpToReal | Op::RealDiv => Value::Real(Rational::ZERO),
            Op::FpMin | Op::FpMax => self.arguments[1].clone(),
            op => panic!("{op} specifies everything"),
        }
    }

    /// Whether a model may choose this value: it has the sort, and a minimum or maximum is one of
    /// its operands.
    pub fn admits(&self, value: &Value) -> bool {
        match self.op {
            Op::FpMin | Op::FpMax => self.arguments.contains(value),
            _ => value.sort() == self.sort(),
        }
    }
}
