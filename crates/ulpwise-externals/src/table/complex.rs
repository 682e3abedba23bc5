//! Complex functions, and what compilers call for complex products and quotients. Nothing is known
//! of where they raise what.

use super::math;
use crate::math::MathShape;
use crate::names::FloatType::{Double, Float, LongDouble, Quad};
use crate::names::{External, Names};

const fn unary(name: &'static str) -> External {
    math(name, MathShape::ComplexUnary)
}

pub(super) const TABLE: &[External] = &[
    math("cabs", MathShape::ComplexToReal),
    math("carg", MathShape::ComplexToReal),
    unary("cacos"),
    unary("cacosh"),
    unary("casin"),
    unary("casinh"),
    unary("catan"),
    unary("catanh"),
    unary("ccos"),
    unary("ccosh"),
    unary("cexp"),
    unary("clog"),
    unary("clog10"),
    unary("csin"),
    unary("csinh"),
    unary("csqrt"),
    unary("ctan"),
    unary("ctanh"),
    math("cpow", MathShape::ComplexBinary),
    unary("conj").quiet(),
    unary("cproj").quiet(),
    math("cimag", MathShape::ComplexToReal).quiet(),
    math("creal", MathShape::ComplexToReal).quiet(),
    math("complex product", MathShape::PartsToComplex).names(Names::Listed(&[
        ("__muldc3", Double),
        ("__mulsc3", Float),
        ("__mulxc3", LongDouble),
        ("__multc3", Quad),
    ])),
    math("complex quotient", MathShape::PartsToComplex).names(Names::Listed(&[
        ("__divdc3", Double),
        ("__divsc3", Float),
        ("__divxc3", LongDouble),
        ("__divtc3", Quad),
    ])),
];
