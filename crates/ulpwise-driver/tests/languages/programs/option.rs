//! Values that may be missing, as arguments and as results.
pub fn inverse(x: Option<f64>) -> f64 {
    match x {
        Some(x) => 1.0 / x, //~ divide-by-zero
        None => 1.0,
    }
}
pub fn root(x: f64) -> Option<f64> {
    if x > 1e6 { None } else { Some(x.sqrt()) } //~ invalid, escapes
}
