//! Classification predicates: each is the membership in a set of floats.

use crate::domain::ordinal::{self, MINUS_ZERO, PLUS_ZERO};
use crate::domain::{BoolDomain, Change, FloatDomain, OrdinalRange};
use crate::project::Recorder;
use ulpwise_expr::Op;
use ulpwise_float::{Float, Format};

/// The floats for which a predicate holds, and those for which it does not. `None` if `op` is no
/// such predicate.
pub fn class(op: Op, format: Format) -> Option<(FloatDomain, FloatDomain)> {
    let top = ordinal::infinity(format);
    let normal = ordinal::from_float(Float::min_normal(format, false));
    let both_signs = |low: i128, high: i128| {
        let positive = FloatDomain::from_range(format, OrdinalRange::new(low, high));
        positive.union(&positive.negated())
    };
    let inside = match op {
        Op::FpIsNormal => both_signs(normal, top - 1),
        Op::FpIsSubnormal => both_signs(1, normal - 1),
        Op::FpIsZero => both_signs(PLUS_ZERO, PLUS_ZERO),
        Op::FpIsInfinite => both_signs(top, top),
        Op::FpIsNan => FloatDomain::only_nan(format),
        Op::FpIsNegative => FloatDomain::from_range(format, OrdinalRange::new(!top, MINUS_ZERO)),
        Op::FpIsPositive => FloatDomain::from_range(format, OrdinalRange::new(PLUS_ZERO, top)),
        _ => return None,
    };
    let mut outside = FloatDomain::numbers(format);
    for &range in inside.ranges() {
        outside.remove_range(range);
    }
    if !inside.can_be_nan() {
        outside.add_nan();
    }
    Some((inside, outside))
}

pub(super) fn project(op: Op, x: &mut FloatDomain, truth: &mut BoolDomain, recorder: &mut Recorder) {
    let (inside, outside) = class(op, x.format()).unwrap_or_else(|| panic!("{op} is no predicate of floats"));
    let meets = |set: &FloatDomain| set.clone().intersect(x) != Change::Empty;
    recorder.result(truth.intersect(BoolDomain::new(meets(&outside), meets(&inside))));
    match truth.singleton_value() {
        Some(true) => recorder.argument(0, x.intersect(&inside)),
        Some(false) => recorder.argument(0, x.intersect(&outside)),
        None => {}
    }
}
