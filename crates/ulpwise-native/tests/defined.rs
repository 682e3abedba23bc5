//! Optimised code without undefined behaviour computes what unoptimised code does, for operands too
//! for which C leaves open what happens.

mod support;

use support::{TestProgram, options};
use ulpwise_native::{CallEnd, EngineOptions, Optimisation};

const INTEGERS: &[&str] = &["signed char", "short", "int", "long"];

/// Numbers around the ends of all integer types, and others that fit into none.
fn floats() -> Vec<f64> {
    let ends = [0.0, 7.0, 8.0, 15.0, 16.0, 31.0, 32.0, 62.0, 63.0, 64.0, 65.0].map(|power: f64| power.exp2());
    let around = |end: f64| [end, end * 0.75, end - 0.5, end + 0.5, end.next_down(), end.next_up()];
    let positive: Vec<f64> = ends.into_iter().flat_map(around).collect();
    let negative: Vec<f64> = positive.iter().map(|number| -number).collect();
    let strange = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, 5e-324, -0.0, 1e300];
    positive.into_iter().chain(negative).chain(strange).collect()
}

fn integers() -> Vec<u64> {
    let small = (0..70_u64).chain([127, 128, 255, 256]);
    let large = [i64::MAX as u64, i64::MIN as u64, u64::MAX, u64::from(u32::MAX), 1 << 31, (1 << 31) - 1];
    small.chain(large).flat_map(|number| [number, number.wrapping_neg()]).collect()
}

/// Calls every function on every input in both kinds of code. Only a division may end a call of the
/// one and not of the other.
fn compare(source: &str, functions: &[(String, usize)], words: &[u64]) {
    let program = TestProgram::c(source);
    let names: Vec<(&str, usize)> = functions.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    let defined = EngineOptions { optimisation: Optimisation::Defined, ..options() };
    let mut engines = [options(), defined].map(|options| program.engine(&names, &options).unwrap());
    for (number, (name, count)) in functions.iter().enumerate() {
        let [plain, defined] = engines.each_mut().map(|engine| engine.run(number, words).unwrap());
        for ((input, plain), defined) in words.chunks(*count).zip(&plain).zip(&defined) {
            let traps = matches!(plain.end, CallEnd::Signal(_));
            assert!(traps || (plain == defined), "{name}({input:x?}): {plain:?}, defined: {defined:?}");
        }
    }
}

#[test]
fn undefined_conversions_compute_what_the_processor_does() {
    for float in ["float", "double"] {
        let (mut source, mut functions) = (String::new(), Vec::new());
        for (at, integer) in INTEGERS.iter().enumerate() {
            for (sign, word) in [("s", ""), ("u", "unsigned ")] {
                let integer = integer.trim_start_matches("signed ");
                let name = format!("to_{sign}{at}");
                source += &format!(
                    "long {name}({float} x) {{ {word}{integer} i = ({word}{integer})x; return (long)i * 3; }}\n"
                );
                functions.push((name, 1));
            }
        }
        let words: Vec<u64> = floats()
            .into_iter()
            .map(|number| match float {
                "float" => u64::from((number as f32).to_bits()),
                _ => number.to_bits(),
            })
            .collect();
        compare(&source, &functions, &words);
    }
}

#[test]
fn undefined_shifts_sums_and_divisions_compute_what_the_processor_does() {
    let (mut source, mut functions) = (String::new(), Vec::new());
    for (at, integer) in INTEGERS.iter().enumerate() {
        for (sign, word) in [("s", ""), ("u", "unsigned ")] {
            let integer = integer.trim_start_matches("signed ");
            for (name, op) in
                [("left", "<<"), ("right", ">>"), ("plus", "+"), ("times", "*"), ("over", "/"), ("rest", "%")]
            {
                let ty = if word.is_empty() && integer == "char" {
                    "signed char".into()
                } else {
                    format!("{word}{integer}")
                };
                let name = format!("{name}_{sign}{at}");
                source += &format!(
                    "long {name}({ty} x, {ty} y) {{ return (long)({ty})(x {op} y) + (x + y < x); }}\n"
                );
                functions.push((name, 2));
            }
        }
    }
    let numbers = integers();
    let words: Vec<u64> =
        numbers.iter().flat_map(|&a| numbers.iter().step_by(3).flat_map(move |&b| [a, b])).collect();
    compare(&source, &functions, &words);
}

#[test]
fn a_function_that_should_not_return_ends_its_call() {
    let source = "
        #pragma clang diagnostic ignored \"-Winvalid-noreturn\"
        __attribute__((noreturn)) static void never(int x) { (void)x; }
        int f(int x) { if (x == 3) never(x); return x + 1; }
        int g(int x) { if (x == 3) __builtin_unreachable(); return x + 1; }";
    let program = TestProgram::c(source);
    let defined = EngineOptions { optimisation: Optimisation::Defined, ..options() };
    let mut engine = program.engine(&[("f", 1), ("g", 1)], &defined).unwrap();
    for function in [0, 1] {
        let calls = engine.run(function, &[2, 3, 4]).unwrap();
        assert_eq!([0, 2].map(|call| calls[call].output[0]), [3, 5]);
        assert!(matches!(calls[1].end, CallEnd::Signal(_)), "{:?}", calls[1]);
    }
}

#[test]
fn allocations_and_calls_of_the_library_stay() {
    let source = "
        #include <stdlib.h>
        int f(long size) { char *p = malloc(size); int there = p != 0; free(p); return there; }";
    let program = TestProgram::c(source);
    let defined = EngineOptions { optimisation: Optimisation::Defined, ..options() };
    let mut engine = program.engine(&[("f", 1)], &defined).unwrap();
    let calls = engine.run(0, &[100, 1 << 50]).unwrap();
    assert_eq!(calls.iter().map(|call| call.output[0]).collect::<Vec<_>>(), [1, 0]);
}
