//! The reference evaluator: the value of a term under a model, in exact arithmetic.
//!
//! Every term is evaluated once, children first, without recursion. All variables below the roots
//! need a value, those in branches not taken too. A [`Tape`] is the order of evaluation worked out
//! once, for many models.

use crate::error::EvaluationError;
use crate::model::Interpretation;
use crate::op::Op;
use crate::semantics::{self, AppliedValue};
use crate::sort::Sort;
use crate::store::{Term, TermPositions, TermStore};
use crate::unspecified::UnspecifiedCase;
use crate::value::Value;
use ulpwise_float::Float;

/// Terms to evaluate, children first, with their operands as positions.
#[derive(Clone, Debug)]
pub struct Tape {
    steps: Vec<TapeStep>,
    /// Positions of all operands, step by step.
    operands: Vec<u32>,
    /// Positions of the roots.
    roots: Vec<u32>,
    /// Steps after which the value at a position is of no more use, ascending; only values that may
    /// be large are listed.
    releases: Vec<(u32, u32)>,
}

/// Bit-vectors that are wider are large.
const LARGE_WIDTH: u32 = 1024;

#[derive(Clone, Debug)]
struct TapeStep {
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
        let mut tape = Tape {
            steps: Vec::with_capacity(order.len()),
            operands: Vec::new(),
            roots: Vec::new(),
            releases: Vec::new(),
        };
        for &term in &order {
            tape.operands.extend(store.children(term).iter().map(|&child| positions.position(child)));
            let action = match (store.op(term), store.constant(term)) {
                (_, Some(value)) => Action::Constant(value),
                (Op::Variable(symbol), None) => Action::Variable { name: store.symbol(symbol).0.into() },
                (op, None) => Action::Apply(op),
            };
            let operands_end = tape.operands.len() as u32;
            tape.steps.push(TapeStep { term, sort: store.sort(term), action, operands_end });
        }
        tape.roots = roots.iter().map(|&root| positions.position(root)).collect();
        tape.releases = tape.last_uses();
        tape
    }

    /// Where each value that may be large and is no root is used last. A chain of a million
    /// operators on a million bits must not keep them all.
    fn last_uses(&self) -> Vec<(u32, u32)> {
        let is_large = |position: u32| match self.steps[position as usize].sort {
            Sort::Array { .. } | Sort::Real => true,
            sort => sort.width().is_some_and(|width| width > LARGE_WIDTH),
        };
        let mut released = vec![false; self.steps.len()];
        for &root in &self.roots {
            released[root as usize] = true;
        }
        let mut last_uses = Vec::new();
        for (number, step) in self.steps.iter().enumerate().rev() {
            let start = if number == 0 { 0 } else { self.steps[number - 1].operands_end };
            for &position in &self.operands[start as usize..step.operands_end as usize] {
                if !released[position as usize] && is_large(position) {
                    released[position as usize] = true;
                    last_uses.push((number as u32, position));
                }
            }
        }
        last_uses.reverse();
        last_uses
    }

    /// The values of the roots.
    ///
    /// # Errors
    /// If a variable or a libm call has no value, or one of the wrong sort, or a real number
    /// becomes too large.
    pub fn evaluate(&self, interpretation: &dyn Interpretation) -> Result<Vec<Value>, EvaluationError> {
        let mut values: Vec<Value> = Vec::with_capacity(self.steps.len());
        let mut start = 0;
        let mut releases = self.releases.iter().peekable();
        for (number, step) in self.steps.iter().enumerate() {
            let end = step.operands_end as usize;
            let value = step.evaluate(interpretation, &self.operands[start..end], &values)?;
            values.push(value);
            start = end;
            while let Some((_, position)) = releases.next_if(|(after, _)| *after as usize == number) {
                values[*position as usize] = Value::Bool(false);
            }
        }
        Ok(self.roots.iter().map(|&root| values[root as usize].clone()).collect())
    }
}

impl TapeStep {
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
            AppliedValue::Value(value) => Ok(value),
            AppliedValue::Unspecified => {
                let arguments = arguments.iter().map(|&argument| argument.clone()).collect();
                let case = UnspecifiedCase { op, arguments };
                let value = interpretation.unspecified(&case).unwrap_or_else(|| case.default_value());
                if case.admits(&value) {
                    return Ok(value);
                }
                Err(EvaluationError::Inadmissible { case: Box::new(case), value: Box::new(value) })
            }
            AppliedValue::TooLarge => Err(EvaluationError::TooLarge { op }),
            AppliedValue::Libm => {
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
/// If a variable or a libm call has no value, or one of the wrong sort, or a real number becomes
/// too large.
pub fn evaluate(
    store: &TermStore,
    term: Term,
    interpretation: &dyn Interpretation,
) -> Result<Value, EvaluationError> {
    let mut values = Tape::new(store, &[term]).evaluate(interpretation)?;
    Ok(values.remove(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A large value is dropped after the last step that uses it, unless it is asked for.
    #[test]
    fn large_values_are_released_and_small_ones_are_not() {
        let mut store = TermStore::without_rewrites();
        let x = store.variable("x", Sort::BitVec(2048));
        let not = store.bv_not(x);
        let sum = store.bv_add(not, x);
        let product = store.bv_mul(sum, not);
        let small = store.bv_extract(product, 7, 0);
        let doubled = store.bv_add(small, small);
        let tape = Tape::new(&store, &[doubled, sum]);
        let positions = |terms: &[Term]| -> Vec<u32> {
            let position = |&term| tape.steps.iter().position(|step| step.term == term).unwrap() as u32;
            terms.iter().map(position).collect()
        };
        let expected = positions(&[sum, x, product, not, small, product]);
        let expected: Vec<(u32, u32)> = expected.chunks(2).map(|pair| (pair[0], pair[1])).collect();
        assert_eq!(tape.releases, expected);
    }
}
