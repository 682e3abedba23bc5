//! Random arithmetic on floats that come from integers, under all values of all variables.

use super::super::Pass;
use super::pass;
use ulpwise_base::{Budget, SplitMix64};
use ulpwise_expr::{BitVector, Model, Sort, Tape, Term, TermStore, Value};
use ulpwise_float::{Float, Format, Rounding};

/// Terms over two integers of a few bits, and a rounding mode.
struct Drawn {
    store: TermStore,
    random: SplitMix64,
    format: Format,
    integers: [Term; 2],
    mode: Term,
}

impl Drawn {
    fn new(seed: u64) -> Drawn {
        let mut random = SplitMix64::new(seed);
        let mut store = if seed.is_multiple_of(4) { TermStore::without_rewrites() } else { TermStore::new() };
        // The largest number of the last one is small, its smallest is 1/4.
        let formats = [(3, 4), (4, 5), (4, 3), (5, 11), (2, 3)];
        let (exponent, significand) = formats[random.below(5) as usize];
        let format = Format::new(exponent, significand).expect("a format");
        let widths = [1 + random.below(4) as u32, 1 + random.below(4) as u32];
        let integers = [("a", widths[0]), ("b", widths[1])]
            .map(|(name, width)| store.variable(name, Sort::BitVec(width)));
        let mode = store.variable("mode", Sort::RoundingMode);
        Drawn { store, random, format, integers, mode }
    }

    fn rounding(&mut self) -> Term {
        match self.random.below(8) {
            0 | 1 => self.mode,
            2 => self.store.rounding(Rounding::TowardNegative),
            3 => self.store.rounding(Rounding::TowardPositive),
            _ => self.store.rounding(Rounding::NearestEven),
        }
    }

    fn integer(&mut self) -> Term {
        let integer = self.integers[self.random.below(2) as usize];
        let width = self.store.width(integer);
        let constant = self.random.below(1 << width);
        let constant = self.store.bv(width, constant);
        match self.random.below(14) {
            0 => self.store.bv_sign_extend(integer, 2),
            1 => self.store.bv_zero_extend(integer, 2),
            2 => self.store.bv_and(integer, constant),
            3 => self.store.bv_add(integer, constant),
            4 => self.store.bv_sub(constant, integer),
            5 => self.store.bv_mul(integer, constant),
            6 => self.store.bv_urem(integer, constant),
            7 => self.store.bv_srem(integer, constant),
            8 => self.store.bv_sdiv(integer, constant),
            9 => self.store.bv_udiv(integer, constant),
            10 => self.store.bv_concat(integer, constant),
            11 => {
                let [first, second] = [self.store.bv_lshr(integer, constant), self.store.bv_not(integer)];
                let condition = self.store.bv_slt(integer, constant);
                self.store.ite(condition, first, second)
            }
            12 => {
                let shifted = self.store.bv_ashr(integer, constant);
                let negated = self.store.bv_neg(shifted);
                self.store.bv_shl(negated, constant)
            }
            _ => self.store.bv_extract(integer, width - 1, width / 2),
        }
    }

    fn constant(&mut self) -> Term {
        let bits = self.random.below(1 << self.format.width().min(16));
        self.store.float(Float::from_bits(self.format, u128::from(bits)))
    }

    /// A float below so many operators.
    fn float(&mut self, depth: u32) -> Term {
        let format = self.format;
        if depth == 0 {
            let (rounding, integer) = (self.rounding(), self.integer());
            return match self.random.below(5) {
                0 => self.store.fp_from_unsigned(format, rounding, integer),
                1 => self.constant(),
                _ => self.store.fp_from_signed(format, rounding, integer),
            };
        }
        let rounding = self.rounding();
        let (first, second) = (self.float(depth - 1), self.float(depth - 1));
        match self.random.below(11) {
            0..=2 => self.store.fp_add(rounding, first, second),
            3 => self.store.fp_sub(rounding, first, second),
            4 => self.store.fp_mul(rounding, first, second),
            5 => {
                let third = self.float(depth - 1);
                self.store.fp_fma(rounding, first, second, third)
            }
            6 => self.store.fp_neg(first),
            7 => self.store.fp_abs(first),
            8 => {
                let other = Format::new(4, 4).expect("a format");
                let there = self.store.fp_from_fp(other, rounding, first);
                self.store.fp_from_fp(format, rounding, there)
            }
            9 => self.store.fp_round_to_integral(rounding, first),
            _ => {
                let condition = self.store.fp_lt(second, first);
                self.store.ite(condition, first, second)
            }
        }
    }

    fn proposition(&mut self) -> Term {
        let (first, second) = (self.float(2), self.float(1));
        let store = &mut self.store;
        match self.random.below(10) {
            0 => store.fp_lt(first, second),
            1 => store.fp_leq(first, second),
            2 => store.fp_eq(first, second),
            3 => store.eq(first, second),
            4 => store.fp_is_zero(first),
            5 => store.fp_is_negative(first),
            6 => store.fp_is_positive(first),
            7 => store.fp_is_nan(first),
            8 => store.fp_is_infinite(first),
            _ => {
                let rounding = store.rounding(Rounding::TowardZero);
                let integer = store.fp_to_signed(6, rounding, first);
                let bound = store.bv(6, 3);
                store.bv_slt(integer, bound)
            }
        }
    }

    /// What bounds an integer.
    fn bound(&mut self) -> Term {
        let integer = self.integers[self.random.below(2) as usize];
        let width = self.store.width(integer);
        let bound = self.random.below(1 << width);
        let bound = self.store.bv(width, bound);
        let (first, second) = if self.random.below(2) == 0 { (integer, bound) } else { (bound, integer) };
        let less = match self.random.below(3) {
            0 => self.store.bv_ult(first, second),
            _ => self.store.bv_slt(first, second),
        };
        if self.random.below(2) == 0 { self.store.not(less) } else { less }
    }

    /// Whether all of some terms hold, under every assignment.
    fn truth(&self, goals: &[Term]) -> Vec<bool> {
        let tape = Tape::new(&self.store, goals);
        let widths = self.integers.map(|integer| self.store.width(integer));
        let mut truth = Vec::new();
        for (first, second) in (0..1u64 << widths[0]).flat_map(|a| (0..1 << widths[1]).map(move |b| (a, b))) {
            for mode in Rounding::ALL {
                let mut model = Model::new();
                for (at, value) in [first, second].into_iter().enumerate() {
                    model.set(self.integers[at], Value::BitVec(BitVector::from_u64(widths[at], value)));
                }
                model.set(self.mode, Value::Rounding(mode));
                let values = tape.evaluate(&model).expect("every operator has a value");
                truth.push(values.iter().all(|value| *value == Value::Bool(true)));
            }
        }
        truth
    }
}

#[test]
fn goals_hold_exactly_where_they_held() {
    let mut changed = 0;
    for seed in 0..3000 {
        let mut drawn = Drawn::new(seed);
        let mut goals: Vec<Term> = (0..seed % 3).map(|_| drawn.bound()).collect();
        goals.push(drawn.proposition());
        let before = drawn.truth(&goals);
        let Ok(Pass::Changed(new)) = pass(&mut drawn.store, &goals, &Budget::unlimited()) else { continue };
        changed += 1;
        assert_eq!(before, drawn.truth(&new), "seed {seed}");
    }
    assert!(changed > 1000, "only {changed} were changed");
}
