//! Paths are followed as far as something that is looked for lies before them: no less far, however
//! it is reached, and no farther.

mod common;

use common::compiled;
use std::collections::BTreeSet;
use std::sync::Arc;
use ulpwise_engines::{EngineChoice, SolverOptions, host_libm};
use ulpwise_interp::{Exception, Program};
use ulpwise_ir::{FloatBinaryOp, Module, SiteKind};
use ulpwise_symex::{
    EntryPoint, ExceptionGoal, Given, GoalCandidate, Goals, Observer, Path, Summary, SymexOptions, Tools,
    explore_in_parallel,
};

/// Gathers what is candidates.
#[derive(Default)]
struct Candidates(BTreeSet<ExceptionGoal>);

impl Observer for Candidates {
    fn path(&mut self, _: Path) {}

    fn candidate(&mut self, candidate: GoalCandidate) {
        self.0.insert(candidate.goal);
    }
}

/// The divisions of a function as goals of divide-by-zero.
fn divisions(module: &Module, function: &str) -> BTreeSet<ExceptionGoal> {
    let function = module.function_named(function).expect("there is such a function");
    let is_division = |kind| matches!(kind, SiteKind::Binary(FloatBinaryOp::Div, _));
    let sites = module
        .sites
        .iter_enumerated()
        .filter(|(_, site)| site.function == function && is_division(site.kind));
    sites.map(|(site, _)| (site, Exception::DivideByZero)).collect()
}

/// Follows `f` with goals; at most so many paths are followed to their end.
fn explored(
    module: &Module,
    goals: &BTreeSet<ExceptionGoal>,
    given: &[Given],
    max_paths: u64,
) -> (BTreeSet<ExceptionGoal>, Summary) {
    let program = Program::new(module, 1 << 30).expect("it fits");
    let entry = EntryPoint::new(module.function_named("f").expect("there is an f"), given.to_vec());
    let choice = EngineChoice::from_name("portfolio").expect("there is a portfolio");
    let solver = || choice.make(&SolverOptions::default());
    let tools = Tools { solver: &solver, resort: None, libm: &host_libm };
    let goals = Arc::new(Goals::new(goals.clone()));
    let options = SymexOptions { goals: Some(goals), max_paths, ..SymexOptions::default() };
    let mut candidates = Candidates::default();
    let summary = explore_in_parallel(&program, tools, &options, 1, &entry, &mut candidates);
    (candidates.0, summary.expect("f can be entered"))
}

/// Whether silence is a proof.
fn is_complete(summary: &Summary) -> bool {
    summary.missed.is_empty() && summary.left == 0 && summary.undecided.is_empty()
}

#[test]
fn what_comes_after_the_last_goal_is_not_followed() {
    let source = "
double f(double x, unsigned n) {
    double y = 1 / (x * x + 1);
    unsigned i = 0;
    while (i < n) i++;
    return y + i;
}";
    let module = compiled(source);
    let goals = divisions(&module, "f");
    assert_eq!(goals.len(), 1);
    let (candidates, summary) = explored(&module, &goals, &[Given::Any, Given::Any], 50);
    assert!(candidates.is_empty() && is_complete(&summary) && summary.given_up > 0, "{summary:?}");
    // Where nothing is looked for, nothing is followed.
    let (_, summary) = explored(&module, &BTreeSet::new(), &[Given::Any, Given::Any], 50);
    assert!(is_complete(&summary) && summary.paths == 0, "{summary:?}");
}

#[test]
fn a_goal_after_the_loop_keeps_its_paths_alive() {
    let source = "
double f(double x, unsigned n) {
    unsigned i = 0;
    while (i < n) i++;
    return 1 / (x - i);
}";
    let module = compiled(source);
    let goals = divisions(&module, "f");
    let (candidates, summary) = explored(&module, &goals, &[Given::Any, Given::Any], 50);
    assert_eq!(candidates, goals);
    assert!(summary.given_up > 0, "once it is candidates nothing is left to look for: {summary:?}");
}

#[test]
fn goals_behind_pointers_libraries_and_returns_are_come_to() {
    let source = "
#include <stdlib.h>
static double divide(double x) { return x == 3 ? 1 / (x - 3) : x; }
static double other(double x) { return x + 1; }
double (*chosen[2])(double) = { divide, other };
static int order(const void *a, const void *b) {
    double d = 1 / (*(const double *)a - *(const double *)b);
    return d < 0 ? -1 : d > 0;
}
static int is_large(double x) { if (x > 1e10) return 1; return 0; }
double f(double x, double y, unsigned way) {
    if (is_large(x)) y = y + 1;
    if (way == 1) return chosen[x > 2 ? 0 : 1](x);
    if (way == 2) { double z[2] = { x, y }; qsort(z, 2, sizeof *z, order); return z[0]; }
    if (way == 3) return 1 / y;
    return 0;
}";
    let module = compiled(source);
    for function in ["divide", "order", "f"] {
        let goals = divisions(&module, function);
        assert_eq!(goals.len(), 1, "{function}");
        let (candidates, summary) = explored(&module, &goals, &vec![Given::Any; 3], 1000);
        assert_eq!(candidates, goals, "{function}: {summary:?}");
    }
}

/// What operations on known values raise is reported when a path ends, and also when it is given
/// up.
#[test]
fn what_is_raised_on_known_values_is_not_forgotten() {
    let source = "
double f(double x, unsigned n) {
    volatile double zero = 0;
    double y = 0;
    if (x > 1) y = 1 / zero;
    unsigned i = 0;
    while (i < n) i++;
    return y + i;
}";
    let module = compiled(source);
    let goals = divisions(&module, "f");
    let (candidates, summary) = explored(&module, &goals, &[Given::Any, Given::Any], 50);
    assert_eq!(candidates, goals, "{summary:?}");
    assert!(is_complete(&summary), "{summary:?}");
}
