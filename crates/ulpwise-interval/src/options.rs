//! What can be chosen about the engine.

/// Options of the interval engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Starts the generator of random choices; the same seed gives the same run.
    pub seed: u64,
}
