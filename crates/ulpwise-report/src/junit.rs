//! For dashboards of tests: JUnit's XML. A function is a suite, an entry of its ledger a test case:
//! a witness fails it, a proof passes it, and what is unknown or accepted is skipped.

use crate::text::{call, end, ending, expression, place, steps};
use std::fmt::Write as _;
use ulpwise_finding::{Accepted, Finding, FunctionReport, LedgerEntry, Run, Verdict};

/// The document.
pub fn junit(run: &Run) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let [tests, failures, skipped] =
        run.functions.iter().map(counts).fold([0; 3], |sum, of| std::array::from_fn(|at| sum[at] + of[at]));
    let seconds: f64 = run.functions.iter().map(|function| function.seconds).sum();
    let _ = writeln!(
        text,
        "<testsuites name=\"ulpwise {}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\" time=\"{seconds:.3}\">",
        escape(&run.task)
    );
    for function in &run.functions {
        write_suite(&mut text, run, function);
    }
    text.push_str("</testsuites>\n");
    text
}

/// How many cases there are, how many of them fail, and how many are skipped.
fn counts(function: &FunctionReport) -> [usize; 3] {
    let fails = |entry: &&LedgerEntry| is_failure(&entry.verdict);
    let failures = function.ledger.iter().filter(fails).count();
    let proven = function.count().proven;
    [function.ledger.len(), failures, function.ledger.len() - failures - proven]
}

fn is_failure(verdict: &Verdict) -> bool {
    verdict.finding().is_some_and(|finding| finding.accepted.is_none())
}

fn write_suite(text: &mut String, run: &Run, function: &FunctionReport) {
    let [tests, failures, skipped] = counts(function);
    let name = escape(&function.name);
    let _ = writeln!(
        text,
        "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\" time=\"{:.3}\">",
        function.seconds
    );
    for entry in &function.ledger {
        let site = &run.sites[entry.site];
        let title = format!("{} at {} ({})", entry.property.id(), place(run, entry.site), site.name);
        let _ = write!(text, "    <testcase classname=\"{name}\" name=\"{}\"", escape(&title));
        if let Some(place) = site.place.as_ref().filter(|place| place.line > 0) {
            let file = escape(&run.files[place.file].path);
            let _ = write!(text, " file=\"{file}\" line=\"{}\"", place.line);
        }
        let inside = match &entry.verdict {
            Verdict::Proven(_) => String::new(),
            Verdict::Unknown(why) => format!("<skipped message=\"unknown: {}\"/>", escape(why)),
            Verdict::Witness(finding) => of_finding(run, entry, finding),
        };
        if inside.is_empty() {
            text.push_str("/>\n");
        } else {
            let _ = writeln!(text, ">\n      {inside}\n    </testcase>");
        }
    }
    text.push_str("  </testsuite>\n");
}

fn of_finding(run: &Run, entry: &LedgerEntry, finding: &Finding) -> String {
    match &finding.accepted {
        Some(Accepted::Baseline) => "<skipped message=\"accepted by the baseline\"/>".to_owned(),
        Some(Accepted::Comment(why)) => {
            format!("<skipped message=\"accepted by a comment: {}\"/>", escape(why))
        }
        None => {
            let title = expression(run, entry.site, finding);
            let mut lines = vec![call(&finding.call)];
            lines.extend(steps(run, finding));
            lines.extend(ending(finding.call.ending));
            lines.extend(end(run, entry.property, finding));
            lines.extend(finding.call.again.clone());
            format!(
                "<failure type=\"{}\" message=\"{}\">{}</failure>",
                entry.property.id(),
                escape(&title),
                escape(&lines.join("\n"))
            )
        }
    }
}

/// Text as XML has it, in attributes, too. Characters that XML does not have become the replacement
/// character.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(character),
            '\u{0}'..='\u{1f}' | '\u{7f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_the_users_is_markup() {
        assert_eq!(escape("a < b && \"c\" > 'd'"), "a &lt; b &amp;&amp; &quot;c&quot; &gt; &#39;d&#39;");
        assert_eq!(escape("\u{1b}[31m"), "\u{fffd}[31m");
    }
}
