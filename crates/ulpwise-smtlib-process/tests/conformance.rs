//! z3 as an engine passes the suite of all engines, where it is there.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use ulpwise_base::Budget;
use ulpwise_expr::TermStore;
use ulpwise_smtlib_process::SmtlibProcess;
use ulpwise_solver::{Query, Solver, Verdict};
use ulpwise_testkit::conformance::{Decides, Feature, Powers, check_engine, random_answers};

/// A program of `../peers/bin`, or of the folder that the variable names; `None`, and a word about it, if it is missing.
#[expect(clippy::print_stderr, reason = "a test that skips says so")]
fn peer(name: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../peers");
    let folder = std::env::var_os("ULPWISE_PEERS").map_or(beside, PathBuf::from);
    let program = folder.join("bin").join(name);
    if !program.is_file() {
        eprintln!("skipped: {} is missing", program.display());
        return None;
    }
    Some(program)
}

/// One process for all the engines that the suite makes: thousands of programs would have to be started otherwise. Nothing is kept
/// from one query to the next, so that stores may change in between.
#[derive(Clone)]
struct Shared(Arc<Mutex<SmtlibProcess>>);

impl Shared {
    fn new(command: &str) -> Shared {
        Shared(Arc::new(Mutex::new(SmtlibProcess::new(command).unwrap())))
    }
}

impl Solver for Shared {
    fn name(&self) -> &str {
        "process"
    }

    fn check(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        self.0.lock().unwrap().check(store, query, budget)
    }
}

#[test]
fn z3_passes_the_suite() {
    let Some(z3) = peer("z3") else { return };
    let features = [
        Feature::BitVectors,
        Feature::Arrays,
        Feature::ArrayEquality,
        Feature::Reals,
        Feature::Libm,
        Feature::Remainders,
    ];
    let powers = Powers {
        sat: Decides::Sometimes,
        unsat: Decides::Sometimes,
        features: features.into(),
        random_queries: 200,
    };
    // Terms that are very deep cost z3 gigabytes; with a limit it says so instead.
    let z3 = Shared::new(&format!("'{}' -in -memory:300", z3.display()));
    check_engine(&|| Box::new(z3.clone()), &powers);
}

#[test]
fn so_do_the_modules_behind_the_wrapper_script() {
    let Some(python) = peer("python") else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/smtlib-peer");
    let command = format!("'{}' '{}' cvc5", python.display(), script.display());
    let cvc5 = Shared::new(&command);
    random_answers(&|| Box::new(cvc5.clone()), &Powers::modest(), 0..10);
}
