// The same tricks in Rust.
#![crate_type = "lib"]

fn two_sum(a: f64, b: f64) -> (f64, f64) { let s = a + b; let t = s - a; (s, (a - (s - t)) + (b - t)) }
/* meaning: none; a=-1e10..1e10 b=-1e3..1e3 */
#[unsafe(no_mangle)] pub extern "C" fn rust_two_sum_low(a: f64, b: f64) -> f64 { two_sum(a, b).1 }
/* meaning: none; a=1..1e6 b=1..1e6 */
#[unsafe(no_mangle)] pub extern "C" fn rust_product_low(a: f64, b: f64) -> f64 { let p = a * b; a.mul_add(b, -p) }
/* meaning: none; x=-1e6..1e6 */
#[unsafe(no_mangle)] pub extern "C" fn rust_magic(x: f64) -> f64 { (x + 6755399441055744.0) - 6755399441055744.0 }
/* meaning: none; x=-1e6..1e6 */
#[unsafe(no_mangle)] pub extern "C" fn rust_cast(x: f64) -> f64 { (x * 0.1) as i64 as f64 }
/* meaning: 1 / sqrt(x); x=0.1..100 */
#[unsafe(no_mangle)] pub extern "C" fn rust_inverse_root(x: f32) -> f32 { let y = f32::from_bits(0x5f3759df - (x.to_bits() >> 1)); y * (1.5 - 0.5 * x * y * y) }
/* meaning: none; x=1..1e6 */
#[unsafe(no_mangle)] pub extern "C" fn rust_epsilon(x: f64) -> f64 { let mut e = x; while x + e / 2.0 != x { e /= 2.0; } e }
/* meaning: none; x=1..1e6 */
#[unsafe(no_mangle)] pub extern "C" fn rust_exponent(x: f64) -> f64 { ((x * 0.1).to_bits() >> 52) as f64 }
/* meaning: none; a=1..1e6 */
#[unsafe(no_mangle)] pub extern "C" fn rust_veltkamp(a: f64) -> f64 { let c = 134217729.0 * a; c - (c - a) }
