//! Equality saturation: all that the identities make of an expression, within limits of size.

use crate::rules::{Folding, rewrites};
use crate::term::{Math, Term};
use egg::{BackoffScheduler, EGraph, Id, Runner};
use std::time::Duration;

/// How many nodes an e-graph may have. Identities that commute and associate alone fill any graph.
const NODES: usize = 3500;

/// How many times all identities are applied.
const ITERATIONS: usize = 9;

/// An e-graph, and the class of the expression.
pub(crate) struct Saturated {
    pub(crate) egraph: EGraph<Math, Folding>,
    pub(crate) root: Id,
}

/// Saturates.
pub(crate) fn saturate(term: &Term) -> Saturated {
    let scheduler = BackoffScheduler::default().with_initial_match_limit(160).with_ban_length(3);
    // Nodes are what limits; the time is there for the unforeseen.
    let runner = Runner::default()
        .with_expr(term)
        .with_scheduler(scheduler)
        .with_node_limit(NODES)
        .with_iter_limit(ITERATIONS)
        .with_time_limit(Duration::from_secs(20))
        .run(&rewrites());
    let root = runner.egraph.find(runner.roots[0]);
    Saturated { egraph: runner.egraph, root }
}

/// A step of a chain of identities: the identity, and the whole expression after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChainStep {
    pub(crate) identity: String,
    pub(crate) is_backwards: bool,
    pub(crate) term: String,
}

/// The chain of identities from one expression to another; nothing if there is none within the limits.
pub(crate) fn chain(from: &Term, to: &Term) -> Option<Vec<ChainStep>> {
    let scheduler = BackoffScheduler::default().with_initial_match_limit(160).with_ban_length(3);
    let mut runner = Runner::default()
        .with_explanations_enabled()
        .with_expr(from)
        .with_expr(to)
        .with_scheduler(scheduler)
        .with_node_limit(NODES)
        .with_iter_limit(ITERATIONS)
        .with_time_limit(Duration::from_secs(20))
        .with_hook(|runner| {
            let [from, to] = [runner.roots[0], runner.roots[1]];
            if runner.egraph.find(from) == runner.egraph.find(to) { Err("found".to_owned()) } else { Ok(()) }
        })
        .run(&rewrites());
    if runner.egraph.find(runner.roots[0]) != runner.egraph.find(runner.roots[1]) {
        return None;
    }
    let mut explanation = runner.explain_equivalence(from, to);
    let flat = explanation.make_flat_explanation();
    let steps = flat.iter().skip(1).map(|term| {
        let (identity, is_backwards) = rule_of(term).unwrap_or_default();
        ChainStep { identity, is_backwards, term: term.remove_rewrites().get_recexpr().to_string() }
    });
    Some(steps.collect())
}

/// The identity that a step of an explanation names.
fn rule_of(term: &egg::FlatTerm<Math>) -> Option<(String, bool)> {
    if let Some(rule) = &term.forward_rule {
        return Some((rule.to_string(), false));
    }
    if let Some(rule) = &term.backward_rule {
        return Some((rule.to_string(), true));
    }
    term.children.iter().find_map(rule_of)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 / 0 would be 1 and everything else.
    #[test]
    fn nothing_becomes_a_constant() {
        for text in
            ["(- (sqrt (+ v0 1.0)) (sqrt v0))", "(/ (- 1.0 (cos v0)) (* v0 v0))", "(- v0 (sqrt (* v0 v1)))"]
        {
            let saturated = saturate(&text.parse().unwrap());
            let constants = saturated.egraph[saturated.root]
                .nodes
                .iter()
                .filter(|node| matches!(node, Math::Constant(_)));
            assert_eq!(constants.count(), 0, "{text}");
        }
    }

    #[test]
    fn expressions_meet_their_better_forms() {
        for (old, new) in [
            ("(- (sqrt (+ v0 1.0)) (sqrt v0))", "(/ 1.0 (+ (sqrt (+ v0 1.0)) (sqrt v0)))"),
            ("(- (sqrt (+ v0 1.0)) (sqrt v0))", "(/ 1.0 (+ (sqrt v0) (sqrt (+ v0 1.0))))"),
            ("(- (exp v0) 1.0)", "(expm1 v0)"),
            ("(- (/ 1.0 v0) (/ 1.0 (+ v0 1.0)))", "(/ 1.0 (* v0 (+ v0 1.0)))"),
            ("(- (tan (+ v0 v1)) (tan v0))", "(/ (sin v1) (* (cos (+ v0 v1)) (cos v0)))"),
        ] {
            let (old, new): (Term, Term) = (old.parse().unwrap(), new.parse().unwrap());
            let steps = chain(&old, &new).unwrap_or_else(|| panic!("{old} does not become {new}"));
            assert!(!steps.is_empty());
            assert_eq!(steps.last().unwrap().term, new.to_string());
        }
    }
}
