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

#[cfg(test)]
mod tests {
    use super::sample::{Kind, Range};
    use super::validate::{ValidationSample, errors_of, validate};
    use super::*;
    use crate::term::Format;

    /// The average error of the best candidate that means the same and raises nothing new.
    fn best(text: &str, variables: usize) -> (f64, f64) {
        let term = text.parse().unwrap();
        let ranges = vec![Range::all(Kind::Double); variables];
        let problem = SampledExpression { term, format: Format::Double, ranges, conditions: Vec::new() };
        let sample = ValidationSample::new(&problem, 3, Vec::new());
        let old = errors_of(&problem, &sample).average;
        let tried = candidates(&problem, 3).into_iter().map(|one| validate(&problem, &one, &sample));
        let sound = tried.filter(|one| one.differs.is_none() && one.loses.is_none() && one.raises.is_none());
        (old, sound.map(|one| one.errors.average).fold(f64::INFINITY, f64::min))
    }

    #[test]
    fn classics_become_accurate_over_all_doubles() {
        let classics = [
            ("(- (sqrt (+ v0 1.0)) (sqrt v0))", 1),
            ("(- 1.0 (cos v0))", 1),
            ("(- (exp v0) 1.0)", 1),
            ("(log (+ 1.0 v0))", 1),
            ("(/ v0 (sqrt (+ (* v0 v0) (* v1 v1))))", 2),
            ("(sqrt (+ (* v0 v0) (* v1 v1)))", 2),
            ("(/ (- 1.0 (cos v0)) (* v0 v0))", 1),
            ("(- (/ 1.0 v0) (/ 1.0 (+ v0 1.0)))", 1),
        ];
        for (text, variables) in classics {
            let (old, new) = best(text, variables);
            assert!(old > 10.0 && new < 1.0, "{text}: {old} bits before, {new} after");
        }
    }
}
