//! The sort of an application, or what is wrong with it.

use crate::error::SortError;
use crate::op::Op;
use crate::sort::Sort;
use crate::store::{Term, TermStore};
use Sort::{Array, BitVec, Bool, Float, Real, RoundingMode};

/// What [`sort_of`] found wrong: what the operator takes instead.
type Wants = &'static str;

/// The sort of `op` applied to `children`.
pub(super) fn result_sort(store: &TermStore, op: Op, children: &[Term]) -> Result<Sort, Box<SortError>> {
    // Conjunctions may be long; everything else has at most four children.
    let mut buffer = [Bool; 4];
    let found = match op {
        Op::And | Op::Or => connective(children.iter().map(|&child| store.sort(child))),
        _ if children.len() <= buffer.len() => {
            for (sort, &child) in buffer.iter_mut().zip(children) {
                *sort = store.sort(child);
            }
            sort_of(op, &buffer[..children.len()])
        }
        _ => Err("at most four operands"),
    };
    let checked = found.and_then(|sort| {
        if sort.is_well_formed() { Ok(sort) } else { Err("operands and indices whose result is in range") }
    });
    checked.map_err(|wants| {
        let sorts: Vec<Sort> = children.iter().map(|&child| store.sort(child)).collect();
        SortError::new(op, &sorts, wants)
    })
}

impl Op {
    /// The sort that this operator delivers on operands of these sorts; `None` if it does not take
    /// them.
    pub fn sort_on(self, operands: &[Sort]) -> Option<Sort> {
        sort_of(self, operands).ok().filter(|sort| sort.is_well_formed())
    }

    /// The operators without an index that take operands of these sorts, each with the sort that it
    /// delivers.
    pub fn all_on(operands: &[Sort]) -> impl Iterator<Item = (Op, Sort)> {
        Op::WITHOUT_INDEX.iter().filter_map(|&op| Some((op, op.sort_on(operands)?)))
    }
}

fn connective(mut sorts: impl Iterator<Item = Sort>) -> Result<Sort, Wants> {
    if sorts.all(|sort| sort == Bool) { Ok(Bool) } else { Err("any number of Bool") }
}

fn sort_of(op: Op, sorts: &[Sort]) -> Result<Sort, Wants> {
    match op {
        Op::Variable(_) | Op::Constant => Err("no operands: it is made by a function of its own"),
        Op::Not => match sorts {
            [Bool] => Ok(Bool),
            _ => Err("one Bool"),
        },
        Op::Eq => match sorts {
            [a, b] if a == b => Ok(Bool),
            _ => Err("two operands of one sort"),
        },
        Op::Ite => match sorts {
            [Bool, a, b] if a == b => Ok(*a),
            _ => Err("a Bool and two operands of one sort"),
        },
        Op::And | Op::Or => connective(sorts.iter().copied()),
        Op::ArraySelect | Op::ArrayStore | Op::ArrayConstant { .. } => array(op, sorts),
        Op::RealNeg | Op::RealAdd | Op::RealMul | Op::RealDiv | Op::RealLt => real(op, sorts),
        _ => bit_vector(op, sorts).or_else(|| float(op, sorts)).unwrap_or_else(|| conversion(op, sorts)),
    }
}

/// Bit-vectors to bit-vectors; `None` if the operator is none of these.
fn bit_vector(op: Op, sorts: &[Sort]) -> Option<Result<Sort, Wants>> {
    Some(match op {
        Op::BvNot | Op::BvNeg => match sorts {
            [BitVec(width)] => Ok(BitVec(*width)),
            _ => Err("one bit-vector"),
        },
        Op::BvAnd
        | Op::BvOr
        | Op::BvXor
        | Op::BvAdd
        | Op::BvSub
        | Op::BvMul
        | Op::BvUdiv
        | Op::BvUrem
        | Op::BvSdiv
        | Op::BvSrem
        | Op::BvSmod
        | Op::BvShl
        | Op::BvLshr
        | Op::BvAshr
        | Op::BvUlt
        | Op::BvSlt => match sorts {
            [BitVec(a), BitVec(b)] if a == b => {
                Ok(if matches!(op, Op::BvUlt | Op::BvSlt) { Bool } else { BitVec(*a) })
            }
            _ => Err("two bit-vectors of one width"),
        },
        Op::BvConcat => match sorts {
            [BitVec(a), BitVec(b)] => Ok(BitVec(a.saturating_add(*b))),
            _ => Err("two bit-vectors"),
        },
        Op::BvExtract { high, low } => match sorts {
            [BitVec(width)] if low <= high && high < *width => Ok(BitVec(high - low + 1)),
            _ => Err("one bit-vector that has these bits"),
        },
        Op::BvZeroExtend { by } | Op::BvSignExtend { by } => match sorts {
            [BitVec(width)] => Ok(BitVec(width.saturating_add(by))),
            _ => Err("one bit-vector"),
        },
        _ => return None,
    })
}

/// Floats to floats of the same format or to Bool; `None` if the operator is none of these.
fn float(op: Op, sorts: &[Sort]) -> Option<Result<Sort, Wants>> {
    Some(match op {
        Op::FpAbs | Op::FpNeg => match sorts {
            [Float(format)] => Ok(Float(*format)),
            _ => Err("one float"),
        },
        Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv => match sorts {
            [RoundingMode, Float(a), Float(b)] if a == b => Ok(Float(*a)),
            _ => Err("a rounding mode and two floats of one format"),
        },
        Op::FpFma => match sorts {
            [RoundingMode, Float(a), Float(b), Float(c)] if a == b && b == c => Ok(Float(*a)),
            _ => Err("a rounding mode and three floats of one format"),
        },
        Op::FpSqrt | Op::FpRoundToIntegral => match sorts {
            [RoundingMode, Float(format)] => Ok(Float(*format)),
            _ => Err("a rounding mode and a float"),
        },
        Op::FpRem | Op::FpFmod | Op::FpMin | Op::FpMax | Op::FpLeq | Op::FpLt | Op::FpEq => match sorts {
            [Float(a), Float(b)] if a == b => {
                Ok(if matches!(op, Op::FpLeq | Op::FpLt | Op::FpEq) { Bool } else { Float(*a) })
            }
            _ => Err("two floats of one format"),
        },
        Op::FpIsNormal
        | Op::FpIsSubnormal
        | Op::FpIsZero
        | Op::FpIsInfinite
        | Op::FpIsNan
        | Op::FpIsNegative
        | Op::FpIsPositive => match sorts {
            [Float(_)] => Ok(Bool),
            _ => Err("one float"),
        },
        Op::Libm(function) => match sorts {
            [RoundingMode, Float(a)] if function.arity() == 1 => Ok(Float(*a)),
            [RoundingMode, Float(a), Float(b)] if function.arity() == 2 && a == b => Ok(Float(*a)),
            _ => Err("a rounding mode and as many floats of one format as the function has arguments"),
        },
        _ => return None,
    })
}

fn conversion(op: Op, sorts: &[Sort]) -> Result<Sort, Wants> {
    match (op, sorts) {
        (Op::FpFromBits(format), [BitVec(width)]) if *width == format.width() => Ok(Float(format)),
        (Op::FpFromBits(_), _) => Err("one bit-vector as wide as the format"),
        (Op::FpFromFp(format), [RoundingMode, Float(_)]) => Ok(Float(format)),
        (Op::FpFromFp(_), _) => Err("a rounding mode and a float"),
        (Op::FpFromReal(format), [RoundingMode, Real]) => Ok(Float(format)),
        (Op::FpFromReal(_), _) => Err("a rounding mode and a real"),
        (Op::FpFromSigned(format) | Op::FpFromUnsigned(format), [RoundingMode, BitVec(_)]) => {
            Ok(Float(format))
        }
        (Op::FpFromSigned(_) | Op::FpFromUnsigned(_), _) => Err("a rounding mode and a bit-vector"),
        (Op::FpToUnsigned { width } | Op::FpToSigned { width }, [RoundingMode, Float(_)]) => {
            Ok(BitVec(width))
        }
        (Op::FpToUnsigned { .. } | Op::FpToSigned { .. }, _) => Err("a rounding mode and a float"),
        (Op::FpToReal, [Float(_)]) => Ok(Real),
        (Op::FpToBits, [Float(format)]) => Ok(BitVec(format.width())),
        (Op::FpToReal | Op::FpToBits, _) => Err("one float"),
        _ => unreachable!("{op} has no sort"),
    }
}

fn array(op: Op, sorts: &[Sort]) -> Result<Sort, Wants> {
    match (op, sorts) {
        (Op::ArraySelect, [Array { index, element }, BitVec(at)]) if index == at => Ok(BitVec(*element)),
        (Op::ArraySelect, _) => Err("an array and an index of its width"),
        (Op::ArrayStore, [Array { index, element }, BitVec(at), BitVec(new)])
            if index == at && element == new =>
        {
            Ok(Array { index: *index, element: *element })
        }
        (Op::ArrayStore, _) => Err("an array, an index and an element of its widths"),
        (Op::ArrayConstant { index }, [BitVec(element)]) => Ok(Array { index, element: *element }),
        _ => Err("one bit-vector"),
    }
}

fn real(op: Op, sorts: &[Sort]) -> Result<Sort, Wants> {
    match (op, sorts) {
        (Op::RealNeg, [Real]) => Ok(Real),
        (Op::RealNeg, _) => Err("one real"),
        (Op::RealLt, [Real, Real]) => Ok(Bool),
        (_, [Real, Real]) => Ok(Real),
        _ => Err("two reals"),
    }
}
