//! Square roots that are compared with what was squared.
//!
//! Where `p = rnd(x·x)` is a normal number and roundings go to the nearest float, the square root
//! of p is |x|: p lies within half an ulp of x², which is less than x times the ulp of x. So from
//! `x < rnd(√t)` follows `p < t` (were `t ≤ p`, then `rnd(√t) ≤ rnd(√p) = x`), and from
//! `rnd(√t) < x` that `t < p`. A product that is rounded down is not above x², and one that is
//! rounded up not below; then one of the two holds in all of the range.

use super::classes::Classes;
use super::definition::{self, Definition, finite, numbers, real_hull};
use super::row::OrderRow;
use crate::network::VarId;
use crate::propagate::Propagator;
use ulpwise_expr::OpKind;
use ulpwise_float::{Float, Rational, Rounding};

/// The rows that follow from one that compares a square root with a variable, or with its opposite.
pub(super) fn below_root(core: &Propagator, classes: &Classes, row: &OrderRow) -> Vec<OrderRow> {
    let [(first, a), (second, b)] = &row.terms[..] else { return Vec::new() };
    let is_comparison = row.strict && row.rest == Rational::ZERO && (a == b || *a == -b.clone());
    if !is_comparison {
        return Vec::new();
    }
    let mut found = Vec::new();
    for ((root, factor), (other, other_factor)) in [((*first, a), (*second, b)), ((*second, b), (*first, a))]
    {
        let Some(definition) =
            definition::find_definition(core, root).filter(|found| found.kind == OpKind::FpSqrt)
        else {
            continue;
        };
        let compared = Compared {
            root,
            other,
            is_above: *factor < Rational::ZERO,
            is_opposite: (*factor < Rational::ZERO) == (*other_factor < Rational::ZERO),
        };
        for constraint in core.network.uses(other) {
            let product = core.network.constraint(constraint).result;
            let square = definition::find_definition(core, product).filter(|found| {
                found.kind == OpKind::FpMul && found.operands.iter().all(|operand| *operand == other)
            });
            if let Some(square) = square {
                found.extend(compared.squared(core, classes, row, &definition, product, &square));
            }
        }
    }
    found
}

/// A root that is above or below a variable or its opposite.
struct Compared {
    root: VarId,
    other: VarId,
    is_above: bool,
    is_opposite: bool,
}

impl Compared {
    /// What the comparison says about the operand of the root and a square of the variable.
    fn squared(
        &self,
        core: &Propagator,
        classes: &Classes,
        row: &OrderRow,
        root: &Definition,
        product: VarId,
        square: &Definition,
    ) -> Option<OrderRow> {
        if numbers(core, self.root)?.format() != numbers(core, self.other)?.format() {
            return None;
        }
        // A root is above everything negative. What is above a root is positive.
        let (low, high) = real_hull(finite(core, self.other)?)?;
        let is_positive = if self.is_opposite { high <= Rational::ZERO } else { low >= Rational::ZERO };
        if self.is_above && !is_positive {
            return None;
        }
        if !self.is_implied(core, root.mode?, product, square.mode?)? {
            return None;
        }
        let &[operand] = &root.operands[..] else { return None };
        let mut reasons = row.reasons.clone();
        reasons.extend([self.root, self.other, product]);
        reasons.extend(root.reasons.iter().chain(&square.reasons));
        let mut found = OrderRow::empty(true, reasons);
        let sign = if self.is_above { Rational::ONE } else { -Rational::ONE };
        found.add(core, classes, product, &sign)?;
        found.add(core, classes, operand, &-sign)?;
        Some(found)
    }

    /// Whether the root of the square, rounded, is on the right side of the variable.
    fn is_implied(
        &self,
        core: &Propagator,
        root: Rounding,
        product: VarId,
        square: Rounding,
    ) -> Option<bool> {
        let squares = finite(core, product)?;
        let is_nearest = |mode| matches!(mode, Rounding::NearestEven | Rounding::NearestAway);
        let rounds_down = |mode| matches!(mode, Rounding::TowardZero | Rounding::TowardNegative);
        let rounds_up = |mode| mode == Rounding::TowardPositive;
        if is_nearest(square) {
            // Twice the smallest normal number: what is rounded to it is normal, too.
            let (low, _) = real_hull(squares)?;
            let is_normal =
                low >= Float::min_normal(squares.format(), false).to_rational()? * Rational::from(2_u8);
            let goes = if self.is_above { rounds_down(root) } else { rounds_up(root) };
            return Some(is_normal && (is_nearest(root) || goes));
        }
        Some(if self.is_above { rounds_down(square) } else { rounds_up(square) })
    }
}
