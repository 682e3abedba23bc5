//! Calls: direct, indirect, variadic, of the mathematical library, of aliases, of assembly.

use crate::support::{evaluate, lower, printed, unsupported};
use ulpwise_ir::Library;

#[test]
fn direct_indirect_and_through_aliases() {
    let snippet = "@alias = alias i32 (i32), ptr @twice
    @table = constant [2 x ptr] [ptr @twice, ptr @alias]
    define i32 @twice(i32 %a) {
        %r = shl i32 %a, 1
        ret i32 %r
    }
    define i32 @f(i32 %a) {
        %x = call i32 @twice(i32 %a)
        %y = call i32 @alias(i32 %x)
        %p = getelementptr ptr, ptr @table, i64 1
        %callee = load ptr, ptr %p
        %z = tail call i32 %callee(i32 %y)
        ret i32 %z
    }";
    assert_eq!(evaluate(snippet, &[3]), [24]);
    let module = lower(snippet);
    let twice = module.function_named("twice").unwrap();
    let text = printed(&module, "f");
    assert_eq!(text.matches(&format!("call {twice}(")).count(), 2, "{text}");
    assert!(module.function_named("alias").is_none());
}

#[test]
fn arguments_by_value_are_copied_by_the_caller() {
    let snippet = "define void @spoil(ptr byval([2 x i64]) %p) {
        store i64 99, ptr %p
        ret void
    }
    define i64 @f() {
        %a = alloca [2 x i64]
        store i64 7, ptr %a
        call void @spoil(ptr byval([2 x i64]) %a)
        %r = load i64, ptr %a
        ret i64 %r
    }";
    assert_eq!(evaluate(snippet, &[]), [7]);
    let text = printed(&lower(snippet), "f");
    assert!(text.contains("stack_save") && text.contains("stack_restore"), "{text}");
}

#[test]
fn library_functions_are_recognised_by_name_and_type() {
    let module = lower(
        "declare double @sin(double)
        declare float @atan2f(float, float)
        declare x86_fp80 @expl(x86_fp80)
        declare { double, double } @__muldc3(double, double, double, double)
        declare double @helper(double)
        declare i32 @round(i32)
        define double @cos(double %x) {
            ret double %x
        }
        define double @f(double %x, float %y) {
            %a = call double @sin(double %x)
            %b = call float @atan2f(float %y, float %y)
            %c = call double @cos(double %a)
            %d = call double @helper(double %c)
            %e = call i32 @round(i32 1)
            ret double %d
        }",
    );
    let library = |name| module.functions[module.function_named(name).unwrap()].library;
    for name in ["sin", "atan2f", "expl", "__muldc3"] {
        assert_eq!(library(name), Library::Math, "{name}");
    }
    for name in ["helper", "round", "cos", "f"] {
        assert_eq!(library(name), Library::None, "{name}");
    }
    assert_eq!(module.sites.len(), 2);
}

#[test]
fn the_sign_functions_of_the_library_are_no_calls() {
    let snippet = "declare double @fabs(double)
    declare float @fabsf(float)
    declare x86_fp80 @copysignl(x86_fp80, x86_fp80)
    define x86_fp80 @f(double %x, float %y, x86_fp80 %z) {
        %a = call double @fabs(double %x)
        %b = call float @fabsf(float %y)
        %s = fpext double %x to x86_fp80
        %c = call x86_fp80 @copysignl(x86_fp80 %z, x86_fp80 %s)
        ret x86_fp80 %c
    }";
    let module = lower(snippet);
    let text = printed(&module, "f");
    assert!(text.contains("fabs r0") && text.contains("fcopysign") && !text.contains("call"), "{text}");
    assert_eq!(module.sites.len(), 1, "only the conversion is a site:\n{text}");
}

#[test]
fn a_function_of_that_name_in_the_program_is_called() {
    let snippet = "define double @fabs(double %x) {
        ret double 3.0
    }
    define double @f(double %x) {
        %r = call double @fabs(double %x)
        ret double %r
    }";
    assert_eq!(evaluate(snippet, &[0]), [3f64.to_bits()]);
}

#[test]
fn unprototyped_calls_fit_when_the_arguments_do() {
    let snippet = "define i32 @one(i32 %a) {
        ret i32 %a
    }
    define i32 @f(i32 %a) {
        %r = call i32 (i32, ...) @one(i32 %a)
        call void @one(i32 %a)
        ret i32 %r
    }";
    assert_eq!(evaluate(snippet, &[5]), [5]);
    let wrong = lower(
        "define i32 @one(i32 %a) {\nret i32 %a\n}\ndefine i32 @f() {\n%r = call i32 @one()\nret i32 %r\n}",
    );
    assert_eq!(unsupported(&wrong), ["a call of one with another type than it has"]);
}

#[test]
fn empty_assembly_is_a_barrier_only() {
    let snippet = "define double @f(double %x, ptr %p) {
        call void asm sideeffect \"\", \"~{memory}\"()
        call void asm sideeffect \"\", \"r,~{memory}\"(ptr %p)
        %y = call double asm \"\", \"=x,0\"(double %x)
        ret double %y
    }";
    assert_eq!(evaluate(snippet, &[2.5f64.to_bits(), 0]), [2.5f64.to_bits()]);
    let real = lower("define i32 @f() {\n%r = call i32 asm \"rdtsc\", \"=a\"()\nret i32 %r\n}");
    assert_eq!(unsupported(&real), ["inline assembly \"rdtsc\""]);
}

#[test]
fn variable_arguments() {
    let module = lower(
        "declare i32 @printf(ptr, ...)
        define void @v(ptr %list, ...) {
            %copy = alloca [24 x i8]
            call void @llvm.va_start.p0(ptr %list)
            call void @llvm.va_copy.p0(ptr %copy, ptr %list)
            call void @llvm.va_end.p0(ptr %list)
            ret void
        }
        define i32 @f(ptr %format) {
            %r = call i32 (ptr, ...) @printf(ptr %format, i32 1, double 2.0, x86_fp80 0xK3FFF8000000000000000)
            ret i32 %r
        }
        declare void @llvm.va_start.p0(ptr)
        declare void @llvm.va_copy.p0(ptr, ptr)
        declare void @llvm.va_end.p0(ptr)",
    );
    assert_eq!(unsupported(&module), [""; 0]);
    assert!(module.functions[module.function_named("printf").unwrap()].variadic);
    let text = printed(&module, "v");
    assert!(text.contains("va_start r0") && text.contains("va_copy"), "{text}");
}
