//! `--assume` and `--success` of `diff`: which inputs are meant, and which calls count.

use super::DiffTask;
use crate::error::DriverError;
use crate::load::{LoadLimits, load_beside, native_links};
use crate::options::{ComparedAspect, DiffOptions};
use crate::solvers::check_satisfiable;
use ulpwise_accuracy::SuccessCondition;
use ulpwise_base::Budget;
use ulpwise_equivalence::{ComparedAspects, ProgramSide};
use ulpwise_harness::names::source_name;
use ulpwise_harness::resolve::resolve;
use ulpwise_harness::{Headers, assumptions};
use ulpwise_ir::Type;
use ulpwise_llvm::Loaded;
use ulpwise_native::{Engine, EngineOptions, Instrumentation, Launcher, NativeTarget, Optimisation};
use ulpwise_symex::Given;

/// The old program, with the conditions beside it if there are some.
pub(super) fn with_conditions(loaded: Loaded, options: &DiffOptions) -> Result<Loaded, DriverError> {
    if options.assume.is_empty() {
        return Ok(loaded);
    }
    let function = resolve(&loaded.module, options.functions[0].as_deref())
        .map_err(|error| DriverError::from(error).with_help("this is about the old program"))?;
    let headers = Headers::write()?;
    let files = assumptions::write(&loaded.module, &[(function, &options.assume)], &headers)?;
    load_beside(loaded, &options.programs[0], &files, LoadLimits::memory(options.memory))
        .map_err(|error| error.about_assumptions(&files, &options.assume))
}

/// Makes paths of the old function begin with the conditions.
///
/// # Errors
/// No input meets them.
pub(super) fn assume_along_paths(
    side: &mut ProgramSide<'_>,
    options: &DiffOptions,
) -> Result<(), DriverError> {
    if options.assume.is_empty() {
        return Ok(());
    }
    let makes_inputs = |given: &Given| match given {
        Given::Any | Given::Array(..) => true,
        Given::Bits(_) | Given::Part(..) | Given::AddressOf(_) => false,
    };
    if side.entry.given.iter().any(makes_inputs) {
        return Err(DriverError::refused("--assume: a parameter of the old function is not described"));
    }
    let condition = assumptions::condition(side.module, 0)?;
    let budget = Budget::unlimited().with_cpu_time(options.timeout);
    check_satisfiable(side.module, &side.entry, budget, options.memory << 20)?;
    side.entry.assumptions = vec![(condition, side.entry.given.clone())];
    Ok(())
}

impl DiffTask<'_> {
    /// The conditions as machine code; nothing without any.
    pub(super) fn condition_engine(&self, launcher: &Launcher) -> Result<Option<Engine>, DriverError> {
        if self.options.assume.is_empty() {
            return Ok(None);
        }
        let side = self.sides[0];
        let condition = assumptions::condition(side.module, 0)?;
        let name = side.module.functions[condition].name.clone();
        let target = NativeTarget { name, ..side.native.target.clone() };
        let options = EngineOptions {
            instrumentation: Instrumentation::None,
            optimisation: Optimisation::Unoptimised,
            links: native_links(side.module, &self.options.links),
            call_limit: self.options.call_timeout,
            ..EngineOptions::default()
        };
        Ok(Some(Engine::start(launcher, side.units, &[target], &options)?))
    }
}

/// What of two calls is compared.
pub(super) fn aspects(
    sides: [&ProgramSide<'_>; 2],
    options: &DiffOptions,
) -> Result<ComparedAspects, DriverError> {
    let compares = |aspect: ComparedAspect| options.compared.contains(&aspect);
    let results = compares(ComparedAspect::Results);
    if options.success.is_some() && !results {
        return Err(DriverError::refused("--success is about results, and --compare leaves them out"));
    }
    let success = options.success.as_deref().map(|text| success(sides, text)).transpose()?;
    Ok(ComparedAspects { results, exceptions: compares(ComparedAspect::Exceptions), success })
}

/// The condition on what both return.
fn success(sides: [&ProgramSide<'_>; 2], text: &str) -> Result<SuccessCondition, DriverError> {
    let width = |side: &ProgramSide<'_>| match side.module.functions[side.function].results[..] {
        [Type::Int(bits)] if (2..=64).contains(&bits) => Ok(u32::from(bits)),
        _ => {
            let name = source_name(&side.module.functions[side.function]);
            Err(DriverError::refused(format!(
                "--success {text}: `{name}` returns no integer to compare with"
            )))
        }
    };
    let (old, new) = (width(sides[0])?, width(sides[1])?);
    if old != new {
        return Err(DriverError::refused(format!(
            "--success {text}: they return integers of {old} and {new} bits"
        )));
    }
    SuccessCondition::parse(text, old).ok_or_else(|| {
        DriverError::refused(format!(
            "--success {text}: `return`, a comparison (== != < <= > >=) and an integer are expected"
        ))
    })
}
