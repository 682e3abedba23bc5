//! `cargo xtask fuzz TARGET`: damaged input and random queries in great numbers, reproducible by seed.

mod bitcode;
mod damage;
mod smtlib;
mod solver;

use anyhow::{Context, Result, bail};
use solver::SolverOptions;
use std::time::{Duration, Instant};

/// What the arguments of every fuzz target say.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    /// How many cases to try.
    cases: u64,
    /// Case `i` is made from `seed + i` alone.
    seed: u64,
    /// When to stop even if cases are left.
    seconds: Option<u64>,
}

impl Options {
    /// Whether the time is up for what began at `start`.
    fn is_over(&self, start: Instant) -> bool {
        self.seconds.is_some_and(|seconds| start.elapsed() >= Duration::from_secs(seconds))
    }
}

/// Runs the target that the first argument names.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    match arguments.split_first() {
        Some((target, rest)) if target == "bitcode" => bitcode::run(&options(rest)?),
        Some((target, rest)) if target == "smtlib" => smtlib::run(&options(rest)?),
        Some((target, rest)) if target == "solver" => {
            let (own, rest) = solver_options(rest)?;
            solver::run(&options(&rest)?, &own)
        }
        _ => bail!(
            "usage: cargo xtask fuzz bitcode|smtlib|solver [--cases N] [--seed S] [--seconds N]; \
             solver: [--engine NAME] [--peer z3|cvc5]... [--against NAME] [--limit-ms N]"
        ),
    }
}

/// What only `fuzz solver` understands, and the other arguments.
fn solver_options(arguments: &[String]) -> Result<(SolverOptions, Vec<String>)> {
    let (mut options, mut rest) = (SolverOptions::default(), Vec::new());
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        if !matches!(argument.as_str(), "--engine" | "--peer" | "--against" | "--limit-ms") {
            rest.push(argument.clone());
            continue;
        }
        let value = arguments.next().with_context(|| format!("{argument} needs a value"))?;
        match argument.as_str() {
            "--engine" => options.engine.clone_from(value),
            "--peer" => options.peers.push(value.clone()),
            "--against" => options.against = Some(value.clone()),
            _ => options.limit = Duration::from_millis(value.parse().context("--limit-ms needs a number")?),
        }
    }
    Ok((options, rest))
}

fn options(arguments: &[String]) -> Result<Options> {
    let mut options = Options { cases: 3000, seed: 1, seconds: None };
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let number = || -> Result<u64> {
            let text = arguments.clone().next().with_context(|| format!("{argument} needs a number"))?;
            text.parse().with_context(|| format!("{argument} needs a number, not {text}"))
        };
        match argument.as_str() {
            "--cases" => options.cases = number()?,
            "--seed" => options.seed = number()?,
            "--seconds" => {
                // As many cases as there is time for, unless their number is given after.
                (options.seconds, options.cases) = (Some(number()?), u64::MAX);
            }
            other => bail!("{other} is not understood: --cases N, --seed S and --seconds N are"),
        }
        arguments.next();
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Options> {
        options(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn arguments_are_understood_or_named() {
        assert_eq!(parse("--seed 7 --cases 5").unwrap(), Options { cases: 5, seed: 7, seconds: None });
        assert_eq!(parse("").unwrap(), Options { cases: 3000, seed: 1, seconds: None });
        assert_eq!(parse("--seconds 9").unwrap(), Options { cases: u64::MAX, seed: 1, seconds: Some(9) });
        let words = ["--engine", "x", "--seed", "2", "--peer", "z3"].map(str::to_owned);
        let (own, rest) = solver_options(&words).unwrap();
        assert_eq!((own.engine.as_str(), own.peers.as_slice()), ("x", &["z3".to_owned()][..]));
        assert_eq!(options(&rest).unwrap().seed, 2);
        for bad in ["--cases", "--cases x", "--sed 1", "5"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
