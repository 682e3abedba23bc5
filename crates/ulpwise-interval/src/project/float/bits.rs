//! Encodings: `to_fp` of bits and `fp.to_ieee_bv`.
//!
//! Within one sign, encodings as natural numbers are in the order of magnitudes, with the NaNs
//! last. There are many encodings of the NaN, but only the canonical one is what the NaN is encoded
//! as.

use crate::domain::{BitVecDomain, FloatDomain, OrdinalRange, ordinal};
use ulpwise_float::{Float, Format};

/// The bit that encodes the sign.
fn sign(format: Format) -> u128 {
    1 << (format.width() - 1)
}

/// The encoding of the NaN.
fn canonical_nan(format: Format) -> u128 {
    Float::quiet_nan(format, false).to_bits()
}

/// The numbers among the encodings, and whether there is a NaN among them.
fn decoded(format: Format, x: &BitVecDomain) -> (FloatDomain, bool) {
    let (top, sign) = (ordinal::infinity(format), sign(format));
    let mut found = FloatDomain::empty(format);
    let mut nan = false;
    for negative in [false, true] {
        let base = if negative { sign } else { 0 };
        let mut half = BitVecDomain::unsigned_between(x.width(), base, base + (sign - 1));
        half.intersect(x);
        if half.is_empty() {
            continue;
        }
        let (low, high) = half.unsigned();
        let (low, high) = ((low - base) as i128, (high - base) as i128);
        nan |= high > top;
        let magnitudes = OrdinalRange::new(low, high.min(top));
        if !magnitudes.is_empty() {
            found.add_range(if negative {
                OrdinalRange::new(!magnitudes.high, !magnitudes.low)
            } else {
                magnitudes
            });
        }
    }
    (found, nan)
}

/// The encodings of the numbers of a domain.
fn encoded(z: &FloatDomain) -> BitVecDomain {
    let format = z.format();
    let mut found = BitVecDomain::empty(format.width());
    for range in z.ranges() {
        let positive = range.intersect(OrdinalRange::new(0, i128::MAX));
        if !positive.is_empty() {
            let part =
                BitVecDomain::unsigned_between(format.width(), positive.low as u128, positive.high as u128);
            found = found.union(&part);
        }
        let negative = range.intersect(OrdinalRange::new(i128::MIN, -1));
        if !negative.is_empty() {
            let (low, high) = (!negative.high as u128 | sign(format), !negative.low as u128 | sign(format));
            found = found.union(&BitVecDomain::unsigned_between(format.width(), low, high));
        }
    }
    found
}

/// The floats with encodings in x.
pub fn from_bits_direct(x: &BitVecDomain, format: Format) -> FloatDomain {
    let (mut found, nan) = decoded(format, x);
    if nan {
        found.add_nan();
    }
    found
}

/// The part of `x` that encodes something in `z`.
pub fn from_bits_indirect(z: &FloatDomain, x: &BitVecDomain) -> BitVecDomain {
    let format = z.format();
    let (top, sign) = (ordinal::infinity(format) as u128, sign(format));
    let mut found = encoded(z);
    found.intersect(x);
    if z.can_be_nan() {
        for base in [0, sign] {
            let mut nans = BitVecDomain::unsigned_between(x.width(), base + top + 1, base + (sign - 1));
            nans.intersect(x);
            found = found.union(&nans);
        }
    }
    found
}

/// The encodings of x.
pub fn to_bits_direct(x: &FloatDomain) -> BitVecDomain {
    let found = encoded(x);
    if x.can_be_nan() {
        let nan = BitVecDomain::of_bits(x.format().width(), canonical_nan(x.format()));
        return found.union(&nan);
    }
    found
}

/// What has an encoding in `z`.
pub fn to_bits_indirect(z: &BitVecDomain, format: Format) -> FloatDomain {
    let (mut found, _) = decoded(format, z);
    if z.contains_bits(canonical_nan(format)) {
        found.add_nan();
    }
    found
}
