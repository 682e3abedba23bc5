//! Comparisons, classes, and operators that choose one of their operands.

use super::fields::Fields;
use ulpwise_expr::{Op, Term, TermStore};

/// What a comparison or a question about the class is worth; `None` for other operators.
pub(super) fn proposition(store: &mut TermStore, op: Op, floats: &[Fields]) -> Option<Term> {
    Some(match (op, floats) {
        (Op::FpIsNan, [x]) => x.nan,
        (Op::FpIsInfinite, [x]) => x.infinite,
        (Op::FpIsZero, [x]) => x.zero,
        (Op::FpIsNormal, [x]) => x.normal,
        (Op::FpIsSubnormal, [x]) => {
            let other = store.or(&[x.nan, x.infinite, x.zero, x.normal]);
            store.not(other)
        }
        (Op::FpIsNegative, [x]) => {
            let number = store.not(x.nan);
            store.and(&[number, x.negative])
        }
        (Op::FpIsPositive, [x]) => {
            let excluded = store.or(&[x.nan, x.negative]);
            store.not(excluded)
        }
        (Op::FpLt, [x, y]) => less(store, x, y),
        (Op::FpLeq, [x, y]) => {
            let (below, equal) = (less(store, x, y), equal(store, x, y));
            store.or(&[below, equal])
        }
        (Op::FpEq, [x, y]) => equal(store, x, y),
        (Op::Eq, [x, y]) => {
            let both_nan = store.and(&[x.nan, y.nan]);
            let none_nan = {
                let either = store.or(&[x.nan, y.nan]);
                store.not(either)
            };
            let same = same_encoding(store, x, y);
            let same = store.and(&[none_nan, same]);
            store.or(&[both_nan, same])
        }
        _ => return None,
    })
}

fn same_encoding(store: &mut TermStore, x: &Fields, y: &Fields) -> Term {
    let magnitudes = store.eq(x.magnitude, y.magnitude);
    let signs = store.eq(x.negative, y.negative);
    store.and(&[magnitudes, signs])
}

fn ordered(store: &mut TermStore, x: &Fields, y: &Fields) -> Term {
    let either = store.or(&[x.nan, y.nan]);
    store.not(either)
}

fn equal(store: &mut TermStore, x: &Fields, y: &Fields) -> Term {
    let zeros = store.and(&[x.zero, y.zero]);
    let same = same_encoding(store, x, y);
    let equal = store.or(&[zeros, same]);
    let ordered = ordered(store, x, y);
    store.and(&[ordered, equal])
}

fn less(store: &mut TermStore, x: &Fields, y: &Fields) -> Term {
    let smaller = store.bv_ult(x.magnitude, y.magnitude);
    let larger = store.bv_ult(y.magnitude, x.magnitude);
    let y_positive = store.not(y.negative);
    let when_negative = store.or(&[y_positive, larger]);
    let when_positive = store.and(&[y_positive, smaller]);
    let less = store.ite(x.negative, when_negative, when_positive);
    let zeros = store.and(&[x.zero, y.zero]);
    let not_zeros = store.not(zeros);
    let ordered = ordered(store, x, y);
    store.and(&[ordered, not_zeros, less])
}

/// That two floats are the same.
fn identical(store: &mut TermStore, x: &Fields, y: &Fields) -> Term {
    proposition(store, Op::Eq, &[*x, *y]).expect("identity is defined")
}

/// That a result is right for an operator that changes nothing but signs, or chooses; `None` for
/// other operators.
pub(super) fn is_right_choice(
    store: &mut TermStore,
    op: Op,
    floats: &[Fields],
    result: &Fields,
) -> Option<Term> {
    match (op, floats) {
        (Op::FpNeg | Op::FpAbs, [x]) => {
            let sign = if op == Op::FpNeg { store.not(x.negative) } else { store.bool(false) };
            let same_sign = store.eq(result.negative, sign);
            let same = store.eq(result.magnitude, x.magnitude);
            let same = store.and(&[same_sign, same]);
            Some(store.ite(x.nan, result.nan, same))
        }
        (Op::FpMin | Op::FpMax, [x, y]) => {
            let first = if op == Op::FpMin { less(store, x, y) } else { less(store, y, x) };
            let (is_x, is_y) = (identical(store, result, x), identical(store, result, y));
            // Of zeros with opposite signs either may be delivered.
            let zeros = store.and(&[x.zero, y.zero]);
            let chosen = store.ite(first, is_x, is_y);
            let chosen = store.ite(zeros, result.zero, chosen);
            let chosen = store.ite(y.nan, is_x, chosen);
            Some(store.ite(x.nan, is_y, chosen))
        }
        _ => None,
    }
}
