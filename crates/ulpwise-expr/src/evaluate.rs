//! The reference evaluator: the value of a term under a model, in exact arithmetic.
//!
//! Every term is evaluated once, children first, without recursion. All variables below the roots need a value, those
//! in branches not taken too. A [`Tape`] is the order of evaluation worked out once, for many models.

use crate::error::EvaluationError;
use crate::model::Interpretation;
use crate::op::Op;
use crate::semantics::{self, Outcome};
use crate::sort::Sort;
use crate::store::{Term, TermPositions, TermStore};
use crate::unspecified::UnspecifiedCase;
use crate::value::Value;
use ulpwise_float::Float;

/// Terms to evaluate, children first, with their operands as positions.
#[derive(Clone, Debug)]
pub struct Tape {
    steps: Vec<Step>,
    /// Positions of all operands, step by step.
    operands: Vec<u32>,
    /// Positions of the roots.
    roots: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Step {
    term: Term,
    sort: Sort,
    action: Action,
    /// Where the operands of this step end; they start where those of the one before end.
    operands_end: u32,
}

#[derive(Clone, Debug)]
enum Action {
    Constant(Value),
    Variable { name: Box<str> },
    Apply(Op),
}

impl Tape {
    /// The evaluation of `roots`.
    pub fn new(store: &TermStore, roots: &[Term]) -> Tape {
        let order = store.topological_order(roots);
        let positions = TermPositions::new(&order);
        let mut tape =
            Tape { steps: Vec::with_capacity(order.len()), operands: Vec::new(), roots: Vec::new() };
        for &term in &order {
            tape.operands.extend(store.children(term).iter().map(|&child| positions.of(child)));
            let action = match (store.op(term), store.constant(term)) {
                (_, Some(value)) => Action::Constant(value),
                (Op::Variable(symbol), None) => Action::Variable { name: store.symbol(symbol).0.into() },
                (op, None) => Action::Apply(op),
            };
            let operands_end = tape.operands.len() as u32;
            tape.steps.push(Step { term, sort: store.sort(term), action, operands_end });
        }
        tape.roots = roots.iter().map(|&root| positions.of(root)).collect();
        tape
    }

    /// The values of the roots.
    ///
    /// # Errors
    /// If a variable or a libm call has no value, or one of the wrong sort.
    pub fn evaluate(&self, interpretation: &dyn Interpretation) -> Result<Vec<Value>, EvaluationError> {
        let mut values: Vec<Value> = Vec::with_capacity(self.steps.len());
        let mut start = 0;
        for step in &self.steps {
            let end = step.operands_end as usize;
            let value = step.evaluate(interpretation, &self.operands[start..end], &values)?;
            values.push(value);
            start = end;
        }
        Ok(self.roots.iter().map(|&root| values[root as usize].clone()).collect())
    }
}

impl Step {
    fn evaluate(
        &self,
        interpretation: &dyn Interpretation,
        operands: &[u32],
        values: &[Value],
    ) -> Result<Value, EvaluationError> {
        match &self.action {
            Action::Constant(value) => Ok(value.clone()),
            Action::Variable { name } => {
                let value = interpretation.variable(self.term).ok_or_else(|| {
                    EvaluationError::MissingVariable { name: name.to_string(), sort: self.sort }
                })?;
                self.of_right_sort(value, name)
            }
            Action::Apply(op) => {
                let value = |position: u32| &values[position as usize];
                // Up to four operands need no allocation.
                match *operands {
                    [a] => self.apply(*op, &[value(a)], interpretation),
                    [a, b] => self.apply(*op, &[value(a), value(b)], interpretation),
                    [a, b, c] => self.apply(*op, &[value(a), value(b), value(c)], interpretation),
                    [a, b, c, d] => {
                        self.apply(*op, &[value(a), value(b), value(c), value(d)], interpretation)
                    }
                    _ => {
                        let arguments: Vec<&Value> =
                            operands.iter().map(|&position| value(position)).collect();
                        self.apply(*op, &arguments, interpretation)
                    }
                }
            }
        }
    }

    fn apply(
        &self,
        op: Op,
        arguments: &[&Value],
        interpretation: &dyn Interpretation,
    ) -> Result<Value, EvaluationError> {
        match semantics::apply(op, arguments) {
            Outcome::Value(value) => Ok(value),
            Outcome::Unspecified => {
                let arguments = arguments.iter().map(|&argument| argument.clone()).collect();
                let case = UnspecifiedCase { op, arguments };
                let value = interpretation.unspecified(&case).unwrap_or_else(|| case.default_value());
                if case.admits(&value) {
                    return Ok(value);
                }
                Err(EvaluationError::Inadmissible { case: Box::new(case), value: Box::new(value) })
            }
            Outcome::Libm => {
                let Op::Libm(function) = op else { unreachable!("{op} is no libm call") };
                let [Value::Rounding(rounding), floats @ ..] = arguments else {
                    panic!("{op} applied to {arguments:?}");
                };
                let floats: Vec<Float> = floats.iter().filter_map(|value| value.as_float()).collect();
                let value = interpretation.libm(function, *rounding, &floats);
                let value = value.ok_or(EvaluationError::UnknownLibm { op })?;
                self.of_right_sort(Value::float(value), function.name())
            }
        }
    }

    fn of_right_sort(&self, value: Value, what: &str) -> Result<Value, EvaluationError> {
        let found = value.sort();
        if found == self.sort {
            // A model made by hand may hold another NaN than the canonical one.
            return Ok(if let Value::Float(datum) = value { Value::float(datum) } else { value });
        }
        Err(EvaluationError::WrongSort { what: what.to_owned(), expected: self.sort, found })
    }
}

/// The value of a term.
///
/// # Errors
/// If a variable or a libm call has no value, or one of the wrong sort.
pub fn evaluate(
    store: &TermStore,
    term: Term,
    interpretation: &dyn Interpretation,
) -> Result<Value, EvaluationError> {
    let mut values = Tape::new(store, &[term]).evaluate(interpretation)?;
    Ok(values.remove(0))
}
