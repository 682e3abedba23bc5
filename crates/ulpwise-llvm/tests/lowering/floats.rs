//! Floating-point instructions and conversions.

use crate::support::{evaluate, lower, printed};

const X: f64 = 1.75;
const Y: f64 = -0.3;

fn binary(code: &str) -> f64 {
    let snippet = format!("define double @f(double %a, double %b) {{\n{code}\nret double %r\n}}");
    f64::from_bits(evaluate(&snippet, &[X.to_bits(), Y.to_bits()])[0])
}

#[test]
fn every_operator() {
    assert_eq!(binary("%r = fadd double %a, %b"), X + Y);
    assert_eq!(binary("%r = fsub double %a, %b"), X - Y);
    assert_eq!(binary("%r = fmul double %a, %b"), X * Y);
    assert_eq!(binary("%r = fdiv double %a, %b"), X / Y);
    assert_eq!(binary("%r = frem double %a, %b"), X % Y);
    assert_eq!(binary("%r = fneg double %a"), -X);
    assert_eq!(binary("%c = fcmp olt double %a, %b\n%r = select i1 %c, double %a, double %b"), Y);
}

#[test]
fn every_predicate() {
    let names = [
        ("false", false),
        ("oeq", false),
        ("ogt", true),
        ("oge", true),
        ("olt", false),
        ("ole", false),
        ("one", true),
        ("ord", true),
        ("uno", false),
        ("ueq", false),
        ("ugt", true),
        ("uge", true),
        ("ult", false),
        ("ule", false),
        ("une", true),
        ("true", true),
    ];
    for (name, expected) in names {
        let snippet =
            format!("define i1 @f(double %a, double %b) {{\n%r = fcmp {name} double %a, %b\nret i1 %r\n}}");
        assert_eq!(evaluate(&snippet, &[X.to_bits(), Y.to_bits()]), [u64::from(expected)], "{name}");
        let text = printed(&lower(&snippet), "f");
        assert!(text.contains(&format!("fcmp {name} f64 r0, r1 !site0")), "{text}");
    }
}

#[test]
fn conversions_between_formats_and_integers() {
    let snippet = "define i64 @f(double %a, i32 %n) {
        %f = fptrunc double %a to float
        %h = fptrunc float %f to half
        %b = fptrunc float %f to bfloat
        %x = fpext half %h to x86_fp80
        %q = fpext bfloat %b to fp128
        %xi = fptosi x86_fp80 %x to i16
        %qi = fptoui fp128 %q to i64
        %ni = sitofp i32 %n to double
        %ui = uitofp i32 %n to float
        %nj = fptosi double %ni to i64
        %uj = fptoui float %ui to i64
        %x64 = sext i16 %xi to i64
        %s = add i64 %x64, %qi
        %t = add i64 %nj, %uj
        %r = add i64 %s, %t
        ret i64 %r
    }";
    assert_eq!(
        evaluate(snippet, &[100.5f64.to_bits(), (-1i32) as u32 as u64]),
        [100 + 100 - 1 + 0x1_0000_0000]
    );
}

#[test]
fn bits_are_never_changed_by_moving() {
    // A signalling NaN survives casts, selects and memory.
    let snippet = "define i32 @f(i32 %bits, i1 %c) {
        %p = alloca float
        %x = bitcast i32 %bits to float
        %y = select i1 %c, float %x, float 0.0
        store float %y, ptr %p
        %z = load float, ptr %p
        %n = fneg float %z
        %r = bitcast float %n to i32
        ret i32 %r
    }";
    assert_eq!(evaluate(snippet, &[0x7f80_0001, 1]), [0xff80_0001]);
}

#[test]
fn long_formats_go_through_memory_with_their_own_bytes() {
    let snippet = "define x86_fp80 @f(x86_fp80 %a, ptr %unused) {
        %p = alloca [3 x x86_fp80]
        %q = getelementptr [3 x x86_fp80], ptr %p, i64 0, i64 1
        %r = getelementptr i8, ptr %p, i64 16
        store x86_fp80 %a, ptr %q
        %b = load x86_fp80, ptr %r
        %c = fadd x86_fp80 %b, 0xK3FFF8000000000000000
        ret x86_fp80 %c
    }";
    assert_eq!(evaluate(snippet, &[0x8000_0000_0000_0000, 0x3fff, 0]), [0x8000_0000_0000_0000, 0x4000]);
}
