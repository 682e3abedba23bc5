//! Intrinsics on vectors: reductions, masked accesses, lane-wise operations, SSE.

use crate::support::{call, evaluate, lower, unsupported};

const LANES: &str = "
    %v0 = insertelement <4 x double> poison, double %a, i32 0
    %v1 = insertelement <4 x double> %v0, double %b, i32 1
    %v2 = insertelement <4 x double> %v1, double %c, i32 2
    %v = insertelement <4 x double> %v2, double %d, i32 3
";

fn on_four(declaration: &str, code: &str, arguments: [f64; 4]) -> f64 {
    let snippet = format!(
        "{declaration}
        define double @f(double %a, double %b, double %c, double %d) {{
        {LANES}{code}
        ret double %r
        }}"
    );
    f64::from_bits(evaluate(&snippet, &arguments.map(f64::to_bits))[0])
}

#[test]
fn sums_are_ordered_unless_they_may_be_reassociated() {
    let declaration = "declare double @llvm.vector.reduce.fadd.v4f64(double, <4 x double>)";
    let lanes = [1e16, 1.0, -1e16, 1.0];
    let ordered = "%r = call double @llvm.vector.reduce.fadd.v4f64(double 0.5, <4 x double> %v)";
    assert_eq!(on_four(declaration, ordered, lanes), 0.5 + 1e16 + 1.0 - 1e16 + 1.0);
    let halves = "%r = call reassoc double @llvm.vector.reduce.fadd.v4f64(double 0.5, <4 x double> %v)";
    assert_eq!(on_four(declaration, halves, lanes), 0.5 + ((1e16 - 1e16) + (1.0 + 1.0)));
    let declaration = "declare double @llvm.vector.reduce.fmul.v4f64(double, <4 x double>)";
    let product = "%r = call double @llvm.vector.reduce.fmul.v4f64(double 2.0, <4 x double> %v)";
    assert_eq!(on_four(declaration, product, [1.5, 2.0, 3.0, 4.0]), 72.0);
}

#[test]
fn extrema_of_lanes() {
    for (name, expected) in [("fmax", 7.0), ("fmin", -2.0), ("fmaximum", 7.0), ("fminimum", -2.0)] {
        let declaration = format!("declare double @llvm.vector.reduce.{name}.v4f64(<4 x double>)");
        let code = format!("%r = call double @llvm.vector.reduce.{name}.v4f64(<4 x double> %v)");
        assert_eq!(on_four(&declaration, &code, [1.0, 7.0, -2.0, 3.0]), expected, "{name}");
    }
}

#[test]
fn reductions_of_integers() {
    let lanes = [15u8, 240, 2, 13];
    let signed = lanes.map(u8::cast_signed);
    let cases = [
        ("add", lanes.iter().fold(0, |sum: u8, &lane| sum.wrapping_add(lane))),
        ("mul", lanes.iter().fold(1, |product: u8, &lane| product.wrapping_mul(lane))),
        ("and", lanes.iter().fold(255, |all, &lane| all & lane)),
        ("or", lanes.iter().fold(0, |all, &lane| all | lane)),
        ("xor", lanes.iter().fold(0, |all, &lane| all ^ lane)),
        ("smax", signed.into_iter().fold(i8::MIN, i8::max).cast_unsigned()),
        ("smin", signed.into_iter().fold(i8::MAX, i8::min).cast_unsigned()),
        ("umax", lanes.into_iter().fold(0, u8::max)),
        ("umin", lanes.into_iter().fold(255, u8::min)),
    ];
    for (name, expected) in cases {
        let snippet = format!(
            "declare i8 @llvm.vector.reduce.{name}.v4i8(<4 x i8>)
            define i8 @f(<4 x i8> %v) {{
                %r = call i8 @llvm.vector.reduce.{name}.v4i8(<4 x i8> %v)
                ret i8 %r
            }}"
        );
        assert_eq!(evaluate(&snippet, &lanes.map(u64::from)), [u64::from(expected)], "{name}");
    }
}

#[test]
fn masked_lanes_are_not_touched() {
    let snippet = "declare <2 x double> @llvm.masked.load.v2f64.p0(ptr, <2 x i1>, <2 x double>)
    declare void @llvm.masked.store.v2f64.p0(<2 x double>, ptr, <2 x i1>)
    define double @f(i1 %first, i1 %second) {
        %p = alloca double
        store double 3.0, ptr %p
        %m0 = insertelement <2 x i1> poison, i1 %first, i32 0
        %m = insertelement <2 x i1> %m0, i1 %second, i32 1
        %v = call <2 x double> @llvm.masked.load.v2f64.p0(ptr %p, <2 x i1> %m, <2 x double> <double 10.0, double 20.0>)
        %w = fadd <2 x double> %v, splat (double 1.0)
        call void @llvm.masked.store.v2f64.p0(<2 x double> %w, ptr %p, <2 x i1> %m)
        %fixed = call <2 x double> @llvm.masked.load.v2f64.p0(ptr %p, <2 x i1> <i1 true, i1 false>, <2 x double> zeroinitializer)
        %x = extractelement <2 x double> %fixed, i32 0
        %y = extractelement <2 x double> %v, i32 1
        %r = fadd double %x, %y
        ret double %r
    }";
    // Only the first lane lies inside of the object.
    assert_eq!(evaluate(snippet, &[1, 0]), [24f64.to_bits()]);
    assert_eq!(evaluate(snippet, &[0, 0]), [23f64.to_bits()]);
    let module = lower(snippet);
    assert!(call(&module, "f", &[1, 1]).is_err(), "the second lane is outside of the object");
}

#[test]
fn gathers_and_scatters() {
    let snippet = "@t = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
    declare <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr>, <2 x i1>, <2 x i32>)
    declare void @llvm.masked.scatter.v2i32.v2p0(<2 x i32>, <2 x ptr>, <2 x i1>)
    define i32 @f(i1 %c) {
        %p = getelementptr i32, ptr @t, <2 x i64> <i64 3, i64 1>
        %m = insertelement <2 x i1> <i1 true, i1 true>, i1 %c, i32 1
        %v = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> %p, <2 x i1> %m, <2 x i32> <i32 0, i32 100>)
        call void @llvm.masked.scatter.v2i32.v2p0(<2 x i32> %v, <2 x ptr> %p, <2 x i1> <i1 false, i1 true>)
        %q = getelementptr i32, ptr @t, i64 1
        %x = load i32, ptr %q
        %y = extractelement <2 x i32> %v, i32 0
        %r = add i32 %x, %y
        ret i32 %r
    }";
    assert_eq!(evaluate(snippet, &[1]), [6]);
    assert_eq!(evaluate(snippet, &[0]), [104]);
}

#[test]
fn lane_by_lane_every_lane_is_a_site() {
    let module = lower(
        "declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
        declare <4 x float> @llvm.sin.v4f32(<4 x float>)
        define <4 x float> @f(<4 x float> %v) {
            %a = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %v)
            %b = call <4 x float> @llvm.sin.v4f32(<4 x float> %a)
            %c = fmul <4 x float> %b, %b
            ret <4 x float> %c
        }",
    );
    assert_eq!(unsupported(&module), [""; 0]);
    assert_eq!(module.sites.len(), 12);
    let ordinals: Vec<u32> = module.sites.iter().map(|site| site.ordinal).collect();
    assert_eq!(ordinals, (0..12).collect::<Vec<_>>());
}

#[test]
fn lanes_moved_around() {
    let snippet = "declare <4 x i8> @llvm.vector.reverse.v4i8(<4 x i8>)
    declare <8 x i8> @llvm.vector.interleave2.v8i8(<4 x i8>, <4 x i8>)
    declare { <4 x i8>, <4 x i8> } @llvm.vector.deinterleave2.v8i8(<8 x i8>)
    declare <2 x i8> @llvm.vector.extract.v2i8.v8i8(<8 x i8>, i64)
    declare <4 x i8> @llvm.vector.insert.v4i8.v2i8(<4 x i8>, <2 x i8>, i64)
    declare <4 x i8> @llvm.stepvector.v4i8()
    define <4 x i8> @f(<4 x i8> %a) {
        %back = call <4 x i8> @llvm.vector.reverse.v4i8(<4 x i8> %a)
        %steps = call <4 x i8> @llvm.stepvector.v4i8()
        %mixed = call <8 x i8> @llvm.vector.interleave2.v8i8(<4 x i8> %back, <4 x i8> %steps)
        %part = call <2 x i8> @llvm.vector.extract.v2i8.v8i8(<8 x i8> %mixed, i64 2)
        %apart = call { <4 x i8>, <4 x i8> } @llvm.vector.deinterleave2.v8i8(<8 x i8> %mixed)
        %first = extractvalue { <4 x i8>, <4 x i8> } %apart, 0
        %r = call <4 x i8> @llvm.vector.insert.v4i8.v2i8(<4 x i8> %first, <2 x i8> %part, i64 2)
        ret <4 x i8> %r
    }";
    assert_eq!(evaluate(snippet, &[10, 20, 30, 40]), [40, 30, 30, 1]);
}
