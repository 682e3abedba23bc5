//! Widening: how iterates of a loop are made to end.
//!
//! An end of a set that still grows jumps to the next *threshold*: a constant that the function
//! compares with, or one of the numbers at which arithmetic changes its character. There are
//! finitely many of these, and beyond the last one lies everything, so every chain ends.

use crate::value::{AbstractValue, FloatValue};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_interval::domain::{BitVecDomain, FloatDomain, OrdinalRange, ordinal};
use ulpwise_ir::{Body, Constant, Inst, Slot, Type};

/// Magnitudes at which sums, products or quotients begin to overflow or to become tiny, and a few
/// in between.
const MAGNITUDES: [f64; 13] =
    [1e-307, 1e-290, 1e-154, 1e-100, 1e-16, 1.0, 1e3, 1e9, 1e17, 1e100, 1e153, 1e290, 1e307];

/// The thresholds of a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Thresholds {
    /// What floats are compared with.
    floats: Vec<f64>,
    /// What integers are compared with, as signed numbers, ascending.
    integers: Vec<i128>,
}

impl Thresholds {
    pub(crate) fn collect_from(body: &Body) -> Thresholds {
        let mut found = Thresholds::default();
        for inst in &body.insts {
            match *inst {
                Inst::FloatCompare { a, b, .. } => {
                    [a, b].into_iter().for_each(|slot| found.note_float(body, slot));
                }
                Inst::IntCompare { a, b, .. } => {
                    [a, b].into_iter().for_each(|slot| found.note_int(body, slot));
                }
                _ => {}
            }
        }
        found.integers.sort_unstable();
        found.integers.dedup();
        found
    }

    fn note_float(&mut self, body: &Body, slot: Slot) {
        if let (Some(bits), Type::Float(ulpwise_ir::FloatFormat::F64)) =
            (constant_bits(body, slot), body.type_of(slot))
        {
            let value = f64::from_bits(bits as u64);
            if value.is_finite() {
                self.floats.extend([value, -value]);
            }
        }
    }

    fn note_int(&mut self, body: &Body, slot: Slot) {
        if let (Some(bits), Type::Int(width)) = (constant_bits(body, slot), body.type_of(slot)) {
            let shift = 128 - u32::from(width);
            let value = (bits << shift) as i128 >> shift;
            self.integers.extend([value.saturating_sub(1), value, value.saturating_add(1)]);
        }
    }

    /// A value that holds both, `before` and `after`, and grows only finitely often.
    pub(crate) fn widened(&self, before: &AbstractValue, after: &AbstractValue) -> AbstractValue {
        match (before, before.union(after)) {
            (AbstractValue::Float(before), AbstractValue::Float(union)) => AbstractValue::Float(FloatValue {
                domain: self.widened_floats(&before.domain, &union.domain),
                signaling: union.signaling,
                // What hangs together otherwise than before is not followed any further.
                form: union.form.filter(|form| before.form.as_ref() == Some(form)),
            }),
            (AbstractValue::Int(before), AbstractValue::Int(union)) => {
                AbstractValue::Int(self.widened_integers(before, &union))
            }
            (AbstractValue::Pointer(before), AbstractValue::Pointer(union)) => {
                AbstractValue::Pointer(union.widened(before))
            }
            (_, union) => union,
        }
    }

    fn widened_floats(&self, before: &FloatDomain, union: &FloatDomain) -> FloatDomain {
        let format = union.format();
        let (Some(old), Some(new)) = (before.hull(), union.hull()) else { return *union };
        if before.range_set() == union.range_set() {
            return *union;
        }
        let ends = self.ordinals(format);
        let low = if new.low < old.low { below(&ends, new.low, format) } else { new.low };
        let high = if new.high > old.high { above(&ends, new.high, format) } else { new.high };
        // Gaps are kept where nothing has moved into them; that is looked at from zero outwards
        // only.
        let mut widened = FloatDomain::from_range(format, OrdinalRange::new(low, high));
        if union.can_be_nan() {
            widened.add_nan();
        }
        for gap in gaps(before) {
            if gaps(union).any(|kept| kept == gap) {
                widened.remove_range(gap);
            }
        }
        widened
    }

    /// The ordinals of all thresholds of a format, ascending.
    fn ordinals(&self, format: Format) -> Vec<i128> {
        let of =
            |value: f64| ordinal::from_float(Float::from_f64(value).convert(format, Rounding::NearestEven).0);
        let mut ordinals: Vec<i128> = MAGNITUDES
            .into_iter()
            .flat_map(|value| [value, -value])
            .chain(self.floats.iter().copied())
            .map(of)
            .chain([ordinal::PLUS_ZERO, ordinal::MINUS_ZERO])
            .collect();
        for magnitude in [ordinal::max_finite(format), ordinal::from_float(Float::min_normal(format, false))]
        {
            ordinals.extend([magnitude, !magnitude]);
        }
        ordinals.sort_unstable();
        ordinals.dedup();
        ordinals
    }

    fn widened_integers(&self, before: &BitVecDomain, union: &BitVecDomain) -> BitVecDomain {
        if before == union || before.is_empty() {
            return *union;
        }
        let ((old_low, old_high), (new_low, new_high)) = (before.signed(), union.signed());
        let low = if new_low < old_low {
            self.integers.iter().rev().find(|&&end| end <= new_low).copied().unwrap_or(i128::MIN)
        } else {
            new_low
        };
        let high = if new_high > old_high {
            self.integers.iter().find(|&&end| end >= new_high).copied().unwrap_or(i128::MAX)
        } else {
            new_high
        };
        BitVecDomain::signed_between(union.width(), low, high)
    }
}

fn below(ends: &[i128], at: i128, format: Format) -> i128 {
    ends.iter().rev().find(|&&end| end <= at).copied().unwrap_or(!ordinal::infinity(format))
}

fn above(ends: &[i128], at: i128, format: Format) -> i128 {
    ends.iter().find(|&&end| end >= at).copied().unwrap_or(ordinal::infinity(format))
}

/// What lies between neighbouring ranges.
fn gaps(domain: &FloatDomain) -> impl Iterator<Item = OrdinalRange> {
    domain.ranges().windows(2).map(|pair| OrdinalRange::new(pair[0].high + 1, pair[1].low - 1))
}

fn constant_bits(body: &Body, slot: Slot) -> Option<u128> {
    let at = body.constants.binary_search_by_key(&slot, |&(constant, _)| constant).ok()?;
    match body.constants[at].1 {
        Constant::Bits(bits) => Some(bits),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_base::SplitMix64;

    fn random_floats(random: &mut SplitMix64) -> AbstractValue {
        let mut domain = FloatDomain::empty(Format::F64);
        for _ in 0..1 + random.below(3) {
            let ends = [random.next_u64(), random.next_u64()].map(|bits| {
                let float = Float::from_bits(Format::F64, u128::from(bits));
                if float.is_nan() { ordinal::infinity(Format::F64) } else { ordinal::from_float(float) }
            });
            domain.add_range(OrdinalRange::new(ends[0].min(ends[1]), ends[0].max(ends[1])));
        }
        if random.below(4) == 0 {
            domain.add_nan();
        }
        AbstractValue::Float(FloatValue::new(domain, domain.can_be_nan() && random.below(2) == 0))
    }

    fn random_integers(random: &mut SplitMix64) -> AbstractValue {
        let low = i128::from(random.next_u64() as i32);
        AbstractValue::Int(BitVecDomain::signed_between(32, low, low + i128::from(random.below(1 << 20))))
    }

    fn is_within(inner: &AbstractValue, outer: &AbstractValue) -> bool {
        outer.union(inner) == *outer
    }

    /// Every chain of widenings ends after few steps, and holds all that was put into it.
    #[test]
    fn chains_end() {
        let thresholds = Thresholds { floats: vec![2.5, -2.5], integers: vec![-1, 0, 1, 99, 100, 101] };
        let mut random = SplitMix64::new(7);
        for draw in [random_floats, random_integers] {
            for _ in 0..200 {
                let mut value = draw(&mut random);
                let mut growths = 0;
                for _ in 0..200 {
                    let next = draw(&mut random);
                    let widened = thresholds.widened(&value, &next);
                    assert!(is_within(&value, &widened) && is_within(&next, &widened));
                    growths += usize::from(widened != value);
                    value = widened;
                }
                assert!(growths < 60, "{growths} growths to {value:?}");
            }
        }
    }

    #[test]
    fn unions_and_intersections_are_those_of_a_lattice() {
        let mut random = SplitMix64::new(8);
        for draw in [random_floats, random_integers] {
            for _ in 0..2000 {
                let (a, b) = (draw(&mut random), draw(&mut random));
                let union = a.union(&b);
                assert_eq!(a.union(&a), a);
                assert!(is_within(&a, &union) && is_within(&b, &union));
                let mut both = a.clone();
                if both.intersect(&b) != ulpwise_interval::domain::Change::Empty {
                    assert!(is_within(&both, &a), "{both:?} of {a:?}");
                }
                let mut own = a.clone();
                own.intersect(&a);
                assert_eq!(own, a);
            }
        }
    }
}
