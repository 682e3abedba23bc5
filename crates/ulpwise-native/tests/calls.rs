//! Calls that return: values, buffers, exceptions, state.

mod support;

use std::collections::BTreeMap;
use std::time::Duration;
use support::{TestProgram, launcher, optimised, options};
use ulpwise_interp::{Exception, Exceptions, InterpOptions, Interpreter, Program as Ready};
use ulpwise_ir::flush_subnormals;
use ulpwise_native::{
    CallEnd, Counted, Engine, EngineOptions, Exhausted, Instrumentation, NativeError, NativeTarget, Passing,
    exhaust,
};

/// Inputs at which arithmetic changes its ways.
const CORNERS: [f64; 14] = [
    0.0,
    -0.0,
    1.0,
    -1.5,
    5e-324,
    -2.3e-308,
    f64::MIN_POSITIVE,
    f64::MAX,
    -f64::MAX,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    1e200,
    3e9,
];

#[test]
fn values_come_back() {
    let program = TestProgram::c(
        "double twice(double x) { return 2 * x; } long minus(int a, short b) { return a - b; }",
    );
    for options in [options(), optimised()] {
        let mut engine = program.engine(&[("twice", 1), ("minus", 2)], &options).unwrap();
        let calls = engine.run(0, &[1.5f64.to_bits(), (-4f64).to_bits()]).unwrap();
        assert_eq!(calls.iter().map(|call| f64::from_bits(call.output[0])).collect::<Vec<_>>(), [3.0, -8.0]);
        let minus = engine.run(1, &[u64::from(3_u32), u64::from((-5_i16).cast_unsigned())]).unwrap();
        assert_eq!(minus[0].output, [8]);
    }
}

#[test]
fn a_buffer_goes_in_and_comes_out() {
    let program = TestProgram::c("void add(double *v, double x) { v[0] += x; v[2] = v[1]; }");
    let parameters = vec![Passing::Buffer(3), Passing::Value];
    let targets = [NativeTarget { name: "add".into(), parameters, links: Vec::new() }];
    let mut engine = Engine::start(&launcher(), &program.units, &targets, &options()).unwrap();
    let words = [1.0, 7.0, 0.0, 0.5].map(f64::to_bits);
    let calls = engine.run(0, &words).unwrap();
    assert_eq!(calls[0].output, [1.5, 7.0, 7.0].map(f64::to_bits));
}

/// Everything that can raise an exception, on all pairs of corners: native code, plain and
/// optimised, reports what the interpreter reports.
#[test]
fn exceptions_are_those_of_the_interpreter() {
    let source = "
        #include <math.h>
        double arith(double x, double y) {
            double s = x + y, d = x - y, p = x * y, q = x / y;
            float f = (float)x; f = f * (float)y + 1e-38f; f /= 3;
            int i = (int)x; unsigned u = (unsigned)y; long l = (long)(x * y); signed char c = (signed char)y;
            unsigned long m = (unsigned long)x;
            long double e = (long double)x * y; e = e * e * 1e-4000L; int k = (int)e;
            _Float16 h = (_Float16)x; h = h * h;
            return s + d + p + q + f + i + u + l + c + m + (double)e + k + (double)h + (x < y) + fma(x, y, s);
        }
        double calls(double x, double y) {
            int exponent; double whole;
            return sin(x) + exp(x) + log(y) + pow(x, y) + sqrt(x) + fmod(x, y) + floor(y) + hypot(x, y) + atan2(y, x)
                + ldexp(x, 3) + frexp(y, &exponent) + modf(x, &whole) + sinf((float)x) + lround(y) + (double)sinl(x)
                + fmin(x, y) + __builtin_sqrt(y) + __builtin_trunc(x) + (double)expl(y) + ilogb(x) + lgamma(x);
        }";
    agree_on_exceptions(source, &[("arith", 2), ("calls", 2)], false);
}

/// The same where subnormal numbers count as zeros, which the interpreter knows from the program.
#[test]
fn flushing_calls_raise_what_the_flushed_program_raises() {
    let source = "
        double arith(double x, double y) {
            double s = x + y, d = x - y, p = x * y, q = x / y, r = d / q;
            float f = (float)x; f = f * (float)y + 1e-38f; f /= 3; double w = f;
            long double e = (long double)x * y;
            int i = (int)x; long l = (long)(x * y);
            return s + d + p + q + r + w + i + l + (double)e + (x < y) + (d == 0) + (f > 0);
        }
        double more(double x, double y) {
            return __builtin_sqrt(x * 1e-200) / (y * 1e-300 - x * 1e-300) + __builtin_fma(x, y, -1e-308);
        }";
    agree_on_exceptions(source, &[("arith", 2), ("more", 2)], true);
}

/// On all pairs of corners, functions of two numbers raise natively what they raise in the
/// interpreter, and return the same.
fn agree_on_exceptions(source: &str, functions: &[(&str, usize)], flushes: bool) {
    let program = TestProgram::c(source);
    let mut module = program.module();
    if flushes {
        flush_subnormals(&mut module);
        assert_eq!(ulpwise_ir::verify::verify(&module), Ok(()));
    }
    let ready = Ready::new(&module, 1 << 30).unwrap();
    let inputs: Vec<u64> =
        CORNERS.iter().flat_map(|x| CORNERS.iter().flat_map(|y| [x.to_bits(), y.to_bits()])).collect();
    let cancellation = Exceptions::from_slice(&[Exception::Cancellation]);
    let every = EngineOptions { instrumentation: Instrumentation::EveryOperation(cancellation), ..options() };
    for (options, on_request) in
        [(options(), Exceptions::NONE), (optimised(), Exceptions::NONE), (every, cancellation)]
    {
        let mut engine = program.engine(functions, &options).unwrap();
        engine.set_flushing(flushes);
        assert_eq!(engine.unobserved().map(|site| module.site_name(site)).collect::<Vec<_>>(), [""; 0]);
        let mut seen = 0;
        for (target, (name, _)) in functions.iter().enumerate() {
            let function = module.function_named(name).unwrap();
            for (call, input) in engine.run(target, &inputs).unwrap().iter().zip(inputs.chunks_exact(2)) {
                assert_eq!(call.end, CallEnd::Returned);
                let mut interpreter =
                    Interpreter::new(&ready, InterpOptions { on_request, ..InterpOptions::default() });
                let returned = interpreter.call(function, input).unwrap();
                let mut expected: Vec<_> = interpreter
                    .machine
                    .events
                    .events()
                    .iter()
                    .map(|event| (event.site, event.exception))
                    .collect();
                let mut reported = call.events.clone();
                expected.sort();
                reported.sort();
                let named = |&(site, exception): &(_, Exception)| {
                    format!("{} {}", module.site_name(site), exception.id())
                };
                let [x, y] = [0, 1].map(|at| f64::from_bits(input[at]));
                assert_eq!(
                    reported.iter().map(named).collect::<Vec<_>>(),
                    expected.iter().map(named).collect::<Vec<_>>(),
                    "{name}({x:e}, {y:e}), {:?}",
                    options.optimisation
                );
                let [native, interpreted] = [call.output[0], returned[0]].map(f64::from_bits);
                assert!(
                    native == interpreted || native.is_nan() && interpreted.is_nan(),
                    "{name}({x:e}, {y:e})"
                );
                seen += reported.len();
            }
        }
        assert!(seen > 500, "the corners raise a lot: {seen}");
    }
}

#[test]
fn calls_leave_no_trace_in_later_calls() {
    let source = "
        #include <fenv.h>
        #include <stdlib.h>
        static int count; int zeros[4] = {1, 2, 3, 4}; static char *kept;
        double count_up(double x) {
            zeros[2] += ++count;
            int *fresh = malloc(400 * sizeof *fresh);
            int sum = 0; for (int i = 0; i < 400; i++) { sum += fresh[i]; fresh[i] = 7; }
            fesetround(FE_UPWARD); feraiseexcept(FE_OVERFLOW);
            kept = realloc(kept, 10);
            return zeros[2] + sum + x;
        }";
    let program = TestProgram::c(source);
    for options in [options(), optimised()] {
        let mut engine = program.engine(&[("count_up", 1)], &options).unwrap();
        let calls = engine.run(0, &[0.0f64.to_bits(); 5]).unwrap();
        assert!(calls.iter().all(|call| f64::from_bits(call.output[0]) == 4.0), "{calls:?}");
    }
}

#[test]
fn constructors_run_before_the_first_call() {
    let program = TestProgram::c(
        "static double start; __attribute__((constructor)) static void begin(void) { start = 40; }
         _Thread_local int extra = 2; double sum(void) { return start + extra++; }",
    );
    let mut engine = program.engine(&[("sum", 0)], &options()).unwrap();
    for _ in 0..2 {
        assert_eq!(f64::from_bits(engine.run(0, &[]).unwrap()[0].output[0]), 42.0);
    }
}

#[test]
fn output_is_captured() {
    let program =
        TestProgram::c("#include <stdio.h>\nint say(int x) { printf(\"x is %d\\n\", x); return 0; }");
    let mut engine = program.engine(&[("say", 1)], &options()).unwrap();
    engine.run(0, &[5]).unwrap();
    assert_eq!(engine.take_output().unwrap(), b"x is 5\n");
    engine.run(0, &[6, 7]).unwrap();
    assert_eq!(engine.take_output().unwrap(), b"x is 6\nx is 7\n");
}

#[test]
fn what_is_missing_is_named_before_anything_runs() {
    let program = TestProgram::c("extern double elsewhere; double f(double x) { return x + elsewhere; }");
    let error = program.engine(&[("f", 1)], &options()).err().expect("refused").to_string();
    assert!(error.contains("elsewhere") && error.contains("--link"), "{error}");
    let error = program.engine(&[("g", 1)], &options()).err().expect("refused").to_string();
    assert!(error.contains("g cannot be called"), "{error}");
    let error = program.engine(&[("f", 2)], &options()).err().expect("refused").to_string();
    assert!(error.contains("has 1 parameters"), "{error}");

    let defined = TestProgram::c("double f(double x, double y) { return x + y; }");
    let mut engine = defined.engine(&[("f", 2)], &options()).unwrap();
    assert!(matches!(engine.run(0, &[1, 2, 3]), Err(NativeError::Arguments { given: 3, expected: 2 })));
}

#[test]
fn a_call_ends_at_a_function_that_is_missing() {
    let program =
        TestProgram::c("double elsewhere(double); double f(double x) { return x > 0 ? elsewhere(x) : x; }");
    let mut engine = program.engine(&[("f", 1)], &options()).unwrap();
    let calls = engine.run(0, &[-1.0f64, 1.0, -2.0].map(f64::to_bits)).unwrap();
    let ends: Vec<&CallEnd> = calls.iter().map(|call| &call.end).collect();
    assert!(
        matches!(ends[..], [CallEnd::Returned, CallEnd::Signal(_), CallEnd::Returned]),
        "calls at both sides of it return: {ends:?}"
    );
}

/// All values of two words of eight bits: what is found by counting is found by trying each.
#[test]
fn counting_reaches_every_input() {
    let program = TestProgram::c(
        "double f(unsigned char a, signed char b) { double x = a - 100, y = b; return (x + y) / (x * x - 81) + 1 / (y - 5); }",
    );
    let mut engine = program.engine(&[("f", 2)], &optimised()).unwrap();
    let digits = [Counted::bits(0, 8), Counted::bits(u64::from((-128_i8).cast_unsigned()), 8)];
    let explored = engine.count_up(0, &digits, 0, 1 << 16).unwrap();
    assert!(explored.ends.is_empty());
    let inputs: Vec<u64> = (0..1 << 16).flat_map(|at| [at & 255, (at >> 8) + 128]).collect();
    let calls = engine.run(0, &inputs).unwrap();
    let mut first: BTreeMap<_, u64> = BTreeMap::new();
    for (at, call) in (0..).zip(&calls) {
        for &event in &call.events {
            first.entry(event).or_insert(at);
        }
    }
    assert!(first.len() >= 3, "two divisions by zero and one invalid: {first:?}");
    let found: BTreeMap<_, u64> =
        explored.events.iter().map(|&(call, site, exception)| ((site, exception), call)).collect();
    assert_eq!(found, first);
}

#[test]
fn exploring_tells_news_and_survives_crashes() {
    let program = TestProgram::c(
        "double f(double x) { if (x == 3) *(volatile int *)0 = 1; return 1 / (x - 2) + 1 / (x - 5); }",
    );
    let mut engine = program.engine(&[("f", 1)], &optimised()).unwrap();
    let inputs: Vec<u64> = (0..8).map(|x| f64::from(x).to_bits()).collect();
    let explored = engine.explore(0, &inputs).unwrap();
    assert_eq!(explored.ends, [(3, CallEnd::Signal(libc::SIGSEGV))]);
    let calls: Vec<u64> = explored.events.iter().map(|&(call, ..)| call).collect();
    assert_eq!(calls, [2, 5]);
    assert_eq!(engine.explore(0, &inputs[4..]).unwrap().events, [], "nothing is new since the crash");
}

#[test]
fn trying_everything_gives_the_same_for_any_number_of_jobs() {
    let program = TestProgram::c("float f(_Float16 x, unsigned char n) { return (float)x * x / n; }");
    let target = NativeTarget { name: "f".into(), parameters: vec![Passing::Value; 2], links: Vec::new() };
    let digits = [Counted::bits(0, 16), Counted::bits(0, 6)];
    let run = |jobs| {
        let found =
            exhaust(&launcher(), &program.units, &target, &digits, &optimised(), jobs, &|_, _| true).unwrap();
        Exhausted { cpu: Duration::ZERO, ..found }
    };
    let one = run(1);
    assert!(one.is_complete(&digits));
    assert!(one.unobserved.is_empty());
    let kinds: Vec<Exception> = one.events.keys().map(|&(_, exception)| exception).collect();
    assert!(kinds.contains(&Exception::DivideByZero) && kinds.contains(&Exception::Invalid), "{kinds:?}");
    // The square of a half is never tiny in float, and neither is it divided by a byte.
    assert!(!kinds.contains(&Exception::Underflow) && !kinds.contains(&Exception::Overflow), "{kinds:?}");
    assert_eq!(run(2), one);
    let wide = [Counted::bits(0, 32), Counted::bits(0, 8)];
    assert!(exhaust(&launcher(), &program.units, &target, &wide, &optimised(), 1, &|_, _| true).is_err());
}
