//! Comparisons and classes of floats: which answers are possible, and what an answer says about the
//! operands. Two floats compare in one of four ways: less, equal, greater, unordered.

use crate::float_set::{FloatSet, from_numeric, numeric, top};
use crate::int_set::IntSet;
use crate::spans::{Span, Spans};
use std::cmp::Ordering;
use ulpwise_externals::{Exception, Exceptions};
use ulpwise_ir::FloatPredicate;

/// The ways in which two numbers may compare: less, equal, greater.
pub(crate) type Ways = [bool; 3];

/// The same with the operands exchanged.
pub(crate) fn exchanged([less, equal, greater]: Ways) -> Ways {
    [greater, equal, less]
}

/// The ways that a predicate holds for, if its answer is this; of NaNs the last.
pub(crate) fn ways(predicate: FloatPredicate, answer: bool) -> (Ways, bool) {
    let orders = [Ordering::Less, Ordering::Equal, Ordering::Greater];
    (orders.map(|way| predicate.holds(Some(way)) == answer), predicate.holds(None) == answer)
}

/// The members that compare with one of the other set in an allowed way.
fn side(x: &FloatSet, y: &FloatSet, [less, equal, greater]: Ways) -> Spans {
    let (Some(low), Some(high)) = (y.numbers.low(), y.numbers.high()) else { return Spans::default() };
    let (low, high) = (numeric(low), numeric(high));
    let end = numeric(top(x.format)) + 1;
    let mut kept = Spans::default();
    if less {
        kept = kept.union(&x.numbers.clip(from_numeric(-end, high - 1)));
    }
    if equal {
        let zeros = if y.can_be_zero() { Spans::new([Span::new(-1, 0)]) } else { Spans::default() };
        kept = kept.union(&x.numbers.intersection(&y.numbers.union(&zeros)));
    }
    if greater {
        kept = kept.union(&x.numbers.clip(from_numeric(low + 1, end)));
    }
    kept
}

/// What the first operand can be if the numbers compare in these ways, or are unordered.
fn narrowed(x: &FloatSet, y: &FloatSet, ways: Ways, unordered: bool) -> FloatSet {
    let numbers = if unordered && y.can_be_nan() { x.numbers.clone() } else { side(x, y, ways) };
    let is_kept = unordered && !y.is_empty();
    FloatSet { format: x.format, numbers, quiet: x.quiet && is_kept, signaling: x.signaling && is_kept }
}

/// What the operands can be if a comparison has an answer.
pub(crate) fn operands_if(
    predicate: FloatPredicate,
    answer: bool,
    x: &FloatSet,
    y: &FloatSet,
) -> (FloatSet, FloatSet) {
    let (numbers, unordered) = ways(predicate, answer);
    (narrowed(x, y, numbers, unordered), narrowed(y, x, exchanged(numbers), unordered))
}

/// The answers that a comparison can have; `known` are the ways that are left for numbers.
pub(crate) fn truth(
    predicate: FloatPredicate,
    x: &FloatSet,
    y: &FloatSet,
    same: bool,
    known: Ways,
) -> IntSet {
    let can_be = |answer: bool| {
        let (numbers, unordered) = ways(predicate, answer);
        if same {
            return (numbers[1] && !x.numbers.is_empty()) || (unordered && x.can_be_nan());
        }
        let left = [numbers[0] && known[0], numbers[1] && known[1], numbers[2] && known[2]];
        let is_nan = (x.can_be_nan() && !y.is_empty()) || (y.can_be_nan() && !x.is_empty());
        !side(x, y, left).is_empty() || (unordered && is_nan)
    };
    IntSet::of_bool(can_be(false), can_be(true))
}

/// The invalid operation that a comparison can be.
pub(crate) fn exceptions(is_signaling: bool, x: &FloatSet, y: &FloatSet) -> Exceptions {
    let any_nan = x.can_be_nan() || y.can_be_nan();
    let invalid = x.signaling || y.signaling || (is_signaling && any_nan);
    Exceptions::NONE.with(Exception::Inexact).with_if(invalid, Exception::Invalid)
}

/// A difference whose operands compare in these ways. The difference of numbers that differ is not
/// rounded to zero; of infinities it is no number.
pub(crate) fn with_signs(mut difference: FloatSet, [less, equal, greater]: Ways) -> FloatSet {
    let signs =
        [(less, Span::new(i128::MIN, -2)), (equal, Span::new(-1, 0)), (greater, Span::new(1, i128::MAX))];
    for (_, gone) in signs.into_iter().filter(|(can_be, _)| !can_be) {
        difference.numbers = difference.numbers.without(gone);
    }
    difference
}

/// What a float can be if it is, or is not, of one of the classes in a mask of `llvm.is.fpclass`.
pub(crate) fn operand_if_class(mask: u16, answer: bool, x: &FloatSet) -> FloatSet {
    let wanted = if answer { mask } else { !mask };
    let top = top(x.format);
    let subnormal = FloatSet::subnormal_span(x.format);
    let positive = [
        (6, Span::point(0)),
        (7, subnormal),
        (8, Span::new(subnormal.high + 1, top - 1)),
        (9, Span::point(top)),
    ];
    let spans = positive.into_iter().flat_map(|(bit, span)| {
        let above = (wanted >> bit & 1 == 1).then_some(span);
        let below = (wanted >> (11 - bit) & 1 == 1).then(|| Span::new(!span.high, !span.low));
        above.into_iter().chain(below)
    });
    FloatSet {
        format: x.format,
        numbers: x.numbers.intersection(&Spans::new(spans)),
        quiet: x.quiet && wanted & 2 != 0,
        signaling: x.signaling && wanted & 1 != 0,
    }
}
