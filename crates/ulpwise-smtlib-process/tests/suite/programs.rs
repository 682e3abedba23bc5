//! Programs that do what no solver should: each is a clear remark, once, and never an answer.

use crate::common::fake;
use std::time::Duration;
use ulpwise_base::{Budget, CancelFlag, Exhausted};
use ulpwise_expr::{Sort, Term, TermStore};
use ulpwise_float::{Float, Format};
use ulpwise_smtlib_process::{FAILURES, SmtlibProcess};
use ulpwise_solver::{Query, Reason, Solver, Verdict};

/// `x < 1` over f32.
fn query(store: &mut TermStore) -> [Term; 1] {
    let x = store.variable("x", Sort::Float(Format::F32));
    let one = store.float(Float::from_f32(1.0));
    [store.fp_lt(x, one)]
}

fn ask(engine: &mut SmtlibProcess, budget: &Budget) -> Verdict {
    let mut store = TermStore::new();
    engine.forget();
    let assertions = query(&mut store);
    engine.check(&mut store, &Query::new(&assertions), budget)
}

/// What the engine reports about a program that fails: one remark at first, and one more when it is
/// given up.
fn failure(mut engine: SmtlibProcess) -> String {
    let mut first = String::new();
    for number in 1..=FAILURES {
        let Verdict::Unknown(Reason::External(why)) = ask(&mut engine, &Budget::unlimited()) else {
            panic!("that is no failure");
        };
        let remarks = engine.take_remarks();
        match number {
            1 => {
                first.clone_from(&why);
                assert_eq!(remarks, [why]);
            }
            FAILURES => {
                assert!(remarks.len() == 1 && remarks[0].ends_with("it is not asked again"), "{remarks:?}");
            }
            _ => assert!(remarks.is_empty(), "{remarks:?}"),
        }
    }
    let starts = engine.statistics();
    assert!(matches!(ask(&mut engine, &Budget::unlimited()), Verdict::Unknown(Reason::External(_))));
    assert!(engine.take_remarks().is_empty());
    assert_eq!(engine.statistics()[1], starts[1], "it is not started again");
    first
}

#[test]
fn a_missing_program_is_named() {
    let mut engine = SmtlibProcess::new("/nowhere/solver -in").unwrap();
    let Verdict::Unknown(Reason::External(why)) = ask(&mut engine, &Budget::unlimited()) else { panic!() };
    assert!(why.starts_with("/nowhere/solver cannot be started: "), "{why}");
    let remarks = engine.take_remarks();
    assert!(remarks.len() == 1 && remarks[0].ends_with("it is not asked again"), "{remarks:?}");
    assert!(matches!(ask(&mut engine, &Budget::unlimited()), Verdict::Unknown(Reason::External(_))));
    assert!(engine.take_remarks().is_empty());
    assert!(SmtlibProcess::new("").is_err() && SmtlibProcess::new("z3 'x").is_err());
}

#[test]
fn a_program_that_hangs_is_killed_when_the_budget_ends() {
    for command in ["sleep 100000", "sh -c 'sleep 100000 & wait'"] {
        let mut engine = SmtlibProcess::new(command).unwrap();
        let verdict = ask(&mut engine, &Budget::unlimited().with_time(Duration::from_millis(50)));
        assert_eq!(verdict, Exhausted::Time.into());
        let flag = CancelFlag::default();
        let budget = Budget::unlimited().with_cancel(flag.clone());
        let canceller = std::thread::spawn(move || flag.cancel());
        assert_eq!(ask(&mut engine, &budget), Exhausted::Cancelled.into());
        canceller.join().unwrap();
        assert!(engine.take_remarks().is_empty(), "a limit is not a fault");
    }
}

#[test]
fn rubbish_is_no_answer() {
    assert!(failure(fake("echo hello", "")).contains("says hello instead of sat, unsat or unknown"));
    assert!(failure(fake("echo sat; echo unsat", "")).contains("says unsat after another answer"));
    assert!(failure(fake(":", "")).contains("says nothing instead of"));
    assert!(failure(fake("echo sat", "echo '((x #b1))'")).contains("prints values that cannot be read"));
    assert!(failure(fake("echo sat", "echo nonsense")).contains("prints values that cannot be read"));
}

#[test]
fn a_program_that_dies_is_distinguished_from_one_that_does_not_know() {
    let why = failure(fake("echo oh no; exit 3", ""));
    assert!(why.contains("ended in the middle of a query") && why.ends_with("it said last: oh no"), "{why}");
    assert!(failure(SmtlibProcess::new("true").unwrap()).contains("ended in the middle of a query"));
    let mut unknowing = fake("echo unknown", "");
    assert!(matches!(ask(&mut unknowing, &Budget::unlimited()), Verdict::Unknown(Reason::Incomplete(_))));
    assert!(unknowing.take_remarks().is_empty());
}

#[test]
fn output_without_end_ends() {
    assert!(failure(SmtlibProcess::new("yes").unwrap()).ends_with("writes without end"));
    assert!(
        failure(SmtlibProcess::new("tr '\\0' x < /dev/zero").unwrap()).contains("ended"),
        "there is no shell"
    );
    let endless = SmtlibProcess::new("sh -c \"tr '\\0' x < /dev/zero\"").unwrap();
    assert!(failure(endless).ends_with("writes without end"));
}

#[test]
fn errors_mean_unsupported() {
    let mut engine = fake("echo '(error \"no floats here\")'; echo sat", "");
    for number in 0..5 {
        let Verdict::Unknown(Reason::Unsupported(why)) = ask(&mut engine, &Budget::unlimited()) else {
            panic!()
        };
        assert!(why.ends_with("refuses the query: no floats here"), "{why}");
        assert_eq!(engine.take_remarks().len(), usize::from(number == 0));
    }
    assert_eq!(engine.statistics()[1], ("starts", 1));
}

#[test]
fn a_model_counts_only_if_it_holds() {
    let mut engine = fake("echo sat", "echo '((x (_ -oo 8 24)))'");
    assert!(matches!(ask(&mut engine, &Budget::unlimited()), Verdict::Sat(_)));
    assert!(
        failure(fake("echo sat", "echo '((x (_ +oo 8 24)))'")).contains("says sat, but the model violates")
    );
}

#[test]
fn one_process_answers_many_queries_and_a_new_one_follows_one_that_died() {
    let folder = tempfile::tempdir().unwrap();
    let died = folder.path().join("died");
    let mut engine =
        fake(&format!("if [ -e {0} ]; then echo unsat; else : > {0}; exit 1; fi", died.display()), "");
    assert!(matches!(ask(&mut engine, &Budget::unlimited()), Verdict::Unknown(Reason::External(_))));
    for _ in 0..3 {
        assert_eq!(ask(&mut engine, &Budget::unlimited()), Verdict::Unsat);
    }
    assert_eq!(engine.statistics()[..2], [("queries", 4), ("starts", 2)]);
}
