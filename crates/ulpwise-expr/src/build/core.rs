//! Constructors of propositions, equality and `ite`. All of them panic on ill-sorted operands.

use super::derived::DerivedOp;
use super::{constructors, derived_constructors};
use crate::op::Op;
use crate::store::{Term, TermStore};
use crate::value::Value;
use ulpwise_float::Rounding;

impl TermStore {
    /// A truth value.
    pub fn bool(&mut self, value: bool) -> Term {
        self.value(&Value::Bool(value))
    }

    /// A rounding mode.
    pub fn rounding(&mut self, mode: Rounding) -> Term {
        self.value(&Value::Rounding(mode))
    }

    /// The conjunction; of nothing it is true.
    #[track_caller]
    pub fn and(&mut self, conjuncts: &[Term]) -> Term {
        self.application(Op::And, conjuncts)
    }

    /// The disjunction; of nothing it is false.
    #[track_caller]
    pub fn or(&mut self, disjuncts: &[Term]) -> Term {
        self.application(Op::Or, disjuncts)
    }

    /// That no two of the terms are equal.
    #[track_caller]
    pub fn distinct(&mut self, terms: &[Term]) -> Term {
        self.derived_application(DerivedOp::Distinct, terms)
    }
}

constructors! {
    /// Negation.
    not(operand) = Op::Not;
    /// Identity of two terms of one sort.
    eq(first, second) = Op::Eq;
    /// `then` if the condition holds, else `otherwise`.
    ite(condition, then, otherwise) = Op::Ite;
}

derived_constructors! {
    /// Implication.
    implies(premise, conclusion) = DerivedOp::Implies;
    /// Exclusive disjunction.
    xor(first, second) = DerivedOp::Xor;
}
