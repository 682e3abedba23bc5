//! The engines by their names: the one place that knows which there are.

use super::libm::host_libm;
use ulpwise_base::Budget;
use ulpwise_expr::{LibmOracle, Term, TermStore};
use ulpwise_smtlib::{Answer, Engine};
use ulpwise_solver::{Folding, Query, Solver, Verdict, confirmed};

/// What makes an engine.
type Maker = fn() -> Box<dyn Solver>;

/// All engines: name, what it is, and how it is made.
const ENGINES: &[(&str, &str, Maker)] =
    &[("fold", "rewriting and evaluation, no search", || Box::new(Folding))];

/// The choice that `--engine` makes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EngineChoice {
    make: Maker,
}

impl EngineChoice {
    /// The engine with this name.
    pub(crate) fn from_name(name: &str) -> Result<EngineChoice, String> {
        let entry = ENGINES.iter().find(|(known, _, _)| *known == name);
        entry.map(|&(_, _, make)| EngineChoice { make }).ok_or_else(|| {
            let known: Vec<String> =
                ENGINES.iter().map(|(name, what, _)| format!("{name} ({what})")).collect();
            format!("there is no such engine; there are: {}", known.join(", "))
        })
    }

    /// A new engine of this kind.
    pub(super) fn make(self) -> ScriptEngine {
        ScriptEngine { solver: (self.make)() }
    }
}

/// An engine as scripts want it.
pub(super) struct ScriptEngine {
    solver: Box<dyn Solver>,
}

impl ScriptEngine {
    /// What the engine did, as solvers write statistics.
    pub(super) fn statistics(&self) -> String {
        let numbers = self.solver.statistics();
        let entries: Vec<String> =
            numbers.iter().map(|(name, number)| format!(" :{name} {number}")).collect();
        format!("(:engine \"{}\"{})", self.solver.name(), entries.concat())
    }
}

impl Engine for ScriptEngine {
    fn check(&mut self, store: &mut TermStore, assertions: &[Term], budget: &Budget) -> Answer {
        let query = Query::new(assertions).with_libm(&host_libm);
        let verdict = self.solver.check(store, &query, budget);
        match confirmed(self.solver.name(), store, &query, verdict) {
            Verdict::Sat(model) => Answer::Sat(model),
            Verdict::Unsat => Answer::Unsat,
            Verdict::Unknown(reason) => Answer::Unknown(reason.to_string()),
        }
    }

    fn libm(&self) -> Option<&LibmOracle<'_>> {
        Some(&host_libm)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_to_engines_of_that_name() {
        for (name, _, make) in ENGINES {
            assert_eq!(make().name(), *name);
        }
        let message = EngineChoice::from_name("magic").unwrap_err();
        assert!(message.contains("fold (rewriting"), "{message}");
    }
}
