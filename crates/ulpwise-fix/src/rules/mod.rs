//! Identities of the reals, a family a file.
//!
//! An identity says under which conditions its two sides are the same real number wherever the left one
//! has a value. Conditions are printed with the chain of identities and looked at over the range;
//! nothing relies on them alone: what is printed as a patch was compared with exact values.

mod arithmetic;
mod exponential;
mod fused;
mod powers;
mod trigonometric;

use crate::term::{Constant, Format, Math, float_operation};
use egg::{
    Analysis, Condition, ConditionalApplier, DidMerge, EGraph, ENodeOrVar, Id, Language, Pattern, Rewrite,
    Subst,
};

/// An identity.
pub(crate) struct Identity {
    pub(crate) name: &'static str,
    pub(crate) left: &'static str,
    pub(crate) right: &'static str,
    /// Terms over the left side's variables that must not be zero.
    pub(crate) not_zero: &'static [&'static str],
    /// Terms that must be positive.
    pub(crate) positive: &'static [&'static str],
    /// Whether it holds from right to left, too, and is used so.
    pub(crate) both_ways: bool,
}

impl Identity {
    const fn new(name: &'static str, left: &'static str, right: &'static str) -> Self {
        Self { name, left, right, not_zero: &[], positive: &[], both_ways: false }
    }

    const fn both(name: &'static str, left: &'static str, right: &'static str) -> Self {
        Self { both_ways: true, ..Self::new(name, left, right) }
    }

    const fn not_zero(self, not_zero: &'static [&'static str]) -> Self {
        Self { not_zero, ..self }
    }

    const fn positive(self, positive: &'static [&'static str]) -> Self {
        Self { positive, ..self }
    }
}

/// All identities.
pub(crate) fn identities() -> impl Iterator<Item = &'static Identity> {
    [
        arithmetic::IDENTITIES,
        powers::IDENTITIES,
        exponential::IDENTITIES,
        trigonometric::IDENTITIES,
        fused::IDENTITIES,
    ]
    .into_iter()
    .flatten()
}

/// At how many points the classes of an e-graph are looked at.
const LOOKS: usize = 4;

/// What is known of a class.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ClassData {
    /// The constant that it is.
    constant: Option<Constant>,
    /// About what it is at a few points: whether it may be zero everywhere.
    looks: [f64; LOOKS],
}

impl ClassData {
    /// Whether it seems to be zero wherever it was looked at.
    fn seems_zero(&self) -> bool {
        let known = self.looks.iter().filter(|look| look.is_finite());
        let mut known = known.peekable();
        known.peek().is_some() && known.all(|look| look.abs() < 1e-10)
    }
}

/// Folds constants where the result is a double without rounding.
#[derive(Clone, Debug, Default)]
pub(crate) struct Folding;

impl Analysis<Math> for Folding {
    type Data = ClassData;

    fn make(egraph: &mut EGraph<Math, Self>, node: &Math, _: Id) -> Self::Data {
        let looks = std::array::from_fn(|look| {
            let operand = |id: Id| egraph[id].data.looks[look];
            if let Math::Variable(variable) = node {
                sample_of(variable.0, look)
            } else {
                look_at(node, operand)
            }
        });
        ClassData { constant: folded(egraph, node), looks }
    }

    fn merge(&mut self, to: &mut Self::Data, from: Self::Data) -> DidMerge {
        let before = to.clone();
        to.constant = to.constant.or(from.constant);
        for (to, from) in to.looks.iter_mut().zip(from.looks) {
            // Only towards what is known, or classes would change for ever.
            if !to.is_finite() && from.is_finite() {
                *to = from;
            }
        }
        let same = |a: &ClassData, b: &ClassData| {
            a.constant == b.constant && a.looks.map(f64::to_bits) == b.looks.map(f64::to_bits)
        };
        DidMerge(!same(to, &before), !same(to, &from))
    }

    fn modify(egraph: &mut EGraph<Math, Self>, id: Id) {
        if let Some(constant) = egraph[id].data.constant {
            let folded = egraph.add(Math::Constant(constant));
            if egraph.find(id) != egraph.find(folded) {
                egraph.union_trusted(id, folded, "constants are computed");
            }
        }
    }
}

/// A value of a variable: between 0.3 and 2.3, no two alike.
fn sample_of(variable: u32, look: usize) -> f64 {
    let place = f64::from(variable + 1) * 0.618_033_988_749_895 + look as f64 * 0.754_877_666_246_693;
    0.3 + 2.0 * place.fract()
}

fn look_at(node: &Math, operand: impl Fn(Id) -> f64) -> f64 {
    float_operation(node, operand, &[], Format::Double).0
}

/// The constant that a node is.
fn folded(egraph: &EGraph<Math, Folding>, node: &Math) -> Option<Constant> {
    let value = |id: &Id| egraph[*id].data.constant.map(Constant::value);
    let folded = match node {
        Math::Constant(constant) => return Some(*constant),
        Math::Neg(a) => -value(a)?,
        Math::Add([a, b]) => exact_sum(value(a)?, value(b)?)?,
        Math::Sub([a, b]) => exact_sum(value(a)?, -value(b)?)?,
        Math::Mul([a, b]) => exact_product(value(a)?, value(b)?)?,
        Math::Div([a, b]) => exact_quotient(value(a)?, value(b)?)?,
        _ => return None,
    };
    Some(Constant::new(folded))
}

fn is_moderate(value: f64) -> bool {
    value == 0.0 || (1e-100..1e100).contains(&value.abs())
}

fn exact_sum(a: f64, b: f64) -> Option<f64> {
    let sum = a + b;
    let (of_b, of_a) = (sum - a, sum - (sum - a));
    let is_exact = a - of_a == 0.0 && b - of_b == 0.0;
    (is_exact && is_moderate(sum)).then_some(sum)
}

fn exact_product(a: f64, b: f64) -> Option<f64> {
    let product = a * b;
    (is_moderate(a) && is_moderate(b) && is_moderate(product) && a.mul_add(b, -product) == 0.0)
        .then_some(product)
}

fn exact_quotient(a: f64, b: f64) -> Option<f64> {
    let quotient = a / b;
    let is_exact = b != 0.0 && is_moderate(a) && is_moderate(b) && is_moderate(quotient);
    (is_exact && quotient.mul_add(b, -a) == 0.0).then_some(quotient)
}

/// What must not be zero for a rewrite to be made: what an identity says, and what it divides by.
struct NotZero {
    patterns: Vec<Pattern<Math>>,
}

impl Condition<Math, Folding> for NotZero {
    fn check(&self, egraph: &mut EGraph<Math, Folding>, _: Id, subst: &Subst) -> bool {
        self.patterns.iter().all(|pattern| {
            let mut looks: Vec<[f64; LOOKS]> = Vec::new();
            for item in pattern.ast.as_ref() {
                let next = std::array::from_fn(|look| match item {
                    ENodeOrVar::Var(variable) => egraph[subst[*variable]].data.looks[look],
                    ENodeOrVar::ENode(node) => look_at(node, |id| looks[usize::from(id)][look]),
                });
                looks.push(next);
            }
            let looks = looks.pop().unwrap_or([f64::NAN; LOOKS]);
            !ClassData { constant: None, looks }.seems_zero()
        })
    }
}

/// What a pattern divides by.
fn divisors(pattern: &Pattern<Math>) -> Vec<Pattern<Math>> {
    let nodes = pattern.ast.as_ref();
    let of_node = |node: &ENodeOrVar<Math>| match node {
        ENodeOrVar::ENode(Math::Div([_, divisor])) => {
            let part = nodes[usize::from(*divisor)].build_recexpr(|id| nodes[usize::from(id)].clone());
            Some(Pattern::from(part))
        }
        _ => None,
    };
    nodes.iter().filter_map(of_node).collect()
}

/// What an e-graph is saturated with.
pub(crate) fn rewrites() -> Vec<Rewrite<Math, Folding>> {
    let pattern = |text: &str| -> Pattern<Math> {
        text.parse().unwrap_or_else(|error| panic!("the pattern {text} is well formed: {error}"))
    };
    let mut rewrites = Vec::new();
    for identity in identities() {
        let (left, right) = (pattern(identity.left), pattern(identity.right));
        let make = |name: String, from: &Pattern<Math>, to: &Pattern<Math>| {
            let stated = identity.not_zero.iter().map(|text| pattern(text));
            let patterns = stated.chain(divisors(from)).chain(divisors(to)).collect();
            let applier = ConditionalApplier { condition: NotZero { patterns }, applier: to.clone() };
            Rewrite::new(name, from.clone(), applier)
                .unwrap_or_else(|error| panic!("the identity {} is well formed: {error}", identity.name))
        };
        rewrites.push(make(identity.name.to_owned(), &left, &right));
        if identity.both_ways {
            rewrites.push(make(format!("{} (backwards)", identity.name), &right, &left));
        }
    }
    rewrites
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::exact_value;
    use crate::term::Term;
    use std::collections::BTreeSet;

    /// A pattern with variables as a term.
    fn term(text: &str) -> Term {
        let names = ["?a", "?b", "?c", "?d", "?e"];
        let named = names
            .iter()
            .enumerate()
            .fold(text.to_owned(), |text, (at, name)| text.replace(name, &format!("v{at}")));
        named.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn names_are_unique() {
        let mut names = BTreeSet::new();
        assert!(identities().all(|identity| names.insert(identity.name)));
        assert!(!rewrites().is_empty());
    }

    /// Every identity holds wherever both sides have a value and the conditions hold, and its right side
    /// has one wherever the left side has.
    #[test]
    fn identities_hold_for_exact_values() {
        let numbers = [-2.5, -1.0, -0.75, -0.125, 0.0, 0.1, 0.5, 1.0, 1.75, 3.0, 40.0];
        for identity in identities() {
            let (left, right) = (term(identity.left), term(identity.right));
            let mut compared = 0;
            for trial in 0..400_usize {
                let pick =
                    |at: usize| numbers[(trial * [1, 7, 3, 5, 9][at] + trial / [1, 11, 5, 17, 3][at]) % 11];
                let inputs: Vec<f64> = (0..5).map(pick).collect();
                let holds = |text: &&str, positive: bool| match exact_value(&term(text), &inputs) {
                    Ok(value) => {
                        let zero = crate::exact::Enclosure::from_f64(0.0);
                        !value.meets(&zero) && (!positive || value.nearest_f64().is_some_and(|it| it > 0.0))
                    }
                    Err(_) => false,
                };
                if !identity.not_zero.iter().all(|text| holds(text, false))
                    || !identity.positive.iter().all(|text| holds(text, true))
                {
                    continue;
                }
                let values = [exact_value(&left, &inputs), exact_value(&right, &inputs)];
                match &values {
                    [Ok(a), Ok(b)] => {
                        assert!(a.meets(b), "{}: {inputs:?}: {a:?} {b:?}", identity.name);
                        compared += 1;
                    }
                    [Ok(a), Err(crate::exact::NoValue::Undefined)] if a.is_tight(40) => {
                        panic!("{}: {inputs:?}: only the left side has a value", identity.name)
                    }
                    _ => {}
                }
            }
            assert!(compared > 10, "{} was compared {compared} times", identity.name);
        }
    }
}
