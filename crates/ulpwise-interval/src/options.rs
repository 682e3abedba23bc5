//! What can be chosen about the engine.

/// IntervalOptions of the interval engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntervalOptions {
    /// Starts the generator of random choices; the same seed gives the same run.
    pub seed: u64,
    /// Whether comparisons between variables are looked at together: cycles, and what they imply
    /// below roundings.
    pub order: bool,
    /// Whether sums and their comparisons are relaxed to linear inequalities.
    pub linear: bool,
}

impl Default for IntervalOptions {
    fn default() -> IntervalOptions {
        IntervalOptions { seed: 0, order: true, linear: true }
    }
}
