//! Operators with one operand, and concatenation: they move bits.

use super::arithmetic::negations;
use crate::domain::{BitVecDomain, bit_mask};
use crate::project::Recorder;
use ulpwise_expr::Op;

pub(super) fn project_unary(op: Op, x: &mut BitVecDomain, z: &mut BitVecDomain, recorder: &mut Recorder) {
    let width = x.width();
    match op {
        Op::BvNot => {
            recorder.result(z.intersect(&complements(x)));
            recorder.argument(0, x.intersect(&complements(z)));
        }
        Op::BvNeg => {
            recorder.result(z.intersect(&negations(x)));
            recorder.argument(0, x.intersect(&negations(z)));
        }
        Op::BvExtract { high, low } => {
            recorder.result(z.intersect(&extracted(x, high, low)));
            let bits = BitVecDomain::with_bits(width, z.known_ones() << low, z.known_zeros() << low);
            let mut found = bits;
            if high == width - 1 && !z.is_empty() {
                let (least, greatest) = z.unsigned();
                let rest = if low == 0 { 0 } else { bit_mask(low) };
                found.intersect(&BitVecDomain::unsigned_between(width, least << low, greatest << low | rest));
            }
            recorder.argument(0, x.intersect(&found));
        }
        Op::BvZeroExtend { by } => {
            recorder.result(z.intersect(&zero_extended(x, by)));
            recorder.argument(0, x.intersect(&extracted(z, width - 1, 0)));
        }
        Op::BvSignExtend { by } => {
            let signed = BitVecDomain::signed_between(width + by, x.signed().0, x.signed().1);
            let low_bits = BitVecDomain::with_bits(width + by, x.known_ones(), x.known_zeros());
            recorder.result(z.intersect(&signed));
            recorder.result(z.intersect(&low_bits));
            if !z.is_empty() {
                recorder.argument(
                    0,
                    x.intersect(&BitVecDomain::signed_between(width, z.signed().0, z.signed().1)),
                );
                recorder.argument(0, x.intersect(&extracted(z, width - 1, 0)));
            }
        }
        _ => panic!("{op} applied to one bit-vector"),
    }
}

fn complements(x: &BitVecDomain) -> BitVecDomain {
    let (width, mask) = (x.width(), bit_mask(x.width()));
    if x.is_empty() {
        return *x;
    }
    let mut found = BitVecDomain::with_bits(width, x.known_zeros(), x.known_ones());
    found.intersect(&BitVecDomain::unsigned_between(width, !x.unsigned().1 & mask, !x.unsigned().0 & mask));
    found.intersect(&BitVecDomain::signed_between(width, !x.signed().1, !x.signed().0));
    found
}

fn extracted(x: &BitVecDomain, high: u32, low: u32) -> BitVecDomain {
    let width = high - low + 1;
    if x.is_empty() {
        return BitVecDomain::empty(width);
    }
    let mask = bit_mask(width);
    let mut found =
        BitVecDomain::with_bits(width, x.known_ones() >> low & mask, x.known_zeros() >> low & mask);
    let (least, greatest) = (x.unsigned().0 >> low, x.unsigned().1 >> low);
    if least & !mask == greatest & !mask {
        // What lies above is the same in all.
        found.intersect(&BitVecDomain::unsigned_between(width, least & mask, greatest & mask));
    }
    found
}

fn zero_extended(x: &BitVecDomain, by: u32) -> BitVecDomain {
    let width = x.width() + by;
    if x.is_empty() {
        return BitVecDomain::empty(width);
    }
    let above = bit_mask(width) & !bit_mask(x.width());
    let mut found = BitVecDomain::with_bits(width, x.known_ones(), x.known_zeros() | above);
    found.intersect(&BitVecDomain::unsigned_between(width, x.unsigned().0, x.unsigned().1));
    found
}

pub(super) fn project_concat(
    x: &mut BitVecDomain,
    y: &mut BitVecDomain,
    z: &mut BitVecDomain,
    recorder: &mut Recorder,
) {
    let (upper, lower) = (x.width(), y.width());
    let width = upper + lower;
    let ones = x.known_ones() << lower | y.known_ones();
    let zeros = x.known_zeros() << lower | y.known_zeros();
    recorder.result(z.intersect(&BitVecDomain::with_bits(width, ones, zeros)));
    let low = x.unsigned().0 << lower | y.unsigned().0;
    let high = x.unsigned().1 << lower | y.unsigned().1;
    recorder.result(z.intersect(&BitVecDomain::unsigned_between(width, low, high)));
    recorder.argument(0, x.intersect(&extracted(z, width - 1, lower)));
    recorder.argument(1, y.intersect(&extracted(z, lower - 1, 0)));
}
