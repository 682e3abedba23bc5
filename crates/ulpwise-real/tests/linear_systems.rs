//! Random linear systems over toy formats, compared with enumeration: `unsat` is never wrong,
//! bounds never lose a model.

use ulpwise_base::{Budget, SplitMix64};
use ulpwise_expr::{Model, Sort, Tape, Term, TermStore, Value};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_real::{RealEngine, Tightened, tighten_bounds};
use ulpwise_solver::{Query, Solver, Verdict};

/// All data of a format, one NaN among them.
fn all_data(format: Format) -> Vec<Float> {
    let numbers = (0..1u128 << format.width()).map(|bits| Float::from_bits(format, bits));
    numbers.filter(|datum| !datum.is_nan()).chain([Float::quiet_nan(format, false)]).collect()
}

/// A random system: sums of multiples of two or three variables, compared with constants and with
/// each other.
struct System<'a> {
    store: TermStore,
    format: Format,
    variables: Vec<Term>,
    random: &'a mut SplitMix64,
}

impl System<'_> {
    fn finite(&mut self) -> Term {
        loop {
            let bits = u128::from(self.random.below(1 << self.format.width()));
            let datum = Float::from_bits(self.format, bits);
            if datum.is_finite() {
                return self.store.float(datum);
            }
        }
    }

    fn mode(&mut self) -> Term {
        let rounding = *self.random.choose(&Rounding::ALL);
        self.store.rounding(rounding)
    }

    /// A variable, perhaps multiplied, divided, negated, rounded to an integer, or widened and
    /// narrowed again.
    fn summand(&mut self) -> Term {
        let variable = *self.random.choose(&self.variables.clone());
        let (mode, constant) = (self.mode(), self.finite());
        match self.random.below(10) {
            0 => variable,
            1 => self.store.fp_neg(variable),
            2 => self.store.fp_div(mode, variable, constant),
            3 => self.store.fp_round_to_integral(mode, variable),
            4 => {
                let other = *self.random.choose(&self.variables.clone());
                self.store.fp_mul(mode, variable, other)
            }
            5 => {
                let other = *self.random.choose(&self.variables.clone());
                self.store.fp_fma(mode, variable, constant, other)
            }
            6 => self.store.fp_abs(variable),
            7 => self.store.fp_sqrt(mode, variable),
            _ => self.store.fp_mul(mode, constant, variable),
        }
    }

    fn sum(&mut self) -> Term {
        let mut sum = self.summand();
        for _ in 0..self.random.below(3) {
            let (mode, summand) = (self.mode(), self.summand());
            sum = if self.random.below(3) == 0 {
                self.store.fp_sub(mode, sum, summand)
            } else {
                self.store.fp_add(mode, sum, summand)
            };
        }
        sum
    }

    fn literal(&mut self) -> Term {
        let left = self.sum();
        let right = if self.random.below(3) == 0 { self.sum() } else { self.finite() };
        let literal = match self.random.below(8) {
            0 => self.store.fp_lt(left, right),
            1 => self.store.fp_lt(right, left),
            2 => self.store.fp_eq(left, right),
            3 => self.store.eq(left, right),
            4 | 5 => self.store.fp_leq(right, left),
            _ => self.store.fp_leq(left, right),
        };
        if self.random.below(8) == 0 { self.store.not(literal) } else { literal }
    }

    /// Bounds of all variables, so that relaxations have something to say, and some literals.
    fn assertions(&mut self) -> Vec<Term> {
        let mut assertions = Vec::new();
        for variable in self.variables.clone() {
            if self.random.below(5) > 0 {
                let limit = self.finite();
                let limit = self.store.fp_abs(limit);
                let lowest = self.store.fp_neg(limit);
                assertions.push(self.store.fp_leq(lowest, variable));
                assertions.push(self.store.fp_leq(variable, limit));
            }
        }
        for _ in 0..1 + self.random.below(4) {
            assertions.push(self.literal());
        }
        if self.random.below(4) == 0 {
            let (one, other) = (self.literal(), self.literal());
            assertions.push(self.store.or(&[one, other]));
        }
        assertions
    }
}

/// All models, by enumeration.
fn models(store: &TermStore, variables: &[Term], format: Format, assertions: &[Term]) -> Vec<Model> {
    let data = all_data(format);
    let tape = Tape::new(store, assertions);
    let mut found = Vec::new();
    for index in 0..data.len().pow(variables.len() as u32) {
        let mut rest = index;
        let mut model = Model::new();
        for &variable in variables {
            model.set(variable, Value::float(data[rest % data.len()]));
            rest /= data.len();
        }
        if tape.evaluate(&model).unwrap().iter().all(|value| *value == Value::Bool(true)) {
            found.push(model);
        }
    }
    found
}

/// Tries some systems of a format; returns how many were decided.
fn try_systems(format: Format, variables: usize, seeds: std::ops::Range<u64>) -> usize {
    let mut decided = 0;
    for seed in seeds {
        let mut random = SplitMix64::new(seed);
        let mut store = TermStore::new();
        let variables: Vec<Term> =
            (0..variables).map(|number| store.variable(&format!("x{number}"), Sort::Float(format))).collect();
        let mut system = System { store, format, variables: variables.clone(), random: &mut random };
        let assertions = system.assertions();
        let mut store = system.store;
        let models = models(&store, &variables, format, &assertions);
        match tighten_bounds(&store, &assertions, None, &Budget::unlimited()).unwrap() {
            Tightened::Infeasible => {
                assert!(models.is_empty(), "seed {seed}: wrongly infeasible: {:?}", models[0]);
            }
            Tightened::Bounds(bounds) => {
                let terms: Vec<Term> = bounds.iter().map(|(term, _)| term).collect();
                let tape = Tape::new(&store, &terms);
                // Some of the models, evenly spread, when there are many.
                for model in models.iter().step_by(1 + models.len() / 50) {
                    let values = tape.evaluate(model).unwrap();
                    for ((term, bound), value) in bounds.iter().zip(&values) {
                        assert!(bound.admits(value), "seed {seed}: {bound:?} loses {value:?} of {term:?}");
                    }
                }
            }
        }
        let budget = Budget::unlimited().with_steps(50);
        match RealEngine::new().check(&mut store, &Query::new(&assertions), &budget) {
            Verdict::Sat(_) => assert!(!models.is_empty(), "seed {seed}: a model that enumeration lacks"),
            Verdict::Unsat => assert!(models.is_empty(), "seed {seed}: wrong unsat: {:?}", models[0]),
            Verdict::Unknown(_) => continue,
        }
        decided += 1;
    }
    decided
}

#[test]
fn systems_of_two_variables_get_the_answer_of_enumeration() {
    for (exponent, significand, systems) in [(2, 3, 400), (3, 3, 400), (3, 4, 100)] {
        let format = Format::new(exponent, significand).unwrap();
        let decided = try_systems(format, 2, 0..systems);
        assert!(decided as u64 * 10 >= systems * 8, "{format}: only {decided} of {systems} were decided");
    }
}

#[test]
fn systems_of_three_variables_get_the_answer_of_enumeration() {
    let format = Format::new(2, 3).unwrap();
    let decided = try_systems(format, 3, 1000..1200);
    assert!(decided >= 160, "only {decided} of 200 were decided");
}
