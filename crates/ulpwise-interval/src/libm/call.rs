//! One libm function of one format: its values at points, and bounds that follow from them.

use super::error_in_ulps;
use super::{pair, periodic, pieces, pow};
use crate::domain::ordinal;
use crate::domain::{FloatDomain, OrdinalRange, RoundingDomain};
use ulpwise_expr::LibmFunction;
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_solver::Libm;

/// A function with the rounding modes that it may be called in.
#[derive(Clone, Copy)]
pub(super) struct Call<'a> {
    pub(super) function: LibmFunction,
    pub(super) format: Format,
    modes: RoundingDomain,
    libm: &'a Libm<'a>,
    /// The error that is allowed for.
    ulps: i128,
}

impl<'a> Call<'a> {
    /// `None` if the function is not enclosed in this format or in one of the modes.
    pub(super) fn new(
        function: LibmFunction,
        format: Format,
        modes: RoundingDomain,
        libm: &'a Libm<'a>,
    ) -> Option<Call<'a>> {
        let ulps = error_in_ulps(function, format)?;
        (!modes.contains(Rounding::NearestAway)).then_some(Call { function, format, modes, libm, ulps })
    }

    /// Whether it is only called with rounding to nearest.
    pub(super) fn is_nearest(&self) -> bool {
        self.modes.singleton_value() == Some(Rounding::NearestEven)
    }

    /// The ordinal of the greatest result where exact values are positive and at most the number
    /// with this ordinal. To nearest the host does not pass it; in other modes it may do so by its
    /// error.
    pub(super) fn greatest(&self, ordinal: i128) -> i128 {
        if self.is_nearest() { ordinal } else { ordinal + self.ulps }
    }

    /// The ordinal of the least result where exact values are at least the positive number with
    /// this ordinal.
    pub(super) fn least(&self, ordinal: i128) -> i128 {
        // A step downwards may be half an ulp.
        if self.is_nearest() { ordinal } else { ordinal - 2 * self.ulps }
    }

    /// Everything.
    pub(super) fn anything(&self) -> FloatDomain {
        FloatDomain::full(self.format)
    }

    /// What the function delivers for arguments in these domains. If `exact`, single points are
    /// computed in every mode rather than bounded.
    pub(super) fn enclose(&self, arguments: &[FloatDomain], exact: bool) -> FloatDomain {
        match (self.function, arguments) {
            (LibmFunction::Pow, [x, y]) => pow::enclose(self, x, y, exact),
            (LibmFunction::Atan2, [y, x]) => pair::atan2(self, y, x, exact),
            (LibmFunction::Hypot, [x, y]) => pair::hypot(self, x, y, exact),
            (LibmFunction::Sin | LibmFunction::Cos | LibmFunction::Tan, [x]) => {
                periodic::enclose(self, x, exact)
            }
            (_, [x]) => pieces::enclose(self, x, exact),
            _ => panic!("{} takes {} arguments", self.function, self.function.arity()),
        }
    }

    /// What the function delivers at a point, in every mode.
    pub(super) fn at(&self, arguments: &[i128]) -> FloatDomain {
        let values: Vec<Float> = arguments.iter().map(|&at| ordinal::float(self.format, at)).collect();
        let mut results = FloatDomain::empty(self.format);
        for mode in self.modes.modes() {
            match (self.libm)(self.function, mode, &values) {
                Some(value) => results = results.union(&FloatDomain::singleton(value)),
                None => return self.anything(),
            }
        }
        results
    }

    /// The ordinal of the value at a point, to nearest; `None` if it is no number or unknown.
    fn near(&self, arguments: &[i128]) -> Option<i128> {
        let (mut values, count) = ([Float::zero(self.format, false); 2], arguments.len());
        for (value, &at) in values.iter_mut().zip(arguments) {
            *value = ordinal::float(self.format, at);
        }
        let value = (self.libm)(self.function, Rounding::NearestEven, &values[..count])?;
        (!value.is_nan()).then(|| ordinal::from_float(value))
    }

    /// What the function delivers on a box on which its exact value is least at one corner and
    /// greatest at another, and within `within`. If it overflows steeply, `before` is a point where
    /// the exact value is less than at the least corner by many ulps: where even that overflows to
    /// infinity, nothing else is delivered.
    pub(super) fn between(&self, corners: Corners<'_>, within: OrdinalRange, exact: bool) -> FloatDomain {
        let Corners { least, greatest, before } = corners;
        if exact && least == greatest {
            return self.at(least);
        }
        let (Some(low), Some(high)) = (self.near(least), self.near(greatest)) else { return self.anything() };
        let top = ordinal::infinity(self.format);
        let is_saturated = low == top
            && self.modes.modes().all(overflows_to_infinity)
            && before.is_some_and(|point| self.near(point) == Some(top));
        let low = if is_saturated { top } else { self.below(low) };
        let bounds = OrdinalRange::new(low, self.above(high)).intersect(within);
        if bounds.is_empty() {
            // This libm is none of those that the table is about.
            return self.anything();
        }
        FloatDomain::from_range(self.format, bounds)
    }

    /// An ordinal below which no value is delivered where the exact value is at least that of a
    /// point where the host delivered this ordinal.
    fn below(&self, ordinal: i128) -> i128 {
        (ordinal - self.distance(ordinal)).max(!ordinal::infinity(self.format))
    }

    /// The same above.
    fn above(&self, ordinal: i128) -> i128 {
        (ordinal + self.distance(ordinal)).min(ordinal::infinity(self.format))
    }

    /// Twice the error as a number of floats. Where the spacing of floats changes, or zero with its
    /// two signs is near, an ulp of the exact value may be two steps.
    fn distance(&self, ordinal: i128) -> i128 {
        let magnitude = if ordinal < 0 { !ordinal } else { ordinal };
        let binade = 1_i128 << (self.format.significand_bits() - 1);
        let (wide, into) = (4 * self.ulps + 1, magnitude % binade);
        if into <= wide || binade - into <= wide { wide } else { 2 * self.ulps }
    }
}

/// Points of a box.
#[derive(Clone, Copy)]
pub(super) struct Corners<'a> {
    /// Where the exact value is least.
    pub(super) least: &'a [i128],
    /// Where it is greatest.
    pub(super) greatest: &'a [i128],
    /// Beside the least corner, where the exact value is less by many ulps if it is near the
    /// largest number.
    pub(super) before: Option<&'a [i128]>,
}

/// Whether a result that is too large becomes plus infinity.
fn overflows_to_infinity(mode: Rounding) -> bool {
    matches!(mode, Rounding::NearestEven | Rounding::TowardPositive)
}
