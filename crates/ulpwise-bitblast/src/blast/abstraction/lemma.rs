//! Lemmas of one operation, and the words they are written in.

use super::super::encoded::Encoded;
use super::{fused, integers, product, quotient, remainder, root};
use crate::aig::{Aig, Lit};
use crate::bits;
use crate::float::{FloatBits, magnitude_less};
use ulpwise_expr::Op;
use ulpwise_float::Format;

/// What is known about one result.
#[derive(Clone, Debug, Default)]
pub(super) struct Lemmas {
    basic: Vec<(&'static str, Lit)>,
    further: Vec<(&'static str, Lit)>,
}

impl Lemmas {
    /// The lemmas about a result.
    pub(super) fn build(aig: &mut Aig, op: Op, operands: &[Encoded], result: &Encoded) -> Lemmas {
        let mut lemmas = Lemmas::default();
        match (op, operands) {
            (Op::BvMul, [x, y]) => {
                integers::product(aig, x.as_bits(), y.as_bits(), result.as_bits(), &mut lemmas);
            }
            (Op::BvUdiv, [x, y]) => {
                integers::quotient(aig, x.as_bits(), y.as_bits(), result.as_bits(), &mut lemmas);
            }
            (Op::BvUrem, [x, y]) => {
                integers::remainder(aig, x.as_bits(), y.as_bits(), result.as_bits(), &mut lemmas);
            }
            (Op::FpMul, [_, x, y]) => {
                product::lemmas(aig, x.as_float(), y.as_float(), result.as_float(), &mut lemmas);
            }
            (Op::FpDiv, [_, x, y]) => {
                quotient::lemmas(aig, x.as_float(), y.as_float(), result.as_float(), &mut lemmas);
            }
            (Op::FpSqrt, [_, x]) => root::lemmas(aig, x.as_float(), result.as_float(), &mut lemmas),
            (Op::FpFma, [_, x, y, z]) => {
                fused::lemmas(aig, [x, y, z].map(Encoded::as_float), result.as_float(), &mut lemmas);
            }
            (Op::FpRem | Op::FpFmod, [x, y]) => {
                let to_nearest = op == Op::FpRem;
                remainder::lemmas(
                    aig,
                    to_nearest,
                    x.as_float(),
                    y.as_float(),
                    result.as_float(),
                    &mut lemmas,
                );
            }
            _ => panic!("there are no lemmas about {op}"),
        }
        lemmas
    }

    /// Those that are asserted from the beginning.
    pub(super) fn basic(&self) -> impl Iterator<Item = Lit> {
        self.basic.iter().map(|&(_, literal)| literal)
    }

    /// All, the basic ones first.
    pub(super) fn all(&self) -> impl Iterator<Item = (&'static str, Lit)> {
        self.basic.iter().chain(&self.further).copied()
    }

    /// Adds a lemma that is asserted from the beginning.
    pub(super) fn begin_with(&mut self, name: &'static str, literal: Lit) {
        self.basic.push((name, literal));
    }

    /// Adds a lemma that is asserted once it is violated.
    pub(super) fn add(&mut self, name: &'static str, literal: Lit) {
        self.further.push((name, literal));
    }
}

/// Whether the magnitude of a number is at most that of another, infinities included. Neither is
/// NaN.
pub(super) fn at_most(aig: &mut Aig, x: &FloatBits, y: &FloatBits) -> Lit {
    !magnitude_less(aig, y, x)
}

/// The number one.
pub(super) fn one(aig: &mut Aig, format: Format) -> FloatBits {
    let fraction = format.significand_bits() as usize - 1;
    let mut encoding = bits::constant(0, fraction);
    encoding.extend(bits::constant(format.bias() as u64, format.exponent_bits() as usize));
    encoding.push(Lit::FALSE);
    FloatBits::from_encoding(aig, format, &encoding)
}

/// Whether it is neither NaN nor infinite.
pub(super) fn is_finite(aig: &mut Aig, x: &FloatBits) -> Lit {
    !x.special(aig)
}

/// The biased exponent of a finite number; subnormals and zeros have 1.
pub(super) fn exponent(x: &FloatBits) -> bits::Int {
    bits::Int::from_unsigned(&x.exponent, x.exponents.0, x.exponents.1)
}
