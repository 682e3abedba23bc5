//! `cargo xtask bench bounds`: what `ulpwise accuracy` proves of small formulas, beside the bounds
//! that another tool printed for them.
//!
//! A folder has a C file with a function `f` for each formula, and a table `BENCHMARKS.tsv`: name,
//! ranges, the other tool's absolute bound (`-` where it has none). An error that the search
//! confirms above a bound fails the benchmark.

use super::errors;
use crate::bench::driven::drive;
use anyhow::{Context, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use ulpwise_driver::InputDomain;
use ulpwise_driver::finding::{ErrorBound, RunDetail};

/// Options of the benchmark.
#[derive(clap::Args)]
pub(crate) struct FormulaOptions {
    /// The folder with the formulas
    #[arg(long, default_value = "../shared/bounds")]
    folder: PathBuf,
    /// Seconds for each bound
    #[arg(long, default_value_t = 10.0)]
    seconds: f64,
    /// Only formulas whose name contains this
    #[arg(long, default_value_t = String::new())]
    only: String,
}

/// A row of the table.
struct Formula {
    name: String,
    ranges: Vec<String>,
    other: Option<f64>,
}

fn formulas(folder: &Path) -> Result<Vec<Formula>> {
    let table = folder.join("BENCHMARKS.tsv");
    let text = std::fs::read_to_string(&table)
        .with_context(|| format!("{} is not there: --folder says where the formulas are", table.display()))?;
    let row = |line: &str| -> Result<Formula> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, ranges, other, ..] = fields[..] else { bail!("{line}: three fields are expected") };
        let ranges = ranges.split_whitespace().map(ToOwned::to_owned).collect();
        Ok(Formula { name: name.to_owned(), ranges, other: other.parse().ok() })
    };
    text.lines().skip(1).map(row).collect()
}

/// Entry point of the benchmark.
#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
pub(crate) fn run(options: &FormulaOptions) -> Result<()> {
    println!("| formula | proven | other | ratio | relative | found | boxes | s |");
    println!("|---|---|---|---|---|---|---|---|");
    let (mut logs, mut worst, mut without) = (Vec::new(), 0.0_f64, Vec::new());
    let formulas = formulas(&options.folder)?;
    for formula in formulas.iter().filter(|one| one.name.contains(&options.only)) {
        let start = Instant::now();
        let asked = ulpwise_driver::AccuracyOptions {
            function: Some("f".to_owned()),
            domain: InputDomain { ranges: formula.ranges.clone(), ..InputDomain::default() },
            timeout: Duration::try_from_secs_f64(options.seconds)?,
            calls: Some(3000),
            symbolic: Some(Duration::ZERO),
            ..ulpwise_driver::AccuracyOptions::new([options.folder.join(format!("{}.c", formula.name))])
        };
        let run = drive(asked.timeout, |context| ulpwise_driver::accuracy(&asked, context));
        let run = run.with_context(|| formula.name.clone())?;
        ensure!(!run.contradicts_itself(), "{}: a larger error than the bound was measured", formula.name);
        let RunDetail::Accuracy(detail) = &run.detail else { bail!("{} was not searched", formula.name) };
        let found = errors(&run).filter_map(|(_, error)| error.worst.as_ref());
        let found = found.map(|worst| (worst.computed.value - worst.right.value).abs()).fold(0.0, f64::max);
        let seconds = start.elapsed().as_secs_f64();
        let (absolute, relative, boxes) = match &detail.bound {
            &Some(ErrorBound::Proven { absolute, relative, boxes, .. }) => (absolute, relative, boxes),
            Some(ErrorBound::Refused { why, .. }) => {
                println!("| {} | none: {why} | | | | | | {seconds:.1} |", formula.name);
                without.push(formula.name.as_str());
                continue;
            }
            None => bail!("{} has no bound", formula.name),
        };
        let ratio = formula.other.map(|other| absolute / other);
        println!(
            "| {} | {absolute:.2e} | {} | {} | {} | {found:.1e} | {boxes} | {seconds:.1} |",
            formula.name,
            formula.other.map_or("-".to_owned(), |other| format!("{other:.2e}")),
            ratio.map_or(String::new(), |ratio| format!("{ratio:.2}")),
            relative.map_or(String::new(), |relative| format!("{relative:.2e}")),
        );
        if let Some(ratio) = ratio {
            logs.push(ratio.ln());
            worst = worst.max(ratio);
        }
    }
    let mean = (logs.iter().sum::<f64>() / logs.len().max(1) as f64).exp();
    println!(
        "\ngeometric mean of {} ratios {mean:.3}, the largest {worst:.2}; without a bound: {}",
        logs.len(),
        if without.is_empty() { "none".to_owned() } else { without.join(", ") }
    );
    Ok(())
}
