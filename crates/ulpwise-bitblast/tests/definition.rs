//! The SAT solver finds no difference between the circuits of floating-point operators and a second
//! definition of the same operators, which shares nothing with them: rounding by definition on
//! integers (`ulpwise_testkit::definition`).
//!
//! Only circuits of bit-vectors are trusted here, and those are enumerated elsewhere. What takes
//! longer, larger formats of some operators and half precision, is in `cargo xtask bench miters`.

mod support;

use support::format;
use ulpwise_base::Budget;
use ulpwise_bitblast::{Bitblast, BitblastOptions};
use ulpwise_expr::{Op, TermStore};
use ulpwise_float::{Format, Rounding};
use ulpwise_solver::{Query, Solver, Verdict};
use ulpwise_testkit::definition::miter;

/// Whether an operator rounding in one mode can violate the definition in another.
fn verdict(op: Op, format: Format, circuit: Rounding, mode: Rounding) -> Verdict {
    let mut store = TermStore::new();
    let miter = miter(&mut store, op, format, circuit, mode).expect("a definition");
    Bitblast::new(BitblastOptions::default()).check(
        &mut store,
        &Query::new(&[miter.is_wrong]),
        &Budget::unlimited(),
    )
}

fn is_right(ops: &[Op], modes: &[Rounding], formats: &[(u32, u32)]) {
    for &op in ops {
        for &mode in modes {
            for &(exponent, significand) in formats {
                let format = format(exponent, significand);
                assert_eq!(verdict(op, format, mode, mode), Verdict::Unsat, "{op} in {format}, {mode:?}");
            }
        }
    }
}

/// The formats whose miters take seconds for most operators.
const SMALL: &[(u32, u32)] = &[(3, 4), (4, 4)];

/// For operators that do not round.
const ANY: &[Rounding] = &[Rounding::NearestEven];

#[test]
fn sums_and_products() {
    is_right(&[Op::FpAdd, Op::FpSub, Op::FpMul], &Rounding::ALL, SMALL);
}

#[test]
fn fused_multiply_add() {
    is_right(&[Op::FpFma], &Rounding::ALL, &[(2, 3)]);
}

#[test]
fn quotients_and_roots() {
    is_right(&[Op::FpDiv, Op::FpSqrt], &Rounding::ALL, &[(3, 4)]);
}

#[test]
fn remainders() {
    is_right(&[Op::FpRem, Op::FpFmod], ANY, &[(3, 4)]);
}

#[test]
fn integral_values_and_conversions() {
    let mut ops = vec![Op::FpRoundToIntegral];
    for (exponent, significand) in [(3, 4), (4, 4), (3, 2), (5, 3), (2, 6)] {
        ops.push(Op::FpFromFp(format(exponent, significand)));
    }
    for width in [1, 4, 6] {
        ops.extend([Op::FpToSigned { width }, Op::FpToUnsigned { width }]);
    }
    is_right(&ops, &Rounding::ALL, SMALL);
    for mode in Rounding::ALL {
        for format in [format(3, 4), format(4, 4)] {
            for op in [Op::FpFromSigned(format), Op::FpFromUnsigned(format)] {
                assert_eq!(verdict(op, format, mode, mode), Verdict::Unsat, "{op}, {mode:?}");
            }
        }
    }
}

#[test]
fn comparisons_classes_and_choices() {
    let ops = [
        Op::FpIsNan,
        Op::FpIsInfinite,
        Op::FpIsZero,
        Op::FpIsNormal,
        Op::FpIsSubnormal,
        Op::FpIsNegative,
        Op::FpIsPositive,
        Op::FpLt,
        Op::FpLeq,
        Op::FpEq,
        Op::Eq,
        Op::FpNeg,
        Op::FpAbs,
        Op::FpMin,
        Op::FpMax,
    ];
    is_right(&ops, ANY, SMALL);
}

/// The definition can say no: in another rounding mode the result is wrong for some operands.
#[test]
fn another_rounding_mode_is_wrong() {
    let ops = [Op::FpAdd, Op::FpMul, Op::FpDiv, Op::FpRoundToIntegral, Op::FpFromFp(format(2, 3))];
    for op in ops {
        for mode in Rounding::ALL {
            for circuit in Rounding::ALL.into_iter().filter(|&circuit| circuit != mode) {
                let found = verdict(op, format(3, 4), circuit, mode);
                assert!(matches!(found, Verdict::Sat(_)), "{op}: {circuit:?} for {mode:?}");
            }
        }
    }
}
