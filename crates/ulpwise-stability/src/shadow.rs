//! One call once more, as instrumented native code with shadow values of 400 bits beside every
//! float: how large the error of an operation is, or that of something that the call gives back.
//!
//! Shadow values follow floats only: what long doubles and large integers bring along counts as
//! right, and what is right is given as a double, below which there may be numbers. So an error
//! that shadow values show is there, and one that they do not show may be.

use ulpwise_host::RoundingMode;
use ulpwise_interp::number::float;
use ulpwise_ir::{FloatFormat, SiteId};
use ulpwise_native::{
    CallEnd, Engine, EngineOptions, Instrumentation, NativeError, NativeTarget, Precision, RightOutput,
    ShadowedCall, TracedCall,
};

use crate::native::NativeRuns;

/// How many bits shadow values have.
pub const SHADOW_BITS: u32 = 400;

/// A double that is rounded tells errors that are larger than this.
const PLAIN: f64 = 1e-12;

/// Whose error is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorLocation {
    /// That of an operation, where it gives these bits.
    Operation(SiteId, FloatFormat, u128),
    /// Whether a comparison goes the other way.
    Comparison(SiteId),
    /// That of a float that the call gives back: its word, and its lowest bit there.
    Output(usize, u32),
}

/// The relative error that shadow values show; infinite where a number should be and is none, and
/// of a comparison that goes the other way. `None` if they do not see the operation, or not with
/// these bits.
///
/// # Errors
/// The program cannot be run.
pub fn error_seen(
    runs: &NativeRuns<'_>,
    target: &NativeTarget,
    words: &[u64],
    mode: RoundingMode,
    point: ErrorLocation,
) -> Result<Option<f64>, NativeError> {
    let options = EngineOptions {
        instrumentation: Instrumentation::Shadow(Precision::Bits(SHADOW_BITS)),
        links: runs.links.clone(),
        call_limit: runs.call_limit,
        ..EngineOptions::default()
    };
    let mut engine = Engine::start(&runs.launcher, runs.units, std::slice::from_ref(target), &options)?;
    engine.set_rounding(mode);
    let (call, trace) = engine.traced(0, words)?;
    if call.end != CallEnd::Returned {
        return Ok(None);
    }
    Ok(match point {
        ErrorLocation::Comparison(site) => {
            let diverged = call.errors.iter().any(|error| error.site == site && error.diverged);
            diverged.then_some(f64::INFINITY)
        }
        ErrorLocation::Output(word, shift) => {
            let right = call.right.iter().find(|right| (right.word, right.shift) == (word, shift));
            right.map(of_output)
        }
        ErrorLocation::Operation(site, format, bits) => of_operation(&call, &trace, site, format, bits),
    })
}

fn of_operation(
    call: &ShadowedCall,
    trace: &TracedCall,
    site: SiteId,
    format: FloatFormat,
    bits: u128,
) -> Option<f64> {
    let value = float::exact(format, bits);
    let value = value.convert(ulpwise_float::Format::F64, ulpwise_float::Rounding::NearestEven).0.to_f64();
    let same = |other: f64| other.to_bits() == value.to_bits() || (other.is_nan() && value.is_nan());
    let mut runs = trace.operations.iter().filter(|one| one.site == Some(site) && same(one.value));
    let right = runs.next()?.right;
    let largest = call.errors.iter().find(|error| error.site == site).map_or(0.0, |error| error.accumulated);
    if !value.is_finite() {
        return largest.is_infinite().then_some(f64::INFINITY);
    }
    let plain = relative(value - right, right);
    if plain > PLAIN || largest == 0.0 {
        return Some(plain);
    }
    // The doubles are too near each other to tell: the error is counted in units of the last place
    // of what is right.
    let least = format.exact_format().min_exponent() as i32;
    let exponent = (right.abs().log2().floor() as i32).max(least);
    let unit = 2f64.powi(exponent - (format.exact_format().significand_bits() as i32 - 1));
    Some(relative(largest * unit, right))
}

fn of_output(right: &RightOutput) -> f64 {
    let (fraction, exponent) = right.error;
    match right.exponent {
        _ if fraction == 0.0 => 0.0,
        _ if fraction.is_nan() => f64::INFINITY,
        // What is right is zero.
        None => f64::INFINITY,
        // Two to the powers may be beyond all doubles, their quotient seldom.
        Some(size) => {
            let scale = |by: i64| 2f64.powi(by.clamp(-2000, 2000) as i32);
            let part = if right.nearest.is_normal() { right.nearest.abs() / scale(size) } else { 1.0 };
            fraction.abs() / part * scale(exponent - size)
        }
    }
}

fn relative(distance: f64, right: f64) -> f64 {
    match distance.abs() {
        0.0 => 0.0,
        _ if right == 0.0 => f64::INFINITY,
        distance => distance / right.abs(),
    }
}
