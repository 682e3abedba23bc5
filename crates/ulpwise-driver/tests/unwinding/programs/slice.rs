//! A range that leaves its slice panics, in the library.
#[no_mangle]
pub fn f(n: usize, x: f64) -> f64 {
    let table = [1.0, 2.0, 4.0, 8.0];
    let part = &table[n..];
    let count = part.len() as f64;
    if x > 1.0 {
        return 1.0 / (count - 3.0); // found
    }
    1.0 / (count + 1.0) // proven
}
