//! Elementary functions: exponentials, logarithms, powers, circular and hyperbolic functions.
//!
//! Errors are glibc's for x86-64 (`sysdeps/x86_64/fpu/libm-test-ulps`). A piece says what the exact
//! results lie within; that glibc's results to nearest do not leave it either is an assumption,
//! which `bench enclosures` tries to refute.

use super::{DIVIDE_BY_ZERO, INFINITY, INVALID, OVERFLOW, UNDERFLOW, math};
use crate::function::LibmFunction;
use crate::math::{ArgumentSet, Direction, ErrnoRule, MathShape, MonotonePiece, Parity};
use crate::names::External;

const fn rises(low: f64, high: f64, least: f64, greatest: f64) -> MonotonePiece {
    MonotonePiece { between: [low, high], direction: Direction::Rises, within: [least, greatest] }
}

const fn falls(low: f64, high: f64, least: f64, greatest: f64) -> MonotonePiece {
    MonotonePiece { between: [low, high], direction: Direction::Falls, within: [least, greatest] }
}

/// Powers of a fixed base.
const EXPONENTIAL: &[MonotonePiece] = &[rises(-INFINITY, 0.0, 0.0, 1.0), rises(0.0, INFINITY, 1.0, INFINITY)];
const EXPONENTIAL_LESS_ONE: &[MonotonePiece] =
    &[rises(-INFINITY, 0.0, -1.0, -0.0), rises(0.0, INFINITY, 0.0, INFINITY)];
const LOGARITHM: &[MonotonePiece] = &[rises(0.0, 1.0, -INFINITY, -0.0), rises(1.0, INFINITY, 0.0, INFINITY)];
const LOGARITHM_OF_ONE_MORE: &[MonotonePiece] =
    &[rises(-1.0, 0.0, -INFINITY, -0.0), rises(0.0, INFINITY, 0.0, INFINITY)];
/// Rising through zero, for all numbers.
const SIGNED: &[MonotonePiece] =
    &[rises(-INFINITY, 0.0, -INFINITY, -0.0), rises(0.0, INFINITY, 0.0, INFINITY)];
/// Rising through zero, from -1 to 1.
pub(super) const SIGMOID: &[MonotonePiece] =
    &[rises(-INFINITY, 0.0, -1.0, -0.0), rises(0.0, INFINITY, 0.0, 1.0)];
/// Rising through zero, between arguments of -1 and 1.
const SIGNED_FROM_UNIT: &[MonotonePiece] =
    &[rises(-1.0, 0.0, -INFINITY, -0.0), rises(0.0, 1.0, 0.0, INFINITY)];
const ARC_COSINE: &[MonotonePiece] = &[falls(-1.0, 1.0, 0.0, INFINITY)];
const HYPERBOLIC_COSINE: &[MonotonePiece] =
    &[falls(-INFINITY, 0.0, 1.0, INFINITY), rises(0.0, INFINITY, 1.0, INFINITY)];
const INVERSE_HYPERBOLIC_COSINE: &[MonotonePiece] = &[rises(1.0, INFINITY, 0.0, INFINITY)];
pub(super) const COMPLEMENTARY_ERROR: &[MonotonePiece] =
    &[falls(-INFINITY, 0.0, 1.0, 2.0), falls(0.0, INFINITY, 0.0, 1.0)];

const REGULAR: ErrnoRule = ErrnoRule::DomainAndRange;
const VANISHING: ErrnoRule = ErrnoRule::DomainRangeAndVanishing;

const AT_ZERO: ArgumentSet = ArgumentSet::Points(&[0.0]);

const fn unary(function: LibmFunction) -> External {
    math(function.name(), MathShape::Unary).id(function)
}

const fn binary(function: LibmFunction) -> External {
    math(function.name(), MathShape::Binary).id(function)
}

/// What all exponentials are.
const fn exponential(function: LibmFunction) -> External {
    unary(function).total().pieces(EXPONENTIAL).range(0.0, INFINITY).raises(OVERFLOW.union(UNDERFLOW))
}

/// What all logarithms are.
const fn logarithm(function: LibmFunction) -> External {
    let logarithm = unary(function).invalid(ArgumentSet::Below(0.0)).poles(AT_ZERO).zeros(&[1.0]);
    logarithm.pieces(LOGARITHM).raises(INVALID.union(DIVIDE_BY_ZERO)).errno(REGULAR)
}

/// What sine, cosine and tangent are.
const fn circular(function: LibmFunction) -> External {
    let circular = unary(function).invalid(ArgumentSet::Infinities).poles(ArgumentSet::Empty);
    circular.errno(REGULAR).intrinsic()
}

/// What is odd, zero at zero and without an error.
const fn odd(function: LibmFunction) -> External {
    unary(function).zeros(&[0.0]).parity(Parity::Odd).errno(REGULAR)
}

use LibmFunction as F;

pub(super) const TABLE: &[External] = &[
    exponential(F::Exp).ulps(1, 1).errno(VANISHING).inverse(F::Log).intrinsic().finite(),
    exponential(F::Exp2).ulps(1, 1).errno(VANISHING).inverse(F::Log2).intrinsic().finite(),
    exponential(F::Exp10).ulps(3, 1).inverse(F::Log10).intrinsic().finite(),
    // An old name of `exp10`.
    math("pow10", MathShape::Unary).total().range(0.0, INFINITY).raises(OVERFLOW.union(UNDERFLOW)),
    unary(F::Expm1)
        .total()
        .zeros(&[0.0])
        .pieces(EXPONENTIAL_LESS_ONE)
        .range(-1.0, INFINITY)
        .raises(OVERFLOW.union(UNDERFLOW))
        .ulps(1, 2)
        .inverse(F::Log1p),
    math("exp2m1", MathShape::Unary).total().range(-1.0, INFINITY).raises(OVERFLOW.union(UNDERFLOW)),
    math("exp10m1", MathShape::Unary).total().range(-1.0, INFINITY).raises(OVERFLOW.union(UNDERFLOW)),
    logarithm(F::Log).ulps(1, 2).inverse(F::Exp).intrinsic().finite(),
    logarithm(F::Log2).ulps(3, 3).inverse(F::Exp2).intrinsic().finite(),
    logarithm(F::Log10).ulps(2, 3).inverse(F::Exp10).intrinsic().finite(),
    unary(F::Log1p)
        .invalid(ArgumentSet::Below(-1.0))
        .poles(ArgumentSet::Points(&[-1.0]))
        .zeros(&[0.0])
        .pieces(LOGARITHM_OF_ONE_MORE)
        .raises(INVALID.union(DIVIDE_BY_ZERO).union(UNDERFLOW))
        .errno(REGULAR)
        .ulps(2, 2)
        .inverse(F::Expm1),
    math("logp1", MathShape::Unary).raises(INVALID.union(DIVIDE_BY_ZERO).union(UNDERFLOW)),
    math("log2p1", MathShape::Unary).raises(INVALID.union(DIVIDE_BY_ZERO).union(UNDERFLOW)),
    math("log10p1", MathShape::Unary).raises(INVALID.union(DIVIDE_BY_ZERO).union(UNDERFLOW)),
    binary(F::Pow)
        .invalid(ArgumentSet::FractionalPowers)
        .poles(ArgumentSet::NegativePowersOfZero)
        .zeros(&[0.0])
        .errno(ErrnoRule::Power)
        .ulps(1, 1)
        .intrinsic()
        .finite(),
    circular(F::Sin)
        .zeros(&[0.0])
        .parity(Parity::Odd)
        .range(-1.0, 1.0)
        .raises(INVALID.union(UNDERFLOW))
        .ulps(1, 1)
        .inverse(F::Asin),
    circular(F::Cos).parity(Parity::Even).range(-1.0, 1.0).raises(INVALID).ulps(1, 1).inverse(F::Acos),
    // No float is so near to an odd multiple of half pi that its tangent overflows.
    circular(F::Tan)
        .zeros(&[0.0])
        .parity(Parity::Odd)
        .raises(INVALID.union(UNDERFLOW))
        .ulps(1, 2)
        .inverse(F::Atan),
    math("sincos", MathShape::TwoOutputs)
        .invalid(ArgumentSet::Infinities)
        .poles(ArgumentSet::Empty)
        .range(-1.0, 1.0)
        .errno(REGULAR)
        .intrinsic(),
    odd(F::Asin)
        .invalid(ArgumentSet::Beyond(1.0))
        .poles(ArgumentSet::Empty)
        .pieces(SIGNED_FROM_UNIT)
        .range(-1.6, 1.6)
        .raises(INVALID.union(UNDERFLOW))
        .ulps(2, 1)
        .inverse(F::Sin)
        .intrinsic()
        .finite(),
    unary(F::Acos)
        .invalid(ArgumentSet::Beyond(1.0))
        .poles(ArgumentSet::Empty)
        .zeros(&[1.0])
        .pieces(ARC_COSINE)
        .range(0.0, 3.2)
        .raises(INVALID)
        .errno(REGULAR)
        .ulps(1, 1)
        .inverse(F::Cos)
        .intrinsic()
        .finite(),
    odd(F::Atan)
        .total()
        .pieces(SIGNED)
        .range(-1.6, 1.6)
        .raises(UNDERFLOW)
        .ulps(1, 2)
        .inverse(F::Tan)
        .intrinsic(),
    binary(F::Atan2).total().range(-3.2, 3.2).raises(UNDERFLOW).ulps(1, 2).intrinsic().finite(),
    odd(F::Sinh)
        .total()
        .pieces(SIGNED)
        .raises(OVERFLOW.union(UNDERFLOW))
        .ulps(3, 3)
        .inverse(F::Asinh)
        .intrinsic()
        .finite(),
    unary(F::Cosh)
        .total()
        .pieces(HYPERBOLIC_COSINE)
        .parity(Parity::Even)
        .range(1.0, INFINITY)
        .raises(OVERFLOW)
        .errno(REGULAR)
        .ulps(3, 2)
        .inverse(F::Acosh)
        .intrinsic()
        .finite(),
    odd(F::Tanh)
        .total()
        .pieces(SIGMOID)
        .range(-1.0, 1.0)
        .raises(UNDERFLOW)
        .ulps(3, 3)
        .inverse(F::Atanh)
        .intrinsic(),
    odd(F::Asinh).total().pieces(SIGNED).raises(UNDERFLOW).ulps(3, 3).inverse(F::Sinh),
    unary(F::Acosh)
        .invalid(ArgumentSet::Below(1.0))
        .poles(ArgumentSet::Empty)
        .zeros(&[1.0])
        .pieces(INVERSE_HYPERBOLIC_COSINE)
        .range(0.0, INFINITY)
        .raises(INVALID)
        .errno(REGULAR)
        .ulps(2, 2)
        .inverse(F::Cosh)
        .finite(),
    odd(F::Atanh)
        .invalid(ArgumentSet::Beyond(1.0))
        .poles(ArgumentSet::Points(&[-1.0, 1.0]))
        .pieces(SIGNED_FROM_UNIT)
        .raises(INVALID.union(DIVIDE_BY_ZERO).union(UNDERFLOW))
        .ulps(3, 3)
        .inverse(F::Tanh)
        .finite(),
    binary(F::Hypot)
        .total()
        .range(0.0, INFINITY)
        .raises(OVERFLOW.union(UNDERFLOW))
        .errno(REGULAR)
        .ulps(1, 1)
        .finite(),
    odd(F::Cbrt).total().pieces(SIGNED).raises(crate::Exceptions::NONE).ulps(5, 1),
    // Functions of half revolutions, which C has since 2023.
    math("acospi", MathShape::Unary),
    math("asinpi", MathShape::Unary),
    math("atan2pi", MathShape::Binary),
    math("atanpi", MathShape::Unary),
    math("cospi", MathShape::Unary),
    math("sinpi", MathShape::Unary),
    math("tanpi", MathShape::Unary),
];
