//! Rules for conversions between floats and integers.

use super::{Application, Rule};
use crate::op::{Op, OpKind};
use crate::store::{Term, TermStore};
use ulpwise_float::{Format, Rounding};

const FROM_INTEGER: &[OpKind] = &[OpKind::FpFromSigned, OpKind::FpFromUnsigned];

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "fp-from-extended",
        law: "(to_fp r (sign_extend a)) = (to_fp r a), (to_fp r (zero_extend a)) = (to_fp_unsigned r a), \
              (to_fp_unsigned r (zero_extend a)) = (to_fp_unsigned r a)",
        kinds: FROM_INTEGER,
        rewrite: from_extended,
    },
    Rule {
        name: "fp-from-integer-mode",
        law: "(to_fp r a) = (to_fp RNE a) if every integer of that width is a number of the format; also unsigned",
        kinds: FROM_INTEGER,
        rewrite: from_integer_mode,
    },
    Rule {
        name: "fp-to-integer-and-back",
        law: "(fp.to_sbv r (to_fp s a)) = (sign_extend a) if the conversion to the float is exact and the result not \
              narrower than a; also unsigned",
        kinds: &[OpKind::FpToSigned, OpKind::FpToUnsigned],
        rewrite: to_integer_and_back,
    },
];

fn from_extended(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [rounding, operand] = application.operands();
    let kind = store.kind(operand);
    let format = application.sort.format()?;
    if !matches!(kind, OpKind::BvZeroExtend | OpKind::BvSignExtend) {
        return None;
    }
    let inner = store.child(operand, 0);
    let extends = store.width(operand) > store.width(inner);
    let op = match (application.op.kind(), kind) {
        (OpKind::FpFromSigned, OpKind::BvSignExtend) => Op::FpFromSigned(format),
        (OpKind::FpFromUnsigned, OpKind::BvZeroExtend) => Op::FpFromUnsigned(format),
        // What was extended with zeros is not negative.
        (OpKind::FpFromSigned, OpKind::BvZeroExtend) if extends => Op::FpFromUnsigned(format),
        _ => return None,
    };
    Some(store.application(op, &[rounding, inner]))
}

/// Whether every integer of the width is a number of the format. A signed one has a bit less in its
/// magnitude; the least is a power of two.
pub(super) fn holds_integers(format: Format, width: u32, is_signed: bool) -> bool {
    let magnitude_bits = width - u32::from(is_signed);
    let largest_exponent = i64::from(width) - 1;
    magnitude_bits <= format.significand_bits() && largest_exponent <= format.max_exponent()
}

fn from_integer_mode(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [rounding, operand] = application.operands();
    let nearest = store.rounding(Rounding::NearestEven);
    let is_signed = application.op.kind() == OpKind::FpFromSigned;
    let is_exact = holds_integers(application.sort.format()?, store.width(operand), is_signed);
    (is_exact && rounding != nearest).then(|| store.application(application.op, &[nearest, operand]))
}

fn to_integer_and_back(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [_, operand] = application.operands();
    let from_signed = match store.kind(operand) {
        OpKind::FpFromSigned => true,
        OpKind::FpFromUnsigned => false,
        _ => return None,
    };
    let to_signed = application.op.kind() == OpKind::FpToSigned;
    let integer = store.child(operand, 1);
    let (from, to) = (store.width(integer), application.sort.width()?);
    // An unsigned integer fits a signed one that is wider; a signed one fits no unsigned one.
    let fits = if from_signed == to_signed { from <= to } else { to_signed && from < to };
    if !fits || !holds_integers(store.format(operand), from, from_signed) {
        return None;
    }
    Some(if from_signed {
        store.bv_sign_extend(integer, to - from)
    } else {
        store.bv_zero_extend(integer, to - from)
    })
}
