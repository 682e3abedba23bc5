//! `cargo xtask bench stability [--ulpwise FILE] [--runs N]`: the three tables of the paper on software model checking of precision, the programs of
//! `corpus/stability`, and ten million native runs against the bounds that are proven of them.
//!
//! The tables are computed in this process. The programs are judged by `ulpwise`, built for it unless a file is named. All of it is Markdown, for `docs/results`.

mod programs;
mod sums;

use anyhow::{Result, bail};
use std::path::PathBuf;

/// Native runs over all programs.
const RUNS: u64 = 10_000_000;

pub(super) fn run(options: &[String]) -> Result<()> {
    let (mut ulpwise, mut runs) = (None, RUNS);
    let mut words = options.iter();
    while let Some(word) = words.next() {
        match (word.as_str(), words.next()) {
            ("--ulpwise", Some(file)) => ulpwise = Some(PathBuf::from(file)),
            ("--runs", Some(number)) => runs = number.parse()?,
            _ => bail!("only --ulpwise FILE and --runs N are understood"),
        }
    }
    sums::reaching_targets()?;
    sums::invariants()?;
    sums::coarse_errors()?;
    let ulpwise = match ulpwise {
        Some(file) => file,
        None => super::corpus::built()?,
    };
    programs::judge(&ulpwise, runs)
}
