//! The solvers for what error forms do not decide.

use crate::options::StabilityOptions;
use std::sync::Arc;
use ulpwise_engines::{EngineChoice, SolverOptions};
use ulpwise_stability::{MakeSolver, RealSolver};

/// The portfolio, in exact float semantics.
pub(super) fn portfolio() -> MakeSolver {
    MakeSolver(Arc::new(|| {
        let choice = EngineChoice::from_name("portfolio").expect("there is a portfolio");
        choice.make(&SolverOptions::default())
    }))
}

/// The solver of the reals that the user names.
pub(super) fn reals(options: &StabilityOptions) -> Option<RealSolver> {
    let choice = options.solver_nra.clone()?;
    let make = MakeSolver(Arc::new(move || choice.make(&SolverOptions::default())));
    Some(RealSolver { make, believed: options.believe_solver })
}
