//! How sets of floats are written, and their tests.

use super::float::FloatDomain;
use super::ordinal;
use std::fmt;

/// Ranges with the shortest decimals that read back the same: `[-inf, -1.5] ∪ {0.0} ∪ NaN`.
impl fmt::Display for FloatDomain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("{}");
        }
        let mut separator = "";
        for range in self.ranges() {
            let (low, high) =
                (ordinal::float(self.format(), range.low), ordinal::float(self.format(), range.high));
            if range.low == range.high {
                write!(f, "{separator}{{{low}}}")?;
            } else {
                write!(f, "{separator}[{low}, {high}]")?;
            }
            separator = " ∪ ";
        }
        if self.can_be_nan() {
            write!(f, "{separator}NaN")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Change, NanState, OrdinalRange};
    use super::*;
    use ulpwise_float::{Float, Format};

    fn f64_between(low: f64, high: f64) -> FloatDomain {
        FloatDomain::between(Float::from_f64(low), Float::from_f64(high))
    }

    #[test]
    fn sets_are_written_with_short_decimals() {
        let mut set = f64_between(f64::NEG_INFINITY, -1.5);
        set.add_range(OrdinalRange::new(0, 0));
        set.add_nan();
        assert_eq!(set.to_string(), "[-inf, -1.5] ∪ {0.0} ∪ NaN");
        assert_eq!(FloatDomain::empty(Format::F32).to_string(), "{}");
        assert_eq!(f64_between(-0.0, 0.1).to_string(), "[-0.0, 0.1]");
    }

    #[test]
    fn members_can_be_counted_named_and_removed() {
        let format = Format::new(2, 3).expect("a format");
        let full = FloatDomain::full(format);
        assert_eq!(full.cardinality(), 2 * 13 + 1);
        let members: Vec<Float> = full.iter().collect();
        assert_eq!(members.len(), 27);
        assert!(members.iter().all(|&member| full.contains(member)));
        assert_eq!(full.nth(27), None);
        for &member in &members {
            let mut rest = full;
            assert_eq!(rest.remove(member), Change::Narrowed);
            assert!(!rest.contains(member));
            assert_eq!(rest.cardinality(), 26);
            assert_eq!(FloatDomain::singleton(member).singleton_value(), Some(member));
        }
    }

    #[test]
    fn the_nan_has_three_states() {
        let format = Format::F32;
        assert_eq!(FloatDomain::full(format).nan_state(), Some(NanState::Maybe));
        assert_eq!(FloatDomain::numbers(format).nan_state(), Some(NanState::Never));
        assert_eq!(FloatDomain::only_nan(format).nan_state(), Some(NanState::Only));
        let mut none = FloatDomain::only_nan(format);
        assert_eq!(none.intersect(&FloatDomain::numbers(format)), Change::Empty);
        assert_eq!(none.nan_state(), None);
    }

    #[test]
    fn splits_separate_zeros_infinities_and_halves() {
        let set = f64_between(f64::NEG_INFINITY, 0.0);
        let splits = set.natural_splits();
        assert_eq!(splits.len(), 3, "after -inf, before -0 and between the zeros");
        for at in splits {
            let (low, high) = set.split_at(at);
            assert!(!low.is_empty() && !high.is_empty());
            assert_eq!(low.union(&high), set);
        }
        let middle = f64_between(1.0, 2.0).middle().expect("more than one");
        assert_eq!(ordinal::float(Format::F64, middle), Float::from_f64(1.5));
        assert_eq!(f64_between(1.0, 1.0).middle(), None);
    }
}
