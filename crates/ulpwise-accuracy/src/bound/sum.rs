//! Sums over symbols, each an unknown number from -1 to 1, with coefficients that are known to
//! intervals; and upper bounds of what positive numbers give.

use ulpwise_domain::Interval;

/// A little more than a sum or quotient of positive numbers that was rounded a few times; nothing
/// stays nothing.
pub(super) fn up(number: f64) -> f64 {
    if number == 0.0 { 0.0 } else { number * (1.0 + 8.0 * f64::EPSILON) + f64::from_bits(1) }
}

/// Not less than a product of positive numbers.
pub(super) fn product(a: f64, b: f64) -> f64 {
    if a == 0.0 || b == 0.0 { 0.0 } else { up((a * b).max(f64::from_bits(1))) }
}

/// A sum, by symbols.
pub(super) type SymbolSum = Vec<(u32, Interval)>;

/// One sum times a factor plus another one times another.
pub(super) fn combined(
    one: &SymbolSum,
    factor: Interval,
    other: &SymbolSum,
    other_factor: Interval,
) -> SymbolSum {
    let mut all = SymbolSum::with_capacity(one.len() + other.len());
    let (mut left, mut right) = (one.iter().peekable(), other.iter().peekable());
    while let Some(symbol) = [left.peek(), right.peek()].into_iter().flatten().map(|part| part.0).min() {
        let part = |sum: &mut std::iter::Peekable<std::slice::Iter<'_, (u32, Interval)>>,
                    factor: Interval| {
            sum.next_if(|part| part.0 == symbol).map(|part| part.1.times(factor))
        };
        let parts = (part(&mut left, factor), part(&mut right, other_factor));
        all.push(match parts {
            (Some(a), Some(b)) => (symbol, a.plus(b)),
            (one, other) => (symbol, one.or(other).unwrap_or(Interval::point(0.0))),
        });
    }
    all
}

/// A sum times a factor.
pub(super) fn scaled(sum: &SymbolSum, factor: Interval) -> SymbolSum {
    sum.iter().map(|&(symbol, part)| (symbol, part.times(factor))).collect()
}

/// How large a sum can be.
pub(super) fn size(sum: &SymbolSum) -> f64 {
    sum.iter().fold(0.0, |total, (_, part)| up(total + part.magnitude()))
}
