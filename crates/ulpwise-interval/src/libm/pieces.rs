//! Functions of one argument that are monotone on a few pieces of their domain.
//!
//! Each has a table of pieces that cover all numbers. At points where the exact value is known to be special (zeros,
//! infinities, poles) the host is asked in every mode; between them the ends of an interval are looked at.
//!
//! A piece also says what its results lie within at most. That is the range of the exact function, and an assumption about
//! the host: glibc's results never have the wrong sign, and to nearest they do not leave that range and do not pass the value
//! at zero on the wrong side, even where the error in ulps would allow it (next to 1 for tanh, or among the subnormals). All single-precision inputs are tried by `cargo xtask bench
//! enclosures` for some functions, millions of both formats for all.

use super::call::{Call, Corners};
use crate::domain::{FloatDomain, Range, ordinal};
use ulpwise_expr::LibmFunction;
use ulpwise_float::{Float, Format, Rounding};

/// What the function does on a piece.
#[derive(Clone, Copy, Debug)]
enum Rule {
    /// It has no value.
    Nan,
    /// The host is asked; it is one point.
    Point,
    /// It rises, within this range.
    Rises(Range),
    /// It falls, within this range.
    Falls(Range),
}

/// A piece of the numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) numbers: Range,
    rule: Rule,
}

/// Ordinals that tables are made of.
struct Places {
    /// Plus infinity.
    top: i128,
    one: i128,
    two: i128,
}

impl Places {
    fn new(format: Format) -> Places {
        let of = |value: f64| ordinal::of(Float::from_f64(value).convert(format, Rounding::NearestEven).0);
        Places { top: ordinal::infinity(format), one: of(1.0), two: of(2.0) }
    }

    /// Results that are not negative.
    fn positive(&self) -> Range {
        Range::new(0, self.top)
    }

    /// Results that are not positive.
    fn negative(&self) -> Range {
        Range::new(!self.top, -1)
    }
}

fn point(at: i128) -> Piece {
    Piece { numbers: Range::new(at, at), rule: Rule::Point }
}

fn nan(low: i128, high: i128) -> Piece {
    Piece { numbers: Range::new(low, high), rule: Rule::Nan }
}

fn rises(low: i128, high: i128, within: Range) -> Piece {
    Piece { numbers: Range::new(low, high), rule: Rule::Rises(within) }
}

fn falls(low: i128, high: i128, within: Range) -> Piece {
    Piece { numbers: Range::new(low, high), rule: Rule::Falls(within) }
}

/// A function that is defined everywhere, asked at zeros and infinities, and rises on both sides.
fn rising(top: i128, negative: Range, positive: Range) -> Vec<Piece> {
    vec![
        point(!top),
        rises(!top + 1, -2, negative),
        point(-1),
        point(0),
        rises(1, top - 1, positive),
        point(top),
    ]
}

/// The pieces of a function, ascending.
pub(super) fn pieces(call: &Call<'_>) -> Vec<Piece> {
    let at = Places::new(call.format);
    let Places { top, one, two } = at;
    match call.function {
        LibmFunction::Exp | LibmFunction::Exp2 | LibmFunction::Exp10 => {
            rising(top, Range::new(0, call.greatest(one)), Range::new(call.least(one), top))
        }
        LibmFunction::Expm1 => rising(top, Range::new(!call.greatest(one), -1), at.positive()),
        LibmFunction::Sinh | LibmFunction::Asinh | LibmFunction::Cbrt | LibmFunction::Atan => {
            rising(top, at.negative(), at.positive())
        }
        LibmFunction::Tanh | LibmFunction::Erf => {
            rising(top, Range::new(!call.greatest(one), -1), Range::new(0, call.greatest(one)))
        }
        LibmFunction::Cosh => {
            let within = Range::new(call.least(one), top);
            let mut pieces = rising(top, within, within);
            pieces[1] = falls(!top + 1, -2, within);
            pieces
        }
        LibmFunction::Erfc => vec![
            point(!top),
            falls(!top + 1, -2, Range::new(call.least(one), call.greatest(two))),
            point(-1),
            point(0),
            falls(1, top - 1, Range::new(0, call.greatest(one))),
            point(top),
        ],
        LibmFunction::Log | LibmFunction::Log2 | LibmFunction::Log10 => vec![
            nan(!top, -2),
            point(-1),
            point(0),
            rises(1, one - 1, at.negative()),
            point(one),
            rises(one + 1, top - 1, at.positive()),
            point(top),
        ],
        LibmFunction::Log1p => {
            let mut pieces = vec![nan(!top, !one - 1), point(!one), rises(!one + 1, -2, at.negative())];
            pieces.extend([point(-1), point(0), rises(1, top - 1, at.positive()), point(top)]);
            pieces
        }
        LibmFunction::Asin | LibmFunction::Atanh => {
            let mut pieces = vec![nan(!top, !one - 1), point(!one), rises(!one + 1, -2, at.negative())];
            pieces.extend([point(-1), point(0), rises(1, one - 1, at.positive())]);
            pieces.extend([point(one), nan(one + 1, top)]);
            pieces
        }
        LibmFunction::Acos => vec![
            nan(!top, !one - 1),
            point(!one),
            falls(!one + 1, one - 1, at.positive()),
            point(one),
            nan(one + 1, top),
        ],
        LibmFunction::Acosh => {
            vec![nan(!top, one - 1), point(one), rises(one + 1, top - 1, at.positive()), point(top)]
        }
        function => panic!("{function} has no pieces"),
    }
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

fn on_piece(call: &Call<'_>, piece: Piece, part: Range, exact: bool) -> FloatDomain {
    let (low, high) = ([part.low], [part.high]);
    match piece.rule {
        Rule::Nan => FloatDomain::only_nan(call.format),
        Rule::Point => call.at(&low),
        // Exponential functions at the largest number change by some fifty ulps or more from one argument to the next.
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
