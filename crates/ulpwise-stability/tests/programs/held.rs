//! Proven bounds held against runs by chance, computed exactly in all five rounding modes.

use crate::common::{compiled, entry, portfolio};
use ulpwise_base::SplitMix64;
use ulpwise_interp::Program;
use ulpwise_stability::{RunErrors, StabilityOptions, analyze, inputs_of};

/// Programs whose bounds come from forms, from cuts, from linear programs and from solvers, with
/// the ranges of their parameters.
const PROGRAMS: [(&str, &[(f64, f64)]); 6] = [
    ("float f(float x, float y) { return (x * x + y * y) / (1 + x * y); }", &[(0.0, 10.0), (0.0, 10.0)]),
    (
        "float f(float x, float y) { if (y > x / 2) return 1; return x * x - y * y; }",
        &[(1.0, 2.0), (0.0, 2.0)],
    ),
    (
        "float f(float a, float b, float c) { float s = a + b; float l = (s - a) - b; float y = c - l; return s + y; }",
        &[(1.0, 100.0), (1.0, 100.0), (1.0, 100.0)],
    ),
    ("float f(float x, float y) { if (x + y > 1) return 1; return 2 - x - y; }", &[(0.0, 1.0), (0.0, 1.0)]),
    ("int f(float x, float y) { return x * 2 - y > 0; }", &[(-1.0, 1.0), (-1.0, 1.0)]),
    ("#include <math.h>\ndouble f(double x) { return sqrt(x * x + 1) + fabs(x); }", &[(-1e3, 1e3)]),
];

#[test]
fn no_run_exceeds_a_bound() {
    let mut random = SplitMix64::new(7);
    for (source, ranges) in PROGRAMS {
        let module = compiled(source);
        let entry = entry(&module, "f", ranges);
        let program = Program::new(&module, 1 << 28).expect("the program is small");
        let inputs = inputs_of(&entry).expect("all inputs are followed");
        let options = StabilityOptions {
            tries: 500,
            regions: 512,
            exact: Some(portfolio()),
            ..StabilityOptions::default()
        };
        let mut errors = RunErrors::new(&program, &entry, &inputs, &options).expect("it starts");
        let judged = analyze(&program, &entry, &inputs, &options, &mut |_, _| Ok(())).expect("it starts");
        assert!(!judged.bounds().is_empty(), "{source}: nothing is proven");
        for _ in 0..2000 {
            for (target, error, mode) in errors.by_chance(&mut random) {
                let bound = judged.bounds().get(&target).copied().unwrap_or(f64::INFINITY);
                assert!(error <= bound, "{source}: {target:?} errs by {error} in {mode:?}, bound {bound}");
            }
        }
    }
}
