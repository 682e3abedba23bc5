//! Dependent variables from the other side: where the argument of a function has to lie, so that
//! the function lies where it has to.
//!
//! Functions are inverted by bisection over the floats on pieces where they are monotone, with the
//! values that they deliver here. Nothing rests on libm being monotone: what comes out are places
//! to look at.

use super::linearize::solutions;
use super::sets::{FloatSet, RealSet};
use super::situation::{Problem, Situation};
use super::translate::{Constraint, Translation};
use crate::hull::{float_at, ordinal, place};
use std::cmp::Ordering;
use std::f64::consts::{FRAC_PI_2, PI};
use ulpwise_base::{Budget, Exhausted};
use ulpwise_domain::Dyadic;
use ulpwise_expr::{LibmFunction, Op, Value};
use ulpwise_float::{Float, Format};

/// Sets with more ranges are cut short.
const MAX_RANGES: usize = 8;

/// Replaces constraints on dependent variables alone by constraints on their arguments, as far as
/// functions can be inverted.
///
/// # Errors
/// If the budget ends.
pub(crate) fn invert_dependents(
    problem: &Problem<'_>,
    situation: &Situation,
    translation: &Translation,
    budget: &Budget,
) -> Result<Vec<Constraint>, Exhausted> {
    let mut constraints = translation.constraints.clone();
    // A function of a function comes after it.
    for position in (0..problem.graph.nodes.len()).rev() {
        let is_mentioned = constraints.iter().any(|constraint| constraint.variables.contains(&position));
        if !is_mentioned || problem.is_input(position) {
            continue;
        }
        let is_alone =
            |constraint: &Constraint| constraint.only_variable().is_none_or(|only| only == position);
        let mentions = |constraint: &Constraint| constraint.variables.contains(&position);
        if !constraints.iter().filter(|constraint| mentions(constraint)).all(is_alone) {
            continue;
        }
        let own: Vec<Constraint> =
            constraints.iter().filter(|constraint| mentions(constraint)).cloned().collect();
        if own.iter().any(|constraint| constraint.only_variable().is_none()) {
            continue;
        }
        let Some(wanted) = common_solutions(problem, situation, position, &own, budget)? else { continue };
        let Some((argument, set)) = preimage(problem, situation, position, &wanted, budget)? else {
            continue;
        };
        let Some(form) = translation.form(argument) else { continue };
        constraints.retain(|constraint| !constraint.variables.contains(&position));
        let constraint = Constraint::new(form.clone(), set);
        if !constraint.variables.is_empty() {
            constraints.push(constraint);
        }
    }
    Ok(constraints)
}

/// The floats at which all constraints of a variable hold.
///
/// # Errors
/// If the budget ends.
pub(crate) fn common_solutions<'c>(
    problem: &Problem<'_>,
    situation: &Situation,
    variable: usize,
    constraints: impl IntoIterator<Item = &'c Constraint>,
    budget: &Budget,
) -> Result<Option<FloatSet>, Exhausted> {
    let Some(format) = problem.graph.format(variable) else { return Ok(None) };
    let ends = match problem.is_input(variable) {
        true => finite_ends(situation, variable, format),
        false => situation.state.hull(variable).numbers(format),
    };
    let Some(ends) = ends else { return Ok(None) };
    let mut common = FloatSet::between(ends.0, ends.1);
    for Constraint { function, set, .. } in constraints {
        if let Some(found) = solutions(function, variable, set, format, ends, budget)? {
            common = common.meet(&found);
        }
    }
    Ok(Some(common))
}

/// The lowest and the highest finite number that a float can be.
pub(crate) fn finite_ends(situation: &Situation, position: usize, format: Format) -> Option<(Float, Float)> {
    let (low, high) = situation.state.hull(position).numbers(format)?;
    let largest = Float::max_finite(format, false);
    let finite =
        |float: Float| if float.is_infinite() { largest.with_sign(float.is_sign_negative()) } else { float };
    let ends = (finite(low), finite(high));
    (low.is_finite() || high.is_finite() || low != high).then_some(ends)
}

/// The argument of the function at a position, and where it has to lie so that the function lies in
/// `wanted`. `None` if more than one argument is unknown, or nothing is known about the function.
fn preimage(
    problem: &Problem<'_>,
    situation: &Situation,
    position: usize,
    wanted: &FloatSet,
    budget: &Budget,
) -> Result<Option<(usize, RealSet)>, Exhausted> {
    let Some(function) = Partial::new(problem, situation, position) else { return Ok(None) };
    let Some(result) = problem.graph.format(position) else { return Ok(None) };
    let mut set = RealSet::default();
    for piece in function.pieces() {
        for &range in wanted.ranges().iter().take(MAX_RANGES) {
            let ends = FloatSet::floats_around(range, result);
            if let Some((low, high)) = function.bisected(piece, ends, budget)? {
                let [low, high] = [low, high].map(|at| Dyadic::from_float(float_at(function.format, at)));
                if let (Some(low), Some(high)) = (low, high) {
                    set = set.or(RealSet::between(low, high));
                }
            }
        }
    }
    Ok(Some((function.argument, set)))
}

/// A function of one argument; the others are known.
struct Partial<'a> {
    problem: &'a Problem<'a>,
    op: Op,
    /// The operands, with a place for the unknown one.
    operands: Vec<Value>,
    /// Which of them it is.
    index: usize,
    /// Its position in the graph.
    argument: usize,
    format: Format,
}

impl<'a> Partial<'a> {
    fn new(problem: &'a Problem<'a>, situation: &Situation, position: usize) -> Option<Partial<'a>> {
        let node = &problem.graph.nodes[position];
        let mut unknown = None;
        let mut operands = Vec::with_capacity(node.children.len());
        for (index, &child) in node.children.iter().enumerate() {
            let value = situation.state.value(&problem.graph, child);
            if value.is_none() && unknown.replace((index, child)).is_some() {
                return None;
            }
            operands.push(value.unwrap_or(Value::Bool(false)));
        }
        let (index, argument) = unknown?;
        let format = problem.graph.format(argument)?;
        Some(Partial { problem, op: node.op, operands, index, argument, format })
    }

    /// The place of the value at a place, infinities included; `None` for NaN.
    fn at(&self, place_of_argument: i128) -> Option<i128> {
        let mut operands = self.operands.clone();
        operands[self.index] = Value::float(float_at(self.format, place_of_argument));
        match self.problem.apply(self.op, &operands)? {
            Value::Float(value) if !value.is_nan() => Some(place(ordinal(value))),
            _ => None,
        }
    }

    /// Ranges of places on which the function is monotone.
    fn pieces(&self) -> Vec<(i128, i128)> {
        let all = place(ordinal(Float::max_finite(self.format, false)));
        let at = |value: f64| {
            let float = Float::from_f64(value).convert(self.format, ulpwise_float::Rounding::TowardZero).0;
            place(ordinal(float))
        };
        use LibmFunction as L;
        let (positive, both) = ((0, all), vec![(-all, 0), (0, all)]);
        match self.op {
            Op::FpSqrt => vec![positive],
            Op::FpRoundToIntegral => vec![(-all, all)],
            Op::FpFmod | Op::FpRem if self.index == 0 => match self.operands.last() {
                Some(Value::Float(divisor)) if divisor.is_finite() && divisor.format() == self.format => {
                    let divisor = place(ordinal(divisor.abs()));
                    // A remainder to the nearest is the dividend itself up to half of the divisor.
                    let half = at(self.fraction_of(divisor));
                    let end = if self.op == Op::FpFmod { divisor - 1 } else { half };
                    vec![(0, end), (-end, 0)]
                }
                _ => Vec::new(),
            },
            Op::Libm(function) => match function {
                L::Exp | L::Exp2 | L::Exp10 | L::Expm1 | L::Cbrt | L::Atan | L::Sinh | L::Tanh | L::Asinh => {
                    vec![(-all, all)]
                }
                L::Erf | L::Erfc => vec![(-all, all)],
                L::Log | L::Log2 | L::Log10 => vec![positive],
                L::Log1p => vec![(at(-1.0), all)],
                L::Asin | L::Acos | L::Atanh => vec![(at(-1.0), at(1.0))],
                L::Acosh => vec![(at(1.0), all)],
                L::Sin | L::Tan => vec![(at(-FRAC_PI_2), at(FRAC_PI_2))],
                L::Cos => vec![(0, at(PI))],
                L::Cosh | L::Hypot => both,
                L::Pow if self.index == 1 => both,
                L::Pow | L::Atan2 => vec![positive],
                L::Tgamma | L::Lgamma => vec![(at(1.5), all)],
                L::J0 | L::J1 | L::Y0 | L::Y1 => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// Half of the float at a place, as a host float.
    fn fraction_of(&self, place: i128) -> f64 {
        let half = Dyadic::from_float(float_at(self.format, place));
        half.map_or(0.0, |value| value.times(&Dyadic::power_of_two(-1)).to_f64())
    }

    /// The places of a piece at which the function lies between two floats; `None` if there are
    /// none.
    fn bisected(
        &self,
        (low, high): (i128, i128),
        (from, to): (Float, Float),
        budget: &Budget,
    ) -> Result<Option<(i128, i128)>, Exhausted> {
        // The ends of a domain may be poles.
        let low = if self.at(low).is_some() { low } else { low + 1 };
        let high = if self.at(high).is_some() { high } else { high - 1 };
        let (Some(first), Some(last)) = (self.at(low), self.at(high)) else { return Ok(None) };
        let (from, to) = (place(ordinal(from)), place(ordinal(to)));
        let is_rising = first <= last;
        // The first argument whose value is on the wanted side, or one past the end.
        let search = |is_reached: &dyn Fn(i128) -> bool| -> Result<i128, Exhausted> {
            let (mut below, mut above) = (low - 1, high + 1);
            while above - below > 1 {
                budget.check(0)?;
                let middle = below + (above - below) / 2;
                if self.at(middle).is_some_and(is_reached) { above = middle } else { below = middle }
            }
            Ok(above)
        };
        let compares =
            |value: i128, limit: i128| if is_rising { value.cmp(&limit) } else { limit.cmp(&value) };
        let (near, far) = if is_rising { (from, to) } else { (to, from) };
        let start = search(&|value| compares(value, near) != Ordering::Less)?;
        let end = search(&|value| compares(value, far) == Ordering::Greater)? - 1;
        // If the function jumps over what is wanted, the arguments around the jump are the best
        // there are.
        let (start, end) = if start > end { (end, start) } else { (start, end) };
        let clamp = |at: i128| at.clamp(low, high);
        Ok((start <= high && end >= low).then_some((clamp(start), clamp(end))))
    }
}
