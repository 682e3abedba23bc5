//! Decisions: which variable to split next, and how.
//!
//! Every decision keeps a part of a domain whose opposite can be expressed too, so that a failed
//! decision always leaves something learnt: halves of floats and bit-vectors, single truth values
//! and modes, numbers without the NaN. To give a variable a value takes two decisions, one for each
//! end.

use crate::domain::{BitVecDomain, BoolDomain, Domain, FloatDomain, OrdinalRange, RoundingDomain, ordinal};
use crate::learn::analyze::Choice;
use crate::network::VarId;
use ulpwise_base::SplitMix64;
use ulpwise_expr::Value;

/// How variables are labelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// Domains are halved, wide ones first: to prove that there is nothing.
    Bisect,
    /// Variables get values one by one: to find something.
    Dive,
}

/// The choice that halves a domain; `None` if it cannot be split.
pub(crate) fn bisect(
    var: VarId,
    domain: &Domain,
    phase: Option<&Value>,
    random: &mut SplitMix64,
) -> Option<Choice> {
    let keep = match domain {
        Domain::Float(floats) => Domain::Float(float_half(floats, phase, random)?),
        Domain::BitVec(bits) => Domain::BitVec(bits_half(bits, phase)?),
        Domain::Bool(truth) if *truth == BoolDomain::FULL => {
            let value = phase.and_then(Value::as_bool).unwrap_or(true);
            BoolDomain::singleton(value).into()
        }
        Domain::Rounding(modes) if modes.cardinality() > 1 => {
            RoundingDomain::singleton(modes.modes().next()?).into()
        }
        _ => return None,
    };
    Some(Choice { var, keep })
}

/// The next choice on the way to give a variable this value, which its domain has.
pub(crate) fn towards(var: VarId, domain: &Domain, value: &Value) -> Option<Choice> {
    let keep = match (domain, value) {
        (Domain::Float(floats), Value::Float(float)) => if float.is_nan() {
            if !floats.has_numbers() {
                return None;
            }
            FloatDomain::only_nan(floats.format())
        } else if floats.can_be_nan() {
            FloatDomain::numbers(floats.format())
        } else {
            let at = ordinal::from_float(*float);
            let hull = floats.hull()?;
            let top = ordinal::infinity(floats.format());
            if hull.high > at {
                FloatDomain::from_range(floats.format(), OrdinalRange::new(!top, at))
            } else if hull.low < at {
                FloatDomain::from_range(floats.format(), OrdinalRange::new(at, top))
            } else {
                return None;
            }
        }
        .into(),
        (Domain::BitVec(bits), Value::BitVec(value)) => {
            let (low, high) = bits.unsigned();
            let at = BitVecDomain::singleton(value).unsigned().0;
            if high > at {
                BitVecDomain::unsigned_between(bits.width(), 0, at)
            } else if low < at {
                BitVecDomain::unsigned_between(bits.width(), at, u128::MAX)
            } else {
                return None;
            }
            .into()
        }
        (Domain::Bool(truth), Value::Bool(value)) if *truth == BoolDomain::FULL => {
            BoolDomain::singleton(*value).into()
        }
        (Domain::Rounding(modes), Value::Rounding(mode)) if modes.cardinality() > 1 => {
            RoundingDomain::singleton(*mode).into()
        }
        _ => return None,
    };
    Some(Choice { var, keep })
}

/// One half of a set of floats: numbers before the NaN, what behaves alike together, then by count.
fn float_half(floats: &FloatDomain, phase: Option<&Value>, random: &mut SplitMix64) -> Option<FloatDomain> {
    let format = floats.format();
    if floats.can_be_nan() {
        return floats.has_numbers().then(|| FloatDomain::numbers(format));
    }
    let hull = floats.hull()?;
    if hull.low == hull.high {
        return None;
    }
    let top = ordinal::infinity(format);
    // The infinities are set aside first, then the signs, then the other parts.
    let at = if hull.high == top && hull.low < top {
        top - 1
    } else if hull.low == !top {
        !top
    } else if hull.low < 0 && hull.high >= 0 {
        -1
    } else {
        floats.middle().filter(|&at| at < hull.high).unwrap_or(hull.low)
    };
    let (low, high) = (OrdinalRange::new(!top, at), OrdinalRange::new(at + 1, top));
    let phase = phase.and_then(Value::as_float).filter(|float| !float.is_nan() && float.format() == format);
    let lower = match phase.map(ordinal::from_float) {
        Some(wanted) if floats.contains_ordinal(wanted) => wanted <= at,
        // The finite part, then any.
        _ if at == top - 1 => true,
        _ if at == !top => false,
        _ => random.below(2) == 0,
    };
    Some(FloatDomain::from_range(format, if lower { low } else { high }))
}

fn bits_half(bits: &BitVecDomain, phase: Option<&Value>) -> Option<BitVecDomain> {
    let (low, high) = bits.unsigned();
    if low >= high {
        return None;
    }
    let at = low + (high - low) / 2;
    let width = bits.width();
    let wanted = phase.and_then(Value::as_bit_vector).filter(|value| value.width() == width);
    let lower = wanted.is_none_or(|value| BitVecDomain::singleton(value).unsigned().0 <= at);
    Some(if lower {
        BitVecDomain::unsigned_between(width, 0, at)
    } else {
        BitVecDomain::unsigned_between(width, at + 1, u128::MAX)
    })
}

/// A value of the domain worth trying: what was good before, ends, simple numbers, the middle, any.
pub(crate) fn guess(domain: &Domain, phase: Option<&Value>, random: &mut SplitMix64) -> Option<Value> {
    if let Some(value) = phase.filter(|value| domain.contains(value))
        && random.below(8) != 0
    {
        return Some(value.clone());
    }
    match domain {
        Domain::Float(floats) => float_guess(floats, random),
        Domain::BitVec(bits) => bits_guess(bits, random),
        Domain::Bool(truth) => {
            let wanted = random.below(2) == 1;
            Some(Value::Bool(if truth.contains(wanted) { wanted } else { !wanted }))
        }
        other => super::candidate::some_member(other),
    }
}

fn float_guess(floats: &FloatDomain, random: &mut SplitMix64) -> Option<Value> {
    let numbers = floats.without_nan();
    let Some(hull) = numbers.hull() else { return floats.nth(0).map(Value::float) };
    let format = floats.format();
    let top = ordinal::max_finite(format);
    let (low, high) = (hull.low.max(!top), hull.high.min(top));
    let simple = ordinal::from_float(ulpwise_float::Float::one(format, false));
    let choice = match random.below(10) {
        0 => low,
        1 => high,
        2 if numbers.contains_ordinal(0) => 0,
        2 | 3 if numbers.contains_ordinal(simple) => simple,
        3 if numbers.contains_ordinal(!simple) => !simple,
        // Halfway as numbers rather than as encodings.
        4 | 5 if low <= high => mean(format, low, high),
        6 if low <= high => low + (high - low) / 2,
        _ => {
            let count = numbers.cardinality();
            let wide = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
            return numbers.nth(wide % count).map(Value::float);
        }
    };
    if numbers.contains_ordinal(choice) {
        return Some(Value::float(ordinal::float(format, choice)));
    }
    let count = numbers.cardinality();
    numbers.nth(u128::from(random.next_u64()) % count).map(Value::float)
}

/// The number halfway between two.
pub(crate) fn mean(format: ulpwise_float::Format, low: i128, high: i128) -> i128 {
    use ulpwise_float::{Float, Rounding};
    let mode = Rounding::NearestEven;
    let two = Float::one(format, false).add(Float::one(format, false), mode).0;
    let half = |at| ordinal::float(format, at).div(two, mode).0;
    let middle = half(low).add(half(high), mode).0;
    if middle.is_finite() { ordinal::from_float(middle).clamp(low, high) } else { low }
}

fn bits_guess(bits: &BitVecDomain, random: &mut SplitMix64) -> Option<Value> {
    let (low, high) = bits.unsigned();
    let wide = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
    let candidate = match random.below(4) {
        0 => low,
        1 => high,
        _ => low + wide % (high - low).saturating_add(1),
    };
    let allowed = (candidate & !bits.known_zeros()) | bits.known_ones();
    let value = if bits.contains_bits(allowed) { allowed } else { low };
    Some(Value::BitVec(ulpwise_expr::BitVector::from_u128(bits.width(), value)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagate::relation::{difference, is_disjoint};
    use ulpwise_float::Format;

    #[test]
    fn every_split_ends_in_single_values_and_its_opposite_is_expressed() {
        let format = Format::new(3, 3).unwrap();
        let mut random = SplitMix64::new(5);
        let var = VarId::new(0);
        for round in 0..200 {
            let mut domain = Domain::from(FloatDomain::full(format));
            let mut steps = 0;
            loop {
                let wanted = guess(&domain, None, &mut random).unwrap();
                assert!(domain.contains(&wanted));
                let choice = match round % 2 {
                    0 => bisect(var, &domain, Some(&wanted), &mut random),
                    _ => towards(var, &domain, &wanted),
                };
                let Some(choice) = choice else { break };
                let opposite = difference(&domain, &choice.keep);
                assert!(opposite != domain && is_disjoint(&opposite, &choice.keep));
                domain.intersect(&choice.keep);
                assert!(!domain.is_empty() && !opposite.is_empty());
                steps += 1;
                assert!(steps < 100);
            }
            assert!(domain.is_singleton() || round % 2 == 1, "{domain}");
        }
    }
}
