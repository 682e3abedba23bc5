//! What counts as the same, and how far two results are apart.

use std::fmt;
use ulpwise_domain::Dyadic;
use ulpwise_float::order::{is_nan, numeric_ordinal};
use ulpwise_float::{Float, Format};
use ulpwise_native::VariableKind;

/// What counts as the same.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Criterion {
    /// The same bits; one NaN is as good as another.
    #[default]
    SameBits,
    /// At most so many floats lie between, and both zeros are the same.
    Ulps(u64),
    /// They differ by at most so much.
    Absolute(f64),
    /// They differ by at most such a part of the first program's result.
    Relative(f64),
}

/// A tolerance that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseCriterionError(String);

impl fmt::Display for ParseCriterionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParseCriterionError {}

impl Criterion {
    /// Reads `2ulp` or `2`.
    ///
    /// # Errors
    /// It is no whole number.
    pub fn parse_ulps(text: &str) -> Result<Criterion, ParseCriterionError> {
        let number = text.trim().trim_end_matches('s').trim_end_matches("ulp").trim();
        number.parse().map(Criterion::Ulps).map_err(|_| {
            ParseCriterionError(format!(
                "`{text}` is no whole number of ulps: write 2ulp, or 0 for equal values"
            ))
        })
    }

    /// A tolerance as a part, or as a number.
    ///
    /// # Errors
    /// It is no number, or negative, infinite or NaN.
    pub fn parse_tolerance(text: &str, make: fn(f64) -> Criterion) -> Result<Criterion, ParseCriterionError> {
        let wrong = |what: &str| {
            ParseCriterionError(format!("`{text}` {what}: a tolerance such as 1e-12 is expected"))
        };
        let number: f64 = text.trim().parse().map_err(|_| wrong("is no number"))?;
        match number {
            number if number.is_nan() => Err(wrong("is no number")),
            number if number < 0.0 => Err(wrong("is negative")),
            number if number.is_infinite() => Err(wrong("admits everything")),
            number => Ok(make(number)),
        }
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SameBits => f.write_str("the same bits"),
            Self::Ulps(0) => f.write_str("equal values"),
            Self::Ulps(1) => f.write_str("within 1 ulp"),
            Self::Ulps(count) => write!(f, "within {count} ulps"),
            Self::Absolute(most) => write!(f, "within {most:e}"),
            Self::Relative(most) => write!(f, "within a relative difference of {most:e}"),
        }
    }
}

/// A float as the nearest double.
pub(crate) fn double_of(format: Format, bits: u128) -> f64 {
    let env = ulpwise_float::Env::from(ulpwise_float::Rounding::NearestEven);
    Float::from_bits(format, bits).convert(Format::F64, env).0.to_f64()
}

/// Whether two numbers differ by at most a part of a size, exactly; infinite ones differ by more.
fn is_within(a: f64, b: f64, size: f64, part: f64) -> bool {
    let [Some(a), Some(b), Some(size), Some(part)] = [a, b, size, part].map(Dyadic::from_f64) else {
        return false;
    };
    !a.minus(&b).abs().minus(&part.times(&size.abs())).is_positive()
}

/// How far two results are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Whether it is more than what counts as the same.
    pub counts: bool,
    /// How many floats lie between, counting one of the two; infinite where only one is NaN.
    pub ulps: f64,
    /// The size of the difference, rounded.
    pub absolute: f64,
    /// The same as a part of the first result, rounded.
    pub relative: f64,
}

impl Difference {
    /// None.
    pub const NONE: Difference = Difference { counts: false, ulps: 0.0, absolute: 0.0, relative: 0.0 };

    /// Something that cannot be measured, such as another way to end.
    pub const BEYOND_MEASURE: Difference =
        Difference { counts: true, ulps: f64::INFINITY, absolute: f64::INFINITY, relative: f64::INFINITY };

    /// Between two values of one kind, given as bits.
    pub fn between(criterion: Criterion, kinds: [VariableKind; 2], bits: [u64; 2]) -> Difference {
        let (VariableKind::Float(format), VariableKind::Float(_)) = (kinds[0], kinds[1]) else {
            return Self::of_integers(kinds, bits);
        };
        let [old, new] = bits.map(u128::from);
        if old == new {
            return Self::NONE;
        }
        match [old, new].map(|bits| is_nan(format, bits)) {
            [true, true] => Self::NONE,
            [false, false] => Self::of_floats(criterion, format, old, new),
            _ => Self::BEYOND_MEASURE,
        }
    }

    fn of_floats(criterion: Criterion, format: Format, old: u128, new: u128) -> Difference {
        let ulps = numeric_ordinal(format, old).abs_diff(numeric_ordinal(format, new));
        let [a, b] = [old, new].map(|bits| double_of(format, bits));
        let absolute = if a == b { 0.0 } else { (a - b).abs() };
        let relative = match () {
            () if absolute == 0.0 => 0.0,
            () if !(a.is_finite() && b.is_finite()) => f64::INFINITY,
            // A difference of numbers may be too large for a double.
            () if absolute.is_infinite() => (a / 2.0 - b / 2.0).abs() / (a / 2.0).abs(),
            () => absolute / a.abs(),
        };
        let counts = match criterion {
            Criterion::SameBits => true,
            Criterion::Ulps(most) => ulps > u128::from(most) || !(a.is_finite() && b.is_finite()),
            Criterion::Absolute(most) => a != b && !is_within(a, b, 1.0, most),
            Criterion::Relative(most) => a != b && !is_within(a, b, a, most),
        };
        // The two zeros are different bits and no ulp apart.
        let ulps = if ulps == 0 { 0.5 } else { ulps as f64 };
        Difference { counts, ulps, absolute, relative }
    }

    fn of_integers(kinds: [VariableKind; 2], bits: [u64; 2]) -> Difference {
        let [old, new] = [0, 1].map(|at| kinds[at].ordinal(bits[at]).unwrap_or(0));
        if old == new {
            return Self::NONE;
        }
        let absolute = old.abs_diff(new) as f64;
        Difference { counts: true, ulps: absolute, absolute, relative: absolute / (old as f64).abs() }
    }

    /// How large it is in the measure of a criterion; integers and other ends count above all.
    pub fn size(&self, criterion: Criterion) -> f64 {
        match criterion {
            Criterion::SameBits | Criterion::Ulps(_) => self.ulps,
            Criterion::Absolute(_) => self.absolute,
            Criterion::Relative(_) => self.relative,
        }
    }

    /// Whether it is larger than another one in the measure of a criterion.
    pub fn exceeds(&self, other: &Difference, criterion: Criterion) -> bool {
        let key = |difference: &Difference| (difference.counts, difference.size(criterion));
        key(self) > key(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_float::Format;

    fn counts(criterion: Criterion, old: f64, new: f64) -> bool {
        let kind = VariableKind::Float(Format::F64);
        Difference::between(criterion, [kind, kind], [old.to_bits(), new.to_bits()]).counts
    }

    #[test]
    fn no_tolerance_admits_an_infinity_for_a_number() {
        let inf = f64::INFINITY;
        for criterion in [Criterion::Relative(1.0), Criterion::Absolute(1e300), Criterion::Ulps(u64::MAX)] {
            for (old, new) in [(inf, 1.0), (1.0, inf), (inf, -inf), (-inf, 1.0), (f64::MAX, inf)] {
                assert!(counts(criterion, old, new), "{criterion:?}: {old} and {new}");
            }
            assert!(!counts(criterion, inf, inf), "{criterion:?}");
        }
    }

    #[test]
    fn a_larger_difference_is_larger_than_one_of_an_infinity() {
        let kind = VariableKind::Float(Format::F64);
        let between = |old: f64, new: f64| {
            Difference::between(Criterion::SameBits, [kind, kind], [old.to_bits(), new.to_bits()])
        };
        let (one, many) = (between(f64::INFINITY, f64::MAX), between(f64::INFINITY, 1.0));
        assert!(many.exceeds(&one, Criterion::SameBits) && !one.exceeds(&many, Criterion::SameBits));
        assert!(!one.exceeds(&one, Criterion::SameBits));
        assert!((between(f64::MAX, -f64::MAX).relative - 2.0).abs() < 1e-9);
    }

    #[test]
    fn tolerances_are_kept_exactly() {
        let tiny = f64::from_bits(1);
        assert!(counts(Criterion::Absolute(1.0), 1.0, -tiny));
        assert!(!counts(Criterion::Absolute(1.0), 1.0, 0.0));
        assert!(counts(Criterion::Relative(0.5), tiny, 0.0));
        assert!(!counts(Criterion::Relative(1.0), tiny, 0.0));
        assert!(!counts(Criterion::Relative(0.0), 0.0, -0.0));
    }
}
