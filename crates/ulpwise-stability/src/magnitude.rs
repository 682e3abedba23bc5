//! Bounds of magnitudes: operations on numbers that are not negative, rounded down or up.
//!
//! A quotient has its own convention here: over zero it is unbounded, where an
//! [`Interval`](ulpwise_domain::Interval) has no quotient at all.

use ulpwise_domain::directed::{add_up, div_down, div_up, mul_down, mul_up};

/// A sum, rounded up.
pub(crate) fn above(terms: &[f64]) -> f64 {
    terms.iter().fold(0.0, |total, &term| if term == 0.0 { total } else { add_up(total, term) })
}

/// A product, rounded up; zero times no bound is zero.
pub(crate) fn times_above(a: f64, b: f64) -> f64 {
    mul_up(a, b)
}

/// A quotient, rounded up: no bound where the divisor is zero.
pub(crate) fn over_above(a: f64, b: f64) -> f64 {
    if a == 0.0 {
        0.0
    } else if b > 0.0 {
        div_up(a, b)
    } else {
        f64::INFINITY
    }
}

/// A product, rounded down.
pub(crate) fn times_below(a: f64, b: f64) -> f64 {
    mul_down(a, b).max(0.0)
}

/// A quotient, rounded down: zero where the divisor is zero.
pub(crate) fn over_below(a: f64, b: f64) -> f64 {
    if a == 0.0 || b == 0.0 { 0.0 } else { div_down(a, b).max(0.0) }
}
