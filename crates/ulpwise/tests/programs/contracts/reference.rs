//! A program with contracts.
pub fn inverse(x: &f64) -> f64 {
    // ulpwise: range x = 1.0..=2.0
    1.0 / *x
}
//= reference::inverse divide-by-zero proven

pub fn of_sum(a: f64, b: f64) -> f64 {
    inverse(&(a + b)) //~ contract
}
