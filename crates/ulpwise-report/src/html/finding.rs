//! The findings: what happens, where, with which inputs, which way the value takes, and a plot of the function around the witness.

use super::Page;
use super::plot::svg;
use super::source::marked_line;
use crate::junit::escape;
use crate::text::{begins, digits, end, ending, expression, skipped, step as of_step};
use std::fmt::Write as _;
use ulpwise_finding::{Accepted, End, Finding, Merged};

/// How many functions are named that come to the same exception.
const SHOWN_FUNCTIONS: usize = 12;

/// How many inputs are shown.
const SHOWN_INPUTS: usize = 32;

/// How many findings a browser with scripts has in the page at first; the script shows others when they are wanted.
const AT_ONCE: usize = 100;

/// All of them, the most harmful first.
pub(super) fn write_all(text: &mut String, page: &Page<'_>) {
    text.push_str("<section id=\"findings\">\n<h2>Findings</h2>\n");
    if page.findings.is_empty() {
        text.push_str("<p>Nothing was found.</p>\n</section>\n");
        return;
    }
    text.push_str("<form class=\"filter\" data-for=\"findings\" hidden>\n<label>Find <input type=\"search\" name=\"text\" placeholder=\"function, file, value\"></label>\n<label>Property <select name=\"property\"><option value=\"\">all</option>");
    for property in page.properties() {
        let _ = write!(text, "<option>{}</option>", property.id());
    }
    text.push_str("</select></label>\n<label>Level <select name=\"level\"><option value=\"\">all</option><option>error</option><option>warning</option><option>note</option></select></label>\n<label><input type=\"checkbox\" name=\"plain\"> plain inputs only</label>\n<label><input type=\"checkbox\" name=\"accepted\"> with accepted ones</label>\n<output aria-live=\"polite\"></output>\n</form>\n");
    text.push_str("<p class=\"more\" data-to=\"earlier\" hidden><button type=\"button\">Show earlier findings</button></p>\n<div class=\"list\">\n");
    for (at, one) in page.findings.iter().enumerate() {
        if at == AT_ONCE {
            text.push_str("<noscript>\n");
        }
        write_one(text, page, at + 1, one);
    }
    if page.findings.len() > AT_ONCE {
        text.push_str("</noscript>\n");
    }
    text.push_str("</div>\n<p class=\"more\" data-to=\"later\" hidden><button type=\"button\">Show more findings</button></p>\n</section>\n");
}

fn write_one(text: &mut String, page: &Page<'_>, number: usize, one: &Merged<'_>) {
    let run = page.run;
    let (site, property) = one.goal;
    let finding = one.worst();
    let level = finding.level(property);
    let of = &run.sites[site];
    let accepted = finding.accepted.is_some();
    let _ = write!(
        text,
        "<article id=\"f-{number}\" class=\"{level}{}\" data-property=\"{}\" data-level=\"{level}\" data-plain=\"{}\">\n<h3><span class=\"badge\">{level}</span> <a href=\"#p-{}\">{}</a>: <code>{}</code></h3>\n<p class=\"where\">{} in <code>{}</code>, {}</p>\n",
        if accepted { " accepted" } else { "" },
        property.id(),
        u8::from(finding.plain),
        property.id(),
        property.id(),
        escape(&expression(run, site, finding)),
        page.place(site),
        escape(&of.function),
        escape(&of.operation),
    );
    if let Some(line) = marked_line(run, site) {
        let _ = writeln!(text, "<pre class=\"line\"><code>{line}</code></pre>");
    }
    if let Some(why) = &finding.accepted {
        let why = match why {
            Accepted::Baseline => "accepted by the baseline".to_owned(),
            Accepted::Comment(reason) => format!("accepted by a comment: {}", escape(reason)),
        };
        let _ = writeln!(text, "<p>{why}</p>");
    }
    text.push_str("<div class=\"columns\">\n<div>\n");
    write_inputs(text, finding);
    write_outputs(text, finding);
    write_trace(text, page, one, finding);
    text.push_str("</div>\n");
    if let Some(plot) = &finding.plot {
        text.push_str(&svg(plot, number));
    }
    text.push_str("</div>\n");
    if let Some(command) = &finding.call.again {
        let _ = writeln!(text, "<p class=\"again\">Reproduce with: <code>{}</code></p>", escape(command));
    }
    write_functions(text, page, one);
    text.push_str("</article>\n");
}

fn write_inputs(text: &mut String, finding: &Finding) {
    let call = &finding.call;
    let rounding = if call.rounding == "nearest" {
        String::new()
    } else {
        format!(", rounding {}", escape(&call.rounding))
    };
    let _ = write!(
        text,
        "<table class=\"values\"><caption>Call of <code>{}</code>{rounding}</caption>\n<thead><tr><th scope=\"col\">Input</th><th scope=\"col\">Value</th><th scope=\"col\">Hexadecimal</th></tr></thead>\n<tbody>",
        escape(&call.function)
    );
    for input in call.inputs.iter().take(SHOWN_INPUTS) {
        let value = &input.value;
        let _ = write!(
            text,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>",
            escape(&input.name),
            escape(&value.decimal),
            escape(value.hex.as_deref().unwrap_or(&value.bits))
        );
    }
    if call.inputs.len() > SHOWN_INPUTS {
        let _ = write!(text, "<tr><td colspan=\"3\">… {} more</td></tr>", call.inputs.len() - SHOWN_INPUTS);
    }
    text.push_str("</tbody></table>\n");
}

fn write_outputs(text: &mut String, finding: &Finding) {
    if finding.outputs.is_empty() {
        return;
    }
    text.push_str("<table class=\"values\"><caption>It gives back</caption>\n<thead><tr><th scope=\"col\">Output</th><th scope=\"col\">Value</th><th scope=\"col\">Exact result</th></tr></thead>\n<tbody>");
    for output in finding.outputs.iter().take(SHOWN_INPUTS) {
        let truth = output.truth.as_ref().map(|truth| truth.words.as_ref().unwrap_or(&truth.decimal));
        let _ = write!(
            text,
            "<tr{}><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>",
            if output.escapes { " class=\"escapes\"" } else { "" },
            escape(output.name.as_deref().unwrap_or("returned value")),
            escape(&output.value.decimal),
            escape(truth.map_or("", String::as_str))
        );
    }
    text.push_str("</tbody></table>\n");
}

fn write_trace(text: &mut String, page: &Page<'_>, one: &Merged<'_>, finding: &Finding) {
    let run = page.run;
    let (root, first) = finding.trace.root;
    text.push_str("<ol class=\"trace\">\n");
    let mut step = |kind: &str, what: String| {
        let _ = writeln!(text, "<li><b>{kind}</b> {what}</li>");
    };
    for of in &finding.steps {
        if let Some(sentence) = skipped(of) {
            step("…", escape(sentence.trim_start_matches(['…', ' '])));
        }
        step("computes", format!("{} at {}", escape(&of_step(of)), page.place(of.site)));
    }
    if finding.steps.is_empty() {
        step(begins(first), format!("{} at {}", first.id(), page.place(root)));
    }
    if finding.trace.root != one.goal {
        step("raises", format!("{} at {}", one.goal.1.id(), page.place(one.goal.0)));
    }
    for &site in finding.trace.propagated.iter().take(SHOWN_INPUTS) {
        step("propagates", format!("at {}", page.place(site)));
    }
    match finding.trace.end {
        End::Killed(Some(site)) => step("kills", format!("at {}", page.place(site))),
        _ => {
            for sentence in end(run, one.goal.1, finding) {
                let escaped = sentence.strip_prefix("escapes: ");
                step(
                    if escaped.is_some() { "escapes" } else { "ends" },
                    escape(escaped.unwrap_or(&sentence)),
                );
            }
        }
    }
    if let Some(sentence) = ending(finding.call.ending) {
        step("ends", escape(&sentence));
    }
    for &caller in finding.stack.iter().skip(1).take(SHOWN_INPUTS) {
        let function = escape(&run.sites[caller].function);
        step("called", format!("by <code>{function}</code> at {}", page.place(caller)));
    }
    text.push_str("</ol>\n");
    let mut remarks: Vec<String> = finding.digits.map(digits).into_iter().collect();
    if finding.avoidable == Some(true) {
        remarks.push("Potentially avoidable: the true result is an ordinary number.".to_owned());
    }
    if finding.strayed {
        remarks.push("Before that the call accesses memory outside of what it was given.".to_owned());
    }
    if !remarks.is_empty() {
        let _ = writeln!(text, "<p>{}</p>", remarks.join(" "));
    }
}

/// Which other functions come to it.
fn write_functions(text: &mut String, page: &Page<'_>, one: &Merged<'_>) {
    if one.seen.len() < 2 {
        return;
    }
    let name = |&(function, _): &(usize, &Finding)| {
        format!("<code>{}</code>", escape(&page.run.functions[function].name))
    };
    let mut names: Vec<String> = one.seen.iter().skip(1).take(SHOWN_FUNCTIONS).map(name).collect();
    if one.seen.len() > SHOWN_FUNCTIONS + 1 {
        names.push(format!("{} more", one.seen.len() - 1 - SHOWN_FUNCTIONS));
    }
    let _ = writeln!(text, "<p class=\"also\">Also found from {}</p>", names.join(", "));
}
