//! Which values an input may have.

use crate::terms::{Terms, format_digits};
use ulpwise_expr::Term;
use ulpwise_ir::{FloatFormat, FloatPredicate};

/// Which values an input may have; bounds are included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bounds {
    /// All.
    All,
    /// From one signed number to another, as bits of the input's width.
    Signed(u128, u128),
    /// From one number without sign to another.
    Unsigned(u128, u128),
    /// From one float to another, as bits; no NaN.
    Float(FloatFormat, u128, u128),
    /// From one float to another, as bits, of those whose significand has at most so many digits,
    /// the leading one included; subnormal numbers by the digits that they are stored with.
    Short(FloatFormat, u128, u128, u32),
    /// Any float that is neither infinite nor NaN.
    Finite(FloatFormat),
    /// One of these.
    OneOf(Vec<u128>),
}

impl Bounds {
    /// The condition that a value of bits lies within; `None` if all do.
    pub(crate) fn condition(&self, terms: &mut Terms, value: Term) -> Option<Term> {
        let width = terms.store.width(value) as u8;
        Some(match self {
            Self::All => return None,
            Self::Signed(low, high) => {
                let (low, high) = (terms.constant(width, *low), terms.constant(width, *high));
                let (above, below) = (terms.store.bv_sle(low, value), terms.store.bv_sle(value, high));
                terms.store.and(&[above, below])
            }
            Self::Unsigned(low, high) => {
                let (low, high) = (terms.constant(width, *low), terms.constant(width, *high));
                let (above, below) = (terms.store.bv_ule(low, value), terms.store.bv_ule(value, high));
                terms.store.and(&[above, below])
            }
            Self::Short(format, low, high, digits) => {
                let within = Self::Float(*format, *low, *high).condition(terms, value)?;
                let unused = format_digits(*format).saturating_sub(*digits);
                if unused == 0 {
                    return Some(within);
                }
                let last = terms.store.bv_extract(value, unused - 1, 0);
                let zero = terms.store.bv(unused, 0);
                let is_short = terms.store.eq(last, zero);
                terms.store.and(&[within, is_short])
            }
            Self::Float(format, low, high) => {
                let (low, high) = (terms.constant(width, *low), terms.constant(width, *high));
                let above = terms.float_compare(FloatPredicate::Ole, *format, low, value);
                let below = terms.float_compare(FloatPredicate::Ole, *format, value, high);
                terms.store.and(&[above, below])
            }
            Self::Finite(format) => {
                let float = terms.float(*format, value);
                let (nan, infinite) = (terms.store.fp_is_nan(float), terms.store.fp_is_infinite(float));
                let neither = terms.store.or(&[nan, infinite]);
                terms.store.not(neither)
            }
            Self::OneOf(values) => {
                let mut cases = Vec::new();
                for &case in values {
                    let case = terms.constant(width, case);
                    cases.push(terms.store.eq(value, case));
                }
                terms.store.or(&cases)
            }
        })
    }
}
