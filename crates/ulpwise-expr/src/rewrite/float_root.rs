//! Rules for square roots.

use super::{Application, Rule};
use crate::op::OpKind;
use crate::store::{Term, TermStore};
use ulpwise_float::Format;

pub(super) const RULES: &[Rule] = &[Rule {
    name: "fp-sqrt-of-exact-square",
    law: "(fp.sqrt r (fp.mul q x x)) = (fp.abs x) if x comes from a format whose squares are numbers of the format",
    kinds: &[OpKind::FpSqrt],
    rewrite: sqrt_of_exact_square,
}];

fn sqrt_of_exact_square(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [_, square] = application.operands();
    let [_, first, second] = store.operands(square, OpKind::FpMul)?;
    let [_, narrow] = store.operands(first, OpKind::FpFromFp)?;
    if first != second || !has_squares(store.format(first), store.format(narrow)) {
        return None;
    }
    Some(store.fp_abs(first))
}

/// Whether a format has the squares of all numbers of another.
fn has_squares(format: Format, narrow: Format) -> bool {
    2 * narrow.significand_bits() <= format.significand_bits()
        && 2 * (narrow.max_exponent() + 1) <= format.max_exponent() + 1
        && 2 * narrow.min_subnormal_exponent() >= format.min_subnormal_exponent()
}
