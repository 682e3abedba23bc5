//! Exact inequalities between floats, taken as reals.
//!
//! A row that only compares two variables may have infinite ones, because infinities are ordered
//! too. All others are sums in which what was put below a rounding is finite; at most one of the
//! variables that were there before need not be, and the inequality then holds as one of extended
//! reals.

use super::classes::Classes;
use super::definition::{finite, numbers, real_hull};
use crate::network::VarId;
use crate::propagate::Propagator;
use ulpwise_float::Rational;

/// `Σ coefficient · variable + rest < 0`, or `≤ 0` if it is not strict. Variables ascend, none has
/// a single value, and no coefficient is zero.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct OrderRow {
    pub(super) terms: Vec<(VarId, Rational)>,
    pub(super) rest: Rational,
    pub(super) strict: bool,
    /// The variables whose domains imply it, its own aside.
    pub(super) reasons: Vec<VarId>,
}

/// What makes two rows the same.
pub(super) type Key = (Vec<(VarId, Rational)>, Rational, bool);

impl OrderRow {
    /// `0 < 0` or `0 ≤ 0`, to add to.
    pub(super) fn empty(strict: bool, reasons: Vec<VarId>) -> OrderRow {
        OrderRow { terms: Vec::new(), rest: Rational::ZERO, strict, reasons }
    }

    /// `lower - upper < 0`, or `≤ 0`; `None` if one of them need not be a number.
    pub(super) fn difference(
        core: &Propagator,
        classes: &Classes,
        (lower, upper): (VarId, VarId),
        strict: bool,
        atom: VarId,
    ) -> Option<OrderRow> {
        let mut row = OrderRow::empty(strict, vec![atom]);
        for (var, factor) in [(lower, Rational::ONE), (upper, -Rational::ONE)] {
            numbers(core, var)?;
            match finite(core, var) {
                Some(_) => row.add(core, classes, var, &factor)?,
                None => row.add_term(var, &factor),
            }
        }
        Some(row)
    }

    /// Adds a multiple of a variable to the left side; `None` if it need not be finite.
    pub(super) fn add(
        &mut self,
        core: &Propagator,
        classes: &Classes,
        var: VarId,
        factor: &Rational,
    ) -> Option<()> {
        let floats = finite(core, var)?;
        let (low, high) = real_hull(floats)?;
        if low == high {
            self.rest += low * factor;
            self.reasons.push(var);
            return Some(());
        }
        let var = {
            let representative = classes.representative(var);
            if representative != var {
                finite(core, representative)?;
                self.reasons.push(var);
                self.reasons.extend_from_slice(classes.reasons(var));
            }
            representative
        };
        self.add_term(var, factor);
        Some(())
    }

    fn add_term(&mut self, var: VarId, factor: &Rational) {
        match self.terms.binary_search_by_key(&var, |(var, _)| *var) {
            Ok(place) => {
                self.terms[place].1 += factor;
                if self.terms[place].1 == Rational::ZERO {
                    self.terms.remove(place);
                    self.reasons.push(var);
                }
            }
            Err(_) if *factor == Rational::ZERO => {}
            Err(place) => self.terms.insert(place, (var, factor.clone())),
        }
    }

    /// The row without one of its terms, and that term's coefficient.
    pub(super) fn without(&self, place: usize) -> (OrderRow, VarId, Rational) {
        let mut row = self.clone();
        let (var, coefficient) = row.terms.remove(place);
        (row, var, coefficient)
    }

    /// Whether no values in the domains satisfy it.
    pub(super) fn is_refuted(&self, core: &Propagator) -> bool {
        let mut least = self.rest.clone();
        for (var, coefficient) in &self.terms {
            let Some((low, high)) = finite(core, *var).and_then(real_hull) else { return false };
            least += coefficient * if *coefficient > Rational::ZERO { low } else { high };
        }
        if self.strict { least >= Rational::ZERO } else { least > Rational::ZERO }
    }

    /// All variables whose domains it rests on, its own included.
    pub(super) fn involved(&self) -> Vec<VarId> {
        let mut involved: Vec<VarId> =
            self.reasons.iter().copied().chain(self.terms.iter().map(|(var, _)| *var)).collect();
        involved.sort_unstable();
        involved.dedup();
        involved
    }

    pub(super) fn key(&self) -> Key {
        // Rows are compared with a leading coefficient of one.
        let scale = self.terms.first().map_or(Rational::ONE, |(_, first)| {
            if *first < Rational::ZERO { -first.clone() } else { first.clone() }
        });
        let terms = self.terms.iter().map(|(var, coefficient)| (*var, coefficient / &scale)).collect();
        (terms, &self.rest / &scale, self.strict)
    }

    /// `lower < upper` or `lower ≤ upper`, if that is all it says.
    pub(super) fn as_difference(&self) -> Option<(VarId, VarId)> {
        let [(first, a), (second, b)] = &self.terms[..] else { return None };
        if self.rest != Rational::ZERO || *a != -b.clone() {
            return None;
        }
        Some(if *a > Rational::ZERO { (*first, *second) } else { (*second, *first) })
    }
}
