//! The engine that only folds: rewriting and evaluation, no search.
//!
//! A conjunct that says which constant a variable is gets substituted everywhere, which folds more;
//! that is repeated until nothing changes. If a conjunct is false the answer is `unsat`. If none is
//! left, or the rest happens to hold with a default value for every remaining variable, it is
//! `sat`. Everything else is unknown.

use crate::engine::CheckSatAnswer;
use ulpwise_base::Budget;
use ulpwise_expr::{Model, OpKind, Substitution, Tape, Term, TermStore, Value};
use ulpwise_float::Float;

/// Whether the assertions can hold together, as far as folding decides.
pub fn fold(store: &mut TermStore, assertions: &[Term], budget: &Budget) -> CheckSatAnswer {
    let mut model = Model::new();
    let mut goals = assertions.to_vec();
    loop {
        if let Err(exhausted) = budget.check(0) {
            return CheckSatAnswer::Unknown(exhausted.to_string());
        }
        let Some(conjuncts) = store.conjuncts(&goals) else { return CheckSatAnswer::Unsat };
        goals = conjuncts;
        let values = determined_variables(store, &goals);
        if values.is_empty() {
            break;
        }
        let mut substitution = Substitution::new();
        for (variable, constant) in values {
            let Some(value) = store.constant(constant).filter(|_| model.get(variable).is_none()) else {
                continue;
            };
            substitution.replace(store, variable, constant);
            model.set(variable, value);
        }
        goals = store.substitute(&goals, &substitution);
    }
    let open = goals.len();
    model.complete(store, &store.free_variables(&goals));
    let values = Tape::new(store, &goals).evaluate(&model);
    if values.is_ok_and(|values| values.iter().all(|value| *value == Value::Bool(true))) {
        return CheckSatAnswer::Sat(model);
    }
    CheckSatAnswer::Unknown(format!("folding leaves {open} conditions undecided"))
}

/// The variables that a goal equates with a constant, with that constant.
fn determined_variables(store: &mut TermStore, goals: &[Term]) -> Vec<(Term, Term)> {
    let is_variable = |store: &TermStore, term: Term| store.kind(term) == OpKind::Variable;
    let mut found = Vec::new();
    for &goal in goals {
        let children = store.children(goal);
        match (store.kind(goal), children) {
            (OpKind::Variable, _) => found.push((goal, store.bool(true))),
            (OpKind::Not, &[operand]) if is_variable(store, operand) => {
                found.push((operand, store.bool(false)));
            }
            (OpKind::FpIsNan, &[operand]) if is_variable(store, operand) => {
                let nan = Float::quiet_nan(store.format(operand), false);
                found.push((operand, store.float(nan)));
            }
            (OpKind::Eq, &[first, second]) => {
                if is_variable(store, first) && store.is_constant(second) {
                    found.push((first, second));
                } else if is_variable(store, second) && store.is_constant(first) {
                    found.push((second, first));
                }
            }
            _ => {}
        }
    }
    found
}
