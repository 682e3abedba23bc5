//! z3 as an engine passes the suite of all engines, where it is there.

use std::path::Path;
use std::sync::{Arc, Mutex};
use ulpwise_base::Budget;
use ulpwise_expr::TermStore;
use ulpwise_smtlib_process::SmtlibProcess;
use ulpwise_solver::{Query, Solver, Verdict};
use ulpwise_testkit::conformance::{Decides, Feature, Powers, check_engine, random_answers};
use ulpwise_testkit::material::peer;

/// One process for all the engines that the suite makes: thousands of programs would have to be
/// started otherwise.
#[derive(Clone)]
struct Shared {
    process: Arc<Mutex<Asked>>,
    number: u64,
}

struct Asked {
    process: SmtlibProcess,
    engines: u64,
    /// The engine that asked last: each has a store of its own.
    last: u64,
}

impl Shared {
    fn new(command: &str) -> Shared {
        let process = SmtlibProcess::new(command).unwrap();
        Shared { process: Arc::new(Mutex::new(Asked { process, engines: 0, last: 0 })), number: 0 }
    }

    /// Another engine with the same process.
    fn another(&self) -> Shared {
        let mut asked = self.process.lock().unwrap();
        asked.engines += 1;
        Shared { process: self.process.clone(), number: asked.engines }
    }
}

impl Solver for Shared {
    fn name(&self) -> &str {
        "process"
    }

    fn check(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        let mut asked = self.process.lock().unwrap();
        if asked.last != self.number {
            asked.process.forget();
            asked.last = self.number;
        }
        asked.process.check(store, query, budget)
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
    check_engine(&|| Box::new(z3.another()), &powers);
}

#[test]
fn so_do_the_modules_behind_the_wrapper_script() {
    let Some(python) = peer("python") else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/smtlib-peer");
    let command = format!("'{}' '{}' cvc5", python.display(), script.display());
    let cvc5 = Shared::new(&command);
    random_answers(&|| Box::new(cvc5.another()), &Powers::modest(), 0..10);
}
