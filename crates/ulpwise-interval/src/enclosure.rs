//! Enclosures of reals by host floats: each operation is done to nearest and then, unless it was exact, moved outwards by a step.
//!
//! What holds: a result contains every real that the operation gives on members of its operands. An infinite bound means that there is none.

/// The reals from `low` to `high`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Enclosure {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Enclosure {
    /// Zero alone.
    pub const ZERO: Enclosure = Enclosure { low: 0.0, high: 0.0 };
    /// One alone.
    pub const ONE: Enclosure = Enclosure { low: 1.0, high: 1.0 };

    /// From one bound to another; a bound that is no number is none.
    pub fn new(low: f64, high: f64) -> Enclosure {
        Enclosure {
            low: if low.is_nan() { f64::NEG_INFINITY } else { low },
            high: if high.is_nan() { f64::INFINITY } else { high },
        }
    }

    /// One number.
    pub fn exact(value: f64) -> Enclosure {
        Enclosure { low: value, high: value }
    }

    /// All numbers of at most this magnitude.
    pub fn within(magnitude: f64) -> Enclosure {
        Enclosure::new(-magnitude, magnitude)
    }

    /// The one number, if it holds no other.
    pub fn point(self) -> Option<f64> {
        (self.low == self.high).then_some(self.low)
    }

    /// Sums.
    #[must_use]
    pub fn plus(self, other: Enclosure) -> Enclosure {
        // Rows and forms have many zeros.
        if self == Enclosure::ZERO {
            return other;
        }
        if other == Enclosure::ZERO {
            return self;
        }
        Enclosure::new(sum_below(self.low, other.low), -sum_below(-self.high, -other.high))
    }

    /// Differences.
    #[must_use]
    pub fn minus(self, other: Enclosure) -> Enclosure {
        self.plus(other.negated())
    }

    /// The numbers with the other sign.
    #[must_use]
    pub fn negated(self) -> Enclosure {
        Enclosure { low: -self.high, high: -self.low }
    }

    /// Products.
    #[must_use]
    pub fn times(self, other: Enclosure) -> Enclosure {
        if other == Enclosure::ONE {
            return self;
        }
        if self == Enclosure::ONE {
            return other;
        }
        let pairs =
            [(self.low, other.low), (self.low, other.high), (self.high, other.low), (self.high, other.high)];
        let low = pairs.iter().map(|&(a, b)| product_below(a, b)).fold(f64::INFINITY, f64::min);
        let high = pairs.iter().map(|&(a, b)| -product_below(-a, b)).fold(f64::NEG_INFINITY, f64::max);
        Enclosure { low, high }
    }

    /// Squares: of no number negative.
    #[must_use]
    pub fn squared(self) -> Enclosure {
        let product = self.times(self);
        let low = if self.contains(0.0) { 0.0 } else { product.low.max(0.0) };
        Enclosure { low, ..product }
    }

    /// One over each number; `None` if zero is among them.
    pub fn inverse(self) -> Option<Enclosure> {
        if self.contains(0.0) {
            return None;
        }
        // Of one sign all along; one over a bound that is missing is zero.
        Some(Enclosure { low: inverse_below(self.high), high: -inverse_below(-self.low) })
    }

    /// The smallest enclosure that holds both.
    #[must_use]
    pub fn hull(self, other: Enclosure) -> Enclosure {
        Enclosure { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// What two have in common; `None` if that is nothing.
    pub fn meet(self, other: Enclosure) -> Option<Enclosure> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        (low <= high).then_some(Enclosure { low, high })
    }

    /// Whether a number is in it.
    pub fn contains(self, number: f64) -> bool {
        self.low <= number && number <= self.high
    }

    /// A number near the middle.
    pub fn middle(self) -> f64 {
        if self.low == self.high { self.low } else { self.low / 2.0 + self.high / 2.0 }
    }

    /// The largest magnitude.
    pub fn magnitude(self) -> f64 {
        self.low.abs().max(self.high.abs())
    }

    /// About how far its ends are from each other.
    pub fn width(self) -> f64 {
        self.high - self.low
    }

    /// Whether both bounds are finite.
    pub fn is_finite(self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }
}

/// Not more than a sum. By Knuth's error of a sum it is known whether rounding lost something.
fn sum_below(a: f64, b: f64) -> f64 {
    let near = a + b;
    if !near.is_finite() {
        let overflowed = near == f64::INFINITY && a.is_finite() && b.is_finite();
        return if overflowed { f64::MAX } else { near };
    }
    let of_b = near - a;
    let lost = (a - (near - of_b)) + (b - of_b);
    if lost < 0.0 { near.next_down() } else { near }
}

/// Not more than a product. A bound that is missing times zero is zero.
fn product_below(a: f64, b: f64) -> f64 {
    if a == 0.0 || b == 0.0 {
        return 0.0;
    }
    let near = a * b;
    if near.is_infinite() {
        let overflowed = near > 0.0 && a.is_finite() && b.is_finite();
        return if overflowed { f64::MAX } else { near };
    }
    // What a product loses is itself a float unless it is tiny.
    let is_exact = near.abs() > 1e-270 && a.mul_add(b, -near) >= 0.0;
    if is_exact { near } else { near.next_down() }
}

/// Not more than one over a number that is not zero.
fn inverse_below(number: f64) -> f64 {
    let near = 1.0 / number;
    let is_exact = number.is_infinite() || (near.is_normal() && near.mul_add(number, -1.0) == 0.0);
    if is_exact { near } else { near.next_down() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_base::SplitMix64;
    use ulpwise_float::Rational;

    fn is_inside(exact: &Rational, enclosure: Enclosure) -> bool {
        let end = |bound: f64| Rational::try_from(bound).unwrap();
        end(enclosure.low) <= *exact && *exact <= end(enclosure.high)
    }

    #[test]
    fn exact_results_lie_inside() {
        let mut random = SplitMix64::new(9);
        // Of magnitudes that cancel now and then, and tiny ones.
        let mut number = || {
            let exponent = *random.choose(&[0x3f0u64, 0x3f1, 0x3ff, 0x400, 0x001, 0x000, 0x1ff]) << 52;
            let digits = if random.below(3) == 0 { 0 } else { random.next_u64() >> 12 };
            f64::from_bits(digits | exponent | (random.next_u64() & (1 << 63)))
        };
        for _ in 0..4000 {
            let (x, y) = (number(), number());
            let [exact_x, exact_y] = [x, y].map(|value| Rational::try_from(value).unwrap());
            let cases = [
                (Enclosure::exact(x).plus(Enclosure::exact(y)), &exact_x + &exact_y),
                (Enclosure::exact(x).minus(Enclosure::exact(y)), &exact_x - &exact_y),
                (Enclosure::exact(x).times(Enclosure::exact(y)), &exact_x * &exact_y),
                (Enclosure::exact(x).squared(), &exact_x * &exact_x),
            ];
            for (enclosure, exact) in cases {
                assert!(is_inside(&exact, enclosure), "{x:e} {y:e}: {enclosure:?}");
                assert!(
                    enclosure.low == enclosure.high || enclosure.low.next_up() >= enclosure.high.next_down()
                );
            }
            if let Some(inverse) = Enclosure::exact(x).inverse().filter(|inverse| inverse.is_finite()) {
                assert!(
                    is_inside(&(Rational::try_from(1.0).unwrap() / &exact_x), inverse),
                    "{x:e}: {inverse:?}"
                );
            }
        }
    }

    #[test]
    fn exact_results_stay_points_and_missing_bounds_stay_missing() {
        let [half, three] = [0.5, 3.0].map(Enclosure::exact);
        assert_eq!(half.plus(three), Enclosure::exact(3.5));
        assert_eq!(half.times(three), Enclosure::exact(1.5));
        assert_eq!(half.minus(half), Enclosure::ZERO);
        assert_eq!(half.inverse(), Some(Enclosure::exact(2.0)));
        let all = Enclosure::new(f64::NAN, f64::INFINITY);
        assert_eq!(all.times(Enclosure::ZERO), Enclosure::ZERO);
        assert_eq!(all.plus(three), all);
        let greatest = Enclosure::exact(f64::MAX);
        assert_eq!(greatest.plus(greatest), Enclosure { low: f64::MAX, high: f64::INFINITY });
        assert_eq!(greatest.times(three.negated()), Enclosure { low: f64::NEG_INFINITY, high: -f64::MAX });
        assert_eq!(Enclosure::new(2.0, f64::INFINITY).inverse().unwrap().low, 0.0);
        assert_eq!(Enclosure::new(-1.0, 0.0).inverse(), None);
    }
}
