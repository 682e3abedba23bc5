//! The findings as text: the worst input, the operation to look at drawn in the source, and a table of what each operation contributed.

use super::subject::{Subject, output_name};
use super::{Finding, Findings, call};
use crate::args::AccuracyArguments;
use crate::render::{Block, Operation, Painter, Place, count, heading, operation, printable, site_name};
use std::fmt::Write as _;
use ulpwise_accuracy::bound::Bound;
use ulpwise_accuracy::{BoundRefusal, Diagnosis, ErrorClass, Metric, OutputReading, Role, SiteShare};
use ulpwise_float::Flags;
use ulpwise_harness::names::source_name;
use ulpwise_interp::{Event, Exception};
use ulpwise_ir::{FloatFormat, Module, SiteKind};
use ulpwise_native::TracedOperation;

/// The text for standard output.
pub(super) fn write(subject: &Subject<'_>, findings: &Findings, arguments: &AccuracyArguments) -> String {
    let painter = Painter::new(subject.module);
    let mut text = String::new();
    for finding in &findings.found {
        write_finding(&mut text, &painter, subject, finding, arguments);
    }
    write_summary(&mut text, &painter, subject, findings, arguments);
    text
}

fn write_finding(
    text: &mut String,
    painter: &Painter<'_>,
    subject: &Subject<'_>,
    finding: &Finding,
    arguments: &AccuracyArguments,
) {
    let guilty = finding.diagnosis.as_ref().and_then(Diagnosis::guilty);
    let module = subject.module;
    let drawn = guilty.map(|site| operation(module, &event_of(module, site)));
    let location = guilty.and_then(|site| module.sites[site.site].location);
    let location = location.map(|location| module.locations[location]).filter(|location| location.line > 0);
    let place = drawn.as_ref().zip(location).map(|(drawn, location)| Place { location, mark: drawn.mark });
    let title = title(subject, finding, arguments);
    let explained =
        finding.diagnosis.as_ref().is_some_and(|diagnosis| (diagnosis.explained - 1.0).abs() < 0.5);
    let label = label(guilty, drawn.as_ref(), explained);
    let mut notes = vec![call::text(subject, &finding.confirmed.words)];
    notes.extend(outcome_notes(subject, finding));
    if let (Some(site), Some(drawn)) = (guilty, &drawn) {
        notes.push(format!("there: {}, and {} would be right", drawn.expression, number(site.worst.right)));
    }
    let word = word(finding.confirmed.class);
    let block = Block { word, id: None, fatal: false, title: &title, place, label: &label, notes };
    let _ = writeln!(text, "{}", painter.paint(&block));
    if let Some(diagnosis) = &finding.diagnosis {
        write_table(text, painter, module, diagnosis, arguments.limit);
    }
}

fn word(sort: ErrorClass) -> &'static str {
    match sort {
        ErrorClass::Inaccurate => "inaccurate",
        ErrorClass::NotZero => "not zero",
        ErrorClass::Diverged => "another way",
        ErrorClass::OtherKind => "another kind",
    }
}

pub(super) fn title(subject: &Subject<'_>, finding: &Finding, arguments: &AccuracyArguments) -> String {
    let Some(worst) = finding.confirmed.worst else {
        return "a result is of another kind than what would be right".to_owned();
    };
    let what = match output_name(&subject.outputs[worst.output]) {
        "return" => "the returned value".to_owned(),
        name => printable(name),
    };
    let error = worst.error;
    let size = match arguments.metric.metric() {
        Metric::Relative => format!("relative error {error}"),
        Metric::Ulp => format!("an error of {error} ulps"),
        Metric::Absolute => format!("an absolute error of {error}"),
    };
    match finding.confirmed.class {
        ErrorClass::NotZero => format!("{size} of {what}: zero would be right"),
        _ => format!("{size} of {what}"),
    }
}

/// What is said of the guilty operation; not that it makes most of the error where the shares do not explain the error.
fn label(guilty: Option<&SiteShare>, drawn: Option<&Operation>, explained: bool) -> String {
    let noun = drawn.map_or("", |drawn| drawn.noun.as_str());
    let magnified = guilty.filter(|site| site.magnifies() && site.role != Role::Cancellation);
    if let Some(site) = magnified {
        return format!("{noun}: errors of its operands become {} times as large", short(site.condition));
    }
    match guilty.map(|site| site.role) {
        Some(Role::Cancellation) => format!("{noun}: what is left here is mostly earlier errors"),
        Some(Role::PrecisionLoss) => format!("{noun}: digits of the smaller number are lost here"),
        Some(Role::BenignCancellation | Role::Rounding) if explained => {
            format!("{noun}: its rounding makes most of the error")
        }
        Some(Role::BenignCancellation | Role::Rounding) => {
            format!("{noun}: where most shows, though shares of roundings do not explain the error")
        }
        None => noun.to_owned(),
    }
}

fn outcome_notes(subject: &Subject<'_>, finding: &Finding) -> Vec<String> {
    let mut notes = Vec::new();
    let confirmed = &finding.confirmed;
    if let Some(OutputReading { value, right, .. }) = confirmed.worst {
        notes.push(format!("computed {}, right {}", number(value), number(right)));
    }
    for &(output, value, right) in confirmed.call.differing.iter().take(3) {
        let name = output_name(&subject.outputs[output]);
        notes.push(format!("{}: computed {}, right {}", printable(name), number(value), number(right)));
    }
    for &site in confirmed.call.diverged.iter().take(3) {
        notes.push(format!(
            "without rounding the comparison {} comes out otherwise; what is called right follows the program's way",
            site_name(subject.module, site)
        ));
    }
    notes
}

/// A number as one would type it.
fn number(value: f64) -> String {
    crate::render::float_text(FloatFormat::F64, value.to_bits().into())
}

/// What each operation contributed.
fn write_table(
    text: &mut String,
    painter: &Painter<'_>,
    module: &Module,
    diagnosis: &Diagnosis,
    limit: usize,
) {
    let limit = if limit == 0 { usize::MAX } else { limit };
    let _ = writeln!(text, "   share   rounding   condition  what                 where");
    let told = |site: &&SiteShare| site.share != 0.0 || site.role == Role::Cancellation || site.magnifies();
    let sites: Vec<&SiteShare> = diagnosis.sites.iter().filter(told).collect();
    for site in sites.iter().take(limit) {
        let location = module.sites[site.site].location.map(|location| module.locations[location]);
        let place =
            location.map_or_else(|| site_name(module, site.site), |location| painter.name_of(location));
        let noun = operation(module, &event_of(module, site)).noun;
        let _ = writeln!(
            text,
            "{:>7}%  {:>5} ulp  {:>10}  {:<19}  {place}  {noun}",
            percent(site.share),
            short(site.rounding),
            if site.condition == 0.0 { "-".to_owned() } else { short(site.condition) },
            site.role.id(),
        );
    }
    if sites.len() > limit {
        let _ = writeln!(text, "  … and {} more (--limit 0 shows all)", sites.len() - limit);
    }
    if (diagnosis.explained - 1.0).abs() > 0.01 {
        let _ = writeln!(text, "  shares explain {}% of the error", percent(diagnosis.explained));
    }
    if diagnosis.cut {
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

fn write_summary(
    text: &mut String,
    painter: &Painter<'_>,
    subject: &Subject<'_>,
    findings: &Findings,
    arguments: &AccuracyArguments,
) {
    let searched = &findings.searched;
    let name = printable(&source_name(&subject.module.functions[subject.function]));
    let worst = findings.of(ErrorClass::NotZero).or_else(|| findings.of(ErrorClass::Inaccurate));
    let worst = worst.and_then(|finding| finding.confirmed.worst);
    let calls = count(searched.calls as usize, "call", "calls");
    match worst {
        Some(worst) => {
            let _ = writeln!(
                text,
                "{}: largest {} error found {}, in {calls}",
                heading(&name),
                arguments.metric.metric().id(),
                worst.error
            );
        }
        None => {
            let _ = writeln!(text, "{}: no error found in {calls}", heading(&name));
        }
    }
    if let Some(followed) = &searched.followed {
        let _ = writeln!(
            text,
            "  symbolic execution: {}, {} of checks that tell, {} for the search",
            count(followed.paths as usize, "path", "paths"),
            count(followed.combinations as usize, "combination", "combinations"),
            count(followed.points.len(), "starting point", "starting points")
        );
    }
    write_bound(text, painter, subject, findings);
    if findings.plotted == Some(false) {
        text.push_str("  no plot was drawn: without an error there is no worst case to draw it around\n");
    }
    if searched.not_returned > 0 {
        let example =
            searched.lost.as_ref().map(|(point, _)| call::text(subject, &subject.domain.words(point)));
        let _ = writeln!(
            text,
            "  {} did not return, such as {}",
            count(searched.not_returned as usize, "call", "calls"),
            example.unwrap_or_default()
        );
    }
    if searched.without_output > 0 {
        let example = searched.empty.as_ref().map(|point| call::text(subject, &subject.domain.words(point)));
        let _ = writeln!(
            text,
            "  {} computed no output by floating-point operations, such as {}",
            count(searched.without_output as usize, "call", "calls"),
            example.unwrap_or_default()
        );
    }
    if findings.unobserved > 0 {
        let _ = writeln!(
            text,
            "  {} not followed (long double, vectors, conversions of integers): what comes out there counts as right",
            count(findings.unobserved, "operation is", "operations are")
        );
    }
}

/// The largest error that was measured, in units of the last place.
fn ulps_found(subject: &Subject<'_>, findings: &Findings) -> Option<String> {
    let worst = findings.of(ErrorClass::Inaccurate)?.confirmed.worst?;
    let format = subject.outputs[worst.output].format;
    Some(short(Metric::Ulp.error(worst.distance, worst.right_size, format).to_f64()))
}

/// What is proven for all inputs in range.
pub(super) fn write_bound(
    text: &mut String,
    painter: &Painter<'_>,
    subject: &Subject<'_>,
    findings: &Findings,
) {
    let boxes = |bound: &Bound| count(bound.boxes, "box of inputs", "boxes of inputs");
    let _ = match &findings.bound {
        None => Ok(()),
        Some(Ok(bound @ Bound { relative: Some(relative), .. })) => {
            let digits =
                subject.outputs.iter().map(|output| output.format.significand_bits()).max().unwrap_or(53);
            // The unit of a number is at least 2^-digits of it.
            let units = relative * 2f64.powi(digits as i32);
            let least = ulps_found(subject, findings)
                .map(|least| format!("at least {least} ulps (the input above), "));
            writeln!(
                text,
                "  proven for all inputs in range: no relative error above {}, in {}\n  {}at most {} ulps (proven)",
                short(*relative),
                boxes(bound),
                least.unwrap_or_default(),
                short(units)
            )
        }
        Some(Ok(bound)) => writeln!(
            text,
            "  proven for all inputs in range: no absolute error above {}, in {}; none that is relative, for zero may be right",
            short(bound.absolute),
            boxes(bound)
        ),
        Some(Err(BoundRefusal { reason, at })) => {
            let place = at.and_then(|(function, inst)| subject.module.location_of(function, inst));
            let place = place.map(|location| format!(" ({})", painter.name_of(location)));
            writeln!(text, "  no bound is proven: {reason}{}", place.unwrap_or_default())
        }
    };
    if findings.is_contradiction() {
        let _ = writeln!(
            text,
            "  BUG of ulpwise: an error was measured that is larger than what is called proven"
        );
    }
}

/// The run of a site that did most, as the event that the drawing of operations knows.
fn event_of(module: &Module, share: &SiteShare) -> Event {
    let TracedOperation { operands, value, .. } = share.worst;
    let (from, to) = formats(module, module.sites[share.site].kind);
    let bits = |value: f64, format: FloatFormat| match format {
        FloatFormat::F32 => u128::from((value as f32).to_bits()),
        _ => u128::from(value.to_bits()),
    };
    Event {
        site: share.site,
        exception: Exception::Inexact,
        flags: Flags::INEXACT,
        operands: operands.iter().map(|&(_, held)| bits(held, from)).collect(),
        result: bits(value, to),
        count: 1,
        calls: Vec::new(),
    }
}

/// The formats of a site's operands and of its result.
fn formats(module: &Module, kind: SiteKind) -> (FloatFormat, FloatFormat) {
    match kind {
        SiteKind::Convert(from, to) => (from, to),
        SiteKind::Binary(_, format)
        | SiteKind::Unary(_, format)
        | SiteKind::Fma(format)
        | SiteKind::Compare(format)
        | SiteKind::ToInt(format)
        | SiteKind::FromInt(format) => (format, format),
        SiteKind::Libm(function) => match module.functions[function].results.first() {
            Some(ulpwise_ir::Type::Float(FloatFormat::F32)) => (FloatFormat::F32, FloatFormat::F32),
            _ => (FloatFormat::F64, FloatFormat::F64),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Mark;
    use ulpwise_accuracy::Checks;
    use ulpwise_base::Id;
    use ulpwise_ir::SiteId;

    /// What is said of a subtraction that did this.
    fn said(role: Role, condition: f64, passed: f64, explained: bool) -> String {
        let worst = TracedOperation {
            site: None,
            number: 1,
            value: 1.0,
            right: 1.0,
            rounding: 0.0,
            operands: [(0, 0.0); 3],
        };
        let site = SiteId::from_index(0);
        let checks = Checks::default();
        let share =
            SiteShare { site, runs: 1, rounding: 0.5, condition, share: 1.0, passed, role, checks, worst };
        let drawn = Operation {
            expression: "3.0 - 2.0 = 1.0".to_owned(),
            noun: "subtraction".to_owned(),
            mark: Mark::Token,
            operands: Vec::new(),
            result: None,
        };
        label(Some(&share), Some(&drawn), explained)
    }

    #[test]
    fn the_label_says_what_the_operation_does_to_the_error() {
        for (role, explained, expected) in [
            (Role::Cancellation, true, "what is left here is mostly earlier errors"),
            (Role::PrecisionLoss, true, "digits of the smaller number are lost here"),
            (Role::BenignCancellation, true, "its rounding makes most of the error"),
            (Role::Rounding, true, "its rounding makes most of the error"),
            (Role::Rounding, false, "where most shows, though shares of roundings do not explain the error"),
        ] {
            assert_eq!(said(role, 1.0, 0.0, explained), format!("subtraction: {expected}"));
        }
        let magnified = "subtraction: errors of its operands become 1.0e6 times as large";
        assert_eq!(said(Role::Rounding, 1e6, 1.0, true), magnified);
        assert_eq!(said(Role::Rounding, 1e6, 1.0, false), magnified, "that is measured, whatever shares say");
        let cancelled = said(Role::Cancellation, 1e6, 1.0, true);
        assert_eq!(cancelled, "subtraction: what is left here is mostly earlier errors");
        assert_eq!(label(None, None, true), "");
    }
}
