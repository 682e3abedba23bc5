//! The paths that a proof rests on, followed once more: with tools that keep what is asked, the
//! questions can be answered by others.

use super::{AnalysisOptions, CheckSubject};
use crate::analysis::symbolic::{ExploredPaths, PathSearch, explore};
use crate::ledger::{Goal, Ledger};
use std::collections::BTreeSet;
use ulpwise_harness::HiddenState;
use ulpwise_symex::{EntryPoint, EntryState, Tools};

/// What paths say of goals that they are followed for.
#[derive(Debug, Default)]
pub struct PathSilence {
    /// The goals that no path raises.
    pub silent: BTreeSet<Goal>,
    /// Why others are not silent, where paths were not followed.
    pub obstacle: Option<String>,
}

/// Which of these goals no path raises, in any state of the program in which a call may begin. Nothing
/// else is looked for, and one thread follows the paths.
pub fn prove_along_paths(
    subject: &CheckSubject<'_>,
    tools: Tools<'_>,
    options: &AnalysisOptions,
    ledger: &Ledger,
    goals: &BTreeSet<Goal>,
) -> PathSilence {
    let CheckSubject { module, function, inputs } = *subject;
    let hidden = match HiddenState::new(module, function, &inputs.entry.setup) {
        Ok(hidden) => hidden,
        Err(why) => return PathSilence { silent: BTreeSet::new(), obstacle: Some(why.to_string()) },
    };
    // The first state is one of any states.
    let needs_more = hidden.reason(module).is_some();
    let state = if needs_more { EntryState::Any(hidden.variables) } else { EntryState::First };
    let entry = EntryPoint { state, calls_may_fail: needs_more, ..inputs.entry.clone() };
    let AnalysisOptions { ref paths, rounding, ref budget, seed, .. } = *options;
    let search = PathSearch { limits: paths, rounding, budget: budget.clone(), seed, jobs: 1 };
    let wanted = goals.iter().copied().collect();
    let explored = explore(module, &entry, tools, search, wanted, ledger);
    let silent = goals.iter().filter(|&&goal| explored.rules_out(goal)).copied().collect();
    let ExploredPaths { incomplete, exceeded, .. } = explored;
    PathSilence { silent, obstacle: exceeded.or(incomplete.map(|why| why.text)) }
}
