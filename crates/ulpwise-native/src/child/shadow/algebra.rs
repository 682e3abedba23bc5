//! Which operations of a call undo each other when nothing is rounded.
//!
//! `(x + c) - c` is `x` whatever `x` and `c` are. Code that means real arithmetic has no reason to
//! compute it; code that rounds `x` to a multiple, splits it into parts or takes the error of a sum
//! does. Where it matters, because the floats have been rounded, exact arithmetic is not what such
//! code means.
//!
//! Numbers are followed by residues modulo a prime: leaves (inputs and constants) have those of their
//! values, sums, products and quotients are computed, and other functions are random functions of
//! their operands. An addition whose result is known already, and was made of less than one of its
//! operands, undoes something on these inputs. Calls on random inputs tell whether it
//! does so on all of them (Schwartz 1980, Zippel 1979), or by chance.

use std::collections::HashMap;

/// A Mersenne prime: powers of two are powers of a root of one, and reduction is cheap.
const PRIME: u64 = (1 << 61) - 1;

/// A number: its residue, and of how many operations it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    residue: u64,
    size: u64,
}

/// What an operation does to residues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldOperation {
    Add,
    Sub,
    Mul,
    Div,
    MulAdd,
    Sqrt,
    /// A function that is not of the field, by a number of its own.
    Other(u64),
}

/// The numbers of the call under way.
#[derive(Default)]
pub(super) struct Algebra {
    /// By the indices of shadow values, counted from one.
    numbers: Vec<Known>,
    /// What sums were made of.
    summands: Vec<[u64; 2]>,
    /// The squares of square roots, by their residues without signs.
    squares: HashMap<u64, u64>,
    /// The fewest operations that a residue, without its sign, was made of.
    smallest: HashMap<u64, u64>,
}

impl Algebra {
    /// The next call begins.
    pub(super) fn begin(&mut self) {
        self.numbers.clear();
        self.summands.clear();
        self.squares.clear();
        self.smallest.clear();
    }

    /// A number of the list, or a float that is its own shadow value.
    pub(super) fn known(&self, index: usize, value: f64) -> Known {
        match index.checked_sub(1).and_then(|at| self.numbers.get(at)) {
            Some(&known) => known,
            None => Known { residue: residue(value), size: 0 },
        }
    }

    /// Makes a number the negative of another, or the same.
    pub(super) fn set(&mut self, index: usize, known: Known, is_negated: bool) {
        let residue = if is_negated { subtract(0, known.residue) } else { known.residue };
        self.insert(index, Known { residue, ..known }, [0; 2]);
    }

    fn insert(&mut self, index: usize, known: Known, summands: [u64; 2]) {
        let Some(at) = index.checked_sub(1) else { return };
        if self.numbers.len() <= at {
            self.numbers.resize(at + 1, Known { residue: 0, size: 0 });
            self.summands.resize(at + 1, [0; 2]);
        }
        self.numbers[at] = known;
        self.summands[at] = summands;
    }

    fn smallest(&mut self, known: Known) -> u64 {
        if known.residue == 0 {
            return 0;
        }
        let smallest = self.smallest.entry(without_sign(known.residue)).or_insert(known.size);
        *smallest = known.size.min(*smallest);
        *smallest
    }

    /// A product; that of a square root with itself is what the root is of.
    fn product(&self, a: u64, b: u64) -> u64 {
        if without_sign(a) != without_sign(b) {
            return multiply(a, b);
        }
        match self.squares.get(&without_sign(a)) {
            Some(&square) if a == b => square,
            Some(&square) => subtract(0, square),
            None => multiply(a, b),
        }
    }

    /// Makes a number the result of an operation. Returns whether it undoes something.
    pub(super) fn apply(&mut self, index: usize, operation: FieldOperation, operands: [Known; 3]) -> bool {
        let [a, b, c] = operands;
        let residue = match operation {
            FieldOperation::Add => add(a.residue, b.residue),
            FieldOperation::Sub => subtract(a.residue, b.residue),
            FieldOperation::Mul => self.product(a.residue, b.residue),
            FieldOperation::Div => divide(a.residue, b.residue),
            FieldOperation::MulAdd => add(self.product(a.residue, b.residue), c.residue),
            FieldOperation::Sqrt => {
                let root = scrambled(a.residue ^ 0x5371_7274);
                self.squares.insert(without_sign(root), a.residue);
                root
            }
            FieldOperation::Other(function) => {
                operands.iter().fold(scrambled(function), |all, one| scrambled(all ^ scrambled(one.residue)))
            }
        };
        let sizes = operands.map(|operand| operand.size);
        let size = sizes.iter().fold(1_u64, |all, &size| all.saturating_add(size));
        for operand in operands {
            self.smallest(operand);
        }
        let smallest = self.smallest(Known { residue, size });
        let (is_sum, largest, summands) = match operation {
            FieldOperation::Add => (true, a.size.max(b.size), [a.residue, b.residue]),
            FieldOperation::Sub => (true, a.size.max(b.size), [a.residue, subtract(0, b.residue)]),
            // The product alone is an operation more than its factors.
            FieldOperation::MulAdd => {
                (true, c.size.max(a.size.saturating_add(b.size).saturating_add(1)), [0, c.residue])
            }
            _ => (false, 0, [0; 2]),
        };
        self.insert(index, Known { residue, size: size.min(smallest) }, summands);
        is_sum && smallest < largest
    }

    /// Whether one of two numbers is a sum that the other is a part of, or both are sums with a part in
    /// common, so that a comparison of them asks what additions changed.
    pub(super) fn is_changed_by_addition(&self, [one, other]: [(usize, f64); 2]) -> bool {
        let is_part = |sum: (usize, f64), part: (usize, f64)| {
            let part = self.known(part.0, part.1).residue;
            let summands = sum.0.checked_sub(1).and_then(|at| self.summands.get(at));
            part != 0 && summands.is_some_and(|summands| summands.contains(&part))
        };
        let summands = |number: (usize, f64)| number.0.checked_sub(1).and_then(|at| self.summands.get(at));
        let share =
            |one: &[u64; 2], other: &[u64; 2]| one.iter().any(|part| *part != 0 && other.contains(part));
        // Ziv's test of rounding compares two sums of one number with almost the same.
        let shares = summands(one).zip(summands(other)).is_some_and(|(one, other)| share(one, other));
        shares || is_part(one, other) || is_part(other, one)
    }
}

/// The smaller of a residue and its negative.
fn without_sign(residue: u64) -> u64 {
    residue.min(subtract(0, residue))
}

/// The residue of a leaf: odd, and true to powers of two.
fn residue(value: f64) -> u64 {
    let bits = value.abs().to_bits();
    if bits == 0 {
        return 0;
    }
    if !value.is_finite() {
        return scrambled(value.to_bits());
    }
    let (fraction, biased) = (bits & ((1 << 52) - 1), bits >> 52);
    let significand = if biased == 0 { fraction } else { fraction | 1 << 52 };
    let zeros = significand.trailing_zeros();
    let odd = significand >> zeros;
    let exponent = i64::from(zeros) + (biased.max(1).cast_signed() - 1075);
    let power = 1_u64 << exponent.rem_euclid(61);
    let magnitude = multiply(odd, power % PRIME);
    if value < 0.0 { subtract(0, magnitude) } else { magnitude }
}

fn add(a: u64, b: u64) -> u64 {
    (a + b) % PRIME
}

fn subtract(a: u64, b: u64) -> u64 {
    (a + PRIME - b) % PRIME
}

fn multiply(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

fn divide(a: u64, b: u64) -> u64 {
    // Fermat: b^(p - 2) is the inverse. Nothing is known of a quotient by zero.
    if b == 0 {
        return scrambled(a);
    }
    let (mut inverse, mut power, mut exponent) = (1, b, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            inverse = multiply(inverse, power);
        }
        power = multiply(power, power);
        exponent >>= 1;
    }
    multiply(a, inverse)
}

/// A residue that looks like chance, and is the same each time (SplitMix64).
fn scrambled(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ z >> 31) % (PRIME - 1) + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use FieldOperation::{Add, Div, Mul, MulAdd, Other, Sqrt, Sub};

    /// A calculation of steps on earlier results and leaves.
    #[derive(Default)]
    struct Steps {
        algebra: Algebra,
        count: usize,
        undone: Vec<usize>,
    }

    impl Steps {
        fn leaf(&self, value: f64) -> Known {
            self.algebra.known(0, value)
        }

        fn step(&mut self, operation: FieldOperation, a: Known, b: Known, c: Known) -> Known {
            self.count += 1;
            if self.algebra.apply(self.count, operation, [a, b, c]) {
                self.undone.push(self.count);
            }
            self.algebra.known(self.count, f64::NAN)
        }

        fn two(&mut self, operation: FieldOperation, a: Known, b: Known) -> Known {
            let zero = self.leaf(0.0);
            self.step(operation, a, b, zero)
        }
    }

    #[test]
    fn what_error_free_transformations_do_is_undone() {
        let mut steps = Steps::default();
        let (a, b) = (steps.leaf(1.1), steps.leaf(2.3e-9));
        let sum = steps.two(Add, a, b);
        let of_b = steps.two(Sub, sum, a);
        let of_a = steps.two(Sub, sum, of_b);
        let (first, second) = (steps.two(Sub, a, of_a), steps.two(Sub, b, of_b));
        let error = steps.two(Add, first, second);
        assert_eq!((of_b.residue, of_a.residue, error.residue), (b.residue, a.residue, 0));
        assert!(steps.undone.contains(&2) && steps.undone.contains(&3), "{:?}", steps.undone);

        let mut steps = Steps::default();
        let (x, c) = (steps.leaf(1.1), steps.leaf(134_217_729.0));
        let large = steps.two(Mul, c, x);
        let rest = steps.two(Sub, large, x);
        assert!(steps.undone.is_empty());
        let high = steps.two(Sub, large, rest);
        assert_eq!((high.residue, steps.undone.as_slice()), (x.residue, [3].as_slice()));

        let mut steps = Steps::default();
        let (x, y) = (steps.leaf(1.1), steps.leaf(-0.7));
        let product = steps.two(Mul, x, y);
        let negative = Known { residue: subtract(0, product.residue), ..product };
        steps.step(MulAdd, x, y, negative);
        assert_eq!(steps.undone, [2]);

        let mut steps = Steps::default();
        let x = steps.leaf(1.1);
        let root = steps.two(Sqrt, x, steps.leaf(0.0));
        let negative = Known { residue: subtract(0, root.residue), ..root };
        steps.step(MulAdd, negative, root, x);
        assert_eq!(steps.undone, [2]);
    }

    #[test]
    fn formulas_undo_nothing() {
        let mut steps = Steps::default();
        let (a, b, c) = (steps.leaf(1.5), steps.leaf(1e8), steps.leaf(0.3));
        let (square, four) = (steps.two(Mul, b, b), steps.leaf(4.0));
        let product = steps.two(Mul, four, a);
        let product = steps.two(Mul, product, c);
        let discriminant = steps.two(Sub, square, product);
        let root = steps.two(Other(7), discriminant, steps.leaf(0.0));
        let numerator = steps.two(Sub, root, b);
        let twice = steps.two(Add, a, a);
        let quotient = steps.two(Div, numerator, twice);
        // The same sum in another order is not undone, nor is the same once more.
        let one = steps.two(Add, a, b);
        let one = steps.two(Add, one, c);
        let other = steps.two(Add, b, c);
        let other = steps.two(Add, a, other);
        let again = steps.two(Add, a, b);
        let again = steps.two(Add, again, c);
        assert_eq!((one.residue, one.residue), (other.residue, again.residue));
        assert_ne!(quotient.residue, 0);
        assert!(steps.undone.is_empty(), "{:?}", steps.undone);
    }

    #[test]
    fn leaves_know_signs_and_powers_of_two() {
        let third = 1.0 / 3.0;
        assert_eq!(residue(-third), subtract(0, residue(third)));
        assert_eq!(residue(third * 8.0), multiply(8, residue(third)));
        assert_eq!(multiply(residue(0.5), residue(2.0)), 1);
        assert_eq!(residue(5e-324), divide(residue(1.0), residue_of_power(1074)));
        assert_eq!(divide(multiply(17, 23), 23), 17);
    }

    fn residue_of_power(power: u32) -> u64 {
        (0..power).fold(1, |all, _| multiply(all, 2))
    }

    #[test]
    fn a_comparison_with_a_part_of_a_sum_is_noticed() {
        let mut algebra = Algebra::default();
        let (x, y) = (algebra.known(0, 1.0), algebra.known(0, 1e-17));
        algebra.apply(1, Add, [x, y, algebra.known(0, 0.0)]);
        assert!(algebra.is_changed_by_addition([(1, f64::NAN), (0, 1.0)]));
        assert!(algebra.is_changed_by_addition([(0, 1e-17), (1, f64::NAN)]));
        assert!(!algebra.is_changed_by_addition([(1, f64::NAN), (0, 2.0)]));
    }
}
