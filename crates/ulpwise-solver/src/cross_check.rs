//! Every answer asked for twice: a second engine has to agree.

use crate::confirm::confirmed;
use crate::portfolio::EngineStatistics;
use crate::query::Query;
use crate::solver::Solver;
use crate::verdict::{Reason, Verdict};
use std::path::PathBuf;
use ulpwise_base::Budget;
use ulpwise_expr::TermStore;
use ulpwise_smtlib::{Dialect, QueryOptions, print_query};

/// An engine whose every answer a second engine is asked about too.
///
/// If the two contradict each other, the answer is a [`Reason::Fault`] that names both, and the
/// query lies in a file. A second engine that does not know contradicts nothing.
pub struct CrossCheck {
    first: Box<dyn Solver>,
    second: Box<dyn Solver>,
    folder: PathBuf,
    agreements: u64,
    undecided: u64,
    disagreements: u64,
}

impl CrossCheck {
    /// The first engine, checked by the second; queries on which they disagree are written into
    /// `folder`.
    pub fn new(first: Box<dyn Solver>, second: Box<dyn Solver>, folder: PathBuf) -> CrossCheck {
        CrossCheck { first, second, folder, agreements: 0, undecided: 0, disagreements: 0 }
    }

    fn disagreement(&mut self, store: &TermStore, query: &Query<'_>, words: [&str; 2]) -> Verdict {
        self.disagreements += 1;
        let (first, second) = (self.first.name(), self.second.name());
        let options = QueryOptions { dialect: Dialect::Extended, values: false };
        let text = print_query(store, query.assertions(), options).text;
        let file = self.folder.join(format!("disagreement-{}.smt2", self.disagreements));
        let written = match std::fs::write(&file, text) {
            Ok(()) => format!("the query is in {}", file.display()),
            Err(error) => format!("the query cannot be written to {}: {error}", file.display()),
        };
        let [one, other] = words;
        Verdict::Unknown(Reason::Fault(format!("{first} answers {one}, {second} answers {other}; {written}")))
    }
}

impl std::fmt::Debug for CrossCheck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CrossCheck({}, {})", self.first.name(), self.second.name())
    }
}

impl Solver for CrossCheck {
    fn name(&self) -> &str {
        self.first.name()
    }

    fn check(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        let verdict = self.first.check(store, query, budget);
        let verdict = confirmed(self.first.name(), store, query, verdict);
        if !verdict.is_decided() {
            return verdict;
        }
        let second = self.second.check(store, query, budget);
        let second = confirmed(self.second.name(), store, query, second);
        match second {
            Verdict::Unknown(Reason::Fault(_)) => return second,
            Verdict::Unknown(_) => self.undecided += 1,
            _ if second.word() == verdict.word() => self.agreements += 1,
            _ => return self.disagreement(store, query, [verdict.word(), second.word()]),
        }
        verdict
    }

    fn engine_statistics(&self) -> Vec<(&str, EngineStatistics)> {
        self.first.engine_statistics()
    }

    fn take_remarks(&mut self) -> Vec<String> {
        let mut remarks = self.first.take_remarks();
        remarks.extend(self.second.take_remarks());
        remarks
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let mut numbers = self.first.statistics();
        numbers.push(("cross-check-agreements", self.agreements));
        numbers.push(("cross-check-undecided", self.undecided));
        numbers.push(("cross-check-disagreements", self.disagreements));
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folding::Folding;
    use ulpwise_expr::Sort;

    /// An engine that says `unsat` to everything.
    struct Liar;

    impl Solver for Liar {
        fn name(&self) -> &str {
            "liar"
        }

        fn check(&mut self, _: &mut TermStore, _: &Query<'_>, _: &Budget) -> Verdict {
            Verdict::Unsat
        }
    }

    #[test]
    fn a_contradiction_is_a_fault_and_the_query_is_kept() {
        let folder = std::env::temp_dir().join(format!("ulpwise-cross-check-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut store = TermStore::new();
        let p = store.variable("p", Sort::Bool);
        let mut engine = CrossCheck::new(Box::new(Folding), Box::new(Liar), folder.clone());
        let verdict = engine.check(&mut store, &Query::new(&[p]), &Budget::unlimited());
        let Verdict::Unknown(Reason::Fault(message)) = verdict else { panic!("{verdict:?}") };
        assert!(message.starts_with("fold answers sat, liar answers unsat"), "{message}");
        let text = std::fs::read_to_string(folder.join("disagreement-1.smt2")).unwrap();
        assert!(text.contains("(assert p)"), "{text}");
        let mut engine = CrossCheck::new(Box::new(Folding), Box::new(Folding), folder.clone());
        assert!(engine.check(&mut store, &Query::new(&[p]), &Budget::unlimited()).is_decided());
        assert_eq!(engine.statistics()[0], ("cross-check-agreements", 1));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
