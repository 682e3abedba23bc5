//! A small language for terms in a toy world, so that proofs read like the laws they are of.
//!
//! It is SMT-LIB's notation with names that imply their sort:
//!
//! | written | means |
//! |---|---|
//! | `p` `q` `o` | propositions |
//! | `a` `b` `d` `e` | bit-vectors of width `n`, the toy's; `a:3`, `a:n-1`: of another width |
//! | `x` `y` `z`; `w` `v` | floats of the toy's format; of the format that contains it |
//! | `r` `s`; `RNE` … | rounding modes |
//! | `m`; `i` `j`; `k` `l` | an array; its indices; its elements |
//! | `t` `u` | reals |
//! | `#0` `#5` `#-1` `#min` `#max`, `#1:3` | bit-vector constants; `-1` is all ones, `min` and `max` are signed |
//! | `1.` `-3/2.` `+0` `-0` `+oo` `-oo` `NaN` | constants of the toy's format |
//! | `1/3w` | a constant of the wide format |
//! | `2` `-1/2` | real constants |
//!
//! In widths and indices `n` is the toy's width and `f` the width of its format.

use super::toy::Toy;
use ulpwise_expr::{BitVector, DerivedOp, Op, OpKind, Sort, Term};
use ulpwise_float::{Format, Rounding};

/// The term that `text` writes.
pub(super) fn parse(toy: &mut Toy, text: &str) -> Term {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let tokens: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = tokens.as_slice();
    let term = expression(toy, &mut rest);
    assert!(rest.is_empty(), "{text}: {rest:?} is left over");
    term
}

fn next<'a>(rest: &mut &[&'a str]) -> &'a str {
    let (first, others) = rest.split_first().expect("the text ends too early");
    *rest = others;
    first
}

fn expression(toy: &mut Toy, rest: &mut &[&str]) -> Term {
    let token = next(rest);
    if token != "(" {
        return atom(toy, token);
    }
    let mut indices = Vec::new();
    let mut name = next(rest);
    if name == "(" {
        assert_eq!(next(rest), "_", "an indexed operator starts with _");
        name = next(rest);
        while rest[0] != ")" {
            indices.push(size(toy, next(rest)));
        }
        next(rest);
    }
    let mut children = Vec::new();
    while rest[0] != ")" {
        children.push(expression(toy, rest));
    }
    next(rest);
    apply(toy, name, &indices, &children)
}

/// A width or index: `n`, `f` or a number, plus or minus numbers.
fn size(toy: &Toy, text: &str) -> u32 {
    let split = text.rfind(['+', '-']).filter(|&at| at > 0);
    if let Some(at) = split {
        let (left, right) = (size(toy, &text[..at]), size(toy, &text[at + 1..]));
        return if text.as_bytes()[at] == b'+' { left + right } else { left - right };
    }
    match text {
        "n" => toy.width,
        "f" => toy.format.width(),
        number => number.parse().expect("a number"),
    }
}

fn atom(toy: &mut Toy, text: &str) -> Term {
    match text {
        "true" => return toy.store.bool(true),
        "false" => return toy.store.bool(false),
        "NaN" => return toy.nan(),
        "+0" => return toy.zero(false),
        "-0" => return toy.zero(true),
        "+oo" => return toy.infinity(false),
        "-oo" => return toy.infinity(true),
        "RNE" => return toy.mode_of(Rounding::NearestEven),
        "RNA" => return toy.mode_of(Rounding::NearestAway),
        "RTP" => return toy.mode_of(Rounding::TowardPositive),
        "RTN" => return toy.mode_of(Rounding::TowardNegative),
        "RTZ" => return toy.mode_of(Rounding::TowardZero),
        _ => {}
    }
    match text.as_bytes()[0] {
        b'#' => bit_vector(toy, &text[1..]),
        b'-' | b'0'..=b'9' => number(toy, text),
        _ => variable(toy, text),
    }
}

fn bit_vector(toy: &mut Toy, text: &str) -> Term {
    let (value, width) = text.split_once(':').unwrap_or((text, "n"));
    let width = size(toy, width);
    let value = match value {
        "-1" => BitVector::ones(width),
        "min" => BitVector::min_signed(width),
        "max" => BitVector::max_signed(width),
        number => BitVector::from_u64(width, number.parse().expect("a number")),
    };
    toy.store.bit_vector(value)
}

fn number(toy: &mut Toy, text: &str) -> Term {
    let digits = text.trim_end_matches(['.', 'w']);
    let (numerator, denominator) = digits.split_once('/').unwrap_or((digits, "1"));
    let (numerator, denominator) =
        (numerator.parse().expect("a number"), denominator.parse().expect("a number"));
    match text.chars().last() {
        Some('.') => toy.number(numerator, denominator),
        Some('w') => toy.number_of(toy.wide(), numerator, denominator),
        _ => toy.fraction(numerator, denominator),
    }
}

fn variable(toy: &mut Toy, text: &str) -> Term {
    let (name, width) = text.split_once(':').unwrap_or((text, "n"));
    let sort = match name {
        "p" | "q" | "o" => Sort::Bool,
        "a" | "b" | "d" | "e" => Sort::BitVec(size(toy, width)),
        "x" | "y" | "z" => Sort::Float(toy.format),
        "w" | "v" => Sort::Float(toy.wide()),
        "r" | "s" => Sort::RoundingMode,
        "t" | "u" => Sort::Real,
        "m" => Sort::Array { index: 1, element: toy.width.min(2) },
        "i" | "j" => Sort::BitVec(1),
        "k" | "l" => Sort::BitVec(toy.width.min(2)),
        _ => panic!("{name} names no sort"),
    };
    toy.store.variable(text, sort)
}

fn apply(toy: &mut Toy, name: &str, indices: &[u32], children: &[Term]) -> Term {
    let derived = match name {
        "=>" => Some(DerivedOp::Implies),
        "bvule" => Some(DerivedOp::BvUle),
        "fp.gt" => Some(DerivedOp::FpGt),
        _ => None,
    };
    if let Some(op) = derived {
        return toy.store.derived_application(op, children);
    }
    let op = match (name, indices) {
        ("extract", &[high, low]) => Op::BvExtract { high, low },
        ("zero_extend", &[by]) => Op::BvZeroExtend { by },
        ("sign_extend", &[by]) => Op::BvSignExtend { by },
        ("to_ubv", &[width]) => Op::FpToUnsigned { width },
        ("to_sbv", &[width]) => Op::FpToSigned { width },
        ("const", &[]) => Op::ArrayConstant { index: 1 },
        ("from_bits", &[]) => Op::FpFromBits(toy.format),
        ("to_wide", &[]) => Op::FpFromFp(toy.wide()),
        ("to_widest", &[]) => Op::FpFromFp(toy.widest()),
        ("to_narrow", &[]) => Op::FpFromFp(toy.format),
        ("from_sbv", &[]) => Op::FpFromSigned(toy.format),
        ("from_ubv", &[]) => Op::FpFromUnsigned(toy.format),
        ("from_sbv", &[exponent, significand]) => Op::FpFromSigned(format(exponent, significand)),
        ("from_ubv", &[exponent, significand]) => Op::FpFromUnsigned(format(exponent, significand)),
        ("from_real", &[]) => Op::FpFromReal(toy.format),
        ("to_bits", &[]) => Op::FpToBits,
        ("-", &[]) => Op::RealNeg,
        _ => plain(name),
    };
    toy.store.application(op, children)
}

fn format(exponent: u32, significand: u32) -> Format {
    Format::new(exponent, significand).expect("a format")
}

/// The operator without indices that has this name.
fn plain(name: &str) -> Op {
    let is_named = |op: &Op| OpKind::name(op.kind()) == name;
    Op::WITHOUT_INDEX.iter().copied().find(is_named).unwrap_or_else(|| panic!("{name} is no operator"))
}
