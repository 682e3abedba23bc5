//! Systems of polynomial equations and inequalities over doubles with a solution that is known: the
//! kind of path condition that nonlinear guards make.
//!
//! Terms and their values at the solution are computed side by side with the same roundings, so
//! that the solution is one by construction.

use ulpwise_base::SplitMix64;
use ulpwise_expr::{Model, Sort, Term, TermStore, Value};
use ulpwise_float::{Float, Format, Rounding};

/// A query with a model.
pub struct Planted {
    /// Where the terms are.
    pub store: TermStore,
    /// What has to hold.
    pub assertions: Vec<Term>,
    /// Values with which it does.
    pub solution: Model,
}

/// A term and its value at the solution.
#[derive(Clone, Copy)]
struct Valued {
    term: Term,
    value: Float,
}

struct Planter {
    store: TermStore,
    random: SplitMix64,
    variables: Vec<Valued>,
}

const NEAREST: Rounding = Rounding::NearestEven;

/// A random system of as many polynomials as variables, one to four: each is equal to its value at
/// the solution, or within a thousandth of it. The solution has plain values, with few digits, if
/// `is_plain`; otherwise doubles with all their bits, so that equations hold only as rounded.
pub fn planted_system(seed: u64, is_plain: bool) -> Planted {
    let mut planter =
        Planter { store: TermStore::new(), random: SplitMix64::new(seed), variables: Vec::new() };
    let mut solution = Model::new();
    let count = 1 + planter.random.below(4) as usize;
    for name in &["x", "y", "z", "w"][..count] {
        let value = planter.some_value(is_plain);
        let term = planter.store.variable(name, Sort::Float(Format::F64));
        solution.set(term, Value::float(value));
        planter.variables.push(Valued { term, value });
    }
    let mut assertions = Vec::new();
    for _ in 0..count {
        planter.add_polynomial(&mut assertions);
    }
    if let [first, second, ..] = planter.variables[..] {
        let (low, high) =
            if first.value.compares_less(second.value) { (first, second) } else { (second, first) };
        assertions.push(planter.store.fp_leq(low.term, high.term));
    }
    Planted { store: planter.store, assertions, solution }
}

impl Planter {
    fn some_value(&mut self, is_plain: bool) -> Float {
        let plain = match self.random.below(3) {
            0 => self.random.below(19) as f64 - 9.0,
            1 => (self.random.below(81) as f64 - 40.0) / 4.0,
            _ => (1.0 + self.random.below(99) as f64) / 8.0,
        };
        // Below the sixteenth bit all are random.
        let noise = if is_plain { 0.0 } else { self.random.next_u64() as f64 / 2f64.powi(80) };
        Float::from_f64(plain + noise)
    }

    fn constant(&mut self, value: Float) -> Valued {
        Valued { term: self.store.float(value), value }
    }

    fn times(&mut self, x: Valued, y: Valued) -> Valued {
        let mode = self.store.rounding(NEAREST);
        Valued { term: self.store.fp_mul(mode, x.term, y.term), value: x.value.mul(y.value, NEAREST).0 }
    }

    fn plus(&mut self, x: Valued, y: Valued) -> Valued {
        let mode = self.store.rounding(NEAREST);
        Valued { term: self.store.fp_add(mode, x.term, y.term), value: x.value.add(y.value, NEAREST).0 }
    }

    /// A product of one to three variables.
    fn monomial(&mut self) -> Valued {
        let mut product = *self.random.choose(&self.variables);
        for _ in 0..self.random.below(3) {
            let factor = *self.random.choose(&self.variables);
            product = self.times(product, factor);
        }
        product
    }

    fn add_polynomial(&mut self, assertions: &mut Vec<Term>) {
        let mut sum = self.monomial();
        for _ in 0..=self.random.below(3) {
            let coefficient = [-5.0, -4.0, -3.0, -2.0, -1.0, 1.0, 2.0, 3.0, 4.0, 5.0];
            let coefficient = Float::from_f64(*self.random.choose(&coefficient));
            let (coefficient, monomial) = (self.constant(coefficient), self.monomial());
            let term = self.times(coefficient, monomial);
            sum = self.plus(sum, term);
        }
        match self.random.below(5) {
            0 => {
                for slack in [-0.001, 0.001] {
                    let bound = sum.value.add(Float::from_f64(slack), NEAREST).0;
                    let bound = self.store.float(bound);
                    let (low, high) = if slack < 0.0 { (bound, sum.term) } else { (sum.term, bound) };
                    assertions.push(self.store.fp_leq(low, high));
                }
            }
            1 => {
                let value = self.constant(sum.value.negate());
                let difference = self.plus(sum, value);
                assertions.push(self.store.fp_is_zero(difference.term));
            }
            _ => {
                let value = self.store.float(sum.value);
                assertions.push(self.store.fp_eq(sum.term, value));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_solver::{Query, check_model};

    #[test]
    fn the_solution_is_one() {
        for seed in 0..100 {
            let mut planted = planted_system(seed, seed % 2 == 0);
            let query = Query::new(&planted.assertions);
            assert_eq!(check_model(&planted.store, &query, &mut planted.solution), Ok(()), "seed {seed}");
        }
    }
}
