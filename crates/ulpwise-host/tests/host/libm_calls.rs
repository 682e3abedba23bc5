//! Calls of libm: one of every shape in every format, known flags and errno, rounding modes,
//! restored environment.

use std::collections::HashSet;
use ulpwise_host::RoundingMode::{NearestEven, TowardNegative, TowardPositive, TowardZero};
use ulpwise_host::libm::LibmValue::{F32, F64, Int, Long, X87};
use ulpwise_host::libm::{self, CallResult, LibmParameter, LibmValue, Return, Type};
use ulpwise_host::{Flags, RoundingMode, sse, x87};

const EDOM: i32 = 33;
const ERANGE: i32 = 34;

fn call(name: &str, mode: RoundingMode, arguments: &[LibmValue]) -> CallResult {
    libm::lookup(name).unwrap_or_else(|| panic!("{name} is not in the table")).call(mode, arguments)
}

/// The results in round to nearest.
fn results(name: &str, arguments: &[LibmValue]) -> Vec<LibmValue> {
    call(name, NearestEven, arguments).results.to_vec()
}

fn long(value: f64) -> LibmValue {
    X87(x87::from_f64(value).0)
}

/// Calls the functions named `double`, its `float` and its `long double` sibling with the same
/// small numbers: all these arguments and results are exact in every format.
fn all_formats(double: &str, arguments: &[LibmValue], expected: &[LibmValue]) {
    let names = match double.strip_suffix("_r") {
        Some(stem) => [double.to_owned(), format!("{stem}f_r"), format!("{stem}l_r")],
        None => [double.to_owned(), format!("{double}f"), format!("{double}l")],
    };
    let to_float = |value: &LibmValue| match *value {
        F64(value) => F32(value as f32),
        other => other,
    };
    let to_long = |value: &LibmValue| match *value {
        F64(value) => long(value),
        other => other,
    };
    assert_eq!(results(double, arguments), expected, "{double}");
    let convert = |values: &[LibmValue]| values.iter().map(to_float).collect::<Vec<_>>();
    assert_eq!(results(&names[1], &convert(arguments)), convert(expected), "{}", names[1]);
    let convert = |values: &[LibmValue]| values.iter().map(to_long).collect::<Vec<_>>();
    assert_eq!(results(&names[2], &convert(arguments)), convert(expected), "{}", names[2]);
}

#[test]
fn every_shape_answers_in_every_format() {
    all_formats("sqrt", &[F64(6.25)], &[F64(2.5)]);
    all_formats("fmod", &[F64(7.5), F64(2.0)], &[F64(1.5)]);
    all_formats("fma", &[F64(2.0), F64(3.0), F64(0.5)], &[F64(6.5)]);
    all_formats("ldexp", &[F64(0.75), Int(3)], &[F64(6.0)]);
    all_formats("scalbln", &[F64(0.75), Long(-2)], &[F64(0.1875)]);
    all_formats("jn", &[Int(3), F64(0.0)], &[F64(0.0)]);
    all_formats("ilogb", &[F64(12.0)], &[Int(3)]);
    all_formats("lrint", &[F64(-2.5)], &[Long(-2)]);
    all_formats("llround", &[F64(-2.5)], &[Long(-3)]);
    all_formats("__iseqsig", &[F64(1.0), F64(1.0)], &[Int(1)]);
    all_formats("frexp", &[F64(-12.0)], &[F64(-0.75), Int(4)]);
    all_formats("modf", &[F64(-3.25)], &[F64(-0.25), F64(-3.0)]);
    all_formats("sincos", &[F64(0.0)], &[F64(0.0), F64(1.0)]);
    all_formats("remquo", &[F64(7.0), F64(2.0)], &[F64(-1.0), Int(4)]);
    all_formats("lgamma_r", &[F64(1.0)], &[F64(0.0), Int(1)]);
    all_formats("lgamma", &[F64(2.0)], &[F64(0.0), Int(1)]);
    all_formats("fromfp", &[F64(-2.5), Int(1), Int(8)], &[Long(-3)]);
    all_formats("ufromfp", &[F64(2.5), Int(0), Int(8)], &[Long(3)]);
    all_formats("canonicalize", &[F64(1.5)], &[Int(0), F64(1.5)]);
    all_formats("getpayload", &[F64(1.5)], &[F64(-1.0)]);
    all_formats("setpayload", &[F64(-1.0)], &[Int(1), F64(0.0)]);
    all_formats("totalorder", &[F64(-0.0), F64(0.0)], &[Int(1)]);
    all_formats("csqrt", &[F64(-4.0), F64(0.0)], &[F64(0.0), F64(2.0)]);
    all_formats("cpow", &[F64(1.0), F64(0.0), F64(2.0), F64(0.0)], &[F64(1.0), F64(0.0)]);
    all_formats("cabs", &[F64(3.0), F64(4.0)], &[F64(5.0)]);
}

#[test]
fn shapes_without_three_regular_formats_answer_too() {
    let one_up = f64::from_bits(1.0_f64.to_bits() + 1);
    assert_eq!(results("nexttoward", &[F64(1.0), long(2.0)]), [F64(one_up)]);
    assert_eq!(results("nexttowardf", &[F32(1.0), long(2.0)]), [F32(1.0 + f32::EPSILON)]);
    assert_eq!(results("nexttowardl", &[long(1.0), long(2.0)]), [X87((0x3fff << 64 | 1 << 63) + 1)]);
    // (1 + 2i)(3 + 4i) = -5 + 10i, and back.
    let product = [F64(1.0), F64(2.0), F64(3.0), F64(4.0)];
    assert_eq!(results("__muldc3", &product), [F64(-5.0), F64(10.0)]);
    assert_eq!(results("__divdc3", &[F64(-5.0), F64(10.0), F64(3.0), F64(4.0)]), [F64(1.0), F64(2.0)]);
    assert_eq!(results("__mulsc3", &[F32(1.0), F32(2.0), F32(3.0), F32(4.0)]), [F32(-5.0), F32(10.0)]);
    assert_eq!(results("__divsc3", &[F32(-5.0), F32(10.0), F32(3.0), F32(4.0)]), [F32(1.0), F32(2.0)]);
    assert_eq!(results("__mulxc3", &[long(1.0), long(2.0), long(3.0), long(4.0)]), [long(-5.0), long(10.0)]);
    assert_eq!(results("__divxc3", &[long(-5.0), long(10.0), long(3.0), long(4.0)]), [long(1.0), long(2.0)]);
    assert_eq!(results("__powidf2", &[F64(2.0), Int(-3)]), [F64(0.125)]);
    assert_eq!(results("__powisf2", &[F32(3.0), Int(4)]), [F32(81.0)]);
    assert_eq!(results("__powixf2", &[long(3.0), Int(2)]), [long(9.0)]);
    assert_eq!(results("fadd", &[F64(1.0), F64(1e-30)]), [F32(1.0)]);
    assert_eq!(results("fsubl", &[long(1.0), long(3.0)]), [F32(-2.0)]);
    assert_eq!(results("dmull", &[long(1.5), long(3.0)]), [F64(4.5)]);
    assert_eq!(results("fsqrt", &[F64(4.0)]), [F32(2.0)]);
    assert_eq!(results("dsqrtl", &[long(4.0)]), [F64(2.0)]);
    assert_eq!(results("ffma", &[F64(2.0), F64(3.0), F64(1.0)]), [F32(7.0)]);
    assert_eq!(results("dfmal", &[long(2.0), long(3.0), long(1.0)]), [F64(7.0)]);
    for name in ["isnan", "__isnan"] {
        assert_eq!(results(name, &[F64(f64::NAN)]), [Int(1)]);
        assert_eq!(results(name, &[F64(1.0)]), [Int(0)]);
    }
    assert_eq!(results("__isinff", &[F32(f32::NEG_INFINITY)]), [Int(-1)]);
    assert_eq!(results("__fpclassify", &[F64(0.0)]), [Int(2)]);
    assert_ne!(results("__signbit", &[F64(-0.0)]), [Int(0)]);
    assert_ne!(results("__finite", &[F64(1.0)]), [Int(0)]);
}

#[test]
fn values_are_those_of_the_c_library() {
    let x = std::hint::black_box(1.0_f64);
    assert_eq!(results("sin", &[F64(x)]), [F64(x.sin())]);
    assert_eq!(results("sin", &[F64(x)]), [F64(0.841_470_984_807_896_5)]);
    assert_eq!(results("sincos", &[F64(x)]), [F64(x.sin()), F64(x.cos())]);
    assert_eq!(results("expf", &[F32(1.0)]), [F32(std::f32::consts::E)]);
    assert_eq!(results("pow", &[F64(2.5), F64(3.0)]), [F64(15.625)]);
    assert_eq!(results("exp10", &[F64(2.0)]), [F64(100.0)]);
    assert_eq!(results("roundeven", &[F64(2.5)]), [F64(2.0)]);
    // Gamma is negative between -1 and 0, positive between -2 and -1; its sign arrives without the
    // global variable.
    assert_eq!(results("lgamma", &[F64(-0.5)])[1], Int(-1));
    assert_eq!(results("lgammal", &[long(-1.5)])[1], Int(1));
    assert_eq!(results("gammaf", &[F32(-0.5)])[1], Int(-1));
    // e to 64 bits.
    assert_eq!(results("expl", &[long(1.0)]), [X87(0x4000_adf8_5458_a2bb_4a9b)]);
    // A pseudo-denormal reaches a function as it is.
    assert_eq!(results("__iscanonicall", &[X87(1 << 63)]), [Int(0)]);
    assert_eq!(results("__iscanonicall", &[long(1.0)]), [Int(1)]);
}

#[test]
fn exceptional_calls_raise_their_flags_and_set_errno() {
    let notable = |result: &CallResult| (result.flags & Flags::IEEE).without(Flags::INEXACT);
    for mode in RoundingMode::ALL {
        let cases = [
            ("exp", F64(1000.0), Flags::OVERFLOW, ERANGE),
            ("exp", F64(-1000.0), Flags::UNDERFLOW, ERANGE),
            ("log", F64(0.0), Flags::DIVIDE_BY_ZERO, ERANGE),
            ("log", F64(-1.0), Flags::INVALID, EDOM),
            ("sqrt", F64(-1.0), Flags::INVALID, EDOM),
            ("sin", F64(f64::INFINITY), Flags::INVALID, EDOM),
            ("lgamma", F64(-1.0), Flags::DIVIDE_BY_ZERO, ERANGE),
            ("sin", F64(1.0), Flags::NONE, 0),
            ("expf", F32(1000.0), Flags::OVERFLOW, ERANGE),
            ("logf", F32(0.0), Flags::DIVIDE_BY_ZERO, ERANGE),
            ("expl", long(20000.0), Flags::OVERFLOW, ERANGE),
            ("logl", long(0.0), Flags::DIVIDE_BY_ZERO, ERANGE),
            ("sqrtl", long(-1.0), Flags::INVALID, EDOM),
            ("lrint", F64(1e300), Flags::INVALID, 0),
        ];
        for (name, argument, flags, errno) in cases {
            let result = call(name, mode, &[argument]);
            assert_eq!(notable(&result), flags, "{name} {argument:?} {mode:?}");
            // glibc sets ERANGE by the result; directed rounding keeps some of these results finite
            // or non-zero.
            assert!(
                result.errno == errno || mode != NearestEven && errno == ERANGE,
                "{name} {argument:?} {mode:?}"
            );
        }
        let result = call("pow", mode, &[F64(0.0), F64(-1.0)]);
        assert_eq!((notable(&result), result.errno), (Flags::DIVIDE_BY_ZERO, ERANGE));
        let result = call("__divdc3", mode, &[F64(1.0), F64(1.0), F64(0.0), F64(0.0)]);
        assert!(result.flags.contains(Flags::DIVIDE_BY_ZERO));
        assert_eq!(call("rint", mode, &[F64(2.5)]).flags, Flags::INEXACT);
        assert_eq!(call("nearbyint", mode, &[F64(2.5)]).flags, Flags::NONE);
        assert_eq!(call("sqrt", mode, &[F64(4.0)]).flags, Flags::NONE, "flags start clean on every call");
    }
}

#[test]
fn the_rounding_mode_reaches_the_function() {
    let exp = |mode| match call("exp", mode, &[F64(1.0)]).results[0] {
        F64(value) => value,
        ref other => panic!("exp returned {other:?}"),
    };
    assert!(exp(TowardNegative) < exp(TowardPositive));
    assert!(exp(TowardZero) <= exp(NearestEven) && exp(NearestEven) <= exp(TowardPositive));
    let rounded = RoundingMode::ALL.map(|mode| call("rint", mode, &[F64(2.5)]).results[0]);
    assert_eq!(rounded, [F64(2.0), F64(2.0), F64(3.0), F64(2.0)]);
    let rounded = RoundingMode::ALL.map(|mode| call("rintl", mode, &[long(-2.5)]).results[0]);
    assert_eq!(rounded, [long(-2.0), long(-3.0), long(-2.0), long(-2.0)]);
    let third = RoundingMode::ALL.map(|mode| call("ddivl", mode, &[long(1.0), long(3.0)]).results[0]);
    assert_eq!(third, RoundingMode::ALL.map(|mode| F64(sse::div_f64_flags(mode, 1.0, 3.0).0)));
}

#[test]
fn every_function_returns_and_restores_the_environment() {
    let one = |ty| match ty {
        Type::F64 => F64(1.0),
        Type::F32 => F32(1.0),
        Type::X87 => long(1.0),
        Type::Int => Int(1),
        Type::Long => Long(1),
    };
    let mut names = HashSet::new();
    sse::set_sticky_flags(Flags::UNDERFLOW);
    for name in libm::names() {
        assert!(names.insert(name), "{name} is in the table twice");
        let function = libm::lookup(name).expect("every name is found");
        let signature = function.signature();
        let arguments: Vec<_> = signature.argument_types().map(one).collect();
        for mode in RoundingMode::ALL {
            let result = function.call(mode, &arguments);
            assert!(result.results.iter().map(|value| value.ty()).eq(signature.result_types()), "{name}");
            assert_eq!(sse::read_sticky_flags(), Flags::UNDERFLOW, "{name} {mode:?}");
            assert_eq!(sse::div_f64_flags(mode, 4.0, 2.0), (2.0, Flags::NONE));
            assert_eq!(x87::from_f64(0.5).1, Flags::NONE, "{name} leaves the x87 stack in order");
        }
    }
    sse::set_sticky_flags(Flags::NONE);
    assert_eq!(sse::div_f64(1.0, 10.0).to_bits(), 0x3fb9_9999_9999_999a);
    assert!(names.len() > 380, "{}", names.len());
}

#[test]
fn signatures_describe_the_c_declarations() {
    let frexp = libm::lookup("frexp").expect("in the table");
    assert_eq!(frexp.name(), "frexp");
    assert_eq!(
        frexp.signature().parameters,
        [LibmParameter::Value(Type::F64), LibmParameter::Output(Type::Int)]
    );
    assert_eq!(frexp.signature().returns, Return::Value(Type::F64));
    let lgamma = libm::lookup("lgammaf").expect("in the table").signature();
    assert!(lgamma.sets_signgam && lgamma.parameters == [LibmParameter::Value(Type::F32)]);
    let csqrt = libm::lookup("csqrtl").expect("in the table").signature();
    assert_eq!(
        (csqrt.parameters, csqrt.returns),
        (&[LibmParameter::Complex(Type::X87)][..], Return::Complex(Type::X87))
    );
    assert!(libm::lookup("fesetround").is_none() && libm::lookup("").is_none());
}

#[test]
#[should_panic(expected = "sin is called with [F32(1.0)]")]
fn arguments_of_the_wrong_type_are_refused() {
    call("sin", NearestEven, &[F32(1.0)]);
}
