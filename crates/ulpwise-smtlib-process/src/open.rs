//! What SMT-LIB leaves open, closed by variables.
//!
//! Solvers choose for themselves what `fp.min` of two zeros or `fp.to_sbv` of a NaN is, so their `unsat` may rest on a choice that ours
//! does not make. Here every such application becomes `ite(open, choice, application)` with a variable for the choice. The script then means
//! the same to every solver, and the values of these variables tell what a model chose.
//!
//! A choice is a function of the operands: choices of the same operator for equal operands are equal, which is asserted for as many
//! as [`PAIRED`] applications of an operator. Beyond that a model may fail its evaluation; an `unsat` holds in any case.

use std::collections::BTreeMap;
use ulpwise_expr::{Model, Op, Sort, Term, TermStore, UnspecifiedCase, Value, evaluate};
use ulpwise_float::{Float, Format, Rational, Rounding};

/// Of how many applications of one operator each pair is said to choose alike.
const PAIRED: usize = 16;

/// Assertions in which nothing is open, and what became of it.
#[derive(Debug)]
pub(crate) struct Closed {
    pub(crate) assertions: Vec<Term>,
    applications: Vec<Application>,
    zeros: BTreeMap<(Op, Format), [Term; 2]>,
}

/// An application of which some operands are open.
#[derive(Clone, Debug)]
struct Application {
    op: Op,
    /// Its operands, with nothing open below.
    operands: Vec<Term>,
    is_open: Term,
    choice: Term,
}

/// Closes what is open in some assertions.
pub(crate) fn close(store: &mut TermStore, assertions: &[Term]) -> Closed {
    let order = store.topological_order(assertions);
    let mut closed = Closed { assertions: Vec::new(), applications: Vec::new(), zeros: BTreeMap::new() };
    let mut results: Vec<Term> = Vec::with_capacity(order.len());
    let mut children: Vec<Term> = Vec::new();
    for &term in &order {
        let of = |child: Term, results: &[Term]| {
            order.binary_search(&child).map_or(child, |position| results[position])
        };
        children.clear();
        children.extend(store.children(term).iter().map(|&child| of(child, &results)));
        let op = store.op(term);
        let same = children == store.children(term);
        let result = if same { term } else { store.application(op, &children) };
        let result = match op {
            Op::FpMin | Op::FpMax => closed.zeros(store, op, &children, result),
            Op::FpToUnsigned { .. } | Op::FpToSigned { .. } | Op::FpToReal | Op::RealDiv => {
                closed.application(store, op, &children, result)
            }
            _ => result,
        };
        results.push(result);
    }
    let result = |root: &Term| order.binary_search(root).map_or(*root, |position| results[position]);
    closed.assertions = assertions.iter().map(result).collect();
    closed.relate(store);
    closed
}

impl Closed {
    /// The minimum or maximum, with one of two propositions deciding between zeros of opposite signs: the first if the first operand is
    /// the negative one.
    fn zeros(&mut self, store: &mut TermStore, op: Op, operands: &[Term], result: Term) -> Term {
        let [x, y] = [operands[0], operands[1]];
        let format = store.format(x);
        let [if_negative, if_positive] = *self
            .zeros
            .entry((op, format))
            .or_insert_with(|| [0, 1].map(|_| store.fresh_variable("open-zero", Sort::Bool)));
        let (x_zero, y_zero) = (store.fp_is_zero(x), store.fp_is_zero(y));
        let (x_negative, y_negative) = (store.fp_is_negative(x), store.fp_is_negative(y));
        let alike = store.eq(x_negative, y_negative);
        let opposite = store.not(alike);
        let is_open = store.and(&[x_zero, y_zero, opposite]);
        let is_first = store.ite(x_negative, if_negative, if_positive);
        let chosen = store.ite(is_first, x, y);
        store.ite(is_open, chosen, result)
    }

    /// The application, with a variable where it is open.
    fn application(&mut self, store: &mut TermStore, op: Op, operands: &[Term], result: Term) -> Term {
        let is_open = is_open(store, op, operands);
        if store.bool_constant(is_open) == Some(false) {
            return result;
        }
        let choice = store.fresh_variable("open", store.sort(result));
        self.applications.push(Application { op, operands: operands.to_vec(), is_open, choice });
        store.ite(is_open, choice, result)
    }

    /// Asserts that equal operands have equal choices.
    fn relate(&mut self, store: &mut TermStore) {
        for (number, first) in self.applications.iter().enumerate() {
            let shape = |application: &Application| -> Vec<Sort> {
                application.operands.iter().map(|&operand| store.sort(operand)).collect()
            };
            let alike: Vec<&Application> = self.applications[number + 1..]
                .iter()
                .filter(|second| second.op == first.op && shape(second) == shape(first))
                .take(PAIRED)
                .collect();
            for second in alike {
                let pairs = first.operands.iter().zip(&second.operands);
                let mut conditions: Vec<Term> = pairs.map(|(&one, &other)| store.eq(one, other)).collect();
                conditions.push(first.is_open);
                let condition = store.and(&conditions);
                let (differs, equal) = (store.not(condition), store.eq(first.choice, second.choice));
                self.assertions.push(store.or(&[differs, equal]));
            }
        }
    }

    /// A model of the closed assertions as one of the given ones, whose variables these are.
    pub(crate) fn model(&self, store: &TermStore, closed: &Model, variables: &[Term]) -> Model {
        let mut closed = closed.clone();
        closed.complete(store, &store.free_variables(&self.assertions));
        let mut model = Model::new();
        for &variable in variables {
            if let Some(value) = closed.get(variable) {
                model.set(variable, value.clone());
            }
        }
        for (&(op, format), choices) in &self.zeros {
            for (negative, choice) in [true, false].into_iter().zip(choices) {
                let [x, y] = [negative, !negative].map(|sign| Value::float(Float::zero(format, sign)));
                let is_first = closed.get(*choice) == Some(&Value::Bool(true));
                let value = if is_first { x.clone() } else { y.clone() };
                model.set_unspecified(UnspecifiedCase { op, arguments: vec![x, y] }, value);
            }
        }
        for application in &self.applications {
            let value = |term: Term| evaluate(store, term, &closed).ok();
            let arguments: Option<Vec<Value>> =
                application.operands.iter().map(|&term| value(term)).collect();
            // What has no value, because a libm function is below, is left to the evaluation of the whole.
            let (Some(Value::Bool(true)), Some(arguments), Some(chosen)) =
                (value(application.is_open), arguments, value(application.choice))
            else {
                continue;
            };
            model.set_unspecified(UnspecifiedCase { op: application.op, arguments }, chosen);
        }
        model
    }
}

/// Whether the operands are such that SMT-LIB leaves the application open.
fn is_open(store: &mut TermStore, op: Op, operands: &[Term]) -> Term {
    match op {
        Op::RealDiv => {
            let zero = store.real(Rational::ZERO);
            store.eq(operands[1], zero)
        }
        Op::FpToReal => {
            let (nan, infinite) = (store.fp_is_nan(operands[0]), store.fp_is_infinite(operands[0]));
            store.or(&[nan, infinite])
        }
        Op::FpToSigned { width } => does_not_fit(store, operands, Some(width - 1), width - 1),
        Op::FpToUnsigned { width } => does_not_fit(store, operands, None, width),
        _ => store.bool(false),
    }
}

/// Whether a float, rounded to an integer, is below `-2^low` (or 0), or not below `2^high`, or no number.
fn does_not_fit(store: &mut TermStore, operands: &[Term], low: Option<u32>, high: u32) -> Term {
    let format = store.format(operands[1]);
    let integer = store.fp_round_to_integral(operands[0], operands[1]);
    let high = store.float(power_of_two(format, high));
    let is_below_high = store.fp_lt(integer, high);
    let is_above_low = match low.map(|exponent| power_of_two(format, exponent)) {
        None => {
            let zero = store.fp_zero(format, false);
            store.fp_leq(zero, integer)
        }
        Some(low) if low.is_infinite() => {
            let low = store.float(Float::infinity(format, true));
            store.fp_lt(low, integer)
        }
        Some(low) => {
            let positive = store.float(low);
            let low = store.fp_neg(positive);
            store.fp_leq(low, integer)
        }
    };
    let fits = store.and(&[is_above_low, is_below_high]);
    store.not(fits)
}

/// The power of two, or infinity if the format ends before it.
fn power_of_two(format: Format, exponent: u32) -> Float {
    if i64::from(exponent) > format.max_exponent() {
        return Float::infinity(format, false);
    }
    let mut power = Float::from_f64(1.0).convert(format, Rounding::NearestEven).0;
    let two = Float::from_f64(2.0).convert(format, Rounding::NearestEven).0;
    for _ in 0..exponent {
        power = power.mul(two, Rounding::NearestEven).0;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_end_in_infinity() {
        assert_eq!(power_of_two(Format::F32, 31), Float::from_f32(2_147_483_648.0));
        assert_eq!(power_of_two(Format::F32, 127), Float::from_f32(2_f32.powi(127)));
        assert!(power_of_two(Format::F32, 128).is_infinite() && power_of_two(Format::F16, 16).is_infinite());
        assert_eq!(
            power_of_two(Format::F16, 15),
            Float::from_f64(32768.0).convert(Format::F16, Rounding::NearestEven).0
        );
    }

    #[test]
    fn a_model_of_what_is_closed_chooses_for_what_was_open() {
        let mut store = TermStore::new();
        let x = store.variable("x", Sort::Float(Format::F32));
        let mode = store.rounding(Rounding::TowardZero);
        let [converted, again] = [store.fp_to_signed(8, mode, x); 2];
        let (seven, nan) = (store.bv(8, 7), store.fp_is_nan(x));
        let assertions = [nan, store.eq(converted, seven)];
        assert_eq!(converted, again);
        let closed = close(&mut store, &assertions);
        let mut told = Model::new();
        told.set(x, Value::float(Float::quiet_nan(Format::F32, false)));
        told.set(closed.applications[0].choice, Value::BitVec(ulpwise_expr::BitVector::from_u64(8, 7)));
        let model = closed.model(&store, &told, &[x]);
        for assertion in assertions {
            assert_eq!(evaluate(&store, assertion, &model), Ok(Value::Bool(true)));
        }
    }
}
