//! Random queries through an engine, each decided by enumeration.

use super::Factory;
use super::judge::judge;
use super::powers::Powers;
use crate::queries::{Decision, Palette, RandomQuery, decide};
use std::ops::Range;
use ulpwise_base::{Budget, SplitMix64};
use ulpwise_expr::{Term, TermStore};
use ulpwise_solver::Query;

/// Queries that need more evaluations are left out.
const EVALUATIONS: u64 = 4000;

/// Asks random queries: even seeds with rewriting, odd ones without.
///
/// # Panics
/// If an answer is wrong, or missing against the description.
pub fn random_answers(factory: Factory<'_>, powers: &Powers, seeds: Range<u64>) {
    for seed in seeds {
        let random = RandomQuery::new(seed, &Palette::toy());
        let Some(is_sat) = answer(&random.store, &random.assertions) else { continue };
        let (mut store, assertions) =
            if seed % 2 == 0 { random.rewritten() } else { (random.store, random.assertions) };
        let query = Query::new(&assertions);
        let verdict = factory().check(&mut store, &query, &Budget::unlimited());
        judge(&format!("random query {seed}"), &store, &query, Some(is_sat), &verdict, powers);
    }
}

fn answer(store: &TermStore, assertions: &[Term]) -> Option<bool> {
    match decide(store, assertions, EVALUATIONS) {
        Decision::Sat(_) => Some(true),
        Decision::Unsat => Some(false),
        Decision::TooMany => None,
    }
}

/// Asks one engine about assertion lists that grow, shrink and come back, on one store that grows
/// between calls.
///
/// # Panics
/// If an answer is wrong, or missing against the description.
pub fn incremental_answers(factory: Factory<'_>, powers: &Powers, seeds: Range<u64>) {
    for seed in seeds {
        let mut random = SplitMix64::new(seed ^ 0x1234_5678);
        let mut store = if seed % 2 == 0 { TermStore::new() } else { TermStore::without_rewrites() };
        let mut engine = factory();
        let mut path: Vec<Term> = Vec::new();
        for step in 0..12 {
            if !path.is_empty() && random.below(3) == 0 {
                path.truncate(random.below(path.len() as u64) as usize);
            } else {
                // Variables of one name and sort are shared by all of these.
                let palette = Palette { space_bits: 7, assertions: 1, ..Palette::toy() };
                let more = RandomQuery::new(seed * 100 + step, &palette);
                path.extend(store.import(&more.store, &more.assertions));
            }
            let Some(is_sat) = answer(&store, &path) else { continue };
            let query = Query::new(&path);
            let verdict = engine.check(&mut store, &query, &Budget::unlimited());
            let what = format!("step {step} of path {seed}");
            judge(&what, &store, &query, Some(is_sat), &verdict, powers);
        }
    }
}
