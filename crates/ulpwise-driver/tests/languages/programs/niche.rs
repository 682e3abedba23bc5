//! What says that a result is there is a value that its error never has.
pub enum Bad {
    Negative(f64),
    Zero,
}
pub fn named(x: f64) -> Result<f64, Bad> {
    if x < 0.0 {
        return Err(Bad::Negative(x));
    }
    if x == 0.0 {
        return Err(Bad::Zero);
    }
    Ok(1.0 / (x - 1.0)) //~ divide-by-zero, escapes
}
pub fn described(x: f64) -> Result<f64, String> {
    if x < 0.0 {
        return Err("negative".to_owned());
    }
    Ok(1.0 / x) //~ divide-by-zero, escapes
}
