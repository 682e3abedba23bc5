//! `atan2` and `hypot`: monotone in each argument where both keep their signs.

use super::call::{Call, Corners};
use crate::domain::{FloatDomain, OrdinalRange, ordinal};

/// The numbers with the sign minus, and those with the sign plus.
pub(super) fn signs(call: &Call<'_>) -> [OrdinalRange; 2] {
    let top = ordinal::infinity(call.format);
    [OrdinalRange::new(!top, -1), OrdinalRange::new(0, top)]
}

/// The ranges of a domain's magnitudes, each with whether the sign is minus.
fn magnitudes(call: &Call<'_>, domain: &FloatDomain) -> Vec<(OrdinalRange, bool)> {
    let [negative, positive] = signs(call);
    let mut parts = Vec::new();
    for &range in domain.ranges() {
        let (below, above) = (range.intersect(negative), range.intersect(positive));
        if !below.is_empty() {
            parts.push((OrdinalRange::new(!below.high, !below.low), true));
        }
        if !above.is_empty() {
            parts.push((above, false));
        }
    }
    parts
}

/// The angle of the point (x, y). With y not negative it rises with y and falls with x where x is
/// positive, and falls with both where x is negative; with y negative it is the mirror image. Zeros
/// and infinities fit in: they are limits.
pub(super) fn atan2(call: &Call<'_>, y: &FloatDomain, x: &FloatDomain, exact: bool) -> FloatDomain {
    let mut results = FloatDomain::empty(call.format);
    if y.can_be_nan() || x.can_be_nan() {
        results.add_nan();
    }
    let upper = OrdinalRange::new(0, ordinal::max_finite(call.format));
    for &(height, is_below) in &magnitudes(call, y) {
        for &(width, is_left) in &magnitudes(call, x) {
            let signed = |height: i128, width: i128| {
                [if is_below { !height } else { height }, if is_left { !width } else { width }]
            };
            // The angle's magnitude is least and greatest at these.
            let (least, greatest) = if is_left {
                (signed(height.high, width.low), signed(height.low, width.high))
            } else {
                (signed(height.low, width.high), signed(height.high, width.low))
            };
            let (corners, within) = if is_below {
                (
                    Corners { least: &greatest, greatest: &least, before: None },
                    OrdinalRange::new(!upper.high, -1),
                )
            } else {
                (Corners { least: &least, greatest: &greatest, before: None }, upper)
            };
            results = results.union(&call.between(corners, within, exact));
        }
    }
    results
}

/// The length of (x, y), which rises with both magnitudes. An infinity wins over the NaN.
pub(super) fn hypot(call: &Call<'_>, x: &FloatDomain, y: &FloatDomain, exact: bool) -> FloatDomain {
    let mut results = FloatDomain::empty(call.format);
    let top = ordinal::infinity(call.format);
    for (one, other) in [(x, y), (y, x)] {
        if one.can_be_nan() {
            if other.can_be_infinite() {
                results.add_range(OrdinalRange::new(top, top));
            }
            if other.can_be_nan() || magnitudes(call, other).iter().any(|(range, _)| range.low < top) {
                results.add_nan();
            }
        }
    }
    for &(width, is_left) in &magnitudes(call, x) {
        for &(height, is_below) in &magnitudes(call, y) {
            let (least, greatest) = ([width.low, height.low], [width.high, height.high]);
            let corners = Corners { least: &least, greatest: &greatest, before: None };
            let exact = exact && !is_left && !is_below;
            results = results.union(&call.between(corners, OrdinalRange::new(0, top), exact));
        }
    }
    results
}
