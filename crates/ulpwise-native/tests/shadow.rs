//! Shadow values of higher precision: known errors, what carries shadow values, and the fast mode
//! beside the exact one.

mod support;

use support::{TestProgram, optimised, options};
use ulpwise_native::{
    Engine, EngineOptions, Instrumentation, NativeTarget, Passing, Precision, ShadowedCall,
};

const MODES: [Precision; 2] = [Precision::DoubleDouble, Precision::Bits(400)];

fn shadowed(precision: Precision, base: EngineOptions) -> EngineOptions {
    EngineOptions { instrumentation: Instrumentation::Shadow(precision), ..base }
}

/// An engine for each mode, plain and optimised.
fn engines(program: &TestProgram, functions: &[(&str, usize)]) -> Vec<Engine> {
    let bases = [options(), optimised()];
    let all = MODES.iter().flat_map(|&mode| bases.iter().map(move |base| shadowed(mode, base.clone())));
    all.map(|options| program.engine(functions, &options).unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// The largest accumulated error of a call, and the largest local one.
fn largest(call: &ShadowedCall) -> (f64, f64) {
    let largest = |of: fn(&ulpwise_native::SiteError) -> f64| call.errors.iter().map(of).fold(0.0, f64::max);
    (largest(|error| error.accumulated), largest(|error| error.local))
}

/// The error of a value against a right one, in units of the last place of the latter.
fn units(value: f64, right: f64) -> f64 {
    let unit = f64::from_bits(right.to_bits() + 1) - right;
    ((value - right) / unit).abs()
}

/// What a call computed before it ended the program is no part of what other calls report.
#[test]
fn a_call_that_ends_the_program_leaves_no_errors() {
    let program = TestProgram::c(
        "#include <stdlib.h>
         double f(double x) { double y = (x + 1) - x; if (x > 1e15) abort(); return y; }",
    );
    for mut engine in engines(&program, &[("f", 1)]) {
        let words = [0.1f64, 1e16, 0.1, 2.0].map(f64::to_bits);
        let calls = engine.run_shadowed(0, &words).unwrap();
        assert_eq!(calls[1].end, ulpwise_native::CallEnd::Signal(6));
        assert!(calls[1].errors.is_empty() && calls[1].right.is_empty());
        assert_eq!((&calls[0].errors, &calls[0].right), (&calls[2].errors, &calls[2].right));
        assert!(!calls[0].errors.is_empty());
        assert!(calls[3].errors.is_empty(), "nothing is rounded: {:?}", calls[3]);
    }
}

/// Functions whose exact results are numbers, each with the error of its last site.
#[test]
fn known_errors_are_found() {
    let program = TestProgram::c(
        "#include <math.h>
         double absorbed(double x) { return (x + 1) - x; }
         float absorbed_float(float x) { return (x + 1) - x; }
         double tenth(double x) { double sum = 0; for (int i = 0; i < 10; i++) sum += x; return sum - 10 * x; }
         double root(double x) { double r = sqrt(x); return r * r - x; }
         double parts(double x) { return (x / 3) * 3; }",
    );
    let functions = [("absorbed", 1), ("absorbed_float", 1), ("tenth", 1), ("root", 1), ("parts", 1)];
    for mut engine in engines(&program, &functions) {
        assert_eq!(engine.unobserved().count(), 0);
        let mut call = |target: usize, word: u64| engine.run_shadowed(target, &[word]).unwrap().remove(0);
        // 1e16 + 1 is rounded to 1e16, so that 0 comes out instead of 1.
        let absorbed = call(0, 1e16f64.to_bits());
        assert_eq!(f64::from_bits(absorbed.output[0]), 0.0);
        assert_eq!(largest(&absorbed), (units(0.0, 1.0), units(0.0, 1.0)));
        let absorbed = call(1, 1e9f32.to_bits().into());
        assert_eq!(largest(&absorbed).0, 2f64.powi(23));
        // Adding 0.1 ten times: exactly ten times the double nearest to 0.1, so the difference is
        // zero and every error infinite in units of it; of the smallest number, that is.
        let tenth = call(2, 0.1f64.to_bits());
        let difference = f64::from_bits(tenth.output[0]);
        assert!(difference != 0.0);
        assert_eq!(largest(&tenth).0, (difference.abs() / 2f64.powi(-500)) / 2f64.powi(-574));
        let exact = call(2, 0.5f64.to_bits());
        assert_eq!((exact.errors.len(), exact.output[0]), (0, 0), "nothing is rounded");
        assert!(
            largest(&call(3, 2f64.to_bits())).0 > 1e15,
            "the square of a root, less its argument, is zero"
        );
        assert!(largest(&call(4, 1f64.to_bits())).0 <= 1.0);
    }
}

/// An integer that a float does not have brings its error along.
#[test]
fn integers_are_what_they_are() {
    let program = TestProgram::c(
        "float lost(int a, int b) { float x = a, y = b; return x - y; }
         float unsigned_lost(unsigned a, unsigned b) { float x = a, y = b; return x - y; }",
    );
    for mut engine in engines(&program, &[("lost", 2), ("unsigned_lost", 2)]) {
        for (target, first) in [(0, 16_777_217), (1, 3_000_000_001)] {
            let call = engine.run_shadowed(target, &[first, first - 1]).unwrap().remove(0);
            assert_eq!((f32::from_bits(call.output[0] as u32), largest(&call).0), (0.0, 2f64.powi(23)));
        }
    }
}

#[test]
fn one_minus_cosine_is_as_wrong_as_it_is() {
    let program = TestProgram::c("#include <math.h>\ndouble f(double x) { return 1 - cos(x); }");
    for mut engine in engines(&program, &[("f", 1)]) {
        for x in [1e-8, 3e-7, 1e-3, 1e-5] {
            let call = engine.run_shadowed(0, &[f64::to_bits(x)]).unwrap().remove(0);
            // The series, whose next term is below a quarter of a unit for these arguments.
            let right = x * x / 2.0 * (1.0 - x * x / 12.0 * (1.0 - x * x / 30.0 * (1.0 - x * x / 56.0)));
            let expected = units(f64::from_bits(call.output[0]), right);
            let found = largest(&call).0;
            assert!((found - expected).abs() <= 2.0 + expected * 1e-15, "{x}: {found} and not {expected}");
        }
    }
}

/// An ill-conditioned sum whose values go through an array, structures, `memcpy`, arguments and a
/// returned value.
#[test]
fn shadow_values_go_where_values_go() {
    let program = TestProgram::c(
        "#include <string.h>
         #include <stdlib.h>
         struct pair { double first; float other; double second; };
         static double stored[4];
         static double last(const double *values, int n) { return values[n - 1]; }
         static struct pair both(double x) { struct pair p = { x + 1, 0, x }; return p; }
         double f(double x, int way) {
             double values[3] = { x, x + 1, 0 }, copies[3];
             double *heap = malloc(sizeof values);
             struct pair p, q;
             switch (way) {
             case 0: return values[1] - x;
             case 1: memcpy(copies, values, sizeof values); return copies[1] - copies[0];
             case 2: memcpy(heap, values, sizeof values); memmove(heap + 1, heap, 16); return heap[2] - heap[1];
             case 3: p.first = x + 1; p.second = x; q = p; return q.first - q.second;
             case 4: stored[2] = x + 1; return last(stored, 3) - x;
             case 5: { volatile double v = x + 1; return (x > 0 ? v : x) - x; }
             case 6: p = both(x); return p.first - p.second;
             default: { unsigned long bits; double y = x + 1; memcpy(&bits, &y, 8); bits ^= 1; memset(values, 0, 8);
                 memcpy(&y, &bits, 8); return y - x; }
             }
         }",
    );
    for mut engine in engines(&program, &[("f", 2)]) {
        for way in 0..8 {
            let call = engine.run_shadowed(0, &[1e16f64.to_bits(), way]).unwrap().remove(0);
            let (value, found) = (f64::from_bits(call.output[0]), largest(&call).0);
            match way {
                // Integers lose the shadow value: what is left is the error of the sum.
                7 => assert_eq!((value, found), (2.0, 0.5)),
                _ => assert_eq!((value, found), (0.0, 2f64.powi(52)), "way {way}"),
            }
        }
    }
}

#[test]
fn a_branch_that_rounding_decides_is_reported() {
    let program = TestProgram::c("double f(double x) { return x + 1 == x ? -1 : x; }");
    let module = program.module();
    for mut engine in engines(&program, &[("f", 1)]) {
        let calls = engine.run_shadowed(0, &[1e16, 3.0].map(f64::to_bits)).unwrap();
        assert_eq!(calls.iter().map(|call| f64::from_bits(call.output[0])).collect::<Vec<_>>(), [-1.0, 3.0]);
        let diverged = |call: &ShadowedCall| -> Vec<String> {
            call.errors
                .iter()
                .filter(|error| error.diverged)
                .map(|error| module.site_name(error.site))
                .collect()
        };
        assert_eq!((diverged(&calls[0]), diverged(&calls[1])), (vec!["f#1".to_owned()], vec![]));
    }
}

/// What an optimiser would compute itself, drop, merge, or move into another function keeps its
/// site and its error.
#[test]
fn optimising_loses_no_site() {
    let program = TestProgram::c(
        "#include <math.h>
         static double table[] = { 0.1, 0.2, 0.3 };
         struct series { double *terms; int count; };
         static struct series thirds = { table, 3 };
         struct result { double value, error; };
         static void sum(const struct series *s, double x, struct result *r) {
             double total = 0;
             for (int i = 0; i < s->count; i++) total = total * x + s->terms[i];
             r->value = total;
             r->error = 1e-16 * fabs(total) + 0.1 * x;
         }
         static double over(double a, double b) { return a / b; }
         double f(double x) {
             struct result one, two;
             sum(&thirds, x, &one);
             sum(&thirds, x * x, &two);
             double unused = x * 1.1 - x / 7;
             double constant = over(1, 3), same = over(x, 3) - x / 3, never = 0;
             if (x > 1e300 && x < 1) never = x * 0.3;
             return one.value - two.value + constant + same * sin(x) + never + (x < 0 ? sqrt(-x) : pow(x, 0.7));
         }",
    );
    let inputs = [0.3, -0.7, 1.9, 1e10, -12.5].map(f64::to_bits);
    for mode in MODES {
        let [mut plain, mut fast] =
            [options(), optimised()].map(|base| program.engine(&[("f", 1)], &shadowed(mode, base)).unwrap());
        let [expected, found] =
            [&mut plain, &mut fast].map(|engine| engine.run_shadowed(0, &inputs).unwrap());
        for (expected, found) in expected.iter().zip(&found) {
            assert_eq!(found.output, expected.output);
            let by_site = |call: &ShadowedCall| {
                let errors = call.errors.iter();
                let mut errors: Vec<_> = errors
                    .map(|error| (error.site, error.accumulated, error.local, error.diverged))
                    .collect();
                errors.sort_by_key(|error| error.0);
                errors
            };
            assert_eq!(by_site(found), by_site(expected));
            assert!(expected.errors.len() > 10, "{:?}", expected.errors);
        }
        assert_eq!(fast.unobserved().collect::<Vec<_>>(), plain.unobserved().collect::<Vec<_>>());
    }
}

/// Many operations and functions on many inputs: both modes report the same errors as far as the
/// fast one can know.
#[test]
fn the_fast_mode_agrees_with_the_exact_one() {
    let program = TestProgram::c(
        "#include <math.h>
         double f(double x, double y) {
             double a = exp(x) - exp(y), b = log(x * x + 1) * sin(y), c = pow(x * x + 0.5, y) / (1 + fabs(a));
             double d = atan2(a, b) + hypot(c, a) - cos(x * y) + tanh(x) * sqrt(c + y * y);
             for (int i = 0; i < 20; i++) d = d * 0.75 + (i & 1 ? a : b) / (i + 1);
             return d + fmod(x, y) + erf(x) + floor(y);
         }
         double g(double x, double y) {
             float a = (float)x * 3 + (float)y, b = expf(a) - sqrtf(a * a + 1), c = a;
             for (int i = 0; i < 20; i++) c = c * 0.75f + (i & 1 ? a : b) / (i + 1);
             return c;
         }",
    );
    let module = program.module();
    let mut modes =
        MODES.map(|mode| program.engine(&[("f", 2), ("g", 2)], &shadowed(mode, optimised())).unwrap());
    let mut random = ulpwise_base::SplitMix64::new(5);
    let mut inputs = Vec::new();
    for _ in 0..300 {
        inputs.extend([(); 2].map(|()| ((random.next_u64() >> 11) as f64 / 2f64.powi(51) - 2.0).to_bits()));
    }
    let mut compared = 0;
    for target in 0..2 {
        let [fast, exact] = modes.each_mut().map(|engine| engine.run_shadowed(target, &inputs).unwrap());
        for (fast, exact) in fast.iter().zip(&exact) {
            assert_eq!(fast.output, exact.output);
            compared += compare_errors(&module, fast, exact);
        }
    }
    assert!(compared > 10_000, "{compared} errors");
}

/// Compares the errors of a call in both modes, and returns how many there were.
fn compare_errors(module: &ulpwise_ir::Module, fast: &ShadowedCall, exact: &ShadowedCall) -> usize {
    for right in &exact.errors {
        let found = fast.errors.iter().find(|error| error.site == right.site);
        let (accumulated, local) = found.map_or((0.0, 0.0), |error| (error.accumulated, error.local));
        for (found, expected) in [(accumulated, right.accumulated), (local, right.local)] {
            let near = (found - expected).abs() <= 1e-6 * (1.0 + expected);
            assert!(near, "{}: {found} and not {expected}", module.site_name(right.site));
        }
    }
    2 * exact.errors.len()
}

/// What `ulpwise_llvm`'s double-double arithmetic promises: sums err by at most 4 u² of their
/// operands' magnitudes, products, quotients and roots by 16 u² of themselves, with u = 2^-53.
/// Differences that cancel about thirty bits show it.
#[test]
fn shadow_values_keep_their_error_bounds() {
    let program = TestProgram::c(
        "#include <math.h>
         double sum(double x, double y, double q) { return (x / 3 + y / 7) - q; }
         double product(double x, double y, double q) { return (x / 3) * (y / 7) - q; }
         double quotient(double x, double y, double q) { return (x / 3) / (y / 7) - q; }
         double root(double x, double y, double q) { return sqrt(x / 3) * y - q; }",
    );
    type Plain = fn(f64, f64) -> f64;
    let functions: [(&str, Plain, f64); 4] = [
        ("sum", |x, y| x / 3.0 + y / 7.0, 16.0 + 4.0 + 4.0),
        ("product", |x, y| (x / 3.0) * (y / 7.0), 3.0 * 16.0 + 4.0),
        ("quotient", |x, y| (x / 3.0) / (y / 7.0), 3.0 * 16.0 + 4.0),
        ("root", |x, y| (x / 3.0).sqrt() * y, 3.0 * 16.0 + 4.0),
    ];
    let targets = functions.map(|(name, ..)| (name, 3));
    let mut modes = MODES.map(|mode| program.engine(&targets, &shadowed(mode, optimised())).unwrap());
    let mut random = ulpwise_base::SplitMix64::new(9);
    let mut number =
        |low: f64, high: f64| low + (high - low) * (random.next_u64() >> 11) as f64 / 2f64.powi(53);
    for (target, (name, plain, units_squared)) in functions.into_iter().enumerate() {
        for _ in 0..500 {
            let (x, y) = (number(0.5, 4.0), number(0.5, 4.0));
            let q = plain(x, y) * (1.0 + number(1.0, 2.0) * 2f64.powi(-30));
            let words = [x, y, q].map(f64::to_bits);
            let [fast, exact] =
                modes.each_mut().map(|engine| engine.run_shadowed(target, &words).unwrap().remove(0));
            let (found, expected) = (largest(&fast).0, largest(&exact).0);
            let magnitudes = x / 3.0 + y / 7.0 + plain(x, y) + q;
            let result = f64::from_bits(exact.output[0]).abs();
            let unit = result / units(0.0, result);
            let bound = units_squared * 2f64.powi(-106) * magnitudes / unit;
            // Errors are reported as doubles.
            let rounding = expected * 2f64.powi(-50);
            assert!(
                (found - expected).abs() <= bound + rounding,
                "{name}({x}, {y}, {q}): {found} and not {expected} to {bound}"
            );
            assert!(bound < 0.01, "the bound says something: {bound}");
        }
    }
}

/// What would be right instead of what a call gives back: beyond all doubles, below them, and
/// exactly zero.
#[test]
fn right_outputs_are_reported_for_returned_values_and_memory() {
    let program = TestProgram::c(
        "double f(double x, double *out) { out[0] = x * x; out[1] = (x * x) / x; out[2] = 1 / (x * x) / (x * x); return x * x - x * x; }
         float g(float x) { return x * x / x; }",
    );
    let options = shadowed(Precision::Bits(400), options());
    let targets = [
        NativeTarget {
            name: "f".into(),
            parameters: vec![Passing::Value, Passing::Buffer(4)],
            links: Vec::new(),
        },
        NativeTarget { name: "g".into(), parameters: vec![Passing::Value], links: Vec::new() },
    ];
    let mut engine = Engine::start(&support::launcher(), &program.units, &targets, &options)
        .unwrap_or_else(|error| panic!("{error}"));
    let call = engine.run_shadowed(0, &[1e200f64.to_bits(), 0, 0, 0, 0]).unwrap().remove(0);
    assert!(f64::from_bits(call.output[0]).is_nan(), "infinity minus infinity");
    let right = |word: usize| call.right.iter().find(|right| right.word == word);
    assert_eq!(right(0).map(|right| (right.nearest, right.exponent)), Some((0.0, None)), "{call:?}");
    assert_eq!(right(1).map(|right| (right.nearest, right.exponent)), Some((f64::INFINITY, Some(1329))));
    assert_eq!(right(2).map(|right| right.nearest), Some(1e200));
    assert_eq!(right(3).map(|right| (right.nearest, right.exponent < Some(-1074))), Some((0.0, true)));
    assert_eq!(right(4), None, "nothing was written there");
    let call = engine.run_shadowed(1, &[1e30f32.to_bits().into()]).unwrap().remove(0);
    assert_eq!((f32::from_bits(call.output[0] as u32), call.right[0].nearest as f32), (f32::INFINITY, 1e30));
}

/// Every operation of a call, with what it rounded by itself and where its operands come from.
#[test]
fn magnitudes_of_numbers_below_all_doubles_are_above_zero() {
    let program =
        TestProgram::c("#include <math.h>\ndouble f(double x) { return sqrt(fabs(x * 1e-200 * 1e-200)); }");
    let mut engine = program.engine(&[("f", 1)], &shadowed(Precision::Bits(400), options())).unwrap();
    for x in [-1.0_f64, 1.0] {
        let call = engine.run_shadowed(0, &[x.to_bits()]).unwrap().remove(0);
        assert_eq!(call.right.len(), 1, "{call:?}");
        assert!((call.right[0].nearest - 1e-200).abs() < 1e-210, "{call:?}");
    }
}

#[test]
fn operations_are_traced_back_to_those_they_come_from() {
    let program = TestProgram::c("double f(double x) { double y = x + 1, z = -y; return (z + x) / 3; }");
    let mut engine = program.engine(&[("f", 1)], &shadowed(Precision::Bits(300), options())).unwrap();
    let (call, trace) = engine.traced(0, &[1e16f64.to_bits()]).unwrap();
    assert_eq!(f64::from_bits(call.output[0]), 0.0);
    let values: Vec<(f64, f64, f64)> =
        trace.operations.iter().map(|one| (one.value, one.right, one.rounding)).collect();
    let minus_third = -1.0 / 3.0;
    assert_eq!(
        values,
        [(1e16, 1e16, -1.0), (-1e16, -1e16, 0.0), (0.0, -1.0, 0.0), (0.0, minus_third, 0.0)],
        "{trace:?}"
    );
    let numbers: Vec<u64> = trace.operations.iter().map(|one| one.number).collect();
    assert_eq!(trace.operations[1].site, None, "a change of sign has no site");
    assert_eq!(trace.operations[2].operands[0], (numbers[1], -1e16));
    assert_eq!(trace.operations[2].operands[1], (0, 1e16), "an input comes from nowhere");
    assert_eq!(trace.outputs, [(0, 0, numbers[3])]);
    assert!(!trace.cut);
    let error = call.right[0].error;
    assert_eq!(error.0 * 2f64.powi(error.1 as i32), 1.0 / 3.0);
}

/// Pointers between the words of a buffer are set before the call.
#[test]
fn objects_in_a_buffer_point_at_each_other() {
    let program = TestProgram::c(
        "struct row { double *values; struct row *next; };
         double f(const struct row *r) { double s = 0; for (; r; r = r->next) s += r->values[1]; return s; }",
    );
    let parameters = vec![Passing::Buffer(8)];
    let target = NativeTarget { name: "f".into(), parameters, links: vec![(0, 4), (1, 2), (2, 6)] };
    let mut engine = Engine::start(&support::launcher(), &program.units, &[target], &options()).unwrap();
    let numbers = [1.0, 2.0, 3.0, 40.0].map(f64::to_bits);
    let input = [&[0, 0, 0, 0][..], &numbers].concat();
    let call = engine.run(0, &input).unwrap().remove(0);
    assert_eq!(f64::from_bits(call.output[0]), 42.0);
}
