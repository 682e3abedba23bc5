//! The program, with what `--assume` says of the parameters: a function beside it that makes the
//! call only where the conditions hold, as `ulpwise check` enters it.

use crate::contracts::OwnContract;
use crate::error::DriverError;
use crate::load::{LoadLimits, load, load_beside};
use crate::options::StabilityOptions;
use ulpwise_harness::Headers;
use ulpwise_harness::assumptions;
use ulpwise_harness::resolve::resolve;
use ulpwise_ir::FunctionId;
use ulpwise_llvm::Loaded;

/// A program, and where it is entered.
pub(super) struct Subject {
    /// The options with what the contract of the function says.
    pub(super) options: StabilityOptions,
    pub(super) loaded: Loaded,
    /// The function that verdicts are about.
    pub(super) function: FunctionId,
    /// The function that makes the call where the assumptions hold, if there are some.
    pub(super) assuming: Option<FunctionId>,
}

/// Compiles the program, with the assumptions.
pub(super) fn load_subject(options: &StabilityOptions) -> Result<Subject, DriverError> {
    let limits = LoadLimits::memory(options.memory);
    let mut loaded = load(&options.program, &options.links, limits)?;
    let function = resolve(&loaded.module, options.function.as_deref())?;
    let (contract, said) = OwnContract::new(&loaded, function, &options.program, limits);
    loaded.warnings.extend(said);
    let mut options = options.clone();
    contract.restrict(&mut options.domain);
    options.assume.extend(contract.conditions());
    if options.assume.is_empty() {
        return Ok(Subject { options, loaded, function, assuming: None });
    }
    let said = std::mem::take(&mut loaded.warnings);
    let name = loaded.module.functions[function].name.clone();
    let headers = Headers::write()?;
    let files = assumptions::write(&loaded.module, &[(function, &options.assume)], &headers)?;
    let mut loaded = load_beside(loaded, &options.program, &files, limits)
        .map_err(|error| error.about_assumptions(&files, &options.assume))?;
    loaded.warnings = said;
    let function = loaded.module.function_named(&name);
    let function = function.ok_or_else(|| DriverError::internal("the function is gone"))?;
    let assuming = Some(assumptions::function(&loaded.module, 0)?);
    Ok(Subject { options, loaded, function, assuming })
}
