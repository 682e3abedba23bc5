//! Conjunction, disjunction and exclusive disjunction of bits: exact on known bits.

use crate::domain::BitVecDomain;
use crate::project::Recorder;
use ulpwise_expr::Op;

pub(super) fn project(
    op: Op,
    (x, y): (&mut BitVecDomain, &mut BitVecDomain),
    z: &mut BitVecDomain,
    recorder: &mut Recorder,
) {
    recorder.result(z.intersect(&results(op, x, y)));
    recorder.argument(0, x.intersect(&operands(op, z, y)));
    recorder.argument(1, y.intersect(&operands(op, z, x)));
}

fn results(op: Op, x: &BitVecDomain, y: &BitVecDomain) -> BitVecDomain {
    let width = x.width();
    let (x_ones, x_zeros, y_ones, y_zeros) =
        (x.known_ones(), x.known_zeros(), y.known_ones(), y.known_zeros());
    match op {
        Op::BvAnd => {
            let mut found = BitVecDomain::with_bits(width, x_ones & y_ones, x_zeros | y_zeros);
            found.intersect(&BitVecDomain::unsigned_between(width, 0, x.unsigned().1.min(y.unsigned().1)));
            found
        }
        Op::BvOr => {
            let mut found = BitVecDomain::with_bits(width, x_ones | y_ones, x_zeros & y_zeros);
            let least = x.unsigned().0.max(y.unsigned().0);
            found.intersect(&BitVecDomain::unsigned_between(width, least, u128::MAX));
            found
        }
        _ => exclusive(x, y),
    }
}

fn exclusive(x: &BitVecDomain, y: &BitVecDomain) -> BitVecDomain {
    let known = (x.known_ones() | x.known_zeros()) & (y.known_ones() | y.known_zeros());
    let ones = (x.known_ones() ^ y.known_ones()) & known;
    BitVecDomain::with_bits(x.width(), ones, known & !ones)
}

/// What an operand can be, given the result and the other operand.
fn operands(op: Op, z: &BitVecDomain, other: &BitVecDomain) -> BitVecDomain {
    let width = z.width();
    match op {
        Op::BvAnd => {
            let bits = BitVecDomain::with_bits(width, z.known_ones(), z.known_zeros() & other.known_ones());
            let mut found = BitVecDomain::unsigned_between(width, z.unsigned().0, u128::MAX);
            found.intersect(&bits);
            found
        }
        Op::BvOr => {
            let bits = BitVecDomain::with_bits(width, z.known_ones() & other.known_zeros(), z.known_zeros());
            let mut found = BitVecDomain::unsigned_between(width, 0, z.unsigned().1);
            found.intersect(&bits);
            found
        }
        _ => exclusive(z, other),
    }
}
