//! `unwrap` of nothing panics.
fn positive(x: f64) -> Option<f64> {
    if x > 0.0 { Some(x) } else { None }
}
#[no_mangle]
pub fn f(x: f64) -> f64 {
    let y = positive(x).unwrap();
    if y > 4.0 {
        return 1.0 / (y - 5.0); // found
    }
    1.0 / y // proven
}
