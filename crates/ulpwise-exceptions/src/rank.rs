//! Ranking: what a person should look at first, and what only follows from something else.
//!
//! Harm counts points: for inputs of plain magnitudes, for an exceptional value that escapes into
//! what the call gives back, for a true result that is an ordinary number. Among equals invalid
//! operations, divisions by zero, overflows and conversions come before underflows. An underflow
//! that does not escape, or that is right because the true result is as small, comes after
//! everything else, whatever its points; and still later what native code does after it accessed
//! memory that it must not.

use crate::classify::{TrueValue, is_avoidable, true_values, unknown_values};
use crate::ledger::{Goal, Ledger, Witness};
use crate::rerun::{Reran, Rerun};
use crate::schedule::CheckSubject;
use crate::session::Session;
use crate::simple::is_plain;
use crate::trace::{Fate, Trace, trace};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use ulpwise_base::Budget;
use ulpwise_harness::{NativeInputs, has_unfollowed_arithmetic, means_rounding};
use ulpwise_interp::{Event, Exception};
use ulpwise_native::CallEnd;

/// How long calls are made again, with shadow values and in the interpreter: half of the time that
/// is left each, at least and at most this.
const TIME: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(2));

/// What is known of an exception that has a witness.
#[derive(Clone, Debug)]
pub struct RankedFinding {
    /// The exception.
    pub goal: Goal,
    /// Whether all inputs have magnitudes that people work with, or are zero.
    pub plain: bool,
    /// Whether it is the root exception of its call.
    pub is_root: bool,
    /// The way of the exceptional value.
    pub trace: Trace,
    /// Whether the true result is an ordinary number, if that is known.
    pub avoidable: Option<bool>,
    /// What the call would give back without rounding and without bounds of the exponent, as far as
    /// known.
    pub true_values: Vec<TrueValue>,
    /// Whether the call accesses memory that it must not access before it raises the exception:
    /// whatever follows natively is chance.
    pub strayed: bool,
    /// The exception with the operands of its first time, as far as the interpreter came to it.
    pub event: Option<Event>,
}

impl RankedFinding {
    fn escapes(&self) -> bool {
        matches!(self.trace.fate, Fate::Escaped(_))
    }

    /// Whether it is an underflow that does no harm.
    fn is_harmless(&self) -> bool {
        self.goal.1 == Exception::Underflow && (!self.escapes() || self.avoidable == Some(false))
    }

    /// The points.
    fn harm(&self) -> u32 {
        let avoidable = match self.avoidable {
            Some(true) => 2,
            None => 1,
            Some(false) => 0,
        };
        2 * u32::from(self.plain) + 3 * u32::from(self.escapes()) + avoidable
    }

    /// What comes first is smaller.
    fn order(&self) -> ((bool, bool), Reverse<u32>, u32, bool, Goal) {
        let severity = match self.goal.1 {
            Exception::Invalid => 0,
            Exception::DivideByZero => 1,
            Exception::Overflow => 2,
            Exception::IntConversion => 3,
            Exception::Underflow => 4,
            Exception::Cancellation => 5,
            Exception::Inexact => 6,
        };
        ((self.strayed, self.is_harmless()), Reverse(self.harm()), severity, !self.is_root, self.goal)
    }
}

/// The exceptions of a ledger that have witnesses, the most harmful first.
pub fn rank(
    subject: &CheckSubject<'_>,
    session: &mut Session<'_>,
    rerun: Rerun<'_>,
    ledger: &Ledger,
    budget: &Budget,
) -> Vec<RankedFinding> {
    let Ok(inputs) = &subject.inputs.native else { return Vec::new() };
    let witnesses: Vec<(Goal, &Witness)> = ledger.witnesses().collect();
    let calls: Vec<&Witness> = witnesses.iter().map(|(_, witness)| *witness).collect();
    let mut is_real = means_rounding(subject.module, subject.function).is_none();
    if !calls.is_empty() && !inputs.outputs.is_empty() && is_real {
        session.prepare_shadows(Some(budget));
        let missing = session.without_shadows().unwrap_or_default();
        is_real = !has_unfollowed_arithmetic(subject.module, subject.function, missing);
    }
    let (least, most) = TIME;
    let half = budget.time_left().map_or(most, |left| left / 2).clamp(least, most);
    let right = match is_real {
        true => true_values(session, inputs, &calls, &budget.clone().with_time(half), budget),
        false => {
            let returned = calls.iter().filter(|witness| witness.end == CallEnd::Returned);
            returned.map(|witness| (witness.words.clone(), unknown_values(inputs))).collect()
        }
    };
    let reruns = reruns(subject, rerun, inputs, &calls, &budget.clone().with_time(half));
    let unseen = Reran::default();
    let finding = |(goal, witness): (Goal, &Witness)| {
        let rerun = reruns.get(witness.words.as_slice()).unwrap_or(&unseen);
        let mut trace = trace(subject.module, inputs, witness, rerun, goal);
        let values = right.get(&witness.words);
        if goal.1 == Exception::Underflow {
            forget_true_zeros(&mut trace, values.map_or(&[], Vec::as_slice));
        }
        let escaped = if let Fate::Escaped(outputs) = &trace.fate { outputs.as_slice() } else { &[] };
        RankedFinding {
            goal,
            plain: has_plain_inputs(inputs, witness),
            is_root: witness.is_root(goal),
            avoidable: is_avoidable(&escaped.iter().copied().collect(), values),
            true_values: values.cloned().unwrap_or_default(),
            strayed: rerun.strays_before(goal),
            event: rerun.event(goal).cloned(),
            trace,
        }
    };
    let mut findings: Vec<RankedFinding> = witnesses.into_iter().map(finding).collect();
    findings.sort_by_key(RankedFinding::order);
    findings
}

/// The findings of two checks of the same function under other circumstances, the most harmful
/// first. Of those on the same exception the first check's stays.
pub fn join(mut findings: Vec<RankedFinding>, others: Vec<RankedFinding>) -> Vec<RankedFinding> {
    let known: BTreeSet<Goal> = findings.iter().map(|finding| finding.goal).collect();
    findings.extend(others.into_iter().filter(|other| !known.contains(&other.goal)));
    findings.sort_by_key(RankedFinding::order);
    findings
}

/// Findings with the same root, the most harmful first; of the groups, too.
pub fn groups(findings: &[RankedFinding]) -> Vec<Vec<&RankedFinding>> {
    let mut places: BTreeMap<Goal, usize> = BTreeMap::new();
    let mut groups: Vec<Vec<&RankedFinding>> = Vec::new();
    for finding in findings {
        let place = *places.entry(finding.trace.root).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Vec::new());
        }
        groups[place].push(finding);
    }
    groups
}

/// A zero that is zero in truth is not what an underflow left behind.
fn forget_true_zeros(trace: &mut Trace, values: &[TrueValue]) {
    if let Fate::Escaped(outputs) = &mut trace.fate {
        let is_zero = |value: &TrueValue| value.nearest == 0.0 && value.is_ordinary && value.is_settled;
        outputs.retain(|&output| !values.iter().any(|value| value.output == output && is_zero(value)));
        if outputs.is_empty() {
            trace.fate = Fate::Killed(None);
        }
    }
}

/// Whether all inputs of a call have magnitudes that people work with.
pub(crate) fn has_plain_inputs(inputs: &NativeInputs, witness: &Witness) -> bool {
    let values = inputs.values(&witness.words);
    inputs.space.variables.iter().zip(values).all(|(variable, value)| is_plain(variable.kind, value))
}

/// What the interpreter says of the calls, as far as the time allows.
fn reruns<'w>(
    subject: &CheckSubject<'_>,
    rerun: Rerun<'_>,
    inputs: &NativeInputs,
    calls: &[&'w Witness],
    budget: &Budget,
) -> BTreeMap<&'w [u64], Reran> {
    let function = subject.inputs.entry.function;
    let mut reruns: BTreeMap<&[u64], Reran> = BTreeMap::new();
    for witness in calls {
        if budget.check(0).is_err() {
            break;
        }
        reruns
            .entry(&witness.words)
            .or_insert_with(|| rerun.call_within(function, inputs, &witness.words, budget));
    }
    reruns
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_base::Id;
    use ulpwise_ir::SiteId;

    fn finding(site: u32, exception: Exception, fate: Fate) -> RankedFinding {
        let goal = (SiteId::new(site), exception);
        RankedFinding {
            goal,
            plain: false,
            is_root: true,
            trace: Trace { root: goal, propagated: Vec::new(), unlisted: 0, fate },
            avoidable: None,
            true_values: Vec::new(),
            strayed: false,
            event: None,
        }
    }

    fn sorted(mut findings: Vec<RankedFinding>) -> Vec<u32> {
        findings.sort_by_key(RankedFinding::order);
        findings.iter().map(|finding| finding.goal.0.index() as u32).collect()
    }

    #[test]
    fn harm_decides_then_severity_and_quiet_underflows_come_last() {
        let escaped = || Fate::Escaped(vec![0]);
        let killed = || Fate::Killed(None);
        let worst = RankedFinding {
            plain: true,
            avoidable: Some(true),
            ..finding(0, Exception::Overflow, escaped())
        };
        let right = RankedFinding {
            plain: true,
            avoidable: Some(false),
            ..finding(1, Exception::Overflow, escaped())
        };
        let far = RankedFinding { avoidable: Some(true), ..finding(2, Exception::Invalid, escaped()) };
        let quiet = RankedFinding {
            plain: true,
            avoidable: Some(true),
            ..finding(4, Exception::Underflow, killed())
        };
        let tiny = RankedFinding {
            plain: true,
            avoidable: Some(false),
            ..finding(5, Exception::Underflow, escaped())
        };
        let swallowed = finding(3, Exception::Overflow, killed());
        assert_eq!(sorted(vec![quiet, tiny, swallowed, far, right, worst]), [0, 2, 1, 3, 5, 4]);
    }

    #[test]
    fn what_follows_from_one_event_is_one_group() {
        let escaped = || Fate::Escaped(vec![0]);
        let root = finding(0, Exception::Overflow, escaped());
        let other = finding(7, Exception::DivideByZero, escaped());
        let mut follower = finding(3, Exception::Invalid, escaped());
        follower.trace.root = root.goal;
        let findings = [follower, other, root];
        let groups: Vec<usize> = groups(&findings).iter().map(Vec::len).collect();
        assert_eq!(groups, [2, 1]);
    }
}
