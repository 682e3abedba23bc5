//! The search for something better than an expression.
//!
//! * [`saturate`](saturate::saturate): all that identities make of it, in an e-graph.
//! * [`extract`](extract::extract): the terms of it whose floats come closest on samples.
//! * [`branched`](guards::branched): two or three of them, each where it is best.
//! * [`validate`](validate::validate): whether a candidate means the same, on other samples.

pub(crate) mod candidate;
mod extract;
mod guards;
pub(crate) mod sample;
pub(crate) mod saturate;
pub(crate) mod validate;

use candidate::Replacement;
use extract::extract;
use guards::branched;
use sample::{SampledExpression, Spread};
use saturate::saturate;

/// How many points terms are chosen on, and branches.
const CHOOSING: usize = 56;
const BRANCHING: usize = 200;

/// Candidates that may be better, not yet compared with anything.
pub(crate) fn candidates(problem: &SampledExpression, seed: u64) -> Vec<Replacement> {
    let points = problem.points(BRANCHING, Spread::Mixed, seed);
    if points.is_empty() {
        return Vec::new();
    }
    let saturated = saturate(&problem.term);
    let few = &points[..points.len().min(CHOOSING)];
    let terms = extract(&saturated, few, problem.format, problem.term.len());
    let branches = branched(problem, &terms, &points);
    let mut found: Vec<Replacement> = terms.into_iter().map(Replacement::Term).collect();
    found.extend(branches);
    let old = problem.term.to_string();
    found.retain(|candidate| !matches!(candidate, Replacement::Term(term) if term.to_string() == old));
    found
}
