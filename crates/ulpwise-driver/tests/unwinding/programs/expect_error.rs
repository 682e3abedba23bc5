//! `expect` of an error writes the error, and panics.
fn parse(x: f64) -> Result<f64, i32> {
    if x < 1.0 { Err(3) } else { Ok(x) }
}
#[no_mangle]
pub fn f(x: f64) -> f64 {
    let y = parse(x).expect("a number");
    if y > 2.0 {
        return 1.0 / (y - 3.0); // found
    }
    1.0 / (y - 0.5) // proven
}
