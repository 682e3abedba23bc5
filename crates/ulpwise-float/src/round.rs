//! From an exact or sticky intermediate result to the nearest datum of a format, with flags.
//!
//! This is the only place where results are rounded, where overflow, underflow and inexact are
//! raised (IEEE 754-2019 clauses 4.3, 7.4, 7.5, 7.6), and where finite encodings are put together.

use crate::env::{Env, Tininess};
use crate::flags::Flags;
use crate::format::Format;
use crate::magnitude::Magnitude;
use crate::value::{Float, Outcome};

/// Rounds plus or minus `significand * 2^exponent` into `format`.
///
/// The significand is not zero. If it is inexact, its lowest bit is sticky (set exactly when the
/// true value lies strictly between the neighbouring even integers), and it has at least two bits
/// more than the precision.
#[inline(always)]
pub(crate) fn round<M: Magnitude>(
    format: Format,
    env: Env,
    negative: bool,
    exponent: i64,
    significand: M,
) -> Outcome {
    debug_assert!(!significand.is_zero());
    let precision = format.significand_bits();
    let leading = exponent + i64::from(significand.bit_length()) - 1;
    let tiny = leading < format.min_exponent();
    // Exponent of the last kept place: fixed for subnormals, following the leading bit otherwise.
    let last = leading.max(format.min_exponent()) - i64::from(precision - 1);
    let cut = cut_at(env, negative, last - exponent, significand);
    let (mut kept, mut last) = (cut.kept, last);
    if kept.bit(precision) {
        // Rounding carried into a new leading bit; what remains is a power of two, so nothing is
        // lost.
        kept = kept.shr(1);
        last += 1;
    }
    if last + i64::from(precision - 1) > format.max_exponent() {
        return overflow(format, env, negative);
    }
    let mut flags = Flags::INEXACT.when(cut.inexact);
    if tiny && cut.inexact && counts_as_tiny(format, env, negative, exponent, significand, kept) {
        flags |= Flags::UNDERFLOW;
    }
    (pack(format, negative, last, kept), flags)
}

/// A magnitude rounded at some place.
struct Cut<M> {
    kept: M,
    inexact: bool,
}

/// Rounds `significand` to a multiple of 2^shift and divides by it; a negative shift is exact.
#[inline(always)]
fn cut_at<M: Magnitude>(env: Env, negative: bool, shift: i64, significand: M) -> Cut<M> {
    if shift <= 0 {
        return Cut { kept: significand.shl((-shift) as u32), inexact: false };
    }
    let shift = u32::try_from(shift).unwrap_or(u32::MAX);
    let kept = significand.shr(shift);
    let half = significand.bit(shift - 1);
    let rest = significand.any_low_bits(shift - 1);
    let up = env.rounding.rounds_up(negative, kept.bit(0), half, rest);
    Cut { kept: kept.add(M::from_u64(up.into())), inexact: half || rest }
}

/// Whether an inexact result, below the smallest normal number before rounding, is tiny (clause
/// 7.5). `kept` is its rounded significand at the place of the last subnormal bit.
#[inline(never)]
fn counts_as_tiny<M: Magnitude>(
    format: Format,
    env: Env,
    negative: bool,
    exponent: i64,
    significand: M,
    kept: M,
) -> bool {
    let precision = format.significand_bits();
    if env.tininess == Tininess::BeforeRounding || !kept.bit(precision - 1) {
        return true;
    }
    // The result became the smallest normal number. Rounded to full precision with unbounded
    // exponent, that is one place further down, it may still have stayed below.
    let last = format.min_exponent() - i64::from(precision);
    !cut_at(env, negative, last - exponent, significand).kept.bit(precision)
}

/// The result of an operation whose rounded magnitude exceeds the largest finite number (clause
/// 7.4).
#[cold]
pub(crate) fn overflow(format: Format, env: Env, negative: bool) -> Outcome {
    let result = if env.rounding.overflows_to_infinity(negative) {
        Float::infinity(format, negative)
    } else {
        Float::max_finite(format, negative)
    };
    (result, Flags::OVERFLOW | Flags::INEXACT)
}

/// Puts an encoding together: the value is `significand * 2^last`, at most `precision` bits, and
/// shorter only if `last` is the exponent of the smallest subnormal.
#[inline(always)]
pub(crate) fn pack<M: Magnitude>(format: Format, negative: bool, last: i64, significand: M) -> Float {
    let precision = format.significand_bits();
    // Counted so that subnormals and the lowest normal binade share the value 0.
    let binade = (last - format.min_subnormal_exponent()) as u64;
    let mut bits = if format.has_explicit_leading_bit() {
        let field = binade + u64::from(significand.bit(precision - 1));
        M::from_u64(field).shl(precision).add(significand)
    } else {
        // The hidden bit, where there is one, adds the missing 1 to the exponent field.
        M::from_u64(binade).shl(precision - 1).add(significand)
    };
    if negative {
        bits = bits.add(M::ONE.shl(format.width() - 1));
    }
    Float::new(format, bits.to_bits())
}

/// Encodes plus or minus `significand * 2^exponent`, which the format represents exactly.
#[inline(never)]
pub(crate) fn exact<M: Magnitude>(format: Format, negative: bool, exponent: i64, significand: M) -> Float {
    if significand.is_zero() {
        return Float::zero(format, negative);
    }
    let (float, flags) = round(format, Env::default(), negative, exponent, significand);
    debug_assert!(flags.is_empty(), "not representable");
    float
}
