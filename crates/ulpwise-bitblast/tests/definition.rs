//! The SAT solver finds no difference between the circuits of floating-point operators and a second formulation of the same
//! operators, which shares nothing with them: rounding by definition on fixed-point numbers, written as bit-vector terms.
//!
//! A finite float is an integer multiple of the least subnormal number, an exact result an integer multiple of a smaller unit.
//! A result is right if it lies where the rounding mode wants it between the two neighbouring floats that enclose the
//! exact value. Only circuits of bit-vectors are trusted here, and those are enumerated elsewhere.

mod support;

use support::format;
use ulpwise_base::Budget;
use ulpwise_bitblast::{Bitblast, Options};
use ulpwise_expr::{Sort, Term, TermStore};
use ulpwise_float::{Format, Rounding};
use ulpwise_solver::{Query, Solver, Verdict};

/// Terms about floats of one format, as fixed-point numbers.
struct FixedPoint {
    store: TermStore,
    format: Format,
    /// Bits of a magnitude in the finest unit, with one bit to spare.
    width: u32,
    /// How many times the finest unit halves the least subnormal number.
    finer: u32,
}

impl FixedPoint {
    fn new(format: Format, finer: u32, spare: u32) -> FixedPoint {
        let range = (1 << format.exponent_bits()) - 2;
        let width = format.significand_bits() + range + finer + spare;
        FixedPoint { store: TermStore::new(), format, width, finer }
    }

    /// The magnitude of a float whose encoding without sign is given, infinity taken as the next power of two.
    fn magnitude(&mut self, encoding: Term) -> Term {
        let precision = self.format.significand_bits();
        let exponent_bits = self.format.exponent_bits();
        let store = &mut self.store;
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
        let significand = store.bv_zero_extend(significand, self.width - precision);
        let shift = store.bv_zero_extend(shift, self.width - exponent_bits);
        let shifted = store.bv_shl(significand, shift);
        let finer = store.bv(self.width, self.finer.into());
        store.bv_shl(shifted, finer)
    }

    /// That `result`, an encoding without sign, is `exact` rounded in a mode, for the magnitude of a number with a sign.
    fn is_rounded(&mut self, mode: Rounding, negative: Term, exact: Term, result: Term) -> Term {
        let bits = self.format.width() - 1;
        let one = self.store.bv(bits, 1);
        let (below, above) = (self.store.bv_sub(result, one), self.store.bv_add(result, one));
        let [here, below, above] = [result, below, above].map(|encoding| self.magnitude(encoding));
        let store = &mut self.store;
        let infinity = store.fp_infinity(self.format, false);
        let infinity = store.fp_to_bits(infinity);
        let infinity = store.bv_extract(infinity, bits - 1, 0);
        let largest = store.bv_sub(infinity, one);
        let (zero, is_infinite) = (store.bv(bits, 0), store.eq(result, infinity));
        let (is_zero, is_largest) = (store.eq(result, zero), store.eq(result, largest));
        // Down: the largest float that is not above. Up: the least one that is not below.
        let not_above = store.bv_ule(here, exact);
        let next_is_above = store.bv_ult(exact, above);
        let next_is_above = store.or(&[next_is_above, is_largest]);
        let finite = store.not(is_infinite);
        let down = store.and(&[finite, not_above, next_is_above]);
        let not_below = store.bv_ule(exact, here);
        let not_below = store.or(&[not_below, is_infinite]);
        let last_is_below = store.bv_ult(below, exact);
        let last_is_below = store.or(&[last_is_below, is_zero]);
        let up = store.and(&[not_below, last_is_below]);
        match mode {
            Rounding::TowardZero => down,
            Rounding::TowardPositive => store.ite(negative, down, up),
            Rounding::TowardNegative => store.ite(negative, up, down),
            Rounding::NearestEven | Rounding::NearestAway => {
                // Twice the distance from the middle decides; a tie goes to even, or away.
                let (low_middle, high_middle) = (store.bv_add(below, here), store.bv_add(here, above));
                let twice = store.bv_add(exact, exact);
                let last = store.bv_extract(result, 0, 0);
                let even = store.bv(1, 0);
                let is_even = store.eq(last, even);
                let low_tie_is_here = if mode == Rounding::NearestEven { is_even } else { store.bool(true) };
                let high_tie_is_here =
                    if mode == Rounding::NearestEven { is_even } else { store.bool(false) };
                let above_low = store.bv_ult(low_middle, twice);
                let at_low = store.eq(low_middle, twice);
                let at_low = store.and(&[at_low, low_tie_is_here]);
                let low = store.or(&[is_zero, above_low, at_low]);
                let below_high = store.bv_ult(twice, high_middle);
                let at_high = store.eq(twice, high_middle);
                let at_high = store.and(&[at_high, high_tie_is_here]);
                let high = store.or(&[is_infinite, below_high, at_high]);
                store.and(&[low, high])
            }
        }
    }

    /// The encoding of a float without its sign, and whether it is negative.
    fn parts(&mut self, float: Term) -> (Term, Term) {
        let encoding = self.store.fp_to_bits(float);
        let bits = self.format.width() - 1;
        let negative = self.store.fp_is_negative(float);
        (self.store.bv_extract(encoding, bits - 1, 0), negative)
    }

    /// That a float is finite.
    fn is_finite(&mut self, float: Term) -> Term {
        let (nan, infinite) = (self.store.fp_is_nan(float), self.store.fp_is_infinite(float));
        let special = self.store.or(&[nan, infinite]);
        self.store.not(special)
    }

    /// What the engine says of the assertions.
    fn verdict(&mut self, assertions: &[Term]) -> Verdict {
        let query = Query::new(assertions);
        Bitblast::new(Options::default()).check(&mut self.store, &query, &Budget::unlimited())
    }
}

/// Whether a sum of finite floats in one mode can violate the definition of another.
fn wrong_sum(format: Format, circuit: Rounding, mode: Rounding) -> Verdict {
    let mut fixed = FixedPoint::new(format, 1, 3);
    let [x, y] = ["x", "y"].map(|name| fixed.store.variable(name, Sort::Float(format)));
    let rounding = fixed.store.rounding(circuit);
    let sum = fixed.store.fp_add(rounding, x, y);
    let finite = [fixed.is_finite(x), fixed.is_finite(y)];
    let [(ex, nx), (ey, ny), (es, ns)] = [x, y, sum].map(|float| fixed.parts(float));
    let (mx, my) = (fixed.magnitude(ex), fixed.magnitude(ey));
    let store = &mut fixed.store;
    let zero = store.bv(fixed.width, 0);
    let signed = |store: &mut TermStore, magnitude, negative| {
        let negated = store.bv_neg(magnitude);
        store.ite(negative, negated, magnitude)
    };
    let (sx, sy) = (signed(store, mx, nx), signed(store, my, ny));
    let exact = store.bv_add(sx, sy);
    let negative = store.bv_slt(exact, zero);
    let magnitude = signed(store, exact, negative);
    let is_zero = store.eq(exact, zero);
    // Zeros with one sign keep it; otherwise a zero is negative when rounding toward negative.
    let same_sign = store.eq(nx, ny);
    let toward_negative = store.bool(mode == Rounding::TowardNegative);
    let zero_sign = store.ite(same_sign, nx, toward_negative);
    let expected_sign = store.ite(is_zero, zero_sign, negative);
    let sign_is_right = store.eq(ns, expected_sign);
    let nan = store.fp_is_nan(sum);
    let number = store.not(nan);
    let rounded = fixed.is_rounded(mode, negative, magnitude, es);
    let right = fixed.store.and(&[number, sign_is_right, rounded]);
    let wrong = fixed.store.not(right);
    fixed.verdict(&[finite[0], finite[1], wrong])
}

/// Whether a product of finite floats in one mode can violate the definition of another.
fn wrong_product(format: Format, circuit: Rounding, mode: Rounding) -> Verdict {
    // In units of the square of the least subnormal number.
    let range = (1u32 << format.exponent_bits()) - 2;
    let precision = format.significand_bits();
    let unit = format.bias() as u32 + precision - 2;
    let mut fixed = FixedPoint::new(format, unit, range + precision + 3);
    let [x, y] = ["x", "y"].map(|name| fixed.store.variable(name, Sort::Float(format)));
    let rounding = fixed.store.rounding(circuit);
    let product = fixed.store.fp_mul(rounding, x, y);
    let finite = [fixed.is_finite(x), fixed.is_finite(y)];
    let [(ex, nx), (ey, ny), (ep, np)] = [x, y, product].map(|float| fixed.parts(float));
    let coarse = |fixed: &mut FixedPoint, encoding| {
        let magnitude = fixed.magnitude(encoding);
        let finer = fixed.store.bv(fixed.width, fixed.finer.into());
        fixed.store.bv_lshr(magnitude, finer)
    };
    let (mx, my) = (coarse(&mut fixed, ex), coarse(&mut fixed, ey));
    let exact = fixed.store.bv_mul(mx, my);
    let negative = fixed.store.xor(nx, ny);
    let sign_is_right = fixed.store.eq(np, negative);
    let nan = fixed.store.fp_is_nan(product);
    let number = fixed.store.not(nan);
    let rounded = fixed.is_rounded(mode, negative, exact, ep);
    let right = fixed.store.and(&[number, sign_is_right, rounded]);
    let wrong = fixed.store.not(right);
    fixed.verdict(&[finite[0], finite[1], wrong])
}

#[test]
fn sums_are_rounded_by_definition() {
    for mode in Rounding::ALL {
        for format in [format(3, 4), format(4, 4)] {
            assert_eq!(wrong_sum(format, mode, mode), Verdict::Unsat, "{mode:?} in {format}");
        }
    }
}

#[test]
fn products_are_rounded_by_definition() {
    for mode in Rounding::ALL {
        for format in [format(3, 4), format(4, 4)] {
            assert_eq!(wrong_product(format, mode, mode), Verdict::Unsat, "{mode:?} in {format}");
        }
    }
}

/// The definitions tell the modes apart, so they could find a circuit that rounds wrongly.
#[test]
fn another_mode_violates_the_definition() {
    for (number, circuit) in Rounding::ALL.into_iter().enumerate() {
        let mode = Rounding::ALL[(number + 1) % 5];
        for verdict in [wrong_sum(format(3, 4), circuit, mode), wrong_product(format(3, 4), circuit, mode)] {
            assert!(matches!(verdict, Verdict::Sat(_)), "{circuit:?} and {mode:?}: {verdict:?}");
        }
    }
}
