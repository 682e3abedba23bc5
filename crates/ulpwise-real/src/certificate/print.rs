//! The texts of a certificate.

use super::NoCertificate;
use crate::branch::Choice;
use crate::graph::{Graph, TermNode};
use crate::hull::{Hull, number};
use std::fmt::Write as _;
use ulpwise_expr::{Op, OpKind, Sort, TermStore, Value};
use ulpwise_float::{Float, Format, Rounding};

/// The query, one term a line, in SMT-LIB: any solver can be asked about it. The error names a term
/// that is not of a kind that certificates have.
pub(super) fn query(store: &TermStore, graph: &Graph) -> Result<String, NoCertificate> {
    let mut text = String::from("(set-logic QF_FP)\n");
    for (position, node) in graph.nodes.iter().enumerate() {
        let sort = sort_text(node.sort).ok_or_else(|| NoCertificate::Term(format!("sort {}", node.sort)))?;
        if node.op.kind() == OpKind::Variable {
            let name: String = store
                .variable_name(node.term)
                .unwrap_or_default()
                .chars()
                .filter(|c| !c.is_control())
                .collect();
            writeln!(text, "(declare-fun n{position} () {sort}) ; {name}")
        } else {
            let value = match &node.constant {
                Some(value) => {
                    constant_text(value).ok_or_else(|| NoCertificate::Term(format!("{value:?}")))?
                }
                None => application(node)?,
            };
            writeln!(text, "(define-fun n{position} () {sort} {value})")
        }
        .expect("writing to a string");
    }
    for root in &graph.roots {
        writeln!(text, "(assert n{root})").expect("writing to a string");
    }
    text.push_str("(check-sat)\n");
    Ok(text)
}

fn sort_text(sort: Sort) -> Option<String> {
    match sort {
        Sort::Bool => Some("Bool".to_owned()),
        Sort::RoundingMode => Some("RoundingMode".to_owned()),
        Sort::Float(format) => Some(float_sort(format)),
        _ => None,
    }
}

fn float_sort(format: Format) -> String {
    format!("(_ FloatingPoint {} {})", format.exponent_bits(), format.significand_bits())
}

fn constant_text(value: &Value) -> Option<String> {
    if let Some(truth) = value.as_bool() {
        return Some(truth.to_string());
    }
    if let Some(mode) = value.as_rounding() {
        let name = match mode {
            Rounding::NearestEven => "RNE",
            Rounding::NearestAway => "RNA",
            Rounding::TowardPositive => "RTP",
            Rounding::TowardNegative => "RTN",
            Rounding::TowardZero => "RTZ",
        };
        return Some(name.to_owned());
    }
    let Value::Float(float) = value else { return None };
    Some(float_text(*float))
}

fn float_text(float: Float) -> String {
    let format = float.format();
    let (exponent, fraction) = (format.exponent_bits() as usize, format.significand_bits() as usize - 1);
    if float.is_nan() {
        return format!("(_ NaN {exponent} {})", fraction + 1);
    }
    let bits = float.to_bits();
    let all = format!("{bits:0width$b}", width = 1 + exponent + fraction);
    format!("(fp #b{} #b{} #b{})", &all[..1], &all[1..=exponent], &all[1 + exponent..])
}

/// A term of others.
fn application(node: &TermNode) -> Result<String, NoCertificate> {
    let symbol = match node.op {
        Op::Not => "not".to_owned(),
        Op::And => "and".to_owned(),
        Op::Or => "or".to_owned(),
        Op::Ite => "ite".to_owned(),
        Op::Eq => "=".to_owned(),
        Op::FpAbs => "fp.abs".to_owned(),
        Op::FpNeg => "fp.neg".to_owned(),
        Op::FpAdd => "fp.add".to_owned(),
        Op::FpSub => "fp.sub".to_owned(),
        Op::FpMul => "fp.mul".to_owned(),
        Op::FpDiv => "fp.div".to_owned(),
        Op::FpSqrt => "fp.sqrt".to_owned(),
        Op::FpFma => "fp.fma".to_owned(),
        Op::FpRoundToIntegral => "fp.roundToIntegral".to_owned(),
        Op::FpMin => "fp.min".to_owned(),
        Op::FpMax => "fp.max".to_owned(),
        Op::FpLeq => "fp.leq".to_owned(),
        Op::FpLt => "fp.lt".to_owned(),
        Op::FpEq => "fp.eq".to_owned(),
        Op::FpIsNormal => "fp.isNormal".to_owned(),
        Op::FpIsSubnormal => "fp.isSubnormal".to_owned(),
        Op::FpIsZero => "fp.isZero".to_owned(),
        Op::FpIsInfinite => "fp.isInfinite".to_owned(),
        Op::FpIsNan => "fp.isNaN".to_owned(),
        Op::FpIsNegative => "fp.isNegative".to_owned(),
        Op::FpIsPositive => "fp.isPositive".to_owned(),
        Op::FpFromFp(format) => format!("(_ to_fp {} {})", format.exponent_bits(), format.significand_bits()),
        _ => return Err(NoCertificate::Term(node.op.to_string())),
    };
    let children: Vec<String> = node.children.iter().map(|child| format!(" n{child}")).collect();
    Ok(format!("({symbol}{})", children.concat()))
}

/// The steps, as they come.
pub(super) struct Printer {
    pub(super) text: String,
}

impl Printer {
    pub(super) fn new(query: &str) -> Printer {
        Printer { text: format!("ulpwise refutation 1, query of {} bytes\n", query.len()) }
    }

    fn line(&mut self, arguments: std::fmt::Arguments<'_>) {
        self.text.write_fmt(arguments).expect("writing to a string");
        self.text.push('\n');
    }

    pub(super) fn truth(&mut self, position: usize, value: bool) {
        self.line(format_args!("t {position} {value}"));
    }

    pub(super) fn hull(&mut self, graph: &Graph, position: usize, hull: Hull) {
        self.line(format_args!("h {position} {}", hull_text(graph, position, hull)));
    }

    /// Bounds and contradictions that follow are of the program at this point.
    pub(super) fn program(&mut self) {
        self.line(format_args!("p"));
    }

    pub(super) fn bound(
        &mut self,
        graph: &Graph,
        (position, hull): (usize, Hull),
        upwards: bool,
        names: &[(usize, u32)],
        multipliers: &[f64],
    ) {
        let format = graph.format(position).unwrap_or(Format::F64);
        let (sign, end) = if upwards { ("<=", hull.high) } else { (">=", hull.low) };
        let end = number(format, end).to_bits();
        self.line(format_args!("b {position} {sign} {end:x}{}", sum(names, multipliers)));
    }

    pub(super) fn contradiction(&mut self, names: &[(usize, u32)], multipliers: &[f64]) {
        self.line(format_args!("x{}", sum(names, multipliers)));
    }

    pub(super) fn cut(&mut self, graph: &Graph, choice: &Choice) {
        match *choice {
            Choice::Truth(position) => self.line(format_args!("c {position}")),
            Choice::Halves(position, first, second) => {
                let [first, second] = [first, second].map(|hull| hull_text(graph, position, hull));
                self.line(format_args!("c {position} {first} {second}"));
            }
        }
    }

    pub(super) fn part_begins(&mut self) {
        self.line(format_args!("("));
    }

    pub(super) fn part_ends(&mut self) {
        self.line(format_args!(")"));
    }
}

/// The lowest and the highest number, and whether NaN is in it.
fn hull_text(graph: &Graph, position: usize, hull: Hull) -> String {
    let format = graph.format(position).unwrap_or(Format::F64);
    let nan = if hull.nan { "nan" } else { "-" };
    match hull.numbers(format) {
        Some((low, high)) => format!("{:x} {:x} {nan}", low.to_bits(), high.to_bits()),
        None => format!("- - {nan}"),
    }
}

/// Multiples of inequalities.
fn sum(names: &[(usize, u32)], multipliers: &[f64]) -> String {
    let mut text = String::new();
    for (&(term, number), &multiplier) in names.iter().zip(multipliers) {
        if multiplier != 0.0 && multiplier.is_finite() {
            write!(text, " {term}.{number}*{multiplier:e}").expect("writing to a string");
        }
    }
    text
}
