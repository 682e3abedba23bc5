//! What goes out of scope while a panic unwinds is dropped.
use std::panic::{AssertUnwindSafe, catch_unwind};
struct Guard<'a>(&'a mut f64);
impl Drop for Guard<'_> {
    fn drop(&mut self) {
        *self.0 += 2.0;
    }
}
#[no_mangle]
pub fn f(x: f64) -> f64 {
    let mut log = 1.0;
    let caught = catch_unwind(AssertUnwindSafe(|| {
        let guard = Guard(&mut log);
        assert!(x < 4.0);
        drop(guard);
    }));
    if caught.is_err() && x < 6.0 {
        return 1.0 / (log - 3.0); // found
    }
    1.0 / log // proven
}
