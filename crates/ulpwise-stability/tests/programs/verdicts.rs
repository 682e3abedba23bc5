//! Verdicts that are known by hand.

use crate::common::{returned, stability};
use ulpwise_stability::{StabilityOptions, StabilityTarget, StabilityVerdict};

fn bound(source: &str, ranges: &[(f64, f64)]) -> f64 {
    let stability = stability(source, "f", ranges, &StabilityOptions::default());
    match returned(&stability) {
        StabilityVerdict::Stable { bound, .. } => *bound,
        other => panic!("not stable: {other:?}"),
    }
}

fn is_unstable(source: &str, ranges: &[(f64, f64)]) -> bool {
    let stability = stability(source, "f", ranges, &StabilityOptions::default());
    matches!(returned(&stability), StabilityVerdict::Unstable(_))
}

#[test]
fn products_and_positive_sums_are_stable() {
    let unit = 2f64.powi(-23);
    let product = bound("float f(float x, float y) { return x * y; }", &[(1.0, 100.0), (-5.0, -1.0)]);
    assert_eq!(product, unit);
    let sum = bound("float f(float x, float y) { return x * x + y * y; }", &[(-100.0, -1.0), (1.0, 100.0)]);
    assert!(sum >= 2.0 * unit && sum < 2.1 * unit, "{sum}");
    let root = bound("#include <math.h>\ndouble f(double x) { return sqrt(x) / (1 + x); }", &[(0.0, 1e6)]);
    assert!(root < 1e-15, "{root}");
    let loops =
        "float f(int a, int b) { float s = 0; for (int i = 0; i < 10; i++) s += i % 2 ? a : b; return s; }";
    let sum = bound(loops, &[(1.0, 1e9), (1.0, 1e9)]);
    assert!(sum > 5.0 * unit && sum < 12.0 * unit, "{sum}");
}

#[test]
fn what_nothing_has_written_has_no_bound() {
    for source in [
        "double f(double x) { double y; if (x > 1.5) y = 1; return x * 3 + y; }",
        "double f(double x) { double v[2]; v[0] = 1; return x * 3 + v[x > 1.5]; }",
    ] {
        let stability = stability(source, "f", &[(1.0, 2.0)], &StabilityOptions::default());
        let verdict = stability.verdicts.get(&StabilityTarget::Returned(0));
        assert!(!matches!(verdict, Some(StabilityVerdict::Stable { .. })), "{source}: {verdict:?}");
    }
    let written = "double f(double x) { double y = 2; if (x > 1.5) y = 1; return x * 3 + y; }";
    assert!(bound(written, &[(1.0, 2.0)]) < 1e-15);
}

#[test]
fn cancellation_is_unstable_and_guards_count() {
    assert!(is_unstable("float f(float x, float y) { return x * x - y * y; }", &[(1.0, 2.0), (1.0, 2.0)]));
    let guarded = "float f(float x, float y) { if (y > x / 2) return 1; return x * x - y * y; }";
    let error = bound(guarded, &[(1.0, 2.0), (0.0, 2.0)]);
    assert!(error < 1e-5, "{error}");
    assert!(is_unstable("float f(float x) { return 1 / (x - 1); }", &[(0.0, 2.0)]));
    assert!(is_unstable("float f(float x) { return x * 1e-30f * 1e-10f; }", &[(1e-3, 1.0)]), "it underflows");
    assert!(is_unstable("float f(float x) { return x * 1e30f; }", &[(0.0, 1e10)]), "it overflows");
}

#[test]
fn constants_round_and_single_inputs_are_decided_exactly() {
    // Ten times a tenth: with constants alone there is an error, too.
    let tenths = "double f(void) { double s = 0; for (int i = 0; i < 10; i++) s += 0.1; return s - 1; }";
    assert!(is_unstable(tenths, &[]));
    let exact = "float f(float x, float y) { return (x * y - 6) / 3; }";
    assert!(bound(exact, &[(4.0, 4.0), (3.0, 3.0)]) <= 2f64.powi(-23));
    // Forms do not know that the quotient is exact; runs in all modes do.
    let lucky =
        stability("float f(float x) { return x / 3 - 1; }", "f", &[(3.0, 3.0)], &StabilityOptions::default());
    assert!(matches!(returned(&lucky), StabilityVerdict::Stable { .. }), "{lucky:?}");
}

#[test]
fn branches_that_true_values_would_not_take_are_found() {
    let source = "int f(float x, float y) { float d = x * y - 1; return d >= 0; }";
    let wide = stability(source, "f", &[(0.5, 2.0), (0.5, 2.0)], &StabilityOptions::default());
    let comparisons = |stability: &ulpwise_stability::StabilityResult| -> Vec<StabilityVerdict> {
        let sites =
            stability.verdicts.iter().filter(|(target, _)| matches!(target, StabilityTarget::Site(_)));
        sites.map(|(_, verdict)| verdict.clone()).collect()
    };
    let last = comparisons(&wide).pop().unwrap();
    assert!(matches!(last, StabilityVerdict::Unstable(_)), "{last:?}");
    let apart = stability(source, "f", &[(1.5, 2.0), (1.5, 2.0)], &StabilityOptions::default());
    let last = comparisons(&apart).pop().unwrap();
    assert!(matches!(last, StabilityVerdict::Stable { .. }), "{last:?}");
}

#[test]
fn loops_are_cut_off_and_what_is_not_followed_is_unknown() {
    let endless = "float f(int n, float x) { float s = 0; for (int i = 0; i < n; i++) s += x; return s; }";
    let all = stability(endless, "f", &[(0.0, 1e6), (1.0, 2.0)], &StabilityOptions::default());
    assert!(all.cut_off > 0 && matches!(returned(&all), StabilityVerdict::Stable { .. }), "{all:?}");
    let libm = "#include <math.h>\ndouble f(double x) { return exp(x) + 1; }";
    let unknown =
        stability(libm, "f", &[(0.0, 1.0)], &StabilityOptions { tries: 100, ..StabilityOptions::default() });
    assert!(matches!(returned(&unknown), StabilityVerdict::Unknown { .. }));
    let index = "static float t[4]; float f(int n) { return t[n & 3]; }";
    let place = stability(index, "f", &[(0.0, 9.0)], &StabilityOptions::default());
    assert_eq!(place.missed, ["unsupported: a place in memory that depends on inputs"]);
}
