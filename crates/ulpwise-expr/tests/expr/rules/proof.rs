//! What a proof of a rule is, and how it is checked.
//!
//! A left side is built in a store that rewrites nothing. The rule is applied to its root in that
//! same store, so the right side is as the rule builds it. Both are evaluated under every
//! assignment of values to their variables, in every rounding mode, and under several choices of
//! what SMT-LIB leaves unspecified.

use super::interpretation::{Assignment, all_values};
use super::toy::{Toy, WORLDS};
use std::error::Error;
use ulpwise_expr::rewrite::{Application, Rule, registry};
use ulpwise_expr::{Tape, Term, TermStore, Value};

type Build = Box<dyn Fn(&mut Toy) -> Term>;

/// No more assignments than this are tried in other worlds than the smallest that a case allows.
const MAX_ASSIGNMENTS: usize = 40_000;

/// Cases of one rule.
pub(super) struct Proof {
    pub(super) rule: &'static str,
    /// The terms need bit-vectors of at least this width.
    min_width: u32,
    pub(super) applies: Vec<Build>,
    pub(super) declines: Vec<Build>,
    /// Terms of operators that the rule is not for.
    pub(super) other_operators: Vec<&'static str>,
}

impl Proof {
    /// A proof without cases of the rule with this name.
    pub(super) fn for_rule(rule: &'static str) -> Proof {
        Proof { rule, min_width: 1, applies: Vec::new(), declines: Vec::new(), other_operators: Vec::new() }
    }

    /// The terms are only built in worlds of at least this width.
    pub(super) fn at_least_width(mut self, width: u32) -> Proof {
        self.min_width = width;
        self
    }

    /// A term that the rule changes.
    pub(super) fn applies(mut self, text: &'static str) -> Proof {
        self.applies.push(Box::new(move |toy| toy.term(text)));
        self
    }

    /// A term of the rule's operator that it leaves alone.
    pub(super) fn declines(self, text: &'static str) -> Proof {
        self.declines_term(move |toy| toy.term(text))
    }

    /// The same for a term that is not written down.
    pub(super) fn declines_term(mut self, build: impl Fn(&mut Toy) -> Term + 'static) -> Proof {
        self.declines.push(Box::new(build));
        self
    }

    /// For a rule without conditions: a term of another operator, on which it is not even tried.
    pub(super) fn declines_other_operator(mut self, text: &'static str) -> Proof {
        self.other_operators.push(text);
        self
    }

    /// Checks all cases; how many assignments were tried.
    pub(super) fn check(&self) -> Result<usize, Box<dyn Error>> {
        let rule = registry::find(self.rule).ok_or_else(|| format!("there is no rule {}", self.rule))?;
        let mut tried = 0;
        for (number, build) in self.applies.iter().enumerate() {
            tried += self.in_worlds(|toy, is_smallest| {
                let left = build(toy);
                let right = apply(rule, &mut toy.store, left)?;
                let right = right.ok_or_else(|| format!("{} does not apply to case {number}", rule.name))?;
                if left == right {
                    return Err(format!("{} changes nothing in case {number}", rule.name).into());
                }
                let limit = if is_smallest { usize::MAX } else { MAX_ASSIGNMENTS };
                check_equal(&toy.store, left, right, limit).map_err(|error| {
                    format!("{}, case {number}, width {}: {error}", rule.name, toy.width).into()
                })
            })?;
        }
        for (number, build) in self.declines.iter().enumerate() {
            self.in_worlds(|toy, _| {
                let left = build(toy);
                match apply(rule, &mut toy.store, left)? {
                    None => Ok(0),
                    Some(_) => {
                        Err(format!("{} applies to case {number}, width {}", rule.name, toy.width).into())
                    }
                }
            })?;
        }
        for text in &self.other_operators {
            self.in_worlds(|toy, _| {
                let term = toy.term(text);
                let is_tried = rule.kinds.contains(&toy.store.kind(term));
                if is_tried { Err(format!("{} is tried on {text}", rule.name).into()) } else { Ok(0) }
            })?;
        }
        Ok(tried)
    }

    fn in_worlds(
        &self,
        mut check: impl FnMut(&mut Toy, bool) -> Result<usize, Box<dyn Error>>,
    ) -> Result<usize, Box<dyn Error>> {
        let mut tried = 0;
        let mut is_smallest = true;
        for world in WORLDS.into_iter().filter(|&(width, _)| width >= self.min_width) {
            tried += check(&mut Toy::new(world), is_smallest)?;
            is_smallest = false;
        }
        Ok(tried)
    }
}

/// The rule applied to the root of a term, which has an operator that the rule is for.
pub(super) fn apply(rule: &Rule, store: &mut TermStore, term: Term) -> Result<Option<Term>, Box<dyn Error>> {
    let (op, sort, children) = (store.op(term), store.sort(term), store.children(term).to_vec());
    if !rule.kinds.contains(&op.kind()) {
        return Err(format!("{} is not tried on {op}", rule.name).into());
    }
    Ok((rule.rewrite)(store, &Application { op, sort, children: &children }))
}

/// Whether two terms have the same value under every assignment, if there are not more than
/// `limit`; how many were tried.
pub(super) fn check_equal(
    store: &TermStore,
    left: Term,
    right: Term,
    limit: usize,
) -> Result<usize, Box<dyn Error>> {
    if store.sort(left) != store.sort(right) {
        return Err(format!("{} became {}", store.sort(left), store.sort(right)).into());
    }
    let variables = store.free_variables(&[left, right]);
    let domains: Vec<Vec<Value>> =
        variables.iter().map(|&variable| all_values(store.sort(variable))).collect();
    let count = domains.iter().map(Vec::len).try_fold(1usize, usize::checked_mul).unwrap_or(usize::MAX);
    if count > limit {
        return Ok(0);
    }
    let tape = Tape::new(store, &[left, right]);
    // Different choices only matter where something is left open; one pass finds out.
    let seeds: &[Option<u64>] = &[None, Some(1), Some(2), Some(3)];
    let mut tried = 0;
    for &seed in if leaves_something_open(store, &[left, right]) { seeds } else { &seeds[..1] } {
        for number in 0..count {
            let mut rest = number;
            let pick = |domain: &Vec<Value>| {
                let position = rest % domain.len();
                rest /= domain.len();
                position
            };
            let positions: Vec<usize> = domains.iter().map(pick).collect();
            let values =
                positions.iter().zip(&domains).map(|(&position, domain)| &domain[position]).collect();
            let assignment = Assignment { variables: &variables, values, seed };
            let results = tape.evaluate(&assignment)?;
            if results[0] != results[1] {
                let values = &assignment.values;
                return Err(format!(
                    "{:?} became {:?} under {variables:?} = {values:?}",
                    results[0], results[1]
                )
                .into());
            }
            tried += 1;
        }
    }
    Ok(tried)
}

fn leaves_something_open(store: &TermStore, roots: &[Term]) -> bool {
    use ulpwise_expr::OpKind;
    store.topological_order(roots).into_iter().any(|term| {
        matches!(
            store.kind(term),
            OpKind::FpMin
                | OpKind::FpMax
                | OpKind::FpToUnsigned
                | OpKind::FpToSigned
                | OpKind::FpToReal
                | OpKind::RealDiv
        )
    })
}

/// Checks proofs, and reports all that fail.
#[track_caller]
pub(super) fn check_all(proofs: Vec<Proof>) {
    let failures: Vec<String> =
        proofs.iter().filter_map(|proof| Some(proof.check().err()?.to_string())).collect();
    assert!(failures.is_empty(), "{failures:#?}");
}
