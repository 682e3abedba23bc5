//! The engine as a whole: random queries over small formats get the answer of enumeration, asked
//! one after the other of one engine and each of an engine of its own; and single cases of what the
//! theory leaves open.

use std::time::Duration;
use ulpwise_base::{Budget, CancelFlag, Exhausted, SplitMix64};
use ulpwise_bitblast::blast::CircuitOptions;
use ulpwise_bitblast::{Bitblast, BitblastOptions};
use ulpwise_expr::{BitVector, LibmFunction, Model, Op, Sort, Tape, Term, TermStore, UnspecifiedCase, Value};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_solver::{Query, Reason, Solver, Verdict};
use ulpwise_verify_unsat::lrat::{LratError, check_refutation};

fn check(engine: &mut Bitblast, store: &mut TermStore, assertions: &[Term]) -> Verdict {
    engine.check(store, &Query::new(assertions), &Budget::unlimited())
}

fn small() -> Format {
    Format::new(2, 2).unwrap()
}

/// Random terms over few variables.
struct Generator {
    random: SplitMix64,
    floats: Vec<Term>,
    vectors: Vec<Term>,
    modes: Vec<Term>,
    propositions: Vec<Term>,
}

impl Generator {
    fn new(store: &mut TermStore, seed: u64) -> Generator {
        let float = Sort::Float(small());
        let mut floats = vec![store.variable("x", float), store.variable("y", float)];
        floats.push(store.float(Float::one(small(), false)));
        let vectors = vec![store.variable("b", Sort::BitVec(3)), store.bv(3, 5)];
        let modes = vec![store.variable("m", Sort::RoundingMode), store.rounding(Rounding::TowardNegative)];
        let propositions = vec![store.variable("p", Sort::Bool)];
        Generator { random: SplitMix64::new(seed), floats, vectors, modes, propositions }
    }

    fn pick(random: &mut SplitMix64, terms: &[Term]) -> Term {
        *random.choose(terms)
    }

    fn float(&mut self, store: &mut TermStore) {
        let random = &mut self.random;
        let (x, y, z) = (
            Self::pick(random, &self.floats),
            Self::pick(random, &self.floats),
            Self::pick(random, &self.floats),
        );
        let mode = Self::pick(random, &self.modes);
        let vector = Self::pick(random, &self.vectors);
        let condition = Self::pick(random, &self.propositions);
        let term = match random.below(13) {
            0 => store.fp_add(mode, x, y),
            1 => store.fp_sub(mode, x, y),
            2 => store.fp_mul(mode, x, y),
            3 => store.fp_div(mode, x, y),
            4 => store.fp_fma(mode, x, y, z),
            5 => store.fp_sqrt(mode, x),
            6 => store.fp_rem(x, y),
            7 => store.fp_min(x, y),
            8 => store.fp_max(x, y),
            9 => store.fp_round_to_integral(mode, x),
            10 => store.fp_from_signed(small(), mode, vector),
            11 => store.fp_neg(x),
            _ => store.ite(condition, x, y),
        };
        self.floats.push(term);
    }

    fn vector(&mut self, store: &mut TermStore) {
        let random = &mut self.random;
        let (a, b) = (Self::pick(random, &self.vectors), Self::pick(random, &self.vectors));
        let x = Self::pick(random, &self.floats);
        let mode = Self::pick(random, &self.modes);
        let term = match random.below(8) {
            0 => store.bv_add(a, b),
            1 => store.bv_mul(a, b),
            2 => store.bv_udiv(a, b),
            3 => store.bv_srem(a, b),
            4 => store.bv_ashr(a, b),
            5 | 6 => store.fp_to_signed(3, mode, x),
            _ => store.fp_to_unsigned(3, mode, x),
        };
        self.vectors.push(term);
    }

    fn proposition(&mut self, store: &mut TermStore) -> Term {
        let random = &mut self.random;
        let (x, y) = (Self::pick(random, &self.floats), Self::pick(random, &self.floats));
        let (a, b) = (Self::pick(random, &self.vectors), Self::pick(random, &self.vectors));
        let term = match random.below(8) {
            0 => store.fp_lt(x, y),
            1 => store.fp_leq(x, y),
            2 => store.fp_eq(x, y),
            3 | 4 => store.eq(x, y),
            5 => store.bv_slt(a, b),
            6 => store.eq(a, b),
            _ => store.fp_is_subnormal(x),
        };
        let term = if random.below(2) == 0 { term } else { store.not(term) };
        self.propositions.push(term);
        term
    }

    fn query(&mut self, store: &mut TermStore) -> Vec<Term> {
        for _ in 0..3 {
            self.float(store);
            self.vector(store);
        }
        (0..1 + self.random.below(4)).map(|_| self.proposition(store)).collect()
    }
}

/// All values of the few variables there are.
fn values(sort: Sort) -> Vec<Value> {
    match sort {
        Sort::Bool => [false, true].map(Value::Bool).to_vec(),
        Sort::RoundingMode => Rounding::ALL.map(Value::Rounding).to_vec(),
        Sort::BitVec(width) => {
            (0..1 << width).map(|bits| Value::BitVec(BitVector::from_u64(width, bits))).collect()
        }
        Sort::Float(format) => {
            let mut values: Vec<Value> = (0..1u128 << format.width())
                .map(|bits| Value::float(Float::from_bits(format, bits)))
                .collect();
            values.dedup();
            values
        }
        _ => panic!("too many values"),
    }
}

/// Whether some values satisfy the assertions under the default choices, by trying all.
fn enumerated(store: &TermStore, assertions: &[Term]) -> bool {
    let variables = store.free_variables(assertions);
    let choices: Vec<Vec<Value>> = variables.iter().map(|&variable| values(store.sort(variable))).collect();
    let tape = Tape::new(store, assertions);
    let total: usize = choices.iter().map(Vec::len).product();
    (0..total).any(|mut number| {
        let mut model = Model::new();
        for (&variable, choices) in variables.iter().zip(&choices) {
            model.set(variable, choices[number % choices.len()].clone());
            number /= choices.len();
        }
        tape.evaluate(&model).unwrap().iter().all(|value| *value == Value::Bool(true))
    })
}

/// Whether a term is one that SMT-LIB leaves open for some operands.
fn is_open(store: &TermStore, term: Term) -> bool {
    matches!(store.op(term), Op::FpMin | Op::FpMax | Op::FpToSigned { .. } | Op::FpToUnsigned { .. })
}

#[test]
fn random_queries_get_the_answer_of_enumeration() {
    let guessing = BitblastOptions {
        circuits: CircuitOptions { guess_quotients: true, guess_roots: true, ..CircuitOptions::default() },
        by_polarity: false,
        ..BitblastOptions::default()
    };
    let (mut satisfiable, mut unsatisfiable, mut by_choice) = (0, 0, 0);
    for seed in 0..150 {
        let mut store = TermStore::new();
        let mut generator = Generator::new(&mut store, seed);
        let mut kept =
            Bitblast::new(if seed % 2 == 0 { BitblastOptions::default() } else { guessing.clone() });
        for _ in 0..6 {
            let assertions = generator.query(&mut store);
            let expected = enumerated(&store, &assertions);
            let verdict = check(&mut kept, &mut store, &assertions);
            let alone = check(&mut Bitblast::new(BitblastOptions::default()), &mut store, &assertions);
            assert_eq!(verdict.word(), alone.word(), "kept and alone, seed {seed}");
            let open = store.topological_order(&assertions).iter().any(|&term| is_open(&store, term));
            match (&verdict, expected) {
                (Verdict::Sat(_), true) => satisfiable += 1,
                (Verdict::Unsat, false) => unsatisfiable += 1,
                // Enumeration knows one choice only; that this one holds was checked by evaluation.
                (Verdict::Sat(_), false) if open => by_choice += 1,
                _ => panic!("{verdict:?} where enumeration says {expected}, seed {seed}"),
            }
        }
    }
    assert!(satisfiable > 200 && unsatisfiable > 200, "{satisfiable} {unsatisfiable} {by_choice}");
}

#[test]
fn what_is_left_open_is_a_function() {
    let mut store = TermStore::new();
    let format = Format::F16;
    let (x, y) = (store.variable("x", Sort::Float(format)), store.variable("y", Sort::Float(format)));
    let nearest = store.rounding(Rounding::NearestEven);
    let (a, b) = (store.fp_to_signed(8, nearest, x), store.fp_to_signed(8, nearest, y));
    let thousand = store.float(Float::from_f64(1000.0).convert(format, Rounding::NearestEven).0);
    let x_is = store.eq(x, thousand);
    let y_is = store.eq(y, thousand);
    let same = store.eq(a, b);
    let differ = store.not(same);
    let mut engine = Bitblast::new(BitblastOptions::default());
    let verdict = check(&mut engine, &mut store, &[x_is, differ]);
    assert!(matches!(verdict, Verdict::Sat(_)), "{verdict:?}");
    assert_eq!(check(&mut engine, &mut store, &[x_is, y_is, differ]), Verdict::Unsat);
    let five = store.bv(8, 5);
    let is_five = store.eq(a, five);
    let Verdict::Sat(model) = check(&mut engine, &mut store, &[x_is, is_five]) else { panic!("no model") };
    let case = UnspecifiedCase {
        op: Op::FpToSigned { width: 8 },
        arguments: vec![Value::Rounding(Rounding::NearestEven), store.constant(thousand).unwrap()],
    };
    let chosen: Vec<_> = model.unspecified_cases().filter(|(known, _)| **known == case).collect();
    assert_eq!(chosen.len(), 1, "{model:?}");
}

#[test]
fn arrays_are_read_through_stores_and_selections() {
    let mut store = TermStore::new();
    let array = store.variable("a", Sort::Array { index: 8, element: 8 });
    let [i, j, k] = ["i", "j", "k"].map(|name| store.variable(name, Sort::BitVec(8)));
    let at_i = store.array_select(array, i);
    let at_j = store.array_select(array, j);
    let (same_index, same_element) = (store.eq(i, j), store.eq(at_i, at_j));
    let differ = store.not(same_element);
    let mut engine = Bitblast::new(BitblastOptions::default());
    assert!(matches!(check(&mut engine, &mut store, &[differ]), Verdict::Sat(_)));
    assert_eq!(check(&mut engine, &mut store, &[differ, same_index]), Verdict::Unsat);
    // Indices that are only equal because of other assertions.
    let one = store.bv(8, 1);
    let (sum, difference) = (store.bv_add(k, one), store.bv_sub(i, one));
    let (i_is, j_is) = (store.eq(difference, k), store.eq(j, sum));
    assert_eq!(check(&mut engine, &mut store, &[differ, i_is, j_is]), Verdict::Unsat);
    let written = store.array_store(array, j, one);
    let read = store.array_select(written, i);
    let is_one = store.eq(read, one);
    let is_not_one = store.not(is_one);
    assert_eq!(check(&mut engine, &mut store, &[is_not_one, same_index]), Verdict::Unsat);
    assert!(matches!(check(&mut engine, &mut store, &[is_not_one]), Verdict::Sat(_)));
}

#[test]
fn what_is_beyond_the_engine_is_said_at_once() {
    let mut store = TermStore::new();
    let x = store.variable("x", Sort::Float(Format::F64));
    let nearest = store.rounding(Rounding::NearestEven);
    let sine = store.libm(LibmFunction::Sin, nearest, &[x]);
    let below = store.fp_lt(x, sine);
    let verdict = check(&mut Bitblast::new(BitblastOptions::default()), &mut store, &[below]);
    assert!(matches!(verdict, Verdict::Unknown(Reason::Unsupported(_))), "{verdict:?}");
    // A remainder of this format has more than 2^30 rows.
    let huge = Format::new(30, 100).unwrap();
    let [y, z] = ["y", "z"].map(|name| store.variable(name, Sort::Float(huge)));
    let rest = store.fp_rem(y, z);
    let subnormal = store.fp_is_subnormal(rest);
    let verdict = check(&mut Bitblast::new(BitblastOptions::default()), &mut store, &[subnormal]);
    assert!(matches!(verdict, Verdict::Unknown(Reason::TooLarge(_))), "{verdict:?}");
}

#[test]
fn the_budget_is_kept_and_the_engine_serves_on() {
    let mut store = TermStore::new();
    let [x, y] = ["x", "y"].map(|name| store.variable(name, Sort::Float(Format::F64)));
    let nearest = store.rounding(Rounding::NearestEven);
    let (product, quotient) = (store.fp_mul(nearest, x, y), store.fp_div(nearest, x, y));
    let same = store.eq(product, quotient);
    let small = store.fp_lt(x, y);
    let assertions = [same, small];
    let flag = CancelFlag::default();
    let cancelled = Budget::unlimited().with_cancel(flag.clone());
    flag.cancel();
    let mut engine = Bitblast::new(BitblastOptions::default());
    let verdict = engine.check(&mut store, &Query::new(&assertions), &cancelled);
    assert_eq!(verdict, Verdict::Unknown(Reason::Exhausted(Exhausted::Cancelled)));
    let none = Budget::unlimited().with_time(Duration::ZERO);
    let verdict = engine.check(&mut store, &Query::new(&assertions), &none);
    assert_eq!(verdict, Verdict::Unknown(Reason::Exhausted(Exhausted::Time)));
    assert!(matches!(check(&mut engine, &mut store, &[small]), Verdict::Sat(_)));
}

#[test]
fn proofs_are_written_with_their_clauses() {
    let mut store = TermStore::new();
    let x = store.variable("x", Sort::Float(small()));
    let nearest = store.rounding(Rounding::NearestEven);
    let square = store.fp_mul(nearest, x, x);
    let zero = store.fp_zero(small(), false);
    let negative = store.fp_lt(square, zero);
    let folder = std::env::temp_dir().join(format!("ulpwise-proof-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let proof = folder.join("square.lrat");
    let options = BitblastOptions { proof: Some(proof.clone()), ..BitblastOptions::default() };
    assert_eq!(check(&mut Bitblast::new(options), &mut store, &[negative]), Verdict::Unsat);
    let clauses = std::fs::read_to_string(folder.join("square.lrat.cnf")).unwrap();
    assert!(clauses.starts_with("p cnf "), "{clauses}");
    let steps = std::fs::read_to_string(&proof).unwrap();
    check_refutation(clauses.as_bytes(), steps.as_bytes()).unwrap();
    // With half of the clauses, or with a step that does not follow, it is no proof.
    let lines: Vec<&str> = clauses.lines().collect();
    let half = lines[..lines.len() / 2].join("\n");
    assert!(check_refutation(half.as_bytes(), steps.as_bytes()).is_err());
    let nothing = check_refutation(clauses.as_bytes(), "99999999 0 0\n".as_bytes());
    assert_eq!(nothing, Err(LratError::Unjustified(1)));
    std::fs::remove_dir_all(&folder).unwrap();
    let options = BitblastOptions { proof: Some(folder.join("missing")), ..BitblastOptions::default() };
    let verdict = check(&mut Bitblast::new(options), &mut store, &[negative]);
    assert!(matches!(verdict, Verdict::Unknown(Reason::Incomplete(_))), "{verdict:?}");
}
