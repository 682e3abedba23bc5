//! What the comparisons of native code with the interpreter on GSL's functions share: options, and counting.

use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::time::Duration;

/// The options of a comparison.
pub(in crate::bench) struct Options {
    pub(in crate::bench) inputs: usize,
    pub(in crate::bench) seed: u64,
    pub(in crate::bench) jobs: usize,
    pub(in crate::bench) only: String,
}

impl Options {
    /// Reads them; options that are none of these go to `other`, with their values.
    pub(in crate::bench) fn parse(
        arguments: &[String],
        mut other: impl FnMut(&str, &str) -> Result<()>,
    ) -> Result<Options> {
        let mut options = Options { inputs: 200, seed: 1, jobs: 2, only: String::new() };
        let mut rest = arguments.iter();
        while let Some(option) = rest.next() {
            let value = rest.next().with_context(|| format!("{option} needs a value"))?;
            match option.as_str() {
                "--inputs" => options.inputs = value.parse()?,
                "--seed" => options.seed = value.parse()?,
                "--jobs" => options.jobs = value.parse()?,
                "--only" => options.only.clone_from(value),
                _ => other(option, value)?,
            }
        }
        ensure!(options.jobs > 0, "--jobs must be at least 1");
        Ok(options)
    }
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
    /// Depend on what nobody initialised, so that no result is the right one.
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
