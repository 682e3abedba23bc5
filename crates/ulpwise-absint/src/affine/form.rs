//! Linear forms: sums of symbols with coefficients, and a rest.

use std::collections::BTreeMap;
use ulpwise_domain::Interval;

/// Of more symbols than these those that matter least are put into the rest.
const MAX_TERMS: usize = 12;

/// A real number that is not known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Symbol(u32);

/// Where symbols are known better than when they were named.
pub(crate) type NarrowedSymbols = BTreeMap<Symbol, Interval>;

/// A symbol with its coefficient.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Term {
    pub(crate) symbol: Symbol,
    /// Finite and not zero.
    pub(crate) coefficient: f64,
    /// What the symbol can be anywhere; finite.
    range: Interval,
}

impl Term {
    /// What the symbol can be here.
    pub(crate) fn range(&self, narrowed: &NarrowedSymbols) -> Interval {
        narrowed.get(&self.symbol).copied().unwrap_or(self.range)
    }
}

/// A sum of symbols with coefficients, and a rest that is not known better than to an interval.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct AffineForm {
    /// By ascending symbols.
    pub(crate) terms: Vec<Term>,
    /// Finite.
    pub(crate) rest: Interval,
}

/// No bound or coefficient is a NaN.
impl Eq for AffineForm {}

/// Gives names.
#[derive(Debug, Default)]
pub(crate) struct SymbolNames {
    next: u32,
}

impl SymbolNames {
    /// A number in a range, as a symbol of its own; as a constant if there is only one.
    pub(crate) fn name(&mut self, range: Interval) -> Option<AffineForm> {
        if !range.is_bounded() || self.next == u32::MAX {
            return None;
        }
        if range.is_point() {
            return Some(AffineForm::constant(range));
        }
        let symbol = Symbol(self.next);
        self.next += 1;
        Some(AffineForm { terms: vec![Term { symbol, coefficient: 1.0, range }], rest: Interval::ZERO })
    }
}

impl AffineForm {
    /// A number of which only this is known.
    pub(crate) fn constant(rest: Interval) -> AffineForm {
        AffineForm { terms: Vec::new(), rest }
    }

    /// The number, if it is the only one.
    pub(crate) fn as_point(&self) -> Option<f64> {
        if self.terms.is_empty() { self.rest.as_point() } else { None }
    }

    /// Whether it is a symbol and nothing else.
    pub(crate) fn is_name(&self) -> bool {
        matches!(self.terms[..], [Term { coefficient: 1.0, .. }]) && self.rest == Interval::ZERO
    }

    pub(crate) fn symbols(&self) -> impl Iterator<Item = Symbol> {
        self.terms.iter().map(|term| term.symbol)
    }

    pub(crate) fn coefficient(&self, symbol: Symbol) -> Option<f64> {
        let at = self.terms.binary_search_by_key(&symbol, |term| term.symbol).ok()?;
        Some(self.terms[at].coefficient)
    }

    /// What it can be.
    pub(crate) fn range(&self, narrowed: &NarrowedSymbols) -> Interval {
        self.terms.iter().fold(self.rest, |sum, term| {
            sum.plus(Interval::point(term.coefficient).times(term.range(narrowed)))
        })
    }

    /// A multiple of it and one of another added; `None` where bounds get lost.
    pub(crate) fn combined(
        &self,
        factor: Interval,
        other: &AffineForm,
        other_factor: Interval,
    ) -> Option<AffineForm> {
        let mut rest = self.rest.times(factor).plus(other.rest.times(other_factor));
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        for (term, [own, others]) in merged(&self.terms, &other.terms) {
            let own = Interval::point(own).times(factor);
            let coefficient = own.plus(Interval::point(others).times(other_factor));
            // The form has one number for it; what that is off goes to the rest.
            let middle = coefficient.midpoint();
            rest = rest.plus(coefficient.minus(Interval::point(middle)).times(term.range));
            if middle != 0.0 {
                terms.push(Term { coefficient: middle, ..term });
            }
        }
        AffineForm { terms, rest }.shortened()
    }

    /// The same times a number.
    pub(crate) fn scaled(&self, factor: Interval) -> Option<AffineForm> {
        self.combined(factor, &AffineForm::constant(Interval::ZERO), Interval::ZERO)
    }

    pub(crate) fn plus(&self, other: &AffineForm) -> Option<AffineForm> {
        self.combined(Interval::ONE, other, Interval::ONE)
    }

    pub(crate) fn minus(&self, other: &AffineForm) -> Option<AffineForm> {
        self.combined(Interval::ONE, other, Interval::point(-1.0))
    }

    pub(crate) fn negated(&self) -> AffineForm {
        let terms = self.terms.iter().map(|term| Term { coefficient: -term.coefficient, ..*term }).collect();
        AffineForm { terms, rest: self.rest.negated() }
    }

    /// The same with more in the rest.
    pub(crate) fn widened(mut self, by: Interval) -> Option<AffineForm> {
        self.rest = self.rest.plus(by);
        self.rest.is_bounded().then_some(self)
    }

    fn shortened(mut self) -> Option<AffineForm> {
        while self.terms.len() > MAX_TERMS {
            let weight = |term: &Term| term.coefficient.abs() * term.range.width();
            let least = (0..self.terms.len())
                .min_by(|&a, &b| weight(&self.terms[a]).total_cmp(&weight(&self.terms[b])))
                .expect("there are terms");
            let term = self.terms.remove(least);
            self.rest = self.rest.plus(Interval::point(term.coefficient).times(term.range));
        }
        let is_finite = |term: &Term| term.coefficient.is_finite();
        (self.rest.is_bounded() && self.terms.iter().all(is_finite)).then_some(self)
    }

    /// A form that holds whatever either holds, for the same values of the symbols; `None` if no
    /// symbol would be left.
    pub(crate) fn joined(&self, other: &AffineForm) -> Option<AffineForm> {
        let mut terms = Vec::new();
        let mut rests = [self.rest, other.rest];
        for (term, own) in merged(&self.terms, &other.terms) {
            let [a, b] = own;
            let coefficient = if a * b <= 0.0 { 0.0 } else { a.abs().min(b.abs()).copysign(a) };
            for (rest, own) in rests.iter_mut().zip(own) {
                let missing = Interval::point(own).minus(Interval::point(coefficient));
                *rest = rest.plus(missing.times(term.range));
            }
            if coefficient != 0.0 {
                terms.push(Term { coefficient, ..term });
            }
        }
        let form = AffineForm { terms, rest: rests[0].hull(rests[1]) };
        (!form.terms.is_empty() && form.rest.is_bounded()).then_some(form)
    }
}

/// The terms of both by their symbols, with the coefficients in each.
fn merged<'a>(a: &'a [Term], b: &'a [Term]) -> impl Iterator<Item = (Term, [f64; 2])> + 'a {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    std::iter::from_fn(move || {
        let symbol = [a.peek(), b.peek()].into_iter().flatten().map(|term| term.symbol).min()?;
        let own = a.next_if(|term| term.symbol == symbol);
        let others = b.next_if(|term| term.symbol == symbol);
        let coefficient = |term: Option<&Term>| term.map_or(0.0, |term| term.coefficient);
        Some((*own.or(others)?, [coefficient(own), coefficient(others)]))
    })
}
