//! What the comparisons of native code with the interpreter on GSL's functions share: options, and
//! counting.

use std::collections::BTreeMap;
use std::time::Duration;

/// The options of a comparison.
#[derive(clap::Args)]
pub(crate) struct CampaignOptions {
    /// Inputs of each function
    #[arg(long, default_value_t = 200)]
    pub(in crate::bench) inputs: usize,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(in crate::bench) seed: u64,
    /// How many at once
    #[arg(long, default_value_t = 2, value_parser = crate::positive)]
    pub(in crate::bench) jobs: usize,
    /// Only functions whose name contains this
    #[arg(long, default_value_t = String::new())]
    pub(in crate::bench) only: String,
}

/// What came of comparing.
#[derive(Default)]
pub(in crate::bench) struct Tally {
    pub(in crate::bench) calls: usize,
    pub(in crate::bench) agreed: usize,
    /// The exceptions of the calls that agreed, if they are looked at.
    pub(in crate::bench) exceptions: BTreeMap<&'static str, usize>,
    pub(in crate::bench) stopped_natively: usize,
    pub(in crate::bench) stopped_interpreted: usize,
    /// Depend on what is not initialised, so that no result is the right one.
    pub(in crate::bench) indeterminate: usize,
    /// Overflow a signed integer, which leaves optimised code undefined.
    pub(in crate::bench) overflows: Vec<String>,
    pub(in crate::bench) problems: Vec<String>,
}

impl Tally {
    pub(in crate::bench) fn add(&mut self, other: Tally) {
        self.calls += other.calls;
        self.agreed += other.agreed;
        self.stopped_natively += other.stopped_natively;
        self.stopped_interpreted += other.stopped_interpreted;
        self.indeterminate += other.indeterminate;
        self.overflows.extend(other.overflows);
        self.problems.extend(other.problems);
        for (kind, count) in other.exceptions {
            *self.exceptions.entry(kind).or_default() += count;
        }
    }

    /// The table, with a name for what agreed.
    #[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
    pub(in crate::bench) fn print(&self, functions: usize, agreed: &str, took: Duration) {
        for problem in self.problems.iter().take(40) {
            println!("{problem}");
        }
        println!("functions                 {functions:>8}");
        println!("calls                     {:>8}", self.calls);
        println!("{agreed:<26}{:>8}", self.agreed);
        for (kind, count) in &self.exceptions {
            println!("  {kind:<24}{count:>8}");
        }
        println!("over the native limit     {:>8}", self.stopped_natively);
        println!("over the interpreter's    {:>8}", self.stopped_interpreted);
        println!("read uninitialised data   {:>8}", self.indeterminate);
        if !self.overflows.is_empty() {
            println!("overflow a signed integer {:>8}", self.overflows.len());
            for call in self.overflows.iter().take(20) {
                println!("  {call}");
            }
        }
        println!("different                 {:>8}", self.problems.len());
        println!("seconds                   {:>8.1}", took.as_secs_f64());
    }
}
