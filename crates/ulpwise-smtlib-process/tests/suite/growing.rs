//! Queries that grow: what two of them share is said once.

use crate::common::{fake, fake_with_log};
use ulpwise_base::{Budget, SplitMix64};
use ulpwise_expr::{Sort, Term, TermStore};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_smtlib_process::SmtlibProcess;
use ulpwise_solver::{Query, Solver, Verdict, check_model};
use ulpwise_testkit::material::peer;

/// `number` as a term.
fn float(store: &mut TermStore, number: f32) -> Term {
    store.float(Float::from_f32(number))
}

/// A path with `length` branches over few variables: comparisons, conversions that SMT-LIB leaves
/// open, minima, remainders, bits.
fn path(store: &mut TermStore, random: &mut SplitMix64, length: usize) -> Vec<Term> {
    let format = Format::new(3, 4).expect("a format");
    let nearest = store.rounding(Rounding::NearestEven);
    let zero = store.rounding(Rounding::TowardZero);
    let mut values = ["a", "b", "t!1"].map(|name| store.variable(name, Sort::Float(format))).to_vec();
    let limits = [0.0, 1.0, -2.5, 7.0].map(|limit| {
        let single = float(store, limit);
        store.fp_from_fp(format, nearest, single)
    });
    let mut conditions = Vec::new();
    while conditions.len() < length {
        let mut pick = |from: &[Term]| from[random.below(from.len() as u64) as usize];
        let (x, y, limit) = (pick(&values), pick(&values), pick(&limits));
        let condition = match random.below(6) {
            0 => store.fp_lt(x, limit),
            1 => {
                let sum = store.fp_add(nearest, x, y);
                values.push(sum);
                store.fp_leq(limit, sum)
            }
            2 => {
                let (converted, small) = (store.fp_to_signed(3, zero, x), store.bv(3, 2));
                store.bv_slt(converted, small)
            }
            3 => {
                let least = store.fp_min(x, y);
                store.fp_is_negative(least)
            }
            4 => {
                let rest = store.fp_fmod(x, limit);
                store.fp_lt(limit, rest)
            }
            _ => {
                let bits = store.fp_to_bits(x);
                let odd = store.bv_extract(bits, 0, 0);
                let one = store.bv(1, 1);
                store.eq(odd, one)
            }
        };
        if store.bool_constant(condition).is_none() {
            conditions.push(condition);
        }
    }
    conditions
}

/// Whether the query is satisfiable, if the engine knows; a model is one.
fn decided(engine: &mut SmtlibProcess, store: &mut TermStore, assertions: &[Term]) -> Option<bool> {
    match engine.check(store, &Query::new(assertions), &Budget::unlimited()) {
        Verdict::Unsat => Some(false),
        Verdict::Sat(mut model) => {
            check_model(store, &Query::new(assertions), &mut model).unwrap();
            Some(true)
        }
        Verdict::Unknown(reason) => panic!("{reason}"),
    }
}

#[test]
fn answers_along_a_path_are_those_of_its_queries_alone() {
    let Some(z3) = peer("z3") else { return };
    let command = format!("'{}' -in", z3.display());
    let mut kept = SmtlibProcess::new(&command).unwrap();
    let mut forgetful = SmtlibProcess::new(&command).unwrap();
    for seed in 0..4 {
        let mut random = SplitMix64::new(seed);
        let mut store = TermStore::new();
        kept.forget();
        let mut taken: Vec<Term> = Vec::new();
        for condition in path(&mut store, &mut random, 12) {
            let negation = store.not(condition);
            let mut possible = Vec::new();
            for branch in [condition, negation] {
                let query = [&taken[..], &[branch]].concat();
                forgetful.forget();
                let alone = decided(&mut forgetful, &mut store, &query);
                assert_eq!(
                    decided(&mut kept, &mut store, &query),
                    alone,
                    "seed {seed}, {} taken",
                    taken.len()
                );
                if alone == Some(true) {
                    possible.push(branch);
                }
            }
            taken.push(possible[random.below(possible.len() as u64) as usize]);
        }
    }
    // How many depends on which way is faster.
    let [_, (_, starts), (_, along)] = kept.statistics()[..] else { panic!() };
    assert!(starts == 1 && along > 0, "{along} were asked along a path");
    assert_eq!(forgetful.statistics()[2], ("along-a-path", 0));
}

/// Conditions on one variable each.
fn conditions(store: &mut TermStore) -> [Term; 4] {
    let one = store.float(Float::from_f32(1.0));
    ["p", "q", "r", "s"].map(|name| {
        let variable = store.variable(name, Sort::Float(Format::F32));
        store.fp_lt(variable, one)
    })
}

#[test]
fn what_was_said_is_not_said_again() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut engine = fake_with_log("echo unsat", "", &log);
    let mut store = TermStore::new();
    let [p, q, r, s] = conditions(&mut store);
    for query in [&[p, q][..], &[p, q, r], &[p, q, s], &[p, q, s, r], &[r]] {
        assert_eq!(decided(&mut engine, &mut store, query), Some(false));
    }
    let text = std::fs::read_to_string(&log).unwrap();
    let asked: Vec<&str> = text.split("(check-sat)\n").collect();
    let count = |text: &str, what: &str| text.matches(what).count();
    assert_eq!(
        (count(asked[0], "(push 1)"), count(asked[0], "(assert")),
        (0, 2),
        "the first one comes alone"
    );
    assert_eq!((count(asked[1], "(reset)"), count(asked[1], "(push 1)")), (1, 3), "then there is a stack");
    let piece = asked[2];
    assert_eq!((count(piece, "(reset)"), count(piece, "(assert"), count(piece, "(pop 1)")), (0, 1, 1));
    assert_eq!(count(piece, "(declare-fun"), 1);
    assert_eq!((count(asked[3], "(reset)"), count(asked[3], "(push 1)")), (1, 0), "alone, to compare times");
    assert_eq!((count(asked[4], "(reset)"), count(asked[4], "(push 1)")), (1, 0), "another path");
}

#[test]
fn a_program_without_a_stack_is_asked_without_one() {
    let mut engine = fake("if [ \"$pushed\" ]; then echo '(error \"no push\")'; else echo unsat; fi", "");
    let mut store = TermStore::new();
    let [p, q, r, s] = conditions(&mut store);
    for query in [&[p, q][..], &[p, q, r], &[p, q, s], &[p, q, s, r]] {
        assert_eq!(decided(&mut engine, &mut store, query), Some(false));
        assert!(engine.take_remarks().is_empty());
    }
    assert_eq!(engine.statistics()[2], ("along-a-path", 1), "once it was tried");
}
