//! The outcome of `ulpwise search`: the exceptions that were found, and what is proven.

use crate::assumptions;
use crate::text::{count, location, printable};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use ulpwise_finding::SearchRun;

/// How many calls are shown that did not return.
const SHOWN_CALLS: usize = 3;

/// The outcome as text.
pub fn search_text(run: &SearchRun) -> String {
    let mut text = String::new();
    for found in &run.findings {
        let at = found.location.as_ref().map(|at| format!(" at {}", location(at))).unwrap_or_default();
        let _ = writeln!(text, "{}: {}{at}\n  {}", found.property, printable(&found.site), found.call);
    }
    for one in &run.unconfirmed {
        let (property, site) = (one.property, printable(&one.shown_site));
        let _ = writeln!(text, "not confirmed: {property} at {site}, seen in optimised code only");
    }
    for lost in run.ends.iter().take(SHOWN_CALLS) {
        let _ = writeln!(text, "did not return: {} ({})", lost.call, lost.end);
    }
    for sentence in &run.unprotected {
        let _ = writeln!(text, "note: {sentence}");
    }
    let _ = writeln!(text, "{}", conclusion(run));
    if let Some(sentence) = assumptions::sentence(&run.assumptions) {
        let _ = writeln!(text, "{sentence}");
    }
    text
}

/// What was found and what is proven, in one line.
fn conclusion(run: &SearchRun) -> String {
    let sites: BTreeSet<&str> = run.findings.iter().map(|found| found.site.as_str()).collect();
    let summary = format!(
        "{} at {}",
        count(run.findings.len(), "exception", "exceptions"),
        count(sites.len(), "site", "sites")
    );
    let stopped = run.stopped.as_ref().map(|why| format!(" ({why})")).unwrap_or_default();
    let tried = run.tried;
    match (run.inputs, &run.unproven) {
        (None, _) => format!("{summary} after {tried} calls{stopped}; a search proves nothing about others"),
        (Some(all), Some(why)) if run.complete => {
            format!("{summary}; nothing is proven by trying all {all} inputs: {why}")
        }
        (Some(all), None) if run.complete => format!(
            "{summary}; proven by trying all {all} inputs: no other exception, {} without any",
            count(run.proven.len(), "site", "sites")
        ),
        (Some(all), _) if tried < all => {
            format!("{summary}; nothing is proven, because only {tried} of {all} inputs were tried{stopped}")
        }
        (Some(_), _) => {
            let lost = count(run.ends.len(), "call", "calls");
            format!("{summary}; nothing is proven, because {lost} did not return")
        }
    }
}
