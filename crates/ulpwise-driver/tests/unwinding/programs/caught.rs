//! `catch_unwind` goes on after a panic.
use std::panic::{AssertUnwindSafe, catch_unwind};
fn checked(x: f64) -> f64 {
    assert!(x < 8.0, "too large");
    x * x + 1.0
}
#[no_mangle]
pub fn f(x: f64) -> f64 {
    match catch_unwind(AssertUnwindSafe(|| checked(x))) {
        Ok(y) => 1.0 / y, // proven
        Err(_) => 1.0 / (x - 9.0), // found
    }
}
