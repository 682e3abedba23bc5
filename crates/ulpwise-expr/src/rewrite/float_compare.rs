//! Rules for comparisons of floats, and for identity with special values.

use super::matching::both_orders;
use super::{Application, Rule};
use crate::op::{Op, OpKind};
use crate::store::{Term, TermStore};
use ulpwise_float::Float;

const EQ: &[OpKind] = &[OpKind::FpEq];
const ORDERED: &[OpKind] = &[OpKind::FpLeq, OpKind::FpLt];
const COMPARE: &[OpKind] = &[OpKind::FpLeq, OpKind::FpLt, OpKind::FpEq];

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "fp-compare-same",
        law: "(fp.lt x x) = false, (fp.leq x x) = (not (fp.isNaN x)), (fp.eq x x) = (not (fp.isNaN x))",
        kinds: COMPARE,
        rewrite: compare_same,
    },
    Rule {
        name: "fp-compare-nan",
        law: "(fp.lt x NaN) = false, (fp.lt NaN x) = false; also for leq and eq",
        kinds: COMPARE,
        rewrite: compare_nan,
    },
    Rule {
        name: "fp-compare-minus-zero",
        law: "(fp.lt x -0) = (fp.lt x +0), (fp.lt -0 x) = (fp.lt +0 x); also for leq and eq",
        kinds: COMPARE,
        rewrite: compare_minus_zero,
    },
    Rule {
        name: "fp-compare-infinity",
        law: "(fp.lt x -oo) = false, (fp.leq x -oo) = (= x -oo), (fp.leq -oo x) = (not (fp.isNaN x)), \
              (fp.lt -oo x) = (not (or (fp.isNaN x) (= x -oo))), and so for +oo",
        kinds: ORDERED,
        rewrite: compare_infinity,
    },
    Rule {
        name: "fp-compare-negations",
        law: "(fp.lt (fp.neg x) (fp.neg y)) = (fp.lt y x), (fp.lt (fp.neg x) k) = (fp.lt -k x), \
              (fp.lt k (fp.neg x)) = (fp.lt x -k); also for leq and eq",
        kinds: COMPARE,
        rewrite: compare_negations,
    },
    Rule {
        name: "fp-compare-abs-zero",
        law: "(fp.lt (fp.abs x) 0) = false, (fp.leq (fp.abs x) 0) = (fp.isZero x), \
              (fp.leq 0 (fp.abs x)) = (not (fp.isNaN x)), (fp.lt 0 (fp.abs x)) = (not (or (fp.isNaN x) (fp.isZero x)))",
        kinds: ORDERED,
        rewrite: compare_abs_zero,
    },
    Rule { name: "fp-eq-zero", law: "(fp.eq x 0) = (fp.isZero x)", kinds: EQ, rewrite: eq_zero },
    Rule {
        name: "fp-eq-constant",
        law: "(fp.eq x k) = (= x k) for a constant k that is neither zero nor the NaN",
        kinds: EQ,
        rewrite: eq_constant,
    },
    Rule {
        name: "fp-identical-nan",
        law: "(= x NaN) = (fp.isNaN x)",
        kinds: &[OpKind::Eq],
        rewrite: identical_nan,
    },
];

fn is_not_nan(store: &mut TermStore, operand: Term) -> Term {
    let is_nan = store.fp_is_nan(operand);
    store.not(is_nan)
}

fn neither(store: &mut TermStore, first: Term, second: Term) -> Term {
    let either = store.or(&[first, second]);
    store.not(either)
}

fn compare_same(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    if first != second {
        return None;
    }
    Some(if application.op == Op::FpLt { store.bool(false) } else { is_not_nan(store, first) })
}

fn compare_nan(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let is_nan = |&child: &Term| store.float_constant(child).is_some_and(Float::is_nan);
    application.children.iter().any(is_nan).then(|| store.bool(false))
}

fn compare_minus_zero(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let is_minus_zero = |value: Float| value.is_zero() && value.is_sign_negative();
    let mut children: [Term; 2] = application.operands();
    let zero = children.iter_mut().find(|child| store.float_constant(**child).is_some_and(is_minus_zero))?;
    *zero = store.fp_zero(store.format(*zero), false);
    Some(store.application(application.op, &children))
}

fn compare_infinity(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let infinity = |term| store.float_constant(term).filter(|value| value.is_infinite());
    let (operand, constant, value, constant_is_first) = match (infinity(first), infinity(second)) {
        (Some(value), _) => (second, first, value, true),
        (None, Some(value)) => (first, second, value, false),
        (None, None) => return None,
    };
    // Nothing lies beyond the infinity; everything but the NaN lies on its near side.
    let asks_beyond = constant_is_first != value.is_sign_negative();
    Some(match (asks_beyond, application.op == Op::FpLt) {
        (true, true) => store.bool(false),
        (true, false) => store.eq(operand, constant),
        (false, false) => is_not_nan(store, operand),
        (false, true) => {
            let (is_nan, is_infinity) = (store.fp_is_nan(operand), store.eq(operand, constant));
            neither(store, is_nan, is_infinity)
        }
    })
}

fn compare_negations(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let inner = [first, second].map(|term| store.operand(term, OpKind::FpNeg));
    let (first, second) = match inner {
        [Some(first), Some(second)] => (first, second),
        [Some(first), None] => {
            let constant = store.float_constant(second)?;
            (first, store.float(constant.negate()))
        }
        [None, Some(second)] => {
            let constant = store.float_constant(first)?;
            (store.float(constant.negate()), second)
        }
        [None, None] => return None,
    };
    Some(store.application(application.op, &[second, first]))
}

fn compare_abs_zero(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let is_zero = |term| store.float_constant(term).is_some_and(Float::is_zero);
    let is_strict = application.op == Op::FpLt;
    if let (Some(inner), true) = (store.operand(first, OpKind::FpAbs), is_zero(second)) {
        return Some(if is_strict { store.bool(false) } else { store.fp_is_zero(inner) });
    }
    let (inner, true) = (store.operand(second, OpKind::FpAbs)?, is_zero(first)) else { return None };
    Some(if is_strict {
        let (is_nan, is_zero) = (store.fp_is_nan(inner), store.fp_is_zero(inner));
        neither(store, is_nan, is_zero)
    } else {
        is_not_nan(store, inner)
    })
}

fn eq_zero(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand, constant] = application.operands();
    let is_zero = store.float_constant(constant)?.is_zero();
    is_zero.then(|| store.fp_is_zero(operand))
}

fn eq_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand, constant] = application.operands();
    let value = store.float_constant(constant)?;
    (!value.is_zero() && !value.is_nan()).then(|| store.eq(operand, constant))
}

fn identical_nan(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    for (operand, constant) in both_orders(first, second) {
        if store.float_constant(constant).is_some_and(Float::is_nan) {
            return Some(store.fp_is_nan(operand));
        }
    }
    None
}
