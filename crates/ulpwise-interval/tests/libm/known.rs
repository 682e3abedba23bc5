//! Enclosures and inverses that mathematics tells.

use ulpwise_expr::LibmFunction;
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_interval::domain::{Domain, FloatDomain, RoundingDomain};
use ulpwise_interval::libm::{enclosure, project};
use ulpwise_interval::project::ProjectionOutcome;
use ulpwise_testkit::libm::HostLibm;

fn range(low: f64, high: f64) -> FloatDomain {
    FloatDomain::between(Float::from_f64(low), Float::from_f64(high))
}

fn nearest() -> RoundingDomain {
    RoundingDomain::singleton(Rounding::NearestEven)
}

/// The ends of the image of a box, which has no NaN.
fn image(function: LibmFunction, arguments: &[FloatDomain]) -> (f64, f64) {
    let host = HostLibm::default();
    let libm = |function, rounding, arguments: &[Float]| host.deliver(function, rounding, arguments);
    let image = enclosure(function, nearest(), arguments, &libm).unwrap();
    assert!(!image.can_be_nan(), "{image:?}");
    (image.lowest().unwrap().to_f64(), image.highest().unwrap().to_f64())
}

#[test]
fn images_are_tight() {
    use LibmFunction::{Acos, Atan2, Cos, Cosh, Exp, Hypot, Log, Pow, Sin, Tan, Tanh};
    use std::f64::consts::{E, PI};
    let infinity = f64::INFINITY;
    let unary = [
        (Exp, -infinity, infinity, 0.0, infinity),
        (Exp, 0.0, 1.0, 1.0, E),
        (Exp, 710.0, 1e300, infinity, infinity),
        (Exp, -1e300, -0.0, 0.0, 1.0),
        (Log, 1.0, E, 0.0, 1.0),
        (Log, 0.0, 1.0, -infinity, 0.0),
        (Cosh, -1.0, 0.5, 1.0, 1.0_f64.cosh()),
        (Sin, 0.0, PI, 0.0, 1.0),
        (Sin, -1e10, 1e10, -1.0, 1.0),
        (Sin, 3.0, 3.5, 3.5_f64.sin(), 3.0_f64.sin()),
        (Sin, 4.0, 5.0, -1.0, 4.0_f64.sin()),
        (Cos, 1e22, 1e22, 1e22_f64.cos(), 1e22_f64.cos()),
        (Cos, -1.0, 2.0, 2.0_f64.cos(), 1.0),
        (Tan, -1.0, 1.0, -1.0_f64.tan(), 1.0_f64.tan()),
        (Tanh, 5e-324, 1e300, 0.0, 1.0),
        (Acos, -1.0, 1.0, 0.0, PI),
    ];
    for (function, low, high, least, greatest) in unary {
        let (lowest, highest) = image(function, &[range(low, high)]);
        let is_close = |x: f64, y: f64| x == y || (x - y).abs() <= 1e-14 * (1.0 + x.abs());
        assert!(is_close(lowest, least) && is_close(highest, greatest), "{function}: [{lowest}, {highest}]");
    }
    assert_eq!(image(Pow, &[range(0.0, 1.0), range(0.0, 5.0)]), (0.0, 1.0));
    let (low, high) = image(Pow, &[range(-3.0, -2.0), range(3.0, 3.0)]);
    assert!((-27.000001..=-27.0).contains(&low) && (-8.0..-7.99999).contains(&high), "[{low}, {high}]");
    assert_eq!(image(Pow, &[range(2.0, 3.0), range(1e10, 1e20)]), (infinity, infinity));
    let (low, high) = image(Hypot, &[range(-3.0, 1.0), range(4.0, 5.0)]);
    assert!((3.99..=4.0).contains(&low) && (5.8..5.84).contains(&high), "[{low}, {high}]");
    let (low, high) = image(Atan2, &[range(1.0, 2.0), range(-1.0, 1.0)]);
    assert!((0.78..0.79).contains(&low) && (2.35..2.36).contains(&high), "[{low}, {high}]");
}

/// The argument that is left if the result is in a range.
fn preimage(function: LibmFunction, argument: FloatDomain, result: FloatDomain) -> Option<FloatDomain> {
    let host = HostLibm::default();
    let libm = |function, rounding, arguments: &[Float]| host.deliver(function, rounding, arguments);
    let mut args = [nearest().into(), argument.into()];
    match project(function, &mut args, None, &mut result.into(), &libm) {
        ProjectionOutcome::Conflict => None,
        ProjectionOutcome::Narrowed(_) => match &args[1] {
            Domain::Float(floats) => Some(*floats),
            other => panic!("{other:?} is no domain of floats"),
        },
    }
}

#[test]
fn preimages_are_tight() {
    use LibmFunction::{Asin, Cosh, Exp, Log, Sin, Sinh};
    let full = FloatDomain::full(Format::F64);
    let ends = |domain: FloatDomain| (domain.lowest().unwrap().to_f64(), domain.highest().unwrap().to_f64());
    let (low, high) = ends(preimage(Exp, full, range(1.0, std::f64::consts::E)).unwrap());
    assert!(low.abs() < 1e-14 && (high - 1.0).abs() < 1e-14, "[{low}, {high}]");
    // Overflow begins at the logarithm of the largest number.
    let infinite = FloatDomain::singleton(Float::infinity(Format::F64, false));
    let (low, high) = ends(preimage(Exp, full, infinite).unwrap());
    assert!((low - 709.782_712_893_384).abs() < 1e-10 && high == f64::INFINITY, "[{low}, {high}]");
    let (low, high) = ends(preimage(Log, full, range(-1.0, 0.0)).unwrap());
    assert!((low - (-1.0_f64).exp()).abs() < 1e-14 && high == 1.0, "[{low}, {high}]");
    // Two branches.
    let both = preimage(Cosh, full, range(2.0, 3.0)).unwrap();
    assert_eq!(both.ranges().len(), 2);
    assert!(!both.can_be_zero() && !both.can_be_nan());
    // The NaN comes from outside of [-1, 1] and from itself.
    let outside = preimage(Asin, full, FloatDomain::only_nan(Format::F64)).unwrap();
    assert!(outside.can_be_nan() && !outside.contains(Float::from_f64(1.0)));
    assert!(outside.contains(Float::from_f64(1.0_f64.next_up())));
    // A sine above one half, on three and a half periods.
    let crests = preimage(Sin, range(0.0, 22.0), range(0.5, 1.0)).unwrap();
    assert_eq!(crests.ranges().len(), 4);
    let (low, high) = ends(crests);
    assert!(
        (low - std::f64::consts::FRAC_PI_6).abs() < 1e-14 && (high - 21.4675).abs() < 1e-4,
        "[{low}, {high}]"
    );
    assert_eq!(preimage(Sin, full, range(1.5, 2.0)), None);
    assert_eq!(preimage(Sinh, range(1.0, 1e300), range(-5.0, 1.0)), None);
}

#[test]
fn a_mode_without_a_libm_says_nothing() {
    let host = HostLibm::default();
    let libm = |function, rounding, arguments: &[Float]| host.deliver(function, rounding, arguments);
    let away = RoundingDomain::singleton(Rounding::NearestAway);
    let mut args = [away.into(), range(1.0, 2.0).into()];
    let mut result = Domain::from(FloatDomain::full(Format::F64));
    assert_eq!(project(LibmFunction::Sin, &mut args, None, &mut result, &libm), ProjectionOutcome::SAME);
}
