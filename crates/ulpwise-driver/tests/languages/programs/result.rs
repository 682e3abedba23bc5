//! A NaN inside of a result escapes.
pub fn divide(a: f64, b: f64) -> Result<f64, i32> {
    if b < -1e300 {
        return Err(3);
    }
    Ok(a / b) //~ divide-by-zero, invalid, escapes
}
pub fn unwrapped(x: Result<f64, u8>) -> f64 {
    match x {
        Ok(x) => x.sqrt(), //~ invalid
        Err(code) => 1.0 / f64::from(code), //~ divide-by-zero
    }
}
