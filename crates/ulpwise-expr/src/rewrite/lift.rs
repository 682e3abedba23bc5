//! The rule that moves operators into an `ite` of constants, where they fold.
//!
//! Programs convert conditions to numbers and back, `(int)(a < b) == 1`: this rule undoes it.

use super::{Application, Rule};
use crate::op::OpKind;
use crate::store::{Term, TermStore};

pub(super) const RULES: &[Rule] = &[Rule {
    name: "lift-ite-of-constants",
    law: "(f (ite c k1 k2) k3) = (ite c (f k1 k3) (f k2 k3)) for constants k1, k2, k3",
    kinds: &[
        OpKind::Eq,
        OpKind::BvNot,
        OpKind::BvNeg,
        OpKind::BvAnd,
        OpKind::BvOr,
        OpKind::BvXor,
        OpKind::BvAdd,
        OpKind::BvSub,
        OpKind::BvMul,
        OpKind::BvUdiv,
        OpKind::BvUrem,
        OpKind::BvSdiv,
        OpKind::BvSrem,
        OpKind::BvSmod,
        OpKind::BvShl,
        OpKind::BvLshr,
        OpKind::BvAshr,
        OpKind::BvUlt,
        OpKind::BvSlt,
        OpKind::BvConcat,
        OpKind::BvExtract,
        OpKind::BvZeroExtend,
        OpKind::BvSignExtend,
        OpKind::FpAbs,
        OpKind::FpNeg,
        OpKind::FpAdd,
        OpKind::FpSub,
        OpKind::FpMul,
        OpKind::FpDiv,
        OpKind::FpFma,
        OpKind::FpSqrt,
        OpKind::FpRem,
        OpKind::FpFmod,
        OpKind::FpRoundToIntegral,
        OpKind::FpMin,
        OpKind::FpMax,
        OpKind::FpLeq,
        OpKind::FpLt,
        OpKind::FpEq,
        OpKind::FpIsNormal,
        OpKind::FpIsSubnormal,
        OpKind::FpIsZero,
        OpKind::FpIsInfinite,
        OpKind::FpIsNan,
        OpKind::FpIsNegative,
        OpKind::FpIsPositive,
        OpKind::FpFromBits,
        OpKind::FpFromFp,
        OpKind::FpFromSigned,
        OpKind::FpFromUnsigned,
        OpKind::FpToUnsigned,
        OpKind::FpToSigned,
        OpKind::FpToBits,
    ],
    rewrite: lift,
}];

fn lift(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let mut open = application.children.iter().enumerate().filter(|(_, child)| !store.is_constant(**child));
    let (position, &child) = open.next()?;
    if open.next().is_some() {
        return None;
    }
    let [condition, then, otherwise] = store.operands(child, OpKind::Ite)?;
    if !store.is_constant(then) || !store.is_constant(otherwise) {
        return None;
    }
    let mut children = application.children.to_vec();
    children[position] = then;
    let on_then = store.application(application.op, &children);
    children[position] = otherwise;
    let on_else = store.application(application.op, &children);
    Some(store.ite(condition, on_then, on_else))
}
