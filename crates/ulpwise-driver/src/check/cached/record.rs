//! What is known of a function as text of the cache. Operations and calls are known by the names of
//! their functions and their places within these, so that other code may come and go.
//!
//! What does not fit the program, entry for entry, is refused as a whole.

use crate::check::store::{FunctionRecord, end_from_text, end_to_text, parse_analysis, parse_exception};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};
use ulpwise_base::Id;
use ulpwise_exceptions::{
    CheckOutcome, Fate, Goal, GoalVerdict, Ledger, RankedFinding, Trace, TrueValue, Unknown, Witness,
};
use ulpwise_finding::UnknownCause;
use ulpwise_float::Flags;
use ulpwise_host::RoundingMode;
use ulpwise_interp::Event;
use ulpwise_ir::{FunctionId, InstId, Module, SiteId};
use ulpwise_symex::Answers;

/// An operation: the number of its function's name, and its place among that function's.
type SiteName = (usize, u32);

/// An operation and an exception.
type GoalName = (SiteName, String);

#[derive(Serialize, Deserialize)]
struct CachedFunction {
    seconds: f64,
    slices: u64,
    all_paths: bool,
    paths: u64,
    answers: [u64; 3],
    not_native: Option<String>,
    not_abstract: Option<String>,
    /// The names of the functions that the others mention by number.
    functions: Vec<String>,
    calls: Vec<CachedCall>,
    verdicts: Vec<(GoalName, CachedVerdict)>,
    findings: Vec<CachedFinding>,
}

#[derive(Serialize, Deserialize)]
enum CachedVerdict {
    Witness(usize),
    Proven(String),
    Unknown(String, String),
}

#[derive(Serialize, Deserialize)]
struct CachedCall {
    analysis: String,
    rounding: String,
    words: Vec<u64>,
    end: (String, i32),
    output: Vec<u64>,
    events: Vec<GoalName>,
}

#[derive(Serialize, Deserialize)]
struct CachedFinding {
    goal: GoalName,
    plain: bool,
    is_root: bool,
    root: GoalName,
    propagated: Vec<SiteName>,
    unlisted: usize,
    fate: CachedFate,
    avoidable: Option<bool>,
    true_values: Vec<(usize, u64, bool, bool)>,
    strayed: bool,
    event: Option<CachedEvent>,
}

#[derive(Serialize, Deserialize)]
enum CachedFate {
    Escaped(Vec<usize>),
    Killed(Option<SiteName>),
    Unseen,
}

#[derive(Serialize, Deserialize)]
struct CachedEvent {
    flags: u8,
    count: u64,
    result: String,
    operands: Vec<String>,
    calls: Vec<(usize, usize)>,
}

/// The names of the operations of a module.
pub(super) struct SiteNames<'m> {
    module: &'m Module,
    functions: HashMap<&'m str, FunctionId>,
}

impl<'m> SiteNames<'m> {
    pub(super) fn new(module: &'m Module) -> SiteNames<'m> {
        SiteNames { module, functions: module.functions_by_name() }
    }
}

/// Writes what is known of a function.
pub(super) fn write(names: &SiteNames<'_>, known: &FunctionRecord) -> String {
    let mut writer = RecordWriter { module: names.module, functions: Vec::new(), numbers: HashMap::new() };
    let CheckOutcome { ledger, all_paths, paths, answers, not_native, not_abstract, refuted: _ } =
        &known.outcome;
    let mut calls: Vec<&Witness> = ledger.root_witnesses().map(|(_, first)| first).collect();
    let mut numbers: HashMap<(Vec<u64>, RoundingMode), Vec<usize>> = HashMap::new();
    for (number, call) in calls.iter().enumerate() {
        numbers.entry((call.words.clone(), call.rounding)).or_default().push(number);
    }
    let mut verdicts = Vec::new();
    for (goal, verdict) in ledger.entries() {
        let verdict = match verdict {
            GoalVerdict::Witness(witness) => {
                let same = numbers.entry((witness.words.clone(), witness.rounding)).or_default();
                let known = same.iter().copied().find(|&number| calls[number] == witness);
                CachedVerdict::Witness(known.unwrap_or_else(|| {
                    same.push(calls.len());
                    calls.push(witness);
                    calls.len() - 1
                }))
            }
            GoalVerdict::Proven(analysis) => CachedVerdict::Proven(analysis.id().to_owned()),
            GoalVerdict::Unknown(why) => CachedVerdict::Unknown(why.cause.id().to_owned(), why.text.clone()),
        };
        verdicts.push((writer.goal(goal), verdict));
    }
    let calls = calls.into_iter().map(|call| writer.call(call)).collect();
    let findings = known.findings.iter().map(|finding| writer.finding(finding)).collect();
    let record = CachedFunction {
        seconds: known.seconds,
        slices: known.slices,
        all_paths: *all_paths,
        paths: *paths,
        answers: [answers.sat, answers.unsat, answers.unknown],
        not_native: not_native.clone(),
        not_abstract: not_abstract.clone(),
        functions: writer.functions,
        calls,
        verdicts,
        findings,
    };
    serde_json::to_string(&record).unwrap_or_default()
}

struct RecordWriter<'m> {
    module: &'m Module,
    functions: Vec<String>,
    numbers: HashMap<FunctionId, usize>,
}

impl RecordWriter<'_> {
    fn function(&mut self, function: FunctionId) -> usize {
        let functions = &mut self.functions;
        *self.numbers.entry(function).or_insert_with(|| {
            functions.push(self.module.functions[function].name.clone());
            functions.len() - 1
        })
    }

    fn site(&mut self, site: SiteId) -> SiteName {
        let site = &self.module.sites[site];
        (self.function(site.function), site.ordinal)
    }

    fn goal(&mut self, (site, exception): Goal) -> GoalName {
        (self.site(site), exception.id().to_owned())
    }

    fn call(&mut self, call: &Witness) -> CachedCall {
        let (end, code) = end_to_text(call.end);
        CachedCall {
            analysis: call.analysis.id().to_owned(),
            rounding: call.rounding.id().to_owned(),
            words: call.words.clone(),
            end: (end.to_owned(), code),
            output: call.output.clone(),
            events: call.events.iter().map(|&goal| self.goal(goal)).collect(),
        }
    }

    fn finding(&mut self, finding: &RankedFinding) -> CachedFinding {
        let RankedFinding { goal, plain, is_root, trace, avoidable, true_values, strayed, event } = finding;
        let Trace { root, propagated, unlisted, fate } = trace;
        let values = true_values.iter().map(|value| {
            let TrueValue { output, nearest, is_ordinary, is_settled } = *value;
            (output, nearest.to_bits(), is_ordinary, is_settled)
        });
        CachedFinding {
            goal: self.goal(*goal),
            plain: *plain,
            is_root: *is_root,
            root: self.goal(*root),
            propagated: propagated.iter().map(|&site| self.site(site)).collect(),
            unlisted: *unlisted,
            fate: match fate {
                Fate::Escaped(outputs) => CachedFate::Escaped(outputs.clone()),
                Fate::Killed(site) => CachedFate::Killed(site.map(|site| self.site(site))),
                Fate::Unseen => CachedFate::Unseen,
            },
            avoidable: *avoidable,
            true_values: values.collect(),
            strayed: *strayed,
            event: event.as_ref().map(|event| self.event(event)),
        }
    }

    fn event(&mut self, event: &Event) -> CachedEvent {
        let Event { site: _, exception: _, flags, operands, result, count, calls } = event;
        CachedEvent {
            flags: flags.bits(),
            count: *count,
            result: result.to_string(),
            operands: operands.iter().map(u128::to_string).collect(),
            calls: calls.iter().map(|&(function, inst)| (self.function(function), inst.index())).collect(),
        }
    }
}

/// Reads what is known of a function whose ledger is still empty; nothing if it does not fit.
pub(super) fn read(text: &str, names: &SiteNames<'_>, mut ledger: Ledger) -> Option<FunctionRecord> {
    let record: CachedFunction = serde_json::from_str(text).ok()?;
    let functions = record.functions.iter().map(|name| names.functions.get(name.as_str()).copied());
    let reader = RecordReader { module: names.module, functions: functions.collect::<Option<_>>()? };
    let calls: Vec<Witness> = record.calls.iter().map(|call| reader.call(call)).collect::<Option<_>>()?;
    for call in &calls {
        ledger.witness(call);
    }
    let wanted: BTreeSet<Goal> = ledger.entries().map(|(goal, _)| goal).collect();
    let mut given = BTreeSet::new();
    for (goal, verdict) in &record.verdicts {
        let goal = reader.goal(goal)?;
        given.insert(goal);
        match verdict {
            CachedVerdict::Witness(number) => ledger.replace(goal, calls.get(*number)?),
            CachedVerdict::Proven(analysis) => ledger.prove(goal, parse_analysis(analysis)?),
            CachedVerdict::Unknown(cause, text) => {
                ledger.explain(goal, &Unknown::new(UnknownCause::from_id(cause)?, text.clone()));
            }
        }
    }
    if given != wanted {
        return None;
    }
    let findings = record.findings.iter().map(|finding| reader.finding(finding)).collect::<Option<_>>()?;
    let [sat, unsat, unknown] = record.answers;
    let outcome = CheckOutcome {
        ledger,
        all_paths: record.all_paths,
        paths: record.paths,
        answers: Answers { sat, unsat, unknown },
        not_native: record.not_native,
        not_abstract: record.not_abstract,
        refuted: Vec::new(),
    };
    Some(FunctionRecord { outcome, findings, seconds: record.seconds, slices: record.slices })
}

struct RecordReader<'m> {
    module: &'m Module,
    functions: Vec<FunctionId>,
}

impl RecordReader<'_> {
    fn site(&self, &(function, ordinal): &SiteName) -> Option<SiteId> {
        let function = *self.functions.get(function)?;
        let (site, found) = self.module.sites_of(function).nth(ordinal as usize)?;
        (found.ordinal == ordinal).then_some(site)
    }

    fn goal(&self, (site, exception): &GoalName) -> Option<Goal> {
        Some((self.site(site)?, parse_exception(exception)?))
    }

    fn call(&self, call: &CachedCall) -> Option<Witness> {
        let (end, code) = &call.end;
        Some(Witness {
            analysis: parse_analysis(&call.analysis)?,
            rounding: RoundingMode::from_id(&call.rounding)?,
            words: call.words.clone(),
            end: end_from_text(end, *code),
            output: call.output.clone(),
            events: call.events.iter().map(|goal| self.goal(goal)).collect::<Option<_>>()?,
        })
    }

    fn finding(&self, finding: &CachedFinding) -> Option<RankedFinding> {
        let goal = self.goal(&finding.goal)?;
        let fate = match &finding.fate {
            CachedFate::Escaped(outputs) => Fate::Escaped(outputs.clone()),
            CachedFate::Killed(None) => Fate::Killed(None),
            CachedFate::Killed(Some(site)) => Fate::Killed(Some(self.site(site)?)),
            CachedFate::Unseen => Fate::Unseen,
        };
        let propagated = finding.propagated.iter().map(|site| self.site(site)).collect::<Option<_>>()?;
        let root = self.goal(&finding.root)?;
        let value = |&(output, nearest, is_ordinary, is_settled): &(usize, u64, bool, bool)| TrueValue {
            output,
            nearest: f64::from_bits(nearest),
            is_ordinary,
            is_settled,
        };
        let event = match &finding.event {
            None => None,
            Some(event) => Some(self.event(goal, event)?),
        };
        Some(RankedFinding {
            goal,
            plain: finding.plain,
            is_root: finding.is_root,
            trace: Trace { root, propagated, unlisted: finding.unlisted, fate },
            avoidable: finding.avoidable,
            true_values: finding.true_values.iter().map(value).collect(),
            strayed: finding.strayed,
            event,
        })
    }

    fn event(&self, (site, exception): Goal, event: &CachedEvent) -> Option<Event> {
        let call = |&(function, inst): &(usize, usize)| {
            let function = *self.functions.get(function)?;
            let inst = InstId::from_index(inst);
            self.module.functions[function].body.as_ref()?.insts.get(inst)?;
            Some((function, inst))
        };
        Some(Event {
            site,
            exception,
            flags: Flags::from_bits_truncate(event.flags),
            operands: event.operands.iter().map(|bits| bits.parse().ok()).collect::<Option<_>>()?,
            result: event.result.parse().ok()?,
            count: event.count,
            calls: event.calls.iter().map(call).collect::<Option<_>>()?,
        })
    }
}
