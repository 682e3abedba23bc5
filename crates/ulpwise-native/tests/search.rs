//! Distances from goals, and the search that follows them.

mod support;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use support::{TestProgram, launcher, optimised};
use ulpwise_float::Format;
use ulpwise_interp::Exception;
use ulpwise_ir::{Module, SiteId, SiteKind};
use ulpwise_native::{
    Aim, Assumption, Engine, EngineOptions, Goal, InputVariable, Instrumentation, NativeTarget, Optimisation,
    Passing, SearchOptions, SearchSubject, Searched, Space, VariableKind, VariableRange, search, search_with,
};

const DOUBLE: VariableKind = VariableKind::Float(Format::F64);
const INT: VariableKind = VariableKind::Int { bits: 32, signed: true };

fn measuring() -> EngineOptions {
    EngineOptions { instrumentation: Instrumentation::Distances, ..optimised() }
}

fn site(module: &Module, name: &str) -> SiteId {
    module.sites.ids().find(|&site| module.site_name(site) == name).expect("there is such a site")
}

fn variable(word: usize, kind: VariableKind) -> InputVariable {
    InputVariable { word, shift: 0, kind, range: VariableRange::finite(kind) }
}

fn space(kinds: &[VariableKind]) -> Space {
    let variables = kinds.iter().enumerate().map(|(word, &kind)| variable(word, kind)).collect();
    Space { template: vec![0; kinds.len()], variables, assumption: None }
}

fn run(program: &TestProgram, name: &str, space: &Space, options: &SearchOptions, jobs: usize) -> Searched {
    run_limited(program, name, space, options, jobs, &optimised())
}

fn run_limited(
    program: &TestProgram,
    name: &str,
    space: &Space,
    options: &SearchOptions,
    jobs: usize,
    engine: &EngineOptions,
) -> Searched {
    let module = program.module();
    let function = module.function_named(name).expect("the function is there");
    let parameters = vec![Passing::Value; space.template.len()];
    let target = NativeTarget { name: name.into(), parameters, links: Vec::new() };
    let subject = SearchSubject { module: &module, function, space };
    search(&launcher(), &program.units, &target, subject, engine, options, jobs).expect("it runs")
}

fn calls(seed: u64, calls: u64) -> SearchOptions {
    SearchOptions { seed, calls: Some(calls), ..SearchOptions::default() }
}

#[test]
fn distances_shrink_towards_the_goal_and_tell_the_side() {
    let program = TestProgram::c(
        "double f(double x) { if (x < 3) return 1 / (x - 2); return x * x; } float g(float x) { return x * x; }",
    );
    let module = program.module();
    let parameters = vec![Passing::Value];
    let targets = ["f", "g"].map(|name| NativeTarget {
        name: name.into(),
        parameters: parameters.clone(),
        links: Vec::new(),
    });
    let mut engine = Engine::start(&launcher(), &program.units, &targets, &measuring()).unwrap();
    let division = module
        .sites
        .iter_enumerated()
        .find(|(_, site)| matches!(site.kind, SiteKind::Binary(ulpwise_ir::FloatBinaryOp::Div, _)))
        .map(|(id, _)| id)
        .unwrap();
    let goals = [
        Goal { site: site(&module, "f#0"), aim: Aim::Flip },
        Goal { site: division, aim: Aim::Exception(Exception::DivideByZero) },
    ];
    let inputs: Vec<u64> = [0.0, 1.5, 2.5, 2.0, 3.0, 4.0].map(f64::to_bits).to_vec();
    let measured = engine.measure(0, &inputs, &goals, u64::MAX).unwrap();
    let [flip, zero]: [Vec<Option<i64>>; 2] =
        [0, 1].map(|goal| measured.gaps.iter().copied().skip(goal).step_by(2).collect());
    assert!(flip[0] < flip[1] && flip[1] < flip[2] && flip[4] == Some(0) && flip[5] > Some(0), "{flip:?}");
    assert!(zero[0] < Some(0) && zero[2] > Some(0) && zero[3] == Some(0), "{zero:?}");
    assert_eq!(zero[4..], [None, None], "calls that did not reach the division");
    // Both ways of the comparison were reached, each reported once.
    let ways: Vec<bool> = measured
        .explored
        .reached
        .iter()
        .filter(|event| event.1 == goals[0].site)
        .map(|event| event.2)
        .collect();
    assert_eq!(ways, [true, false]);

    let square = site(&module, "g#0");
    let goals = [Exception::Overflow, Exception::Underflow]
        .map(|exception| Goal { site: square, aim: Aim::Exception(exception) });
    let inputs: Vec<u64> = [1f32, 1e18, 1e20, 1e-18, 1e-20].map(|x| u64::from(x.to_bits())).to_vec();
    let gaps = engine.measure(1, &inputs, &goals, u64::MAX).unwrap().gaps;
    assert!(gaps[2] < gaps[0] && gaps[4] == Some(0), "single precision has its own largest number: {gaps:?}");
    assert!(gaps[7] < gaps[1] && gaps[9] == Some(0), "{gaps:?}");
}

/// Which calls took the results of each operation farther than those before did.
#[test]
fn results_that_go_farther_are_reported_once() {
    let program = TestProgram::c(
        "double f(double x, double y) { return x * y; } float g(float x, float y) { return x - y; } \
         double h(double x, double y) { return x < y ? 1 : 0; }",
    );
    let targets = ["f", "g", "h"].map(|name| NativeTarget {
        name: name.into(),
        parameters: vec![Passing::Value; 2],
        links: Vec::new(),
    });
    for options in [measuring(), EngineOptions { optimisation: Optimisation::Optimised, ..measuring() }] {
        let mut engine = Engine::start(&launcher(), &program.units, &targets, &options).unwrap();
        let mut reported = |target: usize, words: Vec<u64>| -> Vec<u64> {
            let measured = engine.measure(target, &words, &[], u64::MAX).unwrap();
            measured.explored.extended.iter().map(|&(call, ..)| call).collect()
        };
        let doubles = |pairs: &[[f64; 2]]| pairs.iter().flatten().map(|x| x.to_bits()).collect::<Vec<u64>>();
        let far = [[1.0, 2.0], [1e90, 1e9], [1e9, 1e90], [1e300, 1e300], [f64::NAN, 1.0], [1e-90, 1.0]];
        assert_eq!(reported(0, doubles(&far)), [1, 3, 5]);
        assert_eq!(reported(0, doubles(&[[1e-90, 1.0], [0.0, 1.0], [0.0, 2.0], [1e-200, 1e-50]])), [1, 3]);
        assert_eq!(reported(2, doubles(&[[1e90, 1.0], [0.0, 1e-300]])), [0; 0]);
        let floats = [[1f32, 3.0], [1e30, 1.0], [1e30, 2.0], [7.0, 7.0], [-7.0, -7.0]];
        assert_eq!(reported(1, floats.iter().flatten().map(|x| u64::from(x.to_bits())).collect()), [1, 3]);
        engine.forget();
        let measured = engine.measure(0, &doubles(&far[3..4]), &[], u64::MAX).unwrap();
        assert_eq!(measured.explored.extended.len(), 1, "everything is new again");
    }
}

/// Inputs that random draws do not hit: one float between two others, behind an integer.
const NARROW: &str = "
    double narrow(double x, int n) {
        if (x * x * x > 2000.25 && x * x * x < 2000.26) {
            if (n == 7919) return 1 / (x - 12.5999999) + 1 / (x * x * x - 2000.255);
            return 1.0 / (n - 4099);
        }
        return x;
    }";

#[test]
fn equations_are_solved_behind_branches() {
    let program = TestProgram::c(NARROW);
    let searched = run(&program, "narrow", &space(&[DOUBLE, INT]), &calls(1, 300_000), 1);
    let kinds: Vec<Exception> = searched.found.keys().map(|&(_, exception)| exception).collect();
    assert!(kinds.contains(&Exception::Overflow) && kinds.contains(&Exception::Underflow), "{kinds:?}");
    let module = program.module();
    let cube = 2000.255_f64;
    let inside = |input: &[u64]| {
        let x = f64::from_bits(input[0]);
        (x * x * x - cube).abs() < 0.01
    };
    // Every comparison has gone both ways.
    let compared: BTreeSet<(SiteId, bool)> = searched
        .reached
        .iter()
        .copied()
        .filter(|&(site, _)| matches!(module.sites[site].kind, SiteKind::Compare(_)))
        .collect();
    assert_eq!(compared.len(), 4, "{compared:?}");
    let behind = searched.found.iter().filter(|(_, found)| inside(&found.input)).count();
    assert!(behind > 0, "{:?}", searched.found);
}

#[test]
fn a_seed_and_a_number_of_jobs_reproduce_a_search() {
    let program = TestProgram::c(NARROW);
    let space = space(&[DOUBLE, INT]);
    let found = |seed, jobs| {
        let searched = run(&program, "narrow", &space, &calls(seed, 20_000), jobs);
        let found = searched.found.into_iter().map(|(event, found)| (event, found.input, found.effort.calls));
        (found.collect::<Vec<_>>(), searched.reached, searched.effort.calls)
    };
    let one = found(7, 1);
    assert_eq!(found(7, 1), one);
    let two = found(7, 2);
    assert_eq!(found(7, 2), two);
    assert!(two.0.len() >= one.0.len() && two.2 > one.2);
}

#[test]
fn ranges_and_assumptions_are_kept() {
    let program = TestProgram::c(
        "double f(double x, double y, int n) { return x / (y - 1) + 1e300 * x * n + (x == y ? 1 / (x - y) : 0); }",
    );
    let mut space = space(&[DOUBLE, DOUBLE, INT]);
    let ordinal = |number: f64| DOUBLE.ordinal(number.to_bits()).unwrap();
    space.variables[0].range = VariableRange { low: ordinal(0.5), high: ordinal(4.0), nan: false };
    space.variables[2].range = VariableRange { low: -3, high: 3, nan: false };
    let differ: Assumption = Arc::new(|words| words[0] != words[1] && f64::from_bits(words[1]) > 0.0);
    space.assumption = Some(differ);
    let searched = run(&program, "f", &space, &calls(3, 50_000), 1);
    assert!(!searched.found.is_empty());
    for found in searched.found.values() {
        let [x, y] = [0, 1].map(|at| f64::from_bits(found.input[at]));
        let n = found.input[2] as i32;
        assert!((0.5..=4.0).contains(&x) && (-3..=3).contains(&n) && x != y && y > 0.0, "{x} {y} {n}");
    }
    let zero = searched.found.keys().filter(|(_, exception)| *exception == Exception::DivideByZero).count();
    assert_eq!(zero, 1, "y is 1, and x is never y: {:?}", searched.found);
}

#[test]
fn a_search_ends_when_it_has_what_was_wanted() {
    let program = TestProgram::c("double f(double x) { return 1 / (x - 2) + 1 / (x - 1e7); }");
    let module = program.module();
    let wanted = BTreeSet::from([(site(&module, "f#1"), Exception::DivideByZero)]);
    let options = SearchOptions { wanted: Some(wanted.clone()), ..calls(1, 10_000_000) };
    let searched = run(&program, "f", &space(&[DOUBLE]), &options, 1);
    assert_eq!(searched.found.keys().copied().collect::<BTreeSet<_>>(), wanted);
    assert!(searched.effort.calls < 1_000_000, "{:?}", searched.effort);
}

/// The difference is invalid only where the product has overflowed; the division comes first where
/// nothing has.
#[test]
fn only_first_exceptions_count_where_calls_stop_at_them() {
    let program = TestProgram::c("double f(double x) { double a = x * x; return (a - a) + 1 / (x - 2); }");
    let module = program.module();
    let kinds = |stop_at_exception| {
        let options = SearchOptions { stop_at_exception, ..calls(1, 200_000) };
        let searched = run(&program, "f", &space(&[DOUBLE]), &options, 1);
        searched.found.into_keys().collect::<BTreeSet<_>>()
    };
    let difference = (site(&module, "f#1"), Exception::Invalid);
    let division = (site(&module, "f#3"), Exception::DivideByZero);
    let (all, first) = (kinds(false), kinds(true));
    assert!(all.contains(&difference) && all.contains(&division), "{all:?}");
    assert!(!first.contains(&difference) && first.contains(&division), "{first:?}");
}

#[test]
fn calls_that_crash_or_never_end_are_kept_and_survived() {
    let program = TestProgram::c(
        "#include <stdlib.h>
         double f(double x, int n) { if (n == 5) abort(); if (n > 1000) for (;;) n |= 1; return 1 / (x - 3); }",
    );
    let brief = EngineOptions { call_limit: Duration::from_millis(10), ..optimised() };
    let searched = run_limited(&program, "f", &space(&[DOUBLE, INT]), &calls(1, 10_000), 1, &brief);
    assert!(searched.ends.len() >= 2, "{:?}", searched.ends);
    assert!(searched.found.keys().any(|&(_, exception)| exception == Exception::DivideByZero));
}

/// A product that overflows for arguments of one part in four thousand: below it is finite, above
/// its operand is infinite already. And one that underflows between an ordinary result and an exact
/// zero.
#[test]
fn what_happens_in_a_window_is_found_between_its_sides() {
    let program = TestProgram::c(
        "#include <math.h>
         double f(double x) { return 1.5 * exp(3 * x * x); }
         double g(double x) { return 0.5 * exp(-3 * x * x); }",
    );
    let module = program.module();
    for (name, exception) in [("f", Exception::Overflow), ("g", Exception::Underflow)] {
        let searched = run(&program, name, &space(&[DOUBLE]), &calls(1, 20_000), 1);
        let product = site(&module, &format!("{name}#3"));
        assert!(
            matches!(module.sites[product].kind, SiteKind::Binary(ulpwise_ir::FloatBinaryOp::Mul, _)),
            "the last product"
        );
        assert!(searched.found.contains_key(&(product, exception)), "{:?}", searched.found);
    }
}

#[test]
fn an_engine_that_has_searched_searches_again_as_if_it_had_not() {
    let program = TestProgram::c("double f(double x) { return x > 7 ? 1 / (x - 9) : x * x; }");
    let (module, space) = (program.module(), space(&[DOUBLE]));
    let function = module.function_named("f").expect("the function is there");
    let mut engine = program.engine(&[("f", 1)], &measuring()).unwrap();
    let subject = SearchSubject { module: &module, function, space: &space };
    let mut search = || search_with(&mut engine, 0, subject, &calls(3, 5_000)).unwrap();
    let (first, second) = (search(), search());
    assert!(first.found.len() >= 3 && first.reached.len() >= 5, "{first:?}");
    let inputs = |searched: &Searched| {
        searched.found.iter().map(|(&event, found)| (event, found.input.clone())).collect::<Vec<_>>()
    };
    assert_eq!((inputs(&first), first.reached), (inputs(&second), second.reached));
}
