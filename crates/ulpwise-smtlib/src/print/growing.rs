//! A script that grows and shrinks at its end, for a solver that is asked one query after another.

use super::Dialect;
use super::push;
use super::query::logic;
use super::script::{Said, Script};
use super::sharing::Sharing;
use std::fmt;
use ulpwise_expr::{Term, TermStore};

/// A script for a solver with a stack: each level has its assertions, and what they need.
///
/// Every application is named where it is first used, so that a further level costs what is new in
/// it and not what it is built on. In the [standard dialect](Dialect::Standard).
pub struct GrowingQuery {
    script: Script,
    levels: Vec<Said>,
}

impl fmt::Debug for GrowingQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GrowingQuery({} levels)", self.levels.len())
    }
}

impl Default for GrowingQuery {
    fn default() -> GrowingQuery {
        GrowingQuery::new()
    }
}

impl GrowingQuery {
    /// A script without levels.
    pub fn new() -> GrowingQuery {
        GrowingQuery { script: Script::new(Dialect::Standard), levels: Vec::new() }
    }

    /// The logic to set in the beginning: one for all that these assertions and further ones of
    /// their kind may need.
    pub fn logic(store: &TermStore, assertions: &[Term]) -> &'static str {
        let order = store.topological_order(assertions);
        if logic(store, &order) == "ALL" { "ALL" } else { "QF_AUFBVFP" }
    }

    /// How many levels there are.
    pub fn depth(&self) -> usize {
        self.levels.len()
    }

    /// The commands that add a level with these assertions.
    pub fn push(&mut self, store: &TermStore, assertions: &[Term]) -> String {
        let order = store.topological_order(assertions);
        let sharing = Sharing::everything(store, &order);
        let mut text = "(push 1)\n".to_owned();
        self.levels.push(self.script.assert(&mut text, store, assertions, &order, &sharing));
        text
    }

    /// The commands that leave this many levels.
    pub fn truncate(&mut self, depth: usize) -> String {
        let gone = self.levels.split_off(depth.min(self.levels.len()));
        for said in gone.iter().rev() {
            self.script.forget(said);
        }
        let mut text = String::new();
        if !gone.is_empty() {
            push(&mut text, format_args!("(pop {})\n", gone.len()));
        }
        text
    }

    /// The variables that are declared, and the names they have, with bars where needed, in the
    /// order of their terms.
    pub fn variables(&self) -> Vec<(Term, String)> {
        self.script.variables().map(|(variable, name)| (variable, name.to_owned())).collect()
    }
}
