//! The program, with what `--assume` says of the parameters: a function beside it that makes the call only where the conditions hold, as `ulpwise check` enters it.

use crate::args::StabilityArguments;
use crate::failure::Failure;
use ulpwise_base::Budget;
use ulpwise_driver::load::{bitcode, load};
use ulpwise_driver::solvers::with_tools;
use ulpwise_engines::{EngineChoice, SolverOptions};
use ulpwise_harness::Headers;
use ulpwise_harness::assumptions;
use ulpwise_harness::resolve::resolve;
use ulpwise_ir::{FunctionId, Module};
use ulpwise_llvm::{Loaded, Unit};
use ulpwise_symex::EntryPoint;

/// A program, and where it is entered.
pub(super) struct Subject {
    pub(super) loaded: Loaded,
    pub(super) units: Vec<Unit>,
    /// The function that verdicts are about.
    pub(super) function: FunctionId,
    /// The function that makes the call where the assumptions hold, if there are some.
    pub(super) assuming: Option<FunctionId>,
}

/// Compiles the program, with the assumptions.
pub(super) fn load_subject(arguments: &StabilityArguments) -> Result<Subject, Failure> {
    let mut input = arguments.input.program();
    let mut loaded = load(&input, None)?;
    let function = resolve(&loaded.module, arguments.target.function.as_deref())?;
    if arguments.assume.is_empty() {
        return Ok(Subject { units: bitcode(&input)?, loaded, function, assuming: None });
    }
    let name = loaded.module.functions[function].name.clone();
    let headers = Headers::write()?;
    let files = assumptions::write(&loaded.module, &[(function, &arguments.assume)], &headers)?;
    input.files.extend(files.clone());
    loaded = load(&input, None).map_err(|error| error.about_assumptions(&files, &arguments.assume))?;
    let function = loaded.module.function_named(&name);
    let function = function.ok_or_else(|| Failure::internal("the function is gone"))?;
    let assuming = Some(assumptions::function(&loaded.module, 0)?);
    Ok(Subject { units: bitcode(&input)?, loaded, function, assuming })
}

/// Refuses assumptions that no input meets.
pub(super) fn check_satisfiable(
    module: &Module,
    entry: &EntryPoint,
    budget: &Budget,
    memory_limit: u64,
) -> Result<(), Failure> {
    let portfolio =
        EngineChoice::from_name("portfolio").map_err(|error| Failure::internal(&error.to_string()))?;
    let options = ulpwise_symex::SymexOptions {
        budget: budget.clone(),
        memory_limit,
        ..ulpwise_symex::SymexOptions::default()
    };
    with_tools(&portfolio, &SolverOptions::default(), |tools| {
        Ok(assumptions::check_satisfiable(module, 0, entry, tools, &options)?)
    })
}
