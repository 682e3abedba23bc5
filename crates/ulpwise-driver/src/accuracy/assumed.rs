//! `--assume` in `accuracy`, and what a formula in FPCore promises: inputs that the conditions exclude
//! are neither called nor bounded.

use super::subject::Subject;
use crate::context::RunContext;
use crate::contracts::OwnContract;
use crate::error::DriverError;
use crate::formulas::accuracy_options;
use crate::load::{LoadLimits, launcher, load_beside, native_links};
use crate::options::AccuracyOptions;
use crate::solvers::check_satisfiable;
use std::sync::{Arc, Mutex};
use ulpwise_base::Budget;
use ulpwise_harness::{Headers, assumptions};
use ulpwise_ir::FunctionId;
use ulpwise_llvm::Loaded;
use ulpwise_native::{CallEnd, Engine, EngineOptions, Instrumentation, NativeTarget, Optimisation};
use ulpwise_symex::EntryPoint;

/// The options with what the formula promises, and the program with the conditions beside it if there
/// are some.
pub(super) fn with_assumptions(
    options: &AccuracyOptions,
    loaded: &Loaded,
    function: FunctionId,
) -> Result<(AccuracyOptions, Option<Loaded>, FunctionId), DriverError> {
    let name = loaded.module.functions[function].name.clone();
    let mut options = accuracy_options(options, &name);
    let limits = LoadLimits::memory(options.memory);
    let (contract, said) = OwnContract::new(loaded, function, &options.program, limits);
    contract.restrict(&mut options.domain);
    options.assume.extend(contract.conditions());
    options.success = options.success.or_else(|| contract.success());
    let with_warnings = |mut loaded: Loaded| {
        loaded.warnings.extend(said.clone());
        loaded
    };
    if options.assume.is_empty() {
        let beside = (!said.is_empty()).then(|| with_warnings(loaded.clone()));
        return Ok((options, beside, function));
    }
    let headers = Headers::write()?;
    let files = assumptions::write(&loaded.module, &[(function, &options.assume)], &headers)?;
    let mut loaded = load_beside(loaded.clone(), &options.program, &files, limits)
        .map_err(|error| error.about_assumptions(&files, &options.assume))?;
    loaded = with_warnings(loaded);
    let function = loaded.module.function_named(&name);
    let function = function.ok_or_else(|| DriverError::internal("the function is gone"))?;
    Ok((options, Some(loaded), function))
}

/// Makes the inputs of a function those that the conditions permit.
///
/// # Errors
/// No input is permitted.
pub(super) fn assume(
    subject: &mut Subject<'_>,
    loaded: &Loaded,
    options: &AccuracyOptions,
    context: &RunContext,
) -> Result<(), DriverError> {
    let module = &loaded.module;
    let condition = assumptions::condition(module, 0)?;
    let budget = Budget::unlimited().with_cpu_time(options.timeout);
    check_satisfiable(module, &subject.entry, budget, options.memory << 20)?;
    let target =
        NativeTarget { name: module.functions[condition].name.clone(), ..subject.native.target.clone() };
    let engine = Engine::start(
        &launcher(options.memory, options.timeout, context)?,
        &loaded.units,
        &[target],
        &EngineOptions {
            instrumentation: Instrumentation::Exceptions,
            optimisation: Optimisation::Unoptimised,
            links: native_links(module, &options.links),
            call_limit: options.call_timeout,
            ..EngineOptions::default()
        },
    )?;
    let engine = Mutex::new(engine);
    let own = subject.domain.assumption();
    let holds = move |words: &[u64]| {
        if own.as_ref().is_some_and(|own| !own(words)) {
            return false;
        }
        // A condition that does not return does not hold.
        let Ok(mut engine) = engine.lock() else { return false };
        let call = engine.run(0, words).ok().and_then(|mut calls| calls.pop());
        let returned = call.filter(|call| call.end == CallEnd::Returned);
        returned.and_then(|call| call.output.first().copied()).is_some_and(|word| word as u32 != 0)
    };
    subject.domain.set_assumption(Arc::new(holds));
    subject.condition = Some(condition);
    subject.entered = EntryPoint { function: assumptions::function(module, 0)?, ..subject.entry.clone() };
    Ok(())
}
