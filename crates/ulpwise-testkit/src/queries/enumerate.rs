//! Queries decided by trying everything.

use super::values::all_values;
use std::cell::RefCell;
use std::collections::BTreeMap;
use ulpwise_expr::{Interpretation, Model, Op, Sort, Tape, Term, TermStore, UnspecifiedCase, Value};

/// The answer to a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The assertions hold under this model.
    Sat(Model),
    /// They hold under none.
    Unsat,
    /// There is too much to try.
    TooMany,
}

/// Whether the assertions can hold together, by at most `limit` evaluations. Unspecified cases are
/// functions that the model may choose, as SMT-LIB has it. Queries with libm terms or real
/// variables are too many.
pub fn decide(store: &TermStore, assertions: &[Term], limit: u64) -> Decision {
    let variables = store.free_variables(assertions);
    let mut domains = Vec::new();
    for &variable in &variables {
        match all_values(store.sort(variable)) {
            Some(values) => domains.push(values),
            None => return Decision::TooMany,
        }
    }
    let mut trial = Trial::new(store, assertions, limit);
    let mut places = vec![0; variables.len()];
    loop {
        for ((&variable, domain), &place) in variables.iter().zip(&domains).zip(&places) {
            trial.values.insert(variable, domain[place].clone());
        }
        match trial.any_choice() {
            Choices::Found(model) => return Decision::Sat(model),
            Choices::NoneFits => {}
            Choices::TooMany => return Decision::TooMany,
        }
        // The next combination, as an odometer counts.
        let Some(turned) = (0..places.len()).find(|&at| places[at] + 1 < domains[at].len()) else {
            return Decision::Unsat;
        };
        places[turned] += 1;
        places[..turned].fill(0);
    }
}

/// What some values leave to choose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choices {
    /// With these choices, which the model contains, the assertions hold.
    Found(Model),
    /// They hold under no choice.
    NoneFits,
    /// There is too much to try, or something has no value.
    TooMany,
}

/// Whether the assertions hold under the values of `model` and some choice of what SMT-LIB leaves
/// open, by at most `limit` evaluations. Choices that the model itself makes are not kept.
pub fn choose_open_values(store: &TermStore, assertions: &[Term], model: &Model, limit: u64) -> Choices {
    let mut trial = Trial::new(store, assertions, limit);
    for (variable, value) in model.variables() {
        trial.values.insert(variable, value.clone());
    }
    trial.any_choice()
}

/// An unspecified case that came up, its possible values, and the one that is tried.
type OpenCase = (UnspecifiedCase, Vec<Value>, usize);

struct Trial {
    tape: Tape,
    values: BTreeMap<Term, Value>,
    /// In the order in which they came up; what comes up later may depend on what was chosen
    /// before.
    open: RefCell<Vec<OpenCase>>,
    /// Whether a case came up that has too many values.
    overflow: RefCell<bool>,
    left: u64,
}

impl Trial {
    fn new(store: &TermStore, assertions: &[Term], limit: u64) -> Trial {
        Trial {
            tape: Tape::new(store, assertions),
            values: BTreeMap::new(),
            open: RefCell::default(),
            overflow: RefCell::new(false),
            left: limit,
        }
    }

    /// Whether some choice makes the assertions hold under the present values of the variables.
    fn any_choice(&mut self) -> Choices {
        self.open.borrow_mut().clear();
        loop {
            if self.left == 0 {
                return Choices::TooMany;
            }
            self.left -= 1;
            let Ok(results) = self.tape.evaluate(self) else { return Choices::TooMany };
            if results.iter().all(|result| *result == Value::Bool(true)) {
                return Choices::Found(self.model());
            }
            if *self.overflow.borrow() {
                return Choices::TooMany;
            }
            let mut open = self.open.borrow_mut();
            while open.last().is_some_and(|(_, values, place)| place + 1 == values.len()) {
                open.pop();
            }
            match open.last_mut() {
                Some((_, _, place)) => *place += 1,
                None => return Choices::NoneFits,
            }
        }
    }

    fn model(&self) -> Model {
        let mut model = Model::new();
        for (&variable, value) in &self.values {
            model.set(variable, value.clone());
        }
        for (case, values, place) in self.open.borrow().iter() {
            model.set_unspecified(case.clone(), values[*place].clone());
        }
        model
    }
}

impl Interpretation for Trial {
    fn variable(&self, variable: Term) -> Option<Value> {
        self.values.get(&variable).cloned()
    }

    fn unspecified(&self, case: &UnspecifiedCase) -> Option<Value> {
        let mut open = self.open.borrow_mut();
        if let Some((_, values, place)) = open.iter().find(|(other, _, _)| other == case) {
            return Some(values[*place].clone());
        }
        let values = match (case.op, case.sort()) {
            (Op::FpMin | Op::FpMax, _) => case.arguments.clone(),
            (_, Sort::BitVec(width)) if width <= 8 => all_values(case.sort())?,
            _ => {
                *self.overflow.borrow_mut() = true;
                return None;
            }
        };
        let first = values.first().cloned();
        open.push((case.clone(), values, 0));
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_expr::TermStore;
    use ulpwise_float::{Format, Rounding};

    #[test]
    fn all_values_and_choices_are_tried() {
        let mut store = TermStore::without_rewrites();
        let (a, b) = (store.variable("a", Sort::BitVec(3)), store.variable("b", Sort::BitVec(3)));
        let seven = store.bv(3, 7);
        let (sum, less) = (store.bv_add(a, b), store.bv_ult(a, b));
        let is_seven = store.eq(sum, seven);
        assert!(matches!(decide(&store, &[is_seven, less], 100), Decision::Sat(_)));
        let equal = store.eq(a, b);
        assert_eq!(decide(&store, &[is_seven, equal], 100), Decision::Unsat);
        assert_eq!(decide(&store, &[is_seven, equal], 10), Decision::TooMany);
    }

    #[test]
    fn choices_are_functions() {
        let mut store = TermStore::without_rewrites();
        let format = Format::new(2, 3).expect("a format");
        let nan = store.fp_nan(format);
        let modes = [Rounding::NearestEven, Rounding::TowardZero].map(|mode| store.rounding(mode));
        let converted = modes.map(|mode| store.fp_to_unsigned(2, mode, nan));
        let (one, two) = (store.bv(2, 1), store.bv(2, 2));
        let first = store.eq(converted[0], one);
        for (term, is_sat) in [(converted[0], false), (converted[1], true)] {
            let second = store.eq(term, two);
            let decision = decide(&store, &[first, second], 1000);
            assert_eq!(matches!(decision, Decision::Sat(_)), is_sat, "{decision:?}");
        }
    }
}
