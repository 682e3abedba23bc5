//! The generator.

use super::guards::guards;
use super::operators::{any_operator, cost};
use super::palette::{OpenCases, Palette};
use super::values::{any_value, value_count_bits};
use std::collections::BTreeMap;
use ulpwise_base::SplitMix64;
use ulpwise_expr::{Model, Sort, Tape, Term, TermStore, Value};

/// How many variables of one sort a query may have.
const VARIABLES_OF_A_SORT: usize = 3;
/// How many random models say which of an assertion and its negation holds more seldom.
const SAMPLES: usize = 6;

/// Some assertions in a store of their own, which does not rewrite.
#[derive(Debug)]
pub struct RandomQuery {
    /// The store.
    pub store: TermStore,
    /// The assertions.
    pub assertions: Vec<Term>,
}

impl RandomQuery {
    /// The query that this seed and palette make.
    pub fn new(seed: u64, palette: &Palette) -> RandomQuery {
        let mut generator = Generator {
            palette,
            random: SplitMix64::new(seed),
            store: TermStore::without_rewrites(),
            known: BTreeMap::new(),
            variables: BTreeMap::new(),
            space: 0,
        };
        // The first numbers of neighbouring seeds are not alike, but a few more steps cost nothing.
        generator.random = SplitMix64::new(generator.random.next_u64());
        let count = 1 + generator.random.below(u64::from(palette.assertions));
        let mut assertions: Vec<Term> = (0..count).map(|_| generator.assertion()).collect();
        generator.choose_polarities(&mut assertions);
        if palette.open_cases == OpenCases::Guarded {
            let guards = guards(&mut generator.store, &assertions);
            assertions.extend(guards);
        }
        RandomQuery { store: generator.store, assertions }
    }

    /// The assertions in a store that rewrites.
    pub fn rewritten(&self) -> (TermStore, Vec<Term>) {
        let mut store = TermStore::new();
        let assertions = store.import(&self.store, &self.assertions);
        (store, assertions)
    }
}

struct Generator<'a> {
    palette: &'a Palette,
    random: SplitMix64,
    store: TermStore,
    /// Terms that were built, to be used again.
    known: BTreeMap<Sort, Vec<Term>>,
    variables: BTreeMap<Sort, Vec<Term>>,
    /// The logarithm of the number of values of all variables.
    space: u32,
}

impl Generator<'_> {
    fn one_in(&mut self, count: u64) -> bool {
        self.random.below(count) == 0
    }

    fn assertion(&mut self) -> Term {
        let fuel = 2 + self.random.below(u64::from(self.palette.fuel)) as u32;
        for _ in 0..8 {
            let term = self.application(Sort::Bool, fuel);
            if let Some(term) = term {
                return term;
            }
        }
        self.leaf(Sort::Bool)
    }

    /// A term of the sort. The recursion is as deep as there is fuel, which is little.
    fn term(&mut self, sort: Sort, fuel: u32) -> Term {
        if fuel == 0 || self.one_in(10) {
            return self.leaf(sort);
        }
        if self.one_in(5) && self.known.contains_key(&sort) {
            return *self.random.choose(&self.known[&sort]);
        }
        for _ in 0..6 {
            if let Some(term) = self.application(sort, fuel) {
                self.known.entry(sort).or_default().push(term);
                return term;
            }
        }
        self.leaf(sort)
    }

    fn application(&mut self, sort: Sort, fuel: u32) -> Option<Term> {
        let (op, sorts) = any_operator(self.palette, sort, &mut self.random)?;
        let left = fuel.checked_sub(cost(op, *sorts.last()?))?;
        // Each operand gets a random part of what is left.
        let mut rest = left;
        let mut operands = Vec::with_capacity(sorts.len());
        for (position, &sort) in sorts.iter().enumerate() {
            let is_last = position + 1 == sorts.len();
            let part = if is_last { rest } else { self.random.below(u64::from(rest) + 1) as u32 };
            if sort != Sort::RoundingMode {
                rest -= part;
            }
            operands.push(self.term(sort, part));
        }
        Some(self.store.application(op, &operands))
    }

    fn leaf(&mut self, sort: Sort) -> Term {
        let wants_variable = match sort {
            Sort::RoundingMode => self.palette.symbolic_rounding && self.one_in(5),
            Sort::Array { .. } => true,
            _ => !self.one_in(4),
        };
        let variable = if wants_variable { self.variable(sort) } else { None };
        variable.unwrap_or_else(|| {
            let value = any_value(sort, &mut self.random);
            self.store.value(&value)
        })
    }

    /// A variable, old or new; `None` if there is none and no room for one.
    fn variable(&mut self, sort: Sort) -> Option<Term> {
        let known = self.variables.get(&sort).map_or(0, Vec::len);
        let bits = value_count_bits(sort).unwrap_or(u32::MAX);
        let has_room = self.palette.space_bits == u32::MAX
            || self.space.checked_add(bits).is_some_and(|space| space <= self.palette.space_bits);
        if known < VARIABLES_OF_A_SORT && has_room && (known == 0 || self.one_in(2)) {
            let name = format!("v{}", self.variables.values().map(Vec::len).sum::<usize>());
            let variable = self.store.variable(&name, sort);
            self.space = self.space.saturating_add(bits);
            self.variables.entry(sort).or_default().push(variable);
            return Some(variable);
        }
        if known == 0 { None } else { Some(*self.random.choose(&self.variables[&sort])) }
    }

    /// Negates some assertions: in half of the queries so that all hold in one random model, else
    /// so that each holds in as few random models as possible.
    fn choose_polarities(&mut self, assertions: &mut [Term]) {
        let is_planted = self.one_in(2);
        let samples: Vec<Vec<Value>> = (0..if is_planted { 1 } else { SAMPLES })
            .map(|_| {
                let model = self.random_model();
                let tape = Tape::new(&self.store, assertions);
                tape.evaluate(&model).expect("all variables have values and there are no libm terms")
            })
            .collect();
        for (position, assertion) in assertions.iter_mut().enumerate() {
            let holds = samples.iter().filter(|values| values[position] == Value::Bool(true)).count();
            let is_negated = if is_planted { holds == 0 } else { 2 * holds > samples.len() };
            if is_negated {
                *assertion = self.store.not(*assertion);
            }
        }
    }

    fn random_model(&mut self) -> Model {
        let mut model = Model::new();
        let variables: Vec<Term> = self.variables.values().flatten().copied().collect();
        for variable in variables {
            model.set(variable, any_value(self.store.sort(variable), &mut self.random));
        }
        model
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queries::{Decision, decide};
    use std::collections::BTreeSet;
    use ulpwise_expr::{DisplayTerm, OpKind};

    fn shown(query: &RandomQuery) -> Vec<String> {
        let display = |&term: &Term| -> DisplayTerm<'_> { query.store.display(term) };
        query.assertions.iter().map(|term| display(term).to_string()).collect()
    }

    #[test]
    fn the_seed_decides_and_both_answers_are_frequent() {
        let palette = Palette::toy();
        let mut counts = [0; 3];
        for seed in 0..600 {
            let query = RandomQuery::new(seed, &palette);
            assert_eq!(shown(&query), shown(&RandomQuery::new(seed, &palette)));
            counts[match decide(&query.store, &query.assertions, 4000) {
                Decision::Sat(_) => 0,
                Decision::Unsat => 1,
                Decision::TooMany => 2,
            }] += 1;
        }
        assert!(counts[0] > 150 && counts[1] > 100 && counts[2] < 100, "{counts:?}");
    }

    #[test]
    fn every_operator_without_reals_and_libm_occurs() {
        let mut met: BTreeSet<OpKind> = BTreeSet::new();
        for palette in [Palette::toy(), Palette { open_cases: OpenCases::Guarded, ..Palette::mixed() }] {
            for seed in 0..2000 {
                let query = RandomQuery::new(seed, &palette);
                let order = query.store.topological_order(&query.assertions);
                met.extend(order.iter().map(|&term| query.store.kind(term)));
            }
        }
        let missing: Vec<&OpKind> = OpKind::ALL.iter().filter(|kind| !met.contains(kind)).collect();
        use OpKind::{FpFromReal, FpToReal, Libm, RealAdd, RealDiv, RealLt, RealMul, RealNeg};
        assert_eq!(missing, [&FpToReal, &RealNeg, &RealAdd, &RealMul, &RealDiv, &RealLt, &FpFromReal, &Libm]);
    }
}
