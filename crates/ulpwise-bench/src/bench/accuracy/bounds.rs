//! `cargo xtask bench accuracy --bounds`: what `ulpwise accuracy` proves of the classics, against
//! ten million random inputs of each.
//!
//! The inputs are tried without ulpwise: a program in C has each function twice, as it is and with
//! every float of its source in quadruple precision, and compares. An error above a bound that is
//! called proven fails the benchmark.

use super::{AccuracyOptions, errors};
use crate::bench::driven::drive;
use anyhow::{Context, Result, bail, ensure};
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;
use ulpwise_corpus::{CLASSICS, Classic, classics, root};
use ulpwise_driver::InputDomain;
use ulpwise_driver::finding::{ErrorBound, LowerBound, RunDetail, UpperBound};
use xtask::process::{capture, llvm_tool};

/// The functions of the mathematical library that have a name of their own in quadruple precision.
const FUNCTIONS: [&str; 10] = ["sqrt", "sin", "cos", "exp", "log", "expm1", "fabs", "fma", "fmin", "fmax"];

/// What is proven of a function, and what was found.
struct Proven {
    found: f64,
    absolute: f64,
    relative: Option<f64>,
}

/// Entry point.
#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
pub(super) fn run(options: &AccuracyOptions) -> Result<()> {
    let folder = tempfile::tempdir()?;
    println!("| function | found | proven | largest of {} random | proven over largest |", options.inputs);
    println!("|---|---|---|---|---|");
    let (mut bounds, mut near, mut wrong) = (0, 0, Vec::new());
    let chosen = classics();
    let chosen = chosen.iter().filter(|one| options.only.as_ref().is_none_or(|only| one.name == *only));
    for classic in chosen {
        let proven = match prove(classic)? {
            Ok(proven) => proven,
            Err(why) => {
                println!("| {} | | none: {why} | | |", classic.name);
                continue;
            }
        };
        let [absolute, relative, above] = tried(folder.path(), classic, &proven, options)?;
        let (kind, bound, largest) = match proven.relative {
            Some(bound) => ("", bound, relative),
            None => (", absolute", proven.absolute, absolute),
        };
        println!(
            "| {} | {} | {}{kind} | {} | {:.1} |",
            classic.name,
            LowerBound(proven.found).scientific(1),
            UpperBound(bound).scientific(2),
            LowerBound(largest).scientific(2),
            bound / largest
        );
        bounds += 1;
        near += usize::from(bound <= 100.0 * largest);
        if above > 0.0 {
            wrong.push(format!("{}: {above} of {} inputs", classic.name, options.inputs));
        }
    }
    println!("\n{bounds} bounds, {near} of them within a hundred times the largest error of a random input.");
    ensure!(wrong.is_empty(), "errors above bounds that are called proven: {}", wrong.join("; "));
    Ok(())
}

/// Asks for a bound; the inner error says why there is none.
fn prove(classic: &Classic) -> Result<Result<Proven, String>> {
    let options = ulpwise_driver::AccuracyOptions {
        function: Some(classic.name.clone()),
        domain: InputDomain {
            lengths: classic.lengths(),
            ranges: classic.ranges(),
            ..InputDomain::default()
        },
        timeout: Duration::from_secs(60),
        calls: Some(6000),
        symbolic: Some(Duration::ZERO),
        ..ulpwise_driver::AccuracyOptions::new([root().join(CLASSICS)])
    };
    let run = drive(options.timeout, |context| ulpwise_driver::accuracy(&options, context));
    let run = run.with_context(|| classic.name.clone())?;
    ensure!(!run.contradicts_itself(), "{}: a larger error than the bound was measured", classic.name);
    let errors = errors(&run).filter_map(|(_, error)| error.worst.as_ref()?.error_log2);
    let found = errors.fold(f64::NEG_INFINITY, f64::max).exp2();
    let RunDetail::Accuracy(detail) = &run.detail else { bail!("{} was not searched", classic.name) };
    match detail.bound.as_ref().with_context(|| format!("{} has no bound", classic.name))? {
        ErrorBound::Refused { why, .. } => Ok(Err(why.clone())),
        &ErrorBound::Proven { absolute, relative, .. } => Ok(Ok(Proven { found, absolute, relative })),
    }
}

/// Tries random inputs: the largest absolute error, the largest relative one, and how many are
/// above a bound.
fn tried(folder: &Path, classic: &Classic, proven: &Proven, options: &AccuracyOptions) -> Result<[f64; 3]> {
    let source = folder.join(format!("{}.c", classic.name));
    std::fs::write(folder.join("bounds.h"), include_str!("bounds.h"))?;
    std::fs::write(&source, program(classic)?)?;
    let program = folder.join(&classic.name);
    let arguments = ["-O2", "-ffp-contract=off", "-w", "-o"].map(str::to_owned);
    let files = [program.display().to_string(), source.display().to_string(), "-lm".to_owned()];
    capture(folder, llvm_tool("clang"), arguments.into_iter().chain(files))?;
    let relative = proven.relative.unwrap_or(-1.0);
    let numbers = [options.inputs.to_string(), proven.absolute.to_string(), relative.to_string()];
    let text = capture(folder, &program, numbers)?;
    let last = text.lines().last().unwrap_or_default();
    let numbers: Vec<f64> = last.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let Ok(numbers) = <[f64; 3]>::try_from(numbers) else {
        bail!("{}: the trial says {text}", classic.name);
    };
    ensure!(numbers[2] == 0.0 || text.lines().count() > 1, "{}: the trial says {text}", classic.name);
    Ok(numbers)
}

/// The program that tries inputs of a function.
fn program(classic: &Classic) -> Result<String> {
    let name = &classic.name;
    let mut text = String::from("#include \"bounds.h\"\n");
    let classics_file = root().join(CLASSICS);
    // The same source twice: the second time all floats are wide.
    let _ = writeln!(text, "#include \"{}\"", classics_file.display());
    for function in FUNCTIONS {
        let _ = writeln!(text, "#define {function} {function}f128");
    }
    for other in classics() {
        let _ = writeln!(text, "#define {0} wide_{0}", other.name);
    }
    let _ =
        writeln!(text, "#define double quad\n#define float quad\n#include \"{}\"", classics_file.display());
    for macro_name in FUNCTIONS.into_iter().chain(["double", "float", name]) {
        let _ = writeln!(text, "#undef {macro_name}");
    }
    let single = classic.returns == "float";
    let smallest = if single { "FLT_MIN" } else { "DBL_MIN" };
    let _ = writeln!(
        text,
        "int main(int count, char **words) {{\n    struct seen seen = {{0, 0, {smallest}, atof(words[2]), atof(words[3]), 0}};\n    \
         uint64_t inputs = strtoull(words[1], 0, 10);\n    for (uint64_t i = 0; i < inputs; i++) {{"
    );
    let (mut own, mut wide, mut shown) = (Vec::new(), Vec::new(), String::new());
    for (ty, parameter) in &classic.parameters {
        let range = classic.option("--range", parameter).with_context(|| format!("{name}: {parameter}"))?;
        let (low, high) = range.split_once("..").with_context(|| format!("{name}: {range}"))?;
        let number = ty.trim_end_matches(" *").trim_start_matches("const ");
        match ty.ends_with('*') {
            true => {
                let length: usize =
                    classic.option("--len", parameter).context("a length is missing")?.parse()?;
                let _ = writeln!(
                    text,
                    "        {number} {parameter}[{length}];\n        quad wide_of_{parameter}[{length}];\n        for (int k = 0; k < {length}; k++)\n            \
                     wide_of_{parameter}[k] = {parameter}[k] = drawn({low}, {high});"
                );
                for at in 0..length {
                    let _ = writeln!(shown, "                printf(\" %a\", (double){parameter}[{at}]);");
                }
            }
            false if number == "int" => {
                let _ = writeln!(text, "        int {parameter} = {low}, wide_of_{parameter} = {low};");
            }
            false => {
                let _ = writeln!(
                    text,
                    "        {number} {parameter} = drawn({low}, {high});\n        quad wide_of_{parameter} = {parameter};"
                );
                let _ = writeln!(shown, "                printf(\" %a\", (double){parameter});");
            }
        }
        own.push(parameter.clone());
        wide.push(format!("wide_of_{parameter}"));
    }
    let _ = write!(
        text,
        "        if (see(&seen, {name}({}), wide_{name}({}))) {{\n                printf(\"above:\");\n{shown}                printf(\"\\n\");\n        }}\n    }}\n    \
         printf(\"%.17g %.17g %llu\\n\", seen.absolute, seen.relative, (unsigned long long)seen.above);\n    return 0;\n}}\n",
        own.join(", "),
        wide.join(", ")
    );
    Ok(text)
}
