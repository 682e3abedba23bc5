//! A finding: what happens, where, with which inputs, the trace of the value, and a plot of the
//! function around the witness.

use super::plot::PlotPart;
use super::source::{MarkedLine, marked_line};
use super::{Page, PlaceLink};
use crate::text::{begins, digits, end, ending, expression, skipped, step as step_text};
use askama::Template;
use ulpwise_finding::{Accepted, End, Finding, Level, Merged, OperationSite, Property};

/// How many functions are named that reach the same exception.
const SHOWN_FUNCTIONS: usize = 12;

/// How many inputs, outputs and operations of a trace are shown.
const SHOWN_INPUTS: usize = 32;

/// A finding in the page.
#[derive(Template)]
#[template(path = "finding.html")]
pub(super) struct FindingPart<'r> {
    number: usize,
    level: Level,
    property: Property,
    expression: String,
    place: PlaceLink,
    site: &'r OperationSite,
    line: Option<MarkedLine>,
    accepted: Option<String>,
    finding: &'r Finding,
    trace: Vec<TraceItem<'r>>,
    remarks: String,
    plot: Option<PlotPart<'r>>,
    /// The other functions that reach it.
    others: Vec<&'r str>,
}

/// An item of the trace.
struct TraceItem<'r> {
    kind: &'static str,
    text: String,
    function: Option<&'r str>,
    place: Option<PlaceLink>,
}

impl<'r> FindingPart<'r> {
    pub(super) fn new(page: &Page<'r>, number: usize, one: &Merged<'r>) -> Self {
        let run = page.run;
        let (site, property) = one.goal;
        let finding = one.worst();
        let accepted = finding.accepted.as_ref().map(|why| match why {
            Accepted::Baseline => "accepted by the baseline".to_owned(),
            Accepted::Comment(reason) => format!("accepted by a comment: {reason}"),
        });
        let others = one.seen.iter().skip(1);
        let shown = run.shown_site(site, finding);
        Self {
            number,
            level: finding.level(property),
            property,
            expression: expression(run, site, finding),
            place: page.place(shown),
            site: &run.sites[site],
            line: marked_line(run, shown),
            accepted,
            finding,
            trace: trace(page, one, finding),
            remarks: remarks(finding),
            plot: finding.plot.as_ref().map(|plot| PlotPart::new(plot, number)),
            others: others.map(|&(function, _)| run.functions[function].name.as_str()).collect(),
        }
    }
}

fn remarks(finding: &Finding) -> String {
    let mut remarks: Vec<String> = finding.digits.map(digits).into_iter().collect();
    if finding.is_exact {
        remarks.push("No digit is lost: the result is exact, and subnormal.".to_owned());
    }
    if finding.avoidable == Some(true) && finding.escapes() {
        remarks.push("Potentially avoidable: the true result is an ordinary number.".to_owned());
    }
    if finding.strayed {
        remarks.push("Before that the call accesses memory outside of what it was given.".to_owned());
    }
    remarks.join(" ")
}

/// Where the value comes from, and where it goes.
fn trace<'r>(page: &Page<'r>, one: &Merged<'r>, finding: &'r Finding) -> Vec<TraceItem<'r>> {
    let run = page.run;
    let at = |kind: &'static str, what: String, site: usize| TraceItem {
        kind,
        text: if what.is_empty() { "at ".to_owned() } else { format!("{what} at ") },
        function: None,
        place: Some(page.place(site)),
    };
    let sentence = |kind: &'static str, text: &str| TraceItem {
        kind,
        text: text.to_owned(),
        function: None,
        place: None,
    };
    let mut items = Vec::new();
    for step in &finding.steps {
        items.extend(skipped(step).map(|text| sentence("…", text.trim_start_matches(['…', ' ']))));
        items.push(at("computes", step_text(step), step.site));
    }
    let (root, property) = finding.trace.root;
    if finding.steps.is_empty() {
        items.push(at(begins(property), property.id().to_owned(), root));
    }
    if finding.trace.root != one.goal {
        items.push(at("raises", one.goal.1.id().to_owned(), one.goal.0));
    }
    let propagated = finding.trace.propagated.iter().take(SHOWN_INPUTS);
    items.extend(propagated.map(|&site| at("propagates", String::new(), site)));
    match finding.trace.end {
        End::Killed(Some(site)) => items.push(at("kills", String::new(), site)),
        _ => {
            items.extend(end(run, one.goal.1, finding).iter().map(
                |text| match text.strip_prefix("escapes: ") {
                    Some(escaped) => sentence("escapes", escaped),
                    None => sentence("ends", text),
                },
            ));
        }
    }
    items.extend(ending(finding.call.ending).map(|text| sentence("ends", &text)));
    for &caller in finding.stack.iter().skip(1).take(SHOWN_INPUTS) {
        items.push(TraceItem {
            kind: "called",
            text: "by ".to_owned(),
            function: Some(&run.sites[caller].function),
            place: Some(page.place(caller)),
        });
    }
    items
}
