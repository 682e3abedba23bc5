//! How a run is made.

use ulpwise_base::Budget;
use ulpwise_externals::Exceptions;
use ulpwise_float::Rounding;

/// How a run is made; the command line builds it, everybody else passes it on.
#[derive(Clone, Debug)]
pub struct InterpOptions {
    /// The rounding mode at the start.
    pub rounding: Rounding,
    /// Which exceptions count as events that do so on request only: roundings, cancellations.
    pub on_request: Exceptions,
    /// Whether the way of infinities and NaN through the program is recorded.
    pub record_flow: bool,
    /// How many calls may be nested.
    pub max_depth: usize,
    /// How many bytes the program may hold at once.
    pub memory_limit: u64,
    /// The byte that fresh memory and undefined values consist of. Two runs with different bytes
    /// tell whether a result depends on data that was not initialised.
    pub fresh_byte: u8,
    /// How many bytes of output are kept; the rest is counted.
    pub output_limit: usize,
    /// The environment variables that the program sees.
    pub environment: Vec<(String, String)>,
    /// How long the run may take.
    pub budget: Budget,
}

impl Default for InterpOptions {
    fn default() -> Self {
        Self {
            rounding: Rounding::NearestEven,
            on_request: Exceptions::NONE,
            record_flow: false,
            max_depth: 100_000,
            memory_limit: 4 << 30,
            fresh_byte: 0,
            output_limit: 16 << 20,
            environment: Vec::new(),
            budget: Budget::unlimited(),
        }
    }
}
