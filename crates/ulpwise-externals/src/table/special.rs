//! Error, gamma and Bessel functions.

use super::elementary::{COMPLEMENTARY_ERROR, SIGMOID};
use super::{UNDERFLOW, math};
use crate::function::LibmFunction as F;
use crate::math::{ArgumentSet, ErrnoRule, MathShape, Parity};
use crate::names::{External, Names};

const AT_ZERO: ArgumentSet = ArgumentSet::Points(&[0.0]);
const NEGATIVE: ArgumentSet = ArgumentSet::Below(0.0);

pub(super) const TABLE: &[External] = &[
    math("erf", MathShape::Unary)
        .id(F::Erf)
        .total()
        .zeros(&[0.0])
        .pieces(SIGMOID)
        .parity(Parity::Odd)
        .range(-1.0, 1.0)
        .raises(UNDERFLOW)
        .errno(ErrnoRule::DomainAndRange)
        .ulps(1, 1),
    math("erfc", MathShape::Unary)
        .id(F::Erfc)
        .total()
        .pieces(COMPLEMENTARY_ERROR)
        .range(0.0, 2.0)
        .raises(UNDERFLOW)
        .ulps(5, 6),
    math("lgamma", MathShape::LogGamma)
        .id(F::Lgamma)
        .invalid(ArgumentSet::Empty)
        .poles(ArgumentSet::NonPositiveIntegers),
    math("gamma", MathShape::LogGamma).invalid(ArgumentSet::Empty).poles(ArgumentSet::NonPositiveIntegers),
    math("lgamma_r", MathShape::IntOutput)
        .invalid(ArgumentSet::Empty)
        .poles(ArgumentSet::NonPositiveIntegers)
        .finite(),
    math("tgamma", MathShape::Unary).id(F::Tgamma).invalid(ArgumentSet::NegativeIntegers).poles(AT_ZERO),
    math("j0", MathShape::Unary).id(F::J0).total().parity(Parity::Even).finite(),
    math("j1", MathShape::Unary).id(F::J1).total().parity(Parity::Odd).finite(),
    math("jn", MathShape::IntFirst).total().finite(),
    math("y0", MathShape::Unary).id(F::Y0).invalid(NEGATIVE).poles(AT_ZERO).finite(),
    math("y1", MathShape::Unary).id(F::Y1).invalid(NEGATIVE).poles(AT_ZERO).finite(),
    math("yn", MathShape::IntFirst).names(Names::FormatsAndFinite),
];
