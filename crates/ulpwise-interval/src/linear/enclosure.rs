//! Enclosures of reals by host floats: each operation is done to nearest and then widened by a step outwards.

/// The reals from `low` to `high`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Enclosure {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Enclosure {
    pub(super) const ZERO: Enclosure = Enclosure { low: 0.0, high: 0.0 };
    pub(super) const ONE: Enclosure = Enclosure { low: 1.0, high: 1.0 };

    pub(super) fn exact(value: f64) -> Enclosure {
        Enclosure { low: value, high: value }
    }

    pub(super) fn plus(self, other: Enclosure) -> Enclosure {
        // Sums with zero are exact, and rows have many zeros.
        if self == Enclosure::ZERO {
            return other;
        }
        if other == Enclosure::ZERO {
            return self;
        }
        Enclosure { low: (self.low + other.low).next_down(), high: (self.high + other.high).next_up() }
    }

    pub(super) fn minus(self, other: Enclosure) -> Enclosure {
        self.plus(other.negated())
    }

    pub(super) fn negated(self) -> Enclosure {
        Enclosure { low: -self.high, high: -self.low }
    }

    pub(super) fn times(self, other: Enclosure) -> Enclosure {
        if other == Enclosure::ONE {
            return self;
        }
        if self == Enclosure::ONE {
            return other;
        }
        let products =
            [self.low * other.low, self.low * other.high, self.high * other.low, self.high * other.high];
        // An overflow times zero is no number; then nothing is known.
        if products.iter().any(|product| product.is_nan()) {
            return Enclosure { low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        let low = products.into_iter().fold(f64::INFINITY, f64::min);
        let high = products.into_iter().fold(f64::NEG_INFINITY, f64::max);
        Enclosure { low: low.next_down(), high: high.next_up() }
    }

    /// The largest magnitude.
    pub(super) fn magnitude(self) -> f64 {
        self.low.abs().max(self.high.abs())
    }

    pub(super) fn is_finite(self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_base::SplitMix64;
    use ulpwise_float::Rational;

    #[test]
    fn exact_results_lie_inside() {
        let mut random = SplitMix64::new(9);
        let mut number = || {
            f64::from_bits(
                (random.next_u64() >> 12) | 0x3f00_0000_0000_0000 | (random.next_u64() & (1 << 63)),
            )
        };
        for _ in 0..2000 {
            let (x, y) = (number(), number());
            let [exact_x, exact_y] = [x, y].map(|value| Rational::try_from(value).unwrap());
            let cases = [
                (Enclosure::exact(x).plus(Enclosure::exact(y)), &exact_x + &exact_y),
                (Enclosure::exact(x).minus(Enclosure::exact(y)), &exact_x - &exact_y),
                (Enclosure::exact(x).times(Enclosure::exact(y)), &exact_x * &exact_y),
            ];
            for (enclosure, exact) in cases {
                assert!(Rational::try_from(enclosure.low).unwrap() <= exact);
                assert!(exact <= Rational::try_from(enclosure.high).unwrap());
            }
        }
    }
}
