//! `cargo xtask bench NAME`: speed as ratios against a peer in the same run, and campaigns too long for a test.

mod floats;

use anyhow::{Result, bail};

/// A benchmark: what is typed, and what it does with its arguments.
struct Benchmark {
    name: &'static str,
    run: fn(&[String]) -> Result<()>,
}

const BENCHMARKS: &[Benchmark] = &[Benchmark { name: "floats", run: floats::run }];

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let names: Vec<&str> = BENCHMARKS.iter().map(|benchmark| benchmark.name).collect();
    let Some(name) = arguments.first() else {
        bail!("which benchmark? There is {}", names.join(", "));
    };
    match BENCHMARKS.iter().find(|benchmark| benchmark.name == name) {
        Some(benchmark) => (benchmark.run)(&arguments[1..]),
        None => bail!("no benchmark `{name}`; there is {}", names.join(", ")),
    }
}
