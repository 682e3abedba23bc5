//! Circuits compute what the reference evaluator computes: on all operands of small formats and
//! widths, in every rounding mode, and on random operands of larger ones.

mod support;

use support::{CircuitCase, conversions, float_operators, format};
use ulpwise_bitblast::blast::CircuitOptions;
use ulpwise_expr::{Op, Sort};
use ulpwise_float::Format;

fn options() -> CircuitOptions {
    CircuitOptions::default()
}

#[test]
fn bit_vector_operators_on_all_operands() {
    let vector = Sort::BitVec;
    for width in 1..=5 {
        for op in [Op::BvNot, Op::BvNeg, Op::BvZeroExtend { by: 2 }, Op::BvSignExtend { by: 3 }] {
            CircuitCase::new(op, &[vector(width)], options()).compare_all();
        }
        for high in 0..width {
            for low in 0..=high {
                CircuitCase::new(Op::BvExtract { high, low }, &[vector(width)], options()).compare_all();
            }
        }
        for (op, _) in Op::all_on(&[vector(width), vector(width)]) {
            CircuitCase::new(op, &[vector(width), vector(width)], options()).compare_all();
        }
        CircuitCase::new(Op::Ite, &[Sort::Bool, vector(width), vector(width)], options()).compare_all();
    }
}

#[test]
fn propositions_and_rounding_modes() {
    for op in [Op::And, Op::Or, Op::Eq] {
        CircuitCase::new(op, &[Sort::Bool, Sort::Bool], options()).compare_all();
    }
    CircuitCase::new(Op::Not, &[Sort::Bool], options()).compare_all();
    CircuitCase::new(Op::Ite, &[Sort::Bool; 3], options()).compare_all();
    let mode = Sort::RoundingMode;
    CircuitCase::new(Op::Eq, &[mode, mode], options()).compare_all();
    CircuitCase::new(Op::Ite, &[Sort::Bool, mode, mode], options()).compare_all();
}

#[test]
fn float_operators_on_all_operands_of_small_formats() {
    for (exponent, significand) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 2), (3, 4), (4, 4)] {
        let format = format(exponent, significand);
        for (op, sorts) in float_operators(format) {
            CircuitCase::new(op, &sorts, options()).compare_all();
        }
    }
}

#[test]
fn fused_multiply_add_on_all_operands_of_small_formats() {
    for (exponent, significand) in [(2, 2), (2, 3), (3, 2)] {
        let float = Sort::Float(format(exponent, significand));
        CircuitCase::new(Op::FpFma, &[Sort::RoundingMode, float, float, float], options()).compare_all();
    }
    for (exponent, significand) in [(3, 3), (2, 4), (3, 4), (4, 4), (2, 6)] {
        let float = Sort::Float(format(exponent, significand));
        CircuitCase::new(Op::FpFma, &[Sort::RoundingMode, float, float, float], options())
            .compare_some(100_000, 3);
    }
}

#[test]
fn conversions_of_all_operands_of_small_formats() {
    let others: Vec<Format> =
        (2..=6).flat_map(|exponent| (2..=7).map(move |p| format(exponent, p))).collect();
    for (exponent, significand) in [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (2, 5), (5, 2)] {
        let widths: Vec<u32> = (1..=9).collect();
        for (op, sorts) in conversions(format(exponent, significand), &others, &widths) {
            CircuitCase::new(op, &sorts, options()).compare_all();
        }
    }
}

/// Square roots and rounding to integral of every f16.
#[test]
fn unary_operators_on_all_operands_of_half_precision() {
    let half = Sort::Float(Format::F16);
    for op in [Op::FpSqrt, Op::FpRoundToIntegral] {
        CircuitCase::new(op, &[Sort::RoundingMode, half], options()).compare_all();
    }
}

/// Guessed results are inputs of the circuit and cannot be simulated; tests/guess.rs asks the SAT
/// solver about them.
#[test]
fn random_operands_of_larger_formats() {
    for format in [Format::F16, Format::BF16, format(6, 12), format(8, 5)] {
        for (op, sorts) in float_operators(format) {
            let is_remainder = matches!(op, Op::FpRem | Op::FpFmod);
            CircuitCase::new(op, &sorts, options()).compare_some(if is_remainder { 1_000 } else { 6_000 }, 7);
        }
        for (op, sorts) in conversions(format, &[Format::F16, Format::BF16, Format::F32], &[8, 16, 20]) {
            CircuitCase::new(op, &sorts, options()).compare_some(4_000, 11);
        }
    }
    let double = Sort::Float(Format::F64);
    let single = Sort::Float(Format::F32);
    let mode = Sort::RoundingMode;
    for op in [Op::FpSqrt, Op::FpRoundToIntegral, Op::FpToSigned { width: 64 }, Op::FpFromFp(Format::F32)] {
        CircuitCase::new(op, &[mode, double], options()).compare_some(4_000, 13);
    }
    for op in [Op::FpAdd, Op::FpMul, Op::FpDiv] {
        CircuitCase::new(op, &[mode, single, single], options()).compare_some(4_000, 13);
    }
    for op in [Op::FpLt, Op::FpLeq, Op::FpEq, Op::FpMin] {
        CircuitCase::new(op, &[double, double], options()).compare_some(4_000, 13);
    }
    CircuitCase::new(Op::FpToBits, &[double], options()).compare_some(1_000, 13);
}
