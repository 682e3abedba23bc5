//! Functions with contracts.

/// Scales a number.
/// ulpwise: range x = 0..1
#[inline(never)]
pub fn scale(x: f64) -> f64 {
    x * 1e300
}
//= plain::scale overflow proven

pub fn careless(y: f64) -> f64 {
    scale(y) //~ contract
}
