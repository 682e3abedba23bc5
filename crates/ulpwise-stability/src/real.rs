//! Closed intervals of reals between host floats. Every operation is rounded to nearest and then moved outwards by one step, unless it is exact.
//!
//! What holds: the result contains every real that the operation gives on members of its operands. An infinite bound means that there is none.
//! Signs are kept: a product of numbers that are not negative does not become negative by a step.

/// An interval of reals; both bounds belong to it unless they are infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Real {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Real {
    /// Zero.
    pub const ZERO: Real = Real { low: 0.0, high: 0.0 };
    /// All reals.
    pub const ALL: Real = Real { low: f64::NEG_INFINITY, high: f64::INFINITY };

    /// From one number to another.
    pub fn new(low: f64, high: f64) -> Real {
        Real {
            low: if low.is_nan() { f64::NEG_INFINITY } else { low },
            high: if high.is_nan() { f64::INFINITY } else { high },
        }
    }

    /// One number.
    pub fn point(value: f64) -> Real {
        Real::new(value, value)
    }

    /// All numbers whose magnitude is at most this.
    pub fn within(magnitude: f64) -> Real {
        Real::new(-magnitude, magnitude)
    }

    /// Whether it is zero alone.
    pub fn is_zero(self) -> bool {
        self.low == 0.0 && self.high == 0.0
    }

    /// Whether a number belongs to it.
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Whether no bound is infinite.
    pub fn is_bounded(self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }

    /// Whether no member is negative.
    pub fn is_not_negative(self) -> bool {
        self.low >= 0.0
    }

    /// Whether no member is positive.
    pub fn is_not_positive(self) -> bool {
        self.high <= 0.0
    }

    /// The greatest magnitude.
    pub fn greatest(self) -> f64 {
        self.low.abs().max(self.high.abs())
    }

    /// The least magnitude.
    pub fn least(self) -> f64 {
        if self.contains(0.0) { 0.0 } else { self.low.abs().min(self.high.abs()) }
    }

    /// The members that two have in common; `None` if there are none.
    pub fn meet(self, other: Real) -> Option<Real> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        (low <= high).then_some(Real { low, high })
    }

    /// The smallest interval that holds both.
    #[must_use]
    pub fn join(self, other: Real) -> Real {
        Real { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// The numbers of the other sign.
    #[must_use]
    pub fn negate(self) -> Real {
        Real { low: -self.high, high: -self.low }
    }

    /// The magnitudes.
    #[must_use]
    pub fn magnitude(self) -> Real {
        Real { low: self.least(), high: self.greatest() }
    }

    /// Sums.
    #[must_use]
    pub fn plus(self, other: Real) -> Real {
        Real::new(sum(self.low, other.low, false), sum(self.high, other.high, true))
    }

    /// Differences.
    #[must_use]
    pub fn minus(self, other: Real) -> Real {
        self.plus(other.negate())
    }

    /// Products.
    #[must_use]
    pub fn times(self, other: Real) -> Real {
        // Where signs are known two products decide; they are the least and the greatest of the four.
        let pairs = match (self.is_not_negative(), other.is_not_negative()) {
            (true, true) => [(self.low, other.low), (self.high, other.high)],
            (true, false) if other.is_not_positive() => [(self.high, other.low), (self.low, other.high)],
            (false, true) if self.is_not_positive() => [(self.low, other.high), (self.high, other.low)],
            _ => return self.times_by_cases(other),
        };
        Real::new(product(pairs[0].0, pairs[0].1, false), product(pairs[1].0, pairs[1].1, true))
    }

    /// Products, by the least and the greatest of all four of the bounds.
    #[must_use]
    pub fn times_by_cases(self, other: Real) -> Real {
        let pairs =
            [(self.low, other.low), (self.low, other.high), (self.high, other.low), (self.high, other.high)];
        let low = pairs.iter().map(|&(a, b)| product(a, b, false)).fold(f64::INFINITY, f64::min);
        let high = pairs.iter().map(|&(a, b)| product(a, b, true)).fold(f64::NEG_INFINITY, f64::max);
        Real::new(low, high)
    }

    /// Quotients; all reals if the divisor can be zero.
    #[must_use]
    pub fn over(self, other: Real) -> Real {
        if other.contains(0.0) {
            return Real::ALL;
        }
        // One over a bound that is missing is zero, from its side.
        let inverse = Real::new(quotient(other.high, false), quotient(other.low, true));
        if self.is_zero() {
            Real::ZERO
        } else {
            self.divided(other).meet(self.times(inverse)).unwrap_or(Real::ALL)
        }
    }

    fn divided(self, other: Real) -> Real {
        let pairs = [self.low, self.high].into_iter().flat_map(|a| [(a, other.low), (a, other.high)]);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for (a, b) in pairs {
            let near = a / b;
            if near.is_nan() {
                return Real::ALL;
            }
            let signed = (a < 0.0) != (b < 0.0);
            low = low.min(if a == 0.0 || (near == 0.0 && !signed) { 0.0 } else { down(near) });
            high = high.max(if a == 0.0 || (near == 0.0 && signed) { 0.0 } else { up(near) });
        }
        Real::new(low, high)
    }

    /// Square roots of the members that have one.
    #[must_use]
    pub fn sqrt(self) -> Real {
        let low = self.low.max(0.0);
        Real::new(down(low.sqrt()).max(0.0), if self.high <= 0.0 { 0.0 } else { up(self.high.sqrt()) })
    }
}

/// One step down; what is unbounded stays so.
fn down(value: f64) -> f64 {
    value.next_down()
}

/// One step up.
fn up(value: f64) -> f64 {
    value.next_up()
}

/// A bound of a sum. By Knuth's error of a sum it is known whether rounding lost something.
fn sum(a: f64, b: f64, upper: bool) -> f64 {
    let near = a + b;
    if !near.is_finite() {
        // Beyond the greatest number, or without a bound: the greatest number is still a bound from the other side.
        return match (near.is_nan(), a.is_infinite() || b.is_infinite(), upper) {
            (true, _, _) => f64::NAN,
            (_, true, _) => near,
            (_, _, true) => {
                if near > 0.0 {
                    near
                } else {
                    -f64::MAX
                }
            }
            (_, _, false) => {
                if near < 0.0 {
                    near
                } else {
                    f64::MAX
                }
            }
        };
    }
    let of_b = near - a;
    let lost = (a - (near - of_b)) + (b - of_b);
    match upper {
        true if lost > 0.0 => up(near),
        false if lost < 0.0 => down(near),
        _ => near,
    }
}

/// A bound of a product. No bound times zero is zero.
fn product(a: f64, b: f64, upper: bool) -> f64 {
    if a == 0.0 || b == 0.0 {
        return 0.0;
    }
    let near = a * b;
    let positive = (a < 0.0) == (b < 0.0);
    if near.is_infinite() && a.is_finite() && b.is_finite() {
        return match (upper, positive) {
            (true, true) | (false, false) => near,
            (true, false) => -f64::MAX,
            (false, true) => f64::MAX,
        };
    }
    match upper {
        true if near == 0.0 && !positive => 0.0,
        true => up(near),
        false if near == 0.0 && positive => 0.0,
        false => down(near),
    }
}

/// A bound of one over a number that is not zero.
fn quotient(of: f64, upper: bool) -> f64 {
    let near = 1.0 / of;
    match upper {
        true if near == 0.0 && of < 0.0 => 0.0,
        true => up(near),
        false if near == 0.0 && of > 0.0 => 0.0,
        false => down(near),
    }
}

/// A sum of numbers that are not negative, rounded up.
pub(crate) fn above(terms: &[f64]) -> f64 {
    terms.iter().fold(0.0, |total, &term| if term == 0.0 { total } else { sum(total, term, true) })
}

/// A product of numbers that are not negative, rounded up; no bound times zero is zero.
pub(crate) fn times_above(a: f64, b: f64) -> f64 {
    product(a, b, true)
}

/// A quotient of numbers that are not negative, rounded up: no bound where the divisor is zero.
pub(crate) fn over_above(a: f64, b: f64) -> f64 {
    if a == 0.0 {
        0.0
    } else if b > 0.0 {
        up(a / b)
    } else {
        f64::INFINITY
    }
}

/// A product of numbers that are not negative, rounded down.
pub(crate) fn times_below(a: f64, b: f64) -> f64 {
    product(a, b, false).max(0.0)
}

/// A quotient of numbers that are not negative, rounded down.
pub(crate) fn over_below(a: f64, b: f64) -> f64 {
    if a == 0.0 || b.is_infinite() || b == 0.0 { 0.0 } else { down(a / b).max(0.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_and_exact_sums_are_kept() {
        let (one, tiny) = (Real::new(0.0, 1.0), Real::new(5e-324, 5e-324));
        assert_eq!(one.plus(one), Real::new(0.0, 2.0));
        assert!(tiny.times(tiny).is_not_negative() && tiny.times(tiny).high > 0.0);
        assert!(Real::new(-1.0, -1.0).over(Real::point(3.0)).high < 0.0);
        assert_eq!(one.minus(one), Real::new(-1.0, 1.0));
        assert_eq!(Real::ZERO.times(Real::ALL), Real::ZERO);
        assert_eq!(Real::ALL.minus(Real::ALL), Real::ALL);
        assert_eq!(one.over(one), Real::ALL);
    }

    #[test]
    fn results_lie_inside() {
        let tenth = Real::point(0.1);
        let sum = tenth.plus(Real::point(0.2));
        assert!(sum.low < sum.high && sum.contains(0.1 + 0.2));
        let third = Real::point(1.0).over(Real::point(3.0));
        assert!(third.low < third.high && third.high - third.low < 1e-15);
        assert_eq!(Real::point(f64::MAX).plus(Real::point(f64::MAX)), Real::new(f64::MAX, f64::INFINITY));
        let root = Real::new(-1.0, 2.0).sqrt();
        assert!(root.low == 0.0 && root.contains(std::f64::consts::SQRT_2));
        assert!(Real::new(1.0, f64::INFINITY).over(Real::new(2.0, f64::INFINITY)).low == 0.0);
    }

    #[test]
    fn products_by_signs_are_those_by_cases() {
        let bounds = [-2.5, -1.0, 0.0, 0.1, 3.0];
        for (index, &a) in bounds.iter().enumerate() {
            for &b in &bounds[index..] {
                for (other, &c) in bounds.iter().enumerate() {
                    for &d in &bounds[other..] {
                        let (x, y) = (Real::new(a, b), Real::new(c, d));
                        assert_eq!(x.times(y), x.times_by_cases(y), "{x:?} {y:?}");
                    }
                }
            }
        }
    }
}
