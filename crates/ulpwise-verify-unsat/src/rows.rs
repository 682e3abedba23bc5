//! Linear inequalities between the values of floats: what each operation whose operands and result
//! are finite says, rounding included, and what each comparison says whose truth is known.
//!
//! A rounded result is the exact one plus an error. How large the error can be follows from the range
//! of the result: half a unit in the last place of its greatest magnitude to nearest, a whole one
//! otherwise. Products lie between the planes of McCormick (*Computability of global solutions*,
//! 1976), squares between tangents and a secant.

use crate::image::Known;
use crate::query::{FloatQuery, Operator, Sort, TermForm};
use crate::range::{Range, exact, infinity, power_of_two};
use dashu_ratio::RBig;
use ulpwise_float::{Float, Format, Rounding};

/// `low <= Σ coefficient · value <= high`; an absent end is none.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) coefficients: Vec<(usize, RBig)>,
    pub(crate) low: Option<RBig>,
    pub(crate) high: Option<RBig>,
}

/// Both ends of something.
type Ends = (RBig, RBig);

/// What is known, for writing inequalities.
pub(crate) struct Rows<'a> {
    pub(crate) query: &'a FloatQuery,
    pub(crate) known: &'a Known,
}

impl Rows<'_> {
    /// The inequality of a term with this number, if the term has it.
    pub(crate) fn row(&self, term: usize, number: u32) -> Option<Row> {
        let TermForm::Application(operator, operands) = &self.query.terms.get(term)?.form else {
            return None;
        };
        match self.query.terms[term].sort {
            Sort::Bool if number == 0 => self.comparison(term, *operator, operands),
            Sort::Float(format) => self.operation(term, format, *operator, operands, number),
            Sort::Bool | Sort::Mode => None,
        }
    }

    fn format(&self, term: usize) -> Option<Format> {
        match self.query.terms[term].sort {
            Sort::Float(format) => Some(format),
            Sort::Bool | Sort::Mode => None,
        }
    }

    /// The values of a float that is finite for certain.
    pub(crate) fn ends(&self, term: usize) -> Option<Ends> {
        self.known.ranges[term].exact_ends(self.format(term)?)
    }

    fn constant(&self, term: usize) -> Option<RBig> {
        self.ends(term).filter(|(low, high)| low == high).map(|(low, _)| low)
    }

    /// A comparison of finite floats whose truth is known. Floats that differ do so by the smallest one
    /// at least.
    fn comparison(&self, term: usize, operator: Operator, operands: &[usize]) -> Option<Row> {
        let &[x, y] = operands else { return None };
        self.ends(x)?;
        self.ends(y)?;
        let step = exact(Float::min_subnormal(self.format(x)?, false))?;
        let difference = vec![(x, RBig::ONE), (y, -RBig::ONE)];
        let (low, high) = match (operator, self.known.truths[term]?) {
            (Operator::Lt, true) => (None, Some(-step)),
            (Operator::Leq, true) => (None, Some(RBig::ZERO)),
            (Operator::FpEq | Operator::Equal, true) => (Some(RBig::ZERO), Some(RBig::ZERO)),
            (Operator::Lt, false) => (Some(RBig::ZERO), None),
            (Operator::Leq, false) => (Some(step), None),
            _ => return None,
        };
        Some(Row { coefficients: difference, low, high })
    }

    fn operation(
        &self,
        term: usize,
        format: Format,
        operator: Operator,
        operands: &[usize],
        number: u32,
    ) -> Option<Row> {
        self.ends(term)?;
        let equation = |coefficients, (low, high): Ends| {
            (number == 0).then_some(Row { coefficients, low: Some(low), high: Some(high) })
        };
        let nothing = || (RBig::ZERO, RBig::ZERO);
        let one = || RBig::ONE;
        if let (Operator::Ite, &[condition, then, otherwise]) = (operator, operands) {
            let taken = if self.known.truths[condition]? { then } else { otherwise };
            return equation(vec![(term, one()), (taken, -one())], nothing());
        }
        let (mode, floats) = match self.query.terms[*operands.first()?].sort {
            Sort::Mode => (Some(operands[0]), &operands[1..]),
            Sort::Bool | Sort::Float(_) => (None, operands),
        };
        for &operand in floats {
            self.ends(operand)?;
        }
        let rounding = Errors { format, range: self.known.ranges[term], mode: self.mode(mode) };
        match (operator, floats) {
            (Operator::Neg, &[x]) => equation(vec![(term, one()), (x, one())], nothing()),
            (Operator::Abs, &[x]) => self.absolute(term, x, number),
            (Operator::Min | Operator::Max, &[x, y]) => {
                let operand = *[x, y].get(number as usize)?;
                let sign = if operator == Operator::Min { one() } else { -one() };
                let coefficients = vec![(operand, sign.clone()), (term, -sign)];
                Some(Row { coefficients, low: Some(RBig::ZERO), high: None })
            }
            (Operator::Add, &[x, y]) => {
                equation(vec![(term, one()), (x, -one()), (y, -one())], rounding.of_sum()?)
            }
            (Operator::Sub, &[x, y]) => {
                equation(vec![(term, one()), (x, -one()), (y, one())], rounding.of_sum()?)
            }
            (Operator::Convert, &[x]) => {
                let source = self.format(x)?;
                let is_exact = format.exponent_bits() >= source.exponent_bits()
                    && format.significand_bits() >= source.significand_bits();
                let error = if is_exact { nothing() } else { rounding.of_result()? };
                equation(vec![(term, one()), (x, -one())], error)
            }
            (Operator::RoundToIntegral, &[x]) => {
                equation(vec![(term, one()), (x, -one())], rounding.of_unit(0))
            }
            (Operator::Mul, &[x, y]) => self.product((term, number), (x, y), &rounding),
            (Operator::Div, &[x, y]) => self.quotient((term, number), (x, y), &rounding),
            (Operator::Sqrt, &[x]) => self.root((term, number), x, &rounding),
            _ => None,
        }
    }

    fn mode(&self, term: Option<usize>) -> Option<Rounding> {
        match self.query.terms[term?].form {
            TermForm::Mode(mode) => Some(mode),
            _ => None,
        }
    }

    fn absolute(&self, term: usize, x: usize, number: u32) -> Option<Row> {
        let range = self.known.ranges[x];
        let row = |sign: RBig, high: Option<RBig>| {
            Some(Row { coefficients: vec![(term, RBig::ONE), (x, sign)], low: Some(RBig::ZERO), high })
        };
        match number {
            0 if range.low >= -1 => row(-RBig::ONE, Some(RBig::ZERO)),
            0 if range.high <= 0 => row(RBig::ONE, Some(RBig::ZERO)),
            0 => row(-RBig::ONE, None),
            1 => row(RBig::ONE, None),
            _ => None,
        }
    }

    fn product(
        &self,
        (term, number): (usize, u32),
        (x, y): (usize, usize),
        rounding: &Errors,
    ) -> Option<Row> {
        let scaled = self.constant(x).map(|factor| (factor, y));
        if let Some((factor, other)) = scaled.or_else(|| self.constant(y).map(|factor| (factor, x))) {
            let (low, high) = rounding.of_scaling(&factor, false)?;
            let coefficients = vec![(term, RBig::ONE), (other, -factor)];
            return (number == 0).then_some(Row { coefficients, low: Some(low), high: Some(high) });
        }
        let (least, greatest) = rounding.of_result()?;
        let (a, b) = (self.ends(x)?, self.ends(y)?);
        if x == y {
            // For every t: (x - t)² >= 0. Between the ends: (x - low)(x - high) <= 0.
            let tangent = |t: RBig| {
                let low = &least - &t * &t;
                let coefficients = vec![(term, RBig::ONE), (x, -(&t + &t))];
                Some(Row { coefficients, low: Some(low), high: None })
            };
            return match number {
                0 => tangent(a.0),
                1 => tangent(a.1),
                2 => tangent((a.0 + a.1) * power_of_two(-1)),
                3 => {
                    let coefficients = vec![(term, RBig::ONE), (x, -(&a.0 + &a.1))];
                    Some(Row { coefficients, low: None, high: Some(greatest - a.0 * a.1) })
                }
                _ => None,
            };
        }
        // (x - p)(y - q) has a known sign where p and q are ends.
        let (p, q, is_above) = plane(&a, &b, number)?;
        let corner = &p * &q;
        let coefficients = vec![(term, RBig::ONE), (y, -p), (x, -q)];
        Some(match is_above {
            true => Row { coefficients, low: Some(least - corner), high: None },
            false => Row { coefficients, low: None, high: Some(greatest - corner) },
        })
    }

    /// The exact quotient q, the result less its error, has q · y = x.
    fn quotient(
        &self,
        (term, number): (usize, u32),
        (x, y): (usize, usize),
        rounding: &Errors,
    ) -> Option<Row> {
        if let Some(divisor) = self.constant(y) {
            if divisor == RBig::ZERO || number != 0 {
                return None;
            }
            let (low, high) = multiples(&divisor, &rounding.of_scaling(&divisor, true)?);
            let coefficients = vec![(term, divisor), (x, -RBig::ONE)];
            return Some(Row { coefficients, low: Some(low), high: Some(high) });
        }
        let error = rounding.of_result()?;
        let (exact, b) = (self.without_error(term, &error)?, self.ends(y)?);
        let (p, q, is_above) = plane(&exact, &b, number)?;
        let corner = -(&p * &q);
        let (low, high) = multiples(&q, &error);
        let coefficients = vec![(x, RBig::ONE), (y, -p), (term, -q)];
        Some(match is_above {
            true => Row { coefficients, low: Some(corner - high), high: None },
            false => Row { coefficients, low: None, high: Some(corner - low) },
        })
    }

    /// The exact root q, the result less its error, has q · q = x.
    fn root(&self, (term, number): (usize, u32), x: usize, rounding: &Errors) -> Option<Row> {
        let error = rounding.of_result()?;
        let exact = self.without_error(term, &error)?;
        let tangent = |t: RBig| {
            let slope = &t + &t;
            let (_, high) = multiples(&slope, &error);
            let coefficients = vec![(x, RBig::ONE), (term, -slope)];
            Some(Row { coefficients, low: Some(-(&t * &t + high)), high: None })
        };
        match number {
            0 => tangent(exact.0),
            1 => tangent(exact.1),
            2 => tangent((exact.0 + exact.1) * power_of_two(-1)),
            3 => {
                let slope = &exact.0 + &exact.1;
                let (low, _) = multiples(&slope, &error);
                let high = -(exact.0 * exact.1 + low);
                Some(Row { coefficients: vec![(x, RBig::ONE), (term, -slope)], low: None, high: Some(high) })
            }
            _ => None,
        }
    }

    /// Where the exact result of an operation lies.
    fn without_error(&self, term: usize, (least, greatest): &Ends) -> Option<Ends> {
        let (low, high) = self.ends(term)?;
        Some((low - greatest, high - least))
    }
}

/// A pair of ends, and whether the product of the distances from them is positive.
fn plane(a: &Ends, b: &Ends, number: u32) -> Option<(RBig, RBig, bool)> {
    Some(match number {
        0 => (a.0.clone(), b.0.clone(), true),
        1 => (a.1.clone(), b.1.clone(), true),
        2 => (a.0.clone(), b.1.clone(), false),
        3 => (a.1.clone(), b.0.clone(), false),
        _ => return None,
    })
}

/// The least and the greatest multiple of an error.
fn multiples(factor: &RBig, (low, high): &Ends) -> Ends {
    let (one, other) = (factor * low, factor * high);
    if one <= other { (one, other) } else { (other, one) }
}

/// How far a result may be from the exact one.
struct Errors {
    format: Format,
    /// Where the result lies, which is finite.
    range: Range,
    mode: Option<Rounding>,
}

impl Errors {
    fn is_nearest(&self) -> bool {
        matches!(self.mode, Some(Rounding::NearestEven | Rounding::NearestAway))
    }

    /// The exponent of the last place of the greatest magnitude.
    fn last_place(&self) -> Option<i64> {
        let (low, high) = self.range.finite_ends(self.format)?;
        let exponent = low.ilogb().max(high.ilogb()).unwrap_or(self.format.min_exponent());
        let exponent = exponent.max(self.format.min_exponent());
        Some(exponent - i64::from(self.format.significand_bits()) + 1)
    }

    /// Of an operation that is rounded to the format. Directed modes deliver the largest finite number
    /// for results of any size beyond it: then there is no bound.
    fn of_result(&self) -> Option<Ends> {
        let largest = infinity(self.format) - 1;
        let may_be_cut = self.range.high >= largest || self.range.low <= !largest;
        if may_be_cut && !self.is_nearest() {
            return None;
        }
        Some(self.of_unit(self.last_place()?))
    }

    /// Where results are multiples of 2^`exponent`, or finer.
    fn of_unit(&self, exponent: i64) -> Ends {
        let unit = power_of_two(exponent);
        let half = || power_of_two(exponent - 1);
        match self.mode {
            Some(Rounding::NearestEven | Rounding::NearestAway) => (-half(), half()),
            Some(Rounding::TowardPositive) => (RBig::ZERO, unit),
            Some(Rounding::TowardNegative) => (-unit, RBig::ZERO),
            // A result with a sign is not further from zero than the exact value.
            Some(Rounding::TowardZero) if self.range.low > 0 => (-unit, RBig::ZERO),
            Some(Rounding::TowardZero) if self.range.high < -1 => (RBig::ZERO, unit),
            Some(Rounding::TowardZero) | None => (-unit.clone(), unit),
        }
    }

    /// Of a sum: a multiple of the smallest number, and exact where these have no gaps.
    fn of_sum(&self) -> Option<Ends> {
        let error = self.of_result()?;
        let is_exact = self.last_place()? == self.format.min_subnormal_exponent();
        Some(if is_exact { (RBig::ZERO, RBig::ZERO) } else { error })
    }

    /// Of a product with a constant, or a quotient by one: a power of two loses bits only below the
    /// smallest number.
    fn of_scaling(&self, factor: &RBig, divides: bool) -> Option<Ends> {
        let error = self.of_result()?;
        let Some(exponent) = log2(factor) else { return Some(error) };
        if exponent == 0 || (exponent > 0) != divides {
            return Some((RBig::ZERO, RBig::ZERO));
        }
        Some(self.of_unit(self.format.min_subnormal_exponent()))
    }
}

/// The exponent of a number that is a power of two, or the opposite of one.
fn log2(number: &RBig) -> Option<i64> {
    let (above, below) = (number.numerator().clone().into_parts().1, number.denominator());
    let exponent = |number: &dashu_int::UBig| {
        number.trailing_zeros().filter(|&zeros| number == &(dashu_int::UBig::ONE << zeros))
    };
    Some(exponent(&above)? as i64 - exponent(below)? as i64)
}
