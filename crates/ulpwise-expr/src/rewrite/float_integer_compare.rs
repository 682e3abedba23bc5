//! Rules for comparisons of floats that are exact images of integers: they are done on the
//! integers.

use super::float_integer::holds_integers;
use super::{Application, Rule};
use crate::op::{Op, OpKind};
use crate::store::{Term, TermStore};
use crate::value::BitVector;
use ulpwise_float::{Float, Integer};

const ORDERED: &[OpKind] = &[OpKind::FpLeq, OpKind::FpLt];
const EQUAL: &[OpKind] = &[OpKind::FpEq, OpKind::Eq];

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "fp-class-of-integer",
        law: "(fp.isZero (to_fp r a)) = (= a 0), (fp.isNegative (to_fp r a)) = (bvslt a 0), \
              (fp.isSubnormal (to_fp r a)) = false, and (fp.isInfinite (to_fp r a)) = false if all integers fit",
        kinds: &[
            OpKind::FpIsZero,
            OpKind::FpIsNegative,
            OpKind::FpIsPositive,
            OpKind::FpIsSubnormal,
            OpKind::FpIsInfinite,
        ],
        rewrite: class_of_integer,
    },
    Rule {
        name: "fp-compare-integers",
        law: "(fp.lt (to_fp r a) (to_fp s b)) = (bvslt a b) if all integers fit; also for leq, eq, =, and unsigned",
        kinds: &[OpKind::FpLeq, OpKind::FpLt, OpKind::FpEq, OpKind::Eq],
        rewrite: compare_integers,
    },
    Rule {
        name: "fp-less-integer-constant",
        law: "(fp.lt (to_fp r a) k) = (bvslt a (k rounded up)), (fp.leq (to_fp r a) k) = (bvsle a (k rounded down)), and so \
              with operands exchanged, or true or false, if all integers fit; also unsigned",
        kinds: ORDERED,
        rewrite: less_integer_constant,
    },
    Rule {
        name: "fp-equal-integer-constant",
        law: "(= (to_fp r a) k) = (= a k) if k is such an integer, else false, if all integers fit; also for fp.eq",
        kinds: EQUAL,
        rewrite: equal_integer_constant,
    },
];

/// A conversion from an integer.
struct FromInteger {
    integer: Term,
    is_signed: bool,
    /// Whether every integer of that width is a number of the format.
    is_exact: bool,
}

fn from_integer(store: &TermStore, term: Term) -> Option<FromInteger> {
    let is_signed = match store.kind(term) {
        OpKind::FpFromSigned => true,
        OpKind::FpFromUnsigned => false,
        _ => return None,
    };
    let integer = store.child(term, 1);
    let is_exact = holds_integers(store.format(term), store.width(integer), is_signed);
    Some(FromInteger { integer, is_signed, is_exact })
}

fn less(is_signed: bool) -> Op {
    if is_signed { Op::BvSlt } else { Op::BvUlt }
}

fn class_of_integer(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    let FromInteger { integer, is_signed, is_exact } = from_integer(store, operand)?;
    let zero = store.bv(store.width(integer), 0);
    match application.op {
        Op::FpIsZero => Some(store.eq(integer, zero)),
        // The smallest normal number of every format is at most 1.
        Op::FpIsSubnormal => Some(store.bool(false)),
        Op::FpIsInfinite => is_exact.then(|| store.bool(false)),
        // Zero becomes plus zero.
        Op::FpIsNegative | Op::FpIsPositive => {
            let is_negative = if is_signed { store.bv_slt(integer, zero) } else { store.bool(false) };
            Some(if application.op == Op::FpIsNegative { is_negative } else { store.not(is_negative) })
        }
        _ => None,
    }
}

fn compare_integers(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let (first, second) = (from_integer(store, first)?, from_integer(store, second)?);
    let fit = first.is_exact && second.is_exact && first.is_signed == second.is_signed;
    if !fit || store.width(first.integer) != store.width(second.integer) {
        return None;
    }
    let less = less(first.is_signed);
    Some(match application.op {
        Op::FpLt => store.application(less, &[first.integer, second.integer]),
        Op::FpLeq => {
            let greater = store.application(less, &[second.integer, first.integer]);
            store.not(greater)
        }
        _ => store.eq(first.integer, second.integer),
    })
}

/// Where a number lies among the integers of a width: the integer, or on which side of all of them.
enum Position {
    Below,
    At(BitVector),
    Above,
}

fn locate(number: &Integer, width: u32, is_signed: bool) -> Position {
    let (least, greatest) = if is_signed {
        (BitVector::min_signed(width).signed(), BitVector::max_signed(width).signed())
    } else {
        (Integer::ZERO, Integer::from(BitVector::ones(width).unsigned().clone()))
    };
    if *number < least {
        Position::Below
    } else if *number > greatest {
        Position::Above
    } else {
        Position::At(BitVector::from_integer(width, number))
    }
}

/// `integer < bound`, or `bound < integer`.
fn compare_with(store: &mut TermStore, image: &FromInteger, bound: &Integer, integer_is_first: bool) -> Term {
    let less = less(image.is_signed);
    match locate(bound, store.width(image.integer), image.is_signed) {
        Position::Below => store.bool(!integer_is_first),
        Position::Above => store.bool(integer_is_first),
        Position::At(bound) => {
            let bound = store.bit_vector(bound);
            let operands = if integer_is_first { [image.integer, bound] } else { [bound, image.integer] };
            store.application(less, &operands)
        }
    }
}

fn finite_constant(store: &TermStore, term: Term) -> Option<Float> {
    store.float_constant(term).filter(|value| value.is_finite())
}

fn less_integer_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let (image, constant, integer_is_first) = match from_integer(store, first) {
        Some(image) => (image, finite_constant(store, second)?, true),
        None => (from_integer(store, second)?, finite_constant(store, first)?, false),
    };
    if !image.is_exact {
        return None;
    }
    let value = constant.to_rational()?;
    let is_strict = application.op == Op::FpLt;
    // An integer is less than k exactly if it is less than k rounded up; and at most k if not more
    // than k rounded down.
    let bound = if is_strict == integer_is_first { value.ceil() } else { value.floor() };
    if is_strict {
        return Some(compare_with(store, &image, &bound, integer_is_first));
    }
    let opposite = compare_with(store, &image, &bound, !integer_is_first);
    Some(store.not(opposite))
}

fn equal_integer_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let image = from_integer(store, first)?;
    let constant = finite_constant(store, second)?;
    if !image.is_exact {
        return None;
    }
    // No integer becomes minus zero, which is identical to nothing but itself.
    let is_identity = application.op == Op::Eq;
    let value = constant.to_rational()?;
    let never = !value.is_int() || is_identity && constant.is_zero() && constant.is_sign_negative();
    match locate(&value.floor(), store.width(image.integer), image.is_signed) {
        Position::At(integer) if !never => {
            let integer = store.bit_vector(integer);
            Some(store.eq(image.integer, integer))
        }
        _ => Some(store.bool(false)),
    }
}
