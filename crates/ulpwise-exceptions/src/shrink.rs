//! Shrinking: witnesses with the simplest inputs that still raise the exception natively.
//!
//! Calls with simpler inputs are made, many at once; whatever a call raises, it is a candidate for.
//! So a call that raises several exceptions becomes the witness of all of them where it is the
//! simplest, and calls stay shared. A witness is only ever replaced by one that is better: that
//! returns, has inputs of plain magnitudes, lets the exceptional value escape, raises the exception
//! first, and, these being equal, has simpler inputs. What is tried follows from the witnesses
//! alone; the clock only ends it.

use crate::ledger::{Analysis, Goal, Ledger, Witness};
use crate::outputs::escapes;
use crate::rerun::Judge;
use crate::session::Session;
use crate::simple::{cost, first_tried, is_plain, simpler};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use ulpwise_base::{Budget, WorkInstant};
use ulpwise_harness::NativeInputs;
use ulpwise_interp::Exception;
use ulpwise_ir::SiteId;
use ulpwise_native::{CallEnd, InputVariable, NativeError};

/// How many calls are made at most.
const MOST_CALLS: usize = 20_000;

/// How many calls are made between two looks at the clock, at least and at most: the more, the
/// quicker they are.
const BATCHES: (usize, usize) = (8, 1024);

/// How long they may take.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// How many calls are made with a few simple values for all inputs.
const FIRST_CALLS: usize = 4096;

/// How often all witnesses are looked at.
const MOST_ROUNDS: usize = 8;

/// How many inputs are replaced one by one; of more, blocks become zero.
const SINGLE_INPUTS: usize = 12;

/// What makes one witness better than another: the smaller, the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Badness {
    ended_otherwise: bool,
    not_plain: bool,
    stays_inside: bool,
    comes_later: bool,
    cost: u64,
}

impl Badness {
    fn measure(inputs: &NativeInputs, witness: &Witness, goal: Goal) -> Badness {
        let values = inputs.values(&witness.words);
        let variables = || inputs.space.variables.iter().zip(&values);
        Badness {
            ended_otherwise: witness.end != CallEnd::Returned,
            not_plain: !variables().all(|(variable, &value)| is_plain(variable.kind, value)),
            stays_inside: escapes(&inputs.outputs, witness, goal.1).next().is_none(),
            comes_later: !witness.is_root(goal),
            cost: variables().map(|(variable, &value)| cost(variable.kind, value)).sum(),
        }
    }

    /// Of a call that only stands for the site of its root exception: what comes of it does not
    /// matter.
    fn measure_root_witness(inputs: &NativeInputs, witness: &Witness) -> Badness {
        let goal = witness.events.first().copied().unwrap_or((SiteId::new(0), Exception::Inexact));
        Badness { stays_inside: false, comes_later: false, ..Badness::measure(inputs, witness, goal) }
    }
}

/// Simplifies the witnesses of a ledger. What else the calls raise is entered if `enters`; returned
/// is what an analysis had called proven. Calls that stray are not taken for the exceptions in
/// `inside`.
pub(crate) fn shrink(
    session: &mut Session<'_>,
    inputs: &NativeInputs,
    ledger: &mut Ledger,
    budget: &Budget,
    enters: bool,
    judge: Judge<'_>,
    inside: &BTreeSet<Goal>,
) -> Result<Vec<(Goal, Analysis)>, NativeError> {
    let (best, roots, made) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
    let mut work =
        Shrinking { session, inputs, ledger, enters, best, roots, made, judge, inside, refuted: Vec::new() };
    work.take_stock();
    let calls = work.first_calls();
    let mut goes_on = work.try_calls(calls, budget)?;
    for _ in 0..MOST_ROUNDS {
        let calls = work.next_calls(budget);
        if !goes_on || calls.is_empty() {
            break;
        }
        goes_on = work.try_calls(calls, budget)?;
    }
    Ok(work.refuted)
}

/// Shrinking under way. Calls are given by the values of the variables.
struct Shrinking<'s, 'p> {
    session: &'s mut Session<'p>,
    inputs: &'s NativeInputs,
    ledger: &'s mut Ledger,
    enters: bool,
    /// How good the witness of each goal is, and its values.
    best: BTreeMap<Goal, (Badness, Vec<u64>)>,
    /// The same for the call that begins with an exception at a site.
    roots: BTreeMap<SiteId, (Badness, Vec<u64>)>,
    /// The calls that were made.
    made: BTreeSet<Vec<u64>>,
    judge: Judge<'s>,
    /// The exceptions whose calls must not stray.
    inside: &'s BTreeSet<Goal>,
    refuted: Vec<(Goal, Analysis)>,
}

impl Shrinking<'_, '_> {
    /// Looks at the witnesses that there are.
    fn take_stock(&mut self) {
        for (goal, witness) in self.ledger.witnesses() {
            let badness = Badness::measure(self.inputs, witness, goal);
            self.best.entry(goal).or_insert_with(|| (badness, self.inputs.values(&witness.words)));
        }
        for (site, witness) in self.ledger.root_witnesses() {
            let badness = Badness::measure_root_witness(self.inputs, witness);
            self.roots.insert(site, (badness, self.inputs.values(&witness.words)));
        }
    }

    /// Calls with simple values for all inputs: all combinations of some, where the inputs are few;
    /// else the same for all. What lies in memory stays simple where there are other inputs, for it
    /// may be there only to be written.
    fn first_calls(&self) -> Vec<Vec<u64>> {
        let variables = &self.inputs.space.variables;
        let in_memory = |variable: &InputVariable| {
            self.inputs.outputs.iter().any(|output| output.before == Some(variable.word))
        };
        let all_in_memory = variables.iter().all(in_memory);
        let varied = |variable: &InputVariable| all_in_memory || !in_memory(variable);
        let count = variables.iter().filter(|variable| varied(variable)).count() as u32;
        if self.best.is_empty() || count == 0 {
            return Vec::new();
        }
        let fits = |&each: &usize| each.checked_pow(count).is_some_and(|all| all <= FIRST_CALLS);
        let each = (1..=FIRST_CALLS).take_while(fits).last().unwrap_or(1);
        let tried: Vec<Vec<u64>> = variables
            .iter()
            .map(|variable| match varied(variable) {
                true if each < 3 => first_tried(variable, usize::MAX),
                true => first_tried(variable, each),
                false => first_tried(variable, 1),
            })
            .map(|values| if values.is_empty() { vec![0] } else { values })
            .collect();
        if each < 3 {
            let longest = tried.iter().map(Vec::len).max().unwrap_or(0);
            let pick = |at: usize| -> Vec<u64> {
                tried.iter().map(|values| values[at.min(values.len() - 1)]).collect()
            };
            return (0..longest).map(pick).collect();
        }
        let mut calls: Vec<Vec<u64>> = vec![Vec::new()];
        for values in &tried {
            let extended = |call: &Vec<u64>| -> Vec<Vec<u64>> {
                values.iter().map(|&value| [call.as_slice(), &[value]].concat()).collect()
            };
            calls = calls.iter().flat_map(extended).collect();
        }
        calls
    }

    fn is_in_range(&self, call: &[u64]) -> bool {
        self.inputs
            .space
            .variables
            .iter()
            .zip(call)
            .all(|(variable, &value)| variable.range.admits(variable.kind, value))
    }

    /// Calls that are simpler than the witnesses, no more than can be made.
    fn next_calls(&self, budget: &Budget) -> Vec<Vec<u64>> {
        let known = self.best.values().chain(self.roots.values());
        let witnesses: BTreeSet<&Vec<u64>> = known.map(|(_, values)| values).collect();
        let mut calls = Vec::new();
        for values in witnesses {
            if calls.len() > MOST_CALLS || budget.check(0).is_err() {
                break;
            }
            self.block_calls(values, &mut calls);
            for (index, variable) in self.inputs.space.variables.iter().enumerate().take(SINGLE_INPUTS) {
                calls.extend(simpler(variable, values[index]).into_iter().map(|value| {
                    let mut call = values.clone();
                    call[index] = value;
                    call
                }));
            }
        }
        calls.retain(|call| !self.made.contains(call));
        calls
    }

    /// The call with blocks of its inputs zero, or one: all, halves, quarters, down to single ones,
    /// and all but one of them.
    fn block_calls(&self, values: &[u64], calls: &mut Vec<Vec<u64>>) {
        let variables = &self.inputs.space.variables;
        // What each input may become, for both numbers: costs are dear, and asked for once.
        let simpler = [0.0, 1.0].map(|number| -> Vec<u64> {
            let simpler = |(variable, &value): (&InputVariable, &u64)| {
                let simple = variable.kind.nearest(number);
                if cost(variable.kind, simple) < cost(variable.kind, value) { simple } else { value }
            };
            variables.iter().zip(values).map(simpler).collect()
        });
        let mut push = |replaced: &dyn Fn(usize) -> bool, simpler: &[u64]| {
            let of = |(index, &value): (usize, &u64)| if replaced(index) { simpler[index] } else { value };
            let call: Vec<u64> = values.iter().enumerate().map(of).collect();
            if call != values {
                calls.push(call);
            }
        };
        let mut size = values.len();
        while size > 0 {
            for start in (0..values.len()).step_by(size) {
                for simpler in &simpler {
                    push(&|index| (start..start + size).contains(&index), simpler);
                    push(&|index| !(start..start + size).contains(&index), simpler);
                }
            }
            size = if size == 1 { 0 } else { size.div_ceil(2) };
        }
    }

    /// Makes calls. `false` if there is no time, or no right, to make more.
    fn try_calls(&mut self, calls: Vec<Vec<u64>>, budget: &Budget) -> Result<bool, NativeError> {
        let mut rest = calls.into_iter();
        let (least, most) = BATCHES;
        let mut size = 4 * least;
        loop {
            let mut batch: Vec<Vec<u64>> = Vec::new();
            for call in rest.by_ref() {
                let mut words = Vec::new();
                if self.is_in_range(&call)
                    && self.inputs.space.push(&call, &mut words)
                    && self.made.insert(call)
                {
                    batch.push(words);
                }
                if batch.len() == size {
                    break;
                }
            }
            if batch.is_empty() {
                return Ok(true);
            }
            if self.made.len() > MOST_CALLS || budget.check(0).is_err() {
                return Ok(false);
            }
            let start = WorkInstant::now();
            for witness in self.session.witnesses(self.inputs, &batch, Analysis::Native)? {
                self.consider(witness);
            }
            size = if start.elapsed() < BETWEEN_LOOKS { 2 * size } else { size / 2 }.clamp(least, most);
        }
    }

    /// Takes a call as the witness of whatever it is the best one of.
    fn consider(&mut self, witness: Witness) {
        let (judge, inside) = (self.judge, self.inside);
        if judge.excuses(self.inputs, self.ledger, &witness) {
            return;
        }
        if self.enters {
            self.refuted.extend(self.ledger.witness(&witness));
        }
        if let Some(&(site, _)) = witness.events.first()
            && self.ledger.root_witness_at(site).is_some()
        {
            let badness = Badness::measure_root_witness(self.inputs, &witness);
            if self.roots.get(&site).is_none_or(|(best, _)| badness < *best) {
                self.roots.insert(site, (badness, self.inputs.values(&witness.words)));
                self.ledger.replace_root_witness(&witness);
            }
        }
        let counted = if self.ledger.stops_at_exception() { 1 } else { usize::MAX };
        let mut reran = None;
        let mut strays = || {
            let call = || judge.strays(self.inputs, &witness.words);
            *reran.get_or_insert_with(call)
        };
        // What is the same for all that the call raises is looked at once.
        let (of_call, mut escaping) = (Badness::measure_root_witness(self.inputs, &witness), BTreeMap::new());
        for &goal in witness.events.iter().take(counted) {
            let stays_inside = *escaping
                .entry(goal.1)
                .or_insert_with(|| escapes(&self.inputs.outputs, &witness, goal.1).next().is_none());
            let badness = Badness { stays_inside, comes_later: !witness.is_root(goal), ..of_call };
            let is_better = match self.best.get(&goal) {
                Some((best, _)) => badness < *best,
                None => self.enters && self.ledger.witness_of(goal).is_some(),
            };
            if is_better && !(inside.contains(&goal) && strays()) {
                self.best.insert(goal, (badness, self.inputs.values(&witness.words)));
                let analysis = self.ledger.witness_of(goal).map_or(witness.analysis, |known| known.analysis);
                self.ledger.replace(goal, &Witness { analysis, ..witness.clone() });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returning_and_plain_inputs_come_before_few_digits() {
        let good = Badness {
            ended_otherwise: false,
            not_plain: false,
            stays_inside: false,
            comes_later: false,
            cost: 900,
        };
        assert!(good < Badness { ended_otherwise: true, cost: 0, ..good });
        assert!(good < Badness { not_plain: true, cost: 0, ..good });
        assert!(good < Badness { stays_inside: true, cost: 0, ..good });
        assert!(good < Badness { comes_later: true, cost: 0, ..good });
        assert!(
            Badness { not_plain: true, ..good } > Badness { stays_inside: true, comes_later: true, ..good }
        );
        assert!(Badness { cost: 899, ..good } < good);
    }
}
