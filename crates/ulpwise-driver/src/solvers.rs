//! Solvers for symbolic execution: the engine that the user names, and circuits alone for what the
//! engines in time slices do not decide.

use crate::error::DriverError;
use ulpwise_base::Budget;
use ulpwise_engines::{EngineChoice, SolverOptions, host_libm};
use ulpwise_harness::assumptions;
use ulpwise_ir::Module;
use ulpwise_solver::Solver;
use ulpwise_symex::{EntryPoint, SymexOptions, Tools};

/// The engine that is asked about what the portfolio did not decide.
const LAST_RESORT: &str = "bitblast";

/// Works with one kind of solver, and no other that is asked about what it does not decide.
pub(crate) fn with_solver<T>(
    solver: &(dyn Fn() -> Box<dyn Solver> + Sync),
    work: impl FnOnce(Tools<'_>) -> T,
) -> T {
    work(Tools { solver, resort: None, libm: &host_libm })
}

/// Works with solvers. Where the user names an engine, it is the only one.
pub(crate) fn with_tools<T, E: From<DriverError>>(
    engine: &EngineChoice,
    options: &SolverOptions,
    work: impl FnOnce(Tools<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let solver = || engine.make(options);
    let circuits =
        EngineChoice::from_name(LAST_RESORT).map_err(|error| DriverError::internal(error.to_string()))?;
    let resort = || circuits.make(&SolverOptions::default());
    let resort: Option<&(dyn Fn() -> Box<dyn Solver> + Sync)> = engine.is_portfolio().then_some(&resort);
    work(Tools { solver: &solver, resort, libm: &host_libm })
}

/// Refuses the conditions of a call, the first that stand beside a program, if no input meets them.
///
/// # Errors
/// No input does, or the solver has a bug.
pub(crate) fn check_satisfiable(
    module: &Module,
    entry: &EntryPoint,
    budget: Budget,
    memory_limit: u64,
) -> Result<(), DriverError> {
    let portfolio =
        EngineChoice::from_name("portfolio").map_err(|error| DriverError::internal(error.to_string()))?;
    let options = SymexOptions { budget, memory_limit, ..SymexOptions::default() };
    with_tools(&portfolio, &SolverOptions::default(), |tools| {
        Ok(assumptions::check_satisfiable(module, 0, entry, tools, &options)?)
    })
}
