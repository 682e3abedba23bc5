//! Facts about functions of the mathematical library.

use crate::exception::{Exception, Exceptions};
use crate::function::LibmFunction;

/// The parameters and results, for the format that the name's suffix says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MathShape {
    /// A float of a float.
    Unary,
    /// A float of two floats.
    Binary,
    /// A float of three floats.
    Ternary,
    /// A float of a float and an `int`.
    WithInt,
    /// A float of a float and a `long`.
    WithLong,
    /// A float of an `int` and a float.
    IntFirst,
    /// A float of a float and a `long double`.
    Toward,
    /// An `int` of a float.
    ToInt,
    /// A `long` or `long long` of a float.
    ToLong,
    /// An `int` of two floats.
    BinaryToInt,
    /// A float of a float, and an `int` through a pointer.
    IntOutput,
    /// A float of a float, and another one through a pointer.
    FloatOutput,
    /// Two floats of a float, both through pointers.
    TwoOutputs,
    /// A float of two floats, and an `int` through a pointer.
    BinaryIntOutput,
    /// A float of a float, and a sign in `signgam`.
    LogGamma,
    /// An integer of a float, a rounding direction and a width.
    ToFixed,
    /// An `int`, and a float through a pointer, of a float behind a pointer.
    Canonicalize,
    /// A float of a float behind a pointer.
    GetPayload,
    /// An `int`, and a float through a pointer, of a float.
    SetPayload,
    /// An `int` of two floats behind pointers.
    TotalOrder,
    /// A complex number of one.
    ComplexUnary,
    /// A complex number of two.
    ComplexBinary,
    /// A float of a complex number.
    ComplexToReal,
    /// A complex number of the parts of two.
    PartsToComplex,
    /// A narrower float of so many floats.
    Narrowing(u8),
}

/// What a function stores through a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MathOutput {
    /// An `int`.
    Int,
    /// A float of the function's format.
    Float,
}

impl MathShape {
    /// What the function stores through its last parameters, in order.
    pub const fn outputs(self) -> &'static [MathOutput] {
        match self {
            MathShape::IntOutput | MathShape::BinaryIntOutput => &[MathOutput::Int],
            MathShape::FloatOutput => &[MathOutput::Float],
            MathShape::TwoOutputs => &[MathOutput::Float, MathOutput::Float],
            _ => &[],
        }
    }
}

/// A set of arguments, the NaN apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ArgumentSet {
    /// No argument.
    Empty,
    /// Numbers below a bound, minus infinity included.
    Below(f64),
    /// Numbers whose magnitude is greater than a bound, infinities included.
    Beyond(f64),
    /// Both infinities.
    Infinities,
    /// These numbers; zero stands for both zeros.
    Points(&'static [f64]),
    /// Integers below zero, and minus infinity.
    NegativeIntegers,
    /// Integers up to zero.
    NonPositiveIntegers,
    /// Of a base and an exponent: the base is finite and below zero, the exponent finite and no
    /// integer.
    FractionalPowers,
    /// Of a base and an exponent: the base is zero, the exponent below zero and not infinite.
    NegativePowersOfZero,
    /// Of a dividend and a divisor: the dividend is infinite or the divisor zero.
    ImpossibleDivisions,
    /// Nothing is known: it may be any argument.
    Unknown,
}

impl ArgumentSet {
    /// Whether arguments are in the set; `None` if that is unknown. No argument may be the NaN.
    pub fn contains(self, arguments: &[f64]) -> Option<bool> {
        let &x = arguments.first()?;
        let second = arguments.get(1).copied();
        let is_integer = |number: f64| number.is_finite() && number.fract() == 0.0;
        Some(match self {
            ArgumentSet::Empty => false,
            ArgumentSet::Below(bound) => x < bound,
            ArgumentSet::Beyond(bound) => x.abs() > bound,
            ArgumentSet::Infinities => x.is_infinite(),
            ArgumentSet::Points(points) => points.contains(&x),
            ArgumentSet::NegativeIntegers => x == f64::NEG_INFINITY || (x < 0.0 && is_integer(x)),
            ArgumentSet::NonPositiveIntegers => x <= 0.0 && is_integer(x),
            ArgumentSet::FractionalPowers => {
                let y = second?;
                x < 0.0 && x.is_finite() && y.is_finite() && !is_integer(y)
            }
            ArgumentSet::NegativePowersOfZero => {
                let y = second?;
                x == 0.0 && y < 0.0 && y.is_finite()
            }
            ArgumentSet::ImpossibleDivisions => x.is_infinite() || second? == 0.0,
            ArgumentSet::Unknown => return None,
        })
    }
}

/// Which way a function goes on an open interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// It rises.
    Rises,
    /// It falls.
    Falls,
}

/// An open interval on which a function is monotone. Its ends are looked at as points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MonotonePiece {
    /// The interval's ends.
    pub between: [f64; 2],
    /// Which way the function goes.
    pub direction: Direction,
    /// The least and the greatest of its values. Zeros have a sign: -0 is less than +0.
    pub within: [f64; 2],
}

/// What a function does when the sign of its argument changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parity {
    /// f(-x) = -f(x).
    Odd,
    /// f(-x) = f(x).
    Even,
    /// Neither.
    Neither,
}

/// What a function leaves in `errno`, as glibc does it on x86-64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrnoRule {
    /// It is left alone.
    Untouched,
    /// `EDOM` where a NaN came of none.
    Domain,
    /// `EDOM` where a NaN came of none; to nearest, `ERANGE` where an infinity came of numbers.
    DomainAndRange,
    /// As before, and to nearest `ERANGE` where a zero came of numbers, none of them zero.
    DomainRangeAndVanishing,
    /// As before for double and long double. Of float it is unknown: `powf` sets `ERANGE` for some
    /// results that only nearly vanish.
    Power,
    /// To nearest, `ERANGE` where an infinity came of numbers.
    Range,
    /// To nearest, `ERANGE` where a finite number that is not zero became infinite or zero.
    Scaling,
    /// `EDOM` where an argument has no exponent: zero, an infinity or the NaN.
    NoExponent,
    /// Unknown.
    Unknown,
}

impl ErrnoRule {
    /// Whether the rule is one that holds for all functions that raise their flags just where their
    /// definition says: *invalid* for a NaN of none, *divide by zero* at poles, *overflow* to
    /// nearest for an infinity of numbers.
    pub const fn is_regular(self) -> bool {
        matches!(self, ErrnoRule::DomainAndRange | ErrnoRule::DomainRangeAndVanishing | ErrnoRule::Power)
    }
}

/// Facts about a function of the mathematical library.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MathFacts {
    /// Its parameters and results.
    pub shape: MathShape,
    /// Whether a call is a site: `fabs`, `copysign` and the classification functions are none.
    pub is_site: bool,
    /// Its id, if its results are only known within an error.
    pub function: Option<LibmFunction>,
    /// Where it has no value: the result is a NaN that came of none, and *invalid* is raised.
    pub invalid: ArgumentSet,
    /// Where it is infinite for finite arguments: *divide by zero* is raised.
    pub poles: ArgumentSet,
    /// The numbers as first argument at which it is exactly zero and raises nothing.
    pub zeros: &'static [f64],
    /// The pieces on which it is monotone, ascending; empty if there are none, or unknown.
    pub pieces: &'static [MonotonePiece],
    /// The least and the greatest of its exact values.
    pub range: [f64; 2],
    /// Its symmetry.
    pub parity: Parity,
    /// The function that undoes it on a piece of its range.
    pub inverse: Option<LibmFunction>,
    /// glibc's errors in ulps for double and float on x86-64 (`libm-test-ulps`), the largest over
    /// the rounding modes.
    pub ulps: Option<[u8; 2]>,
    /// What it can raise on arguments that do not signal, rounding left out.
    pub raises: Exceptions,
    /// What it leaves in `errno`.
    pub errno: ErrnoRule,
    /// The name of LLVM's intrinsic without `llvm.`, if the code generator makes a call of it.
    pub intrinsic: Option<&'static str>,
}

/// What is added to glibc's numbers: one because it counts from the correctly rounded value, which
/// is up to one ulp from the exact one in directed modes; one because it measured them on inputs of
/// its own choice.
pub const ULPS_MARGIN: u8 = 2;

impl MathFacts {
    /// What holds of any function of that shape.
    pub(crate) const fn unknown(shape: MathShape) -> MathFacts {
        MathFacts {
            shape,
            is_site: true,
            function: None,
            invalid: ArgumentSet::Unknown,
            poles: ArgumentSet::Unknown,
            zeros: &[],
            pieces: &[],
            range: [f64::NEG_INFINITY, f64::INFINITY],
            parity: Parity::Neither,
            inverse: None,
            ulps: None,
            raises: Exceptions::LIBRARY,
            errno: ErrnoRule::Unknown,
            intrinsic: None,
        }
    }

    /// What it can raise on any arguments: those that signal make every function invalid.
    pub const fn raises_on_any(&self) -> Exceptions {
        self.raises.with(Exception::Invalid)
    }
}
