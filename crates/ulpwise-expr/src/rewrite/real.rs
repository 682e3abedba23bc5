//! Rules for real arithmetic.

use super::matching::{both_orders, constants_together, in_order};
use super::{Application, Rule};
use crate::op::OpKind;
use crate::store::{Term, TermStore};
use ulpwise_float::Rational;

const ADD: &[OpKind] = &[OpKind::RealAdd];
const LT: &[OpKind] = &[OpKind::RealLt];
const ADD_MUL: &[OpKind] = &[OpKind::RealAdd, OpKind::RealMul];

pub(super) const RULES: &[Rule] = &[
    Rule { name: "real-neg-neg", law: "(- (- u)) = u", kinds: &[OpKind::RealNeg], rewrite: neg_neg },
    Rule {
        name: "real-order",
        law: "(+ v u) = (+ u v), (* v u) = (* u v), the constant last",
        kinds: ADD_MUL,
        rewrite: in_order,
    },
    Rule {
        name: "real-constants-together",
        law: "(+ (+ u k) l) = (+ u (+ k l)), (* (* u k) l) = (* u (* k l)) for constants k, l",
        kinds: ADD_MUL,
        rewrite: constants_together,
    },
    Rule { name: "real-add-zero", law: "(+ u 0) = u", kinds: ADD, rewrite: add_zero },
    Rule { name: "real-add-negation", law: "(+ u (- u)) = 0", kinds: ADD, rewrite: add_negation },
    Rule {
        name: "real-mul-constant",
        law: "(* u 0) = 0, (* u 1) = u, (* u -1) = (- u)",
        kinds: &[OpKind::RealMul],
        rewrite: mul_constant,
    },
    Rule {
        name: "real-div-constant",
        law: "(/ u k) = (* u 1/k) for a constant k other than 0",
        kinds: &[OpKind::RealDiv],
        rewrite: div_constant,
    },
    Rule { name: "real-less-same", law: "(< u u) = false", kinds: LT, rewrite: less_same },
    Rule {
        name: "real-less-negations",
        law: "(< (- u) (- v)) = (< v u), (< (- u) k) = (< -k u), (< k (- u)) = (< u -k)",
        kinds: LT,
        rewrite: less_negations,
    },
];

fn neg_neg(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    store.operand(operand, OpKind::RealNeg)
}

fn add_zero(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand, constant] = application.operands();
    store.real_constant(constant)?.is_zero().then_some(operand)
}

fn add_negation(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let mut orders = both_orders(first, second).into_iter();
    let cancels = orders.any(|(a, b)| store.operand(a, OpKind::RealNeg) == Some(b));
    cancels.then(|| store.real(Rational::ZERO))
}

fn mul_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand, constant] = application.operands();
    let value = store.real_constant(constant)?;
    if value.is_zero() {
        Some(constant)
    } else if value.is_one() {
        Some(operand)
    } else {
        (value == Rational::NEG_ONE).then(|| store.real_neg(operand))
    }
}

fn div_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [dividend, divisor] = application.operands();
    let value = store.real_constant(divisor).filter(|value| !value.is_zero())?;
    let reciprocal = store.real(Rational::ONE / value);
    Some(store.real_mul(dividend, reciprocal))
}

fn less_same(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    (first == second).then(|| store.bool(false))
}

fn less_negations(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let inner = [first, second].map(|term| store.operand(term, OpKind::RealNeg));
    let (first, second) = match inner {
        [Some(first), Some(second)] => (first, second),
        [Some(first), None] => {
            let constant = store.real_constant(second)?;
            (first, store.real(-constant))
        }
        [None, Some(second)] => {
            let constant = store.real_constant(first)?;
            (store.real(-constant), second)
        }
        [None, None] => return None,
    };
    Some(store.real_lt(second, first))
}
