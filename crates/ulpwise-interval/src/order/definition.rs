//! Results of operations as roundings of exact values.

use crate::domain::{Domain, FloatDomain};
use crate::network::VarId;
use crate::propagate::Propagator;
use ulpwise_expr::OpKind;
use ulpwise_float::{Float, Format, Rational, Rounding};

/// The domain of a float that is finite for certain.
pub(super) fn finite(core: &Propagator, var: VarId) -> Option<&FloatDomain> {
    match core.domain(var) {
        Domain::Float(floats) if !floats.can_be_nan() && !floats.can_be_infinite() => Some(floats),
        _ => None,
    }
}

/// The domain of a float that is a number for certain, be it infinite.
pub(super) fn numbers(core: &Propagator, var: VarId) -> Option<&FloatDomain> {
    match core.domain(var) {
        Domain::Float(floats) if !floats.can_be_nan() => Some(floats),
        _ => None,
    }
}

pub(super) fn is_finite(core: &Propagator, var: VarId) -> bool {
    finite(core, var).is_some()
}

/// The least and the greatest number, as reals.
pub(super) fn real_hull(floats: &FloatDomain) -> Option<(Rational, Rational)> {
    Some((floats.lowest()?.to_rational()?, floats.highest()?.to_rational()?))
}

/// The single value of a variable as a real.
pub(super) fn constant(core: &Propagator, var: VarId) -> Option<Rational> {
    let (low, high) = real_hull(finite(core, var)?)?;
    (low == high).then_some(low)
}

/// 1 or -1 if all values have that sign, none being zero.
pub(super) fn sign(core: &Propagator, var: VarId) -> Option<i8> {
    let (low, high) = real_hull(finite(core, var)?)?;
    if low > Rational::ZERO {
        Some(1)
    } else if high < Rational::ZERO {
        Some(-1)
    } else {
        None
    }
}

/// How a result comes about.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub(super) kind: OpKind,
    /// The mode, if it is known and the result is rounded.
    pub(super) mode: Option<Rounding>,
    /// The floats that it is computed from.
    pub(super) operands: Vec<VarId>,
    /// The variables whose domains this rests on.
    pub(super) reasons: Vec<VarId>,
}

/// How a variable that is a result of rounding, or the same as or the opposite of another, comes
/// about.
pub(super) fn find_definition(core: &Propagator, var: VarId) -> Option<Definition> {
    let constraint = core.network.definition(var)?;
    let kind = core.network.constraint(constraint).op.kind();
    let arguments = core.network.arguments(constraint);
    match (kind, arguments) {
        (
            OpKind::FpAdd
            | OpKind::FpSub
            | OpKind::FpMul
            | OpKind::FpDiv
            | OpKind::FpFma
            | OpKind::FpSqrt
            | OpKind::FpRoundToIntegral
            | OpKind::FpFromFp,
            [mode, operands @ ..],
        ) => {
            let Domain::Rounding(modes) = core.domain(*mode) else { return None };
            let only = modes.modes().next().filter(|_| modes.cardinality() == 1)?;
            let reasons = vec![*mode];
            Some(Definition { kind, mode: Some(only), operands: operands.to_vec(), reasons })
        }
        (OpKind::FpNeg, &[x]) => {
            Some(Definition { kind, mode: None, operands: vec![x], reasons: Vec::new() })
        }
        (OpKind::Ite, &[condition, then, otherwise]) => {
            let Domain::Bool(truth) = core.domain(condition) else { return None };
            let branch = if truth.singleton_value()? { then } else { otherwise };
            Some(Definition { kind, mode: None, operands: vec![branch], reasons: vec![condition] })
        }
        _ => None,
    }
}

impl Definition {
    /// The exact value before rounding as a sum of operands times factors. The variables whose
    /// single values are among the factors are added to the reasons.
    pub(super) fn linear(&mut self, core: &Propagator) -> Option<Vec<(VarId, Rational)>> {
        let one = Rational::ONE;
        Some(match (self.kind, &self.operands[..]) {
            (OpKind::FpAdd, &[x, y]) => vec![(x, one.clone()), (y, one)],
            (OpKind::FpSub, &[x, y]) => vec![(x, one.clone()), (y, -one)],
            (OpKind::FpFromFp | OpKind::Ite | OpKind::FpRoundToIntegral, &[x]) => vec![(x, one)],
            (OpKind::FpNeg, &[x]) => vec![(x, -one)],
            (OpKind::FpMul, &[x, y]) => vec![self.product(core, x, y)?],
            (OpKind::FpFma, &[x, y, z]) => vec![self.product(core, x, y)?, (z, one)],
            (OpKind::FpDiv, &[x, y]) => {
                let divisor = constant(core, y).filter(|divisor| *divisor != Rational::ZERO)?;
                self.reasons.push(y);
                vec![(x, one / divisor)]
            }
            _ => return None,
        })
    }

    fn product(&mut self, core: &Propagator, x: VarId, y: VarId) -> Option<(VarId, Rational)> {
        let (factor, value, other) = match constant(core, x) {
            Some(value) => (x, value, y),
            None => (y, constant(core, y)?, x),
        };
        self.reasons.push(factor);
        Some((other, value))
    }
}

/// Whether every number of `source` times the factor is a float of the format of `target`. Only
/// factors that are powers of two from one up are recognised.
pub(super) fn multiples_are_floats(source: &FloatDomain, factor: &Rational, target: &FloatDomain) -> bool {
    let (from, to) = (source.format(), target.format());
    let fits = from.significand_bits() <= to.significand_bits() && from.exponent_bits() <= to.exponent_bits();
    let magnitude = if *factor < Rational::ZERO { -factor.clone() } else { factor.clone() };
    if !fits || !is_large_power_of_two(&magnitude) {
        return false;
    }
    let Some((low, high)) = real_hull(source) else { return false };
    let Some(limit) = Float::max_finite(to, false).to_rational() else { return false };
    low * &magnitude >= -limit.clone() && high * magnitude <= limit
}

/// Whether a number is 1, 2, 4 or another power of two that doubles have.
fn is_large_power_of_two(number: &Rational) -> bool {
    let (nearest, _) = Float::from_rational(Format::F64, number, Rounding::NearestEven);
    let fraction = nearest.to_f64().to_bits() & ((1 << 52) - 1);
    *number >= Rational::ONE && fraction == 0 && nearest.to_rational().as_ref() == Some(number)
}
