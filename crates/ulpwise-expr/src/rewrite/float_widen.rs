//! Rules for comparisons of widened floats: they are done in the narrow format.
//!
//! C computes `f < 0.1` for a float `f` in double. The bound that decides is a number of the narrow
//! format.

use super::{Application, Rule};
use crate::op::{Op, OpKind};
use crate::store::{Term, TermStore};
use ulpwise_float::{Float, Format, Rounding};

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "fp-compare-widened",
        law: "(fp.lt (to_fp r x) (to_fp s y)) = (fp.lt x y) if both widen from one format; also for leq, eq and =",
        kinds: &[OpKind::FpLeq, OpKind::FpLt, OpKind::FpEq, OpKind::Eq],
        rewrite: compare_widened,
    },
    Rule {
        name: "fp-less-widened-constant",
        law: "(fp.lt (to_fp r x) k) = (fp.lt x k) or (fp.leq x (k rounded down)), \
              (fp.leq (to_fp r x) k) = (fp.leq x (k rounded down)), and so with operands exchanged, if to_fp widens",
        kinds: &[OpKind::FpLeq, OpKind::FpLt],
        rewrite: less_widened_constant,
    },
    Rule {
        name: "fp-equal-widened-constant",
        law: "(= (to_fp r x) k) = (= x k) if k is a number of the narrow format, else false, if to_fp widens; \
              also for fp.eq",
        kinds: &[OpKind::FpEq, OpKind::Eq],
        rewrite: equal_widened_constant,
    },
];

fn compare_widened(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let (first, second) = (store.widened(first)?, store.widened(second)?);
    (store.sort(first) == store.sort(second)).then(|| store.application(application.op, &[first, second]))
}

/// The constant in the narrow format, rounded, and whether that changed nothing.
fn narrowed(value: Float, format: Format, rounding: Rounding) -> (Float, bool) {
    let (narrow, flags) = value.convert(format, rounding);
    (narrow, flags.is_empty())
}

fn less_widened_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let is_number = |value: &Float| !value.is_nan();
    if let (Some(operand), Some(value)) =
        (store.widened(first), store.float_constant(second).filter(is_number))
    {
        let (bound, is_exact) = narrowed(value, store.format(operand), Rounding::TowardNegative);
        let op = if is_exact { application.op } else { Op::FpLeq };
        let bound = store.float(bound);
        return Some(store.application(op, &[operand, bound]));
    }
    let (operand, value) = (store.widened(second)?, store.float_constant(first).filter(is_number)?);
    let (bound, is_exact) = narrowed(value, store.format(operand), Rounding::TowardPositive);
    let op = if is_exact { application.op } else { Op::FpLeq };
    let bound = store.float(bound);
    Some(store.application(op, &[bound, operand]))
}

fn equal_widened_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, constant] = application.operands();
    let operand = store.widened(first)?;
    let value = store.float_constant(constant)?;
    let (narrow, is_exact) = narrowed(value, store.format(operand), Rounding::NearestEven);
    if !is_exact {
        return Some(store.bool(false));
    }
    let narrow = store.float(narrow);
    Some(store.application(application.op, &[operand, narrow]))
}
