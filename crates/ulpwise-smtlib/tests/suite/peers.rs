//! z3 and cvc5 read what we print, and z3 gives every operator the value that our evaluator gives
//! it.

use crate::random_terms::with_random_values;
use crate::terms::{Formats, samples};
use std::path::Path;
use std::process::Command;
use ulpwise_base::SplitMix64;
use ulpwise_expr::Interpretation;
use ulpwise_expr::{OpKind, Sort, Term, TermStore, UnspecifiedCase, Value, evaluate};
use ulpwise_smtlib::{QueryOptions, print_query};
use ulpwise_testkit::material::peer;

/// What a solver writes about a script.
fn output(solver: &Path, name: &str, script: &str) -> String {
    let file = std::env::temp_dir().join(format!("ulpwise-smtlib-{name}-{}.smt2", std::process::id()));
    std::fs::write(&file, script).unwrap();
    let output = Command::new(solver).arg(&file).output().unwrap();
    std::fs::remove_file(&file).unwrap();
    let texts = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    texts.concat()
}

/// A query that says of every sample that it equals a variable of its sort.
fn all_samples(formats: Formats, skip: &[OpKind]) -> String {
    let mut store = TermStore::without_rewrites();
    let mut samples = samples(&mut store, formats);
    samples.retain(|&sample| !skip.contains(&store.kind(sample)));
    let zero = store.bv(8, 0);
    samples.push(store.array_constant(32, zero));
    let goals: Vec<Term> = samples
        .iter()
        .enumerate()
        .map(|(number, &sample)| {
            let variable = store.variable(&format!("result {number}"), store.sort(sample));
            store.eq(variable, sample)
        })
        .collect();
    print_query(&store, &goals, QueryOptions::default()).text.replace("(check-sat)\n", "")
}

#[test]
fn z3_reads_every_operator() {
    let Some(z3) = peer("z3") else { return };
    assert_eq!(output(&z3, "z3-reads", &all_samples(Formats::small(), &[])), "");
}

/// But for arrays that hold a variable everywhere: cvc5 has only those that hold a constant.
#[test]
fn cvc5_reads_every_operator() {
    let Some(cvc5) = peer("cvc5-smt2") else { return };
    assert_eq!(output(&cvc5, "cvc5-reads", &all_samples(Formats::common(), &[OpKind::ArrayConstant])), "");
}

/// A model without variables that refuses to choose where SMT-LIB leaves the choice.
struct NoChoice;

impl Interpretation for NoChoice {
    fn variable(&self, _: Term) -> Option<Value> {
        None
    }

    fn unspecified(&self, _: &UnspecifiedCase) -> Option<Value> {
        // Not of any sort that an open case has, so that evaluation fails.
        Some(Value::Bool(false))
    }
}

#[test]
fn z3_agrees_on_values() {
    z3_agrees(Formats::small(), 25);
}

#[test]
fn z3_agrees_on_values_of_common_formats() {
    z3_agrees(Formats::common(), 12);
}

/// Formats that no hardware has, the smallest significand among them.
#[test]
fn z3_agrees_on_values_of_unusual_formats() {
    z3_agrees(Formats::unusual(), 12);
}

/// So many random values for every operator: that it differs from our result is unsatisfiable for
/// z3.
fn z3_agrees(formats: Formats, values: usize) {
    let Some(z3) = peer("z3") else { return };
    let mut store = TermStore::without_rewrites();
    let samples = samples(&mut store, formats);
    let mut random = SplitMix64::new(7);
    let mut goals = Vec::new();
    for sample in samples {
        if store.kind(sample) == OpKind::Libm || matches!(store.sort(sample), Sort::Array { .. }) {
            continue;
        }
        for _ in 0..values {
            let ground = with_random_values(&mut store, sample, &mut random);
            let Ok(value) = evaluate(&store, ground, &NoChoice) else { continue };
            let value = store.value(&value);
            let equal = store.eq(ground, value);
            goals.push(store.not(equal));
        }
    }
    assert!(goals.len() > 60 * values, "{} comparisons", goals.len());
    let mut script = String::new();
    for &goal in &goals {
        let query = print_query(&store, &[goal], QueryOptions::default());
        script.push_str(&query.text.replace("(exit)\n", "(reset)\n"));
    }
    let answers = output(&z3, &format!("z3-values-{values}-{}", goals.len()), &script);
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers.len(), goals.len(), "{:?}", answers.iter().find(|line| !line.contains("sat")));
    for (&goal, answer) in goals.iter().zip(answers) {
        assert_eq!(answer, "unsat", "{}", store.display(goal));
    }
}
