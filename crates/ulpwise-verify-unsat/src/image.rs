//! What a term can be when its operands lie in ranges, computed forwards.
//!
//! Rounding is monotone: the ends of a result come from ends of the operands. Where infinities meet,
//! results are given as separate pieces, for a range from one infinity to the other would say
//! nothing.

use crate::query::{FloatQuery, Operator, Sort, TermForm};
use crate::range::{Range, infinity, number, ordinal, place};
use ulpwise_float::{Float, Format, Rounding};

/// What is known of each term.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) truths: Vec<Option<bool>>,
    pub(crate) ranges: Vec<Range>,
}

/// What a term is supposed to be, besides what is known.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Supposed {
    Truth(bool),
    Range(Range),
}

/// What a term can be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Image {
    Truth { can_hold: bool, can_fail: bool },
    Pieces(Vec<Range>),
}

impl Image {
    const ANY_TRUTH: Image = Image::Truth { can_hold: true, can_fail: true };

    fn truth(value: Option<bool>) -> Image {
        Image::Truth { can_hold: value != Some(false), can_fail: value != Some(true) }
    }

    /// Whether it excludes what is supposed.
    pub(crate) fn excludes(&self, supposed: Supposed) -> bool {
        match (self, supposed) {
            (Image::Truth { can_hold, can_fail }, Supposed::Truth(value)) => {
                !(if value { *can_hold } else { *can_fail })
            }
            (Image::Pieces(pieces), Supposed::Range(range)) => {
                pieces.iter().all(|piece| piece.meet(range).is_empty())
            }
            _ => false,
        }
    }
}

/// A term and what its operands are taken to be.
pub(crate) struct Forwards<'a> {
    pub(crate) query: &'a FloatQuery,
    pub(crate) known: &'a Known,
    /// One term that is taken to be something else than is known.
    pub(crate) supposed: Option<(usize, Supposed)>,
}

impl Forwards<'_> {
    fn truth(&self, term: usize) -> Option<bool> {
        match self.supposed {
            Some((at, Supposed::Truth(value))) if at == term => Some(value),
            _ => self.known.truths[term],
        }
    }

    fn range(&self, term: usize) -> Range {
        match self.supposed {
            Some((at, Supposed::Range(range))) if at == term => range,
            _ => self.known.ranges[term],
        }
    }

    fn mode(&self, term: usize) -> Option<Rounding> {
        match self.query.terms[term].form {
            TermForm::Mode(mode) => Some(mode),
            _ => None,
        }
    }

    /// What the term can be.
    pub(crate) fn image(&self, term: usize) -> Image {
        let TermForm::Application(operator, operands) = &self.query.terms[term].form else {
            return match self.query.terms[term].sort {
                Sort::Bool => Image::truth(self.truth(term)),
                Sort::Float(_) | Sort::Mode => Image::Pieces(vec![self.range(term)]),
            };
        };
        match self.query.terms[term].sort {
            Sort::Float(format) => Image::Pieces(self.float(*operator, operands, format)),
            Sort::Bool => self.proposition(*operator, operands),
            Sort::Mode => Image::Pieces(vec![self.range(term)]),
        }
    }

    fn proposition(&self, operator: Operator, operands: &[usize]) -> Image {
        let truths = || operands.iter().map(|&operand| self.truth(operand));
        let value = match (operator, operands) {
            (Operator::Not, &[x]) => self.truth(x).map(|truth| !truth),
            (Operator::And, _) if truths().any(|truth| truth == Some(false)) => Some(false),
            (Operator::And, _) => truths().all(|truth| truth == Some(true)).then_some(true),
            (Operator::Or, _) if truths().any(|truth| truth == Some(true)) => Some(true),
            (Operator::Or, _) => truths().all(|truth| truth == Some(false)).then_some(false),
            (Operator::Ite, &[condition, then, otherwise]) => match self.truth(condition) {
                Some(true) => self.truth(then),
                Some(false) => self.truth(otherwise),
                None => self.truth(then).filter(|_| self.truth(then) == self.truth(otherwise)),
            },
            (Operator::Equal, &[x, y]) => match self.query.terms[x].sort {
                Sort::Bool => self.truth(x).and_then(|x| self.truth(y).map(|y| x == y)),
                Sort::Float(_) => equal(self.range(x), self.range(y)),
                Sort::Mode => None,
            },
            (Operator::Lt, &[x, y]) => below(self.range(x), self.range(y), false),
            (Operator::Leq, &[x, y]) => below(self.range(x), self.range(y), true),
            (Operator::FpEq, &[x, y]) => {
                let (x, y) = (self.range(x), self.range(y));
                match (below(x, y, true), below(y, x, true)) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                }
            }
            (_, &[x]) => match self.query.terms[x].sort {
                Sort::Float(format) => class(operator, format, self.range(x)),
                Sort::Bool | Sort::Mode => None,
            },
            _ => return Image::ANY_TRUTH,
        };
        Image::truth(value)
    }

    fn float(&self, operator: Operator, operands: &[usize], format: Format) -> Vec<Range> {
        if let (Operator::Ite, &[condition, then, otherwise]) = (operator, operands) {
            return match self.truth(condition) {
                Some(true) => vec![self.range(then)],
                Some(false) => vec![self.range(otherwise)],
                None => vec![self.range(then), self.range(otherwise)],
            };
        }
        match (operator, operands) {
            (Operator::Neg, &[x]) => return vec![negated(self.range(x))],
            (Operator::Abs, &[x]) => return vec![absolute(self.range(x))],
            (Operator::Min, &[x, y]) => return vec![least(self.range(x), self.range(y))],
            (Operator::Max, &[x, y]) => {
                let [x, y] = [x, y].map(|operand| negated(self.range(operand)));
                return vec![negated(least(x, y))];
            }
            _ => {}
        }
        let [mode, operands @ ..] = operands else { return vec![Range::full(format)] };
        let mode = self.mode(*mode);
        let down = mode.unwrap_or(Rounding::TowardNegative);
        let up = mode.unwrap_or(Rounding::TowardPositive);
        let mut ranges = Vec::with_capacity(3);
        for &operand in operands {
            let Sort::Float(format) = self.query.terms[operand].sort else {
                return vec![Range::full(format)];
            };
            ranges.push((self.range(operand), format));
        }
        rounded(operator, format, (down, up), &ranges)
    }
}

/// The results of an operation that rounds.
fn rounded(
    operator: Operator,
    format: Format,
    (down, up): (Rounding, Rounding),
    operands: &[(Range, Format)],
) -> Vec<Range> {
    let full = || vec![Range::full(format)];
    // Each of these operations delivers NaN for NaN.
    if operands.iter().any(|(range, _)| !range.has_numbers()) {
        return vec![Range::NAN];
    }
    let nan = operands.iter().any(|(range, _)| range.nan);
    let with_nan = |mut pieces: Vec<Range>, nan: bool| {
        if nan {
            pieces.push(Range::NAN);
        }
        pieces
    };
    // Single numbers are computed with: infinities and the sign of zero come out as they do.
    if down == up && !nan && operands.iter().all(|(range, _)| range.is_single()) {
        let numbers: Vec<Float> = operands.iter().map(|(range, format)| number(*format, range.low)).collect();
        if let Some(result) = computed(operator, format, down, &numbers) {
            return vec![Range::point(result)];
        }
    }
    let is_infinity = |(range, format): &(Range, Format)| {
        range.low == range.high && number(*format, range.low).is_infinite()
    };
    if let Operator::Sqrt | Operator::RoundToIntegral | Operator::Convert = operator {
        let (x, source) = operands[0];
        let (low, high) = (number(source, x.low), number(source, x.high));
        let (low, high, nan) = match operator {
            Operator::RoundToIntegral => (low.round_to_integral(down).0, high.round_to_integral(up).0, nan),
            Operator::Convert => (low.convert(format, down).0, high.convert(format, up).0, nan),
            _ if x.high < -1 => return vec![Range::NAN],
            _ => {
                let least = if x.low < 0 { Float::zero(format, true) } else { low };
                (least.sqrt(down).0, high.sqrt(up).0, nan || x.low < -1)
            }
        };
        return with_nan(vec![Range::between(low, high, false)], nan);
    }
    let finite: Option<Vec<(Float, Float)>> =
        operands.iter().map(|(range, format)| range.finite_ends(*format)).collect();
    let Some(ends) = finite else {
        // An infinite operand gives an infinity or NaN, but for a divisor.
        let counted = if operator == Operator::Div { &operands[..1] } else { operands };
        if counted.iter().any(is_infinity) {
            let limit = infinity(format);
            let ends = [!limit, limit].map(|end| Range { low: end, high: end, nan: false });
            return with_nan(ends.to_vec(), true);
        }
        return full();
    };
    let (low, high) = match (operator, &ends[..]) {
        (Operator::Add, &[x, y]) => (x.0.add(y.0, down).0, x.1.add(y.1, up).0),
        (Operator::Sub, &[x, y]) => (x.0.sub(y.1, down).0, x.1.sub(y.0, up).0),
        (Operator::Mul, &[x, y]) => corners(x, y, |a, b| [a.mul(b, down).0, a.mul(b, up).0]),
        (Operator::Div, &[x, y]) => {
            let divisor = operands[1].0;
            if place(divisor.low) <= 0 && place(divisor.high) >= 0 {
                return full();
            }
            corners(x, y, |a, b| [a.div(b, down).0, a.div(b, up).0])
        }
        (Operator::Fma, &[x, y, z]) => corners(x, y, |a, b| [a.fma(b, z.0, down).0, a.fma(b, z.1, up).0]),
        _ => return full(),
    };
    with_nan(vec![Range::between(low, high, false)], nan)
}

/// The result of an operation on numbers.
fn computed(operator: Operator, format: Format, mode: Rounding, numbers: &[Float]) -> Option<Float> {
    Some(match (operator, numbers) {
        (Operator::Add, &[x, y]) => x.add(y, mode).0,
        (Operator::Sub, &[x, y]) => x.sub(y, mode).0,
        (Operator::Mul, &[x, y]) => x.mul(y, mode).0,
        (Operator::Div, &[x, y]) => x.div(y, mode).0,
        (Operator::Fma, &[x, y, z]) => x.fma(y, z, mode).0,
        (Operator::Sqrt, &[x]) => x.sqrt(mode).0,
        (Operator::RoundToIntegral, &[x]) => x.round_to_integral(mode).0,
        (Operator::Convert, &[x]) => x.convert(format, mode).0,
        _ => return None,
    })
}

/// The least lower and the greatest upper result over the four pairs of ends.
fn corners(
    x: (Float, Float),
    y: (Float, Float),
    apply: impl Fn(Float, Float) -> [Float; 2],
) -> (Float, Float) {
    let results = [(x.0, y.0), (x.0, y.1), (x.1, y.0), (x.1, y.1)].map(|(a, b)| apply(a, b));
    let [mut low, mut high] = results[0];
    for [lower, upper] in results {
        low = if ordinal(lower) < ordinal(low) { lower } else { low };
        high = if ordinal(upper) > ordinal(high) { upper } else { high };
    }
    (low, high)
}

fn negated(x: Range) -> Range {
    Range { low: !x.high, high: !x.low, nan: x.nan }
}

fn absolute(x: Range) -> Range {
    if !x.has_numbers() || x.low >= 0 {
        return x;
    }
    if x.high < 0 { negated(x) } else { Range { low: 0, high: x.high.max(!x.low), nan: x.nan } }
}

/// Of zeros with opposite signs either may come, and a NaN loses.
fn least(x: Range, y: Range) -> Range {
    let nan = x.nan && y.nan;
    let range = match (x.has_numbers(), y.has_numbers()) {
        (_, false) => Range { nan, ..x },
        (false, true) => Range { nan, ..y },
        (true, true) => {
            let high = if x.nan || y.nan { x.high.max(y.high) } else { x.high.min(y.high) };
            Range { low: x.low.min(y.low), high, nan }
        }
    };
    let zeros = Range { low: -1, high: 0, nan: false };
    let both_zeros = [x, y].iter().all(|operand| !operand.meet(zeros).is_empty());
    if both_zeros { range.with_both_zeros() } else { range }
}

/// Whether `x < y`, or `x <= y` with `or_equal`, if it is known.
fn below(x: Range, y: Range, or_equal: bool) -> Option<bool> {
    if !x.has_numbers() || !y.has_numbers() {
        return Some(false);
    }
    let slack = i128::from(or_equal);
    if place(x.low) >= place(y.high) + slack {
        return Some(false);
    }
    (place(x.high) < place(y.low) + slack && !x.nan && !y.nan).then_some(true)
}

/// Whether two floats are the same datum, if it is known.
fn equal(x: Range, y: Range) -> Option<bool> {
    if x.meet(y).is_empty() {
        return Some(false);
    }
    (x.is_single() && x == y).then_some(true)
}

/// A predicate of one float, if it is known.
fn class(operator: Operator, format: Format, x: Range) -> Option<bool> {
    let limit = infinity(format);
    let normal = ordinal(Float::min_normal(format, false));
    let symmetric = |low: i128, high: i128| {
        let sides = [Range { low, high, nan: false }, Range { low: !high, high: !low, nan: false }];
        if sides.iter().all(|side| side.meet(x).is_empty()) {
            return Some(false);
        }
        sides.iter().any(|side| side.contains(x)).then_some(true)
    };
    let part = |range: Range| {
        if range.meet(x).is_empty() { Some(false) } else { range.contains(x).then_some(true) }
    };
    match operator {
        Operator::IsNan => part(Range::NAN),
        Operator::IsInfinite => symmetric(limit, limit),
        Operator::IsZero => part(Range { low: -1, high: 0, nan: false }),
        Operator::IsNormal => symmetric(normal, limit - 1),
        Operator::IsSubnormal => symmetric(1, normal - 1),
        Operator::IsNegative => part(Range { low: !limit, high: -1, nan: false }),
        Operator::IsPositive => part(Range { low: 0, high: limit, nan: false }),
        _ => None,
    }
}
