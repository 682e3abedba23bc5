//! The arguments of `ulpwise accuracy`.

use super::{InputArguments, ReportArguments, TargetArguments, number};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;
use ulpwise_accuracy::{Metric, Strategy};
use ulpwise_driver::AccuracyOptions;
use ulpwise_engines::EngineChoice;
use ulpwise_symex::Sampling;

/// The arguments of `ulpwise accuracy`.
#[derive(Debug, Args)]
pub(crate) struct AccuracyArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) target: TargetArguments,
    /// Inputs that are doubles take only values that are floats, too.
    #[arg(long)]
    pub(crate) float_inputs: bool,
    /// A condition in C that inputs meet, such as 'x < y'. May be repeated.
    #[arg(long, value_name = "CONDITION")]
    pub(crate) assume: Vec<String>,
    /// An input that may be wrong by so much to both sides, as NAME=ERROR: bounds hold for what right
    /// inputs would give. May be repeated.
    #[arg(long, value_name = "NAME=ERROR", value_parser = input_error)]
    pub(crate) input_error: Vec<(String, f64)>,
    /// Leave out bounds that take more for granted than the language promises: lengths of arrays
    /// behind pointers, that pointers do not overlap, the errors of the mathematical library.
    #[arg(long)]
    pub(crate) assume_nothing: bool,
    /// Whose error counts: return, or the name of what a pointer points at. All floats that the
    /// function gives back unless it is said. May be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) output: Vec<String>,
    /// When a call succeeds, as a comparison of what it returns with an integer; errors count in no
    /// other call. `return == 0` for functions that return an integer and give their results back
    /// through pointers, unless it is said; `any` makes all calls count.
    #[arg(long, value_name = "CONDITION")]
    pub(crate) success: Option<String>,
    /// What else says what is right: FILE::FUNCTION, a function in any language with the same inputs
    /// and results, or a formula over the inputs with functions of mpmath, such as `airyai(x)`. Errors
    /// are then shown against both: the function's own operations in exact arithmetic, and this.
    #[arg(long, value_name = "TRUTH")]
    pub(crate) reference: Option<String>,
    /// Settings of the project, of which [reference] says the same for many functions; otherwise
    /// ulpwise.toml of this folder, or of one above it.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Relative errors from here on are reported for each operation that makes them, with the
    /// regions of inputs, and not only the largest.
    #[arg(long, value_name = "ERROR", value_parser = number::positive, default_value = "1e-3")]
    pub(crate) threshold: f64,
    /// What counts as an error.
    #[arg(long, value_enum, default_value_t = MetricName::Relative, value_name = "MEASURE")]
    pub(crate) metric: MetricName,
    /// How long to search.
    #[arg(long, value_name = "SECONDS", value_parser = number::duration, default_value = "10")]
    pub(crate) timeout: Duration,
    /// How many calls to make at most.
    #[arg(long, value_name = "N")]
    pub(crate) calls: Option<u64>,
    /// How inputs are chosen: guided by all means, or random to compare with.
    #[arg(long, value_enum, default_value_t = StrategyName::Guided, value_name = "HOW")]
    pub(crate) strategy: StrategyName,
    /// How long symbolic execution may look for inputs that make sums lose digits and then cancel,
    /// as starting points of the search; 0 leaves it out. Otherwise a fifth of --timeout.
    #[arg(long, value_name = "SECONDS", value_parser = number::duration_or_none)]
    pub(crate) symbolic: Option<Duration>,
    /// Which runs of a sum in a loop symbolic execution looks at: all, uniform[:START[:STEP]], or
    /// logarithmic[:START[:STEP]], whose steps become ten times as large with each order of
    /// magnitude.
    #[arg(long, value_name = "HOW", default_value = "logarithmic", value_parser = sampling)]
    pub(crate) sampling: Sampling,
    /// Solver for reachability queries, as for `ulpwise solve`.
    #[arg(long, value_name = "NAME", default_value = "portfolio", value_parser = EngineChoice::from_name)]
    pub(crate) engine: EngineChoice,
    /// Digits count as lost when the exponents of a sum's operands differ by so much; in formats
    /// other than double by the same share of their digits.
    #[arg(long, visible_alias = "sigma", value_name = "BITS", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) precision_loss: u32,
    /// Operands count as cancelled when so many leading bits are gone; in formats other than double
    /// the same share of their digits.
    #[arg(long, visible_alias = "theta", value_name = "BITS", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) cancellation: u32,
    /// Into how many boxes inputs may be cut to prove a bound on the error; 0 proves none.
    #[arg(long, value_name = "N", default_value_t = 300)]
    pub(crate) boxes: usize,
    /// Search nothing and print the bound as a script that another program proves: `gappa`, for
    /// straight-line code.
    #[arg(long, value_enum, value_name = "FORM", conflicts_with_all = ["json", "plot", "witnesses", "reference"])]
    pub(crate) emit: Option<EmittedForm>,
    /// How many processes search.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::thread_count)]
    pub(crate) jobs: usize,
    /// Random seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How much CPU time a call may take.
    #[arg(long, value_name = "SECONDS", value_parser = number::duration, default_value = "0.025")]
    pub(crate) call_timeout: Duration,
    /// How much memory each process may take. What was found until then is reported.
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub(crate) memory: u64,
    /// A function without parameters that is called before any other. May be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) setup: Vec<String>,
    /// A library (.so, .a) or object file (.o) that the program needs; may be repeated.
    #[arg(long, value_name = "FILE")]
    pub(crate) link: Vec<PathBuf>,
    /// How many operations the table of shares has; 0 means all.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(crate) limit: usize,
    /// Draw the error against one input, the others as in the worst case, into this SVG file.
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// The input that the plot is against. Otherwise the one on which the error depends most.
    #[arg(long, value_name = "NAME", requires = "plot")]
    pub(crate) plot_input: Option<String>,
    /// Write the worst inputs into this folder, a file each, described in
    /// docs/commands/accuracy.md.
    #[arg(short = 'o', long = "witnesses", value_name = "DIR")]
    pub(crate) witnesses: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) reports: ReportArguments,
    /// As JSON, described in docs/commands/accuracy.md.
    #[arg(long)]
    pub(crate) json: bool,
}

impl AccuracyArguments {
    /// What the driver is asked for.
    pub(crate) fn options(&self) -> AccuracyOptions {
        AccuracyOptions {
            program: self.input.program(),
            function: self.target.function.clone(),
            domain: self.target.domain.domain(),
            float_inputs: self.float_inputs,
            assume_nothing: self.assume_nothing,
            outputs: self.output.clone(),
            success: self.success.clone(),
            reference: self.reference.clone(),
            assume: self.assume.clone(),
            input_errors: self.input_error.clone(),
            threshold: self.threshold,
            metric: self.metric.metric(),
            timeout: self.timeout,
            calls: self.calls,
            strategy: self.strategy.strategy(),
            symbolic: self.symbolic,
            sampling: self.sampling,
            engine: self.engine.clone(),
            precision_loss: self.precision_loss,
            cancellation: self.cancellation,
            boxes: self.boxes,
            jobs: self.jobs,
            seed: self.seed,
            call_timeout: self.call_timeout,
            memory: self.memory,
            setup: self.setup.clone(),
            links: self.link.clone(),
            plot: self.plot.clone(),
            plot_input: self.plot_input.clone(),
            witnesses: self.witnesses.clone(),
            ..AccuracyOptions::default()
        }
    }
}

/// An input and by how much it may be wrong.
fn input_error(text: &str) -> Result<(String, f64), String> {
    let (name, error) = text.split_once('=').ok_or("NAME=ERROR is expected")?;
    let number: f64 = error.trim().parse().map_err(|_| format!("`{error}` is not a number"))?;
    if !number.is_finite() || number < 0.0 || name.trim().is_empty() {
        return Err("a name and a finite error, zero or more, are expected".to_owned());
    }
    // The decimal may lie above the double that is nearest to it.
    let number = if number == 0.0 { number } else { number.next_up() };
    Ok((name.trim().to_owned(), number))
}

/// Which runs of a site are looked at.
fn sampling(text: &str) -> Result<Sampling, String> {
    let wrong = || "all, uniform[:START[:STEP]] or logarithmic[:START[:STEP]] is expected".to_owned();
    let mut parts = text.split(':');
    let name = parts.next().unwrap_or_default();
    let mut number = |otherwise: u32| match parts.next() {
        None => Ok(otherwise),
        Some(digits) => digits.parse::<u32>().map_err(|_| wrong()),
    };
    let (start, step) = (number(0)?, number(1)?);
    match name {
        _ if step == 0 || parts.next().is_some() => Err(wrong()),
        "all" if text == "all" => Ok(Sampling::All),
        "uniform" => Ok(Sampling::Uniform { start, step }),
        "logarithmic" => Ok(Sampling::Logarithmic { start, step }),
        _ => Err(wrong()),
    }
}

/// Measures by their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MetricName {
    /// |r - r0| / max(smallest normal number, |r0|).
    Relative,
    /// In units of the last place of r0.
    Ulp,
    /// |r - r0|.
    Absolute,
}

impl MetricName {
    pub(crate) fn metric(self) -> Metric {
        match self {
            Self::Relative => Metric::Relative,
            Self::Ulp => Metric::Ulp,
            Self::Absolute => Metric::Absolute,
        }
    }
}

/// Forms of bounds that other programs prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EmittedForm {
    /// A script for Gappa.
    Gappa,
}

/// Strategies by their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StrategyName {
    /// By all means.
    Guided,
    /// Evenly from the ranges.
    Random,
}

impl StrategyName {
    pub(crate) fn strategy(self) -> Strategy {
        match self {
            Self::Guided => Strategy::Guided,
            Self::Random => Strategy::Random,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samplings_are_read_as_they_are_described() {
        assert_eq!(sampling("all"), Ok(Sampling::All));
        assert_eq!(sampling("uniform"), Ok(Sampling::Uniform { start: 0, step: 1 }));
        assert_eq!(sampling("logarithmic:3:2"), Ok(Sampling::Logarithmic { start: 3, step: 2 }));
        for wrong in ["", "all:1", "uniform:x", "uniform:1:0", "logarithmic:1:2:3", "both"] {
            assert!(sampling(wrong).is_err(), "{wrong}");
        }
    }
}
