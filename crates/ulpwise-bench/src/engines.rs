//! Our engines by their names, for tasks that link them.

use anyhow::{Context, Result};
use ulpwise_base::Budget;
use ulpwise_bitblast::Bitblast;
use ulpwise_engines::EngineChoice;
use ulpwise_expr::TermStore;
use ulpwise_interval::{IntervalEngine, IntervalOptions};
use ulpwise_real::{Ariadne, RealEngine};
use ulpwise_solver::{Folding, Query, Reason, Solver, Verdict};
use ulpwise_testkit::queries::{Decision, decide};

/// What makes an engine.
pub(crate) type MakeEngine = fn() -> Box<dyn Solver>;

const ENGINES: &[(&str, MakeEngine)] = &[
    ("fold", || Box::new(Folding)),
    ("enumerate", || Box::new(Enumeration)),
    ("interval", || Box::new(IntervalEngine::new(IntervalOptions::default()))),
    ("bitblast", || named("bitblast")),
    ("bitblast-eager", || named("bitblast-eager")),
    ("bitblast-plain", || Box::new(Bitblast::new(ulpwise_bitblast::BitblastOptions::default()))),
    ("real", || Box::new(RealEngine::new())),
    ("ariadne", || Box::new(Ariadne::default())),
    ("search", || named("search")),
    ("portfolio", || named("portfolio")),
];

/// The engine that the command line has under this name, preprocessing included.
fn named(name: &str) -> Box<dyn Solver> {
    EngineChoice::from_name(name)
        .expect("the command line has it")
        .make(&ulpwise_engines::SolverOptions::default())
}

/// The engine with this name.
pub(crate) fn by_name(name: &str) -> Result<MakeEngine> {
    let entry = ENGINES.iter().find(|(known, _)| *known == name);
    let known: Vec<&str> = ENGINES.iter().map(|(name, _)| *name).collect();
    let message = || format!("there is no engine {name}; there are: {}", known.join(", "));
    entry.map(|&(_, make)| make).with_context(message)
}

/// The reference evaluator as an engine: it tries all values of all variables, if these are few.
struct Enumeration;

/// Queries that need more evaluations are unknown.
const EVALUATIONS: u64 = 20_000;

impl Solver for Enumeration {
    fn name(&self) -> &str {
        "enumerate"
    }

    fn check(&mut self, store: &mut TermStore, query: &Query<'_>, _: &Budget) -> Verdict {
        match decide(store, query.assertions(), EVALUATIONS) {
            Decision::Sat(model) => Verdict::Sat(model),
            Decision::Unsat => Verdict::Unsat,
            Decision::TooMany => Verdict::Unknown(Reason::TooLarge("too many values to try".to_owned())),
        }
    }
}
