//! A program with contracts.
// ulpwise: range factor = 0..1
pub fn first<'a>(values: &'a [f64; 2], factor: f64) -> f64 {
    let quote = '"'; // ulpwise: range values = -1..1
    if quote == 'x' { 0.0 } else { values[0] * factor * 1e300 }
}
//= lifetimes::first overflow proven
