//! The encoding of a float taken apart, and its magnitude as an integer.

use ulpwise_expr::{Term, TermStore};
use ulpwise_float::Format;

/// The parts of an encoding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields {
    pub(super) format: Format,
    /// Without the sign.
    pub(super) magnitude: Term,
    pub(super) negative: Term,
    pub(super) nan: Term,
    pub(super) infinite: Term,
    pub(super) zero: Term,
    pub(super) normal: Term,
}

impl Fields {
    pub(super) fn new(store: &mut TermStore, format: Format, encoding: Term) -> Fields {
        let (width, precision) = (format.width(), format.significand_bits());
        let magnitude = store.bv_extract(encoding, width - 2, 0);
        let sign = store.bv_extract(encoding, width - 1, width - 1);
        let field = store.bv_extract(encoding, width - 2, precision - 1);
        let fraction = store.bv_extract(encoding, precision - 2, 0);
        let one = store.bv(1, 1);
        let negative = store.eq(sign, one);
        let (no_fraction, no_field) = (store.bv(precision - 1, 0), store.bv(format.exponent_bits(), 0));
        let all_ones = store.bv_not(no_field);
        let special = store.eq(field, all_ones);
        let is_subnormal = store.eq(field, no_field);
        let is_whole = store.eq(fraction, no_fraction);
        let has_fraction = store.not(is_whole);
        let others = [store.not(special), store.not(is_subnormal)];
        Fields {
            format,
            magnitude,
            negative,
            nan: store.and(&[special, has_fraction]),
            infinite: store.and(&[special, is_whole]),
            zero: store.and(&[is_subnormal, is_whole]),
            normal: store.and(&others),
        }
    }

    /// That it is neither NaN nor infinite.
    pub(super) fn finite(&self, store: &mut TermStore) -> Term {
        let special = store.or(&[self.nan, self.infinite]);
        store.not(special)
    }

    /// The magnitude in least subnormal numbers.
    pub(super) fn units(&self, store: &mut TermStore, width: u32) -> Term {
        units(store, self.format, self.magnitude, width)
    }
}

/// How many bits the largest magnitude has, in least subnormal numbers.
pub(super) fn range_bits(format: Format) -> u32 {
    format.significand_bits() + (1 << format.exponent_bits()) - 3
}

/// By which power of two the least subnormal number is smaller than one.
pub(super) fn scale(format: Format) -> u32 {
    format.bias() as u32 + format.significand_bits() - 2
}

/// The magnitude of an encoding without sign in least subnormal numbers, infinity taken as the next
/// power of two.
pub(super) fn units(store: &mut TermStore, format: Format, encoding: Term, width: u32) -> Term {
    let (precision, exponent_bits) = (format.significand_bits(), format.exponent_bits());
    let fraction = store.bv_extract(encoding, precision - 2, 0);
    let field = store.bv_extract(encoding, precision + exponent_bits - 2, precision - 1);
    let zero = store.bv(exponent_bits, 0);
    let subnormal = store.eq(field, zero);
    let (no, yes) = (store.bv(1, 0), store.bv(1, 1));
    let leading = store.ite(subnormal, no, yes);
    let significand = store.bv_concat(leading, fraction);
    let one = store.bv(exponent_bits, 1);
    let less_one = store.bv_sub(field, one);
    let shift = store.ite(subnormal, zero, less_one);
    let significand = extended(store, significand, width);
    let shift = extended(store, shift, width);
    store.bv_shl(significand, shift)
}

/// With zeros above.
pub(super) fn extended(store: &mut TermStore, number: Term, width: u32) -> Term {
    let own = store.width(number);
    assert!(own <= width, "{own} bits do not fit into {width}");
    if own == width { number } else { store.bv_zero_extend(number, width - own) }
}

/// Times a power of two.
pub(super) fn scaled(store: &mut TermStore, number: Term, by: u32) -> Term {
    let width = store.width(number);
    let by = store.bv(width, by.into());
    store.bv_shl(number, by)
}
