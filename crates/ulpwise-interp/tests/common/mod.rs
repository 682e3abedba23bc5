//! Small modules made by hand, and running them.
#![allow(dead_code, reason = "each test file uses its part")]

use ulpwise_interp::{Event, InterpOptions, Interpreter, Program, Stop};
use ulpwise_ir::builder::{BodyBuilder, ModuleBuilder};
use ulpwise_ir::{FloatFormat, Module, Type};

pub(crate) const F64: Type = Type::Float(FloatFormat::F64);
pub(crate) const I32: Type = Type::Int(32);
pub(crate) const I64: Type = Type::Int(64);

/// A module whose only function is `f`.
pub(crate) fn module_with(
    parameters: &[Type],
    results: &[Type],
    build: impl FnOnce(&mut BodyBuilder<'_>),
) -> Module {
    let mut builder = ModuleBuilder::new();
    builder.function("f", parameters, results, build);

    builder.finish()
}

/// Runs `f` and returns what it returned and the events.
pub(crate) fn run(
    module: &Module,
    arguments: &[u64],
    options: InterpOptions,
) -> (Result<Vec<u64>, Stop>, Vec<Event>) {
    let program = Program::new(module, 1 << 30).expect("the module fits");
    let mut interpreter = Interpreter::new(&program, options);
    let function = module.function_named("f").expect("the module has an f");
    let outcome = interpreter.call(function, arguments);
    (outcome, interpreter.events().to_vec())
}

/// Runs `f`, which returns.
pub(crate) fn call(module: &Module, arguments: &[u64]) -> Vec<u64> {
    run(module, arguments, InterpOptions::default()).0.expect("the run returns")
}
