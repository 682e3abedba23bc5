//! What has no counterpart is named, and the rest still works.

use crate::support::{call, lower, unsupported};
use ulpwise_interp::PathEnd;

/// The messages of a function `@f` that takes a pointer and a flag.
fn messages(declarations: &str, code: &str) -> Vec<String> {
    let module = lower(&format!(
        "{declarations}
        define i32 @fine() {{
            ret i32 7
        }}
        define void @f(ptr %p, i1 %c) {{
            {code}
            ret void
        }}"
    ));
    assert_eq!(call(&module, "fine", &[]), Ok(vec![7]), "the rest of the program still runs");
    unsupported(&module).into_iter().map(str::to_owned).collect()
}

#[test]
fn types_without_counterpart() {
    assert_eq!(messages("", "%a = load i129, ptr %p"), ["integers of more than 128 bits (i129)"]);
    assert_eq!(messages("", "%a = load ppc_fp128, ptr %p"), ["the type ppc_fp128"]);
    assert_eq!(messages("", "%a = load <vscale x 2 x double>, ptr %p"), ["the type <vscale x 2 x double>"]);
    assert_eq!(messages("", "%a = load [5000 x i32], ptr %p"), ["a value of more than 4096 scalars"]);
    let odd = messages("", "%a = load <9 x i33>, ptr %p");
    assert_eq!(odd, ["264 bits of lanes that are not whole bytes"]);
    // The users of such a value are unsupported too.
    let chain = messages("", "%a = load i129, ptr %p\n%b = add i129 %a, 1\nstore i129 %b, ptr %p");
    assert_eq!(chain.len(), 3);
}

/// The callee would find them elsewhere than where the scalars are put.
#[test]
fn variable_arguments_that_are_no_scalars() {
    let declaration = "declare void @v(i32, ...)";
    let what = "a vector or a structure in memory among variable arguments";
    let vector = "call void (i32, ...) @v(i32 1, <4 x float> zeroinitializer)";
    assert_eq!(messages(declaration, vector), [what]);
    let structure = "call void (i32, ...) @v(i32 1, ptr byval([3 x double]) align 8 %p)";
    assert_eq!(messages(declaration, structure), [what]);
    let scalars = "call void (i32, ...) @v(i32 1, double 2.0, ptr %p)";
    assert_eq!(messages(declaration, scalars), [""; 0]);
}

#[test]
fn intrinsics_without_counterpart() {
    let cases = [
        (
            "declare i64 @llvm.readcyclecounter()",
            "%a = call i64 @llvm.readcyclecounter()",
            "llvm.readcyclecounter",
        ),
        (
            "declare ptr @llvm.returnaddress(i32)",
            "%a = call ptr @llvm.returnaddress(i32 0)",
            "llvm.returnaddress",
        ),
        (
            "declare i32 @llvm.smul.fix.i32(i32, i32, i32)",
            "%a = call i32 @llvm.smul.fix.i32(i32 1, i32 2, i32 3)",
            "llvm.smul.fix",
        ),
        (
            "declare ptr @llvm.load.relative.i64(ptr, i64)",
            "%a = call ptr @llvm.load.relative.i64(ptr %p, i64 0)",
            "llvm.load.relative",
        ),
    ];
    for (declaration, code, name) in cases {
        assert_eq!(messages(declaration, code), [format!("the intrinsic {name}")]);
    }
}

#[test]
fn reaching_it_ends_the_path_and_not_reaching_it_does_not() {
    let module = lower(
        "define i32 @f(i1 %c, ptr %p) {
            br i1 %c, label %bad, label %good
        bad:
            %v = va_arg ptr %p, i32
            br label %good
        good:
            %r = phi i32 [ 1, %0 ], [ %v, %bad ]
            ret i32 %r
        }",
    );
    assert_eq!(unsupported(&module), ["the instruction va_arg"]);
    assert_eq!(call(&module, "f", &[0, 0]), Ok(vec![1]));
    let end = call(&module, "f", &[1, 0]).expect_err("va_arg is unsupported");
    assert!(matches!(end, PathEnd::Unsupported(_)), "{end}");
}

#[test]
fn functions_of_unsupported_types_are_unsupported_as_a_whole() {
    let module = lower(
        "define i129 @wide(i129 %a) {
            ret i129 %a
        }
        define i32 @f() {
            %x = call i129 @wide(i129 5)
            ret i32 1
        }",
    );
    let message = "integers of more than 128 bits (i129)";
    assert_eq!(unsupported(&module), [message, message]);
}

#[test]
fn terminators_without_counterpart() {
    let module = lower(
        "declare i32 @__gxx_personality_v0(...)
        declare void @throwing()
        define void @f(i128 %x) {
            switch i128 %x, label %a [ i128 1, label %b ]
        a:
            ret void
        b:
            ret void
        }
        define void @g() personality ptr @__gxx_personality_v0 {
            callbr void asm sideeffect \"nop\", \"!i\"() to label %a [label %b]
        a:
            ret void
        b:
            ret void
        }",
    );
    assert_eq!(unsupported(&module), ["a switch on more than 64 bits", "asm goto (callbr)"]);
}
