//! What SMT-LIB leaves open, closed by variables.
//!
//! Solvers choose for themselves what `fp.min` of two zeros or `fp.to_sbv` of a NaN is, so their
//! `unsat` may rest on a choice that ours does not make. Here every such application becomes
//! `ite(open, choice, application)` with a variable for the choice. The script then means the same
//! to every solver, and the values of these variables are the choices of a model.
//!
//! A choice is a function of the operands: choices of the same operator for equal operands are
//! equal, which is asserted for as many as [`PAIRED`] applications of an operator. Beyond that a
//! model may fail its evaluation; an `unsat` holds in any case.

use std::collections::{BTreeMap, BTreeSet};
use ulpwise_expr::{Model, Op, Sort, Term, TermStore, UnspecifiedCase, Value, evaluate};
use ulpwise_float::{Float, Format, Rational, Rounding};

/// To how many of the applications of the same operator before it one is said to choose alike.
const PAIRED: usize = 16;

/// A stack of assertions, and what is said in place of each, in which nothing is open.
///
/// Terms keep their closed forms when a level goes, so that the same assertion is the same again
/// when it comes back.
#[derive(Default, Debug)]
pub(crate) struct Closing {
    /// The closed forms of terms that were asserted once.
    closed: BTreeMap<Term, Term>,
    /// Applications of which some operands are open, by the terms they are closed forms of.
    applications: BTreeMap<Term, Application>,
    zeros: BTreeMap<(Op, Format), [Term; 2]>,
    assertions: Vec<Term>,
    /// One for each assertion.
    levels: Vec<Level>,
    /// The applications of all levels.
    present: BTreeSet<Term>,
}

#[derive(Debug)]
struct Level {
    /// What is said in its place.
    said: Vec<Term>,
    /// The applications that it added to those before it.
    added: Vec<Term>,
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

impl Closing {
    /// What is said in place of each assertion.
    pub(crate) fn said(&self) -> impl Iterator<Item = &[Term]> {
        self.levels.iter().map(|level| &level.said[..])
    }

    /// The assertions.
    pub(crate) fn assertions(&self) -> &[Term] {
        &self.assertions
    }

    /// Leaves this many assertions.
    pub(crate) fn truncate(&mut self, depth: usize) {
        self.assertions.truncate(depth);
        while self.levels.len() > depth {
            let level = self.levels.pop().expect("there are more than that");
            for application in level.added {
                self.present.remove(&application);
            }
        }
    }

    /// One more assertion.
    pub(crate) fn push(&mut self, store: &mut TermStore, assertion: Term) {
        let order = store.topological_order(&[assertion]);
        let mut said = Vec::new();
        let mut added = Vec::new();
        let mut children: Vec<Term> = Vec::new();
        for &term in &order {
            if !self.closed.contains_key(&term) {
                children.clear();
                children.extend(store.children(term).iter().map(|child| self.closed[child]));
                let closed = self.close(store, term, &children);
                self.closed.insert(term, closed);
            }
            if self.applications.contains_key(&term) && !self.present.contains(&term) {
                self.relate(store, term, &mut said);
                self.present.insert(term);
                added.push(term);
            }
        }
        said.insert(0, self.closed[&assertion]);
        self.assertions.push(assertion);
        self.levels.push(Level { said, added });
    }

    /// The closed form of a term, given those of its operands.
    fn close(&mut self, store: &mut TermStore, term: Term, operands: &[Term]) -> Term {
        let op = store.op(term);
        let same = operands == store.children(term);
        let result = if same { term } else { store.application(op, operands) };
        match op {
            Op::FpMin | Op::FpMax => self.zeros(store, op, operands, result),
            Op::FpToUnsigned { .. } | Op::FpToSigned { .. } | Op::FpToReal | Op::RealDiv => {
                self.application(store, term, operands, result)
            }
            _ => result,
        }
    }

    /// The minimum or maximum, with one of two propositions deciding between zeros of opposite
    /// signs: the first if the first operand is the negative one.
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
    fn application(&mut self, store: &mut TermStore, term: Term, operands: &[Term], result: Term) -> Term {
        let op = store.op(term);
        let is_open = is_open(store, op, operands);
        if store.bool_constant(is_open) == Some(false) {
            return result;
        }
        let choice = store.fresh_variable("open", store.sort(result));
        self.applications.insert(term, Application { op, operands: operands.to_vec(), is_open, choice });
        store.ite(is_open, choice, result)
    }

    /// Says that an application chooses as those present do if its operands are equal to theirs.
    fn relate(&self, store: &mut TermStore, term: Term, said: &mut Vec<Term>) {
        let new = &self.applications[&term];
        let shape = |store: &TermStore, application: &Application| -> Vec<Sort> {
            application.operands.iter().map(|&operand| store.sort(operand)).collect()
        };
        let sorts = shape(store, new);
        let mut alike: Vec<&Application> = Vec::new();
        for earlier in self.present.iter().rev().map(|term| &self.applications[term]) {
            if earlier.op == new.op && shape(store, earlier) == sorts {
                alike.push(earlier);
                if alike.len() == PAIRED {
                    break;
                }
            }
        }
        for earlier in alike {
            let pairs = earlier.operands.iter().zip(&new.operands);
            let mut conditions: Vec<Term> = pairs.map(|(&one, &other)| store.eq(one, other)).collect();
            conditions.push(earlier.is_open);
            let condition = store.and(&conditions);
            let (differs, equal) = (store.not(condition), store.eq(earlier.choice, new.choice));
            said.push(store.or(&[differs, equal]));
        }
    }

    /// A model of what was said as one of the assertions, whose variables these are.
    pub(crate) fn model(&self, store: &TermStore, printed: &Model, variables: &[Term]) -> Model {
        let mut closed = printed.clone();
        let roots: Vec<Term> = self.assertions.iter().map(|assertion| self.closed[assertion]).collect();
        closed.complete(store, &store.free_variables(&roots));
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
        for application in self.present.iter().map(|term| &self.applications[term]) {
            let value = |term: Term| evaluate(store, term, &closed).ok();
            let arguments: Option<Vec<Value>> =
                application.operands.iter().map(|&term| value(term)).collect();
            // What has no value, because a libm function is below, is left to the evaluation of the
            // whole.
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

/// Whether a float, rounded to an integer, is below `-2^low` (or 0), or not below `2^high`, or no
/// number.
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
        let mut closing = Closing::default();
        for assertion in assertions {
            closing.push(&mut store, assertion);
        }
        let mut printed = Model::new();
        printed.set(x, Value::float(Float::quiet_nan(Format::F32, false)));
        printed.set(
            closing.applications[&converted].choice,
            Value::BitVec(ulpwise_expr::BitVector::from_u64(8, 7)),
        );
        let model = closing.model(&store, &printed, &[x]);
        for assertion in assertions {
            assert_eq!(evaluate(&store, assertion, &model), Ok(Value::Bool(true)));
        }
    }
    #[test]
    fn what_comes_back_is_what_it_was() {
        let mut store = TermStore::new();
        let mode = store.rounding(Rounding::TowardZero);
        let [one, two] = ["x", "y"].map(|name| {
            let variable = store.variable(name, Sort::Float(Format::F32));
            let (converted, seven) = (store.fp_to_signed(8, mode, variable), store.bv(8, 7));
            store.eq(converted, seven)
        });
        let mut closing = Closing::default();
        let said = |closing: &Closing| -> Vec<Vec<Term>> { closing.said().map(<[Term]>::to_vec).collect() };
        closing.push(&mut store, one);
        closing.push(&mut store, two);
        let both = said(&closing);
        assert_eq!((both[0].len(), both[1].len()), (1, 2), "the second conversion chooses as the first");
        assert_eq!(closing.assertions(), [one, two]);
        closing.truncate(1);
        closing.push(&mut store, two);
        assert_eq!(said(&closing), both);
        closing.truncate(0);
        closing.push(&mut store, two);
        assert_eq!(said(&closing)[0].len(), 1, "there is nothing to choose like");
    }
}
