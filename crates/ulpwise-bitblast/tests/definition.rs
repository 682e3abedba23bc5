//! The SAT solver finds no difference between the circuits of floating-point operators and a second definition of the same
//! operators, which shares nothing with them: rounding by definition on integers (`ulpwise_testkit::definition`).
//!
//! Only circuits of bit-vectors are trusted here, and those are enumerated elsewhere. Sums and products of half precision take
//! longer: `cargo xtask bench miters`.

mod support;

use support::format;
use ulpwise_base::Budget;
use ulpwise_bitblast::{Bitblast, Options};
use ulpwise_expr::{Op, Sort, Term, TermStore};
use ulpwise_float::{Format, Rounding};
use ulpwise_solver::{Query, Solver, Verdict};
use ulpwise_testkit::definition::{miter, wrong};

/// Whether an operator rounding in one mode can violate the definition in another.
fn verdict(op: Op, format: Format, circuit: Rounding, mode: Rounding) -> Verdict {
    let mut store = TermStore::new();
    let miter = miter(&mut store, op, format, circuit, mode).expect("a definition");
    answer(&mut store, miter.is_wrong)
}

fn answer(store: &mut TermStore, is_wrong: Term) -> Verdict {
    Bitblast::new(Options::default()).check(store, &Query::new(&[is_wrong]), &Budget::unlimited())
}

fn is_right(ops: &[Op], modes: &[Rounding]) {
    for &op in ops {
        for &mode in modes {
            for format in [format(3, 4), format(4, 4)] {
                assert_eq!(verdict(op, format, mode, mode), Verdict::Unsat, "{op} in {format}, {mode:?}");
            }
        }
    }
}

/// For operators that do not round.
const ANY: &[Rounding] = &[Rounding::NearestEven];

#[test]
fn sums_and_products() {
    is_right(&[Op::FpAdd, Op::FpSub, Op::FpMul], &Rounding::ALL);
}

#[test]
fn fused_multiply_add() {
    let modes = [Rounding::NearestEven, Rounding::TowardNegative];
    for mode in modes {
        assert_eq!(verdict(Op::FpFma, format(3, 4), mode, mode), Verdict::Unsat, "{mode:?}");
    }
}

#[test]
fn quotients_and_roots() {
    is_right(&[Op::FpDiv, Op::FpSqrt], &Rounding::ALL);
}

#[test]
fn remainders() {
    is_right(&[Op::FpRem, Op::FpFmod], ANY);
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
    is_right(&ops, &Rounding::ALL);
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
    is_right(&ops, ANY);
}

/// Roots of half precision, one question for each exponent.
#[test]
fn roots_of_half_precision() {
    for mode in [Rounding::NearestEven, Rounding::TowardPositive] {
        for exponent in 0..32 {
            let mut store = TermStore::new();
            let sign = store.variable("sign", Sort::BitVec(1));
            let fraction = store.variable("fraction", Sort::BitVec(10));
            let field = store.bv(5, exponent);
            let upper = store.bv_concat(sign, field);
            let operand = store.bv_concat(upper, fraction);
            let sorts = [Sort::Float(Format::F16)];
            let is_wrong =
                wrong(&mut store, Op::FpSqrt, &sorts, &[operand], mode, mode).expect("a definition");
            assert_eq!(answer(&mut store, is_wrong), Verdict::Unsat, "{mode:?}, exponent field {exponent}");
        }
    }
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
