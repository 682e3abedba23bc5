//! A value of a path over the reals, asked of a solver outside of ulpwise.
//!
//! This is the model of Ivančić and others as one question: every input is a real of its range,
//! every rounding adds an error that is at most a part of the exact result (and for products and
//! quotients an absolute one more), and what is true is computed beside it without any. Products of
//! values stay products, so the solver has to know nonlinear arithmetic.
//!
//! What holds: every run along the path is a solution, in any rounding mode that the model allows,
//! so that no solution means that the tolerance is kept. A solution is only a point to look at: its
//! inputs may be no floats, and its errors none of a rounding mode.

use crate::evaluate::Knowledge;
use crate::exact::QueryAnswer;
use crate::execute::Path;
use crate::form::ErrorForm;
use crate::graph::{Graph, GraphNode, NodeId, Op, cone};
use crate::inputs::StabilityInput;
use crate::linear::literals;
use crate::precision::{Precision, RoundingModel};
use std::cmp::Ordering;
use std::collections::HashMap;
use ulpwise_base::Budget;
use ulpwise_domain::Interval;
use ulpwise_expr::{Model, Sort, Term, TermStore, Value};
use ulpwise_float::{Float, Integer, Rational, Rounding};
use ulpwise_ir::{FloatBinaryOp, FloatPredicate, FloatUnaryOp, SignOp, Type};
use ulpwise_solver::{Query, Solver, Verdict};

/// Asks whether a value of a path can be off by more than is tolerated.
pub(crate) fn ask(
    (graph, path, node): (&Graph, &Path, NodeId),
    tolerance: f64,
    model: &RoundingModel,
    solver: &mut dyn Solver,
    budget: &Budget,
) -> QueryAnswer {
    let literals = literals(graph, path);
    let compared = literals.keys().flat_map(|&id| graph.node(id).operands());
    let own = graph.node(node).operands();
    let nodes = cone(graph, compared.chain(own).chain([node]));
    let mut knowledge = Knowledge::default();
    if !knowledge.look(graph, &nodes, &path.region, model) {
        return QueryAnswer::Kept;
    }
    let mut encoding = Encoding {
        graph,
        inputs: &path.region.inputs,
        model,
        knowledge: &knowledge,
        store: TermStore::new(),
        variables: HashMap::new(),
        floats: HashMap::new(),
        assertions: Vec::new(),
    };
    for &id in &nodes {
        encoding.look_at(id);
    }
    for (&id, &holds) in &literals {
        // What is not followed is left out: then there are more solutions, not fewer.
        if let Some(truth) = encoding.comparison(id, false) {
            let asserted = if holds { truth } else { encoding.store.not(truth) };
            encoding.assertions.push(asserted);
        }
    }
    let Some(exceeds) = encoding.exceeds(node, tolerance) else { return QueryAnswer::Open };
    encoding.assertions.push(exceeds);
    let assertions = encoding.assertions.clone();
    match solver.check(&mut encoding.store, &Query::new(&assertions), budget) {
        Verdict::Unsat => QueryAnswer::Kept,
        Verdict::Sat(values) => QueryAnswer::Suspects(encoding.ordinals(&values)),
        Verdict::Unknown(_) => QueryAnswer::Open,
    }
}

/// What is computed, and what is true.
#[derive(Clone, Copy, Debug)]
struct Pair {
    computed: Term,
    truth: Term,
}

struct Encoding<'a> {
    graph: &'a Graph,
    inputs: &'a [StabilityInput],
    model: &'a RoundingModel,
    knowledge: &'a Knowledge,
    store: TermStore,
    variables: HashMap<u32, Term>,
    floats: HashMap<NodeId, Pair>,
    assertions: Vec<Term>,
}

impl Encoding<'_> {
    /// Makes terms of a float, if it is followed; only numbers for certain are.
    fn look_at(&mut self, id: NodeId) {
        let node = *self.graph.node(id);
        let Type::Float(format) = node.ty else { return };
        let form = *self.knowledge.get(id).form();
        if !form.is_sound() {
            return;
        }
        let precision = Precision::for_format(format, self.model);
        if let Some(pair) = self.pair(&node, &form, &precision) {
            // What is known besides makes it easier.
            self.assume_within(pair.computed, form.computed);
            self.assume_within(pair.truth, form.ideal);
            self.floats.insert(id, pair);
        }
    }

    fn pair(&mut self, node: &GraphNode, form: &ErrorForm, precision: &Precision) -> Option<Pair> {
        let of = |at: usize| self.floats.get(&node.operand(at)).copied();
        let same = |truth: Term| Pair { computed: truth, truth };
        match node.op {
            Op::Input(number) => {
                let input = self.inputs.get(number as usize)?;
                (input.error == 0.0 && !input.special).then(|| same(self.input(number)))
            }
            Op::Constant(bits) => {
                let value = Float::from_bits(node.format()?.exact_format(), bits).to_rational()?;
                Some(same(self.store.real(value)))
            }
            Op::FromInt { .. } => {
                let Op::Input(number) = self.graph.node(node.operand(0)).op else { return None };
                let whole = self.input(number);
                Some(self.rounded(same(whole), form, precision, false))
            }
            Op::Binary(FloatBinaryOp::Add) => {
                let (a, b) = (of(0)?, of(1)?);
                let sum = self.both(a, b, TermStore::real_add);
                Some(self.rounded(sum, form, precision, false))
            }
            Op::Binary(FloatBinaryOp::Sub) => {
                let (a, b) = (of(0)?, of(1)?);
                let difference = self.both(a, b, TermStore::real_sub);
                Some(self.rounded(difference, form, precision, false))
            }
            Op::Binary(FloatBinaryOp::Mul) => {
                let (a, b) = (of(0)?, of(1)?);
                let product = self.both(a, b, TermStore::real_mul);
                Some(self.rounded(product, form, precision, true))
            }
            Op::Binary(FloatBinaryOp::Div) => {
                let (a, b) = (of(0)?, of(1)?);
                let quotient = Pair {
                    computed: self.quotient(a.computed, b.computed),
                    truth: self.quotient(a.truth, b.truth),
                };
                Some(self.rounded(quotient, form, precision, true))
            }
            Op::Unary(FloatUnaryOp::Sqrt) => {
                let a = of(0)?;
                let root = Pair { computed: self.root(a.computed), truth: self.root(a.truth) };
                Some(self.rounded(root, form, precision, false))
            }
            Op::Fma => {
                let (a, b, c) = (of(0)?, of(1)?, of(2)?);
                let product = self.both(a, b, TermStore::real_mul);
                let sum = self.both(product, c, TermStore::real_add);
                Some(self.rounded(sum, form, precision, true))
            }
            Op::Convert(_) => Some(self.rounded(of(0)?, form, precision, true)),
            Op::Unary(FloatUnaryOp::Canonicalize) => of(0),
            Op::Sign(SignOp::Neg) => {
                let a = of(0)?;
                Some(Pair { computed: self.store.real_neg(a.computed), truth: self.store.real_neg(a.truth) })
            }
            Op::Sign(SignOp::Abs) => {
                let a = of(0)?;
                Some(Pair { computed: self.magnitude(a.computed), truth: self.magnitude(a.truth) })
            }
            Op::Choose => {
                let (a, b) = (of(1)?, of(2)?);
                let condition = self.comparison(node.operand(0), false)?;
                Some(Pair {
                    computed: self.store.ite(condition, a.computed, b.computed),
                    truth: self.store.ite(condition, a.truth, b.truth),
                })
            }
            _ => None,
        }
    }

    /// A variable for an input.
    fn input(&mut self, number: u32) -> Term {
        if let Some(&variable) = self.variables.get(&number) {
            return variable;
        }
        let variable = self.store.variable(&format!("input-{number}"), Sort::Real);
        self.variables.insert(number, variable);
        let range = self.inputs[number as usize].range();
        self.assume_within(variable, range);
        variable
    }

    fn both(&mut self, a: Pair, b: Pair, operation: fn(&mut TermStore, Term, Term) -> Term) -> Pair {
        Pair {
            computed: operation(&mut self.store, a.computed, b.computed),
            truth: operation(&mut self.store, a.truth, b.truth),
        }
    }

    /// A number whose product with another is given; that is not zero, or there would be no true
    /// value.
    fn quotient(&mut self, dividend: Term, divisor: Term) -> Term {
        let quotient = self.store.fresh_variable("quotient", Sort::Real);
        let product = self.store.real_mul(quotient, divisor);
        let equal = self.store.eq(product, dividend);
        self.assertions.push(equal);
        quotient
    }

    fn root(&mut self, radicand: Term) -> Term {
        let root = self.store.fresh_variable("root", Sort::Real);
        let square = self.store.real_mul(root, root);
        let equal = self.store.eq(square, radicand);
        let zero = self.number(0.0);
        let is_not_negative = self.store.real_leq(zero, root);
        self.assertions.extend([equal, is_not_negative]);
        root
    }

    fn magnitude(&mut self, value: Term) -> Term {
        let zero = self.number(0.0);
        let is_negative = self.store.real_lt(value, zero);
        let negated = self.store.real_neg(value);
        self.store.ite(is_negative, negated, value)
    }

    /// A result with the error of its rounding.
    fn rounded(&mut self, exact: Pair, form: &ErrorForm, precision: &Precision, may_underflow: bool) -> Pair {
        if form.is_exact() {
            return Pair { computed: exact.truth, truth: exact.truth };
        }
        let error = self.store.fresh_variable("rounding", Sort::Real);
        let part = self.number(precision.relative);
        let magnitude = self.magnitude(exact.computed);
        let relative = self.store.real_mul(part, magnitude);
        let absolute = self.number(if may_underflow { precision.absolute } else { 0.0 });
        let most = self.store.real_add(relative, absolute);
        let least = self.store.real_neg(most);
        let within = [self.store.real_leq(least, error), self.store.real_leq(error, most)];
        self.assertions.extend(within);
        Pair { computed: self.store.real_add(exact.computed, error), truth: exact.truth }
    }

    fn assume_within(&mut self, value: Term, range: Interval) {
        for (bound, is_low) in [(range.low, true), (range.high, false)] {
            if !bound.is_finite() {
                continue;
            }
            let bound = self.number(bound);
            let within = match is_low {
                true => self.store.real_leq(bound, value),
                false => self.store.real_leq(value, bound),
            };
            self.assertions.push(within);
        }
    }

    fn number(&mut self, value: f64) -> Term {
        let rational = Float::from_f64(value).to_rational().unwrap_or(Rational::ZERO);
        self.store.real(rational)
    }

    /// Whether a comparison holds, for what is computed or for what is true; `None` if it is not
    /// followed.
    fn comparison(&mut self, id: NodeId, of_truth: bool) -> Option<Term> {
        let node = self.graph.node(id);
        let Op::FloatCompare(predicate, _) = node.op else { return None };
        let [a, b] = [0, 1].map(|at| self.floats.get(&node.operand(at)).copied());
        let (a, b) = (a?, b?);
        let (a, b) = if of_truth { (a.truth, b.truth) } else { (a.computed, b.computed) };
        Some(self.compared(predicate, a, b))
    }

    fn compared(&mut self, predicate: FloatPredicate, a: Term, b: Term) -> Term {
        let store = &mut self.store;
        let mut cases = Vec::new();
        if predicate.holds(Some(Ordering::Less)) {
            cases.push(store.real_lt(a, b));
        }
        if predicate.holds(Some(Ordering::Greater)) {
            cases.push(store.real_lt(b, a));
        }
        if predicate.holds(Some(Ordering::Equal)) {
            cases.push(store.eq(a, b));
        }
        store.or(&cases)
    }

    /// Whether a value is off by more than is tolerated, or a comparison comes out otherwise.
    fn exceeds(&mut self, id: NodeId, tolerance: f64) -> Option<Term> {
        if let Op::FloatCompare(..) = self.graph.node(id).op {
            let (computed, truth) = (self.comparison(id, false)?, self.comparison(id, true)?);
            let same = self.store.eq(computed, truth);
            return Some(self.store.not(same));
        }
        let Pair { computed, truth } = *self.floats.get(&id)?;
        let difference = self.store.real_sub(computed, truth);
        let (error, size) = (self.magnitude(difference), self.magnitude(truth));
        let tolerance = self.number(tolerance);
        let tolerated = self.store.real_mul(tolerance, size);
        Some(self.store.real_lt(tolerated, error))
    }

    /// The ordinals of the inputs next to a solution.
    fn ordinals(&self, model: &Model) -> Vec<i128> {
        let ordinal = |(number, input): (usize, &StabilityInput)| {
            let value = self.variables.get(&(number as u32)).and_then(|&variable| model.get(variable));
            let Some(Value::Real(value)) = value else { return input.ordinals.0 };
            let nearest = match input.ty {
                Type::Float(format) => {
                    let (float, _) =
                        Float::from_rational(format.exact_format(), value, Rounding::NearestEven);
                    input.ordinal(float.to_bits())
                }
                _ => {
                    let whole: Integer = value.round();
                    i128::try_from(whole).ok()
                }
            };
            nearest.unwrap_or(input.ordinals.0).clamp(input.ordinals.0, input.ordinals.1)
        };
        self.inputs.iter().enumerate().map(ordinal).collect()
    }
}
