//! The inference checker: looks for solutions that a narrowing lost.
//!
//! It knows nothing of projections: it takes values from the domains there were, computes the
//! operator with the reference semantics of `ulpwise-expr`, and wants every solution that it meets
//! to be in the domains that are left. Small domains are enumerated, of large ones the ends and
//! random members are tried.
//!
//! It is on in debug builds and with the feature `check`.

use crate::domain::Domain;
use std::fmt;
use ulpwise_base::SplitMix64;
use ulpwise_expr::{AppliedValue, Op, Value, apply};
use ulpwise_float::Float;
use ulpwise_solver::Libm;

/// Up to so many combinations of arguments are enumerated.
const ENUMERATED: u128 = 256;
/// Otherwise so many are tried.
const SAMPLED: u128 = 12;

/// All of the first so many projections are checked, later ones now and then.
const ALL_OF_THE_FIRST: u64 = 50_000;
/// Of the later ones, one in so many.
const ONE_LATER_IN: u64 = 64;

/// Whether inferences are checked in this build.
pub(crate) const fn is_on() -> bool {
    cfg!(any(debug_assertions, feature = "check"))
}

/// Whether the projection with this number is to be checked.
pub(crate) const fn wants(number: u64) -> bool {
    is_on() && (number < ALL_OF_THE_FIRST || number.is_multiple_of(ONE_LATER_IN))
}

/// The domains of a constraint.
#[derive(Clone, Copy)]
pub struct Domains<'a> {
    /// Of the arguments.
    pub arguments: &'a [Domain],
    /// Of the result.
    pub result: &'a Domain,
    /// Which argument each is the same as, if some are.
    pub same: Option<&'a [usize]>,
}

/// A solution that a narrowing lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lost {
    op: Op,
    arguments: Vec<Value>,
    result: Value,
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {:?} is {:?}, which a projection removed", self.op, self.arguments, self.result)
    }
}

/// Looks for a solution in the old domains that is not in the new ones; `None` stands for a
/// conflict.
///
/// # Errors
/// With the first solution found.
pub fn narrowing(
    op: Op,
    old: Domains<'_>,
    new: Option<(&[Domain], &Domain)>,
    libm: Option<&Libm<'_>>,
    seed: u64,
) -> Result<(), Lost> {
    let count = old.arguments.iter().map(Domain::cardinality).fold(1, u128::saturating_mul);
    let exhaustive = count <= ENUMERATED;
    let mut random = SplitMix64::new(seed);
    for trial in 0..if exhaustive { count } else { SAMPLED } {
        let mut rest = trial;
        let arguments: Option<Vec<Value>> = old
            .arguments
            .iter()
            .map(|domain| {
                let cardinality = domain.cardinality();
                let position = if exhaustive {
                    let position = rest % cardinality;
                    rest /= cardinality;
                    position
                } else {
                    any_position(&mut random, cardinality)
                };
                member(domain, position)
            })
            .collect();
        let Some(mut arguments) = arguments else { continue };
        if let Some(same) = old.same {
            for (position, &first) in same.iter().enumerate() {
                arguments[position] = arguments[first].clone();
            }
            if arguments.iter().zip(old.arguments).any(|(value, domain)| !domain.contains(value)) {
                continue;
            }
        }
        let references: Vec<&Value> = arguments.iter().collect();
        let Some(result) = compute(op, &references, libm) else { continue };
        if !old.result.contains(&result) {
            continue;
        }
        let kept = new.is_some_and(|(domains, result_domain)| {
            result_domain.contains(&result)
                && arguments.iter().zip(domains).all(|(value, domain)| domain.contains(value))
        });
        if !kept {
            return Err(Lost { op, arguments, result });
        }
    }
    Ok(())
}

/// The value of an operator; `None` if it has none, or one of several.
fn compute(op: Op, arguments: &[&Value], libm: Option<&Libm<'_>>) -> Option<Value> {
    match (apply(op, arguments), op, arguments) {
        (AppliedValue::Value(value), _, _) => Some(value),
        (AppliedValue::Libm, Op::Libm(function), [mode, floats @ ..]) => {
            let floats: Vec<Float> = floats.iter().map(|value| value.as_float()).collect::<Option<_>>()?;
            libm?(function, mode.as_rounding()?, &floats).map(Value::float)
        }
        _ => None,
    }
}

/// Stops the program if an inference was wrong: nothing after it can be trusted.
///
/// # Panics
/// If it was.
pub(crate) fn require(checked: Result<(), Lost>) {
    if let Err(lost) = checked {
        panic!("a wrong inference: {lost}");
    }
}

/// An end more often than any other position.
fn any_position(random: &mut SplitMix64, cardinality: u128) -> u128 {
    match random.below(4) {
        0 => 0,
        1 => cardinality - 1,
        _ => {
            let wide = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
            wide % cardinality
        }
    }
}

/// The member at a position; `None` if the domain cannot tell, or has fewer than its bound says.
fn member(domain: &Domain, position: u128) -> Option<Value> {
    match domain {
        Domain::Bool(domain) => [false, true]
            .into_iter()
            .filter(|&value| domain.contains(value))
            .nth(position as usize)
            .map(Value::Bool),
        Domain::Float(domain) => domain.nth(position).map(Value::float),
        Domain::Rounding(domain) => domain.modes().nth(position as usize).map(Value::Rounding),
        Domain::BitVec(bits) => {
            let (low, _) = bits.unsigned();
            let value = low.checked_add(position)?;
            let fits = bits.width() == 128 || value >> bits.width() == 0;
            (fits && bits.contains_bits(value))
                .then(|| Value::BitVec(ulpwise_expr::BitVector::from_u128(bits.width(), value)))
        }
        Domain::Opaque(domain) => domain.singleton_value().cloned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{BoolDomain, FloatDomain, RoundingDomain};
    use crate::project::{ProjectionOutcome, project};
    use ulpwise_expr::LibmFunction;
    use ulpwise_float::{Format, Rounding};

    fn toy(low: f64, high: f64) -> Domain {
        let format = Format::new(3, 4).unwrap();
        let convert = |x| Float::from_f64(x).convert(format, Rounding::NearestEven).0;
        FloatDomain::between(convert(low), convert(high)).into()
    }

    /// What the checker says of a sum in a small format whose domains become these.
    fn sum(new: Option<[(f64, f64); 3]>) -> Result<(), Lost> {
        let mode = Domain::from(RoundingDomain::singleton(Rounding::NearestEven));
        let arguments = [mode.clone(), toy(1.0, 2.0), toy(1.0, 2.0)];
        let old = Domains { arguments: &arguments, result: &toy(0.0, 8.0), same: None };
        let new = new.map(|[x, y, z]| ([mode, toy(x.0, x.1), toy(y.0, y.1)], toy(z.0, z.1)));
        narrowing(Op::FpAdd, old, new.as_ref().map(|(arguments, result)| (&arguments[..], result)), None, 1)
    }

    #[test]
    fn wrong_inferences_are_rejected_and_right_ones_are_not() {
        assert_eq!(sum(Some([(1.0, 2.0), (1.0, 2.0), (2.0, 4.0)])), Ok(()));
        let too_small = [
            [(1.0, 2.0), (1.0, 2.0), (2.0, 3.5)],
            [(1.0, 2.0), (1.0, 2.0), (2.25, 4.0)],
            [(1.0, 1.875), (1.0, 2.0), (2.0, 4.0)],
            [(1.0, 2.0), (1.125, 2.0), (2.0, 4.0)],
        ];
        for wrong in too_small {
            assert!(sum(Some(wrong)).is_err(), "{wrong:?}");
        }
        assert!(sum(None).is_err(), "a conflict where there are solutions");
    }

    #[test]
    fn repeated_arguments_are_one_value() {
        // x - x is never one, though x - y may be.
        let mode = Domain::from(RoundingDomain::singleton(Rounding::NearestEven));
        let arguments = [mode, toy(1.0, 2.0), toy(1.0, 2.0)];
        let one = toy(1.0, 1.0);
        let check =
            |same| narrowing(Op::FpSub, Domains { arguments: &arguments, result: &one, same }, None, None, 1);
        assert!(check(None).is_err());
        assert_eq!(check(Some(&[0, 1, 1])), Ok(()));
    }

    #[test]
    fn projections_of_comparisons_pass() {
        let mut arguments = [toy(1.0, 4.0), toy(0.0, 2.0)];
        let mut result = Domain::from(BoolDomain::TRUE);
        let old = (arguments.clone(), result.clone());
        let outcome = project(Op::FpLt, &mut arguments, &mut result);
        assert!(matches!(outcome, ProjectionOutcome::Narrowed(changes) if changes.any()));
        let old = Domains { arguments: &old.0, result: &old.1, same: None };
        assert_eq!(narrowing(Op::FpLt, old, Some((&arguments, &result)), None, 1), Ok(()));
    }

    #[test]
    fn wrong_inferences_about_libm_are_rejected() {
        let host = ulpwise_testkit::libm::HostLibm::default();
        let libm = |function, rounding, arguments: &[Float]| host.deliver(function, rounding, arguments);
        let mode = Domain::from(RoundingDomain::singleton(Rounding::NearestEven));
        let range = |low: f32, high: f32| {
            Domain::from(FloatDomain::between(Float::from_f32(low), Float::from_f32(high)))
        };
        // Two hundred arguments from one upwards.
        let (first, last) = (1.0_f32, f32::from_bits(1.0_f32.to_bits() + 199));
        let check = |function, new: Option<((f32, f32), (f32, f32))>| {
            let arguments = [mode.clone(), range(first, last)];
            let old = Domains { arguments: &arguments, result: &range(-10.0, 10.0), same: None };
            let new = new.map(|(x, y)| ([mode.clone(), range(x.0, x.1)], range(y.0, y.1)));
            let new = new.as_ref().map(|(arguments, result)| (&arguments[..], result));
            narrowing(Op::Libm(function), old, new, Some(&libm), 1)
        };
        for function in [LibmFunction::Exp, LibmFunction::Sin, LibmFunction::Atan, LibmFunction::Cbrt] {
            let value =
                |x: f32| libm(function, Rounding::NearestEven, &[Float::from_f32(x)]).unwrap().to_f32();
            let (low, high) = (value(first), value(last));
            assert!(low < high);
            assert_eq!(check(function, Some(((first, last), (low, high)))), Ok(()));
            assert!(check(function, Some(((first, last), (low.next_up(), high)))).is_err());
            assert!(check(function, Some(((first, last), (low, high.next_down())))).is_err());
            assert!(check(function, Some(((first.next_up(), last), (low, high)))).is_err());
            assert!(check(function, Some(((first, last.next_down()), (low, high)))).is_err());
            assert!(check(function, None).is_err(), "a conflict where there are solutions");
        }
    }
}
