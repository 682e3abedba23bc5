//! What a term became in the graph.

use crate::aig::Lit;
use crate::bits::Bits;
use crate::float::{FloatBits, Mode};
use std::sync::Arc;
use ulpwise_expr::Sort;

/// A term as literals.
#[derive(Clone, Debug)]
pub(crate) enum Encoded {
    /// Of sort Bool.
    Bool(Lit),
    /// Of a bit-vector sort, the lowest bit first.
    BitVec(Arc<Bits>),
    /// Of a float sort.
    Float(Arc<FloatBits>),
    /// Of sort RoundingMode.
    Mode(Mode),
    /// Nothing by itself: an array, which is read element by element, or a real constant.
    Opaque,
}

/// A bug: the builder of terms let something ill-sorted pass.
#[cold]
fn ill_sorted(encoded: &Encoded, wanted: &str) -> ! {
    panic!("{wanted} is needed here, not {encoded:?}");
}

impl Encoded {
    pub(crate) fn bit_vec(bits: Bits) -> Encoded {
        Encoded::BitVec(Arc::new(bits))
    }

    pub(crate) fn float(float: FloatBits) -> Encoded {
        Encoded::Float(Arc::new(float))
    }

    /// The sort of the term.
    pub(crate) fn sort(&self) -> Sort {
        match self {
            Encoded::Bool(_) => Sort::Bool,
            Encoded::BitVec(bits) => Sort::BitVec(bits.len() as u32),
            Encoded::Float(float) => Sort::Float(float.format),
            Encoded::Mode(_) => Sort::RoundingMode,
            Encoded::Opaque => ill_sorted(self, "something with bits"),
        }
    }

    pub(crate) fn as_bool(&self) -> Lit {
        match self {
            Encoded::Bool(literal) => *literal,
            other => ill_sorted(other, "a truth value"),
        }
    }

    pub(crate) fn as_bits(&self) -> &[Lit] {
        match self {
            Encoded::BitVec(bits) => bits,
            other => ill_sorted(other, "a bit-vector"),
        }
    }

    pub(crate) fn as_float(&self) -> &FloatBits {
        match self {
            Encoded::Float(float) => float,
            other => ill_sorted(other, "a float"),
        }
    }

    pub(crate) fn as_mode(&self) -> &Mode {
        match self {
            Encoded::Mode(mode) => mode,
            other => ill_sorted(other, "a rounding mode"),
        }
    }
}
