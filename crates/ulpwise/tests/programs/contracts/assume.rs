//! A program with contracts.
// ulpwise: assume x + 1.0 <= y && y < 1e3
// ulpwise: range x = -1e3..1e3
pub fn slope(x: f64, y: f64) -> f64 {
    1.0 / (y - x)
}
//= assume::slope divide-by-zero proven

pub fn flat(x: f64) -> f64 {
    slope(x, x) //~ contract
}
