//! A run: what was looked at, and the ledger of each function.

use crate::assumption::Assumption;
use crate::detail::{EntryDetail, ErrorBound, RunDetail};
use crate::finding::Finding;
use crate::level::{Level, Threshold};
use crate::property::Property;
use crate::unknown::UnknownCause;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// An exception at a site of [`Run::sites`].
pub type LedgerKey = (usize, Property);

/// A source file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    /// The path as users know it: from the working directory, where the file lies below that.
    pub path: String,
    /// The whole path.
    pub absolute: String,
    /// Its lines as they are now, without line ends; `None` if it is gone. Bytes that are no UTF-8
    /// are replaced. They are read again where a run is.
    #[serde(skip)]
    pub lines: Option<Vec<String>>,
    /// Whether it is a library's or a toolchain's, and not the user's own.
    pub is_library: bool,
}

impl SourceFile {
    /// A line, counted from 1.
    pub fn line(&self, number: u32) -> Option<&str> {
        let at = (number as usize).checked_sub(1)?;
        self.lines.as_ref()?.get(at).map(String::as_str)
    }
}

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceSpan {
    /// Its file among [`Run::files`].
    pub file: usize,
    /// From 1.
    pub line: u32,
    /// In bytes of the file, from 1; 0 is the whole line.
    pub column: u32,
    /// The operation within the text of the line; `None` where the line is gone or another.
    pub span: Option<Range<usize>>,
}

/// A floating-point operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperationSite {
    /// The stable name: the linker's name of the function and the operation's number in it.
    pub id: String,
    /// The same with the source's name of the function.
    pub name: String,
    /// The function that it stands in, as its source calls it.
    pub function: String,
    /// What it is: `addition in double`.
    pub operation: String,
    /// Where; `None` without debug information.
    pub place: Option<SourceSpan>,
}

/// What is known about an exception at a site.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Verdict {
    /// This call raises it.
    Witness(Box<Finding>),
    /// No input raises it; the analysis that proves it.
    Proven(String),
    /// Neither is known; why.
    Unknown(String),
}

impl Verdict {
    /// The stable id.
    pub const fn id(&self) -> &'static str {
        match self {
            Self::Witness(_) => "witness",
            Self::Proven(_) => "proven",
            Self::Unknown(_) => "unknown",
        }
    }

    /// The witness, if it is one.
    pub fn finding(&self) -> Option<&Finding> {
        if let Self::Witness(finding) = self { Some(finding) } else { None }
    }
}

/// An entry of a ledger.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LedgerEntry {
    /// The site among [`Run::sites`].
    pub site: usize,
    /// What can go wrong there.
    pub property: Property,
    /// Whether it does.
    pub verdict: Verdict,
    /// What the command knows besides.
    pub detail: EntryDetail,
}

impl LedgerEntry {
    /// Why it is undecided, if it is and the command says so.
    pub fn unknown_cause(&self) -> Option<UnknownCause> {
        match &self.detail {
            EntryDetail::Unknown(cause) => Some(*cause),
            EntryDetail::None
            | EntryDetail::Accuracy(_)
            | EntryDetail::Stability(_)
            | EntryDetail::Failure(_)
            | EntryDetail::Event(_)
            | EntryDetail::Certificate(_) => None,
        }
    }
}

/// How many entries have which verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerdictCounts {
    /// Witnesses.
    pub witnesses: usize,
    /// Proofs.
    pub proven: usize,
    /// Neither.
    pub unknown: usize,
}

impl VerdictCounts {
    fn add(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Witness(_) => self.witnesses += 1,
            Verdict::Proven(_) => self.proven += 1,
            Verdict::Unknown(_) => self.unknown += 1,
        }
    }
}

/// How often the solver answered what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Questions {
    /// An input exists.
    pub sat: u64,
    /// None exists.
    pub unsat: u64,
    /// It could not decide.
    pub unknown: u64,
}

/// Something that was called proven and then happened: a bug of ulpwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refuted {
    /// The exception.
    pub goal: LedgerKey,
    /// Who had called it proven.
    pub by: String,
}

/// A function that was looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FunctionReport {
    /// The source's name.
    pub name: String,
    /// The linker's name.
    pub linker_name: String,
    /// Every operation that it can come to, every exception that the operation can raise, and the
    /// verdict.
    pub ledger: Vec<LedgerEntry>,
    /// Operations that raise something, and pairs of an input that was found and such an operation.
    pub locations: (usize, usize),
    /// Whether every path was followed, and how many were.
    pub all_paths: bool,
    /// How many paths were followed.
    pub paths: u64,
    /// What the solver was asked.
    pub questions: Questions,
    /// Why it could not be run natively, if it could not.
    pub not_native: Option<String>,
    /// Why abstract interpretation proved nothing, if it did not.
    pub not_abstract: Option<String>,
    /// Options with which more would be decided, as far as that was tried; the best first.
    pub remedies: Vec<Remedy>,
    /// What its proofs take for granted; empty without proofs.
    pub assumptions: Vec<Assumption>,
    /// Bugs of ulpwise.
    pub refuted: Vec<Refuted>,
    /// How long it took.
    pub seconds: f64,
}

/// An option with which more of a function would be decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remedy {
    /// The option, as it is written on the command line.
    pub option: String,
    /// How many of the unknown would be proven with it.
    pub decides: usize,
}

impl FunctionReport {
    /// Its findings with what they are about, the most harmful first; those without a rank come
    /// last.
    pub fn findings(&self) -> Vec<(LedgerKey, &Finding)> {
        let found = |entry: &'_ LedgerEntry| -> Option<LedgerKey> {
            entry.verdict.finding().map(|_| (entry.site, entry.property))
        };
        let mut findings: Vec<(LedgerKey, &Finding)> =
            self.ledger.iter().filter_map(|entry| Some((found(entry)?, entry.verdict.finding()?))).collect();
        findings.sort_by_key(|(_, finding)| finding.rank.unwrap_or(usize::MAX));
        findings
    }

    /// The findings that are not accepted, those together that follow from the same event; the most
    /// harmful first, of the groups, too.
    pub fn groups(&self) -> Vec<Vec<(LedgerKey, &Finding)>> {
        let mut places: BTreeMap<LedgerKey, usize> = BTreeMap::new();
        let mut groups: Vec<Vec<(LedgerKey, &Finding)>> = Vec::new();
        for (goal, finding) in self.findings().into_iter().filter(|(_, finding)| finding.accepted.is_none()) {
            let place = *places.entry(finding.trace.root).or_insert(groups.len());
            if place == groups.len() {
                groups.push(Vec::new());
            }
            groups[place].push((goal, finding));
        }
        groups
    }

    /// How many entries have which verdict.
    pub fn count(&self) -> VerdictCounts {
        let mut count = VerdictCounts::default();
        self.ledger.iter().for_each(|entry| count.add(&entry.verdict));
        count
    }

    /// How many operations it has that can raise something.
    pub fn operations(&self) -> usize {
        self.ledger.iter().map(|entry| entry.site).collect::<BTreeSet<_>>().len()
    }
}

/// A function for which no arguments can be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotChecked {
    /// The linker's name.
    pub function: String,
    /// Why.
    pub reason: String,
}

/// A finding by its names, as a baseline has it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BaselineEntry {
    /// The linker's name of the function.
    pub function: String,
    /// The stable name of the site.
    pub site: String,
    /// The id of the property.
    pub property: String,
}

/// Everything that a run found out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The version of ulpwise.
    pub version: String,
    /// Which command it was: `check`, `accuracy`, …
    pub task: String,
    /// The words of the command line, without the program's own name.
    pub command: Vec<String>,
    /// The source files.
    pub files: Vec<SourceFile>,
    /// The sites of all functions.
    pub sites: Vec<OperationSite>,
    /// The functions.
    pub functions: Vec<FunctionReport>,
    /// Functions that could not be looked at.
    pub not_checked: Vec<NotChecked>,
    /// How many functions were not looked at because the run was stopped.
    pub left: usize,
    /// What the baseline names and did not happen.
    pub stale: Vec<BaselineEntry>,
    /// What the user should know besides.
    pub warnings: Vec<String>,
    /// The exit code of the command.
    pub exit_code: u8,
    /// What the command knows besides.
    pub detail: RunDetail,
}

impl Run {
    /// Where a site is.
    pub fn place(&self, site: usize) -> Option<&SourceSpan> {
        self.sites[site].place.as_ref()
    }

    /// The site at whose place a finding is shown: the innermost of its calls that stands in the
    /// user's own files, the operation itself if none does.
    pub fn shown_site(&self, site: usize, finding: &Finding) -> usize {
        let is_own = |site: &usize| {
            self.place(*site).is_some_and(|place| place.line > 0 && !self.files[place.file].is_library)
        };
        [site].into_iter().chain(finding.stack.iter().copied()).find(is_own).unwrap_or(site)
    }

    /// The calls from where a finding is shown down to its operation, innermost first; empty if it is
    /// shown at the operation.
    pub fn hidden_calls<'f>(&self, site: usize, finding: &'f Finding) -> &'f [usize] {
        let shown = self.shown_site(site, finding);
        match finding.stack.iter().position(|&call| call == shown) {
            Some(at) if shown != site => &finding.stack[..at],
            _ => &[],
        }
    }

    /// Whether something was called proven that happens.
    pub fn contradicts_itself(&self) -> bool {
        let exceeded = matches!(
            &self.detail,
            RunDetail::Accuracy(detail)
                if matches!(detail.bound, Some(ErrorBound::Proven { contradicted: true, .. }))
        );
        exceeded || self.functions.iter().any(|function| !function.refuted.is_empty())
    }

    /// Whether something is as bad as a threshold says.
    pub fn meets(&self, threshold: Threshold) -> bool {
        let meets = |entry: &LedgerEntry| match &entry.verdict {
            Verdict::Witness(finding) => {
                finding.accepted.is_none() && threshold.is_met_by(finding.level(entry.property))
            }
            Verdict::Unknown(_) => match &entry.detail {
                // A path that fails, and whose inputs could not be tried, may well be a failure of
                // the program.
                EntryDetail::Failure(failure) if !failure.refuted => threshold.is_met_by(Level::Error),
                _ => threshold == Threshold::Unknown,
            },
            Verdict::Proven(_) => false,
        };
        self.functions.iter().flat_map(|function| &function.ledger).any(meets)
    }

    /// How many entries have which verdict, by property; only properties that have entries.
    pub fn by_property(&self) -> BTreeMap<Property, VerdictCounts> {
        let mut counts: BTreeMap<Property, VerdictCounts> = BTreeMap::new();
        for entry in self.functions.iter().flat_map(|function| &function.ledger) {
            counts.entry(entry.property).or_default().add(&entry.verdict);
        }
        counts
    }

    /// How many findings that are not accepted have which level.
    pub fn by_level(&self) -> BTreeMap<Level, usize> {
        let mut counts = BTreeMap::new();
        for entry in self.functions.iter().flat_map(|function| &function.ledger) {
            if let Some(finding) = entry.verdict.finding().filter(|finding| finding.accepted.is_none()) {
                *counts.entry(finding.level(entry.property)).or_default() += 1;
            }
        }
        counts
    }
}
