//! Rules for conversions: between formats, and between floats and their encodings.
//!
//! A conversion *widens* if the format of the operand is contained in that of the result. Then it
//! is exact, no rounding mode matters, and order and identity are kept.

use super::{Application, Rule};
use crate::op::{Op, OpKind};
use crate::store::{Term, TermStore};
use ulpwise_float::{Format, Rounding};

const FROM_FP: &[OpKind] = &[OpKind::FpFromFp];
const FROM_BITS: &[OpKind] = &[OpKind::FpFromBits];

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "fp-convert-nothing",
        law: "(to_fp r x) = x if the format is that of x",
        kinds: FROM_FP,
        rewrite: convert_nothing,
    },
    Rule {
        name: "fp-convert-widened",
        law: "(to_fp r (to_fp s x)) = (to_fp r x) if the inner conversion widens",
        kinds: FROM_FP,
        rewrite: convert_widened,
    },
    Rule {
        name: "fp-widen-mode",
        law: "(to_fp r x) = (to_fp RNE x) if the conversion widens",
        kinds: FROM_FP,
        rewrite: widen_mode,
    },
    Rule {
        name: "fp-from-to-bits",
        law: "(to_fp (fp.to_ieee_bv x)) = x",
        kinds: FROM_BITS,
        rewrite: from_to_bits,
    },
    Rule {
        name: "fp-to-from-bits",
        law: "(fp.to_ieee_bv (to_fp b)) = (ite (fp.isNaN (to_fp b)) canonical b)",
        kinds: &[OpKind::FpToBits],
        rewrite: to_from_bits,
    },
    Rule {
        name: "fp-from-bits-cleared-sign",
        law: "(to_fp (zero_extend ((_ extract n-2 0) b))) = (fp.abs (to_fp b)) for n bits b",
        kinds: FROM_BITS,
        rewrite: from_bits_cleared_sign,
    },
    Rule {
        name: "fp-from-bits-flipped-sign",
        law: "(to_fp (bvxor b 10..0)) = (fp.neg (to_fp b))",
        kinds: FROM_BITS,
        rewrite: from_bits_flipped_sign,
    },
    Rule {
        name: "fp-identical-bits",
        law: "(= (to_fp b) k) = (= b bits of k) for a constant k other than the NaN",
        kinds: &[OpKind::Eq],
        rewrite: identical_bits,
    },
    Rule {
        name: "fp-bits-identical",
        law: "(= (fp.to_ieee_bv x) k) = (= x (to_fp k)) if k is the encoding that this delivers, else false",
        kinds: &[OpKind::Eq],
        rewrite: bits_identical,
    },
];

/// Whether every number of `narrow` is one of `wide`.
pub(super) fn is_contained(narrow: Format, wide: Format) -> bool {
    narrow.exponent_bits() <= wide.exponent_bits() && narrow.significand_bits() <= wide.significand_bits()
}

impl TermStore {
    /// What a widening conversion converts; `None` for other terms.
    pub(super) fn widened(&self, term: Term) -> Option<Term> {
        let [_, operand] = self.operands(term, OpKind::FpFromFp)?;
        is_contained(self.format(operand), self.format(term)).then_some(operand)
    }
}

fn convert_nothing(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [_, operand] = application.operands();
    (store.sort(operand) == application.sort).then_some(operand)
}

fn convert_widened(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [rounding, operand] = application.operands();
    let inner = store.widened(operand)?;
    Some(store.application(application.op, &[rounding, inner]))
}

fn widen_mode(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [rounding, operand] = application.operands();
    let nearest = store.rounding(Rounding::NearestEven);
    let widens = is_contained(store.format(operand), application.sort.format()?);
    (widens && rounding != nearest).then(|| store.application(application.op, &[nearest, operand]))
}

fn from_to_bits(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    let inner = store.operand(operand, OpKind::FpToBits)?;
    // A format of the same width may divide it differently.
    (store.sort(inner) == application.sort).then_some(inner)
}

fn to_from_bits(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    let bits = store.operand(operand, OpKind::FpFromBits)?;
    let nan = store.fp_nan(store.format(operand));
    let canonical = store.encoding_of_constant(nan)?;
    let is_nan = store.fp_is_nan(operand);
    Some(store.ite(is_nan, canonical, bits))
}

fn from_bits_cleared_sign(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    let format = application.sort.format()?;
    let low = store.operand(operand, OpKind::BvZeroExtend)?;
    let Op::BvExtract { high, low: 0 } = store.op(low) else { return None };
    let bits = store.child(low, 0);
    if high + 2 != format.width() || store.width(bits) != format.width() {
        return None;
    }
    let value = store.fp_from_bits(format, bits);
    Some(store.fp_abs(value))
}

fn from_bits_flipped_sign(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    let format = application.sort.format()?;
    let [bits, constant] = store.operands(operand, OpKind::BvXor)?;
    if store.bit_vector_constant(constant)?.power_of_two() != Some(format.width() - 1) {
        return None;
    }
    let value = store.fp_from_bits(format, bits);
    Some(store.fp_neg(value))
}

fn identical_bits(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, constant] = application.operands();
    let bits = store.operand(first, OpKind::FpFromBits)?;
    if store.float_constant(constant)?.is_nan() {
        return None;
    }
    let encoding = store.encoding_of_constant(constant)?;
    Some(store.eq(bits, encoding))
}

fn bits_identical(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, constant] = application.operands();
    let operand = store.operand(first, OpKind::FpToBits)?;
    let bits = store.bit_vector_constant(constant)?;
    let value = crate::semantics::float_from_bits(store.format(operand), &bits);
    let value = store.float(value);
    if store.encoding_of_constant(value)? != constant {
        return Some(store.bool(false));
    }
    Some(store.eq(operand, value))
}

impl TermStore {
    /// The encoding of a float constant, as a constant.
    fn encoding_of_constant(&mut self, constant: Term) -> Option<Term> {
        let value = self.float_constant(constant)?;
        Some(self.bit_vector(crate::semantics::float_to_bits(value)))
    }
}
