//! Optimised code is called in two tiers: what the optimiser could hide is reported all the same,
//! and what must happen once happens once.

mod support;

use support::{TestProgram, optimised, options};
use ulpwise_interp::{Exception, InterpOptions, Interpreter, Program as Ready};
use ulpwise_native::CallEnd;

/// Operations that an optimiser removes, computes itself, merges or moves, and exceptions that
/// raise no flag.
const HIDDEN: &str = "
    #include <math.h>
    #include <string.h>
    static double constant(void) { double tiny = 0x1p-600, x = tiny * 0x1p-450; return x * 0; }
    static double folded(int i) { double big = i > 3 ? 1e308 : 1; double unused = big * 10; return i; }
    __attribute__((const)) static double effect(double x) { return 1 / x; }
    double f(double x, double y, int i) {
        double dead = x / y;                             /* unused */
        double same = x / y, product = x * 0x1p-1000;    /* as the one before; exact and tiny */
        double sum = 0; for (int k = 0; k < 4; k++) { sum += x; double invariant = y * y * y; }
        float narrow = (float)x; double half = x * 1.0;
        if (i & 1) sum += constant();
        if (i & 2) (void)effect(y);
        signed char c = (signed char)sum; unsigned u = (unsigned)y;
        int less = x < y, same_bits = x == x;
        double m = fmod(x, y), s = sqrt(y), e = exp(x), p = pow(2, x), far = ldexp(1.0, (int)fmin(fmax(y, -1070), 1000));
        long double wide = (long double)x * y;
        return folded(i) + m;
    }";

#[test]
fn what_an_optimiser_hides_is_reported() {
    let corners = [
        0.0,
        1.0,
        -2.5,
        5e-324,
        1e-9,
        f64::MIN_POSITIVE,
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
        1e-100,
        -300.0,
        -1060.0,
        f64::from_bits(0x7ff0_0000_0000_0001),
    ];
    let without_wide = HIDDEN.replace("long double wide = (long double)x * y;", "");
    for source in [HIDDEN, &without_wide] {
        let program = TestProgram::c(source);
        let module = program.module();
        let ready = Ready::new(&module, 1 << 30).unwrap();
        let function = module.function_named("f").unwrap();
        let mut engine = program.engine(&[("f", 3)], &optimised()).unwrap();
        let mut inputs: Vec<[u64; 3]> = Vec::new();
        for x in corners {
            inputs.extend(corners.iter().flat_map(|y| (0..6).map(|i| [x.to_bits(), y.to_bits(), i])));
        }
        let calls = engine.run(0, inputs.as_flattened()).unwrap();
        let mut quiet = 0;
        for (call, input) in calls.iter().zip(&inputs) {
            let mut interpreter = Interpreter::new(&ready, InterpOptions::default());
            interpreter.call(function, input).unwrap();
            let events = interpreter.machine.events.events();
            let mut expected: Vec<_> = events.iter().map(|event| (event.site, event.exception)).collect();
            let mut reported = call.events.clone();
            expected.sort();
            reported.sort();
            let named = |&(site, exception): &(_, Exception)| {
                format!("{} {}", module.site_name(site), exception.id())
            };
            assert_eq!(
                reported.iter().map(named).collect::<Vec<_>>(),
                expected.iter().map(named).collect::<Vec<_>>(),
                "f{:?}",
                input.map(f64::from_bits)
            );
            quiet += usize::from(reported.is_empty());
        }
        assert!(quiet > 0 && quiet < calls.len() / 2, "{quiet} of {} calls raise nothing", calls.len());
    }
}

#[test]
fn what_a_call_does_to_the_world_happens_once() {
    let program = TestProgram::c(
        "#include <stdio.h>
         #include <stdlib.h>
         static int *block; static double state = 1;
         __attribute__((constructor)) static void begin(void) { block = malloc(4); *block = 40; state = 2; }
         double say(double x) { state /= x; printf(\"%g \", state); *block += 1; return *block + state; }
         double quiet(double x) { *block += 2; return *block + 1 / x; }",
    );
    for options in [options(), optimised()] {
        let mut engine = program.engine(&[("say", 1), ("quiet", 1)], &options).unwrap();
        let inputs = [2.0, 0.0, 4.0].map(f64::to_bits);
        let said = engine.run(0, &inputs).unwrap();
        assert_eq!(engine.take_output().unwrap(), b"1 inf 0.5 ");
        let values = |calls: &[ulpwise_native::NativeCall]| -> Vec<f64> {
            calls.iter().map(|call| f64::from_bits(call.output[0])).collect()
        };
        assert_eq!(values(&said), [42.0, f64::INFINITY, 41.5]);
        assert_eq!(said.iter().map(|call| call.events.len()).collect::<Vec<_>>(), [0, 1, 0]);
        assert_eq!(values(&engine.run(1, &inputs).unwrap()), [42.5, f64::INFINITY, 42.25]);
    }
}

#[test]
fn calls_that_do_not_return_tell_what_they_raised_before() {
    let program = TestProgram::c(
        "#include <stdlib.h>
         double f(double x, int i) {
             double y = 1 / x;
             if (i == 1) *(volatile int *)0 = 1;
             if (i == 2) exit(5);
             if (i == 3) for (volatile int k = 0; ; k++) { }
             return y;
         }",
    );
    let mut engine = program.engine(&[("f", 2)], &optimised()).unwrap();
    let ends = [CallEnd::Returned, CallEnd::Signal(libc::SIGSEGV), CallEnd::Exited(5), CallEnd::TimedOut];
    for (x, raised) in [(0.0_f64, 1), (2.0, 0)] {
        let inputs: Vec<u64> = (0..4).flat_map(|i| [x.to_bits(), i]).collect();
        let calls = engine.run(0, &inputs).unwrap();
        assert_eq!(calls.iter().map(|call| call.end).collect::<Vec<_>>(), ends);
        assert!(calls.iter().all(|call| call.events.len() == raised), "{calls:?}");
    }
}
