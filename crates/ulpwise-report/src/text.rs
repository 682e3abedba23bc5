//! Texts that several renderers share: values, calls, places, and what became of an exceptional
//! value.

use annotate_snippets::normalize_untrusted_str;
use ulpwise_finding::{
    Digits, End, Ending, ErrorStep, Finding, LedgerKey, NamedValues, NumberText, Property, Run,
    SourceLocation, WitnessCall,
};

/// How many values of a call are shown.
const SHOWN_VALUES: usize = 12;

/// How many operations of a way are named.
const SHOWN_STEPS: usize = 3;

/// How many elements of an array are shown.
const SHOWN_ELEMENTS: usize = 40;

/// Text with its control characters made visible, because a terminal obeys them.
pub fn printable(text: &str) -> String {
    text.chars()
        .flat_map(|character| {
            let hidden = character.is_control() || is_reordering(character);
            let escaped = hidden.then(|| character.escape_unicode());
            let plain = (!hidden).then_some(character);
            escaped.into_iter().flatten().chain(plain)
        })
        .collect()
}

/// Characters that change the direction of writing can make a line read as something it is not.
fn is_reordering(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A number with its noun.
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A place in one line: `examples/average.c:12:15`; without debug information the name of the site.
pub fn place(run: &Run, site: usize) -> String {
    located(run, site, |path| path)
}

/// The same with the bare name of the file.
pub fn short_place(run: &Run, site: usize) -> String {
    located(run, site, |path| path.rsplit('/').next().unwrap_or(path))
}

fn located(run: &Run, site: usize, shown: impl Fn(&str) -> &str) -> String {
    match run.place(site) {
        Some(place) if place.line > 0 => {
            let mut text = printable(shown(&run.files[place.file].path));
            for number in [place.line, place.column].into_iter().take_while(|&number| number > 0) {
                text.push_str(&format!(":{number}"));
            }
            text
        }
        _ => printable(&run.sites[site].name),
    }
}

/// A source location in one line: `examples/average.c:12:15`.
pub fn location(location: &SourceLocation) -> String {
    let mut text = printable(location.file.as_deref().unwrap_or("?"));
    for number in [location.line, location.column].into_iter().take_while(|&number| number > 0) {
        text.push_str(&format!(":{number}"));
    }
    text
}

/// The source location of a site by the path of its file.
pub(crate) fn site_location(run: &Run, site: usize) -> Option<SourceLocation> {
    run.place(site).map(|span| SourceLocation {
        file: Some(run.files[span.file].path.clone()),
        line: span.line,
        column: span.column,
    })
}

/// What happens: the operation with its operands and result, or its name.
pub fn expression(run: &Run, site: usize, finding: &Finding) -> String {
    match &finding.expression {
        Some(expression) => printable(expression),
        None => format!("at {}", printable(&run.sites[site].name)),
    }
}

/// How a finding that is shown at a call goes on down to its operation.
pub fn hidden_calls(run: &Run, site: usize, finding: &Finding) -> Option<String> {
    let calls = run.hidden_calls(site, finding);
    let (first, others) = calls.split_first()?;
    let one =
        |&call: &usize| format!("{} at {}", printable(&run.sites[call].function), short_place(run, call));
    let mut text = format!("inside of {}", one(first));
    for call in others.iter().take(SHOWN_STEPS) {
        text.push_str(&format!(", called by {}", one(call)));
    }
    if others.len() > SHOWN_STEPS {
        text.push_str(&format!(", … {}", count(others.len() - SHOWN_STEPS, "more call", "more calls")));
    }
    Some(text)
}

/// The call as a person would write it.
pub fn call(call: &WitnessCall) -> String {
    let inputs = values(call, SHOWN_VALUES, |value| &value.decimal);
    let mut text = format!("{}({inputs})", printable(&call.function));
    if call.rounding != "nearest" {
        text.push_str(&format!(", rounding {}", rounding(&call.rounding)));
    }
    text
}

/// A call with its arrays in brackets.
pub fn grouped_call(function: &str, arguments: &[NamedValues]) -> String {
    let argument = |NamedValues { name, values }: &NamedValues| {
        let value = match values.as_slice() {
            [one] => one.clone(),
            many => {
                let mut shown: Vec<String> = many.iter().take(SHOWN_ELEMENTS).cloned().collect();
                if many.len() > SHOWN_ELEMENTS {
                    shown.push(format!("… {} more", many.len() - SHOWN_ELEMENTS));
                }
                format!("[{}]", shown.join(", "))
            }
        };
        format!("{} = {value}", printable(name))
    };
    let arguments: Vec<String> = arguments.iter().map(argument).collect();
    format!("{}({})", printable(function), arguments.join(", "))
}

/// A share in percent.
pub fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    match percent {
        _ if percent == 0.0 => "0 %".to_owned(),
        _ if !(0.001..100_000.0).contains(&percent) => format!("{percent:.2e} %"),
        _ => {
            let digits = (2 - percent.log10().floor() as i32).clamp(0, 8) as usize;
            let text = format!("{percent:.digits$}");
            let text =
                if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
            format!("{text} %")
        }
    }
}

/// The inputs in hexadecimal, if there are floats among them.
pub fn hexadecimal(call: &WitnessCall) -> Option<String> {
    let is_float = call.inputs.iter().any(|input| input.value.hex.is_some());
    is_float.then(|| values(call, usize::MAX, |value| value.hex.as_ref().unwrap_or(&value.decimal)))
}

fn values(call: &WitnessCall, limit: usize, show: impl Fn(&NumberText) -> &String) -> String {
    let one = |input: &ulpwise_finding::CallInput| {
        format!("{} = {}", printable(&input.name), printable(show(&input.value)))
    };
    let mut shown: Vec<String> = call.inputs.iter().take(limit).map(one).collect();
    if call.inputs.len() > limit {
        shown.push(format!("… {} more", call.inputs.len() - limit));
    }
    shown.join(", ")
}

fn rounding(mode: &str) -> &str {
    match mode {
        "zero" => "towards zero",
        other => other,
    }
}

/// How a call ended, if it did not return.
pub fn ending(ending: Ending) -> Option<String> {
    match ending {
        Ending::Returned => None,
        Ending::TimedOut => Some("the call was stopped because it took too long".to_owned()),
        Ending::Exited(code) => Some(format!("the call ended the program with exit code {code}")),
        Ending::Signal(signal) => Some(format!("signal {signal} ended the call")),
    }
}

/// What became of the exceptional value, one sentence for each thing that is worth telling.
pub fn fate(run: &Run, goal: LedgerKey, finding: &Finding) -> Vec<String> {
    let mut notes = Vec::new();
    if finding.strayed {
        notes.push("before that the call accesses memory outside of what it was given (--len gives arrays more elements)".to_owned());
    }
    let (root, property) = finding.trace.root;
    if finding.trace.root != goal {
        notes.push(format!("it begins with {} at {}", property.id(), short_place(run, root)));
    }
    if goal.1.leaves_ordinary_result() {
        return notes;
    }
    let propagated = &finding.trace.propagated;
    if !propagated.is_empty() {
        let mut places: Vec<String> =
            propagated.iter().take(SHOWN_STEPS).map(|&site| short_place(run, site)).collect();
        let hidden = propagated.len().saturating_sub(SHOWN_STEPS) + finding.trace.unlisted;
        if hidden > 0 {
            places.push(format!("{hidden} more"));
        }
        notes.push(format!("propagates through {}", places.join(", ")));
    }
    notes.extend(end(run, goal.1, finding));
    // What does not reach the result needs no other result.
    if finding.avoidable == Some(true) && finding.escapes() {
        notes.push("potentially avoidable: the true result is an ordinary number".to_owned());
    }
    notes
}

/// An operation on the way of an error: what it computes, what is true, and how far apart the two
/// are.
pub fn step(step: &ErrorStep) -> String {
    let mut text = format!("{}, {}", printable(&step.expression), printable(&step.truth));
    if let Some(error) = &step.error {
        text.push_str(&format!(", error {error}"));
    }
    if step.passes {
        text.push_str(" <- here it passes the tolerance");
    }
    text
}

/// What is said where operations on a way are left out.
pub fn skipped(step: &ErrorStep) -> Option<String> {
    (step.skipped > 0).then(|| format!("… {}", count(step.skipped, "operation", "operations")))
}

/// The way of an error, a line for each operation, in the order in which they are carried out.
pub fn steps(run: &Run, finding: &Finding) -> Vec<String> {
    let one = |of: &ErrorStep| {
        skipped(of).into_iter().chain([format!("{}: {}", short_place(run, of.site), step(of))])
    };
    finding.steps.iter().flat_map(one).collect()
}

/// What is said of the place where something begins.
pub fn begins(property: Property) -> &'static str {
    match property {
        _ if property.is_exception() => "generates",
        _ if property.is_failure() => "fails",
        _ => "begins",
    }
}

/// How much of a result is right, in a sentence.
pub fn digits(digits: Digits) -> String {
    format!("Of {} binary digits {:.0} are right.", digits.of, digits.right.floor())
}

/// Where the exceptional value ends.
pub fn end(run: &Run, property: Property, finding: &Finding) -> Vec<String> {
    match finding.trace.end {
        _ if property.leaves_ordinary_result() => Vec::new(),
        End::Escaped => {
            let escaping = finding.outputs.iter().filter(|output| output.escapes);
            let way = if property.is_exception() { "escapes: " } else { "" };
            escaping.take(SHOWN_STEPS).map(|output| format!("{way}{}", escape(output))).collect()
        }
        End::Killed(Some(site)) => vec![format!("is killed at {}", short_place(run, site))],
        End::Killed(None) if property != Property::Underflow => vec!["does not reach the result".to_owned()],
        End::Killed(None) => vec!["is not seen in the result".to_owned()],
        End::Unseen => Vec::new(),
    }
}

/// What escapes, and what would be right in its place.
fn escape(output: &ulpwise_finding::CallOutput) -> String {
    let name = output.name.as_deref().map_or_else(|| "the returned value".to_owned(), printable);
    let truth = output.truth.as_ref().map(|truth| {
        format!("; exact result: {}", printable(truth.words.as_ref().unwrap_or(&truth.decimal)))
    });
    format!("{name} is {}{}", printable(&output.value.decimal), truth.unwrap_or_default())
}

/// Text whose control characters do no harm in a message that is drawn.
pub fn harmless(text: &str) -> String {
    normalize_untrusted_str(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_become_visible() {
        assert_eq!(printable("a\u{1b}[31mb\tc é"), "a\\u{1b}[31mb\\u{9}c é");
        assert_eq!(printable("x\u{202e}y"), "x\\u{202e}y");
    }

    #[test]
    fn shares_read_well() {
        assert_eq!(percent(0.001), "0.1 %");
        assert_eq!(percent(1.0), "100 %");
        assert_eq!(percent(0.0), "0 %");
        assert_eq!(percent(1.1920928955078125e-7), "1.19e-5 %");
        assert_eq!(percent(0.12345), "12.3 %");
    }

    #[test]
    fn one_is_not_many() {
        assert_eq!(count(1, "site", "sites"), "1 site");
        assert_eq!(count(0, "site", "sites"), "0 sites");
    }
}
