//! How stability is looked at.

use crate::event::StabilityEvent;
use crate::execute::ExploreOptions;
use crate::precision::RoundingModel;
use crate::prove::ProofEffort;
use crate::target::StabilityTarget;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use ulpwise_base::{Budget, ProgressSink};
use ulpwise_float::Rounding;
use ulpwise_solver::Solver;

/// How stability is looked at.
#[derive(Clone, Debug)]
pub struct StabilityOptions {
    /// The relative error that is tolerated.
    pub tolerance: f64,
    /// How values are rounded.
    pub model: RoundingModel,
    /// The modes in which runs are looked for.
    pub modes: Vec<Rounding>,
    /// All modes that the program may run in: what holds in each of them holds.
    pub all_modes: Vec<Rounding>,
    /// How paths are followed.
    pub explore: ExploreOptions,
    /// How long it may take.
    pub budget: Budget,
    /// How many regions of inputs are looked at for one value.
    pub regions: usize,
    /// How many runs are tried on each path.
    pub tries: usize,
    /// Makes other choices where they are free.
    pub seed: u64,
    /// Only these, if any are named.
    pub only: Option<BTreeSet<StabilityTarget>>,
    /// Whether linear programs look at what forms leave open.
    pub linear: bool,
    /// Makes solvers that are asked in exact float semantics about what is left open in the end;
    /// without it no solver is asked.
    pub exact: Option<MakeSolver>,
    /// A solver of the reals outside of ulpwise, and how far it is believed.
    pub reals: Option<RealSolver>,
    /// Receives progress events.
    pub progress_sink: ProgressSink<StabilityEvent>,
}

/// Makes a solver; each serves one store of terms.
#[derive(Clone)]
pub struct MakeSolver(pub Arc<dyn Fn() -> Box<dyn Solver> + Send + Sync>);

impl fmt::Debug for MakeSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MakeSolver")
    }
}

/// A solver of the reals that the user named.
#[derive(Clone, Debug)]
pub struct RealSolver {
    /// Makes it.
    pub make: MakeSolver,
    /// Whether its `unsat` is a proof. Its models are only points to look at, in any case.
    pub believed: bool,
}

impl Default for StabilityOptions {
    fn default() -> Self {
        StabilityOptions {
            tolerance: 0.001,
            model: RoundingModel::default(),
            modes: vec![
                Rounding::NearestEven,
                Rounding::TowardPositive,
                Rounding::TowardNegative,
                Rounding::TowardZero,
            ],
            all_modes: ProofEffort::all_modes(),
            explore: ExploreOptions::default(),
            budget: Budget::unlimited().with_time(Duration::from_secs(60)),
            regions: 8192,
            tries: 20_000,
            seed: 1,
            only: None,
            linear: true,
            exact: None,
            reals: None,
            progress_sink: ProgressSink::default(),
        }
    }
}
