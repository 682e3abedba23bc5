//! What `:pre` promises of the arguments: ranges, and conditions in C.

use crate::c::condition_in_c;
use crate::core::{Core, Expression, ExpressionKind, FpCorePrecision};
use crate::error::FpCoreError;
use crate::literal;
use ulpwise_float::Rounding;

/// The inputs of a formula.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Domain {
    /// Names in C with the least and the greatest value.
    pub ranges: Vec<(String, f64, f64)>,
    /// What else is promised, in C.
    pub conditions: Vec<String>,
}

/// The domain of a formula.
///
/// # Errors
/// What is promised is no condition.
pub fn domain(core: &Core) -> Result<Domain, FpCoreError> {
    let mut bounds = vec![(None, None); core.arguments.len()];
    let mut conditions = Vec::new();
    let mut open: Vec<&Expression> = core.precondition.iter().collect();
    while let Some(expression) = open.pop() {
        match &expression.kind {
            ExpressionKind::Apply(operator, operands) if operator == "and" => {
                open.extend(operands.iter().rev());
            }
            _ if add_bounds(core, expression, &mut bounds) => {}
            _ => match condition_in_c(core, expression)? {
                Some(text) => conditions.push(text),
                None => {
                    return Err(FpCoreError::new(expression.place, "this is too much for a precondition"));
                }
            },
        }
    }
    let mut ranges = Vec::new();
    for (argument, bound) in core.arguments.iter().zip(bounds) {
        let largest = match argument.precision {
            FpCorePrecision::Binary32 => f64::from(f32::MAX),
            FpCorePrecision::Binary64 | FpCorePrecision::Binary80 => f64::MAX,
        };
        if bound != (None, None) {
            ranges.push((argument.c_name.clone(), bound.0.unwrap_or(-largest), bound.1.unwrap_or(largest)));
        }
    }
    Ok(Domain { ranges, conditions })
}

/// Whether a comparison bounds arguments by numbers and nothing else; then the bounds are kept.
fn add_bounds(core: &Core, expression: &Expression, bounds: &mut [(Option<f64>, Option<f64>)]) -> bool {
    let ExpressionKind::Apply(operator, operands) = &expression.kind else { return false };
    let (is_strict, operands): (bool, Vec<&Expression>) = match operator.as_str() {
        "<" => (true, operands.iter().collect()),
        "<=" => (false, operands.iter().collect()),
        ">" => (true, operands.iter().rev().collect()),
        ">=" => (false, operands.iter().rev().collect()),
        _ => return false,
    };
    let argument = |operand: &Expression| match &operand.kind {
        ExpressionKind::Variable(name) => core.arguments.iter().position(|one| one.name == *name),
        _ => None,
    };
    // Ascending: a number, an argument, a number.
    let number = |operand: &Expression, mode: Rounding| match &operand.kind {
        ExpressionKind::Number(number) => Some(literal::as_double(number, mode)),
        _ => None,
    };
    let mut found = Vec::new();
    for pair in operands.windows(2) {
        let (low, high) = (pair[0], pair[1]);
        match (argument(low), argument(high)) {
            (None, Some(at)) if !is_open(core, at, is_strict) => {
                match number(low, Rounding::TowardPositive) {
                    Some(least) if !least.is_infinite() => {
                        let excluded = is_strict && number(low, Rounding::TowardNegative) == Some(least);
                        found.push((at, true, if excluded { above(core, at, least) } else { least }));
                    }
                    _ => return false,
                }
            }
            (Some(at), None) if !is_open(core, at, is_strict) => match number(high, Rounding::TowardNegative)
            {
                Some(most) if !most.is_infinite() => {
                    let excluded = is_strict && number(high, Rounding::TowardPositive) == Some(most);
                    found.push((at, false, if excluded { -above(core, at, -most) } else { most }));
                }
                _ => return false,
            },
            _ => return false,
        }
    }
    for (at, is_least, value) in found {
        let (least, most) = &mut bounds[at];
        if is_least {
            *least = Some(least.map_or(value, |known| known.max(value)));
        } else {
            *most = Some(most.map_or(value, |known| known.min(value)));
        }
    }
    true
}

/// Whether the end of an open range is no double: numbers lie between any two of them.
fn is_open(core: &Core, argument: usize, is_strict: bool) -> bool {
    is_strict && core.arguments[argument].precision == FpCorePrecision::Binary80
}

/// The next number above, in the precision of the argument.
fn above(core: &Core, argument: usize, value: f64) -> f64 {
    match core.arguments[argument].precision {
        FpCorePrecision::Binary32 if f64::from(value as f32) == value => f64::from((value as f32).next_up()),
        FpCorePrecision::Binary32 | FpCorePrecision::Binary80 => value,
        FpCorePrecision::Binary64 => value.next_up(),
    }
}
