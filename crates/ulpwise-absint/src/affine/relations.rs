//! What a path tells about symbols: better ranges, and linear inequalities from the comparisons
//! that it passed.
//!
//! An inequality L ≥ 0 bounds a form G from below by the least value of G - λ·L, for any λ ≥ 0
//! (weak duality). So nothing has to be solved: multipliers that make a symbol vanish are tried.

use super::form::{AffineForm, NarrowedSymbols, Symbol};
use std::rc::Rc;
use ulpwise_domain::Interval;

/// More facts than these are not kept.
const MAX_FACTS: usize = 24;
/// So many facts are put together for one bound.
const MAX_USED: usize = 2;
/// Forms of more symbols are not narrowed symbol by symbol.
const MAX_NARROWED: usize = 6;

/// How a form compares to zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    NotNegative,
    Positive,
    Nonzero,
}

/// A comparison that holds if the numbers whose symbols are in it are finite.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Fact {
    form: AffineForm,
    relation: Relation,
}

/// What is known of symbols.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Relations {
    narrowed: NarrowedSymbols,
    facts: Vec<Rc<Fact>>,
}

/// No bound is a NaN.
impl Eq for Relations {}

/// What a form can be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Bounds {
    pub(crate) range: Interval,
    /// Whether it is not zero for certain.
    pub(crate) is_not_zero: bool,
}

/// A lower bound, and whether it is not reached.
#[derive(Clone, Copy)]
struct Lower {
    bound: f64,
    is_strict: bool,
}

impl Relations {
    pub(crate) fn narrowed(&self) -> &NarrowedSymbols {
        &self.narrowed
    }

    /// Whether some fact is about the symbols of two forms and no others.
    pub(crate) fn link(&self, x: &AffineForm, y: &AffineForm) -> bool {
        let is_in = |form: &AffineForm, symbol: Symbol| form.coefficient(symbol).is_some();
        self.facts.iter().any(|fact| {
            let mut symbols = fact.form.symbols();
            symbols.all(|symbol| is_in(x, symbol) || is_in(y, symbol))
                && fact.form.symbols().any(|symbol| is_in(x, symbol))
                && fact.form.symbols().any(|symbol| is_in(y, symbol))
        })
    }

    /// From here on this holds, if the numbers whose symbols are in the form are finite.
    pub(crate) fn learn(&mut self, form: AffineForm, relation: Relation) {
        let fact = Fact { form, relation };
        let says_something = !fact.form.terms.is_empty();
        if says_something && self.facts.len() < MAX_FACTS && !self.facts.iter().any(|known| **known == fact) {
            self.facts.push(Rc::new(fact));
        }
    }

    /// The number with this form lies in a range. If it may be infinite or no number, the form must
    /// be a name.
    pub(crate) fn narrow(&mut self, form: &AffineForm, to: Interval) {
        if form.terms.len() > MAX_NARROWED {
            return;
        }
        for (index, term) in form.terms.iter().enumerate() {
            let others = form.terms.iter().enumerate().filter(|&(other, _)| other != index);
            let rest = others.fold(form.rest, |sum, (_, other)| {
                sum.plus(Interval::point(other.coefficient).times(other.range(&self.narrowed)))
            });
            let Some(factor) = Interval::point(term.coefficient).inverse() else { continue };
            let range = if term.coefficient == 1.0 { to.minus(rest) } else { to.minus(rest).times(factor) };
            let known = term.range(&self.narrowed);
            // Where nothing is left the number cannot be finite; its symbol then may be anything.
            if let Some(range) = known.meet(range).filter(|&range| range != known) {
                self.narrowed.insert(term.symbol, range);
            }
        }
    }

    /// What a form can be where the numbers with these symbols are finite.
    pub(crate) fn bounds(&self, form: &AffineForm, is_finite: impl Fn(Symbol) -> bool) -> Bounds {
        let usable: Vec<&Fact> = self
            .facts
            .iter()
            .map(|fact| &**fact)
            .filter(|fact| fact.form.symbols().all(&is_finite))
            .collect();
        let low = self.lower(form, &usable);
        let negated = form.negated();
        let high = self.lower(&negated, &usable);
        let excludes_zero = |end: Lower| end.bound > 0.0 || (end.bound == 0.0 && end.is_strict);
        let is_reported = usable.iter().any(|fact| {
            fact.relation == Relation::Nonzero
                && fact.form.rest.is_point()
                && (fact.form == *form || fact.form == negated)
        });
        Bounds {
            range: Interval::new(low.bound, -high.bound),
            is_not_zero: is_reported || excludes_zero(low) || excludes_zero(high),
        }
    }

    fn lower(&self, form: &AffineForm, usable: &[&Fact]) -> Lower {
        let mut best = Lower { bound: form.range(&self.narrowed).low, is_strict: false };
        let mut current = (form.clone(), false);
        for _ in 0..MAX_USED {
            let mut next = None;
            for fact in usable.iter().filter(|fact| fact.relation != Relation::Nonzero) {
                for term in &fact.form.terms {
                    let Some(own) = current.0.coefficient(term.symbol) else { continue };
                    let multiplier = own / term.coefficient;
                    if !(multiplier > 0.0 && multiplier.is_finite()) {
                        continue;
                    }
                    let without = current.0.combined(Interval::ONE, &fact.form, Interval::point(-multiplier));
                    let Some(without) = without else { continue };
                    let bound = without.range(&self.narrowed).low;
                    let is_strict = current.1 || fact.relation == Relation::Positive;
                    if bound > best.bound || (bound == best.bound && is_strict && !best.is_strict) {
                        best = Lower { bound, is_strict };
                        next = Some((without, is_strict));
                    }
                }
            }
            match next {
                Some(next) => current = next,
                None => break,
            }
        }
        best
    }

    /// What is known on both of two ways.
    pub(crate) fn union(&self, other: &Relations) -> Relations {
        let both = |(symbol, range): (&Symbol, &Interval)| {
            other.narrowed.get(symbol).map(|others| (*symbol, range.hull(*others)))
        };
        Relations {
            narrowed: self.narrowed.iter().filter_map(both).collect(),
            facts: self.facts.iter().filter(|fact| other.facts.contains(fact)).cloned().collect(),
        }
    }

    /// What has not changed.
    pub(crate) fn kept(&self, after: &Relations) -> Relations {
        let same = |&(symbol, range): &(&Symbol, &Interval)| after.narrowed.get(symbol) == Some(range);
        Relations {
            narrowed: self.narrowed.iter().filter(same).map(|(symbol, range)| (*symbol, *range)).collect(),
            facts: self.facts.iter().filter(|fact| after.facts.contains(fact)).cloned().collect(),
        }
    }
}
