//! Calls that are given up: by time or by steps, without ending the worker where that can be done,
//! and without a trace.

mod support;

use support::{TestProgram, launcher, optimised, options};
use ulpwise_interp::Exception;
use ulpwise_ir::SiteKind;
use ulpwise_native::{
    Aim, CallEnd, Engine, EngineOptions, Goal, Instrumentation, NativeTarget, Optimisation, Passing,
};

/// Calls `f` with 0, 1 and 2, of which 1 does not return, and gives back what the others return.
fn around_a_stop(source: &str, options: &EngineOptions) -> [u64; 2] {
    let mut engine = TestProgram::c(source).engine(&[("f", 1)], options).unwrap();
    let calls = engine.run(0, &[0, 1, 2]).unwrap();
    let ends: Vec<CallEnd> = calls.iter().map(|call| call.end).collect();
    assert_eq!(ends, [CallEnd::Returned, CallEnd::TimedOut, CallEnd::Returned]);
    [0, 2].map(|call| calls[call].output[0])
}

#[test]
fn a_call_that_takes_too_long_leaves_its_worker_alive() {
    let source = "#include <unistd.h>
        int f(int x) { volatile int i = 0; while (x == 1) i++; return getpid(); }";
    for options in [options(), optimised()] {
        let [before, after] = around_a_stop(source, &options);
        assert_eq!(before, after, "{:?}", options.optimisation);
    }
}

#[test]
fn nothing_is_left_of_a_call_that_was_given_up() {
    let source = "#include <fenv.h>\n#include <stdlib.h>
        static int count; static char *block;
        int f(int x) {
            volatile double third = 1.0; third /= 3.0;
            count++;
            if (!block) { block = calloc(100, 1); count += block[7]; block[7] = 1; }
            volatile int i = 0;
            while (x == 1) { fesetround(FE_UPWARD); i++; }
            return count + 10 * (third > 0.3333333333333333148);
        }";
    for options in [options(), optimised()] {
        assert_eq!(around_a_stop(source, &options), [1, 1], "{:?}", options.optimisation);
    }
}

/// The C library is never left in the middle of something, whatever it holds there.
#[test]
fn a_call_that_is_always_in_the_library_ends_its_worker() {
    let source = "#include <string.h>\n#include <stdlib.h>\n#include <unistd.h>
        static char big[1 << 22];
        int f(int x) { while (x == 1) memset(big, x, sizeof big); return big[x] + getpid(); }";
    let [before, after] = around_a_stop(source, &options());
    assert_ne!(before, after);
}

/// `abort` and `exit` end the call, and leave the worker and what other calls find as they were.
#[test]
fn a_call_that_ends_the_program_leaves_its_worker_alive() {
    let source = "#include <stdlib.h>\n#include <unistd.h>\n#include <fenv.h>
        static int count; static char *block;
        int f(int x) {
            volatile double third = 1.0; third /= 3.0;
            count++;
            if (!block) { block = calloc(100, 1); count += block[7]; block[7] = 1; }
            if (x == 1) { fesetround(FE_UPWARD); abort(); }
            if (x == 2) exit(-3);
            return getpid() + (count - 1) + (third > 0.3333333333333333148);
        }";
    let aborted = CallEnd::Signal(6);
    for options in [options(), optimised()] {
        let mut engine = TestProgram::c(source).engine(&[("f", 1)], &options).unwrap();
        let calls = engine.run(0, &[0, 1, 0, 2, 0]).unwrap();
        let ends: Vec<CallEnd> = calls.iter().map(|call| call.end).collect();
        let returned = CallEnd::Returned;
        assert_eq!(ends, [returned, aborted, returned, CallEnd::Exited(-3), returned]);
        assert_eq!(calls[0].output, calls[2].output, "{:?}", options.optimisation);
        assert_eq!(calls[0].output, calls[4].output, "{:?}", options.optimisation);
    }
}

#[test]
fn events_before_the_stop_are_reported() {
    let source = "double f(double x) { double y = 1 / x; volatile int i = 0; while (x == 0) i++; return y; }";
    for options in [options(), optimised()] {
        let mut engine = TestProgram::c(source).engine(&[("f", 1)], &options).unwrap();
        let calls = engine.run(0, &[1f64, 0.0, 2.0].map(f64::to_bits)).unwrap();
        assert_eq!(calls[1].end, CallEnd::TimedOut);
        assert_eq!(
            calls[1].events.iter().map(|event| event.1).collect::<Vec<_>>(),
            [Exception::DivideByZero]
        );
        assert!(calls[0].events.iter().chain(&calls[2].events).all(|event| event.1 == Exception::Inexact));
    }
}

#[test]
fn a_call_is_cut_short_after_its_steps() {
    let program = TestProgram::c(
        "double f(double x) { double y = 0; for (int i = 0; i < 1000000; i++) y += 1 / (x - i); return y; }",
    );
    let module = program.module();
    let is_division = |kind: SiteKind| matches!(kind, SiteKind::Binary(ulpwise_ir::FloatBinaryOp::Div, _));
    let (site, _) = module.sites.iter_enumerated().find(|(_, site)| is_division(site.kind)).unwrap();
    let goal = Goal { site, aim: Aim::Exception(Exception::DivideByZero) };
    let target = NativeTarget { name: "f".into(), parameters: vec![Passing::Value], links: Vec::new() };
    for optimisation in [Optimisation::Unoptimised, Optimisation::Optimised] {
        let options =
            EngineOptions { instrumentation: Instrumentation::Distances, optimisation, ..optimised() };
        let mut engine =
            Engine::start(&launcher(), &program.units, std::slice::from_ref(&target), &options).unwrap();
        let mut raised = |x: f64, steps: u64| {
            engine.forget();
            let measured = engine.measure(0, &[x.to_bits()], &[goal], steps).unwrap();
            assert!(measured.explored.ends.is_empty());
            let raised = measured.explored.events.iter().any(|event| event.2 == Exception::DivideByZero);
            (raised, measured.explored.cut.len(), measured.gaps[0].unwrap() == 0)
        };
        assert_eq!(raised(3.0, 10), (true, 1, true), "what was done until then counts");
        assert_eq!(raised(20.0, 10), (false, 1, false));
        assert_eq!(raised(20.0, 100), (true, 1, true));
        assert_eq!(raised(20.0, u64::MAX), (true, 0, true));
    }
}
