//! What floating-point operators deliver, said in bit-vectors: a second definition to hold circuits
//! against.
//!
//! A finite float is an integer number of least subnormal numbers. Sums and products of such
//! numbers are exact; a quotient or a root is never computed, but compared with by multiplying. A
//! result is right if it lies where the rounding mode wants it between the neighbouring floats that
//! enclose the exact value. Nothing here is shared with any circuit of a float operator: terms
//! consist of bit-vector operators and of the encodings of operands and result.
//!
//! The numbers are as wide as the range of the format, so this is for small exponents: up to that
//! of half precision.

mod arithmetic;
mod fields;
mod integers;
mod order;
mod rounding;

use fields::Fields;
use ulpwise_expr::{Op, Sort, Term, TermStore};
use ulpwise_float::{Format, Rounding};

/// An operator applied to encodings, and whether its result is right.
#[derive(Clone, Debug)]
pub struct Miter {
    /// The operands' encodings: bit-vector variables.
    pub operands: Vec<Term>,
    /// That the result is not what the definition says.
    pub is_wrong: Term,
}

/// Asks whether the circuit of an operator, rounding in one mode, can violate the definition in
/// another (the same, but for tests of the definition). `format` is that of the operands, or of the
/// result of a conversion from an integer; `None` for operators that have no definition here.
pub fn miter(
    store: &mut TermStore,
    op: Op,
    format: Format,
    circuit: Rounding,
    mode: Rounding,
) -> Option<Miter> {
    let sorts = operand_sorts(op, format)?;
    let operands: Vec<Term> = sorts
        .iter()
        .enumerate()
        .map(|(number, sort)| {
            let width = match sort {
                Sort::Float(format) => format.width(),
                Sort::BitVec(width) => *width,
                _ => unreachable!("operands are floats or bit-vectors"),
            };
            store.variable(&format!("x{number}"), Sort::BitVec(width))
        })
        .collect();
    let is_wrong = violation(store, op, &sorts, &operands, circuit, mode)?;
    Some(Miter { operands, is_wrong })
}

/// The same for operands that the caller has chosen, constants perhaps.
pub fn violation(
    store: &mut TermStore,
    op: Op,
    sorts: &[Sort],
    operands: &[Term],
    circuit: Rounding,
    mode: Rounding,
) -> Option<Term> {
    let mut arguments = Vec::new();
    if takes_mode(op) {
        arguments.push(store.rounding(circuit));
    }
    for (&sort, &operand) in sorts.iter().zip(operands) {
        arguments.push(match sort {
            Sort::Float(format) => store.fp_from_bits(format, operand),
            _ => operand,
        });
    }
    let applied = store.application(op, &arguments);
    let (result, result_format) = match store.sort(applied) {
        Sort::Float(format) => (store.fp_to_bits(applied), Some(format)),
        _ => (applied, None),
    };
    let fields: Vec<Option<Fields>> = sorts
        .iter()
        .zip(operands)
        .map(|(&sort, &operand)| match sort {
            Sort::Float(format) => Some(Fields::new(store, format, operand)),
            _ => None,
        })
        .collect();
    let floats: Vec<Fields> = fields.into_iter().flatten().collect();
    let result_fields = result_format.map(|format| Fields::new(store, format, result));
    let right = match (op, &floats[..], result_fields) {
        (_, _, Some(result)) => arithmetic::is_right(store, op, mode, &floats, operands, &result)
            .or_else(|| integers::is_right_float(store, op, mode, &floats, operands, &result))
            .or_else(|| order::is_right_choice(store, op, &floats, &result))?,
        (Op::FpToSigned { .. } | Op::FpToUnsigned { .. }, [x], None) => {
            integers::is_right_integer(store, op, mode, x, result)?
        }
        (_, floats, None) => {
            let expected = order::proposition(store, op, floats)?;
            store.eq(result, expected)
        }
    };
    Some(store.not(right))
}

fn takes_mode(op: Op) -> bool {
    matches!(
        op,
        Op::FpAdd
            | Op::FpSub
            | Op::FpMul
            | Op::FpDiv
            | Op::FpFma
            | Op::FpSqrt
            | Op::FpRoundToIntegral
            | Op::FpFromFp(_)
            | Op::FpFromSigned(_)
            | Op::FpFromUnsigned(_)
            | Op::FpToSigned { .. }
            | Op::FpToUnsigned { .. }
    )
}

/// The width of integers that conversions are tried with.
const INTEGER_WIDTH: u32 = 6;

/// The sorts of the operands besides the mode; `None` for operators that are not about floats.
pub fn operand_sorts(op: Op, format: Format) -> Option<Vec<Sort>> {
    let float = Sort::Float(format);
    Some(match op {
        Op::FpNeg | Op::FpAbs | Op::FpSqrt | Op::FpRoundToIntegral | Op::FpFromFp(_) => vec![float],
        Op::FpToSigned { .. } | Op::FpToUnsigned { .. } => vec![float],
        Op::FpIsNan | Op::FpIsInfinite | Op::FpIsZero | Op::FpIsNormal => vec![float],
        Op::FpIsSubnormal | Op::FpIsNegative | Op::FpIsPositive => vec![float],
        Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv | Op::FpRem | Op::FpFmod => vec![float; 2],
        Op::FpMin | Op::FpMax | Op::FpLt | Op::FpLeq | Op::FpEq | Op::Eq => vec![float; 2],
        Op::FpFma => vec![float; 3],
        Op::FpFromSigned(_) | Op::FpFromUnsigned(_) => vec![Sort::BitVec(INTEGER_WIDTH)],
        _ => return None,
    })
}
