//! Operations of Rust's library are shown where it is called.
pub fn turned(x: f64, y: f64) -> f64 {
    x.rem_euclid(y) //~ invalid
}
pub fn power(x: f64, n: u32) -> f64 {
    x.powi(-((n % 3) as i32) - 1) //~ divide-by-zero
}
