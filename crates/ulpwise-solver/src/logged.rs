//! Every query that an engine is asked, kept as a file.

use crate::portfolio::EngineStatistics;
use crate::query::Query;
use crate::solver::Solver;
use crate::verdict::Verdict;
use std::path::PathBuf;
use ulpwise_base::Budget;
use ulpwise_expr::TermStore;
use ulpwise_smtlib::{Dialect, QueryOptions, print_query};

/// An engine whose queries are written into a folder, one script each, numbered, with the answer as
/// their `:status`.
pub struct Logged {
    engine: Box<dyn Solver>,
    folder: PathBuf,
    written: u64,
    failed: u64,
}

impl Logged {
    /// The engine, with its queries written into `folder`.
    pub fn new(engine: Box<dyn Solver>, folder: PathBuf) -> Logged {
        Logged { engine, folder, written: 0, failed: 0 }
    }
}

impl std::fmt::Debug for Logged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Logged({})", self.engine.name())
    }
}

impl Solver for Logged {
    fn name(&self) -> &str {
        self.engine.name()
    }

    fn check(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        let options = QueryOptions { dialect: Dialect::Extended, values: false };
        let text = print_query(store, query.assertions(), options).text;
        let verdict = self.engine.check(store, query, budget);
        self.written += 1;
        let file = self.folder.join(format!("query-{:06}.smt2", self.written));
        let status = format!("(set-info :status {})\n{text}", verdict.word());
        // A log that cannot be written must not change answers; the statistics report it.
        self.failed += u64::from(std::fs::write(file, status).is_err());
        verdict
    }

    fn engine_statistics(&self) -> Vec<(&str, EngineStatistics)> {
        self.engine.engine_statistics()
    }

    fn take_remarks(&mut self) -> Vec<String> {
        self.engine.take_remarks()
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let mut numbers = self.engine.statistics();
        numbers.push(("queries-logged", self.written - self.failed));
        numbers.push(("queries-not-logged", self.failed));
        numbers
    }
}
