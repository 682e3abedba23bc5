//! Calls, loops, memory and the ways a run can end.

mod common;

use common::{F64, I32, I64, call, module_with, run};
use ulpwise_base::{Budget, Exhausted};
use ulpwise_interp::memory::MemoryFault;
use ulpwise_interp::{InterpOptions, Interpreter, PathEnd, Program};
use ulpwise_ir::builder::ModuleBuilder;
use ulpwise_ir::{IntPredicate, Module, Type};

fn end(module: &Module, arguments: &[u64], options: InterpOptions) -> PathEnd {
    run(module, arguments, options).0.expect_err("the run does not return").end
}

/// `f(n)` = n + f(n - 1), f(0) = 0.
fn recursive_sum() -> Module {
    let mut builder = ModuleBuilder::new();
    let f = builder.declare("f", &[I64], &[I64]);
    builder.define(f, |b| {
        let n = b.param(0);
        let (zero, one) = (b.i64(0), b.i64(1));
        let (stop, go_on) = (b.block(&[]), b.block(&[]));
        let done = b.icmp(IntPredicate::Eq, n, zero);
        b.branch(done, (stop, &[]), (go_on, &[]));
        b.switch_to(stop);
        b.ret(&[zero]);
        b.switch_to(go_on);
        let less = b.sub(n, one);
        let rest = b.call_one(f, &[less]);
        let sum = b.add(n, rest);
        b.ret(&[sum]);
    });
    builder.finish()
}

#[test]
fn recursion_works_and_is_limited() {
    let module = recursive_sum();
    assert_eq!(call(&module, &[1000]), [500_500]);
    let (outcome, _) = run(&module, &[u64::MAX], InterpOptions::default());
    let stop = outcome.expect_err("it recurses for ever");
    assert_eq!(stop.end, PathEnd::StackOverflow);
    assert_eq!(stop.calls.len(), InterpOptions::default().max_depth + 1, "every call under way is listed");
}

/// Swaps two values `n` times: the edge carries each to the other's place at once.
#[test]
fn block_arguments_are_carried_all_at_once() {
    let module = module_with(&[I64, I64, I64], &[I64, I64], |b| {
        let (n, x, y) = (b.param(0), b.param(1), b.param(2));
        let (zero, one) = (b.i64(0), b.i64(1));
        let (head, body, exit) = (b.block(&[I64, I64, I64]), b.block(&[]), b.block(&[]));
        b.jump(head, &[n, x, y]);
        b.switch_to(head);
        let [left, a, c] = [0, 1, 2].map(|position| b.block_param(head, position));
        let done = b.icmp(IntPredicate::Eq, left, zero);
        b.branch(done, (exit, &[]), (body, &[]));
        b.switch_to(body);
        let less = b.sub(left, one);
        b.jump(head, &[less, c, a]);
        b.switch_to(exit);
        b.ret(&[a, c]);
    });
    assert_eq!(call(&module, &[3, 10, 20]), [20, 10]);
    assert_eq!(call(&module, &[4, 10, 20]), [10, 20]);
}

#[test]
fn an_endless_loop_ends_with_its_budget() {
    let module = module_with(&[], &[], |b| {
        let head = b.block(&[]);
        b.jump(head, &[]);
        b.switch_to(head);
        b.jump(head, &[]);
    });
    let options =
        InterpOptions { budget: Budget::unlimited().with_steps(1_000_000), ..InterpOptions::default() };
    assert_eq!(end(&module, &[], options), PathEnd::Exhausted(Exhausted::Steps));
}

#[test]
fn a_stack_object_is_gone_when_its_function_has_returned() {
    let mut builder = ModuleBuilder::new();
    let leak = builder.function("leak", &[], &[Type::Pointer], |b| {
        let one = b.i64(1);
        let address = b.alloca(one, 8, 8);
        b.ret(&[address]);
    });
    builder.function("f", &[], &[F64], |b| {
        let address = b.call_one(leak, &[]);
        let value = b.load(F64, address);
        b.ret(&[value]);
    });
    let fault = end(&builder.finish(), &[], InterpOptions::default());
    assert!(matches!(fault, PathEnd::Memory(MemoryFault::Freed { .. })), "{fault}");
}

#[test]
fn bad_pointers_and_divisors_end_the_run_by_name() {
    let load = module_with(&[Type::Pointer], &[F64], |b| {
        let value = b.load(F64, b.param(0));
        b.ret(&[value]);
    });
    assert!(matches!(end(&load, &[0], InterpOptions::default()), PathEnd::Memory(MemoryFault::Null { .. })));
    let divide = module_with(&[I32, I32], &[I32], |b| {
        let quotient = b.int(ulpwise_ir::IntBinaryOp::SDiv, b.param(0), b.param(1));
        b.ret(&[quotient]);
    });
    assert_eq!(end(&divide, &[1, 0], InterpOptions::default()), PathEnd::IntDivideByZero);
    assert_eq!(
        end(&divide, &[0x8000_0000, 0xffff_ffff], InterpOptions::default()),
        PathEnd::IntDivisionOverflow
    );
    let indirect = module_with(&[Type::Pointer], &[], |b| {
        let callee = b.param(0);
        b.call_indirect(callee, &[], &[]);
        b.ret(&[]);
    });
    assert!(matches!(end(&indirect, &[0], InterpOptions::default()), PathEnd::BadIndirectCall(_)));
    assert!(matches!(end(&indirect, &[12345], InterpOptions::default()), PathEnd::BadIndirectCall(_)));
}

#[test]
fn an_unknown_function_is_named() {
    let mut builder = ModuleBuilder::new();
    let unknown = builder.declare("frobnicate", &[], &[]);
    builder.function("f", &[], &[], |b| {
        b.call(unknown, &[]);
        b.ret(&[]);
    });
    assert_eq!(
        end(&builder.finish(), &[], InterpOptions::default()),
        PathEnd::UnknownFunction("frobnicate".to_owned())
    );
}

#[test]
fn reset_restores_globals_and_forgets_events() {
    let mut builder = ModuleBuilder::new();
    let counter = builder.variable("counter", 8, &7u64.to_le_bytes());
    builder.function("f", &[F64], &[I64], |b| {
        let (address, one) = (b.global_address(counter, 0), b.i64(1));
        let x = b.param(0);
        b.fdiv(x, x);
        let value = b.load(I64, address);
        let next = b.add(value, one);
        b.store(next, address);
        b.ret(&[next]);
    });
    let module = builder.finish();
    let program = Program::new(&module, 1 << 20).unwrap();
    let mut interpreter = Interpreter::new(&program, InterpOptions::default());
    let f = module.function_named("f").unwrap();
    assert_eq!(interpreter.call(f, &[0]).unwrap(), [8]);
    assert_eq!(interpreter.call(f, &[0]).unwrap(), [9], "globals live on between calls");
    assert_eq!((interpreter.events().len(), interpreter.events()[0].count), (1, 2));
    interpreter.reset(InterpOptions::default());
    assert!(interpreter.events().is_empty());
    assert_eq!(interpreter.call(f, &[0]).unwrap(), [8]);
}
