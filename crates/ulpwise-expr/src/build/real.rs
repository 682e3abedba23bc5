//! Constructors of reals. All of them panic on ill-sorted operands.

use super::derived::DerivedOp;
use super::{constructors, derived_constructors};
use crate::op::Op;
use crate::store::{Term, TermStore};
use crate::value::Value;
use ulpwise_float::Rational;

impl TermStore {
    /// A constant.
    pub fn real(&mut self, value: Rational) -> Term {
        self.value(&Value::Real(value))
    }
}

constructors! {
    /// Negation.
    real_neg(operand) = Op::RealNeg;
    /// Sum.
    real_add(first, second) = Op::RealAdd;
    /// Product.
    real_mul(first, second) = Op::RealMul;
    /// Quotient.
    real_div(dividend, divisor) = Op::RealDiv;
    /// Less than.
    real_lt(first, second) = Op::RealLt;
}

derived_constructors! {
    /// Difference.
    real_sub(minuend, subtrahend) = DerivedOp::RealSub;
    /// Less than or equal.
    real_leq(first, second) = DerivedOp::RealLeq;
    /// Greater than or equal.
    real_geq(first, second) = DerivedOp::RealGeq;
    /// Greater than.
    real_gt(first, second) = DerivedOp::RealGt;
}
