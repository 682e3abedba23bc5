//! Conversions between floats and bit-vectors taken as integers.
//!
//! All of them are monotone as long as they are specified. What does not fit the integer is open:
//! then the result says nothing about the float, nor the float about the result.

use super::monotone::inverse;
use crate::domain::{BitVecDomain, Change, FloatDomain, OrdinalRange, RoundingDomain, ordinal};
use crate::project::Recorder;
use ulpwise_float::{Float, Format, Rounding};

/// How bits are read as an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signedness {
    /// In two's complement.
    Signed,
    /// As a natural number.
    Unsigned,
}

impl Signedness {
    /// Least and greatest member, mapped to signed numbers in their order.
    fn ends(self, integers: &BitVecDomain) -> (i128, i128) {
        match self {
            Signedness::Signed => integers.signed(),
            Signedness::Unsigned => {
                let (low, high) = integers.unsigned();
                (low.wrapping_add(1 << 127) as i128, high.wrapping_add(1 << 127) as i128)
            }
        }
    }

    /// The members of a width between two such numbers.
    fn between(self, width: u32, low: i128, high: i128) -> BitVecDomain {
        match self {
            Signedness::Signed => BitVecDomain::signed_between(width, low, high),
            Signedness::Unsigned => BitVecDomain::unsigned_between(width, natural(low), natural(high)),
        }
    }

    fn to_float(self, format: Format, mode: Rounding, at: i128) -> i128 {
        let (float, _) = match self {
            Signedness::Signed => Float::from_i128(format, at, mode),
            Signedness::Unsigned => Float::from_u128(format, natural(at), mode),
        };
        ordinal::from_float(float)
    }

    /// Where the conversion of a number lies: below, inside or above what the integers hold, and
    /// the integer.
    fn integer_of(self, float: Float, width: u32, mode: Rounding) -> (i8, i128) {
        let integer = match self {
            Signedness::Signed => float.to_i128(width, mode).0,
            Signedness::Unsigned => {
                float.to_u128(width, mode).0.map(|value| value.wrapping_add(1 << 127) as i128)
            }
        };
        match integer {
            Some(integer) => (0, integer),
            None if float.is_sign_negative() => (-1, 0),
            None => (1, 0),
        }
    }
}

/// The natural number that stands at a place in the order of signed numbers.
fn natural(at: i128) -> u128 {
    (at as u128).wrapping_sub(1 << 127)
}

/// The integers as floats.
pub fn from_integer_direct(
    kind: Signedness,
    mode: Rounding,
    x: &BitVecDomain,
    format: Format,
) -> FloatDomain {
    let (low, high) = kind.ends(x);
    let image = |at: i128| kind.to_float(format, mode, at);
    FloatDomain::from_range(format, OrdinalRange::new(image(low), image(high)))
}

/// The part of `x` that converts to something in `z`.
pub fn from_integer_indirect(
    kind: Signedness,
    mode: Rounding,
    z: &FloatDomain,
    x: &BitVecDomain,
) -> BitVecDomain {
    let mut found = BitVecDomain::empty(x.width());
    let image = |at: i128| kind.to_float(z.format(), mode, at);
    for images in z.ranges() {
        let (low, high) = inverse(kind.ends(x), &images.low, &images.high, image);
        if low <= high {
            found = found.union(&kind.between(x.width(), low, high));
        }
    }
    found
}

/// The floats as integers of a width; any, where one does not fit.
pub fn to_integer_direct(kind: Signedness, mode: Rounding, x: &FloatDomain, width: u32) -> BitVecDomain {
    let mut found = BitVecDomain::empty(width);
    if x.can_be_nan() {
        return BitVecDomain::full(width);
    }
    for range in x.ranges() {
        let image = |at: i128| kind.integer_of(ordinal::float(x.format(), at), width, mode);
        let ((0, low), (0, high)) = (image(range.low), image(range.high)) else {
            return BitVecDomain::full(width);
        };
        found = found.union(&kind.between(width, low, high));
    }
    found
}

/// The part of `x` that converts to something in `z`, or does not fit.
pub fn to_integer_indirect(
    kind: Signedness,
    mode: Rounding,
    z: &BitVecDomain,
    x: &FloatDomain,
) -> FloatDomain {
    let format = x.format();
    let mut found = FloatDomain::empty(format);
    if x.can_be_nan() {
        found.add_nan();
    }
    let (least, greatest) = kind.ends(z);
    for range in x.ranges() {
        let image = |at: i128| kind.integer_of(ordinal::float(format, at), z.width(), mode);
        for (from, to) in [
            ((0, least), (0, greatest)),
            ((-1, i128::MIN), (-1, i128::MAX)),
            ((1, i128::MIN), (1, i128::MAX)),
        ] {
            let (low, high) = inverse((range.low, range.high), &from, &to, image);
            found.add_range(OrdinalRange::new(low, high));
        }
    }
    found
}

pub(super) fn project_from(
    kind: Signedness,
    modes: &mut RoundingDomain,
    x: &mut BitVecDomain,
    z: &mut FloatDomain,
    recorder: &mut Recorder,
) {
    let mut left = RoundingDomain::EMPTY;
    let (mut for_x, mut for_z) = (BitVecDomain::empty(x.width()), FloatDomain::empty(z.format()));
    for mode in modes.modes() {
        let (mut integers, mut floats) = (*x, *z);
        if floats.intersect(&from_integer_direct(kind, mode, x, z.format())) != Change::Empty
            && integers.intersect(&from_integer_indirect(kind, mode, &floats, x)) != Change::Empty
        {
            left = left.union(RoundingDomain::singleton(mode));
            (for_x, for_z) = (for_x.union(&integers), for_z.union(&floats));
        }
    }
    recorder.argument(0, modes.intersect(left));
    recorder.argument(1, x.intersect(&for_x));
    recorder.result(z.intersect(&for_z));
}

pub(super) fn project_to(
    kind: Signedness,
    modes: &mut RoundingDomain,
    x: &mut FloatDomain,
    z: &mut BitVecDomain,
    recorder: &mut Recorder,
) {
    let mut left = RoundingDomain::EMPTY;
    let (mut for_x, mut for_z) = (FloatDomain::empty(x.format()), BitVecDomain::empty(z.width()));
    for mode in modes.modes() {
        let (mut floats, mut integers) = (*x, *z);
        if integers.intersect(&to_integer_direct(kind, mode, x, z.width())) != Change::Empty
            && floats.intersect(&to_integer_indirect(kind, mode, &integers, x)) != Change::Empty
        {
            left = left.union(RoundingDomain::singleton(mode));
            (for_x, for_z) = (for_x.union(&floats), for_z.union(&integers));
        }
    }
    recorder.argument(0, modes.intersect(left));
    recorder.argument(1, x.intersect(&for_x));
    recorder.result(z.intersect(&for_z));
}
