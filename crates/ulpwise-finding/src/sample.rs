//! A made-up run that has every property, every verdict and every kind of end, for tests of the
//! renderers.

use crate::assumption::Assumption;
use crate::detail::{EntryDetail, RunDetail};
use crate::finding::{
    Accepted, CallInput, CallOutput, Digits, End, Ending, ErrorStep, ExactValue, Finding, NumberText, Plot,
    WitnessCall,
};
use crate::property::Property;
use crate::run::{
    BaselineEntry, FunctionReport, LedgerEntry, LedgerKey, NotChecked, OperationSite, Questions, Refuted,
    Remedy, Run, SourceFile, SourceSpan, Verdict,
};
use crate::unknown::UnknownCause;

const SOURCE: &str = "\
#include <math.h>

double average(double x, double y) {
    return (x + y) / 2; // fine \u{2013} for small numbers
}

double ratio(double x, const double *d) {
    double r = x / d[0] - x / d[1];
    return r < 1 ? sqrt(r) : 0;
}

int bin(double x) {
    return (int)(x * 10) + 1;
}
";

/// The run.
pub fn sample() -> Run {
    let lines = SOURCE.lines().map(str::to_owned).collect();
    Run {
        version: "0.1.0".to_owned(),
        task: "check".to_owned(),
        command: ["check", "src/sample <1>.c", "--jobs", "2"].map(str::to_owned).to_vec(),
        files: vec![
            SourceFile {
                path: "src/sample <1>.c".to_owned(),
                absolute: "/project/src/sample <1>.c".to_owned(),
                lines: Some(lines),
                is_library: false,
            },
            SourceFile {
                path: "/gone/gone.h".to_owned(),
                absolute: "/gone/gone.h".to_owned(),
                lines: None,
                is_library: true,
            },
        ],
        sites: sites(),
        functions: vec![average(), ratio(), bin()],
        not_checked: vec![NotChecked {
            function: "callback".to_owned(),
            reason: "`callback` takes a function, which cannot be made".to_owned(),
        }],
        left: 1,
        stale: vec![BaselineEntry {
            function: "average".to_owned(),
            site: "average#7".to_owned(),
            property: "invalid".to_owned(),
        }],
        warnings: vec!["a warning of the loader".to_owned()],
        exit_code: 3,
        detail: RunDetail::Check,
    }
}

/// The same run with two more functions, so that it has every property that any command looks for.
pub fn sample_of_all() -> Run {
    let mut run = sample();
    run.functions.extend([imprecise(), failing()]);
    run
}

fn sites() -> Vec<OperationSite> {
    let site = |function: &str, ordinal: usize, operation: &str, place: Option<SourceSpan>| OperationSite {
        id: format!("{function}#{ordinal}"),
        name: format!("{function}#{ordinal}"),
        function: function.to_owned(),
        operation: operation.to_owned(),
        place,
    };
    let here = |line: u32, column: u32, length: usize| {
        let start = column as usize - 1;
        Some(SourceSpan { file: 0, line, column, span: Some(start..start + length) })
    };
    vec![
        site("average", 0, "addition in double", here(4, 15, 1)),
        site("average", 1, "division in double", here(4, 20, 1)),
        site("ratio", 0, "division in double", here(8, 18, 1)),
        site("ratio", 1, "division in double", here(8, 29, 1)),
        site("ratio", 2, "subtraction in double", here(8, 25, 1)),
        site("ratio", 3, "comparison in double", here(9, 14, 1)),
        site("ratio", 4, "call of sqrt", here(9, 20, 4)),
        site("bin", 0, "multiplication in double", here(13, 20, 1)),
        site("bin", 1, "conversion of double to int32_t", here(13, 17, 8)),
        site(
            "helper",
            0,
            "multiplication in float",
            Some(SourceSpan { file: 1, line: 3, column: 9, span: None }),
        ),
        site("hidden", 0, "addition in double", None),
    ]
}

fn value(decimal: &str, hex: &str, bits: &str) -> NumberText {
    NumberText {
        decimal: decimal.to_owned(),
        hex: Some(hex.to_owned()),
        bits: bits.to_owned(),
        ty: "f64".to_owned(),
    }
}

fn large() -> NumberText {
    value("1e308", "0x1.1ccf385ebc8ap+1023", "0x7fe1ccf385ebc8a0")
}

fn zero() -> NumberText {
    value("0.0", "0x0p+0", "0x0000000000000000")
}

fn one() -> NumberText {
    value("1.0", "0x1p+0", "0x3ff0000000000000")
}

fn infinity() -> NumberText {
    value("inf", "inf", "0x7ff0000000000000")
}

fn not_a_number() -> NumberText {
    value("nan", "nan", "0x7ff8000000000000")
}

/// A finding that stands for itself; what is different is changed.
fn finding(
    goal: LedgerKey,
    rank: usize,
    function: &str,
    inputs: &[(&str, NumberText)],
    expression: &str,
    end: End,
) -> Finding {
    let input =
        |(name, value): &(&str, NumberText)| CallInput { name: (*name).to_owned(), value: value.clone() };
    let call = WitnessCall {
        function: function.to_owned(),
        inputs: inputs.iter().map(input).collect(),
        rounding: "nearest".to_owned(),
        ending: Ending::Returned,
        again: None,
    };
    let mut finding = Finding::new(goal, "native", call);
    finding.rank = Some(rank);
    finding.expression = Some(expression.to_owned());
    finding.trace.end = end;
    finding
}

fn witness((site, property): LedgerKey, finding: Finding) -> LedgerEntry {
    LedgerEntry { site, property, verdict: Verdict::Witness(Box::new(finding)), detail: EntryDetail::None }
}

fn proven(site: usize, property: Property, by: &str) -> LedgerEntry {
    LedgerEntry { site, property, verdict: Verdict::Proven(by.to_owned()), detail: EntryDetail::None }
}

fn undecided(site: usize, property: Property, why: &str) -> LedgerEntry {
    LedgerEntry { site, property, verdict: Verdict::Unknown(why.to_owned()), detail: EntryDetail::None }
}

fn unknown(site: usize, property: Property, cause: UnknownCause, why: &str) -> LedgerEntry {
    LedgerEntry { detail: EntryDetail::Unknown(cause), ..undecided(site, property, why) }
}

fn function(name: &str, ledger: Vec<LedgerEntry>) -> FunctionReport {
    FunctionReport {
        name: name.to_owned(),
        linker_name: name.to_owned(),
        ledger,
        locations: (2, 3),
        all_paths: true,
        paths: 2,
        questions: Questions { sat: 3, unsat: 5, unknown: 1 },
        not_native: None,
        not_abstract: None,
        remedies: Vec::new(),
        assumptions: vec![
            Assumption::ArrayLength { name: "v<1>".to_owned(), elements: 4 },
            Assumption::NoOverlap { names: vec!["v<1>".to_owned(), "w".to_owned()] },
            Assumption::FiniteInputs,
            Assumption::LibraryErrors,
        ],
        refuted: Vec::new(),
        seconds: 1.25,
    }
}

fn average() -> FunctionReport {
    let goal = (0, Property::Overflow);
    let mut overflow =
        finding(goal, 1, "average", &[("x", large()), ("y", large())], "1e308 + 1e308 = inf", End::Escaped);
    overflow.avoidable = Some(true);
    overflow.trace.propagated = vec![1];
    overflow.call.again = Some("ulpwise run 'src/sample <1>.c' --fn average --args 1e308,1e308".to_owned());
    overflow.outputs = vec![CallOutput {
        name: None,
        value: infinity(),
        escapes: true,
        truth: Some(ExactValue { decimal: "1e308".to_owned(), words: None, ordinary: true }),
    }];
    overflow.document = Some("{\"format\": \"ulpwise-witness\", \"version\": 1}".to_owned());
    let points = (0..=20).map(|at| f64::from(at) * 1e307).map(|x| (x, (x + 1e308) / 2.0));
    overflow.plot = Some(Plot {
        input: "x".to_owned(),
        output: "the returned value".to_owned(),
        points: points.collect(),
        at: 1e308,
    });
    let goal = (1, Property::Underflow);
    let mut underflow =
        finding(goal, 2, "average", &[("x", zero()), ("y", zero())], "1e-308 / 2.0 = 5e-309", End::Escaped);
    underflow.avoidable = Some(false);
    underflow.accepted = Some(Accepted::Comment("tiny is as good as zero".to_owned()));
    let mut of = function(
        "average",
        vec![
            proven(0, Property::Invalid, "abstract"),
            witness((0, Property::Overflow), overflow),
            proven(0, Property::Underflow, "symbolic"),
            witness((1, Property::Underflow), Finding { is_exact: true, ..underflow }),
            proven(1, Property::DivideByZero, "exhaustive"),
            unknown(1, Property::Overflow, UnknownCause::Time, "the time was over"),
            unknown(9, Property::Overflow, UnknownCause::Time, "the time was over"),
            unknown(
                10,
                Property::Underflow,
                UnknownCause::Unsupported,
                "a path met something unsupported: <inline assembly>",
            ),
        ],
    );
    of.refuted = vec![Refuted { goal: (0, Property::Overflow), by: "abstract".to_owned() }];
    of
}

fn ratio() -> FunctionReport {
    let inputs = [("x", one()), ("d[0]", zero()), ("d[1]", zero())];
    let root = (2, Property::DivideByZero);
    let mut divided = finding(root, 2, "ratio", &inputs, "1.0 / 0.0 = inf", End::Killed(Some(5)));
    divided.plain = true;
    divided.outputs = vec![CallOutput { name: None, value: zero(), escapes: false, truth: None }];
    let goal = (4, Property::Invalid);
    let mut invalid = finding(goal, 1, "ratio", &inputs, "inf - inf = nan", End::Escaped);
    invalid.plain = true;
    invalid.first = false;
    invalid.trace.root = root;
    invalid.trace.propagated = vec![6];
    invalid.outputs = vec![
        CallOutput {
            name: None,
            value: not_a_number(),
            escapes: true,
            truth: Some(ExactValue {
                decimal: "nan".to_owned(),
                words: Some("no number".to_owned()),
                ordinary: false,
            }),
        },
        CallOutput { name: Some("d[0]".to_owned()), value: zero(), escapes: false, truth: None },
    ];
    let goal = (6, Property::Inexact);
    let mut inexact = finding(goal, 3, "ratio", &inputs, "sqrt(0.5) = 0.7071067811865476", End::Killed(None));
    inexact.call.rounding = "up".to_owned();
    inexact.call.ending = Ending::TimedOut;
    inexact.by = "symbolic".to_owned();
    let goal = (3, Property::Cancellation);
    let cancelled = finding(goal, 4, "ratio", &inputs, "1.0000000001 - 1.0 = 1e-10", End::Unseen);
    let mut of = function(
        "ratio",
        vec![
            witness(root, divided),
            unknown(3, Property::DivideByZero, UnknownCause::Solver, "the solver could not decide"),
            witness((4, Property::Invalid), invalid),
            proven(5, Property::Invalid, "abstract"),
            witness((6, Property::Inexact), inexact),
            witness((3, Property::Cancellation), cancelled),
        ],
    );
    of.all_paths = false;
    of.not_abstract = Some("it met inline assembly".to_owned());
    of.remedies = vec![Remedy { option: "--range x=-1e6..1e6".to_owned(), decides: 1 }];
    of
}

fn bin() -> FunctionReport {
    let goal = (8, Property::IntConversion);
    let mut converted =
        finding(goal, 1, "bin", &[("x", large())], "(int32_t) 1e308 = -2147483648", End::Unseen);
    converted.call.ending = Ending::Signal(8);
    let goal = (7, Property::Overflow);
    let mut strayed = finding(goal, 2, "bin", &[("x", large())], "1e308 * 10.0 = inf", End::Killed(None));
    strayed.strayed = true;
    strayed.expression = None;
    strayed.call.ending = Ending::Exited(1);
    strayed.accepted = Some(Accepted::Baseline);
    let mut of = function(
        "bin",
        vec![witness((7, Property::Overflow), strayed), witness((8, Property::IntConversion), converted)],
    );
    of.not_native = Some("it takes variable arguments".to_owned());
    of
}

/// Everything that can be wrong with precision.
fn imprecise() -> FunctionReport {
    let inputs = [("x", one()), ("d[0]", large()), ("d[1]", zero())];
    let output = CallOutput {
        name: None,
        value: one(),
        escapes: true,
        truth: Some(ExactValue { decimal: "0.75".to_owned(), words: None, ordinary: true }),
    };
    let mut ledger = vec![
        proven(2, Property::Unstable, "error forms"),
        undecided(6, Property::Unstable, "an input has no range"),
    ];
    for (site, (at, property)) in [4, 3, 5, 6, 8].into_iter().zip(Property::PRECISION.into_iter().enumerate())
    {
        let mut one = finding((site, property), at + 1, "ratio", &inputs, property.title(), End::Escaped);
        one.outputs = vec![output.clone()];
        one.digits = (property == Property::Inaccurate).then_some(Digits { right: 2.0, of: 53 });
        if property == Property::Unstable {
            one.steps = error_way();
        }
        ledger.push(witness((site, property), one));
    }
    function("imprecise", ledger)
}

/// The way of an error, shortened, that passes the tolerance on it.
fn error_way() -> Vec<ErrorStep> {
    let step = |site: usize, expression: &str, truth: &str, error: Option<&str>| ErrorStep {
        site,
        expression: expression.to_owned(),
        truth: truth.to_owned(),
        error: error.map(str::to_owned),
        bits: 0,
        exact: None,
        relative_error: None,
        passes: site == 4,
        skipped: if site == 4 { 97 } else { 0 },
    };
    vec![
        step(2, "1.0 / 3.0 = 0.3333333333333333", "true 0.3333333333333333", Some("5.55e-15 %")),
        step(4, "0.3333333333333333 - 0.25 = 0.1", "true 0.08333333333333333", Some("20 %")),
        step(5, "0.1 < <0.09>", "true values decide otherwise", None),
    ]
}

/// Everything that ends a program, and a broken contract.
fn failing() -> FunctionReport {
    let mut ledger = Vec::new();
    for (at, property) in Property::FAILURES.into_iter().chain(Property::CONTRACTS).enumerate() {
        let mut one = finding((8, property), at + 1, "bin", &[("x", large())], property.title(), End::Unseen);
        one.stack = vec![8, 0];
        ledger.push(witness((8, property), one));
    }
    ledger.push(undecided(7, Property::Failure, "not all paths were followed"));
    ledger.push(proven(1, Property::Failure, "symbolic"));
    function("failing", ledger)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_has_everything() {
        let run = sample_of_all();
        let entries: Vec<&LedgerEntry> = run.functions.iter().flat_map(|function| &function.ledger).collect();
        for property in Property::all() {
            assert!(entries.iter().any(|entry| entry.property == property), "{property:?}");
            let found =
                |entry: &&&LedgerEntry| entry.property == property && entry.verdict.finding().is_some();
            assert!(entries.iter().any(|entry| found(&entry)), "{property:?}");
        }
        for verdict in ["witness", "proven", "unknown"] {
            assert!(entries.iter().any(|entry| entry.verdict.id() == verdict), "{verdict}");
        }
        for place in run.sites.iter().filter_map(|site| site.place.as_ref()) {
            let line = run.files[place.file].line(place.line);
            assert_eq!(line.is_some(), place.span.is_some());
            if let (Some(line), Some(span)) = (line, &place.span) {
                assert!(!line[span.clone()].trim().is_empty(), "{line}");
            }
        }
    }
}
