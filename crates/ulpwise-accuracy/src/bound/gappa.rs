//! A bound as a script for Gappa, which proves it again by itself: straight-line code, whose one
//! result is an expression over the inputs.
//!
//! The claim is what propagating errors forwards through the expression gives on the whole box: that
//! is how Gappa proceeds, so that it can follow. Bounds that take cutting of boxes are smaller.

use super::expression::{Node, RealOperation, nodes_of};
use super::refuse_unclear;
use super::subject::BoundSubject;
use super::tape::Tape;
use crate::error::{BoundRefusal, RefusalReason};
use std::fmt::Write as _;
use ulpwise_float::Format;

/// The claim is larger by this part: Gappa rounds outwards in its own way.
const LOOSER: f64 = 1.0 + 1.0 / 256.0;

/// The script.
///
/// # Errors
/// Why the function is none of those that Gappa can follow.
pub fn gappa_script(subject: &BoundSubject<'_>) -> Result<String, BoundRefusal> {
    refuse_unclear(subject)?;
    let whole = subject.whole();
    let expressions = subject.run(&whole)?.expressions.ok_or(RefusalReason::NotStraight)?;
    let [(expression, format)] = &expressions[..] else {
        return Err(RefusalReason::NotStraight.into());
    };
    // That an operation never rounds is for Gappa to find out.
    let rounding = |node: Node| match node {
        Node::Rounded { operation, operands, format, .. } => {
            Node::Rounded { operation, operands, format, is_exact: false }
        }
        other => other,
    };
    let nodes: Vec<Node> = nodes_of(expression).into_iter().map(rounding).collect();
    let mut tape = Tape::new(nodes.clone(), subject.errors_of_varied(), *format);
    let claim = tape.propagated_error(&whole).ok_or(RefusalReason::NoForm)?;
    let names = subject.names_of_varied();
    let errors = subject.errors_of_varied();
    let mut script = String::from(
        "# What is computed (r...) is no further than that from what exact arithmetic gives (m...).\n\
         @double = float<ieee_64, ne>;\n@single = float<ieee_32, ne>;\n\n",
    );
    let mut known: Vec<[String; 2]> = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        let (names, lines) = definition(at, node, &known, &errors)?;
        known.push(names);
        script += &lines;
    }
    let [computed, right] = known.pop().ok_or(RefusalReason::NotStraight)?;
    let mut claims = Vec::new();
    for (input, &(low, high)) in whole.iter().enumerate() {
        script += &format!("# x{input} is {}\n", names[input]);
        claims.push(format!("x{input} in [{}, {}]", exact(low), exact(high)));
        if errors[input] > 0.0 {
            claims.push(format!("|x{input} - e{input}| <= {}", exact(errors[input])));
        }
    }
    let implies = if claims.is_empty() { "" } else { " -> " };
    let claim = exact(claim * LOOSER);
    let _ = writeln!(script, "\n{{ {}{implies}|{computed} - {right}| <= {claim} }}", claims.join(" /\\ "));
    Ok(script)
}

/// What is computed at a node and what is exact, by name, and the lines that define both.
fn definition(
    at: usize,
    node: &Node,
    known: &[[String; 2]],
    errors: &[f64],
) -> Result<([String; 2], String), RefusalReason> {
    let of = |operand: usize, kind: usize| known[operand][kind].as_str();
    let without_lines = |names: [String; 2]| Ok((names, String::new()));
    let formulas: [String; 2] = match *node {
        Node::Input(number) => {
            let right = if errors[number] > 0.0 { 'e' } else { 'x' };
            return without_lines([format!("x{number}"), format!("{right}{number}")]);
        }
        Node::Constant(number) => {
            let text = if number < 0.0 { format!("({})", exact(number)) } else { exact(number) };
            return without_lines([text.clone(), text]);
        }
        Node::Negated(a) => {
            return without_lines([0, 1].map(|kind| format!("(-{})", of(a, kind))));
        }
        Node::Absolute(a) => return without_lines([0, 1].map(|kind| format!("|{}|", of(a, kind)))),
        Node::Smaller(..) => return Err(RefusalReason::UnknownToGappa("a minimum".to_owned())),
        Node::Rounded { operation, operands: [a, b, c], .. } => {
            if let RealOperation::Function(function, _) = operation {
                return Err(RefusalReason::UnknownToGappa(function.name().to_owned()));
            }
            [0, 1].map(|kind| match operation {
                RealOperation::Sum => format!("{} + {}", of(a, kind), of(b, kind)),
                RealOperation::Product | RealOperation::Square => {
                    format!("{} * {}", of(a, kind), of(b, kind))
                }
                RealOperation::Quotient => format!("{} / {}", of(a, kind), of(b, kind)),
                RealOperation::Fused => format!("{} * {} + {}", of(a, kind), of(b, kind), of(c, kind)),
                RealOperation::Root => format!("sqrt({})", of(a, kind)),
                RealOperation::Conversion | RealOperation::Function(..) => of(a, kind).to_owned(),
            })
        }
    };
    let rounding = match *node {
        Node::Rounded { format: Format::F32, .. } => "single",
        _ => "double",
    };
    let [computed, right] = formulas;
    let lines = format!("r{at} = {rounding}({computed});\nm{at} = {right};\n");
    Ok(([format!("r{at}"), format!("m{at}")], lines))
}

/// A double as an integer times a power of two, which Gappa reads.
fn exact(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let bits = number.abs().to_bits();
    let biased = (bits >> 52) as i64;
    let (mut integer, mut exponent) = match biased {
        0 => (bits, -1074),
        _ => (bits & ((1 << 52) - 1) | 1 << 52, biased - 1075),
    };
    let zeros = integer.trailing_zeros();
    integer >>= zeros;
    exponent += i64::from(zeros);
    let sign = if number < 0.0 { "-" } else { "" };
    if exponent == 0 { format!("{sign}{integer}") } else { format!("{sign}{integer}b{exponent}") }
}

#[cfg(test)]
mod tests {
    use super::exact;

    #[test]
    fn doubles_are_written_exactly() {
        for (number, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (-3.0, "-3"),
            (0.75, "3b-2"),
            (-1024.0, "-1b10"),
            (5e-324, "1b-1074"),
            (0.1, "3602879701896397b-55"),
        ] {
            assert_eq!(exact(number), text);
        }
    }
}
