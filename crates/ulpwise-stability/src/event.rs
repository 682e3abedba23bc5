//! Progress events of the analysis of stability.

/// A progress event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StabilityEvent {
    /// Paths are followed.
    Paths {
        /// So many to their ends.
        done: usize,
        /// So many are open.
        open: usize,
    },
    /// Another way of deciding is tried.
    Stage(Stage),
    /// What was decided by now.
    Decided {
        /// How many targets are decided.
        decided: usize,
        /// Of how many.
        all: usize,
        /// How many of them by a run that loses precision.
        found: usize,
    },
    /// So many steps of a control loop are made.
    Iterated(usize),
}

/// A way of deciding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Forms over all inputs at once.
    Forms,
    /// A short look for runs that lose precision.
    Runs,
    /// Linear programs.
    Lines,
    /// Forms over parts of the inputs.
    Regions,
    /// A long look for runs that lose precision.
    MoreRuns,
    /// A solver of the reals.
    Reals,
    /// Solvers in exact float semantics.
    Exact,
    /// Runs in which values are infinite or no numbers.
    Infinities,
}
