//! The questions that exception checking asks, as scripts: nonlinear guards, overflow, underflow,
//! divisors, invalid operands, libm functions.
//!
//! Every script has its status; those that are `sat` are satisfied by construction, those that are
//! `unsat` were proved by another engine.

use std::path::Path;
use ulpwise_base::Budget;
use ulpwise_expr::{Term, TermStore};
use ulpwise_float::Float;
use ulpwise_real::Ariadne;
use ulpwise_smtlib::{CheckSatAnswer, ScriptSource, Session};
use ulpwise_solver::{Query, Solver, Verdict};
use ulpwise_testkit::libm::HostLibm;

/// What the solver says of a script.
fn answer(text: &str) -> String {
    let host = HostLibm::default();
    let libm = |function, rounding, arguments: &[Float]| host.deliver(function, rounding, arguments);
    let mut solver = Ariadne::default();
    let mut word = "nothing".to_owned();
    let mut engine = |store: &mut TermStore, assertions: &[Term], budget: &Budget| {
        let verdict = solver.check(store, &Query::new(assertions).with_libm(&libm), budget);
        word = match &verdict {
            Verdict::Unknown(reason) => reason.to_string(),
            decided => decided.word().to_owned(),
        };
        // The solver has evaluated its model; the session does not know this libm and needs not do
        // it again.
        CheckSatAnswer::Unknown(word.clone())
    };
    let mut output = Vec::new();
    Session::new(&mut engine, Budget::unlimited())
        .run(&mut ScriptSource::new(text.as_bytes()), &mut output)
        .unwrap();
    word
}

#[test]
fn models_are_found_and_nothing_is_refuted_wrongly() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/queries");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 40, "{} scripts", files.len());
    let mut missed = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let is_sat = text.contains("(set-info :status sat)");
        assert!(is_sat || text.contains("(set-info :status unsat)"), "{} has no status", file.display());
        let answer = answer(&text);
        let wrong = if is_sat { "unsat" } else { "sat" };
        assert_ne!(answer, wrong, "{}", file.display());
        if is_sat && answer != "sat" {
            missed.push(format!("{}: {answer}", file.display()));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}
