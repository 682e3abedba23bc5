//! Rules for shifts. By a constant they become extractions, which other rules take further.

use super::{Application, Rule};
use crate::op::OpKind;
use crate::store::{Term, TermStore};

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "bv-shift-of-constant",
        law: "(bvshl 0 a) = 0, (bvlshr 0 a) = 0, (bvashr 0 a) = 0, (bvashr -1 a) = -1",
        kinds: &[OpKind::BvShl, OpKind::BvLshr, OpKind::BvAshr],
        rewrite: shift_of_constant,
    },
    Rule {
        name: "bv-shl-by-constant",
        law: "(bvshl a k) = (concat (extract a) 0..0)",
        kinds: &[OpKind::BvShl],
        rewrite: shl_by_constant,
    },
    Rule {
        name: "bv-lshr-by-constant",
        law: "(bvlshr a k) = (zero_extend (extract a))",
        kinds: &[OpKind::BvLshr],
        rewrite: lshr_by_constant,
    },
    Rule {
        name: "bv-ashr-by-constant",
        law: "(bvashr a k) = (sign_extend (extract a))",
        kinds: &[OpKind::BvAshr],
        rewrite: ashr_by_constant,
    },
];

fn shift_of_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand, _] = application.operands();
    let value = store.bit_vector_constant(operand)?;
    let stays = value.is_zero() || value.is_ones() && application.op.kind() == OpKind::BvAshr;
    stays.then_some(operand)
}

/// The operand, its width, and a constant amount, of which more than the width is as good as the
/// width.
fn by_constant(store: &TermStore, application: &Application<'_>) -> Option<(Term, u32, u32)> {
    let [operand, amount] = application.operands();
    let width = store.width(operand);
    let amount = store.bit_vector_constant(amount)?.to_u64().unwrap_or(u64::MAX);
    Some((operand, width, amount.min(u64::from(width)) as u32))
}

fn shl_by_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let (operand, width, amount) = by_constant(store, application)?;
    if amount == 0 {
        return Some(operand);
    }
    let zeros = store.bv(amount, 0);
    if amount == width {
        return Some(zeros);
    }
    let kept = store.bv_extract(operand, width - amount - 1, 0);
    Some(store.bv_concat(kept, zeros))
}

fn lshr_by_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let (operand, width, amount) = by_constant(store, application)?;
    if amount == width {
        return Some(store.bv(width, 0));
    }
    let kept = store.bv_extract(operand, width - 1, amount);
    Some(store.bv_zero_extend(kept, amount))
}

fn ashr_by_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let (operand, width, amount) = by_constant(store, application)?;
    let amount = amount.min(width - 1);
    let kept = store.bv_extract(operand, width - 1, amount);
    Some(store.bv_sign_extend(kept, amount))
}
