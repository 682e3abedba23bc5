//! `cargo xtask bench certificates`: how many abstract proofs the checker of certificates verifies,
//! why it does not verify the others, and how long it takes beside the analysis that found them.
//!
//! Every function that a program offers is looked at with finite inputs. The certificate is printed
//! and parsed again, and the checker judges what was parsed.

use anyhow::{Result, ensure};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use ulpwise_base::Budget;
use ulpwise_certify::print;
use ulpwise_exceptions::{Goal, Ledger, certify};
use ulpwise_float::Rounding;
use ulpwise_harness::ownership::Ownership;
use ulpwise_harness::{Ranges, Unnamed, of_function};
use ulpwise_interp::Exception;
use ulpwise_ir::{FunctionId, Module};
use ulpwise_verify::{Program, judge, parse};
use xtask::gsl;

/// Options of the benchmark.
#[derive(clap::Args)]
pub(crate) struct CertificateOptions {
    /// The programs; none: the corpus and the examples
    files: Vec<PathBuf>,
    /// So many functions of GSL besides
    #[arg(long, default_value_t = 0)]
    gsl: usize,
    /// Only functions whose name contains this
    #[arg(long, default_value_t = String::new())]
    only: String,
    /// Seconds of analysis for each function
    #[arg(long, default_value_t = 20.0)]
    limit: f64,
    /// Whether goals that are not certified are listed
    #[arg(long)]
    list: bool,
}

/// The exceptions that certificates are about.
pub(crate) const CERTIFIED: [Exception; 5] = [
    Exception::Invalid,
    Exception::DivideByZero,
    Exception::Overflow,
    Exception::Underflow,
    Exception::IntConversion,
];

#[derive(Default)]
struct Totals {
    functions: usize,
    proven: usize,
    verified: usize,
    refused: usize,
    bytes: usize,
    finding: Duration,
    writing: Duration,
    checking: Duration,
    reasons: BTreeMap<String, usize>,
}

/// Entry point of the benchmark.
#[expect(clippy::print_stdout, reason = "the result of a developer's benchmark")]
pub(super) fn run(options: &CertificateOptions) -> Result<()> {
    let mut totals = Totals::default();
    let files =
        if options.files.is_empty() && options.gsl == 0 { programs()? } else { options.files.clone() };
    for file in files {
        let Ok(module) = super::loading::load(&file) else { continue };
        let ownership = Ownership::new(&module);
        let offered = |id: &FunctionId| ownership.is_offered(&module, &module.functions[*id]);
        let functions: Vec<FunctionId> = module.functions.ids().filter(offered).collect();
        for function in functions {
            look(options, &module, function, &mut totals);
        }
    }
    if options.gsl > 0 {
        let module = super::loading::load(&gsl::locate_or_build()?.bitcode())?;
        let ownership = Ownership::new(&module);
        let is_scalar = |id: &FunctionId| {
            let function = &module.functions[*id];
            ownership.is_offered(&module, function)
                && function.name.starts_with("gsl_sf_")
                && function.name.ends_with("_e")
        };
        let all: Vec<FunctionId> = module.functions.ids().filter(is_scalar).collect();
        let step = all.len().checked_div(options.gsl).unwrap_or(1).max(1);
        for function in all.into_iter().step_by(step).take(options.gsl) {
            look(options, &module, function, &mut totals);
        }
    }
    println!(
        "{} functions: {} of {} abstract proofs verified ({:.1} %), {} refused; found in {:.2} s, written in {:.2} s, \
         checked in {:.2} s; {} bytes",
        totals.functions,
        totals.verified,
        totals.proven,
        100.0 * totals.verified as f64 / totals.proven.max(1) as f64,
        totals.refused,
        totals.finding.as_secs_f64(),
        totals.writing.as_secs_f64(),
        totals.checking.as_secs_f64(),
        totals.bytes,
    );
    let mut reasons: Vec<(&String, &usize)> = totals.reasons.iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    reasons.iter().for_each(|(reason, count)| println!("  {count:6} {reason}"));
    ensure!(totals.refused == 0, "a certificate that ulpwise wrote is refused");
    Ok(())
}

/// The C programs of the corpus and the examples.
fn programs() -> Result<Vec<PathBuf>> {
    let mut open = vec![crate::repository().join("corpus"), crate::repository().join("examples")];
    let mut files = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|name| name == "c") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

#[expect(clippy::print_stdout, reason = "the result of a developer's benchmark")]
fn look(options: &CertificateOptions, module: &Module, function: FunctionId, totals: &mut Totals) {
    let name = &module.functions[function].name;
    let entry = match Ranges::parse(&[]) {
        Ok(mut ranges) if name.contains(&options.only) => {
            of_function(module, function, &[], &mut ranges, Unnamed::Finite)
        }
        _ => return,
    };
    let Ok(entry) = entry else { return };
    let goals: BTreeSet<Goal> = Ledger::new(module, function, &CERTIFIED).open().collect();
    let budget = Budget::unlimited().with_time(Duration::from_secs_f64(options.limit));
    let certified = certify(module, &entry, Rounding::NearestEven, &goals, &budget);
    let text = print(&certified.certificate);
    let begun = Instant::now();
    let judgement =
        parse(&text).map(|certificate| judge(&Program::new(module, certificate.rounding), &certificate));
    totals.checking += begun.elapsed();
    totals.functions += 1;
    totals.bytes += text.len();
    totals.finding += certified.finding;
    totals.writing += certified.writing;
    totals.proven += certified.proven.len();
    let Ok(judgement) = judgement else {
        println!("{name}: the certificate is not understood");
        totals.refused += certified.proven.len();
        return;
    };
    totals.verified += judgement.verified.intersection(&certified.proven).count();
    for (goals, reason) in &judgement.refused {
        totals.refused += goals.len();
        println!("{name}: refused: {reason}");
    }
    // What the analysis left open: of interest to its authors, and a reason to look at the checker.
    for (site, exception) in judgement.verified.difference(&certified.proven).filter(|_| options.list) {
        println!("  {} {} only by the checker", module.site_name(*site), exception.id());
    }
    let mut left = 0;
    for (site, exception, reason) in &certified.certificate.uncertified {
        if !certified.proven.contains(&(*site, *exception)) {
            continue;
        }
        left += 1;
        let kind = format!("{:?}", module.sites[*site].kind);
        let kind: String = kind.chars().take_while(|c| *c != '(').collect();
        *totals.reasons.entry(format!("{reason}: {kind} {}", exception.id())).or_default() += 1;
        if options.list {
            println!("  {} {} {reason}", module.site_name(*site), exception.id());
        }
    }
    println!(
        "{name}: {} of {} verified, {left} left; found {:.3} s, written {:.3} s, checked {:.3} s",
        judgement.verified.len(),
        certified.proven.len(),
        certified.finding.as_secs_f64(),
        certified.writing.as_secs_f64(),
        begun.elapsed().as_secs_f64(),
    );
}
