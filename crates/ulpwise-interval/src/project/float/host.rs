//! Projections of + - * / in single and double precision, to nearest, with the machine's own
//! arithmetic.
//!
//! What propagation meets most: one range for each operand and the result, finite, and no zero
//! among the results (for * and /: none among the operands either). There the rounded result is
//! monotone in each operand, so an end of a domain stays if the operation at that end can reach the
//! result's domain, and otherwise the new end is found by bisection with the same question. So this
//! is exact by construction, and equal to the general projections (tested). Everything else is left
//! to them.
//!
//! Rust's floats round to nearest, ties to even, which is the mode this is for.

use crate::domain::{Change, FloatDomain, OrdinalRange, ordinal};
use crate::project::Recorder;
use std::ops::{Add, Div, Mul};
use ulpwise_expr::Op;
use ulpwise_float::{Format, order};

/// A float of the machine.
trait Host: Copy + PartialOrd + Add<Output = Self> + Mul<Output = Self> + Div<Output = Self> {
    /// The number with this ordinal.
    fn at(ordinal: i128) -> Self;
    /// The ordinal of a number.
    fn ordinal(self) -> i128;
}

impl Host for f64 {
    #[inline]
    fn at(ordinal: i128) -> f64 {
        f64::from_bits(order::from_ordinal(Format::F64, ordinal) as u64)
    }

    #[inline]
    fn ordinal(self) -> i128 {
        order::ordinal(Format::F64, self.to_bits().into())
    }
}

impl Host for f32 {
    #[inline]
    fn at(ordinal: i128) -> f32 {
        f32::from_bits(order::from_ordinal(Format::F32, ordinal) as u32)
    }

    #[inline]
    fn ordinal(self) -> i128 {
        order::ordinal(Format::F32, self.to_bits().into())
    }
}

/// Narrows `z = op(x, y)` to nearest even; false if this is not for it, and then nothing is
/// changed. `first` is the place of the first operand among the arguments.
pub(super) fn project(
    op: Op,
    [x, y, z]: [&mut FloatDomain; 3],
    first: usize,
    recorder: &mut Recorder,
) -> bool {
    let format = z.format();
    let Some(ranges) = single_ranges([x, y, z], format) else { return false };
    let narrowed = if format == Format::F64 {
        narrowed::<f64>(op, ranges)
    } else if format == Format::F32 {
        narrowed::<f32>(op, ranges)
    } else {
        return false;
    };
    let Some(left) = narrowed else { return false };
    let changes: [Change; 3] = [(x, 0), (y, 1), (z, 2)].map(|(domain, place)| {
        if left[place] == ranges[place] { Change::Same } else { domain.intersect_range(left[place]) }
    });
    recorder.argument(first, changes[0]);
    recorder.argument(first + 1, changes[1]);
    recorder.result(changes[2]);
    true
}

/// The ranges of domains that are one range of finite numbers each.
fn single_ranges(domains: [&FloatDomain; 3], format: Format) -> Option<[OrdinalRange; 3]> {
    let top = ordinal::max_finite(format);
    let single = |domain: &FloatDomain| match domain.ranges() {
        [range] if !domain.can_be_nan() && range.low >= !top && range.high <= top => Some(*range),
        _ => None,
    };
    Some([single(domains[0])?, single(domains[1])?, single(domains[2])?])
}

/// The ranges that are left; `None` if another projection has to look at it, be it because there is
/// nothing left.
fn narrowed<F: Host>(op: Op, [x, y, z]: [OrdinalRange; 3]) -> Option<[OrdinalRange; 3]> {
    match op {
        Op::FpAdd => sums::<F>([x, y, z]),
        Op::FpSub => {
            let [x, y, z] = sums::<F>([x, mirrored(y), z])?;
            Some([x, mirrored(y), z])
        }
        Op::FpMul | Op::FpDiv => {
            let [a, b, c] = [magnitudes(x)?, magnitudes(y)?, magnitudes(z)?];
            if (x.low < 0) != ((y.low < 0) != (z.low < 0)) {
                return None;
            }
            let left = if op == Op::FpMul { products::<F>([a, b, c])? } else { quotients::<F>([a, b, c])? };
            let signed =
                |range: OrdinalRange, like: OrdinalRange| if like.low < 0 { mirrored(range) } else { range };
            Some([signed(left[0], x), signed(left[1], y), signed(left[2], z)])
        }
        _ => None,
    }
}

fn mirrored(range: OrdinalRange) -> OrdinalRange {
    OrdinalRange::new(!range.high, !range.low)
}

/// The magnitudes of a range that lies on one side of zero.
fn magnitudes(range: OrdinalRange) -> Option<OrdinalRange> {
    if range.low > 0 {
        Some(range)
    } else if range.high < -1 {
        Some(mirrored(range))
    } else {
        None
    }
}

/// The range with its ends moved to where the conditions hold: the first from some number on, the
/// second up to some number.
fn between(
    range: OrdinalRange,
    from: impl Fn(i128) -> bool,
    to: impl Fn(i128) -> bool,
) -> Option<OrdinalRange> {
    let low = if from(range.low) { range.low } else { first_where(range, from)? };
    let high = if to(range.high) { range.high } else { first_where(range, |at| !to(at))? - 1 };
    (low <= high).then_some(OrdinalRange::new(low, high))
}

/// The least ordinal of a range for which a condition holds that does so from some ordinal on.
fn first_where(range: OrdinalRange, condition: impl Fn(i128) -> bool) -> Option<i128> {
    if !condition(range.high) {
        return None;
    }
    let (mut from, mut to) = (range.low, range.high);
    while from < to {
        let middle = from + (to - from) / 2;
        if condition(middle) {
            to = middle;
        } else {
            from = middle + 1;
        }
    }
    Some(from)
}

fn meet(range: OrdinalRange, low: i128, high: i128) -> Option<OrdinalRange> {
    let met = range.intersect(OrdinalRange::new(low, high));
    (!met.is_empty()).then_some(met)
}

/// x + y = z, with no zero in z.
fn sums<F: Host>([x, y, z]: [OrdinalRange; 3]) -> Option<[OrdinalRange; 3]> {
    magnitudes(z)?;
    let sum = |x: i128, y: i128| F::at(x) + F::at(y);
    let z = meet(z, sum(x.low, y.low).ordinal(), sum(x.high, y.high).ordinal())?;
    // Summands beyond twice the sum are bounded by its precision, which others look at.
    let largest = z.high.max(!z.low);
    let twice = (F::at(largest) + F::at(largest)).ordinal();
    if [x, y].iter().any(|range| range.high.max(!range.low) > twice) {
        return None;
    }
    let [low, high] = [F::at(z.low), F::at(z.high)];
    let x = between(x, |at| sum(at, y.high) >= low, |at| sum(at, y.low) <= high)?;
    let y = between(y, |at| sum(x.high, at) >= low, |at| sum(x.low, at) <= high)?;
    Some([x, y, z])
}

/// x * y = z, all positive.
fn products<F: Host>([x, y, z]: [OrdinalRange; 3]) -> Option<[OrdinalRange; 3]> {
    let product = |x: i128, y: i128| F::at(x) * F::at(y);
    let z = meet(z, product(x.low, y.low).ordinal(), product(x.high, y.high).ordinal())?;
    let [low, high] = [F::at(z.low), F::at(z.high)];
    let x = between(x, |at| product(at, y.high) >= low, |at| product(at, y.low) <= high)?;
    let y = between(y, |at| product(x.high, at) >= low, |at| product(x.low, at) <= high)?;
    Some([x, y, z])
}

/// x / y = z, all positive.
fn quotients<F: Host>([x, y, z]: [OrdinalRange; 3]) -> Option<[OrdinalRange; 3]> {
    let quotient = |x: i128, y: i128| F::at(x) / F::at(y);
    let z = meet(z, quotient(x.low, y.high).ordinal(), quotient(x.high, y.low).ordinal())?;
    let [low, high] = [F::at(z.low), F::at(z.high)];
    let x = between(x, |at| quotient(at, y.low) >= low, |at| quotient(at, y.high) <= high)?;
    let y = between(y, |at| quotient(x.low, at) <= high, |at| quotient(x.high, at) >= low)?;
    Some([x, y, z])
}

#[cfg(test)]
mod tests {
    use super::super::rounded;
    use super::*;
    use ulpwise_base::SplitMix64;
    use ulpwise_float::{Float, Rounding};

    /// A number of some magnitude, often a special one.
    fn number(format: Format, random: &mut SplitMix64) -> i128 {
        let top = ordinal::max_finite(format);
        let one = ordinal::from_float(Float::one(format, false));
        let binade = 1_i128 << (format.significand_bits() - 1);
        let any = |random: &mut SplitMix64, below: i128| i128::from(random.next_u64() >> 1) % below;
        let magnitude = match random.below(8) {
            0 => any(random, 1000),
            1 => top - any(random, 1000),
            2 => any(random, top),
            3 => any(random, 2 * binade),
            _ => one - 4 * binade + any(random, 8 * binade),
        };
        if random.below(2) == 0 { magnitude } else { !magnitude }
    }

    fn around(format: Format, at: i128, random: &mut SplitMix64) -> FloatDomain {
        let top = ordinal::max_finite(format);
        let wide = |random: &mut SplitMix64| {
            let bits = random.below(u64::from(format.significand_bits()) + 3);
            i128::from(random.below(1 << bits))
        };
        let range = OrdinalRange::new((at - wide(random)).max(!top), (at + wide(random)).min(top));
        FloatDomain::from_range(format, range)
    }

    #[test]
    fn it_narrows_exactly_as_the_general_projections_do() {
        let mut random = SplitMix64::new(17);
        let mode = Rounding::NearestEven;
        for format in [Format::F32, Format::F64] {
            for op in [Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv] {
                let general = rounded::binary(op).expect("a binary operator");
                let (mut taken, mut changed) = (0, 0);
                for _ in 0..20_000 {
                    let (x, y) = (number(format, &mut random), number(format, &mut random));
                    let [a, b] = [x, y].map(|at| ordinal::float(format, at));
                    let z = match op {
                        Op::FpAdd => a.add(b, mode).0,
                        Op::FpSub => a.sub(b, mode).0,
                        Op::FpMul => a.mul(b, mode).0,
                        _ => a.div(b, mode).0,
                    };
                    if z.is_nan() {
                        continue;
                    }
                    let near = i128::from(random.below(9)) - 4;
                    let places = [x, y, ordinal::from_float(z) + near];
                    let before = places.map(|at| around(format, at, &mut random));
                    if before.iter().any(FloatDomain::is_empty) {
                        continue;
                    }
                    let [mut x, mut y, mut z] = before;
                    let mut recorder = Recorder::default();
                    if !project(op, [&mut x, &mut y, &mut z], 0, &mut recorder) {
                        assert_eq!([x, y, z], before, "what is left to others is unchanged");
                        continue;
                    }
                    taken += 1;
                    let [mut general_x, mut general_y, mut general_z] = before;
                    let mut other = Recorder::default();
                    let operands = (&mut general_x, &mut general_y);
                    rounded::project_binary(general, None, operands, &mut general_z, &mut other);
                    assert_eq!([x, y, z], [general_x, general_y, general_z], "{op} on {before:?}");
                    assert_eq!(recorder.outcome(), other.outcome());
                    changed += u64::from([x, y, z] != before);
                }
                assert!(taken > 2000 && changed > 1000, "{op}: {taken} taken, {changed} changed");
            }
        }
    }
}
