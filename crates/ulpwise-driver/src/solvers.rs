//! Solvers for symbolic execution: the engine that the user names, and circuits alone for what the
//! engines in time slices do not decide.

use crate::error::DriverError;
use ulpwise_engines::{EngineChoice, SolverOptions, host_libm};
use ulpwise_solver::Solver;
use ulpwise_symex::Tools;

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
