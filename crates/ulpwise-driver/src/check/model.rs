//! What a run found out as plain data: numbers of the module become source locations, texts and
//! values.

use super::accepted::AcceptedFindings;
use super::certificates::CertifiedGoals;
use super::plot::Plots;
use super::repro_command::ReproCommand;
use super::value::{inputs, value};
use super::work::{CheckFindings, Checked, Work};
use crate::contracts::place;
use crate::describe::operation;
use crate::site_table::SiteTable;
use std::collections::BTreeMap;
use ulpwise_exceptions::{Fate, Goal, GoalVerdict, RankedFinding, TrueValue, Witness};
use ulpwise_finding::{
    Assumption, CallInput, CallOutput, End, Ending, EntryDetail, ExactValue, Finding, FunctionReport,
    LedgerEntry, NotChecked, Property, Questions, Refuted, Run, Trace, Verdict, WitnessCall,
};
use ulpwise_float::{Flags, Format};
use ulpwise_harness::contracts::{GuardedCall, guard_clause};
use ulpwise_harness::names::{readable_text, source_name};
use ulpwise_harness::proof_assumptions;
use ulpwise_interp::{Event, Exception};
use ulpwise_ir::{Module, SiteId, SiteKind};
use ulpwise_native::{CallEnd, VariableKind};

/// The run, with an exit code and a command that are still to be set.
pub(super) fn run(
    findings: &CheckFindings<'_>,
    accepted: &AcceptedFindings,
    plots: Plots,
    warnings: &[String],
    work: &Work<'_>,
    certified: &CertifiedGoals,
) -> Run {
    let module = findings.module;
    let mut builder =
        ReportBuilder { module, places: SiteTable::new(module), accepted, plots, work, certified };
    let functions: Vec<FunctionReport> =
        findings.checked.iter().map(|checked| builder.function(checked, findings.checked.len())).collect();
    let not_checked = findings.refused.iter().map(|refused| NotChecked {
        function: module.functions[refused.function].name.clone(),
        reason: readable_text(&refused.why),
    });
    Run {
        functions,
        not_checked: not_checked.collect(),
        left: findings.left,
        stale: accepted.stale.clone(),
        warnings: warnings.to_vec(),
        ..builder.places.into_run("check")
    }
}

/// The property of an exception.
pub(crate) fn property(exception: Exception) -> Property {
    match exception {
        Exception::Invalid => Property::Invalid,
        Exception::DivideByZero => Property::DivideByZero,
        Exception::Overflow => Property::Overflow,
        Exception::Underflow => Property::Underflow,
        Exception::Inexact => Property::Inexact,
        Exception::IntConversion => Property::IntConversion,
        Exception::Cancellation => Property::Cancellation,
    }
}

/// Makes findings while ledgers are gone through.
struct ReportBuilder<'a> {
    module: &'a Module,
    places: SiteTable<'a>,
    accepted: &'a AcceptedFindings,
    plots: Plots,
    work: &'a Work<'a>,
    certified: &'a CertifiedGoals,
}

impl ReportBuilder<'_> {
    fn function(&mut self, checked: &Checked, functions: usize) -> FunctionReport {
        let outcome = &checked.known.outcome;
        let function = &self.module.functions[checked.function];
        let ranks: BTreeMap<Goal, usize> =
            checked.known.findings.iter().enumerate().map(|(place, finding)| (finding.goal, place)).collect();
        let ledger = outcome.ledger.entries().map(|(goal, given)| LedgerEntry {
            site: self.site(goal.0),
            property: self.property(goal),
            verdict: match given {
                GoalVerdict::Witness(witness) => {
                    let rank = ranks.get(&goal).copied();
                    Verdict::Witness(Box::new(self.finding(checked, goal, witness, rank)))
                }
                GoalVerdict::Proven(analysis) => Verdict::Proven(analysis.id().to_owned()),
                GoalVerdict::Unknown(why) => Verdict::Unknown(readable_text(&why.text)),
            },
            detail: match (given, self.certified.get(&(checked.function, goal))) {
                (GoalVerdict::Unknown(why), _) => EntryDetail::Unknown(why.cause),
                (_, Some(detail)) => EntryDetail::Certificate(detail.clone()),
                (_, None) => EntryDetail::None,
            },
        });
        let ledger = ledger.collect();
        let assumptions = match outcome.ledger.count().proven {
            0 => Vec::new(),
            _ => self.assumptions(checked),
        };
        let remedies = self.work.remedies(checked, functions);
        let refuted = outcome.refuted.iter().map(|(goal, analysis)| Refuted {
            goal: (self.site(goal.0), self.property(*goal)),
            by: analysis.id().to_owned(),
        });
        FunctionReport {
            name: source_name(function),
            linker_name: function.name.clone(),
            ledger,
            locations: outcome.ledger.locations(),
            all_paths: outcome.all_paths,
            paths: outcome.paths,
            questions: Questions {
                sat: outcome.answers.sat,
                unsat: outcome.answers.unsat,
                unknown: outcome.answers.unknown,
            },
            not_native: outcome.not_native.as_deref().map(readable_text),
            not_abstract: outcome.not_abstract.as_deref().map(readable_text),
            remedies,
            assumptions,
            refuted: refuted.collect(),
            seconds: checked.known.seconds,
        }
    }

    fn finding(&mut self, checked: &Checked, goal: Goal, witness: &Witness, rank: Option<usize>) -> Finding {
        let ranked = rank.map(|rank| &checked.known.findings[rank]);
        if let Some((call, clause)) = self.guarded_call(goal.0) {
            return self.broken_contract(checked, goal, witness, ranked, (call, clause));
        }
        let own = (self.site(goal.0), self.property(goal));
        let document = self.work.witness(checked, goal, witness).map(|witness| witness.write());
        let event = ranked.and_then(|ranked| ranked.event.as_ref());
        Finding {
            rank: rank.map(|rank| rank + 1),
            by: witness.analysis.id().to_owned(),
            first: witness.is_root(goal),
            plain: ranked.is_some_and(|ranked| ranked.plain),
            avoidable: ranked.and_then(|ranked| ranked.avoidable),
            strayed: ranked.is_some_and(|ranked| ranked.strayed),
            is_exact: goal.1 == Exception::Underflow
                && event.is_some_and(|event| is_exact(self.module, event)),
            expression: event.map(|event| operation(self.module, event).expression),
            call: self.call(checked, goal.1, witness, event.is_some()),
            trace: ranked.map_or(
                Trace { root: own, propagated: Vec::new(), unlisted: 0, end: End::Unseen },
                |ranked| self.trace(ranked),
            ),
            steps: Vec::new(),
            stack: self.calls(checked, goal.0, event),
            outputs: ranked.map_or_else(Vec::new, |ranked| outputs(checked, ranked, witness)),
            digits: None,
            accepted: self.accepted.why(checked.function, goal).cloned(),
            document,
            plot: self.plots.remove(&(checked.function, goal)),
        }
    }

    /// The call that a site of a guard looks at, and the number of the clause.
    fn guarded_call(&self, site: SiteId) -> Option<(GuardedCall, usize)> {
        let (guard, clause) = guard_clause(self.module, site)?;
        let calls = &self.work.options.contracts.calls;
        Some((calls.iter().find(|call| call.guard == guard)?.clone(), clause))
    }

    /// The number of a site, which stands for a call where it is a guard's.
    fn site(&mut self, id: SiteId) -> usize {
        match self.guarded_call(id) {
            Some((call, clause)) => self.places.contract(id, &call, clause),
            None => self.places.site(id),
        }
    }

    fn property(&self, (site, exception): Goal) -> Property {
        match guard_clause(self.module, site) {
            Some(_) => Property::Contract,
            None => property(exception),
        }
    }

    /// What the proofs about a function take for granted.
    fn assumptions(&self, checked: &Checked) -> Vec<Assumption> {
        let mut assumed = proof_assumptions(self.module, checked.function, &checked.inputs.entry);
        let name = &self.module.functions[checked.function].name;
        assumed.extend(self.work.options.contracts.assumptions(name));
        assumed
    }

    /// A finding of a call whose arguments a contract excludes.
    fn broken_contract(
        &mut self,
        checked: &Checked,
        goal: Goal,
        witness: &Witness,
        ranked: Option<&RankedFinding>,
        (call, clause): (GuardedCall, usize),
    ) -> Finding {
        let own = (self.site(goal.0), Property::Contract);
        let event = ranked.and_then(|ranked| ranked.event.as_ref());
        // The call of the guard stands where that of the function does.
        let mut stack = self.calls(checked, goal.0, event);
        if event.is_some() && stack.len() > 1 {
            stack.remove(1);
        }
        let broken = call.clauses.get(clause);
        let text = broken.map(|clause| format!("breaks `{}` ({})", clause.text, place(clause)));
        Finding {
            rank: ranked.map(|ranked| self.rank_of(checked, ranked)),
            by: witness.analysis.id().to_owned(),
            first: true,
            plain: ranked.is_some_and(|ranked| ranked.plain),
            avoidable: None,
            strayed: false,
            is_exact: false,
            expression: text,
            call: WitnessCall { again: None, ..self.call(checked, goal.1, witness, true) },
            trace: Trace { root: own, propagated: Vec::new(), unlisted: 0, end: End::Unseen },
            steps: Vec::new(),
            stack: if stack.len() > 1 { stack } else { Vec::new() },
            outputs: Vec::new(),
            digits: None,
            accepted: self.accepted.why(checked.function, goal).cloned(),
            document: None,
            plot: None,
        }
    }

    fn rank_of(&self, checked: &Checked, ranked: &RankedFinding) -> usize {
        checked.known.findings.iter().position(|one| one.goal == ranked.goal).map_or(1, |at| at + 1)
    }

    /// The calls under way. Where the interpreter did not see the exception, the function that is
    /// checked stands for those of it that lead to another one's operation.
    fn calls(&mut self, checked: &Checked, site: SiteId, event: Option<&Event>) -> Vec<usize> {
        let mut calls = self.places.calls_around(site, event);
        if event.is_none() && self.module.sites[site].function != checked.function {
            if calls.is_empty() {
                calls.push(self.site(site));
            }
            calls.push(self.places.of_function(checked.function, "function"));
        }
        calls
    }

    fn trace(&mut self, ranked: &RankedFinding) -> Trace {
        let (root, exception) = ranked.trace.root;
        Trace {
            root: (self.site(root), self.property((root, exception))),
            propagated: ranked.trace.propagated.iter().map(|&site| self.site(site)).collect(),
            unlisted: ranked.trace.unlisted,
            end: match &ranked.trace.fate {
                Fate::Escaped(_) => End::Escaped,
                Fate::Killed(site) => End::Killed(site.map(|site| self.places.site(site))),
                Fate::Unseen => End::Unseen,
            },
        }
    }

    /// `seen` tells whether the interpreter saw the exception.
    fn call(&self, checked: &Checked, exception: Exception, witness: &Witness, seen: bool) -> WitnessCall {
        let function = &self.module.functions[checked.function];
        let native = checked.inputs.native.as_ref().ok();
        let inputs: Vec<CallInput> = native.map_or_else(Vec::new, |native| inputs(native, &witness.words));
        let arguments = self.work.options;
        // What the arguments of `ulpwise run` cannot say, and what it does not follow.
        let caught = !seen && self.module.may_catch();
        let sayable = !arguments.ftz && arguments.setup.is_empty() && !caught;
        let again = native.filter(|_| sayable).and_then(|native| {
            let call = ReproCommand {
                module: self.module,
                program: &arguments.program,
                function: checked.function,
                native,
                on_request: Some(exception).filter(|exception| exception.is_on_request()),
            };
            call.command(&inputs, witness.rounding)
        });
        WitnessCall {
            function: source_name(function),
            inputs,
            rounding: witness.rounding.id().to_owned(),
            ending: ending(witness.end),
            again,
        }
    }
}

/// Whether an operation rounded nothing. The flags of library functions do not say that.
fn is_exact(module: &Module, event: &Event) -> bool {
    let is_rounded_once = match module.sites[event.site].kind {
        SiteKind::Binary(..)
        | SiteKind::Unary(..)
        | SiteKind::Fma(_)
        | SiteKind::Convert(..)
        | SiteKind::FromInt(_) => true,
        SiteKind::Compare(_) | SiteKind::ToInt(_) | SiteKind::Libm(..) => false,
    };
    is_rounded_once && !event.flags.contains(Flags::INEXACT) && !event.flags.contains(Flags::UNDERFLOW)
}

/// How a call ended.
pub(super) fn ending(end: CallEnd) -> Ending {
    match end {
        CallEnd::Returned => Ending::Returned,
        CallEnd::TimedOut => Ending::TimedOut,
        CallEnd::Exited(code) => Ending::Exited(code),
        CallEnd::Signal(signal) => Ending::Signal(signal),
    }
}

/// The floats that the call gives back.
fn outputs(checked: &Checked, ranked: &RankedFinding, witness: &Witness) -> Vec<CallOutput> {
    let Ok(native) = &checked.inputs.native else { return Vec::new() };
    let one = |(place, output): (usize, &ulpwise_harness::Output)| {
        Some(CallOutput {
            name: output.name.clone(),
            value: value(VariableKind::Float(output.format), witness.output_bits(output)? as u64),
            escapes: matches!(&ranked.trace.fate, Fate::Escaped(outputs) if outputs.contains(&place)),
            truth: ranked.true_values.iter().find(|value| value.output == place).map(truth),
        })
    };
    native.outputs.iter().enumerate().filter_map(one).collect()
}

/// A true value, as far as a double can show it.
fn truth(right: &TrueValue) -> ExactValue {
    if !right.is_settled {
        return ExactValue::not_known();
    }
    let words = match right.nearest {
        nearest if nearest.is_nan() => Some("no number"),
        nearest if nearest.is_infinite() => Some("too large, or infinite"),
        nearest if nearest == 0.0 && !right.is_ordinary => Some("smaller than every double"),
        _ => None,
    };
    ExactValue {
        decimal: value(VariableKind::Float(Format::F64), right.nearest.to_bits()).decimal,
        words: words.map(str::to_owned),
        ordinary: right.is_ordinary,
    }
}
