//! What is typed after `cargo xtask bench smtlib`.

use anyhow::{Context, Result, bail, ensure};
use std::path::PathBuf;

const USAGE: &str = "\
--solvers A,B,…   engines of ulpwise and the peers bitwuzla, cvc5, z3
--cpu SECONDS     processor time for each file (24)
--only TEXT       only files whose path contains this; may be repeated
--every N         every N-th file of those (1)
--jobs N          how many at once (1)
--record FILE     where measurements are kept and taken from (target/bench-smtlib.tsv)
--plot FILE       where the cactus plot goes (target/bench-smtlib.svg)
--measure no      only tell what is in the record";

#[derive(Debug)]
pub(super) struct Options {
    pub(super) solvers: Vec<String>,
    pub(super) cpu_s: u64,
    only: Vec<String>,
    pub(super) every: usize,
    pub(super) jobs: usize,
    pub(super) record: PathBuf,
    pub(super) plot: PathBuf,
    /// Whether what is not in the record is measured.
    pub(super) measure: bool,
}

impl Options {
    pub(super) fn parse(arguments: &[String]) -> Result<Options> {
        let mut options = Options {
            solvers: ["fold", "bitwuzla"].map(str::to_owned).to_vec(),
            cpu_s: 24,
            only: Vec::new(),
            every: 1,
            jobs: 1,
            record: "target/bench-smtlib.tsv".into(),
            plot: "target/bench-smtlib.svg".into(),
            measure: true,
        };
        for pair in arguments.chunks(2) {
            let [flag, value] = pair else { bail!("{} needs a value\n{USAGE}", pair[0]) };
            let number = || -> Result<u64> {
                let number: u64 =
                    value.parse().with_context(|| format!("{flag} needs a number, not {value}"))?;
                ensure!(number > 0, "{flag} needs a number above 0");
                Ok(number)
            };
            match flag.as_str() {
                "--solvers" => options.solvers = value.split(',').map(str::to_owned).collect(),
                "--cpu" => options.cpu_s = number()?,
                "--only" => options.only.push(value.clone()),
                "--every" => options.every = number()? as usize,
                "--jobs" => options.jobs = number()? as usize,
                "--record" => options.record = value.into(),
                "--plot" => options.plot = value.into(),
                "--measure" => options.measure = value != "no",
                _ => bail!("{flag} is not understood\n{USAGE}"),
            }
        }
        Ok(options)
    }

    /// Whether a file is to be solved.
    pub(super) fn chooses(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|part| name.contains(part.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_have_values_and_the_rest_is_refused() {
        let parse = |line: &str| Options::parse(&line.split(' ').map(str::to_owned).collect::<Vec<_>>());
        let options = parse("--solvers interval,z3 --only griggio --cpu 5").unwrap();
        assert_eq!(options.solvers, ["interval", "z3"]);
        assert!(options.chooses("QF_FP/griggio/a.smt2") && !options.chooses("QF_FP/schanda/a.smt2"));
        assert_eq!(options.cpu_s, 5);
        assert!(parse("--cpu").is_err() && parse("--cpu x").is_err() && parse("--what 1").is_err());
    }
}
