//! One application of every kernel operator, over variables.

use ulpwise_expr::{LibmFunction, Op, OpKind, Sort, Term, TermStore};
use ulpwise_float::Format;

/// The formats of sample floats: their own, and that of conversions.
#[derive(Clone, Copy)]
pub(crate) struct Formats {
    own: Format,
    other: Format,
}

impl Formats {
    /// Formats that other solvers decide quickly.
    pub(crate) fn small() -> Formats {
        Formats { own: Format::new(3, 5).unwrap(), other: Format::new(4, 6).unwrap() }
    }

    /// A format with hardly a significand, and one with little else.
    pub(crate) fn unusual() -> Formats {
        Formats { own: Format::new(11, 2).unwrap(), other: Format::new(2, 131).unwrap() }
    }

    /// Formats that all solvers have.
    pub(crate) fn common() -> Formats {
        Formats { own: Format::F32, other: Format::F64 }
    }
}

/// A variable of the sort, by position.
fn variable(store: &mut TermStore, sort: Sort, position: usize) -> Term {
    let letter = match sort {
        Sort::Bool => "p",
        Sort::BitVec(_) => "b",
        Sort::Float(_) => "x",
        Sort::RoundingMode => "r",
        Sort::Array { .. } => "m",
        Sort::Real => "q",
    };
    let width = sort.width().map_or(String::new(), |width| format!("_{width}"));
    store.variable(&format!("{letter}{width}_{position}"), sort)
}

/// Every operator with indices that suit the sorts below.
fn operators(formats: Formats) -> Vec<Op> {
    let Formats { own: format, other } = formats;
    let plain = OpKind::ALL.iter().filter_map(|&kind| plain_operator(kind));
    let indexed = [
        Op::BvExtract { high: 5, low: 2 },
        Op::BvZeroExtend { by: 3 },
        Op::BvSignExtend { by: 3 },
        Op::FpFromBits(format),
        Op::FpFromFp(other),
        Op::FpFromReal(format),
        Op::FpFromSigned(format),
        Op::FpFromUnsigned(format),
        Op::FpToUnsigned { width: 6 },
        Op::FpToSigned { width: 6 },
        Op::ArrayConstant { index: 3 },
        Op::Libm(LibmFunction::Sin),
        Op::Libm(LibmFunction::Pow),
    ];
    plain.chain(indexed).collect()
}

/// The operator of a kind that has no indices.
fn plain_operator(kind: OpKind) -> Option<Op> {
    use OpKind as K;
    Some(match kind {
        K::Not => Op::Not,
        K::And => Op::And,
        K::Or => Op::Or,
        K::Eq => Op::Eq,
        K::Ite => Op::Ite,
        K::BvNot => Op::BvNot,
        K::BvNeg => Op::BvNeg,
        K::BvAnd => Op::BvAnd,
        K::BvOr => Op::BvOr,
        K::BvXor => Op::BvXor,
        K::BvAdd => Op::BvAdd,
        K::BvSub => Op::BvSub,
        K::BvMul => Op::BvMul,
        K::BvUdiv => Op::BvUdiv,
        K::BvUrem => Op::BvUrem,
        K::BvSdiv => Op::BvSdiv,
        K::BvSrem => Op::BvSrem,
        K::BvSmod => Op::BvSmod,
        K::BvShl => Op::BvShl,
        K::BvLshr => Op::BvLshr,
        K::BvAshr => Op::BvAshr,
        K::BvUlt => Op::BvUlt,
        K::BvSlt => Op::BvSlt,
        K::BvConcat => Op::BvConcat,
        K::FpAbs => Op::FpAbs,
        K::FpNeg => Op::FpNeg,
        K::FpAdd => Op::FpAdd,
        K::FpSub => Op::FpSub,
        K::FpMul => Op::FpMul,
        K::FpDiv => Op::FpDiv,
        K::FpFma => Op::FpFma,
        K::FpSqrt => Op::FpSqrt,
        K::FpRem => Op::FpRem,
        K::FpFmod => Op::FpFmod,
        K::FpRoundToIntegral => Op::FpRoundToIntegral,
        K::FpMin => Op::FpMin,
        K::FpMax => Op::FpMax,
        K::FpLeq => Op::FpLeq,
        K::FpLt => Op::FpLt,
        K::FpEq => Op::FpEq,
        K::FpIsNormal => Op::FpIsNormal,
        K::FpIsSubnormal => Op::FpIsSubnormal,
        K::FpIsZero => Op::FpIsZero,
        K::FpIsInfinite => Op::FpIsInfinite,
        K::FpIsNan => Op::FpIsNan,
        K::FpIsNegative => Op::FpIsNegative,
        K::FpIsPositive => Op::FpIsPositive,
        K::FpToReal => Op::FpToReal,
        K::FpToBits => Op::FpToBits,
        K::ArraySelect => Op::ArraySelect,
        K::ArrayStore => Op::ArrayStore,
        K::RealNeg => Op::RealNeg,
        K::RealAdd => Op::RealAdd,
        K::RealMul => Op::RealMul,
        K::RealDiv => Op::RealDiv,
        K::RealLt => Op::RealLt,
        _ => return None,
    })
}

/// Every operator applied to variables of sorts that it takes. There is at least one sample of each
/// kind.
///
/// There are no conjunctions and disjunctions of one operand: not every solver reads them, so they
/// are printed with another.
pub(crate) fn samples(store: &mut TermStore, formats: Formats) -> Vec<Term> {
    let width = formats.own.width();
    let sorts = [
        Sort::Bool,
        Sort::BitVec(width),
        Sort::BitVec(3),
        Sort::Float(formats.own),
        Sort::RoundingMode,
        Sort::Array { index: 3, element: width },
        Sort::Real,
    ];
    let mut samples = Vec::new();
    for op in operators(formats) {
        let before = samples.len();
        let least = if matches!(op, Op::And | Op::Or) { 2 } else { 1 };
        for count in least..=4u32 {
            for choice in 0..sorts.len().pow(count) {
                let digit = |position: u32| sorts[choice / sorts.len().pow(position) % sorts.len()];
                let children: Vec<Term> =
                    (0..count).map(|position| variable(store, digit(position), position as usize)).collect();
                samples.extend(store.apply(op, &children).ok());
            }
        }
        assert!(samples.len() > before, "{op} has no sample");
    }
    let covered = |kind: OpKind| samples.iter().any(|&sample| store.kind(sample) == kind);
    for &kind in OpKind::ALL {
        let is_leaf = matches!(kind, OpKind::Constant | OpKind::Variable);
        assert!(is_leaf || covered(kind), "{kind:?} has no sample");
    }
    samples
}
