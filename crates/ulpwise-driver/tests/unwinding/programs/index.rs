//! An index beyond the end panics: nothing after it runs.
#[no_mangle]
pub fn f(i: usize, x: f64) -> f64 {
    let table = [1.0, 2.0, 4.0];
    let weight = table[i];
    if i > 2 {
        return 1.0 / (x - x); // proven
    }
    if x > 3.0 { 1.0 / (weight - 2.0) } else { 1.0 / weight } // found
}
