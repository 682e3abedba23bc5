//! Functions of one argument that are monotone on a few pieces of their domain.
//!
//! The table of `ulpwise-externals` has their pieces; together they cover all numbers. At points
//! where the exact value is known to be special (zeros, infinities, poles) the host is asked in
//! every mode; between them the ends of an interval are looked at.
//!
//! A piece also says what its results lie within at most. That is the range of the exact function,
//! and an assumption about the host: glibc's results never have the wrong sign, and to nearest they
//! do not leave that range and do not pass the value at zero on the wrong side, even where the
//! error in ulps would allow it (next to 1 for tanh, or among the subnormals). All single-precision
//! inputs are tried by `cargo xtask bench enclosures` for some functions, millions of both formats
//! for all.

use super::call::{Call, Corners};
use crate::domain::{FloatDomain, OrdinalRange, ordinal};
use ulpwise_externals::{ArgumentSet, Direction};
use ulpwise_float::{Float, Rounding};

/// What the function does on a piece.
#[derive(Clone, Copy, Debug)]
enum Rule {
    /// It has no value.
    Nan,
    /// The host is asked; it is one point.
    Point,
    /// It rises, within this range.
    Rises(OrdinalRange),
    /// It falls, within this range.
    Falls(OrdinalRange),
}

/// A piece of the numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct MonotonePiece {
    pub(super) numbers: OrdinalRange,
    rule: Rule,
}

/// The pieces of a function, ascending: those on which the table says that it is monotone, their
/// ends, and where it has no value.
pub(super) fn pieces(call: &Call<'_>) -> Vec<MonotonePiece> {
    let facts = call.function.facts();
    let top = ordinal::infinity(call.format);
    let mut pieces = Vec::new();
    let mut nowhere = |low: i128, high: i128| {
        pieces.push(MonotonePiece { numbers: OrdinalRange::new(low, high), rule: Rule::Nan });
    };
    match facts.invalid {
        ArgumentSet::Empty => {}
        ArgumentSet::Below(bound) => nowhere(!top, first_at(call, bound) - 1),
        ArgumentSet::Beyond(bound) => {
            nowhere(!top, first_at(call, -bound) - 1);
            nowhere(last_at(call, bound) + 1, top);
        }
        set => panic!("{} has no pieces: it is undefined at {set:?}", call.function),
    }
    let mut ends: Vec<f64> = facts.pieces.iter().flat_map(|piece| piece.between).collect();
    ends.dedup();
    for end in ends {
        for at in first_at(call, end)..=last_at(call, end) {
            pieces.push(MonotonePiece { numbers: OrdinalRange::new(at, at), rule: Rule::Point });
        }
    }
    for piece in facts.pieces {
        let [low, high] = piece.between;
        let numbers = OrdinalRange::new(last_at(call, low) + 1, first_at(call, high) - 1);
        let within = results_within(call, piece.within);
        let rule = match piece.direction {
            Direction::Rises => Rule::Rises(within),
            Direction::Falls => Rule::Falls(within),
        };
        pieces.push(MonotonePiece { numbers, rule });
    }
    pieces.sort_by_key(|piece| piece.numbers.low);
    pieces
}

/// The ordinal of a number that all formats have.
fn ordinal_of(call: &Call<'_>, number: f64) -> i128 {
    if number.is_infinite() {
        let top = ordinal::infinity(call.format);
        return if number < 0.0 { !top } else { top };
    }
    ordinal::from_float(Float::from_f64(number).convert(call.format, Rounding::NearestEven).0)
}

/// The least ordinal of a number: that of minus zero for zero.
fn first_at(call: &Call<'_>, number: f64) -> i128 {
    if number == 0.0 { ordinal::MINUS_ZERO } else { ordinal_of(call, number) }
}

/// The greatest ordinal of a number: that of plus zero for zero.
fn last_at(call: &Call<'_>, number: f64) -> i128 {
    if number == 0.0 { ordinal::PLUS_ZERO } else { ordinal_of(call, number) }
}

/// The results where exact values lie within bounds. Zeros and infinities are not passed; other
/// bounds may be, by the error.
fn results_within(call: &Call<'_>, [least, greatest]: [f64; 2]) -> OrdinalRange {
    let low = ordinal_of(call, least);
    let high = ordinal_of(call, greatest);
    let is_limit = |bound: f64| bound == 0.0 || bound.is_infinite();
    OrdinalRange::new(
        if is_limit(least) {
            low
        } else if low < 0 {
            !call.greatest(!low)
        } else {
            call.least(low)
        },
        if is_limit(greatest) {
            high
        } else if high < 0 {
            !call.least(!high)
        } else {
            call.greatest(high)
        },
    )
}

/// What the function delivers for arguments in a domain.
pub(super) fn enclose(call: &Call<'_>, x: &FloatDomain, exact: bool) -> FloatDomain {
    let mut results =
        if x.can_be_nan() { FloatDomain::only_nan(call.format) } else { FloatDomain::empty(call.format) };
    for piece in pieces(call) {
        for range in x.ranges() {
            let part = range.intersect(piece.numbers);
            if !part.is_empty() {
                results = results.union(&on_piece(call, piece, part, exact));
            }
        }
    }
    results
}

fn on_piece(call: &Call<'_>, piece: MonotonePiece, part: OrdinalRange, exact: bool) -> FloatDomain {
    let (low, high) = ([part.low], [part.high]);
    match piece.rule {
        Rule::Nan => FloatDomain::only_nan(call.format),
        Rule::Point => call.at(&low),
        // Exponential functions at the largest number change by some fifty ulps or more from one
        // argument to the next.
        Rule::Rises(within) => {
            let before = [part.low - 2];
            let before = (part.low > 2).then_some(&before[..]);
            call.between(Corners { least: &low, greatest: &high, before }, within, exact)
        }
        Rule::Falls(within) => {
            let before = [part.high + 2];
            let before = (part.high < -4).then_some(&before[..]);
            call.between(Corners { least: &high, greatest: &low, before }, within, exact)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::RoundingDomain;
    use ulpwise_expr::LibmFunction;
    use ulpwise_float::Format;

    /// No number is in no piece or in two.
    #[test]
    fn pieces_cover_all_numbers_once() {
        let libm = |_: LibmFunction, _: Rounding, _: &[Float]| None;
        for &function in LibmFunction::ALL.iter().filter(|function| !function.facts().pieces.is_empty()) {
            for format in [Format::F32, Format::F64] {
                let modes = RoundingDomain::singleton(Rounding::NearestEven);
                let call = Call::new(function, format, modes, &libm).expect("it is enclosed");
                let top = ordinal::infinity(format);
                let mut next = !top;
                for piece in pieces(&call) {
                    assert_eq!(piece.numbers.low, next, "{function} {piece:?}");
                    next = piece.numbers.high + 1;
                }
                assert_eq!(next, top + 1, "{function}");
            }
        }
    }
}
