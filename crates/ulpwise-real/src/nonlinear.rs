//! Models by way of another solver's reals: floats become reals without rounding, a solver of
//! nonlinear arithmetic is asked, and the floats next to its answer are tried.
//!
//! What holds: nothing that the other solver says is believed. A model counts only if the reference
//! evaluator finds the query to hold under it, and that there is none over the reals says nothing
//! about floats.

use std::collections::BTreeMap;
use ulpwise_base::{Budget, SplitMix64};
use ulpwise_expr::{BitVector, Model, Op, OpKind, Sort, Term, TermStore, Value};
use ulpwise_float::{Float, Format, Rational, Rounding};
use ulpwise_solver::{Query, Reason, Solver, Verdict, check_model};

/// Queries with more terms are not asked.
const MAX_TERMS: usize = 2000;

/// How many floats near an answer are tried.
const TRIES: u64 = 200;

/// An engine that asks a solver of the reals where to look.
pub struct Nonlinear {
    name: String,
    make: Box<dyn Fn() -> Box<dyn Solver> + Send>,
    queries: u64,
    answers: u64,
}

impl Nonlinear {
    /// An engine of this name that asks solvers made so, each for one query: a solver serves one
    /// store of terms.
    pub fn new(name: &str, make: Box<dyn Fn() -> Box<dyn Solver> + Send>) -> Nonlinear {
        Nonlinear { name: name.to_owned(), make, queries: 0, answers: 0 }
    }

    fn decide(&mut self, store: &TermStore, query: &Query<'_>, budget: &Budget) -> Result<Model, Reason> {
        budget.check(0)?;
        let order = store.topological_order(query.assertions());
        if order.len() > MAX_TERMS {
            return Err(Reason::TooLarge(format!("{} terms", order.len())));
        }
        let mut reals = Reals::new(store);
        for &term in &order {
            reals.translate(term);
        }
        let mut asked = std::mem::take(&mut reals.assertions);
        // What cannot be said over the reals is left out: the answer is tried in any case.
        asked.extend(query.assertions().iter().filter_map(|assertion| reals.terms.get(assertion)));
        if reals.floats.is_empty() {
            return Err(Reason::Unsupported("no floats that are reals".to_owned()));
        }
        let answer = match (self.make)().check(&mut reals.store, &Query::new(&asked), budget) {
            Verdict::Sat(answer) => answer,
            Verdict::Unsat => {
                return Err(Reason::Incomplete("there is no model over the reals".to_owned()));
            }
            Verdict::Unknown(reason) => return Err(reason),
        };
        self.answers += 1;
        let mut random = SplitMix64::new(self.queries);
        for attempt in 0..TRIES {
            budget.check(0)?;
            let mut model = reals.near(&answer, attempt, &mut random);
            if check_model(store, query, &mut model).is_ok() {
                return Ok(model);
            }
        }
        Err(Reason::Incomplete("the floats next to a model over the reals are none".to_owned()))
    }
}

impl Solver for Nonlinear {
    fn name(&self) -> &str {
        &self.name
    }

    fn check(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        self.queries += 1;
        self.decide(store, query, budget).map_or_else(Verdict::Unknown, Verdict::Sat)
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        vec![("queries", self.queries), ("answers", self.answers)]
    }
}

/// A query over the reals.
struct Reals<'s> {
    floats_store: &'s TermStore,
    store: TermStore,
    /// The real, or truth value, of each term that has one.
    terms: BTreeMap<Term, Term>,
    /// Variables of the query with their formats, and the reals that stand for them, in their
    /// order.
    floats: Vec<(Term, Format, Term)>,
    assertions: Vec<Term>,
}

impl<'s> Reals<'s> {
    fn new(floats_store: &'s TermStore) -> Reals<'s> {
        Reals {
            floats_store,
            store: TermStore::new(),
            terms: BTreeMap::new(),
            floats: Vec::new(),
            assertions: Vec::new(),
        }
    }

    fn translate(&mut self, term: Term) {
        if let Some(translated) = self.translated(term) {
            self.terms.insert(term, translated);
        }
    }

    fn translated(&mut self, term: Term) -> Option<Term> {
        let floats = self.floats_store;
        match floats.constant(term) {
            Some(Value::Bool(truth)) => return Some(self.store.bool(truth)),
            Some(Value::Float(float)) => return Some(self.store.real(float.to_rational()?)),
            Some(_) => return None,
            None => {}
        }
        let children = floats.children(term);
        let of = |at: usize| self.terms.get(&children[at]).copied();
        match floats.op(term) {
            Op::Variable(_) => match floats.sort(term) {
                Sort::Float(format) => Some(self.variable(term, format)),
                Sort::Bool => {
                    let name = format!("truth-{}", self.terms.len());
                    Some(self.store.variable(&name, Sort::Bool))
                }
                _ => None,
            },
            // The float that an input's bits are.
            Op::FpFromBits(format) if floats.kind(children[0]) == OpKind::Variable => {
                Some(self.variable(children[0], format))
            }
            Op::FpFromFp(_) | Op::FpRoundToIntegral => of(1),
            Op::FpNeg => of(0).map(|x| self.store.real_neg(x)),
            Op::FpAbs => of(0).map(|x| self.magnitude(x)),
            Op::FpAdd => of(1).zip(of(2)).map(|(x, y)| self.store.real_add(x, y)),
            Op::FpSub => of(1).zip(of(2)).map(|(x, y)| self.store.real_sub(x, y)),
            Op::FpMul => of(1).zip(of(2)).map(|(x, y)| self.store.real_mul(x, y)),
            Op::FpDiv => of(1).zip(of(2)).map(|(x, y)| self.quotient(x, y)),
            Op::FpSqrt => of(1).map(|x| self.root(x)),
            Op::FpFma => {
                let (x, y, z) = (of(1)?, of(2)?, of(3)?);
                let product = self.store.real_mul(x, y);
                Some(self.store.real_add(product, z))
            }
            Op::FpMin | Op::FpMax => {
                let (x, y) = (of(0)?, of(1)?);
                let is_less = self.store.real_lt(x, y);
                let (first, second) = if floats.op(term) == Op::FpMin { (x, y) } else { (y, x) };
                Some(self.store.ite(is_less, first, second))
            }
            Op::Ite => {
                let (condition, x, y) = (of(0)?, of(1)?, of(2)?);
                Some(self.store.ite(condition, x, y))
            }
            Op::FpLt => of(0).zip(of(1)).map(|(x, y)| self.store.real_lt(x, y)),
            Op::FpLeq => of(0).zip(of(1)).map(|(x, y)| self.store.real_leq(x, y)),
            Op::FpEq | Op::Eq => of(0).zip(of(1)).map(|(x, y)| self.store.eq(x, y)),
            Op::Not => of(0).map(|x| self.store.not(x)),
            // A conjunct that cannot be said is left out; a disjunct is not.
            Op::And => {
                let parts: Vec<Term> = (0..children.len()).filter_map(of).collect();
                Some(self.store.and(&parts))
            }
            Op::Or => {
                let parts: Option<Vec<Term>> = (0..children.len()).map(of).collect();
                parts.map(|parts| self.store.or(&parts))
            }
            Op::FpIsNan => Some(self.store.bool(false)),
            op => self.class(op, of(0)?, floats.format(children[0])),
        }
    }

    /// A class of floats as numbers: what is beyond the greatest number is infinite.
    fn class(&mut self, op: Op, x: Term, format: Format) -> Option<Term> {
        let magnitude = self.magnitude(x);
        let zero = self.store.real(Rational::ZERO);
        let mut number = |float: Float| -> Option<Term> { Some(self.store.real(float.to_rational()?)) };
        let greatest = number(Float::max_finite(format, false))?;
        let least = number(Float::one(format, false).scalbn(format.min_exponent(), Rounding::NearestEven).0)?;
        let store = &mut self.store;
        let is_zero = store.eq(x, zero);
        Some(match op {
            Op::FpIsInfinite => store.real_lt(greatest, magnitude),
            Op::FpIsZero => is_zero,
            Op::FpIsNormal => {
                let ends = [store.real_leq(least, magnitude), store.real_leq(magnitude, greatest)];
                store.and(&ends)
            }
            Op::FpIsSubnormal => {
                let ends = [store.not(is_zero), store.real_lt(magnitude, least)];
                store.and(&ends)
            }
            Op::FpIsNegative => store.real_lt(x, zero),
            Op::FpIsPositive => store.real_leq(zero, x),
            _ => return None,
        })
    }

    /// A real for a variable, within the finite numbers of its format.
    fn variable(&mut self, variable: Term, format: Format) -> Term {
        if let Some(&(.., real)) = self.floats.iter().find(|(known, ..)| *known == variable) {
            return real;
        }
        let real = self.store.variable(&format!("real-{}", self.floats.len()), Sort::Real);
        self.floats.push((variable, format, real));
        for negative in [false, true] {
            if let Some(end) = Float::max_finite(format, negative).to_rational() {
                let end = self.store.real(end);
                let within =
                    if negative { self.store.real_leq(end, real) } else { self.store.real_leq(real, end) };
                self.assertions.push(within);
            }
        }
        real
    }

    fn magnitude(&mut self, x: Term) -> Term {
        let zero = self.store.real(Rational::ZERO);
        let is_negative = self.store.real_lt(x, zero);
        let negated = self.store.real_neg(x);
        self.store.ite(is_negative, negated, x)
    }

    /// A number whose product with the divisor is the dividend; what is divided by zero has none
    /// here.
    fn quotient(&mut self, dividend: Term, divisor: Term) -> Term {
        let quotient = self.store.fresh_variable("quotient", Sort::Real);
        let product = self.store.real_mul(quotient, divisor);
        let zero = self.store.real(Rational::ZERO);
        let is_zero = self.store.eq(divisor, zero);
        let parts = [self.store.eq(product, dividend), self.store.not(is_zero)];
        self.assertions.extend(parts);
        quotient
    }

    fn root(&mut self, radicand: Term) -> Term {
        let root = self.store.fresh_variable("root", Sort::Real);
        let square = self.store.real_mul(root, root);
        let zero = self.store.real(Rational::ZERO);
        let parts = [self.store.eq(square, radicand), self.store.real_leq(zero, root)];
        self.assertions.extend(parts);
        root
    }

    /// Floats near the reals of an answer: the nearest ones at first, then their neighbours by
    /// chance.
    fn near(&self, answer: &Model, attempt: u64, random: &mut SplitMix64) -> Model {
        let mut model = Model::new();
        for &(variable, format, real) in &self.floats {
            let Some(Value::Real(value)) = answer.get(real) else { continue };
            let (mut float, _) = Float::from_rational(format, value, Rounding::NearestEven);
            if attempt > 0 {
                let reach = 1 + attempt / 16;
                for _ in 0..random.below(reach + 1) {
                    let up = random.below(2) == 0;
                    let next = if up {
                        float.next_up(Rounding::NearestEven)
                    } else {
                        float.next_down(Rounding::NearestEven)
                    };
                    float = if next.0.is_finite() { next.0 } else { float };
                }
            }
            let value = match self.floats_store.sort(variable) {
                Sort::BitVec(width) => Value::BitVec(BitVector::from_u128(width, float.to_bits())),
                _ => Value::float(float),
            };
            model.set(variable, value);
        }
        for (&term, &translated) in &self.terms {
            if self.floats_store.kind(term) == OpKind::Variable
                && let Some(truth @ Value::Bool(_)) = answer.get(translated)
            {
                model.set(term, truth.clone());
            }
        }
        model
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A solver that always gives the same answer: values for the reals in their order.
    struct Says(Option<Vec<i64>>);

    impl Solver for Says {
        fn name(&self) -> &str {
            "says"
        }

        fn check(&mut self, store: &mut TermStore, query: &Query<'_>, _: &Budget) -> Verdict {
            let Some(values) = &self.0 else { return Verdict::Unsat };
            let mut model = Model::new();
            let variables = store.free_variables(query.assertions());
            for (variable, &value) in variables.into_iter().zip(values) {
                model.set(variable, Value::Real(Rational::from(value)));
            }
            Verdict::Sat(model)
        }
    }

    fn asked(answer: Option<Vec<i64>>) -> Verdict {
        let mut store = TermStore::new();
        let [x, y] = ["x", "y"].map(|name| store.variable(name, Sort::Float(Format::F64)));
        let mode = store.rounding(Rounding::NearestEven);
        let product = store.fp_mul(mode, x, y);
        let six = store.float(Float::from_f64(6.0));
        let two = store.float(Float::from_f64(2.0));
        let assertions = [store.fp_eq(product, six), store.fp_eq(x, two)];
        let make = move || -> Box<dyn Solver> { Box::new(Says(answer.clone())) };
        let mut engine = Nonlinear::new("nonlinear", Box::new(make));
        engine.check(&mut store, &Query::new(&assertions), &Budget::unlimited())
    }

    #[test]
    fn only_what_is_evaluated_counts() {
        assert!(matches!(asked(Some(vec![2, 3])), Verdict::Sat(_)));
        let lie = asked(Some(vec![2, 100]));
        assert!(matches!(lie, Verdict::Unknown(Reason::Incomplete(_))), "{lie:?}");
        let denial = asked(None);
        assert!(matches!(denial, Verdict::Unknown(Reason::Incomplete(_))), "{denial:?}");
    }
}
