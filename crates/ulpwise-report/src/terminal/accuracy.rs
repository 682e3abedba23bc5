//! The findings of `ulpwise accuracy`: the worst input, the operation to look at drawn in the
//! source, and a table of what each operation contributed.

use super::{TerminalOptions, draw, heading};
use crate::assumptions;
use crate::snippet::Message;
use crate::text::{count, grouped_call, location, place, printable};
use std::fmt::Write as _;
use ulpwise_finding::{
    AccuracyRun, EntryDetail, ErrorBound, ErrorDetail, ErrorRole, ErrorShare, LedgerEntry, LowerBound,
    OtherTruth, Property, Run, UpperBound,
};

/// The text for standard output.
pub(super) fn render(run: &Run, detail: &AccuracyRun, options: TerminalOptions) -> String {
    let mut text = String::new();
    for (entry, error) in errors(run) {
        write_finding(&mut text, run, (entry, error), detail, options);
    }
    write_summary(&mut text, run, detail);
    text
}

fn errors(run: &Run) -> impl Iterator<Item = (&LedgerEntry, &ErrorDetail)> {
    let entries = run.functions.iter().flat_map(|function| &function.ledger);
    entries.filter_map(|entry| match &entry.detail {
        EntryDetail::Accuracy(detail) => Some((entry, &**detail)),
        _ => None,
    })
}

fn function_name(run: &Run) -> &str {
    run.functions.first().map_or("", |function| &function.name)
}

fn write_finding(
    text: &mut String,
    run: &Run,
    (entry, error): (&LedgerEntry, &ErrorDetail),
    detail: &AccuracyRun,
    options: TerminalOptions,
) {
    let guilty = error.guilty();
    let noun = guilty.map_or("", |share| run.sites[share.site].operation.as_str());
    let explained = error.explained.is_some_and(|explained| (explained - 1.0).abs() < 0.5);
    let label = label(guilty, noun, explained);
    let mut notes = vec![grouped_call(function_name(run), &error.arguments)];
    notes.extend(outcome_notes(run, error, detail));
    if let Some(share) = guilty {
        notes.push(format!("there: {}, and {} would be right", share.expression, share.right));
    }
    let site = guilty.map(|share| share.site).or(error.against_reference.then_some(entry.site));
    let title = entry.verdict.finding().and_then(|finding| finding.expression.as_deref()).unwrap_or_default();
    let message = Message {
        word: word(entry.property),
        id: None,
        fatal: false,
        title,
        place: None,
        label: &label,
        notes,
    };
    let _ = writeln!(text, "{}", draw(run, site, message, options.width));
    if let Some(shares) = &error.shares {
        write_table(text, run, error, shares, options.limit);
    }
    write_regions(text, error, detail, options.limit);
}

/// Where else the operation makes errors above the threshold.
fn write_regions(text: &mut String, error: &ErrorDetail, detail: &AccuracyRun, limit: usize) {
    if error.regions.is_empty() {
        return;
    }
    let regions = count(error.regions.len(), "region", "regions");
    let _ = writeln!(
        text,
        "  relative errors above {:e} that it makes are confirmed in {regions}:",
        detail.threshold
    );
    let shown = if limit == 0 { error.regions.len() } else { limit };
    for region in error.regions.iter().take(shown) {
        let input = printable(&region.input);
        let width = match region.from == region.to {
            true => String::new(),
            false => format!(", above it from {} to {}", region.from, region.to),
        };
        let (at, computed) = (&region.at, printable(&region.computed));
        let _ =
            writeln!(text, "    {input} = {at}: {computed}, {} error {}{width}", detail.metric, region.error);
    }
    if error.regions.len() > shown {
        let _ = writeln!(text, "    … and {} more (--limit 0 shows all)", error.regions.len() - shown);
    }
    text.push('\n');
}

fn word(property: Property) -> &'static str {
    match property {
        Property::NotZero => "not zero",
        Property::Diverged => "another way",
        Property::OtherKind => "another kind",
        _ => "inaccurate",
    }
}

/// What is said of the guilty operation; not that it makes most of the error where the shares do
/// not explain the error.
fn label(guilty: Option<&ErrorShare>, noun: &str, explained: bool) -> String {
    let magnified = guilty.filter(|share| share.magnifies && share.role != ErrorRole::Cancellation);
    if let Some(share) = magnified {
        return format!("{noun}: errors of its operands become {} times as large", short(share.condition));
    }
    match guilty.map(|share| share.role) {
        Some(ErrorRole::Cancellation) => format!("{noun}: what is left here is mostly earlier errors"),
        Some(ErrorRole::PrecisionLoss) => format!("{noun}: digits of the smaller number are lost here"),
        Some(ErrorRole::BenignCancellation | ErrorRole::Rounding) if explained => {
            format!("{noun}: its rounding makes most of the error")
        }
        Some(ErrorRole::BenignCancellation | ErrorRole::Rounding) => {
            format!("{noun}: where most shows, though shares of roundings do not explain the error")
        }
        None => noun.to_owned(),
    }
}

fn outcome_notes(run: &Run, error: &ErrorDetail, detail: &AccuracyRun) -> Vec<String> {
    let without = if detail.same_steps.is_some() { "the same steps without rounding give" } else { "right" };
    let right = if error.against_reference { "the reference says" } else { without };
    let mut notes = Vec::new();
    if let Some(worst) = &error.worst {
        notes.push(format!("computed {}, {right} {}", worst.computed.decimal, worst.right.decimal));
    }
    for (name, computed, exact) in error.differing.iter().take(3) {
        let (computed, exact) = (&computed.decimal, &exact.decimal);
        notes.push(format!("{}: computed {computed}, {right} {exact}", printable(name)));
    }
    for &site in error.diverged.iter().take(3) {
        notes.push(format!(
            "without rounding the comparison {} comes out otherwise: exact result not known",
            printable(&run.sites[site].name)
        ));
    }
    notes.extend(error.other.as_ref().map(|other| other_truth(error, other, detail)));
    notes
}

/// What the reference says of an error that was found without it, or the other way round.
fn other_truth(error: &ErrorDetail, other: &OtherTruth, detail: &AccuracyRun) -> String {
    let subject = match error.against_reference {
        true => "the same operations without rounding",
        false => "the reference",
    };
    match other {
        OtherTruth::Known(worst) => format!(
            "{subject}: {}, {} error against that {}",
            worst.right.decimal, detail.metric, worst.error
        ),
        OtherTruth::Unknown(why) => format!("{subject}: not known, {}", printable(why)),
    }
}

/// What each operation contributed.
fn write_table(text: &mut String, run: &Run, error: &ErrorDetail, shares: &[ErrorShare], limit: usize) {
    let _ = writeln!(text, "   share   rounding   condition  what                 where");
    let is_listed =
        |one: &&ErrorShare| one.share != 0.0 || one.role == ErrorRole::Cancellation || one.magnifies;
    let listed: Vec<&ErrorShare> = shares.iter().filter(is_listed).collect();
    for one in listed.iter().take(limit) {
        let _ = writeln!(
            text,
            "{:>7}%  {:>5} ulp  {:>10}  {:<19}  {}  {}",
            percent(one.share),
            short(one.rounding),
            if one.condition == 0.0 { "-".to_owned() } else { short(one.condition) },
            one.role.id(),
            place(run, one.site),
            run.sites[one.site].operation,
        );
    }
    if listed.len() > limit {
        let _ = writeln!(text, "  … and {} more (--limit 0 shows all)", listed.len() - limit);
    }
    if let Some(explained) = error.explained.filter(|explained| (explained - 1.0).abs() > 0.01) {
        let _ = writeln!(text, "  shares explain {}% of the error", percent(explained));
    }
    if error.cut {
        let _ = writeln!(text, "  the call has more operations than could be looked at");
    }
    text.push('\n');
}

fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    match percent.abs() {
        // As good as nothing, of either sign.
        magnitude if magnitude < 0.05 => "0.0".to_owned(),
        magnitude if magnitude >= 1e6 => format!("{percent:.0e}"),
        _ => format!("{percent:.1}"),
    }
}

fn short(number: f64) -> String {
    match number.abs() {
        magnitude if magnitude == 0.0 || (0.001..10_000.0).contains(&magnitude) => {
            format!("{}", (number * 100.0).round() / 100.0)
        }
        magnitude if magnitude.is_infinite() => "inf".to_owned(),
        _ => format!("{number:.1e}"),
    }
}

fn write_summary(text: &mut String, run: &Run, detail: &AccuracyRun) {
    let worst = |property: Property| {
        let own = |(entry, error): &(&LedgerEntry, &ErrorDetail)| {
            entry.property == property && !error.against_reference
        };
        errors(run).find(own).and_then(|(_, error)| error.worst.as_ref())
    };
    let name = heading(&printable(function_name(run)));
    let calls = count(detail.calls as usize, "call", "calls");
    if let Some(why) = &detail.not_exact {
        let _ = writeln!(text, "{name}: exact result not known, in {calls}: {}", printable(why));
    }
    if let Some(why) = &detail.same_steps {
        let why = printable(why);
        let _ = writeln!(
            text,
            "{name}: exact results are not known, errors are against the same steps without rounding: {why}"
        );
    }
    let _ = match worst(Property::NotZero).or_else(|| worst(Property::Inaccurate)) {
        Some(worst) => {
            writeln!(text, "{name}: largest {} error found {}, in {calls}", detail.metric, worst.error)
        }
        None if detail.not_exact.is_some() => Ok(()),
        None if errors(run).any(|(entry, _)| entry.property == Property::Diverged) => {
            writeln!(text, "{name}: no error measured in {calls}")
        }
        None => writeln!(text, "{name}: no error found in {calls}"),
    };
    for line in reference_lines(run, detail) {
        let _ = writeln!(text, "  {line}");
    }
    if let Some(symbolic) = &detail.symbolic {
        let _ = writeln!(
            text,
            "  symbolic execution: {}, {} of checks that tell, {} for the search",
            count(symbolic.paths as usize, "path", "paths"),
            count(symbolic.combinations as usize, "combination", "combinations"),
            count(symbolic.starting_points, "starting point", "starting points")
        );
    }
    for line in bound_lines(run, detail) {
        let _ = writeln!(text, "  {line}");
    }
    for line in run.functions.iter().filter_map(assumptions::line) {
        let _ = writeln!(text, "  {line}");
    }
    if detail.plotted == Some(false) {
        text.push_str("  no plot was drawn: without an error there is no worst case to draw it around\n");
    }
    if let Some(condition) = &detail.success {
        let word = if detail.success_is_default { "taken, --success says another" } else { "as asked" };
        let failed = count(detail.failed as usize, "call", "calls");
        let _ = writeln!(
            text,
            "  calls succeed when `{condition}` ({word}); {failed} did not, and count for nothing"
        );
    }
    write_calls_that_count_for_nothing(text, run, detail);
}

/// What was left out, and why.
fn write_calls_that_count_for_nothing(text: &mut String, run: &Run, detail: &AccuracyRun) {
    if detail.unconfirmed > 0 {
        let inputs = count(detail.unconfirmed, "input", "inputs");
        let _ = writeln!(
            text,
            "  {inputs} with errors above {:e} could not be confirmed in time",
            detail.threshold
        );
    }
    let mut write_calls = |number: u64, what: &str, example: &Option<Vec<_>>| {
        if number > 0 {
            let calls = count(number as usize, "call", "calls");
            let example = example.as_ref().map(|values| grouped_call(function_name(run), values));
            let _ = writeln!(text, "  {calls} {what}, such as {}", example.unwrap_or_default());
        }
    };
    write_calls(detail.not_returned, "did not return", &detail.not_returned_example);
    let computed = "computed no output by floating-point operations";
    write_calls(detail.without_output, computed, &detail.without_output_example);
    if detail.operations_not_followed > 0 {
        let _ = writeln!(
            text,
            "  {} not followed (long double, vectors, conversions of integers): what comes out there counts as right",
            count(detail.operations_not_followed, "operation is", "operations are")
        );
    }
}

/// What comparing with a reference came to.
pub(crate) fn reference_lines(run: &Run, detail: &AccuracyRun) -> Vec<String> {
    let Some(reference) = &detail.reference else { return Vec::new() };
    let largest = errors(run).filter(|(_, error)| error.against_reference);
    let largest =
        largest.filter_map(|(_, error)| error.worst.as_ref()).map(|worst| worst.error.as_str()).next();
    let (text, source) = (printable(&reference.text), printable(&reference.source));
    let compared = count(reference.compared as usize, "call", "calls");
    let mut lines = vec![format!(
        "against the reference {text} ({source}): largest {} error {}, in {compared}",
        detail.metric,
        largest.unwrap_or("none"),
    )];
    if let Some((values, why)) = &reference.unknown_example {
        let calls = count(reference.unknown as usize, "call", "calls");
        let call = grouped_call(function_name(run), values);
        lines.push(format!("the reference says nothing of {calls}, such as {call}: {}", printable(why)));
    }
    lines
}

/// What is proven for all inputs in range.
pub(crate) fn bound_lines(run: &Run, detail: &AccuracyRun) -> Vec<String> {
    let boxes = |boxes: usize| count(boxes, "box of inputs", "boxes of inputs");
    let mut lines = Vec::new();
    match &detail.bound {
        None => {}
        Some(ErrorBound::Proven {
            absolute, relative: Some(relative), boxes: number, significand_bits, ..
        }) => {
            lines.push(format!(
                "proven for all inputs in range: no relative error above {}, no absolute error above {}, in {}",
                UpperBound(*relative).short(),
                UpperBound(*absolute).short(),
                boxes(*number)
            ));
            // The unit of a number is at least 2^-digits of it.
            let units = relative * 2f64.powi(*significand_bits as i32);
            let is_own = |(entry, error): &(&LedgerEntry, &ErrorDetail)| {
                entry.property == Property::Inaccurate && !error.against_reference
            };
            let found = errors(run).find(is_own);
            let least = found
                .and_then(|(_, error)| error.worst.as_ref())
                .map(|worst| format!("at least {} ulps (the input above), ", LowerBound(worst.ulps).short()));
            lines.push(format!("{}at most {} ulps (proven)", least.unwrap_or_default(), UpperBound(units).short()));
        }
        Some(ErrorBound::Proven { absolute, boxes: number, .. }) => lines.push(format!(
            "proven for all inputs in range: no absolute error above {}, in {}; none that is relative, for zero may be right",
            UpperBound(*absolute).short(),
            boxes(*number)
        )),
        Some(ErrorBound::Refused { why, location: at }) => {
            let at = at.as_ref().map(|at| format!(" ({})", location(at)));
            lines.push(format!("no bound is proven: {why}{}", at.unwrap_or_default()));
        }
    }
    if run.contradicts_itself() {
        let line = "BUG of ulpwise: an error was measured that is larger than what is called proven";
        lines.push(line.to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of a subtraction that did this.
    fn said(role: ErrorRole, condition: f64, magnifies: bool, explained: bool) -> String {
        let share = ErrorShare {
            site: 0,
            role,
            share: 1.0,
            passed: 0.0,
            rounding: 0.5,
            condition,
            magnifies,
            runs: 1,
            lost_digits: 0,
            cancelled: 0,
            expression: "3.0 - 2.0 = 1.0".to_owned(),
            right: "1.0".to_owned(),
        };
        label(Some(&share), "subtraction", explained)
    }

    #[test]
    fn the_label_says_what_the_operation_does_to_the_error() {
        for (role, explained, expected) in [
            (ErrorRole::Cancellation, true, "what is left here is mostly earlier errors"),
            (ErrorRole::PrecisionLoss, true, "digits of the smaller number are lost here"),
            (ErrorRole::BenignCancellation, true, "its rounding makes most of the error"),
            (ErrorRole::Rounding, true, "its rounding makes most of the error"),
            (
                ErrorRole::Rounding,
                false,
                "where most shows, though shares of roundings do not explain the error",
            ),
        ] {
            assert_eq!(said(role, 1.0, false, explained), format!("subtraction: {expected}"));
        }
        let magnified = "subtraction: errors of its operands become 1.0e6 times as large";
        assert_eq!(said(ErrorRole::Rounding, 1e6, true, true), magnified);
        let measured = said(ErrorRole::Rounding, 1e6, true, false);
        assert_eq!(measured, magnified, "that is measured, whatever shares say");
        let cancelled = said(ErrorRole::Cancellation, 1e6, true, true);
        assert_eq!(cancelled, "subtraction: what is left here is mostly earlier errors");
        assert_eq!(label(None, "", true), "");
    }
}
