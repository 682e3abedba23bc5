//! `cargo xtask fuzz TARGET`: damaged input in great numbers, reproducible by seed.

mod bitcode;
mod damage;

use anyhow::{Context, Result, bail};

/// What the arguments of every fuzz target say.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    /// How many cases to try.
    cases: u64,
    /// Case `i` is made from `seed + i` alone.
    seed: u64,
}

/// Runs the target that the first argument names.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    match arguments.split_first() {
        Some((target, rest)) if target == "bitcode" => bitcode::run(&options(rest)?),
        _ => bail!("usage: cargo xtask fuzz bitcode [--cases N] [--seed S]"),
    }
}

fn options(arguments: &[String]) -> Result<Options> {
    let mut options = Options { cases: 3000, seed: 1 };
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let number = || -> Result<u64> {
            let text = arguments.clone().next().with_context(|| format!("{argument} needs a number"))?;
            text.parse().with_context(|| format!("{argument} needs a number, not {text}"))
        };
        match argument.as_str() {
            "--cases" => options.cases = number()?,
            "--seed" => options.seed = number()?,
            other => bail!("{other} is not understood: --cases N and --seed S are"),
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
        assert_eq!(parse("--seed 7 --cases 5").unwrap(), Options { cases: 5, seed: 7 });
        assert_eq!(parse("").unwrap(), Options { cases: 3000, seed: 1 });
        for bad in ["--cases", "--cases x", "--sed 1", "5"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
