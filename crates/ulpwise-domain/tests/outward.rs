//! Every directed operation and every operation on intervals, held against exact rationals.

use std::cmp::Ordering;
use ulpwise_base::SplitMix64;
use ulpwise_domain::{Interval, directed};
use ulpwise_float::Rational;

/// Where something changes: zeros, the ends of the subnormal and normal numbers, the least numbers
/// with exact errors, neighbours of one, halves of the exponent range, the ends of all.
fn special_numbers() -> Vec<f64> {
    let positive = [
        0.0,
        f64::from_bits(1),
        f64::from_bits(3),
        f64::MIN_POSITIVE.next_down(),
        f64::MIN_POSITIVE,
        2f64.powi(-969),
        1e-280f64.next_down(),
        1e-280,
        1e-280f64.next_up(),
        1.1e-162,
        2f64.powi(-500),
        1e-140,
        0.1,
        1f64.next_down(),
        1.0,
        1f64.next_up(),
        3.0,
        1.0 / 3.0,
        9_007_199_254_740_991.0,
        1e154,
        1.3e154,
        2f64.powi(1000),
        2f64.powi(1023),
        f64::MAX.next_down(),
        f64::MAX,
    ];
    positive.into_iter().flat_map(|number| [number, -number]).collect()
}

fn exact(number: f64) -> Rational {
    Rational::try_from(number).expect("a finite number")
}

/// The place of a double in the order of all doubles, both zeros in one.
fn place(number: f64) -> i64 {
    let magnitude = (number.to_bits() & !(1 << 63)) as i64;
    if number < 0.0 { -magnitude } else { magnitude }
}

/// Checks one pair of bounds of an exact result, and that it is as tight as promised.
fn check(what: &str, (down, up): (f64, f64), exact_result: &Rational) {
    assert!(down != f64::INFINITY && up != f64::NEG_INFINITY && down <= up, "{what}: {down:e} {up:e}");
    let below = down == f64::NEG_INFINITY || exact(down) <= *exact_result;
    let above = up == f64::INFINITY || exact(up) >= *exact_result;
    assert!(below && above, "{what}: [{down:e}, {up:e}]");
    // Exact errors put the bounds next to each other, others one more on each side.
    assert!(place(up) - place(down) <= 2, "{what}: [{down:e}, {up:e}]");
    let sign = exact_result.cmp(&Rational::ZERO);
    assert!(sign == Ordering::Less || down >= 0.0, "{what}: {down:e} crosses zero");
    assert!(sign == Ordering::Greater || up <= 0.0, "{what}: {up:e} crosses zero");
    if down.is_finite() && exact(down) == *exact_result && down.abs() > 1e-279 {
        assert!(down == up, "{what}: an exact result stays one number, not [{down:e}, {up:e}]");
    }
}

fn check_pair(a: f64, b: f64) {
    let (x, y) = (exact(a), exact(b));
    let name = |operation: &str| format!("{a:e} {operation} {b:e}");
    check(&name("+"), (directed::add_down(a, b), directed::add_up(a, b)), &(&x + &y));
    check(&name("-"), (directed::add_down(a, -b), directed::add_up(a, -b)), &(&x - &y));
    check(&name("*"), (directed::mul_down(a, b), directed::mul_up(a, b)), &(&x * &y));
    if b != 0.0 {
        check(&name("/"), (directed::div_down(a, b), directed::div_up(a, b)), &(&x / &y));
    }
    if a >= 0.0 {
        let (down, up) = (directed::sqrt_down(a), directed::sqrt_up(a));
        assert!(exact(down) * exact(down) <= x && exact(up) * exact(up) >= x, "root of {a:e}");
        assert!(place(up) - place(down) <= 2 && down >= 0.0, "root of {a:e}");
    }
}

#[test]
fn directed_operations_enclose_on_all_pairs_of_special_numbers() {
    let numbers = special_numbers();
    for &a in &numbers {
        for &b in &numbers {
            check_pair(a, b);
        }
    }
}

#[test]
fn directed_operations_enclose_at_random() {
    let mut random = SplitMix64::new(17);
    let specials = special_numbers();
    for _ in 0..60_000 {
        let mut number = || match random.below(4) {
            0 => f64::from_bits(random.next_u64()),
            1 => *random.choose(&specials),
            // Of about one size, so that sums cancel; with few digits, so that results are exact.
            2 => f64::from_bits(random.next_u64() >> 12 | 0x3ffu64 << 52) - 1.5,
            _ => (random.next_u64() as i32 >> random.below(31)) as f64 / 64.0,
        };
        let (a, b) = (number(), number());
        if a.is_finite() && b.is_finite() {
            check_pair(a, b);
        }
    }
}

/// Bounds for intervals: the special ones, both infinities, and some ordinary numbers.
fn intervals() -> Vec<Interval> {
    let bounds = [
        f64::NEG_INFINITY,
        f64::MIN,
        -3.0,
        -1.0,
        -0.1,
        -f64::from_bits(1),
        0.0,
        1e-200,
        1.0,
        7.0,
        1e200,
        f64::MAX,
        f64::INFINITY,
    ];
    let pairs = bounds.iter().flat_map(|&low| bounds.iter().map(move |&high| (low, high)));
    pairs.filter(|(low, high)| low <= high).map(|(low, high)| Interval::new(low, high)).collect()
}

/// Members of an interval: its bounds, what lies between, and numbers far beyond all doubles.
fn members(interval: Interval) -> Vec<Rational> {
    let far = exact(f64::MAX) * exact(1e300);
    let mut members = vec![-far.clone(), far];
    members.extend([-2.0, -1e-100, 0.0, 0.5, 1.5].map(exact));
    members.extend([interval.low, interval.high].into_iter().filter(|bound| bound.is_finite()).map(exact));
    members.retain(|member| contains(interval, member));
    members
}

fn contains(interval: Interval, member: &Rational) -> bool {
    (interval.low == f64::NEG_INFINITY || exact(interval.low) <= *member)
        && (interval.high == f64::INFINITY || *member <= exact(interval.high))
}

#[test]
fn operations_on_intervals_enclose_all_results_on_members() {
    let intervals = intervals();
    for &a in &intervals {
        for &b in &intervals {
            let sums = (a.plus(b), a.minus(b), a.times(b), a.over(b));
            assert_eq!(sums.3.is_none(), b.contains(0.0), "{a:?} / {b:?}");
            for result in [sums.0, sums.1, sums.2].into_iter().chain(sums.3) {
                assert!(result.low <= result.high && result.low < f64::INFINITY, "{a:?} {b:?}");
                assert!(result.high > f64::NEG_INFINITY, "{a:?} {b:?}");
            }
            for x in members(a) {
                for y in members(b) {
                    let results = [(sums.0, &x + &y), (sums.1, &x - &y), (sums.2, &x * &y)];
                    for (result, member) in results {
                        assert!(contains(result, &member), "{a:?} {b:?}: {result:?}");
                    }
                    if let Some(quotients) = sums.3 {
                        assert!(contains(quotients, &(&x / &y)), "{a:?} / {b:?}: {quotients:?}");
                    }
                    let both = contains(a, &y) && contains(b, &y);
                    assert!(!both || contains(a.meet(b).expect("a member"), &y));
                    assert!(contains(a.hull(b), &x) && contains(a.hull(b), &y));
                }
            }
        }
        for x in members(a) {
            let magnitude = if x < Rational::ZERO { -x.clone() } else { x.clone() };
            assert!(contains(a.squared(), &(&x * &x)) && contains(a.abs(), &magnitude));
            assert!(contains(a.negated(), &-x.clone()) && a.squared().low >= 0.0);
            if x >= Rational::ZERO {
                let roots = a.sqrt().expect("a member is not negative");
                assert!(roots.low >= 0.0 && exact(roots.low) * exact(roots.low) <= x);
                assert!(roots.high == f64::INFINITY || exact(roots.high) * exact(roots.high) >= x);
            }
        }
        assert_eq!(a.sqrt().is_none(), a.high < 0.0);
    }
}

#[test]
fn conventions_are_those_that_are_stated() {
    let [half, three] = [0.5, 3.0].map(Interval::point);
    assert_eq!(half.plus(three), Interval::point(3.5));
    assert_eq!(half.times(three), Interval::point(1.5));
    assert_eq!(half.minus(half), Interval::ZERO);
    assert_eq!(half.inverse(), Some(Interval::point(2.0)));
    assert_eq!(Interval::point(9.0).sqrt(), Some(three));
    // A NaN is a missing bound, an infinity a number beyond all doubles.
    assert_eq!(Interval::new(f64::NAN, f64::NAN), Interval::ENTIRE);
    assert_eq!(Interval::point(f64::INFINITY), Interval { low: f64::MAX, high: f64::INFINITY });
    assert_eq!(Interval::new(-1.0, f64::NEG_INFINITY).high, f64::MIN);
    let greatest = Interval::point(f64::MAX);
    assert_eq!(greatest.plus(greatest), Interval::point(f64::INFINITY));
    assert_eq!(greatest.times(three.negated()), Interval::point(f64::NEG_INFINITY));
    // A missing bound times zero is zero, and a number over it is zero.
    assert_eq!(Interval::ENTIRE.times(Interval::ZERO), Interval::ZERO);
    assert_eq!(Interval::ENTIRE.minus(Interval::ENTIRE), Interval::ENTIRE);
    assert_eq!(Interval::new(2.0, f64::INFINITY).inverse().map(|inverse| inverse.low), Some(0.0));
    // Nothing is empty.
    assert_eq!(half.meet(three), None);
    assert_eq!(three.over(Interval::new(-1.0, 0.0)), None);
    assert_eq!(three.negated().sqrt(), None);
    assert_eq!(Interval::new(-4.0, 9.0).sqrt(), Some(Interval::new(0.0, 3.0)));
    assert_eq!(Interval::new(-4.0, 3.0).abs(), Interval::new(0.0, 4.0));
    assert_eq!((Interval::new(-4.0, 3.0).magnitude(), Interval::new(2.0, 3.0).mignitude()), (4.0, 2.0));
}

/// Directed operations on what is not finite fail to the safe side.
#[test]
fn what_is_not_known_is_unbounded() {
    let (infinity, nan) = (f64::INFINITY, f64::NAN);
    for (down, up) in [
        (directed::add_down(infinity, -infinity), directed::add_up(infinity, -infinity)),
        (directed::add_down(nan, 1.0), directed::add_up(nan, 1.0)),
        (directed::mul_down(nan, 0.0), directed::mul_up(nan, 0.0)),
        (directed::mul_down(2.0, nan), directed::mul_up(2.0, nan)),
        (directed::div_down(infinity, infinity), directed::div_up(infinity, infinity)),
        (directed::div_down(0.0, nan), directed::div_up(0.0, nan)),
        (directed::div_down(nan, 1.0), directed::div_up(nan, 1.0)),
        (directed::sqrt_down(nan), directed::sqrt_up(nan)),
    ] {
        assert_eq!((down, up), (-infinity, infinity));
    }
    assert_eq!(directed::mul_down(infinity, 2.0), f64::MAX);
    assert_eq!(directed::mul_up(infinity, 2.0), infinity);
    assert_eq!(directed::sqrt_up(infinity), infinity);
}
