//! The driver: whatever order paths are followed in, by however many threads, joined or not, the
//! same is found; and limits are reported.

mod common;

use common::compiled;
use std::collections::BTreeSet;
use ulpwise_base::{Budget, Id};
use ulpwise_engines::{EngineChoice, SolverOptions, host_libm};
use ulpwise_expr::TermStore;
use ulpwise_interp::Program;
use ulpwise_ir::{BlockId, FloatFormat, FunctionId, Module, Type};
use ulpwise_solver::{Query, Reason, Solver, Verdict};
use ulpwise_symex::terms::Inaccuracy;
use ulpwise_symex::{
    CheckOptions, Combination, End, EntryPoint, Given, Limit, Meaning, Observer, Path, SearchStrategy,
    Summary, SymexOptions, Targets, Tools, explore_in_parallel,
};

const F64: Type = Type::Float(FloatFormat::F64);

fn explored(module: &Module, given: &[Given], options: &SymexOptions, jobs: usize) -> (Vec<Path>, Summary) {
    let program = Program::new(module, 1 << 30).expect("it fits");
    let entry = EntryPoint::new(module.function_named("f").expect("there is an f"), given.to_vec());
    let choice = EngineChoice::from_name("portfolio").expect("there is a portfolio");
    let solver = || choice.make(&SolverOptions::default());
    let tools = Tools { solver: &solver, resort: None, libm: &host_libm };
    let mut paths = Vec::new();
    let summary =
        explore_in_parallel(&program, tools, options, jobs, &entry, &mut |path: Path| paths.push(path));
    let summary = summary.expect("f can be entered");
    assert_eq!(summary.paths, paths.len() as u64);
    (paths, summary)
}

/// What paths returned.
fn returned(paths: &[Path]) -> BTreeSet<u128> {
    let values = paths.iter().filter_map(|path| match &path.end {
        End::Returned(values) => values.first().copied(),
        _ => None,
    });
    values.collect()
}

/// Two to the sixth paths, with a value each; the branches write memory, and so are never joined.
const SIX_BRANCHES: &str = "
static int seen;
int f(double *x, int i) {
    for (int k = 0; k < 6; k++)
        if (x[k] * x[k] > 2.0) { seen |= 1 << k; }
    int table[4] = {10, 20, 30, 40};
    if (i < 0 || i > 3) return seen;
    return seen + 100 * table[i];
}";

#[test]
fn every_searcher_and_any_number_of_threads_find_the_same() {
    let module = compiled(SIX_BRANCHES);
    let given = [Given::Array(F64, 6), Given::Any];
    let (expected, summary) = explored(&module, &given, &SymexOptions::default(), 1);
    assert_eq!(summary.missed, Vec::<String>::new());
    // Outside of the table, on either side, and inside.
    assert_eq!(expected.len(), 3 * 64);
    let outside: BTreeSet<u128> = (0..64).collect();
    assert!(returned(&expected).is_superset(&outside), "{:?}", returned(&expected));
    for (name, search) in SearchStrategy::NAMED {
        let options = SymexOptions { search, ..SymexOptions::default() };
        let (paths, summary) = explored(&module, &given, &options, 1);
        assert_eq!((paths.len(), summary.left), (expected.len(), 0), "{name}");
        assert!(returned(&paths).is_superset(&outside), "{name}");
    }
    for jobs in [2, 3] {
        let (paths, summary) = explored(&module, &given, &SymexOptions::default(), jobs);
        assert_eq!((paths.len(), summary.missed.len()), (expected.len(), 0), "{jobs} threads");
        assert!(returned(&paths).is_superset(&outside), "{jobs} threads");
    }
}

#[test]
fn branches_that_only_compute_are_joined_and_nothing_is_lost() {
    let source = "
#include <stdlib.h>
int f(double *x) {
    double sum = 0;
    int bits = 0;
    for (int k = 0; k < 20; k++) {
        if (x[k] > 1.0) { sum += 1; bits |= 1 << k; } else sum -= 1;
    }
    if (bits == 0x5a5a5 && sum == 0) abort();
    return 0;
}";
    let module = compiled(source);
    let (paths, summary) = explored(&module, &[Given::Array(F64, 20)], &SymexOptions::default(), 1);
    assert!(paths.len() < 100, "{} paths", paths.len());
    assert!(summary.stand_for >= f64::from(1 << 20), "{summary:?}");
    assert_eq!(summary.missed, Vec::<String>::new());
    let failed: Vec<&Path> = paths.iter().filter(|path| path.end.meaning() == Meaning::Failed).collect();
    assert_eq!(failed.len(), 1, "{paths:?}");
    for (at, &bits) in failed[0].inputs[0].elements.iter().enumerate() {
        assert_eq!(f64::from_bits(bits as u64) > 1.0, 0x5a5a5 >> at & 1 == 1, "{at}");
    }
}

#[test]
fn a_program_that_looks_at_flags_sees_those_of_the_way_it_took() {
    let source = "
#include <fenv.h>
int f(double x) {
    double y = 1;
    feclearexcept(FE_ALL_EXCEPT);
    for (int k = 0; k < 2; k++)
        if (x > 2) y = y / 3;
    return y < 0;
}";
    let module = compiled(source);
    let (paths, _) = explored(&module, &[Given::Any], &SymexOptions::default(), 1);
    assert!(paths.len() >= 2, "{paths:?}");
}

#[test]
fn limits_end_paths_or_the_exploration_and_say_so() {
    let module = compiled(SIX_BRANCHES);
    let given = [Given::Array(F64, 6), Given::Bits(9)];
    let (paths, summary) =
        explored(&module, &given, &SymexOptions { max_paths: 5, ..SymexOptions::default() }, 1);
    assert!((5..64).contains(&paths.len()) && summary.left > 0, "{summary:?}");
    assert!(summary.missed.iter().any(|reason| reason.contains("as many paths as allowed")), "{summary:?}");
    let (paths, _) = explored(&module, &given, &SymexOptions { max_forks: 3, ..SymexOptions::default() }, 1);
    assert!(paths.iter().any(|path| path.end == End::CutOff(Limit::Forks)), "{paths:?}");

    let endless = compiled("int f(unsigned n) { unsigned i = 0; while (i < n) i++; return i; }");
    let (paths, summary) = explored(
        &endless,
        &[Given::Any],
        &SymexOptions { loop_bound: Some(4), ..SymexOptions::default() },
        1,
    );
    assert_eq!(returned(&paths), (0..5).collect(), "{paths:?}");
    assert_eq!(paths.iter().filter(|path| path.end == End::CutOff(Limit::LoopBound)).count(), 1);
    assert_eq!(summary.left, 0);
}

/// Wants the blocks of one function.
struct Within(FunctionId);

impl Targets for Within {
    fn is_target(&self, function: FunctionId, _: BlockId) -> bool {
        function == self.0
    }

    fn version(&self) -> u64 {
        0
    }
}

#[test]
fn goals_are_reached_before_other_paths_are_followed() {
    let source = "
#include <stdlib.h>
static void goal(void) { abort(); }
int f(unsigned n, int way) {
    unsigned i = 0;
    if (way == 77) { if (n == 12) goal(); return 1; }
    while (i < n) i++;
    return i;
}";
    let module = compiled(source);
    let goal = module.function_named("goal").expect("there is a goal");
    let search = SearchStrategy::Goals(std::sync::Arc::new(Within(goal)));
    let options = SymexOptions { search, max_paths: 4, ..SymexOptions::default() };
    let (paths, _) = explored(&module, &[Given::Any, Given::Any], &options, 1);
    assert!(paths.iter().any(|path| path.end.meaning() == Meaning::Failed), "{paths:?}");
}

/// Gathers what checks tell.
#[derive(Default)]
struct Reported(Vec<Combination>);

impl Observer for Reported {
    fn path(&mut self, _: Path) {}

    fn inaccurate(&mut self, combination: Combination) {
        self.0.push(combination);
    }
}

#[test]
fn inputs_are_found_that_lose_digits_and_then_cancel() {
    let module = compiled("double f(double a, double b, double c) { double s = a + b; return s - c; }");
    let program = Program::new(&module, 1 << 30).expect("it fits");
    let entry = EntryPoint::new(module.function_named("f").expect("there is an f"), vec![Given::Any; 3]);
    let choice = EngineChoice::from_name("portfolio").expect("there is a portfolio");
    let solver = || choice.make(&SolverOptions::default());
    let tools = Tools { solver: &solver, resort: None, libm: &host_libm };
    let mut reported = Reported::default();
    let options = SymexOptions { checks: Some(CheckOptions::default()), ..SymexOptions::default() };
    explore_in_parallel(&program, tools, &options, 1, &entry, &mut reported).expect("f can be entered");
    let exponent = |number: f64| (number.to_bits() >> 52 & 0x7ff) as i64;
    let mut both = 0;
    for Combination { checks, inputs } in &reported.0 {
        let [a, b, c] = [0, 1, 2].map(|at| f64::from_bits(inputs[at].elements[0] as u64));
        let (sum, result) = (a + b, a + b - c);
        let lost = |x: f64, y: f64| (exponent(x) - exponent(y)).abs() >= 32;
        let cancelled = |x: f64, y: f64, r: f64| exponent(x).max(exponent(y)) - exponent(r) >= 40;
        for check in checks {
            let holds = match (check.site.index(), check.inaccuracy) {
                (0, Inaccuracy::PrecisionLoss) => lost(a, b),
                (0, Inaccuracy::Cancellation) => cancelled(a, b, sum),
                (_, Inaccuracy::PrecisionLoss) => lost(sum, c),
                (_, Inaccuracy::Cancellation) => cancelled(sum, c, result),
            };
            assert!(holds, "{check:?}: {a} {b} {c}");
        }
        both += usize::from(checks.len() == 2);
    }
    assert_eq!(
        (reported.0.len(), both),
        (5, 1),
        "a loss and then a cancellation, and each of the four alone: {reported:?}",
        reported = reported.0
    );
    let silent = SymexOptions { checks: None, ..SymexOptions::default() };
    let mut reported = Reported::default();
    explore_in_parallel(&program, tools, &silent, 1, &entry, &mut reported).expect("f can be entered");
    assert!(reported.0.is_empty());
}

/// A solver that decides nothing.
struct Undecided;

impl Solver for Undecided {
    fn name(&self) -> &str {
        "undecided"
    }

    fn check(&mut self, _: &mut TermStore, _: &Query<'_>, _: &Budget) -> Verdict {
        Verdict::Unknown(Reason::Incomplete("it decides nothing".to_owned()))
    }
}

#[test]
fn a_path_that_no_solver_decides_is_missed_and_not_closed() {
    let module = compiled("#include <stdlib.h>\nint f(int n) { if (n * n == 49) abort(); return 0; }");
    let program = Program::new(&module, 1 << 30).expect("it fits");
    let entry = EntryPoint::new(module.function_named("f").expect("there is an f"), vec![Given::Any]);
    let solver = || -> Box<dyn Solver> { Box::new(Undecided) };
    let tools = Tools { solver: &solver, resort: None, libm: &host_libm };
    let summary =
        explore_in_parallel(&program, tools, &SymexOptions::default(), 1, &entry, &mut |_: Path| {});
    let missed = summary.expect("f can be entered").missed;
    assert!(missed.iter().any(|why| why.contains("it decides nothing")), "{missed:?}");
}

#[test]
fn errno_is_open_after_input_was_read_from_text() {
    // glibc sets it to zero where the text ends before the format does, and leaves it alone elsewhere.
    let source = "
#include <errno.h>
#include <stdio.h>
int f(int n) {
    int value = 0;
    errno = 5;
    sscanf(n > 0 ? \"\" : \"12\", \"%d\", &value);
    if (errno == 5)
        return 1;
    return 0;
}";
    let (paths, summary) = explored(&compiled(source), &[Given::Any], &SymexOptions::default(), 1);
    assert_eq!(returned(&paths), BTreeSet::from([0, 1]), "{paths:?}");
    assert_eq!(summary.missed, Vec::<String>::new());
}
