//! What a panic says may be written by the program, which computes for it.
use std::fmt;
struct Ratio(f64);
impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if 1.0 / self.0 > 2.0 { f.write_str("small") } else { f.write_str("large") } // open
    }
}
#[no_mangle]
pub fn f(x: f64) -> f64 {
    if x < 0.5 {
        panic!("{}", Ratio(x));
    }
    1.0 / x // proven
}
