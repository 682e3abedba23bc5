//! What inequalities say about the exact values below roundings.
//!
//! Rounding is monotone and leaves floats as they are. So `rnd(e) < g` with a float g implies
//! `e < g` (were `e ≥ g`, then `rnd(e) ≥ rnd(g) = g`), and `rnd(e) < rnd(f)` implies `e < f` where
//! both are rounded alike. Directed roundings lie on a known side of what they round. Signs of
//! common factors and divisors carry that over to products and quotients.

use super::classes::Classes;
use super::definition::{self, Definition, finite, multiples_are_floats, numbers, sign};
use super::row::OrderRow;
use crate::network::VarId;
use crate::propagate::Propagator;
use ulpwise_expr::OpKind;
use ulpwise_float::{Float, Rational, Rounding};

/// All rows that follow from one by looking below a rounding.
pub(super) fn below_roundings(core: &Propagator, classes: &Classes, row: &OrderRow) -> Vec<OrderRow> {
    let mut found = Vec::new();
    for place in 0..row.terms.len() {
        found.extend(below_one(core, classes, row, place));
    }
    found.extend(below_both(core, classes, row));
    found
}

/// The row with one variable replaced by the exact value that it is the rounding of.
fn below_one(core: &Propagator, classes: &Classes, row: &OrderRow, place: usize) -> Option<OrderRow> {
    let (mut others, var, coefficient) = row.without(place);
    let mut definition = definition::find_definition(core, var)?;
    others.reasons.push(var);
    let keeps_order = match definition.mode {
        None => true,
        Some(mode) => is_on_known_side(core, var, mode, &coefficient),
    };
    let rounds_integers = definition.kind == OpKind::FpRoundToIntegral;
    if !keeps_order && (rounds_integers || !make_others_a_float(core, &mut others, var, &coefficient)) {
        return None;
    }
    if definition.kind == OpKind::FpDiv
        && let Some(row) = quotient(core, classes, &others, &mut definition, &coefficient)
    {
        return Some(row);
    }
    let linear = definition.linear(core)?;
    others.reasons.append(&mut definition.reasons);
    for (operand, factor) in linear {
        others.add(core, classes, operand, &(factor * &coefficient))?;
    }
    Some(others)
}

/// Whether putting the exact value for the rounded one makes the left side smaller or keeps it, by
/// the mode alone.
fn is_on_known_side(core: &Propagator, var: VarId, mode: Rounding, coefficient: &Rational) -> bool {
    let rounds_up = match mode {
        Rounding::TowardPositive => true,
        Rounding::TowardNegative => false,
        Rounding::TowardZero => match sign(core, var) {
            Some(sign) => sign < 0,
            None => return false,
        },
        Rounding::NearestEven | Rounding::NearestAway => return false,
    };
    rounds_up == (*coefficient > Rational::ZERO)
}

/// Whether the row compares the variable strictly with something that is a float of its format. A
/// constant is made one, on the side that allows more.
fn make_others_a_float(core: &Propagator, others: &mut OrderRow, var: VarId, coefficient: &Rational) -> bool {
    let Some(floats) = numbers(core, var) else { return false };
    match &others.terms[..] {
        [] => {
            let limit = -(&others.rest / coefficient);
            let below = *coefficient > Rational::ZERO;
            let outwards = if below { Rounding::TowardPositive } else { Rounding::TowardNegative };
            let (mut float, _) = Float::from_rational(floats.format(), &limit, outwards);
            if !others.strict && float.to_rational().as_ref() == Some(&limit) {
                // Not above a float is below the next one.
                float = if below { float.next_up(outwards).0 } else { float.next_down(outwards).0 };
            }
            let Some(value) = float.to_rational() else { return false };
            others.rest = -(value * coefficient);
            others.strict = true;
            true
        }
        [(other, factor)] if others.strict && others.rest == Rational::ZERO => {
            let factor = factor / coefficient;
            finite(core, *other).is_some_and(|source| multiples_are_floats(source, &factor, floats))
        }
        _ => false,
    }
}

/// The row `coefficient · x/y + rest < 0` without the division, if the sign of the divisor is
/// known.
fn quotient(
    core: &Propagator,
    classes: &Classes,
    others: &OrderRow,
    definition: &mut Definition,
    coefficient: &Rational,
) -> Option<OrderRow> {
    let &[x, y] = &definition.operands[..] else { return None };
    if !others.terms.is_empty() {
        return None;
    }
    let direction = Rational::from(sign(core, y)?);
    let mut row = OrderRow::empty(others.strict, others.reasons.clone());
    row.reasons.append(&mut definition.reasons.clone());
    row.reasons.push(y);
    row.add(core, classes, x, &(coefficient * &direction))?;
    row.add(core, classes, y, &(&others.rest * direction))?;
    Some(row)
}

/// What a strict comparison of two values that are rounded alike says about the exact ones.
fn below_both(core: &Propagator, classes: &Classes, row: &OrderRow) -> Option<OrderRow> {
    let (lower, upper) = row.as_difference().filter(|_| row.strict)?;
    let (mut low, mut high) =
        (definition::find_definition(core, lower)?, definition::find_definition(core, upper)?);
    let same_format = numbers(core, lower)?.format() == numbers(core, upper)?.format();
    let is_integral = |definition: &Definition| definition.kind == OpKind::FpRoundToIntegral;
    let alike = low.mode.is_some() && low.mode == high.mode && is_integral(&low) == is_integral(&high);
    if !same_format || !alike {
        return None;
    }
    let mut found = OrderRow::empty(true, row.reasons.clone());
    found.reasons.extend([lower, upper]);
    let (one, minus_one) = (Rational::ONE, -Rational::ONE);
    if let (Some(left), Some(right)) = (low.linear(core), high.linear(core)) {
        for (operand, factor) in left {
            found.add(core, classes, operand, &factor)?;
        }
        for (operand, factor) in right {
            found.add(core, classes, operand, &-factor)?;
        }
    } else {
        let (smaller, larger, common) = monotone(core, &low, &high)?;
        found.reasons.extend(common);
        found.add(core, classes, smaller, &one)?;
        found.add(core, classes, larger, &minus_one)?;
    }
    found.reasons.append(&mut low.reasons);
    found.reasons.append(&mut high.reasons);
    Some(found)
}

/// The two operands of which the first must be less than the second if the first exact value is
/// less than the second one, and the variables whose signs say so.
fn monotone(core: &Propagator, low: &Definition, high: &Definition) -> Option<(VarId, VarId, Vec<VarId>)> {
    let ordered = |sign: i8, x, y, reasons| if sign > 0 { (x, y, reasons) } else { (y, x, reasons) };
    if low.kind != high.kind {
        return None;
    }
    match (low.kind, &low.operands[..], &high.operands[..]) {
        (OpKind::FpSqrt, &[x], &[y]) => Some((x, y, Vec::new())),
        (OpKind::FpMul, &[a, b], &[c, d]) => {
            let (common, x, y) = match () {
                () if a == c => (a, b, d),
                () if a == d => (a, b, c),
                () if b == c => (b, a, d),
                () if b == d => (b, a, c),
                () => return None,
            };
            Some(ordered(sign(core, common)?, x, y, vec![common]))
        }
        (OpKind::FpDiv, &[x, y], &[z, w]) if y == w => Some(ordered(sign(core, y)?, x, z, vec![y])),
        (OpKind::FpDiv, &[x, y], &[z, w]) if x == z && sign(core, y)? == sign(core, w)? => {
            Some(ordered(sign(core, x)?, w, y, vec![x, y, w]))
        }
        _ => None,
    }
}
