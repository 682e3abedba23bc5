//! Floating-point instructions: results to the bit, flags, events, rounding modes.

mod common;

use common::{F64, call, module_with, run};
use ulpwise_float::{Flags, Rounding};
use ulpwise_interp::{Exception, Exceptions, InterpOptions};
use ulpwise_ir::{FloatBinaryOp, FloatFormat, FloatPredicate, FloatUnaryOp, Type};

fn exceptions(op: FloatBinaryOp, a: f64, b: f64) -> (u64, Vec<Exception>) {
    let module = module_with(&[F64, F64], &[F64], |b| {
        let result = b.float(op, b.param(0), b.param(1));
        b.ret(&[result]);
    });
    let (results, events) = run(&module, &[a.to_bits(), b.to_bits()], InterpOptions::default());
    (results.unwrap()[0], events.iter().map(|event| event.exception).collect())
}

#[test]
fn each_exception_is_reported_at_the_operation_that_raises_it() {
    use Exception::{DivideByZero, Invalid, Overflow, Underflow};
    use FloatBinaryOp::{Add, Div, Mul, Sub};
    let (max, min) = (f64::MAX, f64::MIN_POSITIVE);
    let cases: [(FloatBinaryOp, f64, f64, &[Exception]); 10] = [
        (Add, 1.0, 2.0, &[]),
        (Add, max, max, &[Overflow]),
        (Div, 1.0, 0.0, &[DivideByZero]),
        (Div, 0.0, 0.0, &[Invalid]),
        (Sub, f64::INFINITY, f64::INFINITY, &[Invalid]),
        (Mul, min, 0.3, &[Underflow]),
        // Exact, so the IEEE flag stays down; reported all the same.
        (Mul, min, 0.5, &[Underflow]),
        (Mul, 1e-200, 1e-200, &[Underflow]),
        (Add, f64::NAN, 1.0, &[]),
        (Sub, 1.5, 1.5, &[]),
    ];
    for (op, a, b, expected) in cases {
        assert_eq!(exceptions(op, a, b).1, expected, "{op:?} {a:e} {b:e}");
    }
}

#[test]
fn an_exact_tiny_result_raises_no_flag() {
    let module = module_with(&[F64], &[F64], |b| {
        let half = b.f64(0.5);
        let result = b.fmul(b.param(0), half);
        b.ret(&[result]);
    });
    let (_, events) = run(&module, &[f64::MIN_POSITIVE.to_bits()], InterpOptions::default());
    assert_eq!((events[0].exception, events[0].flags), (Exception::Underflow, Flags::NONE));
    let (_, events) =
        run(&module, &[(f64::MIN_POSITIVE + f64::from_bits(1)).to_bits()], InterpOptions::default());
    assert_eq!(events[0].flags, Flags::UNDERFLOW.union(Flags::INEXACT));
}

/// The product is below the smallest normal number, but rounds up to it: tiny after rounding only
/// if it would still be below with unbounded exponents.
#[test]
fn a_result_rounded_up_to_the_smallest_normal_number_is_looked_at() {
    let below = f64::from_bits(f64::MIN_POSITIVE.to_bits() - 1);
    let (bits, raised) = exceptions(FloatBinaryOp::Mul, below, 1.0 + f64::EPSILON);
    assert_eq!((bits, raised), (f64::MIN_POSITIVE.to_bits(), vec![]), "not tiny after rounding to 53 bits");
    let (bits, raised) = exceptions(FloatBinaryOp::Div, f64::MIN_POSITIVE, 1.0 + f64::EPSILON);
    assert_eq!((bits, raised), (below.to_bits(), vec![Exception::Underflow]));
}

#[test]
fn the_first_nan_operand_is_the_one_that_propagates() {
    let (quiet, signaling) = (0x7ff8_0000_0000_0123_u64, 0x7ff0_0000_0000_0456_u64);
    let module = module_with(&[F64, F64], &[F64], |b| {
        let sum = b.fadd(b.param(0), b.param(1));
        b.ret(&[sum]);
    });
    let (results, events) = run(&module, &[quiet, signaling], InterpOptions::default());
    assert_eq!(results.unwrap(), [quiet]);
    assert_eq!(events[0].exception, Exception::Invalid, "a signalling NaN is an invalid operand");
    assert_eq!(call(&module, &[signaling, quiet]), [signaling | 1 << 51]);
}

#[test]
fn rounding_modes_reach_every_format() {
    for (format, one, three) in [
        (FloatFormat::F16, 0x3c00_u128, 0x4200_u128),
        (FloatFormat::BF16, 0x3f80, 0x4040),
        (FloatFormat::F32, 0x3f80_0000, 0x4040_0000),
        (FloatFormat::F64, 0x3ff0 << 48, 0x4008 << 48),
        (FloatFormat::X87, 0x3fff << 64 | 1 << 63, 0x4000 << 64 | 3 << 62),
        (FloatFormat::F128, 0x3fff << 112, 0x40008 << 108),
    ] {
        let ty = Type::Float(format);
        let module = module_with(&[ty, ty], &[ty], |b| {
            let third = b.fdiv(b.param(0), b.param(1));
            b.ret(&[third]);
        });
        let third = |rounding| {
            let halves = |bits: u128| [bits as u64, (bits >> 64) as u64].into_iter().take(ty.slots());
            let arguments: Vec<u64> = halves(one).chain(halves(three)).collect();
            let (results, _) =
                run(&module, &arguments, InterpOptions { rounding, ..InterpOptions::default() });
            let results = results.unwrap();
            u128::from(results[0]) | (u128::from(results.get(1).copied().unwrap_or(0)) << 64)
        };
        let (down, up) = (third(Rounding::TowardNegative), third(Rounding::TowardPositive));
        assert_eq!(up, down + 1, "{format:?}");
        assert_eq!(third(Rounding::TowardZero), down, "{format:?}");
        assert!([down, up].contains(&third(Rounding::NearestEven)), "{format:?}");
        assert_eq!(third(Rounding::NearestEven), third(Rounding::NearestAway), "{format:?}: no tie");
    }
}

#[test]
fn a_sum_of_zeros_has_the_sign_of_its_rounding_mode() {
    let module = module_with(&[F64, F64], &[F64], |b| {
        let sum = b.fadd(b.param(0), b.param(1));
        b.ret(&[sum]);
    });
    let zeros = [0.0_f64.to_bits(), (-0.0_f64).to_bits()];
    for (rounding, expected) in [(Rounding::NearestEven, 0.0_f64), (Rounding::TowardNegative, -0.0)] {
        let (results, _) = run(&module, &zeros, InterpOptions { rounding, ..InterpOptions::default() });
        assert_eq!(results.unwrap(), [expected.to_bits()]);
    }
}

#[test]
fn inexact_is_recorded_on_request_only() {
    let module = module_with(&[F64, F64], &[F64], |b| {
        let quotient = b.fdiv(b.param(0), b.param(1));
        b.ret(&[quotient]);
    });
    let arguments = [1.0_f64.to_bits(), 3.0_f64.to_bits()];
    assert!(run(&module, &arguments, InterpOptions::default()).1.is_empty());
    let (_, events) = run(
        &module,
        &arguments,
        InterpOptions { on_request: Exceptions::ON_REQUEST, ..InterpOptions::default() },
    );
    assert_eq!(events.iter().map(|event| event.exception).collect::<Vec<_>>(), [Exception::Inexact]);
}

#[test]
fn comparisons_signal_as_their_kind_says() {
    for (signaling, expected) in [(false, 0), (true, 1)] {
        let module = module_with(&[F64, F64], &[Type::BOOL], |b| {
            let (x, y) = (b.param(0), b.param(1));
            let less = if signaling {
                b.fcmps(FloatPredicate::Olt, x, y)
            } else {
                b.fcmp(FloatPredicate::Olt, x, y)
            };
            b.ret(&[less]);
        });
        let (results, events) =
            run(&module, &[f64::NAN.to_bits(), 1.0_f64.to_bits()], InterpOptions::default());
        assert_eq!((results.unwrap()[0], events.len()), (0, expected));
    }
}

#[test]
fn conversions_to_integers_out_of_range_do_what_compiled_code_does() {
    let convert = |signed, bits, value: f64| {
        let module = module_with(&[F64], &[Type::Int(bits)], |b| {
            let converted = b.float_to_int(b.param(0), signed, false, bits);
            b.ret(&[converted]);
        });
        let (results, events) = run(&module, &[value.to_bits()], InterpOptions::default());
        (results.unwrap()[0], events.iter().any(|event| event.exception == Exception::IntConversion))
    };
    assert_eq!(convert(true, 32, -7.9), (0xffff_fff9, false));
    assert_eq!(convert(true, 32, 3e9), (0x8000_0000, true));
    assert_eq!(convert(true, 8, 300.0), (300 & 0xff, true));
    assert_eq!(convert(false, 32, 3e9), (3_000_000_000, false));
    assert_eq!(convert(false, 32, -1.0), (0xffff_ffff, true));
    assert_eq!(convert(false, 64, 1e19), (10_000_000_000_000_000_000, false));
    assert_eq!(convert(false, 64, f64::NAN), (1 << 63, true));
    assert_eq!(convert(true, 64, f64::INFINITY), (1 << 63, true));
}

#[test]
fn saturating_conversions_stay_at_the_nearest_end() {
    let convert = |signed, bits, value: f64| {
        let module = module_with(&[F64], &[Type::Int(bits)], |b| {
            let converted = b.float_to_int(b.param(0), signed, true, bits);
            b.ret(&[converted]);
        });
        call(&module, &[value.to_bits()])[0]
    };
    assert_eq!(convert(true, 8, 300.0), 0x7f);
    assert_eq!(convert(true, 8, -300.0), 0x80);
    assert_eq!(convert(false, 8, -1.0), 0);
    assert_eq!(convert(false, 16, 1e9), 0xffff);
    assert_eq!(convert(true, 32, f64::NAN), 0);
}

#[test]
fn unsigned_zero_converts_to_minus_zero_when_rounding_down_as_on_the_machine() {
    let module = module_with(&[Type::Int(64)], &[F64], |b| {
        let converted = b.int_to_float(b.param(0), false, FloatFormat::F64);
        b.ret(&[converted]);
    });
    assert_eq!(call(&module, &[u64::MAX]), [(u64::MAX as f64).to_bits()]);
    let down = InterpOptions { rounding: Rounding::TowardNegative, ..InterpOptions::default() };
    assert_eq!(run(&module, &[0], down).0.unwrap(), [(-0.0_f64).to_bits()]);
}

#[test]
fn libm_is_the_hosts_and_its_exceptions_are_events() {
    let mut builder = ulpwise_ir::builder::ModuleBuilder::new();
    let log = builder.declare_math("log", &[F64], &[F64]);
    builder.function("f", &[F64], &[F64], |b| {
        let x = b.param(0);
        let result = b.call_one(log, &[x]);
        b.ret(&[result]);
    });
    let module = builder.finish();
    assert_eq!(call(&module, &[2.0_f64.to_bits()]), [2.0_f64.ln().to_bits()]);
    let raised = |x: f64| run(&module, &[x.to_bits()], InterpOptions::default()).1;
    assert_eq!(raised(0.0)[0].exception, Exception::DivideByZero);
    assert_eq!(raised(-1.0)[0].exception, Exception::Invalid);
    assert!(raised(1.0).is_empty());
}

#[test]
fn roundings_to_an_integer_differ_as_they_should() {
    let round = |op, value: f64| {
        let module = module_with(&[F64], &[F64], |b| {
            let rounded = b.float_unary(op, b.param(0));
            b.ret(&[rounded]);
        });
        f64::from_bits(call(&module, &[value.to_bits()])[0])
    };
    assert_eq!(round(FloatUnaryOp::Round, 2.5), 3.0);
    assert_eq!(round(FloatUnaryOp::RoundEven, 2.5), 2.0);
    assert_eq!(round(FloatUnaryOp::Rint, 3.5), 4.0);
    assert_eq!(round(FloatUnaryOp::Floor, -2.5), -3.0);
    assert_eq!(round(FloatUnaryOp::Trunc, -0.5).to_bits(), (-0.0_f64).to_bits());
    assert_eq!(round(FloatUnaryOp::Sqrt, 2.0), 2.0_f64.sqrt());
}

/// An overflow, what hands the infinity on, who sees it and what swallows it; nothing of ordinary
/// numbers, and nothing unless asked for.
#[test]
fn the_way_of_an_infinity_is_recorded_on_request() {
    use ulpwise_interp::{FlowKind, Interpreter, Program};
    let module = module_with(&[F64], &[F64], |b| {
        let square = b.fmul(b.param(0), b.param(0));
        let one = b.f64(1.0);
        let more = b.fadd(square, one);
        b.fcmp(FloatPredicate::Olt, more, one);
        let inverse = b.fdiv(one, more);
        b.ret(&[inverse]);
    });
    let program = Program::new(&module, 1 << 30).unwrap();
    let function = module.function_named("f").unwrap();
    let steps = |record_flow: bool, x: f64| -> Vec<(u32, FlowKind)> {
        let mut interpreter =
            Interpreter::new(&program, InterpOptions { record_flow, ..InterpOptions::default() });
        interpreter.call(function, &[x.to_bits()]).unwrap();
        interpreter.flow().iter().map(|step| (module.sites[step.site].ordinal, step.kind)).collect()
    };
    let expected = [
        (0, FlowKind::Raised(Exception::Overflow)),
        (1, FlowKind::Carried),
        (2, FlowKind::Compared),
        (3, FlowKind::Swallowed),
    ];
    assert_eq!(steps(true, 1e200), expected);
    assert_eq!((steps(true, 2.0), steps(false, 1e200)), (Vec::new(), Vec::new()));
}
