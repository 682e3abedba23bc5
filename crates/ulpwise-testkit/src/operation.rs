//! The operations by name, and what `ulpwise-float` answers to each.

use std::cmp::Ordering;
use ulpwise_float::{Env, Flags, Float, Format};

/// An operation on data of one format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "named after the methods of `ulpwise_float::Float`")]
pub enum Operation {
    Add,
    Sub,
    Mul,
    Div,
    Fma,
    Sqrt,
    Remainder,
    Fmod,
    RoundToIntegral,
    RoundToIntegralExact,
    SmtlibMin,
    SmtlibMax,
    Fmin,
    Fmax,
    Minimum,
    Maximum,
    MinimumNumber,
    MaximumNumber,
    CompareQuiet,
    CompareSignaling,
    Negate,
    Abs,
    CopySign,
    NextUp,
    NextDown,
    Ilogb,
    Logb,
    Scalbn(i64),
    Convert(Format),
    /// To a signed integer of so many bits, at most 128.
    ToSigned(u32),
    /// To an unsigned integer of so many bits, at most 127.
    ToUnsigned(u32),
}

/// What an operation delivers besides flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReferenceAnswer {
    /// A datum, compared bit by bit.
    Float(Float),
    /// How two data compare.
    Order(Option<Ordering>),
    /// An integer, or `None` where there is none.
    Integer(Option<i128>),
}

impl Operation {
    /// Every operation with one operand that has no parameter.
    pub const UNARY: [Operation; 9] = [
        Operation::Sqrt,
        Operation::RoundToIntegral,
        Operation::RoundToIntegralExact,
        Operation::Negate,
        Operation::Abs,
        Operation::NextUp,
        Operation::NextDown,
        Operation::Ilogb,
        Operation::Logb,
    ];

    /// Every operation with two operands.
    pub const BINARY: [Operation; 17] = [
        Operation::Add,
        Operation::Sub,
        Operation::Mul,
        Operation::Div,
        Operation::Remainder,
        Operation::Fmod,
        Operation::SmtlibMin,
        Operation::SmtlibMax,
        Operation::Fmin,
        Operation::Fmax,
        Operation::Minimum,
        Operation::Maximum,
        Operation::MinimumNumber,
        Operation::MaximumNumber,
        Operation::CompareQuiet,
        Operation::CompareSignaling,
        Operation::CopySign,
    ];

    /// The number of operands.
    pub fn arity(self) -> usize {
        if self == Operation::Fma {
            3
        } else if Operation::BINARY.contains(&self) {
            2
        } else {
            1
        }
    }

    /// What `ulpwise-float` answers; takes the first operands it needs.
    pub fn evaluate(self, operands: [Float; 3], env: Env) -> (ReferenceAnswer, Flags) {
        let [x, y, z] = operands;
        let (float, flags) = match self {
            Operation::Add => x.add(y, env),
            Operation::Sub => x.sub(y, env),
            Operation::Mul => x.mul(y, env),
            Operation::Div => x.div(y, env),
            Operation::Fma => x.fma(y, z, env),
            Operation::Sqrt => x.sqrt(env),
            Operation::Remainder => x.remainder(y, env),
            Operation::Fmod => x.fmod(y, env),
            Operation::RoundToIntegral => x.round_to_integral(env),
            Operation::RoundToIntegralExact => x.round_to_integral_exact(env),
            Operation::SmtlibMin => (x.smtlib_min(y), Flags::NONE),
            Operation::SmtlibMax => (x.smtlib_max(y), Flags::NONE),
            Operation::Fmin => x.fmin(y, env),
            Operation::Fmax => x.fmax(y, env),
            Operation::Minimum => x.minimum(y, env),
            Operation::Maximum => x.maximum(y, env),
            Operation::MinimumNumber => x.minimum_number(y, env),
            Operation::MaximumNumber => x.maximum_number(y, env),
            Operation::Negate => (x.negate(), Flags::NONE),
            Operation::Abs => (x.abs(), Flags::NONE),
            Operation::CopySign => (x.copy_sign(y), Flags::NONE),
            Operation::NextUp => x.next_up(env),
            Operation::NextDown => x.next_down(env),
            Operation::Logb => x.logb(env),
            Operation::Scalbn(power) => x.scalbn(power, env),
            Operation::Convert(format) => x.convert(format, env),
            Operation::CompareQuiet => return order(x.compare_quiet(y)),
            Operation::CompareSignaling => return order(x.compare_signaling(y)),
            Operation::Ilogb => return (ReferenceAnswer::Integer(x.ilogb().map(i128::from)), Flags::NONE),
            Operation::ToSigned(width) => {
                let (integer, flags) = x.to_i128(width, env);
                return (ReferenceAnswer::Integer(integer), flags);
            }
            Operation::ToUnsigned(width) => {
                let (integer, flags) = x.to_u128(width, env);
                return (ReferenceAnswer::Integer(integer.map(|value| value as i128)), flags);
            }
        };
        (ReferenceAnswer::Float(float), flags)
    }
}

fn order((ordering, flags): (Option<Ordering>, Flags)) -> (ReferenceAnswer, Flags) {
    (ReferenceAnswer::Order(ordering), flags)
}
