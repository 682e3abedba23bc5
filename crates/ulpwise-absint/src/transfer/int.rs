//! Integer operators, as the interval engine's bit-vector operators.
//!
//! Where the two leave different things open (division by zero, shifts by the width or more) any
//! result is allowed.

use ulpwise_expr::Op;
use ulpwise_interp::number::int::wide;
use ulpwise_interval::domain::{BitVecDomain, BoolDomain, Domain};
use ulpwise_interval::project::project_repeated;
use ulpwise_ir::{IntBinaryOp, IntCastOp, IntPredicate, IntUnaryOp};

/// The interval engine's name of an operator.
pub(crate) fn operator(op: IntBinaryOp) -> Option<Op> {
    Some(match op {
        IntBinaryOp::Add => Op::BvAdd,
        IntBinaryOp::Sub => Op::BvSub,
        IntBinaryOp::Mul => Op::BvMul,
        IntBinaryOp::UDiv => Op::BvUdiv,
        IntBinaryOp::SDiv => Op::BvSdiv,
        IntBinaryOp::URem => Op::BvUrem,
        IntBinaryOp::SRem => Op::BvSrem,
        IntBinaryOp::Shl => Op::BvShl,
        IntBinaryOp::LShr => Op::BvLshr,
        IntBinaryOp::AShr => Op::BvAshr,
        IntBinaryOp::And => Op::BvAnd,
        IntBinaryOp::Or => Op::BvOr,
        IntBinaryOp::Xor => Op::BvXor,
        _ => return None,
    })
}

/// Whether the operator of the interval engine gives what the instruction gives, for these second
/// operands.
pub(crate) fn agrees(op: IntBinaryOp, bits: u8, b: &BitVecDomain) -> bool {
    let is_shift = matches!(op, IntBinaryOp::Shl | IntBinaryOp::LShr | IntBinaryOp::AShr);
    !is_shift || b.unsigned().1 < u128::from(bits)
}

/// The results of an operator; empty where it never has one.
pub(crate) fn binary(
    op: IntBinaryOp,
    bits: u8,
    a: &BitVecDomain,
    b: &BitVecDomain,
    same: bool,
) -> BitVecDomain {
    let width = u32::from(bits);
    if let (Some(a), Some(b)) = (a.singleton_bits(), b.singleton_bits()) {
        return match wide::binary(op, bits, a, b) {
            Ok(result) => BitVecDomain::of_bits(width, result),
            Err(_) => BitVecDomain::empty(width),
        };
    }
    match op {
        IntBinaryOp::SMax | IntBinaryOp::SMin => {
            let ((a_low, a_high), (b_low, b_high)) = (a.signed(), b.signed());
            let choose = |x: i128, y: i128| if op == IntBinaryOp::SMax { x.max(y) } else { x.min(y) };
            BitVecDomain::signed_between(width, choose(a_low, b_low), choose(a_high, b_high))
        }
        IntBinaryOp::UMax | IntBinaryOp::UMin => {
            let ((a_low, a_high), (b_low, b_high)) = (a.unsigned(), b.unsigned());
            let choose = |x: u128, y: u128| if op == IntBinaryOp::UMax { x.max(y) } else { x.min(y) };
            BitVecDomain::unsigned_between(width, choose(a_low, b_low), choose(a_high, b_high))
        }
        _ => match operator(op).filter(|_| agrees(op, bits, b)) {
            Some(operator) => forward(operator, &[*a, *b], same, width),
            None => BitVecDomain::full(width),
        },
    }
}

/// The results of a bit-vector operator.
fn forward(op: Op, operands: &[BitVecDomain], same: bool, width: u32) -> BitVecDomain {
    let mut arguments: Vec<Domain> = operands.iter().map(|&operand| operand.into()).collect();
    let mut result = Domain::BitVec(BitVecDomain::full(width));
    let equal = if same { [0, 0] } else { [0, 1] };
    project_repeated(op, &mut arguments, &equal[..operands.len()], &mut result);
    match result {
        Domain::BitVec(result) => result,
        _ => BitVecDomain::full(width),
    }
}

/// The results of a change of width.
pub(crate) fn cast(op: IntCastOp, from: u8, to: u8, a: &BitVecDomain) -> BitVecDomain {
    if let Some(bits) = a.singleton_bits() {
        return BitVecDomain::of_bits(to.into(), wide::cast(op, from, to, bits));
    }
    forward(cast_operator(op, from, to), &[*a], false, to.into())
}

/// The interval engine's name of a change of width.
pub(crate) fn cast_operator(op: IntCastOp, from: u8, to: u8) -> Op {
    match op {
        IntCastOp::Truncate => Op::BvExtract { high: u32::from(to) - 1, low: 0 },
        IntCastOp::ZeroExtend => Op::BvZeroExtend { by: u32::from(to - from) },
        IntCastOp::SignExtend => Op::BvSignExtend { by: u32::from(to - from) },
    }
}

/// The results of an operator of one operand.
pub(crate) fn unary(op: IntUnaryOp, bits: u8, a: &BitVecDomain) -> BitVecDomain {
    let width = u32::from(bits);
    if let Some(value) = a.singleton_bits() {
        return BitVecDomain::of_bits(width, wide::unary(op, bits, value));
    }
    match op {
        IntUnaryOp::PopulationCount | IntUnaryOp::LeadingZeros | IntUnaryOp::TrailingZeros => {
            BitVecDomain::unsigned_between(width, 0, width.into())
        }
        IntUnaryOp::Abs => {
            let (low, high) = a.signed();
            let greatest = low.unsigned_abs().max(high.unsigned_abs());
            let least = if low > 0 {
                low.unsigned_abs()
            } else if high < 0 {
                high.unsigned_abs()
            } else {
                0
            };
            BitVecDomain::unsigned_between(width, least, greatest)
        }
        IntUnaryOp::SwapBytes | IntUnaryOp::ReverseBits => BitVecDomain::full(width),
    }
}

/// The truth values of a comparison.
pub(crate) fn compare(predicate: IntPredicate, a: &BitVecDomain, b: &BitVecDomain, same: bool) -> BoolDomain {
    let (mut a, mut b, mut truth) = (*a, *b, BoolDomain::FULL);
    narrow_comparison(predicate, &mut a, &mut b, same, &mut truth);
    truth
}

/// Narrows the operands and the truth value of a comparison.
pub(crate) fn narrow_comparison(
    predicate: IntPredicate,
    a: &mut BitVecDomain,
    b: &mut BitVecDomain,
    same: bool,
    truth: &mut BoolDomain,
) {
    // a > b is b < a, and a <= b is not b < a.
    let (op, swapped, negated) = match predicate {
        IntPredicate::Eq => (Op::Eq, false, false),
        IntPredicate::Ne => (Op::Eq, false, true),
        IntPredicate::Ult => (Op::BvUlt, false, false),
        IntPredicate::Ule => (Op::BvUlt, true, true),
        IntPredicate::Ugt => (Op::BvUlt, true, false),
        IntPredicate::Uge => (Op::BvUlt, false, true),
        IntPredicate::Slt => (Op::BvSlt, false, false),
        IntPredicate::Sle => (Op::BvSlt, true, true),
        IntPredicate::Sgt => (Op::BvSlt, true, false),
        IntPredicate::Sge => (Op::BvSlt, false, true),
    };
    if same {
        let holds_for_equals = matches!(
            predicate,
            IntPredicate::Eq | IntPredicate::Ule | IntPredicate::Uge | IntPredicate::Sle | IntPredicate::Sge
        );
        truth.intersect(BoolDomain::singleton(holds_for_equals));
        return;
    }
    let (first, second) = if swapped { (*b, *a) } else { (*a, *b) };
    let mut arguments = [Domain::BitVec(first), Domain::BitVec(second)];
    let own = if negated { negation(*truth) } else { *truth };
    let mut result = Domain::Bool(own);
    let outcome = ulpwise_interval::project::project(op, &mut arguments, &mut result);
    if outcome == ulpwise_interval::project::ProjectionOutcome::Conflict {
        *truth = BoolDomain::EMPTY;
        return;
    }
    if let ([Domain::BitVec(first), Domain::BitVec(second)], Domain::Bool(result)) = (arguments, result) {
        (*a, *b) = if swapped { (second, first) } else { (first, second) };
        *truth = if negated { negation(result) } else { result };
    }
}

fn negation(truth: BoolDomain) -> BoolDomain {
    BoolDomain::new(truth.can_be_true(), truth.can_be_false())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn magnitudes_of_all_ranges_of_four_bits_are_complete() {
        for low in -8..8_i128 {
            for high in low..8 {
                let results = unary(IntUnaryOp::Abs, 4, &BitVecDomain::signed_between(4, low, high));
                for value in low..=high {
                    assert!(results.contains_bits(value.unsigned_abs()), "{value} of {low}..{high}");
                }
            }
        }
    }
}
