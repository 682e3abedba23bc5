//! Arithmetic of integers that overflows panics.
#[no_mangle]
pub fn f(n: u8) -> f64 {
    let next = n + 1;
    if next > 9 {
        return 1.0 / (f64::from(next) - 10.0); // found
    }
    1.0 / f64::from(next) // proven
}
