//! Arithmetic on `float` and `double` by the machine, in the four rounding modes that it has.

use crate::shape::{Slot, slot_of};
use ulpwise_expr::{Op, Value};
use ulpwise_float::order::canonical_nan;
use ulpwise_float::{Env, Float, Format, Rounding};
use ulpwise_host::{RoundingMode, sse};

/// A type that the machine computes with.
pub(crate) trait Host: Copy + PartialOrd {
    const FORMAT: Format;
    fn from_slot(slot: Slot) -> Self;
    /// The bits; all NaNs become one.
    fn to_slot(self) -> Slot;
    fn add(mode: Option<RoundingMode>, a: Self, b: Self) -> Self;
    fn sub(mode: Option<RoundingMode>, a: Self, b: Self) -> Self;
    fn mul(mode: Option<RoundingMode>, a: Self, b: Self) -> Self;
    fn div(mode: Option<RoundingMode>, a: Self, b: Self) -> Self;
    fn sqrt(mode: RoundingMode, a: Self) -> Self;
    fn fma(mode: RoundingMode, a: Self, b: Self, c: Self) -> Self;
    fn to_f64(self) -> f64;
}

macro_rules! host {
    ($float:ident, $bits:ident, $format:ident, $add:ident, $sub:ident, $mul:ident, $div:ident, $sqrt:ident, $fma:ident) => {
        impl Host for $float {
            const FORMAT: Format = Format::$format;

            #[inline]
            fn from_slot(slot: Slot) -> $float {
                $float::from_bits(slot as $bits)
            }

            #[inline]
            fn to_slot(self) -> Slot {
                if self.is_nan() { canonical_nan(Format::$format) } else { self.to_bits().into() }
            }

            // To nearest, which is Rust's own, needs no change of the environment.
            #[inline]
            fn add(mode: Option<RoundingMode>, a: $float, b: $float) -> $float {
                mode.map_or_else(|| a + b, |mode| sse::$add(mode, a, b).0)
            }

            #[inline]
            fn sub(mode: Option<RoundingMode>, a: $float, b: $float) -> $float {
                mode.map_or_else(|| a - b, |mode| sse::$sub(mode, a, b).0)
            }

            #[inline]
            fn mul(mode: Option<RoundingMode>, a: $float, b: $float) -> $float {
                mode.map_or_else(|| a * b, |mode| sse::$mul(mode, a, b).0)
            }

            #[inline]
            fn div(mode: Option<RoundingMode>, a: $float, b: $float) -> $float {
                mode.map_or_else(|| a / b, |mode| sse::$div(mode, a, b).0)
            }

            fn sqrt(mode: RoundingMode, a: $float) -> $float {
                sse::$sqrt(mode, a).0
            }

            fn fma(mode: RoundingMode, a: $float, b: $float, c: $float) -> $float {
                sse::$fma(mode, a, b, c).0
            }

            fn to_f64(self) -> f64 {
                self.into()
            }
        }
    };
}

host!(
    f64,
    u64,
    F64,
    add_f64_flags,
    sub_f64_flags,
    mul_f64_flags,
    div_f64_flags,
    sqrt_f64_flags,
    fma_f64_flags
);
host!(
    f32,
    u32,
    F32,
    add_f32_flags,
    sub_f32_flags,
    mul_f32_flags,
    div_f32_flags,
    sqrt_f32_flags,
    fma_f32_flags
);

/// The mode of an operation that treats rounding to nearest apart: the outer `None` if the machine
/// lacks it.
fn mode_beside_nearest(rounding: Rounding) -> Option<Option<RoundingMode>> {
    match rounding {
        Rounding::NearestEven => Some(None),
        other => RoundingMode::from_exact(other).map(Some),
    }
}

/// Addition and the like; `None` if the machine lacks the mode.
#[inline]
pub(crate) fn binary<T: Host>(op: Op, rounding: Rounding, a: T, b: T) -> Option<T> {
    let mode = mode_beside_nearest(rounding)?;
    match op {
        Op::FpAdd => Some(T::add(mode, a, b)),
        Op::FpSub => Some(T::sub(mode, a, b)),
        Op::FpMul => Some(T::mul(mode, a, b)),
        Op::FpDiv => Some(T::div(mode, a, b)),
        _ => None,
    }
}

/// The square root; `None` if the machine lacks the mode.
pub(crate) fn sqrt<T: Host>(rounding: Rounding, a: T) -> Option<T> {
    RoundingMode::from_exact(rounding).map(|mode| T::sqrt(mode, a))
}

/// Fused multiplication and addition; `None` if the machine lacks the mode.
pub(crate) fn fma<T: Host>(rounding: Rounding, a: T, b: T, c: T) -> Option<T> {
    RoundingMode::from_exact(rounding).map(|mode| T::fma(mode, a, b, c))
}

/// Conversion to another format; `None` for those that the machine does not make.
pub(crate) fn convert<T: Host>(target: Format, rounding: Rounding, a: T) -> Option<Slot> {
    let wide = a.to_f64();
    match target {
        Format::F64 => Some(wide.to_slot()),
        Format::F32 if rounding == Rounding::NearestEven => Some((wide as f32).to_slot()),
        _ => {
            let narrowed = Float::from_f64(wide).convert(target, Env::from(rounding)).0;
            slot_of(&Value::float(narrowed))
        }
    }
}
