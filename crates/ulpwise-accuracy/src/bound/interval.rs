//! Intervals of reals between doubles. Every operation encloses all results: a bound that is not exact is one double further out.

/// All numbers from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The smallest.
    pub low: f64,
    /// The largest.
    pub high: f64,
}

/// Below this magnitude the error of a product is no double.
const ROUNDED_PRODUCTS: f64 = 1e-280;

/// What is not larger than a result that is off by something of this sign.
fn below(rounded: f64, missing: f64) -> f64 {
    if missing < 0.0 || missing.is_nan() { rounded.next_down() } else { rounded }
}

fn above(rounded: f64, missing: f64) -> f64 {
    if missing > 0.0 || missing.is_nan() { rounded.next_up() } else { rounded }
}

/// A sum to nearest, and what it lacks (Knuth).
fn sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let second = sum - a;
    (sum, (a - (sum - second)) + (b - second))
}

/// A product to nearest, and something with the sign of what it lacks; NaN where that is not known.
fn product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let exact = a == 0.0 || b == 0.0;
    match () {
        () if exact => (product, 0.0),
        () if product.abs() < ROUNDED_PRODUCTS => (product, f64::NAN),
        () => (product, a.mul_add(b, -product)),
    }
}

/// A quotient to nearest, and something with the sign of what it lacks; NaN where that is not known.
fn quotient(a: f64, b: f64) -> (f64, f64) {
    let quotient = a / b;
    match () {
        () if a == 0.0 => (quotient, 0.0),
        () if quotient.abs() < ROUNDED_PRODUCTS || a.abs() < ROUNDED_PRODUCTS => (quotient, f64::NAN),
        () => (quotient, (-quotient).mul_add(b, a) * b.signum()),
    }
}

impl Interval {
    /// One number.
    pub const fn point(number: f64) -> Self {
        Self { low: number, high: number }
    }

    /// From one bound to the other.
    pub const fn new(low: f64, high: f64) -> Self {
        Self { low, high }
    }

    /// As far to both sides of zero.
    pub const fn around_zero(magnitude: f64) -> Self {
        Self { low: -magnitude, high: magnitude }
    }

    /// Whether both bounds are numbers.
    pub fn is_finite(self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }

    /// Whether there is one number only.
    pub fn is_point(self) -> bool {
        self.low == self.high
    }

    /// Whether zero is one of them.
    pub fn has_zero(self) -> bool {
        self.low <= 0.0 && self.high >= 0.0
    }

    /// The largest magnitude.
    pub fn magnitude(self) -> f64 {
        self.low.abs().max(self.high.abs())
    }

    /// The smallest magnitude.
    pub fn least(self) -> f64 {
        if self.has_zero() { 0.0 } else { self.low.abs().min(self.high.abs()) }
    }

    /// Everything in either.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// What is in both; `self` if nothing is, as rounding may make it seem.
    #[must_use]
    pub fn meet(self, other: Self) -> Self {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        if low <= high { Self { low, high } } else { self }
    }

    /// Sums.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let ((low, lacks_low), (high, lacks_high)) = (sum(self.low, other.low), sum(self.high, other.high));
        Self { low: below(low, lacks_low), high: above(high, lacks_high) }
    }

    /// Negatives.
    #[must_use]
    pub fn negated(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    /// Differences.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        self.plus(other.negated())
    }

    /// Products.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        let pairs =
            [(self.low, other.low), (self.low, other.high), (self.high, other.low), (self.high, other.high)];
        extremes(pairs.map(|(a, b)| product(a, b)), self.sign_with(other))
    }

    /// Squares.
    #[must_use]
    pub fn squared(self) -> Self {
        let magnitude = Self::new(self.least(), self.magnitude());
        magnitude.times(magnitude)
    }

    /// Quotients; nothing if a divisor may be zero.
    pub fn over(self, other: Self) -> Option<Self> {
        if other.has_zero() {
            return None;
        }
        let pairs =
            [(self.low, other.low), (self.low, other.high), (self.high, other.low), (self.high, other.high)];
        Some(extremes(pairs.map(|(a, b)| quotient(a, b)), self.sign_with(other)))
    }

    /// The sign of all products, if they have one.
    fn sign_with(self, other: Self) -> Option<bool> {
        let sign = |of: Self| match () {
            () if of.low >= 0.0 => Some(false),
            () if of.high <= 0.0 => Some(true),
            () => None,
        };
        Some(sign(self)? ^ sign(other)?)
    }

    /// Square roots; nothing if a number may be below zero.
    pub fn root(self) -> Option<Self> {
        if self.low < 0.0 {
            return None;
        }
        let lacks = |number: f64| {
            let root = number.sqrt();
            let lacks = if number < ROUNDED_PRODUCTS { f64::NAN } else { (-root).mul_add(root, number) };
            (root, if number == 0.0 { 0.0 } else { lacks })
        };
        let ((low, lacks_low), (high, lacks_high)) = (lacks(self.low), lacks(self.high));
        Some(Self { low: below(low, lacks_low).max(0.0), high: above(high, lacks_high) })
    }

    /// Magnitudes.
    #[must_use]
    pub fn absolute(self) -> Self {
        Self { low: self.least(), high: self.magnitude() }
    }

    /// Further out on both sides.
    #[must_use]
    pub fn widened(self, by: f64) -> Self {
        self.plus(Self::around_zero(by))
    }
}

/// The smallest and the largest of some rounded results, each with the sign of what it lacks.
fn extremes(results: [(f64, f64); 4], negative: Option<bool>) -> Interval {
    let low = results.iter().map(|&(result, lacks)| below(result, lacks)).fold(f64::INFINITY, f64::min);
    let high = results.iter().map(|&(result, lacks)| above(result, lacks)).fold(f64::NEG_INFINITY, f64::max);
    match negative {
        Some(false) => Interval { low: low.max(0.0), high },
        Some(true) => Interval { low, high: high.min(0.0) },
        None => Interval { low, high },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_base::SplitMix64;

    /// Held against sums, products and quotients of integers, which are exact in `i128`.
    #[test]
    fn bounds_enclose_exact_results() {
        let mut random = SplitMix64::new(7);
        let mut number = || (random.next_u64() as i64 >> random.below(60)) as i128;
        for _ in 0..20_000 {
            let (a, b) = (number(), number());
            let point = |number: i128| Interval::new((number as f64).next_down(), (number as f64).next_up());
            let holds = |interval: Interval, exact: i128| {
                (interval.low as i128) <= exact && exact <= (interval.high as i128)
            };
            assert!(holds(point(a).plus(point(b)), a + b));
            assert!(holds(point(a).minus(point(b)), a - b));
            assert!(holds(point(a).times(point(b)), a * b));
            assert!(holds(point(a).squared(), a * a));
            if let Some(quotient) = point(a * b).over(point(b)) {
                assert!(holds(quotient, a), "{a} {b} {quotient:?}");
            }
        }
    }

    #[test]
    fn exact_results_stay_points_and_signs_stay() {
        assert_eq!(Interval::point(1.0).plus(Interval::point(2.0)), Interval::point(3.0));
        assert_eq!(Interval::new(0.0, 1e-300).squared().low, 0.0);
        assert_eq!(Interval::point(9.0).root(), Some(Interval::point(3.0)));
        let third = Interval::point(1.0).over(Interval::point(3.0)).unwrap();
        assert!(third.low < third.high && third.high - third.low < 1e-16);
        assert_eq!(Interval::point(1.0).over(Interval::new(-1.0, 1.0)), None);
        let two = Interval::point(2.0).root().unwrap();
        assert!(two.squared().low <= 2.0 && two.squared().high >= 2.0 && !two.is_point());
    }
}
