//! A query over floats, one term a line, in SMT-LIB: variables and constants, operations on terms of
//! earlier lines, and which terms are asserted.

use std::fmt;
use ulpwise_float::{Float, Format, Rounding};

/// Wider floats, or ones with more exponent bits, are not read.
const MOST_BITS: (u32, u32) = (127, 19);

/// What a term is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A truth value.
    Bool,
    /// A float.
    Float(Format),
    /// A rounding mode.
    Mode,
}

/// A term.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryTerm {
    /// Its sort.
    pub sort: Sort,
    /// What it is made of.
    pub form: TermForm,
}

/// What a term is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum TermForm {
    /// Nothing is known of it.
    Variable,
    /// A truth value.
    Truth(bool),
    /// A float.
    Number(Float),
    /// A rounding mode.
    Mode(Rounding),
    /// An operator of SMT-LIB on terms of earlier lines.
    Application(Operator, Vec<usize>),
}

/// An operator of SMT-LIB.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each is the operator of that name")]
pub enum Operator {
    Not,
    And,
    Or,
    Ite,
    Equal,
    Abs,
    Neg,
    Add,
    Sub,
    Mul,
    Div,
    Sqrt,
    Fma,
    RoundToIntegral,
    Min,
    Max,
    Convert,
    Leq,
    Lt,
    FpEq,
    IsNormal,
    IsSubnormal,
    IsZero,
    IsInfinite,
    IsNan,
    IsNegative,
    IsPositive,
}

impl Operator {
    fn parse(symbol: &str) -> Option<Operator> {
        Some(match symbol {
            "not" => Operator::Not,
            "and" => Operator::And,
            "or" => Operator::Or,
            "ite" => Operator::Ite,
            "=" => Operator::Equal,
            "fp.abs" => Operator::Abs,
            "fp.neg" => Operator::Neg,
            "fp.add" => Operator::Add,
            "fp.sub" => Operator::Sub,
            "fp.mul" => Operator::Mul,
            "fp.div" => Operator::Div,
            "fp.sqrt" => Operator::Sqrt,
            "fp.fma" => Operator::Fma,
            "fp.roundToIntegral" => Operator::RoundToIntegral,
            "fp.min" => Operator::Min,
            "fp.max" => Operator::Max,
            "fp.leq" => Operator::Leq,
            "fp.lt" => Operator::Lt,
            "fp.eq" => Operator::FpEq,
            "fp.isNormal" => Operator::IsNormal,
            "fp.isSubnormal" => Operator::IsSubnormal,
            "fp.isZero" => Operator::IsZero,
            "fp.isInfinite" => Operator::IsInfinite,
            "fp.isNaN" => Operator::IsNan,
            "fp.isNegative" => Operator::IsNegative,
            "fp.isPositive" => Operator::IsPositive,
            _ => return None,
        })
    }

    /// Whether operands of these sorts give a result of that sort.
    fn takes(self, sorts: &[Sort], result: Sort) -> bool {
        use Operator as O;
        let all_bool = sorts.iter().all(|sort| *sort == Sort::Bool);
        let all_result = |sorts: &[Sort]| sorts.iter().all(|sort| *sort == result);
        let is_float = matches!(result, Sort::Float(_));
        match (self, sorts) {
            (O::Not, [_]) => all_bool && result == Sort::Bool,
            (O::And | O::Or, [_, ..]) => all_bool && result == Sort::Bool,
            (O::Ite, [Sort::Bool, rest @ ..]) => rest.len() == 2 && all_result(rest),
            (O::Equal, [a, b]) => a == b && result == Sort::Bool,
            (O::Abs | O::Neg, [_]) | (O::Min | O::Max, [_, _]) => is_float && all_result(sorts),
            (O::Sqrt | O::RoundToIntegral, [Sort::Mode, rest @ ..]) => {
                is_float && rest.len() == 1 && all_result(rest)
            }
            (O::Add | O::Sub | O::Mul | O::Div, [Sort::Mode, rest @ ..]) => {
                is_float && rest.len() == 2 && all_result(rest)
            }
            (O::Fma, [Sort::Mode, rest @ ..]) => is_float && rest.len() == 3 && all_result(rest),
            (O::Convert, [Sort::Mode, Sort::Float(_)]) => is_float,
            (O::Leq | O::Lt | O::FpEq, [Sort::Float(a), Sort::Float(b)]) => a == b && result == Sort::Bool,
            (
                O::IsNormal
                | O::IsSubnormal
                | O::IsZero
                | O::IsInfinite
                | O::IsNan
                | O::IsNegative
                | O::IsPositive,
                [Sort::Float(_)],
            ) => result == Sort::Bool,
            _ => false,
        }
    }
}

/// A line that is not understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueryError(
    /// Its number, from one.
    pub usize,
);

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of the query is not a term of an earlier line's terms", self.0)
    }
}

impl std::error::Error for QueryError {}

/// A query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FloatQuery {
    /// The terms; operands come before what uses them.
    pub terms: Vec<QueryTerm>,
    /// The terms that are asserted.
    pub asserted: Vec<usize>,
}

impl FloatQuery {
    /// Reads a query.
    ///
    /// # Errors
    /// A line is not of this form.
    pub fn parse(text: &str) -> Result<FloatQuery, QueryError> {
        let mut query = FloatQuery::default();
        for (number, line) in text.lines().enumerate() {
            let line = line.split(" ;").next().unwrap_or_default();
            query.line(line.trim_end()).ok_or(QueryError(number + 1))?;
        }
        Ok(query)
    }

    fn line(&mut self, line: &str) -> Option<()> {
        if line.is_empty() || line == "(check-sat)" || line == "(set-logic QF_FP)" {
            return Some(());
        }
        if let Some(name) = line.strip_prefix("(assert ") {
            let term = self.term(name.strip_suffix(')')?)?;
            if self.terms[term].sort != Sort::Bool {
                return None;
            }
            self.asserted.push(term);
            return Some(());
        }
        let (is_variable, rest) = match line.strip_prefix("(declare-fun n") {
            Some(rest) => (true, rest),
            None => (false, line.strip_prefix("(define-fun n")?),
        };
        let (position, rest) = rest.strip_suffix(')')?.split_once(" () ")?;
        if position != self.terms.len().to_string() {
            return None;
        }
        if is_variable {
            self.terms.push(QueryTerm { sort: sort(rest)?, form: TermForm::Variable });
            return Some(());
        }
        let sort_end = if rest.starts_with('(') { rest.find(')')? + 1 } else { rest.find(' ')? };
        let (sort_text, value) = rest.split_at_checked(sort_end)?;
        let sort = sort(sort_text)?;
        let form = self.form(sort, value.strip_prefix(' ')?)?;
        self.terms.push(QueryTerm { sort, form });
        Some(())
    }

    fn term(&self, name: &str) -> Option<usize> {
        let position: usize = name.strip_prefix('n')?.parse().ok()?;
        (position < self.terms.len() && name == format!("n{position}")).then_some(position)
    }

    fn form(&self, result: Sort, text: &str) -> Option<TermForm> {
        match (result, text) {
            (Sort::Bool, "true") => return Some(TermForm::Truth(true)),
            (Sort::Bool, "false") => return Some(TermForm::Truth(false)),
            (Sort::Mode, "RNE") => return Some(TermForm::Mode(Rounding::NearestEven)),
            (Sort::Mode, "RNA") => return Some(TermForm::Mode(Rounding::NearestAway)),
            (Sort::Mode, "RTP") => return Some(TermForm::Mode(Rounding::TowardPositive)),
            (Sort::Mode, "RTN") => return Some(TermForm::Mode(Rounding::TowardNegative)),
            (Sort::Mode, "RTZ") => return Some(TermForm::Mode(Rounding::TowardZero)),
            _ => {}
        }
        if let Sort::Float(format) = result
            && let Some(number) = constant(format, text)
        {
            return Some(TermForm::Number(number));
        }
        let inner = text.strip_prefix('(')?.strip_suffix(')')?;
        let (operator, operands) = match inner.strip_prefix("(_ to_fp ") {
            Some(conversion) => {
                let (target, operands) = conversion.split_once(") ")?;
                if Sort::Float(format_of(target)?) != result {
                    return None;
                }
                (Operator::Convert, operands)
            }
            None => {
                let (symbol, operands) = inner.split_once(' ')?;
                (Operator::parse(symbol)?, operands)
            }
        };
        let operands: Vec<usize> = operands.split(' ').map(|name| self.term(name)).collect::<Option<_>>()?;
        let sorts: Vec<Sort> = operands.iter().map(|&operand| self.terms[operand].sort).collect();
        operator.takes(&sorts, result).then_some(TermForm::Application(operator, operands))
    }
}

fn sort(text: &str) -> Option<Sort> {
    match text {
        "Bool" => Some(Sort::Bool),
        "RoundingMode" => Some(Sort::Mode),
        _ => {
            let format = text.strip_prefix("(_ FloatingPoint ")?.strip_suffix(')')?;
            format_of(format).map(Sort::Float)
        }
    }
}

/// A format as its two numbers.
fn format_of(text: &str) -> Option<Format> {
    let (exponent, significand) = text.split_once(' ')?;
    let (exponent, significand): (u32, u32) = (exponent.parse().ok()?, significand.parse().ok()?);
    if exponent > MOST_BITS.1 || exponent.checked_add(significand)? > MOST_BITS.0 {
        return None;
    }
    Format::new(exponent, significand)
}

/// `(fp #b0 #b… #b…)`, or NaN.
fn constant(format: Format, text: &str) -> Option<Float> {
    if let Some(nan) = text.strip_prefix("(_ NaN ") {
        return (format_of(nan.strip_suffix(')')?)? == format).then(|| Float::quiet_nan(format, false));
    }
    let parts: Vec<&str> = text.strip_prefix("(fp ")?.strip_suffix(')')?.split(' ').collect();
    let [sign, exponent, fraction] = parts[..] else { return None };
    let widths = [1, format.exponent_bits() as usize, format.significand_bits() as usize - 1];
    let mut bits = 0_u128;
    for (part, width) in [sign, exponent, fraction].into_iter().zip(widths) {
        let digits = part
            .strip_prefix("#b")
            .filter(|digits| digits.len() == width && digits.bytes().all(|digit| digit.is_ascii_digit()))?;
        bits = bits << width | u128::from_str_radix(digits, 2).ok()?;
    }
    let number = Float::from_bits(format, bits);
    (!number.is_nan()).then_some(number)
}
