//! Exact relations between domains, for nogoods: containment, disjointness, and differences that
//! never lose a value.
//!
//! [`Domain::intersect`] may keep more than both have; what is said here of containment and
//! disjointness is exact where it is true, because conclusions rest on it.

use crate::domain::{BitVecDomain, BoolDomain, Domain, FloatDomain, OrdinalRange, RoundingDomain};
use ulpwise_float::Rounding;

/// Whether every member of the first is one of the second. Where it says no, it may err.
pub(crate) fn is_within(inner: &Domain, outer: &Domain) -> bool {
    match (inner, outer) {
        (Domain::Bool(inner), Domain::Bool(outer)) => {
            (!inner.can_be_true() || outer.can_be_true()) && (!inner.can_be_false() || outer.can_be_false())
        }
        (Domain::Float(inner), Domain::Float(outer)) => {
            // Ranges lie apart, so each one of the first must be in one of the second.
            let covered = |range: &OrdinalRange| {
                outer.ranges().iter().any(|outer| outer.low <= range.low && range.high <= outer.high)
            };
            (!inner.can_be_nan() || outer.can_be_nan()) && inner.ranges().iter().all(covered)
        }
        (Domain::BitVec(inner), Domain::BitVec(outer)) => {
            let mut common = *inner;
            // Intersections of bit-vectors are kept as conjunctions, which are exact.
            common.intersect(outer);
            common == *inner
        }
        (Domain::Rounding(inner), Domain::Rounding(outer)) => inner.modes().all(|mode| outer.contains(mode)),
        (Domain::Opaque(inner), Domain::Opaque(outer)) => {
            outer.cardinality() == u128::MAX || inner == outer || inner.is_empty()
        }
        _ => false,
    }
}

/// Whether no value is in both. Where it says no, it may err.
#[cfg(test)]
pub(crate) fn is_disjoint(first: &Domain, second: &Domain) -> bool {
    match (first, second) {
        (Domain::Float(first), Domain::Float(second)) => {
            let apart = |range: &OrdinalRange| {
                second.ranges().iter().all(|other| other.high < range.low || range.high < other.low)
            };
            !(first.can_be_nan() && second.can_be_nan()) && first.ranges().iter().all(apart)
        }
        _ => first.clone().intersect(second) == crate::domain::Change::Empty,
    }
}

/// What is left of a domain without the members of another, or more.
pub(crate) fn difference(domain: &Domain, removed: &Domain) -> Domain {
    match (domain, removed) {
        (Domain::Bool(domain), Domain::Bool(removed)) => BoolDomain::new(
            domain.can_be_false() && !removed.can_be_false(),
            domain.can_be_true() && !removed.can_be_true(),
        )
        .into(),
        (Domain::Float(domain), Domain::Float(removed)) => float_difference(domain, removed).into(),
        (Domain::BitVec(domain), Domain::BitVec(removed)) => bit_vector_difference(domain, removed).into(),
        (Domain::Rounding(domain), Domain::Rounding(removed)) => {
            let mut left = *domain;
            for mode in Rounding::ALL.into_iter().filter(|&mode| removed.contains(mode)) {
                left.remove(mode);
            }
            left.into()
        }
        _ if is_within(domain, removed) => empty_like(domain),
        _ => domain.clone(),
    }
}

fn float_difference(domain: &FloatDomain, removed: &FloatDomain) -> FloatDomain {
    let mut left = *domain;
    if removed.can_be_nan() {
        left = left.without_nan();
    }
    for &range in removed.ranges() {
        left.remove_range(range);
    }
    left
}

fn bit_vector_difference(domain: &BitVecDomain, removed: &BitVecDomain) -> BitVecDomain {
    let width = domain.width();
    let (low, high) = removed.unsigned();
    if is_within(&Domain::BitVec(*domain), &Domain::BitVec(*removed)) {
        return BitVecDomain::empty(width);
    }
    let mut left = *domain;
    if *removed == BitVecDomain::unsigned_between(width, low, high) {
        let (from, to) = domain.unsigned();
        if low <= from && high >= from {
            left.intersect(&BitVecDomain::unsigned_between(width, high + 1, u128::MAX));
        } else if high >= to && low <= to {
            left.intersect(&BitVecDomain::unsigned_between(width, 0, low - 1));
        }
    }
    let (low, high) = removed.signed();
    if *removed == BitVecDomain::signed_between(width, low, high) {
        let (from, to) = domain.signed();
        if low <= from && high >= from {
            left.intersect(&BitVecDomain::signed_between(width, high + 1, i128::MAX));
        } else if high >= to && low <= to {
            left.intersect(&BitVecDomain::signed_between(width, i128::MIN, low - 1));
        }
    }
    let bits = removed.known_ones() | removed.known_zeros();
    if bits.count_ones() == 1
        && *removed == BitVecDomain::with_bits(width, removed.known_ones(), removed.known_zeros())
    {
        left.intersect(&BitVecDomain::with_bits(width, removed.known_zeros(), removed.known_ones()));
    }
    left
}

/// The empty domain of the same sort.
pub(crate) fn empty_like(domain: &Domain) -> Domain {
    match domain {
        Domain::Bool(_) => BoolDomain::EMPTY.into(),
        Domain::Float(domain) => FloatDomain::empty(domain.format()).into(),
        Domain::BitVec(domain) => BitVecDomain::empty(domain.width()).into(),
        Domain::Rounding(_) => RoundingDomain::EMPTY.into(),
        Domain::Opaque(domain) => crate::domain::OpaqueDomain::empty(domain.sort()).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_base::SplitMix64;
    use ulpwise_expr::{BitVector, Value};
    use ulpwise_float::{Float, Format};

    fn check(first: &Domain, second: &Domain, values: &[Value]) {
        let left = difference(first, second);
        let (mut within, mut disjoint) = (true, true);
        for value in values {
            let (one, two) = (first.contains(value), second.contains(value));
            within &= !one || two;
            disjoint &= !(one && two);
            assert!(left.contains(value) || !one || two, "{first} without {second} lost {value:?}");
            assert!(one || !left.contains(value), "{first} without {second} gained {value:?}");
        }
        assert!(within || !is_within(first, second), "{first} is not within {second}");
        assert!(disjoint || !is_disjoint(first, second), "{first} and {second} meet");
    }

    #[test]
    fn floats_of_a_small_format() {
        let format = Format::new(2, 3).unwrap();
        let all = FloatDomain::full(format);
        let values: Vec<Value> = all.iter().map(Value::float).collect();
        let mut random = SplitMix64::new(3);
        let domain = |random: &mut SplitMix64| {
            let mut domain = FloatDomain::empty(format);
            for _ in 0..=random.below(5) {
                let mut float = || all.nth(u128::from(random.below(all.cardinality() as u64))).unwrap();
                domain = domain.union(&match (float(), float()) {
                    (low, high) if low.is_nan() || high.is_nan() => FloatDomain::only_nan(format),
                    (low, high) => FloatDomain::between(low, high),
                });
            }
            Domain::from(domain)
        };
        for _ in 0..20_000 {
            let (first, second) = (domain(&mut random), domain(&mut random));
            check(&first, &second, &values);
            assert!(is_within(&first, &first) && difference(&first, &first).is_empty());
        }
        let one = Domain::from(FloatDomain::singleton(Float::one(format, false)));
        assert!(!is_disjoint(&one, &FloatDomain::full(format).into()));
    }

    #[test]
    fn bit_vectors_of_four_bits() {
        let values: Vec<Value> = (0..16).map(|bits| Value::BitVec(BitVector::from_u64(4, bits))).collect();
        let mut random = SplitMix64::new(4);
        let domain = |random: &mut SplitMix64| {
            let mut domain = BitVecDomain::full(4);
            let mut number = |limit| i128::from(random.below(limit));
            match number(4) {
                0 => domain.intersect(&BitVecDomain::unsigned_between(
                    4,
                    number(8) as u128,
                    4 + number(12) as u128,
                )),
                1 => domain.intersect(&BitVecDomain::signed_between(4, number(8) - 8, number(8) - 3)),
                2 => domain.intersect(&BitVecDomain::with_bits(4, 1 << number(4), 0)),
                _ => domain.intersect(&BitVecDomain::with_bits(4, 0, 1 << number(4))),
            };
            Domain::from(domain)
        };
        for _ in 0..20_000 {
            let (mut first, second) = (domain(&mut random), domain(&mut random));
            first.intersect(&domain(&mut random));
            check(&first, &second, &values);
        }
    }

    #[test]
    fn truth_values_and_modes() {
        let [no, yes] = [false, true].map(|value| Domain::from(BoolDomain::singleton(value)));
        let both = Domain::from(BoolDomain::FULL);
        assert_eq!((difference(&both, &no), is_within(&both, &yes)), (yes.clone(), false));
        assert!(is_disjoint(&no, &yes) && is_within(&no, &both));
        let nearest = Domain::from(RoundingDomain::singleton(Rounding::NearestEven));
        let others = difference(&RoundingDomain::FULL.into(), &nearest);
        assert!(is_disjoint(&others, &nearest) && others.cardinality() == 4);
    }
}
