//! `cargo xtask bench exact-results`: what `check` and `accuracy` call exact, against what functions
//! mean.
//!
//! The functions of `corpus/exact-results` compute with floats on purpose, or are plain formulas.
//! Every number that is called the exact result, on whatever input, is compared with the formula of
//! the function, computed by MPFR with 4000 bits. Where a function means no function of the reals,
//! what it computes is right, and every other number is wrong. Of a plain formula `accuracy` has to
//! give exact results.

use crate::bench::driven::drive;
use anyhow::{Context, Result, ensure};
use std::time::Duration;
use ulpwise_corpus::{MeantFunction, meant_functions};
use ulpwise_driver::finding::{CallInput, EntryDetail, NumberPair, Run, RunDetail};
use ulpwise_driver::{AccuracyOptions, CheckOptions, InputDomain, ProgramFiles};
use ulpwise_testkit::mpfr::formula::compute;

/// More bits than differences of any doubles need.
const BITS: u32 = 4000;

/// Logarithms of errors that are the same may differ so much.
const SAME_LOG2: f64 = 1e-6;

/// What is measured, and how long.
#[derive(clap::Args)]
pub(crate) struct ExactResultsOptions {
    /// Seconds for each function and command
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// Flags for the compiler, such as -O2
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    cflags: String,
    /// Only functions whose name has this in it
    #[arg(long)]
    only: Option<String>,
}

/// Something that is called exact.
struct Claim {
    command: &'static str,
    inputs: Vec<CallInput>,
    /// What was computed, as a decimal.
    computed: String,
    said: Said,
}

/// What is called exact.
enum Said {
    /// A number, rounded to double; and, if it was measured, how far what was computed is from it.
    Number { right: f64, error: Option<(f64, f64)> },
    /// That there is none, or none that a double could show.
    Words(String),
}

/// Entry point.
#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
pub(crate) fn run(options: &ExactResultsOptions) -> Result<()> {
    let all = meant_functions();
    let is_chosen =
        |one: &&MeantFunction| options.only.as_ref().is_none_or(|only| one.name.contains(only.as_str()));
    let chosen: Vec<&MeantFunction> = all.iter().filter(is_chosen).collect();
    let (mut claimed, mut wrong, mut silent, mut plain) = (0, Vec::new(), Vec::new(), 0);
    for function in &chosen {
        let claims = claims(function, options).with_context(|| function.name.clone())?;
        let complaints: Vec<String> = claims
            .iter()
            .filter_map(|claim| complaint(function, claim).transpose())
            .collect::<Result<_>>()?;
        println!(
            "{}: {} exact results, {} of them wrong{}",
            function.name,
            claims.len(),
            complaints.len(),
            if function.is_plain { ", plain" } else { "" }
        );
        claimed += claims.len();
        plain += usize::from(function.is_plain);
        if function.is_plain && !claims.iter().any(|claim| claim.command == "accuracy") {
            silent.push(function.name.clone());
        }
        wrong.extend(complaints);
    }
    println!(
        "\n{} functions on purpose, {plain} plain formulas: {claimed} exact results, {} wrong; {} plain formulas without one",
        chosen.len() - plain,
        wrong.len(),
        silent.len()
    );
    ensure!(wrong.is_empty(), "wrong exact results:\n{}", wrong.join("\n"));
    ensure!(silent.is_empty(), "plain formulas without an exact result: {}", silent.join(", "));
    Ok(())
}

/// All that is called exact of a function.
fn claims(function: &MeantFunction, options: &ExactResultsOptions) -> Result<Vec<Claim>> {
    let limit = Duration::from_secs_f64(options.seconds);
    let program = ProgramFiles {
        files: vec![function.file.clone()],
        cflags: options.cflags.clone(),
        ..ProgramFiles::default()
    };
    let lengths = function.lengths.clone();
    let accuracy = AccuracyOptions {
        program: program.clone(),
        function: Some(function.name.clone()),
        domain: InputDomain {
            lengths: lengths.clone(),
            ranges: function.ranges.clone(),
            ..InputDomain::default()
        },
        timeout: limit,
        boxes: 0,
        ..AccuracyOptions::default()
    };
    // Without ranges: what overflows somewhere has an exact result to be asked for.
    let check = CheckOptions {
        program,
        functions: vec![function.name.clone()],
        domain: InputDomain { lengths, ..InputDomain::default() },
        timeout: limit,
        ..CheckOptions::default()
    };
    let mut claims = Vec::new();
    match drive(limit, |context| ulpwise_driver::accuracy(&accuracy, context)) {
        Ok(run) => claims.extend(measured(&run)),
        // A function that never computes its output by floats says nothing.
        Err(error) if !function.is_plain && format!("{error:#}").contains("refuses") => {}
        Err(error) => return Err(error),
    }
    let run = drive(limit, |context| ulpwise_driver::check(&check, context))?;
    claims.extend(classified(&run.run));
    Ok(claims)
}

/// The exact results of `accuracy`.
fn measured(run: &Run) -> Vec<Claim> {
    let mut claims = Vec::new();
    // What the same steps give without rounding is not said to be exact.
    if matches!(&run.detail, RunDetail::Accuracy(detail) if detail.same_steps.is_some()) {
        return claims;
    }
    for entry in run.functions.iter().flat_map(|function| &function.ledger) {
        let (EntryDetail::Accuracy(detail), Some(finding)) = (&entry.detail, entry.verdict.finding()) else {
            continue;
        };
        let claim = |computed: &NumberPair, right: f64, error| Claim {
            command: "accuracy",
            inputs: finding.call.inputs.clone(),
            computed: computed.decimal.clone(),
            said: Said::Number { right, error },
        };
        if let Some(worst) = &detail.worst {
            let error = worst.error_log2.map(|log2| (worst.computed.value, log2));
            claims.push(claim(&worst.computed, worst.right.value, error));
        }
        let differing = detail.differing.iter();
        claims.extend(differing.map(|(_, computed, right)| claim(computed, right.value, None)));
    }
    claims
}

/// The exact results of `check`.
fn classified(run: &Run) -> Vec<Claim> {
    let mut claims = Vec::new();
    for entry in run.functions.iter().flat_map(|function| &function.ledger) {
        let Some(finding) = entry.verdict.finding() else { continue };
        let returned = finding.outputs.iter().filter(|output| output.name.is_none());
        for (output, truth) in returned.filter_map(|output| Some((output, output.truth.as_ref()?))) {
            let said = match (&truth.words, truth.decimal.parse()) {
                _ if !truth.is_known() => continue,
                (None, Ok(right)) => Said::Number { right, error: None },
                (words, _) => Said::Words(words.clone().unwrap_or_else(|| truth.decimal.clone())),
            };
            let (inputs, computed) = (finding.call.inputs.clone(), output.value.decimal.clone());
            claims.push(Claim { command: "check", inputs, computed, said });
        }
    }
    claims
}

/// What is wrong with a claim, if something is.
fn complaint(function: &MeantFunction, claim: &Claim) -> Result<Option<String>> {
    let inputs: Vec<String> =
        claim.inputs.iter().map(|input| format!("{} = {}", input.name, input.value.decimal)).collect();
    let complain = |what: String| {
        Ok(Some(format!("{} {}({}): {what}", claim.command, function.name, inputs.join(", "))))
    };
    let Some(meaning) = &function.meaning else {
        let (is_computed, said) = match &claim.said {
            Said::Number { right, error } => {
                (error.is_none() && claim.computed.parse() == Ok(*right), format!("{right:e}"))
            }
            Said::Words(words) => (false, words.clone()),
        };
        let what = format!("{said} is called exact, and {} is what it means", claim.computed);
        return if is_computed { Ok(None) } else { complain(what) };
    };
    let value = |name: &str| claim.inputs.iter().find(|input| plain_name(input) == name).and_then(number);
    let exact = compute(meaning, BITS, &value).with_context(|| format!("{}: {meaning}", function.name))?;
    let nearest = exact.nearest();
    match &claim.said {
        Said::Number { right, .. } if !exact.is_printed_as(*right) => {
            complain(format!("{right:e} is called exact, {nearest:e} is"))
        }
        Said::Number { error: Some((computed, log2)), .. } if !exact.is_zero() => {
            let own = exact.relative_error_log2(*computed);
            match (own - log2).abs() <= SAME_LOG2 {
                true => Ok(None),
                false => complain(format!("an error of 2^{log2} is measured, it is 2^{own}")),
            }
        }
        Said::Number { .. } => Ok(None),
        Said::Words(words) => {
            let holds = match words.as_str() {
                "no number" => nearest.is_nan(),
                "too large, or infinite" => nearest.is_infinite(),
                "smaller than every double" => nearest == 0.0 && !exact.is_zero(),
                _ => nearest.is_finite(),
            };
            if holds { Ok(None) } else { complain(format!("'{words}' is said, {nearest:e} is exact")) }
        }
    }
}

/// The name of an input as a formula has it.
fn plain_name(input: &CallInput) -> &str {
    input.name.trim_start_matches('*')
}

/// The value of an input.
fn number(input: &CallInput) -> Option<f64> {
    let bits = u64::from_str_radix(input.value.bits.trim_start_matches("0x"), 16);
    match input.value.ty.as_str() {
        "f64" => bits.ok().map(f64::from_bits),
        "f32" => bits.ok().map(|bits| f32::from_bits(bits as u32).into()),
        _ => input.value.decimal.parse().ok(),
    }
}
