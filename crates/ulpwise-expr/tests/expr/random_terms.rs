//! Random terms of every operator, built with and without rewriting: their values agree under
//! random models, whatever is chosen for unspecified cases; and what was built is built again as
//! itself.

use crate::rules::interpretation::{Assignment, all_values};
use std::collections::BTreeMap;
use ulpwise_base::SplitMix64;
use ulpwise_expr::{LibmFunction, Op, OpKind, Sort, Tape, Term, TermStore, Value};
use ulpwise_float::Format;

const ROUNDS: u64 = 2_500;
const TERMS: usize = 60;
const MODELS: usize = 12;

/// The same term in both stores.
#[derive(Clone, Copy)]
struct Pair {
    plain: Term,
    rewritten: Term,
}

struct Round {
    random: SplitMix64,
    plain: TermStore,
    rewriting: TermStore,
    by_sort: BTreeMap<Sort, Vec<Pair>>,
    all: Vec<Pair>,
    variables: Vec<Pair>,
}

fn toy(exponent: u32, significand: u32) -> Format {
    Format::new(exponent, significand).expect("toy formats are formats")
}

impl Round {
    fn new(seed: u64) -> Round {
        let mut round = Round {
            random: SplitMix64::new(seed),
            plain: TermStore::without_rewrites(),
            rewriting: TermStore::new(),
            by_sort: BTreeMap::new(),
            all: Vec::new(),
            variables: Vec::new(),
        };
        let sorts = [
            Sort::Bool,
            Sort::BitVec(1),
            Sort::BitVec(2),
            Sort::BitVec(3),
            Sort::BitVec(5),
            Sort::Float(toy(2, 3)),
            Sort::Float(toy(3, 4)),
            Sort::RoundingMode,
            Sort::Array { index: 1, element: 2 },
            Sort::Real,
        ];
        for sort in sorts {
            for name in ["u", "v"] {
                let pair = Pair {
                    plain: round.plain.variable(name, sort),
                    rewritten: round.rewriting.variable(name, sort),
                };
                round.variables.push(pair);
                round.add(sort, pair);
            }
            let values = all_values(sort);
            for _ in 0..2 {
                let value = &values[round.below(values.len())];
                let pair = Pair { plain: round.plain.value(value), rewritten: round.rewriting.value(value) };
                round.add(sort, pair);
            }
        }
        round
    }

    fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit as u64) as usize
    }

    fn add(&mut self, sort: Sort, pair: Pair) {
        self.by_sort.entry(sort).or_default().push(pair);
        self.all.push(pair);
    }

    fn any_of(&mut self, sort: Sort) -> Pair {
        let count = self.by_sort[&sort].len();
        // The last terms are the deepest.
        let at = if self.below(2) == 0 { self.below(count) } else { count - 1 - self.below(count.min(4)) };
        self.by_sort[&sort][at]
    }

    fn any_sort(&mut self) -> Sort {
        let at = self.below(self.by_sort.len());
        *self.by_sort.keys().nth(at).expect("there are that many sorts")
    }

    fn any_op(&mut self) -> Op {
        let number = self.below(5) as u32;
        let format = if self.below(2) == 0 { toy(2, 3) } else { toy(3, 4) };
        let kinds = OpKind::ALL;
        match kinds[self.below(kinds.len())] {
            OpKind::BvExtract => Op::BvExtract { high: number, low: self.below(number as usize + 1) as u32 },
            OpKind::BvZeroExtend => Op::BvZeroExtend { by: number },
            OpKind::BvSignExtend => Op::BvSignExtend { by: number },
            OpKind::FpFromBits => Op::FpFromBits(format),
            OpKind::FpFromFp => Op::FpFromFp(format),
            OpKind::FpFromReal => Op::FpFromReal(format),
            OpKind::FpFromSigned => Op::FpFromSigned(format),
            OpKind::FpFromUnsigned => Op::FpFromUnsigned(format),
            OpKind::FpToUnsigned => Op::FpToUnsigned { width: number + 1 },
            OpKind::FpToSigned => Op::FpToSigned { width: number + 1 },
            OpKind::ArrayConstant => Op::ArrayConstant { index: 1 },
            OpKind::Libm => Op::Libm(LibmFunction::ALL[self.below(LibmFunction::ALL.len())]),
            OpKind::Variable | OpKind::Constant => Op::Not,
            kind => kind.without_index().expect("the kinds with an index are above"),
        }
    }

    /// Operands that may or may not fit.
    fn any_operands(&mut self, op: Op) -> Vec<Pair> {
        let array = Sort::Array { index: 1, element: 2 };
        let mut sorts = match op {
            Op::Ite => vec![Sort::Bool],
            Op::ArraySelect => vec![array, Sort::BitVec(1)],
            Op::ArrayStore => vec![array, Sort::BitVec(1), Sort::BitVec(2)],
            _ if op.kind().takes_rounding_mode() => vec![Sort::RoundingMode],
            _ => Vec::new(),
        };
        if !matches!(op, Op::ArraySelect | Op::ArrayStore) {
            let sort = if matches!(op, Op::And | Op::Or) { Sort::Bool } else { self.any_sort() };
            sorts.extend(vec![sort; 1 + self.below(3)]);
        }
        sorts.into_iter().map(|sort| self.any_of(sort)).collect()
    }

    /// Adds a random application if it is well-sorted and not too wide to enumerate.
    fn step(&mut self) {
        let op = self.any_op();
        let operands = self.any_operands(op);
        let plain: Vec<Term> = operands.iter().map(|pair| pair.plain).collect();
        let rewritten: Vec<Term> = operands.iter().map(|pair| pair.rewritten).collect();
        let Ok(plain) = self.plain.apply(op, &plain) else {
            assert!(self.rewriting.apply(op, &rewritten).is_err(), "{op} is well-sorted only with rewriting");
            return;
        };
        let sort = self.plain.sort(plain);
        let rewritten = self.rewriting.apply(op, &rewritten).expect("well-sorted with rewriting too");
        assert_eq!(self.rewriting.sort(rewritten), sort, "rewriting changed the sort of {op}");
        if !matches!(sort, Sort::BitVec(width) if width > 16) {
            self.add(sort, Pair { plain, rewritten });
        }
    }

    fn check_values(&mut self, seed: u64) {
        let plain_roots: Vec<Term> = self.all.iter().map(|pair| pair.plain).collect();
        let rewritten_roots: Vec<Term> = self.all.iter().map(|pair| pair.rewritten).collect();
        let plain_tape = Tape::new(&self.plain, &plain_roots);
        let rewritten_tape = Tape::new(&self.rewriting, &rewritten_roots);
        let variables = self.variables.clone();
        let plain_variables: Vec<Term> = variables.iter().map(|pair| pair.plain).collect();
        let rewritten_variables: Vec<Term> = variables.iter().map(|pair| pair.rewritten).collect();
        let domains: Vec<Vec<Value>> =
            variables.iter().map(|pair| all_values(self.plain.sort(pair.plain))).collect();
        for model in 0..MODELS {
            let values: Vec<&Value> =
                domains.iter().map(|domain| &domain[self.below(domain.len())]).collect();
            let choice = (model % 2 == 1).then_some(seed);
            let of = |tape: &Tape, variables| {
                tape.evaluate(&Assignment { variables, values: values.clone(), seed: choice })
            };
            let expected = of(&plain_tape, &plain_variables).expect("all variables have values");
            let found = of(&rewritten_tape, &rewritten_variables).expect("all variables have values");
            for ((expected, found), pair) in expected.iter().zip(&found).zip(&self.all) {
                let op = self.plain.op(pair.plain);
                assert_eq!(found, expected, "round {seed}: {op} {} became {}", pair.plain, pair.rewritten);
            }
        }
    }

    fn check_stability(&mut self) {
        for pair in self.all.clone() {
            let term = pair.rewritten;
            let (op, children) = (self.rewriting.op(term), self.rewriting.children(term).to_vec());
            if !children.is_empty() {
                assert_eq!(
                    self.rewriting.apply(op, &children),
                    Ok(term),
                    "{op} is not built as itself again"
                );
            }
        }
    }
}

#[test]
fn rewriting_changes_no_value() {
    let mut counts: BTreeMap<OpKind, usize> = BTreeMap::new();
    for seed in 0..ROUNDS {
        let mut round = Round::new(seed);
        while round.all.len() < 40 + TERMS {
            round.step();
        }
        round.check_values(seed);
        round.check_stability();
        // The limit is for chains; in terms of this size it would mean rules that undo each other.
        assert_eq!(round.rewriting.nesting_limit_hits(), 0, "round {seed}");
        for pair in &round.all {
            *counts.entry(round.plain.kind(pair.plain)).or_default() += 1;
        }
    }
    for kind in OpKind::ALL {
        assert!(counts.get(kind).is_some_and(|&count| count > 100), "{kind:?} was hardly met: {counts:?}");
    }
}
