//! Exact rationals in 128-bit integers: enough for small formats, and a panic instead of a wrong
//! answer beyond.

use std::cmp::Ordering;

/// A rational number; the denominator is positive, the fraction not reduced.
#[derive(Clone, Copy, Debug)]
pub struct Ratio {
    numerator: i128,
    denominator: i128,
}

fn times(a: i128, b: i128) -> i128 {
    a.checked_mul(b).expect("the reference model's rationals overflow")
}

impl Ratio {
    /// Zero.
    pub const ZERO: Ratio = Ratio { numerator: 0, denominator: 1 };

    /// `numerator / denominator`; the denominator is not zero.
    pub fn new(numerator: i128, denominator: i128) -> Ratio {
        assert!(denominator != 0, "a rational needs a denominator");
        let sign = denominator.signum();
        Ratio { numerator: times(numerator, sign), denominator: times(denominator, sign) }
    }

    /// The integer.
    pub fn integer(value: i128) -> Ratio {
        Ratio::new(value, 1)
    }

    /// Two to the power `exponent`.
    pub fn power_of_two(exponent: i64) -> Ratio {
        let power = 1i128.checked_shl(exponent.unsigned_abs() as u32).expect("exponent of a small format");
        if exponent >= 0 { Ratio::new(power, 1) } else { Ratio::new(1, power) }
    }

    /// Numerator and denominator.
    pub fn parts(self) -> (i128, i128) {
        (self.numerator, self.denominator)
    }

    /// -1, 0 or 1.
    pub fn sign(self) -> i128 {
        self.numerator.signum()
    }

    /// Whether this is zero.
    pub fn is_zero(self) -> bool {
        self.numerator == 0
    }

    /// The absolute value.
    pub fn abs(self) -> Ratio {
        Ratio { numerator: self.numerator.abs(), ..self }
    }

    /// The negative.
    pub fn negated(self) -> Ratio {
        Ratio { numerator: -self.numerator, ..self }
    }

    /// The sum.
    pub fn plus(self, other: Ratio) -> Ratio {
        let numerator = times(self.numerator, other.denominator) + times(other.numerator, self.denominator);
        Ratio { numerator, denominator: times(self.denominator, other.denominator) }
    }

    /// The difference.
    pub fn minus(self, other: Ratio) -> Ratio {
        self.plus(other.negated())
    }

    /// The product.
    pub fn times(self, other: Ratio) -> Ratio {
        Ratio {
            numerator: times(self.numerator, other.numerator),
            denominator: times(self.denominator, other.denominator),
        }
    }

    /// The quotient; the divisor is not zero.
    pub fn over(self, other: Ratio) -> Ratio {
        Ratio::new(times(self.numerator, other.denominator), times(self.denominator, other.numerator))
    }

    /// The largest integer not above this.
    pub fn floor(self) -> i128 {
        self.numerator.div_euclid(self.denominator)
    }
}

impl PartialEq for Ratio {
    fn eq(&self, other: &Ratio) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Ratio {}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Ratio) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Ratio) -> Ordering {
        times(self.numerator, other.denominator).cmp(&times(other.numerator, self.denominator))
    }
}
