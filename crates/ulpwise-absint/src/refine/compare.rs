//! Comparisons and classes of floats: which answers are possible, and what an answer says about the
//! operands.
//!
//! All sixteen predicates are sets of the four ways in which two floats can compare: less, equal,
//! greater, unordered.

use std::cmp::Ordering;
use ulpwise_expr::Op;
use ulpwise_float::{Float, Format};
use ulpwise_interval::domain::{BoolDomain, FloatDomain, OrdinalRange, ordinal};
use ulpwise_interval::project::float::{truth as ordered_truth, when_false, when_true};
use ulpwise_ir::FloatPredicate;

/// The answers that a comparison can give.
pub(crate) fn truth(predicate: FloatPredicate, x: &FloatDomain, y: &FloatDomain, same: bool) -> BoolDomain {
    let unordered = (x.can_be_nan() && !y.is_empty()) || (y.can_be_nan() && !x.is_empty());
    let numbers = (x.without_nan(), y.without_nan());
    let possible = |op: Op, x: &FloatDomain, y: &FloatDomain| ordered_truth(op, x, y).can_be_true();
    let both = numbers.0.has_numbers() && numbers.1.has_numbers();
    let ways = if same {
        [(Some(Ordering::Equal), numbers.0.has_numbers()), (None, unordered), (None, false), (None, false)]
    } else {
        [
            (Some(Ordering::Less), both && possible(Op::FpLt, &numbers.0, &numbers.1)),
            (Some(Ordering::Equal), both && possible(Op::FpEq, &numbers.0, &numbers.1)),
            (Some(Ordering::Greater), both && possible(Op::FpLt, &numbers.1, &numbers.0)),
            (None, unordered),
        ]
    };
    let answers = |answer: bool| ways.iter().any(|&(way, can_be)| can_be && predicate.holds(way) == answer);
    BoolDomain::new(answers(false), answers(true))
}

/// What the operands can be if the comparison has this answer.
pub(crate) fn operands_if(
    predicate: FloatPredicate,
    answer: bool,
    x: &FloatDomain,
    y: &FloatDomain,
) -> (FloatDomain, FloatDomain) {
    let allows = |way: Option<Ordering>| predicate.holds(way) == answer;
    let (numbers_x, numbers_y) = (x.without_nan(), y.without_nan());
    let [less, equal, greater] =
        [Ordering::Less, Ordering::Equal, Ordering::Greater].map(|way| allows(Some(way)));
    let nothing = (FloatDomain::empty(x.format()), FloatDomain::empty(y.format()));
    let swapped = |(y, x): (FloatDomain, FloatDomain)| (x, y);
    let (mut for_x, mut for_y) = match (less, equal, greater) {
        (false, false, false) => nothing,
        (true, false, false) => when_true(Op::FpLt, &numbers_x, &numbers_y),
        (true, true, false) => when_true(Op::FpLeq, &numbers_x, &numbers_y),
        (false, true, false) => when_true(Op::FpEq, &numbers_x, &numbers_y),
        (false, false, true) => swapped(when_true(Op::FpLt, &numbers_y, &numbers_x)),
        (false, true, true) => swapped(when_true(Op::FpLeq, &numbers_y, &numbers_x)),
        (true, false, true) => when_false(Op::FpEq, &numbers_x, &numbers_y),
        (true, true, true) if numbers_x.has_numbers() && numbers_y.has_numbers() => (numbers_x, numbers_y),
        (true, true, true) => nothing,
    };
    if allows(None) {
        // Beside a NaN every float will do, and a NaN beside every float.
        if y.can_be_nan() {
            for_x = for_x.union(x);
        } else if x.can_be_nan() && !y.is_empty() {
            for_x.add_nan();
        }
        if x.can_be_nan() {
            for_y = for_y.union(y);
        } else if y.can_be_nan() && !x.is_empty() {
            for_y.add_nan();
        }
    }
    (for_x, for_y)
}

/// What a difference can be if its sign can be minus, none, or plus. The difference of numbers that
/// differ is not rounded to zero; it is no number where both are infinite, whatever they compare
/// as.
pub(crate) fn with_signs(difference: &FloatDomain, [minus, zero, plus]: [bool; 3]) -> FloatDomain {
    let top = ordinal::infinity(difference.format());
    let mut left = *difference;
    let zeros = OrdinalRange::new(ordinal::MINUS_ZERO, ordinal::PLUS_ZERO);
    let signs = [
        (minus, OrdinalRange::new(!top, zeros.low - 1)),
        (zero, zeros),
        (plus, OrdinalRange::new(zeros.high + 1, top)),
    ];
    for (_, numbers) in signs.into_iter().filter(|&(can_be, _)| !can_be) {
        left.remove_range(numbers);
    }
    left
}

/// The floats of the classes in a mask of `llvm.is.fpclass`, and those of the others.
fn classes(mask: u16, format: Format) -> (FloatDomain, FloatDomain) {
    let top = ordinal::infinity(format);
    let normal = ordinal::from_float(Float::min_normal(format, false));
    let positive = [
        (6, OrdinalRange::new(0, 0)),
        (7, OrdinalRange::new(1, normal - 1)),
        (8, OrdinalRange::new(normal, top - 1)),
        (9, OrdinalRange::new(top, top)),
    ];
    let negative = positive.map(|(bit, range)| (11 - bit, OrdinalRange::new(!range.high, !range.low)));
    let (mut inside, mut outside) = (FloatDomain::empty(format), FloatDomain::empty(format));
    for (bit, range) in positive.into_iter().chain(negative) {
        let set = if mask >> bit & 1 == 1 { &mut inside } else { &mut outside };
        set.add_range(range);
    }
    // Nothing here distinguishes the two kinds of NaN.
    if mask & 3 != 0 {
        inside.add_nan();
    }
    if mask & 3 != 3 {
        outside.add_nan();
    }
    (inside, outside)
}

/// What a float can be if it is, or is not, of one of the classes.
pub(crate) fn operand_if_class(mask: u16, answer: bool, x: &FloatDomain) -> FloatDomain {
    let (inside, outside) = classes(mask, x.format());
    let mut left = *x;
    left.intersect(if answer { &inside } else { &outside });
    left
}

/// The answers that a question for classes can have.
pub(crate) fn class_truth(mask: u16, x: &FloatDomain) -> BoolDomain {
    BoolDomain::new(!operand_if_class(mask, false, x).is_empty(), !operand_if_class(mask, true, x).is_empty())
}
