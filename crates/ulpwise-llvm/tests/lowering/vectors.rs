//! Vectors, lane by lane.

use crate::support::evaluate;

/// Evaluates `code` on the integers `%a` and `%b`, whose bits are the lanes of two `<4 x i16>`.
fn on_lanes(code: &str, a: [u16; 4], b: [u16; 4]) -> [u16; 4] {
    let snippet = format!(
        "define i64 @f(i64 %abits, i64 %bbits) {{
        %a = bitcast i64 %abits to <4 x i16>
        %b = bitcast i64 %bbits to <4 x i16>
        {code}
        %rbits = bitcast <4 x i16> %r to i64
        ret i64 %rbits
    }}"
    );
    let pack = |lanes: [u16; 4]| lanes.iter().rev().fold(0u64, |bits, &lane| bits << 16 | u64::from(lane));
    let bits = evaluate(&snippet, &[pack(a), pack(b)])[0];
    [0, 16, 32, 48].map(|shift| (bits >> shift) as u16)
}

const A: [u16; 4] = [1, 2, 3, 0xffff];
const B: [u16; 4] = [10, 1, 3, 2];

#[test]
fn arithmetic_comparison_and_selection() {
    assert_eq!(on_lanes("%r = add <4 x i16> %a, %b", A, B), [11, 3, 6, 1]);
    assert_eq!(on_lanes("%r = mul <4 x i16> %a, splat (i16 3)", A, B), [3, 6, 9, 0xfffd]);
    let chosen =
        "%c = icmp ult <4 x i16> %a, %b\n%r = select <4 x i1> %c, <4 x i16> %a, <4 x i16> zeroinitializer";
    assert_eq!(on_lanes(chosen, A, B), [1, 0, 0, 0]);
    let whole = "%l = extractelement <4 x i16> %a, i32 0\n%c = icmp eq i16 %l, 1
        %r = select i1 %c, <4 x i16> %b, <4 x i16> %a";
    assert_eq!(on_lanes(whole, A, B), B);
}

#[test]
fn lanes_by_constant_and_by_variable_index() {
    assert_eq!(on_lanes("%r = insertelement <4 x i16> %a, i16 7, i32 2", A, B), [1, 2, 7, 0xffff]);
    let variable = "%i = extractelement <4 x i16> %b, i64 3
        %e = extractelement <4 x i16> %a, i16 %i
        %r = insertelement <4 x i16> %b, i16 %e, i16 %i";
    assert_eq!(on_lanes(variable, A, B), [10, 1, 3, 2]);
    assert_eq!(on_lanes(variable, A, [0, 0, 0, 1]), [0, 2, 0, 1]);
}

#[test]
fn shuffles() {
    let code = "%r = shufflevector <4 x i16> %a, <4 x i16> %b, <4 x i32> <i32 7, i32 0, i32 4, i32 3>";
    assert_eq!(on_lanes(code, A, B), [2, 1, 10, 0xffff]);
    let holes = "%s = shufflevector <4 x i16> %a, <4 x i16> poison, <2 x i32> <i32 poison, i32 2>
        %e = extractelement <2 x i16> %s, i32 1
        %r = insertelement <4 x i16> zeroinitializer, i16 %e, i32 0";
    assert_eq!(on_lanes(holes, A, B), [3, 0, 0, 0]);
}

#[test]
fn casts_keep_the_number_of_lanes() {
    let code = "%w = sext <4 x i16> %a to <4 x i32>
        %f = sitofp <4 x i32> %w to <4 x float>
        %h = fmul <4 x float> %f, splat (float 2.5)
        %i = fptosi <4 x float> %h to <4 x i32>
        %r = trunc <4 x i32> %i to <4 x i16>";
    assert_eq!(on_lanes(code, A, B), [2, 5, 7, 0xfffe]);
}

#[test]
fn bits_under_lanes_of_other_sizes() {
    let swap = "%w = bitcast <4 x i16> %a to <2 x i32>
        %s = shufflevector <2 x i32> %w, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
        %r = bitcast <2 x i32> %s to <4 x i16>";
    assert_eq!(on_lanes(swap, A, B), [3, 0xffff, 1, 2]);
    // Three lanes of 32 bits are two of 48: neither width divides the other.
    let snippet = "define i64 @f(i32 %a, i32 %b, i32 %c) {
        %x = insertelement <3 x i32> poison, i32 %a, i32 0
        %y = insertelement <3 x i32> %x, i32 %b, i32 1
        %z = insertelement <3 x i32> %y, i32 %c, i32 2
        %w = bitcast <3 x i32> %z to <2 x i48>
        %h = extractelement <2 x i48> %w, i32 1
        %r = zext i48 %h to i64
        ret i64 %r
    }";
    assert_eq!(evaluate(snippet, &[0x1111_1111, 0x2222_3333, 0x4444_4444]), [0x4444_4444_2222]);
    let doubles = "define i128 @f(double %a, double %b) {
        %x = insertelement <2 x double> poison, double %a, i32 0
        %y = insertelement <2 x double> %x, double %b, i32 1
        %r = bitcast <2 x double> %y to i128
        ret i128 %r
    }";
    assert_eq!(evaluate(doubles, &[7, 9]), [7, 9]);
}

#[test]
fn single_bits_are_packed_in_memory() {
    let snippet = "define i64 @f(<10 x i1> %unused, i32 %n) {
        %p = alloca i64
        store i64 -1, ptr %p
        %v = insertelement <10 x i1> zeroinitializer, i1 true, i32 %n
        store <10 x i1> %v, ptr %p
        %bits = load i16, ptr %p
        %back = load <10 x i1>, ptr %p
        %last = extractelement <10 x i1> %back, i32 9
        %w = bitcast <10 x i1> %back to i10
        %b = zext i16 %bits to i64
        %l = zext i1 %last to i64
        %t = zext i10 %w to i64
        %s = shl i64 %t, 20
        %m = shl i64 %l, 40
        %x = or i64 %b, %s
        %r = or i64 %x, %m
        ret i64 %r
    }";
    let zeros = [0; 10];
    let with = |n: u64| -> Vec<u64> { zeros.iter().copied().chain([n]).collect() };
    assert_eq!(evaluate(snippet, &with(3)), [8 | 8 << 20]);
    assert_eq!(evaluate(snippet, &with(9)), [0x200 | 0x200 << 20 | 1 << 40]);
}

#[test]
fn vectors_of_pointers() {
    let snippet = "@table = constant [4 x i32] [i32 5, i32 6, i32 7, i32 8]
    define i32 @f(i64 %a, i64 %b) {
        %x = insertelement <2 x i64> poison, i64 %a, i32 0
        %y = insertelement <2 x i64> %x, i64 %b, i32 1
        %p = getelementptr [4 x i32], ptr @table, i64 0, <2 x i64> %y
        %q = getelementptr i32, <2 x ptr> %p, i64 1
        %p0 = extractelement <2 x ptr> %q, i32 0
        %p1 = extractelement <2 x ptr> %q, i32 1
        %v0 = load i32, ptr %p0
        %v1 = load i32, ptr %p1
        %r = sub i32 %v0, %v1
        ret i32 %r
    }";
    assert_eq!(evaluate(snippet, &[2, 0]), [2]);
}
