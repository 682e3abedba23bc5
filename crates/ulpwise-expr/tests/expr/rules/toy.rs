//! Small worlds: a store without rewriting, and variables of every sort that can be enumerated.

use super::language;
use ulpwise_expr::{Term, TermStore};
use ulpwise_float::{Float, Format, Integer, Natural, Rational, Rounding};

/// A store with a width and a format to build terms of.
pub(super) struct Toy {
    /// Rewrites nothing.
    pub(super) store: TermStore,
    /// The width of bit-vector variables.
    pub(super) width: u32,
    /// The format of float variables.
    pub(super) format: Format,
}

/// The widths and formats in which every rule is proven, the smallest first.
pub(super) const WORLDS: [(u32, (u32, u32)); 4] = [(1, (2, 3)), (2, (3, 3)), (3, (2, 4)), (4, (3, 3))];

impl Toy {
    /// The world with this width and format.
    pub(super) fn new((width, (exponent, significand)): (u32, (u32, u32))) -> Toy {
        let format = Format::new(exponent, significand).expect("toy formats are formats");
        Toy { store: TermStore::without_rewrites(), width, format }
    }

    /// The term that a text in the toys' language writes.
    pub(super) fn term(&mut self, text: &str) -> Term {
        language::parse(self, text)
    }

    /// A format that contains the toy's.
    pub(super) fn wide(&self) -> Format {
        Format::new(self.format.exponent_bits() + 1, self.format.significand_bits() + 2).expect("a format")
    }

    /// A format that contains the toy's and holds its sums, products and quotients with room to
    /// spare.
    pub(super) fn widest(&self) -> Format {
        let (exponent, significand) = (self.format.exponent_bits(), self.format.significand_bits());
        Format::new(exponent + 3, 2 * significand + 2).expect("a format")
    }

    /// A rounding mode constant.
    pub(super) fn mode_of(&mut self, mode: Rounding) -> Term {
        self.store.rounding(mode)
    }

    /// The float constant nearest to a fraction, in the toy's format.
    pub(super) fn number(&mut self, numerator: i64, denominator: u64) -> Term {
        self.number_of(self.format, numerator, denominator)
    }

    /// The float constant nearest to a fraction.
    pub(super) fn number_of(&mut self, format: Format, numerator: i64, denominator: u64) -> Term {
        let value = fraction(numerator, denominator);
        self.store.float(Float::from_rational(format, &value, Rounding::NearestEven).0)
    }

    /// A zero of the toy's format.
    pub(super) fn zero(&mut self, negative: bool) -> Term {
        self.store.fp_zero(self.format, negative)
    }

    /// The NaN of the toy's format.
    pub(super) fn nan(&mut self) -> Term {
        self.store.fp_nan(self.format)
    }

    /// An infinity of the toy's format.
    pub(super) fn infinity(&mut self, negative: bool) -> Term {
        self.store.fp_infinity(self.format, negative)
    }

    /// A real constant.
    pub(super) fn fraction(&mut self, numerator: i64, denominator: u64) -> Term {
        self.store.real(fraction(numerator, denominator))
    }
}

pub(super) fn fraction(numerator: i64, denominator: u64) -> Rational {
    Rational::from_parts(Integer::from(numerator), Natural::from(denominator))
}
