//! Floating-point intrinsics that are instructions.

use super::{intrinsic, on_doubles};
use crate::support::{evaluate, lower, printed};

#[test]
fn operations_of_one_operand() {
    let cases: &[(&str, f64, f64)] = &[
        ("fabs", -1.5, 1.5),
        ("sqrt", 2.0, 2f64.sqrt()),
        ("floor", -1.5, -2.0),
        ("ceil", -1.5, -1.0),
        ("trunc", -1.5, -1.0),
        ("rint", 2.5, 2.0),
        ("nearbyint", 3.5, 4.0),
        ("round", 2.5, 3.0),
        ("roundeven", 2.5, 2.0),
        ("canonicalize", 2.5, 2.5),
    ];
    for &(name, argument, expected) in cases {
        assert_eq!(on_doubles(&format!("double @llvm.{name}.f64(double)"), &[argument]), expected, "{name}");
    }
}

#[test]
fn operations_of_two_operands() {
    let nan = f64::NAN;
    let cases: &[(&str, [f64; 2], f64)] = &[
        ("copysign", [1.5, -0.0], -1.5),
        ("minnum", [1.0, nan], 1.0),
        ("maxnum", [nan, 2.0], 2.0),
        ("minimum", [1.0, 2.0], 1.0),
        ("maximum", [1.0, 2.0], 2.0),
        ("minimumnum", [nan, 2.0], 2.0),
        ("maximumnum", [1.0, nan], 1.0),
    ];
    for (name, arguments, expected) in cases {
        let declaration = format!("double @llvm.{name}.f64(double, double)");
        assert_eq!(on_doubles(&declaration, arguments), *expected, "{name}");
    }
    assert!(on_doubles("double @llvm.minimum.f64(double, double)", &[1.0, nan]).is_nan());
}

#[test]
fn multiply_and_add_is_fused_where_the_code_generator_fuses() {
    let snippet = |attributes: &str| {
        format!(
            "declare double @llvm.fmuladd.f64(double, double, double)
            declare x86_fp80 @llvm.fmuladd.f80(x86_fp80, x86_fp80, x86_fp80)
            define double @f(double %a, double %b, double %c) {attributes} {{
                %r = call double @llvm.fmuladd.f64(double %a, double %b, double %c)
                ret double %r
            }}
            define x86_fp80 @g(x86_fp80 %a) {attributes} {{
                %r = call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %a, x86_fp80 %a, x86_fp80 %a)
                ret x86_fp80 %r
            }}"
        )
    };
    let arguments = [1.0 + 2f64.powi(-30), 1.0 - 2f64.powi(-30), -1.0].map(f64::to_bits);
    let plain = snippet("");
    assert_eq!(evaluate(&plain, &arguments), [0]);
    assert_eq!(lower(&plain).sites.len(), 4);
    let fused = snippet("\"target-features\"=\"+avx,+fma,+sse\"");
    assert_eq!(evaluate(&fused, &arguments), [(-2f64.powi(-60)).to_bits()]);
    let text = printed(&lower(&fused), "g");
    assert!(text.contains("fmul") && text.contains("fadd"), "the x87 has no fused operation:\n{text}");
    assert_eq!(on_doubles("double @llvm.fma.f64(double, double, double)", &[2.0, 3.0, 4.0]), 10.0);
}

#[test]
fn classes_raise_nothing_and_are_no_sites() {
    let snippet = |mask: u32| {
        format!(
            "declare i1 @llvm.is.fpclass.f32(float, i32)
            define i1 @f(float %a) {{
                %r = call i1 @llvm.is.fpclass.f32(float %a, i32 {mask})
                ret i1 %r
            }}"
        )
    };
    assert_eq!(evaluate(&snippet(3), &[0x7f80_0001]), [1]);
    assert_eq!(evaluate(&snippet(2), &[0x7f80_0001]), [0]);
    assert_eq!(evaluate(&snippet(0x204), &[0xff80_0000]), [1]);
    assert!(lower(&snippet(3)).sites.is_empty());
}

#[test]
fn saturating_conversions() {
    let to_int =
        |value: f32| intrinsic("i32 @llvm.fptosi.sat.i32.f32(float)", &[u64::from(value.to_bits())])[0];
    assert_eq!(to_int(3e9), 0x7fff_ffff);
    assert_eq!(to_int(f32::NAN), 0);
    let to_byte = |value: f64| intrinsic("i8 @llvm.fptoui.sat.i8.f64(double)", &[value.to_bits()])[0];
    assert_eq!((to_byte(-1.0), to_byte(300.0), to_byte(7.9)), (0, 255, 7));
}

#[test]
fn the_rounding_mode_is_state() {
    let snippet = "declare i32 @llvm.get.rounding()
    declare void @llvm.set.rounding(i32)
    declare float @llvm.fptrunc.round.f32.f64(double, metadata)
    define i64 @f(double %a, double %b) {
        %x = call float @llvm.fptrunc.round.f32.f64(double %a, metadata !\"round.upward\")
        %y = call float @llvm.fptrunc.round.f32.f64(double %a, metadata !\"round.downward\")
        call void @llvm.set.rounding(i32 2)
        %q = fdiv double %a, %b
        %mode = call i32 @llvm.get.rounding()
        call void @llvm.set.rounding(i32 1)
        %xb = bitcast float %x to i32
        %yb = bitcast float %y to i32
        %apart = sub i32 %xb, %yb
        %down = fdiv double %a, %b
        %qb = bitcast double %q to i64
        %db = bitcast double %down to i64
        %ulp = sub i64 %qb, %db
        %m = zext i32 %mode to i64
        %d = zext i32 %apart to i64
        %s = mul i64 %m, 100
        %t = mul i64 %d, 10
        %u = add i64 %s, %t
        %r = add i64 %u, %ulp
        ret i64 %r
    }";
    assert_eq!(evaluate(snippet, &[1.1f64.to_bits(), 3f64.to_bits()])[0] / 10, 21);
}

#[test]
fn halves_as_integers() {
    let from = intrinsic("double @llvm.convert.from.fp16.f64(i16)", &[0x3e00]);
    assert_eq!(from, [1.5f64.to_bits()]);
    assert_eq!(intrinsic("i16 @llvm.convert.to.fp16.f64(double)", &[1.5f64.to_bits()]), [0x3e00]);
}
