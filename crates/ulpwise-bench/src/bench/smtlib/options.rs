//! What is typed after `cargo xtask bench smtlib`.

use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(crate) struct SmtlibOptions {
    /// Engines of ulpwise and the peers bitwuzla, cvc5, z3
    #[arg(long, value_delimiter = ',', default_value = "fold,bitwuzla")]
    pub(super) solvers: Vec<String>,
    /// Seconds of processor time for each file
    #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) cpu: u64,
    /// Only files whose path contains this; may be repeated
    #[arg(long)]
    only: Vec<String>,
    /// Only every n-th file of those
    #[arg(long, default_value_t = 1, value_parser = crate::positive)]
    pub(super) every: usize,
    /// How many at once
    #[arg(long, default_value_t = 1, value_parser = crate::positive)]
    pub(super) jobs: usize,
    /// File that measurements are kept in and taken from
    #[arg(long, default_value = "target/bench-smtlib.tsv")]
    pub(super) record: PathBuf,
    /// File of the cactus plot
    #[arg(long, default_value = "target/bench-smtlib.svg")]
    pub(super) plot: PathBuf,
    /// Only report what is in the record
    #[arg(long)]
    pub(super) no_measure: bool,
}

impl SmtlibOptions {
    /// Whether a file is to be solved.
    pub(super) fn chooses(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|part| name.contains(part.as_str()))
    }
}
