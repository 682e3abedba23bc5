//! Polynomials by Horner's rule.
//!
//! An intermediate value may overflow although the polynomial's value is small, and a root of a
//! polynomial of high multiplicity is where all digits cancel. Try the coefficients `[-1,3,-3,1]`,
//! which are (x - 1)³, near 1; and `[1,0,1e300]` at 1e10.

/// The value at `x`; `coefficients[i]` belongs to the i-th power.
pub fn evaluate(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |value, coefficient| value * x + coefficient)
}

/// The same for callers from C, which give a pointer and a length.
///
/// # Safety
/// `coefficients` points to `count` doubles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horner(coefficients: *const f64, count: usize, x: f64) -> f64 {
    // SAFETY: the caller promises it.
    evaluate(unsafe { core::slice::from_raw_parts(coefficients, count) }, x)
}

/// The value of `a x² + b x + c`, with nothing but scalars.
#[unsafe(no_mangle)]
pub extern "C" fn quadratic(a: f64, b: f64, c: f64, x: f64) -> f64 {
    evaluate(&[c, b, a], x)
}

/// One step of Newton's method for `a x² + b x + c`: where the slope is zero it divides by zero.
#[unsafe(no_mangle)]
pub extern "C" fn newton_step(a: f64, b: f64, c: f64, x: f64) -> f64 {
    x - quadratic(a, b, c, x) / (2.0 * a * x + b)
}
