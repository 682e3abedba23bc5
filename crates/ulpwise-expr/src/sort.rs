//! Sorts: the types of terms.
//!
//! A sort is a small `Copy` value. Its parameters are limited (see the constants), so that no
//! script can ask for a term that does not fit the machine; [`Sort::is_well_formed`] says whether
//! one keeps the limits, and no term of another sort can be built.

use std::fmt;
use ulpwise_float::Format;

/// The type of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Bit-vectors of a width of at least one bit.
    BitVec(u32),
    /// Floating-point data with one NaN, as in SMT-LIB.
    ///
    /// The format has an implied leading bit. x87 data are terms of format (15,64) that the
    /// executor builds from 80 bits, next to a validity condition of its own.
    Float(Format),
    /// The five rounding modes.
    RoundingMode,
    /// Total maps from bit-vectors to bit-vectors, by the two widths.
    Array {
        /// Width of an index.
        index: u32,
        /// Width of an element.
        element: u32,
    },
    /// Real numbers.
    Real,
}

impl Sort {
    /// The largest width of a bit-vector.
    pub const MAX_WIDTH: u32 = 1 << 20;

    /// Whether the parameters keep the limits: widths from 1 to [`Sort::MAX_WIDTH`], formats with
    /// an implied leading bit.
    pub fn is_well_formed(self) -> bool {
        let is_width = |width: u32| (1..=Sort::MAX_WIDTH).contains(&width);
        match self {
            Sort::Bool | Sort::RoundingMode | Sort::Real => true,
            Sort::BitVec(width) => is_width(width),
            Sort::Float(format) => !format.has_explicit_leading_bit(),
            Sort::Array { index, element } => is_width(index) && is_width(element),
        }
    }

    /// The width, if this is a bit-vector sort.
    pub fn width(self) -> Option<u32> {
        match self {
            Sort::BitVec(width) => Some(width),
            _ => None,
        }
    }

    /// The format, if this is a float sort.
    pub fn format(self) -> Option<Format> {
        match self {
            Sort::Float(format) => Some(format),
            _ => None,
        }
    }
}

/// As SMT-LIB writes it.
impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Sort::Bool => f.write_str("Bool"),
            Sort::BitVec(width) => write!(f, "(_ BitVec {width})"),
            Sort::Float(format) => {
                write!(f, "(_ FloatingPoint {} {})", format.exponent_bits(), format.significand_bits())
            }
            Sort::RoundingMode => f.write_str("RoundingMode"),
            Sort::Array { index, element } => write!(f, "(Array (_ BitVec {index}) (_ BitVec {element}))"),
            Sort::Real => f.write_str("Real"),
        }
    }
}

impl fmt::Debug for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
