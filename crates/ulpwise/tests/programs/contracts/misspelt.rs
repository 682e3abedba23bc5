//! A program with contracts.
/// ulpwise: ragne x = 0..1
//~^ diagnostic: there is no `ragne`; did you mean `range`?
pub fn scale(x: f64) -> f64 {
    x * 1e300
}
//= misspelt::scale overflow witness
