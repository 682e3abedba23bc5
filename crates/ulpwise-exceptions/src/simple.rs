//! How simple a number is to a person: zero, then one, then small numbers with few digits and
//! exponents near zero. And numbers that are simpler than a given one.

use std::sync::Arc;
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_native::{InputVariable, Space, VariableKind, VariableRange};

/// Magnitudes that are neither huge nor tiny.
const PLAIN: std::ops::RangeInclusive<f64> = 1e-6..=1e6;

/// What an infinity or NaN costs: more than every number.
const SPECIAL_COST: u64 = 1 << 20;

/// Numbers that are tried in the place of others, the simplest first: up to the bounds of the
/// formats, and about their square roots.
const FIRST_TRIED: [f64; 62] = [
    0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 4.0, 0.5, -0.5, 10.0, -10.0, 5.0, 1.5, 0.1, -0.1, 100.0, -100.0,
    0.01, 1e3, -1e3, 1e-3, 1e4, 1e5, 1e6, -1e6, 1e-6, 1e8, -1e8, 1e-8, 1e10, 1e-10, 1e15, 1e16, 1e-16, 1e20,
    -1e20, 1e-20, 1e30, 1e38, 1e-30, 1e-38, 1e-45, 1e50, 1e-50, 1e77, 1e-77, 1e100, -1e100, 1e-100, 1e154,
    1e155, -1e155, 1e-154, 1e-162, 1e200, -1e200, 1e-200, 1e300, 1e308, -1e308, 1e-308,
];

/// A value of a kind as a number.
pub(crate) fn number(kind: VariableKind, value: u64) -> f64 {
    match kind {
        VariableKind::Float(Format::F64) => f64::from_bits(value),
        VariableKind::Float(format) => {
            let wide = Float::from_bits(format, value.into()).convert(Format::F64, Rounding::NearestEven);
            wide.0.to_f64()
        }
        VariableKind::Int { .. } => kind.ordinal(value).unwrap_or(0) as f64,
    }
}

/// Whether a value has a magnitude that people work with.
pub(crate) fn is_plain(kind: VariableKind, value: u64) -> bool {
    let number = number(kind, value);
    number == 0.0 || PLAIN.contains(&number.abs())
}

/// The inputs of a space that have such magnitudes, if there are any.
pub(crate) fn plain_space(space: &Space) -> Option<Space> {
    let mut plain = space.clone();
    for variable in &mut plain.variables {
        let place = |number: f64| variable.kind.ordinal(variable.kind.nearest(number));
        let (low, high) = (place(-PLAIN.end())?, place(*PLAIN.end())?);
        let (low, high) = (variable.range.low.max(low), variable.range.high.min(high));
        // A range within the tiny numbers has nothing but zero to offer.
        if low > high
            || ![low, high].iter().any(|&place| is_plain(variable.kind, variable.kind.value_at(place)))
        {
            return None;
        }
        variable.range = VariableRange { low, high, nan: false };
    }
    let (variables, assumed) = (plain.variables.clone(), plain.assumption.take());
    plain.assumption = Some(Arc::new(move |words: &[u64]| {
        let value = |variable: &InputVariable| {
            let field = u64::MAX >> (64 - variable.kind.bits());
            words[variable.word] >> variable.shift & field
        };
        variables.iter().all(|variable| is_plain(variable.kind, value(variable)))
            && assumed.as_ref().is_none_or(|assumed| assumed(words))
    }));
    Some(plain)
}

/// The digits and the exponent with which a person writes a value: the fewest that no other value
/// of the format has.
fn scientific(kind: VariableKind, value: u64) -> (String, i32) {
    let text = match kind {
        VariableKind::Float(Format::F32) => format!("{:e}", f32::from_bits(value as u32).abs()),
        VariableKind::Int { .. } => format!("{:e}", kind.ordinal(value).unwrap_or(0).unsigned_abs()),
        VariableKind::Float(_) => format!("{:e}", number(kind, value).abs()),
    };
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (digits.replace('.', ""), exponent.parse().unwrap_or(0))
}

/// How far a value is from simple.
pub(crate) fn cost(kind: VariableKind, value: u64) -> u64 {
    let number = number(kind, value);
    let negative = u64::from(number.is_sign_negative());
    if !number.is_finite() {
        return SPECIAL_COST + negative;
    }
    if number == 0.0 {
        return 3 * negative;
    }
    let (digits, exponent) = scientific(kind, value);
    let first = digits.bytes().next().map_or(0, |digit| u64::from(digit - b'0'));
    1 + first + negative + 16 * (digits.len() as u64 - 1) + 4 * u64::from(exponent.unsigned_abs())
}

/// Values of a variable to start with, the simplest first, at most so many.
pub(crate) fn first_tried(variable: &InputVariable, most: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for &number in &FIRST_TRIED {
        let value = variable.kind.nearest(number);
        if values.len() < most && variable.range.admits(variable.kind, value) && !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

/// Values of a variable that are simpler than a given one: those to start with, and the same number
/// with fewer digits, without its sign, and with exponents nearer to zero.
pub(crate) fn simpler(variable: &InputVariable, value: u64) -> Vec<u64> {
    let kind = variable.kind;
    let mut numbers: Vec<f64> = FIRST_TRIED.to_vec();
    let own = number(kind, value);
    if own.is_finite() && own != 0.0 {
        numbers.push(own.abs());
        let (digits, exponent) = scientific(kind, value);
        let signs: &[&str] = if own < 0.0 { &["", "-"] } else { &[""] };
        for (mantissa, exponent) in shorter(&digits, exponent) {
            for sign in signs {
                numbers.extend(format!("{sign}{mantissa}e{exponent}").parse::<f64>());
            }
        }
    }
    let bound = cost(kind, value);
    let mut values: Vec<u64> = numbers.into_iter().map(|number| kind.nearest(number)).collect();
    values.extend([variable.range.low, variable.range.high].map(|place| kind.value_at(place)));
    values.retain(|&value| variable.range.admits(kind, value) && cost(kind, value) < bound);
    values.sort_unstable();
    values.dedup();
    values.sort_by_key(|&value| cost(kind, value));
    values
}

/// Mantissas and exponents: the number cut off, or rounded up, after one, two or three digits, with
/// exponents on the way to zero.
fn shorter(digits: &str, exponent: i32) -> Vec<(String, i32)> {
    let mut found = Vec::new();
    let point = |digits: u64, length: usize| {
        let text = digits.to_string();
        // Rounding 99 up gives a digit more.
        let shift = (text.len() - length) as i32;
        (format!("{}.{}", &text[..1], &text[1..]), shift)
    };
    for length in 1..=digits.len().min(3) {
        let Ok(cut) = digits[..length].parse::<u64>() else { continue };
        for rounded in [cut, cut + 1] {
            let (mantissa, shift) = point(rounded, length);
            found.push((mantissa, exponent + shift));
        }
    }
    // A bisection of the exponents, and the next few.
    let mut step = exponent;
    while step != 0 {
        step /= 2;
        found.extend(["1.", "2.", "5."].map(|mantissa| (mantissa.to_owned(), exponent - step)));
    }
    for near in 1..=3_i32.min(exponent.abs()) {
        found.push(("1.".to_owned(), exponent - near * exponent.signum()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOUBLE: VariableKind = VariableKind::Float(Format::F64);

    fn bits(number: f64) -> u64 {
        number.to_bits()
    }

    #[test]
    fn few_digits_and_small_exponents_are_simple() {
        let ordered =
            [0.0, 1.0, 2.0, 10.0, 0.1, 1.5, 1e6, 1.25, 1e308, 1.3482698511467367e308, f64::INFINITY];
        let costs = ordered.map(|number| cost(DOUBLE, bits(number)));
        assert!(costs.is_sorted(), "{costs:?}");
        assert!(cost(DOUBLE, bits(-0.0)) > cost(DOUBLE, bits(1.0)));
        assert!(cost(DOUBLE, bits(-2.0)) > cost(DOUBLE, bits(2.0)));
        let single = VariableKind::Float(Format::F32);
        assert_eq!(
            cost(single, 0.1f32.to_bits().into()),
            cost(DOUBLE, bits(0.1)),
            "one digit in its own format"
        );
        let int = VariableKind::Int { bits: 32, signed: true };
        assert!(cost(int, 5) < cost(int, 0xffff_fffb) && cost(int, 5) < cost(int, 123));
    }

    #[test]
    fn plain_numbers_are_those_people_work_with() {
        let plain = [0.0, 1.0, -1e6, 1e-6].map(|number| is_plain(DOUBLE, bits(number)));
        let odd = [1e7, 1e-7, f64::NAN, f64::INFINITY, 5e-324].map(|number| is_plain(DOUBLE, bits(number)));
        assert_eq!((plain, odd), ([true; 4], [false; 5]));
        assert!(is_plain(VariableKind::Int { bits: 8, signed: true }, 255));
    }

    #[test]
    fn a_space_is_narrowed_to_plain_inputs() {
        let variable = |low: f64, high: f64| {
            let place = |number: f64| DOUBLE.ordinal(bits(number)).unwrap();
            let range = VariableRange { low: place(low), high: place(high), nan: false };
            InputVariable { word: 0, shift: 0, kind: DOUBLE, range }
        };
        let space = |variable| Space { template: vec![0], variables: vec![variable], assumption: None };
        let plain = plain_space(&space(variable(-2.0, f64::MAX))).unwrap();
        assert_eq!(plain.variables[0].range, variable(-2.0, 1e6).range);
        let mut words = Vec::new();
        assert!(plain.push(&[bits(1.5)], &mut words) && plain.push(&[bits(-0.0)], &mut words));
        assert!(!plain.push(&[bits(1e-9)], &mut words));
        assert!(plain_space(&space(variable(1e7, 1e300))).is_none());
        assert!(plain_space(&space(variable(1e-300, 1e-200))).is_none());
    }

    #[test]
    fn simpler_values_are_in_range_and_simpler() {
        let range = VariableRange {
            low: DOUBLE.ordinal(bits(3.0)).unwrap(),
            high: DOUBLE.ordinal(bits(1e300)).unwrap(),
            nan: false,
        };
        let variable = InputVariable { word: 0, shift: 0, kind: DOUBLE, range };
        let given = bits(1.2345678e17);
        let values = simpler(&variable, given);
        assert!(values.iter().all(|&value| cost(DOUBLE, value) < cost(DOUBLE, given)));
        assert!(values.iter().all(|&value| (3.0..=1e300).contains(&f64::from_bits(value))));
        for expected in [3.0, 1e17, 2e17, 1.2e17, 1.3e17, 1e16, 1e8] {
            assert!(values.contains(&bits(expected)), "{expected}");
        }
        assert!(simpler(&variable, bits(3.0)).is_empty());
        assert!(first_tried(&variable, 5).len() == 5 && first_tried(&variable, 5)[0] == bits(3.0));
    }
}
