//! Several functions of a library reach the same operation. Reports on operations show each of them
//! once.

use crate::finding::Finding;
use crate::property::Property;
use crate::run::{LedgerKey, Run, Verdict};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A finding as all functions see it.
#[derive(Clone, Debug)]
pub struct Merged<'r> {
    /// The exception.
    pub goal: LedgerKey,
    /// What each function knows of it, by the function's place in the run, the most harmful first.
    pub seen: Vec<(usize, &'r Finding)>,
}

impl<'r> Merged<'r> {
    /// The most harmful.
    pub fn worst(&self) -> &'r Finding {
        self.seen[0].1
    }
}

/// What comes first is smaller.
fn order((site, property): LedgerKey, finding: &Finding) -> impl Ord {
    let avoidable = match finding.avoidable {
        Some(true) => 2,
        None => 1,
        Some(false) => 0,
    };
    let harm = (finding.escapes(), finding.plain, avoidable);
    (finding.accepted.is_some(), Reverse(finding.level(property)), Reverse(harm), property, site)
}

/// The findings of all functions, each operation and exception once, the most harmful first.
pub fn merged(run: &Run) -> Vec<Merged<'_>> {
    let mut all: BTreeMap<LedgerKey, Vec<(usize, &Finding)>> = BTreeMap::new();
    for (number, function) in run.functions.iter().enumerate() {
        for entry in &function.ledger {
            if let Some(finding) = entry.verdict.finding() {
                all.entry((entry.site, entry.property)).or_default().push((number, finding));
            }
        }
    }
    let mut merged: Vec<Merged<'_>> = all.into_iter().map(|(goal, seen)| Merged { goal, seen }).collect();
    for one in &mut merged {
        let goal = one.goal;
        one.seen.sort_by_key(|(_, finding)| order(goal, finding));
    }
    merged.sort_by_key(|one| order(one.goal, one.worst()));
    merged
}

/// An operation with its verdicts as all functions see them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OperationVerdicts {
    /// The site.
    pub site: usize,
    /// For each property how many functions have a witness, a proof, or neither.
    pub verdicts: BTreeMap<Property, [usize; 3]>,
}

impl OperationVerdicts {
    /// The id of the verdict of all functions together: what happens in one happens; proven is what
    /// all have proven.
    pub fn verdict(&self, property: Property) -> Option<&'static str> {
        self.verdicts.get(&property).map(|counts| worst(*counts))
    }

    /// The worst verdict of all properties.
    pub fn worst(&self) -> &'static str {
        let add = |sum: [usize; 3], counts: &[usize; 3]| std::array::from_fn(|at| sum[at] + counts[at]);
        worst(self.verdicts.values().fold([0; 3], add))
    }
}

fn worst([witnesses, _, unknown]: [usize; 3]) -> &'static str {
    if witnesses > 0 {
        "witness"
    } else if unknown > 0 {
        "unknown"
    } else {
        "proven"
    }
}

/// The operations of all functions, in the order of the sites.
pub fn operations(run: &Run) -> Vec<OperationVerdicts> {
    let mut all: BTreeMap<usize, OperationVerdicts> = BTreeMap::new();
    for entry in run.functions.iter().flat_map(|function| &function.ledger) {
        let operation = all
            .entry(entry.site)
            .or_insert_with(|| OperationVerdicts { site: entry.site, ..OperationVerdicts::default() });
        let place = match entry.verdict {
            Verdict::Witness(_) => 0,
            Verdict::Proven(_) => 1,
            Verdict::Unknown(_) => 2,
        };
        operation.verdicts.entry(entry.property).or_default()[place] += 1;
    }
    all.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn each_operation_comes_once_with_the_worst_of_what_is_known() {
        let mut run = sample();
        let mut twice = run.functions[0].clone();
        for entry in &mut twice.ledger {
            entry.verdict = Verdict::Proven("abstract".to_owned());
        }
        run.functions.push(twice);
        let found: usize = sample().functions.iter().map(|function| function.count().witnesses).sum();
        assert_eq!(merged(&run).len(), found);
        let operations = operations(&run);
        let first = &operations[0];
        let entry = run.functions[0].ledger.iter().find(|entry| entry.site == first.site).unwrap();
        assert_eq!(first.verdict(entry.property), Some(entry.verdict.id()));
        assert_eq!(first.verdicts[&entry.property].iter().sum::<usize>(), 2);
    }

    #[test]
    fn what_is_accepted_comes_last_and_errors_come_first() {
        let run = sample();
        let merged = merged(&run);
        assert!(merged.last().unwrap().worst().accepted.is_some());
        let levels: Vec<_> = merged
            .iter()
            .filter(|one| one.worst().accepted.is_none())
            .map(|one| one.worst().level(one.goal.1))
            .collect();
        assert!(levels.is_sorted_by(|a, b| a >= b), "{levels:?}");
    }
}
