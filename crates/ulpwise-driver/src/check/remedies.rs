//! Which options would decide more of a function: tried where it stays affordable, and stated with what they
//! would decide.

use super::work::{Checked, Work};
use ulpwise_exceptions::{Analysis, RemedyScope, remedies};
use ulpwise_finding::Remedy;
use ulpwise_float::Rounding;

/// Of so many functions each input is looked at; of up to so many at least all inputs together.
const EACH_INPUT: usize = 40;
const ALL_INPUTS: usize = 400;

impl Work<'_> {
    /// The options that would decide the most of what is unknown about one of so many functions.
    pub(super) fn remedies(&self, checked: &Checked, functions: usize) -> Vec<Remedy> {
        let arguments = self.arguments(checked.function);
        let is_abstract = arguments.analyses.is_empty() || arguments.analyses.contains(&Analysis::Abstract);
        if !is_abstract || arguments.assume_nothing || functions > ALL_INPUTS {
            return Vec::new();
        }
        let scope = if functions <= EACH_INPUT { RemedyScope::EachInput } else { RemedyScope::AllInputs };
        // Abstract interpretation knows one mode, or all.
        let rounding = match arguments.rounding.modes()[..] {
            [Rounding::NearestEven] => Rounding::NearestEven,
            _ => Rounding::TowardZero,
        };
        let entry = &checked.inputs.entry;
        let ledger = &checked.known.outcome.ledger;
        remedies(self.module, entry, rounding, ledger, scope, &self.budget())
            .into_iter()
            .map(|remedy| Remedy { option: remedy.option, decides: remedy.decides })
            .collect()
    }
}
