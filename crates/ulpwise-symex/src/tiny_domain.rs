//! Questions about inputs of which each has a few values only: a solver names the values once, and
//! from then on conditions are evaluated for each of them.
//!
//! What holds: the values of a variable are all that meet conditions of the path about this variable
//! alone; the last question about them was answered "no other". A question is answered only if all
//! its variables have such a domain and every condition could be evaluated in every case, so both
//! answers are exact.

use crate::terms::Terms;
use std::collections::HashMap;
use std::time::Duration;
use ulpwise_base::Budget;
use ulpwise_expr::{Model, Term, Value, evaluate};
use ulpwise_solver::{Libm, Query, Solver, Verdict};

/// How many values a domain may have.
const MOST_VALUES: usize = 64;

/// How many combinations of values are tried.
const MOST_CASES: usize = 256;

/// How many subterms a condition may have by which a domain is found.
const SMALL: usize = 24;

/// How long a question about a domain may take.
const LIMIT: Duration = Duration::from_millis(200);

/// The domains that are known, by the variable and the conditions about it alone.
#[derive(Debug, Default)]
pub(crate) struct TinyDomains {
    known: HashMap<(Term, Vec<Term>), Option<Vec<Value>>>,
}

impl TinyDomains {
    /// The answer to a question, if the domains of all its variables are tiny. Domains that are not
    /// known yet are looked for only if a solver is given.
    pub(crate) fn decide(
        &mut self,
        terms: &mut Terms,
        conditions: &[Term],
        libm: &Libm<'_>,
        mut solver: Option<&mut dyn Solver>,
        budget: &Budget,
    ) -> Option<Verdict> {
        if solver.is_none() && self.known.values().all(Option::is_none) {
            return None;
        }
        let variables = terms.store.free_variables(conditions);
        let mut domains: Vec<(Term, Vec<Value>)> = Vec::new();
        let mut cases = 1_usize;
        for &variable in &variables {
            let own = own_conditions(terms, conditions, variable);
            let key = (variable, own);
            if !self.known.contains_key(&key) {
                let solver = solver.as_deref_mut()?;
                let values = values_of(terms, variable, &key.1, libm, solver, budget)?;
                self.known.insert(key.clone(), values);
            }
            let values = self.known.get(&key)?.clone()?;
            cases = cases.saturating_mul(values.len());
            if cases > MOST_CASES {
                return None;
            }
            domains.push((variable, values));
        }
        let all = terms.store.and(conditions);
        for case in 0..cases {
            budget.check(0).ok()?;
            let (mut model, mut rest) = (Model::new(), case);
            for (variable, values) in &domains {
                model.set(*variable, values[rest % values.len()].clone());
                rest /= values.len();
            }
            let deliver = |function, mode, arguments: &_| libm(function, mode, arguments);
            match evaluate(&terms.store, all, &model.with_libm(&deliver)).ok()? {
                Value::Bool(true) => return Some(Verdict::Sat(model)),
                Value::Bool(false) => {}
                _ => return None,
            }
        }
        Some(Verdict::Unsat)
    }
}

/// The small conditions about one variable alone.
fn own_conditions(terms: &Terms, conditions: &[Term], variable: Term) -> Vec<Term> {
    let is_own = |&&condition: &&Term| {
        is_small(terms, condition) && terms.store.free_variables(&[condition]) == [variable]
    };
    conditions.iter().filter(is_own).copied().collect()
}

fn is_small(terms: &Terms, condition: Term) -> bool {
    let (mut open, mut seen) = (vec![condition], 0);
    while let Some(term) = open.pop() {
        seen += 1;
        if seen > SMALL {
            return false;
        }
        open.extend_from_slice(terms.store.children(term));
    }
    true
}

/// All values of a variable that meet conditions; the inner `None` if there are too many, the outer
/// one if the budget ended before that was known.
fn values_of(
    terms: &mut Terms,
    variable: Term,
    conditions: &[Term],
    libm: &Libm<'_>,
    solver: &mut dyn Solver,
    budget: &Budget,
) -> Option<Option<Vec<Value>>> {
    if conditions.is_empty() {
        return Some(None);
    }
    let (mut all, mut values) = (conditions.to_vec(), Vec::new());
    while values.len() <= MOST_VALUES {
        budget.check(0).ok()?;
        let query = Query::new(&all).with_libm(libm);
        let model = match solver.check(&mut terms.store, &query, &budget.part(LIMIT)) {
            Verdict::Sat(model) => model,
            Verdict::Unsat => return Some(Some(values)),
            Verdict::Unknown(_) => return Some(None),
        };
        let Some(Value::BitVec(bits)) = model.get(variable).cloned() else { return Some(None) };
        let value = terms.store.bit_vector(bits.clone());
        let is_it = terms.store.eq(variable, value);
        all.push(terms.store.not(is_it));
        values.push(Value::BitVec(bits));
    }
    Some(None)
}
