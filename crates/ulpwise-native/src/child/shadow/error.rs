//! Errors in units of the last place of what would be right.

use ulpwise_ir::FloatFormat;

/// The exponent of the unit in the last place of a number in a format: that of the smallest numbers
/// below the normal ones.
pub(super) fn unit_exponent(right: f64, format: FloatFormat) -> i64 {
    let (lowest, precision) = match format {
        FloatFormat::F32 => (-126, 24),
        _ => (-1022, 53),
    };
    let biased = (right.to_bits() >> 52 & 0x7ff).cast_signed();
    // A subnormal double is below the normal numbers of both formats.
    let exponent = if biased == 0 { -1022 } else { biased - 1023 };
    exponent.max(lowest) - (precision - 1)
}

/// The error without a look at the digits, where NaN and infinity decide; `None` if both are
/// finite.
pub(super) fn special(value: f64, right: f64) -> Option<f64> {
    let same = (value.is_nan() && right.is_nan()) || value == right;
    match () {
        () if value.is_finite() && right.is_finite() => None,
        () if same => Some(0.0),
        () => Some(f64::INFINITY),
    }
}

/// The error of a finite value against a finite double-double number.
pub(super) fn in_units(value: f64, (high, low): (f64, f64), format: FloatFormat) -> f64 {
    let difference = ((value - high) - low).abs();
    let exponent = -unit_exponent(high, format);
    // In two steps, because 2^1074 is not a double.
    let half = exponent / 2;
    difference * power(half) * power(exponent - half)
}

fn power(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_counted_in_units_of_the_right_result() {
        assert_eq!(in_units(1.0 + f64::EPSILON, (1.0, 0.0), FloatFormat::F64), 1.0);
        assert_eq!(in_units(1.0, (1.0, f64::EPSILON / 4.0), FloatFormat::F64), 0.25);
        assert_eq!(in_units(2.0, (1.0, 0.0), FloatFormat::F32), 8_388_608.0);
        assert_eq!(in_units(0.0, (5e-324, 0.0), FloatFormat::F64), 1.0);
        assert_eq!(in_units(1e-45, (0.0, 0.0), FloatFormat::F32), 1e-45 * 2f64.powi(149));
        assert_eq!(special(f64::NAN, f64::NAN), Some(0.0));
        assert_eq!(special(f64::INFINITY, 1.0), Some(f64::INFINITY));
        assert_eq!(special(1.0, 2.0), None);
    }
}
