//! Exceptions that the user knows of and accepts: by a baseline file, or by a comment in the
//! source.
//!
//! `// ulpwise: allow(underflow) reason` stands on the line of the operation, or of the user's own call
//! of the library that it is in, or alone on the line above. A baseline names function, site and property; what it names and no longer happens is
//! *stale*, and said.

use super::work::{CheckFindings, Checked};
use crate::contracts::ProgramContracts;
use crate::describe::Sources;
use crate::error::DriverError;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use ulpwise_exceptions::{Goal, GoalVerdict};
use ulpwise_finding::{Accepted as Why, BaselineEntry, Property};
use ulpwise_harness::contracts::guard_clause;
use ulpwise_harness::ownership::Ownership;
use ulpwise_interp::{Event, Exception};
use ulpwise_ir::{FunctionId, Location, LocationId, Module, SiteId};

/// What the fields `format` and `version` say.
const FORMAT: &str = "ulpwise-baseline";
const VERSION: u64 = 1;

/// What every version of a baseline begins with.
#[derive(Deserialize)]
struct BaselineHeader {
    format: String,
    version: u64,
}

/// A baseline.
#[derive(Serialize, Deserialize)]
struct BaselineDocument<F> {
    format: String,
    version: u64,
    findings: F,
}

/// How a comment begins.
const COMMENT: &str = "ulpwise: allow(";

/// What is accepted of the findings.
#[derive(Debug, Default)]
pub(super) struct AcceptedFindings {
    findings: BTreeMap<(FunctionId, Goal), Why>,
    /// What the baseline names of the functions that were checked, and did not happen.
    pub(super) stale: Vec<BaselineEntry>,
}

impl AcceptedFindings {
    /// What a baseline and the comments of the source accept.
    pub(super) fn collect(
        findings: &CheckFindings<'_>,
        baseline: Option<&Path>,
        contracts: &ProgramContracts,
    ) -> Result<AcceptedFindings, DriverError> {
        let baseline = baseline.map(read).transpose()?.unwrap_or_default();
        let sources = Sources::new(findings.module);
        let ownership = Ownership::new(findings.module);
        let mut accepted = AcceptedFindings::default();
        let mut seen = BTreeSet::new();
        for checked in &findings.checked {
            for goal in witnessed(checked) {
                let known = known(findings.module, checked.function, goal, contracts);
                let why = match baseline.contains(&known) {
                    true => Some(Why::Baseline),
                    false => {
                        let ranked = checked.known.findings.iter().find(|finding| finding.goal == goal);
                        let event = ranked.and_then(|ranked| ranked.event.as_ref());
                        let lines = commented_lines(findings.module, &ownership, goal.0, event);
                        let own = lines.iter().find_map(|&line| comment(&sources, line, goal.1));
                        let of_function = || allowed_in_function(findings.module, goal, contracts);
                        own.or_else(of_function).map(Why::Comment)
                    }
                };
                seen.insert(known);
                if let Some(why) = why {
                    accepted.findings.insert((checked.function, goal), why);
                }
            }
        }
        let checked: BTreeSet<&str> = findings
            .checked
            .iter()
            .map(|one| findings.module.functions[one.function].name.as_str())
            .collect();
        let stale = baseline
            .into_iter()
            .filter(|known| checked.contains(known.function.as_str()) && !seen.contains(known));
        accepted.stale = stale.collect();
        Ok(accepted)
    }

    /// Why a finding is accepted, if it is.
    pub(super) fn why(&self, function: FunctionId, goal: Goal) -> Option<&Why> {
        self.findings.get(&(function, goal))
    }
}

/// Everything that was found, as a baseline.
pub(super) fn baseline(findings: &CheckFindings<'_>, contracts: &ProgramContracts) -> String {
    let of_function = |checked: &Checked| {
        let function = checked.function;
        let known = |goal| known(findings.module, function, goal, contracts);
        witnessed(checked).map(known).collect::<Vec<_>>()
    };
    let findings: Vec<BaselineEntry> = findings.checked.iter().flat_map(of_function).collect();
    let baseline = BaselineDocument { format: FORMAT.to_owned(), version: VERSION, findings };
    ulpwise_report::json::document(&baseline)
}

fn read(file: &Path) -> Result<BTreeSet<BaselineEntry>, DriverError> {
    let refuse = |what: String| DriverError::UnusableFile {
        option: "--baseline",
        path: file.to_owned(),
        what,
        help: Some("--write-baseline FILE writes one"),
    };
    let text = std::fs::read_to_string(file).map_err(|error| refuse(error.to_string()))?;
    let explain = |error: serde_json::Error| match error.is_data() {
        true => refuse(format!("it is not a baseline of this version: {error}")),
        false => refuse(format!("it is not JSON: {error}")),
    };
    let header: BaselineHeader = serde_json::from_str(&text).map_err(explain)?;
    if header.format != FORMAT || header.version != VERSION {
        return Err(refuse("it is not a baseline of this version".to_owned()));
    }
    let baseline: BaselineDocument<BTreeSet<BaselineEntry>> = serde_json::from_str(&text).map_err(explain)?;
    Ok(baseline.findings)
}

/// The exceptions of a function that have a witness.
fn witnessed(checked: &Checked) -> impl Iterator<Item = Goal> + '_ {
    let is_witness = |(_, verdict): &(Goal, &GoalVerdict)| matches!(verdict, GoalVerdict::Witness(_));
    checked.known.outcome.ledger.entries().filter(is_witness).map(|(goal, _)| goal)
}

fn known(
    module: &Module,
    function: FunctionId,
    (site, exception): Goal,
    contracts: &ProgramContracts,
) -> BaselineEntry {
    let function = module.functions[function].name.clone();
    // Numbers of guards change when a contract is added elsewhere.
    if let Some((guard, clause)) = guard_clause(module, site)
        && let Some(call) = contracts.calls.iter().find(|call| call.guard == guard)
    {
        let property = Property::Contract.id().to_owned();
        return BaselineEntry { function, site: call.name(clause), property };
    }
    BaselineEntry { function, site: module.site_name(site), property: exception.id().to_owned() }
}

/// The reason for which the contract of a site's function accepts an exception anywhere in it.
fn allowed_in_function(
    module: &Module,
    (site, exception): Goal,
    contracts: &ProgramContracts,
) -> Option<String> {
    if guard_clause(module, site).is_some() {
        return None;
    }
    let contract = contracts.get(&module.functions[module.sites[site].function].name)?;
    contract.allows(exception.id()).map(str::to_owned)
}

/// Where a comment may allow an exception: at its site, and at the user's own line that the finding is
/// shown at.
fn commented_lines(
    module: &Module,
    ownership: &Ownership,
    site: SiteId,
    event: Option<&Event>,
) -> Vec<Location> {
    let inlined = |location: Option<LocationId>| {
        let next = |&location: &LocationId| module.locations[location].inlined_at;
        std::iter::successors(location, next).map(|location| module.locations[location])
    };
    let own = module.sites[site].location;
    let calls = event.map_or(&[][..], |event| &event.calls).iter().flat_map(|&(function, inst)| {
        let body = module.functions[function].body.as_ref();
        inlined(body.and_then(|body| *body.locations.get(inst)?))
    });
    let mut all = inlined(own).chain(calls);
    let shown = all.find(|location| location.line > 0 && !ownership.is_library_file(location.file));
    inlined(own).take(1).chain(shown).collect()
}

/// The reason of a comment that allows an exception at a line, or alone on the line above.
fn comment(sources: &Sources<'_>, location: Location, exception: Exception) -> Option<String> {
    let own = sources.text(location.file, location.line).and_then(|line| allowed(&line, exception));
    let above = || {
        let line = sources.text(location.file, location.line.checked_sub(1)?)?;
        let alone = line.trim_start().starts_with(['/', '!', '*', '#']);
        allowed(&line, exception).filter(|_| alone)
    };
    own.or_else(above)
}

/// The reason of the comment on a line, if it names the exception.
fn allowed(line: &str, exception: Exception) -> Option<String> {
    let (_, rest) = line.split_once(COMMENT)?;
    let (names, reason) = rest.split_once(')')?;
    let named = names.split(',').any(|name| name.trim() == exception.id());
    named.then(|| reason.trim().trim_end_matches("*/").trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_name_what_they_allow() {
        let line = "x = a * b; // ulpwise: allow(underflow, overflow) tiny is as good as zero";
        assert_eq!(allowed(line, Exception::Underflow).as_deref(), Some("tiny is as good as zero"));
        assert_eq!(allowed(line, Exception::Invalid), None);
        assert_eq!(allowed("/* ulpwise: allow(invalid) */", Exception::Invalid).as_deref(), Some(""));
        assert_eq!(allowed("! ulpwise: allow(invalid", Exception::Invalid), None);
    }
}
