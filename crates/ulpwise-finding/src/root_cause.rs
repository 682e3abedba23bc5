//! One root cause, one finding: exceptions that follow from the same first event belong together,
//! also when many functions come to it.

use crate::finding::Finding;
use crate::level::Level;
use crate::property::Property;
use crate::run::{LedgerKey, Run};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A finding of one function.
#[derive(Clone, Copy, Debug)]
pub struct Symptom<'r> {
    /// The function among [`Run::functions`].
    pub function: usize,
    /// The exception.
    pub goal: LedgerKey,
    /// What is known of it.
    pub finding: &'r Finding,
}

impl Symptom<'_> {
    /// How bad it is.
    pub fn level(&self) -> Level {
        self.finding.level(self.goal.1)
    }

    /// What comes first is smaller: worse ones, plainer inputs, what may be avoided.
    fn order(&self) -> impl Ord + use<> {
        let avoidable = match self.finding.avoidable {
            Some(true) => 2,
            None => 1,
            Some(false) => 0,
        };
        let points = 2 * u8::from(self.finding.plain) + 3 * u8::from(self.finding.escapes()) + avoidable;
        let rank = self.finding.rank.unwrap_or(usize::MAX);
        (Reverse(self.level()), Reverse(points), self.goal.1, rank, self.goal.0, self.function)
    }
}

/// Everything that follows from one event.
#[derive(Clone, Debug)]
pub struct RootCause<'r> {
    /// The event.
    pub root: LedgerKey,
    /// What follows from it, in all functions, the most harmful first; at least one.
    pub symptoms: Vec<Symptom<'r>>,
}

impl<'r> RootCause<'r> {
    /// The most harmful symptom.
    pub fn worst(&self) -> Symptom<'r> {
        self.symptoms[0]
    }

    /// How bad it is: as bad as its worst symptom.
    pub fn level(&self) -> Level {
        self.worst().level()
    }

    /// How many exceptions at operations there are besides the worst.
    pub fn others(&self) -> usize {
        let goals: BTreeSet<LedgerKey> = self.symptoms.iter().map(|symptom| symptom.goal).collect();
        goals.len() - 1
    }

    /// The functions that come to it, each once, that of the worst symptom first.
    pub fn functions(&self) -> Vec<usize> {
        let mut seen = BTreeSet::new();
        self.symptoms.iter().map(|symptom| symptom.function).filter(|&one| seen.insert(one)).collect()
    }

    /// Whether it is only that an exact result lies below the smallest normal number.
    pub fn is_exact(&self) -> bool {
        self.symptoms.iter().all(|symptom| symptom.finding.is_exact && symptom.goal.1 == Property::Underflow)
    }
}

/// The findings of a run that are not accepted, by their root causes, the most harmful first.
pub fn root_causes(run: &Run) -> Vec<RootCause<'_>> {
    let mut by_root: BTreeMap<LedgerKey, Vec<Symptom<'_>>> = BTreeMap::new();
    for (number, function) in run.functions.iter().enumerate() {
        for entry in &function.ledger {
            let Some(finding) = entry.verdict.finding().filter(|finding| finding.accepted.is_none()) else {
                continue;
            };
            let symptom = Symptom { function: number, goal: (entry.site, entry.property), finding };
            by_root.entry(finding.trace.root).or_default().push(symptom);
        }
    }
    let mut causes: Vec<RootCause<'_>> =
        by_root.into_iter().map(|(root, symptoms)| RootCause { root, symptoms }).collect();
    for cause in &mut causes {
        cause.symptoms.sort_by_key(Symptom::order);
    }
    causes.sort_by_key(|cause| cause.worst().order());
    causes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_cause_that_two_functions_share_is_one() {
        let mut run = sample();
        let alone = root_causes(&run).len();
        run.functions.push(run.functions[0].clone());
        let shared = root_causes(&run);
        assert_eq!(shared.len(), alone);
        let twice = shared.iter().filter(|cause| cause.functions().len() == 2).count();
        assert!(twice > 0 && twice <= alone);
        assert!(shared.iter().all(|cause| cause.others() < cause.symptoms.len()));
    }

    #[test]
    fn worse_causes_come_first_and_accepted_ones_not_at_all() {
        let run = sample();
        let causes = root_causes(&run);
        assert!(causes.is_sorted_by(|one, next| one.level() >= next.level()));
        assert!(causes.iter().all(|cause| cause.symptoms.iter().all(|one| one.finding.accepted.is_none())));
    }
}
