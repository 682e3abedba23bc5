//! Sine, cosine and tangent: monotone between multiples of half pi, which are counted in exact
//! arithmetic.
//!
//! The pieces of a function have consecutive numbers: the integer part of `x / pi` for the cosine,
//! of `x / pi + 1/2` for the sine and the tangent. The sine rises on even pieces and the cosine
//! falls there; the tangent rises on all of them.
//!
//! That sine and cosine are never beyond 1 to nearest is an assumption about the host, as are the
//! signs next to zero. (In single precision they are beyond 1 when rounded upwards.)

use super::call::{Call, Corners};
use super::pi::half_turns;
use crate::domain::{FloatDomain, OrdinalRange, ordinal};
use ulpwise_expr::LibmFunction;
use ulpwise_externals::Parity;
use ulpwise_float::{Float, Integer};

/// What the function delivers for arguments in a domain.
pub(super) fn enclose(call: &Call<'_>, x: &FloatDomain, exact: bool) -> FloatDomain {
    let mut results = FloatDomain::empty(call.format);
    if x.can_be_nan() || x.can_be_infinite() {
        results.add_nan();
    }
    for numbers in sides(call) {
        for range in x.ranges() {
            let part = range.intersect(numbers);
            if !part.is_empty() {
                results = results.union(&on_side(call, part, exact));
            }
        }
    }
    results
}

/// Finite numbers by their signs, the zeros apart.
pub(super) fn sides(call: &Call<'_>) -> [OrdinalRange; 4] {
    let top = ordinal::infinity(call.format);
    [
        OrdinalRange::new(!top + 1, -2),
        OrdinalRange::new(-1, -1),
        OrdinalRange::new(0, 0),
        OrdinalRange::new(1, top - 1),
    ]
}

fn on_side(call: &Call<'_>, part: OrdinalRange, exact: bool) -> FloatDomain {
    if part.low == part.high && (exact || part.low == 0 || part.low == -1) {
        return call.at(&[part.low]);
    }
    let ends = [[part.low], [part.high]];
    let (first, last) = (piece_of(call, part.low).0, piece_of(call, part.high).1);
    let between = |least: usize, greatest: usize, within| {
        let corners = Corners { least: &ends[least], greatest: &ends[greatest], before: None };
        call.between(corners, within, exact)
    };
    let all = bounds(call, part, &first, &last);
    if call.function == LibmFunction::Tan {
        return match last - first {
            same if same == Integer::ZERO => between(0, 1, all),
            // From the first piece up, and down from where the second one begins.
            next if next == Integer::ONE => {
                let (up, down) = (between(0, 0, all), between(1, 1, all));
                match (up.hull(), down.hull()) {
                    (Some(up), Some(down)) => {
                        FloatDomain::from_range(call.format, OrdinalRange::new(up.low, all.high)).union(
                            &FloatDomain::from_range(call.format, OrdinalRange::new(all.low, down.high)),
                        )
                    }
                    _ => call.anything(),
                }
            }
            _ => FloatDomain::from_range(call.format, all),
        };
    }
    let rises = rises(call, &first);
    match last - first {
        same if same == Integer::ZERO && rises => between(0, 1, all),
        same if same == Integer::ZERO => between(1, 0, all),
        // Over one crest or through one valley: the ends bound it on the other side.
        next if next == Integer::ONE => match (between(0, 0, all).hull(), between(1, 1, all).hull()) {
            (Some(start), Some(end)) if rises => {
                FloatDomain::from_range(call.format, OrdinalRange::new(start.low.min(end.low), all.high))
            }
            (Some(start), Some(end)) => {
                FloatDomain::from_range(call.format, OrdinalRange::new(all.low, start.high.max(end.high)))
            }
            _ => call.anything(),
        },
        _ => FloatDomain::from_range(call.format, all),
    }
}

/// What results on one side of zero lie within, from the numbers of the first and the last piece.
fn bounds(call: &Call<'_>, part: OrdinalRange, first: &Integer, last: &Integer) -> OrdinalRange {
    let finite = ordinal::max_finite(call.format);
    let limit = match call.function {
        // The exact tangent of a double is less than 2^70.
        LibmFunction::Tan => finite,
        _ => call.greatest(ordinal::from_float(Float::one(call.format, false))),
    };
    let is_odd_function = call.function.facts().parity == Parity::Odd;
    let in_middle = *first == Integer::ZERO && *last == Integer::ZERO;
    match part.low > 0 {
        true if is_odd_function && in_middle => OrdinalRange::new(0, limit),
        false if is_odd_function && in_middle => OrdinalRange::new(!limit, -1),
        _ => OrdinalRange::new(!limit, limit),
    }
}

/// The number of the piece that an argument lies on: a lower and an upper bound.
fn piece_of(call: &Call<'_>, argument: i128) -> (Integer, Integer) {
    half_turns(ordinal::float(call.format, argument), call.function.facts().parity == Parity::Odd)
}

/// Whether the function rises on a piece.
fn rises(call: &Call<'_>, piece: &Integer) -> bool {
    let is_even = (piece % 2) == 0;
    match call.function {
        LibmFunction::Cos => !is_even,
        LibmFunction::Sin => is_even,
        _ => true,
    }
}

/// A part of a range of arguments, and whether it lies on one piece.
pub(super) struct Part {
    pub(super) numbers: OrdinalRange,
    pub(super) is_monotone: bool,
}

/// How many pieces at each end of a range are looked at one by one.
const PIECES_AT_ENDS: usize = 4;

/// Cuts a range on one side of zero where pieces meet: a few at each end, the rest as one part.
pub(super) fn parts(call: &Call<'_>, range: OrdinalRange) -> Vec<Part> {
    let (mut low, mut high) = (range.low, range.high);
    let mut parts = Vec::new();
    for _ in 0..PIECES_AT_ENDS {
        if low > high {
            return parts;
        }
        let end = last_on_piece(call, low, high);
        parts.push(Part { numbers: OrdinalRange::new(low, end), is_monotone: true });
        low = end + 1;
    }
    let mut upper = Vec::new();
    for _ in 0..PIECES_AT_ENDS {
        if low > high {
            break;
        }
        let start = first_on_piece(call, low, high);
        upper.push(Part { numbers: OrdinalRange::new(start, high), is_monotone: true });
        high = start - 1;
    }
    if low <= high {
        parts.push(Part { numbers: OrdinalRange::new(low, high), is_monotone: false });
    }
    parts.extend(upper.into_iter().rev());
    parts
}

/// The last argument up to `high` on the piece of `low`.
fn last_on_piece(call: &Call<'_>, low: i128, high: i128) -> i128 {
    let piece = piece_of(call, low).1;
    let is_on_it = |at| piece_of(call, at).1 <= piece;
    if is_on_it(high) {
        return high;
    }
    let (mut on, mut beyond) = (low, high);
    while beyond - on > 1 {
        let middle = on + (beyond - on) / 2;
        *(if is_on_it(middle) { &mut on } else { &mut beyond }) = middle;
    }
    on
}

/// The first argument from `low` on that is on the piece of `high`.
fn first_on_piece(call: &Call<'_>, low: i128, high: i128) -> i128 {
    let piece = piece_of(call, high).0;
    let is_on_it = |at| piece_of(call, at).0 >= piece;
    if is_on_it(low) {
        return low;
    }
    let (mut before, mut on) = (low, high);
    while on - before > 1 {
        let middle = before + (on - before) / 2;
        *(if is_on_it(middle) { &mut on } else { &mut before }) = middle;
    }
    on
}

/// Whether an ordinal is that of a finite number.
pub(super) fn is_finite(call: &Call<'_>, at: i128) -> bool {
    let top = ordinal::infinity(call.format);
    !top < at && at < top
}
