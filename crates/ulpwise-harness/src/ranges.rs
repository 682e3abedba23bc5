//! `--range NAME=LOW..HIGH`, or `NAME=VALUE`: which values an input may have.
//!
//! A name with `*` or `?` is a pattern: it is about every floating-point input whose name matches and
//! that has no range of its own; `f32:PATTERN` and `f64:PATTERN` are about those of one format,
//! `int:PATTERN` about integers.

use crate::error::HarnessError;
use crate::glob;
use crate::number_syntax::{Signedness, float_bits, int_bits, range_ends, signed_value};
use std::collections::BTreeSet;
use ulpwise_float::order::{is_nan, ordinal};
use ulpwise_ir::{FloatFormat, Function, SourceType};
use ulpwise_symex::Bounds;

/// What the user says about values.
#[derive(Debug, Default)]
pub struct Ranges {
    /// The name of an input, and its bounds as they were written.
    given: Vec<(String, String)>,
    used: BTreeSet<usize>,
    /// The inputs that there are.
    asked: Vec<String>,
    wrong: Option<HarnessError>,
    /// Whether a range may be about no input: of several functions not each has all names.
    may_be_unused: bool,
    /// How many were given before those of contracts, which were held against the function before.
    of_user: Option<usize>,
}

/// Whether a name is a pattern that matches an input.
fn is_matched(pattern: &str, input: &str, scalar: &SourceType) -> bool {
    let (pattern, is_of_type) = match pattern.split_once(':') {
        Some(("int", pattern)) => (pattern, matches!(scalar, SourceType::Int { .. })),
        Some(("f32", pattern)) => (pattern, matches!(scalar, SourceType::Float(FloatFormat::F32))),
        Some(("f64", pattern)) => (pattern, matches!(scalar, SourceType::Float(FloatFormat::F64))),
        _ => (pattern, matches!(scalar, SourceType::Float(_))),
    };
    // Elements of an array are matched by its name, too.
    let array = input.split(['[', '(']).next().unwrap_or(input);
    is_of_type && (glob::matches(pattern, input) || glob::matches(pattern, array))
}

fn is_pattern(name: &str) -> bool {
    name.contains(['*', '?'])
}

impl Ranges {
    /// From `NAME=LOW..HIGH`, `NAME=VALUE` or `NAME=finite`.
    pub fn parse(texts: &[String]) -> Result<Ranges, HarnessError> {
        let one = |text: &String| {
            let (name, bounds) =
                text.split_once('=').ok_or_else(|| range_error(text.clone(), HarnessError::RangeSyntax))?;
            Ok((name.to_owned(), bounds.to_owned()))
        };
        let given = texts.iter().map(one).collect::<Result<_, HarnessError>>()?;
        Ok(Ranges { given, ..Ranges::default() })
    }

    /// The same for one of several functions: a name that it does not have is no error.
    #[must_use]
    pub fn of_several(self) -> Ranges {
        Ranges { may_be_unused: true, ..self }
    }

    /// The same with ranges that contracts say; those that the user gives come first.
    pub fn with_contract(mut self, texts: &[String]) -> Result<Ranges, HarnessError> {
        if !texts.is_empty() {
            self.of_user = Some(self.given.len());
            self.given.extend(Ranges::parse(texts)?.given);
        }
        Ok(self)
    }

    /// Whether a range is of a contract.
    fn is_of_contract(&self, at: usize) -> bool {
        self.of_user.is_some_and(|of_user| at >= of_user)
    }

    /// The ranges that were about some input, by their place in what was given.
    pub fn used(&self) -> &BTreeSet<usize> {
        &self.used
    }

    /// The bounds of an input. A range of `p` is one of every element of `p`.
    pub(crate) fn bounds_for(&mut self, name: &str, scalar: &SourceType) -> Option<Bounds> {
        let plain = name.trim_start_matches('*');
        self.asked.push(plain.to_owned());
        let is_it = |(of, _): &(String, String)| {
            plain == of || plain.strip_prefix(of.as_str()).is_some_and(|rest| rest.starts_with(['[', '(']))
        };
        let exact = self.given.iter().position(is_it);
        let pattern =
            || self.given.iter().position(|(of, _)| is_pattern(of) && is_matched(of, plain, scalar));
        let at = exact.or_else(pattern)?;
        self.used.insert(at);
        let (name, text) = &self.given[at];
        match bounds(text, scalar) {
            Ok(bounds) => Some(bounds),
            // A diagnostic has said so where it can be known.
            Err(_) if self.is_of_contract(at) => None,
            Err(why) => {
                self.wrong = Some(range_error(format!("{name}={text}"), why));
                None
            }
        }
    }

    /// The largest value of an integer input in the user's range of it.
    pub(crate) fn largest(&self, name: &str) -> Option<u64> {
        let (_, text) = self.given.iter().find(|(of, _)| of == name)?;
        range_ends(text).1.trim().parse().ok()
    }

    /// Whether every range was of some input, and could be read.
    pub(crate) fn check_all_used(&mut self, function: &Function) -> Result<(), HarnessError> {
        if let Some(wrong) = self.wrong.take() {
            return Err(wrong);
        }
        let is_missed = |at: &usize| {
            !self.used.contains(at) && !is_pattern(&self.given[*at].0) && !self.is_of_contract(*at)
        };
        match (0..self.given.len()).find(is_missed).filter(|_| !self.may_be_unused) {
            None => Ok(()),
            Some(at) => {
                let (name, text) = &self.given[at];
                let asked = self.asked.iter().map(String::as_str);
                let within = asked.clone().filter(|input| {
                    input.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with(['.', '[', '(']))
                });
                let within: Vec<&str> = within.collect();
                let (function, name) = (function.name.clone(), name.clone());
                let text = format!("{name}={text}");
                Err(range_error(
                    text,
                    match within.is_empty() {
                        true => HarnessError::NoSuchInput { function, name, numbers: some_of(asked) },
                        false => HarnessError::NamedNotANumber { name, numbers: some_of(within.into_iter()) },
                    },
                ))
            }
        }
    }
}

/// Names, of an array the array's, and how many more there are.
fn some_of<'a>(names: impl Iterator<Item = &'a str>) -> Option<String> {
    const SHOWN: usize = 8;
    let mut names: Vec<&str> =
        names.map(|name| name.split_once('[').map_or(name, |(array, _)| array)).collect();
    names.dedup();
    let shown = names[..names.len().min(SHOWN)].join(", ");
    match names.len() {
        0 => None,
        count if count <= SHOWN => Some(shown),
        count => Some(format!("{shown} and {} more", count - SHOWN)),
    }
}

fn range_error(text: String, problem: HarnessError) -> HarnessError {
    HarnessError::Option { option: "range", text, problem: Box::new(problem) }
}

/// Bounds as the user writes them.
pub(crate) fn bounds(text: &str, scalar: &SourceType) -> Result<Bounds, HarnessError> {
    match scalar {
        SourceType::Float(format) => float_bounds(text, *format),
        SourceType::Int { signed, bits, .. } => {
            let signedness = if *signed { Signedness::Signed } else { Signedness::Unsigned };
            let (low, high) = range_ends(text);
            let (low, high) = (int_bits(low, *bits, signedness)?, int_bits(high, *bits, signedness)?);
            let place = |bits_of: u128| if *signed { signed_value(bits_of, *bits) } else { bits_of as i128 };
            if place(low) > place(high) {
                return Err(HarnessError::RangeReversed);
            }
            Ok(if *signed { Bounds::Signed(low, high) } else { Bounds::Unsigned(low, high) })
        }
        _ => Err(HarnessError::NotANumber),
    }
}

fn float_bounds(text: &str, format: FloatFormat) -> Result<Bounds, HarnessError> {
    if text == "finite" {
        return Ok(Bounds::Finite(format));
    }
    let (low, high) = range_ends(text);
    let (low, high) = (float_bits(low, format)?, float_bits(high, format)?);
    // What has no place in an order, or an order of its own, the solver finds empty.
    if format == FloatFormat::X87 {
        return Ok(Bounds::Float(format, low, high));
    }
    let known = format.exact_format();
    if is_nan(known, low) || is_nan(known, high) {
        return Err(HarnessError::RangeOfNan);
    }
    if ordinal(known, low) > ordinal(known, high) {
        return Err(HarnessError::RangeReversed);
    }
    Ok(Bounds::Float(format, low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_about_floats_that_have_no_range_of_their_own() {
        let float = SourceType::Float(FloatFormat::F64);
        let int = SourceType::Int { name: "int".to_owned(), signed: true, bits: 32 };
        let texts = ["*=-1..1", "int:n*=0..9", "x=2..3"].map(str::to_owned);
        let mut ranges = Ranges::parse(&texts).unwrap();
        let bits = |low: f64, high: f64| {
            Some(Bounds::Float(FloatFormat::F64, low.to_bits().into(), high.to_bits().into()))
        };
        assert_eq!(ranges.bounds_for("x", &float), bits(2.0, 3.0));
        assert_eq!(ranges.bounds_for("y", &float), bits(-1.0, 1.0));
        assert_eq!(ranges.bounds_for("*v[3]", &float), bits(-1.0, 1.0));
        assert_eq!(ranges.bounds_for("n1", &int), Some(Bounds::Signed(0, 9)));
        assert_eq!(ranges.bounds_for("k", &int), None);
    }

    #[test]
    fn a_number_alone_is_a_range_of_one_value() {
        let float = SourceType::Float(FloatFormat::F64);
        let int = SourceType::Int { name: "int".to_owned(), signed: true, bits: 32 };
        let half = u128::from(0.5_f64.to_bits());
        assert_eq!(bounds("0.5", &float), Ok(Bounds::Float(FloatFormat::F64, half, half)));
        assert_eq!(bounds("0.5", &float), bounds("0.5..0.5", &float));
        assert_eq!(bounds("-3", &int), bounds("-3..-3", &int));
        assert_eq!(bounds("3", &int), Ok(Bounds::Signed(3, 3)));
        for wrong in ["", "..", "1..", "..1", "many", "nan", "2..1"] {
            assert!(bounds(wrong, &float).is_err() && bounds(wrong, &int).is_err(), "{wrong}");
        }
    }
}
