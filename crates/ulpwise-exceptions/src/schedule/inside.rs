//! Witnesses that stay inside of their arrays.
//!
//! NativeAnalysis code does not notice that it reads beyond an array, and goes on with whatever
//! lies there. Such a call says little about an exception that comes after it, and what comes
//! before it is often raised by a call with fewer elements that does nothing wrong. So what only
//! calls have shown that stray is searched for again with integers that could be numbers of
//! elements.

use super::{DEFAULT_TIME, ScheduledCheck, Share};
use crate::ledger::{Analysis, Goal};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use ulpwise_harness::NativeInputs;
use ulpwise_native::{NativeError, Space, VariableKind};

/// What the look at the calls gets, and what the search for others.
const LOOK: Share = (10, Duration::from_secs(1));
const SEARCH: Share = (4, Duration::from_secs(5));

/// Makes its searches others than the ones before.
const ROUND: u64 = 200;

impl ScheduledCheck<'_, '_, '_> {
    /// Looks for better witnesses where those that are known stray. Returns what must not be given
    /// to such a call any more, and the inputs to make it simpler with: calls that stray may also
    /// end, which takes long.
    pub(super) fn stay_inside<'i>(
        &mut self,
        inputs: &'i NativeInputs,
    ) -> Result<(BTreeSet<Goal>, Cow<'i, NativeInputs>), NativeError> {
        let mut inside = BTreeSet::new();
        let Some(mut space) = within_arrays(inputs) else { return Ok((inside, Cow::Borrowed(inputs))) };
        let judge = self.judge();
        // What was kept for the time after the analyses.
        let kept = self.options.budget.time_left().unwrap_or(DEFAULT_TIME);
        let [look, search] = [LOOK, SEARCH].map(|(part, most)| (kept / part).min(most));
        let look = self.options.budget.part(look);
        let mut strays: BTreeSet<Goal> = BTreeSet::new();
        let mut reruns = BTreeMap::new();
        for (goal, witness) in self.outcome.ledger.witnesses() {
            if look.check(0).is_err() {
                break;
            }
            let call = || judge.strays(inputs, &witness.words);
            match reruns.entry(&witness.words).or_insert_with(call) {
                true => strays.insert(goal),
                false => inside.insert(goal),
            };
        }
        if strays.is_empty() || !self.options.analyses.contains(&Analysis::Native) {
            return Ok((inside, Cow::Borrowed(inputs)));
        }
        let native = self.native(inputs, &space, ROUND, self.options.stop_at_exception);
        let budget = &self.options.budget;
        let calls = native.search(self.session, strays.clone(), &mut BTreeSet::new(), budget, search)?;
        // What else they raise counts, too, and may refute a proof.
        self.confirm(&calls, Analysis::Native)?;
        let counted = if self.options.stop_at_exception { 1 } else { usize::MAX };
        for witness in self.session.witnesses(inputs, &calls, Analysis::Native)? {
            if self.options.budget.check(0).is_err() {
                break;
            }
            if judge.strays(inputs, &witness.words) {
                continue;
            }
            for &goal in witness.events.iter().take(counted).filter(|goal| strays.contains(goal)) {
                if inside.insert(goal) {
                    self.outcome.ledger.replace(goal, &witness);
                }
            }
        }
        // What is larger than every array and did no harm was no number of elements.
        let is_harmless = |goal: &Goal| inside.contains(goal) || !strays.contains(goal);
        for (_, witness) in self.outcome.ledger.witnesses().filter(|(goal, _)| is_harmless(goal)) {
            include(&mut space, &inputs.values(&witness.words));
        }
        Ok((inside, Cow::Owned(NativeInputs { space, ..inputs.clone() })))
    }
}

/// The first searches take integers that could be numbers of elements, so that they stay inside of
/// arrays.
pub(super) fn first_space(inputs: &NativeInputs, influential: Space) -> Space {
    let Some(within) = within_arrays(inputs) else { return influential };
    let mut space = influential;
    for variable in &mut space.variables {
        let place = (variable.word, variable.shift);
        if let Some(narrow) = within.variables.iter().find(|other| (other.word, other.shift) == place) {
            variable.range = narrow.range;
        }
    }
    space
}

/// Widens ranges to have these values.
fn include(space: &mut Space, values: &[u64]) {
    for (variable, &value) in space.variables.iter_mut().zip(values) {
        if let Some(place) = variable.kind.ordinal(value) {
            variable.range.low = variable.range.low.min(place);
            variable.range.high = variable.range.high.max(place);
        }
    }
}

/// The inputs whose integers are at most as large as the longest array has elements. `None` where
/// there is no array, or integers are no larger anyway.
fn within_arrays(inputs: &NativeInputs) -> Option<Space> {
    let mut lengths: BTreeMap<&str, i128> = BTreeMap::new();
    for name in &inputs.names {
        if let Some((array, _)) = name.split_once('[') {
            *lengths.entry(array).or_default() += 1;
        }
    }
    let longest = *lengths.values().max()?;
    let mut space = inputs.space.clone();
    let mut is_narrower = false;
    for (variable, name) in space.variables.iter_mut().zip(&inputs.names) {
        let range = &mut variable.range;
        let is_larger = range.high > longest && range.low <= longest;
        if matches!(variable.kind, VariableKind::Int { .. }) && !name.contains('[') && is_larger {
            range.high = longest;
            range.low = range.low.max(0);
            is_narrower = true;
        }
    }
    is_narrower.then_some(space)
}
