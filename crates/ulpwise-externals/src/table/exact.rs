//! Functions whose results IEEE 754 or C define exactly: roots, remainders, roundings, parts of
//! numbers, neighbours, scaling.

use super::{DIVIDE_BY_ZERO, INFINITY, INVALID, OVERFLOW, UNDERFLOW, math};
use crate::exception::Exceptions;
use crate::math::{ArgumentSet, ErrnoRule, MathShape, Parity};
use crate::names::{External, FloatType, Names};

const NONE: Exceptions = Exceptions::NONE;

/// Rounds to an integer, and raises nothing but *inexact*.
const fn integral(name: &'static str) -> External {
    math(name, MathShape::Unary)
        .total()
        .parity(Parity::Neither)
        .raises(NONE)
        .errno(ErrnoRule::Untouched)
        .intrinsic_named(name)
}

/// One of its two arguments.
const fn choice(name: &'static str) -> External {
    math(name, MathShape::Binary).total().raises(NONE).errno(ErrnoRule::Untouched)
}

const fn remainder(name: &'static str, shape: MathShape) -> External {
    math(name, shape)
        .invalid(ArgumentSet::ImpossibleDivisions)
        .poles(ArgumentSet::Empty)
        .raises(INVALID.union(UNDERFLOW))
}

const fn scaling(name: &'static str, shape: MathShape) -> External {
    math(name, shape).total().raises(OVERFLOW.union(UNDERFLOW)).errno(ErrnoRule::Scaling)
}

/// To `long` or `long long`; invalid beyond its range.
const fn to_long(name: &'static str) -> External {
    math(name, MathShape::ToLong)
        .poles(ArgumentSet::Empty)
        .raises(INVALID)
        .errno(ErrnoRule::Untouched)
        .intrinsic()
}

const fn classification(name: &'static str) -> External {
    math(name, MathShape::ToInt).quiet()
}

/// Delivers a narrower format than it takes.
const fn narrowing(name: &'static str, count: u8, names: &'static [(&'static str, FloatType)]) -> External {
    math(name, MathShape::Narrowing(count)).names(Names::Listed(names)).no_site()
}

use FloatType::{Double, Float, LongDouble, Quad};

pub(super) const TABLE: &[External] = &[
    math("sqrt", MathShape::Unary)
        .invalid(ArgumentSet::Below(0.0))
        .poles(ArgumentSet::Empty)
        .zeros(&[0.0])
        .range(0.0, INFINITY)
        .raises(INVALID)
        .errno(ErrnoRule::Domain)
        .finite(),
    math("fma", MathShape::Ternary).raises(INVALID.union(OVERFLOW).union(UNDERFLOW)),
    remainder("fmod", MathShape::Binary).errno(ErrnoRule::Domain).finite(),
    remainder("remainder", MathShape::Binary).errno(ErrnoRule::Domain).finite(),
    remainder("drem", MathShape::Binary).errno(ErrnoRule::Domain),
    remainder("remquo", MathShape::BinaryIntOutput).errno(ErrnoRule::Untouched),
    math("fdim", MathShape::Binary).errno(ErrnoRule::Range),
    choice("fmin"),
    choice("fmax"),
    choice("fmaximum"),
    choice("fmaximum_num"),
    choice("fminimum"),
    choice("fminimum_num"),
    choice("fmaximum_mag").no_site(),
    choice("fmaximum_mag_num").no_site(),
    choice("fminimum_mag").no_site(),
    choice("fminimum_mag_num").no_site(),
    choice("fmaxmag").no_site(),
    choice("fminmag").no_site(),
    integral("ceil"),
    integral("floor"),
    integral("nearbyint"),
    integral("rint"),
    integral("round"),
    integral("roundeven"),
    integral("trunc"),
    to_long("lrint"),
    to_long("llrint"),
    to_long("lround"),
    to_long("llround"),
    math("frexp", MathShape::IntOutput).total().raises(NONE).errno(ErrnoRule::Untouched).intrinsic(),
    math("modf", MathShape::FloatOutput).total().raises(NONE).errno(ErrnoRule::Untouched).intrinsic(),
    math("logb", MathShape::Unary)
        .invalid(ArgumentSet::Empty)
        .poles(ArgumentSet::Points(&[0.0]))
        .raises(DIVIDE_BY_ZERO)
        .errno(ErrnoRule::Untouched),
    math("ilogb", MathShape::ToInt).poles(ArgumentSet::Empty).raises(INVALID).errno(ErrnoRule::NoExponent),
    math("llogb", MathShape::ToLong),
    math("significand", MathShape::Unary),
    math("nextup", MathShape::Unary).total().raises(UNDERFLOW).errno(ErrnoRule::Untouched),
    math("nextdown", MathShape::Unary).total().raises(UNDERFLOW).errno(ErrnoRule::Untouched),
    math("nextafter", MathShape::Binary),
    math("nexttoward", MathShape::Toward),
    scaling("ldexp", MathShape::WithInt).intrinsic(),
    scaling("scalbn", MathShape::WithInt),
    scaling("scalbln", MathShape::WithLong),
    math("scalb", MathShape::Binary).finite(),
    math("__powi", MathShape::WithInt).errno(ErrnoRule::Untouched).intrinsic_named("powi").names(
        Names::Listed(&[
            ("__powidf2", Double),
            ("__powisf2", Float),
            ("__powixf2", LongDouble),
            ("__powitf2", Quad),
        ]),
    ),
    math("fabs", MathShape::Unary).quiet().parity(Parity::Even).range(0.0, INFINITY).zeros(&[0.0]),
    math("copysign", MathShape::Binary).quiet(),
    classification("isnan"),
    classification("__isnan"),
    classification("isinf"),
    classification("__isinf"),
    classification("finite"),
    classification("__finite"),
    classification("__fpclassify"),
    classification("__issignaling"),
    classification("__signbit"),
    classification("__iscanonical"),
    math("__iseqsig", MathShape::BinaryToInt).no_site(),
    math("fromfp", MathShape::ToFixed).no_site(),
    math("fromfpx", MathShape::ToFixed).no_site(),
    math("ufromfp", MathShape::ToFixed).no_site(),
    math("ufromfpx", MathShape::ToFixed).no_site(),
    math("canonicalize", MathShape::Canonicalize).no_site(),
    math("getpayload", MathShape::GetPayload).no_site(),
    math("setpayload", MathShape::SetPayload).no_site(),
    math("setpayloadsig", MathShape::SetPayload).no_site(),
    math("totalorder", MathShape::TotalOrder).no_site(),
    math("totalordermag", MathShape::TotalOrder).no_site(),
    narrowing("narrow add", 2, &[("fadd", Double), ("faddl", LongDouble), ("daddl", LongDouble)]),
    narrowing("narrow sub", 2, &[("fsub", Double), ("fsubl", LongDouble), ("dsubl", LongDouble)]),
    narrowing("narrow mul", 2, &[("fmul", Double), ("fmull", LongDouble), ("dmull", LongDouble)]),
    narrowing("narrow div", 2, &[("fdiv", Double), ("fdivl", LongDouble), ("ddivl", LongDouble)]),
    narrowing("narrow sqrt", 1, &[("fsqrt", Double), ("fsqrtl", LongDouble), ("dsqrtl", LongDouble)]),
    narrowing("narrow fma", 3, &[("ffma", Double), ("ffmal", LongDouble), ("dfmal", LongDouble)]),
];
