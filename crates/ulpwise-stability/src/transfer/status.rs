//! The statuses of both monitors of a value, case by case as the paper's table has it: what an
//! analysis does without the invariant that values are numbers.

use crate::form::FloatStatus;
use crate::precision::Precision;
use ulpwise_domain::Interval;

/// The statuses that the lower and the upper monitor of a result can have.
pub(super) fn of_monitors(computed: Interval, precision: &Precision) -> FloatStatus {
    let status = |bound: f64| {
        if bound.is_nan() {
            FloatStatus::NAN
        } else if bound < -precision.greatest {
            FloatStatus::MINUS_INFINITY
        } else if bound > precision.greatest {
            FloatStatus::PLUS_INFINITY
        } else {
            FloatStatus::NUMBER
        }
    };
    status(computed.low) | status(computed.high)
}
