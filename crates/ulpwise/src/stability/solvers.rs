//! Who is asked about what forms do not decide.

use crate::args::StabilityArguments;
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
pub(super) fn reals(arguments: &StabilityArguments) -> Option<RealSolver> {
    let choice = arguments.solver_nra.clone()?;
    let make = MakeSolver(Arc::new(move || choice.make(&SolverOptions::default())));
    Some(RealSolver { make, believed: arguments.believe_solver })
}
