//! Operands as terms with values, for comparing what terms say with what machines compute.

use ulpwise_base::SplitMix64;
use ulpwise_engines::host_libm;
use ulpwise_expr::{BitVector, Model, Sort, Term, Value, evaluate};
use ulpwise_float::Rounding;
use ulpwise_interp::number::{convert, float};
use ulpwise_ir::{FloatBinaryOp, FloatFormat, FloatUnaryOp};
use ulpwise_symex::terms::Terms;

/// Variables that stand for operands, and their values.
pub(crate) struct Operands {
    pub(crate) terms: Terms,
    model: Model,
    variables: usize,
}

impl Operands {
    pub(crate) fn new() -> Operands {
        Operands { terms: Terms::new(), model: Model::new(), variables: 0 }
    }

    pub(crate) fn operand(&mut self, bits: u8, value: u128) -> Term {
        self.variables += 1;
        let name = format!("x{}", self.variables);
        let variable = self.terms.store.variable(&name, Sort::BitVec(u32::from(bits)));
        self.model.set(variable, Value::BitVec(BitVector::from_u128(u32::from(bits), value)));
        variable
    }

    /// The bits of a term.
    pub(crate) fn evaluated(&mut self, term: Term) -> u128 {
        let bits = self.terms.bits(term);
        let variables = self.terms.store.free_variables(&[bits]);
        self.model.complete(&self.terms.store, &variables);
        let model = self.model.with_libm(&host_libm);
        match evaluate(&self.terms.store, bits, &model).expect("all variables have values") {
            Value::BitVec(bits) => u128::try_from(bits.unsigned()).expect("at most 128 bits"),
            other => panic!("{other:?} is no bit-vector"),
        }
    }

    pub(crate) fn holds(&mut self, term: Term) -> bool {
        let model = self.model.with_libm(&host_libm);
        evaluate(&self.terms.store, term, &model) == Ok(Value::Bool(true))
    }
}

/// Bits that are often special.
pub(crate) fn float_bits(format: FloatFormat, random: &mut SplitMix64) -> u128 {
    let width = format.bits();
    let mask = u128::MAX >> (128 - u32::from(width));
    let any = (u128::from(random.next_u64()) << 64 | u128::from(random.next_u64())) & mask;
    let one = float::unary(FloatUnaryOp::Canonicalize, format, Rounding::NearestEven, 0).bits;
    match random.below(8) {
        0 => one,
        1 => 1 << (width - 1),
        // All bits of the exponent, or none.
        2 => any | (mask >> 1) & !(mask >> 17).min(mask >> 9),
        3 => any & ((mask >> 16).max(1)),
        // Numbers of common magnitude.
        4 | 5 => {
            let number = i128::from(random.below(2000)) - 1000;
            let integer = number.cast_unsigned() & u128::from(u64::MAX);
            let converted = convert::from_int(true, 64, format, Rounding::NearestEven, integer);
            let third = convert::from_int(true, 64, format, Rounding::NearestEven, 3);
            float::binary(FloatBinaryOp::Div, format, Rounding::NearestEven, converted.bits, third.bits).bits
        }
        _ => any,
    }
}

pub(crate) fn is_nan(format: FloatFormat, bits: u128) -> bool {
    float::class_bit(format, bits) & 3 != 0
}

/// The same bits, or any NaN for a NaN.
pub(crate) fn same(format: FloatFormat, expected: u128, found: u128) -> bool {
    expected == found || (is_nan(format, expected) && is_nan(format, found))
}
