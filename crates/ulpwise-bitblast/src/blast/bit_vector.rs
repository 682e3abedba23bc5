//! Bit-vector operators.

use super::{Blaster, Encoded};
use crate::aig::{Aig, Lit};
use crate::bits::{self, Bits};
use ulpwise_expr::Op;

pub(super) fn apply(blaster: &mut Blaster, op: Op, children: &[Encoded]) -> Encoded {
    match children {
        [operand] => Encoded::bit_vec(unary(&mut blaster.aig, op, operand.as_bits())),
        [first, second] => binary(blaster, op, first.as_bits(), second.as_bits()),
        _ => panic!("{op} of {} operands", children.len()),
    }
}

fn unary(aig: &mut Aig, op: Op, operand: &[Lit]) -> Bits {
    let width = operand.len();
    match op {
        Op::BvNot => operand.iter().map(|&bit| !bit).collect(),
        Op::BvNeg => bits::negate(aig, operand),
        Op::BvExtract { high, low } => operand[low as usize..=high as usize].to_vec(),
        Op::BvZeroExtend { by } => bits::zero_extend(operand, width + by as usize),
        Op::BvSignExtend { by } => {
            let mut extended = operand.to_vec();
            extended.resize(width + by as usize, operand[width - 1]);
            extended
        }
        _ => panic!("{op} of one bit-vector"),
    }
}

fn binary(blaster: &mut Blaster, op: Op, first: &[Lit], second: &[Lit]) -> Encoded {
    let aig = &mut blaster.aig;
    Encoded::bit_vec(match op {
        Op::BvUlt => return Encoded::Bool(bits::unsigned_less(aig, first, second)),
        Op::BvSlt => return Encoded::Bool(bits::signed_less(aig, first, second)),
        Op::BvAnd => bits::zip(aig, first, second, Aig::and),
        Op::BvOr => bits::zip(aig, first, second, Aig::or),
        Op::BvXor => bits::zip(aig, first, second, Aig::xor),
        Op::BvAdd => bits::add(aig, first, second),
        Op::BvSub => bits::subtract(aig, first, second).0,
        Op::BvMul => bits::multiply(aig, first, second),
        Op::BvUdiv => divide(blaster, first, second).0,
        Op::BvUrem => divide(blaster, first, second).1,
        Op::BvSdiv => bits::signed_divide(aig, first, second),
        Op::BvSrem => bits::signed_remainder(aig, first, second),
        Op::BvSmod => bits::signed_modulo(aig, first, second),
        Op::BvShl => bits::shift_left(aig, first, second),
        Op::BvLshr => bits::shift_right(aig, first, second),
        Op::BvAshr => bits::arithmetic_shift_right(aig, first, second),
        Op::BvConcat => [second, first].concat(),
        _ => panic!("{op} of two bit-vectors"),
    })
}

fn divide(blaster: &mut Blaster, first: &[Lit], second: &[Lit]) -> (Bits, Bits) {
    // By a constant, rows fold well.
    let is_constant = second.iter().all(|bit| bit.as_constant().is_some());
    if !blaster.options.guess_quotients || is_constant {
        return bits::divide(&mut blaster.aig, first, second);
    }
    let before = blaster.aig.input_count();
    let (quotient, rest, condition) = bits::divide_by_guess(&mut blaster.aig, first, second);
    blaster.add_condition(before, condition);
    (quotient, rest)
}
