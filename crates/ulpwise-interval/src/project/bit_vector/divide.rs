//! Quotients and remainders, unsigned and signed, with SMT-LIB's results for the divisor zero.

use crate::domain::{BitVecDomain, bit_mask, max_signed, min_signed};
use crate::project::Recorder;
use ulpwise_expr::Op;

pub(super) fn project(
    op: Op,
    (x, y): (&mut BitVecDomain, &mut BitVecDomain),
    z: &mut BitVecDomain,
    recorder: &mut Recorder,
) {
    let results = match op {
        Op::BvUdiv => unsigned_quotients(x, y),
        Op::BvUrem => unsigned_remainders(x, y),
        Op::BvSdiv => signed_quotients(x, y),
        Op::BvSrem => signed_remainders(x, y),
        Op::BvSmod => signed_moduli(x, y),
        _ => panic!("{op} is not a division"),
    };
    recorder.result(z.intersect(&results));
    if z.is_empty() {
        return;
    }
    match op {
        Op::BvUdiv => {
            recorder.argument(0, x.intersect(&dividends(z, y)));
            recorder.argument(1, y.intersect(&divisors(z, x, y)));
        }
        Op::BvUrem => {
            recorder.argument(
                0,
                x.intersect(&BitVecDomain::unsigned_between(x.width(), z.unsigned().0, u128::MAX)),
            );
            recorder.argument(1, y.intersect(&moduli(z, x, y)));
        }
        _ => {}
    }
}

/// The members but zero, if there are any.
fn without_zero(y: &BitVecDomain) -> Option<BitVecDomain> {
    let mut positive = *y;
    positive.intersect(&BitVecDomain::unsigned_between(y.width(), 1, u128::MAX));
    (!positive.is_empty()).then_some(positive)
}

fn unsigned_quotients(x: &BitVecDomain, y: &BitVecDomain) -> BitVecDomain {
    let width = x.width();
    let mut found = BitVecDomain::empty(width);
    if y.contains_bits(0) {
        found = BitVecDomain::of_bits(width, bit_mask(width));
    }
    if let Some(y) = without_zero(y) {
        let (low, high) = (x.unsigned().0 / y.unsigned().1, x.unsigned().1 / y.unsigned().0);
        found = found.union(&BitVecDomain::unsigned_between(width, low, high));
    }
    found
}

fn dividends(z: &BitVecDomain, y: &BitVecDomain) -> BitVecDomain {
    let width = z.width();
    if y.contains_bits(0) && z.contains_bits(bit_mask(width)) {
        return BitVecDomain::full(width);
    }
    let Some(y) = without_zero(y) else { return BitVecDomain::empty(width) };
    let low = z.unsigned().0.checked_mul(y.unsigned().0);
    let high = z.unsigned().1.saturating_mul(y.unsigned().1).saturating_add(y.unsigned().1 - 1);
    match low.filter(|&low| low <= bit_mask(width)) {
        Some(low) => BitVecDomain::unsigned_between(width, low, high),
        None => BitVecDomain::empty(width),
    }
}

fn divisors(z: &BitVecDomain, x: &BitVecDomain, y: &BitVecDomain) -> BitVecDomain {
    let width = z.width();
    let mut found = BitVecDomain::empty(width);
    if y.contains_bits(0) && z.contains_bits(bit_mask(width)) {
        found = BitVecDomain::of_bits(width, 0);
    }
    let (z_low, z_high) = z.unsigned();
    // z * y <= x < (z + 1) * y.
    let least = x.unsigned().0.checked_div(z_high.saturating_add(1)).unwrap_or(0);
    let least = if z_high == u128::MAX { 1 } else { least + 1 };
    let greatest = x.unsigned().1.checked_div(z_low).unwrap_or(u128::MAX);
    if least <= greatest {
        found = found.union(&BitVecDomain::unsigned_between(width, least, greatest));
    }
    found
}

fn unsigned_remainders(x: &BitVecDomain, y: &BitVecDomain) -> BitVecDomain {
    let width = x.width();
    let mut found = BitVecDomain::empty(width);
    if y.contains_bits(0) {
        found = *x;
    }
    if let Some(y) = without_zero(y) {
        let remainders = if x.unsigned().1 < y.unsigned().0 {
            *x
        } else {
            BitVecDomain::unsigned_between(width, 0, x.unsigned().1.min(y.unsigned().1 - 1))
        };
        found = found.union(&remainders);
    }
    found
}

/// The divisors of which some remainder is in `z`.
fn moduli(z: &BitVecDomain, x: &BitVecDomain, y: &BitVecDomain) -> BitVecDomain {
    let width = z.width();
    let mut unchanged = *x;
    unchanged.intersect(z);
    let least = z.unsigned().0.saturating_add(1);
    let mut found = BitVecDomain::empty(width);
    if unchanged.is_empty() {
        // The remainder differs from the dividend, so the divisor is not beyond that.
        if least <= x.unsigned().1 {
            found = BitVecDomain::unsigned_between(width, least, x.unsigned().1);
        }
        return found;
    }
    if least <= bit_mask(width) {
        found = BitVecDomain::unsigned_between(width, least, u128::MAX);
    }
    if y.contains_bits(0) {
        found = found.union(&BitVecDomain::of_bits(width, 0));
    }
    found
}

/// The members that are negative, or that are positive.
fn of_sign(x: &BitVecDomain, negative: bool) -> Option<BitVecDomain> {
    let (low, high) = if negative { (i128::MIN, -1) } else { (1, i128::MAX) };
    let mut part = *x;
    if low > max_signed(x.width()) {
        // One bit has no positive numbers.
        return None;
    }
    part.intersect(&BitVecDomain::signed_between(x.width(), low, high));
    (!part.is_empty()).then_some(part)
}

fn signed_quotients(x: &BitVecDomain, y: &BitVecDomain) -> BitVecDomain {
    let width = x.width();
    let mut found = BitVecDomain::empty(width);
    if y.contains_bits(0) {
        let of = |number: i128| BitVecDomain::signed_between(width, number, number);
        if x.signed().0 < 0 {
            // The number one, which is -1 in a single bit.
            found = found.union(&BitVecDomain::of_bits(width, 1));
        }
        if x.signed().1 >= 0 {
            found = found.union(&of(-1));
        }
    }
    for negative in [false, true] {
        let Some(y) = of_sign(y, negative) else { continue };
        let (x_ends, y_ends) = (x.signed(), y.signed());
        if x_ends.0 == min_signed(width) && y_ends.1 == -1 {
            // The quotient of the least number by -1 wraps.
            return BitVecDomain::full(width);
        }
        let quotients = [x_ends.0 / y_ends.0, x_ends.0 / y_ends.1, x_ends.1 / y_ends.0, x_ends.1 / y_ends.1];
        let (low, high) = quotients
            .iter()
            .fold((i128::MAX, i128::MIN), |(low, high), &quotient| (low.min(quotient), high.max(quotient)));
        found = found.union(&BitVecDomain::signed_between(width, low, high));
    }
    found
}

/// The greatest magnitude of a remainder by y: one less than that of y.
fn greatest_remainder(y: &BitVecDomain) -> i128 {
    let magnitude = |number: i128| number.unsigned_abs();
    (magnitude(y.signed().0).max(magnitude(y.signed().1)) - 1) as i128
}

fn signed_remainders(x: &BitVecDomain, y: &BitVecDomain) -> BitVecDomain {
    let width = x.width();
    let mut found = BitVecDomain::empty(width);
    if y.contains_bits(0) {
        found = *x;
    }
    if let Some(y) = without_zero(y) {
        // It has the sign of the dividend, is no larger than that, and smaller than the divisor.
        let limit = greatest_remainder(&y);
        let low = if x.signed().0 < 0 { x.signed().0.max(-limit) } else { 0 };
        let high = if x.signed().1 > 0 { x.signed().1.min(limit) } else { 0 };
        found = found.union(&BitVecDomain::signed_between(width, low, high));
    }
    found
}

fn signed_moduli(x: &BitVecDomain, y: &BitVecDomain) -> BitVecDomain {
    let width = x.width();
    let mut found = BitVecDomain::empty(width);
    if y.contains_bits(0) {
        found = *x;
    }
    for negative in [false, true] {
        let Some(y) = of_sign(y, negative) else { continue };
        let limit = greatest_remainder(&y);
        let (low, high) = if negative { (-limit, 0) } else { (0, limit) };
        found = found.union(&BitVecDomain::signed_between(width, low, high));
    }
    found
}
