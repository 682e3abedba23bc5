//! Integer and pointer instructions.

use crate::support::evaluate;

/// The value of `result` after the instructions in `code`, on the parameters `%a` and `%b`.
fn binary(ty: &str, code: &str, a: u64, b: u64) -> u64 {
    let snippet = format!("define {ty} @f({ty} %a, {ty} %b) {{\n{code}\nret {ty} %r\n}}");
    evaluate(&snippet, &[a, b])[0]
}

#[test]
fn every_operator() {
    let cases: &[(&str, u64)] = &[
        ("add", 250 + 7 - 256),
        ("sub", 243),
        ("mul", 250 * 7 % 256),
        ("udiv", 35),
        ("sdiv", 0),
        ("urem", 5),
        ("srem", 250),
        ("shl", 0),
        ("lshr", 1),
        ("ashr", 255),
        ("and", 2),
        ("or", 255),
        ("xor", 253),
    ];
    for &(operator, expected) in cases {
        assert_eq!(binary("i8", &format!("%r = {operator} i8 %a, %b"), 250, 7), expected, "{operator}");
    }
    assert_eq!(binary("i13", "%r = sub i13 %a, %b", 0, 1), 0x1fff);
    assert_eq!(binary("i1", "%r = add i1 %a, %b", 1, 1), 0);
}

#[test]
fn wide_integers_take_two_slots() {
    let product = evaluate(
        "define i128 @f(i128 %a, i64 %b) {\n%w = sext i64 %b to i128\n%r = mul i128 %a, %w\nret i128 %r\n}",
        &[u64::MAX, 1, -3i64 as u64],
    );
    let expected = ((1u128 << 64) + u128::from(u64::MAX)).wrapping_mul(-3i128 as u128);
    assert_eq!(product, [expected as u64, (expected >> 64) as u64]);
    let shifted = "define i64 @f(i100 %a) {\n%s = lshr i100 %a, 50\n%t = trunc i100 %s to i64\nret i64 %t\n}";
    assert_eq!(evaluate(shifted, &[0, 0xf_ffff_ffff]), [0x3_ffff_ffff_c000]);
}

#[test]
fn casts_and_comparisons() {
    let snippet = "define i64 @f(i8 %a, i8 %b) {
        %s = sext i8 %a to i32
        %z = zext i8 %a to i32
        %t = trunc i32 %s to i16
        %c = icmp slt i8 %a, %b
        %d = icmp ugt i8 %a, %b
        %x = select i1 %c, i32 %s, i32 %z
        %y = select i1 %d, i16 %t, i16 0
        %x64 = zext i32 %x to i64
        %y64 = sext i16 %y to i64
        %r = add i64 %x64, %y64
        ret i64 %r
    }";
    assert_eq!(evaluate(snippet, &[0xf0, 1]), [0xffff_fff0u64.wrapping_sub(16)]);
    assert_eq!(evaluate(snippet, &[1, 2]), [1]);
}

#[test]
fn pointers_are_integers_when_asked() {
    let snippet = "define i64 @f(ptr %p, i32 %n) {
        %a = ptrtoint ptr %p to i64
        %s = ptrtoint ptr %p to i16
        %q = inttoptr i32 %n to ptr
        %b = ptrtoint ptr %q to i64
        %e = icmp eq ptr %p, %q
        %s64 = zext i16 %s to i64
        %e64 = zext i1 %e to i64
        %t = add i64 %a, %b
        %u = add i64 %t, %s64
        %r = add i64 %u, %e64
        ret i64 %r
    }";
    assert_eq!(evaluate(snippet, &[0x12345, 0x12345]), [0x12345 + 0x12345 + 0x2345 + 1]);
}

#[test]
fn freezing_names_a_value() {
    assert_eq!(evaluate("define i32 @f(i32 %a) {\n%r = freeze i32 %a\nret i32 %r\n}", &[9]), [9]);
    let undefined = "define i1 @f() {\n%a = freeze i32 poison\n%r = icmp eq i32 %a, %a\nret i1 %r\n}";
    assert_eq!(evaluate(undefined, &[]), [1]);
}
