//! What has to hold, as constraints over the reals: a comparison or a class of floats is a set in
//! which a term, or the difference of two, has to lie.
//!
//! Where a term that is rounded is compared with a constant, the set reaches half-way to the
//! neighbouring floats: that is where reals are that round to the right side. Inside of terms
//! rounding is ignored.

use super::sets::{RealSet, overflow_threshold, real_value};
use super::situation::{Assumption, Problem, Situation};
use ulpwise_domain::Dyadic;
use ulpwise_expr::Op;
use ulpwise_float::{Float, Format, Rounding};

/// The term at the first position, less that at the second if there is one, has to lie in the set.
#[derive(Clone, Debug)]
pub(crate) struct Atom {
    pub(crate) term: usize,
    pub(crate) less: Option<usize>,
    pub(crate) set: RealSet,
}

/// How two floats have to compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    Less,
    NotAbove,
    Equal,
    Different,
}

/// Everything that has to hold and is not known to hold yet.
pub(crate) fn atoms(problem: &Problem<'_>, situation: &Situation) -> Vec<Atom> {
    let literals = 0..problem.graph.nodes.len();
    let mut atoms: Vec<Atom> = literals.filter_map(|position| atom(problem, situation, position)).collect();
    for assumption in &situation.assumptions {
        atoms.extend(match assumption {
            Assumption::Within(position, set) => {
                let is_open = situation.known_float(problem, *position).is_none();
                let zero = RealSet::point(Dyadic::ZERO);
                let set = if *set == zero { equal_to_zero(problem, *position) } else { set.clone() };
                is_open.then_some(Atom { term: *position, less: None, set })
            }
            Assumption::NotAbove(lower, upper) => {
                compared(problem, situation, *lower, *upper, Relation::NotAbove)
            }
        });
    }
    atoms
}

/// What the term at a position says, if it is a comparison or a class with a known truth value and
/// operands that are not known.
fn atom(problem: &Problem<'_>, situation: &Situation, position: usize) -> Option<Atom> {
    let truth = situation.state.truth(position)?;
    let node = &problem.graph.nodes[position];
    match (node.op, &node.children[..]) {
        _ if problem.graph.is_comparison(position) => {
            let &[x, y] = &node.children[..] else { return None };
            let (lower, upper, relation) = match (node.op, truth) {
                (Op::FpLt, true) => (x, y, Relation::Less),
                (Op::FpLt, false) => (y, x, Relation::NotAbove),
                (Op::FpLeq, true) => (x, y, Relation::NotAbove),
                (Op::FpLeq, false) => (y, x, Relation::Less),
                (_, true) => (x, y, Relation::Equal),
                (_, false) => (x, y, Relation::Different),
            };
            compared(problem, situation, lower, upper, relation)
        }
        (op, &[x]) if situation.known_float(problem, x).is_none() => {
            let format = problem.graph.format(x)?;
            let set = if (op, truth) == (Op::FpIsZero, true) {
                equal_to_zero(problem, x)
            } else {
                class(op, truth, format)?
            };
            Some(Atom { term: x, less: None, set })
        }
        _ => None,
    }
}

/// What a comparison says.
fn compared(
    problem: &Problem<'_>,
    situation: &Situation,
    x: usize,
    y: usize,
    relation: Relation,
) -> Option<Atom> {
    let known = |position: usize| situation.known_float(problem, position);
    match (known(x), known(y)) {
        (Some(_), Some(_)) => None,
        (None, None) => {
            let zero = Dyadic::ZERO;
            let set = match relation {
                Relation::Less => RealSet::below(zero, false),
                Relation::NotAbove => RealSet::below(zero, true),
                Relation::Equal => RealSet::point(zero),
                Relation::Different => RealSet::below(zero.clone(), false).or(RealSet::above(zero, false)),
            };
            Some(Atom { term: x, less: Some(y), set })
        }
        (None, Some(constant)) => {
            let set = against_constant(constant, relation, true, is_rounded(problem, x))?;
            Some(Atom { term: x, less: None, set })
        }
        (Some(constant), None) => {
            let set = against_constant(constant, relation, false, is_rounded(problem, y))?;
            Some(Atom { term: y, less: None, set })
        }
    }
}

/// Whether the term at a position is the rounded result of an operation over the reals.
fn is_rounded(problem: &Problem<'_>, position: usize) -> bool {
    let op = problem.graph.nodes[position].op;
    matches!(op, Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv | Op::FpFma | Op::FpFromFp(_))
}

/// Where reals lie whose float compares like this with a constant; `is_left` says that the constant
/// stands on the right.
fn against_constant(constant: Float, relation: Relation, is_left: bool, is_rounded: bool) -> Option<RealSet> {
    let (below, above) = limits(constant, is_rounded)?;
    // Half-way to the neighbour belongs to neither for certain; without rounding the constant
    // itself is out.
    let strict = is_rounded;
    Some(match (relation, is_left) {
        (Relation::Equal, _) => match (constant.is_infinite(), constant.is_sign_negative()) {
            (true, false) => RealSet::above(below, true),
            (true, true) => RealSet::below(above, true),
            _ => RealSet::between(below, above),
        },
        (Relation::Different, _) => RealSet::below(below, strict).or(RealSet::above(above, strict)),
        (Relation::Less, true) => RealSet::below(below, strict),
        (Relation::Less, false) => RealSet::above(above, strict),
        (Relation::NotAbove, true) => RealSet::below(above, true),
        (Relation::NotAbove, false) => RealSet::above(below, true),
    })
}

/// Where reals begin and end that round to a float; if they are not rounded, the float itself. An
/// infinity begins where finite numbers end.
fn limits(float: Float, is_rounded: bool) -> Option<(Dyadic, Dyadic)> {
    let exact = real_value(float)?;
    if !is_rounded && float.is_finite() {
        return Some((exact.clone(), exact));
    }
    let nearest = Rounding::NearestEven;
    let neighbour = |float: Float| real_value(float).unwrap_or_else(|| exact.clone());
    let below = neighbour(float.next_down(nearest).0);
    let above = neighbour(float.next_up(nearest).0);
    Some((exact.midpoint(&below), exact.midpoint(&above)))
}

/// Where reals lie whose float is zero: products and quotients vanish below half of the smallest
/// number, sums and variables only at zero.
fn equal_to_zero(problem: &Problem<'_>, position: usize) -> RealSet {
    let node = &problem.graph.nodes[position];
    let vanishes = matches!(node.op, Op::FpMul | Op::FpDiv | Op::FpFromFp(_));
    match problem.graph.format(position).filter(|_| vanishes) {
        Some(format) => {
            let half = Dyadic::power_of_two(format.min_subnormal_exponent() - 1);
            RealSet::between(half.negated(), half)
        }
        None => RealSet::point(Dyadic::ZERO),
    }
}

/// Where reals lie whose float is, or is not, of a class.
fn class(op: Op, truth: bool, format: Format) -> Option<RealSet> {
    let zero = Dyadic::ZERO;
    let beyond = overflow_threshold(format);
    let normal = Dyadic::power_of_two(format.min_exponent());
    let outside =
        |limit: &Dyadic| RealSet::below(limit.negated(), true).or(RealSet::above(limit.clone(), true));
    let inside = |limit: &Dyadic| {
        let mut set = RealSet::between(limit.negated(), limit.clone());
        for interval in &mut set.0 {
            interval.low = Some((limit.negated(), false));
            interval.high = Some((limit.clone(), false));
        }
        set
    };
    let between = |low: &Dyadic, high: &Dyadic, from_low: bool| {
        let mut set =
            RealSet::between(low.clone(), high.clone()).or(RealSet::between(high.negated(), low.negated()));
        set.0[0].low = Some((low.clone(), from_low));
        set.0[0].high = Some((high.clone(), false));
        set.0[1].low = Some((high.negated(), false));
        set.0[1].high = Some((low.negated(), from_low));
        set
    };
    Some(match (op, truth) {
        (Op::FpIsInfinite, true) => outside(&beyond),
        (Op::FpIsInfinite, false) => inside(&beyond),
        (Op::FpIsZero, true) => RealSet::point(zero),
        (Op::FpIsZero, false) => RealSet::below(zero.clone(), false).or(RealSet::above(zero, false)),
        (Op::FpIsSubnormal, true) => between(&zero, &normal, false),
        (Op::FpIsSubnormal, false) => outside(&normal).or(RealSet::point(zero)),
        (Op::FpIsNormal, true) => between(&normal, &beyond, true),
        (Op::FpIsNormal, false) => inside(&normal).or(outside(&beyond)),
        (Op::FpIsNegative, true) | (Op::FpIsPositive, false) => RealSet::below(zero, false),
        (Op::FpIsNegative, false) | (Op::FpIsPositive, true) => RealSet::above(zero, true),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_results_may_miss_a_constant_by_half_an_ulp() {
        let one = Float::from_f64(1.0);
        let (below, above) = limits(one, true).unwrap();
        assert_eq!(
            below.to_rational(),
            (real_value(one).unwrap().minus(&Dyadic::power_of_two(-54))).to_rational()
        );
        assert_eq!(
            above.to_rational(),
            (real_value(one).unwrap().plus(&Dyadic::power_of_two(-53))).to_rational()
        );
        assert_eq!(limits(one, false), Some((Dyadic::from_i64(1), Dyadic::from_i64(1))));
        assert_eq!(limits(Float::quiet_nan(Format::F64, false), true), None);
    }

    #[test]
    fn infinity_begins_half_an_ulp_above_the_largest_number() {
        let infinity = Float::infinity(Format::F64, false);
        let set = against_constant(infinity, Relation::Equal, true, true).unwrap();
        let largest = Dyadic::from_f64(f64::MAX).unwrap();
        assert_eq!(set, RealSet::above(largest.plus(&Dyadic::power_of_two(970)), true));
        let above = against_constant(Float::from_f64(f64::MAX), Relation::Less, false, true).unwrap();
        assert_eq!(above, set);
    }

    #[test]
    fn classes_are_symmetric_sets() {
        let format = Format::F32;
        for op in [Op::FpIsInfinite, Op::FpIsSubnormal, Op::FpIsNormal, Op::FpIsZero] {
            for truth in [false, true] {
                let ends = class(op, truth, format).unwrap().ends();
                let opposite: Vec<Dyadic> = ends.iter().rev().map(Dyadic::negated).collect();
                assert_eq!(ends, opposite, "{op} {truth}");
            }
        }
        assert_eq!(class(Op::FpIsNan, false, format), None);
    }
}
