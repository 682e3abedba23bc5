//! What counts as an error: the distance of what is computed from what is right, in one of three
//! measures.

use crate::size::Magnitude;
use ulpwise_float::Format;

/// A measure of errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// The distance over the magnitude of what is right, or over the smallest normal number where
    /// that is larger.
    #[default]
    Relative,
    /// The distance in units of the last place of what is right.
    Ulp,
    /// The distance itself.
    Absolute,
}

impl Metric {
    /// The error, given the distance and the magnitude of what is right.
    pub fn error(self, distance: Magnitude, right: Magnitude, format: Format) -> Magnitude {
        let smallest = format.min_exponent();
        match self {
            Self::Absolute => distance,
            Self::Relative => {
                let normal = Magnitude::power_of_two(smallest);
                distance.over(if right < normal { normal } else { right })
            }
            Self::Ulp => {
                let exponent = right.exponent().unwrap_or(smallest).max(smallest);
                let fraction_bits = i64::from(format.significand_bits()) - 1;
                distance.over(Magnitude::power_of_two(exponent - fraction_bits))
            }
        }
    }

    /// Its name on the command line.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Relative => "relative",
            Self::Ulp => "ulp",
            Self::Absolute => "absolute",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_those_of_their_definitions() {
        let size = |number: f64| Magnitude::new(number, 0).unwrap();
        let error = |metric: Metric, distance: f64, right: f64| {
            metric.error(size(distance), size(right), Format::F64).to_f64()
        };
        assert_eq!(error(Metric::Relative, 1.0, 4.0), 0.25);
        assert_eq!(
            error(Metric::Relative, f64::MIN_POSITIVE, 0.0),
            1.0,
            "zero counts as the smallest normal number"
        );
        assert_eq!(error(Metric::Ulp, f64::EPSILON, 1.5), 1.0);
        assert_eq!(error(Metric::Ulp, 5e-324, 0.0), 1.0);
        assert_eq!(error(Metric::Absolute, 3.0, 1e9), 3.0);
        let single = Metric::Ulp.error(size(2f64.powi(-23)), size(1.0), Format::F32);
        assert_eq!(single.to_f64(), 1.0);
    }
}
