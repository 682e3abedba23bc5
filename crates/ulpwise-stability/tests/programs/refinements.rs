//! What forms leave open and refinements decide: with them, and not without.

use crate::common::{outside_solver, portfolio, returned, stability};
use std::time::Duration;
use ulpwise_base::Budget;
use ulpwise_stability::{RealSolver, StabilityOptions, StabilityTarget, StabilityVerdict};

/// StabilityOptions with few regions and tries, so that what is left open is so at once, and with
/// so much time that a busy machine changes nothing.
fn plain() -> StabilityOptions {
    let budget = Budget::unlimited().with_time(Duration::from_secs(24 * 3600));
    StabilityOptions { linear: false, regions: 512, tries: 2000, budget, ..StabilityOptions::default() }
}

fn is_stable(source: &str, ranges: &[(f64, f64)], options: &StabilityOptions) -> bool {
    matches!(returned(&stability(source, "f", ranges, options)), StabilityVerdict::Stable { .. })
}

/// Eight numbers whose sum is at most one, and two less all of them: no interval knows that this is
/// at least one.
const GUARDED: &str = "float f(float a, float b, float c, float d, float e, float g, float h, float i) {
    if (a + b + c + d + e + g + h + i > 1) return 1;
    return 2 - a - b - c - d - e - g - h - i;
}";

#[test]
fn a_guard_on_a_sum_bounds_a_difference() {
    let ranges = [(0.0, 1.0); 8];
    assert!(!is_stable(GUARDED, &ranges, &plain()));
    assert!(is_stable(GUARDED, &ranges, &StabilityOptions { linear: true, ..plain() }));
    let unguarded = GUARDED.replace("return 1;", "return 3;").replace("> 1)", "> 3)");
    let verdicts = stability(&unguarded, "f", &ranges, &StabilityOptions { linear: true, ..plain() });
    assert!(!matches!(returned(&verdicts), StabilityVerdict::Stable { .. }), "the difference can be zero");
}

/// Kahan's sum: what is lost is the difference of values that hang together.
const COMPENSATED: &str = "float f(float a, float b, float c, float d, float e) {
    float x[5] = {a, b, c, d, e}, sum = 0, lost = 0;
    for (int i = 0; i < 5; i++) {
        float y = x[i] - lost;
        float next = sum + y;
        lost = (next - sum) - y;
        sum = next;
    }
    return sum;
}";

#[test]
fn what_a_compensated_sum_lost_is_small() {
    let ranges = [(1.0, 100.0); 5];
    assert!(!is_stable(COMPENSATED, &ranges, &plain()));
    assert!(is_stable(COMPENSATED, &ranges, &StabilityOptions { linear: true, ..plain() }));
}

#[test]
fn products_are_enclosed_between_planes() {
    // x y + x - x y is x: the product cancels, and only a program that knows it as one value sees
    // that.
    let source = "float f(float x, float y) { float p = x * y; return (p + x) - p; }";
    let ranges = [(1.0, 2.0), (1.0, 2.0)];
    assert!(is_stable(source, &ranges, &StabilityOptions { linear: true, regions: 1, ..plain() }));
    assert!(!is_stable(source, &ranges, &StabilityOptions { regions: 1, ..plain() }));
    let lossy = "float f(float x, float y) { float p = x * y; return (p + x) - p; }";
    let verdicts =
        stability(lossy, "f", &[(1e-6, 2.0), (1.0, 1e6)], &StabilityOptions { linear: true, ..plain() });
    assert!(!matches!(returned(&verdicts), StabilityVerdict::Stable { .. }), "small terms are lost");
}

#[test]
fn exact_semantics_prove_what_no_form_knows() {
    // A number times its inverse is one, more or less: to forms and planes the two are any two
    // numbers.
    let source = "float f(int n) { float x = n; float q = 1 / x; return q * x - 0.5f; }";
    let ranges = [(1.0, 16.0)];
    let alone = StabilityOptions { linear: true, regions: 1, tries: 500, ..plain() };
    let open = stability(source, "f", &ranges, &alone);
    assert!(matches!(returned(&open), StabilityVerdict::Unknown { .. }), "{open:?}");
    let asked =
        stability(source, "f", &ranges, &StabilityOptions { exact: Some(portfolio()), ..alone.clone() });
    assert!(matches!(returned(&asked), StabilityVerdict::Stable { .. }), "{asked:?}");
    // Where nothing is tolerated, it is the solver that finds an inverse with an error, and a run
    // that shows it.
    let strict = StabilityOptions { tolerance: 1e-9, tries: 1, exact: Some(portfolio()), ..alone };
    let found = stability(source, "f", &ranges, &strict);
    assert!(matches!(returned(&found), StabilityVerdict::Unstable(_)), "{found:?}");
}

#[test]
fn signs_of_differences_are_those_of_the_true_ones() {
    let source = "int f(float x, float y) { return x - y > 0; }";
    let all = stability(source, "f", &[(0.0, 1.0), (0.0, 1.0)], &plain());
    assert!(
        all.verdicts.values().all(|verdict| matches!(verdict, StabilityVerdict::Stable { .. })),
        "{all:?}"
    );
}

#[test]
fn a_comparison_of_computed_values_is_decided_bit_by_bit() {
    // 2x > x for every x above zero: forms know neither that doubling is exact nor that both are
    // the same x.
    let source = "int f(float x) { return x * 2 > x * 1.5f; }";
    let only_forms = stability(source, "f", &[(1e-3, 1.0)], &StabilityOptions { regions: 4, ..plain() });
    let asked = stability(
        source,
        "f",
        &[(1e-3, 1.0)],
        &StabilityOptions { regions: 4, exact: Some(portfolio()), ..plain() },
    );
    let comparison = |all: &ulpwise_stability::StabilityResult| {
        let last = all.verdicts.iter().rfind(|(target, _)| matches!(target, StabilityTarget::Site(_)));
        last.map(|(_, verdict)| verdict.clone())
    };
    assert!(matches!(comparison(&only_forms), Some(StabilityVerdict::Unknown { .. })), "{only_forms:?}");
    assert!(matches!(comparison(&asked), Some(StabilityVerdict::Stable { .. })), "{asked:?}");
}

#[test]
fn infinite_values_are_reported_as_such() {
    let source = "float f(float x) { return 1 / (x * x - 1); }";
    let all = stability(source, "f", &[(1.0, 2.0)], &StabilityOptions::default());
    let overflow =
        stability("float f(float x) { return x * x; }", "f", &[(1.0, 1e30)], &StabilityOptions::default());
    assert!(overflow.infinite.contains_key(&StabilityTarget::Returned(0)), "{overflow:?}");
    assert!(overflow.infinite.values().all(ulpwise_stability::UnstableRun::is_infinite));
    // At one there is no true value: that is no infinity where a number is right.
    assert!(all.infinite.values().all(|find| find.truth.is_some()), "{all:?}");
}

#[test]
fn an_outside_solver_is_believed_only_on_request() {
    let Some(make) = outside_solver() else { return };
    // x^2 - 2 x y + y^2 + 1 is at least 1, which intervals see only in small parts.
    let source = "float f(float x, float y) { return (x * x - 2 * x * y + y * y) + 1; }";
    let ranges = [(1.0, 8.0), (1.0, 8.0)];
    let options = |believed: bool| StabilityOptions {
        regions: 8,
        tries: 200,
        reals: Some(RealSolver { make: make.clone(), believed }),
        ..plain()
    };
    assert!(is_stable(source, &ranges, &options(true)));
    assert!(!is_stable(source, &ranges, &options(false)));
}
