//! Intrinsics that are calls of the mathematical library.

use super::{intrinsic, on_doubles};
use crate::support::lower;
use std::hint::black_box;
use ulpwise_ir::{Library, SiteKind};

/// A function as Rust has it.
type Function = fn(f64) -> f64;

#[test]
fn functions_of_doubles() {
    let cases: [(&str, Function); 14] = [
        ("sin", f64::sin),
        ("cos", f64::cos),
        ("tan", f64::tan),
        ("asin", f64::asin),
        ("acos", f64::acos),
        ("atan", f64::atan),
        ("sinh", f64::sinh),
        ("cosh", f64::cosh),
        ("tanh", f64::tanh),
        ("exp", f64::exp),
        ("exp2", f64::exp2),
        ("log", f64::ln),
        ("log2", f64::log2),
        ("log10", f64::log10),
    ];
    for (name, expected) in cases {
        // Hidden from the compiler, which would fold the call with a library of its own.
        let argument = black_box(0.5);
        let result = on_doubles(&format!("double @llvm.{name}.f64(double)"), &[argument]);
        assert_eq!(result, expected(argument), "{name}");
    }
    assert_eq!(on_doubles("double @llvm.exp10.f64(double)", &[2.0]), 100.0);
    assert_eq!(on_doubles("double @llvm.pow.f64(double, double)", &[1.5, 2.5]), black_box(1.5f64).powf(2.5));
    assert_eq!(
        on_doubles("double @llvm.atan2.f64(double, double)", &[1.5, -2.5]),
        black_box(1.5f64).atan2(-2.5)
    );
}

#[test]
fn each_format_has_functions_of_its_own() {
    let cases = [
        ("half", "f16", "sinf", 3),
        ("bfloat", "bf16", "sinf", 3),
        ("float", "f32", "sinf", 1),
        ("double", "f64", "sin", 1),
        ("x86_fp80", "f80", "sinl", 1),
        ("fp128", "f128", "sinf128", 1),
    ];
    for (ty, suffix, name, sites) in cases {
        let module = lower(&format!(
            "declare {ty} @llvm.sin.{suffix}({ty})
            define {ty} @f({ty} %a) {{
                %r = call {ty} @llvm.sin.{suffix}({ty} %a)
                ret {ty} %r
            }}"
        ));
        let function = module.function_named(name).unwrap_or_else(|| panic!("{ty} calls {name}"));
        assert_eq!(module.functions[function].library, Library::Math);
        let calls = module.sites.iter().filter(|site| site.kind == SiteKind::Libm(function)).count();
        assert_eq!((calls, module.sites.len()), (1, sites), "{ty}: the 16-bit formats go through float");
    }
}

#[test]
fn results_in_two_parts() {
    let split = intrinsic("{ double, i32 } @llvm.frexp.f64.i32(double)", &[12f64.to_bits()]);
    assert_eq!(split, [0.75f64.to_bits(), 4]);
    let split = intrinsic("{ double, double } @llvm.modf.f64(double)", &[(-2.75f64).to_bits()]);
    assert_eq!(split, [(-0.75f64).to_bits(), (-2f64).to_bits()]);
    let both = intrinsic("{ float, float } @llvm.sincos.f32(float)", &[u64::from(0.5f32.to_bits())]);
    assert_eq!(
        both,
        [black_box(0.5f32).sin(), black_box(0.5f32).cos()].map(|part| u64::from(part.to_bits()))
    );
}

#[test]
fn integers_in_and_out() {
    assert_eq!(
        intrinsic("double @llvm.ldexp.f64.i32(double, i32)", &[1.5f64.to_bits(), -1i32 as u32 as u64]),
        [0.75f64.to_bits()]
    );
    assert_eq!(
        intrinsic("double @llvm.powi.f64.i32(double, i32)", &[1.5f64.to_bits(), 2]),
        [2.25f64.to_bits()]
    );
    for (name, expected) in [("lrint", 2), ("llrint", 2), ("lround", 3), ("llround", 3)] {
        let declaration = format!("i64 @llvm.{name}.i64.f64(double)");
        assert_eq!(intrinsic(&declaration, &[2.5f64.to_bits()]), [expected], "{name}");
    }
    for (name, expected) in [("lrint", 2), ("lround", 3)] {
        let declaration = format!("i32 @llvm.{name}.i32.f64(double)");
        assert_eq!(intrinsic(&declaration, &[2.5f64.to_bits()]), [expected], "{name}");
    }
}
