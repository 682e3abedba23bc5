//! Shifts: for each amount that is possible, united. From the width on all amounts are alike.

use crate::domain::{BitVecDomain, Change, bit_mask, max_signed, min_signed};
use crate::project::Recorder;
use ulpwise_expr::Op;

pub(super) fn project(
    op: Op,
    (x, y): (&mut BitVecDomain, &mut BitVecDomain),
    z: &mut BitVecDomain,
    recorder: &mut Recorder,
) {
    let width = x.width();
    let mut for_x = BitVecDomain::empty(width);
    let (mut for_y, mut for_z) = (for_x, for_x);
    let mut consider = |amount: u32, amounts: &BitVecDomain| {
        let (mut operand, mut result) = (*x, *z);
        if result.intersect(&shifted(op, x, amount)) != Change::Empty
            && operand.intersect(&unshifted(op, &result, amount)) != Change::Empty
        {
            for_x = for_x.union(&operand);
            for_y = for_y.union(amounts);
            for_z = for_z.union(&result);
        }
    };
    let (low, high) = y.unsigned();
    for amount in low..=high.min(u128::from(width - 1)) {
        if y.contains_bits(amount) {
            consider(amount as u32, &BitVecDomain::of_bits(width, amount));
        }
    }
    let mut beyond = *y;
    // A width of w bits holds w itself unless it is 1.
    if u128::from(width) <= bit_mask(width)
        && beyond.intersect(&BitVecDomain::unsigned_between(width, width.into(), u128::MAX)) != Change::Empty
    {
        consider(width, &beyond);
    }
    recorder.argument(0, x.intersect(&for_x));
    recorder.argument(1, y.intersect(&for_y));
    recorder.result(z.intersect(&for_z));
}

/// The highest `count` bits of a width.
fn high_mask(width: u32, count: u32) -> u128 {
    bit_mask(width) & !(bit_mask(width).checked_shr(count).unwrap_or(0))
}

fn low_mask(count: u32) -> u128 {
    if count == 0 { 0 } else { bit_mask(count) }
}

fn shifted(op: Op, x: &BitVecDomain, amount: u32) -> BitVecDomain {
    let width = x.width();
    let (ones, zeros) = (x.known_ones(), x.known_zeros());
    if amount >= width && op != Op::BvAshr {
        return BitVecDomain::of_bits(width, 0);
    }
    match op {
        Op::BvShl => {
            let mut found =
                BitVecDomain::with_bits(width, ones << amount, (zeros << amount) | low_mask(amount));
            let (low, high) = x.unsigned();
            if high <= bit_mask(width) >> amount {
                found.intersect(&BitVecDomain::unsigned_between(width, low << amount, high << amount));
            }
            found
        }
        Op::BvLshr => {
            let mut found =
                BitVecDomain::with_bits(width, ones >> amount, (zeros >> amount) | high_mask(width, amount));
            let (low, high) = x.unsigned();
            found.intersect(&BitVecDomain::unsigned_between(width, low >> amount, high >> amount));
            found
        }
        _ => {
            let amount = amount.min(width - 1);
            let sign = 1 << (width - 1);
            let filled =
                |bits: u128| (bits >> amount) | if bits & sign == 0 { 0 } else { high_mask(width, amount) };
            let mut found = BitVecDomain::with_bits(width, filled(ones), filled(zeros));
            let (low, high) = x.signed();
            found.intersect(&BitVecDomain::signed_between(width, low >> amount, high >> amount));
            found
        }
    }
}

/// What gives a result in `z` when it is shifted; `z` holds results of that shift only.
fn unshifted(op: Op, z: &BitVecDomain, amount: u32) -> BitVecDomain {
    let width = z.width();
    if amount >= width && op != Op::BvAshr {
        return BitVecDomain::full(width);
    }
    let (ones, zeros) = (z.known_ones(), z.known_zeros());
    match op {
        // The bits that were shifted out are free.
        Op::BvShl => BitVecDomain::with_bits(width, ones >> amount, zeros >> amount),
        Op::BvLshr => {
            let (low, high) = z.unsigned();
            let mut found = BitVecDomain::with_bits(width, ones << amount, zeros << amount);
            found.intersect(&BitVecDomain::unsigned_between(
                width,
                low << amount,
                high << amount | low_mask(amount),
            ));
            found
        }
        _ => {
            let amount = amount.min(width - 1);
            let (low, high) = z.signed();
            let mut found = BitVecDomain::with_bits(width, ones << amount, zeros << amount);
            let fits = low >= min_signed(width) >> amount && high <= max_signed(width) >> amount;
            if fits {
                let (low, high) = (low << amount, high << amount | low_mask(amount) as i128);
                found.intersect(&BitVecDomain::signed_between(width, low, high));
            }
            found
        }
    }
}
