//! How much was found, is proven, or is unknown and why.

use super::{Detail, TerminalOptions, heading, write_wrapped};
use crate::assumptions;
use crate::text::{count, printable};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use ulpwise_finding::{
    CertificateDetail, EntryDetail, FunctionReport, LedgerEntry, LedgerKey, Property, Run, Verdict,
    VerdictCounts,
};

/// How many reasons are shown.
const SHOWN_REASONS: usize = 5;

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
    let accepted = function.findings().iter().filter(|(_, finding)| finding.accepted.is_some()).count();
    if accepted > 0 {
        let accepted = count(accepted, "exception is", "exceptions are");
        say(format!("{accepted} accepted by the baseline or by comments"));
    }
    let mut by: BTreeMap<&str, usize> = BTreeMap::new();
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in &function.ledger {
        match &entry.verdict {
            Verdict::Proven(who) => *by.entry(who).or_default() += 1,
            Verdict::Unknown(why) => *reasons.entry(why).or_default() += 1,
            Verdict::Witness(_) => {}
        }
    }
    if verbose && !by.is_empty() {
        let by: Vec<String> =
            by.iter().map(|(who, number)| format!("{number} by the {who} analysis")).collect();
        say(format!("proven {}", by.join(", ")));
    }
    certificates(function, &mut say);
    let mut reasons: Vec<(&str, usize)> = reasons.into_iter().collect();
    reasons.sort_by_key(|&(why, number)| (std::cmp::Reverse(number), why));
    let shown = if verbose { usize::MAX } else { SHOWN_REASONS };
    for (why, number) in reasons.into_iter().take(shown) {
        say(format!("unknown {}: {}", count(number, "time", "times"), printable(why)));
    }
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
fn certificates(function: &FunctionReport, say: &mut impl FnMut(String)) {
    let (mut verified, mut along_paths, mut reasons) = (0, 0, BTreeMap::<&str, usize>::new());
    for entry in &function.ledger {
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
            | EntryDetail::Event(_) => {}
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
pub(super) fn write_total(text: &mut String, run: &Run, width: Option<usize>) {
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
    let sentence = format!(
        "{} in {}: {proven} proven absent, {unknown} unknown; {} as seen from all functions",
        count(locations.len(), "exception at an operation", "exceptions at operations"),
        count(run.functions.len(), "function", "functions"),
        count(pairs, "exception", "exceptions"),
    );
    write_wrapped(text, "", &sentence, width);
    write_table(text, run.by_property());
}
