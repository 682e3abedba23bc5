//! Exact values of expressions over the reals.
//!
//! [`exact_value`] encloses what an expression means without any rounding, with more and more bits
//! until the enclosure is narrow. It is the independent judge of every candidate: it knows nothing of
//! the identities that made it.

mod binary;
mod enclosure;
mod functions;
mod series;

pub(crate) use enclosure::Enclosure;

use crate::term::{Function, Math, Term};
use egg::Id;

/// Why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoValue {
    /// It has none over the reals: a division by zero, a root of a negative number.
    Undefined,
    /// That is not known with as many bits as were used.
    Undecided,
}

/// The value of an expression, if it has one.
pub(crate) type Partial = Result<Enclosure, NoValue>;

/// How many bits are tried.
const PRECISIONS: [usize; 5] = [160, 320, 700, 1500, 3200];

/// How many leading bits of an exact value are wanted.
pub(crate) const WANTED_BITS: i64 = 90;

/// The value of one operation on exact values.
pub(crate) fn exact_operation(
    node: &Math,
    value: impl Fn(Id) -> Partial,
    inputs: &[f64],
    bits: usize,
) -> Partial {
    let enclosure = match node {
        Math::Variable(index) => Enclosure::from_f64(inputs[index.0 as usize]),
        Math::Constant(constant) => Enclosure::from_f64(constant.value()),
        Math::Add([a, b]) => value(*a)?.plus(&value(*b)?, bits),
        Math::Sub([a, b]) if a == b => value(*a).map(|_| Enclosure::integer(0))?,
        Math::Sub([a, b]) => value(*a)?.minus(&value(*b)?, bits),
        Math::Mul([a, b]) if a == b => value(*a)?.squared(bits),
        Math::Mul([a, b]) => value(*a)?.times(&value(*b)?, bits),
        Math::Div([a, b]) => {
            let (a, b) = (value(*a)?, value(*b)?);
            if b.is_zero() {
                return Err(NoValue::Undefined);
            }
            a.over(&b, bits).ok_or(NoValue::Undecided)?
        }
        Math::Neg(a) => value(*a)?.negated(),
        Math::Fma([a, b, c]) => value(*a)?.times(&value(*b)?, 2 * bits).plus(&value(*c)?, bits),
        Math::Pow([a, b]) => functions::pow(&value(*a)?, &value(*b)?, bits)?,
        Math::Hypot([a, b]) => {
            value(*a)?.squared(bits + 8).plus(&value(*b)?.squared(bits + 8), bits + 8).sqrt(bits)
        }
        Math::Atan2([a, b]) => functions::atan2(&value(*a)?, &value(*b)?, bits)?,
        Math::Max([a, b]) => value(*a)?.max(&value(*b)?),
        Math::Min([a, b]) => value(*a)?.min(&value(*b)?),
        Math::Call(function, [a]) => exact_function(*function, &value(*a)?, bits)?,
    };
    Ok(enclosure)
}

fn exact_function(function: Function, x: &Enclosure, bits: usize) -> Partial {
    Ok(match function {
        Function::Sqrt => functions::sqrt(x, bits)?,
        Function::Cbrt => functions::cbrt(x, bits)?,
        Function::Abs => x.abs(),
        Function::Exp => functions::exp(x, bits),
        Function::Exp2 => functions::pow(&Enclosure::integer(2), x, bits)?,
        Function::Expm1 => functions::expm1(x, bits),
        Function::Log => functions::ln(x, bits)?,
        Function::Log2 => functions::log_to_base(x, 2, bits)?,
        Function::Log10 => functions::log_to_base(x, 10, bits)?,
        Function::Log1p => functions::log1p(x, bits)?,
        Function::Sin => functions::sin_cos(x, bits).0,
        Function::Cos => functions::sin_cos(x, bits).1,
        Function::Tan => functions::tan(x, bits)?,
        Function::Asin => functions::asin(x, bits)?,
        Function::Acos => functions::acos(x, bits)?,
        Function::Atan => functions::atan(x, bits),
        Function::Sinh => functions::sinh(x, bits),
        Function::Cosh => functions::cosh(x, bits),
        Function::Tanh => functions::tanh(x, bits),
        Function::Asinh => functions::asinh(x, bits)?,
        Function::Acosh => functions::acosh(x, bits)?,
        Function::Atanh => functions::atanh(x, bits)?,
    })
}

/// The values of all parts of a term at a point, with so many bits.
pub(crate) fn exact_parts(term: &Term, inputs: &[f64], bits: usize) -> Vec<Partial> {
    let mut values: Vec<Partial> = Vec::with_capacity(term.len());
    for (_, node) in term.items() {
        let next = exact_operation(node, |id| values[usize::from(id)].clone(), inputs, bits);
        values.push(next);
    }
    values
}

/// What a term means at a point, with as many bits as it takes.
pub(crate) fn exact_value(term: &Term, inputs: &[f64]) -> Partial {
    let mut last = Err(NoValue::Undecided);
    for bits in PRECISIONS {
        last = exact_parts(term, inputs, bits).pop().unwrap_or(Err(NoValue::Undecided));
        match &last {
            Ok(enclosure) if enclosure.is_tight(WANTED_BITS) => break,
            Err(NoValue::Undefined) => break,
            _ => {}
        }
    }
    last
}
