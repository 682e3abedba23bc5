//! Hints, questions to the code generator, traps.

use crate::support::{call, evaluate, lower, unsupported};
use ulpwise_interp::PathEnd;

#[test]
fn hints_do_nothing_or_pass_their_value_on() {
    let snippet = "declare void @llvm.lifetime.start.p0(ptr)
    declare void @llvm.lifetime.end.p0(ptr)
    declare void @llvm.assume(i1)
    declare i64 @llvm.expect.i64(i64, i64)
    declare i64 @llvm.expect.with.probability.i64(i64, i64, double)
    declare void @llvm.sideeffect()
    declare void @llvm.donothing()
    declare void @llvm.experimental.noalias.scope.decl(metadata)
    declare ptr @llvm.invariant.start.p0(i64, ptr)
    declare void @llvm.invariant.end.p0(ptr, i64, ptr)
    declare ptr @llvm.launder.invariant.group.p0(ptr)
    declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
    declare double @llvm.arithmetic.fence.f64(double)
    declare void @llvm.var.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
    declare ptr @llvm.threadlocal.address.p0(ptr)
    declare i64 @llvm.annotation.i64.p0(i64, ptr, ptr, i32)
    @local = thread_local global i64 4
    define i64 @f(i64 %a) {
        %p = alloca i64
        call void @llvm.lifetime.start.p0(ptr %p)
        %c = icmp ne i64 %a, 0
        call void @llvm.assume(i1 %c)
        %e = call i64 @llvm.expect.i64(i64 %a, i64 0)
        %q = call i64 @llvm.expect.with.probability.i64(i64 %e, i64 0, double 0.9)
        call void @llvm.sideeffect()
        call void @llvm.donothing()
        call void @llvm.experimental.noalias.scope.decl(metadata !0)
        %i = call ptr @llvm.invariant.start.p0(i64 8, ptr %p)
        call void @llvm.invariant.end.p0(ptr %i, i64 8, ptr %p)
        %l = call ptr @llvm.launder.invariant.group.p0(ptr %p)
        store i64 %q, ptr %l
        call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)
        call void @llvm.var.annotation.p0.p0(ptr %p, ptr null, ptr null, i32 0, ptr null)
        %t = call ptr @llvm.threadlocal.address.p0(ptr @local)
        %v = load i64, ptr %t
        %w = load i64, ptr %p
        %n = call i64 @llvm.annotation.i64.p0(i64 %w, ptr null, ptr null, i32 0)
        call void @llvm.lifetime.end.p0(ptr %p)
        %d = call double @llvm.arithmetic.fence.f64(double 2.0)
        %di = fptosi double %d to i64
        %s = add i64 %v, %n
        %r = mul i64 %s, %di
        ret i64 %r
    }
    !0 = !{!1}
    !1 = distinct !{!1, !2}
    !2 = distinct !{!2}";
    assert_eq!(evaluate(snippet, &[5]), [18]);
}

#[test]
fn questions_that_had_no_answer_earlier() {
    let snippet = "declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
    declare i1 @llvm.is.constant.i64(i64)
    declare i1 @llvm.allow.ubsan.check(i8)
    declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
    define i64 @f(ptr %p, i64 %a) {
        %most = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
        %least = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 true, i1 true, i1 false)
        %c = call i1 @llvm.is.constant.i64(i64 %a)
        %u = call i1 @llvm.allow.ubsan.check(i8 3)
        %m = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -16)
        %mi = ptrtoint ptr %m to i64
        %c64 = zext i1 %c to i64
        %u64 = zext i1 %u to i64
        %s = add i64 %most, %least
        %t = add i64 %s, %c64
        %v = add i64 %t, %u64
        %r = add i64 %v, %mi
        ret i64 %r
    }";
    assert_eq!(evaluate(snippet, &[0x1239, 0]), [0x1230]);
}

#[test]
fn traps_end_the_program() {
    let module = lower(
        "declare void @llvm.trap()
        declare void @llvm.ubsantrap(i8)
        define void @f() {
            call void @llvm.trap()
            unreachable
        }
        define void @g() {
            call void @llvm.ubsantrap(i8 3)
            unreachable
        }",
    );
    assert_eq!(unsupported(&module), [""; 0]);
    assert_eq!(call(&module, "f", &[]), Err(PathEnd::Abort));
    assert_eq!(call(&module, "g", &[]), Err(PathEnd::Abort));
}
