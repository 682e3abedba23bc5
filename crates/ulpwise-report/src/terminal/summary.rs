//! How much was found, is proven, or is unknown and why.

use super::{Detail, TerminalOptions, heading, write_wrapped};
use crate::assumptions;
use crate::text::{count, printable};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use ulpwise_finding::{
    CertificateDetail, EntryDetail, FunctionReport, LedgerEntry, LedgerKey, Property, Run, UnknownCause,
    Verdict, VerdictCounts,
};

/// How many reasons are shown.
const SHOWN_REASONS: usize = 5;

/// How many ways are shown to have more decided, and of those at most so many that were not tried.
const SHOWN_REMEDIES: usize = 3;
const SHOWN_HELPS: usize = 2;

/// Of so many functions it is shown what stopped an analysis.
const SHOWN_OBSTACLES: usize = 3;

/// Of so many functions each has a row.
const LISTED_FUNCTIONS: usize = 12;

/// The summary of a function.
pub(super) fn write(text: &mut String, run: &Run, function: &FunctionReport, options: TerminalOptions) {
    let verbose = options.detail == Detail::Verbose;
    let total = function.count();
    let sentence = format!(
        ": {}; {}, {} proven absent, {} unknown",
        count(
            function.operations(),
            "operation that can raise exceptions",
            "operations that can raise exceptions"
        ),
        count(total.witnesses, "exception found", "exceptions found"),
        total.proven,
        total.unknown,
    );
    let name = printable(&function.name);
    let mut line = String::new();
    write_wrapped(&mut line, "", &format!("{name}{sentence}"), options.width);
    // The name is bold; lines are broken without its styles.
    match line.strip_prefix(&name) {
        Some(rest) => text.push_str(&format!("{}{rest}", heading(&name))),
        None => text.push_str(&line),
    }
    let mut say = |line: String| write_wrapped(text, "  ", &line, options.width);
    if verbose && total.witnesses > 0 {
        let (sites, pairs) = function.locations;
        say(format!(
            "raised at {}, {} of an input and an operation",
            count(sites, "operation", "operations"),
            count(pairs, "pair", "pairs")
        ));
    }
    accepted(std::slice::from_ref(function), &mut say);
    let mut by: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in &function.ledger {
        if let Verdict::Proven(who) = &entry.verdict {
            *by.entry(who).or_default() += 1;
        }
    }
    if verbose && !by.is_empty() {
        let by: Vec<String> =
            by.iter().map(|(who, number)| format!("{number} by the {who} analysis")).collect();
        say(format!("proven {}", by.join(", ")));
    }
    certificates(function.ledger.iter(), &mut say);
    let shown = if verbose { usize::MAX } else { SHOWN_REASONS };
    unknown_lines(std::slice::from_ref(function), shown).into_iter().for_each(&mut say);
    if let Some(line) = assumptions::line(function) {
        say(line);
    }
    if let Some(why) = &function.not_native {
        say(format!("not run natively: {}", printable(why)));
    }
    if let Some(why) = &function.not_abstract {
        say(format!("abstract interpretation proved nothing: {}", printable(why)));
    }
    if verbose || run.functions.len() == 1 {
        write_table(text, by_property(&function.ledger));
    }
}

/// How many proofs have certificates that were verified, and why others have none.
fn certificates<'r>(entries: impl Iterator<Item = &'r LedgerEntry>, say: &mut impl FnMut(String)) {
    let (mut verified, mut along_paths, mut reasons) = (0, 0, BTreeMap::<&str, usize>::new());
    for entry in entries {
        match &entry.detail {
            EntryDetail::Certificate(CertificateDetail::Verified) => verified += 1,
            EntryDetail::Certificate(CertificateDetail::QueriesVerified) => along_paths += 1,
            EntryDetail::Certificate(CertificateDetail::NotCertified(why)) => {
                *reasons.entry(why).or_default() += 1;
            }
            EntryDetail::None
            | EntryDetail::Accuracy(_)
            | EntryDetail::Stability(_)
            | EntryDetail::Failure(_)
            | EntryDetail::Event(_)
            | EntryDetail::Unknown(_) => {}
        }
    }
    let all = verified + along_paths + reasons.values().sum::<usize>();
    if all > 0 {
        let paths = match along_paths {
            0 => String::new(),
            number => {
                format!(", and the queries of {}", count(number, "proof along paths", "proofs along paths"))
            }
        };
        say(format!("{verified} of {} verified{paths}", count(all, "proof", "proofs")));
    }
    for (why, number) in reasons {
        say(format!("{} not certified: {}", count(number, "proof", "proofs"), printable(why)));
    }
}

fn by_property(ledger: &[LedgerEntry]) -> BTreeMap<Property, VerdictCounts> {
    let mut counts: BTreeMap<Property, VerdictCounts> = BTreeMap::new();
    for entry in ledger {
        let count = counts.entry(entry.property).or_default();
        match entry.verdict {
            Verdict::Witness(_) => count.witnesses += 1,
            Verdict::Proven(_) => count.proven += 1,
            Verdict::Unknown(_) => count.unknown += 1,
        }
    }
    counts
}

/// A row for each property.
fn write_table(text: &mut String, counts: BTreeMap<Property, VerdictCounts>) {
    if counts.is_empty() {
        return;
    }
    let _ = writeln!(text, "  {:14} {:>7} {:>7} {:>7}", "", "found", "proven", "unknown");
    for (property, VerdictCounts { witnesses, proven, unknown }) in counts {
        let _ = writeln!(text, "  {:14} {witnesses:>7} {proven:>7} {unknown:>7}", property.id());
    }
}

/// The summary of all functions.
pub(super) fn write_all(text: &mut String, run: &Run, options: TerminalOptions) {
    if options.detail == Detail::Verbose {
        run.functions.iter().for_each(|function| write(text, run, function, options));
    } else if run.functions.len() <= LISTED_FUNCTIONS {
        write_functions(text, run);
    }
    let mut say = |line: String| write_wrapped(text, "", &line, options.width);
    let entries = || run.functions.iter().flat_map(|function| &function.ledger);
    let found = |entry: &LedgerEntry| -> Option<LedgerKey> {
        entry.verdict.finding().map(|_| (entry.site, entry.property))
    };
    let locations: BTreeSet<LedgerKey> = entries().filter_map(found).collect();
    let (mut pairs, mut proven, mut unknown) = (0, 0, 0);
    for function in &run.functions {
        let count = function.count();
        pairs += count.witnesses;
        proven += count.proven;
        unknown += count.unknown;
    }
    say(format!(
        "{} in {}: {proven} proven absent, {unknown} unknown; {} as seen from all functions",
        count(locations.len(), "exception at an operation", "exceptions at operations"),
        count(run.functions.len(), "function", "functions"),
        count(pairs, "exception", "exceptions"),
    ));
    if options.detail != Detail::Verbose {
        let mut say = |line: String| say(format!("  {line}"));
        accepted(&run.functions, &mut say);
        certificates(entries(), &mut say);
        unknown_lines(&run.functions, SHOWN_REASONS).into_iter().for_each(&mut say);
        assumptions::line_of_all(run).into_iter().for_each(&mut say);
        let natively = |function: &FunctionReport| function.not_native.clone();
        by_function(run, "not run natively", natively, &mut say);
        let proving = |function: &FunctionReport| function.not_abstract.clone();
        by_function(run, "abstract interpretation proved nothing", proving, &mut say);
    }
    write_table(text, run.by_property());
}

/// How many findings are accepted.
fn accepted(functions: &[FunctionReport], say: &mut impl FnMut(String)) {
    let findings = functions.iter().flat_map(FunctionReport::findings);
    let accepted = findings.filter(|(_, finding)| finding.accepted.is_some()).count();
    if accepted > 0 {
        let accepted = count(accepted, "exception is", "exceptions are");
        say(format!("{accepted} accepted by the baseline or by comments"));
    }
}

/// What a few functions say, by their names, and how many others say something.
fn by_function(
    run: &Run,
    what: &str,
    why: impl Fn(&FunctionReport) -> Option<String>,
    say: &mut impl FnMut(String),
) {
    let mut all = run.functions.iter().filter_map(|function| Some((&function.name, why(function)?)));
    for (name, why) in all.by_ref().take(SHOWN_OBSTACLES) {
        say(format!("{what}: {}: {}", printable(name), printable(&why)));
    }
    let others = all.count();
    if others > 0 {
        say(format!("{what}: {} (--verbose shows them)", count(others, "more function", "more functions")));
    }
}

/// A row for each function.
fn write_functions(text: &mut String, run: &Run) {
    let names: Vec<String> = run.functions.iter().map(|function| printable(&function.name)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).clamp(14, 40);
    let _ = writeln!(text, "  {:width$} {:>7} {:>7} {:>7}", "", "found", "proven", "unknown");
    for (name, function) in names.iter().zip(&run.functions) {
        let VerdictCounts { witnesses, proven, unknown } = function.count();
        let _ = writeln!(text, "  {name:width$} {witnesses:>7} {proven:>7} {unknown:>7}");
    }
}

/// Why entries are unknown and how often, the most frequent reason first; and what would help: options
/// that were tried, then what may help with the most frequent causes.
fn unknown_lines(functions: &[FunctionReport], shown: usize) -> Vec<String> {
    let entries = functions.iter().flat_map(|function| &function.ledger);
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    let mut causes: BTreeMap<UnknownCause, usize> = BTreeMap::new();
    for entry in entries {
        if let Verdict::Unknown(why) = &entry.verdict {
            *reasons.entry(why).or_default() += 1;
            if let Some(cause) = entry.unknown_cause() {
                *causes.entry(cause).or_default() += 1;
            }
        }
    }
    let mut reasons: Vec<(&str, usize)> = reasons.into_iter().collect();
    reasons.sort_by_key(|&(why, number)| (Reverse(number), why));
    let line = |&(why, number): &(&str, usize)| {
        format!("unknown {}: {}", count(number, "time", "times"), printable(why))
    };
    let mut lines: Vec<String> = reasons.iter().take(shown).map(line).collect();
    let hidden: usize = reasons.iter().skip(shown).map(|(_, number)| number).sum();
    if hidden > 0 {
        let others = count(reasons.len() - shown, "other reason", "other reasons");
        lines.push(format!("unknown {}: {others} (--verbose shows them)", count(hidden, "time", "times")));
    }
    // Several causes have the same remedy.
    let mut helps: BTreeMap<&str, usize> = BTreeMap::new();
    for (cause, number) in causes {
        if let Some(help) = cause.help() {
            *helps.entry(help).or_default() += number;
        }
    }
    let mut helps: Vec<(&str, usize)> = helps.into_iter().collect();
    helps.sort_by_key(|&(help, number)| (Reverse(number), help));
    let remedies = remedy_lines(functions);
    let others = SHOWN_HELPS.min(SHOWN_REMEDIES - remedies.len());
    lines.extend(remedies);
    lines.extend(
        helps
            .iter()
            .take(others)
            .map(|&(help, number)| format!("what may decide {number} of the unknown: {help}")),
    );
    lines
}

/// The options that would decide the most, all functions together.
fn remedy_lines(functions: &[FunctionReport]) -> Vec<String> {
    let mut options: BTreeMap<&str, usize> = BTreeMap::new();
    for remedy in functions.iter().flat_map(|function| &function.remedies) {
        *options.entry(&remedy.option).or_default() += remedy.decides;
    }
    let mut options: Vec<(&str, usize)> = options.into_iter().collect();
    options.sort_by_key(|&(option, decides)| (Reverse(decides), option));
    let line = |&(option, decides): &(&str, usize)| {
        format!("{} would decide {decides} of the unknown", printable(option))
    };
    options.iter().take(SHOWN_REMEDIES).map(line).collect()
}
