//! Structs and arrays as values.

use crate::support::{evaluate, lower, printed};

#[test]
fn parts_are_taken_out_and_put_in() {
    let snippet = "define i64 @f(i64 %a, i32 %b) {
        %s = insertvalue { i64, { [2 x i32], i8 } } undef, i64 %a, 0
        %t = insertvalue { i64, { [2 x i32], i8 } } %s, i32 %b, 1, 0, 1
        %u = insertvalue { i64, { [2 x i32], i8 } } %t, i32 5, 1, 0, 0
        %inner = extractvalue { i64, { [2 x i32], i8 } } %u, 1
        %x = extractvalue { [2 x i32], i8 } %inner, 0, 1
        %y = extractvalue { i64, { [2 x i32], i8 } } %u, 1, 0, 0
        %z = extractvalue { i64, { [2 x i32], i8 } } %u, 0
        %x64 = zext i32 %x to i64
        %y64 = zext i32 %y to i64
        %s1 = add i64 %x64, %y64
        %r = add i64 %s1, %z
        ret i64 %r
    }";
    assert_eq!(evaluate(snippet, &[1000, 30]), [1035]);
    // Nothing has to be executed for the parts themselves.
    let text = printed(&lower(snippet), "f");
    let body = text.split("b0:").nth(1).expect("a block");
    assert_eq!(body.matches(" = ").count(), 3, "{text}");
}

#[test]
fn whole_values_flow_everywhere() {
    let snippet = "
    define { i32, double, [2 x i16] } @make(i32 %a) {
        %r = insertvalue { i32, double, [2 x i16] } { i32 0, double 2.5, [2 x i16] [i16 7, i16 9] }, i32 %a, 0
        ret { i32, double, [2 x i16] } %r
    }
    define i64 @f(i1 %c) {
    entry:
        %p = alloca { i32, double, [2 x i16] }
        %x = call { i32, double, [2 x i16] } @make(i32 3)
        br i1 %c, label %yes, label %no
    yes:
        br label %join
    no:
        br label %join
    join:
        %v = phi { i32, double, [2 x i16] } [ %x, %yes ], [ zeroinitializer, %no ]
        %w = select i1 %c, { i32, double, [2 x i16] } %v, { i32, double, [2 x i16] } { i32 1, double 1.0, [2 x i16] [i16 1, i16 1] }
        %frozen = freeze { i32, double, [2 x i16] } %w
        store { i32, double, [2 x i16] } %frozen, ptr %p
        %again = load { i32, double, [2 x i16] }, ptr %p
        %half = getelementptr i8, ptr %p, i64 18
        %last = load i16, ptr %half
        %i = extractvalue { i32, double, [2 x i16] } %again, 0
        %d = extractvalue { i32, double, [2 x i16] } %again, 1
        %di = fptosi double %d to i32
        %s = add i32 %i, %di
        %last32 = zext i16 %last to i32
        %t = mul i32 %last32, 100
        %u = add i32 %s, %t
        %r = zext i32 %u to i64
        ret i64 %r
    }";
    assert_eq!(evaluate(snippet, &[1]), [905]);
    assert_eq!(evaluate(snippet, &[0]), [102]);
}

#[test]
fn packed_structs_have_no_gaps() {
    let snippet = "define i32 @f() {
        %p = alloca <{ i8, i32, i16 }>
        store <{ i8, i32, i16 }> <{ i8 1, i32 305419896, i16 -1 }>, ptr %p
        %q = getelementptr i8, ptr %p, i64 3
        %r = load i32, ptr %q
        ret i32 %r
    }";
    assert_eq!(evaluate(snippet, &[]), [0xffff_1234]);
}
