//! The operations of programs that look at the floating-point environment.

use crate::support::{evaluate, lower, printed, unsupported};

const ARGUMENTS: &str = "metadata !\"round.dynamic\", metadata !\"fpexcept.strict\"";

#[test]
fn the_same_operations_as_without() {
    let cases: &[(&str, &str, u32, bool)] = &[
        ("fadd", "fadd", 2, true),
        ("fsub", "fsub", 2, true),
        ("fmul", "fmul", 2, true),
        ("fdiv", "fdiv", 2, true),
        ("frem", "frem", 2, true),
        ("fma", "ffma", 3, true),
        ("sqrt", "fsqrt", 1, true),
        ("rint", "frint", 1, true),
        ("nearbyint", "fnearbyint", 1, true),
        ("floor", "ffloor", 1, false),
        ("ceil", "fceil", 1, false),
        ("trunc", "ftrunc", 1, false),
        ("round", "fround", 1, false),
        ("roundeven", "froundeven", 1, false),
        ("maxnum", "fmaxnum", 2, false),
        ("minimum", "fminimum", 2, false),
        ("sin", "call", 1, true),
        ("pow", "call", 2, true),
    ];
    for &(name, expected, operands, rounds) in cases {
        let types = vec!["double"; operands as usize].join(", ");
        let values = vec!["double %a"; operands as usize].join(", ");
        let (metadata, metadata_types) = match rounds {
            true => (ARGUMENTS, "metadata, metadata"),
            false => ("metadata !\"fpexcept.strict\"", "metadata"),
        };
        let module = lower(&format!(
            "declare double @llvm.experimental.constrained.{name}.f64({types}, {metadata_types})
            define double @f(double %a) strictfp {{
                %r = call double @llvm.experimental.constrained.{name}.f64({values}, {metadata}) strictfp
                ret double %r
            }}"
        ));
        assert_eq!(unsupported(&module), [""; 0], "{name}");
        assert_eq!(module.sites.len(), 1, "{name}");
        let text = printed(&module, "f");
        assert!(text.contains(&format!(": f64 = {expected} ")), "{name}:\n{text}");
    }
}

#[test]
fn conversions() {
    let snippet = format!(
        "declare float @llvm.experimental.constrained.fptrunc.f32.f64(double, metadata, metadata)
        declare double @llvm.experimental.constrained.fpext.f64.f32(float, metadata)
        declare i32 @llvm.experimental.constrained.fptosi.i32.f64(double, metadata)
        declare i32 @llvm.experimental.constrained.fptoui.i32.f64(double, metadata)
        declare double @llvm.experimental.constrained.sitofp.f64.i32(i32, metadata, metadata)
        declare double @llvm.experimental.constrained.uitofp.f64.i32(i32, metadata, metadata)
        define double @f(double %a) strictfp {{
            %x = call float @llvm.experimental.constrained.fptrunc.f32.f64(double %a, {ARGUMENTS}) strictfp
            %y = call double @llvm.experimental.constrained.fpext.f64.f32(float %x, metadata !\"fpexcept.strict\") strictfp
            %i = call i32 @llvm.experimental.constrained.fptosi.i32.f64(double %y, metadata !\"fpexcept.strict\") strictfp
            %u = call i32 @llvm.experimental.constrained.fptoui.i32.f64(double 7.5, metadata !\"fpexcept.strict\") strictfp
            %id = call double @llvm.experimental.constrained.sitofp.f64.i32(i32 %i, {ARGUMENTS}) strictfp
            %ud = call double @llvm.experimental.constrained.uitofp.f64.i32(i32 %u, {ARGUMENTS}) strictfp
            %r = fmul double %id, %ud
            ret double %r
        }}"
    );
    assert_eq!(evaluate(&snippet, &[(-2.5f64).to_bits()]), [(-14f64).to_bits()]);
}

#[test]
fn comparisons_quiet_and_signalling() {
    for (name, word) in [("fcmp", "fcmp"), ("fcmps", "fcmps")] {
        let snippet = format!(
            "declare i1 @llvm.experimental.constrained.{name}.f64(double, double, metadata, metadata)
            define i1 @f(double %a, double %b) strictfp {{
                %r = call i1 @llvm.experimental.constrained.{name}.f64(double %a, double %b, metadata !\"ult\", metadata !\"fpexcept.strict\") strictfp
                ret i1 %r
            }}"
        );
        assert_eq!(evaluate(&snippet, &[f64::NAN.to_bits(), 0]), [1]);
        let text = printed(&lower(&snippet), "f");
        assert!(text.contains(&format!("{word} ult f64 r0, r1")), "{text}");
    }
}
